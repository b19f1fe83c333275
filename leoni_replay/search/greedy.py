"""The greedy player, the same for every game.

It makes the first of these moves that is legal, and stops if none is:

1. a play of a card on the table, on the talon or in the hand, in the order of ``Table.moves``;
2. a reversal, if one or more in the same direction make a card playable;
3. a marriage on the talon, or a move on the table that makes a card playable or turns one up;
4. turning up an exile, or dealing;
5. a redeal.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    EXILE,
    FOUNDATION,
    HAND,
    ON_DOWN,
    ON_UP,
    PLACES,
    SUIT,
    TALON,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import COMBINATION_DUE, NO_ORDER, WRONG_ORDER
from leoni_replay.rules.shuffle import shuffle
from leoni_replay.rules.table import Numbers, Room, Table

#: A player stops after this many moves. No game of the package gets there.
LONGEST: Final = 5000

_LONGEST = LONGEST
#: the maximum number of legal moves
_MOST = 4096


class Greedy:
    """The player.

    Args:
        table: the position on which it plays.
        reverses: whether it makes reversals that it need not make.
    """

    def __init__(self, table: Table, reverses: bool) -> None:
        self.table = table
        self.reverses = reverses
        #: the legal moves last listed, and their number
        self.listed = array("I", bytes(4 * _MOST))
        self.count = 0
        self.ahead = array("I", bytes(4 * _MOST))

    def play_game(self) -> None:
        table = self.table
        while table.plies < _LONGEST:
            move = self._next()
            if move == 0:
                return
            table._play(move)

    def _next(self) -> int:
        """Return the next move; 0 if there is none."""
        return self._arranging() or self._dealing()

    def _arranging(self) -> int:
        """Return the next move with open cards; 0 if there is none."""
        n = self.table._moves(self.listed)
        self.count = n
        return self._play_of(self.listed, n) or self._reversal(n) or self._building(n)

    def _play_of(self, moves: Room, n: int) -> int:
        """Return the first play of an open card among n moves; 0 if there is none."""
        for i in range(n):
            dest = moves[i] & 255
            if dest in (ON_UP, ON_DOWN):
                source = moves[i] >> 16
                if (source < PLACES and source != EXILE) or (source == DEAL and self.table.size[HAND]):
                    return moves[i]
        return 0

    def _reversal(self, n: int) -> int:
        """Return the first useful reversal, or else one that is due; 0 if there is none."""
        due = -1
        for i in range(n):
            if self.listed[i] >> 16 == FOUNDATION:
                if due < 0:
                    due = i if self._combines() else n
                if (due < n or self.reverses) and self._frees(self.listed[i]):
                    return self.listed[i]
        return self.listed[due] if 0 <= due < n else 0

    def _combines(self) -> bool:
        """Whether foundations must be combined before anything else."""
        return self.table._why(DEAL_AGAIN) == COMBINATION_DUE

    def _frees(self, move: int) -> bool:
        """Whether a reversal makes a card playable, alone or with more in the same direction."""
        table = self.table
        begun = table.plies
        dest = move & 255
        foundation = (96 if dest == UP_TO_DOWN else 100) + SUIT[move >> 8 & 255]
        freed = False
        while not freed and table._why(move) == 0:
            table._play(move)
            freed = not table.standstill() and self._play_of(self.ahead, table._moves(self.ahead)) != 0
            move = FOUNDATION << 16 | table.foundation_top(foundation) << 8 | dest
        while table.plies > begun:
            table._unplay()
        return freed

    def _building(self, n: int) -> int:
        """Return the first useful move on the table; 0 if there is none."""
        table = self.table
        for i in range(n):
            move = self.listed[i]
            source = move >> 16
            if source < PLACES and source != EXILE and move & 255 < PLACES:
                if move & 255 == TALON:
                    return move
                table._play(move)
                helps = table.shows > 0 or self._play_of(self.ahead, table._moves(self.ahead)) != 0
                table._unplay()
                if helps:
                    return move
        return 0

    def _dealing(self) -> int:
        """Return the first listed move that turns up an exile or deals, or else a redeal; 0 if there is none."""
        again = 0
        for i in range(self.count):
            source = self.listed[i] >> 16
            if source in (EXILE, DEAL):
                return self.listed[i]
            if self.listed[i] == DEAL_AGAIN:
                again = DEAL_AGAIN
        return again


def play_many(player: Greedy, stock: bytes, states: Room, results: Room, left: Numbers) -> None:
    """Deal and play many games.

    Args:
        player: the player.
        stock: the cards of the stock in standard order.
        states: for each game the state of SplitMix64 that shuffles its stock.
        results: set for each game to 0 if it is won, 1 if it is lost, 2 if the player stopped, and 3 if the player
            stopped because the order of a shuffled redeal is unknown.
        left: set for each game to the number of cards left.
    """
    table = player.table
    cards = bytearray(stock)
    for i in range(len(states)):
        cards[:] = stock
        shuffle(cards, states[i])
        table.start(cards)
        player.play_game()
        if table.won():
            results[i] = 0
        elif table.is_lost():
            results[i] = 1
        else:
            results[i] = 3 if table._why(DEAL_AGAIN) in (NO_ORDER, WRONG_ORDER) else 2
        left[i] = table.left
