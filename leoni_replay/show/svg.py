"""Boards as pictures: one SVG document that stands alone, with the table as text in its description.

Nothing in a picture is styled by CSS, so that it can be put into any page, whatever its style and its policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, SUITS, TEXT, UNKNOWN, pretty
from leoni_replay.games.places import NUMBERS, cell_of, is_foundation, suit_of, way_of
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.show import geometry
from leoni_replay.show.faces import SUIT_PATHS
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, LABEL, Plan, Spot
from leoni_replay.text import visible
from leoni_replay.words import counted

#: The colours of clubs, diamonds, hearts and spades, and of a card that is not known.
_BLACK, _RED, _GREY = "#16181c", "#b3001b", "#545c57"
_TWO_COLOURS: Final = (_BLACK, _RED, _RED, _BLACK, _GREY)
_FOUR_COLOURS: Final = ("#00622c", "#0a4bad", _RED, _BLACK, _GREY)

_TABLE, _EDGE, _INK = "#e6eee8", "#a3b5a9", "#37463d"

#: The strip of a covered card that has room for its whole rank and suit: its height in a fan downward, its width in
#: a fan to the right. In closer fans they are drawn smaller.
_STRIP_DOWN, _STRIP_RIGHT = 24, 20

#: A card on its side reaches as far beyond its place as the place is narrower than a square.
_INSET: Final = (CARD_HEIGHT - CARD_WIDTH) / 2

_LINE: Final = 20
_ARROWS: Final = {"^": "l5-9 5 9z", "v": "m0-9 5 9 5-9z"}
#: What XML cannot hold, though it is no control character.
_NO_CHARACTERS: Final = {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"}


def board(
    layout: Layout, plan: Plan | None = None, *, title: str = "", text: str = "", four_colours: bool = False
) -> str:
    """A table as an SVG document.

    Args:
        layout: what to draw; the cards that the last move brought stand out.
        plan: where the places are, if the picture is one of many of the same game: made from the layouts of all.
        title: what the picture shows, for those who hear it and for the tip of a mouse.
        text: the table as text, for those who hear it; by default a list of the places.
        four_colours: whether every suit has a colour of its own.
    """
    return _Picture(layout, plan, four_colours).document(title, text)


class _Picture:
    """The picture of a layout."""

    def __init__(self, layout: Layout, plan: Plan | None, four_colours: bool) -> None:
        self.layout = layout
        self.plan = plan or geometry.plan([layout])
        self.colours = _FOUR_COLOURS if four_colours else _TWO_COLOURS
        # In a series there is room for a line even where there is none to show, so that pictures keep their size.
        self.caption = wrap(layout.caption, max(int(self.plan.width / 8), 20)) or [""] * (plan is not None)

    def document(self, title: str, text: str) -> str:
        width, height = _n(self.plan.width), _n(self.plan.height + _LINE * len(self.caption))
        zones = self.layout.zones
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" role="img" font-family="system-ui, sans-serif" fill="{_INK}">',
                f"<title>{_text(title or 'A table of patience')}</title>",
                f"<desc>{_text(text or _listing(self.layout))}</desc>",
                _DEFS,
                f'<rect width="{width}" height="{height}" rx="10" fill="{_TABLE}"/>',
                '<g font-size="14">',
                *(label for zone in zones for label in self._labels(zone)),
                *self._captions(),
                "</g>",
                '<g font-weight="700" text-anchor="middle">',
                *(drawn for zone in zones for place in zone.places for drawn in self._place(place)),
                "</g>",
                "</svg>\n",
            ]
        )

    def _captions(self) -> Iterator[str]:
        for number, line in enumerate(self.caption, 1):
            if line:
                y = self.plan.height + _LINE * number - 12
                yield f'<text x="{geometry.GAP}" y="{_n(y)}" data-caption="">{_text(line)}</text>'

    # -- labels -------------------------------------------------------------------------------------------------------

    def _labels(self, zone: Zone) -> Iterator[str]:
        inset = _INSET if any(place.longways for place in zone.places) else 0.0
        for place in zone.places:
            spot = self.plan.spots[place.name]
            cell = cell_of(place.name)
            if cell is None:
                yield _label(place, spot)
                continue
            row, column = cell
            if row == 1:
                yield _words(str(column), spot.x + CARD_WIDTH / 2, spot.y - 5, "middle")
            if column == 1:
                yield _words(str(row), spot.x - inset - LABEL / 2, spot.y + CARD_HEIGHT / 2 + 5, "middle")

    # -- cards --------------------------------------------------------------------------------------------------------

    def _place(self, place: Place) -> Iterator[str]:
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
        drawn = _ground("gap", spot.longways)
        if foundation := _foundation(place):
            drawn += f'<g fill="{_EDGE}">{_suit(SUITS[suit_of(foundation)], 15, 27, 30)}</g>'
        return _group(spot, 0, drawn, f"data-empty={quoteattr(place.name)}")

    def _squared(self, place: Place, spot: Spot) -> str:
        """A stock: one back, and the number of its cards."""
        drawn = _ground("back") + _ground("lit") * bool(place.moved)
        drawn += '<rect x="11" y="29" width="38" height="26" rx="6" fill="#fff"/>'
        drawn += f'<text x="30" y="48" font-size="17">{len(place.cards)}</text>'
        return _group(spot, 0, drawn, f"data-stock={quoteattr(place.name)}")

    def _card(self, place: Place, spot: Spot, index: int) -> str:
        card, down = place.cards[index] & ~DOWN, place.cards[index] >= DOWN
        hidden, moved = place.lie == "hidden", index in place.moved
        uncovered = index == len(place.cards) - 1
        drawn = _ground("back" if down else "known" if hidden else "card", spot.longways)
        drawn += _ground("lit", spot.longways) * moved
        if hidden:
            drawn += f'<g fill-opacity=".85">{_index(card, spot, 0.75, uncovered)}</g>'
        elif not down:
            drawn += _index(card, spot, 1, uncovered)
            if uncovered and card != UNKNOWN:
                drawn += _suit(SUITS[SUIT[card]], *((44, 15, 32) if spot.longways else (14, 40, 32)))
        says = f'data-card="{"#" * down}{TEXT[card]}" data-place={quoteattr(place.name)}' + ' data-moved=""' * moved
        return _group(spot, index, drawn, f'{says} fill="{self.colours[SUIT[card]]}"')


def _listing(layout: Layout) -> str:
    """The places of a layout, one a line, for pictures that are given no text."""
    lines = [
        f"{place.name}: {counted(len(place.cards), 'card') if place.lie == 'squared' else pretty(place.cards)}"
        for zone in layout.zones
        for place in zone.places
    ]
    return "\n".join([*lines, layout.caption]).rstrip()


# -- pieces -----------------------------------------------------------------------------------------------------------


def _foundation(place: Place) -> int:
    """The number of a foundation; 0 for any other place."""
    number = NUMBERS.get(place.name, 0)
    return number if is_foundation(number) else 0


def _n(number: float) -> str:
    """A number as short as can be."""
    return f"{round(number, 1):g}"


def _text(text: str) -> str:
    """A text of whatever origin as content of an element; suits never as little pictures (emoji)."""
    lines = [visible(line).translate(_NO_CHARACTERS) for line in text.split("\n")]
    return escape(re.sub("[♣♦♥♠]", "\\g<0>\ufe0e", "\n".join(lines)))


def _group(spot: Spot, index: int, drawn: str, says: str) -> str:
    """What is drawn at a card's corner; a card on its side lies lower and further left."""
    x, y = spot.card(index)
    inset = _INSET * spot.longways
    return f'<g {says} transform="translate({_n(x - inset)} {_n(y + inset)})">{drawn}</g>'


