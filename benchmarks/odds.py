"""How often the games come out: plays deals of all of them, and writes docs/odds.md from what came of them.

``python benchmarks/odds.py play --seconds 20 --jobs 2`` goes through all cases, each for so many seconds, and adds the
counts to docs/odds/results.jsonl. Whatever ends it, the cases that are done are kept; called again, it goes on with
the deals that follow. ``python benchmarks/odds.py write`` makes the page and its charts from that file alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from leoni_replay.games import GAMES, RulesError, make_game
from leoni_replay.odds.measured import MEASURED, Measured, load_measured, put_together, save_measured
from leoni_replay.odds.processes import Processes
from leoni_replay.odds.question import NODES, Question, ask
from leoni_replay.odds.results import Results, Stretch
from leoni_replay.odds.running import Here, RefusedWin, Run, run
from leoni_replay.show.odds import one_in_words, span
from leoni_replay.show.odds_table import COLUMNS, page, pictures

DOCS = Path(__file__).parent.parent / "docs"

#: The points of each game that change most for who plays it: besides every book all their other readings are played.
POINTS = {
    "Leoni's Own": ("L4", "L6a", "L7", "L15"),
    "Labyrinth": ("LB1", "LB4", "LB5", "LB6"),
    "Martha": ("MA1",),
    "Anna": ("AN1", "AN2", "AN3", "AN4", "AN8"),
    "The Reversal": ("RV1", "RV5", "RV6"),
    "The Japanese Rug": ("JR1", "JR3", "JR4"),
}
#: The last deal that is ever played.
MOST = 100_000_000


class Case(NamedTuple):
    """A game, its rules, and who plays it."""

    game: str
    rules: str
    player: str


def cases() -> Iterator[Case]:
    """All of them: first every book, then what differs from it in one point."""
    rules = [(game, book, book) for game, entry in GAMES.items() for book in entry.books]
    for game, book, _ in list(rules):
        rule_book = GAMES[game].book(book)
        for point in POINTS.get(game, ()):
            for reading in rule_book.points[point].readings:
                text = f"{book}; {point}={reading}"
                if reading != rule_book.choices[point].reading and _can_be(game, text):
                    rules.append((game, book, text))
    seen = set()
    for game, _, text in rules:
        # One book with another reading may be another book.
        same = (game, *sorted(make_game(game, text).rules.readings.items()))
        if same not in seen:
            seen.add(same)
            for player in COLUMNS:
                yield Case(game, text, player)


def _can_be(game: str, rules: str) -> bool:
    try:
        make_game(game, rules)
    except RulesError:
        return False
    return True


def play(chosen: argparse.Namespace) -> None:
    """Play every case for a while."""
    file = Path(chosen.file)
    for case in cases():
        if chosen.only not in f"{case.game}, {case.rules}, {case.player}":
            continue
        runs = load_measured(str(file)) if file.exists() else []
        try:
            question = ask(*case, nodes=chosen.nodes)
        except ValueError as error:
            print(f"{case.game}, {case.rules}, {case.player}: {error}")
            continue
        before = next((one for one in runs if not one.question.differences(question)), None)
        if before is not None and (before.counts.interval.half <= chosen.until or before.counts.deals >= chosen.deals):
            continue
        begun = time.monotonic()
        try:
            measured = _played(question, before, chosen)
        except RefusedWin as refused:
            sys.exit(f"the strict replay refuses a win: {refused.reason}\n\n{refused.record}")
        if measured is None:
            continue
        # What other versions of the code have found is not added to this.
        others = [
            one for one in runs if one is not before and not (chosen.fresh and _same_case(one.question, question))
        ]
        save_measured(str(file), [*others, measured])
        counts = measured.counts
        print(
            f"{case.game}, {case.rules}, {case.player}: {span(counts.share)} of {counts.deals:,} deals, "
            f"{one_in_words(counts.share)} (95 %: {span(counts.interval)}); {time.monotonic() - begun:.0f} s",
            flush=True,
        )


def _same_case(one: Question, other: Question) -> bool:
    """Whether two questions are the same but for limits and versions."""
    return (one.game, one.readings, one.player) == (other.game, other.readings, other.player)


def _played(question: Question, before: Measured | None, chosen: argparse.Namespace) -> Measured | None:
    """What came of a case with the deals that are played now; None if there are none."""
    there = before.counts.deals if before is not None else 0
    first = 1 + max((part.last for part in before.seeds if part.seed == chosen.seed), default=0) if before else 1
    last = min(first + max(chosen.deals - there, 0), MOST) - 1
    until = time.monotonic() + chosen.seconds
    more: Callable[[], bool] = lambda: time.monotonic() < until  # noqa: E731
    workers = Here(question) if chosen.jobs == 1 else Processes(question, chosen.jobs, print)
    with Results(None, question) as kept, closing(workers):
        for counts in run(Run(chosen.seed, first, last, chosen.audit), kept, workers, more):
            # What was played before counts for the interval as well.
            now = Measured(question, (Stretch(chosen.seed, first, first + counts.deals - 1, counts.deals),), counts)
            whole = now if before is None else put_together(before, now)
            if whole.counts.interval.half <= chosen.until:
                until = 0.0
    return whole if counts.deals else None


def write(chosen: argparse.Namespace) -> None:
    """Write the page and its charts."""
    runs = load_measured(chosen.file)
    (DOCS / "odds.md").write_text(page(runs), encoding="utf-8")
    for name, picture in pictures(runs).items():
        (DOCS / "odds" / name).write_text(picture, encoding="utf-8")


def main() -> None:
    """Do what is asked for."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=("play", "write", "cases"))
    options.add_argument("--file", default=str(DOCS.parent / MEASURED), help="where the counts are")
    options.add_argument("--seconds", type=float, default=20, help="for how long each case is played")
    options.add_argument("--deals", type=int, default=1_000_000, help="the most deals of a case")
    options.add_argument("--until", type=float, default=0.001, help="half the width of an interval that is enough")
    options.add_argument("--jobs", type=int, default=1, help="processes")
    options.add_argument("--nodes", type=int, default=NODES, help="tables that the solver looks at in a deal")
    options.add_argument("--audit", type=float, default=0.01, help="the share of the wins that is replayed strictly")
    options.add_argument("--seed", default="public-1", help="deals are seed:<seed>-1, seed:<seed>-2 …")
    options.add_argument("--only", default="", metavar="TEXT", help="only cases with this text: 'Martha', ', solver'")
    options.add_argument("--fresh", action="store_true", help="drop what other versions of the code have found")
    chosen = options.parse_args()
    if chosen.what == "cases":
        for case in cases():
            print(", ".join(case))
    elif chosen.what == "write":
        write(chosen)
    else:
        play(chosen)


if __name__ == "__main__":
    main()
