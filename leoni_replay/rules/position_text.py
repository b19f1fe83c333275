"""The texts of positions and moves, and their digests."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from leoni_replay.rules.numbers import DEAL, DEAL_ON, FACE_DOWN, FOUNDATION, FOUNDATIONS, GRID
from leoni_replay.rules.table import Room, Table

#: the two characters of every card, and of an unknown one
_RANKS = b"A23456789TJQK" * 4 + b"?" * 12
_SUITS = b"C" * 13 + b"D" * 13 + b"H" * 13 + b"S" * 13 + b"?" * 12


#: the bytes of the name of a source or a destination: its length and at most ten letters; and the number of the first
#: name of a destination
NAME = 11
DESTS = 128
#: the maximum number of bytes of a move
_MOVE = 32

_MOVES = b"moves: "
_RESULT = b"result: "
_DEAL = DEAL
_DEAL_ON = DEAL_ON
_FOUNDATION = FOUNDATION
_NAME = NAME
_DESTS = DESTS


#: Copying it is faster than making a new one, because OpenSSL looks up the algorithm by its name.
_EMPTY = sha256()


def digest_of(text: bytes) -> str:
    """Return the first 16 hex digits of SHA-256."""
    digest = _EMPTY.copy()
    digest.update(text)
    return digest.hexdigest()[:16]


class TextForm:
    """The form of the texts of a game's positions and moves. It is never changed.

    Args:
        lines: the lines in order: the text before the cards (``7: ``), and the numbers of the places in the line. A
            line without places has the number of the deal.
        names: the names of the sources of moves, by number, and from ``DESTS`` on of their destinations: ``NAME`` bytes
            each, the first one for the length.
        hand: whether cards are turned up into a hand.
    """

    def __init__(self, lines: Sequence[tuple[str, bytes]], names: bytes, hand: bool) -> None:
        self.names = names
        self.hand = hand
        #: the lines, each with its lengths: a name, and numbers of places
        self.lines: bytes = b"".join(
            [bytes([len(name)]) + name.encode() + bytes([len(places)]) + places for name, places in lines]
        )


class Writer:
    """Writes the texts of positions and moves, one at a time."""

    def __init__(self) -> None:
        self.room: bytearray = bytearray(8192)
        self.out: bytearray = self.room
        self.length: int = 0

    def text(self, form: TextForm, table: Table, rows: int) -> bytes:
        """Return the text of a position: one line for each line of the form.

        Args:
            form: the form of the game's texts.
            table: the position.
            rows: the number of rows of a grid that are dealt; the others are left out.
        """
        self.length = 0
        at = 0
        while at < len(form.lines):
            self._line(form, table, at, rows)
            # A line is a name and a list of places, each after its length.
            at += form.lines[at] + 1
            at += form.lines[at] + 1
        # In the compiled build `out` is a view, and slicing it takes as long as writing the text.
        return bytes(self.room[: self.length])

    def digest(self, form: TextForm, table: Table, rows: int) -> str:
        """Return the digest of the text of a position; the arguments are as for ``text``."""
        return digest_of(self.text(form, table, rows))

    def moves(self, form: TextForm, table: Table, result: bytes) -> bytes:
        """Return two lines: the moves played, each with its source, card and destination, without consequences; and the
        result. A card that is turned up into the hand and placed at once is one move."""
        count = table.plies
        if _MOVE * (count + 1) > len(self.out):
            self.room = bytearray(2 * _MOVE * (count + 1))
            self.out = self.room
        out = self.out
        names = form.names
        moves = table.played
        n = self._text(_MOVES, 0)
        for i in range(count):
            move = moves[i]
            source = move >> 16
            # A card that is turned up, and placed by the next move: only that one is written.
            if move == _DEAL_ON and form.hand and self._is_placed(moves, i + 1, count):
                continue
            # The name of the source: its length, and its letters after that.
            at = _NAME * source
            end = at + names[at]
            card = move >> 8 & 255
            while at < end:
                at += 1
                out[n] = names[at]
                n += 1
            # A move without a card has no destination to write either.
            if card < FACE_DOWN:
                if source != _FOUNDATION:
                    # A colon.
                    out[n] = 58
                    n += 1
                out[n] = _RANKS[card]
                out[n + 1] = _SUITS[card]
                n += 2
                at = _NAME * (_DESTS + (move & 255))
                end = at + names[at]
                while at < end:
                    at += 1
                    out[n] = names[at]
                    n += 1
            # A space.
            out[n] = 32
            n += 1
        if n == len(_MOVES):
            # A hyphen says that there are none.
            out[n] = 45
            n += 2
        # The space after the last move becomes the end of the line.
        out[n - 1] = 10
        n = self._text(_RESULT, n)
        n = self._text(result, n)
        out[n] = 10
        return bytes(self.room[: n + 1])

    def _is_placed(self, moves: Room, i: int, count: int) -> bool:
        """Whether the move at an index places the card that the move before it turned up.

        Args:
            moves: the moves.
            i: the index, which may be past the last one.
            count: the number of moves.
        """
        return i < count and moves[i] >> 16 == _DEAL and moves[i] != _DEAL_ON

    def _text(self, text: bytes, n: int) -> int:
        """Write a text into ``out`` from an index on; returns the index after it."""
        for i in range(len(text)):
            self.out[n + i] = text[i]
        return n + len(text)

    def _line(self, form: TextForm, table: Table, at: int, rows: int) -> None:
        """Write a line of a position; nothing for a row of a grid that is not dealt.

        Args:
            form: the form of the game's texts.
            table: the position.
            at: the index in ``form.lines`` where the line begins.
            rows: the number of rows that are dealt.
        """
        # Where the places of the line are listed, and how many there are: the line with the number of the deal has
        # none, and a row has several.
        places = at + form.lines[at] + 2
        n = form.lines[places - 1]
        first = form.lines[places] if n else 255
        if n < 2 or first >= FOUNDATIONS or (first - GRID) // 8 < rows:
            start = self.length
            for i in range(at + 1, places - 1):
                self.out[start] = form.lines[i]
                start += 1
            self.length = start
            if n == 0:
                # The digit.
                self._put(48 + table.deal)
                self._put(32)
            elif first >= FOUNDATIONS:
                self._foundations(table, first, form.lines[places + n - 1])
            elif n > 1:
                self._row(form, table, places, n)
            else:
                for i in range(first << 7, (first << 7) + table.size[first]):
                    self._card(table.cells[i])
            if self.length == start:
                # A hyphen says that no card lies there.
                self._put(45)
                self._put(32)
            # The space after the last card becomes the end of the line.
            self.out[self.length - 1] = 10

    def _row(self, form: TextForm, table: Table, places: int, n: int) -> None:
        """Write the cards of a row, with two hyphens for a gap.

        Args:
            form: the form of the game's texts.
            table: the position.
            places: the index in ``form.lines`` from which its places are listed.
            n: the number of its places.
        """
        for i in range(places, places + n):
            place = form.lines[i]
            if table.size[place]:
                self._card(table.cells[place << 7])
            else:
                self._put(45)
                self._put(45)
                self._put(32)

    def _foundations(self, table: Table, first: int, second: int) -> None:
        """Write the tops of two foundations of a suit, the fuller one first."""
        if table.size[second] > table.size[first]:
            first, second = second, first
        if table.size[first]:
            self._card(table.foundation_top(first))
        if second != first and table.size[second]:
            self._card(table.foundation_top(second))

    def _card(self, card: int) -> None:
        """Write a card and a space after it; ``#`` comes before a card that lies face down."""
        n = self.length
        if card & FACE_DOWN:
            self.out[n] = 35
            n += 1
            card &= 63
        self.out[n] = _RANKS[card]
        self.out[n + 1] = _SUITS[card]
        self.out[n + 2] = 32
        self.length = n + 3

    def _put(self, char: int) -> None:
        """Write one character, given as its byte."""
        self.out[self.length] = char
        self.length += 1
