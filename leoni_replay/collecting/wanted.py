"""Which records are wanted: by a condition, by the tables they came to, by how they begin."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from leoni_replay.collecting.course import Course
from leoni_replay.collecting.facts import Facts, identify, look
from leoni_replay.collecting.tables import Pattern, first_reached, pattern
from leoni_replay.collecting.where import Where, where
from leoni_replay.commands import Command
from leoni_replay.files.processes import Work, games_of_work
from leoni_replay.games.refusal import agrees, contradicts
from leoni_replay.notation import command
from leoni_replay.notation.split import RawGame


class Wanted(NamedTuple):
    """What is asked of records; it can be sent to other processes.

    Args:
        where: a condition.
        digests: one of these tables was reached.
        layout: a table was reached that matches this one: its text, and the name of the file that it is from.
        begins: the first moves, as the notation writes them.
        counted: whether what happened in a record (weaves, redeals …) is to be counted.
    """

    where: str | None = None
    digests: frozenset[str] = frozenset()
    layout: tuple[str, str] | None = None
    begins: str | None = None
    counted: bool = True

    def check(self) -> None:
        """See that all of it can be understood.

        Raises:
            WhereError, PatternError: a condition, or a table, that is none.
            ValueError: moves that are none.
        """
        _read(self)

    @property
    def looks_at_tables(self) -> bool:
        """Whether the moves of a record have to be walked through."""
        return bool(self.digests or self.layout or self.begins)

    @property
    def exact_digests(self) -> frozenset[str] | None:
        """The digests of which one must have been reached, if nothing more has to be known of the tables; else None."""
        layout = _read(self)[2]
        if layout is None:
            return self.digests or None
        if not layout.digests:
            return None
        return self.digests.intersection(layout.digests) if self.digests else frozenset(layout.digests)

    def choose(self, facts: Facts, course: Course | None) -> Facts | None:
        """A record that is wanted, with the move after which a table was reached; None for any other."""
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
def _read(wanted: Wanted) -> tuple[Where | None, list[Command], Pattern | None]:
    condition = where(wanted.where) if wanted.where is not None else None
    moves = [command(word)[0] for word in (wanted.begins or "").split()]
    return condition, moves, pattern(*wanted.layout) if wanted.layout is not None else None


def _begins(course: Course, moves: list[Command]) -> bool:
    """Whether a record begins with some moves: nothing that is written of them contradicts what was played."""
    if len(course.codes) < len(moves):
        return False
    steps = (step.move for _, step in course.steps())
    return all(
        agrees(move, played) and not contradicts(move, played) for played, move in zip(steps, moves, strict=False)
    )


def chosen(wanted: Wanted, work: Work) -> list[tuple[Any, ...] | None]:
    """The facts about the games of a share of work that are wanted, as tuples; None for each that is not."""
    facts: list[tuple[Any, ...] | None] = []
    for raw in games_of_work(work):
        one = choose(wanted, raw)
        # A plain tuple is sent faster than an object of a class.
        facts.append(None if one is None else tuple(one))
    return facts


def choose(wanted: Wanted, raw: RawGame) -> Facts | None:
    """What is known of a record that is wanted; None for any other."""
    if not (wanted.counted or wanted.where or wanted.looks_at_tables):
        return identify(raw)
    return wanted.choose(*look(raw))
