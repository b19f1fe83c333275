"""What counting proves about unknown cards, from the number of places, the remaining copies of every card, and what
each place can hold by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import DOWN, PACK
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknown_cards import UnknownCard, cards_of


class _Distribution:
    """A way to give each unknown card (``blank``, an index) one of the cards that it can be.

    Args:
        possible: for each unknown card the cards that it can be, as a bit set.
        copies_left: how many copies of each card can be given.
    """

    def __init__(self, possible: Sequence[int], copies_left: Counter[int]) -> None:
        self.possible = possible
        self.copies_left = copies_left
        #: the unknown cards that each card is given to, by their indices
        self.holders: dict[int, list[int]] = {card: [] for card in PACK}
        # Those with the fewest choices first, so that others seldom have to exchange theirs.
        order = sorted(range(len(possible)), key=lambda blank: possible[blank].bit_count())
        #: whether there are enough cards
        self.suffices = all(self._give(blank, possible[blank], set()) for blank in order)

    def _give(self, blank: int, card_set: int, cards_tried: set[int]) -> bool:
        """Give an unknown card one of some cards; return whether it worked.

        If no copy of them is left, another unknown card that holds one of them takes a different card instead, if it
        can, and so on.

        Args:
            blank: the unknown card.
            card_set: the cards, as a bit set.
            cards_tried: the cards whose holders have been asked already; they aren't asked again.
        """
        for card in cards_of(card_set):
            if len(self.holders[card]) < self.copies_left[card]:
                self.holders[card].append(blank)
                return True
        for card in cards_of(card_set):
            if card not in cards_tried:
                cards_tried.add(card)
                for holder in self.holders[card]:
                    if self._give(holder, self.possible[holder], cards_tried):
                        self.holders[card].remove(holder)
                        self.holders[card].append(blank)
                        return True
        return False

    def forced_cards(self) -> dict[int, int]:
        """Return the unknown cards that are the same in every such way, each with its card."""
        forced: dict[int, int] = {}
        # Unknown cards that can be the same cards are alike.
        only_card: dict[int, int | None] = {}
        for blank, card_set in enumerate(self.possible):
            if card_set not in only_card:
                only_card[card_set] = self._only_card(blank)
            card = only_card[card_set]
            if card is not None:
                forced[blank] = card
        return forced

    def _only_card(self, blank: int) -> int | None:
        """Return the card that an unknown one holds, if it can get no other. Otherwise give it another one, and return
        None."""
        card = next(card for card, holders in self.holders.items() if blank in holders)
        self.holders[card].remove(blank)
        if self._give(blank, self.possible[blank] & ~(1 << card), set()):
            return None
        self.holders[card].append(blank)
        return card


class ForcedCard(NamedTuple):
    """An unknown card that can only be one card: its place, its index from the bottom, and that card."""

    place: str
    at: int
    card: int


def forced_cards(packs: int, position: UnknownPosition) -> list[ForcedCard] | None:
    """Find the unknown cards of a position whose identity follows from the rest of the packs.

    Args:
        packs: the number of packs, and so of copies of each card.
        position: the position. Unknown cards whose identity is proved count as known.

    Returns:
        Those cards with their identities; None if there aren't enough cards for all unknown ones.
    """
    if find_surplus_card(packs, position) is not None:
        return None
    spots: list[tuple[str, int]] = []
    possible: list[int] = []
    for place, pile in position.places.items():
        for at, card in enumerate(pile):
            if isinstance(card, UnknownCard) and card.slot.card is None:
                spots.append((place, at))
                possible.append(card.slot.possible)
    distribution = _Distribution(possible, count_copies_left(packs, position))
    if not distribution.suffices:
        return None
    return [ForcedCard(*spots[blank], card) for blank, card in distribution.forced_cards().items()]


def find_surplus_card(packs: int, position: UnknownPosition) -> int | None:
    """Return a card that is proved to lie in more places than the packs have copies of it; None if there is none.

    A record can get there because a variation can name a card in a place that the main line comes to only later.
    """
    blanks = [card for pile in position.places.values() for card in pile if isinstance(card, UnknownCard)]
    copies_left = count_copies_left(packs, position)
    surplus = [card for card in map(proved_card, blanks) if copies_left[card] < 0]
    return min(surplus, default=None)


def count_copies_left(packs: int, position: UnknownPosition) -> Counter[int]:
    """Count the copies of each card that lie nowhere in a position, as far as it is known."""
    copies = Counter(proved_card(card) for pile in position.places.values() for card in pile)
    return Counter({card: packs - copies[card] for card in PACK})


def proved_card(card: int) -> int:
    """Return a card of a position, face up; an unknown card as the card that it is proved to be, if it is."""
    if isinstance(card, UnknownCard) and card.slot.card is not None:
        return card.slot.card
    return card & ~DOWN


def are_enough(copies_left: Counter[int], possible: Sequence[int]) -> bool:
    """Whether the remaining cards are enough to give each unknown card one that it can be.

    Args:
        copies_left: how many copies of each card are left.
        possible: for each unknown card the cards that it can be, as a bit set.
    """
    return _Distribution(possible, copies_left).suffices
