# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Beam search in rounds: each round keeps the best positions of every stage. A stage ends when a card is turned up.

Most wins are found soon, because every round reaches the last stage. Positions left out are not known to be lost, so a
best-first search follows the last round.
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
#: the number of positions of a stage that the first and the last round keep, and the factor from round to round
_WIDTH = 3
_WIDEST = 768
_WIDER = 4


class StagedSearch(BestSearch):
    """A beam search in ever wider rounds, and then a best-first search."""

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        #: the positions of the next stage, by rating
        self.later = array("I", b"\xff" * (4 * _WORTHS))
        self.kept = kept
        #: the number of positions of a stage that this round keeps (0 after the last round), and the number tried
        self.width = _WIDTH
        self.tried = 0
        #: whether this round has left out a position
        self.cut = False
        #: the number of cards in the hand in the position from which the search continues
        self.in_hand = 0
        BestSearch.__init__(self, plan, seen, kept)

    def go(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
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
                    # A wider round would also run out of memory.
                    self._begin_again(0)
        return BestSearch.go(self, stop - self.nodes) if self.nodes < stop else self.state

    def _end_stage(self) -> None:
        """Go to the next stage, or after the last one to the next round."""
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
        """Begin again from the first position, with another width; 0 for the best-first search."""
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
