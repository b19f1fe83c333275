"""Charts as pictures: small panels side by side, each with some lines; one SVG document that stands alone.

As in the pictures of tables nothing is styled by CSS. What is drawn is told in its description as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from leoni_replay.show.geometry import short_number as _n
from leoni_replay.text import visible

_GROUND, _EDGE, _INK, _FAINT = "#e6eee8", "#a3b5a9", "#37463d", "#cdd9d0"
#: of each line its colour and its dashes: told apart without colours as well
_STYLES: Final = (("#0a4bad", ""), ("#b3001b", "7 4"), ("#00622c", "2 3"), ("#16181c", "9 3 2 3"))

_WIDTH, _HEIGHT, _GAP = 250, 170, 64
_ACROSS: Final = 3
_MARGIN, _HEAD, _KEY = 64, 54, 26
#: the least share at the top of a scale
_LEAST: Final = 0.001


class Line(NamedTuple):
    """A line of a panel: its name, and its points."""

    name: str
    points: tuple[tuple[float, float], ...]


class Panel(NamedTuple):
    """A part of a chart: shares from 0 to 1 over numbers from 0 on."""

    title: str
    lines: tuple[Line, ...]


def chart(title: str, across: str, panels: Sequence[Panel]) -> str:
    """Return a chart as an SVG document.

    Args:
        title: what it shows.
        across: what the numbers are over which shares are drawn.
        panels: its parts, each with its own scale of shares.
    """
    names = list(dict.fromkeys(line.name for panel in panels for line in panel.lines))
    styles = {name: _STYLES[number % len(_STYLES)] for number, name in enumerate(names)}
    columns = min(_ACROSS, max(1, len(panels)))
    rows = -(-len(panels) // columns)
    width = _MARGIN + columns * (_WIDTH + _GAP)
    height = _HEAD + _KEY + rows * (_HEIGHT + _GAP + 14)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="{_INK}">',
            f"<title>{_text(title)}</title>",
            f"<desc>{_text(_description(across, panels))}</desc>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{_GROUND}"/>',
            f'<text x="{_MARGIN}" y="28" font-size="15" font-weight="700">{_text(title)}</text>',
            *_key(names, styles),
            *(
                drawn
                for number, panel in enumerate(panels)
                for drawn in _panel(
                    panel,
                    across,
                    _MARGIN + number % columns * (_WIDTH + _GAP),
                    _HEAD + _KEY + number // columns * (_HEIGHT + _GAP + 14),
                    styles,
                )
            ),
            "</svg>\n",
        ]
    )


def _description(across: str, panels: Sequence[Panel]) -> str:
    """Return the chart as text, a line for each of its lines."""
    return "\n".join(
        f"{panel.title}, {line.name}: "
        + ", ".join(f"{x:g} {across}: {100 * y:.3g} %" for x, y in _thinned(line.points))
        for panel in panels
        for line in panel.lines
    )


def _thinned(points: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    return points if len(points) <= 8 else [*points[:: -(-len(points) // 7)], points[-1]]


def _key(names: Sequence[str], styles: dict[str, tuple[str, str]]) -> Iterator[str]:
    x = _MARGIN
    for name in names:
        yield f'<path d="M{x} 46h30"{_stroke(styles[name])}/><text x="{x + 37}" y="50">{_text(name)}</text>'
        x += 60 + 7 * len(name)


def _stroke(style: tuple[str, str]) -> str:
    colour, dashes = style
    return f' fill="none" stroke="{colour}" stroke-width="2"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


def _panel(panel: Panel, across: str, left: float, top: float, styles: dict[str, tuple[str, str]]) -> Iterator[str]:
    most = max((x for line in panel.lines for x, _ in line.points), default=1) or 1
    tallest = _round_up(max((y for line in panel.lines for _, y in line.points), default=0))
    foot = top + 18 + _HEIGHT

    def at(x: float, y: float) -> str:
        return f"{_n(left + x / most * _WIDTH)} {_n(foot - y / tallest * _HEIGHT)}"

    yield f'<text x="{left}" y="{top + 8}" font-weight="700">{_text(panel.title)}</text>'
    for part in range(5):
        y = part * tallest / 4
        yield f'<path d="M{at(0, y)}h{_WIDTH}" stroke="{_FAINT if part else _EDGE}"/>'
        yield f'<text x="{left - 5}" y="{_n(foot - part * _HEIGHT / 4 + 4)}" text-anchor="end">{100 * y:g} %</text>'
    step = _step(most)
    for x in range(0, int(most) + 1, step):
        here = _n(left + x / most * _WIDTH)
        yield f'<text x="{here}" y="{_n(foot + 15)}" text-anchor="middle">{x}</text>'
    yield f'<text x="{_n(left + _WIDTH / 2)}" y="{_n(foot + 31)}" text-anchor="middle">{_text(across)}</text>'
    for line in panel.lines:
        points = [at(x, y) for x, y in line.points]
        yield f'<path d="M{"L".join(points)}"{_stroke(styles[line.name])} stroke-linejoin="round"/>'
        if len(points) <= 8:
            for point in points:
                cx, _, cy = point.partition(" ")
                yield f'<circle cx="{cx}" cy="{cy}" r="3.5" fill="{styles[line.name][0]}"/>'


def _step(most: float) -> int:
    """Return the distance between two numbers on the axis."""
    return next(step for step in (1, 2, 4, 8, 13, 26, 52, 104, 208, 416, 1 << 40) if most / step <= 8)


def _round_up(share: float) -> float:
    """Return the share at the top of a scale, of which a quarter is a round number."""
    scale = _LEAST
    while True:
        for part in (1, 2, 4, 8):
            if share <= part * scale:
                return part * scale
        scale *= 10


def _text(text: str) -> str:
    return escape("\n".join(visible(line) for line in text.split("\n")))
