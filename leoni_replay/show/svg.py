"""Boards as pictures: one SVG document that stands alone, with the table as text in its description.

Nothing in a picture is styled by CSS, so that it can be put into any page, whatever its style and its policy; the theme
"auto" needs it. It has those drawings of cards in it that it uses. In a picture for paper everything is an outline
(:mod:`leoni_replay.show.flat_svg`).
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import ceil, hypot
from textwrap import wrap
from typing import Any, Final, NamedTuple, get_args
from xml.sax.saxutils import escape, quoteattr

from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, SUITS, TEXT, UNKNOWN, pretty
from leoni_replay.games.places import NUMBERS, is_foundation, row_and_column, suit_of, way_of
from leoni_replay.layout import Faces, Layout, Place, Theme, Zone
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Argument, Message
from leoni_replay.phrases import pluralize
from leoni_replay.show import geometry
from leoni_replay.show.arrows import Box, arrow_path, line_around, straight_line
from leoni_replay.show.card_faces import every_name, parts, symbols
from leoni_replay.show.flat_svg import flatten
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, LABEL, Plan, Spot
from leoni_replay.show.geometry import short_number as _n
from leoni_replay.show.outlines import missing_letters
from leoni_replay.show.palette import FOUR_COLOURS, PAPER, THEMES, TWO_COLOURS, VARIABLES, variables
from leoni_replay.show.picture_width import PictureWidth, picture_width
from leoni_replay.text import visible_text

#: The strip of a covered card that has room for its whole rank and suit: its height in a fan downward, its width in
#: a fan to the right. In closer fans they are drawn smaller.
_STRIP_DOWN, _STRIP_RIGHT = 24, 20


class _Index(NamedTuple):
    """Where rank and suit stand on a card: middle and foot of the rank, its size, and the width of its two digits if it
    is a ten; the upper left corner and the size of the suit."""

    rank_x: float
    rank_y: float
    rank_size: float
    ten_width: float
    suit_x: float
    suit_y: float
    suit_size: float


#: Rank and suit one below the other: in a fan to the right, and on a card that lies on its side.
_NARROW: Final = _Index(rank_x=10, rank_y=18, rank_size=18, ten_width=16, suit_x=3, suit_y=21, suit_size=14)
_TURNED: Final = _Index(rank_x=18, rank_y=25, rank_size=24, ten_width=22, suit_x=8, suit_y=31, suit_size=20)

#: A card on its side reaches as far beyond its place as the place is narrower than a square.
_INSET: Final = (CARD_HEIGHT - CARD_WIDTH) / 2
#: How far what stands on a card is moved on one that lies on its side: to the right of its rank, and up.
_ACROSS: Final = (24, -23)


class _CaptionStyle(NamedTuple):
    """The size of a caption's letters, the height of a line, the width of a letter, and how far the foot of the letters
    is above the end of the line."""

    size: float
    line_height: float
    letter_width: float
    foot: float = 12


_CAPTION: Final = _CaptionStyle(size=14, line_height=20, letter_width=8)
_NARROW_CAPTION: Final = _CaptionStyle(size=17, line_height=23, letter_width=11)
#: The size of labels; how much larger they may be on paper, where they would be too small.
_LABEL_SIZE: Final = 14
_LARGEST_LABELS: Final = 1.45
#: The points of letters that can be read on paper, and those of a caption there.
READABLE: Final = 6.0
_CAPTION_POINTS: Final = 8.5
_ARROWS: Final = {"^": "l5-9 5 9z", "v": "m0-9 5 9 5-9z"}
#: What XML cannot hold, though it is no control character.
_NO_CHARACTERS: Final = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


def board(
    layout: Layout,
    plan: Plan | None = None,
    *,
    title: str = "",
    text: str = "",
    caption: str | None = None,
    figure: int | None = None,
    **look: Any,
) -> str:
    """Return a table as an SVG document.

    Args:
        layout: what to draw; the cards that the last move brought stand out.
        plan: where the places are, if the picture is one of many of the same game: made from the layouts of all.
        title: what the picture shows, for those who hear it and for the tip of a mouse.
        text: the table as text, for those who hear it; by default a list of the places.
        caption: the words under the picture, in place of those of the layout; on paper there are none by default.
        figure: the number of the picture, before its caption.
        look: how the picture looks, as :func:`look_of` takes it.

    Raises:
        LeoniError: as :func:`look_of`.
    """
    options = look_of(**look)
    picture = Picture(with_caption(layout, caption, figure, options), plan, options)
    for sentence in flaws_in_print([picture.layout], picture.plan, picture.look):
        warnings.warn(sentence, stacklevel=4)
    return picture.document(title, text)


def with_caption(layout: Layout, caption: str | None, figure: int | None, look: Look) -> Layout:
    """Return a layout with other words as its caption, or with its own, and with the number of the figure if it has
    one. A picture on paper has no words of its own, because the author of the page writes them."""
    words = "" if look.on_paper else layout.caption
    if caption is not None:
        words = caption
    if figure is not None:
        words = f"Figure {figure}. {words}" if words else f"Figure {figure}"
    return layout._replace(caption=words)


#: The groups in which the labels of a picture stand, and its cards.
LABELS: Final = f'<g font-size="{_LABEL_SIZE}" font-weight="600">'
CARDS: Final = '<g font-weight="700" text-anchor="middle">'


class Look(NamedTuple):
    """How pictures look.

    Attributes:
        colours: the names of the colours of clubs, diamonds, hearts, spades and an unknown card.
        palette: all colours by their names.
        mark: what stands in front of the names of drawings.
        faces: what stands on cards.
        marks: whether the last move is marked.
        width: how wide a picture is, if that is not up to its plan.
        arrow: whether arrows show the last move.
        flat: whether everything is an outline (:mod:`leoni_replay.show.flat_svg`).
    """

    colours: tuple[str, ...]
    palette: Mapping[str, str]
    mark: str
    faces: Faces = "figures"
    marks: bool = True
    width: PictureWidth | None = None
    arrow: bool = False
    flat: bool = False

    @property
    def on_paper(self) -> bool:
        """Whether the picture is for print."""
        return self.palette is PAPER

    def unit_points(self, plan_width: float) -> float:
        """Return how many points a unit of a plan has in print.

        Args:
            plan_width: the width of the whole picture, in units of the plan.
        """
        return PictureWidth(1).points if self.width is None else self.width.points / plan_width


def look_of(
    *,
    four_colours: bool = False,
    size: float | str | None = None,
    faces: Faces | None = None,
    marks: bool | None = None,
    theme: Theme = "light",
    arrow: bool = False,
) -> Look:
    """Return the look of pictures from its options.

    Args:
        four_colours: whether every suit has a colour of its own.
        size: how wide the picture is to be, in pixels, or with a unit ("110mm"); by default a card is 60 pixels wide.
        faces: pips and figures, or one large suit on every card ("plain"), for small files; that is the default on
            paper.
        marks: whether what the last move brought stands out; on paper it doesn't by default.
        theme: the colours, "light" or "dark"; or "auto", which follows the system of whoever sees the picture, if that
            is in a file of its own and a browser shows it; or "paper", greys on white for print.
        arrow: whether arrows show where the cards of the last move came from.

    Raises:
        LeoniError: a size that is not above 0, faces or a theme that there are not, or colours on paper.
    """
    on_paper = theme == "paper"
    if faces is None:
        faces = "plain" if on_paper else "figures"
    if marks is None:
        marks = not on_paper
    for name, value, choices in (("faces", faces, get_args(Faces)), ("theme", theme, get_args(Theme))):
        if value not in choices:
            raise LeoniError(f"{name}: {' or '.join(choices)}, not {value!r}")
    if four_colours and on_paper:
        raise LeoniError("a picture on paper has no colours: leave out the four colours, or choose another theme")
    faces_mark = "p" if faces == "plain" else ""
    theme_mark = "" if theme == "light" else theme[0]
    return Look(
        colours=FOUR_COLOURS if four_colours else TWO_COLOURS,
        palette=THEMES[theme],
        mark=f"lr{faces_mark}{theme_mark}",
        faces=faces,
        marks=marks,
        width=None if size is None else picture_width(size),
        arrow=arrow,
        flat=on_paper,
    )


def flaws_in_print(layouts: Sequence[Layout], plan: Plan, look: Look, *, columns: int = 1) -> Iterator[str]:
    """Yield what would be wrong with a picture in print: ranks that are too small to read, and letters that look
    different elsewhere.

    Args:
        layouts: what it shows.
        plan: where the places are.
        look: how it looks.
        columns: how many tables it shows side by side.
    """
    width = look.width
    if width is not None and (look.on_paper or width.is_length):
        points = smallest_rank(layouts, plan) * look.unit_points(row_width(plan, columns))
        if points < READABLE:
            wide_enough = width._replace(number=ceil(10 * width.number * READABLE / points) / 10)
            yield Message(
                f"the ranks of some cards are {points:.1f} points high, which is too small to read in print: make the "
                f"picture at least {wide_enough} wide (",
                Argument("size"),
                f" {wide_enough}), so that they are {READABLE:g} points high",
            )
    if look.on_paper:
        words = "".join(layout.caption for layout in layouts)
        words += "".join(place.label for place in layouts[0].places.values())
        if missing := missing_letters(words):
            letters = " ".join(missing)
            yield f"leoni has no outlines for {letters}: how they look depends on the reader's fonts"


def row_width(plan: Plan, columns: int) -> float:
    """Return how wide so many tables are side by side, in units of their plan."""
    return columns * (plan.width + geometry.GAP) - geometry.GAP


def readable_plan(layouts: Sequence[Layout], look: Look) -> Plan:
    """Return a plan in which the ranks on cards can be read in print, at the width of the picture: the usual plan, or
    the one for narrow screens if ranks would be too small in the usual one, and larger in this."""
    plan = geometry.plan(layouts)
    if not look.on_paper or smallest_rank(layouts, plan) * look.unit_points(plan.width) >= READABLE:
        return plan
    narrow = geometry.plan(layouts, geometry.NARROW)

    def rank_points(some_plan: Plan) -> float:
        """Return how high the smallest rank would be in print, in points."""
        return smallest_rank(layouts, some_plan) * look.unit_points(some_plan.width)

    return max(plan, narrow, key=rank_points)


def smallest_rank(layouts: Sequence[Layout], plan: Plan) -> float:
    """Return the size of the smallest rank on the cards of some tables, in units of their plan."""
    sizes: list[float] = []
    for layout in layouts:
        for place in layout.places.values():
            spot = plan.spots[place.name]
            for index, card in enumerate(place.cards):
                uncovered = index == len(place.cards) - 1
                is_shown = card < DOWN or _is_shown_face_down(place, card)
                if is_shown and place.lie != "squared" and (uncovered or place.lie != "top"):
                    scale = _index_scale(place, card, spot, uncovered)
                    sizes.append(_index_of(card & ~DOWN, spot, scale, uncovered).rank_size)
    return min(sizes, default=_LABEL_SIZE)


def document(look: Look, width: float, height: float, content: str, *, title: str, text: str) -> str:
    """Return what is drawn as an SVG document, on felt, with the drawings of the cards that it uses.

    Args:
        look: how the picture looks.
        width: the width of what is drawn, where a card is 60 wide.
        height: its height.
        content: what is drawn, as SVG elements.
        title: what the picture shows.
        text: the same in words.
    """
    used_names = set(re.findall(f'href="#{look.mark}-([^"]+)"', content))
    used_names |= {part for name in used_names for part in parts(name)}
    # A page may show several pictures: what one of them names is in no other.
    identity = f"{look.width} {width} {height} {title} {text} {content}".encode(errors="replace")
    mark = look.mark + sha256(identity).hexdigest()[:6]
    content = content.replace(f'href="#{look.mark}-', f'href="#{mark}-')
    defs = symbols((name for name in every_name() if name in used_names), look.palette, look.faces, mark)
    style = [f"<style>{variables()}</style>"] if look.palette is VARIABLES else []
    felt, rim = look.palette["felt"], look.palette["rim"]
    if look.on_paper:
        gradient, ground = "", f'fill="{felt}"'
    else:
        gradient = (
            f'<radialGradient id="{mark}-felt" cy="38%" r="80%"><stop stop-color="{felt}"/>'
            f'<stop offset=".55" stop-color="{felt}"/><stop offset="1" stop-color="{rim}"/></radialGradient>'
        )
        ground = f'rx="10" fill="url(#{mark}-felt)"'
    svg = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'{_size_attributes(look, width, height)} role="img" '
            f'font-family="system-ui, sans-serif" fill="{look.palette["felt-ink"]}">',
            f"<title>{_text(title or 'A table of patience')}</title>",
            f"<desc>{_text(text)}</desc>",
            *style,
            f"<defs>\n{gradient}",
            f"{defs}\n</defs>",
            f'<rect width="{_n(width)}" height="{_n(height)}" {ground}/>',
            content,
            "</svg>\n",
        ]
    )
    return flatten(svg, on_paper=look.on_paper) if look.flat else _with_old_links(svg)


def _size_attributes(look: Look, width: float, height: float) -> str:
    """Return the width and height of a picture as attributes, from those of its plan."""
    if look.width is None or not look.width.is_length:
        scale = 1 if look.width is None else look.width.number / width
        return f'width="{_n(width * scale)}" height="{_n(height * scale)}"'
    # The proportions are those of the view box, whose numbers are short.
    number, unit = look.width
    exact_height = number * float(_n(height)) / float(_n(width))
    return f'width="{number:g}{unit}" height="{exact_height:.6g}{unit}"'


def _with_old_links(svg: str) -> str:
    """Return an SVG document whose links have the name of SVG 1.1. Inkscape before 1.3 knows no other, and draws no
    card."""
    svg = svg.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1)
    return svg.replace(' href="#', ' xlink:href="#')


def drawing(layout: Layout, plan: Plan, *, title: str) -> str:
    """Return a table as an SVG element for a page that has the drawings of all cards, and its colours as variables."""
    return Picture(layout, plan, Look(TWO_COLOURS, VARIABLES, "lr")).page_element(title)


class Picture:
    """The picture of a layout.

    Args:
        layout: what to draw.
        plan: where the places are, if the picture is one of a series.
        look: how the picture looks.
    """

    def __init__(self, layout: Layout, plan: Plan | None, look: Look) -> None:
        self.layout = layout
        self.plan: Plan = plan or readable_plan([layout], look)
        self.look = look
        self.caption_style: _CaptionStyle = _NARROW_CAPTION if self.plan.shape == geometry.NARROW else _CAPTION
        self.label_scale: float = 1
        if look.on_paper:
            points = look.unit_points(self.plan.width)
            self.label_scale = min(max(READABLE / points / _LABEL_SIZE, 1), _LARGEST_LABELS)
            size = max(_CAPTION_POINTS / points, _LABEL_SIZE * self.label_scale)
            self.caption_style = _CaptionStyle(size, 1.4 * size, 0.52 * size, 0.56 * size)
        letters_in_line = max(int(self.plan.width / self.caption_style.letter_width), 20)
        self.caption_lines: list[str] = wrap(layout.caption, letters_in_line)
        if not self.caption_lines and plan is not None:
            # In a series there is room for a line even where there is none to show, so that pictures keep their size.
            self.caption_lines = [""]

    @property
    def height(self) -> float:
        """The height of the table with its caption."""
        return self.plan.height + self.caption_height

    @property
    def caption_height(self) -> float:
        """The height of the lines of the caption."""
        return self.caption_style.line_height * len(self.caption_lines)

    def document(self, title: str, text: str) -> str:
        """Return the picture as a document that stands alone."""
        content, text = "\n".join(self.elements()), text or _listing(self.layout)
        return document(self.look, self.plan.width, self.height, content, title=title, text=text)

    def page_element(self, title: str) -> str:
        """Return the picture as an element of a page."""
        return self.frame(title, without_data("\n".join(self.elements())))

    def frame(self, title: str, content: str) -> str:
        """Return SVG elements as a picture for a page, on felt."""
        width, height = _n(self.plan.width), _n(self.height)
        return "\n".join(
            [
                f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
                f'aria-label={quoteattr(_text(title))} font-family="system-ui, sans-serif" '
                f'fill="{self.look.palette["felt-ink"]}">',
                f'<rect width="{width}" height="{height}" rx="10" fill="{self.look.palette["felt"]}"/>',
                content,
                "</svg>",
            ]
        )

    def elements(self) -> Iterator[str]:
        """Yield the whole table as SVG elements, without its felt."""
        if not self.look.arrow:
            yield from self._label_group()
        yield CARDS
        for zone in self.layout.zones:
            for place in zone.places:
                yield from self.place_elements(place)
        yield from self.trail()
        yield "</g>"
        if self.look.arrow:
            # No arrow crosses out the name of a place.
            yield from self._label_group()

    def _label_group(self) -> Iterator[str]:
        """Yield the group of the texts on the table."""
        yield LABELS.replace(f'"{_LABEL_SIZE}"', f'"{_n(_LABEL_SIZE * self.label_scale)}"')
        yield from self.labels()
        yield "</g>"

    def labels(self) -> Iterator[str]:
        """Yield the texts on the table."""
        for zone in self.layout.zones:
            yield from self._zone_labels(zone)
        yield from self._caption()

    # -- labels -------------------------------------------------------------------------------------------------------

    def _caption(self) -> Iterator[str]:
        """Yield the lines of the caption, below the table."""
        style = self.caption_style
        for number, line in enumerate(self.caption_lines, 1):
            if line:
                corner = f'x="{geometry.GAP}" y="{_n(self.plan.height + style.line_height * number - style.foot)}"'
                weight = ' font-weight="400"' if self.look.on_paper else ""
                yield f'<text {corner} font-size="{_n(style.size)}"{weight} data-caption="">{_text(line)}</text>'

    def _zone_labels(self, zone: Zone) -> Iterator[str]:
        """Yield the labels of places; of a grid the numbers of its columns above, and of its rows to the left."""
        inset = _INSET if any(place.longways for place in zone.places) else 0.0
        for place in zone.places:
            spot = self.plan.spots[place.name]
            cell = row_and_column(place.name)
            if cell is None:
                yield self._label(place, spot)
                continue
            row, column = cell
            if row == 1:
                yield _label_text(str(column), spot.x + CARD_WIDTH / 2, spot.y - 5, "middle")
            if column == 1:
                yield _label_text(str(row), spot.x - inset - LABEL / 2, spot.y + CARD_HEIGHT / 2 + 5, "middle")

    # -- cards --------------------------------------------------------------------------------------------------------

    def place_elements(self, place: Place) -> Iterator[str]:
        """Yield the cards of a place, or its outline."""
        spot = self.plan.spots[place.name]
        if all(card == GAP for card in place.cards):
            yield self._empty_place(place, spot)
        elif place.lie == "squared":
            yield self._stock(place, spot)
        else:
            for index, card in enumerate(place.cards):
                if card != GAP:
                    yield self._card(place, spot, index)

    def _empty_place(self, place: Place, spot: Spot) -> str:
        """Return the outline of an empty place, with the suit of a foundation."""
        content = self._use("gap", spot.longways)
        if foundation := _foundation_number(place):
            pale = f'fill="{self.look.palette["felt-line"]}" fill-opacity=".6"'
            content += f"<g {pale}>{self._suit(SUITS[suit_of(foundation)], 15, 27, 30)}</g>"
        return _group(spot, 0, content, f"data-empty={quoteattr(place.name)}")

    def _stock(self, place: Place, spot: Spot) -> str:
        """Return a stock: one back, and the number of its cards."""
        content = self._use("back")
        if self.look.marks and place.moved:
            content += self._use("lit")
        content += f'<rect x="11" y="29" width="38" height="26" rx="6" fill="{self.look.palette["linen"]}"/>'
        content += f'<text x="30" y="48" font-size="17" fill="{self.look.palette["black"]}">{len(place.cards)}</text>'
        return _group(spot, 0, content, f"data-stock={quoteattr(place.name)}")

    def _card(self, place: Place, spot: Spot, index: int) -> str:
        """Return the card at an index of a place: its ground, its rank and suit, and its face if nothing covers it."""
        placed_card = place.cards[index]
        card, face_down = placed_card & ~DOWN, placed_card >= DOWN
        is_shown_face_down = _is_shown_face_down(place, placed_card)
        shows_back = face_down and not is_shown_face_down
        moved = self.look.marks and index in place.moved
        uncovered = index == len(place.cards) - 1
        if shows_back:
            content = self._use("back", spot.longways)
        else:
            content = self._use("known" if is_shown_face_down else "card", spot.longways)
        if moved:
            content += self._use("lit", spot.longways)
        if not shows_back:
            content += self._index(card, spot, _index_scale(place, placed_card, spot, uncovered), uncovered)
            if uncovered and card != UNKNOWN and not is_shown_face_down:
                content += self._face(card, spot)
        attributes = f'data-card="{"#" if face_down else ""}{TEXT[card]}" data-place={quoteattr(place.name)}'
        if moved:
            attributes += ' data-moved=""'
        attributes += f' fill="{self.look.palette[self.look.colours[SUIT[card]]]}"'
        return _group(spot, index, content, attributes)

    def _face(self, card: int, spot: Spot) -> str:
        """Return the pips or the figure of a card, and its lower index."""
        corner = f' x="{_n(_ACROSS[0])}" y="{_n(_ACROSS[1])}"' if spot.longways else ""
        return f'<use href="#{self.look.mark}-{TEXT[card]}"{corner}/>'

    def _turn_badge(self, spot: Spot, index: int, turn: int) -> str:
        """Return the number that says in which turn a weave lifted a card, in the middle of the card's visible part.

        Args:
            spot: where the place of the card is drawn.
            index: the index of the card there, from the bottom.
            turn: the number, from 1.
        """
        x, y = spot.card(index)
        scale = min(1.0, spot.dy / 20) if spot.dy else 1.0
        half_width, half_height = (9 if turn < 10 else 12) * scale, 9 * scale
        ink = self.look.palette["linen"]
        box = (
            f'x="{_n(-half_width)}" y="{_n(-half_height)}" width="{_n(2 * half_width)}" '
            f'height="{_n(2 * half_height)}" rx="{_n(half_height)}"'
        )
        return (
            f'<g data-number="{turn}" transform="translate({_n(x + CARD_WIDTH / 2)} {_n(y + 12 * scale)})">'
            f'<rect {box} fill="{self.look.palette["badge"]}" stroke="{ink}" stroke-width="1.2"/>'
            f'<text y="{_n(4.5 * scale)}" font-size="{_n(13 * scale)}" fill="{ink}">{turn}</text></g>'
        )

    # -- the last move ------------------------------------------------------------------------------------------------

    def trail(self) -> Iterator[str]:
        """Yield the ways of the last move: where its cards came from, and of a weave its path and its numbers."""
        if self.look.arrow:
            yield from self._arrows()
        if not self.look.marks:
            return
        places = {place.name: place for zone in self.layout.zones for place in zone.places}
        spots = self.plan.spots
        woven_places = [place for place in places.values() if place.order]
        ways = [way for way in self.layout.ways if way.source in places and way.dest in places]
        # A card that left the top of its place leaves an outline, one from between others a notch.
        outlines, lines = "", ""
        for way in ways:
            place, spot = places[way.source], spots[way.source]
            if place.lie in ("top", "squared") or way.at >= len(place.cards):
                outline = _outline(spot, 0 if place.lie == "squared" else way.at)
                if outline not in outlines:
                    outlines += outline
            else:
                lines += _notch(spot, way.at)
        if woven_places:
            # Where another card has come to lie, the path tells it.
            lines = "".join(_arc(spots[way.source].card(way.at), spots[way.dest].card(way.to)) for way in ways)
        pen = f'fill="none" stroke="{self.look.palette["trail"]}" stroke-width="2.2"'
        edge = f'fill="none" stroke="{self.look.palette["badge"]}" stroke-width="4.5" stroke-opacity=".5"'
        if outlines:
            yield f'<path data-from="" d="{outlines}" {pen} stroke-dasharray="7 4"/>'
        if lines:
            yield f'<path d="{lines}" {edge}/><path data-way="" d="{lines}" {pen}/>'
        for place in woven_places:
            for index, turn in zip(place.moved, place.order, strict=True):
                yield self._turn_badge(spots[place.name], index, turn)

    def _arrows(self) -> Iterator[str]:
        """Yield an arrow for the cards that the last move carried from one place to another, from the lowest of
        them."""
        places = self.layout.places
        ends: dict[tuple[str, str], tuple[int, int]] = {}
        for way in self.layout.ways:
            if way.source in places and way.dest in places:
                lowest = ends.get((way.source, way.dest), (way.at, way.to))
                ends[way.source, way.dest] = min(lowest, (way.at, way.to))
        ink, edge = self.look.palette["trail"], self.look.palette["felt"]
        piles = [self._pile(place) for place in places.values() if any(card != GAP for card in place.cards)]
        lines: list[tuple[str, list[tuple[float, float]]]] = []
        for (source, dest), (index, dest_index) in ends.items():
            start, end = self._visible_part(places[source], index), self._visible_part(places[dest], dest_index)
            # The number of a stock's cards stays free.
            from_edge = places[source].lie == "squared"
            # Arrows from one place may have a part of their way in common.
            others = [other for other_source, other in lines if other_source != source]
            line = line_around(start, end, piles, from_edge=from_edge, apart_from=others)
            if line:
                lines.append((source, line))
            path = arrow_path(line or straight_line(start, end, from_edge=from_edge))
            yield f'<path data-arrow="" d="{path}" fill="{ink}" stroke="{edge}" stroke-width="1.2"/>'

    def _pile(self, place: Place) -> Box:
        """Return the part of the table that the cards of a place cover, with the label over them."""
        spot = self.plan.spots[place.name]
        card_width, card_height = _card_size(spot)
        corners = [_corner(spot, 0 if place.lie == "squared" else index) for index in range(len(place.cards))]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners) + card_width, max(y for _, y in corners) + card_height
        if row_and_column(place.name) is None:
            top -= LABEL
        return Box((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2)

    def _visible_part(self, place: Place, index: int) -> Box:
        """Return the part of a card that others leave uncovered; of one that has left, the part of its outline."""
        spot, last = self.plan.spots[place.name], len(place.cards) - 1
        if place.lie in ("top", "squared"):
            index = last = 0
        x, y = _corner(spot, index)
        card_width, card_height = _card_size(spot)
        width, height = float(card_width), float(card_height)
        step_right, step_down = spot.dx or width, (0 if spot.wrap else spot.dy) or height
        if index < last:
            width, height = step_right, step_down
        elif index > last >= 0 and not self.look.marks:
            # It lay on the last card, and nothing is drawn where it reached beyond it.
            x, y = _corner(spot, last)
            y, height = y + 2 * height / 3, height / 3
        elif index > last >= 0:
            # Its outline lies on the last card, and reaches beyond it.
            x, y = x + width - step_right, y + height - step_down
            width, height = step_right, step_down
        return Box(x + width / 2, y + height / 2, width / 2, height / 2)

    # -- pieces of them -----------------------------------------------------------------------------------------------

    def _use(self, name: str, longways: bool = False) -> str:
        """Return a drawing of :mod:`leoni_replay.show.card_faces`, turned if it is for a card on its side."""
        turn = f' transform="translate({CARD_HEIGHT}) rotate(90)"' if longways else ""
        return f'<use href="#{self.look.mark}-{name}"{turn}/>'

    def _suit(self, suit: str, x: float, y: float, size: float) -> str:
        """Return a suit in a square, given its upper left corner and its size."""
        return f'<use href="#{self.look.mark}-{suit}" x="{_n(x)}" y="{_n(y)}" width="{_n(size)}" height="{_n(size)}"/>'

    def _index(self, card: int, spot: Spot, scale: float, uncovered: bool) -> str:
        """Return rank and suit where other cards leave room: in the two upper corners, or one below the other.

        Args:
            card: the card.
            spot: where its place is drawn.
            scale: how large they are, as a share of what there is room for on a whole card.
            uncovered: whether no other card lies on it.
        """
        rank = PRETTY[card][:-1]
        index = _index_of(card, spot, scale, uncovered)
        # Two digits are as wide as they are to be, whatever the font.
        fit = f' textLength="{_n(index.ten_width)}" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
        foot = f'x="{_n(index.rank_x)}" y="{_n(index.rank_y)}"'
        text = f'<text {foot} font-size="{_n(index.rank_size)}"{fit}>{rank}</text>'
        if card == UNKNOWN:
            return text
        return text + self._suit(SUITS[SUIT[card]], index.suit_x, index.suit_y, index.suit_size)

    def _label(self, place: Place, spot: Spot) -> str:
        """Return the label over a place: a foundation's suit and way, a name, and how many cards lie there unseen."""
        y = spot.y - 5
        if foundation := _foundation_number(place):
            x = spot.x + CARD_WIDTH / 2
            arrow = f'<path d="M{_n(x + 3)} {_n(y)}{_ARROWS[way_of(foundation)]}"/>'
            size = 12 * self.label_scale
            suit = self._suit(SUITS[suit_of(foundation)], x - 1 - size, y + 1 - size, size)
            return f"<g data-label={quoteattr(place.label)}>{suit}{arrow}</g>"
        label = place.label
        if place.lie == "hidden" and place.cards:
            label += f" ({len(place.cards)})"
        if spot.dx:
            return _label_text(label, spot.x, y, "start")
        return _label_text(label, spot.x + CARD_WIDTH / 2, y, "middle")


