"""Deals solved a second, beside a search without pruning; and reviews, beside reviews with a fixed limit."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Final

from timing import row, title

from leoni_replay.deals import from_seed
from leoni_replay.games import make_game
from leoni_replay.record.sample import sample
from leoni_replay.search.solver import Limits, make_memory, solve
from leoni_replay.solving.review import review

#: What is solved: games and rules that differ in what there is to search.
_CASES: Final = {
    "Own, no reversal": ("Leoni's Own", "wikipedia; L7=none"),
    "Own, mcneely": ("Leoni's Own", "mcneely"),
    "Own, wikipedia": ("Leoni's Own", "wikipedia"),
    "Own, gamerules": ("Leoni's Own", "gamerules"),
    "Weaver's": ("Weaver's", "weavers"),
    "Labyrinth, mcneely": ("Labyrinth", "mcneely"),
    "Labyrinth, wikipedia": ("Labyrinth", "wikipedia"),
    "Labyrinth, pgc": ("Labyrinth", "pgc"),
    "Martha": ("Martha", "mcneely"),
    "Anna": ("Anna", "dick-1898"),
    "The Reversal": ("The Reversal", "dick-1898"),
    "The Japanese Rug": ("The Japanese Rug", "dick-1898"),
}


def deals(seconds: float, nodes: int) -> None:
    """Print how many deals of each kind are solved in a second, and how many are not in the end.

    Args:
        seconds: how long each kind is given.
        nodes: how many tables of a deal are looked at.
    """
    title(f"solver: deals a second, up to {nodes:,} tables each, beside a search without prunings")
    row("", "deals a second", "undecided", "tables a second", "unpruned: deals", "undecided")
    for label, (name, rules) in _CASES.items():
        rate, undecided, tables = _solved(name, rules, seconds, nodes, None)
        naive, open_, _ = _solved(name, rules, seconds, nodes, ())
        row(label, f"{rate:,.1f}", f"{undecided:.1%}", f"{tables:,.0f}", f"{naive:,.1f}", f"{open_:.1%}")


def reviews(games: int, seconds: float) -> None:
    """Print in how many lost games of the sensible player at Leoni's Own the losing move is proved (or that there is
    none), beside reviews that search at most so many positions from each position.

    Args:
        games: how many games are reviewed.
        seconds: the time for each.
    """
    title(f"review: {games} games of Leoni's Own lost by the sensible player, up to {seconds:g} seconds each")
    row("", "proved", "seconds", "positions")
    losses = list(sample("Leoni's Own", None, "sens", games, player="sensible", want="lost"))
    for label, nodes in (("until it knows", None), ("20,000 from each", 20_000), ("300,000 from each", 300_000)):
        start_time = time.process_time()
        results = [review(loss, nodes=nodes, seconds=seconds) for loss in losses]
        proved = sum(result.thrown_away is not None or result.first_lost == 0 for result in results)
        cost = time.process_time() - start_time
        row(label, str(proved), f"{cost:.1f}", f"{sum(result.nodes for result in results):,}")


def _solved(
    name: str, rules: str, seconds: float, nodes: int, prunings: Collection[str] | None
) -> tuple[float, float, float]:
    """Deals solved in a second, the share left undecided, and tables a second."""
    game = make_game(name, rules)
    limits = Limits(nodes=nodes)
    seen = make_memory(limits)
    table = game.new_table()
    solved = undecided = looked_at = 0
    started = time.process_time()
    while (taken := time.process_time() - started) < seconds:
        solved += 1
        table.start(bytes(from_seed(f"benchmark-{solved}", game.packs, game.bases)))
        solution = solve(table, limits, prunings=prunings, visited=seen)
        undecided += solution.status == "undecided"
        looked_at += solution.nodes
    return solved / taken, undecided / solved, looked_at / taken
