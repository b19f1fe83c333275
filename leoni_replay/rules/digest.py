# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The text of a table, one line a place, which digests are made of."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from leoni_replay.rules.numbers import FOUNDATIONS, GRID
from leoni_replay.rules.table import Table

_RANKS = b"A23456789TJQK"
_SUITS = b"CDHS"


class Writer:
    """Writes the text of the tables of one game.

    Args:
        lines: the lines in their order: what stands in front of the cards (``7: ``), and the numbers of the places that
            share the line. A line without places is that of the number of the deal.
    """

    def __init__(self, lines: Sequence[tuple[str, bytes]]) -> None:
        self.lines = [(name.encode(), places) for name, places in lines]
        self.out = bytearray(8192)
        self.length = 0

    def text(self, table: Table, rows: int) -> bytes:
        """The text of a table; of a grid only so many rows."""
        self.length = 0
        for name, places in self.lines:
            self._line(table, name, places, rows)
        return bytes(self.out[: self.length])

    def digest(self, table: Table, rows: int) -> str:
        """The first 16 hex digits of SHA-256 over the text."""
        return sha256(self.text(table, rows)).hexdigest()[:16]

    def _line(self, table: Table, name: bytes, places: bytes, rows: int) -> None:
        n = len(places)
        first = places[0] if n else 255
        if 16 <= first < 80 and (first - GRID) // 8 >= rows:
            return
        for i in range(len(name)):
            self._put(name[i])
        start = self.length
        if n == 0:
            self._put(48 + table.deal)
            self._put(32)
        elif first >= 96:
            self._foundations(table, places)
        elif n > 1:
            for i in range(n):
                if table.size[places[i]]:
                    self._card(table.cells[places[i] << 7])
                else:
                    self._put(45)
                    self._put(45)
                    self._put(32)
        else:
            for i in range(table.size[first]):
                self._card(table.cells[(first << 7) + i])
        if self.length == start:
            self._put(45)
            self._put(32)
        # The space behind the last card becomes the end of the line.
        self.out[self.length - 1] = 10

    def _foundations(self, table: Table, places: bytes) -> None:
        """The tops of a suit's foundations that are built the same way, the fuller one first."""
        first = places[0]
        second = places[len(places) - 1]
        if table.size[second] > table.size[first]:
            first, second = second, first
        if table.size[first]:
            self._card(table._foundation_top(first))
        if second != first and table.size[second]:
            self._card(table._foundation_top(second))

    def _card(self, card: int) -> None:
        """A card as the notation writes it, and a space."""
        if card & 64:
            self._put(35)
            card &= 63
        if card == 63:
            self._put(63)
            self._put(63)
        else:
            self._put(_RANKS[card % 13])
            self._put(_SUITS[card // 13])
        self._put(32)

    def _put(self, char: int) -> None:
        self.out[self.length] = char
        self.length += 1
