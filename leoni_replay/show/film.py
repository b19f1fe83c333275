"""Several tables of a game in one SVG: one after the other, as a film, or one below the other, as a strip.

What does not change from one table to the next is drawn once: a film shows and hides the rest by the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from leoni_replay.layout import Layout
from leoni_replay.show.geometry import GAP, Plan
from leoni_replay.show.svg import CARDS, LABELS, Look, Picture, document

#: How long a film shows each table, and the last one, in seconds.
_EACH: Final = 1.6
_LAST: Final = 3.2
#: How many tables of a strip stand side by side.
_ACROSS: Final = 2


def film(layouts: Sequence[Layout], plan: Plan, look: Look, *, title: str, text: str) -> str:
    """Draw tables one after the other, over and over; a reader that does not move pictures shows the first one.

    Args:
        layouts: the tables, each with its caption.
        plan: where the places are, for all of them.
        look: how the picture looks.
        title: what it shows.
        text: the same in words.
    """
    pictures = [Picture(layout, plan, look) for layout in layouts]
    ends = [_EACH * n for n in range(1, len(pictures))] + [_EACH * (len(pictures) - 1) + _LAST]
    labels = [list(picture.labels()) for picture in pictures]
    drawn = [LABELS, *_changing(labels, ends), "</g>", CARDS]
    for z, zone in enumerate(layouts[-1].zones):
        for p in range(len(zone.places)):
            drawn += _changing([_place(picture, z, p) for picture in pictures], ends)
    drawn += _changing([list(picture.trail()) for picture in pictures], ends)
    height = plan.height + max(picture.line * len(picture.caption) for picture in pictures)
    return document(look, plan.width, height, "\n".join([*drawn, "</g>"]), title=title, text=text)


def _place(picture: Picture, zone: int, place: int) -> list[str]:
    zones = picture.layout.zones
    if zone < len(zones) and place < len(zones[zone].places):
        return list(picture.place(zones[zone].places[place]))
    return []


def _changing(frames: Sequence[Sequence[str]], ends: Sequence[float]) -> Iterator[str]:
    """Yield the drawings of all tables, from the lowest to the uppermost, each with the times at which it is seen."""
    for level in range(max(map(len, frames), default=0)):
        here = [frame[level] if level < len(frame) else "" for frame in frames]
        for drawn in dict.fromkeys(here):
            if drawn:
                yield _shown(drawn, [other == drawn for other in here], ends)


def _shown(drawn: str, seen: Sequence[bool], ends: Sequence[float]) -> str:
    if all(seen):
        return drawn
    states = [(start, now) for start, now in zip((0.0, *ends[:-1]), seen, strict=True)]
    changes = [state for n, state in enumerate(states) if n == 0 or state[1] != states[n - 1][1]]
    times = ";".join(f"{start / ends[-1]:.4g}" for start, _ in changes)
    values = ";".join(_WORDS[now] for _, now in changes)
    clock = f'dur="{ends[-1]:.4g}s" calcMode="discrete" repeatCount="indefinite"'
    return (
        f'<g visibility="{_WORDS[seen[0]]}"><animate attributeName="visibility" {clock} keyTimes="{times}" '
        f'values="{values}"/>{drawn}</g>'
    )


_WORDS: Final = ("hidden", "visible")


def strip(layouts: Sequence[Layout], plan: Plan, look: Look, *, title: str, text: str) -> str:
    """Draw tables side by side and one below the other, in the order of reading; the arguments are those of
    :func:`film`."""
    pictures = [Picture(layout, plan, look) for layout in layouts]
    across = min(_ACROSS, len(pictures))
    wide = plan.width + GAP
    drawn: list[str] = []
    top = 0.0
    for n in range(0, len(pictures), across):
        row = pictures[n : n + across]
        for column, picture in enumerate(row):
            drawn.append(f'<g transform="translate({column * wide:g} {top:g})">')
            drawn += [*picture.drawn(), "</g>"]
        top += plan.height + max(picture.line * len(picture.caption) for picture in row) + GAP
    return document(look, across * wide - GAP, top, "\n".join(drawn), title=title, text=text)
