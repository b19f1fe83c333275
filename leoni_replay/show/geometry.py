"""Where the cards of a layout are drawn in a picture (pages make their own plans: ``templates/plan.js``).

A plan holds for a whole game: it leaves room for the tallest piles that any of its layouts has, so that nothing but
cards moves from one move to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

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

#: How far the next card of a fan lies from the one before, and how many such steps a fan may get long beyond its first
#: card: then it is pushed together.
_DOWN: Final = 24
_DOWN_STEPS: Final = 15
_LETTER: Final = 20
_LETTER_STEPS: Final = 6
_RIGHT: Final[dict[Lie, float]] = {"top": 0, "fan": 20, "hidden": 20, "squared": 0.1}
_HIDDEN_MOST: Final = 300
#: How close the cards of a fan to the right may get before it goes on below, and how far below: rank and suit are seen.
_CLOSE: Final = 12
_ROW: Final = 40
#: How wide a column of a letter is at least, how far apart its rows are; the gap in a rug, whose cards really touch.
_COLUMN: Final = 66
_ROW_OF_LETTER: Final = 90
_WOVEN: Final = 2


@dataclass(frozen=True, slots=True)
class Shape:
    """What a plan is made for: how wide its rows may get, and how many piles may lie in a row."""

    width: float = WIDTH
    piles: int = 99


#: The shape of a picture with room, and of one that can be read on a phone.
WIDE: Final = Shape()
NARROW: Final = Shape(480, 7)


class Spot(NamedTuple):
    """Where a place is drawn: the upper left corner of its bottom card (turned on its side, if it is ``longways``, in
    the middle of a square), and how far each card lies from the one below it. A long fan to the right goes on below
    after ``wrap`` cards: then ``dy`` is how far its lines lie apart."""

    name: str
    label: str
    x: float
    y: float
    dx: float
    dy: float
    lie: Lie
    longways: bool = False
    wrap: int = 0

    def card(self, index: int) -> tuple[float, float]:
        """Return the corner of a card of this place, counted from the bottom."""
        if self.wrap:
            return self.x + self.dx * (index % self.wrap), self.y + self.dy * (index // self.wrap)
        return self.x + self.dx * index, self.y + self.dy * index


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawn table: its size, its places, and the shape for which it was made."""

    width: float
    height: float
    spots: dict[str, Spot]
    shape: Shape


def plan(layouts: Iterable[Layout], shape: Shape = WIDE) -> Plan:
    """Return the plan of a game, from all layouts that are to be drawn with it (at least one).

    Zones lie one below the other, or beside the one before if they say so and there is room. A place of its own (a
    stock, a talon) goes to the right of the first row if there is room up to the right edge of the others; the rest of
    them share the last row.
    """
    zones, most = _survey(layouts)
    return _plan(zones, tuple(most.items()), shape)


def _survey(layouts: Iterable[Layout]) -> tuple[tuple[Zone, ...], dict[str, int]]:
    """Return the zones of a game without their cards, and how many cards a place ever has."""
    zones: dict[str, Zone] = {}
    most: dict[str, int] = {}
    for layout in layouts:
        for zone in layout.zones:
            # The last layout has all rows that were ever dealt.
            if zone.name not in zones or len(zone.places) >= len(zones[zone.name].places):
                zones[zone.name] = zone
            for place in zone.places:
                most[place.name] = max(most.get(place.name, 0), len(place.cards))
        # Where a card was that has left is marked.
        fans = {place.name for zone in layout.zones for place in zone.places if place.lie == "fan"}
        for way in layout.ways:
            if way.source in fans:
                most[way.source] = max(most[way.source], way.at + 1)
    return tuple([zone._replace(places=tuple(map(_bare, zone.places))) for zone in zones.values()]), most


def _bare(place: Place) -> Place:
    return Place(place.name, place.label, (), place.lie, at=place.at, longways=place.longways)


