"""Random small tables of every game: most cards lie on the foundations, so that every line of play can be tried."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.rules import RulesError
from leoni_replay.rules.numbers import (
    COLUMNS,
    DROPPED,
    EXILE,
    FACE_DOWN,
    FOUNDATIONS,
    GRID,
    HAND,
    KINDS,
    RANK,
    STOCK,
    TALON,
)
from leoni_replay.rules.table import Table

#: What ``Table.set_position`` takes.
Laid = tuple[dict[int, bytes | int], int, int]


def every_reading(name: str) -> list[str]:
    """Every reading of every point of a game that has a choice, if one of the books can have it."""
    readings = []
    for point, choices in GAMES[name].game.core.READINGS.items():
        for reading in choices if len(choices) > 1 else ():
            for book in GAMES[name].books:
                with suppress(RulesError):
                    make_game(name, f"{book}; {point}={reading}")
                    readings.append(f"{point}={reading}")
                    break
    return readings


def random_game(name: str, draw: random.Random, reading: str = "") -> Game[Any]:
    """A game under one of its books with this reading, if any, and with a few others changed."""
    declaration = GAMES[name]
    points = {
        point: readings
        for point, readings in declaration.game.core.READINGS.items()
        if len(readings) > 1 and f"{point}=" not in reading
    }
    while True:
        rules = f"{draw.choice(declaration.books)}; {reading}".removesuffix("; ")
        for point in draw.sample(sorted(points), min(len(points), draw.choice((0, 1, 1, 2, 3, 6)))):
            rules += f"; {point}={draw.choice(points[point])}"
        try:
            return make_game(name, rules)
        except RulesError:
            continue


def random_table(game: Game[Any], most: int, draw: random.Random) -> Laid:
    """A table on which at most so many cards are left to play, as ``Table.set_position`` takes it."""
    table: Table = game.new_table()
    heights = {FOUNDATIONS + i: table.base_count for i in range(4 * KINDS) if table.full[i >> 2]}
    rest = table.cards - sum(heights.values())
    wanted = draw.randint(2, most) + (8 if game.name == "Anna" else 0)
    # Of one colour nothing can be built in Martha, and with two colours nearly every small table is won.
    left = draw.choice([{0, 3}, {1, 2}]) if game.name == "Martha" and draw.random() < 0.8 else set()
    while rest > wanted:
        open_ones = [one for one in heights if heights[one] < table.full[(one - FOUNDATIONS) >> 2]]
        foundation = draw.choice([one for one in open_ones if (one - FOUNDATIONS) % 4 not in left] or open_ones)
        # Much of one suit is left more often than a little of each.
        room = table.full[(foundation - FOUNDATIONS) >> 2] - heights[foundation]
        step = min(draw.randint(1, room), rest - wanted)
        heights[foundation] += step
        rest -= step
    cards = list(range(52)) * (table.cards // 52)
    for foundation, height in heights.items():
        kind, suit = divmod(foundation - FOUNDATIONS, 4)
        for rank in table.ranks[16 * kind : 16 * kind + height]:
            cards.remove(13 * suit + rank - 1)
    draw.shuffle(cards)
    laid, deal, rows = _SPREAD[game.name](cards, table, draw)
    return {place: bytes(pile) for place, pile in laid.items()} | heights, deal, rows  # type: ignore[operator]


def _piles(cards: list[int], places: list[int], draw: random.Random) -> dict[int, list[int]]:
    """Cards on some of the places, few more often than many."""
    some = draw.sample(places, min(draw.randint(2, len(places)), draw.randint(2, len(places))))
    laid: dict[int, list[int]] = {place: [] for place in places}
    for card in cards:
        laid[draw.choice(some)].append(card)
    return laid


def _cut(cards: list[int], draw: random.Random) -> tuple[list[int], list[int]]:
    """Some of the cards, and the rest."""
    n = draw.randint(0, len(cards))
    return cards[:n], cards[n:]


def _weaving(cards: list[int], table: Any, draw: random.Random) -> tuple[dict[int, list[int]], int, int]:
    exiles = draw.randint(0, min(4, len(cards) // 2))
    laid = _piles(cards[exiles:], list(range(1, table.count + 1)), draw)
    return {EXILE: cards[:exiles]} | laid, draw.randint(1, 3), 0


def _labyrinth(cards: list[int], table: Any, draw: random.Random) -> tuple[dict[int, list[int]], int, int]:
    # There are six rows at most, with those that come.
    rows = draw.randint(1, 5 if len(cards) <= COLUMNS else 4)
    stock, cards = _cut(cards, draw)
    columns = draw.randint(2, COLUMNS)
    places = [GRID + COLUMNS * row + column for row in range(rows) for column in range(columns)]
    while len(places) < len(cards):
        stock.append(cards.pop())
    draw.shuffle(places)
    if stock and not table.refills_later:
        places.sort(key=lambda place: place >= GRID + COLUMNS)
    return {STOCK: stock} | {place: [card] for place, card in zip(places, cards, strict=False)}, 1, rows


def _martha(cards: list[int], table: Any, draw: random.Random) -> tuple[dict[int, list[int]], int, int]:
    # With vacancies, or with low cards on top, nearly every table is won.
    if draw.random() < 0.8:
        cards.sort(key=lambda card: RANK[card])
    piles = draw.sample(range(1, table.PILES + 1), draw.randint(table.PILES - 1, table.PILES))
    laid: dict[int, list[int]] = {p: [] for p in range(1, table.PILES + 1)}
    for i, card in enumerate(cards):
        laid[piles[i] if i < len(piles) else draw.choice(piles)].append(card)
    for pile in laid.values():
        pile[:-1] = [card | FACE_DOWN if draw.random() < 0.3 else card for card in pile[:-1]]
    return laid, 1, 0


def _talon(cards: list[int], draw: random.Random) -> tuple[dict[int, list[int]], list[int]]:
    """What lies in the stock, on the talon and in the hand, and the rest."""
    stock, rest = _cut(cards, draw)
    talon, rest = _cut(rest, draw) if draw.random() < 0.5 else ([], rest)
    hand = [rest.pop()] if rest and draw.random() < 0.2 else []
    return {STOCK: stock, TALON: talon, HAND: hand}, rest


def _anna(cards: list[int], table: Any, draw: random.Random) -> tuple[dict[int, list[int]], int, int]:
    queens = [card for card in cards if RANK[card] == 12]
    others = [card for card in cards if RANK[card] != 12]
    laid, rest = _talon(others, draw)
    for place in range(1, 9):
        laid[place] = [queens.pop()]
    for card in rest:
        laid[draw.randint(1, 8)].append(card)
    for place in draw.sample(range(1, 9), draw.choice((0, 0, 1, 2))):
        # A queen that is not in the A yet.
        if not table.size[HAND] and draw.random() < 0.7:
            laid[draw.choice((STOCK, TALON))].insert(0, laid[place].pop(0))
            if not laid[place] and laid[STOCK]:
                laid[place].append(laid[STOCK].pop())
    if laid[HAND] and RANK[laid[HAND][0]] == 11:
        laid[TALON].append(laid[HAND].pop())
    return laid, draw.randint(1, 3), 0


def _reversal(cards: list[int], table: Any, draw: random.Random) -> tuple[dict[int, list[int]], int, int]:
    stock, cards = _cut(cards, draw)
    deal = draw.randint(1, table.deals)
    return {STOCK: stock} | _piles(cards, [1, 2, 3, 4, DROPPED][: 4 if deal == 4 else 5], draw), deal, 0


def _rug(cards: list[int], table: Any, draw: random.Random) -> tuple[dict[int, list[int]], int, int]:
    laid, rest = _talon(cards, draw)
    # Close together, or all of them would be free.
    side = draw.randint(2, 5)
    corner = draw.randint(0, 8 - side)
    places = [GRID + COLUMNS * (corner + i // side) + corner + i % side for i in range(side * side)]
    draw.shuffle(places)
    laid[STOCK] += rest[len(places) :]
    return laid | {place: [card] for place, card in zip(places, rest, strict=False)}, draw.randint(1, 3), 0


_SPREAD: dict[str, Any] = {
    "Leoni's Own": _weaving,
    "Weaver's": _weaving,
    "Labyrinth": _labyrinth,
    "Martha": _martha,
    "Anna": _anna,
    "The Reversal": _reversal,
    "The Japanese Rug": _rug,
}
