"""Pictures for print: outlines in greys that every program draws alike, at the width that was asked for."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD, DOWN, PRETTY, UNKNOWN
from leoni_replay.installation import command_to_add
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.show.arrows import Box, line_around, straight_line
from leoni_replay.show.film import plan_strip, strip
from leoni_replay.show.geometry import NARROW, WIDE, plan
from leoni_replay.show.outlines import EM, missing_letters, outline
from leoni_replay.show.palette import LIGHT
from leoni_replay.show.pdf_and_png import MissingRenderer, load_renderer, to_png
from leoni_replay.show.story import make_story
from leoni_replay.show.svg import Picture, board, flaws_in_print, look_of, readable_plan, smallest_rank
from tests.chromium import missing
from tests.cli.runs import leoni
from tests.show.test_svg import GAMES, SVG, places, stories

ROOT = Path(__file__).parents[2]
#: A position of every game.
POSITIONS = {
    "annotated": 20,
    "weavers-won": 30,
    "labyrinth-won": 26,
    "martha-won": 12,
    "anna-won": 40,
    "reversal-won": 54,
    "rug-won": 30,
}
GREY = re.compile(r"#([0-9a-f]{2})\1\1|none")


def layout_of(name: str) -> Layout:
    (story, *_) = stories(next(path for path in GAMES if path.stem == name))
    return story.layout(POSITIONS[name])


def pile(*cards: str, caption: str = "", label: str = "1") -> Layout:
    return Layout((Zone("piles", "piles", (Place("1", label, tuple(CARD[card] for card in cards)),)),), caption)


def on_paper(layout: Layout, **look: Any) -> Element:
    return ElementTree.fromstring(board(layout, theme="paper", **look))


def texts(element: Element) -> list[str]:
    """The words of outlines."""
    return [path.attrib["data-text"] for path in element.iterfind(".//*[@data-text]")]


@pytest.mark.share(3)
@pytest.mark.parametrize("name", POSITIONS)
def test_everything_is_an_outline_in_grey(name: str) -> None:
    layout = layout_of(name)
    svg = board(layout, theme="paper", size="110mm", marks=True, arrow=True)
    root = ElementTree.fromstring(svg)
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds <= {"svg", "title", "desc", "rect", "g", "path", "circle", "ellipse"}
    paints = [element.attrib[name] for element in root.iter() for name in ("fill", "stroke") if name in element.attrib]
    assert all(map(GREY.fullmatch, paints)) and not re.search(r"\bid=|href=|url\(|opacity=|style=|class=", svg)
    # What lies there is drawn, card by card.
    for place in places(layout):
        drawn = root.findall(f".//*[@data-place='{place.name}']")
        if place.lie == "squared":
            continue
        assert len(drawn) == len(place.cards)
        for card, group in zip(place.cards, drawn, strict=True):
            if card < DOWN:
                assert texts(group) == [PRETTY[card][:-1] if card != UNKNOWN else "?"]
                inks = {(path.get("fill"), path.get("stroke")) for path in group.iter(f"{SVG}path")}
                assert (("#ffffff", group.attrib["fill"]) in inks) == (PRETTY[card][-1] in "♥♦")


def test_a_picture_has_no_marks_unless_asked() -> None:
    layout = layout_of("annotated")
    assert "data-moved" not in board(layout, theme="paper") and "data-moved" in board(layout)
    assert "data-moved" in board(layout, theme="paper", marks=True)
    arrows = on_paper(layout, arrow=True).findall(".//*[@data-arrow]")
    assert len(arrows) == len({(way.source, way.dest) for way in layout.ways}) > 1


def test_an_arrow_without_marks_begins_on_a_card() -> None:
    text = '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "layout"]\n[Layout "\n1: 9S 8H\n4: TS 9D 2S 7S\n"]\n\n4:7S>1 *'
    layout = make_story(lr.replay(text)).layout(1)
    for marks in (False, True):
        picture = on_paper(layout, arrow=True, marks=marks)
        (arrow,) = picture.findall(".//*[@data-arrow]")
        *_, source = picture.findall(".//*[@data-place='4']")
        begins = float(re.findall(r"[\d.]+", arrow.attrib["d"])[1])
        corner = float(re.findall(r"[\d.]+", source.attrib["transform"])[1])
        assert (corner < begins < corner + 84) == (not marks)


@pytest.mark.parametrize(("size", "width"), [(600, "600"), ("600", "600"), ("110mm", "110mm"), ("11 cm", "11cm"),
                                             ("4.5in", "4.5in"), ("312pt", "312pt")])  # fmt: skip
@pytest.mark.parametrize("theme", ["paper", "light"])
def test_widths(size: float | str, width: str, theme: str) -> None:
    root = ElementTree.fromstring(board(pile("AC", "AD"), theme=theme, size=size))
    assert root.attrib["width"] == width
    number, unit = re.fullmatch(r"([\d.]+)(\w*)", root.attrib["height"]).groups()  # type: ignore[union-attr]
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    assert float(number) / float(re.sub("[a-z]", "", width)) == pytest.approx(down / across, rel=1e-3)
    assert width.endswith(unit)


@pytest.mark.parametrize(("look", "said"), [({"size": "11zz"}, "`11zz` is not a width"), ({"size": "-3mm"}, "width"),
                                            ({"size": "0mm"}, "0mm wide"),
                                            ({"four_colours": True}, "no colours")])  # fmt: skip
def test_what_no_picture_on_paper_has(look: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        board(pile("AC"), theme="paper", **look)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", POSITIONS)
def test_ranks_have_six_points(name: str) -> None:
    """At the width of a page of a book, and as large as the program says they are."""
    layout = layout_of(name)
    look = look_of(theme="paper", size="110mm")
    picture = Picture(layout, None, look)
    points = look.unit_points(picture.plan.width)
    assert points * smallest_rank([layout], picture.plan) >= 6
    assert not [*flaws_in_print([layout], picture.plan, look)]
    ranks = [
        path.attrib["transform"]
        for card in ElementTree.fromstring(picture.document("", "")).iterfind(".//*[@data-card]")
        for path in card.iterfind("*[@data-text]")
    ]
    least = min(EM * float(re.findall(r"[\d.]+", transform)[-1]) for transform in ranks)
    assert least == pytest.approx(smallest_rank([layout], picture.plan), abs=0.1)


def test_a_narrow_plan_where_it_helps_and_a_warning_where_it_does_not() -> None:
    layout = layout_of("annotated")

    def shape(size: str, theme: str = "paper") -> Any:
        return readable_plan([layout], look_of(theme=theme, size=size)).shape  # type: ignore[arg-type]

    assert (shape("110mm"), shape("60mm"), shape("60mm", "light")) == (WIDE, NARROW, WIDE)
    look = look_of(theme="paper", size="40mm")
    (warning,) = flaws_in_print([layout], readable_plan([layout], look), look)
    wide_enough = re.search(r"at least (\S+mm) wide", warning)
    assert wide_enough
    look = look_of(theme="paper", size=wide_enough[1])
    assert not [*flaws_in_print([layout], plan([layout], NARROW), look)]


def test_captions() -> None:
    layout = pile("AH", caption="first of 3 deals")

    def caption(**words: Any) -> list[str]:
        lines = on_paper(layout, **words).iterfind(".//*[@data-caption]")
        return [line.attrib["data-text"].replace("\ufe0e", "") for line in lines]

    assert " ".join(caption(caption="After ♥ and ♠", figure=3)) == "Figure 3. After ♡ and ♠"
    # A book has its own words: those of the screen are no caption that anybody asked for.
    assert caption(figure=4) == ["Figure 4"]
    assert caption() == [] and "first of 3 deals" in board(layout)


def test_letters_of_all_europe_are_outlines() -> None:
    words = "Größe, œuvre, naïve, Żółw, Ευρώπη, Привет — “½” № 7♥"
    assert missing_letters(words) == "" and texts(on_paper(pile("AH"), caption=words))
    # A text that cannot be drawn is left to the fonts of its reader, and the program says so.
    with pytest.warns(UserWarning, match="no outlines for 漢:"):
        root = on_paper(pile("AH"), caption="漢 ok")
    assert [text.text for text in root.iter(f"{SVG}text")] == ["漢 ok"]


def test_an_outline_is_as_wide_as_its_letters() -> None:
    narrow, wide = outline("10", bold=True), outline("100", bold=True)
    digit = outline("0", bold=True)
    assert narrow and wide and digit and wide.width == narrow.width + digit.width
    assert wide.path.startswith(narrow.path) and outline("漢", bold=False) is None


@pytest.mark.parametrize(("size", "columns", "shape"), [(None, 3, WIDE), ("600mm", 3, WIDE), ("250mm", 3, NARROW),
                                                       ("110mm", 1, WIDE), ("60mm", 1, NARROW)])  # fmt: skip
def test_a_strip_has_as_many_columns_as_can_be_read(size: str | None, columns: int, shape: Any) -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == "annotated"))
    layouts = [story.layout(number) for number in range(3)]
    look = look_of(theme="paper", size=size)
    sheet = plan_strip(layouts, look, narrow=False)
    assert (sheet.columns, sheet.plan.shape) == (columns, shape)
    assert not [*flaws_in_print(layouts, sheet.plan, look, columns=sheet.columns)]
    root = ElementTree.fromstring(strip(layouts, sheet, look, title="", text=""))
    assert root.attrib["width"].startswith((size or "").removesuffix("mm"))


@pytest.mark.parametrize(("count", "size", "columns"), [(3, "110mm", 1), (3, "140mm", 3), (4, "165mm", 2),
                                                        (5, "165mm", 3), (4, None, 2)])  # fmt: skip
def test_rows_of_a_strip_have_one_length_if_that_takes_little_room(count: int, size: str | None, columns: int) -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == "martha-won"))
    layouts = [story.layout(number) for number in range(count)]
    assert plan_strip(layouts, look_of(theme="paper", size=size), narrow=False).columns == columns


@pytest.mark.share(3)
@pytest.mark.parametrize("name", sorted(POSITIONS.keys() - {"rug-won"}))
def test_arrows_go_around_other_cards(name: str) -> None:
    (story, *_) = stories(next(path for path in GAMES if path.stem == name))
    for number in range(1, len(story.moves), len(story.moves) // 4):
        layout = story.layout(number)
        picture = on_paper(layout, arrow=True)
        arrows = [arrow.attrib["d"] for arrow in picture.iterfind(".//*[@data-arrow]")]
        ways = list(dict.fromkeys((way.source, way.dest) for way in layout.ways))
        for arrow, way in zip(arrows, ways, strict=True):
            edge = [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", arrow)]
            for card in picture.iterfind(".//*[@data-card]"):
                left, top = map(float, re.findall(r"[\d.]+", card.attrib["transform"]))
                on_card = [(x, y) for x, y in points_along(edge) if left < x < left + 60 and top < y < top + 84]
                assert not on_card or card.attrib["data-place"] in way, (number, way, card.attrib)


def points_along(edge: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points on the edge of a figure, from its corners."""
    for (x, y), (next_x, next_y) in zip(edge, edge[1:] + edge[:1], strict=True):
        for part in range(20):
            yield x + (next_x - x) * part / 20, y + (next_y - y) * part / 20


