"""The rules of The Japanese Rug in every reading: a card of the rug is free if one of its narrow ends is.

In comments, numbers are clauses of the rule books, and ids are points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import COLUMNS, DEAL, GRID, NO_CARD, RANK, UNKNOWN
from leoni_replay.rules.reasons import (
    COMES_FIRST,
    DOES_NOT_TAKE,
    NOT_KNOWN,
    VACANCY,
    WRONG_PLACE,
)
from leoni_replay.rules.table import Room
from leoni_replay.rules.talon import Talon

_UP_RANKS = bytes(range(1, 14))
_DOWN_RANKS = bytes(range(13, 0, -1))


class Rug(Talon):
    """A position of The Japanese Rug.

    ``ends`` has two bytes for each place of the rug: the places at its narrow ends; 0, which is always empty, stands
    for the edge. ``lower`` and ``higher`` have for every card the ones on which it may be married, or NO_CARD.
    """

    PLAN: ClassVar[str] = "leoni_replay.search.talon:RugPlan"
    SENSIBLE: ClassVar[str] = "leoni_replay.search.sensible:SensibleRug"
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "JR1": ("2", "1"),
        "JR2": ("upright", "longways"),
        "JR3": ("optional", "required"),
        "JR4": ("no", "yes"),
        "JR8": ("optional", "forced"),
        "JR7": ("turned-over", "shuffled"),
    }
    FIRST_BY: ClassVar[tuple[str, ...]] = ("", "JR8", "JR3")

    def __init__(self, readings: Mapping[str, str]) -> None:
        Talon.__init__(self, readings, (_UP_RANKS, _DOWN_RANKS), 1, 16, 79)
        self.redeals = int(readings["JR1"])
        self.shuffles = readings["JR7"] == "shuffled"
        self.plays_first = readings["JR8"] == "forced"
        self.marries_first = readings["JR3"] == "required"
        self.longways_corner = readings["JR2"] == "longways"
        self.ends = bytearray(256)
        for place in range(16, 80):
            row = (place - GRID) // COLUMNS
            column = (place - GRID) % COLUMNS
            at = column if self.longways(place) else row
            step = 1 if self.longways(place) else COLUMNS
            self.ends[2 * place] = place - step if at > 0 else 0
            self.ends[2 * place + 1] = place + step if at < 7 else 0
        self.lower = bytearray([NO_CARD]) * 256
        self.higher = bytearray([NO_CARD]) * 256
        for card in range(52):
            rank = RANK[card]
            if rank > 1:
                self.lower[card] = card - 1
            elif readings["JR4"] == "yes":
                self.lower[card] = card + 12
            if rank < 13:
                self.higher[card] = card + 1
            elif readings["JR4"] == "yes":
                self.higher[card] = card - 12

    def lay_out(self) -> None:
        for place in range(16, 80):
            if self.size[80]:
                self._put(place, 0, self._take(80, self.size[80] - 1))

    # -- what is known of the position --------------------------------------------------------------------------------

    def longways(self, place: int) -> bool:
        """Whether the cards of a place of the rug lie longways (2, JR2)."""
        odd = ((place - GRID) // COLUMNS + place) & 1
        return odd != self.longways_corner

    def _free(self, place: int) -> bool:
        """Whether a narrow end of a place is free: at the edge of the rug, or next to an empty place (3)."""
        return not self.size[self.ends[2 * place]] or not self.size[self.ends[2 * place + 1]]

    def marries(self, card: int, on: int) -> bool:
        """Whether a card may go on another: in suit, one rank up or down (5, JR4)."""
        return on != NO_CARD and (self.lower[card] == on or self.higher[card] == on)

    def may_marry(self) -> bool:
        """Whether a card of the rug may be married on the talon, apart from plays that come first (5)."""
        n = self.size[81]
        if not n:
            return False
        # Marriage works both ways: these are also the cards that may go on the top card.
        top = self.cells[81 * 128 + n - 1]
        lower = self.lower[top]
        higher = self.higher[top]
        for place in range(16, 80):
            if self.size[place]:
                card = self.cells[place << 7]
                if card in (lower, higher) and self._free(place):
                    return True
        return False

    def _first(self) -> int:
        if self.plays_first and not self.standstill():
            return 1
        return 2 if self.marries_first and self.may_marry() else 0

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why_not_built(self, source: int, card: int, dest: int) -> int:
        if source == DEAL:
            if dest != 81:
                return WRONG_PLACE
            if self._first() or (self.plays_first and self.want[card]):
                return COMES_FIRST
            return NOT_KNOWN if card == UNKNOWN else 0
        if source == 81:
            return WRONG_PLACE
        if self.plays_first and dest == 81 and not self.standstill():
            return COMES_FIRST
        if not self.size[81]:
            return VACANCY
        if dest != 81:
            return WRONG_PLACE
        top = self._top(81)
        if top == self.lower[card] or top == self.higher[card]:
            return 0
        return NOT_KNOWN if card == UNKNOWN or top == UNKNOWN else DOES_NOT_TAKE

    def _list_marriages(self, out: Room, n: int) -> int:
        high = self.size[81]
        if high:
            top = self.cells[81 * 128 + high - 1]
            lower = self.lower[top]
            higher = self.higher[top]
            for place in range(16, 80):
                if self.size[place]:
                    card = self.cells[place << 7]
                    if card in (lower, higher):
                        n = self._listed(out, n, place << 16 | card << 8 | 81)
        return n
