# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The text of a table, one line a place, which digests are made of."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from leoni_replay.rules.numbers import GRID
from leoni_replay.rules.table import Table

#: the two characters of every card, and of one that is not known
_RANKS = b"A23456789TJQK" * 4 + b"?" * 12
_SUITS = b"C" * 13 + b"D" * 13 + b"H" * 13 + b"S" * 13 + b"?" * 12


class Writer:
    """Writes the text of the tables of one game.

    Args:
        lines: the lines in their order: what stands in front of the cards (``7: ``), and the numbers of the places that
            share the line. A line without places is that of the number of the deal.
    """

    def __init__(self, lines: Sequence[tuple[str, bytes]]) -> None:
        #: the lines one behind the other, each with its lengths: a name, and numbers of places
        self.lines = b"".join(
            [bytes([len(name)]) + name.encode() + bytes([len(places)]) + places for name, places in lines]
        )
        self.out = bytearray(8192)
        self.length = 0

    def text(self, table: Table, rows: int) -> bytes:
        """The text of a table; of a grid only so many rows."""
        self.length = 0
        at = 0
        while at < len(self.lines):
            self._line(table, at, rows)
            at += self.lines[at] + 1
            at += self.lines[at] + 1
        return bytes(self.out[: self.length])

    def digest(self, table: Table, rows: int) -> str:
        """The first 16 hex digits of SHA-256 over the text."""
        return sha256(self.text(table, rows)).hexdigest()[:16]

    def _line(self, table: Table, at: int, rows: int) -> None:
        name = at + 1
        places = name + self.lines[at] + 1
        n = self.lines[places - 1]
        first = self.lines[places] if n else 255
        if first < 16 or first >= 80 or (first - GRID) // 8 < rows:
            for i in range(name, places - 1):
                self._put(self.lines[i])
            start = self.length
            if n == 0:
                self._put(48 + table.deal)
                self._put(32)
            elif first >= 96:
                self._foundations(table, first, self.lines[places + n - 1])
            elif n > 1:
                self._row(table, places, n)
            else:
                base = first << 7
                for i in range(table.size[first]):
                    self._card(table.cells[base + i])
            if self.length == start:
                self._put(45)
                self._put(32)
            # The space behind the last card becomes the end of the line.
            self.out[self.length - 1] = 10

    def _row(self, table: Table, places: int, n: int) -> None:
        """The places of a row of a grid."""
        for i in range(places, places + n):
            place = self.lines[i]
            if table.size[place]:
                self._card(table.cells[place << 7])
            else:
                self._put(45)
                self._put(45)
                self._put(32)

    def _foundations(self, table: Table, first: int, second: int) -> None:
        """The tops of a suit's foundations that are built the same way, the fuller one first."""
        if table.size[second] > table.size[first]:
            first, second = second, first
        if table.size[first]:
            self._card(table._foundation_top(first))
        if second != first and table.size[second]:
            self._card(table._foundation_top(second))

    def _card(self, card: int) -> None:
        """A card as the notation writes it, and a space."""
        n = self.length
        if card & 64:
            self.out[n] = 35
            n += 1
        self.out[n] = _RANKS[card & 63]
        self.out[n + 1] = _SUITS[card & 63]
        self.out[n + 2] = 32
        self.length = n + 3

    def _put(self, char: int) -> None:
        self.out[self.length] = char
        self.length += 1
