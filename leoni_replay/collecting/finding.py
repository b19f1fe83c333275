"""Find records in files or archives: queries, and how the records found are deduplicated, sorted and counted."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from leoni_replay.collecting.position_patterns import Pattern, find_first_match, pattern
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.collecting.record_facts import (
    Facts,
    Field,
    Value,
    as_number,
    find_field,
    identify,
    read_facts,
    values_of_facts,
)
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import scratch_file
from leoni_replay.files.find_games import games_in
from leoni_replay.games import GAMES
from leoni_replay.games.refusal import agrees, contradicts
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.split import RawGame

if TYPE_CHECKING:
    from leoni_replay.collecting.archive import Archive
    from leoni_replay.collecting.where import Sql, Where
    from leoni_replay.files.processes import Work

# What conditions, archives and further processes need is loaded only where there are any.


class Criteria(NamedTuple):
    """A query for records; it can be sent to other processes.

    Args:
        where: a condition.
        digests: one of these positions was reached.
        layout: a position that matches this was reached: its text, and the name of its file.
        begins: the first moves, in the notation.
        needs_events: whether to count what happened in a record (weaves, redeals …).
    """

    where: str | None = None
    digests: frozenset[str] = frozenset()
    layout: tuple[str, str] | None = None
    begins: str | None = None
    needs_events: bool = True

    def check(self) -> None:
        """Check that all parts are valid.

        Raises:
            QueryError: the condition or the layout is invalid.
            LeoniError: the moves are invalid.
        """
        _read(self)

    @property
    def needs_positions(self) -> bool:
        """Whether a record must be replayed to decide."""
        return bool(self.digests or self.layout or self.begins) or self.asks_about_moves

    @property
    def asks_about_moves(self) -> bool:
        """Whether the condition asks about moves."""
        condition = _read(self).condition
        return condition is not None and condition.asks_about_moves

    @property
    def exact_digests(self) -> frozenset[str] | None:
        """The digests of which one must have been reached, if the query needs nothing else about positions; otherwise
        None."""
        layout = _read(self).layout
        if layout is None:
            return self.digests or None
        if not layout.digests:
            return None
        return self.digests.intersection(layout.digests) if self.digests else frozenset(layout.digests)

    def match(self, facts: Facts, positions: RecordPositions | None) -> Facts | None:
        """Return the facts about a record if it matches, with the move that reached a position; else None."""
        condition, moves, layout = _read(self)
        if condition is not None and not condition.holds(facts, positions):
            return None
        if not (self.digests or layout or moves):
            return facts
        if positions is None or (moves and not _begins_with(positions, moves)):
            return None
        if not (self.digests or layout):
            return facts
        move = find_first_match(positions, self.digests, layout)
        return None if move is None else replace(facts, at=move)


class _ParsedCriteria(NamedTuple):
    """The parts of a query whose text has to be read."""

    condition: Where | None
    moves: list[Move]
    layout: Pattern | None


@lru_cache(maxsize=8)
def _read(criteria: Criteria) -> _ParsedCriteria:
    """Read the texts of a query."""
    condition = None
    if criteria.where is not None:
        from leoni_replay.collecting.where import where

        condition = where(criteria.where)
    moves = list(map(_read_move, (criteria.begins or "").split()))
    layout = None if criteria.layout is None else pattern(*criteria.layout)
    return _ParsedCriteria(condition, moves, layout)


def _read_move(word: str) -> Move:
    """Return a move of any game from its text. One without a card (``redeal``) must be a word of our own games, so that
    a slip of the pen is refused.

    Raises:
        LeoniError: it is not a move.
    """
    try:
        return read_command(word)[0]
    except ValueError:
        if word.isalnum():
            raise
        # The words of added games are known once all games are loaded.
        list(GAMES)
        return read_command(word, None)[0]


def _begins_with(positions: RecordPositions, moves: list[Move]) -> bool:
    """Whether a record begins with some moves. They may be in short form: what is written of each must agree with the
    move that was made."""
    if len(positions.move_numbers) < len(moves):
        return False
    for move, (_, step) in zip(moves, positions.steps(), strict=False):
        if not agrees(move, step.move) or contradicts(move, step.move):
            return False
    return True


def match(criteria: Criteria, raw: RawGame) -> Facts | None:
    """Judge a record, and return the facts about it if it matches a query; else None."""
    if not (criteria.needs_events or criteria.where or criteria.needs_positions):
        return identify(raw)
    return criteria.match(*read_facts(raw))


def _match_work(criteria: Criteria, work: Work) -> list[Facts | None]:
    """Return the facts about the matching games of a share of work; None for each game that doesn't match."""
    from leoni_replay.files.processes import games_of_work

    return [match(criteria, raw) for raw in games_of_work(work)]


