"""How often the games are won: plays deals of all of them, and writes docs/play/odds.md from what was counted.

``python benchmarks/odds.py play --jobs 2`` plays every case, each with its own number of deals, and puts the counts
into docs/odds/results.jsonl. The verdicts are kept deal by deal in build/odds meanwhile: whatever ends the run, the
same command goes on with the deals that are missing. ``python benchmarks/odds.py write`` makes the page and its charts
from results.jsonl alone, and ``python benchmarks/odds.py cases`` lists the cases with their deals.

To try it, ``--fraction 0.01`` plays a hundredth of the deals of each case, says how long all of them would take, and
writes to build/odds.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from odds_table import COLUMNS, page, pictures, tables

from leoni_replay.games import GAMES, RulesError
from leoni_replay.odds.measured import Measurement, is_forced, load_measurements, save_measurements
from leoni_replay.odds.question import NODES, SOLVER, Question, ask
from leoni_replay.odds.results import DealRange, Results
from leoni_replay.odds.running import FEW, RefusedWin, Run, run, workers_for
from leoni_replay.show.odds_report import one_in_words, span

ROOT = Path(__file__).parent.parent
#: the verdicts deal by deal, and what is only tried
BUILD = ROOT / "build" / "odds"

#: The points of each game that change most for who plays it: besides every book all their other readings are played.
POINTS = {
    "Leoni's Own": ("L4", "L6a", "L7", "L15"),
    "Labyrinth": ("LB1", "LB4", "LB5", "LB6"),
    "Martha": ("MA1", "MA2", "MA4"),
    "Anna": ("AN1", "AN2", "AN3", "AN8"),
    "The Reversal": ("RV1", "RV5", "RV6"),
    "The Japanese Rug": ("JR1", "JR3", "JR4", "JR9"),
}
#: How many deals a case has. The last line that fits counts; a line names a player, or a game, rules, and a player.
#: Rules that end with a semicolon are all those that differ from the book.
DEALS = (
    ("random", 3_000),
    ("sensible", 1_000),
    ("solver", 200),
    ("Leoni's Own, wikipedia, sensible", 5_000),
    ("Leoni's Own, wikipedia; letter, sensible", 3_000),
    ("Leoni's Own, gamerules, sensible", 5_000),
    ("Leoni's Own, mcneely, sensible", 5_000),
    ("Weaver's, weavers, sensible", 5_000),
    ("Leoni's Own, wikipedia, solver", 28_000),
    ("Leoni's Own, wikipedia;, solver", 100),
    ("Leoni's Own, wikipedia; letter, solver", 200),
    ("Leoni's Own, gamerules, solver", 1_100),
    ("Leoni's Own, gamerules;, solver", 30),
    ("Leoni's Own, mcneely, solver", 33_000),
    ("Leoni's Own, mcneely;, solver", 1_000),
    ("Weaver's, weavers, solver", 100_000),
    ("Labyrinth, mcneely;, solver", 10_000),
    ("Labyrinth, wikipedia, solver", 955_000),
    ("Labyrinth, wikipedia;, solver", 10_000),
    ("Labyrinth, wikipedia; LB5=set-aside, solver", 16_000),
    ("Labyrinth, pgc, solver", 893_000),
    ("Labyrinth, pgc;, solver", 10_000),
    ("Labyrinth, aisleriot, solver", 50_000),
    ("Martha, mcneely, solver", 177_000),
    ("Martha, gemsolitaire, solver", 10_000),
    ("Martha, pysolfc, solver", 10_000),
    ("Martha, stewart, solver", 10_000),
    ("Martha, mcneely;, solver", 2_000),
    ("Anna, dick-1898, solver", 500),
    ("Anna, dick-1898;, solver", 100),
    ("The Reversal, dick-1898, solver", 66_000),
    ("The Reversal, dick-1898;, solver", 2_000),
    ("The Japanese Rug, dick-1898, solver", 300),
    ("The Japanese Rug, dick-1898;, solver", 50),
    ("The Japanese Rug, dick-1898; JR1=1, solver", 300),
    ("The Japanese Rug, wikipedia, solver", 100),
    ("The Japanese Rug, feingames, solver", 100),
)
#: How many positions the solver searches in a deal; the last line that fits counts.
LIMITS = (
    ("", NODES),
    ("Leoni's Own, wikipedia", 5_000_000),
    ("Leoni's Own, gamerules", 20_000_000),
)
#: where nothing can be chosen, one player plays for all
FORCED = 1_000_000
#: the fewest deals of a case that is tried
FEWEST = 10


class Case(NamedTuple):
    """A game, its rules, who plays it, and how many deals."""

    game: str
    rules: str
    player: str
    deals: int

    def __str__(self) -> str:
        return f"{self.game}, {self.rules}, {self.player}"

    @property
    def limit(self) -> int:
        """How many positions the solver searches in a deal."""
        return [nodes for case, nodes in LIMITS if str(self).startswith(case)][-1]


def cases() -> Iterator[Case]:
    """All of them: first every book, then its letter, then what differs from a book in one point."""
    books = [(game, book) for game, entry in GAMES.items() for book in entry.books]
    rules = [*books, *((game, f"{book}; letter") for game, book in books)]
    for game, book in books:
        rule_book = GAMES[game].book(book)
        for point in POINTS.get(game, ()):
            for reading in rule_book.points[point].readings:
                if reading != rule_book.choices[point].reading:
                    rules.append((game, f"{book}; {point}={reading}"))
    seen = set()
    for game, text in rules:
        for player in COLUMNS:
            try:
                question = ask(game, text, player)
            except RulesError:
                # These readings do not go together, or the book has no letter of its own.
                break
            # One book with another reading may be another book.
            same = (game, question.readings, player)
            if same not in seen:
                seen.add(same)
                yield Case(game, text, player, FORCED if is_forced(question) else deals_of(game, text, player))
            if is_forced(question):
                break


def deals_of(game: str, rules: str, player: str) -> int:
    """How many deals of a case are played."""
    book, overrides, _ = rules.partition(";")
    fitting = {player, f"{game}, {book}{overrides}, {player}", f"{game}, {rules}, {player}"}
    return [deals for case, deals in DEALS if case in fitting][-1]


def play(chosen: argparse.Namespace) -> None:
    """Play every case that has not been played."""
    file = chosen.folder / "odds" / "results.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    every = list(cases())
    known = {_same(ask(*case[:3])) for case in every}
    whole = 0.0
    for case in every:
        if chosen.only not in str(case):
            continue
        question = ask(*case[:3], nodes=chosen.nodes or case.limit)
        deals = max(round(case.deals * chosen.fraction), FEWEST)
        runs = load_measurements(str(file)) if file.exists() else []
        seeds = (DealRange(chosen.seed, 1, deals, deals),)
        if any((one.question, one.seeds) == (question, seeds) and _is_audited(one, chosen) for one in runs):
            continue
        begun = _processor_time()
        measured, played = _played(question, seeds, chosen)
        seconds = _processor_time() - begun
        # What other versions of the code have counted, and cases that are no more, are not kept.
        others = [one for one in runs if _same(one.question) in known - {_same(question)}]
        save_measurements(str(file), [*others, measured])
        counts = measured.counts
        said = (
            f"{case}: {span(counts.share)} of {counts.deals:,} deals, {one_in_words(counts.share)} "
            f"(95 %: {span(counts.interval)}); {played:,} played in {seconds:.1f} s of processor time"
        )
        if played and deals < case.deals:
            whole += seconds / played * case.deals
            said += f", all {case.deals:,} in {seconds / played * case.deals:,.0f} s"
        print(said, flush=True)
    if whole:
        print(f"all deals of these cases: about {whole / 3600:.1f} hours of processor time")


def _processor_time() -> float:
    """The seconds that this process has used, and those that it has started and that have ended: on a machine that does
    other things as well, the clock on the wall says little."""
    return sum(os.times()[:4])


def _same(question: Question) -> tuple[object, ...]:
    """What two questions have in common that are the same but for limits and versions."""
    return question.game, question.readings, question.player


def _is_audited(measured: Measurement, chosen: argparse.Namespace) -> bool:
    counts = measured.counts
    return not chosen.audit or counts.won >= FEW or counts.audited == counts.won


def _played(question: Question, seeds: tuple[DealRange], chosen: argparse.Namespace) -> tuple[Measurement, int]:
    """What came of a case, and how many of its deals were played for it now."""
    (asked,) = seeds
    name = re.sub(r"[^a-z0-9=]+", "-", f"{question.game} {question.rules} {question.player}".lower().replace("'", ""))
    limit = f"-{question.nodes}" if question.player == SOLVER else ""
    folder = BUILD / question.code
    folder.mkdir(parents=True, exist_ok=True)
    workers = workers_for(question, chosen.jobs)
    with Results(str(folder / f"{name}{limit}.db"), question) as kept, closing(workers):
        counting = run(Run(asked.seed, asked.first, asked.last, chosen.audit), kept, workers)
        # They are the same counts all the time.
        counts = next(counting)
        before = counts.deals
        try:
            deque(counting, 0)
        except RefusedWin as refused:
            sys.exit(f"the strict replay refuses a win: {refused.reason}\n\n{refused.record}")
    return Measurement(question, seeds, counts), counts.deals - before


def write(chosen: argparse.Namespace) -> None:
    """Write the pages and their charts."""
    runs = load_measurements(str(chosen.folder / "odds" / "results.jsonl"))
    (chosen.folder / "play" / "odds.md").write_text(page(runs), encoding="utf-8")
    (chosen.folder / "odds" / "readings.csv").write_text(tables(runs), encoding="utf-8")
    for name, picture in pictures(runs).items():
        (chosen.folder / "odds" / name).write_text(picture, encoding="utf-8")


def main() -> None:
    """Do what is asked for."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=("cases", "play", "write"))
    options.add_argument("--folder", type=Path, help="where odds.md is, and odds/results.jsonl (docs)")
    options.add_argument("--fraction", type=float, default=1.0, help="play this fraction of the deals of each case")
    options.add_argument("--jobs", type=int, default=1, help="processes")
    options.add_argument(
        "--nodes", type=int, help="positions that the solver searches in each deal, in place of those of the case"
    )
    options.add_argument("--audit", type=float, default=0.01, help="the share of the wins that is replayed strictly")
    options.add_argument("--seed", default="public-1", help="deals are seed:<seed>-1, seed:<seed>-2 …")
    options.add_argument("--only", default="", metavar="TEXT", help="only cases with this text: 'Martha', ', solver'")
    chosen = options.parse_args()
    # What is only tried does not take the place of what was counted.
    chosen.folder = chosen.folder or (ROOT / "docs" if chosen.fraction == 1 else BUILD)
    if chosen.what == "cases":
        for case in cases():
            print(f"{case.deals:12,}  {case}")
    elif chosen.what == "write":
        write(chosen)
    else:
        play(chosen)


if __name__ == "__main__":
    main()
