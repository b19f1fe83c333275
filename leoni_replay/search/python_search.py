# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A plan of search and a player that are written elsewhere: for games from outside the package, on either build.

The class of the rules names both (``PLAN``, ``SENSIBLE``).
"""

from __future__ import annotations

from leoni_replay.rules.table import Room
from leoni_replay.search.best import BestSearch
from leoni_replay.search.search import Plan, Search, Seen
from leoni_replay.search.sensible import Sensible


class OpenPlan(Plan):
    """A plan that asks methods of Python what to try.

    A subclass overrides what it does differently: any of the methods that follow, ``search`` to choose another search,
    and ``PRUNINGS`` if it leaves something out. What each method returns is described at its namesake with an
    underscore in ``Plan``.
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
    """A plan that goes on from the best position so far, by its ``worth``: 0 is the best, and all are below 1024."""

    def search(self, seen: Seen, kept: int = 0) -> Search:
        return BestSearch(self, seen, kept)


class OpenSensible(Sensible):
    """A sensible player that asks methods of Python what a position is worth, and which moves it thinks of.

    A subclass says what ``view``, the position as the player sees it, is worth to it.
    """

    def value(self) -> int:
        return -self.view.left

    def arranges(self, move: int) -> bool:
        """Whether a move does something with the open cards, so that it is tried."""
        return Sensible._arranges(self, move)

    def _value(self) -> int:
        return self.value()

    def _arranges(self, move: int) -> bool:
        return self.arranges(move)
