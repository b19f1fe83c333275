"""The bases of plans of search and sensible players of games from outside the package, on either build.

The class of the rules names both (``PLAN``, ``SENSIBLE``).
"""

from __future__ import annotations

from leoni_replay.rules.table import Room
from leoni_replay.search.search import Plan, Search, Seen
from leoni_replay.search.sensible import Sensible
from leoni_replay.search.tree import BestSearch


class OpenPlan(Plan):
    """A plan that asks Python methods what to try.

    A subclass overrides any of these methods, ``search`` to choose another search, and ``PRUNINGS`` if it leaves
    something out. ``Plan`` describes each method under its name with an underscore.
    """

    def forced(self) -> int:
        return 0

    def lost(self) -> bool:
        return False

    def candidates(self, out: Room) -> int:
        return self._every_move(out)

    def worth(self, before: int, choice: int) -> int:
        return before + 1 if choice else before

    def key(self) -> int:
        return self.table.key()

    def _forced(self) -> int:
        return self.forced()

    def _lost(self) -> bool:
        return self.lost()

    def _candidates(self, out: Room) -> int:
        return self.candidates(out)

    def _worth(self, before: int, choice: int) -> int:
        return self.worth(before, choice)

    def _key(self) -> int:
        return self.key()


class OpenBestPlan(OpenPlan):
    """A plan for best-first search by ``worth``, from 0 (the best) to 1023."""

    def search(self, seen: Seen, kept: int = 0) -> Search:
        return BestSearch(self, seen, kept)


class OpenSensible(Sensible):
    """A sensible player that asks Python methods for its values and moves.

    In a subclass, ``value`` rates ``view``, the position as the player sees it.
    """

    def value(self) -> int:
        return -self.view.left

    def arranges(self, move: int) -> bool:
        """Whether a move only moves open cards, so that the player tries it."""
        return Sensible._arranges(self, move)

    def _value(self) -> int:
        return self.value()

    def _arranges(self, move: int) -> bool:
        return self.arranges(move)
