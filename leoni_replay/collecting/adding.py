"""Add games to an archive, index their positions, and judge them again: many processes work, one writes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial

from leoni_replay.collecting.archive import VERDICT, Added, Archive, Stored, signed, verdict_of
from leoni_replay.collecting.positions import positions_of
from leoni_replay.collecting.record_facts import Facts, read_facts, text_of
from leoni_replay.collecting.where import Sql
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.files.processes import Work, batches, games_of_work, run_shared, shares
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge_with_evidence

#: the maximum number of records written at once
_AT_ONCE = 2048
_NOWHERE = Span(0, 0, 0, 0)
#: the number of records whose positions are written at once
_INDEXED = 1 << 17
#: the number of records that a process judges again at once
_JUDGED = 256


def add(archive: Archive, paths: Iterable[str], jobs: int = 1, at_once: int = _AT_ONCE) -> Iterator[Added | Diagnostic]:
    """Add the games of some files and folders to an archive.

    The archive is consistent whenever the program ends; the same command then continues, with the same result. A text
    that is there already is judged again if its verdict is by another version of the judge.

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
    yield from _add_work(archive, shares(paths), jobs, at_once)


def add_games(archive: Archive, games: Iterable[RawGame], jobs: int = 1) -> Iterator[Added | Diagnostic]:
    """As :func:`add`, with games that are no files."""
    yield from _add_work(archive, batches(games), jobs, _AT_ONCE)


def _add_work(
    archive: Archive, work: Iterable[Work | Diagnostic], jobs: int, at_once: int
) -> Iterator[Added | Diagnostic]:
    added = Added()
    waiting: list[Facts] = []
    task = partial(_new, archive if jobs == 1 else archive.name)
    for share in run_shared(work, jobs, task, fresh=True):
        if isinstance(share, Diagnostic):
            yield share
            continue
        added = added._replace(repeated=added.repeated + share.made.count(None))
        for facts in filter(None, share.made):
            number = facts.number + share.before
            if why := facts.unwritable:
                yield Diagnostic("", "error", f"game {number} is not added: {why}", facts.file, _NOWHERE)
            else:
                waiting.append(facts._replace(number=number))
        while len(waiting) >= at_once:
            added = archive.add(waiting[:at_once], added)
            del waiting[:at_once]
            yield added
    yield archive.add(waiting, added)


#: a worker's own connection to an archive
_opened = cache(Archive)


def _new(given: Archive | str, work: Work) -> list[Facts | None]:
    """Return the facts about those games of a share of work that an archive (in another process given by its path)
    lacks or must judge again; None for the others."""
    archive = _opened(given) if isinstance(given, str) else given
    return [None if archive.current(text_of(raw)) else read_facts(raw)[0] for raw in games_of_work(work)]


def index(archive: Archive, jobs: int = 1, tell: Callable[[int], None] = lambda records: None) -> int:
    """Index the positions of all records in an archive that are not indexed yet.

    Args:
        archive: an archive open for writing.
        jobs: the number of processes that replay the records.
        tell: receives the number of records replayed so far.

    Returns:
        The number of records indexed.

    Raises:
        DatabaseError: the archive cannot be read or written.
        ChildProcessError: a process was lost.
    """
    replayed = 0

    def entries(records: list[int]) -> Iterator[list[tuple[int, int, int]]]:
        nonlocal replayed
        raws = (RawGame(text, number, 1, "") for number, text in archive.texts(records))
        for share in run_shared(batches(raws), jobs, _entries, fresh=True):
            yield share.made
            replayed += len(share.share)
            tell(replayed)

    while records := archive.unindexed_records(_INDEXED):
        archive.put_positions(records, entries(records))
    return replayed


def _entries(work: Work) -> list[tuple[int, int, int]]:
    """Return the entries of some records in the index of positions."""
    entries: list[tuple[int, int, int]] = []
    for raw in games_of_work(work):
        if (course := positions_of(judge_with_evidence(RawGame(raw.text, 1, 1, ""), hints=False))) is not None:
            entries += [(signed(digest), raw.number, move) for digest, move in course.digests().items()]
    return entries


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
        while some := archive.stored(Sql("id > ?", (last,)), _JUDGED):
            last = some[-1].number
            waiting.append(some)
            yield [RawGame(stored.facts.text, stored.facts.number, 1, stored.facts.file) for stored in some]

    for share in run_shared(work(), jobs, _look, fresh=True):
        both = list(zip(waiting.popleft(), share.made, strict=True))
        if fix:
            archive.replace((stored.number, facts) for stored, facts in both)
        for stored, facts in both:
            if wrong := _wrong(stored, facts):
                yield _difference(archive.name, stored, wrong, fix)
            yield facts


def _look(work: Work) -> list[Facts]:
    return [read_facts(raw)[0] for raw in games_of_work(work)]


def _wrong(stored: Stored, facts: Facts) -> list[str]:
    """Return what is stored wrongly about a record, in words."""
    before, now = (dict(zip(VERDICT, verdict_of(one), strict=True)) for one in (stored.facts, facts))
    names = [name for name in VERDICT if before[name] != now[name]]
    wrong = [] if stored.key == facts.key else ["its text differs from the one that was added"]
    return wrong + [
        f"{name}: {_shown_value(before[name])} in the archive, {_shown_value(now[name])} when it is judged again"
        for name in names
    ]


def _shown_value(value: object) -> str:
    return "none" if value is None else str(value)


def _difference(archive: str, stored: Stored, wrong: list[str], fix: bool) -> Diagnostic:
    which = f"record {stored.number} ({stored.facts.file}, game {stored.facts.number})"
    if fix:
        message = f"the stored verdict on {which} was wrong; now it is right"
        return Diagnostic("F604", "warning", message, archive, _NOWHERE, notes=tuple(wrong))
    message = f"the stored verdict on {which} is wrong"
    help = f"`leoni verify {archive} --fix` stores the right verdicts"
    return Diagnostic("F604", "error", message, archive, _NOWHERE, notes=tuple(wrong), help=(help,))
