"""Positions that a record writes down among its moves: with claims about every place, or with the order of a redeal
that gathers all cards not on the foundations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from leoni_replay.cards import DOWN, GAP, RANK, SUIT
from leoni_replay.games import Game
from leoni_replay.games.places import suit_named, way_named
from leoni_replay.games.refusal import LayoutError
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Claim, Item, Move, Number


class Written(NamedTuple):
    """A position written among the items of a record: the index of the item after it, the number of the next move, and
    whether the order of a redeal gives it."""

    at: int
    position: Position
    number: int
    redealt: bool


def first_written(
    game: Game[Any], items: Sequence[Item], start: int, number: int, deal: int, orders: Mapping[int, bytes]
) -> Written | None:
    """The first place where a record writes down the whole position; None if there is none.

    Args:
        game: the game of the record.
        items: its main line.
        start: how many items to skip.
        number: the number of the next move there.
        deal: the number of the deal there.
        orders: the written orders of shuffled redeals.
    """
    lines: dict[str, list[int]] = {}
    claimed = 0
    at = start
    for index in range(start, len(items) + 1):
        item = items[index] if index < len(items) else None
        if item is None or isinstance(item, Move):
            if lines and (position := whole_table(game, lines, claimed or deal)):
                return Written(at, position, number, False)
            if item is None:
                break
            lines, claimed, at, number = {}, 0, index + 1, number + 1
            if item.command.source == "redeal":
                # An item that the rules don't have begins no deal.
                deal = min(deal + 1, game.deals or deal + 1)
                if game.gathers_all and deal in orders:
                    # The card that is dealt first is the last of the stock.
                    gathered: dict[str, list[int]] = {name: [] for name in game.order}
                    position = whole_table(game, gathered | {"stock": [*reversed(orders[deal])]}, deal)
                    if position is not None:
                        return Written(at, position, number, True)
        elif isinstance(item, Number):
            number = item.value
        elif isinstance(item, Claim) and item.kind == "place" and item.statement.place is not None:
            said = item.statement
            if said.number is not None:
                claimed = said.number
            else:
                lines[item.statement.place] = list(said.cards)
    return None


def whole_table(game: Game[Any], lines: Mapping[str, Sequence[int]], deal: int) -> Position | None:
    """The position with these cards at its places, if they define it completely.

    Either all foundations are given and, with what lies elsewhere, make up the packs: then other places are empty. Or
    all other places are given, and the rest of the packs can lie on the foundations in one way only.
    """
    places = {name: list(cards) for name, cards in lines.items() if name in (*game.lines, *game.cells, *game.order)}
    if not (places.keys() >= game.lines.keys() or places.keys() >= {*game.cells, *game.order}):
        return None
    left = Counter(list(range(52)) * game.packs)
    for name, cards in places.items():
        if name not in game.lines:
            left.subtract(card & ~DOWN for card in cards if card != GAP)
    if not left or min(left.values()) < 0:
        return None
    for suit in range(4):
        names = [name for name in game.lines if suit_named(name) == suit]
        ways = list(_tops(game, names, places, Counter({c: n for c, n in left.items() if SUIT[c] == suit and n})))
        if len(ways) != 1:
            return None
        places |= ways[0]
    try:
        position = game.from_layout(places, deal)
    except LayoutError:
        return None
    return None if game.strays(position) else position


def _tops(
    game: Game[Any], names: Sequence[str], given: Mapping[str, list[int]], left: Counter[int]
) -> Iterator[dict[str, list[int]]]:
    """The top cards that the foundations of a suit can have so that together they hold the given cards."""
    choices = []
    for name in names:
        ranks, count = game.ranks[way_named(name)], len(game.lines[name])
        heights = range(game.laid, len(ranks) + 1)
        # If two foundations are built in the same direction, it doesn't matter which is higher.
        several = [higher for higher in product(heights, repeat=count) if list(higher) == sorted(higher, reverse=True)]
        choices.append([(name, ranks, higher) for higher in several])
    suit = suit_named(names[0]) if names else 0
    for chosen in product(*choices):
        counts = Counter(
            13 * suit + rank - 1 for _, ranks, heights in chosen for height in heights for rank in ranks[:height]
        )
        if counts != left:
            continue
        tops = {
            name: [13 * suit + ranks[height - 1] - 1 for height in heights if height] for name, ranks, heights in chosen
        }
        if all(sorted(given[name], key=_rank) == sorted(tops[name], key=_rank) for name in names if name in given):
            yield tops


def _rank(card: int) -> int:
    return RANK[card] if card < 52 else card
