"""Where the cards of a layout are drawn in a picture (pages make their own plans: ``scripts/table/plan.js``).

A plan holds for a whole game: it leaves room for the tallest piles that any of its layouts has, so that nothing but
cards moves from one move to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from leoni_replay.games.places import row_and_column
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
    """What a plan is made for: how wide its rows may get, and the most piles that may lie in a row."""

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
    """Where a table is drawn: its size, its places by their names, and the shape for which it was made."""

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
    zones, card_counts = _survey(layouts)
    return _plan(zones, tuple(card_counts.items()), shape)


def _survey(layouts: Iterable[Layout]) -> tuple[tuple[Zone, ...], dict[str, int]]:
    """Return the zones of a game without their cards, and the most cards that each place ever has."""
    zones: dict[str, Zone] = {}
    card_counts: dict[str, int] = {}
    for layout in layouts:
        for zone in layout.zones:
            # The last layout has all rows that were ever dealt.
            if zone.name not in zones or len(zone.places) >= len(zones[zone.name].places):
                zones[zone.name] = zone
            for place in zone.places:
                card_counts[place.name] = max(card_counts.get(place.name, 0), len(place.cards))
        # A mark stands where a card was that has left a fan: it needs room too.
        fans = {place.name for zone in layout.zones for place in zone.places if place.lie == "fan"}
        for way in layout.ways:
            if way.source in fans:
                card_counts[way.source] = max(card_counts[way.source], way.at + 1)
    empty_zones = tuple([zone._replace(places=tuple(map(_without_cards, zone.places))) for zone in zones.values()])
    return empty_zones, card_counts


def _without_cards(place: Place) -> Place:
    """Return a place as it is on any table of its game."""
    return Place(place.name, place.label, (), place.lie, at=place.at, longways=place.longways)


@lru_cache(maxsize=256)
def _plan(zones: Sequence[Zone], card_counts: Sequence[tuple[str, int]], shape: Shape) -> Plan:
    """Return a plan for the zones of a table; it is cached, because many games have the same.

    Args:
        zones: the zones, with empty places.
        card_counts: each place with the most cards that it ever has.
        shape: how wide the rows may get.
    """
    counts = dict(card_counts)
    singles: list[Place] = []
    rows: list[list[_Block]] = []
    for zone in zones:
        if len(zone.places) == 1 and not zone.beside:
            singles.append(zone.places[0])
            continue
        left = _row_width(rows[-1]) + _BESIDE if zone.beside and rows else 0.0
        for block in _zone_blocks(zone, counts, shape, shape.width - left):
            if left and left + block.width <= shape.width:
                rows[-1].append(block)
            else:
                rows.append([block])
    _add_singles(rows, singles, counts, shape.width)
    return _stack(rows, shape)


@dataclass(frozen=True, slots=True)
class _Block:
    """A zone that was given its shape: its places, counted from its own corner, and its size."""

    spots: tuple[Spot, ...]
    width: float
    height: float

    def spots_at(self, x: float, y: float) -> dict[str, Spot]:
        """Return the places by their names, if the corner of the block is at a point."""
        return {spot.name: spot._replace(x=spot.x + x, y=spot.y + y) for spot in self.spots}


def _add_singles(rows: list[list[_Block]], places: Sequence[Place], counts: dict[str, int], widest: float) -> None:
    """Add places of their own to the first row as long as there is room, and the others in a last row.

    Args:
        rows: the blocks of every row, from the top down; they are added to.
        places: the places.
        counts: the most cards that each place ever has.
        widest: how wide a row may get.
    """
    width = max([_row_width(row) for row in rows], default=0.0)
    if widest < WIDTH:
        width = max(width, widest)
    in_last_row: list[Place] = []
    for place in reversed(places):
        room = width - _row_width(rows[0]) - _BESIDE if rows else 0.0
        block = _fan_right(place, counts[place.name], room)
        if block.width <= room and not block.spots[0].wrap:
            rows[0].append(block)
        else:
            in_last_row.append(place)
    if in_last_row:
        # The longest fan comes last and takes the room that the others leave.
        in_last_row.sort(key=lambda place: _fan_right(place, counts[place.name], widest).width)
        *shorter, longest = in_last_row
        last_row = [_fan_right(place, counts[place.name], widest) for place in shorter]
        used_width = _row_width(last_row) + _BESIDE if last_row else 0.0
        if used_width > widest / 2:
            rows.append(last_row)
            last_row, used_width = [], 0.0
        room = max(width, widest / 3) - used_width
        rows.append([*last_row, _fan_right(longest, counts[longest.name], room, widest - used_width)])


def _stack(rows: Sequence[Sequence[_Block]], shape: Shape) -> Plan:
    """Return the plan of a table whose rows lie one below the other.

    Args:
        rows: the blocks of each row, which lie side by side.
        shape: what the plan is made for.
    """
    spots: dict[str, Spot] = {}
    top, width = float(GAP), 0.0
    for row in rows:
        left = float(GAP)
        for block in row:
            spots |= block.spots_at(left, top)
            left += block.width + _BESIDE
        width = max(width, left - _BESIDE + GAP)
        top += max(block.height for block in row) + GAP
    return Plan(max(width, 2.0 * GAP), top, spots, shape)


def _row_width(row: Sequence[_Block]) -> float:
    """Return the width of blocks that lie side by side."""
    return sum(block.width for block in row) + _BESIDE * max(len(row) - 1, 0)


def _zone_blocks(zone: Zone, counts: dict[str, int], shape: Shape, room: float) -> list[_Block]:
    """Return the blocks of a zone: mostly one, but several for a row of piles that is too long.

    Args:
        zone: the zone.
        counts: the most cards that each place ever has.
        shape: how many piles may lie in a row.
        room: the width that there is for it.
    """
    places = zone.places
    if places[0].at is not None:
        return [_grid(zone) if row_and_column(places[0].name) else _letter(zone, counts)]
    if len(places) == 1:
        return [_fan_right(places[0], counts[places[0].name], room)]
    pieces = -(-len(places) // shape.piles)
    length = -(-len(places) // pieces)
    return [_columns(places[first : first + length], counts) for first in range(0, len(places), length)]


def _columns(places: Sequence[Place], counts: dict[str, int]) -> _Block:
    """Return piles side by side, fanned downward; of those that show only their top card no fan."""
    tallest = max(counts[place.name] for place in places)
    step = 0.0 if places[0].lie == "top" else _fan_step(tallest, _DOWN, _DOWN * _DOWN_STEPS)
    across = CARD_WIDTH + GAP
    spots = tuple(_spot(place, column * across, LABEL, 0, step) for column, place in enumerate(places))
    return _Block(spots, len(spots) * across - GAP, LABEL + _fan_length(CARD_HEIGHT, tallest, step))


def _fan_right(place: Place, cards: int, room: float, widest: float = 0) -> _Block:
    """Return a place of its own, fanned to the right; a squared one hardly.

    Args:
        place: the place.
        cards: the most cards that it ever has.
        room: the width that there is for it.
        widest: the most that it may take, if its cards would get too close in that room. If they do even so, the fan
            goes on below.
    """
    natural = _RIGHT[place.lie]
    longest = min(max(room - CARD_WIDTH, 0), _HIDDEN_MOST if place.lie == "hidden" else WIDTH)
    step = _fan_step(cards, natural, longest)
    if step < _CLOSE <= natural and widest > max(room, CARD_WIDTH):
        longest = widest - CARD_WIDTH
        step = _fan_step(cards, natural, longest)
    if step >= _CLOSE or natural < _CLOSE:
        return _Block((_spot(place, 0, LABEL, step, 0),), _fan_length(CARD_WIDTH, cards, step), LABEL + CARD_HEIGHT)
    lines = -(-cards // (int(longest // (_CLOSE + 2)) + 1))
    wrap = -(-cards // lines)
    step = _fan_step(wrap, natural, longest)
    spot = _spot(place, 0, LABEL, step, _ROW)._replace(wrap=wrap)
    return _Block((spot,), _fan_length(CARD_WIDTH, wrap, step), LABEL + _fan_length(CARD_HEIGHT, lines, _ROW))


def _grid(zone: Zone) -> _Block:
    """Return a grid of single cards, with the numbers of its columns above and those of its rows to the left."""
    place_at = {place.at: place for place in zone.places if place.at is not None}
    has_longways = any(place.longways for place in zone.places)
    inset = (CARD_HEIGHT - CARD_WIDTH) / 2 if has_longways else 0.0
    across, down = float(CARD_WIDTH + GAP), float(CARD_HEIGHT + GAP)
    if has_longways:
        # Where cards lie upright and on their side in turn, neighbours need no more than half of both.
        across = down = _WOVEN + ((CARD_WIDTH + CARD_HEIGHT) / 2 if _lie_in_turn(place_at) else CARD_HEIGHT)
    spots = tuple(
        _spot(place, LABEL + column * across + inset, LABEL + row * down, 0, 0)
        for (column, row), place in place_at.items()
    )
    last_column, last_row = max(column for column, _ in place_at), max(row for _, row in place_at)
    width = LABEL + last_column * across + CARD_WIDTH + 2 * inset
    return _Block(spots, width, LABEL + last_row * down + CARD_HEIGHT)


def _lie_in_turn(place_at: Mapping[tuple[int, int], Place]) -> bool:
    """Whether of any two neighbours in a grid, given by column and row, one lies on its side and the other doesn't."""
    for (column, row), place in place_at.items():
        for neighbour in (place_at.get((column + 1, row)), place_at.get((column, row + 1))):
            if neighbour is not None and neighbour.longways == place.longways:
                return False
    return True


