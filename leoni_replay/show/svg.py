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
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import counted
from leoni_replay.show import geometry
from leoni_replay.show.card_faces import Faces, every_name, parts, symbols
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, LABEL, Plan, Spot
from leoni_replay.show.geometry import short_number as _n
from leoni_replay.show.palette import FOUR_COLOURS, THEMES, TWO_COLOURS, VARIABLES, Theme, variables
from leoni_replay.text import visible

#: The strip of a covered card that has room for its whole rank and suit: its height in a fan downward, its width in
#: a fan to the right. In closer fans they are drawn smaller.
_STRIP_DOWN, _STRIP_RIGHT = 24, 20

#: Where rank and suit stand one below the other: middle and foot of the rank, its size, the width of two digits, and
#: the corner and the size of the suit.
_NARROW = 10, 18, 18, 16, (3.0, 21.0, 14.0)
_TURNED = 18, 25, 24, 22, (8.0, 31.0, 20.0)

#: A card on its side reaches as far beyond its place as the place is narrower than a square.
_INSET: Final = (CARD_HEIGHT - CARD_WIDTH) / 2
#: How far what stands on a card is moved on one that lies on its side: to the right of its rank, and up.
_ACROSS: Final = (24, -23)

#: The size of a caption's letters, the height of a line, and the width of a letter; and in a narrow picture.
_CAPTION, _NARROW_CAPTION = (14, 20, 8), (17, 23, 11)
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
    """How pictures look: the names of the colours of suits, all colours, the mark in front of the names of drawings,
    what stands on cards, whether the last move is marked, and how wide a picture is, if that is not up to its plan."""

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
    mark = f"lr{'p' * (faces == 'plain')}{theme[0] if theme != 'light' else ''}"
    return Look(FOUR_COLOURS if four_colours else TWO_COLOURS, THEMES[theme], mark, faces, marks, size)


def document(look: Look, width: float, height: float, drawn: str, *, title: str, text: str) -> str:
    """Return the drawing as an SVG document, on felt, with the cards that it uses."""
    used = set(re.findall(f'href="#{look.mark}-([^"]+)"', drawn))
    used |= {part for name in used for part in parts(name)}
    # A page may show several pictures: what one of them names is in no other.
    mark = f"{look.mark}{sha256(f'{width} {height} {title} {text} {drawn}'.encode(errors='replace')).hexdigest()[:6]}"
    drawn = drawn.replace(f'href="#{look.mark}-', f'href="#{mark}-')
    defs = symbols((name for name in every_name() if name in used), look.palette, look.faces, mark)
    felt, rim = look.palette["felt"], look.palette["rim"]
    scale = 1 if look.size is None else look.size / width
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width * scale)}" height="{_n(height * scale)}" role="img" '
            f'font-family="system-ui, sans-serif" fill="{look.palette["felt-ink"]}">',
            f"<title>{_text(title or 'A table of patience')}</title>",
            f"<desc>{_text(text)}</desc>",
            *([f"<style>{variables()}</style>"] if look.palette is VARIABLES else []),
            f'<defs>\n<radialGradient id="{mark}-felt" cy="38%" r="80%"><stop stop-color="{felt}"/>'
            f'<stop offset=".55" stop-color="{felt}"/><stop offset="1" stop-color="{rim}"/></radialGradient>',
            f"{defs}\n</defs>",
            f'<rect width="{_n(width)}" height="{_n(height)}" rx="10" fill="url(#{mark}-felt)"/>',
            drawn,
            "</svg>\n",
        ]
    )


def drawing(layout: Layout, plan: Plan, *, title: str) -> str:
    """Return a table as an SVG element for a page that has the drawings of all cards, and its colours as variables."""
    return Picture(layout, plan, Look(TWO_COLOURS, VARIABLES, "lr")).element(title)


