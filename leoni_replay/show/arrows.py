"""Arrows from one card to another. They go around other cards, in the gaps between them, where there is a way."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from leoni_replay.show.geometry import GAP
from leoni_replay.show.geometry import short_number as _n

#: Half of the width of a shaft, and of a head; how long a head is at most.
_SHAFT, _HEAD, _HEAD_LENGTH = 1.6, 7.0, 20.0
#: How far a bent arrow stays away from cards, and how far within its own two it begins and
#: ends; the last is for a card of which only a strip is seen.
_CLEARANCE, _TAIL, _TIP, _COVERED_TIP = GAP / 2, 8.0, 12.0, 4.0
#: How near to cards no arrow runs.
_NEAR: Final = 2.0
#: What a turn costs, in units of length: few turns are better than the shortest way.
_TURN: Final = 30.0
#: How many times as long a step counts on which another arrow runs already.
_SHARED: Final = 4.0
#: The directions of a line that goes around cards: across and down.
_DIRECTIONS: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))

_Point = tuple[float, float]


class Box(NamedTuple):
    """A part of the table: its middle, and half of its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    def is_touched(self, point: _Point) -> bool:
        """Whether a point lies within, or so near that an arrow through it would touch the edge."""
        x, y = point
        return abs(x - self.x) < self.half_width + _NEAR and abs(y - self.y) < self.half_height + _NEAR

    def to_edge(self, across: float, down: float) -> float:
        """Return how far the edge is from the middle in a direction, which is given by a step of length 1."""
        ways = [half / abs(step) for half, step in ((self.half_width, across), (self.half_height, down)) if step]
        return min(ways, default=0.0)


def straight_line(start: Box, end: Box, *, from_edge: bool) -> list[_Point]:
    """Return the line of an arrow from the middle of one box, or from its edge, to a little within another, so that
    rank and suit stay free."""
    across, down = end.x - start.x, end.y - start.y
    distance = hypot(across, down) or 1
    across, down = across / distance, down / distance
    tail = start.to_edge(across, down) if from_edge else 0.0
    tip = tail + max(distance - end.to_edge(across, down) + 4 - tail, 20)
    return [(start.x + across * tail, start.y + down * tail), (start.x + across * tip, start.y + down * tip)]


def line_around(
    start: Box, end: Box, piles: Sequence[Box], *, from_edge: bool, apart_from: Sequence[Sequence[_Point]] = ()
) -> list[_Point]:
    """Return the line of an arrow that crosses no cards but its own two, by steps across and down; nothing if there is
    no such line.

    Of all lines it is the shortest that has few turns (by Dijkstra's algorithm).

    Args:
        start: where it begins: the part of a card that is seen.
        end: where it ends.
        piles: the cards of all places.
        from_edge: whether it begins at the edge of its box, and not a little within.
        apart_from: the lines of other arrows, on which it runs only where any other way is much longer.
    """
    exits, entries = list(_gates(start, piles)), {gate.point: gate for gate in _gates(end, piles)}
    gate_points = [gate.point for gate in exits] + list(entries)
    other_steps = [step for line in apart_from for step in pairwise(line)]
    # The middle of a pile is among them so that a line that crosses the pile has a point within it.
    columns = sorted({x for x, _ in gate_points} | {x for box in piles for x in _lanes(box.x, box.half_width)})
    rows = sorted({y for _, y in gate_points} | {y for box in piles for y in _lanes(box.y, box.half_height)})
    tail = 0.0 if from_edge else _TAIL
    # The cost so far, the line, and the direction in which it goes on; None once it has arrived.
    queue: list[tuple[float, list[_Point], tuple[int, int] | None]]
    queue = [(0.0, [gate.within(tail), gate.point], gate.outward) for gate in exits]
    visited: set[tuple[_Point, tuple[int, int]]] = set()
    while queue:
        cost, line, direction = heappop(queue)
        if direction is None:
            return _corners(line)
        point = line[-1]
        if (point, direction) in visited:
            continue
        visited.add((point, direction))
        if gate := entries.get(point):
            # On a card that is covered, rank and suit stand where a tip would be.
            depth = _TIP if end.half_height > _TIP else _COVERED_TIP
            heappush(queue, (cost + _turn_cost(direction, gate.inward), [*line, gate.within(depth)], None))
        for step in _DIRECTIONS:
            next_point = _neighbour(columns, point[0], step[0]), _neighbour(rows, point[1], step[1])
            if not any(pile.is_touched(next_point) for pile in piles):
                length = abs(next_point[0] - point[0]) + abs(next_point[1] - point[1])
                if any(_is_part(point, next_point, other_step) for other_step in other_steps):
                    length *= _SHARED
                heappush(queue, (cost + length + _turn_cost(direction, step), [*line, next_point], step))
    return []


