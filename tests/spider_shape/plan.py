"""What a search of The Loom tries."""

from __future__ import annotations

from itertools import pairwise

from leoni_replay.own import FACE_DOWN, OpenBestPlan
from tests.spider_shape.table import COLUMNS


class LoomPlan(OpenBestPlan):
    """Goes on from the best position: few cards left, few face down, few runs."""

    def worth(self, before: int, choice: int) -> int:
        worth = 2 * self.table.left
        for column in COLUMNS:
            cards = self.table.cards_in(column)
            worth += 3 * sum(bool(card & FACE_DOWN) for card in cards)
            worth += 4 * sum(card + 1 != on for on, card in pairwise(b"\0" + cards))
        return worth
