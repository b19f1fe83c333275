"""Deals of partly unknown cards in a weaving game: where can each card come to lie?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from leoni_replay.cards import (
    PACK_SIZE,
    RANK,
)
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.weaving import Weaving
from leoni_replay.unknown.counting import are_enough
from leoni_replay.unknown.unknown_cards import ALL_CARDS, CardAtUnknownDepth, CardIdentity, UnknownCard, set_of

#: the cards of the piles and of the exile pile
Piles = dict[str, list[int]]

#: The maximum number of ways to deal that are followed one by one.
_WAYS: Final = 64

#: Bytes that are not cards: one for the bottom card of each place, and one for its others.
_BOTTOM: Final = PACK_SIZE


class PartialDeal(NamedTuple):
    """The first cards of a deal, dealt in one of the possible ways.

    ``exiles`` are in the order in which they were exiled. ``due`` is the pile of the next card, from 0, and
    ``untested`` is set if that card stays there whatever it is (L5). ``limits`` has for each unknown card what it can
    be if it was dealt in this way, as a set; ``exiled`` lists which of them were exiled.
    """

    piles: tuple[tuple[int, ...], ...]
    exiles: tuple[int, ...] = ()
    due: int = 0
    untested: bool = False
    limits: tuple[tuple[CardIdentity, int], ...] = ()
    exiled: tuple[bool, ...] = ()

    def add_to_pile(self, card: int, limit: int | None = None) -> PartialDeal:
        """Return the deal with one more card on the pile that is due.

        Args:
            card: the card.
            limit: if it is unknown, what it can be there, as a set.
        """
        due = self.due
        piles = (*self.piles[:due], (*self.piles[due], card), *self.piles[due + 1 :])
        deal = self._replace(piles=piles, due=(due + 1) % len(piles), untested=False)
        return deal._add_limit(card, limit, exiled=False)

    def add_exile(self, card: int, unchecked: bool, limit: int | None = None) -> PartialDeal:
        """Return the deal with one more exile.

        Args:
            card: the card.
            unchecked: whether the next card stays on the pile whatever it is (L5).
            limit: if the exile is unknown, what it can be, as a set.
        """
        deal = self._replace(exiles=(*self.exiles, card), untested=unchecked)
        return deal._add_limit(card, limit, exiled=True)

    def _add_limit(self, card: int, limit: int | None, *, exiled: bool) -> PartialDeal:
        """Return the deal with a note on its last card, if that is unknown: what it can be, as a set (None: no note),
        and whether it was exiled."""
        if limit is None or not isinstance(card, UnknownCard):
            return self
        return self._replace(limits=(*self.limits, (card.slot, limit)), exiled=(*self.exiled, exiled))

    def possible_cards(self) -> tuple[int, ...]:
        """Return what each unknown card can be if it was dealt in this way, as a set. The sets are in ascending order,
        so that two deals in which cards have changed places give the same result."""
        return tuple(sorted(identity.possible & limit for identity, limit in self.limits))

    def by_place(self, game: WeavingGame) -> Piles:
        """Return the cards of the places after the last card."""
        return name_piles(game, self.piles, self.exiles)

    def supposed(self, game: WeavingGame) -> Piles:
        """Return the cards of the places if they were dealt in this way, which is one of several. Every unknown card is
        replaced by a copy, so that what is learned about the copy says nothing about the card before the redeal."""
        limit_of = {id(identity): limit for identity, limit in self.limits}
        copies: dict[int, UnknownCard] = {}

        def copy_of(card: int) -> int:
            """Return the copy of an unknown card, the same one each time; a known card as it is."""
            if not isinstance(card, UnknownCard):
                return card
            if id(card) not in copies:
                possible = card.slot.possible & limit_of[id(card.slot)]
                copies[id(card)] = UnknownCard(CardIdentity(possible, "it was dealt otherwise"))
            return copies[id(card)]

        return name_piles(game, [[*map(copy_of, pile)] for pile in self.piles], [*map(copy_of, self.exiles)])


def name_piles(game: WeavingGame, piles: Sequence[Sequence[int]], exiles: Sequence[int]) -> Piles:
    """Return piles by their names, together with the exile pile (L10).

    Args:
        game: the game.
        piles: the cards of the piles, from pile 1 on.
        exiles: the exiles, in the order in which they were exiled.
    """
    by_name: Piles = {name: list(pile) for name, pile in zip(game.piles, piles, strict=True)}
    by_name["exile"] = list(exiles[::-1] if game.new_table().fifo else exiles)
    return by_name


def order_of_redeal(game: WeavingGame, table: Weaving, places: dict[str, list[int]]) -> list[int]:
    """Return the cards that a redeal deals, in the order dealt (10, L12, L13).

    The rules are asked with marks instead of cards: one for the bottom card of each place, and one for its others, so
    that the marks show in which order the place is dealt. Marks match no pile, so they are dealt in turn.

    Args:
        game: the game.
        table: the table before the redeal.
        places: its cards by place, with the unknown ones.
    """
    marked_table = table.copy()
    names = [*game.piles, "exile"]
    for index, name in enumerate(names):
        size = len(places[name])
        bottom_mark = _BOTTOM + 2 * index
        marks = [bottom_mark, *[bottom_mark + 1] * (size - 1)] if size else []
        marked_table.set_cards(NUMBERS[name], bytes(marks))
    marked_table.play(DEAL_AGAIN)
    new_piles = [marked_table.cards_in(NUMBERS[name]) for name in game.piles]
    marks = [new_piles[n % len(new_piles)][n // len(new_piles)] for n in range(sum(map(len, new_piles)))]
    order: list[int] = []
    while len(order) < len(marks):
        index, top_first = divmod(marks[len(order)] - _BOTTOM, 2)
        cards = places[names[index]]
        order += cards[::-1] if top_first else cards
    return order


class PossibleDeals(NamedTuple):
    """The ways in which partly unknown cards can be dealt.

    ``ways`` is empty if there are too many, or if the order of the cards isn't known. ``certain`` is the deal up to the
    first unknown card, and ``certain_cards`` the number of its cards.
    """

    ways: list[PartialDeal]
    certain: PartialDeal
    certain_cards: int


def ways_to_deal(game: WeavingGame, order: Sequence[int], copies_left: Counter[int]) -> PossibleDeals:
    """Deal partly unknown cards in every possible way.

    A card that lands on the pile of its own rank is exiled, so each unknown card can mostly be dealt in two ways.

    Args:
        game: the game.
        order: the cards in the order dealt.
        copies_left: how many copies of each card the unknown ones can be.
    """
    unchecked = game.new_table().unchecked
    certain = PartialDeal(((),) * game.count)
    ways = [certain]
    certain_cards = 0
    suffices = cache(lambda possible: are_enough(copies_left, possible))
    for index, card in enumerate(order):
        if isinstance(card, CardAtUnknownDepth) or (isinstance(card, UnknownCard) and card.slot.vague):
            # Nothing says whether this card comes here, so the order isn't known from here on.
            return PossibleDeals([], certain, certain_cards)
        ways = [longer for way in ways for longer in _deal_next(way, card, unchecked)]
        if isinstance(card, UnknownCard):
            ways = [way for way in ways if suffices(way.possible_cards())]
        elif certain_cards == index:
            # No unknown card has come yet, so there is one way.
            certain = ways[0]
            certain_cards = index + 1
        if len(ways) > _WAYS:
            return PossibleDeals([], certain, certain_cards)
    return PossibleDeals(ways, certain, certain_cards)


def _deal_next(deal: PartialDeal, card: int, unchecked: bool) -> list[PartialDeal]:
    """Deal one more card: in one way, or in two if it is unknown and may match its pile, and so be exiled.

    Args:
        deal: the cards before it.
        card: the card.
        unchecked: whether the card after an exile stays on the pile whatever it is (L5).
    """
    if not isinstance(card, UnknownCard):
        is_exiled = RANK[card] == deal.due + 1 and not deal.untested
        return [deal.add_exile(card, unchecked) if is_exiled else deal.add_to_pile(card)]
    if deal.untested:
        return [deal.add_to_pile(card, ALL_CARDS)]
    # The cards of the rank of the pile, in all suits.
    matching = set_of(range(deal.due, PACK_SIZE, 13))
    return [deal.add_to_pile(card, ALL_CARDS & ~matching), deal.add_exile(card, unchecked, matching)]


def blank_deal(game: WeavingGame, cards: int, exiles: int, first_cards: PartialDeal | None = None) -> Piles:
    """Return the piles and the exile pile after a deal of unknown cards. How high the piles are follows from the number
    of exiles.

    Args:
        game: the game.
        cards: the number of unknown cards dealt, those that are exiled included.
        exiles: how many of them are exiled.
        first_cards: the cards that were dealt before them; None if there are none.
    """
    first_cards = first_cards or PartialDeal(((),) * game.count)
    rounds, cards_of_last_round = divmod(cards - exiles, game.count)
    piles = []
    for pile in range(game.count):
        possible, why = ALL_CARDS, ""
        if game.rules["L5"] == "recheck":
            possible = ALL_CARDS & ~set_of(range(pile, PACK_SIZE, 13))
            why = f"a card of that rank dealt to pile {pile + 1} is exiled"
        is_in_last_round = (pile - first_cards.due) % game.count < cards_of_last_round
        height = rounds + 1 if is_in_last_round else rounds
        piles.append([*first_cards.piles[pile], *(UnknownCard(CardIdentity(possible, why)) for _ in range(height))])
    return name_piles(game, piles, [*first_cards.exiles, *(UnknownCard(CardIdentity()) for _ in range(exiles))])


def can_be_dealt(game: WeavingGame, position: Position) -> bool:
    """Whether the piles and exiles of a position, all of whose cards are known, can be the result of a deal (2, 3, L5).

    The deal is repeated from its first card. Whenever the next exile and the next card of the pile that is due could
    both have come, both ways are followed.
    """
    piles = [position.places[name] for name in game.piles]
    table = game.new_table()
    exiles = position.places["exile"][:: -1 if table.fifo else 1]
    card_count = sum(map(len, piles)) + len(exiles)
    # Each stage of a deal that leads here: the number of cards in the piles, the number of exiles, and whether the next
    # card stays whatever it is.
    stages = {(0, 0, False)}
    for _ in range(card_count):
        next_stages = set()
        for pile_cards, exile_count, untested in stages:
            height, due = divmod(pile_cards, game.count)
            if exile_count < len(exiles) and not untested and RANK[exiles[exile_count]] == due + 1:
                next_stages.add((pile_cards, exile_count + 1, table.unchecked))
            if height < len(piles[due]) and (untested or RANK[piles[due][height]] != due + 1):
                next_stages.add((pile_cards + 1, exile_count, False))
        stages = next_stages
    return bool(stages)
