# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""What a search tries in games with a hand and a talon: Anna and The Japanese Rug.

One pruning is known, argued in ``docs/searching.md``:

``turning``
    A card is turned up into the hand, and placed from there: that both can be one move makes no difference.

Plays are tried first. Those who hold one back gain by it now and then, so that nothing is left out; but such lines are
worth less, and a search by what tables are worth looks at all others before. That search comes after rounds that keep
the best positions of each stage (``search/staged``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import DEAL, DEAL_ON, HAND, ON_DOWN, ON_UP, TALON
from leoni_replay.rules.table import Room
from leoni_replay.rules.talon import Talon
from leoni_replay.search.best import BestPlan
from leoni_replay.search.search import Search, Seen
from leoni_replay.search.staged import StagedSearch

_TURNING = 1


class TalonPlan(BestPlan):
    """The plan for The Japanese Rug, and what it shares with that for Anna."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"turning": _TURNING}

    def __init__(self, table: Talon, prunings: int) -> None:
        BestPlan.__init__(self, table, prunings)
        self.talon = table
        #: how many plays there were among the candidates of the table that they were last listed for
        self.plays = 0
        self.marriages = 0

    def search(self, seen: Seen, kept: int = 0) -> Search:
        return StagedSearch(self, seen, kept)

    def _candidates(self, out: Room) -> int:
        table = self.talon
        n = self._every_move(out)
        if self.prunings & _TURNING and not table.size[HAND] and table._why(DEAL_ON) == 0:
            kept = 0
            for i in range(n):
                move = out[2 * i]
                if move >> 16 != DEAL or move == DEAL_ON:
                    out[2 * kept] = move
                    out[2 * kept + 1] = out[2 * i + 1]
                    kept += 1
            n = kept
        # Plays come first, then marriages on the talon, in the order in which the table lists them.
        self.plays = self._sorted(out, n, 0, ON_UP, ON_DOWN)
        self.marriages = self._sorted(out, n, self.plays, TALON, TALON)
        return n

    def _sorted(self, out: Room, n: int, begin: int, low: int, high: int) -> int:
        """Put the moves first, from a candidate on, that go from the table, or from the hand to a foundation, to some
        destinations; returns where they end."""
        for i in range(begin, n):
            move = out[2 * i]
            if low <= move & 255 <= high and (move >> 16 != DEAL or (low > TALON and self.talon.size[HAND])):
                for j in range(i, begin, -1):
                    out[2 * j] = out[2 * j - 2]
                    out[2 * j + 1] = out[2 * j - 1]
                out[2 * begin] = move
                out[2 * begin + 1] = 0
                begin += 1
        return begin

    def _worth(self, before: int, choice: int) -> int:
        first = self.plays if self.plays else self.marriages
        return before + 1 if first and choice >= first else before