def _ground(name: str, longways: bool = False) -> str:
    turn = f' transform="translate({CARD_HEIGHT}) rotate(90)"' if longways else ""
    return f'<use href="#lr-{name}"{turn}/>'


def _suit(suit: str, x: float, y: float, size: float) -> str:
    return f'<use href="#lr-{suit}" x="{_n(x)}" y="{_n(y)}" width="{_n(size)}" height="{_n(size)}"/>'


def _index(card: int, spot: Spot, scale: float, uncovered: bool) -> str:
    """Rank and suit in the corner that other cards leave free: side by side, or one below the other."""
    rank = PRETTY[card][:-1]
    ten = rank == "10"
    strip = spot.dx / _STRIP_RIGHT if spot.dx else spot.dy / _STRIP_DOWN if spot.dy else 1
    k = scale if uncovered else min(scale, strip)
    if spot.dx:
        x, y, size, wide, at = 10, 18, 18, 16, (3, 21, 14)
    else:
        x, y, size, wide, at = (15, 20, 21, 23, (29, 5, 16)) if ten else (12, 20, 21, 0, (22, 5, 16))
    # Two digits are as wide as they are to be, whatever the font.
    fitted = f' textLength="{_n(wide * k)}" lengthAdjust="spacingAndGlyphs"' if ten else ""
    text = f'<text x="{_n(x * k)}" y="{_n(y * k)}" font-size="{_n(size * k)}"{fitted}>{rank}</text>'
    return text if card == UNKNOWN else text + _suit(SUITS[SUIT[card]], *(value * k for value in at))


