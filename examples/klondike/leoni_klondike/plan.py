"""What a search of Klondike tries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_klondike.table import COLUMNS
from leoni_replay.own import FACE_DOWN, RANK, STOCK, TALON, OpenBestPlan, Room

_VACANT = 1


class KlondikePlan(OpenBestPlan):
    """Goes on from the best position. ``vacant`` moves no whole column to a vacant one."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"vacant": _VACANT}

    def candidates(self, out: Room) -> int:
        n = super().candidates(out)
        if not self.prunings & _VACANT:
            return n
        kept = 0
        for move in list(out[:n]):
            source, card, dest = move >> 16, move >> 8 & 255, move & 255
            whole = source in COLUMNS and dest in COLUMNS and self.table.cards_in(source)[0] == card
            if not whole or self.table.size[dest]:
                out[kept] = move
                kept += 1
        return kept

    def worth(self, before: int, choice: int) -> int:
        """Cards that are left, cards face down, and cards that lie on a lower one."""
        table = self.table
        worth = 5 * table.left + 2 * (table.size[STOCK] + table.size[TALON])
        for column in COLUMNS:
            ranks = [RANK[card % FACE_DOWN] for card in table.cards_in(column)]
            worth += 10 * sum(card >= FACE_DOWN for card in table.cards_in(column))
            worth += 3 * sum(min(ranks[:i]) < ranks[i] for i in range(1, len(ranks)))
        return min(worth, 1023)
