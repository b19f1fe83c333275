# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Best-first search, for games in which most moves can be undone or put off: a depth-first search would try everything
after a bad move before it takes the move back.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.search.search import LOST, OPEN, Plan, Search, Seen
from leoni_replay.search.tree import NOTHING, TreeSearch

_OPEN = OPEN
_LOST = LOST
#: Ratings of positions are below this.
WORTHS: Final = 1024
_WORTHS = WORTHS
_NOTHING = NOTHING


class BestPlan(Plan):
    """A plan for a game in which most moves can be undone or put off."""

    def search(self, seen: Seen, kept: int = 0) -> Search:
        return BestSearch(self, seen, kept)


class BestSearch(TreeSearch):
    """A search that continues from the best position, as rated by the plan (``_worth``)."""

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        #: the waiting positions, by rating
        self.waiting = array("I", b"\xff" * (4 * _WORTHS))
        self.best = _WORTHS
        self.now = 0
        TreeSearch.__init__(self, plan, seen, kept)

    def go(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.state == _OPEN and self.nodes < stop:
            if self._has_best():
                self._go_on()
            else:
                self._take_back()
                self.state = _LOST
        return self.state

    def _has_best(self) -> bool:
        """Whether a position waits; sets the best rating."""
        while self.best < _WORTHS and self.waiting[self.best] == _NOTHING:
            self.best += 1
        return self.best < _WORTHS

    def _go_on(self) -> None:
        """Continue from the best position."""
        node = self.waiting[self.best]
        self.waiting[self.best] = self.link[node]
        self._turn_to(node)
        self.now = self.best
        self._spread()

    def _wait(self, node: int, choice: int) -> None:
        self._put(node, self.plan._worth(self.now, choice))

    def _put(self, node: int, worth: int) -> None:
        """Add a waiting position."""
        if worth >= _WORTHS:
            worth = _WORTHS - 1
        self.link[node] = self.waiting[worth]
        self.waiting[worth] = node
        if worth < self.best:
            self.best = worth
