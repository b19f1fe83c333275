"""Judging the records of an archive again, whatever it says of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from leoni_replay.collecting.archive import VERDICT, Archive, verdict_of
from leoni_replay.collecting.facts import Facts, look
from leoni_replay.collecting.where import Sql
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.files.processes import Work, games_of_work, shared_out
from leoni_replay.notation.split import RawGame

#: how many records a process judges at once
_AT_ONCE: Final = 256
_NOWHERE: Final = Span(0, 0, 0, 0)


def verify_archive(archive: Archive, jobs: int = 1, *, fix: bool = False) -> Iterator[Facts | Diagnostic]:
    """Judge every record of an archive again.

    Args:
        archive: one that is open; to be written, if it is to be put right.
        jobs: how many processes judge.
        fix: whether the verdicts are stored, in place of those that are there.

    Yields:
        What is known of each record now, in the order of their numbers; before it a diagnostic, if the archive says
        something else.

    Raises:
        DatabaseError: the archive cannot be read or written.
        ChildProcessError: a process was lost.
    """
    waiting: deque[list[tuple[int, bytes, Facts]]] = deque()

    def work() -> Iterator[Work]:
        last = 0
        while some := archive.stored(Sql("id > ?", (last,)), _AT_ONCE):
            last = some[-1][0]
            waiting.append(some)
            yield [RawGame(facts.text, facts.number, 1, facts.file) for _, _, facts in some]

    for share in shared_out(work(), jobs, _look, fresh=True):
        assert not isinstance(share, Diagnostic)
        some = waiting.popleft()
        made = [Facts(*one) for one in share[1]]
        if fix:
            archive.replace((number, facts) for (number, _, _), facts in zip(some, made, strict=True))
        for (number, key, stored), facts in zip(some, made, strict=True):
            if wrong := _differences(key, stored, facts):
                yield _difference(archive.name, number, stored, wrong, fix)
            yield facts


def _look(work: Work) -> list[tuple[Any, ...]]:
    # A plain tuple is sent faster than an object of a class.
    return [tuple(look(raw)[0]) for raw in games_of_work(work)]


def _differences(key: bytes, stored: Facts, facts: Facts) -> list[str]:
    """In what a record is another one than is stored."""
    wrong = [] if key == facts.key else ["its text is not the one that was added"]
    for name, before, now in zip(VERDICT, verdict_of(stored), verdict_of(facts), strict=True):
        if before != now:
            wrong.append(f"{name}: {_said(before)} in the archive, {_said(now)} when it is judged again")
    return wrong


def _said(value: object) -> str:
    return "none" if value is None else value.hex() if isinstance(value, bytes) else str(value)


def _difference(archive: str, number: int, stored: Facts, wrong: list[str], fix: bool) -> Diagnostic:
    which = f"record {number} ({stored.file}, game {stored.number})"
    if fix:
        message = f"the stored verdict on {which} was wrong; now it is right"
        return Diagnostic("F604", "warning", message, archive, _NOWHERE, notes=tuple(wrong))
    message = f"the stored verdict on {which} is wrong"
    help = f"`leoni verify {archive} --fix` stores what is right"
    return Diagnostic("F604", "error", message, archive, _NOWHERE, notes=tuple(wrong), help=(help,))
