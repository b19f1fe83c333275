"""What a search leaves out: it finds a win where, and only where, the search finds one that leaves out nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from leoni_replay.deals import from_seed, shuffled_order
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.table import Table
from leoni_replay.search.best_first import BestSearch, StagedSearch
from leoni_replay.search.depth_first import LOST, OPEN, WON, Search, VisitedPositions
from leoni_replay.search.solver import Limits, Solution, make_memory, plan_of, prunings_of, solve
from tests.rules.small_tables import Laid, every_reading, random_game, random_table

#: How many cards are left to play at most. Where vacancies abound, tables with few cards are all won.
MOST = {"Anna": 16, "Martha": 30, "Leoni's Own": 16, "Weaver's": 16, "Labyrinth": 12, "The Japanese Rug": 14}

NAIVE, PRUNED = VisitedPositions(16), VisitedPositions(16)


def laid_out(game: Game[Any], laid: Laid) -> Table:
    table: Table = game.new_table()
    table.set_position(*laid)
    return table


def shuffle(number: int, cards: bytes) -> bytes:
    return shuffled_order("small", number, cards)


def searched(game: Game[Any], laid: Laid, prunings: list[str] | None, nodes: int, seen: VisitedPositions) -> Solution:
    """What the solver says, once a line that wins has been played."""
    table = laid_out(game, laid)
    key, orders = table.key(), dict(table.orders)
    solution = solve(table, Limits(nodes), prunings=prunings, visited=seen, shuffle=shuffle)
    assert (table.plies, table.key(), table.orders) == (0, key, orders), "the table does not stand as it stood"
    if solution.status == "won":
        replayed = laid_out(game, laid)
        orders = dict(solution.orders)
        for move in solution.line:
            number = replayed.deal + 1
            if move == DEAL_AGAIN and number in orders:
                assert orders[number] == shuffle(number, bytes(sorted(replayed.gathered())))
                replayed.orders[number] = orders[number]
            assert replayed.why(move) == 0, (move, game.rules, laid)
            replayed.play(move)
        assert replayed.won()
    return solution


def compare(name: str, readings: list[str], tables: int, nodes: int, seed: str) -> None:
    """Play out so many tables, under each of some readings in turn, with all prunings, each alone, and none."""
    assert len(readings) <= tables
    draw = random.Random(f"{seed} {name}")
    all_prunings = sorted(prunings_of(make_game(name).new_table()))
    statuses = {"won": 0, "lost": 0}
    while (done := sum(statuses.values())) < tables:
        game = random_game(name, draw, readings[done % len(readings)])
        laid = random_table(game, MOST.get(name, 10), draw)
        naive = searched(game, laid, [], nodes, NAIVE)
        if naive.status == "undecided":
            continue
        statuses[naive.status] += 1
        for prunings in [all_prunings, [draw.choice(all_prunings)]] if all_prunings else []:
            pruned = searched(game, laid, prunings, 3 * nodes + 3000, PRUNED)
            if pruned.status != "undecided" or prunings == all_prunings:
                assert pruned.status == naive.status, (str(game.rules), prunings, laid)
    assert min(statuses.values()) > tables // 20, statuses


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_small_tables(name: str) -> None:
    """Under every reading at least once; with all prunings, and with one alone."""
    compare(name, every_reading(name), 50, 300, "small")


@pytest.mark.parametrize("name", ["Leoni's Own", "Weaver's"])
def test_shuffled_redeals_of_small_tables(name: str) -> None:
    """Before a redeal the search sets the order of its cards, and leaves the table alone."""
    compare(name, ["L12=shuffled"], 24, 100, "shuffled")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", range(2))
def test_many_small_tables(name: str, part: int) -> None:
    compare(name, every_reading(name), 1000, 4000, f"many {part}")


@pytest.mark.parametrize("name", GAMES)
def test_the_two_searches_agree(name: str) -> None:
    """The search that goes deep first, the one that goes on from the best table, and the one that suits the game."""
    draw = random.Random(f"two {name}")
    seen = VisitedPositions(14)
    compared = 0
    while compared < 8:
        game = random_game(name, draw)
        laid = random_table(game, MOST.get(name, 10), draw)
        states = []
        for kind in (Search, BestSearch, plan_of(game.new_table()).search):
            table = laid_out(game, laid)
            plan = plan_of(table)
            search = kind(plan(table, sum(plan.PRUNINGS.values())), seen)
            states.append(search.run(400))
            if search.state == LOST:
                assert (table.plies, table.key()) == (0, laid_out(game, laid).key())
            if search.state == WON:
                assert table.won()
                assert list(table.played[: table.plies]) == search.line()
        if OPEN not in states:
            assert states == states[:1] * 3, (str(game.rules), laid)
            compared += 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["Anna", "The Japanese Rug"])
def test_what_a_stage_leaves_out_is_not_lost(name: str) -> None:
    """Positions with more to try in a stage than a narrow round keeps: the search goes on until nothing is left out."""
    draw = random.Random(f"stages {name}")
    seen = VisitedPositions(14)
    begun_again = 0
    while begun_again < 3:
        game = random_game(name, draw)
        laid = random_table(game, 14, draw)
        searches = []
        for kind in (BestSearch, StagedSearch):
            table = laid_out(game, laid)
            searches.append(kind(plan_of(table)(table, 0), seen))
            searches[-1].run(3000)
        best, staged = searches
        if OPEN not in (best.state, staged.state):
            assert best.state == staged.state, (str(game.rules), laid)
            begun_again += staged.nodes > best.nodes + 100


@pytest.mark.parametrize("name", GAMES)
def test_a_search_can_be_broken_off_and_gone_on_with(name: str) -> None:
    """Whatever the pieces, it comes to the same, by the same way."""
    game = make_game(name)
    stock = bytes(from_seed("odds-1", game.packs, game.bases))
    ends = []
    for piece in (1, 7, 10_000):
        table = game.new_table()
        table.start(stock)
        plan = plan_of(table)
        search = plan(table, sum(plan.PRUNINGS.values())).search(NAIVE)
        while search.state == OPEN and search.nodes < 900:
            search.run(min(piece, 900 - search.nodes))
        ends.append((search.state, search.nodes, search.fewest, search.line()))
    assert ends[0] == ends[1] == ends[2]


def test_seen() -> None:
    """Three quarters full is full; what is forgotten is new again."""
    seen = VisitedPositions(4)
    # Keys that begin at the same slot, and 0, for which there is no slot of its own but that of 1.
    assert [seen.add(key) for key in (0, 1, 5, 5, 5 + (1 << 63))] == [1, 0, 1, 0, 1]
    assert [seen.add(key) for key in range(100, 110)] == [1] * 9 + [-1]
    assert (seen.key_count, seen.capacity) == (12, 12)
    assert seen.add(104) == 0
    seen.clear()
    assert seen.key_count == 0
    assert [seen.add(key) for key in (5, 104, 5)] == [1, 1, 0]


@pytest.mark.long
@pytest.mark.parametrize("name", ["Anna", "Leoni's Own"])
def test_limits(name: str) -> None:
    game = make_game(name)
    table = game.new_table()
    table.start(bytes(from_seed("odds-5", game.packs, game.bases)))
    key = table.key()
    for limits, limit in ((Limits(nodes=50), "nodes"), (Limits(seconds=0), "seconds"), (Limits(memory=0), "memory")):
        solution = solve(table, limits, prunings=[])
        assert (solution.status, solution.limit, solution.line) == ("undecided", limit, ())
        assert (table.plies, table.key()) == (0, key)
    assert solve(table, Limits(nodes=50), prunings=[], visited=NAIVE).nodes < 50 + 200
    assert make_memory(Limits(memory=1)).capacity * 12 <= 1_000_000


@pytest.mark.parametrize("name", GAMES)
def test_prunings_are_known_by_name(name: str) -> None:
    table = make_game(name).new_table()
    table.start(bytes(from_seed("1", make_game(name).packs, make_game(name).bases)))
    with pytest.raises(ValueError, match="there is no pruning `short` here; known are "):
        solve(table, Limits(nodes=1), prunings=["short"], visited=NAIVE)
    for pruning in prunings_of(table):
        assert solve(table, Limits(nodes=1), prunings=[pruning], visited=NAIVE).nodes >= 1


def shuffled(name: str) -> Game[Any]:
    return make_game(name, {"Anna": "dick-1898; AN7=shuffled", "The Reversal": "dick-1898; RV4=shuffled"}.get(name)
                     or "dick-1898; JR7=shuffled")  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", ["Anna", "The Reversal", "The Japanese Rug"])
def test_shuffled_redeals(name: str) -> None:
    """Whole deals: the orders handed back are what shuffling gave, and the line wins on a table that is given them one
    by one; without shuffling no such redeal is made."""
    game = shuffled(name)
    redealt = 0
    for number in range(1, 9):
        table = game.new_table()
        stock = bytes(from_seed(f"odds-{number}", game.packs, game.bases))
        table.start(stock)
        solution = solve(
            table, Limits(nodes=6000), visited=NAIVE, shuffle=lambda deal, cards: shuffled_order("x", deal, cards)
        )
        assert not table.orders
        assert all(move != DEAL_AGAIN for move in solve(table, Limits(nodes=300), visited=NAIVE).line)
        if solution.status != "won":
            continue
        assert len(solution.orders) == solution.line.count(DEAL_AGAIN)
        orders = dict(solution.orders)
        replayed = game.new_table()
        replayed.start(stock)
        for move in solution.line:
            if move == DEAL_AGAIN:
                deal = replayed.deal + 1
                assert orders[deal] == shuffled_order("x", deal, replayed.gathered())
                replayed.orders[deal] = orders[deal]
                redealt += 1
            assert replayed.why(move) == 0
            replayed.play(move)
        assert replayed.won()
    assert redealt
