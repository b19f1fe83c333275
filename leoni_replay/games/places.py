"""The names of places and moves. No other module spells them.

``leoni_replay.rules`` knows places, destinations and moves by number; the notation and people know them by name. Each
game has a :class:`Vocabulary`: our own games share ``COMMON``, and a game from outside may name its places as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from leoni_replay.cards import CARD, CARDS, SUITS
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Foundation, Message, joined
from leoni_replay.phrases import Direction
from leoni_replay.rules.numbers import (
    ASIDE,
    COLUMNS,
    DEAL,
    DOWN_TO_UP,
    DROPPED,
    EXILE,
    FOUNDATION,
    FOUNDATIONS,
    GRID,
    HAND,
    IN_GROUP,
    NO_CARD,
    NOWHERE,
    ON_CARD,
    ON_DOWN,
    ON_UP,
    OPEN,
    PILES,
    PLACES,
    REDEAL,
    RETURN,
    STOCK,
    TALON,
    UP_TO_DOWN,
    WOVEN,
)
from leoni_replay.rules.position_text import DESTS, NAME

#: The signs of the ways in which foundations are built, for players: up and down.
WAY_SIGNS: Final = {"^": "▲", "v": "▼"}
_ROW_FORM: Final = re.compile(r"r([1-8])")


def cell(row: int, column: int) -> int:
    """Return the number of a place of a grid; rows and columns count from 1."""
    return GRID + COLUMNS * (row - 1) + column - 1


def row_of(place: int) -> int:
    """Return the row of a place of a grid, from 1; 0 for any other place."""
    return (place - GRID) // COLUMNS + 1 if GRID <= place < GRID + 8 * COLUMNS else 0


def column_of(place: int) -> int:
    """Return the column of a place of a grid, from 1."""
    return (place - GRID) % COLUMNS + 1


def row_name(row: int) -> str:
    """Return the name of the layout line for a row of a grid."""
    return f"r{row}"


def row_number(name: str) -> int:
    """Return the row of a layout line (``r3``), from 1; 0 for any other line."""
    match = _ROW_FORM.fullmatch(name)
    return int(match[1]) if match else 0


def is_foundation(place: int) -> bool:
    return place >= FOUNDATIONS


def is_foundation_name(name: str) -> bool:
    return name[:1] in SUITS


def is_pile_name(name: str) -> bool:
    return name.isdigit()


def foundation_name(suit: int, way: str) -> str:
    """Return the first foundation of a suit (0 to 3) in direction ``^`` or ``v``."""
    return NAMES[FOUNDATIONS + suit + (0 if way == "^" else 4)]


def suit_of(foundation: int) -> int:
    """Return the suit of a foundation, 0 to 3."""
    return (foundation - FOUNDATIONS) % 4


def way_of(foundation: int) -> Direction:
    """Return the direction of a foundation, ``^`` or ``v``."""
    return "^" if foundation < FOUNDATIONS + 4 else "v"


def suit_named(foundation: str) -> int:
    """Return the suit, 0 to 3, of a foundation or of a line of them."""
    return suit_of(NUMBERS[foundation])


def way_named(foundation: str) -> Direction:
    """Return the direction of a foundation, or of a line of them, ``^`` or ``v``."""
    return way_of(NUMBERS[foundation])


def row_and_column(name: str) -> tuple[int, int] | None:
    """Return the row and column of a place of a grid, from 1; None for any other name."""
    place = NUMBERS.get(name, EXILE)
    return (row_of(place), column_of(place)) if row_of(place) else None


def card_named(dest: str | None) -> int | None:
    """Return the card that a written destination names (``>8H``); None if it names none."""
    return None if dest is None or dest[:1] != ">" else CARD.get(dest[1:])


def place_in_message(name: str) -> str | Foundation:
    """Return the name of a place, or of a line of them, as a part of a message."""
    return Foundation(name) if is_foundation_name(name) and name in NUMBERS else name


def places_in_message(names: Iterable[str]) -> Message:
    """Return the names of places, or of lines of them, as a list in a message: ``C^, D^ and 1``."""
    return joined([place_in_message(name) for name in names], ", ", last=" and ")


_PLACE_NAMES: Final = {EXILE: "exile", STOCK: "stock", TALON: "talon", HAND: "hand", DROPPED: "dropped", ASIDE: "aside"}
_PILE_NAMES: Final = {number: str(number) for number in range(1, PILES + 1)}
_CELL_NAMES: Final = {
    GRID + COLUMNS * row + column: f"r{row + 1}c{column + 1}" for row in range(8) for column in range(COLUMNS)
}
_FOUNDATION_NAMES: Final = {
    FOUNDATIONS + 4 * kind + suit: SUITS[suit] + ending
    for kind, ending in enumerate(("^", "v", "v2"))
    for suit in range(4)
}
_ACTION_WORDS: Final = {DEAL: "deal", REDEAL: "redeal"}
#: the source of a card that returns from a foundation
_RETURN: Final = "foundation"
#: in the common vocabulary: places that can stand alone, and places from which and to which cards are written
_LONE_WORDS: Final = frozenset({"exile", "deal", "redeal", "talon", "dropped", "aside"})
_SOURCE_WORDS: Final = frozenset({*_PILE_NAMES.values(), "exile", "deal", "talon", "dropped", "aside", _RETURN})
_DEST_WORDS: Final = frozenset({*_PILE_NAMES.values(), "talon", "dropped", "aside"})
_PLACES_IN_CLAIMS: Final = frozenset({*_PILE_NAMES.values(), *_PLACE_NAMES.values()})
_CELL_FORM: Final = re.compile(r"r[1-9][0-9]?c[1-9][0-9]?")
_CELL_OR_ROW_FORM: Final = re.compile(r"r[1-9][0-9]?(?:c[1-9][0-9]?)?")

#: How a place may be named: a number from 1 to 99, or a lower-case word with a number or two (``a``, ``cell1``,
#: ``r3c5``).
_NAME_FORM: Final = re.compile(r"[1-9][0-9]?|[a-z]+(?:[1-9][0-9]?(?:c[1-9][0-9]?)?)?")
_CARD_WORDS: Final = frozenset(rank + suit for rank in "atjqk" for suit in "cdhs")
#: Words that no place may have for a name: cards, results, actions, and what claims begin with.
RESERVED: Final = frozenset({
    *_CARD_WORDS, *(card + "v" for card in _CARD_WORDS), "v", "won", "lost", "deal", "redeal", "standstill", "not",
    "digest", "left", "top", "available", "only", "legal", "illegal", "set", "over", "conceded", "misplay", "gone",
})  # fmt: skip

_PLACE_WORDS: Final = {
    EXILE: "the exile pile",
    TALON: "the talon",
    DROPPED: "the row of dropped cards",
    HAND: "the hand",
    STOCK: "the stock",
    ASIDE: "the place aside",
}


def _in_bytes(names: Mapping[int, str | None], count: int) -> bytes:
    """Return names by their numbers, for code that writes moves: the length and the letters of each."""
    texts = [(names.get(number) or "").encode() for number in range(count)]
    return b"".join([bytes([len(text)]) + text.ljust(NAME - 1) for text in texts])


#: the vocabularies of the games that are loaded, our own first
_VOCABULARIES: list[Vocabulary] = []


def load(vocabulary: Vocabulary) -> None:
    """Take the words of a game for words of moves also where nothing says which game is meant."""
    if vocabulary not in _VOCABULARIES:
        _VOCABULARIES.append(vocabulary)


def any_vocabulary_admits(alone: str | None, source: str | None, dest: str | None) -> bool:
    """Whether any game that is loaded has the words of a move that the grammar has matched."""
    return any(vocabulary.admits(alone, source, dest) for vocabulary in _VOCABULARIES)


class Vocabulary:
    """The names of a game's places, to numbers and back.

    Args:
        places: the names of places by their numbers (below ``PLACES``); None for those of our own games.
        groups: names for groups of places that are alike: as a destination, the first of them that takes the card. They
            come in the order of the table's ``ALIKE``.
        actions: words that are moves by themselves, besides ``deal`` and ``redeal``, by their numbers, which no place
            has: the move is ``number << 16 | NO_CARD << 8 | NOWHERE``.
        kinds: what places are called in sentences, by their names: with ``{"column": ("1", "2")}`` there are ``column
            1`` and ``column 2``, which would be piles.

    Raises:
        LeoniError: a name cannot be written, or means something else.
    """

    def __init__(
        self,
        places: Mapping[int, str] | None = None,
        groups: Mapping[str, tuple[int, ...]] | None = None,
        actions: Mapping[int, str] | None = None,
        kinds: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.common: bool = places is None
        if places is None:
            places = _PLACE_NAMES | _PILE_NAMES | _CELL_NAMES
        else:
            _check_names(places, groups or {}, actions or {})
        #: the places of each group
        self.groups: dict[str, tuple[int, ...]] = dict(groups or {})
        #: the words of the game's own that are moves
        self.own_actions: dict[int, str] = dict(actions or {})
        self.kinds: dict[str, tuple[str, ...]] = dict(kinds or {})
        #: every place by its number, and every number by its name
        self.names: dict[int, str] = dict(places) | _FOUNDATION_NAMES
        self.numbers: dict[str, int] = {name: number for number, name in self.names.items()}
        dests: dict[int, str | None] = {
            ON_UP: "^",
            ON_DOWN: "v",
            UP_TO_DOWN: "^v",
            DOWN_TO_UP: "v^",
            WOVEN: "~",
            NOWHERE: None,
        }
        self._dests = dests | {number: f">{name}" for number, name in self.names.items() if number < PLACES}
        self._dest_numbers = {name: number for number, name in self._dests.items()}
        #: in patterns, the groups count from 1 on
        self._pattern_dests = self._dest_numbers | {
            f">{name}": IN_GROUP + number for number, name in enumerate(self.groups, 1)
        }
        self._sources: dict[int, str | None] = {
            **_ACTION_WORDS,
            **self.own_actions,
            FOUNDATION: None,
            RETURN: _RETURN,
            **{number: name for number, name in self.names.items() if number < PLACES},
        }
        self._source_numbers = {name: number for number, name in self._sources.items()}
        #: what moves call their sources and their destinations
        self.in_bytes: bytes = _in_bytes(self._sources, DESTS) + _in_bytes(self._dests, DESTS)
        #: the line of every place by its name
        self.lines: dict[str, str] = {name: self.line_of(number) for name, number in self.numbers.items()}
        #: the words that can stand alone as a move, which the grammar leaves to games
        own_words = frozenset({*_ACTION_WORDS.values(), *self.own_actions.values()})
        self.actions: frozenset[str] = _LONE_WORDS if self.common else own_words
        #: the number of no place, for destinations that the game does not have
        self.no_place: int = EXILE
        if not self.common:
            self.no_place = next((number for number in range(PLACES) if number not in places), WOVEN)
        #: the moves and the commands of numbers, as they are asked for
        self.command_of: Callable[[int], Move] = lru_cache(maxsize=1 << 14)(self._command_of)
        self.number_of: Callable[[str | None, int | None, str | None], int | None] = lru_cache(maxsize=1 << 14)(
            self._number_of
        )

    def __reduce__(self) -> str | tuple[object, ...]:
        if self.common:
            return "COMMON"
        places = {number: name for number, name in self.names.items() if number < PLACES}
        return Vocabulary, (places, self.groups, self.own_actions, self.kinds)

    # -- what is a word -----------------------------------------------------------------------------------------------

    def admits(self, alone: str | None, source: str | None, dest: str | None) -> bool:
        """Whether the game has the words of a move that the grammar has matched.

        Args:
            alone: the word that stands alone.
            source: the place before the colon.
            dest: the destination, with its sign.
        """
        return (
            (alone is None or alone in self.actions or self._is_cell_word(alone))
            and (source is None or not self.common or source in _SOURCE_WORDS or self._is_cell_word(source))
            and (dest is None or not self.common or self._is_dest(dest))
        )

    def _is_dest(self, dest: str) -> bool:
        """Whether a destination is one of our own games."""
        name = dest[1:]
        return (
            dest[:1] != ">"
            or name in _DEST_WORDS
            or not _NAME_FORM.fullmatch(name)
            or name in _CARD_WORDS
            or self._is_cell_word(name)
        )

    def admits_place(self, name: str) -> bool:
        """Whether a claim may name a place. What is no place of a game from outside, the claim's proof says."""
        return (
            not self.common
            or name in _PLACES_IN_CLAIMS
            or name[-1] in "^v↑↓"
            or _CELL_OR_ROW_FORM.fullmatch(name) is not None
        )

    def _is_cell_word(self, name: str) -> bool:
        """Whether a word is of the form of our grid's places, or of its rows: these are read even if they do not exist,
        so that the message can say so."""
        return self.common and _CELL_FORM.fullmatch(name) is not None

    # -- moves --------------------------------------------------------------------------------------------------------

    def _number_of(self, source: str | None, card: int | None, dest: str | None) -> int | None:
        """Return the number of a move with the given parts; None if they are not the parts of a complete move.

        Args:
            source: where the card comes from, as written; only a reversal has none.
            card: the card; None for a move without one, such as ``deal``.
            dest: the destination as written; None for a move without one.
        """
        if source is None and dest not in REVERSALS:
            return None
        if dest is not None and CARD.get(dest[1:]) is not None:
            return None
        source_number, dest_number = self._source_numbers.get(source), self._dest_numbers.get(dest)
        if source_number is None or dest_number is None:
            return None
        return source_number << 16 | (NO_CARD if card is None else card) << 8 | dest_number

    def _command_of(self, number: int) -> Move:
        """Return a complete move, given as a number, as a command without its consequences."""
        card = number >> 8 & 255
        return Move(self._sources[number >> 16], None if card == NO_CARD else CARDS[card], self._dests[number & 255])

    def pattern_of(self, source: str | None, card: int | None, dest: str | None) -> int | None:
        """Return a pattern: the number of a move in short form, with OPEN for each part that is omitted, or with the
        card or the group of places that its destination names. None if a part names something unknown."""
        source_number = OPEN if source is None else self._source_numbers.get(source)
        target_card = card_named(dest)
        dest_number: int | None
        if dest is None:
            dest_number = OPEN
        elif target_card is not None:
            dest_number = ON_CARD + target_card
        else:
            dest_number = self._pattern_dests.get(dest)
        if source_number is None or dest_number is None:
            return None
        return source_number << 16 | (OPEN if card is None else card) << 8 | dest_number

    def parts_of(self, source: str | None, card: int | None, dest: str | None) -> tuple[int, int, int]:
        """Return the parts of a written move, as numbers; -1 for one that is omitted or doesn't exist."""
        return (
            -1 if source is None else self._source_numbers.get(source, -1),
            -1 if card is None else card,
            -1 if dest is None else self._dest_numbers.get(dest, -1),
        )

    def group_named(self, dest: str | None) -> tuple[str, ...]:
        """Return the places of the group that a written destination names (``>cell``); none if it names none."""
        numbers = self.groups.get(dest[1:], ()) if dest is not None and dest[:1] == ">" else ()
        return tuple(self.names[number] for number in numbers)

    # -- places -------------------------------------------------------------------------------------------------------

    def place_named(self, dest: str | None) -> str | None:
        """Return the place that a written destination names (``>7``); None if it names none."""
        name = dest[1:] if dest is not None and dest[:1] == ">" else None
        return name if name in self.numbers else None

    def line_of(self, place: int) -> str:
        """Return the line of a position that lists a place. Both foundations of a suit with the same direction share
        one line, and so do the places of a row."""
        if row := self.row_of(place):
            return row_name(row)
        return self.names[place][:2] if is_foundation(place) else self.names[place]

    def row_of(self, place: int) -> int:
        """Return the row of a place of our grid, from 1; 0 for any other place."""
        return row_of(place) if place in _CELL_NAMES and self.names.get(place) == _CELL_NAMES[place] else 0

    def place_words(self, name: str) -> str:
        """Return a place in words: ``pile 7``, ``row 2, column 5``, ``row 2``, ``the talon``, ``the foundation C^``."""
        return _place_words(self, name)


