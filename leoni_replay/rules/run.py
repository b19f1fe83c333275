# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Records played at full speed, as long as there is no doubt about them."""

from __future__ import annotations

from typing import Final

from leoni_replay.rules.numbers import NO_CARD, NOWHERE, WOVEN
from leoni_replay.rules.table import Table

#: What an item of a record is, above the 24 bits of a move: a move, the number of the next move, a card of the weave
#: path or one that is shown, both of the move before, and the end of its path in a stalemate.
NUMBER: Final = 1 << 24
LIFTED: Final = 2 << 24
SHOWN: Final = 3 << 24
STALEMATE: Final = 4 << 24

_NUMBER = NUMBER


class Runner:
    """Plays records on a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self, codes: list[int | None], at: int, number: int) -> int:
        """Play items of a record, from one of them on.

        Args:
            codes: the items as numbers; None is one that is not understood here.
            at: where to begin.
            number: the number of the next move.

        Returns:
            The index of the first item that is not taken: one that is None, a number that is wrong, a move that is not
            legal, or whose path or shown cards are not what it brings about; or the number of items. All before it has
            been played.
        """
        table = self.table
        n = len(codes)
        while at < n:
            item = codes[at]
            if item is None:
                return at
            code = item
            kind = code >> 24
            if kind:
                if code != _NUMBER + number:
                    return at
                at += 1
                continue
            if code & 255 == NOWHERE and code >> 8 & 255 != NO_CARD:
                code = table._forced(code)
                if code == 0:
                    return at
            if table._why(code):
                return at
            table._play(code)
            after = self._told(codes, at + 1, n, code & 255 == WOVEN)
            if after < 0:
                table._unplay()
                return at
            at = after
            number += 1
        return at

    def _told(self, codes: list[int | None], at: int, n: int, woven: bool) -> int:
        """Whether what is written behind a move is what it brought about: a path and shown cards are written whole, or
        not at all. Returns the index of the item behind them; -1 if it is not."""
        table = self.table
        lifts = 0
        shows = 0
        ended = False
        while at < n and codes[at] is not None:
            code: int = codes[at]  # type: ignore[assignment]
            kind = code >> 24
            if kind < 2:
                break
            if kind == 2:
                if not woven or lifts >= table.lifts or table.lifted[lifts] != code & 255:
                    return -1
                lifts += 1
            elif kind == 3:
                if shows >= table.shows or table.shown[shows] != code & 255:
                    return -1
                shows += 1
            else:
                ended = True
            at += 1
        if (lifts or ended) and (lifts != table.lifts or ended != table.ended):
            return -1
        if shows and shows != table.shows:
            return -1
        return at
