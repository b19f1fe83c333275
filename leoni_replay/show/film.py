"""Several tables of a game in one SVG: one after the other, as a film, or one below the other, as a strip.

What does not change from one table to the next is drawn once: a film shows and hides the rest by the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from leoni_replay.layout import Layout
from leoni_replay.show import geometry
from leoni_replay.show.geometry import GAP, NARROW, WIDE, Plan
from leoni_replay.show.picture_width import PictureWidth
from leoni_replay.show.svg import CARDS, LABELS, READABLE, Look, Picture, document, row_width, smallest_rank

#: How long a film shows each table, and the last one, in seconds.
_EACH: Final = 1.6
_LAST: Final = 3.2
#: A strip as wide as it likes has its tables in one row if there are no more than the first, else so many in each row.
_IN_ONE_ROW, _IN_EACH_ROW = 3, 2
#: How much higher a strip may be for the sake of rows of one length.
_HIGHER: Final = 1.6


def film(layouts: Sequence[Layout], plan: Plan, look: Look, *, title: str, text: str) -> str:
    """Draw tables one after the other, over and over; a reader that does not move pictures shows the first one.

    Args:
        layouts: the tables, each with its caption.
        plan: where the places are, for all of them.
        look: how the picture looks.
        title: what it shows.
        text: the same in words.
    """
    pictures = [Picture(layout, plan, look) for layout in layouts]
    end_times = [_EACH * number for number in range(1, len(pictures))] + [_EACH * (len(pictures) - 1) + _LAST]
    labels = [list(picture.labels()) for picture in pictures]
    content = [LABELS, *_animate(labels, end_times), "</g>", CARDS]
    for zone_index, zone in enumerate(layouts[-1].zones):
        for place_index in range(len(zone.places)):
            frames = [_place_elements(picture, zone_index, place_index) for picture in pictures]
            content += _animate(frames, end_times)
    content += _animate([list(picture.trail()) for picture in pictures], end_times)
    height = plan.height + max(picture.caption_height for picture in pictures)
    return document(look, plan.width, height, "\n".join([*content, "</g>"]), title=title, text=text)


def _place_elements(picture: Picture, zone_index: int, place_index: int) -> list[str]:
    """Return the SVG elements of a place; none if the picture doesn't have that place yet."""
    zones = picture.layout.zones
    if zone_index < len(zones) and place_index < len(zones[zone_index].places):
        return list(picture.place_elements(zones[zone_index].places[place_index]))
    return []


def _animate(frames: Sequence[Sequence[str]], end_times: Sequence[float]) -> Iterator[str]:
    """Yield the elements of all tables, from the lowest to the uppermost, each with the times at which it is seen. An
    element that several tables have on the same level is drawn once.

    Args:
        frames: the elements of each table.
        end_times: until when each table is shown, in seconds.
    """
    for level in range(max(map(len, frames), default=0)):
        elements = [frame[level] if level < len(frame) else "" for frame in frames]
        for element in filter(None, dict.fromkeys(elements)):
            visible = [frame_element == element for frame_element in elements]
            yield _blink(element, visible, end_times)


def _blink(element: str, visible: Sequence[bool], end_times: Sequence[float]) -> str:
    """Return an element of a film that is seen only while some of its tables are shown.

    Args:
        element: the element.
        visible: for each table whether the element is seen.
        end_times: until when each table is shown, in seconds.
    """
    if all(visible):
        return element
    start_times = (0.0, *end_times[:-1])
    changes = [index for index in range(len(visible)) if index == 0 or visible[index] != visible[index - 1]]
    times = ";".join(f"{start_times[index] / end_times[-1]:.4g}" for index in changes)
    values = ";".join(_visibility(visible[index]) for index in changes)
    clock = f'dur="{end_times[-1]:.4g}s" calcMode="discrete" repeatCount="indefinite"'
    return (
        f'<g visibility="{_visibility(visible[0])}"><animate attributeName="visibility" {clock} keyTimes="{times}" '
        f'values="{values}"/>{element}</g>'
    )


def _visibility(visible: bool) -> str:
    return "visible" if visible else "hidden"


class StripPlan(NamedTuple):
    """Where the places of each table of a strip are, and how many tables stand side by side."""

    plan: Plan
    columns: int

    @property
    def width(self) -> float:
        """The width of a row of tables, in units of the plan."""
        return row_width(self.plan, self.columns)

    def height_share(self, count: int) -> float:
        """Return how high so many tables are together without captions, as a share of the width."""
        return ceil(count / self.columns) * self.plan.height / self.width


def plan_strip(layouts: Sequence[Layout], look: Look, *, narrow: bool) -> StripPlan:
    """Return the plan of a strip. If its width is given, as many tables stand side by side as can be read there; fewer,
    if only so its rows have one length.

    Args:
        layouts: the tables.
        look: how the picture looks.
        narrow: whether its tables are for a narrow screen; otherwise they may be, if that makes them readable.
    """
    count = len(layouts)
    if look.width is None:
        plan = geometry.plan(layouts, NARROW if narrow else WIDE)
        return StripPlan(plan, count if count <= _IN_ONE_ROW else _IN_EACH_ROW)
    readable: list[StripPlan] = []
    best, best_points = None, 0.0
    for columns in range(count, 0, -1):
        for shape in (NARROW,) if narrow else (WIDE, NARROW):
            strip_plan = StripPlan(geometry.plan(layouts, shape), columns)
            # How high the smallest rank on a card would be, in points of print.
            points = smallest_rank(layouts, strip_plan.plan) * look.unit_points(strip_plan.width)
            if points >= READABLE:
                readable.append(strip_plan)
                break
            if points > best_points:
                best, best_points = strip_plan, points
    if readable:
        highest = _HIGHER * readable[0].height_share(count)
        low_enough = [strip_plan for strip_plan in readable if strip_plan.height_share(count) <= highest]
        # Rows of one length, else a last row that is the least shorter; the most tables in a row.
        best = min(low_enough, key=lambda strip_plan: -count % strip_plan.columns)
    assert best is not None
    return best


def strip(layouts: Sequence[Layout], strip_plan: StripPlan, look: Look, *, title: str, text: str) -> str:
    """Draw tables side by side and one below the other, in the order of reading; the other arguments are those of
    :func:`film`."""
    plan, columns = strip_plan
    width = strip_plan.width
    table_look = look
    if look.width is not None:
        table_look = look._replace(width=PictureWidth(look.width.points * plan.width / width, "pt"))
    pictures = [Picture(layout, plan, table_look) for layout in layouts]
    column_width = plan.width + GAP
    content: list[str] = []
    top = 0.0
    for first in range(0, len(pictures), columns):
        row = pictures[first : first + columns]
        for column, picture in enumerate(row):
            content.append(f'<g transform="translate({column * column_width:g} {top:g})">')
            content += [*picture.elements(), "</g>"]
        top += plan.height + max(picture.caption_height for picture in row) + GAP
    return document(look, width, top, "\n".join(content), title=title, text=text)
