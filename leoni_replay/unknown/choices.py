"""Several ways in which a record can be read, where it leaves them open: one after the other is tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """The ways that one reading takes.

    Args:
        wanted: which way is to be taken at a move, by its number among all that are read; the first where none is.
    """

    def __init__(self, wanted: Mapping[int, int] | None = None) -> None:
        self.wanted = dict(wanted or {})
        #: how many moves have been read, those of variations included
        self.read = 0
        #: how many ways there were at a move, and which was taken
        self._counts: dict[int, int] = {}
        self._taken: dict[int, object] = {}
        #: what is taken for granted by the ways that this reading has taken, in words
        self.assumed: list[str] = []

    def begin(self) -> None:
        """The record is read from its beginning."""
        self.read = 0
        self.assumed = []

    def choose(self, ways: Sequence[T]) -> T:
        """One of several ways in which the move can be read that is looked at. Where the record is read again, the same
        one is taken as before."""
        if self._taken.get(self.read) not in ways:
            self._counts[self.read] = len(ways)
            self._taken[self.read] = ways[self.wanted.get(self.read, 0) % len(ways)]
        return next(way for way in ways if way == self._taken[self.read])

    def next(self) -> dict[int, int] | None:
        """What is to be wanted of the next reading: another way at the last move that has one left; None if there is
        no other."""
        for move in sorted(self._counts, reverse=True):
            if self.wanted.get(move, 0) + 1 < self._counts[move]:
                kept = {earlier: way for earlier, way in self.wanted.items() if earlier < move}
                return kept | {move: self.wanted.get(move, 0) + 1}
        return None
