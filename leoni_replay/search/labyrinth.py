"""The plan of search for Labyrinth. ``docs/dev/search.md`` has the pruning ``safe`` with its proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.labyrinth import Labyrinth
from leoni_replay.rules.numbers import ASIDE, COLUMNS, GRID, ON_UP, STOCK
from leoni_replay.rules.table import Room
from leoni_replay.search.depth_first import Plan

_SAFE = 1
#: the first place of row 2
_ROW_2 = GRID + COLUMNS


class LabyrinthPlan(Plan):
    """The plan for Labyrinth."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"safe": _SAFE}

    def __init__(self, table: Labyrinth, prunings: int) -> None:
        Plan.__init__(self, table, prunings)
        self.labyrinth = table
        #: whether every play is safe, because all of them come before the next row, in any order
        self.is_set: bool = not table.open_top and not table.either_side and not table.any_time

    def _candidates(self, out: Room) -> int:
        """List the candidates, each as its move and what to arrange before it; returns their number.

        With the pruning ``safe``, a play that brings no card from the stock is the only candidate, because it takes
        nothing away. A play in row 1 brings a card if the gap is refilled at once.
        """
        table = self.labyrinth
        if self.prunings & _SAFE and not (table.stops and not table.size[STOCK]):
            if table.size[ASIDE] and table.want[table._top(ASIDE)]:
                return self._list_only(out, ASIDE)
            first = GRID if self.is_set or not table.refills() else _ROW_2
            for place in range(first, GRID + table.rows * COLUMNS):
                if table.size[place] and table.want[table.cells[place << 7]] and table.free(place):
                    return self._list_only(out, place)
        return self._list_every_move(out)

    def _list_only(self, out: Room, place: int) -> int:
        """List the play of the card of a place as the only candidate; returns the number of candidates."""
        out[0] = place << 16 | self.labyrinth._top(place) << 8 | ON_UP
        out[1] = 0
        return 1
