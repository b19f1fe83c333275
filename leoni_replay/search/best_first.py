"""Searches that can continue from any visited position: best first, in stages, and from the starts of the last deal."""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import DEAL, DEAL_AGAIN, HAND
from leoni_replay.search.depth_first import FULL, LOST, OPEN, WINS, WON, Plan, Search, VisitedPositions

#: no position
_NOTHING = 0xFFFFFFFF
#: Ratings of positions are below this.
_WORTHS = 1024
#: the number of positions of a stage that the first and the last round keep, and the factor from round to round
_BEAM = 3
_WIDEST_BEAM = 768
_BEAM_GROWS = 4
#: the number of starts listed before they are searched, and the factor by which the list grows if necessary
_WIDTH = 400
_WIDER = 4
#: the number of positions stored in the first search of a start, and the factor from round to round
_BUDGET = 300
_DEEPER = 8


class TreeSearch(Search):
    """A search that stores each position as the candidate that led there from another position.

    To continue from one, it takes moves back to where the lines part, and plays those that lead there.
    """

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int = 0) -> None:
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
        Search.__init__(self, plan, visited, kept_count)

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
            if self.state != OPEN:
                return
            while self.table.plies > self.ply[parent]:
                self.table._unplay()

    def _step(self, move: int, arranged: int) -> None:
        if arranged:
            self.plan._arrange(arranged)
        self.table._play(move)

    def _look(self, parent: int, choice: int, move: int, arranged: int) -> int:
        """Search the position after a candidate, and add it to those that wait if it is new."""
        fresh = self._is_fresh()
        if fresh != 1:
            return OPEN if fresh == 0 else WON if fresh == WINS else FULL
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
        return OPEN

    def _wait(self, node: int, choice: int) -> None:
        """Add the present position to those that wait. ``choice`` is the candidate that led here, counted from 0."""
        raise NotImplementedError

    def _turn_to(self, node: int) -> None:
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


class BestPlan(Plan):
    """A plan for best-first search, for games in which most moves can be undone or put off.

    A depth-first search would try everything after a bad move before it takes the move back.
    """

    def search(self, visited: VisitedPositions, kept_count: int = 0) -> Search:
        return BestSearch(self, visited, kept_count)


class BestSearch(TreeSearch):
    """A search that continues from the best position, as rated by the plan (``_worth``)."""

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int = 0) -> None:
        #: the waiting positions, by rating
        self.waiting = array("I", b"\xff" * (4 * _WORTHS))
        self.best = _WORTHS
        self.now = 0
        TreeSearch.__init__(self, plan, visited, kept_count)

    def run(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.state == OPEN and self.nodes < stop:
            if self._has_best():
                self._go_on()
            else:
                self._take_back()
                self.state = LOST
        return self.state

    def _has_best(self) -> bool:
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
        if worth >= _WORTHS:
            worth = _WORTHS - 1
        self.link[node] = self.waiting[worth]
        self.waiting[worth] = node
        if worth < self.best:
            self.best = worth


class StagedSearch(BestSearch):
    """A beam search in ever wider rounds, and then a best-first search.

    Each round keeps the best positions of every stage. A stage ends when a card is turned up. Most wins are found soon,
    because every round reaches the last stage. Positions left out are not known to be lost, so a best-first search
    follows the last round.
    """

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int = 0) -> None:
        #: the positions of the next stage, by rating
        self.later = array("I", b"\xff" * (4 * _WORTHS))
        self.kept_count = kept_count
        #: the number of positions of a stage that this round keeps (0 after the last round), and the number tried
        self.width = _BEAM
        self.tried = 0
        #: whether this round has left out a position
        self.cut = False
        #: the number of cards in the hand in the position from which the search continues
        self.in_hand = 0
        BestSearch.__init__(self, plan, visited, kept_count)

    def run(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.width and self.state == OPEN and self.nodes < stop:
            if not self._has_best():
                self._end_stage()
            elif self.tried == self.width:
                self.cut = True
                self._end_stage()
            else:
                self.tried += 1
                self._go_on()
                if self.state == FULL:
                    # A wider round would also run out of memory.
                    self._begin_again(0)
        return BestSearch.run(self, stop - self.nodes) if self.nodes < stop else self.state

    def _end_stage(self) -> None:
        """Go to the next stage, or after the last one to the next round."""
        self.waiting, self.later = self.later, self.waiting
        for i in range(_WORTHS):
            self.later[i] = _NOTHING
        self.best = 0
        self.tried = 0
        if not self._has_best():
            if self.cut:
                self._begin_again(_BEAM_GROWS * self.width if self.width < _WIDEST_BEAM else 0)
            else:
                self._take_back()
                self.state = LOST

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
        self.visited.clear(self.kept_count)
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


class RedealSearch(TreeSearch):
    """A search from the starts of the last deal, for games in which cards are dealt again as they lie.

    The deals before the last one lead to few starts, which are listed first. Each start is searched a little, those
    with the fewest cards left first; then those that remain are searched further. A start searched to its end is struck
    out.

    Args:
        plan, visited, kept_count: as for ``Search``.
        last: the number of the last deal; the search begins in a deal before it.
        wide: whether all starts are listed before any is searched further. If not, the list grows only when all its
            starts have been struck out.
    """

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int, last: int, wide: bool) -> None:
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
        self.inner = LOST
        self.budget = _BUDGET
        self.base = 0
        TreeSearch.__init__(self, plan, visited, kept_count)

    def run(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.state == OPEN and self.nodes < stop:
            if self.listing:
                self._list()
            elif self.inner == OPEN:
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
        if self.turning and self.listed < self.width and 2 * self.visited.used < self.visited.most:
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
        self.base = self.visited.used
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
        self._turn_to(self.starts[self.at])
        self.visited.clear(self.base)
        self.most = self.base + self.budget
        self.root = self.table.plies
        self.depth = 0
        self._count()
        self.plan._forced()
        self._open()
        self.inner = OPEN

    def _search(self, stop: int) -> None:
        self.inner = self._dive(OPEN, stop)
        if self.inner == WON:
            self.state = WON
        elif self.inner != OPEN or self.visited.used >= self.most:
            if self.inner == OPEN:
                self.starts[self.left] = self.starts[self.at]
                self.cards[self.left] = self.cards[self.at]
                self.left += 1
            elif self.inner == FULL:
                self.cut = True
            self.depth = 0
            self._back()
            self.inner = LOST
            self.at += 1

    def _end_round(self) -> None:
        """After all starts have been searched: list more, or search the remaining ones further."""
        self.count = self.left
        self.visited.clear(self.base)
        if self.turning and not self.cut and (self.wide or not self.count):
            self.width = _WIDER * self.listed
            self.budget = _BUDGET
            self.listing = True
        elif self.count:
            self.budget *= _DEEPER
            self._sort(0)
        else:
            self._take_back()
            self.state = FULL if self.cut else LOST
