"""Marks for the cards that the last move moved, and their ways."""

from __future__ import annotations

from collections.abc import Iterator

from leoni_replay.games.steps import Relaid, Revealed, Shift, Step, Turned
from leoni_replay.layout import Layout, Place, Way


def with_last_move(layout: Layout, step: Step | None) -> Layout:
    """Return a layout with the cards marked that the last move moved, and with their ways: where each came from and
    where it went.

    Args:
        layout: the layout after the move.
        step: the move; None if there is none. If it is a weave, its cards are numbered in the order in which they were
            lifted. A redeal marks none of the cards that it deals.
    """
    turns_of = _order_of_cards(step) if step else {}
    if step is None or not turns_of:
        return layout
    is_weave = bool(step.move.path)

    def mark(place: Place) -> Place:
        """Return a place with its marks, if the step moved cards there."""
        return _mark(place, turns_of[place.name], is_weave) if place.name in turns_of else place

    zones = tuple(zone._replace(places=tuple(map(mark, zone.places))) for zone in layout.zones)
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


def _mark(place: Place, turns: dict[int, int], is_weave: bool) -> Place:
    """Return a place with the cards marked that a step moved there.

    Args:
        place: the place.
        turns: by the index of each of those cards, its number in the order of the moves.
        is_weave: whether the cards are numbered.
    """
    if place.lie == "top":
        # Only the uppermost cards of a foundation are in the layout: what came there is one of them.
        return place._replace(moved=(len(place.cards) - 1,))
    indices = tuple(sorted(turns))
    return place._replace(moved=indices, order=tuple(turns[index] for index in indices) if is_weave else ())


def _order_of_cards(step: Step) -> dict[str, dict[int, int]]:
    """Return for each place which cards the step moved there: by the index of a card, its number in the order of the
    moves, from 1."""
    # The places and indices of the cards that were moved by now, in the order of their moves.
    cards: list[tuple[str, int]] = []
    for change in step.changes:
        if isinstance(change, Relaid):
            cards = []
        elif isinstance(change, Revealed):
            # A card that is named has not moved.
            continue
        elif isinstance(change, Turned):
            cards.append((change.place, change.at))
        else:
            cards = [*_after_shift(cards, change), (change.dest, change.to)]
    turns_of: dict[str, dict[int, int]] = {}
    for turn, (name, index) in enumerate(cards, 1):
        turns_of.setdefault(name, {})[index] = turn
    return turns_of


def _after_shift(cards: list[tuple[str, int]], shift: Shift) -> Iterator[tuple[str, int]]:
    """Yield where cards lie after a shift, but for the card that it moved: what lay above that card has come down, and
    what now lies above it has gone up."""
    for name, index in cards:
        if (name, index) == (shift.source, shift.at):
            continue
        if name == shift.source and index > shift.at:
            index -= 1
        if name == shift.dest and index >= shift.to:
            index += 1
        yield name, index