def find_in_files(paths: Iterable[str], criteria: Criteria, jobs: int = 1) -> Iterator[Facts | Diagnostic]:
    """Yield the matching games of some files and folders, in their order.

    Args:
        paths: files, folders, or ``-`` for standard input.
        criteria: the query.
        jobs: the number of processes.

    Yields:
        The facts about each game, and a diagnostic for each path that could not be read or holds no game.

    Raises:
        ChildProcessError: a process was lost.
    """
    if jobs == 1:
        for item in games_in(paths):
            if isinstance(item, Diagnostic):
                yield item
            elif (facts := match(criteria, item)) is not None:
                yield facts
        return
    from leoni_replay.files.processes import run_shared, shares

    for outcome in run_shared(shares(paths), jobs, partial(_match_work, criteria)):
        if isinstance(outcome, Diagnostic):
            yield outcome
            continue
        for facts in filter(None, outcome.results):
            yield replace(facts, number=facts.number + outcome.games_before)


def find_in_archive(archive: Archive, criteria: Criteria, jobs: int = 1) -> Iterator[Facts]:
    """Yield the matching records of an archive, in the order in which they were added.

    A condition becomes SQL. Positions and moves are looked up in the index of positions as far as possible; otherwise
    the records are replayed.

    Args:
        archive: the archive.
        criteria: the query.
        jobs: the number of processes that replay records.

    Raises:
        DatabaseError: the archive cannot be read.
        ChildProcessError: a process was lost.
    """
    from leoni_replay.collecting.where import EVERYTHING, Sql, where

    condition = where(criteria.where).sql if criteria.where is not None else EVERYTHING
    if not criteria.needs_positions:
        yield from (facts for _, facts in archive.facts(condition))
        return
    digests = criteria.exact_digests
    if digests is None or not archive.has_position_index:
        yield from _replay_and_match(archive, criteria, condition, None, jobs)
        return
    move_of = archive.records_reaching(digests)
    if criteria.begins or criteria.asks_about_moves:
        yield from _replay_and_match(archive, criteria, condition, move_of, jobs)
    else:
        for number, facts in archive.facts(condition, move_of):
            yield replace(facts, at=move_of[number])
    # Records may have been added that are not indexed yet.
    unindexed = Sql(f"({condition.text}) AND NOT indexed", condition.values)
    yield from _replay_and_match(archive, criteria, unindexed, None, jobs)


def _replay_and_match(
    archive: Archive, criteria: Criteria, condition: Sql, ids: Iterable[int] | None, jobs: int
) -> Iterator[Facts]:
    """Yield the matching records of an archive, each replayed.

    Args:
        archive: the archive.
        criteria: the query.
        condition: the condition of the query in SQL, which records must meet to be replayed.
        ids: the numbers of the only records to look at; None for all.
        jobs: the number of processes.
    """
    from leoni_replay.files.processes import batches, run_shared

    raws = (RawGame(facts.text, facts.number, 1, facts.file) for _, facts in archive.facts(condition, ids))
    # The archive has applied the condition already, but for what it asks about moves.
    task = partial(_match_work, criteria if criteria.asks_about_moves else criteria._replace(where=None))
    for outcome in run_shared(batches(raws), jobs, task, fresh=True):
        yield from filter(None, outcome.results)


