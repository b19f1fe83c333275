"""The words for numbers and lists that messages and replays share."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, word: str) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def a(word: str) -> str:
    """A word with its article: ``an exile``, ``a shuttle``."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a sentence: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
