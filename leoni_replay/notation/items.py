"""Cut a game's text into its tags and the numbers of its items, for the runner, which plays numbers (``rules/run.py``).

The text is cut into words by hand, but the grammar's own expressions decide what a word is: each word is matched once
and cached. A word that isn't part of the notation has no number; a caller that meets one reads the text again with the
parse table, which finds the error.

There are two ways to cut, with the same result: strings are faster where the rules are not compiled, bytes where they
are.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from leoni_replay.commands import Move
from leoni_replay.games import vocabulary_of
from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.machine import machine
from leoni_replay.notation.scan import PLAIN_TAGS, number_of, scanner, seconds_of, unescaped
from leoni_replay.rules import compiled, run
from leoni_replay.rules.numbers import DEAL_AGAIN, DEAL_ON, EXILE, NOWHERE, UNREAD
from leoni_replay.rules.table import Numbers
from leoni_replay.rules.word_table import Words
from leoni_replay.sharing import Spares, made_once

#: The maximum number of cached words; then the cache is emptied.
_REMEMBERED: Final = 1 << 17
#: The maximum length in characters of a body that is read this way, so that no token in it can be too long.
_LONGEST: Final = 1 << 18
#: The highest number that an item can hold.
_HIGHEST: Final = 0xFFFFFF

#: The signs at which words are cut, besides spaces. A word that is cut in a wrong place is none of the notation.
_PARTS: Final = "~#+,"
_ALONE: Final = "()}"
_NOTES: Final = "{;"
_STOPS: Final = "."

#: The terminal of each kind of item; parts belong to their move.
_TERMINALS: Final = {
    0: "MOVE", run.PATTERN: "MOVE", run.OTHER: "MOVE", run.NUMBER: "NUMBER", run.OPENING: "LPAR", run.CLOSING: "RPAR",
    run.NOTE: "COMMENT", run.LINE_NOTE: "LINE_COMMENT", run.CLAIM: "CLAIM", run.TIME: "TIME", run.RESULT: "RESULT",
    run.CONCEDED: "CONCEDED",
}  # fmt: skip


class Items(NamedTuple):
    """The text of a game, cut into its tags and the numbers of its items.

    Attributes:
        names: the names of its tags, in order; a repeated tag occurs twice.
        tags: the value of each tag, by its name.
        numbers: the numbers of its items, as ``rules/run.py`` plays them.
        claims: the insides of the claims among them, in order.
    """

    names: tuple[str, ...]
    tags: dict[str, str]
    numbers: Numbers
    claims: Sequence[str]


class _Strings:
    """Words as strings."""

    def __init__(self) -> None:
        spaces, parts, alone, stops = (re.escape(signs) for signs in (spaces_between(), _PARTS, _ALONE, _STOPS))
        inner = f"[^{spaces}{parts}{alone}{stops}{_NOTES}]"
        self._note = scanner().note
        # A word or a part of one, as when cutting bytes; and a part without a word before it.
        self._word = re.compile(
            f"{self._note.pattern}|[{alone}{_NOTES}]|[{parts}]{inner}*+[{stops}]?|{inner}++[{stops}]?|[{stops}]"
        )
        self._part_alone = re.compile(f"(?:^|[{spaces}{alone}{stops}])[{parts}]")
        #: the numbers of known words
        self._known: dict[str, int] = {}

    def remember(self, word: str, number: int) -> None:
        """Cache the number of a word."""
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[word] = number

    def read(self, text: str, vocabulary: Vocabulary = COMMON) -> tuple[Numbers, Sequence[str]] | None:
        """Read the words of a text; comments and claims are words.

        Args:
            text: the text.
            vocabulary: the words of its game.

        Returns:
            The numbers of the words, UNREAD for a word that isn't part of the notation, and the insides of the claims;
            None if a part has no word before it.
        """
        without_notes = self._note.sub("}", text)
        if any(sign in without_notes for sign in _PARTS) and self._part_alone.search(without_notes):
            return None
        words = self._word.findall(text)
        get = self._known.get
        numbers = [get(word, UNREAD) for word in words]
        if UNREAD in numbers:
            numbers = [
                learn(word, vocabulary) if number == UNREAD else number
                for word, number in zip(words, numbers, strict=True)
            ]
        claims = [word[len("{=") : -1] for word in words if word.startswith("{=")] if "{=" in text else ()
        return array("i", numbers), claims


class _Bytes:
    """Words as bytes."""

    def __init__(self) -> None:
        words = Words(spaces_between().encode(), *map(str.encode, (_PARTS, _ALONE, _STOPS, _NOTES)))
        self.remember = words.remember
        self._readers = Spares(words.reader)

    def read(self, text: str, vocabulary: Vocabulary = COMMON) -> tuple[Numbers, Sequence[str]] | None:
        """As :meth:`_Strings.read`."""
        data = text.encode()
        reader = self._readers.take()
        numbers = reader.read(data)
        unknown_words = _slices(data, reader.unknown_words) if reader.unknown_words else ()
        claims = [claim[len("{=") : -1] for claim in _slices(data, reader.claims)] if reader.claims else ()
        self._readers.give(reader)
        if numbers is None:
            return None
        if unknown_words:
            words = iter(unknown_words)
            for index, number in enumerate(numbers):
                if number == UNREAD:
                    numbers[index] = learn(next(words), vocabulary)
        return numbers, claims


def _slices(data: bytes, ends: Sequence[int]) -> list[str]:
    """Return parts of a text in UTF-8, given by the offsets at which they begin and end, one after the other."""
    return [data[begin:end].decode() for begin, end in zip(ends[::2], ends[1::2], strict=True)]


def spaces_between() -> str:
    """Return the ASCII characters that separate words and nothing else."""
    is_ignored = machine().ignored.fullmatch
    signs = _PARTS + _ALONE + _STOPS + _NOTES
    return "".join([char for char in map(chr, range(128)) if is_ignored(char) and char not in signs])


@made_once
def _words(vocabulary: Vocabulary) -> _Strings | _Bytes:
    """Return the words of a game; our own games share theirs."""
    return _Bytes() if compiled() else _Strings()


def items(text: str) -> Items | None:
    """Cut a game's text into tags and numbers.

    Returns:
        The tags and numbers; None if the text doesn't begin with its tags, or if it has something unusual in it, so
        that only the parser can read it or explain what is wrong.
    """
    if "\0" in text or not (text.isascii() or _is_text(text)):
        return None
    scan = scanner()
    head = scan.plain_tags.match(text)
    names: tuple[str, ...]
    if head is not None:
        names, tags = PLAIN_TAGS, head.groupdict()
    else:
        head = scan.tags.match(text)
        if head is None:
            return None
        pairs = scan.tag.findall(head[0])
        names = tuple([name for name, _ in pairs])
        # The values still have their quotation marks.
        tags = {name: unescaped(value[1:-1]) for name, value in pairs}
    begin = head.end()
    body = text[begin:]
    if len(body) > _LONGEST or begin > _LONGEST:
        return None
    if ("{" in body or ";" in body) and scan.with_whole_notes.fullmatch(body) is None:
        return None
    vocabulary = vocabulary_of(tags.get("Game"))
    read = _words(vocabulary).read(body, vocabulary)
    return None if read is None else Items(names, tags, *read)


def _is_text(text: str) -> bool:
    """Whether the text contains no lone surrogates, which stand for bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@cache
