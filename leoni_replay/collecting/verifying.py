"""Judge the records of an archive again, whatever verdicts it holds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from leoni_replay.collecting.archive import VERDICT, Archive, Stored, differences, verdict_of
from leoni_replay.collecting.facts import Facts, look
from leoni_replay.collecting.where import Sql
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.files.processes import Work, games_of_work, shared_out
from leoni_replay.notation.split import RawGame

#: the number of records that a process judges at once
_AT_ONCE: Final = 256
_NOWHERE: Final = Span(0, 0, 0, 0)


def verify_archive(archive: Archive, jobs: int = 1, *, fix: bool = False) -> Iterator[Facts | Diagnostic]:
    """Judge every record of an archive again.

    Args:
        archive: an open archive, open for writing if it is to be corrected.
        jobs: the number of processes that judge.
        fix: whether to replace the stored verdicts.

    Yields:
        The facts about each record now, in the order of their numbers; before it a diagnostic, if the archive differs.

    Raises:
        DatabaseError: the archive cannot be read or written.
        ChildProcessError: a process was lost.
    """
    waiting: deque[list[Stored]] = deque()

    def work() -> Iterator[Work]:
        last = 0
        while some := archive.stored(Sql("id > ?", (last,)), _AT_ONCE):
            last = some[-1].number
            waiting.append(some)
            yield [RawGame(stored.facts.text, stored.facts.number, 1, stored.facts.file) for stored in some]

    for share in shared_out(work(), jobs, _look, fresh=True):
        assert not isinstance(share, Diagnostic)
        some = waiting.popleft()
        made = [Facts(*one) for one in share[1]]
        if fix:
            archive.replace((stored.number, facts) for stored, facts in zip(some, made, strict=True))
        for stored, facts in zip(some, made, strict=True):
            if wrong := _wrong(stored, facts):
                yield _difference(archive.name, stored, wrong, fix)
            yield facts


def _look(work: Work) -> list[tuple[Any, ...]]:
    # A plain tuple is sent faster than an instance of a class.
    return [tuple(look(raw)[0]) for raw in games_of_work(work)]


def _wrong(stored: Stored, facts: Facts) -> list[str]:
    """What is stored wrongly about a record, in words."""
    before, now = (dict(zip(VERDICT, verdict_of(one), strict=True)) for one in (stored.facts, facts))
    names = differences(stored.judge, [*before.values()], [*now.values()])
    wrong = [] if stored.key == facts.key else ["its text is not the one that was added"]
    return wrong + [
        f"{name}: {_said(before[name])} in the archive, {_said(now[name])} when it is judged again" for name in names
    ]


def _said(value: object) -> str:
    return "none" if value is None else str(value)


def _difference(archive: str, stored: Stored, wrong: list[str], fix: bool) -> Diagnostic:
    which = f"record {stored.number} ({stored.facts.file}, game {stored.facts.number})"
    if fix:
        message = f"the stored verdict on {which} was wrong; now it is right"
        return Diagnostic("F604", "warning", message, archive, _NOWHERE, notes=tuple(wrong))
    message = f"the stored verdict on {which} is wrong"
    help = f"`leoni verify {archive} --fix` stores the right verdicts"
    return Diagnostic("F604", "error", message, archive, _NOWHERE, notes=tuple(wrong), help=(help,))
