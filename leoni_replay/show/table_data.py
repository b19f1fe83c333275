"""A table for the script of a page: places by number, what a step changes, where the plans put everything; and the
tables of a story, those of its variations in the order in which they are written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from leoni_replay.games.places import cell_of, is_foundation_name, row_number
from leoni_replay.games.steps import Change, Position, Relaid, Revealed, Shift, Step
from leoni_replay.layout import Layout, Lie
from leoni_replay.show.geometry import SHAPES, Plan, Spot
from leoni_replay.show.story import Branch, Story, StoryMove


def changes_data(step: Step, number: dict[str, int]) -> list[Any]:
    """What a step changes.

    Args:
        step: the step.
        number: the number of every place by its name.
    """
    return [_change(change, number) for change in step.changes]


def _change(change: Change, number: dict[str, int]) -> list[int] | dict[int, list[int]]:
    if isinstance(change, Shift):
        return [number[change.source], change.at, number[change.dest], change.to]
    if isinstance(change, Revealed):
        return [number[change.place], change.at, change.card]
    if isinstance(change, Relaid):
        return {number[name]: pile for name, pile in change.after.items()}
    return [number[change.place], change.at]


def spot_data(name: str, spot: Spot | None) -> list[Any] | None:
    """How a place is labelled and how its cards lie; None for a place that is never drawn. A row of a grid that is not
    dealt yet has no spot, but will."""
    if spot is not None:
        return [*_labels(name, spot.label), spot.lie, spot.longways]
    lie: Lie = "fan"
    return [*_labels(name, ""), lie, False] if cell_of(name) else None


def _labels(name: str, label: str) -> tuple[str, str]:
    """What stands over a place, and what stands to the left of it: the numbers of a grid are at its edges."""
    cell = cell_of(name)
    if cell is None:
        return label, ""
    row, column = cell
    return f"c{column}" if row == 1 else "", f"r{row}" if column == 1 else ""


def plan_data(made: Plan, places: Iterable[str]) -> dict[str, Any]:
    """A plan: its size, its shape, and where each place lies in it."""

    def numbers(name: str) -> list[float] | None:
        spot = made.spots.get(name)
        if spot is None:
            return None
        return [round(value, 4) for value in (spot.x, spot.y, spot.dx, spot.dy)] + [spot.wrap] * bool(spot.wrap)

    return {
        "size": [made.width, made.height],
        "shape": SHAPES.index(made.shape),
        "step": made.shape.step,
        "spots": [numbers(name) for name in places],
    }


def lines_data(
    listed: Sequence[str], places: Sequence[str], shut: Container[str], line_of: Mapping[str, str]
) -> Iterator[list[Any]]:
    """How the text of a position is made of its places: name, kind and places of every line. Of a line that is shut it
    has only how many cards lie there. ``line_of`` says which line lists a place."""
    for name in listed:
        own = [number for number, place in enumerate(places) if line_of[place] == name]
        if not own:
            yield [name, "deal", []]
        elif row_number(name):
            yield [name, "row", own]
        else:
            kind = "shut" if name in shut else "all"
            yield [name, "tops" if is_foundation_name(name) else kind, own]


class Seen(NamedTuple):
    """What a page gets about a table besides its cards: the number of the deal (0 if deals are not counted), how many
    rows of a grid are listed, and the caption."""

    deal: int
    rows: int
    caption: str


@dataclass(frozen=True, slots=True)
class Line:
    """A variation: the number of the line from which it parts (0: the game itself, else counted from 1), its moves in
    words, and the table after each of them."""

    parent: int
    branch: Branch
    tables: tuple[Seen, ...]


class Tables:
    """All tables of a story that has one.

    ``game`` are those of the game, from the deal on, and ``lines`` are the variations that have a move, each before
    those that are written in it. ``layout`` is a table with all the rows that are ever dealt, and ``listed`` are its
    lines. ``redeals`` are the numbers of the moves that deal the table again, and ``most`` is how many cards each place
    ever has until the first of them, then until the next; variations count where they part from the game.
    """

    layout: Layout
    listed: tuple[str, ...]

    def __init__(self, story: Story) -> None:
        self._story = story
        self._rows = -1
        self.redeals = [
            move.number for move in story.moves if any(isinstance(change, Relaid) for change in move.step.changes)
        ]
        self._sizes: list[set[bytes]] = [set() for _ in range(len(self.redeals) + 1)]
        self.game = [
            self._look(story.replay.standing(number), self._part(number)) for number in range(len(story.moves) + 1)
        ]
        self.lines: list[Line] = []
        for move in story.moves:
            for branch in move.lines:
                if branch.moves:
                    self._walk(branch, 0, story.replay.at(move.number - 1), self._part(move.number - 1))
        places = [place for zone in self.layout.zones for place in zone.places]
        numbers = story.replay.vocabulary.numbers
        self.most: list[dict[str, int]] = []
        for sizes in self._sizes:
            most = [*map(max, zip(*sizes, strict=True))]
            # Of a foundation no more than the top card is in a layout.
            self.most.append(
                {place.name: min(most[numbers[place.name]], 1 if place.lie == "top" else 255) for place in places}
            )

    def _part(self, number: int) -> int:
        """How many redeals there are up to a move."""
        return bisect_right(self.redeals, number)

    def _walk(self, branch: Branch, parent: int, position: Position, part: int) -> None:
        own = len(self.lines)
        tables: list[Seen] = []
        self.lines.append(Line(parent, branch, ()))
        for move in branch.moves:
            for inner in move.lines:
                if inner.moves:
                    self._walk(inner, own + 1, position, part)
            position.redo(move.step)
            tables.append(self._look(position, part))
        for move in reversed(branch.moves):
            position.undo(move.step)
        self.lines[own] = Line(parent, branch, tuple(tables))

    def _look(self, position: Position, part: int) -> Seen:
        game = self._story.replay.game
        rows = game.rows(position)
        if rows > self._rows:
            self._rows = rows
            layout = game.layout(position)
            self.layout = layout if self._story.open else layout.closed()
            self.listed = game.listed(position)
        self._sizes[part].add(position.sizes)
        return Seen(position.deal if game.counts_deals else 0, rows, game.caption(position))


def woven(moves: Sequence[StoryMove]) -> Iterator[int]:
    """The numbers of the moves that weave cards through piles."""
    return (move.number for move in moves if move.step.move.path)