def test_between_cards_that_touch_an_arrow_is_straight() -> None:
    """In the middle of a rug there are no gaps."""
    cards = [Box(62 * column, 86 * row, 30, 42) for column in range(4) for row in range(3)]
    start, end = cards[4], cards[7]
    assert line_around(start, end, cards, from_edge=False) == []
    assert straight_line(start, end, from_edge=False) == [(62, 86), (98, 86)]


def convert(*options: str, to: str = "svg") -> Any:
    game = str(ROOT / "transcripts" / "games" / "annotated.moves")
    return leoni("convert", game, "--format", to, *options)


def test_the_command() -> None:
    options = ("--at", "20", "--theme", "paper", "--size", "30mm", "--caption", "A weave", "--figure", "2", "--arrow")
    run = convert(*options, "-o", "-")
    assert run.code == 0 and 'width="30mm"' in run.out and "Figure 2. A weave" in run.out and "data-arrow" in run.out
    assert "the ranks of some cards are 3.6 points high, which is too small to read in print" in run.err
    assert "make the picture at least 50.4mm wide (--size 50.4mm)" in run.err
    assert "data-moved" not in convert("--at", "20", "--no-marks", "-o", "-").out


@pytest.mark.parametrize(("options", "to", "said"), [
    (("--size", "11zz"), "svg", "11zz"),
    (("--theme", "paper", "--four-colours"), "svg", "no colours"),
    (("--theme", "paper", "--first", "1"), "svg", "--strip"),
    (("--first", "1", "--caption", "x"), "svg", "--at"),
    (("--theme", "paper"), "markdown", "--pictures"),
    (("--caption", "x"), "html", "--caption is for pictures"),
    (("--no-marks",), "html", "--marks is for pictures"),
    (("--no-marks",), "markdown", "--pictures"),
])  # fmt: skip
def test_what_the_command_refuses(options: tuple[str, ...], to: str, said: str) -> None:
    run = convert(*options, "-o", "-", to=to)
    assert run.code == 2 and said in run.err


