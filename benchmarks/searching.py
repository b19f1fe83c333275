"""Moves made and taken back a second: random lines on which every legal move is tried, and all lines to a depth."""

from __future__ import annotations

import time

from perft import perft, walk
from timing import row, title

from leoni_replay.deals import from_seed
from leoni_replay.games import GAMES, make_game
from leoni_replay.rules.table import Table

_DEALS = 8
#: How long a random line is, and for how many seconds lines are played.
_PLIES = 200
_SECONDS = 0.5
_SHORTEST = 0.001


def _tables(name: str) -> list[Table]:
    """Some deals of a game under its default book."""
    game = make_game(name)
    return [game.start(from_seed(f"benchmark-{n}", game.packs, game.bases)).table for n in range(_DEALS)]


def walks() -> None:
    """Print how many moves of random lines each game makes in a second."""
    title("random walks: moves made a second, each taken back, with all legal moves listed at every table")
    row("", "moves a second", "moves made", "µs a move")
    for name in GAMES:
        moves, state = 0, 0
        tables = _tables(name)
        started = time.process_time()
        while (taken := time.process_time() - started) < _SECONDS:
            moves += walk(tables[state % _DEALS], _PLIES, state)
            state += 1
        row(name, f"{moves / taken:,.0f}", f"{moves:,}", f"{1e6 * taken / moves:.2f}")


def lines(depth: int, most: int) -> None:
    """Print how many lines of play there are from some deals, and how many are counted in a second.

    Args:
        depth: how many moves they have.
        most: a deal is counted less deep where more lines than so many are to be expected.
    """
    title(f"perft {depth}: lines of {depth} moves from {_DEALS} deals of each game")
    row("", "lines", "ms", "lines a second", "deals in full")
    for name in GAMES:
        count, full, seconds = 0, 0, 0.0
        for table in _tables(name):
            reached, number, taken = _counted(table, depth, most)
            count, full, seconds = count + number, full + (reached == depth), seconds + taken
        # A rate of next to nothing says nothing.
        rate = f"{count / seconds:,.0f}" if seconds > _SHORTEST else "-"
        row(name, f"{count:,}", f"{1000 * seconds:,.1f}", rate, f"{full} of {_DEALS}")


def _counted(table: Table, depth: int, most: int) -> tuple[int, int, float]:
    """The depth that was reached, how many lines there are, and what counting them took."""
    before = 1
    for reached in range(1, depth + 1):
        started = time.process_time()
        number = perft(table, reached)
        taken = time.process_time() - started
        if reached == depth or number * number > most * before:
            break
        before = max(number, 1)
    return reached, number, taken
