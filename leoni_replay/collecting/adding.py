"""Add games to an archive, index their positions, and judge them again: many processes work, one writes."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from threading import get_ident

from leoni_replay.collecting.archive import (
    VERDICT,
    AddCounts,
    Archive,
    IndexEntry,
    StoredRecord,
    digest_number,
    verdict_of,
)
from leoni_replay.collecting.positions import positions_of
from leoni_replay.collecting.record_facts import Facts, read_facts, text_of
from leoni_replay.collecting.where import Sql
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.files.processes import Work, batches, games_of_work, run_shared, shares
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge_with_evidence

#: the maximum number of records written at once
_AT_ONCE = 2048
#: the seconds after which records are written even if they are fewer
_WRITING_PAUSE = 5.0
_NOWHERE = Span(0, 0, 0, 0)
#: the number of records whose positions are written at once
_INDEXED_AT_ONCE = 1 << 17
#: the number of records that a process judges again at once
_JUDGED_AT_ONCE = 256


def add(
    archive: Archive, paths: Iterable[str], jobs: int = 1, at_once: int = _AT_ONCE
) -> Iterator[AddCounts | Diagnostic]:
    """Add the games of some files and folders to an archive.

    The archive is consistent whenever the program ends; the same command then continues, with the same result. After an
    interrupt it has all the games that were judged by then. A text
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


def add_games(archive: Archive, games: Iterable[RawGame], jobs: int = 1) -> Iterator[AddCounts | Diagnostic]:
    """Add games that are in no file, as :func:`add` does."""
    yield from _add_work(archive, batches(games), jobs, _AT_ONCE)


def _add_work(
    archive: Archive, work: Iterable[Work | Diagnostic], jobs: int, at_once: int
) -> Iterator[AddCounts | Diagnostic]:
    """Add the games of some shares of work, as :func:`add` does.

    Args:
        archive: an archive open for writing.
        work: the shares; a diagnostic among them is passed on.
        jobs: the number of processes that verify.
        at_once: the number of records per transaction.
    """
    counts = AddCounts()
    facts_to_store: list[Facts] = []
    # A connection to a database cannot be sent to another process: there, the archive is opened by its path.
    task = partial(_read_new_facts, archive if jobs == 1 else archive.name)
    writing_time = time.monotonic()
    try:
        for outcome in run_shared(work, jobs, task, fresh=True):
            if isinstance(outcome, Diagnostic):
                yield outcome
                continue
            # None stands for a game that the archive has already.
            counts = counts._replace(repeated=counts.repeated + outcome.results.count(None))
            for facts in filter(None, outcome.results):
                number = facts.number + outcome.games_before
                if reason := facts.unwritable:
                    yield Diagnostic("", "error", f"game {number} is not added: {reason}", facts.file, _NOWHERE)
                else:
                    facts_to_store.append(replace(facts, number=number))
            is_time = time.monotonic() - writing_time > _WRITING_PAUSE
            while len(facts_to_store) >= at_once or (facts_to_store and is_time):
                counts = archive.add(facts_to_store[:at_once], counts)
                del facts_to_store[:at_once]
                writing_time = time.monotonic()
                yield counts
    except GeneratorExit:
        # Whoever goes through the games was interrupted.
        archive.add(facts_to_store, counts)
        raise
    except KeyboardInterrupt:
        yield archive.add(facts_to_store, counts)
        raise
    yield archive.add(facts_to_store, counts)


@cache
def _open_once(path: str, thread: int) -> Archive:
    """Open an archive for a thread of a worker, once: no other thread can use the connection."""
    return Archive(path)


