# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Records played at full speed, as long as there is no doubt about them."""

from __future__ import annotations

from typing import Final

from leoni_replay.rules.numbers import NO_CARD, NOWHERE, WOVEN
from leoni_replay.rules.table import Numbers, Table

#: What an item of a record is, above the 24 bits of a move: a move; the number of the next move; or a part of the move
#: before: a card of its weave path, the end of the path in a stalemate, the first card that it shows, and another one.
NUMBER: Final = 1 << 24
LIFTED: Final = 2 << 24
STALEMATE: Final = 3 << 24
SHOWN: Final = 4 << 24
ALSO_SHOWN: Final = 5 << 24

_NUMBER = NUMBER


class Runner:
    """Plays records on a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self, codes: Numbers, at: int, number: int) -> int:
        """Play items of a record, from one of them on.

        Args:
            codes: the items as signed numbers of 32 bits; UNREAD is one that is not understood here.
            at: where to begin.
            number: the number of the next move.

        Returns:
            The index of the first item that is not taken: one that is UNREAD, a number that is wrong, a move that is
            not legal, or whose path or shown cards are not what it brings about; or the number of items. All before it
            has been played.
        """
        table = self.table
        n = len(codes)
        numbered = at > 0 and codes[at - 1] >> 24 == 1
        while at < n:
            code = codes[at]
            if code < 0:
                return at
            kind = code >> 24
            if kind:
                if numbered or code != _NUMBER + number:
                    return at
                numbered = True
                at += 1
                continue
            if code & 255 == NOWHERE and code >> 8 & 255 != NO_CARD:
                code = table._forced(code)
                if code == 0:
                    return at
            if table._why(code):
                return at
            table._play(code)
            at += 1
            if at < n and codes[at] >> 24 > 1:
                after = self._as_written(codes, at, n, code & 255 == WOVEN)
                if after < 0:
                    table._unplay()
                    return at - 1
                at = after
            number += 1
            numbered = False
        # A number belongs to the move that comes next.
        return at - 1 if numbered else at

    def _as_written(self, codes: Numbers, at: int, n: int, woven: bool) -> int:
        """Whether what is written behind a move is what it brought about: a path and shown cards are written whole, or
        not at all. Returns the index of the item behind them; -1 if it is not."""
        table = self.table
        lifts = 0
        shows = 0
        ended = False
        last = 2
        while at < n:
            code = codes[at]
            kind = code >> 24
            if kind < 2:
                break
            # The parts come in this order, and only further cards that are shown come after one that is.
            if kind < last or (kind == 5 and last < 4) or (kind == last and kind in (3, 4)):
                return -1
            last = kind
            if kind == 2:
                if not woven or lifts >= table.lifts or table.lifted[lifts] != code & 255:
                    return -1
                lifts += 1
            elif kind == 3:
                ended = True
            else:
                if shows >= table.shows or table.shown[shows] != code & 255:
                    return -1
                shows += 1
            at += 1
        if (lifts or ended) and (lifts != table.lifts or ended != table.ended):
            return -1
        if shows and shows != table.shows:
            return -1
        return at
