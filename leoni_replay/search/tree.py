# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A search that can continue from any visited position."""

from __future__ import annotations

from array import array

from leoni_replay.search.search import FULL, OPEN, WON, Plan, Search, Seen

_OPEN = OPEN
_WON = WON
_FULL = FULL
_WINS = 2
#: no position
NOTHING = 0xFFFFFFFF


class TreeSearch(Search):
    """A search that stores each position as the candidate that led there from another position.

    To continue from one, it takes moves back to where the lines part, and plays those that lead there.
    """

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        #: for every position: the one before, the candidate, the number of moves played, and the next one in its list
        self.parent = array("I", bytes(4 * 1024))
        self.move = array("I", bytes(4 * 1024))
        self.arranged = array("I", bytes(4 * 1024))
        self.ply = array("I", bytes(4 * 1024))
        self.link = array("I", bytes(4 * 1024))
        self.entries = 0
        self.here = 0
        self.way = array("I", bytes(4 * 1024))
        self.room = memoryview(array("I", bytes(4 * 8192)))
        Search.__init__(self, plan, seen, kept)

    def _begin(self) -> int:
        return self._look(0, 0, 0, 0)

    def _spread(self) -> None:
        """Search all positions after this one."""
        parent = self.here
        self.plan._forced()
        # Lists are last in, first out, so the first candidate comes last.
        for i in range(self.plan._tried(self.room) - 1, -1, -1):
            self._step(self.room[2 * i], self.room[2 * i + 1])
            self.state = self._look(parent, i, self.room[2 * i], self.room[2 * i + 1])
            if self.state != _OPEN:
                return
            while self.table.plies > self.ply[parent]:
                self.table._unplay()

    def _step(self, move: int, arranged: int) -> None:
        """Play a candidate."""
        if arranged:
            self.plan._arrange(arranged)
        self.table._play(move)

    def _look(self, parent: int, choice: int, move: int, arranged: int) -> int:
        """Search the position after a candidate, and add it to those that wait if it is new."""
        fresh = self._is_fresh()
        if fresh != 1:
            return _OPEN if fresh == 0 else _WON if fresh == _WINS else _FULL
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
        self.ply[node] = self.table.plies
        self._wait(node, choice)
        return _OPEN

    def _wait(self, node: int, choice: int) -> None:
        """Add the present position to those that wait. ``choice`` is the candidate that led here, counted from 0."""
        raise NotImplementedError

    def _turn_to(self, node: int) -> None:
        """Go to another position."""
        here = self.here
        self.here = node
        n = 0
        while here != node:
            # A position has a higher number than the one before it, so the higher of the two is not on the other line.
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
            here = self.way[n]
            self._step(self.move[here], self.arranged[here])
            while self.table.plies < self.ply[here]:
                self.table._play(self.plan._forced())

    def _take_back(self) -> None:
        """Go back to the first position."""
        while self.table.plies > self.begun:
            self.table._unplay()