def terminals() -> Numbers:
    """Return the terminal of every kind of item in the parse table; -1 for a part."""
    number = machine().number
    return array("i", [number.get(_TERMINALS.get(kind << 24, ""), -1) for kind in range(run.KINDS)])


#: Used instead of the parse table for items from a transcript: any item may follow.
ANY_ORDER: Final = (array("i", [0] * run.KINDS), array("i", range(run.KINDS)), run.KINDS)


def learn(word: str, vocabulary: Vocabulary = COMMON) -> int:
    """Return the number of a word or a part of one, and cache it; UNREAD if it isn't part of the notation."""
    if word[0] in _NOTES:
        # Hardly any note occurs twice, so none is cached. An opening sign alone is a note that does not end.
        if len(word) == 1:
            return UNREAD
        if word[0] == ";":
            return run.LINE_NOTE
        return run.CLAIM if word[1] == "=" else run.NOTE
    number = _number(word, vocabulary)
    if number != UNREAD:
        _words(vocabulary).remember(word, number)
    return number


def _number(word: str, vocabulary: Vocabulary) -> int:
    """Return the number of a word or a part of one that is no note; UNREAD if it isn't part of the notation.

    The number has the kind of the item in its upper bits (the constants of ``rules/run.py``), and what the item says
    in the others: a move, a move number, the index of a result word, seconds.
    """
    pattern = machine().pattern
    if word[0] in _PARTS:
        return _part_number(word)
    scan = scanner(vocabulary)
    if match := scan.move(word):
        command, mark = scan.learn(match)
        if command.path is not None or command.shown is not None:
            # Its parts should have been cut off.
            return UNREAD
        return command_number(command, vocabulary) | (run.MARKED if mark else 0)
    if pattern("NUMBER").fullmatch(word):
        number = number_of(word)
        return run.NUMBER + number if number <= _HIGHEST else UNREAD
    if pattern("RESULT").fullmatch(word):
        return run.RESULT + RESULTS.index(word)
    if pattern("CONCEDED").fullmatch(word):
        return run.CONCEDED + RESULTS.index(word)
    if (seconds := seconds_of(word)) is not None:
        return run.TIME + seconds if seconds <= _HIGHEST else UNREAD
    if pattern("LPAR").fullmatch(word):
        return run.OPENING
    return run.CLOSING if pattern("RPAR").fullmatch(word) else UNREAD


