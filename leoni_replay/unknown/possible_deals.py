"""The completions of a position with unknown cards: every way to lay them, replayed like any known position.

If there are few, they decide, whatever else has been found out about the unknown cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, PACK, pretty
from leoni_replay.diagnostics import Fault
from leoni_replay.games.game import Game, Position
from leoni_replay.phrases import join_words
from leoni_replay.record.checker import RecordReader
from leoni_replay.record.claim_proofs import Refuted, Undecided
from leoni_replay.record.played_items import PlayedLine
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknown_cards import UnknownCard, cards_of

#: the outcome of a claim: None if it is true
Outcome = Exception | None

#: limits: the completions replayed, the moves replayed in them, and the cards laid while they are listed
MOST: Final = 5_000
_MOVES: Final = 1_500_000
_MOST_LAID: Final = 50_000


class Spot(NamedTuple):
    """The place of an unknown card of the first position, and what it can be, as a set."""

    place: str
    at: int
    possible: int
    down: int


class Completions:
    """The completions of a first position.

    Args:
        start: the position; an unknown card whose identity is proved counts as known.
    """

    def __init__(self, start: UnknownPosition) -> None:
        game = start.game
        self.game: Game[Any] = game
        table = game.new_table()
        table.set_state(start.table.state())
        self._position = Position(table, game)
        self.spots: list[Spot] = []
        known_copies: Counter[int] = Counter()
        for place, pile in start.places.items():
            for at, card in enumerate(pile):
                if not isinstance(card, UnknownCard):
                    known_copies[card & ~DOWN] += 1
                elif card.slot.card is None:
                    self.spots.append(Spot(place, at, card.slot.possible, int(card) & DOWN))
                else:
                    known_copies[card.slot.card] += 1
                    table.set_card(game.places[place], at, card.slot.card | (int(card) & DOWN))
        self._copies_left = Counter({card: game.packs - known_copies[card] for card in PACK})

    def are_few(self) -> bool:
        """Whether there are few enough completions to replay all of them."""
        return self._completions is not None

    @cached_property
    def _completions(self) -> list[tuple[int, ...]] | None:
        """The cards of every completion, in the order of ``spots``; None if there are too many.

        Cards are given to one spot after another, each time in every possible way.
        """
        copies_left = self._copies_left
        # Cards with the fewest choices first, so that dead ends are short.
        order = sorted(range(len(self.spots)), key=lambda n: self.spots[n].possible.bit_count())
        choices = [[card for card in cards_of(self.spots[n].possible) if copies_left[card] > 0] for n in order]
        # Every card that is laid takes at most one choice from the next.
        if prod(max(len(cards) - n, 0) for n, cards in enumerate(choices)) > MOST:
            return None
        beginnings: list[tuple[int, ...]] = [()]
        cards_laid = 0
        for next_cards in choices:
            longer = []
            for beginning in beginnings:
                longer += [(*beginning, card) for card in next_cards if beginning.count(card) < copies_left[card]]
                if cards_laid + len(longer) >= _MOST_LAID:
                    return None
            cards_laid += len(longer)
            beginnings = longer
        if len(beginnings) > MOST:
            return None
        # Back to the order of the spots.
        index_in_order = sorted(range(len(order)), key=order.__getitem__)
        return [tuple(cards[n] for n in index_in_order) for cards in beginnings]

    def describe(self, cards: Sequence[int]) -> str:
        """Return in words which cards a completion has in which places.

        Args:
            cards: the cards of the completion, in the order of ``spots``.
        """
        piles: dict[str, list[int]] = {}
        for spot, card in zip(self.spots, cards, strict=True):
            piles.setdefault(spot.place, []).append(card)
        return join_words([f"{pretty(pile)} in {self.game.words(place)}" for place, pile in piles.items()])

    def position(self, cards: Sequence[int]) -> Position:
        """Return the first position with all cards known, as one completion has them (in the order of ``spots``)."""
        position = self._position.copy()
        for spot, card in zip(self.spots, cards, strict=True):
            position.table.set_card(self.game.places[spot.place], spot.at, card | spot.down)
        position.table.odd = bool(position.unreachable_cards())
        return position

    def try_all(
        self, reader: RecordReader, can_begin_with: Callable[[Position], bool], known_outcomes: Sequence[Outcome]
    ) -> TrialResults:
        """Replay the record with one completion of its first position after another, until no other could change the
        verdict, or too many moves have been replayed.

        Args:
            reader: the record.
            can_begin_with: whether a first position is possible; the others are left out.
            known_outcomes: the outcomes of the claims, as far as they are known; only undecided ones are examined.
        """
        completions = list(self._completions or ())
        # Consecutive completions should differ much, which soon shows what is open.
        random.Random(0).shuffle(completions)
        results = TrialResults([0] * len(self.spots), list(known_outcomes))
        reader = reader._replace(notes_claims=True)
        total_moves = 0
        for number, cards in enumerate(completions, 1):
            position = self.position(cards)
            if not can_begin_with(position):
                continue
            result = reader.read(position)
            moves = _count_moves(result.replay.line)
            results.count += 1
            if result.fault is not None:
                results.add_failure(Failure(cards, result.fault, result.number), moves)
            else:
                results.add_fit(cards, result.outcomes)
            total_moves += moves + 1
            if results.all_open:
                break
            if total_moves > _MOVES and number < len(completions):
                results.cut_short = True
                break
        return results


class Failure(NamedTuple):
    """How a completion failed: its cards, the fault, and the number of the move; None for the result."""

    cards: tuple[int, ...]
    fault: Fault
    number: int | None


@dataclass
class TrialResults:
    """The results of replaying completions.

    Attributes:
        possible: for each unknown card, what it is in the completions that fit, as a set.
        known_outcomes: the outcomes of the claims that were known before.
        count: the number of completions replayed.
        fitting_cards: the cards of the first completion that fits; None if none does.
        outcomes: the outcomes of the claims over all completions that fit, where ``known_outcomes`` is undecided, and
            the known ones otherwise.
        cut_short: whether some completions that could have changed this have not been tried.
        furthest_failures: the completions that failed last, if none fits.
        furthest_moves: the number of moves replayed in each of these; -1 if there are none.
    """

    possible: list[int]
    known_outcomes: list[Outcome]
    count: int = 0
    fitting_cards: tuple[int, ...] | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    cut_short: bool = False
    furthest_failures: list[Failure] = field(default_factory=list)
    furthest_moves: int = -1

    @property
    def all_certain(self) -> bool:
        """Whether exactly one completion fits."""
        return self.fitting_cards is not None and all(card_set.bit_count() == 1 for card_set in self.possible)

    @property
    def all_open(self) -> bool:
        """Whether no other completion could change the verdict: one fits, no card is certain, no claim is decided."""
        if self.fitting_cards is None or any(card_set.bit_count() == 1 for card_set in self.possible):
            return False
        return all(
            isinstance(outcome, Undecided)
            for outcome, known_outcome in zip(self.outcomes, self.known_outcomes, strict=True)
            if isinstance(known_outcome, Undecided)
        )

    def add_fit(self, cards: tuple[int, ...], outcomes: list[Outcome]) -> None:
        """Add a completion that fits the record.

        Args:
            cards: its cards, in the order of the unknown cards.
            outcomes: the outcomes of the claims with these cards. Those that were known before stay as they were.
        """
        outcomes = [
            outcome if isinstance(known_outcome, Undecided) else known_outcome
            for outcome, known_outcome in zip(outcomes, self.known_outcomes, strict=True)
        ]
        self.possible = [card_set | (1 << card) for card_set, card in zip(self.possible, cards, strict=True)]
        if self.fitting_cards is None:
            self.fitting_cards, self.outcomes = cards, outcomes
        else:
            self.outcomes = combine_outcomes(self.outcomes, outcomes, "which the unknown cards are")

    def add_failure(self, failure: Failure, moves: int) -> None:
        """Add a completion with which the record fails after so many moves. Only those that get furthest are stored."""
        if moves > self.furthest_moves:
            self.furthest_moves, self.furthest_failures = moves, []
        if moves == self.furthest_moves:
            self.furthest_failures.append(failure)


def _count_moves(line: PlayedLine) -> int:
    """Return the number of moves replayed in a line and its variations."""
    return len(line.moves) + sum(_count_moves(variation) for variation in line.lines)


def _combine_two(outcome: Outcome, other: Outcome, difference: str) -> Outcome:
    """Return the outcome of a claim over two readings: decided only if it is true in both, or false in both.

    Args:
        outcome: the outcome in the first reading: None if the claim is true, otherwise an exception.
        other: the outcome in the second.
        difference: what the readings differ in, in words.
    """
    if isinstance(outcome, Undecided):
        return outcome
    if type(outcome) is not type(other):
        return Undecided(f"it depends on {difference}")
    if isinstance(outcome, Refuted) and isinstance(other, Refuted) and outcome.truth != other.truth:
        # False in both, but the truth depends on unknown cards, so it cannot be stated.
        unknown = outcome.is_place_unknown and other.is_place_unknown
        return Refuted("it is false whatever the unknown cards are", outcome.places, unknown)
    return outcome


def combine_outcomes(outcomes: Sequence[Outcome], others: Sequence[Outcome], difference: str) -> list[Outcome]:
    """Return the outcomes of claims over two readings: each is decided only if both readings agree.

    Args:
        outcomes: the outcomes in the first reading.
        others: those in the second. If it came less far and has fewer, the rest are those of the first.
        difference: what the readings differ in, in words.
    """
    combined = [_combine_two(outcome, other, difference) for outcome, other in zip(outcomes, others, strict=False)]
    return [*combined, *outcomes[len(combined) :]]


def not_all_tried(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes of claims if not all readings of the record could be tried.

    They are undecided, because the readings that were left out differ in unknown cards. Only a claim that names a place
    that the game doesn't have is false in any case.
    """
    undecided = Undecided("there are too many ways to lay the unknown cards to try them all")
    final_outcomes: list[Outcome] = []
    for outcome in outcomes:
        stays = isinstance(outcome, Undecided) or (isinstance(outcome, Refuted) and outcome.is_place_unknown)
        final_outcomes.append(outcome if stays else undecided)
    return final_outcomes
