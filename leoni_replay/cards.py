"""Cards as small ints, and their two spellings.

A card is ``suit * 13 + rank - 1`` with suits in the order C D H S and ranks A=1 … K=13, so that a pack is
``range(52)`` in standard order. The twins of a two-pack game are the same int: nothing in the rules tells them apart.
A card of which nothing is known but that it is there is :data:`UNKNOWN`, ``??`` in layouts and messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from leoni_replay.arguments import check_type
from leoni_replay.leoni_error import LeoniError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
SYMBOLS: Final = "♣♦♥♠"

ACE: Final = 1
KING: Final = 13

#: The cards of a pack, in standard order.
PACK_SIZE: Final = len(RANKS) * len(SUITS)
PACK: Final = range(PACK_SIZE)

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

#: A card that is not known. The tables below reach as far; its rank and its suit are those of no card.
UNKNOWN: Final = 63
_NONE: Final = UNKNOWN + 1 - PACK_SIZE

#: The rank 1…13 and the suit 0…3 of every card, as tables: indexing is cheaper than arithmetic.
RANK: Final = tuple(card % 13 + 1 for card in PACK) + (0,) * _NONE
SUIT: Final = tuple(card // 13 for card in PACK) + (4,) * _NONE

#: The spelling of the notation (``TS``) and that of messages and boards (``10♠``).
TEXT: Final = tuple(RANKS[card % 13] + SUITS[card // 13] for card in PACK) + ("??",) * _NONE
PRETTY: Final = (
    tuple(("10" if card % 13 == 9 else RANKS[card % 13]) + SYMBOLS[card // 13] for card in PACK) + ("??",) * _NONE
)

#: Added to a card that lies face down, and the content of an empty place of a grid.
DOWN: Final = 64
GAP: Final = -1


#: The suit of a card as the notation writes it; ``?`` if the card is not known.
Suit: TypeAlias = Literal["C", "D", "H", "S", "?"]
_SUIT_LETTERS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S", "?")
#: The suits whose cards are red.
_RED_SUITS: Final = (1, 2)


class Card(int):
    """A card, as an int that prints as ``TS``.

    Places and moves hold these. Cards count, compare and are stored as every int does, in the order of the pack: the
    clubs from the ace to the king, then diamonds, hearts and spades. A card may lie face down (``#TS``), or be unknown
    (``??``); an empty place of a grid holds a card that is written ``--``.

    >>> ten = lr.Card("TS")
    >>> ten.rank, ten.suit, ten.red, int(ten)
    (10, 'S', False, 48)
    >>> ten == lr.Card("10♠") == lr.Card(48), lr.Card("AC") < lr.Card("AD") < ten
    (True, True)
    """

    __slots__ = ()

    def __new__(cls, card: str | int) -> Card:
        """Return the card of a text or a number.

        Args:
            card: its text, in any spelling that the notation reads (``TS``, ``10s``, ``10♠``; also ``#TS``, ``??`` and
                ``--``), or its number: ``suit * 13 + rank - 1``, with the suits in the order C D H S; 64 more if it
                lies face down.

        Raises:
            LeoniError: it is no card.
            TypeError: it is neither text nor a number.
        """
        check_type(card, (str, int), "a card is its text or its number")
        number = _number_of(card) if isinstance(card, str) else card
        if number is None or not GAP <= number < 2 * DOWN:
            raise LeoniError(
                f"{card!r} is not a card: a card is its rank ({' '.join(RANKS)}) and its suit ({' '.join(SUITS)}), "
                "such as `2C` or `TS`, or its number, 0 (AC) to 51 (KS), and 64 more if it lies face down"
            )
        return CARDS[number]

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)

    def __str__(self) -> str:
        return _TEXTS.get(self, "??")

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        """Return the text of the card, or its number if the format is one of numbers (``d``, ``02x``)."""
        return int.__format__(self, spec) if spec[-1:].isalpha() and spec[-1:] != "s" else format(str(self), spec)

    @property
    def rank(self) -> int:
        """The rank from 1 (ace) to 13 (king); 0 if the card is not known."""
        return RANK[self & ~DOWN] if self >= 0 else 0

    @property
    def suit(self) -> Suit:
        """The suit: ``C``, ``D``, ``H`` or ``S``; ``?`` if the card is not known."""
        return _SUIT_LETTERS[SUIT[self & ~DOWN]] if self >= 0 else "?"

    @property
    def red(self) -> bool:
        """Whether it is a diamond or a heart."""
        return self >= 0 and SUIT[self & ~DOWN] in _RED_SUITS

    @property
    def face_down(self) -> bool:
        """Whether it lies face down."""
        return self >= DOWN


#: Every card by its number; the last is what an empty place of a grid holds, so that its number finds it as well.
CARDS: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in (*range(2 * DOWN), GAP))

#: Card by its spelling in the notation.
CARD: Final = {text: CARDS[card] for card, text in enumerate(TEXT[:PACK_SIZE])}

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


def from_above(cards: Iterable[int]) -> list[Card]:
    """Return the cards as seen from above: those that lie face down without their faces."""
    return [CARDS[DOWN + UNKNOWN if card >= DOWN else card] for card in cards]


def to_letters(text: str) -> str:
    """Return the text with suit letters in place of suit symbols, for terminals that cannot show them."""
    return text.translate(_TO_LETTERS)


_READ: Final = {
    rank + suit: card
    for card, text in enumerate(TEXT[:PACK_SIZE])
    for rank in {text[0], text[0].lower(), *(["10"] if text[0] == "T" else [])}
    for suit in {text[1], text[1].lower(), SYMBOLS[card // 13]}
}


def read(word: str) -> int | None:
    """Return the card that a word means, in every accepted spelling (``TS``, ``10s``, ``10♠``); None if none."""
    return _READ.get(word)


def _number_of(word: str) -> int | None:
    """Return the number of what a word means that a place can hold; None if it means nothing."""
    face_down = word.startswith("#")
    face = word.removeprefix("#")
    if word == "--":
        return GAP
    number = UNKNOWN if face == "??" else read(face)
    return None if number is None else number + DOWN if face_down else number
