# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The random player: every legal move has the same probability."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from leoni_replay.rules.numbers import DEAL_AGAIN, FOUNDATION
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.shuffle import mixed, step
from leoni_replay.rules.table import Table
from leoni_replay.search.greedy import LONGEST

_LONGEST = LONGEST
#: the maximum number of legal moves
_MOST = 4096
_MASK = 0xFFFFFFFFFFFFFFFF


class RandomPlayer:
    """The player.

    Args:
        table: the position on which it plays.
        state: the state of SplitMix64 that draws the moves.
    """

    def __init__(self, table: Table, state: int) -> None:
        self.table = table
        self.state = state
        #: the legal moves last listed
        self.listed = array("I", bytes(4 * _MOST))

    def go(self, ordered: Callable[[], object] | None = None) -> None:
        """Play until the game is over, or for ``LONGEST`` moves.

        Args:
            ordered: called to set the order of a shuffled redeal; None if no redeal is shuffled.
        """
        table = self.table
        end = table.plies + _LONGEST
        while table.plies < end and not table._won():
            n = self._list(ordered)
            # A game that is over has no legal moves but reversals.
            if n == 0 or (self.listed[0] >> 16 == FOUNDATION and table.may_be_lost()):
                return
            table._play(self.listed[self._below(n)])

    def _list(self, ordered: Callable[[], object] | None) -> int:
        """List the legal moves, with the order of a shuffled redeal set; returns their number."""
        if ordered is not None:
            why = self.table._why(DEAL_AGAIN)
            if why in (NO_ORDER, WRONG_ORDER):
                ordered()
        return self.table._moves(self.listed)

    def _below(self, n: int) -> int:
        """A random number from 0 to n-1, as of ``deals.SplitMix64.below``."""
        while True:
            self.state = step(self.state)
            drawn = mixed(self.state)
            # Numbers from the last multiple of n on are drawn again.
            if drawn <= _MASK - (_MASK % n + 1) % n:
                return drawn % n
