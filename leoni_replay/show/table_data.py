"""A table for the script of a page: places by number, what a step changes, where the plans put everything."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from leoni_replay.games.places import cell_of, is_foundation_name, row_number
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step
from leoni_replay.layout import Lie
from leoni_replay.show.geometry import SHAPES, Plan, Spot


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
