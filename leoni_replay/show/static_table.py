"""Tables as pictures for a page that leaves its cards to a file beside it: ranks and suits as letters, in a few kB."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import PRETTY, SUITS, SYMBOLS
from leoni_replay.layout import Layout
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, NARROW, Spot, plan
from leoni_replay.show.palette import LIGHT
from leoni_replay.show.svg import CARDS, LABELS, Picture, look_of

#: A card or an empty place that a picture draws: its colour, where it lies, and what is drawn there.
_CARD: Final = re.compile('<g(?: fill="(#\\w+)")? transform="translate\\((\\S+) (\\S+)\\)">((?:(?!</?g\\b).)*)</g>')

_BOX: Final = f'x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="5"'
_PAPER: Final = f'<rect {_BOX} fill="{LIGHT["paper"]}" stroke="{LIGHT["edge"]}"/>'
#: What lies under the index of a card, or in its place.
_GROUNDS: Final = {
    "card": _PAPER,
    "known": f'<rect {_BOX} fill="{LIGHT["known"]}" stroke="{LIGHT["edge"]}"/>',
    "back": f'{_PAPER}<rect x="5" y="5" width="{CARD_WIDTH - 10}" height="{CARD_HEIGHT - 10}" fill="{LIGHT["back"]}"/>',
    "gap": f'<rect {_BOX} fill="none" stroke="{LIGHT["felt-line"]}"/>',
}

#: How much of a covered card is seen when there is room for its whole index, in a fan to the right and in one downward;
#: and the tens, whose index is wider.
_RIGHT, _DOWN = 34, 24
_TENS: Final = {card for card, text in enumerate(PRETTY) if text.startswith("10")}


class _Still(Picture):
    """A picture without figures, whose suits are letters."""

    def _index(self, card: int, spot: Spot, scale: float, uncovered: bool) -> str:
        strip = spot.dx / _RIGHT if spot.dx else spot.dy / _DOWN if spot.dy else 1
        k = 1.0 if uncovered else min(1.0, strip)
        size = f' font-size="{21 * k:.3g}"' if k < 1 else ""
        x, y = (26 if card in _TENS else 20) * k, 24 if spot.longways else 20 * k
        return f'<text x="{x:.3g}" y="{y:.3g}"{size}>{PRETTY[card]}\ufe0e</text>'

    def _suit(self, suit: str, x: float, y: float, size: float) -> str:
        at = f'x="{x + size / 2:g}" y="{y + 0.9 * size:g}" font-size="{size:g}" text-anchor="middle"'
        # Never as a little picture (an emoji).
        return f"<text {at}>{SYMBOLS[SUITS.index(suit)]}\ufe0e</text>"

    def _face(self, card: int, spot: Spot) -> str:
        return ""


def still_pictures(layouts: Sequence[Layout], titles: Sequence[str]) -> list[str]:
    """Return pictures of the tables of one page, each as an SVG element. The first draws what all share.

    Args:
        layouts: the tables.
        titles: what each picture shows.
    """
    look = look_of(marks=False)._replace(mark="s")
    made = plan(layouts, NARROW)
    pictures = [_Still(layout, made, look) for layout in layouts]
    labels = [list(picture.labels()) for picture in pictures]
    same = [line for line in labels[0] if all(line in other for other in labels)]
    names: dict[tuple[str | None, str], str] = {}

    def once(card: re.Match[str]) -> str:
        colour, x, y, drawn = card.groups()
        name = names.setdefault((colour, drawn), f"s{len(names)}")
        return f'<use href="#{name}" x="{x}" y="{y}"/>'

    drawn = []
    for picture, words in zip(pictures, labels, strict=True):
        cards = [line for zone in picture.layout.zones for place in zone.places for line in picture.place(place)]
        others = [line for line in words if line not in same]
        lines = [LABELS, '<use href="#s-same"/>', *others, "</g>", CARDS, *cards, "</g>"]
        drawn.append(_CARD.sub(once, _bare("\n".join(lines))))
    alike = [f'<g id="s-{name}">{ground}</g>' for name, ground in _GROUNDS.items()]
    for (colour, inside), name in names.items():
        fill = f' fill="{colour}"' if colour else ""
        alike.append(f'<g id="{name}"{fill}>{inside}</g>')
    alike += ['<g id="s-same">', *map(_bare, same), "</g>"]
    drawn[0] = "\n".join(["<defs>", *alike, "</defs>", drawn[0]])
    return [picture.framed(title, inside) for picture, title, inside in zip(pictures, titles, drawn, strict=True)]


def _bare(drawn: str) -> str:
    """Return a drawing without what programs look for in it."""
    return re.sub(' data-[a-z]+="[^"]*"', "", drawn)
