# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A search of a game in which cards are dealt again as they lie, from all starts of the last deal.

The deals before the last one lead to few starts, which are listed first. Each start is searched a little, those with
the fewest cards left first; then those that remain are searched further. A start searched to its end is struck out.
"""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.search.search import FULL, LOST, OPEN, WON, Plan, Seen
from leoni_replay.search.tree import NOTHING, TreeSearch

_OPEN = OPEN
_WON = WON
_LOST = LOST
_FULL = FULL
_NOTHING = NOTHING
#: the number of starts listed before they are searched, and the factor by which the list grows if necessary
_WIDTH = 400
_WIDER = 4
#: the number of positions stored in the first search of a start, and the factor from round to round
_BUDGET = 300
_DEEPER = 8


class RedealSearch(TreeSearch):
    """A search from the starts of the last deal.

    Args:
        plan, seen, kept: as for ``Search``.
        last: the number of the last deal; the search begins in a deal before it.
        wide: whether all starts are listed before any is searched further. If not, the list grows only when all its
            starts have been struck out.
    """

    def __init__(self, plan: Plan, seen: Seen, kept: int, last: int, wide: bool) -> None:
        self.last = last
        self.wide = wide
        #: the group of each position: the start of the last deal but one from which it comes, 0 before; and the waiting
        #: positions of each group
        self.group = array("I", bytes(4 * 1024))
        self.waiting = array("I", b"\xff" * (4 * 64))
        self.groups = 1
        #: the groups with waiting positions, in turn
        self.turns = array("I", bytes(4 * 64))
        self.turning = 1
        self.turn = 0
        #: the remaining starts, and their numbers of cards left; the number of starts listed in all
        self.starts = array("I", bytes(4 * 1024))
        self.cards = array("I", bytes(4 * 1024))
        self.count = 0
        self.listed = 0
        self.width = _WIDTH
        self.listing = True
        #: whether a start could not be listed or searched for lack of memory
        self.cut = False
        #: the start being searched, the number of remaining ones before it, and the state of its search
        self.at = 0
        self.left = 0
        self.inner = _LOST
        self.budget = _BUDGET
        self.base = 0
        TreeSearch.__init__(self, plan, seen, kept)

    def go(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.state == _OPEN and self.nodes < stop:
            if self.listing:
                self._list()
            elif self.inner == _OPEN:
                self._search(stop)
            elif self.at < self.count:
                self._try_next()
            else:
                self._end_round()
        return self.state

    def _wait(self, node: int, choice: int) -> None:
        if self.table.deal == self.last:
            if self.count == len(self.starts):
                self.starts = array("I", bytes(self.starts) * 2)
                self.cards = array("I", bytes(self.cards) * 2)
            self.starts[self.count] = node
            self.cards[self.count] = self.table.left
            self.count += 1
            self.listed += 1
            return
        if node >= len(self.group):
            self.group = array("I", bytes(self.group) * 2)
        group = self.group[self.parent[node]]
        if self.table.deal == self.last - 1 and group == 0 and (node == 0 or self.move[node] == DEAL_AGAIN):
            group = self.groups
            self.groups += 1
            if group == len(self.waiting):
                self.waiting = array("I", bytes(self.waiting) + b"\xff" * (4 * group))
                self.turns = array("I", bytes(self.turns) * 2)
            self.turns[self.turning] = group
            self.turning += 1
        self.group[node] = group
        self.link[node] = self.waiting[group]
        self.waiting[group] = node

    def _list(self) -> None:
        """List more starts, from the next waiting position."""
        if self.turning and self.listed < self.width and 2 * self.seen.used < self.seen.most:
            if self.turn >= self.turning:
                self.turn = 0
            group = self.turns[self.turn]
            node = self.waiting[group]
            if node == _NOTHING:
                # The group has no more starts.
                self.turning -= 1
                self.turns[self.turn] = self.turns[self.turning]
                return
            self.waiting[group] = self.link[node]
            before = self.listed + self.groups
            self._turn_to(node)
            self._spread()
            if self.listed + self.groups > before:
                self.turn += 1
            return
        if self.turning and self.listed < self.width:
            self.cut = True
        self.listing = False
        self.base = self.seen.used
        self._sort(self.left)

    def _sort(self, first: int) -> None:
        """Sort the starts from index ``first`` on, those with the fewest cards left first."""
        begins = array("I", bytes(4 * 130))
        for i in range(first, self.count):
            begins[self.cards[i] + 1] += 1
        for i in range(129):
            begins[i + 1] += begins[i]
        starts = array("I", bytes(self.starts))
        cards = array("I", bytes(self.cards))
        for i in range(first, self.count):
            place = first + begins[cards[i]]
            begins[cards[i]] += 1
            self.starts[place] = starts[i]
            self.cards[place] = cards[i]
        self.at = self.left = first

    def _try_next(self) -> None:
        """Begin the search of the next start."""
        self._turn_to(self.starts[self.at])
        self.seen.clear(self.base)
        self.most = self.base + self.budget
        self.root = self.table.plies
        self.depth = 0
        self._count()
        self.plan._forced()
        self._open()
        self.inner = _OPEN

    def _search(self, stop: int) -> None:
        """Continue the search of a start."""
        self.inner = self._dive(_OPEN, stop)
        if self.inner == _WON:
            self.state = _WON
        elif self.inner != _OPEN or self.seen.used >= self.most:
            if self.inner == _OPEN:
                self.starts[self.left] = self.starts[self.at]
                self.cards[self.left] = self.cards[self.at]
                self.left += 1
            elif self.inner == _FULL:
                self.cut = True
            self.depth = 0
            self._back()
            self.inner = _LOST
            self.at += 1

    def _end_round(self) -> None:
        """After all starts have been searched: list more, or search the remaining ones further."""
        self.count = self.left
        self.seen.clear(self.base)
        if self.turning and not self.cut and (self.wide or not self.count):
            self.width = _WIDER * self.listed
            self.budget = _BUDGET
            self.listing = True
        elif self.count:
            self.budget *= _DEEPER
            self._sort(0)
        else:
            self._take_back()
            self.state = _FULL if self.cut else _LOST