def _listing(layout: Layout) -> str:
    """Return the places of a layout, one a line, for pictures that are given no text."""
    lines: list[str] = []
    for zone in layout.zones:
        for place in zone.places:
            cards = pluralize(len(place.cards), "card") if place.lie == "squared" else pretty(place.cards)
            lines.append(f"{place.name}: {cards}")
    return "\n".join([*lines, layout.caption]).rstrip()


# -- pieces -----------------------------------------------------------------------------------------------------------


def strip_share(spot: Spot, *, right: float, down: float) -> float:
    """Return how much of a covered card is seen, as a share of the strip that has room for its whole index.

    Args:
        spot: where its place is drawn.
        right: the width of that strip in a fan to the right.
        down: the height of that strip in a fan downward.
    """
    if spot.dx:
        return spot.dx / right
    return spot.dy / down if spot.dy else 1


def _is_shown_face_down(place: Place, card: int) -> bool:
    """Whether a card lies face down, and is shown all the same."""
    return place.lie == "hidden" or (card >= DOWN and card & ~DOWN != UNKNOWN)


def _index_scale(place: Place, card: int, spot: Spot, uncovered: bool) -> float:
    """Return how large rank and suit of a card are, as a share of what there is room for on a whole card. On cards that
    lie face down, and are shown all the same, they are smaller."""
    scale = 0.75 if _is_shown_face_down(place, card) else 1.0
    return scale if uncovered else min(scale, strip_share(spot, right=_STRIP_RIGHT, down=_STRIP_DOWN))


