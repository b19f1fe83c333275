"""A text as an editor has it and as the reader reads it, and places in the one as places in the other.

An editor counts lines and, in each, the units of some encoding; its lines end with LF, CRLF or CR, and a byte order
mark is a character like any other. The reader counts characters of a text whose lines all end with LF, without the
mark.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, Literal, NamedTuple

Units = Literal["utf-8", "utf-16", "utf-32"]

_ENDS: Final = re.compile(r"\r\n|\r|\n")
_MARK: Final = "\ufeff"


class Place(NamedTuple):
    """A place as an editor counts it: a line, and units in it, both from 0."""

    line: int
    character: int


class Lines:
    """A text, and where its lines begin.

    Args:
        raw: the text as the editor has it.
        units: in what it counts the characters of a line.
    """

    def __init__(self, raw: str, units: Units = "utf-16") -> None:
        self.raw = raw
        self.units = units
        #: how many characters the byte order mark takes
        self.mark = len(_MARK) if raw.startswith(_MARK) else 0
        #: the text as the reader reads it
        self.plain = raw[self.mark :]
        self._raw_starts = [0, *(match.end() for match in _ENDS.finditer(raw))]
        if "\r" in raw:
            self.plain = _ENDS.sub("\n", self.plain)
            self.starts = [0, *(match.end() for match in _ENDS.finditer(self.plain))]
        else:
            self.starts = [0, *(start - self.mark for start in self._raw_starts[1:])]

    @property
    def end_of_line(self) -> str:
        """How the lines of the editor's text end, by the first of them."""
        first = _ENDS.search(self.raw)
        return first[0] if first else "\n"

    def line_of(self, offset: int) -> int:
        """The line, from 0, of an offset into the reader's text."""
        return bisect_right(self.starts, offset) - 1

    def place(self, offset: int) -> Place:
        """The editor's place for an offset into the reader's text."""
        line = self.line_of(offset)
        start = self._raw_starts[line]
        column = offset - self.starts[line] + (self.mark if line == 0 else 0)
        return Place(line, _width(self.raw[start : start + column], self.units))

    def offset(self, place: Place) -> int:
        """The offset into the reader's text for a place of the editor; what lies beyond a line is its end, what lies
        inside a character is its beginning."""
        if place.line >= len(self.starts):
            return len(self.plain)
        column = self._column(place)
        return self.starts[place.line] + max(column - (self.mark if place.line == 0 else 0), 0)

    def changed(self, start: Place, end: Place, text: str) -> Lines:
        """The text with another in place of what lies between two places."""
        first = self._raw_offset(start)
        last = max(self._raw_offset(end), first)
        return Lines(self.raw[:first] + text + self.raw[last:], self.units)

    def _raw_offset(self, place: Place) -> int:
        if place.line >= len(self._raw_starts):
            return len(self.raw)
        return self._raw_starts[place.line] + self._column(place)

    def _column(self, place: Place) -> int:
        """How many characters of its line in the editor's text stand before a place."""
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
    """How many units a text takes."""
    if units == "utf-32" or text.isascii():
        return len(text)
    # Half a pair, as a broken text may have it, is one unit of UTF-16, and three bytes.
    encoded = text.encode("utf-8" if units == "utf-8" else "utf-16-le", "surrogatepass")
    return len(encoded) if units == "utf-8" else len(encoded) // 2


def window(old: str, new: str) -> tuple[int, int, int]:
    """Where two texts differ: the first place, and where what differs ends in the one and in the other."""
    start = _alike(old, new)
    most = min(len(old), len(new)) - start
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle :] == new[len(new) - middle :]:
            low = middle
        else:
            high = middle - 1
    return start, len(old) - low, len(new) - low


def _alike(old: str, new: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old.startswith(new[:middle]):
            low = middle
        else:
            high = middle - 1
    return low
