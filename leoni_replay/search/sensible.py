# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A player that looks a few moves ahead, as far as a person at the table can see.

It thinks on a table of its own, on which the cards that lie face down are not known. There it tries what can be done
with the open cards, and takes the shortest way to the best table that it finds; if none is better than the one that
lies there, it deals on like the greedy player. What a table is worth is said by the game.
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

#: for how many legal moves of one table there is room
_MOST = 512
#: 2 to the so many tables are told apart, at most three quarters of them looked at
_BITS = 13
_STALE = b"\1" * PLACES


class Sensible(Greedy):
    """The player. Games say what a table is worth (``_value``), and may say more.

    Args:
        table: the table that it plays on.
    """

    #: how many moves it looks ahead at first, how many if that shows nothing better, and at how many tables at most
    FIRST: ClassVar[int] = 1
    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 300
    #: what the things are worth that ``_value`` counts
    WEIGHTS: ClassVar[tuple[int, ...]] = ()

    def __init__(self, table: Table) -> None:
        Greedy.__init__(self, table, True)
        #: what it sees of the table
        self.view = table.copy()
        self.seen = Seen(_BITS)
        self.weights = array("i", self.WEIGHTS)
        self.first = self.FIRST
        self.depth = self.DEPTH
        self.most = self.NODES
        self.rooms = [array("I", bytes(4 * _MOST)) for _ in range(self.depth)]
        #: how many moves it looks ahead just now, and at how many tables it has looked
        self.horizon = 0
        self.nodes = 0
        #: the value of the best table, and the moves that lead there, with the next one to make
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
        """Where nothing is better and nothing is dealt, what the greedy player does; if that makes a card playable, it
        is played next, so that things do not go round."""
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
        """Find the best table in reach, as few moves ahead as there is a better one, and note the way there."""
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
        """See how the table lies, and which cards lie open."""
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
        """Try what can be done with the open cards, so many moves after the first."""
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
                # What comes to light has to be seen before it can be reckoned with.
                if depth + 1 < self.horizon and not view.shows:
                    self._try(depth + 1)
            view._unplay()

    def _arranges(self, move: int) -> bool:
        """Whether a move does something with the open cards, so that it is tried."""
        source = move >> 16
        dest = move & 255
        if source == DEAL:
            return self.table.size[HAND] != 0 and dest != TALON
        return source < PLACES and source != EXILE and (dest < PLACES or dest in (ON_UP, ON_DOWN))

    def _value(self) -> int:
        """What the table is worth that it looks at."""
        return -self.view.left
