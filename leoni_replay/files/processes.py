"""Check games in many processes, on one machine or many, with the same verdicts in the same order as in one process."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import files_in, games_in_file, unreadable_file
from leoni_replay.files.remote import bytes_at, is_remote, size_at
from leoni_replay.files.workers import executor_for
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.text_files import is_compressed
from leoni_replay.record.judge import rejected_for_fault
from leoni_replay.record.verdict import Verdict, values_of, verdict_from_values
from leoni_replay.text import visible_text

#: How many games are handed to a process at once, and how many shares of work are submitted per process.
_BATCH = 64
_AHEAD = 3
#: How many bytes of a large file are handed to a process at once, to be cut into games there: the maximum, and the size
#: near the end of the file, so that no process waits long for the others; and the size of a large file.
_PIECE = 1 << 19
_LAST_PIECE = 1 << 16
_LARGE = 1 << 20
#: Where a file can be cut: after a result word and an empty line, before the first tag of a game. A line that opens a
#: Game tag ends every comment and every value that is still open.
_ENDS = tuple(space + word + b"\n\n" for space in (b" ", b"\n") for word in (b"won", b"lost", b"conceded", b"*"))
_GAME_TAG = re.compile(rb'\[Game[ \t]*"')


#: nothing, if the work has no diagnostics
D = TypeVar("D", bound=Diagnostic)


class _Piece(NamedTuple):
    """A part of a file with whole games, in bytes, and its first line number."""

    file: str
    start: int
    end: int
    line: int


#: A share of the work: some of the games of some files.
Work = _Piece | list[RawGame]
T = TypeVar("T")


class TaskResult(NamedTuple, Generic[T]):
    """The results of a share of the work.

    Attributes:
        work: the share.
        games_before: for a part of a large file, the number of games before it in the file; otherwise 0.
        results: the results, one per game in most tasks.
    """

    work: Work
    games_before: int
    results: list[T]


def verify_in_processes(
    paths: Iterable[str],
    check: Callable[..., Verdict],
    jobs: int,
    hints: int,
    *,
    log: Callable[[str], None] | None = None,
    cluster: str | None = None,
) -> Iterator[Verdict | Diagnostic]:
    """Check games as ``verify_paths`` does, with the work shared out.

    Args:
        paths: files, folders, or ``-`` for standard input.
        check: judges a game (a ``RawGame``); with ``hints=True`` it also tries a rejected game under other rules.
        jobs: the number of processes.
        hints: how many rejected games are tried under other rules: the first ones.
        log: receives a message when a process was lost and its work is repeated.
        cluster: the address of a Dask scheduler, whose workers read large files themselves, under the same names.

    Yields:
        One verdict per game, in order, and a diagnostic for each path that could not be read or holds no game.

    Raises:
        ChildProcessError: the same work has ended several processes in a row, or the cluster cannot do it.
    """
    # The workers of a cluster may have another current folder.
    task = partial(_verdict_values, check=check, folder=os.getcwd() if cluster is not None else "")
    hints_left = hints
    for outcome in run_shared(shares(paths), jobs, task, log=log, cluster=cluster):
        if isinstance(outcome, Diagnostic):
            yield outcome
            continue
        verdicts = _verdicts_from(outcome)
        if hints_left and "rejected" in map(attrgetter("status"), verdicts):
            # Which rejected games are the first, no worker knows: so they are tried here.
            with contextlib.suppress(ProgramFault), program_faults(ProgramFault):
                for index, raw in enumerate(games_of_work(outcome.work)):
                    if hints_left and verdicts[index].status == "rejected":
                        verdicts[index] = _with_number(check(raw, hints=True), verdicts[index].number)
                        hints_left -= 1
        yield from verdicts


def run_shared(
    work: Iterable[Work | D],
    jobs: int,
    task: Callable[[Work], list[T]],
    *,
    fresh: bool = False,
    log: Callable[[str], None] | None = None,
    cluster: str | None = None,
) -> Iterator[TaskResult[T] | D]:
    """Run a task on games in several processes.

    Args:
        work: the games, as ``shares`` or ``batches`` return them.
        jobs: the number of processes; with one, the work is done in this process.
        task: a picklable function that takes a share of the work and returns one result per game; the games of a large
            file are numbered from 1.
        fresh: whether the processes start with nothing of this one. This is necessary if a database is open in it.
        log: receives a message when a process was lost and its work is repeated.
        cluster: the address of a Dask scheduler whose workers do the work.

    Yields:
        In the order of the work: the results of a share; and diagnostics unchanged.

    Raises:
        ChildProcessError: the same work has ended several processes in a row, or the cluster cannot do it.
    """
    # The shares that have been submitted, each with the number that the executor gave it, and diagnostics among them.
    waiting: deque[D | tuple[Work, int]] = deque()
    # The results of shares that were done before those in front of them, by number.
    results_of: dict[int, list[T]] = {}
    last_file, games_in_last_file = "", 0
    with contextlib.closing(executor_for(task, jobs, log, _name_of, fresh=fresh, cluster=cluster)) as executor:
        for item in itertools.chain(work, [None]):
            if isinstance(item, Diagnostic):
                waiting.append(item)
            elif item is not None:
                waiting.append((item, executor.submit(item)))
            # An executor has two slots for each process. None is the end: then nothing may be left waiting.
            most_waiting = 0 if item is None else executor.slots // 2 * _AHEAD
            while len(waiting) > most_waiting:
                first = waiting.popleft()
                if isinstance(first, Diagnostic):
                    yield first
                    continue
                share, share_number = first
                while share_number not in results_of:
                    number, results = executor.wait()
                    results_of[number] = results
                results = results_of.pop(share_number)
                # The parts of a large file follow each other.
                games_before = 0
                if isinstance(share, _Piece):
                    if share.start and share.file == last_file:
                        games_before = games_in_last_file
                    last_file, games_in_last_file = share.file, games_before + len(results)
                yield TaskResult(share, games_before, results)


def _name_of(work: Work) -> str:
    """Return the name of a share of the work, for the message that it is repeated."""
    if isinstance(work, _Piece):
        return f"{visible_text(work.file)}, from line {work.line} on"
    return f"{visible_text(work[0].file)}, from game {work[0].number} on"


def _verdicts_from(outcome: TaskResult[Any]) -> list[Verdict]:
    """Return the verdicts on the games of a share of work, from the values that a worker has sent."""
    # The worker leaves out the first two fields, which are known here: the file, and the number of the game.
    share, games_before, value_lists = outcome
    if not isinstance(share, _Piece):
        return [
            verdict_from_values((raw.file, raw.number, *values)) for raw, values in zip(share, value_lists, strict=True)
        ]
    numbered_values = enumerate(value_lists, games_before + 1)
    verdicts = [verdict_from_values((share.file, number, *values)) for number, values in numbered_values]
    # In diagnostics, the worker has numbered the games of its part from 1.
    if games_before and any(map(attrgetter("diagnostics"), verdicts)):
        return [_with_number(verdict, verdict.number) for verdict in verdicts]
    return verdicts


def _with_number(verdict: Verdict, number: int) -> Verdict:
    """Return a verdict with another game number."""
    diagnostics = tuple([replace(diagnostic, number=number) for diagnostic in verdict.diagnostics])
    return replace(verdict, number=number, diagnostics=diagnostics)


def batches(games: Iterable[RawGame], size: int = 256) -> Iterator[list[RawGame]]:
    """Yield games in shares of a size."""
    games = iter(games)
    while share := list(itertools.islice(games, size)):
        yield share


def shares(paths: Iterable[str]) -> Iterator[Work | Diagnostic]:
    """Yield the work in order: large files in parts, the games of all others in batches."""
    for kind, items in itertools.groupby(_pieces_and_games(paths), type):
        neighbours: Iterator[Any] = items
        yield from batches(neighbours, _BATCH) if kind is RawGame else neighbours


def _pieces_and_games(paths: Iterable[str]) -> Iterator[_Piece | RawGame | Diagnostic]:
    """Yield the parts of large files, and the games of all others."""
    for file in files_in(paths):
        if isinstance(file, Diagnostic):
            yield file
        elif size := _size_if_large(file):
            yield from _pieces(file, size)
        else:
            yield from games_in_file(file)


def _size_if_large(file: str) -> int:
    """Return the size of a large file in bytes; 0 if it isn't large, or cannot be cut."""
    if is_compressed(file):
        return 0
    size = 0
    try:
        if is_remote(file):
            size = size_at(file)
        elif os.path.isfile(file):
            size = os.path.getsize(file)
    except OSError:
        return 0
    return size if size >= _LARGE else 0


