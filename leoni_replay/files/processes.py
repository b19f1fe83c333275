"""Check games in many processes, on one machine or many, with the same verdicts in the same order as in one process."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import files_in, games_in_file, unreadable
from leoni_replay.files.remote import bytes_at, is_remote, size_at
from leoni_replay.files.workers import executor_for
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.text_files import is_compressed
from leoni_replay.record.verdict import Verdict
from leoni_replay.text import visible

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
_ENDS = tuple(before + word + b"\n\n" for before in (b" ", b"\n") for word in (b"won", b"lost", b"conceded", b"*"))
_GAME = re.compile(rb'\[Game[ \t]*"')


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
    """The results of a share of the work, and the number of games before it in its file."""

    share: Work
    before: int
    made: list[T]


def verify_in_processes(
    paths: Iterable[str],
    check: Callable[..., Verdict],
    jobs: int,
    hints: int,
    *,
    log: Callable[[str], None] | None = None,
    cluster: str | None = None,
) -> Iterator[Verdict | Diagnostic]:
    """As ``verify_paths``, with the work shared out.

    ``check`` judges a game; the first ``hints`` rejected games are also tried under other rules. The other arguments
    are those of ``run_shared``. The workers of a ``cluster`` read large files themselves, under the same names.

    Raises:
        ChildProcessError: the same work has ended several processes in a row, or the cluster cannot do it.
    """
    # The workers of a cluster may have another current folder.
    task = partial(_verdicts, check=check, folder=os.getcwd() if cluster is not None else "")
    for item in run_shared(shares(paths), jobs, task, log=log, cluster=cluster):
        if isinstance(item, Diagnostic):
            yield item
            continue
        verdicts = _received(item)
        if hints and "rejected" in map(attrgetter("status"), verdicts):
            for at, raw in enumerate(games_of_work(item.share)):
                if hints and verdicts[at].status == "rejected":
                    verdicts[at] = _numbered(check(raw, hints=True), verdicts[at].number)
                    hints -= 1
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
    # A share waits with the number under which it was given to the executor.
    waiting: deque[D | tuple[Work, int]] = deque()
    outcomes: dict[int, list[T]] = {}
    file, games = "", 0
    with contextlib.closing(executor_for(task, jobs, log, _name_of, fresh=fresh, cluster=cluster)) as executor:
        for item in itertools.chain(work, [None]):
            if isinstance(item, Diagnostic):
                waiting.append(item)
            elif item is not None:
                waiting.append((item, executor.submit(item)))
            while len(waiting) > (0 if item is None else executor.slots // 2 * _AHEAD):
                first = waiting.popleft()
                if isinstance(first, Diagnostic):
                    yield first
                    continue
                share, awaited = first
                while awaited not in outcomes:
                    number, outcome = executor.wait()
                    outcomes[number] = outcome
                made = outcomes.pop(awaited)
                before = 0
                if isinstance(share, _Piece):
                    before = games if share.start and share.file == file else 0
                    file, games = share.file, before + len(made)
                yield TaskResult(share, before, made)


def _name_of(work: Work) -> str:
    """Return the name of a share of the work, for the message that it is repeated."""
    if isinstance(work, _Piece):
        return f"{visible(work.file)}, from line {work.line} on"
    return f"{visible(work[0].file)}, from game {work[0].number} on"


def _received(made: TaskResult[Any]) -> list[Verdict]:
    """Return the verdicts on the games of a share of work, as objects."""
    share, before, sent = made
    if not isinstance(share, _Piece):
        return [Verdict._make((raw.file, raw.number, *fields)) for raw, fields in zip(share, sent, strict=True)]
    verdicts = [Verdict._make((share.file, number, *fields)) for number, fields in enumerate(sent, before + 1)]
    if before and any(map(attrgetter("diagnostics"), verdicts)):
        return [_numbered(verdict, verdict.number) for verdict in verdicts]
    return verdicts


def _numbered(verdict: Verdict, number: int) -> Verdict:
    """Return a verdict with another game number."""
    diagnostics = tuple([one._replace(number=number) for one in verdict.diagnostics])
    return verdict._replace(number=number, diagnostics=diagnostics)


def batches(games: Iterable[RawGame], size: int = 256) -> Iterator[list[RawGame]]:
    """Yield games in shares of a size."""
    games = iter(games)
    while share := list(itertools.islice(games, size)):
        yield share


def shares(paths: Iterable[str]) -> Iterator[Work | Diagnostic]:
    """Yield the work in order: large files in parts, the games of all others in batches."""
    for kind, items in itertools.groupby(_items(paths), type):
        some: Iterator[Any] = items
        yield from batches(some, _BATCH) if kind is RawGame else some


def _items(paths: Iterable[str]) -> Iterator[_Piece | RawGame | Diagnostic]:
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
    try:
        size = size_at(file) if is_remote(file) else os.path.getsize(file) if os.path.isfile(file) else 0
    except OSError:
        return 0
    return size if size >= _LARGE else 0


def _pieces(file: str, size: int) -> Iterator[_Piece | Diagnostic]:
    """Cut a large file of the given size where games certainly begin; a file without such places is one part."""
    try:
        with _bytes_of(file) as stream:
            start, line, ahead = 0, 1, b""
            while chunk := stream.read(min(_PIECE, max(_LAST_PIECE, (size - start) // 16))):
                ahead += chunk
                at = 0 if b"\r" in ahead else _last_cut(ahead)
                if not at:
                    continue
                yield _Piece(file, start, start + at, line)
                line += ahead.count(b"\n", 0, at)
                start += at
                ahead = ahead[at:]
            yield _Piece(file, start, start + len(ahead), line)
    except OSError as error:
        yield unreadable(file, error)


def _bytes_of(file: str, folder: str = "") -> contextlib.AbstractContextManager[BinaryIO]:
    """Read a file; its name is relative to a folder unless it is an address."""
    return bytes_at(file) if is_remote(file) else open(os.path.join(folder, file), "rb")


def _last_cut(text: bytes) -> int:
    """Return the last place where a text can be cut; 0 if there is none."""
    end = len(text)
    while (at := text.rfind(b"\n\n[Game", 0, end)) >= 0:
        cut = at + 2
        if text.endswith(_ENDS, 0, cut) and _GAME.match(text, cut):
            # An open value may belong to tags that come before the Game tag.
            game = text[text.rfind(b"\n[Game", 0, cut - 1) + 1 : cut]
            if (game.count(b'"') - game.count(b'\\"')) % 2 == 0:
                return cut
        end = cut
    return 0


def _verdicts(work: Work, check: Callable[..., Verdict], folder: str) -> list[tuple[Any, ...]]:
    """Judge some games, as a worker does. Returns the verdicts without file and number, as tuples, which are sent
    faster. File names are relative to the folder."""
    return [check(raw, hints=False)[2:] for raw in games_of_work(work, folder)]


def games_of_work(work: Work, folder: str = "") -> Iterator[RawGame]:
    """Yield the games of a share of work; those of a part are numbered from 1."""
    if not isinstance(work, _Piece):
        yield from work
        return
    with _bytes_of(work.file, folder) as stream:
        stream.seek(work.start)
        text = io.TextIOWrapper(io.BytesIO(stream.read(work.end - work.start)), "utf-8", "surrogateescape")
    yield from split(text, work.file, line=work.line)