def _index_of(card: int, spot: Spot, scale: float, uncovered: bool) -> _Index:
    """Return where rank and suit stand on a card; the arguments are those of ``Picture._index``."""
    if spot.longways:
        index = _TURNED
    elif spot.dx and not uncovered:
        index = _NARROW
    else:
        rank_x = 15 if PRETTY[card].startswith("10") else 12
        index = _Index(rank_x, 20, 21, ten_width=23, suit_x=CARD_WIDTH / scale - 21, suit_y=5, suit_size=16)
    return _Index(*(value * scale for value in index))


def without_data(content: str) -> str:
    """Return SVG elements without what programs look for in a picture that stands alone: it would only make a page
    larger."""
    return re.sub(' data-[a-z]+="[^"]*"', "", content)


def _foundation_number(place: Place) -> int:
    """Return the number of a foundation; 0 for any other place."""
    number = NUMBERS.get(place.name, 0)
    return number if is_foundation(number) else 0


def _text(text: str) -> str:
    """Return a text of whatever origin as content of an element; suits never as little pictures (emoji)."""
    lines = [visible_text(line).translate(_NO_CHARACTERS) for line in text.split("\n")]
    return escape(re.sub("[♣♦♥♠]", "\\g<0>\ufe0e", "\n".join(lines)))


