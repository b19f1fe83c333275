# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The plan of search for The Japanese Rug."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import HAND, NO_CARD, RANK, STOCK, SUIT, TALON
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.table import Room
from leoni_replay.search.talon import TalonPlan

_TURNING = 1
_HOPELESS = 2


class RugPlan(TalonPlan):
    """The plan for The Japanese Rug."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"hopeless": _HOPELESS, "turning": _TURNING}

    def __init__(self, table: Rug, prunings: int) -> None:
        TalonPlan.__init__(self, table, prunings)
        self.rug = table
        #: for `hopeless`: the number of copies of each card that can be had, and whether one can lie on the talon
        self.free = bytearray(256)
        self.married = bytearray(256)
        #: for each place: 0 if it is or can be empty, 1 if its card cannot be had, 2 if it can, but cannot leave
        self.lies = bytearray(128)
        #: the ranks that the ascending and the descending foundation of each suit can reach
        self.up = bytearray(4)
        self.down = bytearray(4)

    def _candidates(self, out: Room) -> int:
        if self.prunings & _HOPELESS and self._hopeless():
            self.plays = self.marriages = 0
            return 0
        return TalonPlan._candidates(self, out)

    def _hopeless(self) -> bool:
        """Whether some card can never be played, even if no move stood in the way of another."""
        table = self.rug
        last = table.deal > table.redeals
        for card in range(52):
            self.free[card] = self.married[card] = 0
        for suit in range(4):
            self.up[suit] = table.size[96 + suit]
            self.down[suit] = 14 - table.size[100 + suit]
        for place in range(16, 80):
            self.lies[place] = table.size[place]
        for place in range(STOCK, HAND + 1):
            for i in range(table.size[place]):
                card = table.cells[(place << 7) + i]
                if place != TALON or not last:
                    self.free[card] += 1
                    self.married[card] = 1
        top = table.size[TALON] if last else 0
        if top:
            self._had(table.cells[(TALON << 7) + top - 1], True)
        more = True
        while more:
            more = self._build()
            for place in range(16, 80):
                if self.lies[place]:
                    card = table.cells[place << 7]
                    if self.lies[place] == 1 and (
                        not self.lies[table.ends[2 * place]] or not self.lies[table.ends[2 * place + 1]]
                    ):
                        self.lies[place] = 2
                        self._had(card, False)
                        more = True
                    if self.lies[place] == 2 and (self._is_played(card) or self._is_married(card)):
                        self.lies[place] = 0
                        self.married[card] = 1
                        more = True
            while top and self._is_played(table.cells[(TALON << 7) + top - 1]):
                top -= 1
                if top:
                    self._had(table.cells[(TALON << 7) + top - 1], True)
                more = True
        left = 0
        for suit in range(4):
            left += 12 - self.up[suit] + self.down[suit]
        return left > 0

    def _value(self) -> int:
        table = self.rug
        value = 4 * table.left + 128
        for place in range(16, 80):
            if table.size[place] and table._free(place):
                value -= 2
        return value + table.size[TALON] if table.deal > table.redeals else value

    def _had(self, card: int, on_talon: bool) -> None:
        """Note that a copy of a card can be had."""
        self.free[card] += 1
        if on_talon:
            self.married[card] = 1

    def _build(self) -> bool:
        """Build the foundations as far as the cards that can be had allow; returns whether they have grown."""
        table = self.rug
        grown = False
        for suit in range(4):
            up = self.up[suit]
            down = self.down[suit]
            # If both foundations still need a rank, the later one takes the second copy.
            while up < 13 and self.free[13 * suit + up] > (down <= up + 1 < 14 - table.size[100 + suit]):
                up += 1
            while down > 1 and self.free[13 * suit + down - 2] > (table.size[96 + suit] < down - 1 <= up):
                down -= 1
            if up != self.up[suit] or down != self.down[suit]:
                grown = True
            self.up[suit] = up
            self.down[suit] = down
        return grown

    def _is_played(self, card: int) -> bool:
        """Whether a card that can be had can be played."""
        suit = SUIT[card]
        return RANK[card] <= self.up[suit] or RANK[card] >= self.down[suit]

    def _is_married(self, card: int) -> bool:
        """Whether a card of the rug that can be had can be married on the talon."""
        table = self.rug
        lower = table.lower[card]
        higher = table.higher[card]
        return (lower != NO_CARD and self.married[lower] != 0) or (higher != NO_CARD and self.married[higher] != 0)
