"""The sensible player: it looks a few moves ahead, as a person at the table would.

It thinks on a copy of the position in which face-down cards are unknown. There it tries the moves with open cards, and
takes the shortest line to the best position. If none is better than the present one, it deals like the greedy player.
Each game rates positions in its own way.
"""

from __future__ import annotations

from array import array
from typing import ClassVar

from leoni_replay.rules.martha import Martha
from leoni_replay.rules.numbers import (
    COLUMNS,
    DEAL,
    EXILE,
    FACE_DOWN,
    FOUNDATIONS,
    GRID,
    HAND,
    NO_CARD,
    ON_DOWN,
    ON_UP,
    PILES,
    PLACES,
    RANK,
    STOCK,
    SUIT,
    TALON,
    UNKNOWN,
)
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.table import Table
from leoni_replay.search.depth_first import VisitedPositions
from leoni_replay.search.greedy import Greedy

#: the maximum number of legal moves
_MOST = 512
#: the bits of the memory for visited positions
_BITS = 13
_STALE = b"\1" * PLACES
#: the end of a grid of six rows, and the first place of row 2
_GRID_END = GRID + 6 * COLUMNS
_ROW_2 = GRID + COLUMNS


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
        self.visited = VisitedPositions(_BITS)
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
        """Return the move of the greedy player, if nothing is better and nothing can be dealt. If it makes a card
        playable, that card is played next, so that moves do not go in circles."""
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
            self.visited.clear()
            self._try(0)

    def _look(self) -> None:
        table = self.table
        view = self.view
        view.cells[:] = table.cells
        view.size[:] = table.size
        view.want[:] = table.want
        view.left = table.left
        view.stale[:] = _STALE
        view.restore(table.registers())
        view.plies = 0
        view.logged = 0
        view.saved_end = 0
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
            if self.visited.add(view.key() + depth) == 1:
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


class SensibleMartha(Sensible):
    """Turns up cards, builds sequences, and keeps vacancies.

    Weights: a card on a foundation, a card face down, a card on it, a vacancy, a card in sequence, and a card on a
    lower one of its suit.
    """

    DEPTH: ClassVar[int] = 4
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (40, 120, 8, 3, 4, 12)

    def __init__(self, table: Martha) -> None:
        Sensible.__init__(self, table)
        self.martha = table.copy()
        self.view = self.martha

    def _arranges(self, move: int) -> bool:
        if not Sensible._arranges(self, move):
            return False
        dest = move & 255
        if dest >= PLACES or self.view.size[dest] or not self.martha.takes_groups:
            return True
        # A whole pile that goes to a vacancy changes nothing.
        return self.view.cells[move >> 16 << 7] != (move >> 8 & 255)

    def _value(self) -> int:
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left
        for p in range(1, 13):
            n = view.size[p]
            base = p << 7
            if not n:
                value += weights[3]
            for i in range(n):
                card = view.cells[base + i]
                if card & FACE_DOWN:
                    value -= weights[1] + weights[2] * (n - 1 - i)
                elif i:
                    if self.martha.follows(card, view.cells[base + i - 1]):
                        value += weights[4]
                    for k in range(i):
                        below = view.cells[base + k]
                        if SUIT[below] == SUIT[card] and RANK[below] < RANK[card]:
                            value -= weights[5]
        return value


class SensibleAnna(Sensible):
    """Marries cards, and clears the piles without a queen at the bottom.

    Weights: a card on a foundation, a queen at the bottom of a pile, a card on a pile without one, a married card, a
    card that fills a vacancy, and a card on the talon.
    """

    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 200
    WEIGHTS: ClassVar[tuple[int, ...]] = (35, 30, 5, 5, 20, 3)

    def _value(self) -> int:
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left - weights[5] * (view.size[TALON] + view.size[HAND])
        for p in range(1, 9):
            n = view.size[p]
            base = p << 7
            bottom = view.cells[base] if n else NO_CARD
            if RANK[bottom] == 12:
                value += weights[1]
            elif RANK[bottom] == 0:
                value += weights[4]
            else:
                value -= weights[2] * n
            for i in range(1, n):
                if SUIT[view.cells[base + i]] == SUIT[view.cells[base + i - 1]]:
                    value += weights[3]
        return value


class SensibleRug(Sensible):
    """Frees the cards of the rug, and marries those in the way.

    Weights: a card on a foundation, a card of the rug, a free one, and a card on the talon in the last pass.
    """

    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (100, 0, 3, 10)

    def __init__(self, table: Rug) -> None:
        Sensible.__init__(self, table)
        self.rug = table.copy()
        self.view = self.rug

    def _value(self) -> int:
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left
        if view.deal > self.rug.redeals:
            value -= weights[3] * view.size[TALON]
        for place in range(GRID, STOCK):
            if view.size[place]:
                value -= weights[1]
                if not view.size[self.rug.ends[2 * place]] or not view.size[self.rug.ends[2 * place + 1]]:
                    value += weights[2]
        return value


class SensibleReversal(Sensible):
    """Looks further ahead than others, and plays the twin after which more can be played."""

    FIRST: ClassVar[int] = 10
    DEPTH: ClassVar[int] = 10
    NODES: ClassVar[int] = 2000


class SensibleLabyrinth(Sensible):
    """Looks further ahead than others. If it may choose which gap of row 1 to fill, it fills the one above the card
    that is needed last."""

    FIRST: ClassVar[int] = 8
    DEPTH: ClassVar[int] = 8
    NODES: ClassVar[int] = 1000

    def _dealing(self) -> int:
        table = self.table
        best = 0
        longest = -1
        for i in range(self.count):
            place = self.listed[i] & 255
            if self.listed[i] >> 16 == DEAL and place < _ROW_2:
                below = place + COLUMNS
                while below < _GRID_END and not table.size[below]:
                    below += COLUMNS
                wait = 13
                if below < _GRID_END:
                    card = table.cells[below << 7]
                    wait = RANK[card] - table.size[FOUNDATIONS + SUIT[card]]
                if wait > longest:
                    longest = wait
                    best = self.listed[i]
        return best if best else Sensible._dealing(self)
