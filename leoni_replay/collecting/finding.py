"""Find records in files or archives: queries, and how the records found are deduplicated, sorted and counted."""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from leoni_replay.collecting.position_patterns import Pattern, first_reached, pattern
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.collecting.record_facts import Facts, Field, Value, as_number, field, identify, read_facts
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
        counted: whether to count what happened in a record (weaves, redeals …).
    """

    where: str | None = None
    digests: frozenset[str] = frozenset()
    layout: tuple[str, str] | None = None
    begins: str | None = None
    counted: bool = True

    def check(self) -> None:
        """Check that all parts are valid.

        Raises:
            QueryError: the condition or the layout is invalid.
            ValueError: the moves are invalid.
        """
        _read(self)

    @property
    def looks_at_tables(self) -> bool:
        """Whether a record must be replayed to decide."""
        return bool(self.digests or self.layout or self.begins)

    @property
    def exact_digests(self) -> frozenset[str] | None:
        """The digests of which one must have been reached, if the query needs nothing else about positions; otherwise
        None."""
        layout = _read(self)[2]
        if layout is None:
            return self.digests or None
        if not layout.digests:
            return None
        return self.digests.intersection(layout.digests) if self.digests else frozenset(layout.digests)

    def choose(self, facts: Facts, course: RecordPositions | None) -> Facts | None:
        """Return the facts about a record that matches, with the move that reached a position; else None."""
        condition, moves, layout = _read(self)
        if condition is not None and not condition.holds(facts):
            return None
        if not self.looks_at_tables:
            return facts
        if course is None or (moves and not _begins(course, moves)):
            return None
        if not (self.digests or layout):
            return facts
        reached = first_reached(course, self.digests, layout)
        return None if reached is None else facts._replace(at=reached)


@lru_cache(maxsize=8)
def _read(wanted: Criteria) -> tuple[Where | None, list[Move], Pattern | None]:
    condition = None
    if wanted.where is not None:
        from leoni_replay.collecting.where import where

        condition = where(wanted.where)
    moves = list(map(_move, (wanted.begins or "").split()))
    return condition, moves, pattern(*wanted.layout) if wanted.layout is not None else None


def _move(word: str) -> Move:
    """Return a move of any game. A word alone is one of our own games, so that a slip of the pen is refused."""
    try:
        return read_command(word)[0]
    except ValueError:
        if word.isalnum():
            raise
        # Their words are known once the games are loaded.
        list(GAMES)
        return read_command(word, None)[0]


def _begins(course: RecordPositions, moves: list[Move]) -> bool:
    """Whether a record begins with some moves: nothing written of them contradicts what was played."""
    if len(course.codes) < len(moves):
        return False
    steps = (step.move for _, step in course.steps())
    return all(
        agrees(move, played) and not contradicts(move, played) for played, move in zip(steps, moves, strict=False)
    )


def choose(wanted: Criteria, raw: RawGame) -> Facts | None:
    """Return the facts about a record that matches; None for any other."""
    if not (wanted.counted or wanted.where or wanted.looks_at_tables):
        return identify(raw)
    return wanted.choose(*read_facts(raw))


def _chosen(wanted: Criteria, work: Work) -> list[Facts | None]:
    """Return the facts about the matching games of a share of work; None for each game that doesn't match."""
    from leoni_replay.files.processes import games_of_work

    return [choose(wanted, raw) for raw in games_of_work(work)]


