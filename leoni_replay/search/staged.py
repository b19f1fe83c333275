# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A search that keeps the best positions of each stage (a beam search); a stage ends when a card is turned up.

It finds most wins soon, as each round reaches each stage. Positions that were left out are not known to be lost, so a
search from the best of all positions comes after the last round.
"""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import DEAL, HAND
from leoni_replay.search.best import WORTHS, BestSearch
from leoni_replay.search.search import FULL, LOST, OPEN, Plan, Seen
from leoni_replay.search.tree import NOTHING

_FULL = FULL
_LOST = LOST
_OPEN = OPEN
_NOTHING = NOTHING
_WORTHS = WORTHS
#: how many positions of a stage the first and the last round keep, and by how much each round widens
_WIDTH = 3
_WIDEST = 768
_WIDER = 4


class StagedSearch(BestSearch):
    """A search in ever wider rounds from stage to stage, and then from the best of all positions."""

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        #: the positions of the next stage, by their value
        self.later = array("I", b"\xff" * (4 * _WORTHS))
        self.kept = kept
        #: how many positions of a stage this round keeps (0 after the last round), and how many were tried
        self.width = _WIDTH
        self.tried = 0
        #: whether this round has left out a position
        self.cut = False
        #: how many cards were in the hand in the position that the search goes on from
        self.in_hand = 0
        BestSearch.__init__(self, plan, seen, kept)

    def go(self, nodes: int) -> int:
        """Search that many more positions, or a few more; returns the state of the search."""
        stop = self.nodes + nodes
        while self.width and self.state == _OPEN and self.nodes < stop:
            if not self._has_best():
                self._end_stage()
            elif self.tried == self.width:
                self.cut = True
                self._end_stage()
            else:
                self.tried += 1
                self._go_on()
                if self.state == _FULL:
                    # A wider round would not have room either.
                    self._begin_again(0)
        return BestSearch.go(self, stop - self.nodes) if self.nodes < stop else self.state

    def _end_stage(self) -> None:
        """Go on with the next stage; after the last one, with the next round."""
        self.waiting, self.later = self.later, self.waiting
        for i in range(_WORTHS):
            self.later[i] = _NOTHING
        self.best = 0
        self.tried = 0
        if not self._has_best():
            if self.cut:
                self._begin_again(_WIDER * self.width if self.width < _WIDEST else 0)
            else:
                self._take_back()
                self.state = _LOST

    def _begin_again(self, width: int) -> None:
        """Begin again from the first position, with another width; 0 for the search from the best of all positions."""
        self._take_back()
        for i in range(_WORTHS):
            self.waiting[i] = self.later[i] = _NOTHING
        self.best = _WORTHS
        self.now = 0
        self.entries = 0
        self.here = 0
        self.width = width
        self.tried = 0
        self.cut = False
        self.seen.clear(self.kept)
        self.state = self._begin()

    def _turn_to(self, node: int) -> None:
        BestSearch._turn_to(self, node)
        self.in_hand = self.table.size[HAND]

    def _wait(self, node: int, choice: int) -> None:
        if not self.width:
            BestSearch._wait(self, node, choice)
        elif self.move[node] >> 16 == DEAL and not self.in_hand:
            value = min(self.plan._value(), _WORTHS - 1)
            self.link[node] = self.later[value]
            self.later[value] = node
        else:
            self._put(node, self.plan._value())
