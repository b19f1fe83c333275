"""Unknown cards in a position.

A card of which only the place is known is a :class:`UnknownCard`: an int with the value
:data:`~leoni_replay.cards.UNKNOWN`, which fits nothing and matches nothing, and which has a :class:`CardIdentity`.
Whatever is learned about the card is stored there, wherever the card goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from leoni_replay.cards import DOWN, PACK, PACK_SIZE, UNKNOWN

#: Sets of cards are bit sets.
ALL_CARDS: Final = (1 << PACK_SIZE) - 1


def set_of(cards: Iterable[int]) -> int:
    """Return some cards as a bit set: bit N is set for card N."""
    card_set = 0
    for card in cards:
        card_set |= 1 << card
    return card_set


def cards_of(card_set: int) -> Iterator[int]:
    """Return the cards of a bit set, in ascending order."""
    return (card for card in PACK if card_set >> card & 1)


class CardIdentity:
    """An unknown card: which cards it may be, why no others, and which it is once that is proved.

    ``limited`` is set once the moves have excluded cards. ``vague`` is set if it isn't certain that this is the card
    that lies there, so that nothing can be proved of it.
    """

    __slots__ = ("card", "exclusions", "limited", "possible", "vague")

    def __init__(self, possible: int = ALL_CARDS, why: str = "", *, vague: bool = False) -> None:
        self.possible: int = possible
        self.exclusions: list[tuple[int, str]] = [(ALL_CARDS & ~possible, why)] if why else []
        self.limited: bool = False
        self.card: int | None = None
        self.vague: bool = vague

    def agree(self, other: CardIdentity | None) -> None:
        """Keep only what is proved of another unknown card as well, because either of the two may lie here.

        Args:
            other: the other card; None if nothing is proved of it.
        """
        other_possible = ALL_CARDS if other is None else other.possible
        other_card = None if other is None else other.card
        if other_card != self.card or other_possible != self.possible:
            self.vague = True
        if other_card != self.card:
            self.card = None
        self.possible |= other_possible


class UnknownCard(int):
    """An unknown card in a position. Face down, with :data:`~leoni_replay.cards.DOWN` added, it is still the same.

    ``slot`` holds what is known about it. Copies of a position share the slots of their unknown cards.
    """

    slot: CardIdentity

    def __new__(cls, slot: CardIdentity, down: int = 0) -> UnknownCard:
        blank = super().__new__(cls, UNKNOWN + down)
        blank.slot = slot
        return blank

    def __getnewargs__(self) -> tuple[CardIdentity, int]:  # type: ignore[override]  # it takes more than an int does
        return self.slot, int(self) & DOWN

    def __and__(self, other: int) -> int:
        return UnknownCard(self.slot) if other == ~DOWN else int(self) & other

    def __or__(self, other: int) -> int:
        return UnknownCard(self.slot, DOWN) if other == DOWN else int(self) | other


class CardAtUnknownDepth(int):
    """A known card at an unknown depth, in a place that shows all its cards: one of the unknown cards around it has
    gone, and nothing says which."""


def blank_for(card: int) -> int:
    """Return a card for a position that tells unknown cards apart: an unknown one as a new :class:`UnknownCard`, of
    which nothing is known yet; any other as it is."""
    if isinstance(card, UnknownCard) or card & ~DOWN != UNKNOWN:
        return card
    return UnknownCard(CardIdentity(), card & DOWN)


def may_be_any_of(card: int) -> int:
    """Return the cards that a card can be, as a set; a known card can only be itself."""
    return card.slot.possible if isinstance(card, UnknownCard) else 1 << (card & ~DOWN)