def _corner(spot: Spot, index: int) -> tuple[float, float]:
    """Return the upper left corner of a card as it is drawn: one on its side lies lower and further left."""
    x, y = spot.card(index)
    return (x - _INSET, y + _INSET) if spot.longways else (x, y)


def _card_size(spot: Spot) -> tuple[int, int]:
    """Return the width and height of a card as it is drawn, upright or on its side."""
    return (CARD_HEIGHT, CARD_WIDTH) if spot.longways else (CARD_WIDTH, CARD_HEIGHT)


def _outline(spot: Spot, index: int) -> str:
    """Return the outline of a card, a little inside its edge, as a path."""
    x, y = _corner(spot, index)
    width, height = _card_size(spot)
    return f"M{_n(x + 1.5)} {_n(y + 1.5)}h{width - 3}v{height - 3}h-{width - 3}z"


def _notch(spot: Spot, index: int) -> str:
    """Return a stroke with a notch where a card lay between others, as a path."""
    x, y = spot.card(index)
    if spot.dy and not spot.wrap:
        return f"M{_n(x - 9)} {_n(y - 5)}l6 5-6 5m6-5h{CARD_WIDTH + 6}"
    return f"M{_n(x - 5)} {_n(y - 9)}l5 6 5-6m-5 6v{CARD_HEIGHT + 6}" if spot.dx else ""


