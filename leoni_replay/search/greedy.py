# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A player that plays what fits, in every game the same way, and many of its games one after the other.

It makes the first of these moves that there is, and stops where there is none:

1. a play of a card that lies on the table, on the talon or in the hand, as ``Table.moves`` lists them;
2. a reversal, if reversals in the same direction, one after the other, make a card playable;
3. a marriage on the talon, or another building that makes a card playable or brings one to light;
4. an exile, or what can be dealt;
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

#: A game with so many moves is left as it is. No game of the package gets there.
LONGEST: Final = 5000

_LONGEST = LONGEST
#: for how many legal moves of one table there is room
_MOST = 4096


class Greedy:
    """The player.

    Args:
        table: the table that it plays on.
        reverses: whether it makes reversals where it need not.
    """

    def __init__(self, table: Table, reverses: bool) -> None:
        self.table = table
        self.reverses = reverses
        #: the legal moves that were last listed, and how many they are
        self.listed = array("I", bytes(4 * _MOST))
        self.count = 0
        self.ahead = array("I", bytes(4 * _MOST))

    def go(self) -> None:
        """Play until there is no move that it makes."""
        table = self.table
        while table.plies < _LONGEST:
            move = self._next()
            if move == 0:
                return
            table._play(move)

    def _next(self) -> int:
        """The move that it makes next; 0 if there is none."""
        return self._arranging() or self._dealing()

    def _arranging(self) -> int:
        """The move that it makes next with the cards that lie open; 0 if there is none."""
        n = self.table._moves(self.listed)
        self.count = n
        return self._play_of(self.listed, n) or self._reversal(n) or self._building(n)

    def _play_of(self, moves: Room, n: int) -> int:
        """The first play among so many moves that takes nothing from what lies face down; 0 if there is none."""
        for i in range(n):
            dest = moves[i] & 255
            if dest in (ON_UP, ON_DOWN):
                source = moves[i] >> 16
                if (source < PLACES and source != EXILE) or (source == DEAL and self.table.size[HAND]):
                    return moves[i]
        return 0

    def _reversal(self, n: int) -> int:
        """The first reversal that is worth while, or else one that is due; 0 if there is none."""
        due = -1
        for i in range(n):
            if self.listed[i] >> 16 == FOUNDATION:
                if due < 0:
                    due = i if self._combines() else n
                if (due < n or self.reverses) and self._frees(self.listed[i]):
                    return self.listed[i]
        return self.listed[due] if 0 <= due < n else 0

    def _combines(self) -> bool:
        """Whether foundations have to be combined before anything else."""
        return self.table._why(DEAL_AGAIN) == COMBINATION_DUE

    def _frees(self, move: int) -> bool:
        """Whether a reversal makes a card playable, or those that can follow it in the same direction do."""
        table = self.table
        begun = table.plies
        dest = move & 255
        foundation = (96 if dest == UP_TO_DOWN else 100) + SUIT[move >> 8 & 255]
        freed = False
        while not freed and table._why(move) == 0:
            table._play(move)
            freed = not table._standstill() and self._play_of(self.ahead, table._moves(self.ahead)) != 0
            move = FOUNDATION << 16 | table._foundation_top(foundation) << 8 | dest
        while table.plies > begun:
            table._unplay()
        return freed

    def _building(self, n: int) -> int:
        """The first building that is worth while; 0 if there is none."""
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
        """The first of the moves listed that turns up an exile, or deals on; else a redeal, 0 if there is none."""
        again = 0
        for i in range(self.count):
            source = self.listed[i] >> 16
            if source in (EXILE, DEAL):
                return self.listed[i]
            if self.listed[i] == DEAL_AGAIN:
                again = DEAL_AGAIN
        return again


def play_many(player: Greedy, stock: bytes, states: Room, results: Room, left: Numbers) -> None:
    """Deal and play one game after the other; nothing is taken back.

    Args:
        player: who plays.
        stock: the cards of the stock in their standard order.
        states: of every game, the state of SplitMix64 from which its stock is shuffled.
        results: takes 0 for every game that is won, 1 for one that is lost, 2 for one that has stopped before, and 3
            for one that has stopped because the order of a shuffled redeal is not known.
        left: takes how many cards are not on the foundations at its end.
    """
    table = player.table
    cards = bytearray(stock)
    for i in range(len(states)):
        cards[:] = stock
        shuffle(cards, states[i])
        table.start(cards)
        player.go()
        if table._won():
            results[i] = 0
        elif table.may_be_lost():
            results[i] = 1
        else:
            results[i] = 3 if table._why(DEAL_AGAIN) in (NO_ORDER, WRONG_ORDER) else 2
        left[i] = table.left
