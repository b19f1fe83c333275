"""Words of records as numbers, for tables that play numbers: a memory of words, which the grammar's own expressions
fill.

What a word means, a game need not be asked for: places and destinations have the same numbers in all of them.

There are two ways to cut a text into words and look them up, and they come to the same: strings are the faster way
where the rules are not compiled, bytes where they are.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.commands import Command
from leoni_replay.games.places import number_of
from leoni_replay.notation.scan import SPELLINGS, scanner
from leoni_replay.rules import compiled
from leoni_replay.rules.numbers import EXILE, NO_CARD, NOWHERE, UNREAD
from leoni_replay.rules.run import ALSO_SHOWN, LIFTED, NUMBER, SHOWN, STALEMATE
from leoni_replay.rules.table import Numbers
from leoni_replay.rules.words import Words

#: How many words are remembered before the memory is emptied.
_REMEMBERED: Final = 1 << 17
#: The highest number of a move that is read here; others are left to the reader.
_HIGHEST: Final = 1 << 20

#: what begins a part of a move: a word of its own for those who play it
PARTS: Final = "~#+,"
_PARTS: Final = {"~": LIFTED, "+": SHOWN, ",": ALSO_SHOWN}
_ALWAYS: Final = {"#": STALEMATE} | {
    sign + text: part | card for sign, part in _PARTS.items() for text, card in SPELLINGS.items()
}


class Strings:
    """Words as strings."""

    def __init__(self) -> None:
        self._memory = dict(_ALWAYS)

    def remember(self, word: str, number: int) -> None:
        """Remember the number of a word."""
        if len(self._memory) >= _REMEMBERED:
            self._memory = dict(_ALWAYS)
        self._memory[word] = number

    def read(self, text: str) -> tuple[Numbers, str] | None:
        """As ``codes``."""
        words = words_of(text)
        if words is None:
            return None
        get = self._memory.get
        return array("i", [get(word, UNREAD) for word in words]), words[-1]


class Bytes:
    """Words as bytes."""

    def __init__(self) -> None:
        self._words = Words(PARTS.encode(), {word: number for word, number in _ALWAYS.items() if word.isascii()})

    def remember(self, word: str, number: int) -> None:
        """Remember the number of a word."""
        self._words.remember(word, number)

    def read(self, text: str) -> tuple[Numbers, str] | None:
        """As ``codes``."""
        numbers = self._words.read(text.encode("ascii"), 0)
        return (numbers, text[self._words.last :].rstrip(" \n")) if numbers else None


_words: Strings | Bytes = Bytes() if compiled() else Strings()


def words_of(text: str) -> list[str] | None:
    """The words of a text; None if there is none, or there is white space that the notation does not have, or a part of
    a move has no word before it. Parts are words of their own."""
    text = " " + text.replace("\n", " ")
    # Of the white space that Python knows the notation has some alone.
    if not text.isprintable():
        return None
    for sign in PARTS:
        if sign in text:
            if f" {sign}" in text:
                return None
            text = text.replace(sign, f" {sign}")
    return text.split() or None


def codes(text: str) -> tuple[Numbers, str] | None:
    """The numbers of the words of a text in ASCII, signed ones of 32 bits, and its last word.

    The parts behind a move (``~5S``, ``#``, ``+QH``, ``,3C``) are words of their own. Of a word that is not remembered,
    or has no number, the number is UNREAD. None if the text has no words, or is not plain.
    """
    return _words.read(text)


def learn(word: str) -> int:
    """The number of a word that is not remembered; UNREAD if it has none: it is no plain move."""
    code = _read(word)
    if code >= 0:
        _words.remember(word, code)
    return code


def _read(word: str) -> int:
    scan = scanner()
    if word[-1] == "." and scan.number.fullmatch(word):
        return NUMBER + int(word[:-1]) if len(word) < 7 else UNREAD
    match = scan.move.fullmatch(word)
    if match is None:
        return UNREAD
    command, mark = scan.learn(match)
    if mark or command.path is not None or command.stalemate or command.shown is not None:
        return UNREAD
    return code_of(command)


def code_of(command: Command) -> int:
    """The number of a command that says all that a move needs, what it brings about left out; UNREAD if it does not."""
    source, card, dest = command[:3]
    if source == "exile" and dest is None and card is not None:
        # What happens to an exile the rules may leave no choice in.
        return EXILE << 16 | card << 8 | NOWHERE
    if source in ("deal", "redeal") or (card is not None and dest is not None):
        code = number_of(source, card, dest)
        return UNREAD if code is None or (code & 255 == NOWHERE and code >> 8 & 255 != NO_CARD) else code
    return UNREAD


def spelled_out(command: Command) -> list[int]:
    """A written command as numbers: the move, and the parts behind it."""
    code = code_of(command._replace(dest=None) if command.dest == "~" and command.source == "exile" else command)
    if code < 0 or (command.dest == "~" and command.path is None):
        return [UNREAD]
    numbers = [code]
    numbers += [LIFTED | card for card in command.path or ()]
    if command.stalemate:
        numbers.append(STALEMATE)
    numbers += [(ALSO_SHOWN if at else SHOWN) | card for at, card in enumerate(command.shown or ())]
    return numbers