def _arc(source: tuple[float, float], dest: tuple[float, float]) -> str:
    """Return a way from the middle of one card to the head of another, given their upper left corners, as a path. It is
    bent so that ways there and back are told apart."""
    start_x, start_y = source[0] + CARD_WIDTH / 2, source[1] + CARD_HEIGHT / 2
    end_x, end_y = dest[0] + CARD_WIDTH / 2, dest[1] + 12
    length = hypot(end_x - start_x, end_y - start_y) or 1
    bend = min(60, 14 + length * 0.14) / length
    control_x = (start_x + end_x) / 2 - (end_y - start_y) * bend
    control_y = (start_y + end_y) / 2 + (end_x - start_x) * bend
    return f"M{_n(start_x)} {_n(start_y)}Q{_n(control_x)} {_n(control_y)} {_n(end_x)} {_n(end_y)}"


def _group(spot: Spot, index: int, content: str, attributes: str) -> str:
    """Return SVG elements at the corner of a card, as a group with some attributes."""
    x, y = _corner(spot, index)
    return f'<g {attributes} transform="translate({_n(x)} {_n(y)})">{content}</g>'


def _label_text(text: str, x: float, y: float, anchor: str) -> str:
    """Return a label: its text, where its foot is, and which part of it stands at x (``start`` or ``middle``)."""
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" data-label="">{_text(text)}</text>'
