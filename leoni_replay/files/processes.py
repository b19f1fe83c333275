"""Check games in many processes, on one machine or many, with the same verdicts in the same order as in one process."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.reading import files_in, games_in_file, unreadable
from leoni_replay.files.remote import bytes_at, is_remote, size_at
from leoni_replay.files.resume import Kept, key_of
from leoni_replay.files.workers import Executor, executor_for
from leoni_replay.notation.files import is_compressed
from leoni_replay.notation.split import RawGame, split
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


class _Piece(NamedTuple):
    """A part of a file with whole games, in bytes, and its first line number."""

    file: str
    start: int
    end: int
    line: int


#: A share of the work: some of the games of some files.
Work = _Piece | list[RawGame]
#: A verdict as a process sends it: the fields after file and number, as a tuple, which is sent faster than a class.
_Sent = tuple[Any, ...]
T = TypeVar("T")


def say_nothing(said: str) -> None:
    """Ignore a message."""


def verify_in_processes(
    paths: Iterable[str],
    check: Callable[..., Verdict],
    jobs: int,
    hints: int,
    say: Callable[[str], None] = say_nothing,
    kept: Kept | None = None,
    cluster: str | None = None,
) -> Iterator[Verdict | Diagnostic]:
    """The same as ``verify_paths``, with the work shared out.

    ``check`` judges a game; the first ``hints`` rejected games are also tried under other rules. ``say`` receives a
    message when a process was lost and its work is repeated. Work that is already in ``kept`` is not repeated. The
    workers of a ``cluster`` read large files themselves, under the same names.

    Raises:
        ChildProcessError: the same work has ended several processes in a row, or the cluster cannot do it.
    """
    # The workers of a cluster may have another current folder.
    folder = os.getcwd() if cluster is not None else ""
    task = partial(_verdicts, check=check, folder=folder)
    with contextlib.closing(executor_for(task, jobs, say, _called, cluster=cluster)) as executor:
        for item in _in_turn(shares(paths), executor, kept):
            if isinstance(item, Diagnostic):
                yield item
                continue
            verdicts = _received(item)
            if hints and "rejected" in map(attrgetter("status"), verdicts):
                verdicts, hints = _with_hints(item.share, verdicts, check, hints)
            yield from verdicts


def shared_out(
    work: Iterable[Work | Diagnostic],
    jobs: int,
    task: Callable[[Work], list[T]],
    *,
    fresh: bool = False,
    say: Callable[[str], None] = say_nothing,
) -> Iterator[tuple[int, list[T]] | Diagnostic]:
    """Run a task on games in several processes.

    Args:
        work: the games, as ``shares`` returns them.
        jobs: the number of processes; with one, the work is done in this process.
        task: a picklable function that takes a share of the work and returns one result per game; the games of a large
            file are numbered from 1.
        fresh: whether the processes start with nothing of this one. This is necessary if a database is open in it.
        say: receives a message when a process was lost and its work is repeated.

    Yields:
        In the order of the work: the results of a share, with the number of games before it in its file; and
        diagnostics unchanged.

    Raises:
        ChildProcessError: the same work has ended several processes in a row.
    """
    with contextlib.closing(executor_for(task, jobs, say, _called, fresh=fresh)) as executor:
        for item in _in_turn(work, executor):
            yield item if isinstance(item, Diagnostic) else (item.before, item.made)


class _Made(NamedTuple, Generic[T]):
    """The results of a share of the work, and the number of games before it in its file."""

    share: Work
    before: int
    made: list[T]


def _in_turn(
    work: Iterable[Work | Diagnostic], executor: Executor[Work, list[T]], kept: Kept | None = None
) -> Iterator[_Made[T] | Diagnostic]:
    """The results of the work in order. Shares are submitted ahead of their results. A share that is stored already
    isn't submitted; any other is stored when its turn comes."""
    # A submitted share waits with its number, a stored one with its result.
    waiting: deque[Diagnostic | tuple[Work, str, int | list[T]]] = deque()
    outcomes: dict[int, list[T]] = {}
    counted = _Counted()

    def given(share: Work) -> tuple[Work, str, int | list[T]]:
        if kept is None:
            return share, "", executor.give(share)
        key = _key(share)
        there: list[Any] | None = kept.find(key)
        if there is not None and (isinstance(share, _Piece) or len(there) == len(share)):
            return share, key, there
        return share, key, executor.give(share)

    def results(ahead: int) -> Iterator[_Made[T] | Diagnostic]:
        while len(waiting) > ahead:
            first = waiting.popleft()
            if isinstance(first, Diagnostic):
                yield first
                continue
            share, key, made = first
            if isinstance(made, int):
                number = made
                while number not in outcomes:
                    other, result = executor.wait()
                    outcomes[other] = result
                made = outcomes.pop(number)
                if kept is not None:
                    kept.add(key, made)  # type: ignore[arg-type]
            yield _Made(share, counted.before(share, len(made)), made)

    for share in work:
        waiting.append(share if isinstance(share, Diagnostic) else given(share))
        yield from results(executor.slots // 2 * _AHEAD)
    yield from results(0)


def _key(work: Work) -> str:
    """A key for the text and the position of the games of a share of work."""
    if not isinstance(work, _Piece):
        return key_of(*[part for raw in work for part in (raw.file, raw.number, raw.line, raw.text)])
    with _bytes_of(work.file) as stream:
        stream.seek(work.start)
        return key_of(work.file, work.line, stream.read(work.end - work.start))


def _called(work: Work) -> str:
    """The name of a share of the work, for the message that it is repeated."""
    if isinstance(work, _Piece):
        return f"{visible(work.file)}, from line {work.line} on"
    return f"{visible(work[0].file)}, from game {work[0].number} on"


class _Counted:
    """Counts the games of a file whose parts are each numbered from 1."""

    def __init__(self) -> None:
        self.file = ""
        self.games = 0

    def before(self, work: Work, games: int) -> int:
        """How many games of the file come before a share of work; the games of the share are counted afterwards."""
        if not isinstance(work, _Piece):
            return 0
        if work.start == 0 or work.file != self.file:
            self.file, self.games = work.file, 0
        before, self.games = self.games, self.games + games
        return before


def _received(made: _Made[_Sent]) -> list[Verdict]:
    """The verdicts on the games of a share of work, as objects."""
    share, before, sent = made
    new = tuple.__new__
    if not isinstance(share, _Piece):
        return [new(Verdict, (raw.file, raw.number, *fields)) for raw, fields in zip(share, sent, strict=True)]
    verdicts = [new(Verdict, (share.file, number, *fields)) for number, fields in enumerate(sent, before + 1)]
    if before and any(map(attrgetter("diagnostics"), verdicts)):
        return [_numbered(verdict, verdict.game) for verdict in verdicts]
    return verdicts


def _numbered(verdict: Verdict, number: int) -> Verdict:
    """A verdict with another game number."""
    diagnostics = tuple([one._replace(game=number) for one in verdict.diagnostics])
    return verdict._replace(game=number, diagnostics=diagnostics)


def shares(paths: Iterable[str]) -> Iterator[Work | Diagnostic]:
    """The work in order: large files in parts, the games of all others in batches."""
    batch: list[RawGame] = []
    for file in files_in(paths):
        if isinstance(file, str) and (size := _size_if_large(file)):
            if batch:
                yield batch
                batch = []
            yield from _pieces(file, size)
            continue
        for item in [file] if isinstance(file, Diagnostic) else games_in_file(file):
            if isinstance(item, Diagnostic):
                if batch:
                    yield batch
                    batch = []
                yield item
            else:
                batch.append(item)
                if len(batch) == _BATCH:
                    yield batch
                    batch = []
    if batch:
        yield batch


def _size_if_large(file: str) -> int:
    """The size of a large file in bytes; 0 if it isn't large, or cannot be cut."""
    if is_compressed(file):
        return 0
    try:
        size = size_at(file) if is_remote(file) else os.path.getsize(file) if os.path.isfile(file) else 0
    except OSError:
        return 0
    return size if size >= _LARGE else 0


def _pieces(file: str, size: int) -> Iterator[_Piece | Diagnostic]:
    """A large file of the given size, cut where games certainly begin; a file without such places is one part."""
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
    """The last place where a text can be cut; 0 if there is none."""
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


def _verdicts(work: Work, check: Callable[..., Verdict], folder: str) -> list[_Sent]:
    """The verdicts on some games, without file and number; this is what a worker does. File names are relative to the
    folder."""
    return [check(raw, hints=False)[2:] for raw in games_of_work(work, folder)]


def games_of_work(work: Work, folder: str = "") -> Iterator[RawGame]:
    """The games of a share of work; those of a part are numbered from 1."""
    if not isinstance(work, _Piece):
        yield from work
        return
    with _bytes_of(work.file, folder) as stream:
        stream.seek(work.start)
        text = io.TextIOWrapper(io.BytesIO(stream.read(work.end - work.start)), "utf-8", "surrogateescape")
    yield from split(text, work.file, line=work.line)


def _with_hints(
    work: Work, verdicts: list[Verdict], check: Callable[..., Verdict], hints: int
) -> tuple[list[Verdict], int]:
    """The verdicts, the first N rejected ones with notes on other rules; and how many notes are left."""
    made = list(verdicts)
    for at, raw in enumerate(games_of_work(work)):
        if hints and made[at].status == "rejected":
            made[at] = _numbered(check(raw, hints=True), made[at].game)
            hints -= 1
    return made, hints
