"""Queries: a condition, positions that were reached, first moves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from leoni_replay.collecting.course import Course
from leoni_replay.collecting.facts import Facts, identify, look
from leoni_replay.collecting.tables import Pattern, first_reached, pattern
from leoni_replay.collecting.where import Where, where
from leoni_replay.commands import Command
from leoni_replay.files.processes import Work, games_of_work
from leoni_replay.games import GAMES
from leoni_replay.games.refusal import agrees, contradicts
from leoni_replay.notation import command
from leoni_replay.notation.split import RawGame


class Wanted(NamedTuple):
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
            WhereError, PatternError: the condition or the layout is invalid.
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

    def choose(self, facts: Facts, course: Course | None) -> Facts | None:
        """Return the facts about a record that matches, with the move after which a position was reached; None for any
        other."""
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
    moves = list(map(_move, (wanted.begins or "").split()))
    return condition, moves, pattern(*wanted.layout) if wanted.layout is not None else None


def _move(word: str) -> Command:
    """A move of any game. A word alone is one of our own games, so that a slip of the pen is refused."""
    try:
        return command(word)[0]
    except ValueError:
        if word.isalnum():
            raise
        # Their words are known once the games are loaded.
        list(GAMES)
        return command(word, None)[0]


def _begins(course: Course, moves: list[Command]) -> bool:
    """Whether a record begins with some moves: nothing written of them contradicts what was played."""
    if len(course.codes) < len(moves):
        return False
    steps = (step.move for _, step in course.steps())
    return all(
        agrees(move, played) and not contradicts(move, played) for played, move in zip(steps, moves, strict=False)
    )


def chosen(wanted: Wanted, work: Work) -> list[tuple[Any, ...] | None]:
    """The facts about the matching games of a share of work, as tuples; None for each game that doesn't match."""
    facts: list[tuple[Any, ...] | None] = []
    for raw in games_of_work(work):
        one = choose(wanted, raw)
        # A plain tuple is sent faster than an instance of a class.
        facts.append(None if one is None else tuple(one))
    return facts


def choose(wanted: Wanted, raw: RawGame) -> Facts | None:
    """The facts about a record that matches; None for any other."""
    if not (wanted.counted or wanted.where or wanted.looks_at_tables):
        return identify(raw)
    return wanted.choose(*look(raw))
