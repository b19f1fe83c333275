"""Statements as moves and claims: the one legal move that fits all that a sentence says, or why there is none."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from leoni_replay.cards import CARD, DOWN, GAP, PRETTY, RANK, SUIT_NAMES, TEXT, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, TURNED_TOO_EARLY
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import places_in_message, row_name, suit_named, way_named
from leoni_replay.games.steps import Relaid, Shift, Step
from leoni_replay.message import CitedRule, Message, Option, joined
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.prose.sentences import Statement, Thing
from leoni_replay.prose.tokens import (
    Company,
    Unread,
    cards,
    company,
    fits,
    foundation_limits,
    is_dropped,
    is_indefinite,
    listed_places,
    names_exile,
    number_in,
    phrases,
    places,
    quantity_in,
)
from leoni_replay.record.legal import Why, why
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay, last_view, result_word

if TYPE_CHECKING:
    from lark import Token

#: The statements that move cards.
MOVES: Final = frozenset({"move", "out", "turn", "exile", "redeal", "dealt", "shown", "filled"})
#: The moves that are one word of the notation, by the kind of their statement.
_ACTIONS: Final = {"turn": "deal", "exile": "exile", "redeal": "redeal"}
#: The moves that name no card, and the bases of foundations, as authors say them.
_ACTIONS_IN_WORDS: Final = {"deal": "deal from the stock", "exile": "turn up the next exile", "redeal": "deal again"}
_BASES_IN_WORDS: Final = {"A": "ace", "2": "deuce", "J": "jack", "K": "king"}
_NUMBERS: Final = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10}
#: How many candidates are listed.
_MOST: Final = 6
#: The tokens that name cards by rank and suit.
_CARD: Final = frozenset({"CARD", "SHORT"})


class _NoneLegal(Unread):
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
        #: the last replay, and the number of moves that it has
        self._last_replay: tuple[int, Replay] | None = None

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
                return self._claims(statement)
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
        """Whether a place of the table is empty that a card can go to."""
        replayed = self._current_replay()
        empty_places = [name for name, cards in replayed.position.places.items() if not cards]
        return any(self._destination(step) in empty_places for step in _legal_steps(replayed))

    def _claims(self, statement: Statement) -> list[str]:
        """Return the claims of a statement that moves no card."""
        match statement.kind:
            case "may":
                return [f"{{= legal: {' '.join(self._claimed_moves(statement))}}}"]
            case "may_not":
                return [f"{{= illegal: {' '.join(self._claimed_moves(statement))}}}"]
            case "available" | "not_available" | "available_only":
                return [self._availability_claim(statement)]
            case "may_only":
                return self._only_claims(statement)
            case "vacant":
                return self._vacancy_claims(statement)
            case "topmost":
                return [self._top_claim(statement)]
            case "holds":
                return [self._number_claim(statement)]
        self._check_all_printed()
        match statement.kind:
            case "standstill":
                self._check_only_foundation_moves()
            case "no_card_fits":
                self._check_any_foundation_move()
                if self._only_deals_are_legal():
                    # A card that is turned up is not played.
                    return ["{= standstill}"]
                return ["{= legal set: -}"]
            case "stuck":
                self._check_no_deal()
                return ["{= legal set: -}"]
            case "count":
                assert statement.place is not None
                return [f"{{= legal {number_in(statement.place.lower())}}}"]
        return [f"{{= {statement.kind}}}"]

    def singly(self, statement: Statement) -> list[Statement]:
        """Return a statement as one for each card, if its cards go to their foundations one after the other; otherwise
        the statement alone.

        Raises:
            Unread: a card is not named.
        """
        dest = statement.dests[0] if statement.dests else None
        if statement.kind not in ("move", "out") or statement.either or len(statement.dests) > 1:
            return [statement]
        if statement.kind == "move" and not self._is_foundation(dest):
            return [statement]
        if any(thing.token.type not in _CARD for thing in statement.things):
            return [statement]
        if statement.last_alone != "no" and not self._is_any_foundation(dest):
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
        moves = self._claimed_moves(statement, on_each_foundation=True)
        replayed = self._current_replay()
        objections = [why(replayed, move) for move in moves]
        if not moves or any(answer.objection is None or answer.moves for answer in objections):
            raise Unread("it does not say which move it is")
        return [f"{{= illegal: {' '.join(moves)}}}"], _rule_of(objections[0])

    # -- moves --------------------------------------------------------------------------------------------------------

    def missing_card(self) -> str:
        """Return why the last move needs the name of a card that came to light; empty if it needs none."""
        error = self._current_replay().error
        if error is not None and self.moves[-1:] == ["exile"]:
            return "this exile is unknown: name it, for example “Turn up the next exile, the 9 of clubs.”"
        return error.message if error is not None else ""

    def _current_replay(self) -> Replay:
        """Return the game by its moves alone: a claim of the book that fails does not end the play."""
        if self._last_replay is None or self._last_replay[0] != len(self.moves):
            self._last_replay = len(self.moves), replay(f"{self._head}\n{' '.join(self.moves)} *", hints=False)
        return self._last_replay[1]

    def result(self, *, is_whole: bool) -> Literal["won", "lost", "*"]:
        """Return the result word of the game.

        Args:
            is_whole: whether all its moves were read: if not, it may have gone on, unless it is won.
        """
        replayed = self._current_replay()
        if not self.moves or replayed.error is not None:
            return "*"
        word = result_word(replayed, last_view(replayed))
        return word if word == "won" or (is_whole and not self._unprinted_lines) else "*"

    def holds(self, claims: list[str]) -> bool:
        """Whether claims hold after the moves."""
        return replay(f"{self._head}\n{' '.join([*self.moves, *claims])} *", hints=False).error is None

    def take_back(self, moves: int) -> None:
        """Go back to the position after some moves."""
        del self.moves[moves:]
        self._last_replay = None

    def _play_moves(self, statement: Statement) -> None:
        """Play the moves of cards that a statement names.

        Raises:
            Unread: no legal moves fit, or several do.
        """
        if statement.either or len(statement.dests) > 1:
            raise Unread("it says two moves, and not which of them is played")
        if statement.last_alone == "no" or self._is_any_foundation(statement.dests[0]):
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
            except _NoneLegal:
                if len(grouping) > 1:
                    self._check_first_card(statement)
                continue
            moves = tuple(trial.moves[len(self.moves) :])
            steps = trial._current_replay().steps[-len(moves) :]
            readings[moves] = f"“{', then '.join([self._step_words(step) for step in steps])}”"
        if len(readings) > 1:
            raise Unread(f"it does not say where each card goes: it can be {join_words([*readings.values()], 'or')}")
        if not readings:
            raise Unread(Message("it does not say where each card goes", self._legal_instead()))
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
        if statement.last_alone == "may" and not self._is_foundation(statement.dests[0]):
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
            if card is not None and self._is_on_pile(card):
                self._check_printed(
                    [name for line, names in self.game.lines.items() if line[0] == card[1] for name in names]
                )

    def _is_any_foundation(self, dest: Token | None) -> bool:
        """Whether a destination is the foundation of each card, whichever it is; or there is none."""
        return dest is None or (dest.type == "FOUNDATION" and foundation_limits(dest) == ("", ""))

    def _play_list(self, statement: Statement) -> None:
        """Play the moves of cards that a statement names: one move for each card, or one for all of them together."""
        dest = statement.dests[0] if statement.dests else None
        cards_to_move = [(thing, card) for thing in statement.things for card in _cards_to_move(thing)]
        if len(cards_to_move) > 1 and statement.kind == "move" and not self._is_foundation(dest):
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

    def _is_foundation(self, dest: Token | None) -> bool:
        """Whether a destination is a foundation, or the top card of one."""
        if dest is None:
            return False
        if dest.type == "FOUNDATION":
            return True
        return dest.type in _CARD and self._line_of_top(cards(dest)[0]) != ""

    def _play_run(self, statement: Statement, cards_to_move: list[tuple[Thing, str | None]]) -> None:
        """Play the move that takes just these cards, and all of them together."""
        run = sorted(CARD[card] for _, card in cards_to_move if card)
        words = _move_in_words(statement, " ".join(PRETTY[CARD[card]] for _, card in cards_to_move if card))
        candidates = []
        for thing, card in cards_to_move:
            for step in self._fitting_steps(statement, thing, card):
                shifts = [change for change in step.changes if isinstance(change, Shift)]
                cards_taken = self._cards_taken(step)
                if len(cards_taken) == len(shifts) and sorted(cards_taken) == run:
                    candidates.append(step)
        if not candidates:
            # The card that lies deepest takes the others along.
            thing, card = max(cards_to_move, key=lambda pair: self._cards_above(pair[1]))
            reason = self._why_none(statement, thing, card)
            raise _NoneLegal(Message(f"no legal move takes “{words}”, and these cards alone", reason))
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
        sources = self._sources(statement, thing) or ()
        absence = self._absence_from_source(statement, thing, card)
        if absence and not self._hides_cards(sources):
            raise _NoneLegal(Message(f"no legal move fits “{words}”: ", absence, self._legal_instead(card, sources)))
        candidates = self._fitting_steps(statement, thing, card)
        cells = self._cells()
        if dest is not None and dest.type == "SPACE" and all(step.move.dest in cells for step in candidates):
            # The notation has one word for all these places (`>cell`).
            candidates = candidates[:1]
        if not candidates:
            if thing.company is not None and self._fitting_steps(statement, thing._replace(company=None), card):
                raise _NoneLegal(f"no legal move takes “{words}”, and these cards alone")
            raise _NoneLegal(Message(f"no legal move fits “{words}”", self._why_none(statement, thing, card)))
        self._play_single(candidates, words)

    def _fitting_steps(self, statement: Statement, thing: Thing, card: str | None) -> list[Step]:
        """Return the legal moves that fit all that a sentence says of a card."""
        replayed = self._current_replay()
        position = replayed.position
        sources = self._sources(statement, thing)
        dest = statement.dests[0] if statement.dests else None
        if card is None or (dest is None and statement.kind == "move"):
            self._check_all_printed()
        elif sources is None and self._unprinted_lines and self._printed_copies[CARD[card]] < self.game.packs != 1:
            raise Unread(
                f"the other {PRETTY[CARD[card]]} may lie where the page prints nothing: say where it comes from"
            )
        dest_places = places(statement.dest_place, self.game) if statement.dest_place is not None else None

        def fits_statement(step: Step) -> bool:
            move = step.move
            if move.card is None or (sources is not None and self._source(step) not in sources):
                return False
            if card is not None and TEXT[move.card] != card:
                return False
            if card is None and not _moves_thing(step, thing, position):
                return False
            if statement.kind == "out" and self._destination(step) not in self.game.foundations:
                return False
            if dest_places is not None and self._destination(step) not in dest_places:
                return False
            if thing.company is not None and not self._takes_company(step, thing.company):
                return False
            if dest is None and statement.says_play and self._destination(step) == "talon":
                return False
            return dest is None or self._goes_to(dest, step, position)

        return [step for step in _legal_steps(replayed) if fits_statement(step)]

    def _cards_taken(self, step: Step) -> Sequence[int]:
        """Return the cards that a move takes to its destination, the lowest in its pile first."""
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        shifts_to_dest = [shift for shift in shifts if shift.dest == self._destination(step)]
        return self._current_replay().position.places[shifts_to_dest[0].source][-len(shifts_to_dest) :]

    def _takes_company(self, step: Step, words: Token) -> bool:
        """Whether the cards go with the card of a move that words after it name."""
        others_named = company(words)
        others = [TEXT[card] for card in self._cards_taken(step) if card != step.move.card]
        return (
            others_named.cards in (None, frozenset(others))
            and others_named.number in (None, len(others))
            and others_named.last in ("", *others[-1:])
            and others_named.absent.isdisjoint(others)
        )

    def _why_none(self, statement: Statement, thing: Thing, card: str | None) -> str:
        """Return why no legal move fits what a sentence says of a card, and what is legal instead: the end of a
        message."""
        sources = self._sources(statement, thing) or ()
        card = card or self._card_meant(thing, sources)
        reason = self._absence_from_source(statement, thing, card)
        if not reason and card is not None:
            reason = self._why_not_there(statement, card, sources)
        return Message(": " if reason else "", reason, self._legal_instead(card, sources))

    def _card_meant(self, thing: Thing, sources: tuple[str, ...]) -> str | None:
        """Return the only card on the table that the words for one can mean; None if there are several, or none."""
        position = self._current_replay().position
        if thing.token.type == "RANKED":
            names = [name for name in self.game.places if name not in self.game.foundations]
            in_sight = [card for name in names for card in position.places.get(name, ()) if card < DOWN]
            cards_meant = {TEXT[card] for card in in_sight if card not in (GAP, UNKNOWN)}
            cards_meant = {card for card in cards_meant if fits(thing.token, card)}
        else:
            top_cards = [self._top_card(name) for name in sources if len(sources) == 1]
            cards_meant = {TEXT[card] for card in top_cards if card is not None}
        return cards_meant.pop() if len(cards_meant) == 1 else None

    def _cards_above(self, card: str | None) -> int:
        """Return how many cards lie on a card; 0 if it is in no pile."""
        piles = self._current_replay().position.places.values()
        return max((len(pile) - 1 - pile.index(CARD[card]) for pile in piles if card and CARD[card] in pile), default=0)

    def _why_not_there(self, statement: Statement, card: str, sources: tuple[str, ...]) -> str:
        """Return why a card does not go where a sentence says; empty if leoni cannot say.

        Args:
            statement: what the sentence says.
            card: the card.
            sources: the places where it may lie; none if the sentence names none.
        """
        dest = statement.dests[0] if statement.dests else None
        if dest is not None and dest.type in _CARD and statement.dest_place is not None:
            absence = self._absence(cards(dest)[0], places(statement.dest_place, self.game), statement.dest_place)
            if absence:
                return absence
        if dest is not None and dest.type == "PLACE" and re.search("empty|vacant", dest, re.I):
            (name, *_) = places(dest, self.game)
            if self._current_replay().position.places[name]:
                return Message(self.game.words(name), " is not empty")
        targets = self._targets_meant(statement, card)
        if targets is None:
            return "" if self._unprinted_lines else "no such place is empty"
        replayed = self._current_replay()
        known_cards = {entry & ~DOWN for pile in replayed.position.places.values() for entry in pile}
        if CARD[card] not in known_cards and UNKNOWN not in known_cards:
            table = "the table that the page prints" if self._unprinted_lines else "the table"
            return f"there is no {PRETTY[CARD[card]]} on {table}"
        if dest is not None and dest.type in _CARD and (other_suit := self._foundation_of_other_suit(dest, card)):
            return other_suit
        holders = [name for name in sources if CARD[card] in replayed.position.places.get(name, ())]
        source = f"{holders[0]}:" if len(holders) == 1 and holders[0] not in self.game.foundations else ""
        reasons = []
        for target in targets:
            with contextlib.suppress(ValueError):
                answer = why(replayed, f"{source}{card}{target}")
                if not answer.moves:
                    reasons.append(_rule_of(answer))
        return joined([*dict.fromkeys(reasons)], "; ")

    def _targets_meant(self, statement: Statement, card: str) -> list[str] | None:
        """Return the destinations that a sentence can mean, as a move writes them: “” for anywhere; None if it asks for
        an empty place and there is none."""
        dest = statement.dests[0] if statement.dests else None
        if dest is None and statement.kind != "out":
            return [""]
        if dest is None or dest.type == "FOUNDATION" or self._means_own_foundation(dest, card):
            base, _ = foundation_limits(dest) if dest is not None else ("", "")
            return [way for way in self.game.ways if self._has_base(f"{card[1]}{way}", base)]
        match dest.type:
            case "PLACE":
                return [f">{name}" for name in places(dest, self.game)[:1]]
            case "SPACE":
                position, cells = self._current_replay().position, self._cells()
                kind = [*cells] if "cell" in dest.lower() else [f">{name}" for name in self.game.places]
                empty_places = [
                    target
                    for target in kind
                    if not position.places.get(target[1:], [GAP]) and target[1:] not in self.game.foundations
                ]
                return sorted(empty_places)[:1] or None
        return [self._target_on(name, card) for name in cards(dest)] if dest.type in _CARD else []

    def _means_own_foundation(self, dest: Token, card: str) -> bool:
        """Whether words such as “its ace” can only mean a foundation: no pile has that card on top."""
        if dest.type != "OWN_BASE":
            return False
        base = foundation_limits(dest)[0] + card[1]
        return not self._is_on_pile(base) and any(self._base(line) == base[0] for line in self.game.lines)

    def _is_on_pile(self, card: str) -> bool:
        """Whether a card is the top card of a place that is no foundation, or may be one on a place that the page does
        not print."""
        places_of_table = [name for name in self.game.places if name not in self.game.foundations]
        if self._unprinted(places_of_table) and self._printed_copies[CARD[card]] < self.game.packs:
            return True
        return any(self._top_card(name) == CARD[card] for name in places_of_table)

    def _target_on(self, target_card: str, card: str) -> str:
        """Return the destination of a card that is said to go on another one, as a move writes it: the foundation of
        its suit if the other card is on top there and on no pile."""
        line = self._line_of_top(target_card)
        if line[:1] == card[1] and not self._is_on_pile(target_card):
            return line[1:]
        return f">{target_card}"

    def _foundation_of_other_suit(self, dest: Token, card: str) -> str:
        """Return that a card is said to go on the foundation of another suit than its own; empty if it is not."""
        (target_card,) = cards(dest)
        line = self._line_of_top(target_card)
        if line[:1] in ("", card[1]) or self._is_on_pile(target_card):
            return ""
        suit = SUIT_NAMES[suit_named(line)]
        return f"{PRETTY[CARD[target_card]]} is the top card of a foundation of {suit}, where only {suit} go"

    def _absence_from_source(self, statement: Statement, thing: Thing, card: str | None) -> str:
        """Return that a card does not lie where a sentence says it comes from; empty if it lies there, or the sentence
        does not say where."""
        sources = self._sources(statement, thing)
        if sources is None:
            return ""
        return self._absence(card, sources, thing.place or statement.source or thing.token)

    def _absence(self, card: str | None, names: tuple[str, ...], words: str) -> str:
        """Return that a card lies in none of some places, and which card is on top there; empty if it lies there, or
        nobody knows.

        Args:
            card: the card; None for any.
            names: the places.
            words: the words of the sentence for them.
        """
        position = self._current_replay().position
        contents = [entry for name in names for entry in position.places.get(name, ()) if entry != GAP]
        if CARD[card] in contents if card is not None else contents:
            return ""
        if len(names) == 1:
            words = self.game.words(names[0])
        if self._unprinted(names):
            return "" if contents else Message("the page does not print ", words)
        if not contents:
            return Message(words, " is empty") if len(names) == 1 else Message("there is no card in ", words)
        assert card is not None
        face_up = " face up" if self._hides_cards(names) else ""
        top_card = self._top_card(names[0]) if len(names) == 1 else None
        is_top = f"; its top card is {PRETTY[top_card]}" if top_card is not None else ""
        return Message(f"there is no {PRETTY[CARD[card]]}{face_up} in ", words, is_top)

    def _hides_cards(self, names: tuple[str, ...]) -> bool:
        """Whether a card of some places is unknown, lies face down, or is not printed."""
        position = self._current_replay().position
        contents = [card for name in names for card in position.places.get(name, ()) if card != GAP]
        return bool(self._unprinted(names)) or any(card == UNKNOWN or card >= DOWN for card in contents)

    def _top_card(self, name: str) -> int | None:
        """Return the top card of a place; None if it has none, or if nobody sees it."""
        position = self._current_replay().position
        top_cards = [] if name in position.closed_places else position.places.get(name, [])[-1:]
        return next((card for card in top_cards if card < DOWN and card not in (GAP, UNKNOWN)), None)

    def _legal_instead(self, card: str | None = None, sources: tuple[str, ...] = ()) -> str:
        """Return which moves are legal with a card, or from some places; if none is, all moves if they are few: the end
        of a message."""
        steps = _legal_steps(self._current_replay())
        with_card = [step for step in steps if card is not None and step.move.card == CARD[card]]
        from_place = [step for step in steps if step.move.card is not None and sources == (self._source(step),)]
        answer = ""
        if card is not None and (moves := self._moves_seen(with_card)):
            answer = Message(f"; legal with {PRETTY[CARD[card]]}: ", moves)
        if any(step not in with_card for step in from_place) and (moves := self._moves_seen(from_place)):
            answer = Message(answer, "; legal from ", self.game.words(sources[0]), ": ", moves)
        if answer or self._unprinted_lines or len(steps) > _MOST:
            return answer
        position = self._current_replay().position
        if steps:
            here = "legal as far as the cards are known" if position.doubtful() else "legal here"
            return Message(f"; {here}: ", self._moves_seen(steps))
        return "" if position.awaits_order or position.doubtful() else "; no move is legal here"

    def _moves_seen(self, steps: list[Step]) -> str:
        """Return moves as a player knows them before they are played, without the cards that they turn up; without
        those that depend on what the page does not print."""
        moves: list[str] = []
        for step in steps:
            words = self._step_words(step)
            if words not in moves and self._is_independent(step):
                moves.append(words)
            if len(moves) > _MOST:
                break
        return _listed(moves)

    def _step_words(self, step: Step) -> str:
        """Return a move as an author says it: ``2♠ from pile 11 to the ace foundation``."""
        move = step.move
        if move.card is None or move.source in self._current_replay().position.closed_places:
            return _ACTIONS_IN_WORDS.get(move.source or "", str(move))
        source, dest = self._source(step), self._destination(step)
        source_words = f" from {self._place_words(source)}" if source in self.game.places else ""
        dest_words = f" to {self._place_words(dest)}" if dest else ""
        return f"{PRETTY[move.card]}{source_words}{dest_words}"

    def _place_words(self, name: str) -> str:
        """Return a place as an author says it; a foundation by its base if there are two for each suit."""
        if name not in self.game.foundations:
            return self.game.words(name)
        base = _BASES_IN_WORDS.get(self._base(self.game.line(name)), "")
        return f"the {base} foundation" if base and len(self.game.ways) > 1 else "the foundation"

    def _play_single(self, candidates: list[Step], words: str) -> None:
        """Play the only candidate.

        Args:
            candidates: the legal moves that fit, at least one.
            words: what they fit, for a message.

        Raises:
            Unread: there are several, or the move depends on what the page does not print.
        """
        for step in candidates:
            self._check_independent(step)
        if len(candidates) != 1:
            moves = _listed([self._step_words(step) for step in candidates])
            raise Unread(f"{pluralize(len(candidates), 'legal move')} fit “{words}”: {moves}")
        (step,) = candidates
        self.moves.append(str(step))

    def _play_action(self, statement: Statement) -> None:
        """Deal, turn up an exile, or deal again."""
        self._check_all_printed()
        if statement.things:
            (card,) = _claimed_cards(statement.things[0])
            self._turn_up_exile(card, statement.dests[0] if statement.dests else None)
            return
        replayed, action = self._current_replay(), _ACTIONS[statement.kind]
        candidates = [
            step
            for step in _legal_steps(replayed)
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
            raise Unread(Message(f"{action} is not legal: ", reason, self._legal_instead()))
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
        replayed = self._current_replay()
        answer = why(replayed, f"exile:{card}")
        if not answer.moves:
            raise Unread(Message("this exile cannot be turned up: ", _rule_of(answer), self._legal_instead()))
        steps = [possible.step for possible in answer.moves]
        fitting_steps = [step for step in steps if dest is None or self._goes_to(dest, step, replayed.position)]
        if not fitting_steps:
            by_rules = f"under pile {RANK[CARD[card]]}"
            if steps[0].move.dest != "~":
                by_rules = f"to {self._place_words(self._destination(steps[0]))}"
            raise Unread(f"{PRETTY[CARD[card]]} does not go there: by the rules it goes {by_rules}")
        self._play_single(fitting_steps, f"the exile {PRETTY[CARD[card]]}")

    def _check_turn_of_exile(self, replayed: Replay) -> None:
        """Check that an unknown exile can be turned up now.

        Raises:
            Unread: the rules forbid it, whichever card it is.
        """
        answers = [why(replayed, f"exile:{card}") for card in ("AC", "KD")]
        if all(answer.objection is not None and answer.objection.code == TURNED_TOO_EARLY for answer in answers):
            raise Unread(Message("exile is not legal: ", _rule_of(answers[0]), self._legal_instead()))

    def _deal_card(self, statement: Statement) -> None:
        """Deal a card that the page names, and play it where the page says.

        Raises:
            Unread: it says several, or no such deal is legal.
        """
        self._check_all_printed()
        if len(statement.things) != 1 or statement.either or statement.things[0].token.type not in _CARD:
            raise Unread("it does not say which card is dealt")
        (card,) = cards(statement.things[0].token)
        (dest,) = statement.dests or (None,)
        targets = [*self._targets(dest, card, on_each_foundation=True)] if dest is not None else []
        moves = [f"deal:{card}{target}" for target in targets] or [f"deal+{card}"]
        replays = [replay(f"{self._head}\n{' '.join([*self.moves, move])} *", hints=False) for move in moves]
        accepted = [replayed for replayed in replays if replayed.error is None]
        if len(accepted) > 1:
            raise Unread(f"“{dest}” can be several foundations")
        if not accepted:
            objection = replays[0].error.message if replays[0].error else ""
            raise Unread(Message(Move.parse(moves[0]), " is not legal: ", objection, self._legal_instead()))
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
        self._last_replay = None

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
        names = [name for thing in statement.things for name in _claimed_cards(thing)]
        if len(names) == 1 and self.moves and "+" not in self.moves[-1]:
            with contextlib.suppress(Unread):
                self._show(names)
        return [self._availability_claim(statement._replace(kind="available"))]

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

    # -- what fits ----------------------------------------------------------------------------------------------------

    def _sources(self, statement: Statement, thing: Thing) -> tuple[str, ...] | None:
        """Return the places that a sentence says a card comes from; None if it says none."""
        token = thing.place or statement.source
        if token is not None and token.type == "FOUNDATION":
            base, suit = foundation_limits(token)
            lines = [line for line in self.game.lines if self._has_base(line, base) and suit in ("", line[0])]
            if not base and len(self.game.ways) > 1:
                raise Unread("it does not say from which foundation to which")
            return tuple(name for line in lines for name in self.game.lines[line])
        if token is not None:
            return places(token, self.game)
        if is_dropped(thing.token):
            return places(thing.token, self.game)
        return ("exile",) if names_exile(thing.token) else None

    def _base(self, line: str) -> str:
        """Return the rank of the first card of a foundation, by its line in a layout."""
        return "A23456789TJQK"[self.game.ranks[way_named(line)][0] - 1]

    def _has_base(self, line: str, base: str) -> bool:
        """Whether a foundation, by its line, has a base, or is built the way (``^``), that is said; or none is said."""
        return base in ("", way_named(line), self._base(line))

    def _cells(self) -> frozenset[str]:
        """Return the destinations of moves that go to a free cell."""
        return frozenset(f">{place}" for place in self.game.vocabulary.group_named(">cell"))

    def _source(self, step: Step) -> str:
        """Return the place from which a move takes its card; empty if it takes none."""
        if step.move.source is not None:
            return step.move.source
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        return shifts[0].source if shifts else ""

    def _destination(self, step: Step) -> str:
        """Return the place to which a move takes its card; empty if it takes none there."""
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        for shift in shifts:
            if shift.source == step.move.source:
                return shift.dest
        return shifts[0].dest if shifts else ""

    def _goes_to(self, dest: Token, step: Step, position: Position) -> bool:
        """Whether a move goes where a sentence says."""
        move, place = step.move, self._destination(step)
        assert move.card is not None
        if move.dest == "~":
            # A woven exile goes under the pile of its rank.
            return dest.type == "PLACE" and places(dest, self.game) == (str(RANK[move.card]),)
        pile = [card for card in position.places.get(place, []) if card != GAP]
        is_foundation = place in self.game.foundations
        match dest.type:
            case "PLACE":
                must_be_empty = re.search("empty|vacant", dest, re.I)
                return not is_foundation and place in places(dest, self.game) and not (must_be_empty and pile)
            case "FOUNDATION":
                base, suit = foundation_limits(dest)
                has_base = is_foundation and self._has_base(self.game.line(place), base)
                return has_base and suit in ("", TEXT[move.card][1])
            case "OWN_BASE":
                # A card of its suit on a pile can be meant as well.
                base = foundation_limits(dest)[0]
                is_base_on_pile = [TEXT[card] for card in pile[-1:] if card < DOWN] == [base + TEXT[move.card][1]]
                return is_base_on_pile or (is_foundation and self._base(self.game.line(place)) == base)
            case "SPACE":
                is_cell = f">{place}" in self._cells()
                return not is_foundation and not pile and is_cell == ("cell" in dest.lower())
            case "EITHER":
                raise Unread(f"“{dest}” are two cards, and it does not say which")
            case "RANKED" if is_indefinite(dest):
                raise Unread(f"“{dest}” is any card of this rank: a move goes on one")
        return bool(pile) and pile[-1] < DOWN and pile[-1] != UNKNOWN and fits(dest, TEXT[pile[-1]])

    # -- claims -------------------------------------------------------------------------------------------------------

    def _availability_claim(self, statement: Statement) -> str:
        """Return the claim that cards are available, are not, or are the only ones that are."""
        names = []
        for thing in statement.things:
            says_place = statement.source is not None or is_dropped(thing.token)
            for name in _claimed_cards(thing):
                self._check_card(name)
                names.append(f"{self._place_of(name, statement, thing)}:{name}" if says_place else name)
        if statement.kind == "available_only":
            self._check_all_printed()
        return f"{{= {statement.kind.replace('_', ' ')}: {' '.join(names)}}}"

    def _only_claims(self, statement: Statement) -> list[str]:
        """Return the claims that cards can be played: one that each of them can, and that no other can if one can.

        Raises:
            Unread: it does not say whether it denies moves from pile to pile.
        """
        self._check_all_printed()
        dest = statement.dests[0] if statement.dests else None
        names = [name for thing in statement.things for name in _claimed_cards(thing)]
        number = number_in(statement.place.lower()) if statement.place is not None else ""
        if number and int(number) != len(names):
            raise Unread(f"it says {pluralize(int(number), 'card')} and names {len(names)}")
        others = [
            step
            for step in _legal_steps(self._current_replay())
            if step.move.card is not None and TEXT[step.move.card] not in names and not self._is_deal(step)
        ]
        position = self._current_replay().position
        others_to_foundations = [
            step
            for step in others
            if self._destination(step) in self.game.foundations
            and (dest is None or self._goes_to(dest, step, position))
        ]
        if dest is None and others and not others_to_foundations:
            raise Unread(
                "it does not say whether it denies moves to the foundations alone, and this is legal here: "
                f"{self._step_words(others[0])}"
            )
        moves = []
        for thing in statement.things:
            either = self._claimed_moves(statement._replace(things=(thing,)), on_each_foundation=True)
            moves += [move for move in either if why(self._current_replay(), move).moves] or either
        denied = [f"{{= illegal: {step.move}}}" for step in others_to_foundations[:1]]
        return [f"{{= legal: {' '.join(moves)}}}", *denied]

    def _vacancy_claims(self, statement: Statement) -> list[str]:
        """Return the claims that places are empty, one for each."""
        assert statement.place is not None
        names = listed_places(statement.place, self.game)
        self._check_printed(names)
        return [f"{{= {name}: -}}" for name in names]

    def _number_claim(self, statement: Statement) -> str:
        """Return the claim how many cards lie in a place."""
        assert statement.place is not None
        words = statement.place.lower()
        if "exile" in words or "shuttle" in words:
            names: tuple[str, ...] = ("exile",) if "exile" in self.game.order else ()
        elif "stock" in words:
            names = ("stock",) if "stock" in self.game.order else ()
        else:
            names = places(statement.place, self.game)
        if len(names) != 1:
            raise Unread(f"“{statement.place}”: it is not sure which place of {self.game.name} this is")
        self._check_printed(names)
        quantity = phrases()["QUANTITY"].search(words)
        return f"{{= {names[0]} {quantity_in(quantity['quantity']) if quantity else 0}}}"

    def _top_claim(self, statement: Statement) -> str:
        """Return the claim that a card is the top card of a place."""
        place = statement.things[0].place
        if place is None or len(statement.things) > 1:
            raise Unread("it does not say of which place this is the top card")
        names = places(place, self.game)
        if len(names) != 1:
            raise Unread(f"“{place}” is not one place")
        self._check_printed(names)
        (card,) = cards(statement.dests[0])
        return f"{{= top {names[0]}: {card}}}"

    def _claimed_moves(self, statement: Statement, *, on_each_foundation: bool = False) -> list[str]:
        """Return the moves that a sentence says are legal, or are not.

        Args:
            statement: what the sentence says.
            on_each_foundation: whether “the foundation” stands for each one of the suit of the card, as where the rules
                refuse the move to all of them.
        """
        together = len(statement.things) > 1 and not statement.either
        if together or any(thing.token.type == "CARDS" for thing in statement.things):
            raise Unread("it does not say whether the cards go together")
        if any(thing.company is not None and company(thing.company) != Company() for thing in statement.things):
            raise Unread("a claim is about one card, and not about those that go with it")
        moves = []
        for thing in statement.things:
            for card in _claimed_cards(thing):
                self._check_card(card)
                source = self._place_of(card, statement, thing)
                prefix = f"{source}:" if source else ""
                for dest in statement.dests or (None,):
                    targets = self._targets(dest, card, on_each_foundation=on_each_foundation)
                    moves += [f"{prefix}{card}{target}" for target in targets]
        return moves

    def _place_of(self, card: str, statement: Statement, thing: Thing | None = None) -> str:
        """Return the place where a card lies of which a claim is, if it says the place, its row or its column; empty if
        it says none.

        Raises:
            Unread: the card lies in none of the places that it says, or in several.
        """
        sources = self._sources(statement, thing or statement.things[0])
        if sources is None:
            return ""
        self._check_printed(sources)
        if len(sources) > 1:
            position = self._current_replay().position
            sources = tuple(name for name in sources if CARD[card] in position.places.get(name, []))
        if len(sources) != 1:
            raise Unread(f"“{statement.source}” is not one place where {PRETTY[CARD[card]]} lies")
        return sources[0]

    def _targets(self, dest: Token | None, card: str, *, on_each_foundation: bool = False) -> Iterator[str]:
        """Yield the destinations that a claim about a card names, as a move writes them."""
        if dest is None:
            self._check_all_printed()
            yield ""
        elif dest.type in _CARD or dest.type == "EITHER":
            for target_card in cards(dest):
                line = self._line_of_top(target_card)
                if line[:1] == card[1]:
                    # The card goes to the foundation of its suit.
                    yield line[1:]
                else:
                    self._check_card(target_card)
                    yield f">{target_card}"
        elif dest.type == "FOUNDATION" or self._means_own_foundation(dest, card):
            base, suit = foundation_limits(dest)
            lines = [
                line
                for line in self.game.lines
                if line[0] == card[1] and suit in ("", card[1]) and self._has_base(line, base)
            ]
            if not lines or (len(lines) != 1 and not on_each_foundation):
                raise Unread(f"“{dest}”: a claim needs one foundation")
            for line in lines:
                self._check_printed(self.game.lines[line])
                yield line[1:]
        elif dest.type == "PLACE":
            names = places(dest, self.game)
            self._check_printed(names)
            yield from (f">{name}" for name in names)
        else:
            raise Unread(f"“{dest}”: a claim needs one place, or a card by rank and suit")

    def _line_of_top(self, card: str) -> str:
        """Return the line (``C^``) of the foundation that a card is the top of; empty if it is not on one."""
        position = self._current_replay().position
        for line, names in self.game.lines.items():
            if line not in self._unprinted_lines and any(position.places[name][-1:] == [CARD[card]] for name in names):
                return line
        return ""

    def _check_only_foundation_moves(self) -> None:
        """Raise Unread if a card can go elsewhere than to a foundation: the claim of a standstill does not deny it."""
        replayed = self._current_replay()
        open_places = {*self.game.places} - replayed.position.closed_places - {"hand"}
        for step in _legal_steps(replayed):
            dest = self._destination(step)
            if step.move.source in open_places and dest and dest not in self.game.foundations:
                raise Unread(
                    f"the claim of a standstill is about foundations alone, and this is legal here: "
                    f"{self._step_words(step)}"
                )

    def _check_any_foundation_move(self) -> None:
        """Raise Unread if cards can go to piles alone: who says that no card can be played may mean the foundations."""
        steps = [step for step in _legal_steps(self._current_replay()) if not self._is_deal(step)]
        if steps and all(self._destination(step) not in self.game.foundations for step in steps):
            raise Unread(
                "it does not say whether it denies moves to the foundations alone, and this is legal here: "
                f"{self._step_words(steps[0])}"
            )

    def _check_no_deal(self) -> None:
        """Raise Unread if only a deal is legal: who says that no move is possible may not mean a deal."""
        if self._only_deals_are_legal():
            deal = _ACTIONS_IN_WORDS["exile" if "exile" in self._closed_places_with_cards() else "deal"]
            raise Unread(f"it does not say whether it denies this, too, which is legal here: {deal}")

    def _only_deals_are_legal(self) -> bool:
        """Whether no card of the table can be moved, and one that nobody sees can be turned up, known or not."""
        steps = _legal_steps(self._current_replay())
        return all(map(self._is_deal, steps)) and bool(steps or self._closed_places_with_cards())

    @staticmethod
    def _is_deal(step: Step) -> bool:
        """Whether a move deals, deals again, or turns up an exile."""
        return step.move.card is None or step.move.source in _ACTIONS.values()

    def _closed_places_with_cards(self) -> list[str]:
        """Return the places that nobody sees into and where cards lie."""
        position = self._current_replay().position
        return [name for name in position.closed_places if position.places.get(name)]

    # -- what the page does not print ---------------------------------------------------------------------------------

    def _check_printed(self, names: tuple[str, ...] | list[str]) -> None:
        """Raise Unread if the page does not print one of some places."""
        if missing := self._unprinted(names):
            verb = "is" if len(missing) == 1 else "are"
            not_printed = Message(places_in_message(missing), f" {verb} not printed on the page: ")
            raise Unread(Message(not_printed, Option("--rest-empty"), " takes it for empty, or at its base"))

    def _unprinted(self, names: tuple[str, ...] | list[str]) -> list[str]:
        """Return the lines of some places that the page does not print."""
        lines = {self.game.line(name) for name in names}
        return [line for line in self._unprinted_lines if line in lines]

    def _check_all_printed(self) -> None:
        """Raise Unread if the page does not print all places."""
        if self._unprinted_lines:
            unprinted = places_in_message(self._unprinted_lines)
            raise Unread(Message("it depends on places that the page does not print: ", unprinted))

    def _check_card(self, card: str) -> None:
        """Raise Unread for a card that the page does not print, as long as no move can have brought it there."""
        if self._unprinted_lines and not self.moves and not self._printed_copies[CARD[card]]:
            raise Unread(f"{PRETTY[CARD[card]]} is not on the table that the page prints")

    def _check_independent(self, step: Step) -> None:
        """Raise Unread if a move touches a place that is not printed, or would take a card from one nobody sees."""
        if not self._unprinted_lines:
            return
        if any(isinstance(change, Relaid) for change in step.changes):
            self._check_all_printed()
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        touched = [name for shift in shifts for name in (shift.source, shift.dest)]
        self._check_printed([name for name in touched if name in self.game.places])
        for hidden in self.game.hidden_places:
            if hidden in self._unprinted_lines and self._takes_from(hidden, step):
                raise Unread(f"a card of the {hidden} follows this move, and the page does not print the {hidden}")

    def _is_independent(self, step: Step) -> bool:
        """Whether a move is legal whatever lies in the places that the page does not print."""
        try:
            self._check_independent(step)
        except Unread:
            return False
        return True

    def _takes_from(self, hidden: str, step: Step) -> bool:
        """Whether a move would bring a card out of a place that nobody sees if one lay there."""
        head = self._head.replace('[Layout "', f'[Layout "\n{hidden}: ??', 1)
        trial = replay(f"{head}\n{' '.join(self.moves)} *", hints=False)
        if trial.error is not None:
            return True
        same_moves = [trial_step for trial_step in _legal_steps(trial) if trial_step.move[:3] == step.move[:3]]
        return len(same_moves) != 1 or same_moves[0].changes != step.changes


def _move_in_words(statement: Statement, card_words: str) -> str:
    """Return what a sentence says of a card, with the places that it names, in the words of its author."""
    words = card_words
    if statement.source is not None:
        words += f" from {statement.source}" if statement.source.type != "LIES_IN" else f" {statement.source}"
        if statement.carries_source:
            words += " (named for the card before it)"
    if statement.dests:
        words += f" to {statement.dests[0]}"
    if statement.dest_place is not None:
        words += f" in {statement.dest_place}"
    return words


def _listed(words: list[str]) -> str:
    """Return the first of some words, each after a comma."""
    return ", ".join(words[:_MOST]) + (" …" if len(words) > _MOST else "")


def _rule_of(answer: Why) -> str:
    """Return why a move is not legal, with the rule, as ``leoni why`` gives it."""
    if answer.objection is None or answer.moves:
        moves = joined([possible.move for possible in answer.moves], ", ", last=" or ")
        return Message(answer.command, " can be ", moves)
    return Message(answer.objection.message, CitedRule(answer.objection.code, answer.objection.clause))


def _shown_cards(statement: Statement) -> list[str]:
    """Return the cards that a sentence says came to light."""
    if statement.either:
        raise Unread("it says two cards, and not which of them came to light")
    return [name for thing in statement.things for name in _claimed_cards(thing)]


def _legal_steps(replayed: Replay) -> list[Step]:
    """Return the legal moves at the end of a record, each with what it does."""
    return last_view(replayed).legal_steps()


def _cards_to_move(thing: Thing) -> list[str | None]:
    """Return the cards of a thing, one move each; None if it is not named by rank and suit."""
    token = thing.token
    if token.type == "EITHER":
        raise Unread("it says two cards, and not which of them is played")
    if token.type == "RANKED" and is_indefinite(token):
        raise Unread(f"“{token}” is any card of this rank: a move is about one")
    return [*cards(token)] if token.type in _CARD or token.type == "CARDS" else [None]


def _claimed_cards(thing: Thing) -> list[str]:
    """Return the cards of a thing that names them by rank and suit, as a claim must."""
    if thing.token.type in ("RANKED", "TOP"):
        raise Unread(f"“{thing}”: a claim names a card by rank and suit")
    return cards(thing.token)


def _moves_thing(step: Step, thing: Thing, position: Position) -> bool:
    """Whether a move is one of a card that is named by its rank, or by its place."""
    card = step.move.card
    assert card is not None
    if thing.token.type == "RANKED":
        return fits(thing.token, TEXT[card])
    return position.places.get(step.move.source or "", [])[-1:] == [card]
