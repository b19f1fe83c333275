"""Deals of partly unknown cards in a weaving game: where can each card come to lie?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from leoni_replay.cards import RANK
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.weaving import Weaving
from leoni_replay.unknown.counting import enough
from leoni_replay.unknown.unknown_cards import ALL_CARDS, CardAtUnknownDepth, CardIdentity, UnknownCard, set_of

#: the cards of the piles and of the exile pile
Piles = dict[str, list[int]]

#: The maximum number of ways to deal that are followed one by one.
_WAYS: Final = 64

#: Bytes that are not cards: one for the bottom card of each place, and one for its others.
_BOTTOM: Final = 52


class Dealt(NamedTuple):
    """Some cards of a deal, dealt in one of the possible ways.

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

    def placed(self, card: int, limit: int | None = None) -> Dealt:
        """Return the deal with one more card on the pile that is due."""
        due = self.due
        piles = (*self.piles[:due], (*self.piles[due], card), *self.piles[due + 1 :])
        made = self._replace(piles=piles, due=(due + 1) % len(piles), untested=False)
        return made._limited(card, limit, False)

    def sent_away(self, card: int, unchecked: bool, limit: int | None = None) -> Dealt:
        """Return the deal with one more exile."""
        return self._replace(exiles=(*self.exiles, card), untested=unchecked)._limited(card, limit, True)

    def _limited(self, card: int, limit: int | None, exiled: bool) -> Dealt:
        if limit is None or not isinstance(card, UnknownCard):
            return self
        return self._replace(limits=(*self.limits, (card.slot, limit)), exiled=(*self.exiled, exiled))

    def table(self, game: WeavingGame) -> Piles:
        """Return the cards of the places after the last card."""
        return table_of(game, self.piles, self.exiles)

    def supposed(self, game: WeavingGame) -> Piles:
        """Return the piles as one of several ways: nothing learned about them later holds for the time before."""
        limits = {id(slot): limit for slot, limit in self.limits}
        slots = {
            id(card): UnknownCard(CardIdentity(card.slot.possible & limits[id(card.slot)], "it was dealt otherwise"))
            for card in (*self.exiles, *(card for pile in self.piles for card in pile))
            if isinstance(card, UnknownCard)
        }
        piles = [[slots.get(id(card), card) for card in pile] for pile in self.piles]
        return table_of(game, piles, [slots.get(id(card), card) for card in self.exiles])


def table_of(game: WeavingGame, piles: Sequence[Sequence[int]], exiles: Sequence[int]) -> Piles:
    """Return the piles, and the exiles in the order in which they were exiled, by name (L10)."""
    laid: Piles = {name: list(pile) for name, pile in zip(game.piles, piles, strict=True)}
    laid["exile"] = list(exiles[::-1] if game.new_table().fifo else exiles)
    return laid


def order_of_redeal(game: WeavingGame, table: Weaving, places: dict[str, list[int]]) -> list[int]:
    """Return the cards that a redeal deals, in the order dealt (10, L12, L13). The rules are asked with marks instead
    of cards; marks match no pile, so they are dealt in turn."""
    marked = table.copy()
    names = [*game.piles, "exile"]
    for n, name in enumerate(names):
        size = len(places[name])
        marked.set_cards(NUMBERS[name], bytes([_BOTTOM + 2 * n] * min(size, 1) + [_BOTTOM + 2 * n + 1] * (size - 1)))
    marked.play(DEAL_AGAIN)
    dealt = [marked.cards_in(NUMBERS[name]) for name in game.piles]
    marks = [dealt[n % len(dealt)][n // len(dealt)] for n in range(sum(map(len, dealt)))]
    order: list[int] = []
    while len(order) < len(marks):
        n, other = divmod(marks[len(order)] - _BOTTOM, 2)
        order += places[names[n]][::-1] if other else places[names[n]]
    return order


def ways_to_deal(game: WeavingGame, order: Sequence[int], left: Counter[int]) -> tuple[list[Dealt], Dealt, int]:
    """Deal partly unknown cards in every possible way.

    Args:
        game: the game.
        order: the cards in the order dealt.
        left: how many copies of each card the unknown ones can be.

    Returns:
        The ways (none if there are too many, or if the order isn't known); and the deal up to the first unknown card,
        with the number of its cards.
    """
    unchecked = game.new_table().unchecked
    certain = Dealt(((),) * game.count)
    ways = [certain]
    dealt = 0
    suffices = cache(lambda may: enough(left, may))
    for number, card in enumerate(order):
        if isinstance(card, CardAtUnknownDepth) or (isinstance(card, UnknownCard) and card.slot.vague):
            return [], certain, dealt
        after: list[Dealt] = []
        for way in ways:
            meets = set_of(range(way.due, 52, 13))
            if not isinstance(card, UnknownCard):
                exiled = RANK[card] == way.due + 1 and not way.untested
                after.append(way.sent_away(card, unchecked) if exiled else way.placed(card))
            elif way.untested:
                after.append(way.placed(card, ALL_CARDS))
            else:
                after += [way.placed(card, ALL_CARDS & ~meets), way.sent_away(card, unchecked, meets)]
        if isinstance(card, UnknownCard):
            after = [
                way for way in after if suffices(tuple(sorted(slot.possible & limit for slot, limit in way.limits)))
            ]
        elif dealt == number:
            dealt, certain = number + 1, after[0]
        if len(after) > _WAYS:
            return [], certain, dealt
        ways = after
    return ways, certain, dealt


def blank_deal(game: WeavingGame, cards: int, exiles: int, begun: Dealt | None = None) -> Piles:
    """Return the piles and exiles of a deal of unknown cards with a given number of exiles, from which the heights of
    the piles follow.

    Args:
        game: the game.
        cards: the number of cards dealt.
        exiles: how many of them are exiled.
        begun: cards that were dealt before them.
    """
    begun = begun or Dealt(((),) * game.count)
    rounds, more = divmod(cards - exiles, game.count)
    piles = []
    for p in range(game.count):
        may, why = ALL_CARDS, ""
        if game.rules["L5"] == "recheck":
            may, why = ALL_CARDS & ~set_of(range(p, 52, 13)), f"a card of that rank dealt to pile {p + 1} is exiled"
        height = rounds + ((p - begun.due) % game.count < more)
        piles.append([*begun.piles[p], *(UnknownCard(CardIdentity(may, why)) for _ in range(height))])
    return table_of(game, piles, [*begun.exiles, *(UnknownCard(CardIdentity()) for _ in range(exiles))])


def can_be_dealt(game: WeavingGame, position: Position) -> bool:
    """Whether the piles and exiles of a position can be the result of a deal (2, 3, L5)."""
    piles = [position.places[name] for name in game.piles]
    table = game.new_table()
    exiles = position.places["exile"][:: -1 if table.fifo else 1]
    cards = sum(map(len, piles))
    # The number of cards in the piles, the number of exiles, and whether the next card stays whatever it is.
    ways = {(0, 0, False)}
    for _ in range(cards + len(exiles)):
        after = set()
        for dealt, exiled, untested in ways:
            due, height = dealt % game.count, dealt // game.count
            if exiled < len(exiles) and not untested and RANK[exiles[exiled]] == due + 1:
                after.add((dealt, exiled + 1, table.unchecked))
            if height < len(piles[due]) and (untested or RANK[piles[due][height]] != due + 1):
                after.add((dealt + 1, exiled, False))
        ways = after
    return bool(ways)
