"""The rules of The Japanese Rug in every reading: a card of the rug is free if one of its narrow ends is.

In comments, numbers are clauses of the rule books, and ids are points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import (
    COLUMNS,
    DEAL,
    DOWN_TO_UP,
    FOUNDATION,
    FOUNDATIONS,
    GRID,
    NO_CARD,
    RANK,
    STOCK,
    SUIT,
    TALON,
    UNKNOWN,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import (
    BASE,
    COMES_FIRST,
    DOES_NOT_TAKE,
    NO_MEETING,
    NO_SUCH_MOVE,
    NOT_KNOWN,
    NOT_ON_TOP,
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
        "JR1": ("2", "1", "3"),
        "JR3": ("optional", "required"),
        "JR4": ("no", "yes"),
        "JR8": ("optional", "forced"),
        "JR7": ("turned-over", "shuffled"),
        "JR9": ("none", "optional"),
    }
    FIRST_BY: ClassVar[tuple[str, ...]] = ("", "JR8", "JR3")

    def __init__(self, readings: Mapping[str, str]) -> None:
        Talon.__init__(self, readings, (_UP_RANKS, _DOWN_RANKS), 1, GRID, STOCK - 1)
        self.redeals: int = int(readings["JR1"])
        self.shuffles: bool = readings["JR7"] == "shuffled"
        self.plays_first: bool = readings["JR8"] == "forced"
        self.reverses: bool = readings["JR9"] == "optional"
        self.marries_first: bool = readings["JR3"] == "required"
        self.ends: bytearray = bytearray(256)
        for place in range(self.low, self.high + 1):
            row = (place - GRID) // COLUMNS
            column = (place - GRID) % COLUMNS
            # Longways, a card has its narrow ends at its left and right, and otherwise above and below.
            at = column if self.longways(place) else row
            step = 1 if self.longways(place) else COLUMNS
            self.ends[2 * place] = place - step if at > 0 else 0
            self.ends[2 * place + 1] = place + step if at < 7 else 0
        self.lower: bytearray = bytearray([NO_CARD]) * 256
        self.higher: bytearray = bytearray([NO_CARD]) * 256
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
        """Deal a card to every place of the rug (2)."""
        for place in range(self.low, self.high + 1):
            if self.size[STOCK]:
                self._put(place, 0, self._take(STOCK, self.size[STOCK] - 1))

    # -- what is known of the position --------------------------------------------------------------------------------

    def longways(self, place: int) -> bool:
        """Whether the cards of a place of the rug lie longways (2): at every second place of a row and of a column,
        beginning with the second place of row 1."""
        return ((place - GRID) // COLUMNS + place) & 1 != 0

    def _free(self, place: int) -> bool:
        """Whether a narrow end of a place is free: at the edge of the rug, or next to an empty place (3)."""
        return not self.size[self.ends[2 * place]] or not self.size[self.ends[2 * place + 1]]

    def meets(self, suit: int) -> bool:
        """Whether the ascending and the descending foundation of a suit meet (JR9)."""
        return self.size[FOUNDATIONS + suit] + self.size[FOUNDATIONS + 4 + suit] == 13

    def can_be_misplayed(self, move: int) -> bool:
        """Whether a misplay can make this move at the wrong time, with its usual effect."""
        card = move >> 8 & 255
        if move >> 16 == FOUNDATION and card < UNKNOWN:
            return self.left != 0 and not self._why_not_over(card, move & 255)
        return Talon.can_be_misplayed(self, move)

    def marries(self, card: int, on: int) -> bool:
        """Whether a card may go on another: in suit, one rank up or down (5, JR4)."""
        return on != NO_CARD and (self.lower[card] == on or self.higher[card] == on)

    def may_marry(self) -> bool:
        """Whether a card of the rug may be married on the talon, apart from plays that come first (5)."""
        if not self.size[TALON]:
            return False
        # Marriage works both ways: these are also the cards that may go on the top card.
        top = self._top(TALON)
        lower = self.lower[top]
        higher = self.higher[top]
        for place in range(self.low, self.high + 1):
            if self.size[place]:
                card = self.cells[place << 7]
                if card in (lower, higher) and self._free(place):
                    return True
        return False

    def _what_comes_first(self) -> int:
        """Return what must come before dealing: 1 for plays, 2 for marriages, 0 for nothing."""
        if self.plays_first and not self.standstill():
            return 1
        return 2 if self.marries_first and self.may_marry() else 0

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why_not_reversed(self, source: int, card: int, dest: int) -> int:
        """Return why a card may not move from one foundation of its suit to the other (4, JR9)."""
        if not self.reverses or source != FOUNDATION or card >= UNKNOWN:
            return NO_SUCH_MOVE
        return self._why_not_over(card, dest)

    def _why_not_over(self, card: int, dest: int) -> int:
        """Return why a card may not go over to the other foundation of its suit, if reversals are allowed; 0 if it may.

        Args:
            card: the card.
            dest: UP_TO_DOWN from the foundation that is built up, or DOWN_TO_UP.
        """
        foundation = FOUNDATIONS + SUIT[card] + (0 if dest == UP_TO_DOWN else 4)
        if self.foundation_top(foundation) != card:
            return NOT_ON_TOP
        if self.size[foundation] == 1:
            return BASE
        return 0 if self.meets(SUIT[card]) else NO_MEETING

    def _list_reversals(self, out: Room) -> int:
        """List the moves between foundations that meet; returns how many there are."""
        count = 0
        for suit in range(4 if self.reverses else 0):
            if self.meets(suit):
                top = self.foundation_top(FOUNDATIONS + suit)
                count = self._add_if_legal(out, count, FOUNDATION << 16 | top << 8 | UP_TO_DOWN)
                top = self.foundation_top(FOUNDATIONS + 4 + suit)
                count = self._add_if_legal(out, count, FOUNDATION << 16 | top << 8 | DOWN_TO_UP)
        return count

    def _why_not_built(self, source: int, card: int, dest: int) -> int:
        """Return why an available card, or the one turned up (``source`` DEAL), may not go to a place (5, 7); 0 if it
        may: the card that was turned up is laid on the talon, a card of the rug is married there."""
        if source == DEAL:
            if dest != TALON:
                return WRONG_PLACE
            if self._what_comes_first() or (self.plays_first and self.want[card]):
                return COMES_FIRST
            return NOT_KNOWN if card == UNKNOWN else 0
        if source == TALON:
            return WRONG_PLACE
        if self.plays_first and dest == TALON and not self.standstill():
            return COMES_FIRST
        if not self.size[TALON]:
            return VACANCY
        if dest != TALON:
            return WRONG_PLACE
        top = self._top(TALON)
        if top == self.lower[card] or top == self.higher[card]:
            return 0
        return NOT_KNOWN if card == UNKNOWN or top == UNKNOWN else DOES_NOT_TAKE

    def _list_marriages(self, out: Room, count: int) -> int:
        """List the marriages of cards of the rug on the talon; returns the new length of the list."""
        if self.size[TALON]:
            top = self._top(TALON)
            lower = self.lower[top]
            higher = self.higher[top]
            for place in range(self.low, self.high + 1):
                if self.size[place]:
                    card = self.cells[place << 7]
                    if card in (lower, higher):
                        count = self._add_if_legal(out, count, place << 16 | card << 8 | TALON)
        return count
