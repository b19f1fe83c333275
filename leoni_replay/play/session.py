"""A game that is being recorded: its position, its moves with all variations, and its record so far.

Nothing is read from a user or shown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from time import monotonic
from typing import Any, Final, NamedTuple

from leoni_replay.cards import CARDS, DOWN, GAP, PRETTY, SUIT, UNKNOWN, texts
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.diagnostics import AMBIGUOUS, CARD_NOT_KNOWN, WRONG_REVEALED_CARDS, WRONG_WEAVE, Diagnostic
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import foundation_name, is_foundation_name
from leoni_replay.games.refusal import Ambiguous, Refusal, Refused
from leoni_replay.games.steps import Step
from leoni_replay.layout import Layout
from leoni_replay.notation.braces import ClaimError, read_command
from leoni_replay.notation.claim_syntax import claim as claim_of
from leoni_replay.notation.problems import TIME_HELP
from leoni_replay.notation.scan import seconds_of
from leoni_replay.notation.tags import READ_TAGS
from leoni_replay.notation.transcript import Claim, Comment, Result, Statement, Tag, Time, Transcript
from leoni_replay.notation.writer import dumps, token
from leoni_replay.phrases import ResultWord, join_words, pluralize
from leoni_replay.play.amendment import Amendment, Correction, MoveLine
from leoni_replay.play.move_refused import NOWHERE, MoveRefused
from leoni_replay.play.move_tree import Node, RedealOrder, Writer, last_time, moves_text, with_tags, without_earlier
from leoni_replay.play.player_view import WORDS, Cell, can_turn_up, hide_face_down_cards, visible_choices
from leoni_replay.play.tree_replay import TreeReplay, without_consequences
from leoni_replay.play.vocabulary import examples
from leoni_replay.record.claim_proofs import Refuted, Undecided, outcome
from leoni_replay.record.header import redeal_number
from leoni_replay.record.nearest import legal_help, table_lines
from leoni_replay.record.playing import GameInPlay, IllegalMove
from leoni_replay.record.setup import make_setup

#: The tags for moves that were taken back, so that they can be played again: their text goes on from one to the next.
TAKEN_BACK: Final = "TakenBack"
#: The tag for moves that were played automatically, which are taken back together: which moves of the text they are.
AUTOMATIC: Final = "Automatic"
#: The longest part of a text in one tag, in characters; the notation allows more, also with every character escaped.
_LONGEST_PART: Final = 1 << 18
#: The tag with the record digest, which is wrong once the game continues.
RECORD_DIGEST: Final = "RecordDigest"
#: The annotations of the notation.
MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
#: The longest time that the notation can write, in seconds: 999:59:59.
LONGEST_TIME: Final = 3_599_999


class Clock:
    """Counts the time for which a game has been played.

    Args:
        seconds: the time at the start.
    """

    def __init__(self, seconds: int = 0) -> None:
        self.set(seconds)

    def set(self, seconds: int) -> None:
        """Continue from another time."""
        self._seconds_at_start = seconds
        self._start = monotonic()

    def time(self) -> Time:
        """Return the time now."""
        seconds_since_start = int(monotonic() - self._start)
        return Time(min(self._seconds_at_start + seconds_since_start, LONGEST_TIME))


class IrregularForms(NamedTuple):
    """How a record can express a refused move that was played nevertheless: the move as a misplay, and the places at
    both its ends as a setting to be changed. Each is empty if the record cannot have it, or if it would tell of a card
    that the player does not see."""

    misplay: str = ""
    setting: str = ""


class SessionState(NamedTuple):
    """What a session was like before a change: its attributes, and what was in the nodes of its moves."""

    attributes: dict[str, Any]
    contents: list[tuple[Node, Node]]


class Session:
    """A game in play with the tree of its moves. A request that is refused raises :class:`MoveRefused`.

    Args:
        head: the tags of its record, and the comments among them.
        open: whether the player knows face-down cards.
        flat: whether moves that were taken back are forgotten when another one is played.

    Raises:
        Fault: the tags are not those of a record.
    """

    def __init__(self, head: Iterable[Tag | Comment], *, open: bool = False, flat: bool = False) -> None:
        outdated = (TAKEN_BACK, RECORD_DIGEST)
        self.head: list[Comment | Tag] = [
            part for part in head if not (isinstance(part, Tag) and part.name in outdated)
        ]
        self.open = open
        self.flat = flat
        self.root: Node = Node()
        #: the last move of the game as it stands
        self.cursor: Node = self.root
        self.game_in_play: GameInPlay = self._deal(self.head)
        #: increased whenever the record changes, or a card is asked for
        self.version: int = 0
        #: the concession, with its notes, as a node without a move; None if the player has not conceded
        self._concession: Node | None = None
        #: after a correction, the last move then and what the session was like before; None if none can be taken back
        self._before_correction: tuple[Node, SessionState] | None = None
        #: for a recorded game, its last move: what is played elsewhere becomes variations of it
        self.recorded_end: Node | None = None
        #: the clock for the times after moves; None if none are written
        self.clock: Clock | None = None
        #: the moves after which a hint has found a win, which a review need not look for
        self.winnable_nodes: set[Node] = set()
        #: the moves that the last transcript had no place for, each with the reason
        self.omissions: dict[Node, str] = {}

    @staticmethod
    def _deal(head: list[Tag | Comment]) -> GameInPlay:
        """Deal the cards as the tags of a record say; return the game before its first move."""
        setup = make_setup(Transcript(head=head, result=Result("*")), misplays_may_follow=True)
        assert setup.position is not None
        tags = {tag.name: tag.value for tag in head if isinstance(tag, Tag) and tag.name in READ_TAGS}
        tags.pop("Result", None)
        names = {"Game": setup.game.name, "Rules": str(setup.game.rules)}
        return GameInPlay(setup.position, tags | names)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Try something that may be refused: then everything is as it was before."""
        state = self._state()
        try:
            yield
        except Exception:
            self._restore(state)
            raise

    def _state(self) -> SessionState:
        """Return everything that a change may have to put back."""
        attributes = {
            name: copy(value) if isinstance(value, list | dict) else value for name, value in vars(self).items()
        }
        return SessionState(attributes, [(node, replace(node, notes=[*node.notes])) for node in self.root.tree()])

    def _restore(self, state: SessionState) -> None:
        """Put everything back as it was, and play the game again."""
        vars(self).update(state.attributes)
        for node, content in state.contents:
            node.move, node.mark, node.order = content.move, content.mark, content.order
            node.notes, node.branches, node.parent = content.notes, content.branches, content.parent
        self.play_again()

    @contextmanager
    def correction(self) -> Iterator[None]:
        """Correct something that was typed before. As with :meth:`attempt`, a refusal leaves everything as it was; the
        next undo takes the whole correction back."""
        state = self._state()
        # One correction can be taken back, not those before it.
        state.attributes["_before_correction"] = None
        with self.attempt():
            yield
        self._before_correction = (self.cursor, state)

    @property
    def is_just_corrected(self) -> bool:
        """Whether undo takes back a correction: it is the last thing that was done, or whatever was played after it was
        taken back."""
        if self._before_correction is None or self.waits_for_cards:
            return False
        return self._before_correction[0] is self.cursor is self.end_node

    def _note_edit(self) -> None:
        """Note that what is written beside the moves was changed: undo won't take back a correction before that."""
        self._before_correction = None
        self.version += 1

    def play_again(self) -> None:
        """Play the game again, from the deal on.

        Raises:
            IllegalMove: it is not legal any more.
        """
        self.game_in_play = self._deal(self.head)
        for node in self.cursor.path():
            assert node.move is not None
            # Cards that it brings to light may have been named meanwhile.
            node.move = self.game_in_play.push(node.move, order=node.redeal_cards)

    # -- the state ----------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The game under its rules."""
        return self.game_in_play.game

    @property
    def move_number(self) -> int:
        """The number of the last move; 0 for none."""
        return len(self.game_in_play.moves)

    @property
    def last_step(self) -> Step | None:
        """The step of the last move."""
        return self.game_in_play.steps[-1] if self.move_number else None

    @property
    def is_undescribed(self) -> bool:
        """Whether this is a real table of which nothing has been said yet."""
        return False

    @property
    def has_unknown_cards(self) -> bool:
        """Whether cards of the table are still unnamed."""
        return False

    @property
    def question(self) -> str:
        """The question about cards that must be seen before the game continues; empty if there is none."""
        return ""

    @property
    def answers(self) -> list[int]:
        """The cards that can answer the question, each as often as it can be named."""
        return []

    @property
    def cells_to_name(self) -> list[Cell]:
        """The cards that must be named next, in order, by where they lay as dealt."""
        return []

    @property
    def result(self) -> ResultWord:
        """The result word that the record has here. If the rules end the game though a reversal could still change
        that, it is the player who ends it."""
        word = self._result_by_rules()
        if word == "*" and self.is_conceded:
            return "conceded"
        if word == "lost" and not self.is_conceded and self.freeing_reversals():
            return "*"
        return word

    @property
    def is_conceded(self) -> bool:
        """Whether the player has ended the game here."""
        return self.end_node is not self.cursor

    @property
    def is_ended_by_rules(self) -> bool:
        """Whether the rules end the game here, though a reversal could still change that."""
        return self.result == "*" and self._result_by_rules() == "lost"

    def freeing_reversals(self) -> list[Move]:
        """Return the reversals after which, alone or with others of their suit, a card can be played again. There are
        none if one can be played now."""
        choices = self.choices()
        reversals = [move for move in choices if move.dest in REVERSALS]
        if len(reversals) + [move.source for move in choices].count("redeal") < len(choices):
            return []
        return [move for move in reversals if self._frees_a_play(move)]

    def _frees_a_play(self, reversal: Move) -> bool:
        """Whether a reversal, alone or with others of its suit, leads to a position in which a card can be played."""
        assert reversal.card is not None
        suit, position, moves_to_try, keys_met = SUIT[reversal.card], self.visible_position, [[reversal]], set[int]()
        while moves_to_try:
            line = moves_to_try.pop()
            steps = [position.play_command(move) for move in line]
            choices = [move for move in visible_choices(position) if move.source != "redeal"]
            is_new = position.key not in keys_met
            keys_met.add(position.key)
            for step in reversed(steps):
                position.undo(step)
            for move in choices:
                if move.dest not in REVERSALS:
                    return True
                if is_new and move.card is not None and SUIT[move.card] == suit:
                    moves_to_try.append([*line, move])
        return False

    @property
    def end_node(self) -> Node:
        """The last move of the game as it stands; if the player conceded after it, the concession."""
        concession = self._concession
        if concession is None or concession.parent is not self.cursor:
            return self.cursor
        return concession

    def _result_by_rules(self) -> ResultWord:
        """Return the result word that the rules give, whether or not the player has conceded."""
        return self.game_in_play.result

    def concede(self) -> None:
        """Concede, although the rules allow further moves. The next move, or an undo, revokes it."""
        if self.result != "*":
            raise MoveRefused(f"the game is {self.result} already")
        if not self._continues_game(self.cursor.path()):
            raise MoveRefused("a variation has no result: only the game itself can be conceded")
        self._concession = Node(parent=self.cursor)
        self._add_time()
        self.version += 1

    @property
    def visible_position(self) -> Position:
        """The position as the player sees it."""
        position = self.game_in_play.position
        return position if self.open else hide_face_down_cards(position)

    def visible_position_after(self, number: int) -> Position:
        """Return the position after a move as the player sees it (0: as dealt)."""
        position = self.game_in_play.at(number)
        return position if self.open else hide_face_down_cards(position)

    @property
    def layout(self) -> Layout:
        """The table as the player sees it."""
        layout = self.game_in_play.position.layout
        return layout.opened() if self.open else layout.closed()

    def choices(self) -> list[Move]:
        """Return the moves that are legal as far as the player sees."""
        if self.game_in_play.position.won():
            return []
        return visible_choices(self.visible_position)

    def outcomes(self) -> list[tuple[Move, Step | None]]:
        """Return the moves of :meth:`choices`, each with its step; None if the step depends on an unseen card."""
        position = self.visible_position
        outcomes: list[tuple[Move, Step | None]] = []
        for move in self.choices():
            number = self.game.number_of(move)
            if number is None or position.table.why(number):
                outcomes.append((move, None))
            else:
                outcomes.append((move, position.preview(number)))
        return outcomes

    def source_card(self, move: Move) -> tuple[str, int]:
        """Return the card that a move takes: its place, and its index as the table shows it."""
        places = self.game_in_play.position.places
        if move.card is None or move.source in WORDS:
            name = self._place_of_word(move.source)
            return name, max(len(places.get(name, ())) - 1, 0)
        if move.source in (None, "foundation"):
            # Only the top card of a foundation is shown.
            direction = "^" if move.source else (move.dest or "^")[0]
            return foundation_name(SUIT[move.card], direction), 0
        pile = places[move.source]
        index = len(pile) - 1 if pile[-1] == move.card else pile.index(move.card)
        return move.source, index

    def _place_of_word(self, word: str | None) -> str:
        """Return the place of the card that a word turns up; for a redeal, the place that is filled again. Empty if
        the game has no such place."""
        if word == "exile":
            return "exile"
        names = [name for name in ("hand", "stock", "exile") if name in self.game.order]
        for name in names:
            if self.game_in_play.position.places[name]:
                return name
        return names[-1] if names else ""

    def playable_cards(self) -> dict[str, set[int]]:
        """Return the cards that can move, as the table shows them: their indices by place."""
        indices: dict[str, set[int]] = {}
        if self.question:
            return indices
        for move in self.choices():
            place, index = self.source_card(move)
            indices.setdefault(place, set()).add(index)
        return indices

    # -- moves --------------------------------------------------------------------------------------------------------

    def move(self, text: str) -> None:
        """Play a move.

        Args:
            text: as the notation writes it, as short as you like.
        """
        self.push(*self.parse_command(text))

    def parse_command(self, text: str) -> tuple[Move, str]:
        """Return the move that a text writes, and its mark.

        Raises:
            MoveRefused: the text is not a move.
        """
        try:
            return read_command(text.strip(), self.game.vocabulary)
        except ValueError:
            help = f"write a move like {join_words(examples(self.game)[:3], 'or')}"
            raise MoveRefused(f"`{text.strip()[:60]}` is not a move", [help]) from None

    def push(self, command: Move, mark: str = "", *, by_player: bool = True) -> None:
        """Play a move.

        Args:
            command: the move, as short as you like.
            mark: its annotation.
            by_player: whether the player made it; unset for a move that is played automatically.
        """
        self._add_to_tree(self._play_command(command), mark, by_player)

    def _play_command(self, command: Move, order: Sequence[int] | None = None) -> Move:
        """Play a move in the position, but not in the tree of moves; return it in long form.

        Args:
            command: the move, as short as you like.
            order: the cards of a shuffled redeal, in the order in which they are dealt.

        Raises:
            MoveRefused: it is not legal, or it can mean several moves.
        """
        if command.how == "misplay":
            command = self._with_source(command)
        elif command.source is None and not command.how and not self.open:
            # An unseen card cannot be found by its name.
            position = self.visible_position
            refusal = position.why_not(command)
            if refusal is not None:
                raise MoveRefused(self._diagnostic_of(refusal, command, position), refusal=refusal)
        try:
            return self.game_in_play.push(self._choose_hidden_exile(command), order=order)
        except IllegalMove as error:
            meanings = self._meanings(command) if error.diagnostic.code == AMBIGUOUS else []
            diagnostic = self._visible_diagnostic(error.diagnostic, command, meanings)
            raise MoveRefused(diagnostic, moves=meanings, refusal=self._visible_refusal(command)) from None
        except ValueError as error:
            raise MoveRefused(str(error)) from None

    def _add_to_tree(self, move: Move, mark: str, by_player: bool) -> None:
        """Make a move that has just been played the next one of the game. It revokes a concession."""
        if self._concession is not None and self._concession.parent is not self.recorded_end:
            self._concession = None
        order = self._order_of_redeal(move)
        node = self.cursor.find_branch(move, order) or Node(move, order=order)
        node.mark = mark or node.mark
        node.by_player = by_player
        self.cursor = self.cursor.continue_with(node, flat=self.flat)
        self._add_time()
        self.version += 1

    def _order_of_redeal(self, move: Move) -> RedealOrder | None:
        """Return the order of the cards that a move has just dealt again, if the record has to write it."""
        if move.source != "redeal" or move.how:
            return None
        position = self.game_in_play.position
        if position.deal not in self.game.written_redeals:
            return None
        return RedealOrder(position.deal, bytes(position.orders[position.deal]))

    def _add_time(self) -> None:
        """Write the time of the clock after the last move, even if it was played before."""
        if self.clock is not None:
            self.end_node.put_time(self.clock.time())

    def _choose_hidden_exile(self, command: Move) -> Move:
        """Choose the top exile, if any may be turned up and the player sees none of them."""
        if self.open or command != Move("exile"):
            return command
        position = self.game_in_play.position
        try:
            position.read(command)
        except Ambiguous as error:
            top = position.places["exile"][-1]
            return Move("exile", top) if any(move.card == top for move in error.moves) else command
        except Refused:
            return command
        return command

    def _meanings(self, command: Move) -> list[Move]:
        """Return what a command can mean, if it is several moves as far as the player sees, without unseen cards."""
        try:
            self.visible_position.read(command)
        except Ambiguous as error:
            return [move._replace(shown=None) for move in error.moves]
        except Refused:
            pass
        if command == Move(command.source) and command.source in WORDS:
            # The card that is turned up fits in two places.
            try:
                self.game_in_play.position.read(self._choose_hidden_exile(command))
            except Ambiguous as error:
                return [move._replace(path=None, stalemate=False, shown=None) for move in error.moves]
        return []

    def _visible_diagnostic(self, diagnostic: Diagnostic, command: Move, meanings: Sequence[Move]) -> Diagnostic:
        """Return the diagnostic against a move as a player may read it who does not see face-down cards.

        Args:
            diagnostic: what ``leoni verify`` would say, which sees every card.
            command: the move.
            meanings: what the move can mean, if it is ambiguous as far as the player sees.
        """
        # The move was typed, so it has no place in a text.
        diagnostic = replace(diagnostic, file="", span=NOWHERE, lines=(), number=None, move=None)
        if self.open or command.how:
            return diagnostic
        position = self.visible_position
        if diagnostic.code == WRONG_WEAVE:
            return replace(diagnostic, table_lines=())
        if diagnostic.code == WRONG_REVEALED_CARDS:
            message = "the cards after + are not the cards that come to light"
            return replace(diagnostic, message=message, table_lines=(), notes=(), help=("type the move without it",))
        if diagnostic.code == AMBIGUOUS:
            if not meanings:
                return replace(diagnostic, table_lines=())
            places = tuple(dict.fromkeys(move.source for move in meanings if move.source is not None))
            message = f"{token(command)} can mean {' or '.join(map(token, meanings))}"
            return replace(diagnostic, message=message, table_lines=tuple(table_lines(position, places)))
        refusal = position.why_not(command)
        if refusal is None:
            return diagnostic
        if refusal.code == CARD_NOT_KNOWN:
            message = f"{refusal.message.partition(', and')[0]}: it lies face down"
            words = self._words_that_turn_up(position)
            help = (f"type {words[0]} to turn it up",) if words else ()
            return replace(diagnostic, message=message, help=help)
        return self._diagnostic_of(refusal, command, position)

    def _words_that_turn_up(self, position: Position) -> list[str]:
        """Return the words that turn up an unseen card in the position as the player sees it."""
        return [word for word in WORDS if can_turn_up(position, word)]

    def _diagnostic_of(self, refusal: Refusal, command: Move, position: Position) -> Diagnostic:
        """Return the diagnostic for a move that is refused in the position as the player sees it."""
        moves_of_words = [Move(word) for word in self._words_that_turn_up(position)]
        return Diagnostic(
            refusal.code,
            "error",
            refusal.message,
            "",
            NOWHERE,
            clause=refusal.clause,
            table_lines=tuple(table_lines(position, refusal.places)),
            notes=refusal.notes,
            help=tuple(legal_help(position, command, refusal.message, moves_of_words)),
        )

    def _visible_refusal(self, command: Move) -> Refusal | None:
        """Return why a move is not legal as far as the player sees; None if it is, or is no move by the rules."""
        if not self.open:
            command = command._replace(shown=None)
        return None if command.how else self.visible_position.why_not(command)

    def why_not(self, command: Move) -> MoveRefused | None:
        """Return the objection to a move, without playing it; None if it is legal."""
        if not self.open:
            # The answer reveals no unseen card, not even that a guess was right.
            turns_up = command.source in WORDS and not self.game_in_play.position.places.get("hand")
            command = Move(command.source) if turns_up else command._replace(shown=None)
        try:
            self._play_command(command)
        except MoveRefused as objection:
            return objection
        self.game_in_play.pop()
        return None

    def irregular_forms(self, command: Move) -> IrregularForms:
        """Return how the record can express a refused move that was played nevertheless."""
        if self.question or not self._continues_game(self.cursor.path()):
            return IrregularForms()
        return IrregularForms(self._as_misplay(command), self._as_setting(command))

    def _as_misplay(self, command: Move) -> str:
        """Return a refused move as a misplay; empty if the record cannot have it, or the card is not seen."""
        if command.how:
            return ""
        command = self._with_source(command._replace(shown=None, how="misplay"))
        if command.card is not None and command.source is not None:
            place = "hand" if command.source == "deal" else command.source
            if command.card not in self.visible_position.places.get(place, ()):
                return ""
        try:
            misplay = self._play_command(command)
        except MoveRefused:
            return ""
        self.game_in_play.pop()
        return token(misplay._replace(shown=None))

    def _with_source(self, command: Move) -> Move:
        """Return a misplay with the omitted place of its card, if the card is on top in one place alone."""
        if command.source is not None or command.card is None or command.dest in REVERSALS:
            return command
        sources = [
            name
            for name, pile in self.visible_position.places.items()
            if pile and pile[-1] == command.card and not is_foundation_name(name)
        ]
        return command._replace(source=sources[0]) if len(sources) == 1 else command

    def _as_setting(self, command: Move) -> str:
        """Return both ends of a move as a setting, if the position was not dealt here and all their cards are known."""
        places = self.visible_position.places
        ends = (command.source or "", (command.dest or "").strip(">"))
        piles = {name: places[name] for name in ends if name in places and not is_foundation_name(name)}
        if self.game_in_play.deal != "layout" or not piles:
            return ""
        if any(card & ~DOWN in (UNKNOWN, GAP) for pile in piles.values() for card in pile):
            return ""
        setting = "  ".join([f"{name}: {texts(pile)}" for name, pile in piles.items()])
        return f"set {{{setting}}}"

    def play_forced(self) -> bool:
        """Play the one legal move, if there is no other; return whether there was one."""
        moves = self.choices()
        if len(moves) != 1:
            return False
        self.push(moves[0], by_player=False)
        return True

    # -- a real table -------------------------------------------------------------------------------------------------

    def answer_question(self, text: str) -> None:
        """Take the cards that the question asks for."""
        raise MoveRefused("no card has come to light")

    def cancel_question(self) -> bool:
        """Cancel the move that waits for cards; return whether there was one."""
        return False

    @property
    def waits_for_cards(self) -> bool:
        """Whether a move waits for cards, or the cards are asked for that nobody has seen."""
        return False

    def describe_again(self, line: str, text: str) -> list[str]:
        """Describe a part of a real table again."""
        raise MoveRefused("nobody has described these cards: the deal says what they are")

    def ask_for_rest(self) -> None:
        """Ask for the cards of a real table that nobody has seen, now that the game is over."""
        raise MoveRefused("all cards are known: the deal says what they are")

    def correct(self, corrections: Sequence[Correction], next_move: Move | None = None) -> int:
        """Correct cards that were misnamed.

        Args:
            corrections: the cards as they were named, and as they are.
            next_move: a move that is played with the right cards.

        Returns:
            The number of moves in variations that are lost, because they could not have been played.
        """
        raise MoveRefused("nobody has named these cards: the deal says what they are")

    # -- corrections --------------------------------------------------------------------------------------------------

    def amend(self, amendment: Amendment, next_move: Move | None = None) -> int:
        """Change a move that was played before, and play the later ones again.

        Args:
            amendment: the change.
            next_move: another move, which is played after the last one, unless a card must be named first.

        Returns:
            The number of moves in variations that are lost, because they could not have been played.

        Raises:
            MoveRefused: there is no such move, or the later ones could not have been played.
        """
        if self.recorded_end is not None:
            raise MoveRefused("this is a recorded game, which stays as it was recorded")
        if amendment.kind == "insert" and amendment.number == self.move_number + 1 and amendment.command is not None:
            # What is inserted last is simply played. If it brings cards to light, they are asked for first.
            with self.correction():
                self.push(amendment.command)
                if next_move is not None and not self.question:
                    self.push(next_move)
            return 0
        if next_move is None:
            return self._amend_line(amendment, None)
        try:
            return self._amend_line(amendment, next_move)
        except MoveRefused:
            # It may depend on a card that the change turns up: then that card is asked for first.
            with self.attempt():
                moves_lost = self._amend_line(amendment, None)
                if not self.question:
                    raise
            return moves_lost

    def _amend_line(self, amendment: Amendment, next_move: Move | None) -> int:
        """Change a move and play the later ones again, and then another one, if there is one; return the number of
        moves in variations that are lost."""
        line = MoveLine.to(self.cursor)
        if next_move is not None:
            line = line.then(next_move)
        new_line = amendment.amend(line)
        with self.correction():
            new_line.link(self.root)
            self.cursor = new_line.nodes[-1]
            moves_lost = TreeReplay(self._deal(self.head), {}, new_line.nodes).play_line(self.root)
            self.play_again()
            self.version += 1
            return moves_lost

    def find_insertion(self, command: Move) -> Amendment:
        """Return the last place where a move can be inserted so that the later ones can still be played.

        Raises:
            MoveRefused: there is none; the refusal is the one after the last move.
        """
        refusal = self.why_not(command)
        if refusal is None:
            return Amendment("insert", self.move_number + 1, command)
        for number in range(self.move_number, 0, -1):
            position = self.game_in_play.at(number - 1)
            if position.why_not(command) is None:
                amendment = Amendment("insert", number, command)
                if self._can_amend(amendment):
                    return amendment
        raise refusal

    def find_replacement(self, old: int, new: int) -> Amendment:
        """Return the change of the last move of a card that another card can have made so that the later moves can
        still be played.

        Args:
            old: the card that was typed.
            new: the card that was moved.
        """
        for number in range(self.move_number, 0, -1):
            move = self.game_in_play.moves[number - 1]
            if move.card == old and not move.how:
                amendment = Amendment("replace", number, without_consequences(move)._replace(card=CARDS[new]))
                if self._can_amend(amendment):
                    return amendment
        raise MoveRefused(f"no move of {PRETTY[old]} can have been one of {PRETTY[new]}")

    def _can_amend(self, amendment: Amendment) -> bool:
        """Whether all moves can be played with a change; everything stays as it is."""
        commands = [without_consequences(node.move) for node in self.cursor.path() if node.move is not None]
        orders = [node.redeal_cards for node in self.cursor.path()]
        index = amendment.number - 1
        if amendment.kind == "insert":
            orders.insert(index, None)
        commands[index : index + (amendment.kind == "replace")] = [amendment.command or commands[index]]
        game = self._deal(self.head)
        try:
            for command, order in zip(commands, orders, strict=True):
                game.push(command, order=order)
        except ValueError:
            return False
        return True

    # -- back and forth -----------------------------------------------------------------------------------------------

    def undo(self, *, keeps_cards: bool = False) -> int:
        """Take back the last move of the player and those that were played automatically after it. If the player has
        just conceded, only that is revoked.

        Args:
            keeps_cards: whether cards of a real table that were named for the move stay known.

        Returns:
            The number of moves.
        """
        if self.is_just_corrected:
            assert self._before_correction is not None
            version, (_, state) = self.version, self._before_correction
            self._restore(state)
            self.version = version + 1
            return 0
        if self.end_node is not self.cursor and self.cursor is not self.recorded_end:
            self._concession = None
            self.version += 1
            return 0
        if self.cursor.parent is None:
            raise MoveRefused("no move has been played")
        moves = 0
        player_moved = False
        while self.cursor.parent is not None and not player_moved:
            self.game_in_play.pop()
            player_moved = self.cursor.by_player
            self.cursor = self.cursor.parent
            moves += 1
        self.version += 1
        return moves

    def redo(self) -> int:
        """Play again the moves that were taken back last.

        Returns:
            The number of moves.
        """
        if not self.cursor.branches:
            raise MoveRefused("no move was taken back here")
        moves = 0
        while self.cursor.branches:
            node = self.cursor.branches[0]
            if moves and node.by_player:
                break
            assert node.move is not None
            self._play_command(node.move, node.redeal_cards)
            self.cursor = node
            self._add_time()
            moves += 1
        self.version += 1
        return moves

    def visit(self, node: Node) -> None:
        """Go to a move that has been played; the record stays as it is."""
        path = node.path()
        while self.cursor is not self.root and self.cursor not in path:
            self.game_in_play.pop()
            assert self.cursor.parent is not None
            self.cursor = self.cursor.parent
        for next_node in path[self.move_number :]:
            assert next_node.move is not None
            self._play_command(next_node.move, next_node.redeal_cards)
            self.cursor = next_node

    def follow(self, texts: Iterable[str]) -> None:
        """Go to the position after some moves. Moves that exist already, in the game or in a variation, are not played
        again.

        Args:
            texts: the moves from the deal on, in long form.
        """
        moves_with_marks = [self.parse_command(text) for text in texts]
        node = self.root
        existing_moves = 0
        for move, _ in moves_with_marks:
            branches = [branch for branch in node.branches if branch.move and token(branch.move) == token(move)]
            if not branches:
                break
            node = branches[0]
            existing_moves += 1
        with self.attempt():
            self.cancel_question()
            self.visit(node)
            for move, mark in moves_with_marks[existing_moves:]:
                self.push(move, mark)
            self.version += 1

    # -- comments, claims, times and marks ----------------------------------------------------------------------------

    def comment(self, text: str) -> None:
        """Write a comment after the last move, or before the first."""
        with self.attempt():
            note = Comment(text.strip())
            self.cursor.notes.append(note)
            try:
                if not note.text:
                    raise ValueError
                dumps(self.transcript())
            except ValueError:
                raise MoveRefused("a comment must not be empty, contain braces, or begin with =") from None
        self._note_edit()

    def uncomment(self) -> Comment:
        """Remove the last comment after the last move."""
        comments = [note for note in self.cursor.notes if isinstance(note, Comment)]
        if not comments:
            raise MoveRefused("there is no comment here")
        last_comment = comments[-1]
        self.cursor.notes = [note for note in self.cursor.notes if note is not last_comment]
        self._note_edit()
        return last_comment

    def prove_claim(self, text: str) -> tuple[Claim, Refuted | Undecided | None]:
        """Prove a claim, as far as the player sees the cards. A true claim is recorded after the last move, except on a
        real table, where cards may have been misnamed.

        Args:
            text: as the notation writes it: ``{= top 4: 5C}``.

        Returns:
            The claim, and the objection to it: None if it is true.
        """
        try:
            claim = claim_of(text.removeprefix("{=").removesuffix("}").strip(), self.game.vocabulary)
        except ClaimError as error:
            raise MoveRefused(f"`{text[:40]}`: {error}", ["write a claim like {= top 4: 5C}"]) from None
        position = self.visible_position
        objection = self._unseen_cards_objection(claim.statement, position) or outcome(position, claim)
        if objection is None and self.game_in_play.deal != "layout":
            self.cursor.notes.append(claim)
            self._note_edit()
        return claim, objection

    def _unseen_cards_objection(self, statement: Statement, position: Position) -> Undecided | None:
        """Return the objection that a claim depends on cards that the player does not see; None if it does not.

        Args:
            statement: what the claim says.
            position: the position as the player sees it.
        """
        cards: list[int] = []
        if statement.kind in ("place", "top") and statement.place is not None:
            for name in self._places_of_claim(statement.place, position):
                pile = position.places[name]
                cards += pile[-1:] if statement.kind == "top" else pile
        elif statement.kind in ("available", "not available", "available only"):
            cards = [card for _, card in position.available()]
        elif statement.kind == "digest":
            cards = [card for pile in position.places.values() for card in pile]
        if any(card & ~DOWN == UNKNOWN for card in cards):
            return Undecided("it depends on cards you cannot see")
        return None

    def _places_of_claim(self, place: str, position: Position) -> list[str]:
        """Return the places that a claim is about: one, or all of a line."""
        if place in position.places:
            return [place]
        return [name for name in position.places if self.game.line(name) == place]

    def start_clock(self) -> None:
        """Write the time after every move from now on. The clock continues from the last recorded time."""
        nodes = [self.root, *self.root.line(), self.end_node]
        self.clock = Clock(last_time(note for node in nodes for note in node.notes))

    def set_time(self, text: str) -> Time:
        """Write a time after the last move, or before the first; it replaces the one there. The clock continues from
        it.

        Args:
            text: as the notation writes it.
        """
        seconds = seconds_of(text)
        if seconds is None:
            raise MoveRefused(f"`{text[:20]}` is not a time", [TIME_HELP])
        path = self.end_node.path()
        if not self._continues_game(path):
            raise MoveRefused("a time belongs to the game itself: it cannot stand in a variation")
        time = Time(seconds)
        nodes_before = [self.root, *path][:-1]
        time_before = Time(last_time(note for node in nodes_before for note in node.notes))
        if seconds < time_before.seconds:
            raise MoveRefused(f"the time goes backwards, from @{time_before.text} to @{time.text}")
        self.end_node.put_time(time)
        if self.clock is not None:
            self.clock.set(seconds)
        self._note_edit()
        return time

    def mark(self, sign: str) -> None:
        """Annotate the last move; an empty sign removes its annotation."""
        if self.cursor.move is None:
            raise MoveRefused("no move has been played that could be marked")
        if sign and sign not in MARKS:
            raise MoveRefused(f"`{sign[:20]}` is not a mark", [f"marks are {' '.join(MARKS)}"])
        if sign and self.cursor.move.how == "set":
            raise MoveRefused("cards put right by hand take no mark: write a comment")
        self.cursor.mark = sign
        self._note_edit()

    # -- the record ---------------------------------------------------------------------------------------------------

    def transcript(self) -> Transcript:
        """Return the record so far; for a recorded game, with the moves tried as variations."""
        cursor, recorded_end = self.cursor, self.recorded_end
        if recorded_end is None or self._continues_game(cursor.path()):
            # Playing on from a variation makes it the game.
            self._make_main_line(cursor)
            return self._transcript_to_cursor()
        # The record is that of the recorded game: it is written from its end, and everything is put back.
        parents = [node.parent for node in recorded_end.path() if node.parent is not None]
        branches_before = [parent.branches for parent in parents]
        self._make_main_line(recorded_end)
        self.visit(recorded_end)
        try:
            return self._transcript_to_cursor()
        finally:
            for parent, branches in zip(parents, branches_before, strict=True):
                parent.branches = branches
            self.visit(cursor)

    @staticmethod
    def _make_main_line(last: Node) -> None:
        """Make the moves that lead to a node the game; the other moves beside them become variations."""
        for node in last.path():
            assert node.parent is not None
            node.parent.continue_with(node)

    def _continues_game(self, path: list[Node]) -> bool:
        """Whether moves from the deal on are the game itself or continue it, and are not a variation."""
        return self.recorded_end is None or self.recorded_end is self.root or self.recorded_end in path

    def _transcript_to_cursor(self) -> Transcript:
        """Return the record of the game up to the cursor. The moves after it have been taken back: they go into a
        tag."""
        record = self.game_in_play.record(self.result)
        nodes = [*self.cursor.path(), *self.cursor.line()]
        writer = Writer({node.order.deal: node.order.cards for node in nodes if node.order is not None})
        items = writer.items(self.root, self.cursor)
        end_time = last_time(items)
        items_taken_back = writer.items(Node(branches=self.cursor.branches), since=end_time)
        self.omissions = writer.omissions

        tags: dict[str, str | None] = {tag.name: tag.value for tag in record.tags}
        tags |= {f"Pack{deal}": texts(cards) for deal, cards in writer.orders.items()}
        automatic = [f"{number}" for number, node in enumerate(writer.nodes, 1) if not node.by_player]
        tags[AUTOMATIC] = " ".join(automatic) or None
        head = with_tags(self.head, self._tags_of_misplayed_redeals() | tags)
        text_taken_back = moves_text(self.game.name, items_taken_back)
        for start in range(0, len(text_taken_back), _LONGEST_PART):
            head.append(Tag(TAKEN_BACK, text_taken_back[start : start + _LONGEST_PART]))

        epilogue = [] if self.end_node is self.cursor else without_earlier(self.end_node.notes, end_time)
        return replace(record, head=head, items=items, epilogue=epilogue)

    def _tags_of_misplayed_redeals(self) -> dict[str, str | None]:
        """Return None for each order of a redeal that the rules do not allow, to take its tag out of the record
        if no misplayed redeal is in the game."""
        if any(move.how and move.source == "redeal" for move in self.game_in_play.moves):
            return {}
        return {
            part.name: None
            for part in self.head
            if isinstance(part, Tag) and redeal_number(part.name) > (self.game.deals or redeal_number(part.name))
        }

    def summary(self) -> str:
        """Return the game, its rules and its deal."""
        return f"{self.game.name}, {self.game.rules}, {self.game_in_play.deal}"

    @property
    def deal_key(self) -> str:
        """The game and its deal, or the digest of a position that was not dealt here. Another game with the same cards
        has the same key."""
        deal = self.game_in_play.deal
        if deal == "layout":
            deal = self.game_in_play.at(0).digest
        return f"{self.game.name}, {deal}"

    def move_count_words(self) -> str:
        """Return the number of moves, in words."""
        return pluralize(self.move_number, "move")
