"""Boards as pictures: what is drawn is what lies there, and nothing in a picture is more than a picture."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD, DOWN, PRETTY, SYMBOLS, TEXT, UNKNOWN
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, Plan, plan
from leoni_replay.show.palette import DARK, LIGHT
from leoni_replay.show.story import Story, make_story
from leoni_replay.show.svg import board

GAMES = sorted((Path(__file__).parents[2] / "transcripts" / "games").glob("*.moves"))
#: a few of them; the long tests take all
A_FEW = [path if number % 3 == 0 else pytest.param(path, marks=pytest.mark.long) for number, path in enumerate(GAMES)]
SVG = "{http://www.w3.org/2000/svg}"
#: Inkscape before 1.3 draws nothing that is named by a plain ``href``.
HREF = "{http://www.w3.org/1999/xlink}href"
INSET = (CARD_HEIGHT - CARD_WIDTH) / 2


@cache
def stories(path: Path) -> tuple[Story, ...]:
    """The games of a file, told."""
    return tuple(make_story(lr.replay(game)) for game in lr.loads(path.read_text(encoding="utf-8")))


def layouts(story: Story) -> list[Layout]:
    return [story.layout(number) for number in range(len(story.moves) + 1)]


def places(layout: Layout) -> Iterator[Place]:
    for zone in layout.zones:
        yield from zone.places


def symbols(element: Element) -> list[str]:
    """What an element uses, from the bottom up."""
    return [re.sub("^#lr[^-]*-", "", use.attrib[HREF]) for use in element.iter(f"{SVG}use")]


def words(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def corner(element: Element) -> tuple[float, float]:
    match = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert match
    return float(match[1]), float(match[2])


def check(layout: Layout, made: Plan, drawing: Element) -> None:
    """Hold a drawing against the layout, card by card."""
    drawn: dict[str, list[Element]] = defaultdict(list)
    for group in drawing.iter(f"{SVG}g"):
        if "data-card" in group.attrib:
            drawn[group.attrib["data-place"]].append(group)
    stocks = {group.attrib["data-stock"]: group for group in drawing.iterfind(".//*[@data-stock]")}
    empty = [group.attrib["data-empty"] for group in drawing.iterfind(".//*[@data-empty]")]
    for place in places(layout):
        groups = drawn.pop(place.name, [])
        if place.lie == "squared":
            assert not groups
            if place.cards:
                stock = stocks.pop(place.name)
                assert (words(stock), symbols(stock)[0]) == ([str(len(place.cards))], "back")
            else:
                empty.remove(place.name)
            continue
        if not place.cards:
            empty.remove(place.name)
        assert len(groups) == len(place.cards)
        for index, (card, group) in enumerate(zip(place.cards, groups, strict=True)):
            check_card(place, index, card, group)
            x, y = made.spots[place.name].card(index)
            turn = INSET * place.longways
            assert corner(group) == pytest.approx((x - turn, y + turn), abs=0.06)
    assert not drawn and not stocks and not empty


def check_card(place: Place, index: int, card: int, group: Element) -> None:
    ground, *others = symbols(group)
    moved = others[:1] == ["lit"]
    assert moved == (index in place.moved) == ("data-moved" in group.attrib)
    suits = others[moved:]
    if card >= DOWN:
        assert (group.attrib["data-card"], ground, words(group), suits) == (f"#{TEXT[card - DOWN]}", "back", [], [])
        return
    assert group.attrib["data-card"] == TEXT[card]
    assert words(group) == [PRETTY[card][:-1]]
    if card == UNKNOWN:
        assert (group.attrib["data-card"], words(group), suits) == ("??", ["?"], [])
        return
    assert suits[0] == TEXT[card][1]
    uncovered = index == len(place.cards) - 1
    if place.lie == "hidden":
        assert (ground, len(suits)) == ("known", 1)
    else:
        assert (ground, suits[1:]) == ("card", [TEXT[card]] if uncovered else [])


@pytest.mark.share(2)
@pytest.mark.parametrize("path", A_FEW, ids=lambda path: path.stem)
def test_tables_of_every_game(path: Path) -> None:
    for story in stories(path):
        tables = layouts(story)
        made = plan(tables)
        for layout in tables[::5]:
            drawing = ElementTree.fromstring(board(layout, made, title=story.title))
            check(layout, made, drawing)


@pytest.mark.share(8)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_alone_a_picture_stands_alone(path: Path) -> None:
    for story in stories(path):
        last = len(story.moves)
        for number in (0, last // 2, last):
            layout, text = story.layout(number), story.text(number)
            svg = board(layout, title=story.title, text=text)
            root = ElementTree.fromstring(svg)
            assert root.tag == f"{SVG}svg" and root.attrib["role"] == "img"
            assert root.findtext(f"{SVG}title") == story.title
            assert root.findtext(f"{SVG}desc") == text
            assert " ".join(line.text or "" for line in root.iterfind(".//*[@data-caption]")) == layout.caption
            # The figures of a whole court are some 20 kB of it.
            assert len(svg.encode()) < 72_000
            assert len(layout.svg(faces="plain").encode()) < 40_000
            assert svg.count("http") == 2 and "<script" not in svg and "style=" not in svg
            assert svg.count("url(") == len(re.findall(r'fill="url\(#lr\w+-felt\)"', svg)) == 1
            used = {use.attrib[HREF] for use in root.iter(f"{SVG}use")}
            assert used <= {f"#{element.attrib['id']}" for element in root.iterfind(".//*[@id]")}
            check(layout, plan([layout]), root)


def test_an_open_picture_shows_the_faces_of_cards_that_lie_face_down() -> None:
    def drawn(name: str, open: bool) -> tuple[int, int]:
        """Return how many cards show a rank, and how many their back."""
        (story, *_) = stories(next(path for path in GAMES if path.stem == name))
        root = ElementTree.fromstring(replace(story, open=open).layout(0).svg())
        cards = [element for element in root.iter(f"{SVG}g") if "data-card" in element.attrib]
        backs = [card for card in root.iter(f"{SVG}use") if card.attrib[HREF].endswith("-back")]
        return sum(card.find(f"{SVG}text") is not None for card in cards), len(backs)

    assert drawn("martha-won", open=False) == (4 + 24, 24) and drawn("martha-won", open=True) == (52, 0)
    assert drawn("labyrinth-won", open=False) == (4 + 8, 1) and drawn("labyrinth-won", open=True) == (52, 0)


def test_labels() -> None:
    def labels(name: str, open: bool = False) -> list[str]:
        (story, *_) = stories(next(path for path in GAMES if path.stem == name))
        root = ElementTree.fromstring(replace(story, open=open).layout(0).svg())
        return [item.attrib["data-label"] or item.text or "" for item in root.iterfind(".//*[@data-label]")]

    lines = [f"{suit}{way}" for way in "^v" for suit in "CDHS"]
    assert labels("wikipedia-won") == [*lines, *map(str, range(1, 14)), "exile"]
    assert labels("wikipedia-won", open=True)[-1] == "exile (11)"
    assert labels("labyrinth-won") == [*lines[:4], "1", "1", *map(str, range(2, 9)), "stock"]
    rug = labels("rug-won")
    assert rug[:8] == lines and rug[-3:] == ["talon", "hand", "stock"]
    assert sorted(rug[8:-3]) == sorted([*map(str, range(1, 9))] * 2)


def table(*cards: str, title: str = "", caption: str = "", four_colours: bool = False) -> Element:
    layout = Layout((Zone("piles", "piles", (Place("1", "1", tuple(CARD[card] for card in cards)),)),), caption)
    return ElementTree.fromstring(board(layout, title=title, four_colours=four_colours))


def test_colours() -> None:
    def colours(four: bool) -> list[str]:
        return [
            card.attrib["fill"]
            for card in table("AC", "AD", "AH", "AS", four_colours=four).iterfind(".//*[@data-card]")
        ]

    clubs, diamonds, hearts, spades = colours(False)
    assert clubs == spades and diamonds == hearts and clubs != hearts
    assert len(set(colours(True))) == 4


def test_size_faces_marks_and_theme() -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == "annotated"))
    layout = story.layout(18)
    plain = layout.svg()
    root = ElementTree.fromstring(layout.svg(size=400))
    assert root.attrib["width"] == "400"
    assert root.attrib["viewBox"] == ElementTree.fromstring(plain).attrib["viewBox"]
    # A figure is drawn for a king, in the other colours for the dark; a plain card has its suit and nothing else.
    assert LIGHT["skin"] in plain and LIGHT["skin"] not in layout.svg(faces="plain")
    dark = layout.svg(theme="dark")
    assert DARK["felt"] in dark and LIGHT["felt"] not in dark
    # Pictures of several looks in one page do not take each other's drawings.
    looks = [plain, dark, layout.svg(faces="plain"), layout.svg(faces="plain", theme="dark")]
    names = [set(re.findall('id="([^"]+)"', look)) for look in looks]
    assert all(not one & other for one, other in combinations(names, 2))
    assert "data-moved" in plain and "data-moved" not in layout.svg(marks=False)


def trail(name: str, number: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]], Plan]:
    """Where the outlines of a picture begin, and its ways."""
    (story, *_) = stories(next(path for path in GAMES if path.stem == name))
    layout = story.layout(number)
    root = ElementTree.fromstring(layout.svg())

    def points(kind: str, letter: str) -> list[tuple[float, float]]:
        paths = "".join(path.attrib["d"] for path in root.iterfind(f".//*[@data-{kind}]"))
        return [(float(x), float(y)) for x, y in re.findall(rf"{letter}(\S+?) ([\d.]+)", paths)]

    return points("from", "M"), points("way", "M"), plan([layout])


def test_it_is_seen_where_a_card_came_from() -> None:
    """The last card of a pile leaves an outline, one from between others a notch."""
    outlines, ways, made = trail("wikipedia-won", 24)  # 10C is the fifth card of pile 6, and the last
    x, y = made.spots["6"].card(4)
    assert (outlines, ways) == ([(x + 1.5, y + 1.5)], [])
    outlines, ways, made = trail("wikipedia-won", 27)  # 5C is the second of the three cards of pile 13
    x, y = made.spots["13"].card(1)
    assert (outlines, ways[0]) == ([], (x - 9, y - 5))
    outlines, ways, made = trail("reversal-won", 60)  # 7C is the second of the cards that were dropped
    (dropped,) = (spot for spot in made.spots.values() if spot.label == "dropped")
    x, y = dropped.card(1)
    assert (outlines, ways[0]) == ([], (x - 5, y - 9))
    # All that is drawn lies in the picture.
    (story, *_) = stories(next(path for path in GAMES if path.stem == "annotated"))
    for number in range(len(story.moves) + 1):
        layout = story.layout(number)
        made = plan([layout])
        assert all(spot.card(way.at)[1] + CARD_HEIGHT <= made.height for way in layout.ways
                   if (spot := made.spots[way.source]).lie == "fan")  # fmt: skip


@pytest.mark.parametrize(("look", "said"), [({"size": 0}, "0 pixels"), ({"size": float("nan")}, "pixels"),
                                            ({"faces": "none"}, "figures or plain"),
                                            ({"theme": "red"}, "light or dark")])  # fmt: skip
def test_a_look_that_there_is_not(look: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Layout(()).svg(**look)


def test_suits_are_never_little_pictures() -> None:
    root = table("AC", title="".join(SYMBOLS))
    assert root.findtext(f"{SVG}title") == "♣\ufe0e♦\ufe0e♥\ufe0e♠\ufe0e"
