"""Search files or archives for records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.facts import Facts
from leoni_replay.collecting.wanted import Wanted, chosen
from leoni_replay.collecting.where import Sql, where
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.processes import Work, shared_out, shares
from leoni_replay.notation.split import RawGame

#: the number of records of an archive that a process reads at once
_AT_ONCE = 256


def find_in_files(paths: Iterable[str], wanted: Wanted, jobs: int = 1) -> Iterator[Facts | Diagnostic]:
    """The matching games of some files and folders, in their order.

    Args:
        paths: files, folders, or ``-`` for standard input.
        wanted: the query.
        jobs: the number of processes.

    Yields:
        The facts about each game, and a diagnostic for each path that could not be read or holds no game.

    Raises:
        ChildProcessError: a process was lost.
    """
    for share in shared_out(shares(paths), jobs, partial(chosen, wanted)):
        if isinstance(share, Diagnostic):
            yield share
            continue
        before, made = share
        for one in made:
            if one is not None:
                facts = Facts(*one)
                yield facts._replace(number=facts.number + before) if before else facts


def find_in_archive(archive: Archive, wanted: Wanted, jobs: int = 1) -> Iterator[Facts]:
    """The matching records of an archive, in the order in which they were added.

    A condition becomes SQL. Positions and moves are looked up in the index of positions as far as possible; otherwise
    the records are replayed.

    Raises:
        DatabaseError: the archive cannot be read.
        ChildProcessError: a process was lost.
    """
    condition = where(wanted.where).sql if wanted.where is not None else Sql("1")
    digests = wanted.exact_digests
    if digests is None or not archive.keeps_positions:
        if not wanted.looks_at_tables:
            yield from (facts for _, facts in archive.facts(condition))
        else:
            yield from _walked(archive, wanted, condition, None, jobs)
        return
    reached = archive.reached(digests)
    if wanted.begins:
        yield from _walked(archive, wanted, condition, reached, jobs)
    else:
        for number, facts in archive.facts(condition, reached):
            yield facts._replace(at=reached[number])
    # Records may have been added that are not indexed yet.
    for block, first in archive.behind():
        more = Sql(f"({condition.text}) AND id BETWEEN ? AND ?", (*condition.values, first, archive.last_of(block)))
        yield from _walked(archive, wanted, more, None, jobs)


def _walked(archive: Archive, wanted: Wanted, condition: Sql, ids: Iterable[int] | None, jobs: int) -> Iterator[Facts]:
    """The matching records of an archive, each replayed."""

    def work() -> Iterator[Work]:
        some: list[RawGame] = []
        for _, facts in archive.facts(condition, ids):
            some.append(RawGame(facts.text, facts.number, 1, facts.file))
            if len(some) == _AT_ONCE:
                yield some
                some = []
        yield some

    # The archive has applied the condition already.
    for share in shared_out(work(), jobs, partial(chosen, wanted._replace(where=None)), fresh=True):
        assert not isinstance(share, Diagnostic)
        yield from (Facts(*one) for one in share[1] if one is not None)