@lru_cache(maxsize=1 << 10)
def _place_words(vocabulary: Vocabulary, name: str) -> str:
    """Return a place in words, as :meth:`Vocabulary.place_words`."""
    place = vocabulary.numbers.get(name)
    if place is None:
        # A line of a layout is a place too; and a record can name a place that doesn't exist.
        row = row_number(name)
        return f"row {row}" if row else f"the place {name}"
    if kind := next((kind for kind, names in vocabulary.kinds.items() if name in names), None):
        return f"{kind} {name}"
    if name == _PLACE_NAMES.get(place):
        return _PLACE_WORDS[place]
    if is_foundation(place):
        return Message("the foundation ", Foundation(vocabulary.line_of(place)))
    if row := vocabulary.row_of(place):
        return f"row {row}, column {column_of(place)}"
    return f"pile {name}" if name.isdigit() else name


def _check_names(places: Mapping[int, str], groups: Mapping[str, tuple[int, ...]], actions: Mapping[int, str]) -> None:
    """Check the names that a game gives to its places and actions.

    Raises:
        LeoniError: one cannot be written, or means something else.
    """
    if len({*places.values(), *groups, *actions.values()}) < len(places) + len(groups) + len(actions):
        raise LeoniError("two places or actions of a game have the same name")
    if common_numbers := places.keys() & actions.keys():
        raise LeoniError(f"the number {min(common_numbers)} is that of a place and of an action")
    for number, name in (dict(places) | dict(actions)).items():
        if not 0 <= number < PLACES:
            raise LeoniError(f"the place {name} has the number {number}: places are numbered from 0 to {PLACES - 1}")
        if name in _PLACE_NAMES.values() and _PLACE_NAMES.get(number) != name:
            raise LeoniError(f"the place {name} cannot have the number {number}: the word has a meaning of its own")
    for name in (*places.values(), *groups, *actions.values()):
        # A name must have room in NAME bytes, with the signs beside it (`_in_bytes`).
        if name in RESERVED or not _NAME_FORM.fullmatch(name) or _ROW_FORM.fullmatch(name) or len(name) > NAME - 3:
            raise LeoniError(f"no place can be named {name!r}")
    for name, numbers in groups.items():
        if not numbers or not places.keys() >= set(numbers):
            raise LeoniError(f"{name!r} names no group of places")
    for name in (*groups, *actions.values()):
        if not name.isalpha():
            raise LeoniError(f"{name!r} is a word with a number: groups and actions are words")


#: the names that our own games share
COMMON: Final = Vocabulary()
load(COMMON)
NAMES: Final = COMMON.names
NUMBERS: Final = COMMON.numbers
number_of: Final = COMMON.number_of
command_of: Final = COMMON.command_of
place_words: Final = COMMON.place_words
place_named: Final = COMMON.place_named
