# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The plans of search for games with a hand and a talon: Anna and The Japanese Rug.

``docs/searching.md`` has the prunings ``turning`` and ``hopeless`` with their proofs. Plays are tried first. It may pay
to hold one back, so such lines are not left out, but they are rated lower. Rounds of ``StagedSearch`` come first.
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
    """What the two plans share."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"turning": _TURNING}

    def __init__(self, table: Talon, prunings: int) -> None:
        BestPlan.__init__(self, table, prunings)
        self.talon = table
        #: the number of plays among the candidates last listed, and of plays and marriages on the talon
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
        # Plays come first, then marriages on the talon.
        self.plays = self._sorted(out, n, 0, ON_UP, ON_DOWN)
        self.marriages = self._sorted(out, n, self.plays, TALON, TALON)
        return n

    def _sorted(self, out: Room, n: int, begin: int, low: int, high: int) -> int:
        """Move forward, to index ``begin``, the candidates from the table, or from the hand to a foundation, with
        certain destinations; returns the index after them."""
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
