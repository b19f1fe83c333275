"""The rules of Anna in every reading: eight piles in the shape of an A, eight knaves as foundations, and marriages.

In comments, numbers are clauses of the rule books, and ids are points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import DEAL, HAND, NO_CARD, ON_DOWN, RANK, STOCK, TALON, UNKNOWN
from leoni_replay.rules.reasons import (
    COMES_FIRST,
    DOES_NOT_TAKE,
    GOES_OUT,
    NO_SUCH_MOVE,
    NOT_KNOWN,
    SAME_PLACE,
    VACANCY,
    WRONG_PLACE,
)
from leoni_replay.rules.table import Room
from leoni_replay.rules.talon import Talon

_RANKS = bytes((*range(11, 0, -1), 13))


class Anna(Talon):
    """A position of Anna. ``mate`` has for every card the one on which it may be married, or NO_CARD."""

    PLAN: ClassVar[str] = "leoni_replay.search.talon:AnnaPlan"
    SENSIBLE: ClassVar[str] = "leoni_replay.search.sensible:SensibleAnna"
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "AN1": ("wrap", "no-wrap"),
        "AN2": ("plays-and-marries", "plays-only"),
        "AN3": ("one-card", "run"),
        "AN7": ("turned-over", "shuffled"),
        "AN8": ("optional", "forced"),
    }
    FIRST_BY: ClassVar[tuple[str, ...]] = ("", "AN8")

    def __init__(self, readings: Mapping[str, str]) -> None:
        Talon.__init__(self, readings, (b"", _RANKS, _RANKS), 0, 1, 8)
        self.shuffles: bool = readings["AN7"] == "shuffled"
        self.plays_first: bool = readings["AN8"] == "forced"
        self.runs: bool = readings["AN3"] == "run"
        self.stay = 8
        self.talon_marries: bool = readings["AN2"] == "plays-and-marries"
        self.mate: bytearray = bytearray([NO_CARD]) * 256
        for card in range(52):
            rank = RANK[card]
            if rank != 1 and rank != 12:
                self.mate[card] = card - 1
            elif rank == 1 and readings["AN1"] == "wrap":
                self.mate[card] = card + 12

    def lay_out(self) -> None:
        self._make_forced_moves()
        self.shows = 0

    # -- what is known of the position --------------------------------------------------------------------------------

    def won(self) -> bool:
        """Whether the game is won."""
        # The A must be eight queens (9). With the rest on the foundations, an unknown card can only be one.
        if self.left != 8:
            return False
        for place in range(1, 9):
            if self.size[place] != 1:
                return False
            card = self.cells[place << 7]
            if RANK[card] != 12 and card != UNKNOWN:
                return False
        return True

    def goes_out(self, card: int) -> bool:
        # A knave is the base of a foundation.
        return RANK[card] == 11 and self.want[card] != 0

    def marries(self, card: int, on: int) -> bool:
        """Whether a card may go on another: in suit, one rank higher (5, AN1)."""
        return on != NO_CARD and self.mate[card] == on

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why_not_built(self, source: int, card: int, dest: int) -> int:
        """Return why an available card, or the one turned up (``source`` DEAL), may not go to a place (5, 7); 0 if it
        may: it is married on a pile of the A, or laid on the talon."""
        # A knave lies in the A only in a written position that play cannot reach.
        if source == DEAL and self.goes_out(card):
            return GOES_OUT
        if self.plays_first and (self._what_comes_first() or (source == DEAL and self.want[card])):
            return COMES_FIRST
        if source == TALON and not self.talon_marries:
            return DOES_NOT_TAKE
        # The talon takes the card that was turned up, and no other.
        if dest in (TALON, HAND):
            if source != DEAL or dest == HAND:
                return WRONG_PLACE
            return NOT_KNOWN if card == UNKNOWN else 0
        if dest < 1 or dest > 8:
            return NO_SUCH_MOVE
        if dest == source:
            return SAME_PLACE
        if not self.size[dest]:
            return VACANCY
        # The card on which it may be married must be the top card.
        top = self.cells[(dest << 7) + self.size[dest] - 1]
        mate = self.mate[card]
        if mate == top:
            return 0
        return NOT_KNOWN if card == UNKNOWN or (top == UNKNOWN and mate != NO_CARD) else DOES_NOT_TAKE

    def _list_marriages(self, out: Room, count: int) -> int:
        """List the marriages of cards on the table and the talon; returns the new length of the list."""
        if self.talon_marries and self.size[TALON]:
            count = self._list_weddings(out, count, TALON, self._top(TALON))
        for place in range(1, 9):
            height = self.size[place]
            index = 0 if self.runs else height - 1
            while 0 <= index < height:
                card = self.cells[(place << 7) + index]
                # The upper of two twins is taken.
                if index == height - 1 or self._last_index(place, card) == index:
                    count = self._list_weddings(out, count, place, card)
                index += 1
        return count

    def _list_weddings(self, out: Room, count: int, source: int, card: int) -> int:
        """List the marriages of one card; returns the new length of the list."""
        mate = self.mate[card]
        if mate != NO_CARD:
            for place in range(1, 9):
                height = self.size[place]
                if height and self.cells[(place << 7) + height - 1] == mate:
                    count = self._add_if_legal(out, count, source << 16 | card << 8 | place)
        return count

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _make_forced_moves(self) -> None:
        """Fill vacancies from the stock; knaves become foundations (6)."""
        if not self.size[STOCK]:
            return
        for place in range(1, 9):
            while not self.size[place] and self.size[STOCK]:
                index = self.size[STOCK] - 1
                card = self._top(STOCK)
                self._show(card)
                if self.goes_out(card):
                    self._build(STOCK, index, self._landing(card, ON_DOWN))
                else:
                    self._shift(STOCK, index, place, 0)