@lru_cache(maxsize=256)
def _plan(zones: Sequence[Zone], cards: Sequence[tuple[str, int]], shape: Shape) -> Plan:
    """Return a plan for zones whose places have so many cards. Many games have the same."""
    most = dict(cards)
    singles = [zone.places[0] for zone in zones if len(zone.places) == 1 and not zone.beside]
    rows: list[list[_Drawn]] = []
    for zone in zones:
        if len(zone.places) == 1 and not zone.beside:
            continue
        beside = _width(rows[-1]) + _BESIDE if zone.beside and rows else 0.0
        for drawn in _zone(zone, most, shape, shape.width - beside):
            if beside and beside + drawn.width <= shape.width:
                rows[-1].append(drawn)
            else:
                rows.append([drawn])
    _put_singles(rows, singles, most, shape.width)
    return _put(rows, shape)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A zone that was given its shape: its places, counted from its own corner, and its size."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def _put_singles(rows: list[list[_Drawn]], places: Sequence[Place], most: dict[str, int], widest: float) -> None:
    """Put places of their own in the first row as long as there is room, and the others in a last row."""
    width = max([_width(row) for row in rows], default=0.0)
    if widest < WIDTH:
        width = max(width, widest)
    last: list[Place] = []
    for place in reversed(places):
        room = width - _width(rows[0]) - _BESIDE if rows else 0.0
        drawn = _right(place, most[place.name], room)
        if drawn.width <= room and not drawn.spots[0].wrap:
            rows[0].append(drawn)
        else:
            last.append(place)
    if last:
        # The longest fan comes last and takes the room that the others leave.
        *others, longest = sorted(last, key=lambda place: _right(place, most[place.name], widest).width)
        row = [_right(place, most[place.name], widest) for place in others]
        taken = _width(row) + _BESIDE * bool(row)
        if taken > widest / 2:
            rows.append(row)
            row, taken = [], 0.0
        rows.append([*row, _right(longest, most[longest.name], max(width, widest / 3) - taken, widest - taken)])


def _put(rows: Sequence[Sequence[_Drawn]], shape: Shape) -> Plan:
    """Return the plan of a table, from what lies side by side in every row of it."""
    spots: dict[str, Spot] = {}
    top, width = float(GAP), 0.0
    for row in rows:
        x = float(GAP)
        for drawn in row:
            spots |= _moved(drawn, x, top)
            x += drawn.width + _BESIDE
        width = max(width, x - _BESIDE + GAP)
        top += max(drawn.height for drawn in row) + GAP
    return Plan(max(width, 2.0 * GAP), top, spots, shape)


def _moved(drawn: _Drawn, x: float, y: float) -> dict[str, Spot]:
    return {spot.name: spot._replace(x=spot.x + x, y=spot.y + y) for spot in drawn.spots}


def _width(row: Sequence[_Drawn]) -> float:
    return sum(drawn.width for drawn in row) + _BESIDE * max(len(row) - 1, 0)


