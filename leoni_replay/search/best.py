# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A search that goes on from the best of all tables that it has seen, wherever that is.

In a game in which most moves can be undone one way or another, a search that goes deep first gets lost: it looks at
everything that can be done after one bad move before it takes it back.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.search.search import LOST, OPEN, Plan, Search, Seen
from leoni_replay.search.tree import NOTHING, TreeSearch

_OPEN = OPEN
_LOST = LOST
#: How many worths there are; no table is worth less than 0.
WORTHS: Final = 1024
_WORTHS = WORTHS
_NOTHING = NOTHING


class BestPlan(Plan):
    """A plan for a game in which moves can be undone one way or another, or most of them can be put off."""

    def search(self, seen: Seen, kept: int = 0) -> Search:
        return BestSearch(self, seen, kept)


class BestSearch(TreeSearch):
    """A search by what tables are worth, as the plan says (``_worth``)."""

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        #: the tables that wait, by what they are worth
        self.waiting = array("I", b"\xff" * (4 * _WORTHS))
        self.best = _WORTHS
        self.now = 0
        TreeSearch.__init__(self, plan, seen, kept)

    def go(self, nodes: int) -> int:
        """Look at so many more tables, or a few more; returns what the search has come to."""
        stop = self.nodes + nodes
        while self.state == _OPEN and self.nodes < stop:
            if self._has_best():
                self._go_on()
            else:
                self._take_back()
                self.state = _LOST
        return self.state

    def _has_best(self) -> bool:
        """Whether a table waits; finds the worth of the best."""
        while self.best < _WORTHS and self.waiting[self.best] == _NOTHING:
            self.best += 1
        return self.best < _WORTHS

    def _go_on(self) -> None:
        """Go on from the best table."""
        node = self.waiting[self.best]
        self.waiting[self.best] = self.link[node]
        self._turn_to(node)
        self.now = self.best
        self._spread()

    def _wait(self, node: int, choice: int) -> None:
        self._put(node, self.plan._worth(self.now, choice))

    def _put(self, node: int, worth: int) -> None:
        """Have a table of some worth wait."""
        if worth >= _WORTHS:
            worth = _WORTHS - 1
        self.link[node] = self.waiting[worth]
        self.waiting[worth] = node
        if worth < self.best:
            self.best = worth
