"""Several tables in one picture: at every time a film shows just what the picture of that table shows."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from leoni_replay.layout import Layout
from leoni_replay.show.film import film
from leoni_replay.show.geometry import plan
from leoni_replay.show.svg import board, look_of
from tests.show.test_svg import GAMES, SVG, stories

NAMES = ["annotated", "labyrinth-won", "anna-won"]


def tables(name: str, first: int, until: int) -> list[Layout]:
    (story, *_) = stories(next(path for path in GAMES if path.stem == name))
    return [story.layout(number) for number in range(first, until + 1)]


def drawn_at(root: Element, time: float) -> list[str]:
    """The cards, outlines and ways that a film shows at a part of its time, from the lowest up."""
    seen: list[str] = []

    def look(element: Element) -> None:
        if (clock := element.find(f"{SVG}animate")) is not None:
            times = [float(part) for part in clock.attrib["keyTimes"].split(";")]
            values = clock.attrib["values"].split(";")
            assert times[0] == 0 and len(times) == len(values) and element.attrib["visibility"] == values[0]
            if [value for start, value in zip(times, values, strict=True) if start <= time][-1] == "hidden":
                return
        if set(element.attrib) & {"data-card", "data-stock", "data-empty", "data-from", "data-way", "data-number"}:
            seen.append(re.sub("#lr[^-]*-", "#", ElementTree.tostring(element, encoding="unicode").strip()))
            return
        for child in element:
            look(child)

    look(root)
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_a_film_shows_one_table_after_the_other(name: str) -> None:
    layouts = tables(name, 4, 12)
    made = plan(layouts)
    text = film(layouts, made, look_of(), title="a film", text="moves")
    root = ElementTree.fromstring(text)
    count = len(layouts)
    ends = [1.6 * n for n in range(1, count)] + [1.6 * (count - 1) + 3.2]
    for n, layout in enumerate(layouts):
        alone = ElementTree.fromstring(board(layout, made))
        middle = (ends[n] - 0.8) / ends[-1]
        assert drawn_at(root, middle) == drawn_at(alone, 0), n
    assert len(text) < 0.5 * sum(len(board(layout, made)) for layout in layouts)
    assert "<script" not in text and "style=" not in text


def test_one_table_is_a_film_as_well() -> None:
    (layout,) = tables("annotated", 3, 3)
    text = film([layout], plan([layout]), look_of(), title="", text="")
    assert "<animate" not in text and text.count("data-card") > 50
