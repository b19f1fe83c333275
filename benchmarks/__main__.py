"""All that is measured, in one run: ``python benchmarks [what …]``.

Compare ratios, not figures: what else the machine does falls on all that take turns alike.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import collecting
import many
import pages
import playing
import searching
import serving
import slips
import solving
import startup
import verifying
from corpus import Corpus, sampled

import leoni_replay
from leoni_replay.games import GAMES
from leoni_replay.rules import compiled

#: What there is to measure. Memory is not, unless it is asked for.
PARTS = (
    "written",
    "verify",
    "wrong",
    "slips",
    "pgn-extract",
    "processes",
    "walk",
    "perft",
    "players",
    "solver",
    "review",
    "commands",
    "odds",
    "collections",
    "editor",
    "pages",
    "memory",
)

#: The game of the parts that need but one.
OWN = "Leoni's Own"


def main() -> None:
    """Measure what is asked for, or all."""
    chosen = _options()
    build = "compiled" if compiled() else "plain"
    print(f"leoni-replay {leoni_replay.__version__}, {build} rules; Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as name:
        for job in _jobs(chosen, Path(name)):
            job()


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", metavar="what", help=f"one or more of {', '.join(PARTS)}")
    options.add_argument("--games", type=int, default=500, help="games of each kind that are verified")
    options.add_argument("--rounds", type=int, default=5, help="how often each job has its turn")
    options.add_argument("--many", type=int, default=50_000, help="games that are shared out among processes")
    options.add_argument("--odds", type=int, default=0, metavar="DEALS", help="deals that are shared out")
    options.add_argument("--collected", type=int, default=0, metavar="GAMES", help="games of the archive")
    options.add_argument("--memory", type=int, default=0, metavar="GAMES", help="games of the big file")
    options.add_argument("--depth", type=int, default=6, help="the depth of perft")
    options.add_argument("--lines", type=int, default=0, help="the most lines of one deal that perft counts")
    options.add_argument("--players", type=int, default=0, help="games that the greedy player plays")
    options.add_argument("--seconds", type=float, default=3.0, help="how long deals of each kind are solved")
    options.add_argument("--reviewed", type=int, default=20, metavar="GAMES", help="lost games that are reviewed")
    options.add_argument("--tables", type=int, default=300_000, help="how many tables of a deal the solver looks at")
    options.add_argument("--runs", type=int, default=20, help="how often each command is started")
    chosen = options.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        options.error(f"there is no {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    chosen.parts = chosen.parts or [part for part in PARTS if part != "memory" or chosen.memory]
    chosen.memory = chosen.memory or 50_000
    chosen.collected = chosen.collected or (50_000 if compiled() else 2_000)
    chosen.odds = chosen.odds or (30_000 if compiled() else 1_000)
    chosen.lines = chosen.lines or (20_000_000 if compiled() else 200_000)
    chosen.players = chosen.players or (10_000 if compiled() else 400)
    return chosen


def _jobs(chosen: argparse.Namespace, folder: Path) -> list[Callable[[], None]]:
    """The parts that are chosen, in their order."""

    @cache
    def corpus(name: str) -> Corpus:
        return sampled(folder, name, chosen.games)

    def every() -> list[Corpus]:
        return [corpus(name) for name in GAMES]

    parts: dict[str, Callable[[], None]] = {
        "written": lambda: verifying.as_people_write(every(), folder, chosen.rounds),
        "verify": lambda: verifying.against_chess(every(), folder, chosen.rounds),
        "wrong": lambda: verifying.right_and_wrong(every(), folder, chosen.rounds),
        "slips": lambda: slips.searched(chosen.games),
        "pgn-extract": lambda: verifying.against_pgn_extract(corpus(OWN), folder, chosen.rounds),
        "processes": lambda: many.in_processes(corpus(OWN), folder, chosen.many, min(chosen.rounds, 3)),
        "walk": searching.walks,
        "perft": lambda: searching.lines(chosen.depth, chosen.lines),
        "players": lambda: playing.players(chosen.players, min(chosen.rounds, 3)),
        "solver": lambda: solving.deals(chosen.seconds, chosen.tables),
        "review": lambda: solving.reviews(chosen.reviewed, 10.0),
        "commands": lambda: startup.commands(chosen.runs),
        "odds": lambda: many.odds(chosen.odds, min(chosen.rounds, 3)),
        "collections": lambda: collecting.collections(every(), folder, chosen.collected),
        "editor": lambda: serving.answers(every(), folder, chosen.rounds),
        "pages": pages.made_and_turned,
        "memory": lambda: many.memory(corpus(OWN), folder, chosen.memory),
    }
    return [job for part, job in parts.items() if part in chosen.parts]


if __name__ == "__main__":
    main()
