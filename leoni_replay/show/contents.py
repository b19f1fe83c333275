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


class IndexEntry(NamedTuple):
    """A line of an index.

    The deal of a game in words (empty if it has no name), where its page is (a path relative to the index, as it is,
    not quoted for an address), its result in a word or two, how many moves it has, whether it is accepted (verified, or
    consistent with what is known of its cards), and its file and number there, where there are several. ``status`` is
    the word for that, ``game`` and ``rules`` are its game and its rules, and ``thumbnail`` is its last table
    (:func:`thumbnail`), empty if there is none.
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
    thumbnail: tuple[int, int, str, str, str] | None = None


def index(entries: Iterable[IndexEntry], count: int) -> Iterator[str]:
    """Yield the index of some games, with a link to the page of each, piece by piece.

    Of many games, what all share is said once: their column is not shown.
    """
    results: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    rules: set[str] = set()

    def counted() -> Iterator[IndexEntry]:
        for entry in entries:
            results[entry.result if entry.accepted else "rejected"] += 1
            verdicts["rejected" if not entry.accepted else entry.status or "verified"] += 1
            # Whether there are two is enough to know.
            if len(rules) < 2:
                rules.add(entry.rules)
            yield entry

    template = environment().get_template("index.html.j2")
    stream = template.stream(entries=counted(), count=count, results=results, verdicts=verdicts, rules=rules)
    stream.enable_buffering(64)
    return iter(stream)


def thumbnail(layout: Layout) -> tuple[int, int, str, str, str]:
    """Return a table as small as a stamp: its width, its height, and the paths of what is covered or lies face down, of
    black cards on top, and of red ones."""
    made = plan([layout])
    covered: list[str] = []
    black: list[str] = []
    red: list[str] = []
    for zone in layout.zones:
        for place in zone.places:
            spot, last = made.spots[place.name], len(place.cards) - 1
            if last < 0 or place.cards[last] == GAP:
                continue
            wide, high = (CARD_HEIGHT, CARD_WIDTH) if spot.longways else (CARD_WIDTH, CARD_HEIGHT)
            inset = (CARD_HEIGHT - CARD_WIDTH) / 2 * spot.longways
            shut = place.lie == "squared" or place.cards[last] >= DOWN
            (x, y), (a, b) = spot.card(0), spot.card(0 if place.lie == "squared" else last)
            if shut or (x, y) != (a, b):
                covered.append(_box(x - inset, y + inset, a - x + wide, b - y + high))
            if not shut:
                (red if SUIT[place.cards[last]] in (1, 2) else black).append(_box(a - inset, b + inset, wide, high))
    return round(made.width / _SMALLER), round(made.height / _SMALLER), "".join(covered), "".join(black), "".join(red)


def _box(x: float, y: float, width: float, height: float) -> str:
    left, top, wide, high = (round(value / _SMALLER) for value in (x, y, width, height))
    return f"M{left} {top}h{wide}v{high}h-{wide}z"
