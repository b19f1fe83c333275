"""Where the cards of a layout are drawn: the one plan that pictures and the player share.

A plan holds for a whole game: it leaves room for the tallest piles that any of its layouts has, so that nothing but
cards moves from one move to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """What a plan is made for: how wide its rows may get, how many piles may lie in a row, whether foundations and
    what lies face down go to the left of all others, how far the cards of a pile lie apart, and whether what is small
    goes into the room that a letter leaves."""

    width: float = WIDTH
    piles: int = 99
    side: bool = False
    step: float = _DOWN
    nested: bool = False


#: The shapes from which a page takes the one that fits best: wide, low, high.
SHAPES: Final = (
    Shape(),
    Shape(step=17),
    Shape(side=True),
    Shape(side=True, step=17),
    Shape(620, 7),
    Shape(620, 7, step=17),
    Shape(480, 7, step=17),
    Shape(620, 7, step=13),
    Shape(460, 7, nested=True),
    Shape(604, 7, nested=True),
)
#: The shape of a picture that can be read on a phone.
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
        """The corner of a card of this place, counted from the bottom."""
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


def plans(layouts: Iterable[Layout], most: Mapping[str, int] | None = None) -> list[Plan]:
    """The plans of a game for rooms of different shapes, the wide one first. One that is no better than another in
    anything is left out.

    Args:
        layouts: tables that are drawn with them, one with all the rows that are ever dealt among them.
        most: how many cards a place may have, where the layouts do not show it.
    """
    zones, seen = _survey(layouts)
    cards = tuple({**seen, **(most or {})}.items())
    candidates = [_plan(zones, cards, shape) for shape in SHAPES]
    return [
        one
        for n, one in enumerate(candidates)
        if n == 0
        or not any(
            other.width <= one.width and other.height <= one.height and other.shape.step >= one.shape.step
            for m, other in enumerate(candidates)
            if m != n and (m < n or (other.width, other.height) != (one.width, one.height))
        )
    ]


def plan(layouts: Iterable[Layout], shape: Shape = SHAPES[0]) -> Plan:
    """The plan of a game, from all layouts that are to be drawn with it (at least one).

    Zones lie one below the other, or beside the one before if they say so and there is room. A place of its own (a
    stock, a talon) goes to the right of the first row if there is room up to the right edge of the others; the rest of
    them share the last row.
    """
    zones, most = _survey(layouts)
    return _plan(zones, tuple(most.items()), shape)


def _survey(layouts: Iterable[Layout]) -> tuple[tuple[Zone, ...], dict[str, int]]:
    """The zones of a game without their cards, and how many cards a place ever has."""
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
    """A plan for zones whose places have so many cards. Many games have the same."""
    most = dict(cards)
    singles = [zone.places[0] for zone in zones if len(zone.places) == 1 and not zone.beside]
    tops = [zone for zone in zones if shape.side and len(zone.places) > 1 and _is_top(zone)]
    rows: list[list[_Drawn]] = []
    for zone in zones:
        if zone in tops or (len(zone.places) == 1 and not zone.beside):
            continue
        beside = _width(rows[-1]) + _BESIDE if zone.beside and rows else 0.0
        for drawn in _zone(zone, most, shape, shape.width - beside):
            if beside and beside + drawn.width <= shape.width:
                rows[-1].append(drawn)
            else:
                rows.append([drawn])
    left: list[_Drawn] = []
    if shape.side and rows and (tops or singles):
        high = sum(max(drawn.height for drawn in row) + GAP for row in rows) - GAP
        if len(rows) == 1 < len(rows[0]):
            # What lies at the left of a row may have room below it.
            left = [rows[0].pop(0)]
            high -= left[0].height + GAP
        cells = [place for zone in tops for place in zone.places]
        blocks = [_side(cells, singles, most, columns) for columns in range(2, 8)]
        left.append(next((block for block in blocks if block.height <= high), blocks[-1]))
    elif shape.nested and rows:
        return _nest([drawn for row in rows for drawn in row], singles, most, shape)
    else:
        _put_singles(rows, singles, most, shape.width)
    return _put(left, rows, shape)


def _is_top(zone: Zone) -> bool:
    """Whether nothing but the top cards of a zone are seen, and it has no shape of its own."""
    return all(place.lie == "top" and place.at is None for place in zone.places)


class _Area(NamedTuple):
    """A part of the table."""

    left: float
    top: float
    right: float
    bottom: float

    def moved(self, x: float, y: float) -> _Area:
        return _Area(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def touches(self, other: _Area) -> bool:
        """Whether it is nearer to another than places may be."""
        return (
            self.left < other.right + GAP
            and other.left < self.right + GAP
            and self.top < other.bottom + GAP
            and other.top < self.bottom + GAP
        )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A zone that was given its shape: its places, counted from its own corner, its size, and what of it is taken, if
    that is not all."""

    spots: tuple[Spot, ...]
    width: float
    height: float
    areas: tuple[_Area, ...] = ()

    @property
    def solid(self) -> Sequence[_Area]:
        return self.areas or [_Area(0, 0, self.width, self.height)]