class Picture:
    """The picture of a layout."""

    def __init__(self, layout: Layout, plan: Plan | None, look: Look) -> None:
        self.layout = layout
        self.plan = plan or geometry.plan([layout])
        self.look = look
        self.size, self.line, width = _NARROW_CAPTION if self.plan.shape == geometry.NARROW else _CAPTION
        # In a series there is room for a line even where there is none to show, so that pictures keep their size.
        self.caption = wrap(layout.caption, max(int(self.plan.width / width), 20)) or [""] * (plan is not None)

    def document(self, title: str, text: str) -> str:
        """Return the picture as a document that stands alone."""
        height = self.plan.height + self.line * len(self.caption)
        drawn = "\n".join(self.drawn())
        return document(self.look, self.plan.width, height, drawn, title=title, text=text or _listing(self.layout))

    def element(self, title: str) -> str:
        """Return the picture as an element of a page."""
        # What programs look for in a picture that stands alone would only make a page larger.
        return self.framed(title, re.sub(' data-[a-z]+="[^"]*"', "", "\n".join(self.drawn())))

    def framed(self, title: str, drawn: str) -> str:
        """Return the drawing as an element of a page, on felt."""
        width, height = _n(self.plan.width), _n(self.plan.height + self.line * len(self.caption))
        return "\n".join(
            [
                f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
                f'aria-label={quoteattr(_text(title))} font-family="system-ui, sans-serif" '
                f'fill="{self.look.palette["felt-ink"]}">',
                f'<rect width="{width}" height="{height}" rx="10" fill="{self.look.palette["felt"]}"/>',
                drawn,
                "</svg>",
            ]
        )

    def drawn(self) -> Iterator[str]:
        """Yield the whole table, without its felt."""
        yield LABELS
        yield from self.labels()
        yield "</g>"
        yield CARDS
        for zone in self.layout.zones:
            for place in zone.places:
                yield from self.place(place)
        yield from self.trail()
        yield "</g>"

    def labels(self) -> Iterator[str]:
        """Yield the texts on the table."""
        for zone in self.layout.zones:
            yield from self._labels(zone)
        yield from self._captions()

    def _captions(self) -> Iterator[str]:
        for number, line in enumerate(self.caption, 1):
            if line:
                at = f'x="{geometry.GAP}" y="{_n(self.plan.height + self.line * number - 12)}"'
                yield f'<text {at} font-size="{self.size}" data-caption="">{_text(line)}</text>'

    # -- labels -------------------------------------------------------------------------------------------------------

    def _labels(self, zone: Zone) -> Iterator[str]:
        inset = _INSET if any(place.longways for place in zone.places) else 0.0
        for place in zone.places:
            spot = self.plan.spots[place.name]
            cell = cell_of(place.name)
            if cell is None:
                yield self._label(place, spot)
                continue
            row, column = cell
            if row == 1:
                yield _words(str(column), spot.x + CARD_WIDTH / 2, spot.y - 5, "middle")
            if column == 1:
                yield _words(str(row), spot.x - inset - LABEL / 2, spot.y + CARD_HEIGHT / 2 + 5, "middle")

    # -- cards --------------------------------------------------------------------------------------------------------

    def place(self, place: Place) -> Iterator[str]:
        """Yield the cards of a place, or its outline."""
        spot = self.plan.spots[place.name]
        if not any(card != GAP for card in place.cards):
            yield self._empty(place, spot)
        elif place.lie == "squared":
            yield self._squared(place, spot)
        else:
            for index, card in enumerate(place.cards):
                if card != GAP:
                    yield self._card(place, spot, index)

    def _empty(self, place: Place, spot: Spot) -> str:
        drawn = self._use("gap", spot.longways)
        if foundation := _foundation(place):
            pale = f'fill="{self.look.palette["felt-line"]}" fill-opacity=".6"'
            drawn += f"<g {pale}>{self._suit(SUITS[suit_of(foundation)], 15, 27, 30)}</g>"
        return _group(spot, 0, drawn, f"data-empty={quoteattr(place.name)}")

    def _squared(self, place: Place, spot: Spot) -> str:
        """Return a stock: one back, and the number of its cards."""
        drawn = self._use("back") + self._use("lit") * (self.look.marks and bool(place.moved))
        drawn += f'<rect x="11" y="29" width="38" height="26" rx="6" fill="{self.look.palette["linen"]}"/>'
        drawn += f'<text x="30" y="48" font-size="17" fill="{self.look.palette["black"]}">{len(place.cards)}</text>'
        return _group(spot, 0, drawn, f"data-stock={quoteattr(place.name)}")

    def _card(self, place: Place, spot: Spot, index: int) -> str:
        card, down = place.cards[index] & ~DOWN, place.cards[index] >= DOWN
        hidden, moved = place.lie == "hidden", self.look.marks and index in place.moved
        uncovered = index == len(place.cards) - 1
        drawn = self._use("back" if down else "known" if hidden else "card", spot.longways)
        drawn += self._use("lit", spot.longways) * moved
        if not down:
            drawn += self._index(card, spot, 0.75 if hidden else 1, uncovered)
            if uncovered and card != UNKNOWN and not hidden:
                drawn += self._face(card, spot)
        says = f'data-card="{"#" * down}{TEXT[card]}" data-place={quoteattr(place.name)}' + ' data-moved=""' * moved
        return _group(spot, index, drawn, f'{says} fill="{self.look.palette[self.look.colours[SUIT[card]]]}"')

    def _face(self, card: int, spot: Spot) -> str:
        beside = f' x="{_n(_ACROSS[0])}" y="{_n(_ACROSS[1])}"' if spot.longways else ""
        return f'<use href="#{self.look.mark}-{TEXT[card]}"{beside}/>'

    def _number(self, spot: Spot, index: int, turn: int) -> str:
        """Return the turn in which a card was woven, in the middle of its visible part."""
        x, y = spot.card(index)
        k = min(1.0, spot.dy / 20) if spot.dy else 1.0
        wide = (9 if turn < 10 else 12) * k
        ink = self.look.palette["linen"]
        box = f'x="{_n(-wide)}" y="{_n(-9 * k)}" width="{_n(2 * wide)}" height="{_n(18 * k)}" rx="{_n(9 * k)}"'
        return (
            f'<g data-number="{turn}" transform="translate({_n(x + CARD_WIDTH / 2)} {_n(y + 12 * k)})">'
            f'<rect {box} fill="{self.look.palette["badge"]}" stroke="{ink}" stroke-width="1.2"/>'
            f'<text y="{_n(4.5 * k)}" font-size="{_n(13 * k)}" fill="{ink}">{turn}</text></g>'
        )

    # -- the last move ------------------------------------------------------------------------------------------------

    def trail(self) -> Iterator[str]:
        """Yield the ways of the last move: where its cards came from, and of a weave its path and its numbers."""
        if not self.look.marks:
            return
        places = {place.name: place for zone in self.layout.zones for place in zone.places}
        spots = self.plan.spots
        woven = [place for place in places.values() if place.order]
        ways = [way for way in self.layout.ways if way.source in places and way.dest in places]
        outlines, gaps = "", ""
        for way in ways:
            place, spot = places[way.source], spots[way.source]
            if place.lie in ("top", "squared") or way.at >= len(place.cards):
                outline = _outline(spot, 0 if place.lie == "squared" else way.at)
                outlines += outline if outline not in outlines else ""
            else:
                gaps += _gap(spot, way.at)
        if woven:
            # Where another card has come to lie, the path tells it.
            gaps = "".join(_arc(spots[way.source].card(way.at), spots[way.dest].card(way.to)) for way in ways)
        pen = f'fill="none" stroke="{self.look.palette["trail"]}" stroke-width="2.2"'
        edge = f'fill="none" stroke="{self.look.palette["badge"]}" stroke-width="4.5" stroke-opacity=".5"'
        if outlines:
            yield f'<path data-from="" d="{outlines}" {pen} stroke-dasharray="7 4"/>'
        if gaps:
            yield f'<path d="{gaps}" {edge}/><path data-way="" d="{gaps}" {pen}/>'
        for place in woven:
            for index, turn in zip(place.moved, place.order, strict=True):
                yield self._number(spots[place.name], index, turn)

    # -- pieces of them -----------------------------------------------------------------------------------------------

    def _use(self, name: str, longways: bool = False) -> str:
        turn = f' transform="translate({CARD_HEIGHT}) rotate(90)"' if longways else ""
        return f'<use href="#{self.look.mark}-{name}"{turn}/>'

    def _suit(self, suit: str, x: float, y: float, size: float) -> str:
        return f'<use href="#{self.look.mark}-{suit}" x="{_n(x)}" y="{_n(y)}" width="{_n(size)}" height="{_n(size)}"/>'

    def _index(self, card: int, spot: Spot, scale: float, uncovered: bool) -> str:
        """Return rank and suit where other cards leave room: in the two upper corners, or one below the other."""
        rank = PRETTY[card][:-1]
        ten = rank == "10"
        strip = spot.dx / _STRIP_RIGHT if spot.dx else spot.dy / _STRIP_DOWN if spot.dy else 1
        k = scale if uncovered else min(scale, strip)
        under = spot.longways or (spot.dx and not uncovered)
        if under:
            x, y, size, wide, at = _TURNED if spot.longways else _NARROW
        else:
            x, y, size, wide, at = 15 if ten else 12, 20, 21, 23 if ten else 0, (CARD_WIDTH / k - 21, 5.0, 16.0)
        # Two digits are as wide as they are to be, whatever the font.
        fitted = f' textLength="{_n(wide * k)}" lengthAdjust="spacingAndGlyphs"' if ten else ""
        text = f'<text x="{_n(x * k)}" y="{_n(y * k)}" font-size="{_n(size * k)}"{fitted}>{rank}</text>'
        return text if card == UNKNOWN else text + self._suit(SUITS[SUIT[card]], *(value * k for value in at))

    def _label(self, place: Place, spot: Spot) -> str:
        """Return the label over a place: a foundation's suit and way, a name, and how many cards lie there unseen."""
        y = spot.y - 5
        if foundation := _foundation(place):
            x = spot.x + CARD_WIDTH / 2
            arrow = f'<path d="M{_n(x + 3)} {_n(y)}{_ARROWS[way_of(foundation)]}"/>'
            suit = self._suit(SUITS[suit_of(foundation)], x - 13, y - 11, 12)
            return f"<g data-label={quoteattr(place.label)}>{suit}{arrow}</g>"
        label = place.label
        if place.lie == "hidden" and place.cards:
            label += f" ({len(place.cards)})"
        if spot.dx:
            return _words(label, spot.x, y, "start")
        return _words(label, spot.x + CARD_WIDTH / 2, y, "middle")


