"""What a search of FreeCell tries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar, cast

from leoni_freecell.table import CELLS, COLUMNS, FreeCell, follows
from leoni_replay.own import FOUNDATIONS, ON_UP, RANK, SUIT, OpenBestPlan, Room

_ALIKE, _SAFE = 1, 2


class FreeCellPlan(OpenBestPlan):
    """Goes on from the best position. ``alike`` tries one vacant cell and one vacant column of several, and moves
    nothing from vacancy to vacancy; ``safe`` plays a card at once if no card that is left could have to lie on it."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"alike": _ALIKE, "safe": _SAFE}

    def forced(self) -> int:
        table = cast(FreeCell, self.table)
        safe = (top for top in table.tops() if table.want[top[1]] and self._is_safe(top[1]))
        place, card = next(safe, (0, 0)) if self.prunings & _SAFE else (0, 0)
        return place and place << 16 | card << 8 | ON_UP

    def _is_safe(self, card: int) -> bool:
        """Whether all that could lie on a card, and on that again, can be played as soon as it is available."""
        built, suit, rank = self.table.size[FOUNDATIONS : FOUNDATIONS + 4], SUIT[card], RANK[card]
        others = (1, 2) if suit in (0, 3) else (0, 3)
        return all(built[other] >= rank - 2 for other in others) and built[3 - suit] >= rank - 3

    def candidates(self, out: Room) -> int:
        n, size = super().candidates(out), bytes(self.table.size)
        if not self.prunings & _ALIKE:
            return n
        vacant = [next((place for place in places if not size[place]), 0) for places in (COLUMNS, CELLS)]
        kept = 0
        for move in list(out[:n]):
            source, card, dest = move >> 16, move >> 8 & 255, move & 255
            whole = self.table.cards_in(source)[0] == card and (source in CELLS) == (dest in CELLS)
            if dest >= CELLS.stop or size[dest] or (dest in vacant and not whole):
                out[kept] = move
                kept += 1
        return kept

    def worth(self, before: int, choice: int) -> int:
        # The weights were found by trial.
        size = bytes(self.table.size)
        used, vacant = sum(map(bool, size[CELLS.start : CELLS.stop])), size[COLUMNS.start : COLUMNS.stop].count(0)
        worth = 3 * self.table.left + 12 * used - 5 * vacant + 8 * (used == len(CELLS) and not vacant)
        return max(worth + sum(_disorder(self.table.cards_in(column)) for column in COLUMNS), 0)


@lru_cache(maxsize=1 << 16)
def _disorder(cards: bytes) -> int:
    """How much is in the way in a column: cards that do not follow the one under them, and cards that lie on a lower
    one, above all of their suit."""
    steps = sum(not follows(card, on) for on, card in pairwise(cards))
    below = [(card, cards[:i]) for i, card in enumerate(cards)]
    buried = sum(any(RANK[other] < RANK[card] for other in under) for card, under in below)
    suits = sum(any(SUIT[other] == SUIT[card] and other < card for other in under) for card, under in below)
    return 3 * steps + 5 * buried + 3 * suits
