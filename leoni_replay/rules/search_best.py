# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A search that goes on from the best of all tables that it has seen, wherever that is.

In a game in which most moves can be undone one way or another, a search that goes deep first gets lost: it looks at
everything that can be done after one bad move before it takes it back.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.rules.search import FULL, LOST, OPEN, WON, Plan, Search, Seen

_OPEN = OPEN
_WON = WON
_LOST = LOST
_FULL = FULL
#: How many worths there are; no table is worth less than 0.
WORTHS: Final = 1024
_WORTHS = WORTHS
_NONE = 0xFFFFFFFF


class BestSearch(Search):
    """A search by what tables are worth, as the plan says (``_worth``).

    Tables are remembered by the candidate that has led there from another; to go on from one, the moves back to where
    the ways part are taken back and those to it played.
    """

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        #: of every table that has been seen: from which one it comes, by which candidate, after how many moves, and
        #: which one of the same worth is next
        self.parent = array("I", bytes(4 * 1024))
        self.move = array("I", bytes(4 * 1024))
        self.arranged = array("I", bytes(4 * 1024))
        self.ply = array("I", bytes(4 * 1024))
        self.link = array("I", bytes(4 * 1024))
        #: the tables that wait, by what they are worth
        self.waiting = array("I", b"\xff" * (4 * _WORTHS))
        self.best = _WORTHS
        self.now = 0
        self.entries = 0
        self.here = 0
        self.way = array("I", bytes(4 * 1024))
        self.room = memoryview(array("I", bytes(4 * 8192)))
        Search.__init__(self, plan, seen, 0, kept)

    def go(self, nodes: int) -> int:
        """Look at so many more tables, or a few more; returns what the search has come to."""
        stop = self.nodes + nodes
        while self.state == _OPEN and self.nodes < stop:
            while self.best < _WORTHS and self.waiting[self.best] == _NONE:
                self.best += 1
            if self.best == _WORTHS:
                self._turn_to(0)
                self.state = _LOST
            else:
                node = self.waiting[self.best]
                self.waiting[self.best] = self.link[node]
                self._turn_to(node)
                self.now = self.best
                self._spread()
        return self.state

    def _spread(self) -> None:
        """Look at all tables to which the candidates of this one lead."""
        parent = self.here
        # Of equals the one that has come last is looked at first.
        for i in range(self.plan._tried(self.room) - 1, -1, -1):
            self._step(self.room[2 * i], self.room[2 * i + 1])
            self.state = self._look(parent, i, self.room[2 * i], self.room[2 * i + 1])
            if self.state != _OPEN:
                return
            while self.table.plies > self.ply[parent]:
                self.table._unplay()

    def _step(self, move: int, arranged: int) -> None:
        if arranged:
            self.plan._arrange(arranged)
        if move:
            self.table._play(move)

    def _enter(self) -> int:
        return self._look(0, 0, 0, 0)

    def _look(self, parent: int, choice: int, move: int, arranged: int) -> int:
        """Look at the table that a candidate has led to, and have it wait if it is new."""
        table = self.table
        self.nodes += 1
        if table.left < self.fewest:
            self.fewest = table.left
        if table._won():
            return _WON
        fresh = self.seen.add(self.plan._key())
        if fresh < 0:
            return _FULL
        if fresh == 0:
            return _OPEN
        node = self.entries
        if node == len(self.parent):
            self.parent = array("I", bytes(self.parent) * 2)
            self.move = array("I", bytes(self.move) * 2)
            self.arranged = array("I", bytes(self.arranged) * 2)
            self.ply = array("I", bytes(self.ply) * 2)
            self.link = array("I", bytes(self.link) * 2)
        self.entries += 1
        self.parent[node] = parent
        self.move[node] = move
        self.arranged[node] = arranged
        self.ply[node] = table.plies
        worth = self.plan._worth(self.now, choice)
        if worth >= _WORTHS:
            worth = _WORTHS - 1
        self.link[node] = self.waiting[worth]
        self.waiting[worth] = node
        if worth < self.best:
            self.best = worth
        return _OPEN

    def _turn_to(self, node: int) -> None:
        """Go from the table that was looked at last to another."""
        here = self.here
        self.here = node
        n = 0
        while here != node:
            # A table comes after the one that leads to it: the later of the two is not on the way of the other.
            if here > node:
                here = self.parent[here]
            else:
                if n == len(self.way):
                    self.way = array("I", bytes(self.way) * 2)
                self.way[n] = node
                n += 1
                node = self.parent[node]
        while self.table.plies > self.ply[here]:
            self.table._unplay()
        while n:
            n -= 1
            self._step(self.move[self.way[n]], self.arranged[self.way[n]])
