"""Many games, in files or played: two processes beside one, and the largest memory."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from pathlib import Path

from corpus import Corpus, repeated
from timing import LEONI, most_memory, row, title, turns

from leoni_replay.files.verify_paths import verify_paths
from leoni_replay.files.workers import Executor
from leoni_replay.odds.question import SOLVER, Question, ask
from leoni_replay.odds.results import Results
from leoni_replay.odds.running import Answer, Batch, Run, run, workers_for
from leoni_replay.record.verdict import Verdict


def in_processes(corpus: Corpus, folder: Path, games: int, rounds: int) -> None:
    """Print the time by the clock that a file takes in one process and in two."""
    title(f"processes: {games:,} games of {corpus.name}, by the clock on the wall")
    path = repeated(folder / "many.moves", games, corpus)
    jobs = {f"{count} process{'es' * (count > 1)}": partial(_games, path, count) for count in (1, 2)}
    timed = turns(jobs, rounds, time.perf_counter)
    alone = timed["1 process"]
    row("", "s", "games a second", "× one")
    for name, took in timed.items():
        assert took.amount == games
        row(name, f"{took.best:.2f}", f"{took.rate:,.0f}", f"{alone.best / took.best:.2f}")


def _games(path: Path, jobs: int) -> int:
    """Verify a file; how many games it has."""
    games = 0
    for verdict in verify_paths([str(path)], jobs=jobs):
        assert isinstance(verdict, Verdict) and verdict.status == "verified"
        games += 1
    return games


def odds(deals: int, rounds: int) -> None:
    """Print the time by the clock that the deals of a game take in one process and in two."""
    for player in ("random", SOLVER):
        question = ask("Labyrinth", None, player)
        title(f"odds: {deals:,} deals of {question.game}, {player}, by the clock on the wall")
        with closing(workers_for(question)) as here, closing(workers_for(question, 2)) as two:
            jobs = {
                "1 process": partial(_played, question, here, deals),
                "2 processes": partial(_played, question, two, deals),
            }
            timed = turns(jobs, rounds, time.perf_counter)
        row("", "s", "deals a second", "× one")
        for name, took in timed.items():
            row(name, f"{took.best:.2f}", f"{took.rate:,.0f}", f"{timed['1 process'].best / took.best:.2f}")


def _played(question: Question, workers: Executor[Batch, Answer], deals: int) -> int:
    """Play deals; how many."""
    with Results(None, question) as kept:
        *_, counts = run(Run("benchmark", 1, deals), kept, workers)
    return counts.deals


def memory(corpus: Corpus, folder: Path, games: int) -> None:
    """Print the largest memory of ``leoni verify`` on one game and on a big file."""
    title("memory: the most that leoni verify holds at a time")
    row("", "games", "size in MB", "memory in MB")
    for count in (1, games):
        path = repeated(folder / f"{count}.moves", count, corpus)
        megabytes = most_memory([*LEONI, "verify", "--format", "jsonl", str(path)])
        size = path.stat().st_size / (1 << 20)
        row("", f"{count:,}", f"{size:,.1f}", f"{megabytes:,.1f}")
