# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Every line of play from a table on, each table looked at once: what can be won, and what cannot.

The search goes deep first, on the one table, by playing and taking back. It remembers every table that it has seen by
its key of 64 bits. Whatever is left out of the search is left out by the plan of the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from mmap import mmap
from typing import ClassVar, Final

from leoni_replay.rules.numbers import DEAL, DEAL_AGAIN, DOWN_TO_UP, EXILE, HAND, ON_DOWN, ON_UP, PLACES, UP_TO_DOWN
from leoni_replay.rules.table import Room, Table

#: What a search has come to: more to do, a line that wins, no line that wins, or no more room to remember tables.
OPEN: Final = 0
WON: Final = 1
LOST: Final = 2
FULL: Final = 3

_OPEN = OPEN
_WON = WON
_LOST = LOST
_FULL = FULL
#: For how many numbers there is room at one table.
_MOST = 4096
#: in place of whether a table is fresh: it is won
_WINS = 2
_MIX = 0x9E3779B97F4A7C15
_MASK = 0xFFFFFFFFFFFFFFFF


class Plan:
    """What a search tries at a table: every legal move, in this order, unless the plan of a game knows better.

    Args:
        table: the table that is played on.
        prunings: which of the game's prunings are used, a bit each.
    """

    #: what a search can leave out without missing a win, by name, with the bit that stands for it
    PRUNINGS: ClassVar[Mapping[str, int]] = {}
    #: those of them, as bits, that miss no win either where a card that fits must be played
    KEPT_BY_MUST_PLAY: ClassVar[int] = 0

    def __init__(self, table: Table, prunings: int) -> None:
        self.table = table
        self.prunings = prunings
        #: whether a card that fits a foundation must be played before anything else is done
        self.must_play = False
        #: in a game whose redeals are shuffled: sets the order of the next, if it can be made now; says whether
        self.order: Callable[[], bool] | None = None

    def search(self, seen: Seen, kept: int = 0) -> Search:
        """The search that suits the game, from the table on: deep first, unless the plan of a game knows better."""
        return Search(self, seen, kept)

    def _forced(self) -> int:
        """A move that is to be played before anything else is thought of, 0 if there is none: if any move leads to a
        win, it does. Such moves come to an end."""
        return 0

    def _lost(self) -> bool:
        """Whether it takes no search to see that nothing leads to a win. It is asked before a table is remembered, and
        ``_forced`` was asked last."""
        return False

    def _candidates(self, out: Room) -> int:
        """List what is worth trying: if any move leads to a win, one of these does.

        Returns:
            How many there are. Each takes two numbers: a move, and what is to be arranged before it (``_arrange``), 0
            for nothing.
        """
        return self._every_move(out)

    def _tried(self, out: Room) -> int:
        """List the candidates, but for those that wait for a card that must be played; returns how many there are."""
        n = self._candidates(out)
        return self._plays_first(out, n) if self.must_play else n

    def _every_move(self, out: Room) -> int:
        """List every legal move; returns how many there are."""
        ordered = self.order is not None and self.order()
        n = self.table._moves(out)
        for i in range(n - 1, -1, -1):
            out[2 * i] = out[i]
            out[2 * i + 1] = 1 if ordered and out[i] == DEAL_AGAIN else 0
        return n

    def _plays_first(self, out: Room, n: int) -> int:
        """Leave out what has to wait for a card that must be played; returns how many candidates are left.

        While a card on the table, on the talon or in the hand fits, only such plays are left, and reversals, which are
        neither asked for nor put off. A card that fits as it is turned up is put nowhere else.
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
        """Do what a candidate needs before its move: of a shuffled redeal, the order is set once more, as tables that
        were looked at in between have set others."""
        if self.order is not None:
            self.order()

    def _worth(self, before: int, choice: int) -> int:
        """What the table is worth to a search that goes on from the best (``search_best``): 0 is the best, and all that
        is below ``WORTHS`` will do.

        Args:
            before: what the table was worth that it comes from.
            choice: which of its candidates has led here, counted from 0.
        """
        return before + 1 if choice else before

    def _value(self) -> int:
        """Rate the position among those of its stage (``search/staged``): 0 is the best, and it is below ``WORTHS``."""
        return self.table.left

    def _key(self) -> int:
        """The key of the table, equal for all tables from which just the same can be won."""
        return self.table.key()


class Seen:
    """The keys of tables, in a memory that does not grow.

    Args:
        bits: it has room for 2 to the so many keys, 8 bytes each; it is full with three quarters of them.
    """

    def __init__(self, bits: int) -> None:
        # The system gives such memory page by page, when it is written to: a short search pays for little of it.
        self.keys = memoryview(mmap(-1, 8 << bits)).cast("Q")
        self.shift = 64 - bits
        self.last = (1 << bits) - 1
        self.used = 0
        self.most = 3 << bits >> 2
        self.made = memoryview(mmap(-1, 4 * self.most)).cast("I")

    def clear(self, kept: int = 0) -> None:
        """Forget all keys but the first ones, so many of them."""
        # The last ones go first: no key that is kept has had to make way for one that goes.
        while self.used > kept:
            self.used -= 1
            self.keys[self.made[self.used]] = 0

    def add(self, key: int) -> int:
        """Remember a key. Returns 1 if it is new, 0 if it was there, and -1 if there is no room for it."""
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
    """One search, which can be broken off and gone on with.

    Args:
        plan: the table where it begins, and what is tried there. The table is played on; when nothing can be won it
            stands as it stood.
        seen: remembers tables; what is in it is forgotten, but for what is kept.
        kept: how many of the tables that are remembered are kept, since they are known to be lost.
    """

    def __init__(self, plan: Plan, seen: Seen, kept: int = 0) -> None:
        table = plan.table
        self.plan = plan
        self.table = table
        self.seen = seen
        self.begun = table.plies
        self.nodes = 0
        self.deepest = 0
        #: the fewest cards that were ever left
        self.fewest = table.left
        self.moves = memoryview(array("I", bytes(4 * 2 * _MOST)))
        #: of every table on the way its moves: the next one to try, and the end
        self.next = array("I", bytes(4 * 128))
        self.end = array("I", bytes(4 * 128))
        #: and how many moves had been played
        self.plies = array("I", bytes(4 * 128))
        self.depth = 0
        #: how many moves had been played where the search that goes deep begins, and how many tables it remembers at
        #: most before it stops for a while
        self.root = self.begun
        self.most = seen.most + 1
        seen.clear(kept)
        self.state = self._begin()

    def go(self, nodes: int) -> int:
        """Look at so many more tables; returns what the search has come to."""
        self.state = self._dive(self.state, self.nodes + nodes)
        return self.state

    def _begin(self) -> int:
        """Look at the table where the search begins; returns what the search has come to."""
        return self._enter()

    def _dive(self, state: int, stop: int) -> int:
        """Go on deep first until so many tables have been looked at, or ``most`` are remembered."""
        table = self.table
        while state == _OPEN and self.nodes < stop and self.seen.used < self.most:
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
        """Look at the table that a move has led to: list its moves, or take the move back."""
        fresh = self._is_fresh()
        if fresh != 1:
            if fresh == 0:
                self._back()
                return _OPEN if self.depth else _LOST
            return _WON if fresh == _WINS else _FULL
        self._open()
        return _OPEN

    def _open(self) -> None:
        """List what is to be tried at a table, of which ``_forced`` was asked last."""
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
        """Look at the table that a move has led to, once all that is forced there has been played.

        Returns:
            1 if there is something to try, 0 if it is lost or was seen before, -1 if there is no room to remember it,
            and 2 if it is won.
        """
        table = self.table
        self._count()
        forced = self.plan._forced()
        while forced:
            table._play(forced)
            self._count()
            forced = self.plan._forced()
        if table._won():
            return _WINS
        return 0 if self.plan._lost() else self.seen.add(self.plan._key())

    def _deepen(self) -> None:
        """Make room for more tables on the way."""
        self.next = array("I", bytes(self.next) * 2)
        self.end = array("I", bytes(self.end) * 2)
        self.plies = array("I", bytes(self.plies) * 2)

    def _count(self) -> None:
        """Count a table."""
        self.nodes += 1
        if self.table.left < self.fewest:
            self.fewest = self.table.left

    def _back(self) -> None:
        """Go back to the last table on the way, or to where it begins."""
        plies = self.plies[self.depth - 1] if self.depth else self.root
        while self.table.plies > plies:
            self.table._unplay()

    def line(self) -> list[int]:
        """The moves from the beginning of the search to where the table stands now."""
        return memoryview(self.table.played[self.begun : self.table.plies]).tolist()
