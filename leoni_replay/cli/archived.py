"""``leoni verify`` for archives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from leoni_replay.cli.common import OK, REJECTED, ended_when_asked, fail
from leoni_replay.cli.progress import watched
from leoni_replay.collecting.adding import index, verify_archive
from leoni_replay.collecting.archive import Archive
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.database import DatabaseError
from leoni_replay.files.reading import is_database
from leoni_replay.report import Summary
from leoni_replay.words import counted

if TYPE_CHECKING:
    from leoni_replay.collecting.facts import Facts
    from leoni_replay.report import Reporter
    from leoni_replay.show.terminal import Terminal


def verify_archives(
    paths: list[str], terminal: Terminal, make: Callable[[Terminal], Reporter], jobs: int, fix: bool
) -> int:
    """Judge the records of archives again, print which stored verdicts are wrong with the reporter that ``make`` makes,
    and return the exit status."""
    for path in paths:
        if not is_database(path):
            fail(f"{path}: this file is not an archive: verify archives and transcripts one after the other")
    out = make(terminal)
    summary = Summary()
    wrong = 0
    out.begin()
    with ended_when_asked(), watched(_judged(paths, jobs, fix)) as items:
        for item in items:
            if isinstance(item, Diagnostic):
                wrong += 1
                out.file_problem(item)
            else:
                summary.count(item.status, item.result, item.legal_moves)
    verdicts = counted(wrong, "stored verdict")
    summary.archived = (
        (("warning", f"{verdicts} put right") if fix else ("error", f"{verdicts} wrong"))
        if wrong
        else ("", "every verdict as stored")
    )
    out.end(summary)
    return REJECTED if wrong and not fix else OK


def _judged(paths: list[str], jobs: int, fix: bool) -> Iterator[Facts | Diagnostic]:
    try:
        for path in paths:
            with Archive(path, write=fix) as archive:
                yield from verify_archive(archive, jobs, fix=fix)
                if fix and archive.keeps_positions:
                    # Records with a new verdict must be indexed again.
                    for _ in index(archive, jobs):
                        pass
    except DatabaseError as error:
        fail(str(error))
