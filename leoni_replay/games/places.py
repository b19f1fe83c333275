"""The names of places and moves. No other module spells them.

``leoni_replay.rules`` knows places, destinations and moves by number; the notation and people know them by name. The
numbers are the same in all games, so a word means the same number whatever the game.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from leoni_replay.cards import CARD, CARDS, SUITS
from leoni_replay.commands import Command
from leoni_replay.rules.digest import DESTS, NAME
from leoni_replay.rules.numbers import (
    COLUMNS,
    DEAL,
    DOWN_TO_UP,
    DROPPED,
    EXILE,
    FOUNDATION,
    FOUNDATIONS,
    GRID,
    HAND,
    NO_CARD,
    NOWHERE,
    ON_CARD,
    ON_DOWN,
    ON_UP,
    OPEN,
    PILES,
    PLACES,
    REDEAL,
    STOCK,
    TALON,
    UP_TO_DOWN,
    WOVEN,
)

_NAMED: Final = {EXILE: "exile", STOCK: "stock", TALON: "talon", HAND: "hand", DROPPED: "dropped"}
_PILES: Final = {number: str(number) for number in range(1, PILES + 1)}
_PILE_NAMES: Final = frozenset(_PILES.values())
_CELLS: Final = {
    GRID + COLUMNS * row + column: f"r{row + 1}c{column + 1}" for row in range(8) for column in range(COLUMNS)
}
_FOUNDATIONS: Final = {
    FOUNDATIONS + 4 * kind + suit: SUITS[suit] + ending
    for kind, ending in enumerate(("^", "v", "v2"))
    for suit in range(4)
}

#: every place by its number, and every number by its name
NAMES: Final = _NAMED | _PILES | _CELLS | _FOUNDATIONS
NUMBERS: Final = {name: number for number, name in NAMES.items()}

_DESTS: Final = {
    ON_UP: "^",
    ON_DOWN: "v",
    UP_TO_DOWN: "^v",
    DOWN_TO_UP: "v^",
    WOVEN: "~",
    NOWHERE: None,
} | {number: f">{NAMES[number]}" for number in range(PLACES) if number in NAMES}
_DEST_NUMBERS: Final = {name: number for number, name in _DESTS.items()}
_SOURCES: Final = {DEAL: "deal", REDEAL: "redeal", FOUNDATION: None} | {
    number: name for number, name in NAMES.items() if number < PLACES
}
_SOURCE_NUMBERS: Final = {name: number for number, name in _SOURCES.items()}


def _in_bytes(names: dict[int, str | None], count: int) -> bytes:
    """Names by their numbers, for code that writes moves: of each its length and its letters."""
    texts = [(names.get(number) or "").encode() for number in range(count)]
    return b"".join([bytes([len(text)]) + text.ljust(NAME - 1) for text in texts])


#: what moves call their sources and their destinations
NAMES_IN_BYTES: Final = _in_bytes(_SOURCES, DESTS) + _in_bytes(_DESTS, DESTS)

_ROW: Final = re.compile(r"r([1-8])")


def cell(row: int, column: int) -> int:
    """The number of a place of a grid; rows and columns count from 1."""
    return GRID + COLUMNS * (row - 1) + column - 1


def row_of(place: int) -> int:
    """The row of a place of a grid, from 1; 0 for any other place."""
    return (place - GRID) // COLUMNS + 1 if GRID <= place < GRID + 8 * COLUMNS else 0


def column_of(place: int) -> int:
    """The column of a place of a grid, from 1."""
    return (place - GRID) % COLUMNS + 1


def row_named(row: int) -> str:
    """The name of the layout line for a row of a grid."""
    return f"r{row}"


def row_number(name: str) -> int:
    """The row of a layout line (``r3``), from 1; 0 for any other line."""
    match = _ROW.fullmatch(name)
    return int(match[1]) if match else 0


def is_foundation(place: int) -> bool:
    """Whether the number is a foundation's."""
    return place >= FOUNDATIONS


def is_pile(place: int) -> bool:
    """Whether the number is a pile's."""
    return 1 <= place <= PILES


def foundation_named(suit: int, way: str) -> str:
    """The first foundation of a suit (0 to 3) in direction ``^`` or ``v``."""
    return NAMES[FOUNDATIONS + suit + (0 if way == "^" else 4)]


