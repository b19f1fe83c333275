"""The plan of search for Labyrinth. ``docs/dev/search.md`` has the prunings ``alike``, ``hopeless`` and ``safe`` with
their proofs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.labyrinth import Labyrinth
from leoni_replay.rules.numbers import COLUMNS, DEAL, DEAL_ON, GRID, ON_UP, STOCK, UNKNOWN
from leoni_replay.rules.table import Room
from leoni_replay.search.search import Plan

_ALIKE = 1
_HOPELESS = 2
_SAFE = 4
#: the first place of row 2, and the end of the grid
_ROW_2 = GRID + COLUMNS
_GRID_END = GRID + 6 * COLUMNS


class LabyrinthPlan(Plan):
    """The plan for Labyrinth."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"alike": _ALIKE, "hopeless": _HOPELESS, "safe": _SAFE}

    def __init__(self, table: Labyrinth, prunings: int) -> None:
        Plan.__init__(self, table, prunings)
        self.labyrinth = table
        #: whether the order of row 1 does not matter
        self.is_set = not table.open_top and not table.either_side
        self.begun = table.plies
        #: the height that each suit can reach, the place of each card (0 if none, row 1 if it is at hand), and which
        #: places still have a card
        self.built = bytearray(4)
        self.at = bytearray(64)
        self.lies = bytearray(128)

    def _candidates(self, out: Room) -> int:
        table = self.labyrinth
        # Only a row that is dealt changes the answer.
        dealt = table.plies == self.begun or table.played[table.plies - 1] == DEAL_ON
        if dealt and self.prunings & _HOPELESS and self._hopeless():
            return 0
        if self.prunings & _SAFE and not (table.stops and not table.size[STOCK]):
            all_safe = not table.size[STOCK] or not table.refills_at_once or (self.is_set and not table.any_time)
            for place in range(GRID if all_safe else _ROW_2, GRID + table.rows * COLUMNS):
                if table.size[place] and table.want[table.cells[place << 7]] and table.free(place):
                    out[0] = place << 16 | table.cells[place << 7] << 8 | ON_UP
                    out[1] = 0
                    return 1
        n = self._every_move(out)
        return self._one_refill(out, n) if self.prunings & _ALIKE and self.is_set else n

    # -- alike --------------------------------------------------------------------------------------------------------

    def _one_refill(self, out: Room, n: int) -> int:
        """Keep the first of the moves that put a card of the stock into row 1 (LB2); returns the number left."""
        kept = 0
        refilled = False
        for i in range(n):
            move = out[2 * i]
            if move >> 16 == DEAL and move != DEAL_ON:
                if refilled:
                    continue
                refilled = True
            out[2 * kept] = move
            out[2 * kept + 1] = 0
            kept += 1
        return kept

    def _key(self) -> int:
        table = self.labyrinth
        if not self.prunings & _ALIKE or not self.is_set:
            return table.key()
        # Meanwhile the cards of row 1 lie in order in an unused place.
        n = 0
        lie = 0
        for place in range(GRID, _ROW_2):
            if table.size[place]:
                card = table.cells[place << 7]
                i = n
                while i and table.cells[i - 1] > card:
                    table.cells[i] = table.cells[i - 1]
                    i -= 1
                table.cells[i] = card
                n += 1
                lie |= 1 << (place - GRID)
                table.size[place] = 0
                table.stale[place] = 1
        table.size[0] = n
        table.stale[0] = 1
        key = table.key()
        table.size[0] = 0
        table.stale[0] = 1
        for place in range(GRID, _ROW_2):
            if lie >> (place - GRID) & 1:
                table.size[place] = 1
                table.stale[place] = 1
        return key

    # -- hopeless -----------------------------------------------------------------------------------------------------

    def _hopeless(self) -> bool:
        """Whether some card could not be played even if the stock were at hand and no more rows came."""
        table = self.labyrinth
        if not table.left:
            return False
        if table.stops:
            # The game is over when the last card leaves the stock, before it can be played (LB4).
            return True
        if self._all_reached(UNKNOWN):
            return False
        if not table.one_card or table.rescued:
            return True
        # One card may be taken from anywhere (LB5): try the next one of each suit.
        due = 0
        for suit in range(4):
            due |= self.built[suit] << 4 * suit
        for suit in range(4):
            height = due >> 4 * suit & 15
            if height < 13 and self._all_reached(13 * suit + height):
                return False
        return True

    def _all_reached(self, rescued: int) -> bool:
        """Whether every card could be played, if ``rescued`` may be taken from anywhere. Sets ``built``."""
        table = self.labyrinth
        for card in range(52):
            self.at[card] = 0
        for i in range(table.size[STOCK]):
            self.at[table.cells[(STOCK << 7) + i]] = GRID
        for place in range(GRID, _GRID_END):
            self.lies[place] = table.size[place]
            if table.size[place]:
                self.at[table.cells[place << 7]] = place
        self.lies[self.at[rescued]] = 0
        self.at[rescued] = GRID
        for suit in range(4):
            self.built[suit] = table.size[96 + suit]
        more = True
        while more:
            more = False
            for suit in range(4):
                height = self.built[suit]
                while height < 13 and self._free(self.at[13 * suit + height]):
                    place = self.at[13 * suit + height]
                    height += 1
                    self.lies[place] = 0
                    more = True
                self.built[suit] = height
        return self.built[0] + self.built[1] + self.built[2] + self.built[3] == 52

    def _free(self, place: int) -> bool:
        """Whether a card in a place is available after the plays so far; 0 is no place."""
        table = self.labyrinth
        rows = table.rows
        if place < _ROW_2 or rows < 3:
            return place > 0
        end = GRID + rows * COLUMNS
        below = place + COLUMNS
        above = place - COLUMNS
        if table.either_side:
            return below >= end or not self.lies[below] or not self.lies[above]
        while below < end and not self.lies[below]:
            below += COLUMNS
        if below >= end:
            return True
        if not table.open_top:
            return False
        while above >= GRID and not self.lies[above]:
            above -= COLUMNS
        return above < GRID
