"""Players that choose at random: the random player, and the weighted player, the default of ``sample``."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    DOWN_TO_UP,
    EXILE,
    FOUNDATION,
    ON_DOWN,
    ON_UP,
    PLACES,
    REDEAL,
    RETURN,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.shuffle import mix, step
from leoni_replay.rules.table import Table
from leoni_replay.search.greedy import LONGEST

#: the maximum number of legal moves
_MOST = 4096
_MASK = 0xFFFFFFFFFFFFFFFF
#: the maximum number of moves from foundations in a game, and of successive moves on the table
_REVERSALS = 24
_IDLE = 60
#: the weights of plays, moves on the table, moves that give up a chance (exiles, dealing) or reverse, and redeals
_PLAY = 24
_BUILD = 8
_CHANCE = 3
_REDEALING = 1


class RandomPlayer:
    """A player that makes every legal move with the same probability.

    Args:
        table: the position on which it plays.
        state: the state of SplitMix64 that draws the moves.
    """

    def __init__(self, table: Table, state: int) -> None:
        self.table = table
        self.state: int = state
        #: the legal moves last listed
        self.moves: array[int] = array("I", bytes(4 * _MOST))

    def play_game(self, set_order: Callable[[], object] | None = None) -> None:
        """Play until the game is over, or for ``LONGEST`` moves.

        Args:
            set_order: called to set the order of a shuffled redeal; None if no redeal is shuffled.
        """
        table = self.table
        end = table.plies + LONGEST
        while table.plies < end and not table.won():
            count = self._list(set_order)
            # A game that is over has no legal moves but reversals, so one look at the first move is mostly enough.
            if count == 0 or (self.moves[0] >> 16 == FOUNDATION and table.is_lost()):
                return
            table._play(self.moves[self._below(count)])

    def _list(self, set_order: Callable[[], object] | None) -> int:
        """List the legal moves in ``moves``; returns their number. If a redeal lacks nothing but its order, set that
        first, so that the redeal is listed too."""
        if set_order is not None:
            why = self.table._why(DEAL_AGAIN)
            if why in (NO_ORDER, WRONG_ORDER):
                set_order()
        return self.table._moves(self.moves)

    def _below(self, n: int) -> int:
        """Return a random number from 0 to n-1, the same as ``deals.SplitMix64.below``."""
        while True:
            self.state = step(self.state)
            number = mix(self.state)
            # Numbers from the last multiple of n on are drawn again.
            if number <= _MASK - (_MASK % n + 1) % n:
                return number % n


class WeightedPlayer(RandomPlayer):
    """A random player that prefers plays, so that its games end soon and have every kind of move."""

    def play_game(self, set_order: Callable[[], object] | None = None) -> None:
        """Play until the game is won or over, or until one of the limits is met; as ``RandomPlayer.play_game``."""
        table = self.table
        end = table.plies + LONGEST
        reversals = 0
        # The number of moves on the table, one after the other, that turned up nothing; and the move that would take
        # the last of them back (0 if there is none), which is not made.
        idle_count = 0
        move_back = 0
        while table.plies < end and idle_count < _IDLE and not table.won():
            count = self._list(set_order)
            if count == 0:
                return
            # A game that is over has no legal moves but reversals. Then it mostly stops, but makes one now and then.
            if self.moves[0] >> 16 == FOUNDATION and table.is_lost() and (reversals >= _REVERSALS or self._below(4)):
                return
            if reversals >= _REVERSALS:
                count = self._without_reversals(count)
            if move_back and count > 1:
                count = self._without(move_back, count)
            move = self._draw_move(count)
            table._play(move)
            if _reverses(move):
                reversals += 1
            if _builds(move) and table.shows == 0:
                idle_count += 1
                # The same card, with source and destination exchanged.
                move_back = (move & 255) << 16 | move & 0xFF00 | move >> 16
            else:
                idle_count = 0
                move_back = 0

    def _without_reversals(self, count: int) -> int:
        """Take reversals out of the list, unless it has nothing else; returns the number of moves left."""
        new_count = 0
        for i in range(count):
            if not _reverses(self.moves[i]):
                self.moves[new_count] = self.moves[i]
                new_count += 1
        # If there are only reversals, the list is unchanged.
        return new_count if new_count else count

    def _without(self, move: int, count: int) -> int:
        """Take a move out of the list; returns the number of moves left."""
        new_count = 0
        for i in range(count):
            if self.moves[i] != move:
                self.moves[new_count] = self.moves[i]
                new_count += 1
        return new_count

    def _draw_move(self, count: int) -> int:
        """Draw one of the first ``count`` moves of the list, each as often as its weight says."""
        total = 0
        for i in range(count):
            total += _weight(self.moves[i])
        # The weights lie one after the other on a line; the move on whose weight the random point falls is drawn.
        rest = self._below(total)
        i = 0
        while rest >= _weight(self.moves[i]):
            rest -= _weight(self.moves[i])
            i += 1
        return self.moves[i]


def _reverses(move: int) -> bool:
    """Whether a move takes a card from a foundation, to the other one of its suit or back to the table."""
    return move & 255 in (UP_TO_DOWN, DOWN_TO_UP) or move >> 16 == RETURN


def _builds(move: int) -> bool:
    """Whether a move puts a card that lies open on another place of the table."""
    return move & 255 < PLACES and move >> 16 not in (EXILE, DEAL)


def _weight(move: int) -> int:
    """Return the weight with which a move is drawn."""
    source = move >> 16
    dest = move & 255
    if source == REDEAL:
        return _REDEALING
    if _reverses(move) or source == EXILE or (source == DEAL and dest not in (ON_UP, ON_DOWN)):
        return _CHANCE
    return _BUILD if _builds(move) else _PLAY
