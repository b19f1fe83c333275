"""The bases of plans of search and sensible players of games from outside the package, on either build.

The class of the rules names both (``PLAN``, ``SENSIBLE``).
"""

from __future__ import annotations

from leoni_replay.rules.table import Room, Table
from leoni_replay.search.best_first import BestSearch
from leoni_replay.search.depth_first import Plan, PlanError, Search, VisitedPositions
from leoni_replay.search.sensible import Sensible

#: the number of candidates for which a search has room
_MOST = 2048


class OpenPlan(Plan):
    """A plan that asks Python methods what to try.

    Args:
        table: the position; the search plays on it.
        prunings: the prunings to use, as bits: the values of ``PRUNINGS``. A method asks ``self.prunings & 1``.

    A subclass overrides any of these methods, ``search`` to choose another search, and ``PRUNINGS`` if it leaves
    something out. ``Plan`` describes each method under its name with an underscore.
    """

    def __init__(self, table: Table, prunings: int) -> None:
        Plan.__init__(self, table, prunings)
        #: in how many positions the candidates are still checked: a fault shows early
        self.checks: int = 100

    def forced(self) -> int:
        """Return a move to play without a choice, because it leads to a win if any does; 0 if there is none."""
        return 0

    def lost(self) -> bool:
        """Whether the position is lost, as far as can be seen without a search."""
        return False

    def candidates(self, out: Room) -> int:
        """List the moves to try, best first; returns their number. If any move leads to a win, one of these does."""
        return self.table.moves(out)

    def worth(self, before: int, choice: int) -> int:
        """Return the value of the position; the lowest is the best.

        Args:
            before: the worth of the position before it.
            choice: the index of its move among the candidates there.
        """
        return before + 1 if choice else before

    def key(self) -> int:
        """Return 64 bits that tell positions apart."""
        return self.table.key()

    def _forced(self) -> int:
        return self.forced()

    def _lost(self) -> bool:
        return self.lost()

    def _candidates(self, out: Room) -> int:
        """List the candidates that ``candidates`` lists; returns their number. In the first positions of a search, it
        is checked that they are legal.

        Raises:
            PlanError: there are too many candidates, or one is not legal.
        """
        needs_order = self.order is not None and self.order()
        count = self.candidates(out)
        if not 0 <= count <= _MOST:
            raise PlanError(
                type(self), f"candidates returns {count}, the number of moves in its list: at most {_MOST} can be tried"
            )
        if self.checks:
            self.checks -= 1
            for i in range(count):
                if self.table.why(out[i]):
                    raise PlanError(type(self), f"candidates returns {count}, but move {i} in its list is not legal")
        return self._make_candidates(out, count, needs_order)

    def _worth(self, before: int, choice: int) -> int:
        """Return the rating of the position that ``worth`` returns.

        Raises:
            PlanError: it is not a whole number from 0 on.
        """
        worth = self.worth(before, choice)
        if not isinstance(worth, int) or worth < 0:
            raise PlanError(type(self), f"worth returns {worth!r}: a worth is a whole number from 0 on")
        return worth

    def _key(self) -> int:
        return self.key()


class OpenBestPlan(OpenPlan):
    """A plan for best-first search by ``worth``, from 0 (the best) to 1023."""

    def search(self, visited: VisitedPositions, kept_count: int = 0) -> Search:
        return BestSearch(self, visited, kept_count)


class OpenSensible(Sensible):
    """A sensible player that asks Python methods for its values and moves. The class of the rules names the subclass
    for its game itself: ``SENSIBLE = "module:Class"``.

    The player looks a few moves ahead, and makes the moves to the position with the highest ``value``. If none is
    higher than that of the present position, it deals; if nothing can be dealt, it plays like the greedy player.

    A subclass overrides ``value``, and if it likes ``arranges`` and these numbers: ``FIRST``, how many moves it looks
    ahead at first; ``DEPTH``, how many at most if nothing better shows; ``NODES``, how many positions it looks at.

    Attributes:
        view: the position as the player sees it, a copy of the table after the moves that it thinks of. Cards of the
            stock and cards face down are ``UNKNOWN`` there.
    """

    def value(self) -> int:
        """Rate ``view``; higher is better. It may be any whole number between -2 and 2 thousand million."""
        return -self.view.left

    def arranges(self, move: int) -> bool:
        """Whether a move only moves open cards, so that the player tries it."""
        return Sensible._arranges(self, move)

    def _value(self) -> int:
        return self.value()

    def _arranges(self, move: int) -> bool:
        return self.arranges(move)
