# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The sensible player: it looks a few moves ahead, as a person at the table would.

It thinks on a copy of the position in which face-down cards are unknown. There it tries the moves with open cards, and
takes the shortest line to the best position. If none is better than the present one, it deals like the greedy player.
Each game rates positions in its own way.
"""

from __future__ import annotations

from array import array
from typing import ClassVar

from leoni_replay.rules.numbers import (
    DEAL,
    EXILE,
    FACE_DOWN,
    HAND,
    ON_DOWN,
    ON_UP,
    PILES,
    PLACES,
    STOCK,
    TALON,
    UNKNOWN,
)
from leoni_replay.rules.table import Table
from leoni_replay.search.greedy import Greedy
from leoni_replay.search.search import Seen

#: the maximum number of legal moves
_MOST = 512
#: the bits of the memory for visited positions
_BITS = 13
_STALE = b"\1" * PLACES


class Sensible(Greedy):
    """The player. A subclass for a game rates positions (``_value``), and may override more.

    Args:
        table: the position on which it plays.
    """

    #: The number of moves that it looks ahead at first, the maximum if nothing better shows, and the maximum number of
    #: positions.
    FIRST: ClassVar[int] = 1
    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 300
    #: The weights of what ``_value`` counts.
    WEIGHTS: ClassVar[tuple[int, ...]] = ()

    def __init__(self, table: Table) -> None:
        Greedy.__init__(self, table, True)
        #: the position as it sees it
        self.view = table.copy()
        self.seen = Seen(_BITS)
        self.weights = array("i", self.WEIGHTS)
        self.first = self.FIRST
        self.depth = self.DEPTH
        self.most = self.NODES
        self.rooms = [array("I", bytes(4 * _MOST)) for _ in range(self.depth)]
        #: the number of moves that it looks ahead now, and of positions tried
        self.horizon = 0
        self.nodes = 0
        #: the value of the best position, and the line to it: the moves, the index of the next one, and the end
        self.best = 0
        self.line = array("I", bytes(4 * 256))
        self.at = 0
        self.end = 0

    def _next(self) -> int:
        if self.at == self.end:
            self._think()
        if self.at < self.end:
            self.at += 1
            return self.line[self.at - 1]
        self.count = self.table._moves(self.listed)
        return self._dealing() or self._pushed()

    def _pushed(self) -> int:
        """The move of the greedy player, if nothing is better and nothing can be dealt. If it makes a card playable,
        that card is played next, so that moves do not go in circles."""
        move = self._arranging()
        if move:
            table = self.table
            table._play(move)
            self.line[0] = 0 if table.shows else self._play_of(self.ahead, table._moves(self.ahead))
            table._unplay()
            self.at = 0
            self.end = 1 if self.line[0] else 0
        return move

    def _think(self) -> None:
        """Find the nearest better position, and note the line to it."""
        self._look()
        self.at = 0
        self.end = 0
        self.best = self._value()
        self.horizon = self.first - 1
        while self.end == 0 and self.horizon < self.depth:
            self.horizon += 1
            self.nodes = 0
            self.seen.clear()
            self._try(0)

    def _look(self) -> None:
        """Copy what can be seen of the position."""
        table = self.table
        view = self.view
        view.cells[:] = table.cells
        view.size[:] = table.size
        view.want[:] = table.want
        view.left = table.left
        view.stale[:] = _STALE
        view.restore(table._registers())
        view.plies = 0
        view.logged = 0
        view.relaid_end = 0
        for i in range(view.size[EXILE]):
            view.cells[(EXILE << 7) + i] = UNKNOWN
        for i in range(view.size[STOCK]):
            view.cells[(STOCK << 7) + i] = UNKNOWN
        for p in range(1, PILES + 1):
            for i in range(view.size[p]):
                if view.cells[(p << 7) + i] & FACE_DOWN:
                    view.cells[(p << 7) + i] = UNKNOWN | FACE_DOWN

    def _try(self, depth: int) -> None:
        """Try the moves with open cards, ``depth`` moves after the present position."""
        view = self.view
        room = self.rooms[depth]
        n = view._moves(room)
        for i in range(n):
            if self.nodes == self.most or not self._arranges(room[i]):
                continue
            self.nodes += 1
            view._play(room[i])
            if self.seen.add(view.key() + depth) == 1:
                value = self._value()
                if value > self.best:
                    self.best = value
                    self.end = view.plies
                    self.line[: self.end] = view.played[: self.end]
                # A card that is turned up must be seen first.
                if depth + 1 < self.horizon and not view.shows:
                    self._try(depth + 1)
            view._unplay()

    def _arranges(self, move: int) -> bool:
        """Whether a move only moves open cards, so that it is tried."""
        source = move >> 16
        dest = move & 255
        if source == DEAL:
            return self.table.size[HAND] != 0 and dest != TALON
        return source < PLACES and source != EXILE and (dest < PLACES or dest in (ON_UP, ON_DOWN))

    def _value(self) -> int:
        """Rate ``view``; higher is better."""
        return -self.view.left
