"""Cards as small ints, and their two spellings.

A card is ``suit * 13 + rank - 1`` with suits in the order C D H S and ranks A=1 … K=13, so that a pack is
``range(52)`` in standard order. The twins of a two-pack game are the same int: nothing in the rules tells them apart.
A card of which nothing is known but that it is there is :data:`UNKNOWN`, ``??`` in layouts and messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
SYMBOLS: Final = "♣♦♥♠"

ACE: Final = 1
KING: Final = 13

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

#: A card that is not known. The tables below reach as far; its rank and its suit are those of no card.
UNKNOWN: Final = 63
_NONE: Final = UNKNOWN + 1 - 52

#: The rank 1…13 and the suit 0…3 of every card, as tables: indexing is cheaper than arithmetic.
RANK: Final = tuple(card % 13 + 1 for card in range(52)) + (0,) * _NONE
SUIT: Final = tuple(card // 13 for card in range(52)) + (4,) * _NONE

#: The spelling of the notation (``TS``) and that of messages and boards (``10♠``).
TEXT: Final = tuple(RANKS[card % 13] + SUITS[card // 13] for card in range(52)) + ("??",) * _NONE
PRETTY: Final = (
    tuple(("10" if card % 13 == 9 else RANKS[card % 13]) + SYMBOLS[card // 13] for card in range(52)) + ("??",) * _NONE
)

#: Added to a card that lies face down, and the content of an empty place of a grid.
DOWN: Final = 64
GAP: Final = -1


class Card(int):
    """A card, or what else a place can hold, as a number that knows how it is written: ``str(card)`` is ``TS``, and so
    is its ``repr``.

    It counts, compares and is stored as every int; what a place of a position holds and what a command names is one.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return _TEXTS.get(self, "??")

    __repr__ = __str__


#: Every card by its number; the last is what an empty place of a grid holds, so that its number finds it as well.
CARDS: Final = (*map(Card, range(2 * DOWN)), Card(GAP))

#: Card by its spelling in the notation.
CARD: Final = {text: CARDS[card] for card, text in enumerate(TEXT[:52])}

_TO_LETTERS: Final = str.maketrans(SYMBOLS, SUITS)


#: What a place can hold in the two spellings: a card, known or not, a card face down, an empty place of a grid.
_TEXTS: Final = {
    GAP: "--",
    **dict(enumerate(TEXT)),
    **{card + DOWN: f"#{text}" for card, text in enumerate(TEXT)},
}
_PRETTIES: Final = {
    GAP: "--",
    **dict(enumerate(PRETTY)),
    **{card + DOWN: f"#{text}" for card, text in enumerate(PRETTY)},
}


def texts(cards: Iterable[int]) -> str:
    """Return the cards in the notation's spelling, separated by spaces; ``-`` for none."""
    return " ".join([_TEXTS[card] for card in cards]) or "-"


def pretty(cards: Iterable[int]) -> str:
    """Return the cards as messages show them, separated by spaces; ``-`` for none."""
    return " ".join([_PRETTIES[card] for card in cards]) or "-"


def from_above(cards: Iterable[int]) -> list[int]:
    """Return the cards as seen from above: those that lie face down without their faces."""
    return [DOWN + UNKNOWN if card >= DOWN else card for card in cards]


def to_letters(text: str) -> str:
    """Return the text with suit letters in place of suit symbols, for terminals that cannot show them."""
    return text.translate(_TO_LETTERS)


_READ: Final = {
    rank + suit: card
    for card, text in enumerate(TEXT[:52])
    for rank in {text[0], text[0].lower(), *(["10"] if text[0] == "T" else [])}
    for suit in {text[1], text[1].lower(), SYMBOLS[card // 13]}
}


def read(word: str) -> int | None:
    """Return the card that a word means, in every accepted spelling (``TS``, ``10s``, ``10♠``); None if none."""
    return _READ.get(word)
