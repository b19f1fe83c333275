# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A player that makes any legal move, each with the same chance."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from leoni_replay.rules.numbers import DEAL_AGAIN, FOUNDATION
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.shuffle import mixed, step
from leoni_replay.rules.table import Table
from leoni_replay.search.greedy import LONGEST

_LONGEST = LONGEST
#: for how many legal moves of one table there is room
_MOST = 4096
_MASK = 0xFFFFFFFFFFFFFFFF


class RandomPlayer:
    """The player.

    Args:
        table: the table that it plays on.
        state: the state of SplitMix64 that draws the moves.
    """

    def __init__(self, table: Table, state: int) -> None:
        self.table = table
        self.state = state
        #: the legal moves that were last listed
        self.listed = array("I", bytes(4 * _MOST))

    def go(self, ordered: Callable[[], object] | None = None) -> None:
        """Play until the game is won, until it is over by its rules, or for ``LONGEST`` moves.

        Args:
            ordered: called to set the order of a shuffled redeal, where one waits for it; None where no redeal is
                shuffled.
        """
        table = self.table
        end = table.plies + _LONGEST
        while table.plies < end and not table._won():
            n = self._list(ordered)
            # A game may be over by its rules while foundations can still be reversed, and only then.
            if n == 0 or (self.listed[0] >> 16 == FOUNDATION and table.may_be_lost()):
                return
            table._play(self.listed[self._below(n)])

    def _list(self, ordered: Callable[[], object] | None) -> int:
        """List the legal moves, with the order of a shuffled redeal set; returns how many there are."""
        if ordered is not None:
            why = self.table._why(DEAL_AGAIN)
            if why in (NO_ORDER, WRONG_ORDER):
                ordered()
        return self.table._moves(self.listed)

    def _below(self, n: int) -> int:
        """A number from 0 to n-1, each with the same chance: the draws of ``deals.SplitMix64.below``."""
        while True:
            self.state = step(self.state)
            drawn = mixed(self.state)
            # The numbers from the last multiple of n on are drawn again.
            if drawn <= _MASK - (_MASK % n + 1) % n:
                return drawn % n
