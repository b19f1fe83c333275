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
from typing import Final, NamedTuple

from leoni_replay.cards import DOWN
from leoni_replay.diagnostics import Fault
from leoni_replay.games.game import Position
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
_LAID: Final = 50_000


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
        self.game = game = start.game
        table = game.new_table()
        table.set_state(start.table.state())
        self._position = Position(table, game)
        self.spots: list[Spot] = []
        lying: Counter[int] = Counter()
        for place, pile in start.places.items():
            for at, card in enumerate(pile):
                if not isinstance(card, UnknownCard):
                    lying[card & ~DOWN] += 1
                elif card.slot.card is None:
                    self.spots.append(Spot(place, at, card.slot.possible, int(card) & DOWN))
                else:
                    lying[card.slot.card] += 1
                    table.set_card(game.places[place], at, card.slot.card | (int(card) & DOWN))
        self._left = Counter({card: game.packs - lying[card] for card in range(52)})

    def are_few(self) -> bool:
        """Whether there are few enough completions to replay all of them."""
        return self._listed is not None

    @cached_property
    def _listed(self) -> list[tuple[int, ...]] | None:
        """The cards of every completion, in the order of ``spots``; None if there are too many."""
        # Cards with the fewest choices first, so that dead ends are short.
        order = sorted(range(len(self.spots)), key=lambda n: self.spots[n].possible.bit_count())
        choices = [[card for card in cards_of(self.spots[n].possible) if self._left[card] > 0] for n in order]
        # Every card that is laid takes at most one choice from the next.
        if prod(max(len(may) - n, 0) for n, may in enumerate(choices)) > MOST:
            return None
        made: list[tuple[int, ...]] = [()]
        laid = 0
        for may in choices:
            longer = []
            for cards in made:
                longer += [(*cards, card) for card in may if cards.count(card) < self._left[card]]
                if laid + len(longer) >= _LAID:
                    return None
            laid += len(longer)
            made = longer
        back = sorted(range(len(order)), key=order.__getitem__)
        return [tuple(cards[n] for n in back) for cards in made] if len(made) <= MOST else None

    def position(self, cards: Sequence[int]) -> Position:
        """Return the position of one completion."""
        position = self._position.copy()
        for spot, card in zip(self.spots, cards, strict=True):
            position.table.set_card(self.game.places[spot.place], spot.at, card | spot.down)
        position.table.odd = bool(position.unreachable_cards())
        return position

    def try_all(
        self, reader: RecordReader, can_begin_with: Callable[[Position], bool], said: Sequence[Outcome]
    ) -> Tried:
        """Replay completions until no other could change the verdict.

        Args:
            reader: the record.
            can_begin_with: whether such a first position is possible.
            said: the known outcomes of the claims; only undecided ones are examined.
        """
        listed = list(self._listed or ())
        # Consecutive completions should differ much, which soon shows what is open.
        random.Random(0).shuffle(listed)
        tried = Tried([0] * len(self.spots), list(said))
        reader = reader._replace(notes_claims=True)
        moves = 0
        for cards in listed:
            position = self.position(cards)
            if not can_begin_with(position):
                continue
            result = reader.read(position)
            played = _played(result.replay.line)
            tried.count += 1
            if result.fault is not None:
                tried.fail(cards, played, result.fault, result.number)
            else:
                tried.fit(cards, result.outcomes)
            moves += played + 1
            if tried.all_open or moves > _MOVES:
                tried.cut = not tried.all_open
                break
        return tried


class Failure(NamedTuple):
    """How a completion failed: its cards, the fault and the number of the move."""

    cards: tuple[int, ...]
    fault: Fault
    number: int | None


@dataclass
class Tried:
    """The results of replaying completions.

    ``count`` is the number replayed; ``possible`` has for each unknown card what it is in those that fit, as a set;
    ``fitting`` is the first that fits. ``outcomes`` are the outcomes of the claims over all of them, where ``said`` is
    undecided. ``cut`` is set if some that could have changed this have not been tried. ``furthest`` has those that
    failed last, after ``moves`` moves.
    """

    possible: list[int]
    said: list[Outcome]
    count: int = 0
    fitting: tuple[int, ...] | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    cut: bool = False
    furthest: list[Failure] = field(default_factory=list)
    moves: int = -1

    @property
    def all_certain(self) -> bool:
        """Whether exactly one completion fits."""
        return self.fitting is not None and all(may.bit_count() == 1 for may in self.possible)

    @property
    def all_open(self) -> bool:
        """Whether no other completion could change the verdict: one fits, no card is certain, no claim is decided."""
        if self.fitting is None or any(may.bit_count() == 1 for may in self.possible):
            return False
        undecided = [one for one, said in zip(self.outcomes, self.said, strict=True) if isinstance(said, Undecided)]
        return all(isinstance(one, Undecided) for one in undecided)

    def fit(self, cards: tuple[int, ...], outcomes: list[Outcome]) -> None:
        """Add a completion that fits the record, with the outcomes of its claims."""
        outcomes = [one if isinstance(said, Undecided) else said for one, said in zip(outcomes, self.said, strict=True)]
        if self.fitting is None:
            self.fitting, self.outcomes = cards, outcomes
        self.possible = [may | 1 << card for may, card in zip(self.possible, cards, strict=True)]
        self.outcomes = [
            both(one, other, "which the unknown cards are") for one, other in zip(self.outcomes, outcomes, strict=True)
        ]

    def fail(self, cards: tuple[int, ...], moves: int, fault: Fault, number: int | None) -> None:
        """Add a completion that failed after a number of moves."""
        if moves > self.moves:
            self.moves, self.furthest = moves, []
        if moves == self.moves:
            self.furthest.append(Failure(cards, fault, number))


def _played(line: PlayedLine) -> int:
    """Return the number of moves replayed in a line and its variations."""
    return len(line.moves) + sum(_played(variation) for variation in line.lines)


def both(one: Outcome, other: Outcome, on: str) -> Outcome:
    """Return the outcome of a claim over two readings that differ ``on`` something: decided only if both agree."""
    if isinstance(one, Undecided):
        return one
    if type(one) is not type(other):
        return Undecided(f"it depends on {on}")
    if isinstance(one, Refuted) and isinstance(other, Refuted) and one.truth != other.truth:
        return Refuted("it is false whatever the unknown cards are", one.places, one.unknown and other.unknown)
    return one


def over_both(outcomes: Sequence[Outcome], others: Sequence[Outcome], on: str) -> list[Outcome]:
    """Return the outcomes of claims over two readings, of which the second may have come less far."""
    both_read = [both(one, other, on) for one, other in zip(outcomes, others, strict=False)]
    return [*both_read, *outcomes[len(both_read) :]]


def not_all_tried(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes of claims if other readings have not been tried, which differ in unknown cards."""
    unsure = Undecided("there are too many ways to lay the unknown cards to try them all")
    settled = [isinstance(one, Undecided) or (isinstance(one, Refuted) and one.unknown) for one in outcomes]
    return [one if sure else unsure for one, sure in zip(outcomes, settled, strict=True)]
