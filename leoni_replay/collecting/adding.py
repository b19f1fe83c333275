"""Add games to an archive: many processes verify, one writes, a batch at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.facts import Facts, look, text_of
from leoni_replay.collecting.positions import entries_of, slices
from leoni_replay.collecting.schema import BLOCK
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.files.processes import Work, games_of_work, shared_out, shares
from leoni_replay.notation.split import RawGame

#: the maximum number of records written at once
_AT_ONCE = 2048
_NOWHERE = Span(0, 0, 0, 0)
#: the number of records whose positions a process indexes at once
_INDEXED = 256


class Added(NamedTuple):
    """The counts so far: new records, and how many of them are rejected; texts that were there already; and how many of
    those were judged again, and how many got a different verdict."""

    new: int = 0
    rejected: int = 0
    repeated: int = 0
    again: int = 0
    changed: int = 0

    @property
    def games(self) -> int:
        """The number of games read."""
        return self.new + self.repeated + self.again


def add(archive: Archive, paths: Iterable[str], jobs: int = 1, at_once: int = _AT_ONCE) -> Iterator[Added | Diagnostic]:
    """Add the games of some files and folders to an archive.

    The archive is consistent whenever the program ends; the same command then continues, with the same result. A text
    that is there already is judged again if its verdict is by another version of the judge, or isn't the one that was
    stored.

    Args:
        archive: an archive open for writing.
        paths: files, folders, or ``-`` for standard input.
        jobs: the number of processes that verify.
        at_once: the number of records per transaction.

    Yields:
        The counts so far, after each transaction; and a diagnostic for what was not added.

    Raises:
        DatabaseError: the archive cannot be read or written.
        ChildProcessError: a process was lost.
    """
    added = Added()
    waiting: list[Facts] = []
    task = partial(_new, archive) if jobs == 1 else partial(_new_to, archive.name)
    for share in shared_out(shares(paths), jobs, task, fresh=True):
        if isinstance(share, Diagnostic):
            yield share
            continue
        before, made = share
        for one in made:
            if one is None:
                added = added._replace(repeated=added.repeated + 1)
                continue
            facts = Facts(*one)
            facts = facts._replace(number=facts.number + before) if before else facts
            if why := facts.unwritable:
                yield Diagnostic("", "error", f"game {facts.number} is not added: {why}", facts.file, _NOWHERE)
            else:
                waiting.append(facts)
        while len(waiting) >= at_once:
            added = _put(archive, waiting[:at_once], added)
            del waiting[:at_once]
            yield added
    yield _put(archive, waiting, added)


def _put(archive: Archive, some: list[Facts], added: Added) -> Added:
    """Write some records."""
    put = archive.add(some)
    rejected = sum(facts.status == "rejected" for facts in put.new)
    return Added(
        added.new + len(put.new),
        added.rejected + rejected,
        added.repeated + len(some) - len(put.new) - len(put.again),
        added.again + len(put.again),
        added.changed + put.changed,
    )


#: a worker's own connection to the archive, opened once
_opened: dict[str, Archive] = {}


def _new_to(path: str, work: Work) -> list[tuple[Any, ...] | None]:
    """The same as ``_new``, in another process."""
    return _new(_opened.get(path) or _opened.setdefault(path, Archive(path)), work)


def _new(archive: Archive, work: Work) -> list[tuple[Any, ...] | None]:
    """The facts about those games of a share of work that an archive lacks or must judge again, as tuples; None for the
    others."""
    facts: list[tuple[Any, ...] | None] = []
    for raw in games_of_work(work):
        if archive.current(text_of(raw)):
            facts.append(None)
        else:
            # A plain tuple is sent faster than an instance of a class.
            facts.append(tuple(look(raw)[0]))
    return facts


def index(archive: Archive, jobs: int = 1) -> Iterator[int]:
    """Index the positions of all records in an archive that are not indexed yet.

    Args:
        archive: an archive open for writing.
        jobs: the number of processes that replay the records.

    Yields:
        The number of records indexed so far, after each block.

    Raises:
        DatabaseError: the archive cannot be read or written.
        ChildProcessError: a process was lost.
    """
    blocks = [(block, first, archive.last_of(block)) for block, first in archive.behind()]

    #: for every share of the work, whether it is the last one of its block
    ends: deque[bool] = deque()

    def work() -> Iterator[Work]:
        for block, _, last in blocks:
            texts = [(number - block * BLOCK, text) for number, text in archive.texts(block) if number <= last]
            for at in range(0, len(texts), _INDEXED):
                ends.append(at + _INDEXED >= len(texts))
                yield [RawGame(text, number, block, "") for number, text in texts[at : at + _INDEXED]]

    entries: list[str] = []
    remaining = iter(blocks)
    for share in shared_out(work(), jobs, _entries, fresh=True):
        assert not isinstance(share, Diagnostic)
        entries += share[1]
        if ends.popleft():
            block, first, last = next(remaining)
            archive.put_positions(block, last, slices(entries))
            entries = []
            yield last - first + 1


def _entries(work: Work) -> list[str]:
    """The index entries of some records, which are numbered within their block."""
    return entries_of((raw.number, raw.text) for raw in games_of_work(work))