def _label(place: Place, spot: Spot) -> str:
    """The label over a place: a foundation's suit and way, a name, and how many cards lie there unseen."""
    y = spot.y - 5
    if foundation := _foundation(place):
        x = spot.x + CARD_WIDTH / 2
        arrow = f'<path d="M{_n(x + 3)} {_n(y)}{_ARROWS[way_of(foundation)]}"/>'
        suit = _suit(SUITS[suit_of(foundation)], x - 13, y - 11, 12)
        return f"<g data-label={quoteattr(place.label)}>{suit}{arrow}</g>"
    label = place.label
    if place.lie == "hidden" and place.cards:
        label += f" ({len(place.cards)})"
    if spot.dx:
        return _words(label, spot.x, y, "start")
    return _words(label, spot.x + CARD_WIDTH / 2, y, "middle")


def _words(words: str, x: float, y: float, anchor: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" data-label="">{_text(words)}</text>'


def _lattice() -> str:
    """The pattern of a back: two families of slanted lines between the edges of its frame."""
    left, top, right, bottom = 6, 6, CARD_WIDTH - 6, CARD_HEIGHT - 6
    lines = ""
    for start in range(left - (bottom - top) + 8, right, 8):
        # Down to the right from the upper or the left edge, and the same mirrored.
        x, y = max(start, left), top + max(left - start, 0)
        length = min(right - x, bottom - y)
        lines += f"M{x} {y}l{length} {length}M{CARD_WIDTH - x} {y}l{-length} {length}"
    return lines


def _rect(name: str, inset: float, style: str) -> str:
    return (
        f'<rect id="lr-{name}" x="{_n(inset)}" y="{_n(inset)}" width="{_n(CARD_WIDTH - 2 * inset)}" '
        f'height="{_n(CARD_HEIGHT - 2 * inset)}" rx="5" {style}/>'
    )


def _back(name: str, ground: str, lines: str, edge: str) -> str:
    frame = _rect(f"{name}-frame", 0.5, f'fill="{ground}" stroke="{edge}"')
    return f'<g id="lr-{name}">{frame}<path d="{_lattice()}" fill="none" stroke="{lines}"/></g>'


_DEFS: Final = "\n".join(
    [
        "<defs>",
        *(
            f'<symbol id="lr-{suit}" viewBox="0 0 100 100"><path d="{path}"/></symbol>'
            for suit, path in SUIT_PATHS.items()
        ),
        _rect("card", 0.5, 'fill="#fff" stroke="#6c7a72"'),
        _rect("lit", 1.5, 'fill="#ffc400" fill-opacity=".28" stroke="#b45309" stroke-width="3"'),
        _rect("gap", 1, f'fill="none" stroke="{_EDGE}" stroke-width="1.5" stroke-dasharray="5 4"'),
        _back("back", "#2f5d80", "#8fb3cc", "#1d3f59"),
        _back("known", "#eef2f6", "#d5dee7", "#7b8a99"),
        "</defs>",
    ]
)
