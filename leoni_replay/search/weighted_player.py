# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The weighted player, the default of ``sample``: a random player that prefers plays, so that its games end soon and
have every kind of move.
"""

from __future__ import annotations

from collections.abc import Callable

from leoni_replay.rules.numbers import (
    DEAL,
    DOWN_TO_UP,
    EXILE,
    FOUNDATION,
    ON_DOWN,
    ON_UP,
    PLACES,
    REDEAL,
    UP_TO_DOWN,
)
from leoni_replay.search.greedy import LONGEST
from leoni_replay.search.random_player import RandomPlayer

_LONGEST = LONGEST
#: the maximum number of reversals in a game, and of successive moves on the table
_REVERSALS = 24
_IDLE = 60
#: the weights of plays, moves on the table, moves that give up a chance (exiles, dealing) or reverse, and redeals
_PLAY = 24
_BUILD = 8
_CHANCE = 3
_REDEALING = 1


class WeightedPlayer(RandomPlayer):
    """The player."""

    def go(self, ordered: Callable[[], object] | None = None) -> None:
        """Play until the game is won or over, or until one of the limits is met; as ``RandomPlayer.go``."""
        table = self.table
        end = table.plies + _LONGEST
        reversals = 0
        idle = 0
        back = 0
        while table.plies < end and idle < _IDLE and not table._won():
            n = self._list(ordered)
            if n == 0:
                return
            # A game that is over has no legal moves but reversals.
            if (
                self.listed[0] >> 16 == FOUNDATION
                and table.may_be_lost()
                and (reversals >= _REVERSALS or self._below(4))
            ):
                return
            if reversals >= _REVERSALS:
                n = self._without_reversals(n)
            if back and n > 1:
                n = self._without(back, n)
            move = self._drawn(n)
            table._play(move)
            if _reverses(move):
                reversals += 1
            if _builds(move) and table.shows == 0:
                idle += 1
                back = (move & 255) << 16 | move & 0xFF00 | move >> 16
            else:
                idle = 0
                back = 0

    def _without_reversals(self, n: int) -> int:
        """Take reversals out of the list, unless it has nothing else; returns the number of moves left."""
        left = 0
        for i in range(n):
            if not _reverses(self.listed[i]):
                self.listed[left] = self.listed[i]
                left += 1
        # If there are only reversals, the list is unchanged.
        return left if left else n

    def _without(self, move: int, n: int) -> int:
        """Take a move out of the list; returns the number of moves left."""
        left = 0
        for i in range(n):
            if self.listed[i] != move:
                self.listed[left] = self.listed[i]
                left += 1
        return left

    def _drawn(self, n: int) -> int:
        """Draw one of the first n moves of the list by weight."""
        total = 0
        for i in range(n):
            total += _weight(self.listed[i])
        rest = self._below(total)
        i = 0
        while rest >= _weight(self.listed[i]):
            rest -= _weight(self.listed[i])
            i += 1
        return self.listed[i]


def _reverses(move: int) -> bool:
    return move & 255 in (UP_TO_DOWN, DOWN_TO_UP)


def _builds(move: int) -> bool:
    """Whether a move is from place to place on the table."""
    return move & 255 < PLACES and move >> 16 not in (EXILE, DEAL)


def _weight(move: int) -> int:
    source = move >> 16
    dest = move & 255
    if source == REDEAL:
        return _REDEALING
    if _reverses(move) or source == EXILE or (source == DEAL and dest not in (ON_UP, ON_DOWN)):
        return _CHANCE
    return _BUILD if _builds(move) else _PLAY