@pytest.fixture
def renderer() -> None:
    try:
        load_renderer()
    except MissingRenderer as error:
        missing(str(error))


@pytest.mark.usefixtures("renderer")
@pytest.mark.long
def test_pdf(tmp_path: Path) -> None:
    """One page, for paper by default, as large as it was to be."""
    file = tmp_path / "table.pdf"
    assert convert("--at", "20", "--size", "110mm", "-o", str(file), to="pdf").code == 0
    pdf = file.read_bytes()
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert box and float(box[1]) == pytest.approx(110 / 25.4 * 72, abs=0.01)
    assert pdf.startswith(b"%PDF") and b"/Font" not in pdf
    # Python returns the same.
    replay = lr.replay(next(lr.load(ROOT / "transcripts" / "games" / "annotated.moves")))
    assert lr.convert(replay, "pdf", at=20, size="110mm").startswith(b"%PDF")


@pytest.mark.long
@pytest.mark.usefixtures("renderer")
@pytest.mark.parametrize(("size", "dots"), [("101.6mm", 2400), ("300", 300)])
def test_png(size: str, dots: int) -> None:
    layout = layout_of("anna-won")
    svg = layout.svg(size=size)
    png = to_png(svg)
    box = re.search(r'viewBox="0 0 (\S+) (\S+)"', svg)
    width, height = struct.unpack(">II", png[16:24])
    assert box and width == dots and abs(height - dots * float(box[2]) / float(box[1])) <= 1
    density = re.search(rb"\x00\x00\x00\x09pHYs(.{9})(.{4})", png, re.DOTALL)
    if size.endswith("mm"):
        assert density and struct.unpack(">IIB", density[1]) == (23622, 23622, 1)
        assert struct.unpack(">I", density[2])[0] == zlib.crc32(b"pHYs" + density[1])
    else:
        assert density is None


