"""Marks for the cards that the last move moved, and their ways."""

from __future__ import annotations

from leoni_replay.games.steps import Relaid, Revealed, Shift, Step, Turned
from leoni_replay.layout import Layout, Place, Way


def with_last_move(layout: Layout, step: Step | None) -> Layout:
    """Return the layout with the cards marked that a step moved, numbered if it wove them, and their ways; a redeal
    marks nothing that it lays anew."""
    marks = _moved(step) if step else {}
    if step is None or not marks:
        return layout
    zones = tuple(
        zone._replace(
            places=tuple(
                _marked(place, marks[place.name], bool(step.move.path)) if place.name in marks else place
                for place in zone.places
            ),
        )
        for zone in layout.zones
    )
    return layout._replace(zones=zones, ways=tuple(_ways(step)))


def _ways(step: Step) -> list[Way]:
    """Return the ways of the cards that were carried after all others had been laid anew."""
    ways: list[Way] = []
    for change in step.changes:
        if isinstance(change, Relaid):
            ways = []
        elif isinstance(change, Shift):
            ways.append(Way(*change))
    return ways


def _marked(place: Place, turns: dict[int, int], woven: bool) -> Place:
    if place.lie == "top":
        # Only the uppermost cards of a foundation are in the layout: what came there is one of them.
        return place._replace(moved=(len(place.cards) - 1,))
    moved = tuple(sorted(turns))
    return place._replace(moved=moved, order=tuple(turns[index] for index in moved) if woven else ())


def _moved(step: Step) -> dict[str, dict[int, int]]:
    """Return for each place the indices of the cards that the step moved there, each with its turn."""
    marks: list[tuple[str, int]] = []
    for change in step.changes:
        if isinstance(change, Relaid):
            marks = []
        elif isinstance(change, Revealed):
            # A card that is named has not moved.
            continue
        elif isinstance(change, Turned):
            marks.append((change.place, change.at))
        else:
            source, at, dest, to = change
            marks = [
                (name, index - (name == source and index > at))
                for name, index in marks
                if (name, index) != (source, at)
            ]
            marks = [(name, index + (name == dest and index >= to)) for name, index in marks]
            marks.append((dest, to))
    places: dict[str, dict[int, int]] = {}
    for turn, (name, index) in enumerate(marks, 1):
        places.setdefault(name, {})[index] = turn
    return places
