"""The index of a folder of pages: a line a game, with a small picture of its last table, to be filtered and sorted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from leoni_replay.cards import DOWN, GAP, SUIT
from leoni_replay.layout import Layout
from leoni_replay.show.geometry import CARD_HEIGHT, CARD_WIDTH, plan
from leoni_replay.show.rendering import environment

#: By how much a table is made smaller for a thumbnail.
_SMALLER: Final = 10
#: The suits whose cards are red.
_RED: Final = (1, 2)


class IndexEntry(NamedTuple):
    """A line of an index.

    Attributes:
        title: the game and its deal in words; empty if they have no name.
        link: where its page is: a path relative to the index, as it is, not quoted for an address.
        result: its result in a word or two.
        moves: how many moves it has.
        accepted: whether it is verified, or consistent with what is known of its cards.
        which: its file and its number there, where there are several.
        status: the verdict on it in a word.
        game: the name of its game.
        rules: its game and its rules.
        thumbnail: its last table; None if it has none.
    """

    title: str
    link: str
    result: str
    moves: int
    accepted: bool = True
    which: str = ""
    status: str = ""
    game: str = ""
    rules: str = ""
    thumbnail: Thumbnail | None = None


def index(entries: Iterable[IndexEntry], count: int) -> Iterator[str]:
    """Yield the index of some games, with a link to the page of each, piece by piece.

    Of many games, what all share is said once: their column is not shown.
    """
    results: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    rules: set[str] = set()

    def count_entries() -> Iterator[IndexEntry]:
        """Yield the entries, and count their results, verdicts and rules for the end of the page."""
        for entry in entries:
            results[entry.result if entry.accepted else "rejected"] += 1
            verdicts[(entry.status or "verified") if entry.accepted else "rejected"] += 1
            # Whether there are two is enough to know.
            if len(rules) < 2:
                rules.add(entry.rules)
            yield entry

    template = environment().get_template("index.html.j2")
    stream = template.stream(entries=count_entries(), count=count, results=results, verdicts=verdicts, rules=rules)
    stream.enable_buffering(64)
    return iter(stream)


class Thumbnail(NamedTuple):
    """A table as small as a stamp: its size, and what is drawn in each of its colours, as paths of SVG."""

    width: int
    height: int
    covered: str
    black: str
    red: str


def thumbnail(layout: Layout) -> Thumbnail:
    """Draw a table as small as a stamp. A pile is a rectangle for the cards below its top card, and one for that card;
    a pile whose top card lies face down is one rectangle."""
    sheet = plan([layout])
    covered: list[str] = []
    black: list[str] = []
    red: list[str] = []
    for place in (place for zone in layout.zones for place in zone.places):
        if not place.cards or place.cards[-1] == GAP:
            continue
        spot, squared, top = sheet.spots[place.name], place.lie == "squared", place.cards[-1]
        first = spot.card(0)
        last = first if squared else spot.card(len(place.cards) - 1)
        face_down = squared or top >= DOWN
        if face_down or last != first:
            covered.append(_card_box(first, last, spot.longways))
        if not face_down:
            colour = red if SUIT[top] in _RED else black
            colour.append(_card_box(last, last, spot.longways))
    width, height = round(sheet.width / _SMALLER), round(sheet.height / _SMALLER)
    return Thumbnail(width, height, "".join(covered), "".join(black), "".join(red))


def _card_box(first: tuple[float, float], last: tuple[float, float], longways: bool) -> str:
    """Return the rectangle around two cards, given their upper left corners. A card on its side reaches beyond its
    place to the left, and begins below its upper edge."""
    width, height = (CARD_HEIGHT, CARD_WIDTH) if longways else (CARD_WIDTH, CARD_HEIGHT)
    shift = (CARD_HEIGHT - CARD_WIDTH) / 2 if longways else 0
    (left, upper), (right, lower) = first, last
    return _box(left - shift, upper + shift, right - left + width, lower - upper + height)


def _box(x: float, y: float, width: float, height: float) -> str:
    left, top, wide, high = (round(value / _SMALLER) for value in (x, y, width, height))
    return f"M{left} {top}h{wide}v{high}h-{wide}z"
