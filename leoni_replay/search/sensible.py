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
        self.view: Table = table.copy()
        self.visited: VisitedPositions = VisitedPositions(_BITS)
        self.weights: array[int] = array("i", self.WEIGHTS)
        self.first_horizon: int = self.FIRST
        self.last_horizon: int = self.DEPTH
        self.most_nodes: int = self.NODES
        self.move_lists: list[array[int]] = [array("I", bytes(4 * _MOST)) for _ in range(self.last_horizon)]
        #: the number of moves that it looks ahead now, and of positions tried
        self.horizon: int = 0
        self.nodes: int = 0
        #: the value of the best position, and the line to it: the moves, the index of the next one, and their number
        self.best_value: int = 0
        self.line: array[int] = array("I", bytes(4 * 256))
        self.line_index: int = 0
        self.line_end: int = 0

    def _next_move(self) -> int:
        """Return the next move of the line to the best position found. Without a line, deal; if nothing can be dealt,
        move like the greedy player. Return 0 if there is no move at all."""
        if self.line_index == self.line_end:
            self._think()
        if self.line_index < self.line_end:
            self.line_index += 1
            return self.line[self.line_index - 1]
        self.move_count: int = self.table._moves(self.moves)
        return self._next_deal() or self._greedy_move()

    def _greedy_move(self) -> int:
        """Return the move with open cards that the greedy player makes; 0 if there is none.

        If it makes a card playable, note the play of that card as the line to follow, so that moves do not go in
        circles.
        """
        move = self._next_arranging_move()
        if move:
            table = self.table
            table._play(move)
            self.line[0] = 0 if table.shows else self._first_play(self.later_moves, table._moves(self.later_moves))
            table._unplay()
            self.line_index = 0
            self.line_end = 1 if self.line[0] else 0
        return move

    def _think(self) -> None:
        """Look for a position that is better than the present one, and note the line to it; an empty one if there is
        none. It looks one move further each time, so a short line to a better position comes before a longer one."""
        self._copy_position()
        self.line_index = 0
        self.line_end = 0
        self.best_value = self._value()
        self.horizon = self.first_horizon - 1
        while self.line_end == 0 and self.horizon < self.last_horizon:
            self.horizon += 1
            self.nodes = 0
            self.visited.clear()
            self._look_ahead(0)

    def _copy_position(self) -> None:
        """Copy the position to ``view``, with the cards that nobody can see as unknown: exiles, the stock, and cards
        that lie face down. The copy has no moves to take back."""
        table = self.table
        view = self.view
        view.cells[:] = table.cells
        view.size[:] = table.size
        view.want[:] = table.want
        view.left = table.left
        # The sums from which the key is made belong to the old cards.
        view.stale[:] = _STALE
        view.restore(table.registers())
        view.plies = 0
        view.logged = 0
        view.saved_end = 0
        for i in range(view.size[EXILE]):
            view.cells[(EXILE << 7) + i] = UNKNOWN
        for i in range(view.size[STOCK]):
            view.cells[(STOCK << 7) + i] = UNKNOWN
        for pile in range(1, PILES + 1):
            for i in range(view.size[pile]):
                if view.cells[(pile << 7) + i] & FACE_DOWN:
                    view.cells[(pile << 7) + i] = UNKNOWN | FACE_DOWN

    def _look_ahead(self, depth: int) -> None:
        """Try the moves with open cards on ``view``, and note the line to the best position.

        Args:
            depth: the number of moves already made in thought. The search goes on to ``horizon`` moves.
        """
        view = self.view
        moves = self.move_lists[depth]
        count = view._moves(moves)
        for i in range(count):
            if self.nodes == self.most_nodes or not self._arranges(moves[i]):
                continue
            self.nodes += 1
            view._play(moves[i])
            # A position is looked at again after another number of moves, because then it can see further.
            if self.visited.add(view.key() + depth) == 1:
                value = self._value()
                if value > self.best_value:
                    self.best_value = value
                    self.line_end = view.plies
                    self.line[: self.line_end] = view.played[: self.line_end]
                # Nobody knows yet what the move has turned up, so thinking on would be guessing.
                if depth + 1 < self.horizon and not view.shows:
                    self._look_ahead(depth + 1)
            view._unplay()

    def _arranges(self, move: int) -> bool:
        """Whether a move only moves an open card (on the table, on the talon or in the hand), so that the player tries
        it in thought."""
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
        self.martha: Martha = table.copy()
        self.view: Martha = self.martha

    def _arranges(self, move: int) -> bool:
        """Whether a move only moves open cards, so that the player tries it in thought; but not if it moves a whole
        pile to a vacancy."""
        if not Sensible._arranges(self, move):
            return False
        dest = move & 255
        if dest >= PLACES or self.view.size[dest] or not self.martha.takes_groups:
            return True
        # That changes nothing. The pile is whole if the card that moves is its bottom card.
        return self.view.cells[move >> 16 << 7] != (move >> 8 & 255)

    def _value(self) -> int:
        """Rate ``view``; higher is better. The weights are, in this order: a card not on a foundation, a card face
        down, a card on it, a vacancy, a card in sequence, and a card on a lower one of its suit."""
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left
        for pile in range(1, 13):
            height = view.size[pile]
            base = pile << 7
            if not height:
                value += weights[3]
            for i in range(height):
                card = view.cells[base + i]
                if card & FACE_DOWN:
                    # The more cards lie on it, the worse.
                    value -= weights[1] + weights[2] * (height - 1 - i)
                elif i:
                    if self.martha.follows(card, view.cells[base + i - 1]):
                        value += weights[4]
                    # It must be played after the lower cards of its suit that it lies on.
                    for j in range(i):
                        below = view.cells[base + j]
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
        """Rate ``view``; higher is better. The weights are, in this order: a card not on a foundation, a queen at the
        bottom of a pile, a card on a pile without one, a married card, a card that fills a vacancy, and a card on the
        talon or in the hand."""
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left - weights[5] * (view.size[TALON] + view.size[HAND])
        for pile in range(1, 9):
            height = view.size[pile]
            base = pile << 7
            bottom = view.cells[base] if height else NO_CARD
            if RANK[bottom] == 12:
                value += weights[1]
            elif RANK[bottom] == 0:
                # A vacancy, or the card of the stock that has filled it, which is unknown in thought.
                value += weights[4]
            else:
                value -= weights[2] * height
            for i in range(1, height):
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
        self.rug: Rug = table.copy()
        self.view: Rug = self.rug

    def _value(self) -> int:
        """Rate ``view``; higher is better. The weights are, in this order: a card not on a foundation, a card of the
        rug, a free one, and a card on the talon in the last pass."""
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left
        # After the last redeal, the talon is not dealt again.
        if view.deal > self.rug.redeals:
            value -= weights[3] * view.size[TALON]
        for place in range(GRID, STOCK):
            if view.size[place]:
                value -= weights[1]
                # A card is free if one of the two places at its narrow ends is empty.
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

    def _next_deal(self) -> int:
        """Return the deal to make next; 0 if there is none. If cards of the stock can fill gaps of row 1, fill the gap
        above the card that its foundation needs last."""
        table = self.table
        best_move = 0
        longest_wait = -1
        for i in range(self.move_count):
            place = self.moves[i] & 255
            if self.moves[i] >> 16 == DEAL and place < _ROW_2:
                # The next card down in the column is covered by a card in the gap.
                below = place + COLUMNS
                while below < _GRID_END and not table.size[below]:
                    below += COLUMNS
                # How many cards the foundation needs until the card below comes; a column without cards waits longest.
                wait = 13
                if below < _GRID_END:
                    card = table.cells[below << 7]
                    wait = RANK[card] - table.size[FOUNDATIONS + SUIT[card]]
                if wait > longest_wait:
                    longest_wait = wait
                    best_move = self.moves[i]
        return best_move if best_move else Sensible._next_deal(self)
