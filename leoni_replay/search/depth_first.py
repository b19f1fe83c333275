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
#: result of `_is_fresh` for a position that is won
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
        return self._every_move(out)

    def _tried(self, out: Room) -> int:
        """List the candidates, without those that wait for a card that must be played; returns their number."""
        n = self._candidates(out)
        return self._plays_first(out, n) if self.must_play else n

    def _every_move(self, out: Room) -> int:
        ordered = self.order is not None and self.order()
        return self._as_candidates(out, self.table._moves(out), ordered)

    def _as_candidates(self, out: Room, n: int, ordered: bool) -> int:
        """Make candidates of moves; ``ordered`` is set if a redeal needs its order. Returns their number."""
        for i in range(n - 1, -1, -1):
            out[2 * i] = out[i]
            out[2 * i + 1] = 1 if ordered and out[i] == DEAL_AGAIN else 0
        return n

    def _plays_first(self, out: Room, n: int) -> int:
        """Leave out what must wait for a card that must be played; returns the number of candidates left.

        While a card on the table, on the talon or in the hand fits, only such plays and reversals are left. A card that
        fits when it is turned up can go nowhere else.
        """
        table = self.table
        plays = False
        turned_up = False
        for i in range(0, 2 * n, 2):
            dest = out[i] & 255
            if dest in (ON_UP, ON_DOWN):
                source = out[i] >> 16
                if source == DEAL and not table.size[HAND]:
                    turned_up = True
                elif source != EXILE:
                    plays = True
        if not plays and not turned_up:
            return n
        kept = 0
        for i in range(0, 2 * n, 2):
            source = out[i] >> 16
            dest = out[i] & 255
            if not plays:
                waits = source == DEAL and dest < PLACES
            elif dest in (ON_UP, ON_DOWN):
                waits = source == EXILE or (source == DEAL and not table.size[HAND])
            else:
                waits = dest not in (UP_TO_DOWN, DOWN_TO_UP)
            if not waits:
                out[2 * kept] = out[i]
                out[2 * kept + 1] = out[i + 1]
                kept += 1
        return kept

    def _arrange(self, wanted: int) -> None:
        """Arrange what a candidate needs before its move. Here: set the order of a shuffled redeal again, because other
        positions have set other orders since."""
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
        self.keys = memoryview(mmap(-1, 8 << bits)).cast("Q")
        self.shift = 64 - bits
        self.last = (1 << bits) - 1
        self.used = 0
        self.most = 3 << bits >> 2
        self.made = memoryview(mmap(-1, 4 * self.most)).cast("I")

    def clear(self, kept_count: int = 0) -> None:
        """Delete all keys except the first ``kept_count``."""
        # Newest first: no kept key was displaced by a deleted one.
        while self.used > kept_count:
            self.used -= 1
            self.keys[self.made[self.used]] = 0

    def add(self, key: int) -> int:
        """Store a key; returns 1 if it is new, 0 if it was there, and -1 if there is no room."""
        key = key if key else 1
        slot = (key * _MIX & _MASK) >> self.shift
        while self.keys[slot]:
            if self.keys[slot] == key:
                return 0
            slot = slot + 1 if slot < self.last else 0
        if self.used == self.most:
            return -1
        self.keys[slot] = key
        self.made[self.used] = slot
        self.used += 1
        return 1


class Search:
    """A search, which can be interrupted and continued.

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
        self.begun = table.plies
        self.nodes = 0
        self.deepest = 0
        #: the minimum number of cards left that was reached
        self.fewest = table.left
        self.moves = memoryview(array("I", bytes(4 * 2 * _MOST)))
        #: for every position of the current line: the next candidate, and the end of its candidates
        self.next = array("I", bytes(4 * 128))
        self.end = array("I", bytes(4 * 128))
        #: and the number of moves played
        self.plies = array("I", bytes(4 * 128))
        self.depth = 0
        #: the number of moves played at the root of the depth-first search, and of stored positions at which it pauses
        self.root = self.begun
        self.most = visited.most + 1
        visited.clear(kept_count)
        self.state = self._begin()

    def run(self, nodes: int) -> int:
        """Search ``nodes`` more positions; returns the state of the search."""
        self.state = self._dive(self.state, self.nodes + nodes)
        return self.state

    def _begin(self) -> int:
        """Search the first position; returns the state of the search."""
        return self._enter()

    def _dive(self, state: int, stop: int) -> int:
        """Search depth first until ``stop`` positions have been searched, or ``most`` are stored."""
        table = self.table
        while state == _OPEN and self.nodes < stop and self.visited.used < self.most:
            at = self.next[self.depth - 1]
            if at == self.end[self.depth - 1]:
                self.depth -= 1
                self._back()
                if self.depth == 0:
                    state = _LOST
                continue
            self.next[self.depth - 1] = at + 2
            if self.moves[at + 1]:
                self.plan._arrange(self.moves[at + 1])
            table._play(self.moves[at])
            state = self._enter()
        return state

    def _enter(self) -> int:
        """Search the position after a move: list its candidates, or take the move back."""
        fresh = self._is_fresh()
        if fresh != 1:
            if fresh == 0:
                self._back()
                return _OPEN if self.depth else _LOST
            return _WON if fresh == _WINS else _FULL
        self._open()
        return _OPEN

    def _open(self) -> None:
        """List the candidates of a position, after ``_forced``."""
        table = self.table
        depth = self.depth
        begin = self.end[depth - 1] if depth else 0
        if begin + _MOST > len(self.moves):
            self.moves = memoryview(array("I", bytes(self.moves) * 2))
        if depth == len(self.next):
            self._deepen()
        self.plies[depth] = table.plies
        self.next[depth] = begin
        self.end[depth] = begin + 2 * self.plan._tried(self.moves[begin:])
        self.depth += 1
        if self.depth > self.deepest:
            self.deepest = self.depth

    def _is_fresh(self) -> int:
        """Play the forced moves of a new position, and look it up.

        Returns:
            1 if it is to be searched, 0 if it is lost or was visited before, -1 if there is no room to store it, and 2
            if it is won.
        """
        table = self.table
        self._count()
        forced = self.plan._forced()
        while forced:
            table._play(forced)
            self._count()
            forced = self.plan._forced()
        if table.won():
            return _WINS
        return 0 if self.plan._lost() else self.visited.add(self.plan._key())

    def _deepen(self) -> None:
        """Make room for longer lines."""
        self.next = array("I", bytes(self.next) * 2)
        self.end = array("I", bytes(self.end) * 2)
        self.plies = array("I", bytes(self.plies) * 2)

    def _count(self) -> None:
        self.nodes += 1
        if self.table.left < self.fewest:
            self.fewest = self.table.left

    def _back(self) -> None:
        plies = self.plies[self.depth - 1] if self.depth else self.root
        while self.table.plies > plies:
            self.table._unplay()

    def line(self) -> list[int]:
        """Return the moves from the first position to the present one."""
        return memoryview(self.table.played[self.begun : self.table.plies]).tolist()