def _letter(zone: Zone, counts: dict[str, int]) -> _Block:
    """Return piles in the shape of a letter. A row begins below those piles that are in its way."""
    place_at = {place.at: place for place in zone.places if place.at is not None}
    # Neighbours in a row must not touch: the nearest two tell how wide a column is.
    across = max((CARD_WIDTH + 2 * GAP) / nearest_columns(place_at, default=1), _COLUMN)
    spots: list[Spot] = []
    foot_of: dict[int, float] = {}  # how far down the piles of each column reach
    top = 0.0
    for row in range(max(row for _, row in place_at) + 1):
        places = {column: place for (column, place_row), place in place_at.items() if place_row == row}
        for column, foot in foot_of.items():
            if any(abs(column - row_column) * across < CARD_WIDTH for row_column in places):
                top = max(top, foot)
        for column, place in places.items():
            cards = counts[place.name]
            step = 0.0 if place.lie == "top" else _fan_step(cards, _LETTER, _LETTER * _LETTER_STEPS)
            spots.append(_spot(place, column * across, top + LABEL, 0, step))
            foot_of[column] = top + LABEL + _fan_length(CARD_HEIGHT, cards, step) + GAP
        # Piles that stand clear of each other may lie side by side in part: a letter is as high as it needs to be.
        top += _ROW_OF_LETTER
    width = max(column for column, _ in place_at) * across + CARD_WIDTH
    return _Block(tuple(spots), width, max(foot_of.values()) - GAP)


def nearest_columns(cells: Collection[tuple[int, int]], *, default: int) -> int:
    """Return how many columns the nearest two cells of any row lie apart.

    Args:
        cells: the column and row of each.
        default: what to return if no row has two.
    """
    distances: list[int] = []
    for column, row in cells:
        columns_to_the_right = [right for right, right_row in cells if right_row == row and right > column]
        distances += [right - column for right in columns_to_the_right]
    return min(distances, default=default)


@lru_cache(maxsize=1 << 12)
def short_number(number: float) -> str:
    """Return a number as short as can be, for a picture."""
    return f"{round(number, 1):g}"


def _spot(place: Place, x: float, y: float, dx: float, dy: float) -> Spot:
    """Return where a place is drawn: its corner, and how far each card lies from the one below it."""
    return Spot(place.name, place.label, x, y, dx, dy, place.lie, place.longways)


def _fan_step(cards: int, step: float, longest: float) -> float:
    """Return the distance between the cards of a fan that must not get longer than a given length."""
    return min(step, longest / (cards - 1)) if cards > 1 else step


def _fan_length(card: float, cards: int, step: float) -> float:
    """Return the length of a fan, from that of one card along it."""
    return card + step * max(cards - 1, 0)
