"""Kings, queens and jacks: double-headed figures of plain shapes, drawn for this package.

A bust is drawn in a half of 52 by 46, from -5 to 47 across, with the names of colours of a palette in braces. A card
has it twice, the second time turned by 180 degrees. Suits differ in their cloth and hair, and in the side to which a
figure looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

#: The size of the panel of a figure.
WIDTH, HEIGHT = 32, 54
#: Where the middle of a bust is, and its foot.
_MIDDLE, _FOOT = 21, 46


class _Dress(NamedTuple):
    """How the figures of a suit look: the colours of the robe, of its other cloth and of the hair, and whether they
    look to the other side."""

    robe: str
    other_cloth: str
    hair: str
    mirrored: bool


_DRESS: Final = {
    "C": _Dress("cloth-blue", "cloth-red", "hair-brown", mirrored=False),
    "D": _Dress("cloth-red", "cloth-blue", "hair-fair", mirrored=True),
    "H": _Dress("cloth-red", "cloth-black", "hair-fair", mirrored=False),
    "S": _Dress("cloth-black", "cloth-blue", "hair-dark", mirrored=True),
}
_KING_OF_SPADES: Final = "hair-grey"

_EYES = '<path d="M16.4 22.6q1.4-1.3 2.8 0M22.8 22.6q1.4-1.3 2.8 0" fill="none" stroke="{outline}" stroke-width=".7"/>'
_EYES += '<g stroke="none"><circle cx="17.9" cy="23.1" r=".9"/><circle cx="24.3" cy="23.1" r=".9"/></g>'
_NOSE = '<path d="M21 22.4l-.9 4h1.3" fill="none" stroke="{outline}" stroke-width=".6"/>'

_KING: Final = (
    (
        # A sword.
        '<path d="M36.5 3l1.4 3v29h-2.8V6z" fill="{linen}"/>'
        '<path d="M32.6 34.6h7.8v2h-7.8zM35.5 36.6h2v6h-2z" fill="{gold}"/>'
        # The robe, with its border and a collar of ermine.
        '<path d="M-5 46c0-7 8-12 26-12s26 5 26 12z" fill="{robe}"/>'
        '<path d="M-.5 38.5L-2 46M42.5 38.5L44 46" fill="none" stroke="{gold}" stroke-width="1.8"/>'
        '<path d="M16.5 40h9v6h-9z" fill="{other}"/><path d="M19.7 40h2.6v6h-2.6z" fill="{gold}" stroke="none"/>'
        '<path d="M7.5 38.5C12 34 30 34 34.5 38.5l-3.5 6.5c-4-3.5-16-3.5-20 0z" fill="{linen}"/>'
        '<path d="M12 39.6v2M16.6 39.2v2M21 40.4v2M25.4 39.2v2M30 39.6v2" fill="none" stroke="{outline}"'
        ' stroke-width="1"/>'
        # Hair and beard around a face.
        '<path d="M12.6 17c-3.6 3-3.6 9-1.6 13 1.2-1.4 2-2 3-2zM29.4 17c3.6 3 3.6 9 1.6 13-1.2-1.4-2-2-3-2z"'
        ' fill="{hair}"/>'
        '<path d="M13.5 16h15v11c0 8-3.5 13-7.5 13s-7.5-5-7.5-13z" fill="{hair}"/>'
        '<path d="M15 16h12v8.5c0 4-2.5 6.5-6 6.5s-6-2.5-6-6.5z" fill="{skin}"/>'
        '<path d="M21 27.5c-2-1.6-4.6-.6-6 1.6 2.4 1.4 4.8.8 6-.6 1.2 1.4 3.6 2 6 .6-1.4-2.2-4-3.2-6-1.6z"'
        ' fill="{hair}"/>'
        # The crown.
        '<path d="M13 17L10.5 6.5l6 4L21 4l4.5 6.5 6-4L29 17z" fill="{gold}"/>'
        '<path d="M12.4 14.2h17.2V18H12.4z" fill="{other}"/>'
        '<path d="M20.2 1h1.6v1.2H23v1.3h-1.2V5h-1.6V3.5H19V2.2h1.2z" fill="{gold}"/>'
        '<g fill="{linen}"><circle cx="10.5" cy="6" r="1.3"/><circle cx="31.5" cy="6" r="1.3"/>'
        '<circle cx="21" cy="16.1" r="1"/>'
        '<circle cx="16" cy="16.1" r="1"/><circle cx="26" cy="16.1" r="1"/></g>'
    )
    + _EYES
    + _NOSE
)

_QUEEN: Final = (
    (
        # Long hair behind her, and the robe.
        '<path d="M21 9C11 9 10 18 9.5 26 9 32 7 35 6.5 40h29C35 35 33 32 32.5 26 32 18 31 9 21 9z" fill="{hair}"/>'
        '<path d="M-5 46c0-7 9-10.5 19.5-11.5L21 44l6.5-9.5C38 35.5 47 39 47 46z" fill="{robe}"/>'
        '<path d="M-5 46c0-4 3-6.6 7-8.4Q4.4 41.5 4 46zM47 46c0-4-3-6.6-7-8.4q-2.4 3.9-2 8.4z" fill="{other}"/>'
        '<path d="M14.5 34.5L21 44.5l6.5-10L30 35.6 23.8 46h-5.6L12 35.6z" fill="{gold}"/>'
        '<path d="M17.5 30h7v5L21 42l-3.5-7z" fill="{skin}"/>'
        '<path d="M17.5 34.6q3.5 3.2 7 0" fill="none" stroke="{gold}" stroke-width="1.3"/>'
        # Her face, and hair that is parted.
        '<path d="M14.8 15.5h12.4v8.5c0 5-2.7 8-6.2 8s-6.2-3-6.2-8z" fill="{skin}"/>'
        '<path d="M21 15c-1 3-4 5-6.6 6.5-.8-4 .6-8 6.6-8s7.4 4 6.6 8C25 20 22 18 21 15z" fill="{hair}"/>'
        '<path d="M19.3 28.7q1.7 1.3 3.4 0-1.7-1.2-3.4 0z" fill="{cloth-red}" stroke="none"/>'
        # A crown of leaves with pearls.
        '<path d="M13.2 14.5L11.5 7.5q3 .2 4.6 2.6Q17.8 7.5 21 4.5q3.2 3 4.9 5.6 1.6-2.4 4.6-2.6l-1.7'
        ' 7q-7.8-2.6-15.6 0z" fill="{gold}"/>'
        '<g fill="{linen}"><circle cx="11.5" cy="6.7" r="1.2"/><circle cx="21" cy="3.6" r="1.4"/>'
        '<circle cx="30.5" cy="6.7" r="1.2"/>'
        '</g><circle cx="21" cy="10.5" r="1.3" fill="{other}"/>'
        # A rose in her hand.
        '<g transform="translate(-4)"><path d="M5.5 46V33" fill="none" stroke="{club-green}" stroke-width="1.2"/>'
        '<path d="M5.5 42q3.5-.5 4-3.5-3.6.2-4 3.5z" fill="{club-green}" stroke="none"/>'
        '<g fill="{cloth-red}"><circle cx="5.5" cy="27.5" r="2"/><circle cx="8" cy="29.8" r="2"/>'
        '<circle cx="7" cy="32.6" r="2"/>'
        '<circle cx="4" cy="32.6" r="2"/><circle cx="3" cy="29.8" r="2"/>'
        '</g><circle cx="5.5" cy="30.4" r="1.5" fill="{gold}"/></g>'
    )
    + _EYES
    + _NOSE
)

_JACK: Final = (
    (
        # A halberd.
        '<path d="M5.6 8h1.8v38H5.6z" fill="{hair-brown}"/><path d="M6.5 1.5L8.6 9H4.4z" fill="{linen}"/>'
        '<path d="M7.4 10.5c3-.6 5 .6 6 3-1 2.6-3 3.6-6 3zM5.6 11.5L2 13.5l3.6 2z" fill="{linen}"/>'
        # The doublet: two cloths, a collar, buttons.
        '<path d="M-5 46c0-7 8-11 26-11s26 4 26 11z" fill="{robe}"/>'
        '<path d="M21 35c18 0 26 4 26 11H21z" fill="{other}"/>'
        '<path d="M4 38l-2.5 8M38 38l2.5 8" fill="none" stroke="{gold}" stroke-width="1.8"/>'
        '<path d="M13 37.5q8-5 16 0l-2.4 4.5q-5.6-3-11.2 0z" fill="{linen}"/>'
        '<circle cx="21" cy="43.6" r="1.2" fill="{gold}"/>'
        '<path d="M18 30h6v6q-3 2.5-6 0z" fill="{skin}"/>'
        # Hair with curled ends around a face.
        '<path d="M12.5 15h17l1.5 14.5c.4 2.6-4 3.6-4.5.5L26 20H16l-.5 10c-.5 3.1-4.9 2.1-4.5-.5z" fill="{hair}"/>'
        '<path d="M15 16h12v8.5c0 4.5-2.6 7.5-6 7.5s-6-3-6-7.5z" fill="{skin}"/>'
        '<path d="M15 16h12v2.8q-3-1.4-6 0-3-1.4-6 0z" fill="{hair}"/>'
        '<path d="M19.3 28.5q1.7 1 3.4 0" fill="none" stroke="{outline}" stroke-width=".7"/>'
        # A cap with a feather.
        '<path d="M11 15c-1.5-6 3-10 10-10s12 3.5 10.5 10z" fill="{other}"/>'
        '<path d="M10.5 13.5h21v3.3h-21z" fill="{gold}"/>'
        '<path d="M28.5 13.5C28 8 31 3 38 2.5 39.5 8 35 13 30.5 15z" fill="{linen}"/>'
        '<path d="M29.5 14Q31 8 36.5 4.5" fill="none" stroke="{outline}" stroke-width=".6"/>'
    )
    + _EYES
    + _NOSE
)

_FIGURES: Final = {"K": _KING, "Q": _QUEEN, "J": _JACK}


def court(rank: str, suit: str, palette: Mapping[str, str], name: str) -> str:
    """Return a double-headed figure in its panel, from 0 to ``WIDTH`` and from 0 to ``HEIGHT``.

    Args:
        rank: J, Q or K.
        suit: C, D, H or S.
        palette: colours, by the names of :mod:`leoni_replay.show.palette`.
        name: the id of its upper half, which the lower one repeats.
    """
    robe, other_cloth, hair, mirrored = _DRESS[suit]
    if rank == "Q":
        robe, other_cloth = other_cloth, robe
    if (rank, suit) == ("K", "S"):
        hair = _KING_OF_SPADES
    dress = {"robe": palette[robe], "other": palette[other_cloth], "hair": palette[hair]}
    bust = _FIGURES[rank]
    for colour, value in (dict(palette) | dress).items():
        bust = bust.replace(f"{{{colour}}}", value)
    scale, middle = round(HEIGHT / 2 / _FOOT, 3), HEIGHT / 2
    scale_across = -scale if mirrored else scale
    left = WIDTH / 2 - _MIDDLE * scale_across
    placing = f'transform="translate({left:g})scale({scale_across} {scale})"'
    ink = f'stroke="{palette["outline"]}" stroke-width=".7" stroke-linejoin="round"'
    edge = f'stroke="{palette["edge"]}" stroke-width=".7"'
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="2.5" fill="{palette["field"]}" {edge}/>'
        f'<g id="{name}"><g {ink} {placing}>{bust}</g></g>'
        f'<use href="#{name}" transform="rotate(180 {WIDTH / 2:g} {middle:g})"/>'
        f'<path d="M0 {middle:g}h{WIDTH}" {edge}/>'
    )
