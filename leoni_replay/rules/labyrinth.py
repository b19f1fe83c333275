"""The rules of Labyrinth in every reading: cards are free mostly at the ends of columns, and row 1 is refilled.

In comments, numbers are clauses of the rule books, and ids are points.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.cards import PACK_SIZE
from leoni_replay.rules.numbers import (
    ASIDE,
    COLUMNS,
    DEAL,
    DEAL_ON,
    DOWN_TO_UP,
    GRID,
    ON_DOWN,
    ON_UP,
    OPEN,
    PLACES,
    REDEAL,
    STOCK,
    UNKNOWN,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import (
    MISFIT,
    NO_REDEAL,
    NO_RESORT,
    NO_ROOM,
    NO_STANDSTILL,
    NO_STOCK,
    NO_SUCH_MOVE,
    NOT_AVAILABLE,
    NOT_KNOWN,
    OVER,
    WON,
    WRONG_CARD,
    WRONG_PLACE,
)
from leoni_replay.rules.table import Room, Table

_UP_RANKS = bytes(range(1, 14))

#: 48 cards make six rows, or fewer if row 1 is refilled
ROWS = 6
#: the end of the grid, and the first place of row 2
GRID_END = GRID + ROWS * COLUMNS
ROW_2 = GRID + COLUMNS


class Labyrinth(Table):
    """A position of Labyrinth.

    Its registers are the number of rows dealt (``rows``), and whether the last resort has been spent (``rescued``,
    LB5).
    """

    MISPLAYS: ClassVar[bool] = True
    #: the maximum number of rows
    MOST_ROWS: ClassVar[int] = 6
    PLAN: ClassVar[str] = "leoni_replay.search.labyrinth:LabyrinthPlan"
    SENSIBLE: ClassVar[str] = "leoni_replay.search.sensible:SensibleLabyrinth"
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "LB1": ("bottom", "bottom-or-open-top", "open-either-side"),
        "LB2": ("at-once", "deferrable", "until-row-2"),
        "LB3": ("left-to-right",),
        "LB4": ("play-on", "stop"),
        "LB5": ("none", "one-card", "set-aside"),
        "LB6": ("at-standstill", "any-time"),
    }

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.open_top: bool = readings["LB1"] == "bottom-or-open-top"
        self.either_side: bool = readings["LB1"] == "open-either-side"
        self.refills_later: bool = readings["LB2"] == "deferrable"
        self.until_row_2: bool = readings["LB2"] == "until-row-2"
        self.stops: bool = readings["LB4"] == "stop"
        #: whether there is a last resort, and whether it may lay a card aside
        self.has_resort: bool = readings["LB5"] != "none"
        self.sets_aside: bool = readings["LB5"] == "set-aside"
        self.any_time: bool = readings["LB6"] == "any-time"
        self.rows: int = 0
        self.rescued: bool = False
        #: room for all legal moves
        self.room_for_moves: array[int] = array("I", bytes(4 * 128))
        Table.__init__(self, readings, (_UP_RANKS,), 1, PACK_SIZE)

    # -- the deal -----------------------------------------------------------------------------------------------------

    def registers(self) -> int:
        """Return everything that the game remembers besides the cards, as bits."""
        return self.deal | self.rows << 4 | self.rescued << 7

    def _restore(self, registers: int) -> None:
        """Set what ``registers`` returned."""
        self.deal: int = registers & 15
        self.rows = registers >> 4 & 7
        self.rescued = (registers >> 7 & 1) != 0

    def lay_out(self) -> None:
        self._deal_row()
        self.shows = 0

    def complete_layout(self, rows: int) -> None:
        self.rows = rows if rows else 1

    # -- what is known of the position --------------------------------------------------------------------------------

    def free(self, place: int) -> bool:
        """Whether the card in a place is available, whichever it is (3, LB1).

        All cards are while there are only one or two rows, and those of row 1 always. Any other card is if it is the
        lowest of its column; the readings of LB1 also free it if nothing lies above it, or if a place next to it in its
        column is empty.
        """
        rows = self.rows
        if place < ROW_2 or rows < 3 or place == ASIDE:
            return True
        end = GRID + rows * COLUMNS
        below = place + COLUMNS
        above = place - COLUMNS
        if self.either_side:
            return below >= end or not self.size[below] or not self.size[above]
        while below < end and not self.size[below]:
            below += COLUMNS
        if below >= end:
            return True
        if not self.open_top:
            return False
        while above >= GRID and not self.size[above]:
            above -= COLUMNS
        return above < GRID

    def refills(self) -> bool:
        """Whether a place that a play opens in row 1 is refilled at once (6, LB2)."""
        return not self.refills_later and not (self.until_row_2 and self.rows > 1) and self.size[STOCK] > 0

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        if self.size[ASIDE] and self.want[self._top(ASIDE)]:
            return False
        for place in range(GRID, GRID + self.rows * COLUMNS):
            if self.size[place] and self.want[self.cells[place << 7]] and self.free(place):
                return False
        return True

    def last_resort(self) -> bool:
        """Whether any one card that fits may be taken, or any card laid aside (LB5)."""
        return self.has_resort and not self.rescued and not self.size[STOCK] and self.standstill()

    def is_stopped(self) -> bool:
        """Whether the end of the stock has ended the game (LB4)."""
        return self.stops and not self.size[STOCK]

    def can_be_misplayed(self, move: int) -> bool:
        """Whether a misplay can make this move at the wrong time, with its usual effect."""
        return move == DEAL_ON and self.size[STOCK] != 0 and self.rows < ROWS

    def apply_forced_moves(self, source: int) -> None:
        """Make the forced moves after a misplay has taken cards from a place."""
        self.rescued = self.rescued or self.size[ASIDE] > 0
        for place in range(GRID, ROW_2):
            # A gap that was there before row 2 stays (LB2).
            if not self.size[place] and self.refills() and (place == source or not self.until_row_2):
                self._show(self._from_stock(place))

    def is_lost(self) -> bool:
        """Whether the game is over and not won."""
        if self.sets_aside and self.last_resort() and not self.is_stopped():
            # An unknown card could be laid aside too.
            for place in range(GRID, GRID_END):
                if self.size[place]:
                    return False
        return self.left != 0 and self._moves(self.room_for_moves) == 0

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        """Return why a full move is not legal (``rules/reasons``); 0 if it is.

        The source and the destination of a move are numbers of places, or numbers that are no places: the source is a
        place of the grid or ASIDE in a play, DEAL for a row or for a card of the stock; the destination of a play is
        ON_UP, and ASIDE if a card is laid aside as a last resort (LB5).
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if not self.left:
            return WON
        if self.stops and not self.size[STOCK]:
            return OVER
        if dest in (UP_TO_DOWN, DOWN_TO_UP):
            # Each suit has one foundation.
            return NO_SUCH_MOVE
        if GRID <= source < GRID_END or source == ASIDE:
            if not self.size[source] or self.cells[source << 7] != card:
                return NOT_AVAILABLE
            if dest == ASIDE and self.sets_aside and source != ASIDE:
                if card == UNKNOWN:
                    return NOT_KNOWN
                return 0 if self.last_resort() else NO_RESORT
            if dest < PLACES:
                # Nothing is built on the table (5).
                return NO_SUCH_MOVE
            fits = dest == ON_UP and self.want[card] != 0
            if not self.free(source):
                # The last resort takes any card that fits, also one that is not free (LB5).
                return 0 if fits and self.last_resort() else NOT_AVAILABLE
            if fits:
                return 0
            if dest not in (ON_UP, ON_DOWN):
                return NO_SUCH_MOVE
            return NOT_KNOWN if card == UNKNOWN else MISFIT
        if source == DEAL:
            if not self.size[STOCK]:
                return NO_STOCK
            return self._why_not_row() if move == DEAL_ON else self._why_not_refill(card, dest)
        return NO_REDEAL if source == REDEAL else NO_SUCH_MOVE

    def _why_not_row(self) -> int:
        """Return why the next row may not be dealt (7, LB6); 0 if it may."""
        if self.rows >= ROWS:
            return NO_ROOM
        return 0 if self.any_time or self.standstill() else NO_STANDSTILL

    def _why_not_refill(self, card: int, dest: int) -> int:
        """Return why a card of the stock may not fill an open place of row 1 as a move of its own (6, LB2); 0 if it
        may. Under the other readings, places are refilled without a move."""
        if not self.refills_later:
            return NO_SUCH_MOVE
        top = self._top(STOCK)
        if top == UNKNOWN:
            return NOT_KNOWN
        if card != top:
            return WRONG_CARD
        return 0 if GRID <= dest < ROW_2 and not self.size[dest] else WRONG_PLACE

    def _moves(self, out: Room) -> int:
        """List the legal moves in ``out``; returns how many there are."""
        count = 0
        # The places to look at: all that are dealt, or only the one that a pattern of moves names.
        first = GRID
        end = GRID + self.rows * COLUMNS
        source = self.pattern >> 16 if self.filtering else OPEN
        if first <= source < end:
            first = source
            end = source + 1
        resort = self.sets_aside and self.last_resort()
        for place in range(first, end):
            if self.size[place]:
                card = self.cells[place << 7]
                if self.want[card]:
                    count = self._add_if_legal(out, count, place << 16 | card << 8 | ON_UP)
                if resort:
                    count = self._add_if_legal(out, count, place << 16 | card << 8 | ASIDE)
        if self.size[ASIDE]:
            count = self._add_if_legal(out, count, ASIDE << 16 | self._top(ASIDE) << 8 | ON_UP)
        if self.size[STOCK]:
            if self.refills_later:
                card = self._top(STOCK)
                for place in range(GRID, ROW_2):
                    if not self.size[place]:
                        count = self._add_if_legal(out, count, DEAL << 16 | card << 8 | place)
            count = self._add_if_legal(out, count, DEAL_ON)
        return count

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _perform(self, move: int) -> None:
        """Make a legal move, with everything that it forces: a play in row 1 is refilled from the stock (6)."""
        source = move >> 16
        if move == DEAL_ON:
            self._deal_row()
        elif source == DEAL:
            self._from_stock(move & 255)
        else:
            # A card that is laid aside, or is not free, spends the last resort (LB5).
            aside = move & 255 == ASIDE
            if aside or (self.has_resort and not self.free(source)):
                self.rescued = True
                self._note()
            if aside:
                self._shift(source, 0, ASIDE, self.size[ASIDE])
                return
            self._build(source, 0, 0)
            if source < ROW_2 and self.refills():
                self._show(self._from_stock(source))

    def _deal_row(self) -> None:
        """Deal the next row, or as much of it as the stock has cards for (7)."""
        place = GRID + self.rows * COLUMNS
        self.rows += 1
        self._note()
        end = place + COLUMNS
        while place < end and self.size[STOCK]:
            self._show(self._from_stock(place))
            place += 1

    def _from_stock(self, place: int) -> int:
        """Put the next card of the stock into a place; returns it."""
        return self._shift(STOCK, self.size[STOCK] - 1, place, 0)
