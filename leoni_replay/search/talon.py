"""The plans of search for games with a hand and a talon: Anna and The Japanese Rug.

``docs/dev/search.md`` proves the prunings ``turning`` and ``hopeless``. Plays are tried first. It may pay
to hold one back, so such lines are not left out, but they are rated lower. Rounds of ``StagedSearch`` come first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.anna import Anna
from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    DEAL,
    DEAL_ON,
    HAND,
    NO_CARD,
    ON_DOWN,
    ON_UP,
    RANK,
    SECOND_DOWN,
    STOCK,
    SUIT,
    TALON,
)
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.table import Room
from leoni_replay.rules.talon import Talon
from leoni_replay.search.best_first import BestPlan, StagedSearch
from leoni_replay.search.depth_first import Search, VisitedPositions

_TURNING = 1
_HOPELESS = 2
#: the number of cards that a foundation of Anna takes
_FULL = 12


class TalonPlan(BestPlan):
    """The part that the two plans share."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"turning": _TURNING}

    def __init__(self, table: Talon, prunings: int) -> None:
        BestPlan.__init__(self, table, prunings)
        self.talon = table
        #: the number of plays among the candidates last listed, and of plays and marriages on the talon
        self.plays = 0
        self.marriages = 0

    def search(self, visited: VisitedPositions, kept_count: int = 0) -> Search:
        return StagedSearch(self, visited, kept_count)

    def _candidates(self, out: Room) -> int:
        table = self.talon
        n = self._every_move(out)
        if self.prunings & _TURNING and not table.size[HAND] and table._why(DEAL_ON) == 0:
            kept = 0
            for i in range(n):
                move = out[2 * i]
                if move >> 16 != DEAL or move == DEAL_ON:
                    out[2 * kept] = move
                    out[2 * kept + 1] = out[2 * i + 1]
                    kept += 1
            n = kept
        # Plays come first, then marriages on the talon.
        self.plays = self._sorted(out, n, 0, ON_UP, ON_DOWN)
        self.marriages = self._sorted(out, n, self.plays, TALON, TALON)
        return n

    def _sorted(self, out: Room, n: int, begin: int, low: int, high: int) -> int:
        """Move forward, to index ``begin``, the candidates from the table, or from the hand to a foundation, with
        certain destinations; returns the index after them."""
        for i in range(begin, n):
            move = out[2 * i]
            if low <= move & 255 <= high and (move >> 16 != DEAL or (low > TALON and self.talon.size[HAND])):
                for j in range(i, begin, -1):
                    out[2 * j] = out[2 * j - 2]
                    out[2 * j + 1] = out[2 * j - 1]
                out[2 * begin] = move
                out[2 * begin + 1] = 0
                begin += 1
        return begin

    def _worth(self, before: int, choice: int) -> int:
        first = self.plays if self.plays else self.marriages
        return before + 1 if first and choice >= first else before


