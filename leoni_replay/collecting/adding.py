"""Adding games to an archive: verified by processes, written by one, so many at once."""

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

#: how many records are written at once, at the most
_AT_ONCE = 2048
_NOWHERE = Span(0, 0, 0, 0)
#: how many records a process takes the positions of at once
_INDEXED = 256


class Added(NamedTuple):
    """What came of adding so far: records that are new, of these the rejected ones, and texts that were there; texts
    that were there and were judged again, and how many of these have another verdict now."""

    new: int = 0
    rejected: int = 0
    repeated: int = 0
    again: int = 0
    changed: int = 0

    @property
    def games(self) -> int:
        """How many games were looked at."""
        return self.new + self.repeated + self.again


def add(archive: Archive, paths: Iterable[str], jobs: int = 1, at_once: int = _AT_ONCE) -> Iterator[Added | Diagnostic]:
    """Add the games of some files and folders to an archive.

    What is in it is whole whenever the program ends. The same command goes on where it ended, and comes to the same.
    A text that is there is judged again if its verdict is by another judge, or is not the one that was stored.

    Args:
        archive: one that is open to be written.
        paths: files, folders, or ``-`` for standard input.
        jobs: how many processes verify.
        at_once: how many records are written at once, all of them or none.

    Yields:
        What has been added so far, after each time that something is written; and a diagnostic for what was not added.

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


#: the archive that a worker looks into, opened once
_opened: dict[str, Archive] = {}


def _new_to(path: str, work: Work) -> list[tuple[Any, ...] | None]:
    """As ``_new``, in a process of its own."""
    return _new(_opened.get(path) or _opened.setdefault(path, Archive(path)), work)


def _new(archive: Archive, work: Work) -> list[tuple[Any, ...] | None]:
    """What is known of the games of a share of work that an archive lacks, or has to judge again, as tuples; None for
    the others."""
    facts: list[tuple[Any, ...] | None] = []
    for raw in games_of_work(work):
        if archive.current(text_of(raw)):
            facts.append(None)
        else:
            # A plain tuple is sent faster than an object of a class.
            facts.append(tuple(look(raw)[0]))
    return facts


def index(archive: Archive, jobs: int = 1) -> Iterator[int]:
    """Keep the positions of all records that are in an archive, where they are not kept yet.

    Args:
        archive: one that is open to be written.
        jobs: how many processes walk through the records.

    Yields:
        How many records have been taken in, after each block.

    Raises:
        DatabaseError: the archive cannot be read or written.
        ChildProcessError: a process was lost.
    """
    blocks = [(block, first, archive.last_of(block)) for block, first in archive.behind()]

    #: of every share of the work whether it is the last one of its block
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
    """The entries of some records, which are numbered in their block."""
    return entries_of((raw.number, raw.text) for raw in games_of_work(work))
