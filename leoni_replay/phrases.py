"""The wording of numbers and lists in messages and replays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

#: The status of a record that was judged.
Status = Literal["verified", "consistent", "irregular", "rejected"]
#: The status in a word for people.
Label = Literal["verified", "doubtful", "consistent", "irregular", "rejected"]
#: How much a diagnostic weighs: only an error rejects a game.
Severity = Literal["error", "warning", "note"]
#: The word that ends a record.
ResultWord = Literal["won", "lost", "*", "conceded"]
#: The direction in which a foundation is built: up or down.
Direction = Literal["^", "v"]
#: What a chapter of a page is: its main line, another way of playing, or what the author calls wrong.
ChapterKind = Literal["main", "variation", "mistake"]
#: What a part of a page can be.
PartKind = Literal[
    "table", "move", "claim", "variation", "mistake", "aside", "unread", "unchecked", "illegal", "wrong", "warning"
]

#: The words for a game's result; ``*`` is the notation's own sign.
RESULT_WORDS: Final = {"won": "won", "lost": "lost", "*": "unfinished", "conceded": "conceded"}


def pluralize(number: int, word: str) -> str:
    """Return a number with its noun: ``1 card``, ``3 cards``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def number_in(text: str) -> int | None:
    """Return a whole number from 1, of at most eight digits; None if the text is not one."""
    return int(text) or None if text.isascii() and text.isdigit() and len(text) < 9 else None


def with_article(word: str) -> str:
    """Return a word with its article: ``an exile``, ``a shuttle``."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def still_legal_remark(moves: int | None, result: str | None, tense: str = "were") -> str:
    """Return the remark on a game that ended while moves were still legal: ``; 5 moves were still legal``. Empty if
    none was.

    Args:
        moves: the number of legal moves at its end.
        result: its result; in a lost game they are reversals.
        tense: the verb for several of them, ``were`` or ``are``.
    """
    if not moves:
        return ""
    one, several = (" (a reversal)", " (reversals)") if result == "lost" else ("", "")
    if moves == 1:
        return f"; 1 move{one} {'was' if tense == 'were' else 'is'} still legal"
    return f"; {moves} moves{several} {tense} still legal"


def irregular_moves_remark(count: int) -> str:
    """Return the remark on a game with misplays and settings by hand: ``; 2 irregular moves``. Empty if it has none."""
    return f"; {pluralize(count, 'irregular move')}" if count else ""


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words in a sentence: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def shorten(text: str, most: int) -> str:
    """Return the beginning of a text, cut between two words, and “…” if it has more characters than the most."""
    if len(text) <= most:
        return text
    words = text[: most + 1].rpartition(" ")[0] or text[:most]
    return f"{words.rstrip(' ,;:')} …"


def bare_name(name: str) -> str:
    """Return a name as people type it from memory: letters and digits only, in lower case."""
    return "".join(char for char in name.lower() if char.isalnum())


#: A word this short (``L18``) is too short to guess from.
_SHORT = 4


def closest_name(word: str, names: Iterable[str], likeness: float = 0.7) -> str | None:
    """Return the name that a word probably means, apart from case, spaces, signs and slips; None if none is close."""
    name_of = {bare_name(name): name for name in reversed(list(names))}
    bare_word = bare_name(word[:100])
    if bare_word in name_of:
        return name_of[bare_word]
    if len(bare_word) < _SHORT:
        return None
    import difflib

    close_names = difflib.get_close_matches(bare_word, name_of, 1, likeness)
    return name_of[close_names[0]] if close_names else None
