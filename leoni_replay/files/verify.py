"""Verifying files: which files there are, what a verdict says, and how the work is spread over processes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.notation import RawGame, open_text, parse, split
from leoni_replay.record.replay import Replay, replay
from leoni_replay.record.verdict import Verdict

#: How the names of transcripts end; in a folder only these are looked at.
SUFFIXES = (".moves", ".moves.gz")

#: Games handed to a process at once, and batches under way for each process.
_BATCH = 64
_AHEAD = 3

_NOWHERE = Span(0, 0, 0, 0)


def verdict(done: Replay) -> Verdict:
    """What a replay comes to."""
    transcript = done.transcript
    return Verdict(
        file=transcript.file,
        game=transcript.number,
        name=transcript.value("Game"),
        rules=done.rules,
        deal=transcript.value("Deal"),
        status=done.status,
        result=done.result if done.accepted else None,
        moves=len(done.steps),
        digest=done.digest,
        diagnostics=tuple(done.diagnostics),
        unknown=done.unknown if done.accepted else None,
    )


def transcripts_in(path: str) -> Iterator[str | OSError]:
    """The transcripts that a path stands for: itself (a file, or ``-``), or all those in a folder and below, sorted;
    and an error for each folder on the way that cannot be read."""
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    errors: list[OSError] = []
    for folder, folders, names in os.walk(path, onerror=errors.append):
        folders.sort()
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(SUFFIXES))
    yield from errors


def verify_paths(paths: Iterable[str], *, rules: str | None = None, jobs: int = 1) -> Iterator[Verdict | Diagnostic]:
    """Check every game of some files and folders, in order.

    Args:
        paths: files, folders, or ``-`` for standard input.
        rules: a rule book and overrides to use in place of each record's own.
        jobs: how many processes share the work; the verdicts and their order do not depend on it.

    Yields:
        A verdict a game, and a diagnostic for each path that could not be read or holds no game.
    """
    if jobs == 1:
        for item in games_in(paths):
            if isinstance(item, Diagnostic):
                yield item
            else:
                yield _check(item, rules)
        return
    yield from _in_processes(games_in(paths), rules, jobs)


def verify(path: str | Path, *, rules: str | None = None) -> list[Verdict]:
    """Check every game of one file.

    Args:
        path: a file, or ``-`` for standard input.
        rules: a rule book and overrides to use in place of each record's own.

    Raises:
        OSError: the file cannot be read.
    """
    with open_text(str(path)) as stream:
        return [_check(raw, rules) for raw in split(stream, str(path))]


def games_in(paths: Iterable[str]) -> Iterator[RawGame | Diagnostic]:
    """The text of every game of some files and folders, and a diagnostic for each path that cannot be read or holds
    no game."""
    for path in paths:
        empty = True
        for file in transcripts_in(path):
            empty = False
            if isinstance(file, OSError):
                yield _problem("F601", f"this folder cannot be read: {why(file)}", str(file.filename or path))
            else:
                yield from _games_in_file(file)
        if empty:
            endings = " or ".join(SUFFIXES)
            yield _problem("F602", f"there are no transcripts in this folder (files that end in {endings})", path)


def _games_in_file(file: str) -> Iterator[RawGame | Diagnostic]:
    name = "<stdin>" if file == "-" else file
    try:
        with open_text(file) as stream:
            yield from games_of(stream, name)
    except OSError as error:
        yield _problem("F601", f"this file cannot be read: {why(error)}", name)


def games_of(stream: TextIO, name: str) -> Iterator[RawGame | Diagnostic]:
    """The text of every game of a stream, or a diagnostic if there is none.

    Raises:
        OSError: as the stream does.
    """
    empty = True
    for raw in split(stream, name):
        empty = False
        yield raw
    if empty:
        yield _problem("F603", "there is no game in this file", name)


def why(error: OSError) -> str:
    """The reason in an error of the system, to go on a sentence."""
    text = error.strerror or str(error) or type(error).__name__
    # An abbreviation (CRC) keeps its capitals.
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _problem(code: str, message: str, path: str) -> Diagnostic:
    return Diagnostic(code, "error", message, path, _NOWHERE)


def _check(raw: RawGame, rules: str | None) -> Verdict:
    return verdict(replay(parse(raw), rules=rules))


def _check_batch(raws: list[RawGame], rules: str | None) -> list[Verdict]:
    """The verdicts on some games: what a worker does."""
    return [_check(raw, rules) for raw in raws]


def _in_processes(
    games: Iterator[RawGame | Diagnostic], rules: str | None, jobs: int
) -> Iterator[Verdict | Diagnostic]:
    from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor

    waiting: deque[Future[list[Verdict]] | Diagnostic] = deque()

    def results(keep: int) -> Iterator[Verdict | Diagnostic]:
        while len(waiting) > keep:
            first = waiting.popleft()
            if isinstance(first, Diagnostic):
                yield first
            else:
                yield from first.result()

    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    finished = False
    try:
        while block := list(islice(games, _BATCH)):
            batch: list[RawGame] = []
            for item in block:
                if isinstance(item, Diagnostic):
                    if batch:
                        waiting.append(pool.submit(_check_batch, batch, rules))
                        batch = []
                    waiting.append(item)
                else:
                    batch.append(item)
            if batch:
                waiting.append(pool.submit(_check_batch, batch, rules))
            yield from results(jobs * _AHEAD)
        yield from results(0)
        finished = True
    except BrokenExecutor:
        raise ChildProcessError("a process that checked games was ended from outside") from None
    finally:
        pool.shutdown(cancel_futures=not finished)


def _leave_interrupts() -> None:
    """In a worker: an interrupt is for the process that the user started, which ends its workers itself."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