def _read_new_facts(archive_or_path: Archive | str, work: Work) -> list[Facts | None]:
    """Return the facts about those games of a share of work that an archive lacks or must judge again; None for each of
    the others.

    Args:
        archive_or_path: the archive; in another process, its path.
        work: the games.
    """
    archive = _open_once(archive_or_path, get_ident()) if isinstance(archive_or_path, str) else archive_or_path
    return [None if archive.has_current_verdict(text_of(raw)) else read_facts(raw)[0] for raw in games_of_work(work)]


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

    def entries(records: list[int]) -> Iterator[list[IndexEntry]]:
        """Replay records, given by number, and yield their entries in batches."""
        nonlocal replayed
        raws = (RawGame(text, number, 1, "") for number, text in archive.texts(records))
        for outcome in run_shared(batches(raws), jobs, _index_entries, fresh=True):
            yield outcome.results
            replayed += len(outcome.work)
            tell(replayed)

    while records := archive.unindexed_records(_INDEXED_AT_ONCE):
        archive.put_positions(records, entries(records))
    return replayed


def _index_entries(work: Work) -> list[IndexEntry]:
    """Return the entries of some records in the index of positions: one for each position of each record. The number of
    a game among ``work`` is that of its record in the archive."""
    entries: list[IndexEntry] = []
    for raw in games_of_work(work):
        # A record whose positions the program fails to read has none in the index; its verdict says why.
        with contextlib.suppress(ProgramFault), program_faults():
            positions = positions_of(judge_with_evidence(RawGame(raw.text, 1, 1, ""), hints=False))
            digests = {} if positions is None else positions.digests()
            entries += [(digest_number(digest), raw.number, move) for digest, move in digests.items()]
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
    # The batches of stored records that are being judged; results come in the order of the batches.
    batches_in_work: deque[list[StoredRecord]] = deque()

    def batches_to_judge() -> Iterator[Work]:
        """Yield the texts of all records in batches, and note what is stored of them."""
        last_number = 0
        while batch := archive.stored_records(Sql("id > ?", (last_number,)), _JUDGED_AT_ONCE):
            last_number = batch[-1].number
            batches_in_work.append(batch)
            yield [RawGame(stored.facts.text, stored.facts.number, 1, stored.facts.file) for stored in batch]

    for outcome in run_shared(batches_to_judge(), jobs, _read_all_facts, fresh=True):
        pairs = list(zip(batches_in_work.popleft(), outcome.results, strict=True))
        if fix:
            archive.replace((stored.number, facts) for stored, facts in pairs)
        for stored, facts in pairs:
            if differences := _differences(stored, facts):
                yield _report_differences(archive.name, stored, differences, fix)
            yield facts


def _read_all_facts(work: Work) -> list[Facts]:
    """Return the facts about the games of a share of work."""
    return [read_facts(raw)[0] for raw in games_of_work(work)]


def _differences(stored: StoredRecord, facts: Facts) -> list[str]:
    """Return what is stored wrongly about a record, in words; nothing if all is right.

    Args:
        stored: what the archive has.
        facts: the facts about its text, judged again.
    """
    differences: list[str] = []
    if stored.key != facts.key:
        differences.append("its text differs from the one that was added")
    for name, old, new in zip(VERDICT, verdict_of(stored.facts), verdict_of(facts), strict=True):
        if old != new:
            differences.append(f"{name}: {_value_text(old)} in the archive, {_value_text(new)} when it is judged again")
    return differences


def _value_text(value: object) -> str:
    return "none" if value is None else str(value)


def _report_differences(archive: str, stored: StoredRecord, differences: list[str], fix: bool) -> Diagnostic:
    """Return the diagnostic for a wrong verdict in an archive.

    Args:
        archive: the file of the archive.
        stored: the record as stored.
        differences: what is stored wrongly, in words.
        fix: whether it has been corrected.
    """
    record = f"record {stored.number} ({stored.facts.file}, game {stored.facts.number})"
    notes = tuple(differences)
    if fix:
        message = f"the stored verdict on {record} was wrong; now it is right"
        return Diagnostic("F604", "warning", message, archive, _NOWHERE, notes=notes)
    message = f"the stored verdict on {record} is wrong"
    help = f"`leoni verify {archive} --fix` stores the right verdicts"
    return Diagnostic("F604", "error", message, archive, _NOWHERE, notes=notes, help=(help,))