def _listing(layout: Layout) -> str:
    """Return the places of a layout, one a line, for pictures that are given no text."""
    lines = [
        f"{place.name}: {counted(len(place.cards), 'card') if place.lie == 'squared' else pretty(place.cards)}"
        for zone in layout.zones
        for place in zone.places
    ]
    return "\n".join([*lines, layout.caption]).rstrip()


# -- pieces -----------------------------------------------------------------------------------------------------------


def _foundation(place: Place) -> int:
    """Return the number of a foundation; 0 for any other place."""
    number = NUMBERS.get(place.name, 0)
    return number if is_foundation(number) else 0


def _text(text: str) -> str:
    """Return a text of whatever origin as content of an element; suits never as little pictures (emoji)."""
    lines = [visible(line).translate(_NO_CHARACTERS) for line in text.split("\n")]
    return escape(re.sub("[♣♦♥♠]", "\\g<0>\ufe0e", "\n".join(lines)))


def _outline(spot: Spot, index: int) -> str:
    x, y = spot.card(index)
    inset = _INSET * spot.longways
    width, height = (CARD_HEIGHT, CARD_WIDTH) if spot.longways else (CARD_WIDTH, CARD_HEIGHT)
    return f"M{_n(x - inset + 1.5)} {_n(y + inset + 1.5)}h{width - 3}v{height - 3}h-{width - 3}z"


