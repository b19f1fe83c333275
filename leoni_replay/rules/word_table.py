"""A table of known words, for the compiled build, in which bytes are faster than strings."""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.run import CLAIM, LINE_NOTE, NOTE
from leoni_replay.rules.table import Numbers

#: The number of slots, and of words after which the table is emptied.
_SLOTS = 1 << 16
_MOST = 40_000
#: The longest word in the table, in bytes; each half is a key of 64 bits.
_LONGEST = 16
_HALF = 8
_MASK = 0xFFFFFFFFFFFFFFFF
_MIX = 0x9E3779B97F4A7C15

#: What a byte does: it continues a word; it separates words; it begins a part of the word before; it is a word by
#: itself; it ends a word; it opens a comment or a claim.
_GOES_ON = 0
_SPACE = 1
_PART = 2
_ALONE = 3
_STOP = 4
_OPENS = 5
# C numbers in the compiled build.
_NOTE = NOTE
_CLAIM = CLAIM
_LINE_NOTE = LINE_NOTE


class WordTable:
    """The memory of known words, which readers share with what adds words to it.

    Attributes:
        first, second: the two halves of each word, 0 in an empty slot.
        numbers: its number.
        kinds: what each byte does.
    """

    first: array[int]
    second: array[int]
    numbers: array[int]
    kinds: bytes

    def _slot(self, first: int, second: int) -> int:
        """Return the slot of a word by its two halves (up to eight bytes each, as numbers); if the table lacks it, the
        empty slot where it belongs."""
        mixed = (first ^ second * _MIX & _MASK) * _MIX & _MASK
        slot = mixed >> 48
        while self.first[slot] and (self.first[slot] != first or self.second[slot] != second):
            slot = slot + 1 if slot + 1 < _SLOTS else 0
        return slot


class WordReader(WordTable):
    """Reads texts, one at a time. Use :meth:`Words.reader`.

    Attributes:
        unknown_words: where each unknown word of the last text begins and ends, in bytes.
        claims: where each claim of the last text begins and ends.
    """

    def __init__(self) -> None:
        self.unknown_words: list[int] = []
        self.claims: list[int] = []
        self._make_room(4096)

    def _make_room(self, words: int) -> None:
        """Make room for the numbers of so many words."""
        self.store: array[int] = array("i", bytes(4 * words))
        self.out: array[int] = self.store

    def read(self, text: bytes) -> Numbers | None:
        """Read the words of a text as signed numbers of 32 bits; UNREAD for an unknown word.

        Args:
            text: the text in UTF-8. Every comment and every claim in it is whole.

        Returns:
            The numbers; None if a part has no word before it.
        """
        n = len(text)
        if n > len(self.store):
            # A text has at most as many words as bytes.
            self._make_room(n)
        out = self.out
        kinds = self.kinds
        if self.unknown_words:
            self.unknown_words = []
        if self.claims:
            self.claims = []
        # The number of words so far; and of the word being read, the number of its bytes, and its two halves.
        count = 0
        length = 0
        first = 0
        second = 0
        i = 0
        while i < n:
            char = text[i]
            kind = kinds[char]
            # The byte goes on with a word, or ends it (_GOES_ON, _STOP).
            if kind == 0 or kind == 4:
                if length == 0:
                    first = char
                    second = 0
                elif length < _HALF:
                    first = first << 8 | char
                elif length < _LONGEST:
                    second = second << 8 | char
                length += 1
                i += 1
                if kind == 4:
                    out[count] = self._number(first, second, length, i)
                    count += 1
                    length = 0
                continue
            if length:
                out[count] = self._number(first, second, length, i)
                count += 1
                length = 0
            elif kind == 2:
                # A part (_PART) without a word before it.
                return None
            if kind == 2:
                first = char
                second = 0
                length = 1
            # A word by itself (_ALONE).
            elif kind == 3:
                out[count] = self._number(char, 0, 1, i + 1)
                count += 1
            # It opens a comment or a claim (_OPENS): `;` up to the end of the line, `{` up to `}`, a claim with `{=`.
            elif kind == 5:
                last = 10 if char == 59 else 125
                begin = i
                while i < n and text[i] != last:
                    i += 1
                if last == 10:
                    out[count] = _LINE_NOTE
                elif begin + 1 < n and text[begin + 1] == 61:
                    out[count] = _CLAIM
                    self.claims.append(begin)
                    self.claims.append(i + 1)
                else:
                    out[count] = _NOTE
                count += 1
            i += 1
        if length:
            out[count] = self._number(first, second, length, i)
            count += 1
        return self.store[:count]

    def _number(self, first: int, second: int, length: int, end: int) -> int:
        """Return the number of a word by its two halves; UNREAD if it is unknown.

        Args:
            first, second: the halves: up to eight bytes each, as numbers.
            length: how many bytes the word has.
            end: where it ends in the text.
        """
        if length <= _LONGEST:
            slot = self._slot(first, second)
            if self.first[slot]:
                return self.numbers[slot]
        self.unknown_words.append(end - length)
        self.unknown_words.append(end)
        return UNREAD


class Words(WordTable):
    """The numbers of known words.

    Args:
        spaces, parts, alone, stops, notes: the bytes that separate words, begin a part of a word, are words, end a
            word, open a comment or a claim.
    """

    def __init__(self, spaces: bytes, parts: bytes, alone: bytes, stops: bytes, notes: bytes) -> None:
        self.first: array[int] = array("Q", bytes(8 * _SLOTS))
        self.second: array[int] = array("Q", bytes(8 * _SLOTS))
        self.numbers: array[int] = array("i", bytes(4 * _SLOTS))
        kinds = bytearray(256)
        for kind, chars in (
            (_SPACE, spaces), (_PART, parts), (_ALONE, alone), (_STOP, stops), (_OPENS, notes),
        ):  # fmt: skip
            for char in chars:
                kinds[char] = kind
        self.kinds: bytes = bytes(kinds)
        self.used: int = 0

    def _forget(self) -> None:
        """Empty the table."""
        for slot in range(_SLOTS):
            self.first[slot] = 0
        self.used = 0

    def remember(self, word: str, number: int) -> None:
        """Store the number of a word, if it is not too long."""
        if self.used >= _MOST:
            self._forget()
        key = word.encode()
        if len(key) <= _LONGEST:
            self._set(key, number)

    def _set(self, word: bytes, number: int) -> None:
        """Store the number of a word that is not too long."""
        first = 0
        second = 0
        for i in range(len(word)):
            char = word[i]
            if i < _HALF:
                first = first << 8 | char
            else:
                second = second << 8 | char
        slot = self._slot(first, second)
        if not self.first[slot]:
            self.used += 1
        self.first[slot] = first
        self.second[slot] = second
        self.numbers[slot] = number

    def reader(self) -> WordReader:
        """Return a reader of texts, for which these words are known."""
        reader = WordReader()
        reader.first = self.first
        reader.second = self.second
        reader.numbers = self.numbers
        reader.kinds = self.kinds
        return reader
