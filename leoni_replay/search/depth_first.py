"""Depth-first search of every line of play from a position, with each position searched once.

The search plays moves and takes them back. It stores the keys (64 bits) of visited positions. Only the plan of a game
leaves anything out.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from mmap import mmap
from typing import ClassVar, Final

from leoni_replay.rules.numbers import DEAL, DEAL_AGAIN, DOWN_TO_UP, EXILE, HAND, ON_DOWN, ON_UP, PLACES, UP_TO_DOWN
from leoni_replay.rules.table import Room, Table

#: The state of a search: unfinished, a winning line found, no winning line, or out of memory.
OPEN: Final = 0
WON: Final = 1
LOST: Final = 2
FULL: Final = 3

_OPEN = OPEN
_WON = WON
_LOST = LOST
_FULL = FULL
#: The maximum length of the list of candidates.
_MOST = 4096
#: result of `_look_up` for a position that is won
WINS: Final = 2
_WINS = WINS
_MIX = 0x9E3779B97F4A7C15
_MASK = 0xFFFFFFFFFFFFFFFF


class PlanError(ValueError):
    """Raised where the plan of a game from outside the package is wrong; ``plan`` is its class."""

    def __init__(self, plan: type[Plan], message: str) -> None:
        super().__init__(message)
        self.plan = plan


class Plan:
    """What a search tries in a position: every legal move, unless the plan of a game says otherwise.

    Args:
        table: the position; the search plays on it.
        prunings: the prunings to use, as bits.
    """

    #: What a search can leave out without missing a win, by name, with its bit.
    PRUNINGS: ClassVar[Mapping[str, int]] = {}
    #: Those of them, as bits, that also miss no win if a card that fits must be played.
    KEPT_BY_MUST_PLAY: ClassVar[int] = 0

    def __init__(self, table: Table, prunings: int) -> None:
        self.table = table
        self.prunings = prunings
        #: whether a card that fits a foundation must be played before anything else
        self.must_play = False
        #: in a game with shuffled redeals: sets the order of the next one; returns whether it is possible now
        self.order: Callable[[], bool] | None = None

    def search(self, visited: VisitedPositions, kept_count: int = 0) -> Search:
        """Return the search that suits the game: depth first, unless the plan of a game says otherwise."""
        return Search(self, visited, kept_count)

    def _forced(self) -> int:
        """Return a move that is played without a choice, because it leads to a win if any move does; 0 if there is
        none. Such moves must come to an end."""
        return 0

    def _lost(self) -> bool:
        """Whether the position is lost, as seen without a search: called after ``_forced`` and before it is stored."""
        return False

    def _candidates(self, out: Room) -> int:
        """List the candidates: if any move leads to a win, one of these does.

        Returns:
            Their number. Each is two numbers: a move, and what to arrange before it (``_arrange``), 0 for nothing.
        """
        return self._list_every_move(out)

    def _list_candidates(self, out: Room) -> int:
        """List the candidates in ``out``, without those that wait for a card that must be played; returns their
        number."""
        count = self._candidates(out)
        return self._without_waiting(out, count) if self.must_play else count

    def _list_every_move(self, out: Room) -> int:
        """List every legal move as a candidate; returns their number."""
        needs_order = self.order is not None and self.order()
        return self._make_candidates(out, self.table._moves(out), needs_order)

    def _make_candidates(self, out: Room, count: int, needs_order: bool) -> int:
        """Make candidates of the first ``count`` numbers of ``out``, which are moves, in place; returns their number.

        Args:
            out: the moves; there is room for twice as many numbers.
            count: how many there are.
            needs_order: whether a redeal needs its order.
        """
        for i in range(count - 1, -1, -1):
            out[2 * i] = out[i]
            out[2 * i + 1] = 1 if needs_order and out[i] == DEAL_AGAIN else 0
        return count

    def _without_waiting(self, out: Room, count: int) -> int:
        """Leave out the candidates that must wait while a card that fits must be played; returns the number left.

        While a card on the table, on the talon or in the hand fits, only such plays and reversals are left. A card that
        fits when it is turned up can go nowhere else.

        Args:
            out: the candidates, two numbers each. Those left are moved to the front.
            count: how many there are.
        """
        # A move is source << 16 | card << 8 | dest. A card turned up from the stock has the source DEAL; so has one
        # that lies in the hand already.
        table = self.table
        has_plays = False
        turns_up_play = False
        for i in range(0, 2 * count, 2):
            dest = out[i] & 255
            if dest in (ON_UP, ON_DOWN):
                source = out[i] >> 16
                if source == DEAL and not table.size[HAND]:
                    turns_up_play = True
                elif source != EXILE:
                    has_plays = True
        if not has_plays and not turns_up_play:
            return count
        new_count = 0
        for i in range(0, 2 * count, 2):
            source = out[i] >> 16
            dest = out[i] & 255
            if not has_plays:
                # Only the card to be turned up fits, so it may go to no other place.
                waits = source == DEAL and dest < PLACES
            elif dest in (ON_UP, ON_DOWN):
                waits = source == EXILE or (source == DEAL and not table.size[HAND])
            else:
                waits = dest not in (UP_TO_DOWN, DOWN_TO_UP)
            if not waits:
                out[2 * new_count] = out[i]
                out[2 * new_count + 1] = out[i + 1]
                new_count += 1
        return new_count

    def _arrange(self, arrangement: int) -> None:
        """Arrange what a candidate needs before its move.

        Here that is the order of a shuffled redeal. It was set when the candidate was listed, but other positions have
        set other orders since.

        Args:
            arrangement: the second number of the candidate, which says what to arrange. It is never 0.
        """
        if self.order is not None:
            self.order()

    def _worth(self, before: int, choice: int) -> int:
        """Rate the position for ``BestSearch``, from 0 (the best) to 1023.

        Args:
            before: the rating of the position before.
            choice: the candidate that led here, counted from 0.
        """
        return before + 1 if choice else before

    def _value(self) -> int:
        """Rate the position among those of its stage for ``StagedSearch``, from 0 (the best) to 1023."""
        return self.table.left

    def _key(self) -> int:
        """Return the key of the position, equal for all positions with the same outcome."""
        return self.table.key()


class VisitedPositions:
    """The keys of visited positions, in memory of a fixed size.

    Args:
        bits: the memory has 2 to the power of ``bits`` slots of 8 bytes. It is full when three quarters are used.
    """

    def __init__(self, bits: int) -> None:
        # The system provides such memory page by page when it is written to, so a short search uses little of it.
        self.keys: memoryview[int] = memoryview(mmap(-1, 8 << bits)).cast("Q")
        #: a key is stored in the slot that its mixed bits from ``shift`` on name, or in the next free one; ``last`` is
        #: the last slot
        self.shift: int = 64 - bits
        self.last: int = (1 << bits) - 1
        #: the number of stored keys, its maximum, and their slots, in order of storage
        self.key_count: int = 0
        self.capacity: int = 3 << bits >> 2
        self.slots: memoryview[int] = memoryview(mmap(-1, 4 * self.capacity)).cast("I")

    def clear(self, kept_count: int = 0) -> None:
        """Delete all keys except the first ``kept_count``."""
        # Newest first: no kept key was displaced by a deleted one.
        while self.key_count > kept_count:
            self.key_count -= 1
            self.keys[self.slots[self.key_count]] = 0

    def add(self, key: int) -> int:
        """Store a key; returns 1 if it is new, 0 if it was there, and -1 if there is no room."""
        # 0 marks a free slot.
        key = key if key else 1
        slot = (key * _MIX & _MASK) >> self.shift
        while self.keys[slot]:
            if self.keys[slot] == key:
                return 0
            slot = slot + 1 if slot < self.last else 0
        if self.key_count == self.capacity:
            return -1
        self.keys[slot] = key
        self.slots[self.key_count] = slot
        self.key_count += 1
        return 1


class Search:
    """A depth-first search, which can be interrupted and continued.

    Args:
        plan: the first position, and what is tried. The search plays on the position; if it cannot be won, the search
            restores it.
        visited: the memory for visited positions; it is cleared, except what is kept.
        kept_count: the number of positions in memory that are kept, because they are known to be lost.
    """

    def __init__(self, plan: Plan, visited: VisitedPositions, kept_count: int = 0) -> None:
        table = plan.table
        self.plan = plan
        self.table = table
        self.visited = visited
        #: the number of moves played before the search
        self.start_ply: int = table.plies
        #: the number of positions searched, and the most positions that a line had
        self.nodes: int = 0
        self.deepest: int = 0
        #: the minimum number of cards left that was reached
        self.fewest: int = table.left
        #: the candidates of all positions of the current line, two numbers each
        self.candidates: memoryview[int] = memoryview(array("I", bytes(4 * 2 * _MOST)))
        #: for every position of the current line: the indices of its next candidate and of the end of its candidates
        self.next_candidate: array[int] = array("I", bytes(4 * 128))
        self.candidates_end: array[int] = array("I", bytes(4 * 128))
        #: and the number of moves played
        self.plies_at: array[int] = array("I", bytes(4 * 128))
        #: the number of positions of the current line
        self.depth: int = 0
        #: the number of moves played at the root of the depth-first search, and of stored positions at which it pauses
        self.root_ply: int = self.start_ply
        self.most_keys: int = visited.capacity + 1
        visited.clear(kept_count)
        self.state: int = self._begin()

    def run(self, nodes: int) -> int:
        """Search ``nodes`` more positions; returns the state of the search: OPEN, WON, LOST or FULL."""
        self.state = self._dive(self.state, self.nodes + nodes)
        return self.state

    def _begin(self) -> int:
        """Search the first position; returns the state of the search."""
        return self._enter_position()

    def _dive(self, state: int, stop: int) -> int:
        """Search depth first: play the next candidate of the last position of the line, or go back if it has no more.

        Args:
            state: the state of the search so far.
            stop: pause when this many positions have been searched in all. The search also pauses when ``most_keys``
                are stored.

        Returns:
            The state of the search; OPEN if it pauses.
        """
        table = self.table
        while state == _OPEN and self.nodes < stop and self.visited.key_count < self.most_keys:
            last = self.depth - 1
            index = self.next_candidate[last]
            if index == self.candidates_end[last]:
                # No candidate of this position has won.
                self.depth = last
                self._return_to_parent()
                if last == 0:
                    state = _LOST
                continue
            # A candidate is two numbers: a move, and what to arrange before it (0 for nothing).
            self.next_candidate[last] = index + 2
            if self.candidates[index + 1]:
                self.plan._arrange(self.candidates[index + 1])
            table._play(self.candidates[index])
            state = self._enter_position()
        return state

    def _enter_position(self) -> int:
        """Search the position after a move: list its candidates, or take the move back if none of them need be tried.

        Returns:
            The state of the search: LOST if the first position has turned out to be lost.
        """
        outcome = self._look_up()
        if outcome == 1:
            self._list_candidates_here()
            return _OPEN
        if outcome == 0:
            # The position is lost, or was searched before.
            self._return_to_parent()
            return _OPEN if self.depth else _LOST
        return _WON if outcome == _WINS else _FULL

    def _list_candidates_here(self) -> None:
        """Add the present position, with its candidates, to the current line; its forced moves have been played."""
        table = self.table
        depth = self.depth
        # The candidates of all positions of the line are in one list, one position after the other.
        begin = self.candidates_end[depth - 1] if depth else 0
        if begin + _MOST > len(self.candidates):
            self.candidates = memoryview(array("I", bytes(self.candidates) * 2))
        if depth == len(self.next_candidate):
            self._make_room()
        self.plies_at[depth] = table.plies
        self.next_candidate[depth] = begin
        self.candidates_end[depth] = begin + 2 * self.plan._list_candidates(self.candidates[begin:])
        self.depth += 1
        if self.depth > self.deepest:
            self.deepest = self.depth

    def _look_up(self) -> int:
        """Play the forced moves of a new position (``Plan._forced``), and store the position that they lead to.

        Returns:
            1 if that position is to be searched, 0 if it is lost or was visited before, -1 if there is no room to store
            it, and WINS if it is won.
        """
        table = self.table
        self._count_position()
        forced = self.plan._forced()
        while forced:
            table._play(forced)
            self._count_position()
            forced = self.plan._forced()
        if table.won():
            return _WINS
        return 0 if self.plan._lost() else self.visited.add(self.plan._key())

    def _make_room(self) -> None:
        """Make room for longer lines."""
        self.next_candidate = array("I", bytes(self.next_candidate) * 2)
        self.candidates_end = array("I", bytes(self.candidates_end) * 2)
        self.plies_at = array("I", bytes(self.plies_at) * 2)

    def _count_position(self) -> None:
        """Count a position that is searched, and the cards left in it."""
        self.nodes += 1
        if self.table.left < self.fewest:
            self.fewest = self.table.left

    def _return_to_parent(self) -> None:
        """Take moves back, to the last position of the current line that has candidates."""
        plies = self.plies_at[self.depth - 1] if self.depth else self.root_ply
        while self.table.plies > plies:
            self.table._unplay()

    def line(self) -> list[int]:
        """Return the moves from the first position to the present one."""
        return memoryview(self.table.played[self.start_ply : self.table.plies]).tolist()
