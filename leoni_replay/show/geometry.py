"""Where the cards of a layout are drawn: the one plan that pictures and the player share.

A plan holds for a whole game: it leaves room for the tallest piles that any of its layouts has, so that nothing but
cards moves from one move to the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from leoni_replay.layout import Layout, Lie, Place, Zone

#: The size of a card, and the room between two places.
CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 84
GAP: Final = 10
#: The room for the label over a place.
LABEL: Final = 16
#: How wide a table gets before what lies side by side is put below.
WIDTH: Final = 900

#: How far the next card of a fan lies from the one before, and how long a fan may get.
_FAN_DOWN: Final = 24
_FAN_DOWN_MOST: Final = 340
_FAN_LETTER: Final = 18
_FAN_LETTER_MOST: Final = 72
_FAN_RIGHT: Final = 20


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
    """The plan of a game, from all layouts that are to be drawn with it (at least one)."""
    zones: dict[str, Zone] = {}
    most: dict[str, int] = {}
    for layout in layouts:
        for zone in layout.zones:
            # The last layout has all rows that were ever dealt.
            if zone.name not in zones or len(zone.places) >= len(zones[zone.name].places):
                zones[zone.name] = zone
            for place in zone.places:
                most[place.name] = max(most.get(place.name, 0), len(place.cards))
    spots: list[Spot] = []
    left, top, below, right = float(GAP), float(GAP), float(GAP), 0.0
    single = False
    for zone in zones.values():
        room = _Drawn(zone, most, WIDTH - left)
        before, single = single, len(zone.places) == 1
        beside = zone.beside or (before and single)
        if not beside or left + room.width > WIDTH:
            left, top = float(GAP), below
            room = _Drawn(zone, most, WIDTH - left)
        spots += room.at(left, top)
        left += room.width + GAP
        right = max(right, left)
        below = max(below, top + room.height + GAP)
    return Plan(right, below, {spot.name: spot for spot in spots})


class _Drawn:
    """A zone with its size, to be put somewhere."""

    def __init__(self, zone: Zone, most: dict[str, int], width: float) -> None:
        self.spots: list[Spot] = []
        tallest = max([most[place.name] for place in zone.places] + [1])
        if zone.places[0].at is not None:
            self._shape(zone, tallest)
        elif len(zone.places) == 1:
            self._single(zone.places[0], tallest, width)
        else:
            self._columns(zone, tallest)

    def at(self, left: float, top: float) -> list[Spot]:
        """Its places, with the zone's corner there."""
        return [Spot(s.name, s.label, s.x + left, s.y + top, s.dx, s.dy, s.lie, s.longways) for s in self.spots]

    def _add(self, place: Place, x: float, y: float, dx: float = 0, dy: float = 0) -> None:
        self.spots.append(Spot(place.name, place.label, x, y, dx, dy, place.lie, place.longways))

    def _columns(self, zone: Zone, tallest: int) -> None:
        """Piles side by side, fanned downward if their cards are to be seen."""
        step = 0.0 if zone.places[0].lie == "top" else _fan(tallest, _FAN_DOWN, _FAN_DOWN_MOST)
        for number, place in enumerate(zone.places):
            self._add(place, number * (CARD_WIDTH + GAP), LABEL, 0, step)
        self.width: float = len(zone.places) * (CARD_WIDTH + GAP) - GAP
        self.height: float = LABEL + CARD_HEIGHT + step * (tallest - 1 if step else 0)

    def _single(self, place: Place, tallest: int, width: float) -> None:
        """A place of its own, fanned to the right; a squared one hardly."""
        least = {"squared": 0.25, "hidden": 6.0}.get(place.lie, float(_FAN_RIGHT))
        step = _fan(tallest, least, max(width - CARD_WIDTH - GAP, WIDTH / 3))
        self._add(place, 0, LABEL, step, 0)
        self.width = CARD_WIDTH + step * (tallest - 1)
        self.height = LABEL + CARD_HEIGHT

    def _shape(self, zone: Zone, tallest: int) -> None:
        """A grid or a letter: places at columns and rows of their own."""
        at = {place.at: place for place in zone.places if place.at is not None}
        turned = any(place.longways for place in zone.places)
        grid = zone.places[0].name == "r1c1"
        # Neighbours in a row must not touch: the nearest two tell how wide a step is.
        nearest = min([b - a for a, y in at for b, z in at if z == y and b > a], default=1)
        across = (CARD_HEIGHT if turned else CARD_WIDTH) + GAP
        step = 0.0 if grid or zone.places[0].lie == "top" else _fan(tallest, _FAN_LETTER, _FAN_LETTER_MOST)
        label = 0 if grid else LABEL
        unit = across / nearest
        down = CARD_HEIGHT + label + step * (tallest - 1 if step else 0) + GAP
        for (x, y), place in at.items():
            inset = (CARD_HEIGHT - CARD_WIDTH) / 2 if turned else 0
            self._add(place, LABEL * grid + x * unit + inset, LABEL + y * down + label * 0, 0, step)
        self.width = LABEL * grid + max(x for x, _ in at) * unit + across - GAP
        self.height = LABEL + (max(y for _, y in at) + 1) * down - GAP


def _fan(cards: int, step: float, most: float) -> float:
    """How far the cards of a fan lie apart, if the longest is not to get longer than that."""
    return min(step, most / (cards - 1)) if cards > 1 else step
