"""What counting proves about unknown cards, from the number of places, the remaining copies of every card, and what
each place can hold by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from leoni_replay.cards import DOWN
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknown_cards import CardIdentity, UnknownCard, cards_of


class _Shares:
    """Cards shared out among places, each of which can be one of a set; ``whole`` is set if there are enough."""

    def __init__(self, may: Sequence[int], left: Counter[int]) -> None:
        self.possible = may
        self.left = left
        #: the places that get each card
        self.given: dict[int, list[int]] = {card: [] for card in range(52)}
        # Those with the fewest choices first, so that others seldom have to exchange theirs.
        order = sorted(range(len(may)), key=lambda place: may[place].bit_count())
        self.whole = all(self._give(place, may[place], set()) for place in order)

    def _give(self, place: int, cards: int, asked: set[int]) -> bool:
        """Give a place one of some cards; others exchange theirs, except those that have been asked, if that helps."""
        for card in cards_of(cards):
            if len(self.given[card]) < self.left[card]:
                self.given[card].append(place)
                return True
        for card in cards_of(cards):
            if card not in asked:
                asked.add(card)
                for other in self.given[card]:
                    if self._give(other, self.possible[other], asked):
                        self.given[card].remove(other)
                        self.given[card].append(place)
                        return True
        return False

    def only_ones(self) -> dict[int, int]:
        """Return the places that can get only one card, each with it."""
        ones: dict[int, int] = {}
        seen: dict[int, int | None] = {}
        for place, may in enumerate(self.possible):
            if may not in seen:
                # Places that can be the same cards are alike.
                card = next(card for card, places in self.given.items() if place in places)
                self.given[card].remove(place)
                other = self._give(place, may & ~(1 << card), set())
                seen[may] = None if other else card
                if not other:
                    self.given[card].append(place)
            if (one := seen[may]) is not None:
                ones[place] = one
        return ones


def only_ones(packs: int, position: UnknownPosition) -> list[tuple[str, int, int]] | None:
    """Find the unknown cards of a position whose identity follows from the rest of the packs.

    Returns:
        The place, the index and the card of each; None if there aren't enough cards for all of them.
    """
    where = [
        (place, at, card.slot)
        for place, pile in position.places.items()
        for at, card in enumerate(pile)
        if isinstance(card, UnknownCard) and card.slot.card is None
    ]
    if too_often(packs, position) is not None:
        return None
    shares = _Shares([slot.possible for _, _, slot in where], left_over(packs, position))
    return [(*where[n][:2], card) for n, card in shares.only_ones().items()] if shares.whole else None


def too_often(packs: int, position: UnknownPosition) -> int | None:
    """Return a card that is proved to lie in more places than the packs have copies of it: a variation can name it
    where the main line hasn't come yet. None if there is none."""
    proved = {identity(card) for pile in position.places.values() for card in pile if isinstance(card, UnknownCard)}
    left = left_over(packs, position)
    return next((card for card in sorted(proved) if left[card] < 0), None)


def left_over(packs: int, position: UnknownPosition) -> Counter[int]:
    """Count the copies of each card that lie nowhere in a position, as far as it is known."""
    lying = Counter(identity(card) for pile in position.places.values() for card in pile)
    return Counter({card: packs - lying[card] for card in range(52)})


def identity(card: int) -> int:
    """Return the card that an unknown card is proved to be."""
    slot: CardIdentity | None = card.slot if isinstance(card, UnknownCard) else None
    return card & ~DOWN if slot is None or slot.card is None else slot.card


def enough(left: Counter[int], may: Sequence[int]) -> bool:
    """Whether the remaining cards have one for each unknown card, each of which is one of a set."""
    return _Shares(may, left).whole