def _put_singles(rows: list[list[_Drawn]], places: Sequence[Place], most: dict[str, int], widest: float) -> None:
    """Places of their own go to the first row as long as there is room, the others to a last row."""
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


def _nest(zones: Sequence[_Drawn], singles: Sequence[Place], most: dict[str, int], shape: Shape) -> Plan:
    """Put every zone at the left or at the right edge, as high as it goes; then the places of their own, the fans last.
    What a letter leaves free is taken."""
    taken: list[_Area] = []
    spots: dict[str, Spot] = {}

    def best(one: _Drawn) -> tuple[float, float]:
        """How far down it goes, and how far to the right."""
        edges = (0.0, max(shape.width - one.width, 0.0))
        return min((_free(taken, [area.moved(x, 0) for area in one.solid]), x) for x in edges)

    def put(*ways: _Drawn) -> None:
        """Put a zone down in the way in which the table grows least."""
        below = max([area.bottom for area in taken], default=0.0)
        one = min(ways, key=lambda way: (max(below, best(way)[0] + way.height), way.width))
        y, x = best(one)
        taken.extend(area.moved(x, y) for area in one.solid)
        spots.update(_moved(one, x + GAP, y + GAP))

    for one in zones:
        put(one)
    fans = [place for place in singles if most[place.name] > 1 and place.lie != "squared"]
    if cells := [place for place in singles if place not in fans]:
        put(*(_side(cells, (), most, columns) for columns in range(1, len(cells) + 1)))
    for place in fans:
        put(*(_side((), (place,), most, columns) for columns in range(1, int(shape.width) // (CARD_WIDTH + GAP) + 1)))
    right, bottom = max(area.right for area in taken), max(area.bottom for area in taken)
    return Plan(right + 2 * GAP, bottom + 2 * GAP, spots, shape)


def _free(taken: Sequence[_Area], areas: Sequence[_Area]) -> float:
    """How far down some areas have to go until they are clear of those that are taken."""
    steps = sorted({0.0, *(other.bottom + GAP - area.top for other in taken for area in areas)})
    return next(
        y for y in steps if y >= 0 and not any(area.moved(0, y).touches(other) for other in taken for area in areas)
    )


def _side(tops: Sequence[Place], singles: Sequence[Place], most: dict[str, int], columns: int) -> _Drawn:
    """Places one card wide in columns, and below them the fans."""
    fans = [place for place in singles if most[place.name] > 1 and place.lie != "squared"]
    cells = [*tops, *(place for place in singles if place not in fans)]
    across, down = CARD_WIDTH + GAP, LABEL + CARD_HEIGHT + GAP
    top = float(-(-len(cells) // columns) * down)
    spots = [_spot(place, n % columns * across, n // columns * down + LABEL, 0, 0) for n, place in enumerate(cells)]
    for place in fans:
        drawn = _right(place, most[place.name], columns * across - GAP)
        spots += [spot._replace(y=spot.y + top) for spot in drawn.spots]
        top += drawn.height + GAP
    return _Drawn(tuple(spots), columns * across - GAP, top - GAP)


def _put(left: Sequence[_Drawn], rows: Sequence[Sequence[_Drawn]], shape: Shape) -> Plan:
    """The plan of a table, from what lies at its left, and what lies side by side in every row of it."""
    spots: dict[str, Spot] = {}
    begin, bottom = float(GAP), float(GAP)
    for drawn in left:
        spots |= _moved(drawn, GAP, bottom)
        begin = max(begin, GAP + drawn.width + _BESIDE)
        bottom += drawn.height + GAP
    top, width = float(GAP), 0.0
    for row in rows:
        x = begin
        for drawn in row:
            spots |= _moved(drawn, x, top)
            x += drawn.width + _BESIDE
        width = max(width, x - _BESIDE + GAP)
        top += max(drawn.height for drawn in row) + GAP
    return Plan(max(width, 2.0 * GAP), max(top, bottom if left else 0.0), spots, shape)


def _moved(drawn: _Drawn, x: float, y: float) -> dict[str, Spot]:
    return {spot.name: spot._replace(x=spot.x + x, y=spot.y + y) for spot in drawn.spots}


def _width(row: Sequence[_Drawn]) -> float:
    """How wide zones are side by side."""
    return sum(drawn.width for drawn in row) + _BESIDE * max(len(row) - 1, 0)


def _zone(zone: Zone, most: dict[str, int], shape: Shape, room: float) -> list[_Drawn]:
    """A zone in its shape; a row of piles that is too long in several pieces."""
    if zone.places[0].at is not None:
        return [_grid(zone) if cell_of(zone.places[0].name) else _letter(zone, most, shape)]
    if len(zone.places) == 1:
        return [_right(zone.places[0], most[zone.places[0].name], room)]
    pieces = -(-len(zone.places) // shape.piles)
    long = -(-len(zone.places) // pieces)
    return [_columns(zone.places[n : n + long], most, shape.step) for n in range(0, len(zone.places), long)]


def _columns(places: Sequence[Place], most: dict[str, int], natural: float) -> _Drawn:
    """Piles side by side, fanned downward if their cards are to be seen."""
    tallest = max(most[place.name] for place in places)
    step = 0.0 if places[0].lie == "top" else _step(tallest, natural, natural * _DOWN_STEPS)
    across = CARD_WIDTH + GAP
    spots = tuple(_spot(place, i * across, LABEL, 0, step) for i, place in enumerate(places))
    return _Drawn(spots, len(spots) * across - GAP, LABEL + _long(CARD_HEIGHT, tallest, step))


def _right(place: Place, cards: int, room: float, most: float = 0) -> _Drawn:
    """A place of its own, fanned to the right; a squared one hardly. If its cards would get too close in the room that
    there is (or in the most that it may take), it goes on below."""
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
    """A grid of single cards, with the numbers of its columns above and those of its rows to the left."""
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


def _letter(zone: Zone, most: dict[str, int], shape: Shape) -> _Drawn:
    """Piles in the shape of a letter. A row begins below those piles that are in its way."""
    natural = min(shape.step, _LETTER)
    at = {place.at: place for place in zone.places if place.at is not None}
    # Neighbours in a row must not touch: the nearest two tell how wide a column is.
    nearest = min([b - a for a, y in at for b, z in at if z == y and b > a], default=1)
    across = max((CARD_WIDTH + GAP * (1 if shape.nested else 2)) / nearest, _COLUMN)
    spots: list[Spot] = []
    areas: list[_Area] = []
    below: dict[int, float] = {}  # how far down each column is taken
    top = 0.0
    for row in range(max(y for _, y in at) + 1):
        here = {x: place for (x, y), place in at.items() if y == row}
        near = [bottom for x, bottom in below.items() if any(abs(x - other) * across < CARD_WIDTH for other in here)]
        top = max([top, *near])
        for x, place in here.items():
            step = 0.0 if place.lie == "top" else _step(most[place.name], natural, natural * _LETTER_STEPS)
            spots.append(_spot(place, x * across, top + LABEL, 0, step))
            below[x] = top + LABEL + _long(CARD_HEIGHT, most[place.name], step) + GAP
            areas.append(_Area(x * across, top, x * across + CARD_WIDTH, below[x] - GAP))
        # Piles that stand clear of each other may lie side by side in part: a letter is as high as it needs to be.
        top += _ROW_OF_LETTER
    wide = max(x for x, _ in at) * across + CARD_WIDTH
    return _Drawn(tuple(spots), wide, max(below.values()) - GAP, tuple(areas))


def _spot(place: Place, x: float, y: float, dx: float, dy: float) -> Spot:
    return Spot(place.name, place.label, x, y, dx, dy, place.lie, place.longways)


def _step(cards: int, step: float, longest: float) -> float:
    """How far the cards of a fan lie apart, if it is not to get longer than that beyond its first card."""
    return min(step, longest / (cards - 1)) if cards > 1 else step


def _long(first: float, cards: int, step: float) -> float:
    """How long a fan is."""
    return first + step * max(cards - 1, 0)