def find_in_files(paths: Iterable[str], wanted: Criteria, jobs: int = 1) -> Iterator[Facts | Diagnostic]:
    """Yield the matching games of some files and folders, in their order.

    Args:
        paths: files, folders, or ``-`` for standard input.
        wanted: the query.
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
            elif (facts := choose(wanted, item)) is not None:
                yield facts
        return
    from leoni_replay.files.processes import run_shared, shares

    for share in run_shared(shares(paths), jobs, partial(_chosen, wanted)):
        if isinstance(share, Diagnostic):
            yield share
        else:
            yield from (one._replace(number=one.number + share.before) for one in share.made if one is not None)


def find_in_archive(archive: Archive, wanted: Criteria, jobs: int = 1) -> Iterator[Facts]:
    """Yield the matching records of an archive, in the order in which they were added.

    A condition becomes SQL. Positions and moves are looked up in the index of positions as far as possible; otherwise
    the records are replayed.

    Raises:
        DatabaseError: the archive cannot be read.
        ChildProcessError: a process was lost.
    """
    from leoni_replay.collecting.where import EVERYTHING, Sql, where

    condition = where(wanted.where).sql if wanted.where is not None else EVERYTHING
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
    more = Sql(f"({condition.text}) AND NOT indexed", condition.values)
    yield from _walked(archive, wanted, more, None, jobs)


def _walked(
    archive: Archive, wanted: Criteria, condition: Sql, ids: Iterable[int] | None, jobs: int
) -> Iterator[Facts]:
    """Yield the matching records of an archive, each replayed."""
    from leoni_replay.files.processes import batches, run_shared

    raws = (RawGame(facts.text, facts.number, 1, facts.file) for _, facts in archive.facts(condition, ids))
    # The archive has applied the condition already.
    for share in run_shared(batches(raws), jobs, partial(_chosen, wanted._replace(where=None)), fresh=True):
        yield from (one for one in share.made if one is not None)


class Order(NamedTuple):
    """A field to sort by, and whether the greatest comes first."""

    by: Field
    down: bool


def fields_named(text: str) -> list[Field]:
    """Return the fields in a comma-separated list of names.

    Raises:
        NoField: there is no such field.
    """
    return [field(name.strip()) for name in text.split(",") if name.strip()]


def orders_named(text: str) -> list[Order]:
    """Return the fields to sort by; ``-`` before a name puts the greatest first.

    Raises:
        NoField: there is no such field.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [Order(field(name.removeprefix("-")), name.startswith("-")) for name in names]


def without_duplicates(records: Iterable[Facts], repeated: bool = False) -> Iterator[Facts]:
    """Keep only the first of records with the same record digest, or with ``repeated`` all others. Records without a
    digest, which are not verified, are compared by their text."""
    seen: set[str | bytes] = set()
    for facts in records:
        if (facts.same in seen) == repeated:
            yield facts
        seen.add(facts.same)


def ordered(records: Iterable[Facts], orders: Sequence[Order]) -> Iterator[Facts]:
    """Sort records, those without a value last. They are stored in a temporary file meanwhile."""
    with scratch_file() as kept:
        places: list[tuple[int, tuple[Value, ...]]] = []
        for facts in records:
            places.append((kept.tell(), tuple(order.by.value(facts) for order in orders)))
            marshal.dump(tuple(facts), kept)
        # Sorting is stable: sort by the last field first.
        for at, order in reversed(list(enumerate(orders))):
            places.sort(key=partial(_sortable, at=at, order=order), reverse=order.down)
        for place, _ in places:
            kept.seek(place)
            yield Facts(*marshal.load(kept))


def _sortable(place: tuple[int, tuple[Value, ...]], at: int, order: Order) -> tuple[bool, Any]:
    """Return a sort key that puts a missing value last in either order."""
    value = place[1][at]
    return (value is not None) == order.down, rank(order.by, value)


def rank(by: Field, value: Value) -> tuple[bool, bool, Any]:
    """Return the sort key of a value of a field: a tag that is a number goes by it, as in conditions, and before text;
    a missing value comes last."""
    number = as_number(value) if by.column is None and isinstance(value, str) else None
    if number is not None:
        return False, False, number
    return value is None, isinstance(value, str), value or 0


def counted_by(records: Iterable[Facts], by: Sequence[Field]) -> Counter[tuple[Value, ...]]:
    """Count records by the values of some fields."""
    return Counter(tuple(one.value(facts) for one in by) for facts in records)
