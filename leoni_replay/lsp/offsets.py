"""Convert places between the editor's view of a text and the reader's.

An editor counts lines and, within a line, the units of some encoding. Its lines end with LF, CRLF or CR, and a byte
order mark is a character. The reader counts the characters of a text whose lines all end with LF, without the mark.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, Literal, NamedTuple

Units = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK: Final = "\ufeff"


class Place(NamedTuple):
    """A place as an editor counts it: a line, and units in it, both from 0."""

    line: int
    character: int


class Lines:
    """A text, and where its lines begin.

    Args:
        raw: the text as the editor has it.
        units: the units in which it counts the characters of a line.
    """

    def __init__(self, raw: str, units: Units = "utf-16") -> None:
        self.raw = raw
        self.units = units
        #: the length of the byte order mark in characters
        self.mark: int = len(_BYTE_ORDER_MARK) if raw.startswith(_BYTE_ORDER_MARK) else 0
        #: the text in the reader's view
        self.plain: str = raw[self.mark :]
        self._raw_starts = [0, *(match.end() for match in _LINE_END.finditer(raw))]
        if "\r" in raw:
            self.plain = _LINE_END.sub("\n", self.plain)
            self.starts: list[int] = [0, *(match.end() for match in _LINE_END.finditer(self.plain))]
        else:
            self.starts = [0, *(start - self.mark for start in self._raw_starts[1:])]

    @property
    def end_of_line(self) -> str:
        """The line end of the editor's text, judging by its first line."""
        first = _LINE_END.search(self.raw)
        return first[0] if first else "\n"

    def line_of(self, offset: int) -> int:
        """Return the line, from 0, of an offset in the reader's view."""
        return bisect_right(self.starts, offset) - 1

    def place(self, offset: int) -> Place:
        """Return the editor's place for an offset in the reader's view."""
        line = self.line_of(offset)
        raw_start = self._raw_starts[line]
        column = offset - self.starts[line]
        if line == 0:
            column += self.mark
        return Place(line, _width(self.raw[raw_start : raw_start + column], self.units))

    def offset(self, place: Place) -> int:
        """Return the offset in the reader's view for a place of the editor. A place beyond the end of a line becomes
        that end; a place inside a character becomes its beginning."""
        if place.line >= len(self.starts):
            return len(self.plain)
        column = self._column(place)
        if place.line == 0:
            column = max(column - self.mark, 0)
        return self.starts[place.line] + column

    def replace(self, start: Place, end: Place, text: str) -> Lines:
        """Return the text after replacing what lies between two places."""
        raw_start = self._raw_offset(start)
        raw_end = max(self._raw_offset(end), raw_start)
        return Lines(self.raw[:raw_start] + text + self.raw[raw_end:], self.units)

    def _raw_offset(self, place: Place) -> int:
        """Return the offset in the editor's text for a place; the end of the text for a place beyond it."""
        if place.line >= len(self._raw_starts):
            return len(self.raw)
        return self._raw_starts[place.line] + self._column(place)

    def _column(self, place: Place) -> int:
        """Return how many characters of the line come before a place."""
        start = self._raw_starts[place.line]
        end = self._raw_starts[place.line + 1] if place.line + 1 < len(self._raw_starts) else len(self.raw)
        line = self.raw[start:end].rstrip("\r\n")
        if self.units == "utf-32" or line.isascii():
            return min(place.character, len(line))
        units = 0
        for column, char in enumerate(line):
            units += _width(char, self.units)
            if units > place.character:
                return column
        return len(line)


def _width(text: str, units: Units) -> int:
    """Return the length of a text in units."""
    if units == "utf-32" or text.isascii():
        return len(text)
    # A lone surrogate, which a broken text may contain, is one unit of UTF-16, and three bytes.
    encoded = text.encode("utf-8" if units == "utf-8" else "utf-16-le", "surrogatepass")
    return len(encoded) if units == "utf-8" else len(encoded) // 2
