"""Cards as drawings, for pictures and pages alike: what stands on each, its back, and the grounds that they share.

A drawing is a symbol of SVG, which takes the colour of its suit from where it is used. Everything is drawn for this
package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from leoni_replay.cards import RANKS, SUITS
from leoni_replay.layout import Faces
from leoni_replay.show import court_cards
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH
from leoni_replay.show.geometry import short_number as _n
from leoni_replay.show.palette import PAPER

#: The path of every suit in a square of 100 by 100, bold enough to be read at a dozen pixels.
SUIT_PATHS: Final[dict[str, str]] = {
    "C": "M50 5a22 22 0 0 1 16 37a22 22 0 1 1-10 35q1 12 9 18h-30q8-6 9-18a22 22 0 1 1-10-35a22 22 0 0 1 16-37z",
    "D": "M50 3q15 26 35 47q-20 21-35 47q-15-26-35-47q20-21 35-47z",
    "H": "M50 94c-6-14-44-34-44-62c0-15 10-25 22-25q16 0 22 17q6-17 22-17c12 0 22 10 22 25c0 28-38 48-44 62z",
    "S": "M50 4c5 18 42 34 42 60a20 20 0 0 1-36 12q1 13 9 19h-30q8-6 9-19a20 20 0 0 1-36-12c0-26 37-42 42-60z",
}

#: The part of a card between its two indices, in which pips and figures stand: its corner, its size.
_LEFT, _TOP = (CARD_WIDTH - court_cards.WIDTH) / 2, 25.5
_WIDTH, _HEIGHT = court_cards.WIDTH, court_cards.HEIGHT

#: Where the pips of every rank are: columns and rows in parts of the field, and their size.
_LANES: Final = (0.19, 0.81)
_THREE: Final = (0.12, 0.5, 0.88)
_FOUR: Final = (0.11, 0.37, 0.63, 0.89)
_PIPS: Final[dict[str, tuple[float, tuple[tuple[float, float], ...]]]] = {
    "A": (32, ((0.5, 0.5),)),
    "2": (16, ((0.5, 0.16), (0.5, 0.84))),
    "3": (15, ((0.5, 0.14), (0.5, 0.5), (0.5, 0.86))),
    "4": (12, tuple((x, y) for x in _LANES for y in (0.14, 0.86))),
    "5": (12, (*((x, y) for x in _LANES for y in (0.14, 0.86)), (0.5, 0.5))),
    "6": (12, tuple((x, y) for x in _LANES for y in _THREE)),
    "7": (11.5, (*((x, y) for x in _LANES for y in _THREE), (0.5, 0.31))),
    "8": (11.5, (*((x, y) for x in _LANES for y in _THREE), (0.5, 0.31), (0.5, 0.69))),
    "9": (11, (*((x, y) for x in _LANES for y in _FOUR), (0.5, 0.5))),
    "T": (11, (*((x, y) for x in _LANES for y in _FOUR), (0.5, 0.24), (0.5, 0.76))),
}


def symbols(names: Iterable[str], palette: Mapping[str, str], faces: Faces = "figures", mark: str = "lr") -> str:
    """Return drawings for the ``<defs>`` of a document, each with a mark and its name as id.

    Args:
        names: of suits (``C``), of faces (``7H``), of what makes a lower index (``i7``, ``iH``), and of the
            grounds ``card``, ``known``, ``back``, ``gap``, ``lit``.
        palette: the colours, by the names of :mod:`leoni_replay.show.palette`.
        faces: what stands on cards.
        mark: tells the drawings of different palettes in one document apart.
    """
    return "\n".join(_symbol(name, palette, faces, mark) for name in names)


def every_name() -> Iterator[str]:
    """Yield the names of all drawings."""
    yield from SUITS
    yield from ("i" + sign for sign in SUITS + RANKS)
    yield from (rank + suit for suit in SUITS for rank in RANKS)
    yield from ("card", "known", "back", "gap", "lit")


def parts(name: str) -> tuple[str, ...]:
    """Return the names of the drawings of which a face is made."""
    return (name[1], "i" + name[0], "i" + name[1]) if len(name) == 2 else ()


def _symbol(name: str, palette: Mapping[str, str], faces: Faces, mark: str) -> str:
    """Return one drawing with its id. The arguments are those of :func:`symbols`.

    Args:
        name: a suit (``C``), a part of a lower index (``i7``), a face (``7H``), or a ground (``back``).
    """
    if name in SUIT_PATHS:
        style = _hollow(palette) if palette is PAPER and name in "DH" else ""
        return f'<symbol id="{mark}-{name}" viewBox="0 0 100 100"><path d="{SUIT_PATHS[name]}"{style}/></symbol>'
    if name[0] == "i":
        return f'<g id="{mark}-{name}">{_index(name[1], mark)}</g>'
    if len(name) == 2:
        return f'<g id="{mark}-{name}">{_face(name[0], name[1], palette, faces, mark)}</g>'
    return f'<g id="{mark}-{name}">{_ground(name, palette)}</g>'


def _hollow(palette: Mapping[str, str]) -> str:
    """Return the style of a suit that is an outline, within its square. The pen has the colour of the suit
    (:mod:`leoni_replay.show.flat_svg`)."""
    pen = 'stroke="context-fill" stroke-width="11" stroke-linejoin="round"'
    return f' transform="translate(5.5 5.5) scale(.89)" fill="{palette["paper"]}" {pen}'


# -- what stands on a card --------------------------------------------------------------------------------------------


def _face(rank: str, suit: str, palette: Mapping[str, str], faces: Faces, mark: str) -> str:
    """Return the face of a card that nothing covers, without its upper index. On paper it has no lower one either,
    which would be too small to read."""
    if palette is PAPER:
        return _field(rank, suit, palette, faces, mark)
    index = "".join(f'<use href="#{mark}-i{sign}"/>' for sign in (rank, suit))
    return _field(rank, suit, palette, faces, mark) + index


def _index(sign: str, mark: str) -> str:
    """Return a rank or a suit of the lower index, turned. Two digits are set to a width, whatever the font."""
    turn = f'transform="rotate(180 {CARD_WIDTH // 2} {CARD_HEIGHT // 2})"'
    if sign in SUIT_PATHS:
        return f'<use href="#{mark}-{sign}" x="4.4" y="16" width="8" height="8" {turn}/>'
    if sign == "T":
        return f'<text x="8.4" y="14" font-size="12.5" {turn} textLength="10" lengthAdjust="spacingAndGlyphs">10</text>'
    return f'<text x="8.4" y="14" font-size="12.5" {turn}>{sign}</text>'


def _field(rank: str, suit: str, palette: Mapping[str, str], faces: Faces, mark: str) -> str:
    """Return the pips or the figure."""
    if faces == "plain":
        return _pip(suit, CARD_WIDTH / 2, _TOP + _HEIGHT / 2, 32, mark)
    if rank in _PIPS:
        size, pips = _PIPS[rank]
        return "".join(_pip(suit, _LEFT + x * _WIDTH, _TOP + y * _HEIGHT, size, mark, y > 0.5) for x, y in pips)
    figure = court_cards.court(rank, suit, palette, f"{mark}-{rank}{suit}2")
    return f'<g transform="translate({_n(_LEFT)} {_n(_TOP)})">{figure}</g>'


def _pip(suit: str, x: float, y: float, size: float, mark: str, upside_down: bool = False) -> str:
    """Return a suit, given its middle and its size. A diamond looks the same upside down."""
    turn = f' transform="rotate(180 {_n(x)} {_n(y)})"' if upside_down and suit != "D" else ""
    box = f'x="{_n(x - size / 2)}" y="{_n(y - size / 2)}" width="{_n(size)}" height="{_n(size)}"'
    return f'<use href="#{mark}-{suit}" {box}{turn}/>'


# -- grounds ----------------------------------------------------------------------------------------------------------


def _ground(name: str, palette: Mapping[str, str]) -> str:
    """Return what a card or an empty place is drawn on: ``card``, ``known``, ``back``, ``gap`` or ``lit``."""
    if name == "gap" and palette is PAPER:
        return _rect(1, f'fill="none" stroke="{palette["felt-line"]}" stroke-width=".8" stroke-dasharray="3 3"')
    if name == "gap":
        return _rect(1, f'fill="{palette["shadow"]}" fill-opacity=".12" stroke="{palette["felt-line"]}" '
                        'stroke-opacity=".55" stroke-width="1.5"')  # fmt: skip
    if name == "lit":
        return _rect(1.5, f'fill="{palette["lit"]}" fill-opacity=".22" stroke="{palette["lit"]}" stroke-width="4"')
    shadow = "" if palette is PAPER else _rect(0.5, f'fill="{palette["shadow"]}" fill-opacity=".28"', 1.5)
    ground = palette["known" if name == "known" else "paper"]
    paper = shadow + _rect(0.5, f'fill="{ground}" stroke="{palette["edge"]}" stroke-width=".8"')
    return paper + _back(palette) if name == "back" else paper


def _rect(inset: float, style: str, down: float = 0) -> str:
    """Return a rectangle that far inside the edge of a card, moved down a little if it is a shadow."""
    return (
        f'<rect x="{_n(inset)}" y="{_n(inset + down)}" width="{_n(CARD_WIDTH - 2 * inset)}" '
        f'height="{_n(CARD_HEIGHT - 2 * inset)}" rx="5" {style}/>'
    )


def _back(palette: Mapping[str, str]) -> str:
    """Return a lattice of bands around a rose, in a frame."""
    ground, line, edge = palette["back"], palette["back-line"], palette["back-edge"]
    left, top, right, bottom = 7, 7, CARD_WIDTH - 7, CARD_HEIGHT - 7
    bands = ""
    for start in range(left - (bottom - top) + 6, right, 8):
        # Down to the right from the upper or the left edge, and the same mirrored.
        x, y = max(start, left), top + max(left - start, 0)
        length = min(right - x, bottom - y)
        bands += f"M{x} {y}l{length} {length}M{CARD_WIDTH - x} {y}l{-length} {length}"
    petals = "".join(
        f'<circle cx="{_n(CARD_WIDTH / 2 + x)}" cy="{_n(CARD_HEIGHT / 2 + y)}" r="4.2"/>'
        for x, y in ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0))
    )
    return (
        f'<rect x="4" y="4" width="{CARD_WIDTH - 8}" height="{CARD_HEIGHT - 8}" rx="3.5" fill="{ground}"/>'
        f'<path d="{bands}" fill="none" stroke="{line}" stroke-width="1.1" stroke-opacity=".75"/>'
        f'<rect x="6.5" y="6.5" width="{CARD_WIDTH - 13}" height="{CARD_HEIGHT - 13}" rx="2" fill="none"'
        f' stroke="{line}"/>'
        f'<circle cx="{CARD_WIDTH / 2:g}" cy="{CARD_HEIGHT / 2:g}" r="13.5" fill="{ground}" stroke="{line}"/>'
        f'<g fill="{line}" stroke="{edge}" stroke-width=".8">{petals}</g>'
        f'<circle cx="{CARD_WIDTH / 2:g}" cy="{CARD_HEIGHT / 2:g}" r="2.6" fill="{palette["gold"]}"'
        f' stroke="{edge}" stroke-width=".8"/>'
    )
