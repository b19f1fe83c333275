"""The completions of a table with unknown cards: every way to lay them, replayed like any known table.

Where there are few of them they decide, whatever else has been found out about the unknown cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN
from leoni_replay.diagnostics import Fault
from leoni_replay.games import Game
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.steps import Position
from leoni_replay.record.claims import Refuted, Untold
from leoni_replay.record.nodes import Line
from leoni_replay.unknown.blanks import Blank, cards_of
from leoni_replay.unknown.claim_outcomes import Outcome
from leoni_replay.unknown.names import Read
from leoni_replay.unknown.position import UnknownPosition

#: how many completions are replayed, and how many moves of them; while they are listed, how many cards are laid
MOST: Final = 5_000
_MOVES: Final = 1_500_000
_LAID: Final = 50_000


class Spot(NamedTuple):
    """Where an unknown card of the first table lies, and what it can be, as a set."""

    place: str
    at: int
    may: int
    down: int


class Completions:
    """The completions of a first table.

    Args:
        game: the game.
        start: the table; an unknown card of which it is proved which one it is counts as known.
    """

    def __init__(self, game: Game[Any], start: UnknownPosition) -> None:
        self.game = game
        table = game.new_table()
        table.set_state(start.table.state())
        self._position = Position(table, {name: NUMBERS[name] for name in start.places}, game)
        self.spots: list[Spot] = []
        lying: Counter[int] = Counter()
        for place, pile in start.places.items():
            for at, card in enumerate(pile):
                if not isinstance(card, Blank):
                    lying[card & ~DOWN] += 1
                elif card.slot.card is None:
                    self.spots.append(Spot(place, at, card.slot.may, int(card) & DOWN))
                else:
                    lying[card.slot.card] += 1
                    table.set_card(NUMBERS[place], at, card.slot.card | (int(card) & DOWN))
        self._left = Counter({card: game.packs - lying[card] for card in range(52)})

    def are_few(self) -> bool:
        """Whether there are so few completions that all of them can be replayed."""
        return self._listed is not None

    @cached_property
    def _listed(self) -> list[tuple[int, ...]] | None:
        """The cards of every completion, in the order of ``spots``; None if there are too many."""
        # The cards with the fewest choices first, so that dead ends are short.
        order = sorted(range(len(self.spots)), key=lambda n: self.spots[n].may.bit_count())
        left, cards, laid = self._left.copy(), [0] * len(order), 0

        def lay(n: int) -> Iterator[tuple[int, ...]]:
            nonlocal laid
            if n == len(order):
                yield tuple(cards)
                return
            for card in cards_of(self.spots[order[n]].may):
                if left[card] > 0 and laid < _LAID:
                    laid += 1
                    left[card] -= 1
                    cards[order[n]] = card
                    yield from lay(n + 1)
                    left[card] += 1

        made = []
        for completion in lay(0):
            made.append(completion)
            if len(made) > MOST:
                break
        return None if len(made) > MOST or laid >= _LAID else made

    def position(self, cards: Sequence[int]) -> Position:
        """The table of one completion."""
        position = self._position.copy()
        for spot, card in zip(self.spots, cards, strict=True):
            position.table.set_card(NUMBERS[spot.place], spot.at, card | spot.down)
        position.table.odd = bool(self.game.strays(position))
        return position

    def tried(self, read: Read, can_be_laid: Callable[[Position], bool], said: Sequence[Outcome]) -> Tried:
        """Replay the completions, until none of the others could change what is said of the record.

        Args:
            read: replays the record from a known table.
            can_be_laid: whether there is such a first table.
            said: what the claims come to as far as is known; only those that cannot be told are looked at.
        """
        listed = list(self._listed or ())
        # Those that are tried one after the other should differ, which shows soon what is open.
        random.Random(0).shuffle(listed)
        tried = Tried([0] * len(self.spots), list(said))
        moves = 0
        for cards in listed:
            position = self.position(cards)
            if not can_be_laid(position):
                continue
            outcomes: list[Outcome] = []
            replay, fault, number, _ = read(position, noted=outcomes)
            played = _played(replay.line)
            tried.count += 1
            if fault is not None:
                tried.fail(cards, played, fault, number)
            else:
                tried.fit(cards, outcomes)
            moves += played + 1
            if tried.all_open or moves > _MOVES:
                tried.cut = not tried.all_open
                break
        return tried


class Failure(NamedTuple):
    """How a completion was refused: its cards, the fault and the number of the move."""

    cards: tuple[int, ...]
    fault: Fault
    number: int | None


@dataclass
class Tried:
    """What came of replaying completions.

    ``count`` is how many were replayed, ``may`` has for each unknown card what it is in those that fit, as a set;
    ``fitting`` is the first of these. ``outcomes`` is what the claims come to in all of them, where ``said`` is that it
    cannot be told. ``cut`` says that some have not been tried that could have changed this, and ``furthest`` has those
    that were refused last, after so many ``moves``.
    """

    may: list[int]
    said: list[Outcome]
    count: int = 0
    fitting: tuple[int, ...] | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    cut: bool = False
    furthest: list[Failure] = field(default_factory=list)
    moves: int = -1

    @property
    def all_certain(self) -> bool:
        """Whether just one completion fits."""
        return self.fitting is not None and all(may.bit_count() == 1 for may in self.may)

    @property
    def all_open(self) -> bool:
        """Whether no other completion could change what is said: one fits, no card is certain, no claim is decided."""
        if self.fitting is None or any(may.bit_count() == 1 for may in self.may):
            return False
        undecided = [one for one, said in zip(self.outcomes, self.said, strict=True) if isinstance(said, Untold)]
        return all(isinstance(one, Untold) for one in undecided)

    def fit(self, cards: tuple[int, ...], outcomes: list[Outcome]) -> None:
        """Take in a completion that fits the record, and what the claims come to in it."""
        outcomes = [one if isinstance(said, Untold) else said for one, said in zip(outcomes, self.said, strict=True)]
        if self.fitting is None:
            self.fitting, self.outcomes = cards, outcomes
        self.may = [may | 1 << card for may, card in zip(self.may, cards, strict=True)]
        self.outcomes = [_both(one, other) for one, other in zip(self.outcomes, outcomes, strict=True)]

    def fail(self, cards: tuple[int, ...], moves: int, fault: Fault, number: int | None) -> None:
        """Take in a completion that is refused after so many moves."""
        if moves > self.moves:
            self.moves, self.furthest = moves, []
        if moves == self.moves:
            self.furthest.append(Failure(cards, fault, number))


def _played(line: Line) -> int:
    """How many moves of a line were replayed, with its variations."""
    return len(line.moves) + sum(_played(variation) for variation in line.lines)


def _both(one: Outcome, other: Outcome) -> Outcome:
    """What a claim comes to in two completions."""
    if isinstance(one, Untold) or type(one) is not type(other):
        return Untold("it depends on which the unknown cards are")
    if isinstance(one, Refuted) and isinstance(other, Refuted) and one.truth != other.truth:
        return Refuted("it is false whichever the unknown cards are", one.places, one.unknown and other.unknown)
    return one