@pytest.mark.usefixtures("renderer")
@pytest.mark.parametrize(("options", "said"), [(("--theme", "auto"), "same colours"), (("--first", "2"), "--strip")])
def test_pdf_and_png_stand_still(options: tuple[str, ...], said: str) -> None:
    for to in ("pdf", "png"):
        run = convert("--theme", "light", *options, "-o", "-", to=to)
        assert run.code == 2 and said in run.err


def test_the_renderer_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    run = convert("-o", "-", to="pdf")
    assert run.code == 2 and "PDF and PNG need CairoSVG: " in run.err and command_to_add("print") in run.err


@pytest.mark.usefixtures("renderer")
def test_no_picture_depends_on_fonts_in_png(monkeypatch: pytest.MonkeyPatch) -> None:
    """The colours stay, the letters become outlines."""
    documents: list[str] = []
    monkeypatch.setattr("leoni_replay.show.formats.to_png", lambda svg: documents.append(svg) or b"")
    assert convert("--at", "20", "-o", "-", to="png").code == 0
    (svg,) = documents
    assert "<text" not in svg and "<use" not in svg and "radialGradient" in svg and LIGHT["red"] in svg
    assert "♥" not in re.findall('data-text="([^"]*)"', svg)


def test_pictures_in_markdown_take_the_look(tmp_path: Path) -> None:
    run = convert("--pictures", "--theme", "paper", "--size", "110mm", "-o", str(tmp_path / "game"), to="markdown")
    pictures = list((tmp_path / "game").glob("*.svg"))
    assert run.code == 0 and len(pictures) > 3
    for picture in pictures:
        text = picture.read_text(encoding="utf-8")
        assert 'width="110mm"' in text and "<use" not in text