def _zone(zone: Zone, most: dict[str, int], shape: Shape, room: float) -> list[_Drawn]:
    """Return a zone in its shape; a row of piles that is too long in several pieces."""
    if zone.places[0].at is not None:
        return [_grid(zone) if cell_of(zone.places[0].name) else _letter(zone, most)]
    if len(zone.places) == 1:
        return [_right(zone.places[0], most[zone.places[0].name], room)]
    pieces = -(-len(zone.places) // shape.piles)
    long = -(-len(zone.places) // pieces)
    return [_columns(zone.places[n : n + long], most) for n in range(0, len(zone.places), long)]


def _columns(places: Sequence[Place], most: dict[str, int]) -> _Drawn:
    tallest = max(most[place.name] for place in places)
    step = 0.0 if places[0].lie == "top" else _step(tallest, _DOWN, _DOWN * _DOWN_STEPS)
    across = CARD_WIDTH + GAP
    spots = tuple(_spot(place, i * across, LABEL, 0, step) for i, place in enumerate(places))
    return _Drawn(spots, len(spots) * across - GAP, LABEL + _long(CARD_HEIGHT, tallest, step))


def _right(place: Place, cards: int, room: float, most: float = 0) -> _Drawn:
    """Return a place of its own, fanned to the right; a squared one hardly. If its cards would get too close in the
    room that there is (or in the most that it may take), it goes on below."""
    natural = _RIGHT[place.lie]
    longest = min(max(room - CARD_WIDTH, 0), _HIDDEN_MOST if place.lie == "hidden" else WIDTH)
    step = _step(cards, natural, longest)
    if step < _CLOSE <= natural and most > max(room, CARD_WIDTH):
        longest = most - CARD_WIDTH
        step = _step(cards, natural, longest)
    if step >= _CLOSE or natural < _CLOSE:
        return _Drawn((_spot(place, 0, LABEL, step, 0),), _long(CARD_WIDTH, cards, step), LABEL + CARD_HEIGHT)
    lines = -(-cards // (int(longest // (_CLOSE + 2)) + 1))
    wrap = -(-cards // lines)
    step = _step(wrap, natural, longest)
    spot = _spot(place, 0, LABEL, step, _ROW)._replace(wrap=wrap)
    return _Drawn((spot,), _long(CARD_WIDTH, wrap, step), LABEL + _long(CARD_HEIGHT, lines, _ROW))


def _grid(zone: Zone) -> _Drawn:
    """Return a grid of single cards, with the numbers of its columns above and those of its rows to the left."""
    at = {place.at: place for place in zone.places if place.at is not None}
    turned = any(place.longways for place in zone.places)
    inset = (CARD_HEIGHT - CARD_WIDTH) / 2 if turned else 0.0
    across, down = float(CARD_WIDTH + GAP), float(CARD_HEIGHT + GAP)
    if turned:
        # Where cards lie upright and on their side in turn, neighbours need no more than half of both.
        beside = [(one, at.get((x + a, y + b))) for (x, y), one in at.items() for a, b in ((1, 0), (0, 1))]
        woven = all(other is None or one.longways != other.longways for one, other in beside)
        across = down = _WOVEN + ((CARD_WIDTH + CARD_HEIGHT) / 2 if woven else CARD_HEIGHT)
    spots = tuple(_spot(place, LABEL + x * across + inset, LABEL + y * down, 0, 0) for (x, y), place in at.items())
    columns, rows = max(x for x, _ in at), max(y for _, y in at)
    return _Drawn(spots, LABEL + columns * across + CARD_WIDTH + 2 * inset, LABEL + rows * down + CARD_HEIGHT)


def _letter(zone: Zone, most: dict[str, int]) -> _Drawn:
    """Return piles in the shape of a letter. A row begins below those piles that are in its way."""
    at = {place.at: place for place in zone.places if place.at is not None}
    # Neighbours in a row must not touch: the nearest two tell how wide a column is.
    nearest = min([b - a for a, y in at for b, z in at if z == y and b > a], default=1)
    across = max((CARD_WIDTH + 2 * GAP) / nearest, _COLUMN)
    spots: list[Spot] = []
    below: dict[int, float] = {}  # how far down each column is taken
    top = 0.0
    for row in range(max(y for _, y in at) + 1):
        here = {x: place for (x, y), place in at.items() if y == row}
        near = [bottom for x, bottom in below.items() if any(abs(x - other) * across < CARD_WIDTH for other in here)]
        top = max([top, *near])
        for x, place in here.items():
            step = 0.0 if place.lie == "top" else _step(most[place.name], _LETTER, _LETTER * _LETTER_STEPS)
            spots.append(_spot(place, x * across, top + LABEL, 0, step))
            below[x] = top + LABEL + _long(CARD_HEIGHT, most[place.name], step) + GAP
        # Piles that stand clear of each other may lie side by side in part: a letter is as high as it needs to be.
        top += _ROW_OF_LETTER
    wide = max(x for x, _ in at) * across + CARD_WIDTH
    return _Drawn(tuple(spots), wide, max(below.values()) - GAP)


@lru_cache(maxsize=1 << 12)
def short_number(number: float) -> str:
    """Return a number as short as can be, for a picture."""
    return f"{round(number, 1):g}"


def _spot(place: Place, x: float, y: float, dx: float, dy: float) -> Spot:
    return Spot(place.name, place.label, x, y, dx, dy, place.lie, place.longways)


def _step(cards: int, step: float, longest: float) -> float:
    """Return the distance between the cards of a fan that must not get longer than a given length."""
    return min(step, longest / (cards - 1)) if cards > 1 else step


def _long(first: float, cards: int, step: float) -> float:
    return first + step * max(cards - 1, 0)
