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
    """A search that can continue from any position that it has stored.

    Positions (``node``) are numbered from 0 in the order in which they are stored. Of each, only the candidate that led
    there from another position is stored. To continue from one, the search takes moves back to where the lines part,
    and plays those that lead there.
    """

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int = 0) -> None:
        #: for every stored position: the one before it, the candidate that led here (its move, and what was arranged
        #: before the move), the number of moves played, and the next position of the list in which it waits
        self.parent: array[int] = array("I", bytes(4 * 1024))
        self.move: array[int] = array("I", bytes(4 * 1024))
        self.arrangement: array[int] = array("I", bytes(4 * 1024))
        self.ply: array[int] = array("I", bytes(4 * 1024))
        self.next_in_list: array[int] = array("I", bytes(4 * 1024))
        self.stored_count: int = 0
        #: the position that the search is at
        self.current: int = 0
        #: room for the positions on the way from one position to another, and for the candidates of a position
        self.path: array[int] = array("I", bytes(4 * 1024))
        self.children: memoryview[int] = memoryview(array("I", bytes(4 * 8192)))
        Search.__init__(self, plan, visited, kept_count)

    def _begin(self) -> int:
        return self._search_position(0, 0, 0, 0)

    def _expand(self) -> None:
        """Search all positions that one candidate leads to from the current one. After a win, stay there."""
        parent = self.current
        # The forced moves of this position have been played; plans also note here what their candidates depend on.
        self.plan._forced()
        # Lists are last in, first out, so the first candidate comes last.
        for i in range(self.plan._list_candidates(self.children) - 1, -1, -1):
            self._play_candidate(self.children[2 * i], self.children[2 * i + 1])
            self.state: int = self._search_position(parent, i, self.children[2 * i], self.children[2 * i + 1])
            if self.state != OPEN:
                return
            while self.table.plies > self.ply[parent]:
                self.table._unplay()

    def _play_candidate(self, move: int, arrangement: int) -> None:
        """Play a move, after arranging what it needs (``Plan._arrange``); 0 for nothing."""
        if arrangement:
            self.plan._arrange(arrangement)
        self.table._play(move)

    def _search_position(self, parent: int, choice: int, move: int, arrangement: int) -> int:
        """Search the position after a candidate, and add it to those that wait if it is new.

        Args:
            parent: the number of the position before the candidate.
            choice: the index of the candidate there, from 0.
            move: the move of the candidate.
            arrangement: what was arranged before the move; 0 for nothing.

        Returns:
            The state of the search.
        """
        outcome = self._look_up()
        if outcome == 0:
            # The position is lost, or was searched before.
            return OPEN
        if outcome == WINS:
            return WON
        if outcome == -1:
            return FULL
        node = self.stored_count
        if node == len(self.parent):
            self.parent = array("I", bytes(self.parent) * 2)
            self.move = array("I", bytes(self.move) * 2)
            self.arrangement = array("I", bytes(self.arrangement) * 2)
            self.ply = array("I", bytes(self.ply) * 2)
            self.next_in_list = array("I", bytes(self.next_in_list) * 2)
        self.stored_count += 1
        self.parent[node] = parent
        self.move[node] = move
        self.arrangement[node] = arrangement
        self.ply[node] = self.table.plies
        self._add_waiting(node, choice)
        return OPEN

    def _add_waiting(self, node: int, choice: int) -> None:
        """Add the present position to those from which the search will continue.

        Args:
            node: the number of the position.
            choice: the index of the candidate that led here, from 0.
        """
        raise NotImplementedError

    def _go_to(self, node: int) -> None:
        """Go to a stored position: take moves back to where the lines to it and to the current one part, and play those
        that lead to it from there.

        Args:
            node: the number of the position.
        """
        ancestor = self.current
        self.current = node
        path_length = 0
        while ancestor != node:
            # A position has a higher number than the one before it, so the higher of the two is not on the other line.
            if ancestor > node:
                ancestor = self.parent[ancestor]
            else:
                if path_length == len(self.path):
                    self.path = array("I", bytes(self.path) * 2)
                self.path[path_length] = node
                path_length += 1
                node = self.parent[node]
        while self.table.plies > self.ply[ancestor]:
            self.table._unplay()
        while path_length:
            path_length -= 1
            node = self.path[path_length]
            self._play_candidate(self.move[node], self.arrangement[node])
            # The plan chooses the same forced moves as when the position was stored.
            while self.table.plies < self.ply[node]:
                self.table._play(self.plan._forced())

    def _return_to_start(self) -> None:
        """Go back to the first position."""
        while self.table.plies > self.start_ply:
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
        #: for each rating the first position that waits with it
        self.waiting: array[int] = array("I", b"\xff" * (4 * _WORTHS))
        #: no rating below this one has waiting positions; and the rating of the current position
        self.best_rating: int = _WORTHS
        self.current_rating: int = 0
        TreeSearch.__init__(self, plan, visited, kept_count)

    def run(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.state == OPEN and self.nodes < stop:
            if self._has_best():
                self._continue_from_best()
            else:
                self._return_to_start()
                self.state = LOST
        return self.state

    def _has_best(self) -> bool:
        """Whether a position is waiting. If so, set ``best_rating`` to the best rating of those that wait."""
        while self.best_rating < _WORTHS and self.waiting[self.best_rating] == _NOTHING:
            self.best_rating += 1
        return self.best_rating < _WORTHS

    def _continue_from_best(self) -> None:
        """Search all positions after the best one that waits. Of several, take the one that was added last."""
        node = self.waiting[self.best_rating]
        self.waiting[self.best_rating] = self.next_in_list[node]
        self._go_to(node)
        self.current_rating = self.best_rating
        self._expand()

    def _add_waiting(self, node: int, choice: int) -> None:
        self._add_by_rating(node, self.plan._worth(self.current_rating, choice))

    def _add_by_rating(self, node: int, rating: int) -> None:
        """Add a position to the list of those that wait with the same rating, from 0 (the best) on."""
        if rating >= _WORTHS:
            rating = _WORTHS - 1
        self.next_in_list[node] = self.waiting[rating]
        self.waiting[rating] = node
        if rating < self.best_rating:
            self.best_rating = rating


class StagedSearch(BestSearch):
    """A beam search in ever wider rounds, and then a best-first search.

    Each round keeps the best positions of every stage. A stage ends when a card is turned up. Most wins are found soon,
    because every round reaches the last stage. Positions left out are not known to be lost, so a best-first search
    follows the last round.
    """

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int = 0) -> None:
        #: for each rating the first position of the next stage with it
        self.next_stage: array[int] = array("I", b"\xff" * (4 * _WORTHS))
        self.kept_count = kept_count
        #: the number of positions of a stage that this round keeps (0 after the last round), and the number tried
        self.width: int = _BEAM
        self.tried_count: int = 0
        #: whether this round has left out a position
        self.has_left_out: bool = False
        #: the number of cards in the hand in the position from which the search continues
        self.cards_in_hand: int = 0
        BestSearch.__init__(self, plan, visited, kept_count)

    def run(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.width and self.state == OPEN and self.nodes < stop:
            if not self._has_best():
                self._end_stage()
            elif self.tried_count == self.width:
                # This round tries no more positions of a stage.
                self.has_left_out = True
                self._end_stage()
            else:
                self.tried_count += 1
                self._continue_from_best()
                if self.state == FULL:
                    # A wider round would also run out of memory.
                    self._restart(0)
        return BestSearch.run(self, stop - self.nodes) if self.nodes < stop else self.state

    def _end_stage(self) -> None:
        """Go to the next stage; if it has no positions, to the next round, which keeps more positions of each stage.
        After the widest round comes the best-first search, and after a round that left nothing out the game is lost."""
        # The positions that still wait are left out: the array of the old stage is emptied for the stage after next.
        finished_stage = self.waiting
        self.waiting: array[int] = self.next_stage
        self.next_stage = finished_stage
        for i in range(_WORTHS):
            self.next_stage[i] = _NOTHING
        self.best_rating: int = 0
        self.tried_count = 0
        if not self._has_best():
            if self.has_left_out:
                self._restart(_BEAM_GROWS * self.width if self.width < _WIDEST_BEAM else 0)
            else:
                self._return_to_start()
                self.state = LOST

    def _restart(self, width: int) -> None:
        """Begin again from the first position.

        Args:
            width: the number of positions of each stage that the new round keeps; 0 for the best-first search, which
                keeps all.
        """
        self._return_to_start()
        for i in range(_WORTHS):
            self.waiting[i] = self.next_stage[i] = _NOTHING
        self.best_rating = _WORTHS
        self.current_rating = 0
        self.stored_count = 0
        self.current = 0
        self.width = width
        self.tried_count = 0
        self.has_left_out = False
        self.visited.clear(self.kept_count)
        self.state: int = self._begin()

    def _go_to(self, node: int) -> None:
        BestSearch._go_to(self, node)
        self.cards_in_hand = self.table.size[HAND]

    def _add_waiting(self, node: int, choice: int) -> None:
        """Add a position to the next stage if a card has just been turned up, and otherwise to this one. (In the
        best-first search there are no stages.)"""
        if not self.width:
            BestSearch._add_waiting(self, node, choice)
        elif self.move[node] >> 16 == DEAL and not self.cards_in_hand:
            # The move took a card from the stock, not the one in the hand.
            rating = min(self.plan._value(), _WORTHS - 1)
            self.next_in_list[node] = self.next_stage[rating]
            self.next_stage[rating] = node
        else:
            self._add_by_rating(node, self.plan._value())


class RedealSearch(TreeSearch):
    """A search from the starts of the last deal, for games in which cards are dealt again as they lie.

    The deals before the last one lead to few starts, which are listed first. Each start is searched a little, those
    with the fewest cards left first; then those that remain are searched further. A start searched to its end is struck
    out.

    Args:
        plan, visited, kept_count: as for ``Search``.
        last_deal: the number of the last deal; the search begins in a deal before it.
        lists_all_first: whether all starts are listed before any is searched further. If not, the list grows only when
            all its starts have been struck out.
    """

    def __init__(
        self, plan: Plan, visited: VisitedPositions, kept_count: int, last_deal: int, lists_all_first: bool
    ) -> None:
        self.last_deal = last_deal
        self.lists_all_first = lists_all_first
        #: the group of each position: the start of the last deal but one from which it comes, 0 before; and for each
        #: group the first position that waits
        self.group: array[int] = array("I", bytes(4 * 1024))
        self.waiting: array[int] = array("I", b"\xff" * (4 * 64))
        self.group_count: int = 1
        #: the groups with waiting positions, their number, and the index of the one whose turn it is
        self.groups_in_turn: array[int] = array("I", bytes(4 * 64))
        self.open_group_count: int = 1
        self.turn: int = 0
        #: the remaining starts, and their numbers of cards left; the number of starts listed in all
        self.starts: array[int] = array("I", bytes(4 * 1024))
        self.cards_left: array[int] = array("I", bytes(4 * 1024))
        self.start_count: int = 0
        self.listed_count: int = 0
        #: the number of starts to list before they are searched, and whether they are being listed
        self.list_size: int = _WIDTH
        self.is_listing: bool = True
        #: whether a start could not be listed or searched for lack of memory
        self.memory_ran_out: bool = False
        #: the start being searched, the number of remaining ones before it, and the state of its search
        self.start_index: int = 0
        self.remaining_count: int = 0
        self.start_state: int = LOST
        #: how many positions the search of a start may store in this round, besides those stored while listing
        self.budget: int = _BUDGET
        self.listed_keys: int = 0
        TreeSearch.__init__(self, plan, visited, kept_count)

    def run(self, nodes: int) -> int:
        """Search at least ``nodes`` more positions; returns the state of the search."""
        stop = self.nodes + nodes
        while self.state == OPEN and self.nodes < stop:
            if self.is_listing:
                self._list_starts()
            elif self.start_state == OPEN:
                self._search_start(stop)
            elif self.start_index < self.start_count:
                self._begin_next_start()
            else:
                self._end_round()
        return self.state

    def _add_waiting(self, node: int, choice: int) -> None:
        """Add a start of the last deal to the list of starts, and any other position to the list of its group."""
        if self.table.deal == self.last_deal:
            if self.start_count == len(self.starts):
                self.starts = array("I", bytes(self.starts) * 2)
                self.cards_left = array("I", bytes(self.cards_left) * 2)
            self.starts[self.start_count] = node
            self.cards_left[self.start_count] = self.table.left
            self.start_count += 1
            self.listed_count += 1
            return
        if node >= len(self.group):
            self.group = array("I", bytes(self.group) * 2)
        group = self.group[self.parent[node]]
        # Each start of the deal before the last one opens a group of its own; all earlier positions are group 0.
        if self.table.deal == self.last_deal - 1 and group == 0 and (node == 0 or self.move[node] == DEAL_AGAIN):
            group = self.group_count
            self.group_count += 1
            if group == len(self.waiting):
                self.waiting = array("I", bytes(self.waiting) + b"\xff" * (4 * group))
                self.groups_in_turn = array("I", bytes(self.groups_in_turn) * 2)
            self.groups_in_turn[self.open_group_count] = group
            self.open_group_count += 1
        self.group[node] = group
        self.next_in_list[node] = self.waiting[group]
        self.waiting[group] = node

    def _list_starts(self) -> None:
        """Look for starts of the last deal after the next waiting position. If enough are listed, or half the memory is
        full, sort them and stop listing instead."""
        has_more = self.open_group_count != 0 and self.listed_count < self.list_size
        if not has_more or 2 * self.visited.key_count >= self.visited.capacity:
            if has_more:
                self.memory_ran_out = True
            self.is_listing = False
            self.listed_keys = self.visited.key_count
            self._sort_starts(self.remaining_count)
            return
        if self.turn >= self.open_group_count:
            self.turn = 0
        group = self.groups_in_turn[self.turn]
        node = self.waiting[group]
        if node == _NOTHING:
            # The group has no more starts.
            self.open_group_count -= 1
            self.groups_in_turn[self.turn] = self.groups_in_turn[self.open_group_count]
            return
        self.waiting[group] = self.next_in_list[node]
        count_before = self.listed_count + self.group_count
        self._go_to(node)
        self._expand()
        # A group keeps its turn until it has led to a new start, or to a new group.
        if self.listed_count + self.group_count > count_before:
            self.turn += 1

    def _sort_starts(self, first: int) -> None:
        """Sort the starts from index ``first`` on, those with the fewest cards left first."""
        # For each number of cards left, the index of the next start with that number, counted from ``first``.
        next_index = array("I", bytes(4 * 130))
        for i in range(first, self.start_count):
            next_index[self.cards_left[i] + 1] += 1
        for i in range(129):
            next_index[i + 1] += next_index[i]
        starts = array("I", bytes(self.starts))
        cards_left = array("I", bytes(self.cards_left))
        for i in range(first, self.start_count):
            index = first + next_index[cards_left[i]]
            next_index[cards_left[i]] += 1
            self.starts[index] = starts[i]
            self.cards_left[index] = cards_left[i]
        self.start_index = self.remaining_count = first

    def _begin_next_start(self) -> None:
        """Begin to search the next start, with the memory that this round gives it."""
        self._go_to(self.starts[self.start_index])
        self.visited.clear(self.listed_keys)
        self.most_keys: int = self.listed_keys + self.budget
        self.root_ply: int = self.table.plies
        self.depth: int = 0
        self._count_position()
        self.plan._forced()
        self._list_candidates_here()
        self.start_state = OPEN

    def _search_start(self, stop: int) -> None:
        """Search the positions after the current start, until ``stop`` positions have been searched in all, or the
        start is decided, or its budget of stored positions is used up. In the last case it remains in the list."""
        self.start_state = self._dive(OPEN, stop)
        if self.start_state == WON:
            self.state = WON
        elif self.start_state != OPEN or self.visited.key_count >= self.most_keys:
            if self.start_state == OPEN:
                # Starts that remain move to the front of the list, over those that are struck out.
                self.starts[self.remaining_count] = self.starts[self.start_index]
                self.cards_left[self.remaining_count] = self.cards_left[self.start_index]
                self.remaining_count += 1
            elif self.start_state == FULL:
                self.memory_ran_out = True
            self.depth = 0
            self._return_to_parent()
            self.start_state = LOST
            self.start_index += 1

    def _end_round(self) -> None:
        """After all starts have been searched, list more of them, or begin to search the remaining ones further. With
        none of either, the search is over."""
        self.start_count = self.remaining_count
        self.visited.clear(self.listed_keys)
        if self.open_group_count and not self.memory_ran_out and (self.lists_all_first or not self.start_count):
            self.list_size = _WIDER * self.listed_count
            self.budget = _BUDGET
            self.is_listing = True
        elif self.start_count:
            self.budget *= _DEEPER
            self._sort_starts(0)
        else:
            self._return_to_start()
            self.state: int = FULL if self.memory_ran_out else LOST