class _Gate(NamedTuple):
    """A point beside the edge of a box, and the direction that leads out of the box there, across and down."""

    point: _Point
    outward: tuple[int, int]

    @property
    def inward(self) -> tuple[int, int]:
        """The direction that leads into the box."""
        return -self.outward[0], -self.outward[1]

    def within(self, depth: float) -> _Point:
        """Return the point so far within the edge."""
        way = _CLEARANCE + depth
        return self.point[0] + self.inward[0] * way, self.point[1] + self.inward[1] * way


def _gates(box: Box, piles: Sequence[Box]) -> Iterator[_Gate]:
    """Yield a gate for each side of a box beside which no cards lie."""
    for across, down in _DIRECTIONS:
        x = box.x + across * (box.half_width + _CLEARANCE)
        y = box.y + down * (box.half_height + _CLEARANCE)
        if not any(pile.is_touched((x, y)) for pile in piles):
            yield _Gate((x, y), (across, down))


def _lanes(middle: float, half: float) -> tuple[float, float, float]:
    """Return where lines may run before and after a box, and its middle."""
    return middle - half - _CLEARANCE, middle, middle + half + _CLEARANCE


def _neighbour(lanes: Sequence[float], lane: float, step: int) -> float:
    """Return the lane that is so many steps after another; the outermost one if there is none."""
    return lanes[min(max(bisect_left(lanes, lane) + step, 0), len(lanes) - 1)]


def _is_part(point: _Point, next_point: _Point, step: tuple[_Point, _Point]) -> bool:
    """Whether a step across or down, from one point to the next, lies on a longer one."""
    xs, ys = sorted([step[0][0], step[1][0]]), sorted([step[0][1], step[1][1]])
    return all(xs[0] <= x <= xs[1] and ys[0] <= y <= ys[1] for x, y in (point, next_point)) and point != next_point


def _turn_cost(direction: tuple[int, int], next_direction: tuple[int, int]) -> float:
    """Return what it costs to go on in another direction."""
    return _TURN if next_direction != direction else 0.0


def _corners(line: Sequence[_Point]) -> list[_Point]:
    """Return a line by steps across and down with its ends and corners alone."""
    corners = [line[0]]
    for before, point, after in zip(line, line[1:], line[2:], strict=False):
        is_straight = before[0] == point[0] == after[0] or before[1] == point[1] == after[1]
        if not is_straight:
            corners.append(point)
    return [*corners, line[-1]]


def arrow_path(line: Sequence[_Point]) -> str:
    """Return an arrow along a line as a path. It is one outline, which every program can draw."""
    *_, before, tip = line
    length = hypot(tip[0] - before[0], tip[1] - before[1])
    head_length = min(_HEAD_LENGTH, 0.6 * length)
    across, down = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    neck = tip[0] - across * head_length, tip[1] - down * head_length
    shaft = [*line[:-1], neck]
    head = [(neck[0] - down * _HEAD, neck[1] + across * _HEAD), tip, (neck[0] + down * _HEAD, neck[1] - across * _HEAD)]
    points = [*_beside(shaft, _SHAFT), *head, *reversed(_beside(shaft, -_SHAFT))]
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "z"


def _beside(line: Sequence[_Point], distance: float) -> list[_Point]:
    """Return the line that runs so far to the right of another, seen in its direction (y grows downward)."""
    normals: list[_Point] = []
    for (x, y), (next_x, next_y) in pairwise(line):
        length = hypot(next_x - x, next_y - y)
        normals.append(((y - next_y) / length, (next_x - x) / length))
    points: list[_Point] = []
    for (x, y), before, after in zip(line, normals[:1] + normals, normals + normals[-1:], strict=True):
        # At a right angle both sides are shifted; on a straight line they are the same.
        shift = (before[0] + after[0], before[1] + after[1]) if before != after else before
        points.append((x + distance * shift[0], y + distance * shift[1]))
    return points
