"""Choices where a record can be read in several ways: they are tried one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """The choices of one reading.

    Args:
        wanted: the choice to make at a move, by the move's index; the first choice by default.
    """

    def __init__(self, wanted: Mapping[int, int] | None = None) -> None:
        self.wanted = dict(wanted or {})
        #: how many moves have been read, those of variations included
        self.read = 0
        #: the number of choices at a move, and the one that was made
        self._counts: dict[int, int] = {}
        self._taken: dict[int, object] = {}
        #: what the choices of this reading assume, in words
        self.assumed: list[str] = []

    def begin(self) -> None:
        """Start reading the record from its beginning."""
        self.read = 0
        self.assumed = []

    def choose(self, ways: Sequence[T]) -> T:
        """Choose one of several ways to read the current move. If the record is read again, the choice is the same as
        before."""
        if self._taken.get(self.read) not in ways:
            self._counts[self.read] = len(ways)
            self._taken[self.read] = ways[self.wanted.get(self.read, 0) % len(ways)]
        return next(way for way in ways if way == self._taken[self.read])

    def next(self) -> dict[int, int] | None:
        """The choices for the next reading: another choice at the last move that has one left; None if
        there is none."""
        for move in sorted(self._counts, reverse=True):
            if self.wanted.get(move, 0) + 1 < self._counts[move]:
                kept = {earlier: way for earlier, way in self.wanted.items() if earlier < move}
                return kept | {move: self.wanted.get(move, 0) + 1}
        return None
