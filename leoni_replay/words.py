"""The wording of numbers and lists in messages and replays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def counted(number: int, word: str) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def number_in(text: str) -> int | None:
    """A whole number from 1, of at most eight digits; None if the text is not one."""
    return int(text) or None if text.isascii() and text.isdigit() and len(text) < 9 else None


def a(word: str) -> str:
    """A word with its article: ``an exile``, ``a shuttle``."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def still_legal(reversals: int | None, tense: str = "were") -> str:
    """The remark on a lost game in which reversals were still legal: ``; 3 moves (reversals) were still legal``. Empty
    if none was.

    Args:
        reversals: the number of legal moves at its end.
        tense: the verb for several of them, ``were`` or ``are``.
    """
    if not reversals:
        return ""
    if reversals == 1:
        return f"; 1 move (a reversal) {'was' if tense == 'were' else 'is'} still legal"
    return f"; {reversals} moves (reversals) {tense} still legal"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a sentence: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def bare(name: str) -> str:
    """A name as people type it from memory: letters and digits only, in lower case."""
    return "".join(char for char in name.lower() if char.isalnum())


#: A word this short (``L18``) is too short to guess from.
_SHORT = 4


def closest(word: str, names: Iterable[str], likeness: float = 0.7) -> str | None:
    """The name that a word probably means: the same apart from case, spaces and signs, or nearly the same; None if no
    name is that close."""
    by_bare = {bare(name): name for name in reversed(list(names))}
    wanted = bare(word[:100])
    if wanted in by_bare:
        return by_bare[wanted]
    if len(wanted) < _SHORT:
        return None
    import difflib

    close = difflib.get_close_matches(wanted, by_bare, 1, likeness)
    return by_bare[close[0]] if close else None
