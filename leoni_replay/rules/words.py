# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Words looked up as fast as they are read: for the compiled build, where bytes cost less than strings."""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.table import Numbers

#: How many slots the memory has, and how many words it takes before it is emptied.
_SLOTS = 1 << 16
_MOST = 40_000
#: The longest word that is remembered, in bytes; half of it makes a key of 64 bits.
_LONGEST = 16
_HALF = 8
_MASK = 0xFFFFFFFFFFFFFFFF
_MIX = 0x9E3779B97F4A7C15

_SPACE = 32
_NEW_LINE = 10
_LAST = 126


class Words:
    """The numbers of words: what a word means, whoever remembers it says.

    Args:
        signs: signs that begin a word of their own in the midst of a word.
        always: words that are never forgotten, with their numbers.
    """

    def __init__(self, signs: bytes, always: dict[str, int]) -> None:
        #: the two halves of every word, 0 in an empty slot, and its number
        self.first = array("Q", bytes(8 * _SLOTS))
        self.second = array("Q", bytes(8 * _SLOTS))
        self.numbers = array("i", bytes(4 * _SLOTS))
        self.signs = bytes([char in signs for char in range(256)])
        self.always = always
        self.used = 0
        #: the numbers of the words of a text, while it is read
        self.store = array("i", bytes(4 * 4096))
        #: where the last word begins that has been read
        self.last = 0
        self._begin()

    def _begin(self) -> None:
        """Remember nothing but what is never forgotten."""
        for slot in range(_SLOTS):
            self.first[slot] = 0
        self.used = 0
        for word, number in self.always.items():
            self._set(word.encode("ascii"), number)

    def remember(self, word: str, number: int) -> None:
        """Remember the number of a word, if it is not too long."""
        if self.used >= _MOST:
            self._begin()
        if len(word) <= _LONGEST:
            self._set(word.encode("ascii"), number)

    def _set(self, word: bytes, number: int) -> None:
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

    def _slot(self, first: int, second: int) -> int:
        """Where a word is, or where it would be."""
        mixed = (first ^ second * _MIX & _MASK) * _MIX & _MASK
        slot = mixed >> 48
        while self.first[slot] and (self.first[slot] != first or self.second[slot] != second):
            slot = slot + 1 if slot + 1 < _SLOTS else 0
        return slot

    def read(self, text: bytes, at: int) -> Numbers | None:
        """The numbers of the words of a text, signed ones of 32 bits, UNREAD for each that is not remembered.

        Args:
            text: words between spaces and ends of lines.
            at: where to begin.

        Returns:
            The numbers; None if there are other control characters, or a sign stands where no word is before it.
            ``last`` is where the last word begins.
        """
        n = len(text)
        if n > len(self.store):
            # No text has more words than bytes.
            self.store = array("i", bytes(4 * n))
        out = self.store
        count = 0
        length = 0
        first = 0
        second = 0
        for i in range(at, n):
            char = text[i]
            if char > _SPACE:
                if char > _LAST:
                    return None
                if self.signs[char]:
                    if length == 0:
                        return None
                    out[count] = self._number(first, second, length)
                    count += 1
                    length = 0
                if length == 0:
                    self.last = i
                    first = char
                    second = 0
                elif length < _HALF:
                    first = first << 8 | char
                elif length < _LONGEST:
                    second = second << 8 | char
                length += 1
            elif char != _SPACE and char != _NEW_LINE:
                return None
            elif length:
                out[count] = self._number(first, second, length)
                count += 1
                length = 0
        if length:
            out[count] = self._number(first, second, length)
            count += 1
        return self.store[:count]

    def _number(self, first: int, second: int, length: int) -> int:
        if length > _LONGEST:
            return UNREAD
        slot = self._slot(first, second)
        return self.numbers[slot] if self.first[slot] else UNREAD
