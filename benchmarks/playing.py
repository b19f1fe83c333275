"""Whole games played a second, the deals included: the greedy player beside the sensible one."""

from __future__ import annotations

from functools import partial

from timing import row, title, turns

from leoni_replay.deals import standard
from leoni_replay.games import GAMES, make_game
from leoni_replay.search.players import play_many

_PLAYERS = ("greedy", "sensible")


def players(games: int, rounds: int) -> None:
    """Print how many games each of two players plays in a second.

    Args:
        games: how many the greedy one plays in a round; the sensible one plays a twentieth of them.
        rounds: how often each has its turn.
    """
    title("players: whole games a second, dealt and played")
    row("", *_PLAYERS, "× sensible")
    for name in GAMES:
        jobs = {
            player: partial(_played, name, player, games if player == "greedy" else games // 20) for player in _PLAYERS
        }
        timed = turns(jobs, rounds)
        rates = [timed[player].rate for player in _PLAYERS]
        row(name, *(f"{rate:,.0f}" for rate in rates), f"{rates[0] / rates[1]:.1f}")


def _played(name: str, player: str, games: int) -> int:
    """Play so many games under the default book; how many they were."""
    game = make_game(name)
    deals = range(1, max(games, 1) + 1)
    tally = play_many(game.new_table(), player, "benchmark", deals, bytes(standard(game.packs, game.bases)))
    return tally.won + tally.lost + tally.unfinished
