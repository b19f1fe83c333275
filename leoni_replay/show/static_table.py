"""Tables as pictures for a page that leaves its cards to a file beside it: ranks and suits as letters, in a few kB."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import PRETTY, SUITS, SYMBOLS
from leoni_replay.layout import Layout
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, NARROW, Spot, plan
from leoni_replay.show.palette import LIGHT
from leoni_replay.show.svg import CARDS, LABELS, Picture, look_of, strip_share, without_data

#: A card or an empty place that a picture draws: its colour, its corner, and what is drawn there.
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
        """Return rank and suit as one text; the scale of hidden cards is not heeded."""
        shrink = 1.0 if uncovered else min(1.0, strip_share(spot, right=_RIGHT, down=_DOWN))
        size = f' font-size="{21 * shrink:.3g}"' if shrink < 1 else ""
        x = (26 if card in _TENS else 20) * shrink
        y = 24 if spot.longways else 20 * shrink
        return f'<text x="{x:.3g}" y="{y:.3g}"{size}>{PRETTY[card]}\ufe0e</text>'

    def _suit(self, suit: str, x: float, y: float, size: float) -> str:
        attributes = f'x="{x + size / 2:g}" y="{y + 0.9 * size:g}" font-size="{size:g}" text-anchor="middle"'
        # Never as a little picture (an emoji).
        return f"<text {attributes}>{SYMBOLS[SUITS.index(suit)]}\ufe0e</text>"

    def _face(self, card: int, spot: Spot) -> str:
        return ""


def still_pictures(layouts: Sequence[Layout], titles: Sequence[str]) -> list[str]:
    """Return pictures of the tables of one page, each as an SVG element. The first draws what all share.

    Args:
        layouts: the tables.
        titles: what each picture shows.
    """
    look = look_of(marks=False)._replace(mark="s")
    sheet = plan(layouts, NARROW)
    pictures = [_Still(layout, sheet, look) for layout in layouts]
    labels = [list(picture.labels()) for picture in pictures]
    shared_labels = [label for label in labels[0] if all(label in picture_labels for picture_labels in labels)]
    # The id of every card that is drawn, by its colour and what is drawn on it.
    card_ids: dict[tuple[str | None, str], str] = {}

    def card_use(match: re.Match[str]) -> str:
        """Return a card as a use of its one drawing, which gets an id."""
        colour, x, y, content = match.groups()
        card_id = card_ids.setdefault((colour, content), f"s{len(card_ids)}")
        return f'<use href="#{card_id}" x="{x}" y="{y}"/>'

    contents: list[str] = []
    for picture, picture_labels in zip(pictures, labels, strict=True):
        places = [place for zone in picture.layout.zones for place in zone.places]
        cards = [element for place in places for element in picture.place_elements(place)]
        own_labels = [label for label in picture_labels if label not in shared_labels]
        lines = [LABELS, '<use href="#s-same"/>', *own_labels, "</g>", CARDS, *cards, "</g>"]
        contents.append(_CARD.sub(card_use, without_data("\n".join(lines))))
    defs = [f'<g id="s-{name}">{ground}</g>' for name, ground in _GROUNDS.items()]
    for (colour, content), card_id in card_ids.items():
        fill = f' fill="{colour}"' if colour else ""
        defs.append(f'<g id="{card_id}"{fill}>{content}</g>')
    defs += ['<g id="s-same">', *map(without_data, shared_labels), "</g>"]
    contents[0] = "\n".join(["<defs>", *defs, "</defs>", contents[0]])
    return [picture.frame(title, content) for picture, title, content in zip(pictures, titles, contents, strict=True)]