def _part_number(word: str) -> int:
    """Return the number of a part of a move (a lifted card, ``~4C``; a stalemate, ``#``; a card that is shown, ``+7H``
    or ``,7H``); UNREAD if the word is none."""
    # The grammar reads a part only at the end of a move, so it gets one; a comma follows a first card that is shown.
    move_before = "exile:7H+7H" if word[0] == "," else "exile:7H"
    match = machine().pattern("MOVE").fullmatch(move_before + word)
    if match is None:
        return UNREAD
    command, mark = scanner().learn(match)
    mark_bit = run.MARKED if mark else 0
    if command.shown:
        kind = run.SHOWN if word[0] == "+" else run.ALSO_SHOWN
        return kind | command.shown[-1] | mark_bit
    if command.path:
        is_one_card = len(command.path) == 1 and not command.stalemate
        return run.LIFTED | command.path[0] | mark_bit if is_one_card else UNREAD
    return run.STALEMATE | mark_bit if command.stalemate else UNREAD


def command_number(command: Move, vocabulary: Vocabulary = COMMON) -> int:
    """Return the number of a written move without its parts (lifted cards, cards that are shown).

    Returns:
        The move as the rules number it; a pattern (``run.PATTERN``) for a short form, which the runner completes; or
        ``run.OTHER`` for anything that the runner cannot play.
    """
    source, card, dest = command[:3]
    if command.how:
        # A misplay, or cards put right by hand.
        return run.OTHER
    if dest == "~" and command.path is None:
        return run.OTHER
    if source == "exile" and vocabulary.common and card is not None and dest in (None, "~"):
        # The rules may leave an exile no choice; then its destination needn't be written.
        return EXILE << 16 | card << 8 | NOWHERE
    if card is None and dest is None and source in ("deal", "redeal"):
        return DEAL_ON if source == "deal" else DEAL_AGAIN
    if card is not None and dest is not None and (number := vocabulary.number_of(source, card, dest)) is not None:
        return number
    pattern = vocabulary.pattern_of(source, card, dest)
    return run.OTHER if pattern is None else run.PATTERN | pattern


@lru_cache(maxsize=1 << 16)
def item_numbers(command: Move, vocabulary: Vocabulary = COMMON) -> tuple[int, ...]:
    """Return the numbers of the items that a written move is: the move, and then its parts (lifted cards, a stalemate,
    cards that are shown)."""
    numbers = [command_number(command, vocabulary)]
    if command.how:
        # The runner plays no misplays and no cards put right by hand, so it needs no parts of them.
        return tuple(numbers)
    numbers += [run.LIFTED | card for card in command.path or ()]
    if command.stalemate:
        numbers.append(run.STALEMATE)
    for index, card in enumerate(command.shown or ()):
        numbers.append((run.ALSO_SHOWN if index else run.SHOWN) | card)
    return tuple(numbers)
