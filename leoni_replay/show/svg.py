"""Boards as pictures: one SVG document that stands alone, with the table as text in its description.

Nothing in a picture is styled by CSS, so that it can be put into any page, whatever its style and its policy; the theme
"auto" needs it. It has those drawings of cards in it that it uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from math import hypot
from textwrap import wrap
from typing import Any, Final, NamedTuple, get_args
from xml.sax.saxutils import escape, quoteattr

from leoni_replay.arguments import check_type
from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, SUITS, TEXT, UNKNOWN, pretty
from leoni_replay.games.places import NUMBERS, cell_of, is_foundation, suit_of, way_of
from leoni_replay.layout import Faces, Layout, Place, Theme, Zone
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import pluralize
from leoni_replay.show import geometry
from leoni_replay.show.card_faces import every_name, parts, symbols
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, LABEL, Plan, Spot
from leoni_replay.show.geometry import short_number as _n
from leoni_replay.show.palette import FOUR_COLOURS, THEMES, TWO_COLOURS, VARIABLES, variables
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
    """The size of a caption's letters, the height of a line, and the width of a letter."""

    size: int
    line_height: int
    letter_width: int


_CAPTION: Final = _CaptionStyle(size=14, line_height=20, letter_width=8)
_NARROW_CAPTION: Final = _CaptionStyle(size=17, line_height=23, letter_width=11)
_ARROWS: Final = {"^": "l5-9 5 9z", "v": "m0-9 5 9 5-9z"}
#: What XML cannot hold, though it is no control character.
_NO_CHARACTERS: Final = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


def board(layout: Layout, plan: Plan | None = None, *, title: str = "", text: str = "", **look: Any) -> str:
    """Return a table as an SVG document.

    Args:
        layout: what to draw; the cards that the last move brought stand out.
        plan: where the places are, if the picture is one of many of the same game: made from the layouts of all.
        title: what the picture shows, for those who hear it and for the tip of a mouse.
        text: the table as text, for those who hear it; by default a list of the places.
        look: how the picture looks, as :func:`look_of` takes it.

    Raises:
        ValueError: as :func:`look_of`.
    """
    return Picture(layout, plan, look_of(**look)).document(title, text)


#: The groups in which the labels of a picture stand, and its cards.
LABELS: Final = '<g font-size="14" font-weight="600">'
CARDS: Final = '<g font-weight="700" text-anchor="middle">'


class Look(NamedTuple):
    """How pictures look.

    Attributes:
        colours: the names of the colours of clubs, diamonds, hearts, spades and an unknown card.
        palette: all colours by their names.
        mark: what stands in front of the names of drawings.
        faces: what stands on cards.
        marks: whether the last move is marked.
        size: how wide a picture is, in pixels, if that is not up to its plan.
    """

    colours: tuple[str, ...]
    palette: Mapping[str, str]
    mark: str
    faces: Faces = "figures"
    marks: bool = True
    size: float | None = None


