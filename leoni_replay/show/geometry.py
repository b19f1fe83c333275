"""Where the cards of a layout are drawn: the one plan that pictures and the player share.

A plan holds for a whole game: it leaves room for the tallest piles that any of its layouts has, so that nothing but
cards moves from one move to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from leoni_replay.games.places import cell_of
from leoni_replay.layout import Layout, Lie, Place, Zone

#: The size of a card, and the room between two places.
CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 84
GAP: Final = 10
#: The room for the label over a place, or beside a row of a grid.
LABEL: Final = 18
#: The room between what lies side by side.
_BESIDE: Final = 20
#: How wide a fan to the right may make a table.
WIDTH: Final = 900

#: How far the next card of a fan lies from the one before, and how long a fan may get beyond its first card.
_DOWN: Final = 24
_DOWN_MOST: Final = 360
_LETTER: Final = 20
_LETTER_MOST: Final = 120
_RIGHT: Final[dict[Lie, float]] = {"top": 0, "fan": 20, "hidden": 20, "squared": 0.1}
_HIDDEN_MOST: Final = 300
#: How close the cards of a fan may get for the sake of a place in the first row.
_CLOSE: Final = 12
#: How wide a column of a letter is at least, and the gap in a rug, whose cards touch on the real table.
_COLUMN: Final = 60
_WOVEN: Final = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a place is drawn: the upper left corner of its bottom card (turned on its side, if it is ``longways``, in
    the middle of a square), and how far each card lies from the one below it."""

    name: str
    label: str
    x: float
    y: float
    dx: float
    dy: float
    lie: Lie
    longways: bool = False

    def card(self, index: int) -> tuple[float, float]:
        """The corner of a card of this place, counted from the bottom."""
        return self.x + self.dx * index, self.y + self.dy * index


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawn table: its size and its places."""

    width: float
    height: float
    spots: dict[str, Spot]


def plan(layouts: Iterable[Layout]) -> Plan:
    """The plan of a game, from all layouts that are to be drawn with it (at least one).

    Zones lie one below the other, or beside the one before if they say so. A place of its own (a stock, a talon) goes
    to the right of the first row if there is room up to the right edge of the others; the rest of them share the last
    row.
    """
    zones: dict[str, Zone] = {}
    most: dict[str, int] = {}
    for layout in layouts:
        for zone in layout.zones:
            # The last layout has all rows that were ever dealt.
            if zone.name not in zones or len(zone.places) >= len(zones[zone.name].places):
                zones[zone.name] = zone
            for place in zone.places:
                most[place.name] = max(most.get(place.name, 0), len(place.cards))
    rows: list[list[_Drawn]] = []
    singles: list[Place] = []
    for zone in zones.values():
        if zone.beside and rows:
            rows[-1].append(_zone(zone, most, WIDTH - _width(rows[-1]) - _BESIDE))
        elif len(zone.places) == 1:
            singles += zone.places
        else:
            rows.append([_zone(zone, most, WIDTH)])
    _put_singles(rows, singles, most)
    return _put(rows)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A zone that was given its shape: its places, counted from its own corner, and its size."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def _put_singles(rows: list[list[_Drawn]], places: Sequence[Place], most: dict[str, int]) -> None:
    """Places of their own go to the first row as long as there is room, the others to a last row."""
    width = max([_width(row) for row in rows], default=0.0)
    last: list[Place] = []
    for place in reversed(places):
        room = width - _width(rows[0]) - _BESIDE if rows else 0.0
        drawn = _right(place, most[place.name], room)
        if drawn.width <= room and (place.lie == "squared" or drawn.spots[0].dx >= _CLOSE):
            rows[0].append(drawn)
        else:
            last.append(place)
    if last:
        # The longest fan comes last and takes the room that the others leave.
        *others, longest = sorted(last, key=lambda place: _right(place, most[place.name], WIDTH).width)
        row = [_right(place, most[place.name], WIDTH) for place in others]
        taken = _width(row) + _BESIDE
        fan = _right(longest, most[longest.name], width - taken)
        if fan.spots[0].dx < _CLOSE:
            fan = _right(longest, most[longest.name], max(WIDTH - taken, WIDTH / 3))
        rows.append([*row, fan])


def _put(rows: Sequence[Sequence[_Drawn]]) -> Plan:
    """The plan of a table, from what lies side by side in every row of it."""
    spots: dict[str, Spot] = {}
    top = float(GAP)
    for row in rows:
        left = float(GAP)
        for drawn in row:
            spots |= {spot.name: replace(spot, x=spot.x + left, y=spot.y + top) for spot in drawn.spots}
            left += drawn.width + _BESIDE
        top += max(drawn.height for drawn in row) + GAP
    return Plan(max(map(_width, rows), default=0.0) + 2 * GAP, top, spots)


def _width(row: Sequence[_Drawn]) -> float:
    """How wide zones are side by side."""
    return sum(drawn.width for drawn in row) + _BESIDE * max(len(row) - 1, 0)


def _zone(zone: Zone, most: dict[str, int], room: float) -> _Drawn:
    if zone.places[0].at is not None:
        return _grid(zone) if cell_of(zone.places[0].name) else _letter(zone, most)
    if len(zone.places) == 1:
        return _right(zone.places[0], most[zone.places[0].name], room)
    return _columns(zone, max(most[place.name] for place in zone.places))


def _columns(zone: Zone, tallest: int) -> _Drawn:
    """Piles side by side, fanned downward if their cards are to be seen."""
    step = 0.0 if zone.places[0].lie == "top" else _step(tallest, _DOWN, _DOWN_MOST)
    across = CARD_WIDTH + GAP
    spots = tuple(_spot(place, i * across, LABEL, 0, step) for i, place in enumerate(zone.places))
    return _Drawn(spots, len(spots) * across - GAP, LABEL + _long(CARD_HEIGHT, tallest, step))


def _right(place: Place, cards: int, room: float) -> _Drawn:
    """A place of its own, fanned to the right; a squared one hardly."""
    longest = min(max(room - CARD_WIDTH, 0), _HIDDEN_MOST if place.lie == "hidden" else WIDTH)
    step = _step(cards, _RIGHT[place.lie], longest)
    return _Drawn((_spot(place, 0, LABEL, step, 0),), _long(CARD_WIDTH, cards, step), LABEL + CARD_HEIGHT)


def _grid(zone: Zone) -> _Drawn:
    """A grid of single cards, with the numbers of its columns above and those of its rows to the left."""
    turned = any(place.longways for place in zone.places)
    inset = (CARD_HEIGHT - CARD_WIDTH) / 2 if turned else 0.0
    gap = _WOVEN if turned else GAP
    across, down = CARD_WIDTH + 2 * inset + gap, CARD_HEIGHT + gap
    at = [place.at for place in zone.places if place.at is not None]
    spots = tuple(
        _spot(place, LABEL + x * across + inset, LABEL + y * down, 0, 0)
        for place, (x, y) in zip(zone.places, at, strict=True)
    )
    columns, rows = max(x for x, _ in at) + 1, max(y for _, y in at) + 1
    return _Drawn(spots, LABEL + columns * across - gap, LABEL + rows * down - gap)


def _letter(zone: Zone, most: dict[str, int]) -> _Drawn:
    """Piles in the shape of a letter. Each row is as high as its own tallest pile."""
    at = {place.at: place for place in zone.places if place.at is not None}
    # Neighbours in a row must not touch: the nearest two tell how wide a column is.
    nearest = min([b - a for a, y in at for b, z in at if z == y and b > a], default=1)
    across = max((CARD_WIDTH + 2 * GAP) / nearest, _COLUMN)
    spots: list[Spot] = []
    top = 0.0
    for row in range(max(y for _, y in at) + 1):
        bottom = top
        for (x, y), place in at.items():
            if y == row:
                step = 0.0 if place.lie == "top" else _step(most[place.name], _LETTER, _LETTER_MOST)
                spots.append(_spot(place, x * across, top + LABEL, 0, step))
                bottom = max(bottom, top + LABEL + _long(CARD_HEIGHT, most[place.name], step))
        top = bottom + GAP
    return _Drawn(tuple(spots), max(x for x, _ in at) * across + CARD_WIDTH, top - GAP)


def _spot(place: Place, x: float, y: float, dx: float, dy: float) -> Spot:
    return Spot(place.name, place.label, x, y, dx, dy, place.lie, place.longways)


def _step(cards: int, step: float, longest: float) -> float:
    """How far the cards of a fan lie apart, if it is not to get longer than that beyond its first card."""
    return min(step, longest / (cards - 1)) if cards > 1 else step


def _long(first: float, cards: int, step: float) -> float:
    """How long a fan is."""
    return first + step * max(cards - 1, 0)
