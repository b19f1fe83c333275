"""Lines of play are counted, taken back, and met again in another order; both builds are held to the same numbers."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perft import perft

from leoni_replay.deals import from_seed
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.places import NAMES
from leoni_replay.rules.numbers import (
    DEAL,
    DOWN_TO_UP,
    FOUNDATION,
    NO_CARD,
    NOWHERE,
    ON_DOWN,
    ON_UP,
    PLACES,
    REDEAL,
    UP_TO_DOWN,
    WOVEN,
)
from leoni_replay.rules.table import Table

#: How many lines there are: ``seed+moves: depth, lines``, after so many fixed moves from a deal.
COUNTS = {
    ("Leoni's Own", "wikipedia"): "1884+0: 20, 127; leoni+0: 14, 900; 7+30: 20, 2250",
    ("Leoni's Own", "gamerules"): "1884+0: 8, 3174; leoni+0: 5, 491; 7+10: 20, 350",
    ("Leoni's Own", "mcneely"): "1884+0: 20, 23; leoni+0: 20, 1200; 7+30: 20, 2970",
    ("Weaver's", "weavers"): "1884+0: 20, 12; leoni+30: 20, 4; 7+30: 20, 3",
    ("Labyrinth", "mcneely"): "1884+0: 20, 1260; leoni+0: 17, 120; leoni+10: 8, 20",
    ("Labyrinth", "wikipedia"): "1884+0: 11, 314; leoni+0: 14, 5279; 7+10: 17, 120",
    ("Labyrinth", "pgc"): "1884+0: 11, 2124; leoni+0: 11, 6199; leoni+10: 4, 12",
    ("Labyrinth", "aisleriot"): "1884+0: 11, 1293; leoni+0: 10, 1074",
    ("Martha", "mcneely"): "1884+0: 4, 4485; leoni+0: 5, 6800; leoni+30: 3, 1783",
    ("Martha", "wikipedia"): "1884+0: 4, 4485; leoni+0: 4, 1225; leoni+10: 4, 730",
    ("Martha", "gemsolitaire"): "1884+0: 4, 4485; leoni+0: 4, 1225; leoni+10: 4, 730",
    ("Martha", "pysolfc"): "1884+0: 4, 5016; leoni+0: 4, 1225; leoni+10: 4, 731",
    ("Martha", "stewart"): "1884+0: 4, 3363; leoni+0: 5, 2338; leoni+10: 20, 42",
    ("Anna", "dick-1898"): "1884+0: 8, 1569; leoni+0: 8, 2295; 7+30: 14, 2100",
    ("The Reversal", "dick-1898"): "1884+0: 20, 420; leoni+0: 20, 36; 7+30: 20, 7740",
    ("The Japanese Rug", "dick-1898"): "1884+0: 5, 3701; leoni+0: 5, 2211; 7+30: 11, 7031",
    ("The Japanese Rug", "wikipedia"): "1884+0: 5, 3701; leoni+0: 5, 2211; leoni+10: 6, 1138",
    ("The Japanese Rug", "feingames"): "1884+0: 5, 3701; leoni+0: 5, 2211; leoni+10: 6, 1138",
}
BOOKS = [(game.name, book) for game in GAMES.values() for book in game.books]
#: For properties: the books, and rules by which more happens.
RULES = [
    *BOOKS,
    ("Leoni's Own", "gamerules; L9=any; L10=fifo"),
    ("Leoni's Own", "wikipedia; L7=immediate; L6c=always-13; L6d=whenever"),
    ("Labyrinth", "wikipedia; LB6=any-time"),
    ("Anna", "dick-1898; AN3=run; AN8=forced"),
    ("The Reversal", "dick-1898; RV1=no; RV2=card-by-card"),
    ("The Japanese Rug", "dick-1898; JR3=required; JR4=yes; JR8=forced"),
]

#: The numbers of which written moves are made.
SOURCES = (*(place for place in NAMES if place < PLACES), DEAL, REDEAL, FOUNDATION)
CARDS = (*range(52), NO_CARD)
DESTS = (*(place for place in NAMES if place < PLACES), ON_UP, ON_DOWN, UP_TO_DOWN, DOWN_TO_UP, WOVEN, NOWHERE)


def dealt(name: str, rules: str, seed: str) -> tuple[Game[Any], Position]:
    """The table of a deal."""
    game = make_game(name, rules)
    return game, game.start(from_seed(seed, game.packs, game.bases))


def legal(table: Table) -> list[int]:
    """The legal moves, in the order of their numbers."""
    out = array("I", bytes(4 * 4096))
    return sorted(out[: table.moves(out)])


def advance(table: Table, choices: list[int]) -> None:
    """Play a line: of the legal moves in their order the one that each number chooses."""
    for number in choices:
        moves = legal(table)
        if not moves:
            return
        table.play(moves[number % len(moves)])


def state_of(table: Table) -> tuple[object, ...]:
    """All that a table knows of cards and moves."""
    places = [table.cards_in(place) for place in range(PLACES)]
    kept = [table.size, table.want, table.log[: table.logged], table.begins[: table.plies], table.played[: table.plies]]
    return (
        table.key(),
        table.registers(),
        table.memory,
        table.left,
        table.deal,
        table.plies,
        table.logged,
        places,
        *map(bytes, kept),
    )


def test_every_book_is_counted() -> None:
    assert list(COUNTS) == BOOKS


@pytest.mark.share(7)
@pytest.mark.parametrize(
    ("name", "book", "row"),
    [(*of, row) for of, rows in COUNTS.items() for row in rows.split("; ")],
)
def test_perft(name: str, book: str, row: str) -> None:
    where, _, counted = row.partition(": ")
    seed, plies = where.split("+")
    depth, lines = counted.split(", ")
    _, position = dealt(name, book, seed)
    advance(position.table, [7 * ply for ply in range(int(plies))])
    assert position.table.plies == int(plies)
    before = state_of(position.table)
    assert perft(position.table, int(depth)) == int(lines)
    assert state_of(position.table) == before


@pytest.mark.parametrize(("name", "rules"), RULES)
@settings(max_examples=5, deadline=None)
@given(seed=st.text(max_size=4), choices=st.lists(st.integers(0, 999), max_size=60))
def test_unplay_takes_everything_back(name: str, rules: str, seed: str, choices: list[int]) -> None:
    _, position = dealt(name, rules, seed)
    table = position.table
    passed = [state_of(table)]
    for number in choices:
        moves = legal(table)
        if not moves:
            break
        for move in moves:
            table.play(move)
            table.unplay()
            assert state_of(table) == passed[-1], move
        table.play(moves[number % len(moves)])
        passed.append(state_of(table))
    # What the key was kept up to date with is what a new table has.
    assert table.copy().key() == table.key()
    assert position.copy().digest == position.digest
    while table.plies:
        assert state_of(table) == passed.pop()
        table.unplay()
    assert [state_of(table)] == passed


@pytest.mark.parametrize(("name", "rules"), RULES)
@settings(max_examples=2, deadline=None)
@given(seed=st.text(max_size=4), choices=st.lists(st.integers(0, 999), max_size=40))
def test_tables_have_the_same_key_where_they_are_the_same(name: str, rules: str, seed: str, choices: list[int]) -> None:
    _, position = dealt(name, rules, seed)
    table = position.table
    advance(table, choices)
    keys: dict[tuple[str, int], int] = {}

    def visit(depth: int) -> None:
        same = position.text, table.registers()
        assert keys.setdefault(same, table.key()) == table.key()
        if depth:
            for move in legal(table)[:8]:
                table.play(move)
                visit(depth - 1)
                table.unplay()

    visit(3)
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize(("name", "rules"), RULES)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_what_is_listed_is_what_is_legal(name: str, rules: str, data: st.DataObject) -> None:
    _, position = dealt(name, rules, data.draw(st.text(max_size=4), label="seed"))
    table = position.table
    advance(table, data.draw(st.lists(st.integers(0, 999), max_size=60), label="moves"))
    listed = legal(table)
    assert len(set(listed)) == len(listed)
    # Of the moves that can be written all those from some places: such from which cards go, and any others.
    likely = [*sorted({move >> 16 for move in listed}), DEAL, REDEAL, FOUNDATION]
    sources = {data.draw(st.sampled_from(likely), label="likely"), data.draw(st.sampled_from(SOURCES), label="any")}
    written = [source << 16 | card << 8 | dest for source in sources for card in CARDS for dest in DESTS]
    assert sorted(move for move in written if not table.why(move)) == [m for m in listed if m >> 16 in sources]