def is_pile_name(name: str | None) -> bool:
    """Whether a name is a pile's."""
    return name in _PILE_NAMES


def suit_of(foundation: int) -> int:
    """The suit of a foundation, 0 to 3."""
    return (foundation - FOUNDATIONS) % 4


def way_of(foundation: int) -> str:
    """The direction of a foundation, ``^`` or ``v``."""
    return "^" if foundation < FOUNDATIONS + 4 else "v"


def suit_named(foundation: str) -> int:
    """The suit, 0 to 3, of a foundation or of a line of them."""
    return suit_of(NUMBERS[foundation])


def way_named(foundation: str) -> str:
    """The direction of a foundation, or of a line of them, ``^`` or ``v``."""
    return way_of(NUMBERS[foundation])


def cell_of(name: str) -> tuple[int, int] | None:
    """The row and column of a place of a grid, from 1; None for any other name."""
    place = NUMBERS.get(name, EXILE)
    return (row_of(place), column_of(place)) if row_of(place) else None


def line_of(place: int) -> str:
    """The line of a position that lists a place. Both foundations of a suit with the same direction share one line, and
    so do the places of a row."""
    if row := row_of(place):
        return row_named(row)
    return NAMES[place][:2] if is_foundation(place) else NAMES[place]


#: the line of every place by its name
LINES: Final = {name: line_of(number) for name, number in NUMBERS.items()}


@lru_cache(maxsize=1 << 14)
def number_of(source: str | None, card: int | None, dest: str | None) -> int | None:
    """The number of a move with the given parts; None if they are not the parts of a complete move."""
    if source is None and dest not in ("^v", "v^"):
        return None
    if dest is not None and CARD.get(dest[1:]) is not None:
        return None
    from_, to = _SOURCE_NUMBERS.get(source), _DEST_NUMBERS.get(dest)
    if from_ is None or to is None:
        return None
    return from_ << 16 | (NO_CARD if card is None else card) << 8 | to


@lru_cache(maxsize=1 << 14)
def command_of(move: int) -> Command:
    """A complete move as a command, without its consequences."""
    card = move >> 8 & 255
    return Command(_SOURCES[move >> 16], None if card == NO_CARD else CARDS[card], _DESTS[move & 255])


def pattern_of(source: str | None, card: int | None, dest: str | None) -> int | None:
    """The number of a move with some parts omitted (OPEN); None if a part names something that doesn't exist."""
    on = card_named(dest)
    from_ = OPEN if source is None else _SOURCE_NUMBERS.get(source)
    to = OPEN if dest is None else _DEST_NUMBERS.get(dest) if on is None else ON_CARD + on
    return None if from_ is None or to is None else from_ << 16 | (OPEN if card is None else card) << 8 | to


def parts_of(source: str | None, card: int | None, dest: str | None) -> tuple[int, int, int]:
    """The parts of a written move, as numbers; -1 for one that is omitted or doesn't exist."""
    return (
        -1 if source is None else _SOURCE_NUMBERS.get(source, -1),
        -1 if card is None else card,
        -1 if dest is None else _DEST_NUMBERS.get(dest, -1),
    )


def card_named(dest: str | None) -> int | None:
    """The card that a written destination names (``>8H``); None if it names none."""
    return None if dest is None or dest[:1] != ">" else CARD.get(dest[1:])


def place_named(dest: str | None) -> str | None:
    """The place that a written destination names (``>7``); None if it names none."""
    name = dest[1:] if dest is not None and dest[:1] == ">" else None
    return name if name in NUMBERS else None


_WORDS: Final = {
    EXILE: "the exile pile",
    TALON: "the talon",
    DROPPED: "the row of dropped cards",
    HAND: "the hand",
    STOCK: "the stock",
}


def place_words(name: str) -> str:
    """A place in words: ``pile 7``, ``row 2, column 5``, ``row 2``, ``the talon``, ``the foundation C^``."""
    place = NUMBERS.get(name)
    if place is None:
        # A line of a layout is a place too; and a record can name a place that doesn't exist.
        row = row_number(name)
        return f"row {row}" if row else f"the place {name}"
    if place in _WORDS:
        return _WORDS[place]
    if is_foundation(place):
        return f"the foundation {line_of(place)}"
    if row := row_of(place):
        return f"row {row}, column {(place - GRID) % COLUMNS + 1}"
    return f"pile {name}"
