"""Cards that are not known, as they lie on a table.

A card of which nothing is known but its place is a :class:`Blank`: an int of the value
:data:`~leoni_replay.cards.UNKNOWN`, which fits nothing and matches nothing, and which remembers its :class:`Slot`. What
is found out about a card stays with its slot, wherever the card goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from leoni_replay.cards import DOWN, UNKNOWN

#: Sets of cards are bits.
EVERY: Final = (1 << 52) - 1


def bits(cards: Iterable[int]) -> int:
    """A set of cards."""
    card_set = 0
    for card in cards:
        card_set |= 1 << card
    return card_set


def cards_of(card_set: int) -> Iterator[int]:
    """The cards of a set."""
    return (card for card in range(52) if card_set >> card & 1)


class Slot:
    """A card that was not known: what it may be by the rules, why not more, and which it is, once that is proved.

    ``guess`` is a card that it was taken for where another would have done as well (a place that shows all its cards
    does not say at which depth the one lay that was played), and ``vague`` says that its place was such a one.
    """

    __slots__ = ("bans", "card", "guess", "limited", "may", "vague")

    def __init__(self, may: int = EVERY, why: str = "") -> None:
        self.may = may
        self.bans: list[tuple[int, str]] = [(EVERY & ~may, why)] if why else []
        self.limited = False
        self.card: int | None = None
        self.vague = False
        self.guess: int | None = None

    def agree(self, other: Slot | None) -> None:
        """Keep no more than what is proved of another slot as well (None: of none)."""
        if self.card is not None and (other is None or other.card != self.card):
            self.guess, self.card, self.vague = self.card, None, True
        self.may |= EVERY if other is None else other.may


class Blank(int):
    """An unknown card on the table; face down, with :data:`~leoni_replay.cards.DOWN` added, it is still the same."""

    slot: Slot

    def __new__(cls, slot: Slot, down: int = 0) -> Blank:
        made = super().__new__(cls, UNKNOWN + down)
        made.slot = slot
        return made

    def __getnewargs__(self) -> tuple[Slot, int]:  # type: ignore[override]  # it takes more than an int does
        return self.slot, int(self) & DOWN

    def __and__(self, other: int) -> int:
        return Blank(self.slot) if other == ~DOWN else int(self) & other

    def __or__(self, other: int) -> int:
        return Blank(self.slot, DOWN) if other == DOWN else int(self) | other


class Loose(int):
    """A card that is known, in a place that shows all its cards, where it is not known how deep it lies: one of the
    unknown cards about it has gone, and nothing says which."""


def blank_for(card: int) -> int:
    """A card as it lies on a table, with a slot of its own if it is not known."""
    return Blank(Slot(), card & DOWN) if card & ~DOWN == UNKNOWN and not isinstance(card, Blank) else card


def surely(card: int, card_set: int) -> bool:
    """Whether a card that is not known can be nothing else than one of a set."""
    return isinstance(card, Blank) and not card.slot.may & ~card_set


def may_be_any_of(card: int) -> int:
    """What a card can be, as a set; a card that is known can be itself."""
    return card.slot.may if isinstance(card, Blank) else 1 << (card & ~DOWN)