def _gap(spot: Spot, index: int) -> str:
    """Return a stroke with a notch where a card lay between others."""
    x, y = spot.card(index)
    if spot.dy and not spot.wrap:
        return f"M{_n(x - 9)} {_n(y - 5)}l6 5-6 5m6-5h{CARD_WIDTH + 6}"
    return f"M{_n(x - 5)} {_n(y - 9)}l5 6 5-6m-5 6v{CARD_HEIGHT + 6}" if spot.dx else ""


def _arc(source: tuple[float, float], dest: tuple[float, float]) -> str:
    """Return a way from the middle of one card to that of another, bent so that ways there and back are told apart."""
    (x, y), (a, b) = (source[0] + CARD_WIDTH / 2, source[1] + CARD_HEIGHT / 2), (dest[0] + CARD_WIDTH / 2, dest[1] + 12)
    long = hypot(a - x, b - y) or 1
    bend = min(60, 14 + long * 0.14) / long
    over, down = (x + a) / 2 - (b - y) * bend, (y + b) / 2 + (a - x) * bend
    return f"M{_n(x)} {_n(y)}Q{_n(over)} {_n(down)} {_n(a)} {_n(b)}"


def _group(spot: Spot, index: int, drawn: str, says: str) -> str:
    """Return a drawing at the corner of a card; a card on its side lies lower and further left."""
    x, y = spot.card(index)
    inset = _INSET * spot.longways
    return f'<g {says} transform="translate({_n(x - inset)} {_n(y + inset)})">{drawn}</g>'


def _words(words: str, x: float, y: float, anchor: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" data-label="">{_text(words)}</text>'