def look_of(
    *,
    four_colours: bool = False,
    size: float | None = None,
    faces: Faces = "figures",
    marks: bool = True,
    theme: Theme = "light",
) -> Look:
    """Return the look of pictures from its options.

    Args:
        four_colours: whether every suit has a colour of its own.
        size: how wide the picture is to be, in pixels; by default a card is 60 pixels wide.
        faces: pips and figures, or one large suit on every card ("plain"), for small files.
        marks: whether what the last move brought stands out.
        theme: the colours, "light" or "dark"; or "auto", which follows the system of whoever sees the picture, if that
            is in a file of its own and a browser shows it.

    Raises:
        ValueError: a size that is not above 0, faces or a theme that there are not.
    """
    check_type(size, (int, float, type(None)), "size is a number of pixels")
    if size is not None and not 0 < size < float("inf"):
        raise LeoniError(f"a picture cannot be {size} pixels wide")
    for name, value, choices in (("faces", faces, get_args(Faces)), ("theme", theme, get_args(Theme))):
        if value not in choices:
            raise LeoniError(f"{name}: {' or '.join(choices)}, not {value!r}")
    faces_mark = "p" if faces == "plain" else ""
    theme_mark = "" if theme == "light" else theme[0]
    return Look(
        colours=FOUR_COLOURS if four_colours else TWO_COLOURS,
        palette=THEMES[theme],
        mark=f"lr{faces_mark}{theme_mark}",
        faces=faces,
        marks=marks,
        size=size,
    )


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
    identity = f"{width} {height} {title} {text} {content}".encode(errors="replace")
    mark = look.mark + sha256(identity).hexdigest()[:6]
    content = content.replace(f'href="#{look.mark}-', f'href="#{mark}-')
    defs = symbols((name for name in every_name() if name in used_names), look.palette, look.faces, mark)
    style = [f"<style>{variables()}</style>"] if look.palette is VARIABLES else []
    felt, rim = look.palette["felt"], look.palette["rim"]
    scale = 1 if look.size is None else look.size / width
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width * scale)}" height="{_n(height * scale)}" role="img" '
            f'font-family="system-ui, sans-serif" fill="{look.palette["felt-ink"]}">',
            f"<title>{_text(title or 'A table of patience')}</title>",
            f"<desc>{_text(text)}</desc>",
            *style,
            f'<defs>\n<radialGradient id="{mark}-felt" cy="38%" r="80%"><stop stop-color="{felt}"/>'
            f'<stop offset=".55" stop-color="{felt}"/><stop offset="1" stop-color="{rim}"/></radialGradient>',
            f"{defs}\n</defs>",
            f'<rect width="{_n(width)}" height="{_n(height)}" rx="10" fill="url(#{mark}-felt)"/>',
            content,
            "</svg>\n",
        ]
    )


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
        self.plan: Plan = plan or geometry.plan([layout])
        self.look = look
        self.caption_style: _CaptionStyle = _NARROW_CAPTION if self.plan.shape == geometry.NARROW else _CAPTION
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
    def caption_height(self) -> int:
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
        yield LABELS
        yield from self.labels()
        yield "</g>"
        yield CARDS
        for zone in self.layout.zones:
            for place in zone.places:
                yield from self.place_elements(place)
        yield from self.trail()
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
                corner = f'x="{geometry.GAP}" y="{_n(self.plan.height + style.line_height * number - 12)}"'
                yield f'<text {corner} font-size="{style.size}" data-caption="">{_text(line)}</text>'

    def _zone_labels(self, zone: Zone) -> Iterator[str]:
        """Yield the labels of places; of a grid the numbers of its columns above, and of its rows to the left."""
        inset = _INSET if any(place.longways for place in zone.places) else 0.0
        for place in zone.places:
            spot = self.plan.spots[place.name]
            cell = cell_of(place.name)
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
        card, face_down = place.cards[index] & ~DOWN, place.cards[index] >= DOWN
        # A card that lies face down, and is shown all the same.
        hidden = place.lie == "hidden"
        moved = self.look.marks and index in place.moved
        uncovered = index == len(place.cards) - 1
        if face_down:
            content = self._use("back", spot.longways)
        else:
            content = self._use("known" if hidden else "card", spot.longways)
        if moved:
            content += self._use("lit", spot.longways)
        if not face_down:
            content += self._index(card, spot, 0.75 if hidden else 1, uncovered)
            if uncovered and card != UNKNOWN and not hidden:
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
        """Return the turn in which a card was woven, in the middle of its visible part."""
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
            scale: how large they are if there is room.
            uncovered: whether no other card lies on it.
        """
        rank = PRETTY[card][:-1]
        is_ten = rank == "10"
        if not uncovered:
            scale = min(scale, strip_share(spot, right=_STRIP_RIGHT, down=_STRIP_DOWN))
        if spot.longways:
            index = _TURNED
        elif spot.dx and not uncovered:
            index = _NARROW
        else:
            rank_x = 15 if is_ten else 12
            index = _Index(rank_x, 20, 21, ten_width=23, suit_x=CARD_WIDTH / scale - 21, suit_y=5, suit_size=16)
        # Two digits are as wide as they are to be, whatever the font.
        fit = f' textLength="{_n(index.ten_width * scale)}" lengthAdjust="spacingAndGlyphs"' if is_ten else ""
        foot = f'x="{_n(index.rank_x * scale)}" y="{_n(index.rank_y * scale)}"'
        text = f'<text {foot} font-size="{_n(index.rank_size * scale)}"{fit}>{rank}</text>'
        if card == UNKNOWN:
            return text
        suit_x, suit_y, suit_size = index.suit_x * scale, index.suit_y * scale, index.suit_size * scale
        return text + self._suit(SUITS[SUIT[card]], suit_x, suit_y, suit_size)

    def _label(self, place: Place, spot: Spot) -> str:
        """Return the label over a place: a foundation's suit and way, a name, and how many cards lie there unseen."""
        y = spot.y - 5
        if foundation := _foundation_number(place):
            x = spot.x + CARD_WIDTH / 2
            arrow = f'<path d="M{_n(x + 3)} {_n(y)}{_ARROWS[way_of(foundation)]}"/>'
            suit = self._suit(SUITS[suit_of(foundation)], x - 13, y - 11, 12)
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


def _outline(spot: Spot, index: int) -> str:
    """Return the outline of a card, a little inside its edge, as a path."""
    x, y = _corner(spot, index)
    width, height = (CARD_HEIGHT, CARD_WIDTH) if spot.longways else (CARD_WIDTH, CARD_HEIGHT)
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