def _pieces(file: str, size: int) -> Iterator[_Piece | Diagnostic]:
    """Cut a large file of the given size where games certainly begin; a file without such places is one part."""
    try:
        with _open_bytes(file) as stream:
            # ``text`` is what has been read but not cut off, from the offset ``start`` on.
            start, line, text = 0, 1, b""
            # Towards the end of the file, parts become smaller: a sixteenth of what is left.
            while chunk := stream.read(min(_PIECE, max(_LAST_PIECE, (size - start) // 16))):
                text += chunk
                # Places to cut are found by their line ends, which must be LF.
                cut = 0 if b"\r" in text else _last_cut(text)
                if not cut:
                    continue
                yield _Piece(file, start, start + cut, line)
                line += text.count(b"\n", 0, cut)
                start += cut
                text = text[cut:]
            yield _Piece(file, start, start + len(text), line)
    except OSError as error:
        yield unreadable_file(file, error)


def _open_bytes(file: str, folder: str = "") -> contextlib.AbstractContextManager[BinaryIO]:
    """Open a file for reading; its name is relative to a folder unless it is an address."""
    return bytes_at(file) if is_remote(file) else open(os.path.join(folder, file), "rb")


def _last_cut(text: bytes) -> int:
    """Return the last offset at which a text can be cut because a game certainly begins there; 0 if there is none."""
    end = len(text)
    while (at := text.rfind(b"\n\n[Game", 0, end)) >= 0:
        cut = at + 2
        if text.endswith(_ENDS, 0, cut) and _GAME_TAG.match(text, cut):
            # An open value may belong to tags that come before the Game tag.
            game = text[text.rfind(b"\n[Game", 0, cut - 1) + 1 : cut]
            quotation_marks = game.count(b'"') - game.count(b'\\"')
            if quotation_marks % 2 == 0:
                return cut
        end = cut
    return 0


def _verdict_values(work: Work, check: Callable[..., Verdict], folder: str) -> list[tuple[Any, ...]]:
    """Judge some games, as a worker does.

    Args:
        work: the games.
        check: judges a game.
        folder: the folder that file names are relative to; empty for the current one.

    Returns:
        For each game, the fields of its verdict without the first two (file and number). Tuples are sent faster than
        verdicts.
    """
    value_lists: list[tuple[Any, ...]] = []
    try:
        with program_faults(ProgramFault):
            for raw in games_of_work(work, folder):
                value_lists.append(values_of(check(raw, hints=False))[2:])
    except ProgramFault as fault:
        # A part that cannot be cut into games ends there with an error, and the other parts go on.
        if not isinstance(work, _Piece):
            raise
        rest = RawGame("", len(value_lists) + 1, work.line, work.file)
        value_lists.append(values_of(rejected_for_fault(rest, fault).verdict)[2:])
    return value_lists


def games_of_work(work: Work, folder: str = "") -> Iterator[RawGame]:
    """Yield the games of a share of work; those of a part are numbered from 1."""
    if not isinstance(work, _Piece):
        yield from work
        return
    with _open_bytes(work.file, folder) as stream:
        stream.seek(work.start)
        text = io.TextIOWrapper(io.BytesIO(stream.read(work.end - work.start)), "utf-8", "surrogateescape")
    yield from split(text, work.file, line=work.line)
