"""A game on a real table, whose cards become known as they are seen.

The record has the position as dealt, with ``??`` for unseen cards. A card that comes to light is written there, so that
the record says as much as if it had been known from the start.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from leoni_replay.cards import DOWN, GAP, PACK, PRETTY, TEXT, UNKNOWN, pretty, texts
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Move
from leoni_replay.deals import difference
from leoni_replay.diagnostics import AMBIGUOUS, CARD_NOT_KNOWN, UNREACHABLE_POSITION, Fault
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_foundation_name, row_number
from leoni_replay.notation.transcript import Comment, Tag
from leoni_replay.phrases import ResultWord, join_words, pluralize
from leoni_replay.play.amendment import Correction, corrections_text
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.move_tree import Node, with_tags
from leoni_replay.play.new_game import first_question, layout_after_answer, real_table_tags
from leoni_replay.play.player_view import WORDS, Cell, origin_of, visible_unknown_cards
from leoni_replay.play.session import Session
from leoni_replay.play.tree_replay import TreeReplay, without_consequences
from leoni_replay.record.playing import GameInPlay, IllegalMove
from leoni_replay.record.replay import replay


class Answer(NamedTuple):
    """What was answered for a move: the move as it waits for cards, where the cards that were named for it lay as
    dealt, and the deal whose order was named; 0 for none."""

    waiting_move: WaitingMove
    cells: tuple[Cell, ...]
    deal: int


class WaitingMove(NamedTuple):
    """A move that waits for cards to be named: as it was typed, with its mark, and whether the player made it."""

    command: Move
    mark: str
    by_player: bool


class PhysicalSession(Session):
    """A session with unknown cards. :attr:`question` says which cards are needed next, and :meth:`answer_question`
    takes them.

    Args:
        head, open, flat: as for a session. The deal is a layout.
    """

    def __init__(self, head: Iterable[Tag | Comment], *, open: bool = False, flat: bool = False) -> None:
        super().__init__(head, open=open, flat=flat)
        #: whether nothing was known when the game began
        self._started_undescribed = False
        #: whether the question before the cards has not been answered
        self._awaits_first_answer = False
        #: the position as dealt, as far as it is known
        self._dealt_position = self.game_in_play.position
        #: the move that waits for cards, and where these lay as dealt
        self._waiting_move: WaitingMove | None = None
        self._cells_of_waiting_move: list[Cell] = []
        #: the cells whose cards were named, in order
        self._named_cells: list[Cell] = []
        #: the cells whose cards were named for the next move, those included that followed from them
        self._cells_of_next_move: list[Cell] = []
        #: the deal whose order was named for the next move; 0 for none
        self._deal_of_next_move = 0
        #: what was answered for the moves that were played
        self._answers: dict[Node, Answer] = {}
        #: whether the cards are asked for that nobody has seen when the game was over
        self._asks_for_rest = False
        #: the cards that were written down since the last input because they were the only ones left in the packs
        self._inferred_cards: list[int] = []
        #: the cells that had been named at the last successful check; None before the first check
        self._checked_cells: list[Cell] | None = None

    @classmethod
    def begin(cls, game: str, rules: str | None, *, open: bool = False, flat: bool = False) -> PhysicalSession:
        """Start a game on a real table, of which nothing is known.

        Raises:
            LeoniError: there is no such game or rule book.
        """
        session = cls(real_table_tags(game, rules), open=open, flat=flat)
        session._started_undescribed = True
        session._awaits_first_answer = bool(first_question(session.game)[0])
        return session

    # -- the state ----------------------------------------------------------------------------------------------------

    @property
    def has_unknown_cards(self) -> bool:
        return bool(self._unseen_cards())

    def _unseen_cards(self) -> list[Cell]:
        """Return where unseen cards lie in the position as dealt."""
        return [cell for cell, card in _cards_by_cell(self._dealt_position) if card & ~DOWN == UNKNOWN]

    @property
    def visible_position(self) -> Position:
        """The position as the player sees it. If cards are unknown to everybody, the table knows that it is odd."""
        position = super().visible_position
        if self.has_unknown_cards and self.open:
            position.table.odd = True
        return position

    @property
    def is_undescribed(self) -> bool:
        nothing_answered = self._awaits_first_answer or not self.version
        return self._started_undescribed and nothing_answered

    def _face_up_lines(self) -> list[list[Cell]]:
        """Return where cards lie face up as dealt, line by line, in the order in which they are asked for."""
        lines: dict[str, list[Cell]] = {}
        for zone in self._dealt_position.layout.zones:
            for place in zone.places:
                if place.lie not in ("hidden", "squared") and not is_foundation_name(place.name):
                    cells = [
                        (place.name, index) for index, card in enumerate(place.cards) if card < DOWN and card != GAP
                    ]
                    lines.setdefault(self.game.line(place.name), []).extend(cells)
        return [cells for cells in lines.values() if cells]

    def _result_by_rules(self) -> ResultWord:
        """As in any session; the game is open while unknown cards could change the result."""
        if self._awaits_first_answer:
            return "*"
        position, result = self.game_in_play.position, self.game_in_play.result
        if self.has_unknown_cards:
            if visible_unknown_cards(position):
                return "*"
            if result == "lost" and position.doubtful():
                return "*"
        return result

    @property
    def cells_to_name(self) -> list[Cell]:
        """The cards that must be named next, in order, by where they lay as dealt: those that a move waits for, or the
        next line that lies face up."""
        if self._cells_of_waiting_move or self._awaits_first_answer:
            return self._cells_of_waiting_move
        if self._asks_for_rest and self.has_unknown_cards:
            return self._cells_of_rest()
        if not self.has_unknown_cards:
            return []
        visible_cells = visible_unknown_cards(self.game_in_play.position)
        if not visible_cells:
            return []
        # One line of places is described at a time.
        first_line = self.game.line(visible_cells[0][0])
        cells = [cell for cell in visible_cells if self.game.line(cell[0]) == first_line]
        return [origin_of(self.game_in_play.steps, *cell) for cell in cells]

    def _cards_to_shuffle(self) -> list[int]:
        """Return the cards that a redeal would shuffle now; none where it shuffles nothing."""
        shuffle = self.game_in_play.position.next_shuffle()
        return [] if shuffle is None else [card & ~DOWN for card in shuffle.cards]

    def _deal_without_order(self) -> int:
        """Return the deal that a redeal would begin now, if its order must still be given; otherwise 0."""
        deal, cards = self.game_in_play.position.deal + 1, self._cards_to_shuffle()
        if not cards:
            return 0
        orders = [tag.value for tag in self.head if isinstance(tag, Tag) and tag.name == f"Pack{deal}"]
        is_given = bool(orders) and sorted(_cards_of(orders[0])) == sorted(cards)
        return 0 if is_given else deal

    def _waits_for_redeal(self) -> bool:
        """Whether the move that waits for cards is a redeal."""
        return self._waiting_move is not None and self._waiting_move.command.source == "redeal"

    @property
    def question(self) -> str:
        """The question about cards that must be seen before the game continues; empty if there is none."""
        if self._awaits_first_answer:
            return first_question(self.game)[0]
        cells = self.cells_to_name
        if not cells:
            return ""
        cards = pluralize(len(cells), "card")
        if self._asks_for_rest and self._waiting_move is None:
            return f"{self.game.words(cells[0][0])} as dealt: {cards} that nobody has seen, the top one first"
        if self._waiting_move is None:
            return self._question_about_line(cards)
        word = self._waiting_move.command.source
        if self._deal_without_order():
            return f"{cards} that have been shuffled, in the order in which they are dealt"
        if word == "redeal":
            return f"{cards} that nobody has seen, in the order in which they are dealt"
        if word == "exile":
            return f"the {self.game.exile} that is turned up"
        return f"the {cards} that were turned up, in order" if len(cells) > 1 else "the card that was turned up"

    def _question_about_line(self, cards: str) -> str:
        """Return the question about the next line of places that lie face up and are unknown.

        Args:
            cards: the number of cards, in words.
        """
        name = visible_unknown_cards(self.game_in_play.position)[0][0]
        line, count = self.game.line(name), len(self.cells_to_name)
        face_up = " face up" if len(self.game_in_play.position.places[name]) > count else ""
        order = ""
        if count > 1:
            order = ", from the left" if row_number(line) else ", the bottom one first"
        return f"{self.game.words(line)}: {cards}{face_up}{order}"

    @property
    def answers(self) -> list[int]:
        """The cards that can answer the question, each as often as it can be named."""
        if self._awaits_first_answer:
            return first_question(self.game)[1]
        if self._waits_for_redeal() and self._deal_without_order():
            return sorted(self._cards_to_shuffle())
        return self.unnamed_cards() if self.cells_to_name else []

    # -- naming cards -------------------------------------------------------------------------------------------------

    def answer_question(self, text: str) -> None:
        """Take the cards that the question asks for, or the first of them.

        Raises:
            MoveRefused: these are not cards, are too many, or cannot be there; then nothing has changed.
        """
        if self._awaits_first_answer:
            layout = layout_after_answer(self.game, text.strip())
            self.head: list[Tag | Comment] = with_tags(self.head, {"Layout": layout})
            self.game_in_play: GameInPlay = self._deal(self.head)
            self._dealt_position = self.game_in_play.position
            self._awaits_first_answer = False
            self.version: int = self.version + 1
            return
        cards = _cards_of(text)
        self._inferred_cards = []
        cells = self.cells_to_name
        if not cells:
            raise MoveRefused("no card has come to light")
        # While the deal is described, a whole line is named at once.
        too_few = self._waiting_move is None and len(cards) < len(cells)
        if len(cards) > len(cells) or too_few:
            raise MoveRefused(
                f"these are {pluralize(len(cards), 'card')}, not {len(cells)}", [self.question, *self._help_on_deal()]
            )
        ambiguity = None
        with self.attempt():
            try:
                self._write_down(cells, cards)
            except MoveRefused as error:
                if error.diagnostic.code != AMBIGUOUS:
                    raise
                ambiguity = error
        if ambiguity is not None:
            # The card has been seen; the player must choose what to do with it.
            self.cancel_question()
            raise ambiguity

    def _help_on_deal(self) -> list[str]:
        """Return help on what may have been described wrongly before; nothing once a move has been played."""
        if self.move_number or self._waiting_move is not None or self._asks_for_rest:
            return []
        help = []
        if self.game.hidden_places != ("stock",):
            help.append(f"if the number of {self.game.exile}s is wrong: exile N")
        line = self.game.line(self.cells_to_name[0][0])
        return [*help, f"to name the cards of a place again: {line}: … (all of them)"]

    def _write_down(self, cells: list[Cell], cards: list[int]) -> None:
        """Write down cards where they lay, and play the move that waited for them.

        Args:
            cells: where the cards that are asked for lay as dealt.
            cards: these cards, or the first of them.
        """
        waiting_move = self._waiting_move
        if waiting_move is not None and self._waits_for_redeal() and self._deal_without_order():
            self._write_order(cards)
            self._play_as_known(waiting_move, [], cards)
            return
        for card, count in Counter(cards).items():
            self._check_copies_left(card, count)
        if waiting_move is None:
            # Undo asks for these cards again, and doesn't take back a correction before them.
            self._before_correction = None
            for cell, card in zip(cells, cards, strict=True):
                self._name_card(cell, card)
            self._cells_of_next_move = []
            self._replay_moves()
            self._check_known_cards()
            self._asks_for_rest = self._asks_for_rest and self.has_unknown_cards
        else:
            self._name_card(cells[0], cards[0])
            self._replay_moves()
            self._play_as_known(waiting_move, cards[1:])

    def _write_order(self, cards: list[int]) -> None:
        """Write down the order in which shuffled cards are dealt again.

        Raises:
            MoveRefused: these are other cards.
        """
        extra, missing = difference(cards, self._cards_to_shuffle())
        if extra or missing:
            parts = []
            if extra:
                parts.append(f"extra: {pretty(extra)}")
            if missing:
                parts.append(f"missing: {pretty(missing)}")
            raise MoveRefused(f"these are not the cards that are dealt again ({'; '.join(parts)})")
        self._deal_of_next_move = self._deal_without_order()
        self.head = with_tags(self.head, {f"Pack{self._deal_of_next_move}": texts(cards)})

    def _add_to_tree(self, move: Move, mark: str, by_player: bool) -> None:
        super()._add_to_tree(move, mark, by_player)
        if self._cells_of_next_move or self._deal_of_next_move:
            # Asked again, it is asked for what it brings to light.
            card = None if move.source in WORDS else move.card
            waiting_move = WaitingMove(without_consequences(move)._replace(card=card), mark, by_player)
            if move.source in WORDS:
                waiting_move = waiting_move._replace(command=Move(move.source))
            self._answers[self.cursor] = Answer(waiting_move, tuple(self._cells_of_next_move), self._deal_of_next_move)
        self._cells_of_next_move, self._deal_of_next_move = [], 0

    @property
    def waits_for_cards(self) -> bool:
        return self._waiting_move is not None or self._asks_for_rest

    def undo(self, *, keeps_cards: bool = False) -> int:
        """As in any session. If cards were named for the last move, ask for them again; cancel a question; while the
        deal is described, ask again for what was answered last."""
        if self.is_just_corrected:
            return super().undo()
        if self.waits_for_cards:
            self._asks_for_rest = False
            self.cancel_question()
            self._forget(self._cells_of_next_move)
            self._replay_moves()
            return 0
        answer = self._answers.get(self.cursor)
        if answer is not None and not keeps_cards and not self.is_conceded:
            return self._take_back_answer(answer)
        if self.move_number or not (self.question or self._named_cells):
            return super().undo()
        places = self._dealt_position.places
        known_lines = [
            line for line in self._face_up_lines() if all(places[name][index] != UNKNOWN for name, index in line)
        ]
        if self._awaits_first_answer or (not known_lines and not first_question(self.game)[0]):
            raise MoveRefused("nothing has been answered yet", [self.question])
        if known_lines:
            self._forget(known_lines[-1])
        else:
            self._awaits_first_answer = True
        self._replay_moves()
        return 0

    def _forget(self, cells: Iterable[Cell]) -> None:
        """Make cards unknown again that were named."""
        forgotten_cells = [*cells]
        for cell in forgotten_cells:
            self._set_card(cell, UNKNOWN)
        self._named_cells = [cell for cell in self._named_cells if cell not in forgotten_cells]
        self._cells_of_next_move = [cell for cell in self._cells_of_next_move if cell not in forgotten_cells]

    def _take_back_answer(self, answer: Answer) -> int:
        """Take back the last move with the cards that were named for it, and ask for them again."""
        node, parent = self.cursor, self.cursor.parent
        assert parent is not None
        self.game_in_play.pop()
        self.cursor: Node = parent
        parent.branches = [branch for branch in parent.branches if branch is not node]
        del self._answers[node]
        if answer.deal:
            self.head = with_tags(self.head, {f"Pack{answer.deal}": None})
        self._forget(answer.cells)
        self._replay_moves()
        self._play_as_known(answer.waiting_move, [])
        return 1

    # -- describing the deal again ------------------------------------------------------------------------------------

    def describe_again(self, line: str, text: str) -> list[str]:
        """Describe a part of the deal again; what was said of the others stays as far as it fits.

        Args:
            line: the line of places, or the name of the exiles, whose number is given.
            text: its cards, or the number.

        Returns:
            What has to be described once more, in words.

        Raises:
            MoveRefused: a move has been played, or this cannot be.
        """
        if self.move_number or self._awaits_first_answer:
            raise MoveRefused("the deal can only be described before the first move", ["correct 9D 6D corrects a card"])
        cards_of_line: dict[str, list[int]] = {
            self.game.line(cells[0][0]): [self._dealt_position.places[name][index] for name, index in cells]
            for cells in self._face_up_lines()
        }
        head = self.head
        if line in cards_of_line:
            cards_of_line[line] = [*_cards_of(text)]
        elif line == "exile" and self.game.hidden_places != ("stock",):
            head = with_tags(head, {"Layout": layout_after_answer(self.game, text)})
        else:
            lines = join_words(list(cards_of_line), "or")
            raise MoveRefused(f"`{line[:20]}` is no place of cards that lie face up: there are {lines}")
        with self.correction():
            return self._describe(head, cards_of_line, line)

    def _describe(self, head: list[Tag | Comment], cards_of_line: dict[str, list[int]], line: str) -> list[str]:
        """Describe the deal from its beginning; return the lines whose cards do not fit any more, in words."""
        self.head = head
        self._dealt_position = self._deal(head).position
        for cells in self._face_up_lines():
            for cell in cells:
                self._set_card(cell, UNKNOWN)
        self._named_cells, lines_left = [], []
        for cells in self._face_up_lines():
            name = self.game.line(cells[0][0])
            cards = cards_of_line.get(name, [])
            if UNKNOWN in cards:
                continue
            if len(cards) != len(cells):
                if name == line:
                    raise MoveRefused(f"these are {pluralize(len(cards), 'card')}, not {len(cells)}")
                lines_left.append(self.game.words(name))
                continue
            for cell, card in zip(cells, cards, strict=True):
                self._name_card(cell, card)
        self._cells_of_next_move = []
        self._replay_moves()
        self._check_known_cards()
        return lines_left

    def ask_for_rest(self) -> None:
        """Ask for the cards that nobody has seen, now that the game is over.

        Raises:
            MoveRefused: it is not over, or all cards are known.
        """
        if not self.has_unknown_cards:
            raise MoveRefused("all cards are known")
        if self.result == "*":
            raise MoveRefused("the game is not over: its cards are asked for as they come to light")
        self._asks_for_rest = True
        self.version += 1

    def _cells_of_rest(self) -> list[Cell]:
        """Return where the next cards lie that nobody has seen: those of one place, the top card first."""
        cells = self._unseen_cards()
        return [cell for cell in cells if cell[0] == cells[0][0]][::-1]

    def cancel_question(self) -> bool:
        """Cancel the move that waits for cards; return whether there was one."""
        move_waited = self._waiting_move is not None
        self._waiting_move, self._cells_of_waiting_move = None, []
        return move_waited

    def _name_card(self, cell: Cell, card: int) -> None:
        """Write a card where it lay as dealt.

        Raises:
            MoveRefused: no copy of it is left.
        """
        self._check_copies_left(card, 1)
        self._set_card(cell, card)
        self._named_cells.append(cell)
        self._cells_of_next_move.append(cell)
        self._fill_in()

    def _check_copies_left(self, card: int, count: int) -> None:
        """Check that enough copies of a card are still unnamed.

        Raises:
            MoveRefused: there are not.
        """
        packs = self.game.packs
        dealt_cards = [card & ~DOWN for _, card in _cards_by_cell(self._dealt_position)]
        known_copies = dealt_cards.count(card)
        for name, pile in self._dealt_position.places.items():
            if is_foundation_name(name) and card in pile:
                known_copies += 1
        if known_copies + count <= packs:
            return
        where = join_words(self.game_in_play.position.whereabouts(card) or ["on this table"])
        if count > 1:
            times = "twice" if count == 2 else f"{count} times"
            copies = "the pack has one" if packs == 1 else f"the packs have {packs}"
            if known_copies:
                copies += f", of which {known_copies} {'is' if known_copies == 1 else 'are'} known already: {where}"
            raise MoveRefused(f"{PRETTY[card]} is named {times} here, and {copies}")
        all_copies = f"the {PRETTY[card]} of the pack is" if packs == 1 else f"both {PRETTY[card]} of the packs are"
        help = [f"if another card was taken for it, correct that: correct {TEXT[card]} …"]
        raise MoveRefused(f"{all_copies} known already: {where}", help)

    def _set_card(self, cell: Cell, card: int) -> None:
        """Put a card into the position as dealt, face down if one lies face down there."""
        name, index = cell
        self._dealt_position = self._dealt_position.copy()
        down = self._dealt_position.places[name][index] & DOWN
        self._dealt_position.table.set_card(self.game.places[name], index, card | down)

    def _fill_in(self) -> None:
        """Name the remaining cards if they can only be one card."""
        unseen_cells, unnamed_cards = self._unseen_cards(), self.unnamed_cards()
        if len(unnamed_cards) == len(unseen_cells) and len(set(unnamed_cards)) == 1:
            for cell in unseen_cells:
                self._set_card(cell, unnamed_cards[0])
                self._cells_of_next_move.append(cell)
                self._inferred_cards.append(unnamed_cards[0])

    def unnamed_cards(self) -> list[int]:
        """Return the cards of the packs that have not been named."""
        known_cards: Counter[int] = Counter()
        for pile in self._dealt_position.places.values():
            known_cards.update(card & ~DOWN for card in pile if card != GAP)
        all_cards = Counter(dict.fromkeys(PACK, self.game.packs))
        return list((all_cards - known_cards).elements())

    # -- playing ------------------------------------------------------------------------------------------------------

    def push(self, command: Move, mark: str = "", *, by_player: bool = True) -> None:
        """Play a move as in any session. If a card must be seen first, the move waits for it (:attr:`question`)."""
        if self._waiting_move is None and self.question:
            raise MoveRefused("the table is not known yet", [self.question])
        self.cancel_question()
        self._inferred_cards = []
        with self.attempt():
            self._play_as_known(WaitingMove(command, mark, by_player), [])

    def _play_as_known(
        self, waiting_move: WaitingMove, named_cards: Sequence[int], order: Sequence[int] | None = None
    ) -> None:
        """Play a move as far as its cards are known. If a card is missing that nobody has named, the move waits.

        Args:
            waiting_move: the move.
            named_cards: cards that were named as they come to light, in order.
            order: the shuffled order of a redeal.
        """
        command = waiting_move.command
        cards_left = list(named_cards) or list(command.shown or ())
        while True:
            self.cancel_question()
            cells = self._cells_before_move(command)
            if not cells:
                full_move = self._play_command(command._replace(shown=None), order)
                cells = self._cells_after_move()
                if not cells:
                    break
                self.game_in_play.pop()
            elif command.card is not None and command.source != "redeal":
                cards_left.insert(0, command.card)
            if not cards_left:
                self._waiting_move, self._cells_of_waiting_move = waiting_move, cells
                self.version += 1
                return
            self._name_card(cells[0], cards_left.pop(0))
            self._replay_moves()
        # Cards that were the only ones left have been filled in meanwhile.
        revealed_cards = [*self._inferred_cards, *(full_move.shown or ())]
        if full_move.card is not None:
            revealed_cards.append(full_move.card)
        surplus = list((Counter(cards_left) - Counter(revealed_cards)).elements())
        if surplus:
            self.game_in_play.pop()
            raise MoveRefused(f"no card has been turned up that could be {pretty(surplus)}")
        self._add_to_tree(full_move, waiting_move.mark, waiting_move.by_player)
        if self._checked_cells != self._named_cells or self.result != "*":
            self._check_known_cards()

    def _cells_after_move(self) -> list[Cell]:
        """Return where the unknown cards lay as dealt that face up after the last move, in the order in which they came
        to light."""
        visible_cells = visible_unknown_cards(self.game_in_play.position)
        cells = [origin_of(self.game_in_play.steps, *cell) for cell in visible_cells]
        # A pile is dealt from its top, so the first card lies highest.
        return sorted(cells, key=lambda cell: (cell[0], -cell[1]))

    def _cells_before_move(self, command: Move) -> list[Cell]:
        """Return where the cards lay as dealt that must be seen before a move can be made. There are none if it can be
        made, or is not legal in any case."""
        if command.source == "redeal":
            return self._cells_before_redeal(command)
        if command.source not in ("exile", "deal"):
            return []
        position = self.game_in_play.position
        bare_command = command._replace(card=None, dest=None, path=None, shown=None)
        refusal = position.why_not(bare_command)
        if refusal is not None:
            if refusal.code != CARD_NOT_KNOWN:
                return []
        elif command.card is None:
            return []
        # A player who names the card has turned it up.
        place = "exile" if command.source == "exile" else "stock"
        pile = position.places[place]
        if not pile or pile[-1] != UNKNOWN or position.places.get("hand"):
            return []
        return [origin_of(self.game_in_play.steps, place, len(pile) - 1)]

    def _cells_before_redeal(self, command: Move) -> list[Cell]:
        """Return where the cards lay as dealt that must be seen before a redeal, the first card to be dealt first."""
        position = self.game_in_play.position
        if position.why_not(command) is not None:
            return []
        if self._deal_without_order():
            # Only their number matters here.
            return [("stock", index) for index in range(len(self._cards_to_shuffle()))]
        index_of_origin = {
            origin_of(self.game_in_play.steps, name, index): index
            for (name, index), card in _cards_by_cell(position)
            if card & ~DOWN == UNKNOWN
        }
        return sorted(index_of_origin, key=lambda cell: -index_of_origin[cell])

    # -- checking and correcting --------------------------------------------------------------------------------------

    def _check_known_cards(self) -> None:
        """Check that the known cards are possible.

        Raises:
            MoveRefused: they are not.
        """
        if self._started_undescribed:
            self._check_deal()
        replayed = replay(self.transcript(), hints=False)
        unreachable = [problem for problem in replayed.diagnostics if problem.code == UNREACHABLE_POSITION]
        if replayed.error is not None:
            raise MoveRefused(replace(replayed.error, lines=(), number=None))
        if unreachable:
            raise MoveRefused(replace(unreachable[0], lines=(), number=None))
        self._checked_cells = list(self._named_cells)

    def _check_deal(self) -> None:
        """Check that the known cards of the deal are where a deal can put them.

        Raises:
            MoveRefused: they are not.
        """
        for place, reason in self.game.undealt_cards(self._dealt_position):
            message = f"{self.game.words(place)} cannot hold {reason}"
            raise MoveRefused(message, ["look again: one of its cards, or the number of cards in exile, may be wrong"])

    def correct_if_legal(
        self, origins: Sequence[Cell], cards: Sequence[int], next_move: Move
    ) -> list[Correction] | None:
        """Return the corrections of misnamed cards; None if the moves of the game, and another one after them, would
        not be legal with them. Everything stays as it is.

        Args:
            origins: where the cards lay as dealt.
            cards: what they may be.
            next_move: the other move.
        """
        corrections = [
            self._correction_at(origin, self.card_as_named(origin), card)
            for origin, card in zip(origins, cards, strict=True)
        ]
        state = self._state()
        try:
            self._correct_cells(origins, corrections)
            return corrections if self.visible_position.why_not(next_move) is None else None
        except MoveRefused:
            return None
        finally:
            self._restore(state)

    def origins_of(self, card: int) -> list[Cell]:
        """Return where the copies of a card lay as dealt, the last named first."""
        return self._cells_of(Correction(card, card))

    def origins_of_exiles(self, moves: int) -> list[Cell]:
        """Return where the exiles lay as dealt that were turned up and named for the last moves, the last named first.

        Args:
            moves: how many moves to go back.
        """
        path = self.cursor.path()[-moves:]
        answers = [self._answers[node] for node in reversed(path) if node in self._answers]
        return [answer.cells[0] for answer in answers if answer.waiting_move.command.source == "exile" and answer.cells]

    def card_as_named(self, origin: Cell) -> int:
        """Return the card that lay somewhere as dealt, as it was named."""
        place, index = origin
        return self._dealt_position.places[place][index] & ~DOWN

    def correct(self, corrections: Sequence[Correction], next_move: Move | None = None) -> int:
        """Correct cards that were misnamed, as any session says.

        Raises:
            MoveRefused: no such card was named, the moves of the game would not be legal with the real cards, or
                either of two copies may be meant.
        """
        copies_of_cards = []
        for correction in corrections:
            copies = self._cells_of(correction)
            if not copies:
                where = f" in {self.game.words(correction.place)}" if correction.place else ""
                raise MoveRefused(f"no {PRETTY[correction.old]} has been seen{where}")
            copies_of_cards.append(copies)
        first_error = None
        possible_choices = []
        # If there are two copies of a card, either may have been misnamed, if it leads to a legal game.
        for cells in itertools.product(*copies_of_cards):
            if len(set(cells)) < len(cells):
                continue
            state = self._state()
            try:
                self._correct_cells(cells, corrections)
                possible_choices.append(cells)
            except MoveRefused as error:
                first_error = first_error or error
            self._restore(state)
        if not possible_choices:
            raise first_error or MoveRefused("one card cannot be corrected twice at once")
        if len(possible_choices) > 1:
            raise self._which_copy(corrections, possible_choices)
        with self.correction():
            moves_lost = self._correct_cells(possible_choices[0], corrections)
            if next_move is not None:
                self.push(next_move)
            return moves_lost

    def _correct_cells(self, cells: Sequence[Cell], corrections: Sequence[Correction]) -> int:
        """Write other cards where some lay as dealt, and play the moves again; return how many were lost."""
        for cell in cells:
            self._set_card(cell, UNKNOWN)
        for cell, correction in zip(cells, corrections, strict=True):
            self._name_card(cell, correction.new)
        self._cells_of_next_move = []
        return self._correct_moves({correction.old: correction.new for correction in corrections})

    def _which_copy(self, corrections: Sequence[Correction], choices: Sequence[Sequence[Cell]]) -> MoveRefused:
        """Return the question which of the copies of cards were misnamed."""
        texts_of_choices = []
        for cells in choices:
            placed_corrections = [
                self._correction_at(cell, old, new) for cell, (old, new, *_) in zip(cells, corrections, strict=True)
            ]
            texts_of_choices.append(corrections_text(placed_corrections))
        cards = join_words(list(dict.fromkeys(PRETTY[correction.old] for correction in corrections)))
        return MoveRefused(f"there are two of {cards}: which one was it?", texts_of_choices)

    def _correction_at(self, origin: Cell, old: int, new: int) -> Correction:
        """Return the correction of a card that says where it lies now, and its number there beside another copy.

        Args:
            origin: where the card lay as dealt.
            old, new: the card as it was named, and as it is.
        """
        steps = self.game_in_play.steps
        for place, pile in self.game_in_play.position.places.items():
            for index, card in enumerate(pile):
                if card & ~DOWN == old and origin_of(steps, place, index) == origin:
                    has_twin_here = [card & ~DOWN for card in pile].count(old) > 1
                    return Correction(old, new, place, index + 1 if has_twin_here else None)
        return Correction(old, new)

    def _cells_of(self, correction: Correction) -> list[Cell]:
        """Return where the copies of a misnamed card lay as dealt, the last named first."""
        card, place = correction.old, correction.place
        cells = [cell for cell, dealt_card in _cards_by_cell(self._dealt_position) if dealt_card & ~DOWN == card]
        if place:
            pile = self.game_in_play.position.places.get(place, ())
            indices = [index for index, pile_card in enumerate(pile) if pile_card & ~DOWN == card]
            if correction.number is not None:
                indices = [index for index in indices if index + 1 == correction.number]
            origins = [origin_of(self.game_in_play.steps, place, index) for index in indices]
            # After a redeal nobody can say where a card lay.
            if ("", -1) not in origins:
                cells = [cell for cell in cells if cell in origins]
        order_of_naming = {cell: number for number, cell in enumerate(self._named_cells)}
        return sorted(cells, key=lambda cell: -order_of_naming.get(cell, -1))

    def _correct_moves(self, corrections: dict[int, int]) -> int:
        """Play all moves again from a corrected deal; return how many moves were lost.

        Args:
            corrections: the real cards by the misnamed ones.
        """
        self._deal_again()
        corrected_replay = TreeReplay(self.game_in_play, corrections, self.cursor.path())
        moves_lost = corrected_replay.play_line(self.root)
        self.play_again()
        self.version += 1
        self._check_known_cards()
        return moves_lost

    # -- the deal -----------------------------------------------------------------------------------------------------

    def _deal_again(self) -> None:
        """Start again from the position as dealt, with the cards known now."""
        self.head = with_tags(self.head, {"Layout": self._dealt_position.text})
        try:
            self.game_in_play = self._deal(self.head)
        except Fault as fault:
            raise MoveRefused(fault.message, fault.help) from None

    def _replay_moves(self) -> None:
        """Play the moves again, with the cards known now."""
        self._deal_again()
        try:
            self.play_again()
        except IllegalMove as error:
            raise MoveRefused(error.diagnostic) from None
        self.version += 1


def _cards_by_cell(position: Position) -> list[tuple[Cell, int]]:
    """Return every card that is not on a foundation, with where it lies."""
    return [
        ((name, index), card)
        for name, pile in position.places.items()
        if not is_foundation_name(name)
        for index, card in enumerate(pile)
    ]


def _cards_of(text: str) -> list[int]:
    """Return the cards that a text names.

    Raises:
        MoveRefused: a word is not a card.
    """
    cards = []
    for word in text.replace(",", " ").split():
        card = read_card(word)
        if card is None:
            raise MoveRefused(f"`{word[:20]}` is not a card", ["a card is a rank and a suit, as in 7H or TS"])
        cards.append(card)
    if not cards:
        raise MoveRefused("no card is named", ["a card is a rank and a suit, as in 7H or TS"])
    return cards