class Order(NamedTuple):
    """A field to sort by, and whether the greatest comes first."""

    field: Field
    descending: bool


def fields_in(text: str) -> list[Field]:
    """Return the fields in a comma-separated list of names.

    Raises:
        NoField: there is no such field.
    """
    return [find_field(name.strip()) for name in text.split(",") if name.strip()]


def orders_in(text: str) -> list[Order]:
    """Return the fields to sort by; ``-`` before a name puts the greatest first.

    Raises:
        NoField: there is no such field.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [Order(find_field(name.removeprefix("-")), name.startswith("-")) for name in names]


def without_repeats(records: Iterable[Facts]) -> Iterator[Facts]:
    """Yield only the first of records with the same record digest. Records without a digest, which are not verified,
    are compared by their text."""
    identities: set[str | bytes] = set()
    for facts in records:
        if facts.identity not in identities:
            identities.add(facts.identity)
            yield facts


class Repeat(NamedTuple):
    """A record of a game that another record has already: its facts, and where the first one is.

    Attributes:
        facts: the record.
        first_file: the file of the first record of the game.
        first_number: its number in that file.
    """

    facts: Facts
    first_file: str
    first_number: int


def repeats(records: Iterable[Facts]) -> Iterator[Repeat]:
    """Yield the records that :func:`without_repeats` leaves out."""
    first_places: dict[str | bytes, tuple[str, int]] = {}
    for facts in records:
        if facts.identity in first_places:
            yield Repeat(facts, *first_places[facts.identity])
        else:
            first_places[facts.identity] = facts.file, facts.number


def sort_records(records: Iterable[Facts], orders: Sequence[Order]) -> Iterator[Facts]:
    """Sort records, those without a value last. They are stored in a temporary file meanwhile."""
    with scratch_file() as storage:
        # The offset of each record in the file, and its values to sort by.
        entries: list[tuple[int, tuple[Value, ...]]] = []
        for facts in records:
            values = tuple(order.field.value(facts) for order in orders)
            entries.append((storage.tell(), values))
            marshal.dump(values_of_facts(facts), storage)
        # Sorting is stable: sort by the last field first.
        for index, order in reversed(list(enumerate(orders))):
            entries.sort(key=partial(_entry_key, index=index, order=order), reverse=order.descending)
        for offset, _ in entries:
            storage.seek(offset)
            yield Facts(*marshal.load(storage))


def _entry_key(entry: tuple[int, tuple[Value, ...]], index: int, order: Order) -> tuple[bool, Any]:
    """Return the sort key of a record by one of its values; a missing value comes last in either order.

    Args:
        entry: the offset of the record, which doesn't matter here, and its values.
        index: which of the values.
        order: the field of the value, and whether the greatest comes first.
    """
    _, values = entry
    value = values[index]
    is_missing = value is None
    # In descending order, the greater key comes first: so it must be greater for what isn't missing.
    first_key = not is_missing if order.descending else is_missing
    return first_key, sort_key(order.field, value)


def sort_key(field: Field, value: Value) -> tuple[bool, bool, Any]:
    """Return the sort key of a value of a field: numbers come before text, and a missing value comes last. A tag that
    is a number counts as one, as in conditions.

    Returns:
        Whether the value is missing, whether it is text, and the value itself (0 if it is missing).
    """
    is_tag = field.column is None
    number = as_number(value) if is_tag and isinstance(value, str) else None
    if number is not None:
        return False, False, number
    return value is None, isinstance(value, str), value or 0


def count_by(records: Iterable[Facts], fields: Sequence[Field]) -> Counter[tuple[Value, ...]]:
    """Count records by the values of some fields."""
    return Counter(tuple(field.value(facts) for field in fields) for facts in records)
