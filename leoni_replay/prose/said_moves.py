"""Statements as moves and claims: the one legal move that fits all that a sentence says, or why there is none."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

from leoni_replay.cards import CARD, DOWN, PRETTY, RANK
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, TURNED_TOO_EARLY
from leoni_replay.games import Game
from leoni_replay.games.places import row_name
from leoni_replay.games.steps import Shift, Step
from leoni_replay.message import Message
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.prose.claim_writer import ClaimWriter
from leoni_replay.prose.game_state import ACTIONS_IN_WORDS, NAMES_BY_SUIT, GameState, claimed_cards
from leoni_replay.prose.misfits import Misfits, listed, rule_of
from leoni_replay.prose.sentences import Statement, Thing
from leoni_replay.prose.tokens import (
    Unread,
    cards,
    is_indefinite,
    names_exile,
    number_in,
)
from leoni_replay.record.legal import why
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay, last_view, result_word

if TYPE_CHECKING:
    from lark import Token

#: The statements that move cards.
MOVES: Final = frozenset({"move", "out", "turn", "exile", "redeal", "dealt", "shown", "filled"})
#: The moves that are one word of the notation, by the kind of their statement.
_ACTIONS: Final = {"turn": "deal", "exile": "exile", "redeal": "redeal"}
_NUMBERS: Final = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10}


class NoneLegal(Unread):
    """Raised for a move that fits no legal one."""


class Play:
    """A game that is played as a page says.

    Args:
        game: the game.
        head: the text of the record at its beginning, without its result word.
        unprinted: the lines of a layout that the page does not print.
        printed: the cards that the page prints, each with the number of its copies.

    Attributes:
        moves: the moves so far, after those of the record at its beginning.
    """

    def __init__(
        self, game: Game[Any], head: str, unprinted: tuple[str, ...] = (), printed: Counter[int] | None = None
    ):
        self.game = game
        self.moves: list[str] = []
        self._head = head
        self._unprinted_lines = unprinted
        self._printed_copies = printed or Counter()
        #: how the game stood when that was last asked
        self._last_state: GameState | None = None

    def branch(self, moves: int) -> Play:
        """Return the same game after some of its moves, to be played otherwise."""
        play = Play(self.game, self._head, self._unprinted_lines, self._printed_copies)
        play.moves = self.moves[:moves]
        return play

    def carry_out(self, statement: Statement) -> list[str]:
        """Play the moves of a statement; return its claims, as the notation writes them.

        Raises:
            Unread: no legal move fits, or several do; or a claim is about nothing that it can name.
        """
        match statement.kind:
            case "move" | "out":
                self._play_moves(statement)
            case "turn" | "redeal" | "exile":
                self._play_action(statement)
            case "dealt":
                self._deal_card(statement)
            case "shown":
                self._show(_shown_cards(statement))
            case "filled":
                self._fill(statement)
            case "exposed":
                return self._expose(statement)
            case _:
                return self._claim_writer.claims(statement)
        return []

    def _fill(self, statement: Statement) -> None:
        """Name the card with which the rules fill a gap after the last move; where the player fills it, move the card.

        Raises:
            Unread: no legal move fits, or several do.
        """
        if self.missing_card() or not self._last_move_left_gap():
            self._show(_shown_cards(statement))
        else:
            gap = statement.things[0].token.update("SPACE", "the vacancy")
            self._play_moves(statement._replace(kind="move", dests=(gap,)))

    def _last_move_left_gap(self) -> bool:
        """Whether a place of the table is empty that a card of the table can go to."""
        replayed = self._state.replayed
        empty_places = [name for name, cards in replayed.position.places.items() if not cards]
        # A deal fills no gap by choice.
        moves_of_cards = [step for step in self._state.legal_steps() if step.move.source not in ACTIONS_IN_WORDS]
        return any(self._state.destination(step) in empty_places for step in moves_of_cards)

    def singly(self, statement: Statement) -> list[Statement]:
        """Return a statement as one for each card, if its cards go to their foundations one after the other; otherwise
        the statement alone.

        Raises:
            Unread: a card is not named.
        """
        dest = statement.dests[0] if statement.dests else None
        if statement.kind not in ("move", "out") or statement.either or len(statement.dests) > 1:
            return [statement]
        if statement.kind == "move" and not self._state.is_foundation(dest):
            return [statement]
        if any(thing.token.type not in NAMES_BY_SUIT for thing in statement.things):
            return [statement]
        if statement.last_alone != "no" and not self._state.is_any_foundation(dest):
            # It is not sure which of the cards go where it says.
            return [statement]
        goes_to_its_own = dest is None or dest.type == "FOUNDATION"
        first, *others = [statement._replace(things=(thing,)) for thing in statement.things]
        if not goes_to_its_own:
            # If the sentence names the card of a foundation, it is that of the first card alone.
            others = [other._replace(kind="out", dests=()) for other in others]
        return [first, *others]

    def refusal(self, statement: Statement) -> tuple[list[str], str]:
        """Return the claim that the moves of a statement are illegal, as the notation writes it, and the rule against
        the first.

        Raises:
            Unread: it does not name its moves, or one of them is legal.
        """
        if statement.kind in _ACTIONS and not statement.things:
            moves = [_ACTIONS[statement.kind]]
        else:
            moves = self._claim_writer.claimed_moves(statement, on_each_foundation=True)
        replayed = self._state.replayed
        objections = [why(replayed, move) for move in moves]
        if not moves or any(answer.objection is None or answer.moves for answer in objections):
            raise Unread("it does not say which move it is")
        return [f"{{= illegal: {' '.join(moves)}}}"], rule_of(objections[0])

    def missing_card(self) -> str:
        """Return why the last move needs the name of a card that came to light; empty if it needs none."""
        error = self._state.replayed.error
        if error is not None and self.moves[-1:] == ["exile"]:
            return "this exile is unknown: name it, for example “Turn up the next exile, the 9 of clubs.”"
        return error.message if error is not None else ""

    @property
    def _state(self) -> GameState:
        """How the game stands after the moves so far. A claim of the book that fails does not end the play."""
        if self._last_state is None or len(self._last_state.moves) != len(self.moves):
            self._last_state = GameState(
                self.game, self._head, tuple(self.moves), self._unprinted_lines, self._printed_copies
            )
        return self._last_state

    @property
    def _misfits(self) -> Misfits:
        return Misfits(self._state)

    @property
    def _claim_writer(self) -> ClaimWriter:
        return ClaimWriter(self._state)

    def result(self, *, is_whole: bool) -> Literal["won", "lost", "*"]:
        """Return the result word of the game.

        Args:
            is_whole: whether all its moves were read: if not, it may have gone on, unless it is won.
        """
        replayed = self._state.replayed
        if not self.moves or replayed.error is not None:
            return "*"
        word = result_word(replayed, last_view(replayed))
        return word if word == "won" or (is_whole and not self._state.unprinted_lines) else "*"

    def holds(self, claims: list[str]) -> bool:
        """Whether claims hold after the moves."""
        return replay(f"{self._head}\n{' '.join([*self.moves, *claims])} *", hints=False).error is None

    def lies_over(self, card: str, buried: list[str]) -> bool:
        """Whether a card lies in a pile on others (``["7D"]``), or on cards that lie on them."""
        # A card that lies face down may be known too: “#7D”.
        piles = [[lying & ~DOWN for lying in pile] for pile in self._state.position.places.values()]
        return any(
            CARD[card] in pile[pile.index(CARD[name]) + 1 :] for pile in piles for name in buried if CARD[name] in pile
        )

    def take_back(self, moves: int) -> None:
        """Go back to the position after some moves."""
        del self.moves[moves:]
        self._last_state = None

    def _play_moves(self, statement: Statement) -> None:
        """Play the moves of cards that a statement names.

        Raises:
            Unread: no legal moves fit, or several do.
        """
        if statement.either or len(statement.dests) > 1:
            raise Unread("it says two moves, and not which of them is played")
        if statement.last_alone == "no" or self._state.is_any_foundation(statement.dests[0]):
            self._play_list(statement)
        else:
            self._play_grouped(statement)

    def _play_grouped(self, statement: Statement) -> None:
        """Play the moves of a list of cards with one destination, which can be that of all, or of the last ones: then
        the cards before them go to their foundations.

        Raises:
            Unread: no legal moves fit, or it is not sure which cards go to the destination.
        """
        readings: dict[tuple[str, ...], str] = {}
        for grouping in self._groupings(statement):
            trial = self.branch(len(self.moves))
            try:
                for part in grouping:
                    trial._play_list(part)
            except NoneLegal:
                if len(grouping) > 1:
                    self._check_first_card(statement)
                continue
            moves = tuple(trial.moves[len(self.moves) :])
            steps = trial._state.replayed.steps[-len(moves) :]
            readings[moves] = f"“{', then '.join([self._state.step_words(step) for step in steps])}”"
        if len(readings) > 1:
            raise Unread(f"it does not say where each card goes: it can be {join_words([*readings.values()], 'or')}")
        if not readings:
            raise Unread(Message("it does not say where each card goes", self._misfits.legal_instead()))
        (moves,) = readings
        self.moves += moves

    def _groupings(self, statement: Statement) -> Iterator[list[Statement]]:
        """Yield each way to divide the cards of a statement between its destination and their foundations."""
        source = statement.source
        first_start = statement.things[0].token.start_pos or 0
        if source is not None and (source.start_pos or 0) > first_start:
            # It was named for the last card.
            source = None
        things = statement.things
        if statement.last_alone == "may":
            yield [statement]
        for number in range(1, len(things)) if statement.last_alone == "may" else [len(things) - 1]:
            out = statement._replace(kind="out", things=things[:number], dests=(), source=source, dest_place=None)
            yield [out, statement._replace(kind="move", things=things[number:])]
        if statement.last_alone == "may" and not self._state.is_foundation(statement.dests[0]):
            yield self._one_on_the_other(statement)

    @staticmethod
    def _one_on_the_other(statement: Statement) -> list[Statement]:
        """Return a statement as one for each card, which all go to the same destination; if it is a card, each goes on
        the card before it."""
        (dest,) = statement.dests
        first, *others = [statement._replace(things=(thing,)) for thing in statement.things]
        if dest.type in ("PLACE", "SPACE"):
            return [first, *others]
        on_each_other = zip(others, statement.things, strict=False)
        return [first, *(other._replace(dests=(before.token,), dest_place=None) for other, before in on_each_other)]

    def _check_first_card(self, statement: Statement) -> None:
        """Raise Unread if the first card of a list is the top card of a pile, and the page does not print where it
        could go by itself: its foundations."""
        for card in _cards_to_move(statement.things[0]):
            if card is not None and self._state.is_on_pile(card):
                self._state.check_printed(
                    [name for line, names in self.game.lines.items() if line[0] == card[1] for name in names]
                )

    def _play_list(self, statement: Statement) -> None:
        """Play the moves of cards that a statement names: one move for each card, or one for all of them together."""
        dest = statement.dests[0] if statement.dests else None
        cards_to_move = [(thing, card) for thing in statement.things for card in _cards_to_move(thing)]
        if len(cards_to_move) > 1 and statement.kind == "move" and not self._state.is_foundation(dest):
            if dest is None or None in [card for _, card in cards_to_move]:
                raise Unread("it does not say where each card goes")
            self._play_run(statement, cards_to_move)
            return
        goes_to_its_own = dest is None or dest.type == "FOUNDATION"
        for number, (thing, card) in enumerate(cards_to_move):
            # If the sentence names the card of a foundation, it is that of the first card alone.
            card_statement = statement
            if number and not goes_to_its_own:
                card_statement = statement._replace(kind="out", dests=())
            self._play_card(card_statement, thing, card)

    def _play_run(self, statement: Statement, cards_to_move: list[tuple[Thing, str | None]]) -> None:
        """Play the move that takes just these cards, and all of them together."""
        run = sorted(CARD[card] for _, card in cards_to_move if card)
        words = _move_in_words(statement, " ".join(PRETTY[CARD[card]] for _, card in cards_to_move if card))
        candidates = []
        for thing, card in cards_to_move:
            for step in self._state.fitting_steps(statement, thing, card):
                shifts = [change for change in step.changes if isinstance(change, Shift)]
                cards_taken = self._state.cards_taken(step)
                if len(cards_taken) == len(shifts) and sorted(cards_taken) == run:
                    candidates.append(step)
        if not candidates:
            # The card that lies deepest takes the others along.
            thing, card = max(cards_to_move, key=lambda pair: self._state.cards_above(pair[1]))
            reason = self._misfits.why_none(statement, thing, card)
            raise NoneLegal(Message(f"no legal move takes “{words}”, and these cards alone", reason))
        self._play_single(candidates, words)

    def _play_card(self, statement: Statement, thing: Thing, card: str | None) -> None:
        """Play the move of one card that fits a statement.

        Args:
            statement: what the sentence says.
            thing: the words for the card.
            card: the card (``7S``); None if it is not named by rank and suit.
        """
        dest = statement.dests[0] if statement.dests else None
        card_words = PRETTY[CARD[card]] if card else str(thing)
        if card and names_exile(thing.token):
            card_words = f"exiled {card_words}"
        elif thing.company is not None:
            card_words = str(thing)
        words = _move_in_words(statement, card_words)
        sources = self._state.sources(statement, thing) or ()
        absence = self._misfits.absence_from_source(statement, thing, card)
        if absence and not self._state.hides_cards(sources):
            raise NoneLegal(
                Message(f"no legal move fits “{words}”: ", absence, self._misfits.legal_instead(card, sources))
            )
        candidates = self._state.fitting_steps(statement, thing, card)
        cells = self._state.cells()
        if dest is not None and dest.type == "SPACE" and all(step.move.dest in cells for step in candidates):
            # The notation has one word for all these places (`>cell`).
            candidates = candidates[:1]
        if not candidates:
            if thing.company is not None and self._state.fitting_steps(statement, thing._replace(company=None), card):
                raise NoneLegal(f"no legal move takes “{words}”, and these cards alone")
            raise NoneLegal(Message(f"no legal move fits “{words}”", self._misfits.why_none(statement, thing, card)))
        if any(self._state.lies_at(denied, step) for denied in statement.denied_dests for step in candidates):
            raise Unread("the card lies where it is said not to go, so this may replace the move that brought it there")
        self._play_single(candidates, words)

    def _play_single(self, candidates: list[Step], words: str) -> None:
        """Play the only candidate.

        Args:
            candidates: the legal moves that fit, at least one.
            words: what they fit, for a message.

        Raises:
            Unread: there are several, or the move depends on what the page does not print.
        """
        for step in candidates:
            self._state.check_independent(step)
        if len(candidates) != 1:
            moves = listed([self._state.step_words(step) for step in candidates])
            raise Unread(f"{pluralize(len(candidates), 'legal move')} fit “{words}”: {moves}")
        (step,) = candidates
        self.moves.append(str(step))

    def _play_action(self, statement: Statement) -> None:
        """Deal, turn up an exile, or deal again."""
        self._state.check_all_printed()
        if statement.things:
            (card,) = claimed_cards(statement.things[0])
            self._turn_up_exile(card, statement.dests[0] if statement.dests else None)
            return
        replayed, action = self._state.replayed, _ACTIONS[statement.kind]
        candidates = [
            step
            for step in self._state.legal_steps()
            if step.move.source == action and (step.move.card is None or action == "exile")
        ]
        if not candidates:
            objection = why(replayed, action).objection
            if action == "exile" and objection is not None and objection.code == CARD_NOT_KNOWN:
                # A sentence after it may name the card.
                self._check_turn_of_exile(replayed)
                self.moves.append(action)
                return
            reason = objection.message if objection else "a card has to be named"
            raise Unread(Message(f"{action} is not legal: ", reason, self._misfits.legal_instead()))
        if statement.place is not None:
            self._check_count(statement.place, candidates[0])
        self._play_single(candidates, action)

    def _turn_up_exile(self, card: str, dest: Token | None = None) -> None:
        """Turn up the exile that a sentence names, and do with it what the rules require.

        Args:
            card: the exile.
            dest: where the sentence says it goes; None if it says nothing of it.

        Raises:
            Unread: it is not legal, or the exile goes elsewhere than where the sentence says.
        """
        replayed = self._state.replayed
        answer = why(replayed, f"exile:{card}")
        if not answer.moves:
            raise Unread(Message("this exile cannot be turned up: ", rule_of(answer), self._misfits.legal_instead()))
        steps = [possible.step for possible in answer.moves]
        fitting_steps = [step for step in steps if dest is None or self._state.goes_to(dest, step, replayed.position)]
        if not fitting_steps:
            by_rules = f"under pile {RANK[CARD[card]]}"
            if steps[0].move.dest != "~":
                by_rules = f"to {self._state.place_words(self._state.destination(steps[0]))}"
            raise Unread(f"{PRETTY[CARD[card]]} does not go there: by the rules it goes {by_rules}")
        self._play_single(fitting_steps, f"the exile {PRETTY[CARD[card]]}")

    def _check_turn_of_exile(self, replayed: Replay) -> None:
        """Check that an unknown exile can be turned up now.

        Raises:
            Unread: the rules forbid it, whichever card it is.
        """
        answers = [why(replayed, f"exile:{card}") for card in ("AC", "KD")]
        if all(answer.objection is not None and answer.objection.code == TURNED_TOO_EARLY for answer in answers):
            raise Unread(Message("exile is not legal: ", rule_of(answers[0]), self._misfits.legal_instead()))

    def _deal_card(self, statement: Statement) -> None:
        """Deal a card that the page names, and play it where the page says.

        Raises:
            Unread: it says several, or no such deal is legal.
        """
        self._state.check_all_printed()
        if len(statement.things) != 1 or statement.either or statement.things[0].token.type not in NAMES_BY_SUIT:
            raise Unread("it does not say which card is dealt")
        (card,) = cards(statement.things[0].token)
        (dest,) = statement.dests or (None,)
        targets = [*self._claim_writer.targets(dest, card, on_each_foundation=True)] if dest is not None else []
        moves = [f"deal:{card}{target}" for target in targets] or [f"deal+{card}"]
        replays = [replay(f"{self._head}\n{' '.join([*self.moves, move])} *", hints=False) for move in moves]
        accepted = [replayed for replayed in replays if replayed.error is None]
        if len(accepted) > 1:
            raise Unread(f"“{dest}” can be several foundations")
        if not accepted:
            objection = replays[0].error.message if replays[0].error else ""
            raise Unread(Message(Move.parse(moves[0]), " is not legal: ", objection, self._misfits.legal_instead()))
        self.moves.append(str(accepted[0].steps[-1]))

    def _show(self, names: list[str]) -> None:
        """Name the cards that the last move brings to light.

        Raises:
            Unread: no move comes before, or it brings others to light.
        """
        if not self.moves:
            raise Unread("no move comes before it that brings a card to light")
        if self.moves[-1].startswith("exile") and len(names) == 1:
            self._name_exile(*names)
            return
        move, plus, cards_shown = self.moves[-1].partition("+")
        if plus and cards_shown.split(",") == names:
            return
        with_cards = f"{move}+{','.join(names)}"
        objection = self._objection_to([*self.moves[:-1], with_cards])
        if plus or objection:
            pretty = join_words([PRETTY[CARD[name]] for name in names])
            colon = ": " if objection else ""
            raise Unread(Message(f"the move before it does not bring {pretty} to light{colon}", objection))
        self.moves[-1] = with_cards
        self._last_state = None

    def _name_exile(self, card: str) -> None:
        """Name the exile that the last move turned up.

        Raises:
            Unread: it is another card, or the rules forbid it.
        """
        move = self.moves[-1]
        if re.match(rf"exile:{card}", move):
            return
        objection = self._objection_to([*self.moves[:-1], f"exile:{card}"])
        if move != "exile" or objection:
            colon = ": " if objection else ""
            raise Unread(Message(f"{PRETTY[CARD[card]]} is not the exile that was turned up{colon}", objection))
        self.take_back(len(self.moves) - 1)
        self._turn_up_exile(card)

    def _expose(self, statement: Statement) -> list[str]:
        """Return the claim that cards are available now; name the card that came to light if it was unknown."""
        names = [name for thing in statement.things for name in claimed_cards(thing)]
        if len(names) == 1 and self.moves and "+" not in self.moves[-1]:
            with contextlib.suppress(Unread):
                self._show(names)
        return [self._claim_writer.availability_claim(statement._replace(kind="available"))]

    def _objection_to(self, moves: list[str]) -> str:
        """Return why some moves cannot be those of the record; empty if they can."""
        error = replay(f"{self._head}\n{' '.join(moves)} *", hints=False).error
        return error.message if error is not None else ""

    def _check_count(self, phrase: Token, step: Step) -> None:
        """Check that a deal turns up as many cards as a sentence says, and begins the row that it names."""
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        turned_up = len([shift for shift in shifts if shift.source in self.game.hidden_places])
        words = re.findall(r"[a-z]+", phrase.lower())
        numbers = [_NUMBERS[word] for word in words if word in _NUMBERS]
        count = turned_up
        if numbers:
            count = numbers[0]
        elif "card" in words:
            count = 1
        dests = {shift.dest for shift in shifts}
        ordinal = re.search("second|third|fourth|fifth|sixth", phrase.lower())
        row = self.game.cells.get(row_name(int(number_in(ordinal[0]))), ()) if ordinal else dests
        if dests.isdisjoint(row):
            raise Unread(f"“{phrase}”: this deal does not begin it")
        if count != turned_up or ("row" in words and not self.game.grid_rows):
            raise Unread(f"“{phrase}”: a deal turns up {pluralize(turned_up, 'card')} here")


def _move_in_words(statement: Statement, card_words: str) -> str:
    """Return what a sentence says of a card, with the places that it names, in the words of its author."""
    words = card_words
    if statement.source is not None:
        source_words = statement.source.strip(" ,")
        words += f" {source_words}" if statement.source.type == "LIES_IN" else f" from {source_words}"
        if statement.carries_source:
            words += " (named for the card before it)"
    if statement.dests:
        words += f" to {statement.dests[0]}"
    if statement.dest_place is not None:
        words += f" in {statement.dest_place}"
    return words


def _shown_cards(statement: Statement) -> list[str]:
    """Return the cards that a sentence says came to light."""
    if statement.either:
        raise Unread("it says two cards, and not which of them came to light")
    return [name for thing in statement.things for name in claimed_cards(thing)]


def _cards_to_move(thing: Thing) -> list[str | None]:
    """Return the cards of a thing, one move each; None if it is not named by rank and suit."""
    token = thing.token
    if token.type == "EITHER":
        raise Unread("it says two cards, and not which of them is played")
    if token.type == "RANKED" and is_indefinite(token):
        raise Unread(f"“{token}” is any card of this rank: a move is about one")
    return [*cards(token)] if token.type in NAMES_BY_SUIT or token.type == "CARDS" else [None]
