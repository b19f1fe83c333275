"""The words for places and numbers that messages and replays share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import SUITS

_NAMED: Final = {
    "exile": "the exile pile",
    "talon": "the talon",
    "dropped": "the row of dropped cards",
    "hand": "the hand",
    "stock": "the stock",
}
_CELL: Final = re.compile(r"r(\d+)(?:c(\d+))?")


def place_words(place: str) -> str:
    """A place of the notation in words: ``pile 7``, ``row 2, column 5``, ``the talon``, ``the foundation C^``."""
    if place in _NAMED:
        return _NAMED[place]
    if place.isdigit():
        return f"pile {place}"
    if place[0] in SUITS:
        return f"the foundation {place[:2]}"
    cell = _CELL.fullmatch(place)
    if cell is None:
        return f"the place {place}"
    row, column = cell.groups()
    return f"row {row}" + (f", column {column}" if column else "")


def counted(number: int, word: str) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def shown_as(place: str) -> str:
    """The line of a position in which a place is listed: a place of a grid is in that of its row, and a card that a
    move takes from the stock is in the hand."""
    return "hand" if place == "deal" else place.partition("c")[0] if place.startswith("r") else place


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a sentence: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