class AnnaPlan(TalonPlan):
    """The plan for Anna."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"hopeless": _HOPELESS, "turning": _TURNING}

    def __init__(self, table: Anna, prunings: int) -> None:
        TalonPlan.__init__(self, table, prunings)
        self.anna = table
        #: for `hopeless`: the number of copies of each card that can be had, of cards of each pile that cannot, and the
        #: heights that the two foundations of each suit can reach
        self.free = bytearray(256)
        self.tops = bytearray(128)
        self.higher = bytearray(4)
        self.lower = bytearray(4)

    def _candidates(self, out: Room) -> int:
        if self.prunings & _HOPELESS and (self._queen_lost() or self._hopeless()):
            self.plays = self.marriages = 0
            return 0
        return TalonPlan._candidates(self, out)

    def _queen_lost(self) -> bool:
        """Whether a queen can no longer come into the A."""
        table = self.anna
        if table.deal <= table.redeals:
            return False
        for place in range(TALON, HAND + 1):
            for i in range(table.size[place]):
                if RANK[table.cells[(place << 7) + i]] == 12:
                    return True
        if table.size[STOCK]:
            return False
        queens = 0
        for p in range(1, 9):
            if table.size[p] and RANK[table.cells[p << 7]] == 12:
                queens += 1
        return queens < 8

    def _hopeless(self) -> bool:
        """Whether some card can never be played, even if no move stood in the way of another."""
        table = self.anna
        last = table.deal > table.redeals
        for card in range(52):
            self.free[card] = 0
        for suit in range(4):
            self.higher[suit] = max(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
            self.lower[suit] = min(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
        for place in range(TALON, HAND + 1):
            if place != TALON or not last:
                for i in range(table.size[place]):
                    self.free[table.cells[(place << 7) + i]] += 1
        self._uncover(TALON, table.size[TALON] if last else 0)
        for p in range(1, 9):
            self._uncover(p, table.size[p])
        # In the last pass a queen of the stock can only fill a vacancy. The cards under her come afterwards.
        queens = 0
        i = table.size[STOCK]
        while i:
            i -= 1
            card = table.cells[(STOCK << 7) + i]
            if last and RANK[card] == 12:
                self._spread_out()
                queens += 1
                vacant = 0
                for p in range(1, 9):
                    if not self.tops[p]:
                        vacant += 1
                if vacant < queens:
                    return True
            self.free[card] += 1
        self._spread_out()
        return (
            self.higher[0]
            + self.higher[1]
            + self.higher[2]
            + self.higher[3]
            + self.lower[0]
            + self.lower[1]
            + (self.lower[2] + self.lower[3])
            < 8 * _FULL
        )

    def _spread_out(self) -> None:
        """Build the foundations and uncover cards, as far as the cards that can be had allow."""
        more = True
        while more:
            more = self._build()
            for p in range(1, 9):
                while self.tops[p] and self._leaves(p, self.tops[p] - 1):
                    self._uncover(p, self.tops[p] - 1)
                    more = True
            while self.tops[TALON] and self._leaves(TALON, self.tops[TALON] - 1):
                self._uncover(TALON, self.tops[TALON] - 1)
                more = True

    def _value(self) -> int:
        table = self.anna
        value = 7 * table.left + 224
        for p in range(1, 9):
            base = p << 7
            if RANK[table.cells[base]] == 12 and table.size[p]:
                value -= 2
            for i in range(1, table.size[p]):
                if SUIT[table.cells[base + i]] == SUIT[table.cells[base + i - 1]]:
                    value -= 2
        return value if value > 0 else 0

    def _uncover(self, p: int, n: int) -> None:
        """Note that all but the lowest n cards of a pile can leave it."""
        self.tops[p] = n
        if n:
            self.free[self.anna.cells[(p << 7) + n - 1]] += 1

    def _build(self) -> bool:
        """Build the foundations as far as the cards that can be had allow; returns whether they have grown."""
        table = self.anna
        grown = False
        for suit in range(4):
            high = self.higher[suit]
            begun = max(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
            while high < _FULL and self.free[13 * suit + table.ranks[16 + high] - 1]:
                high += 1
            low = self.lower[suit]
            while low < _FULL and self.free[13 * suit + table.ranks[16 + low] - 1] > (low >= begun):
                low += 1
            if high != self.higher[suit] or low != self.lower[suit]:
                grown = True
            self.higher[suit] = high
            self.lower[suit] = low
        return grown

    def _leaves(self, p: int, i: int) -> bool:
        """Whether a card that can be had can leave its pile, alone or in a run."""
        table = self.anna
        card = table.cells[(p << 7) + i]
        if RANK[card] == 12:
            return False
        height = 11 - RANK[card] if RANK[card] < 13 else 11
        suit = SUIT[card]
        # Cards that the higher foundation has passed wait for the lower one.
        begun = max(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
        if height < self.lower[suit] or begun <= height < self.higher[suit]:
            return True
        if p == TALON and not table.talon_marries:
            return False
        while i >= 0:
            card = table.cells[(p << 7) + i]
            if table.mate[card] != NO_CARD and self.free[table.mate[card]]:
                return True
            i = i - 1 if table.runs and p != TALON else -1
        return False


class RugPlan(TalonPlan):
    """The plan for The Japanese Rug."""

    def __init__(self, table: Rug, prunings: int) -> None:
        TalonPlan.__init__(self, table, prunings)
        self.rug = table

    def _value(self) -> int:
        table = self.rug
        value = 4 * table.left + 128
        for place in range(table.low, table.high + 1):
            if table.size[place] and table._free(place):
                value -= 2
        return value + table.size[TALON] if table.deal > table.redeals else value
