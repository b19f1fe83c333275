"""Charts as pictures: small panels side by side, each with some lines; one SVG document that stands alone.

As in the pictures of tables nothing is styled by CSS. The description says in words what the picture shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from leoni_replay.show.geometry import short_number as _n
from leoni_replay.text import visible_text

_GROUND, _EDGE, _INK, _FAINT = "#e6eee8", "#a3b5a9", "#37463d", "#cdd9d0"
#: of each line its colour and its dashes: told apart without colours as well
_STYLES: Final = (("#0a4bad", ""), ("#b3001b", "7 4"), ("#00622c", "2 3"), ("#16181c", "9 3 2 3"))

_WIDTH, _HEIGHT, _GAP = 250, 170, 64
_ACROSS: Final = 3
_MARGIN, _HEAD, _KEY = 64, 54, 26
#: the least share at the top of a scale
_LEAST: Final = 0.001
#: so many points of a line are drawn as dots, and told in words
_FEW: Final = 8


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
    line_names = list(dict.fromkeys(line.name for panel in panels for line in panel.lines))
    styles = {name: _STYLES[number % len(_STYLES)] for number, name in enumerate(line_names)}
    columns = min(_ACROSS, max(1, len(panels)))
    rows = -(-len(panels) // columns)
    width = _MARGIN + columns * (_WIDTH + _GAP)
    row_height = _HEIGHT + _GAP + 14
    height = _HEAD + _KEY + rows * row_height
    content: list[str] = []
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        left, top = _MARGIN + column * (_WIDTH + _GAP), _HEAD + _KEY + row * row_height
        content += _panel(panel, across, left, top, styles)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="{_INK}">',
            f"<title>{_text(title)}</title>",
            f"<desc>{_text(_description(across, panels))}</desc>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{_GROUND}"/>',
            f'<text x="{_MARGIN}" y="28" font-size="15" font-weight="700">{_text(title)}</text>',
            *_key(line_names, styles),
            *content,
            "</svg>\n",
        ]
    )


def _description(across: str, panels: Sequence[Panel]) -> str:
    """Return the chart as text, a line for each of its lines."""
    texts: list[str] = []
    for panel in panels:
        for line in panel.lines:
            points = ", ".join(f"{x:g} {across}: {100 * y:.3g} %" for x, y in _few_points(line.points))
            texts.append(f"{panel.title}, {line.name}: {points}")
    return "\n".join(texts)


def _few_points(points: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Return at most eight of some points, with the first and the last."""
    if len(points) <= _FEW:
        return points
    every = -(-len(points) // (_FEW - 1))
    return [*points[::every], points[-1]]


def _key(line_names: Sequence[str], styles: dict[str, tuple[str, str]]) -> Iterator[str]:
    """Yield the key: a stroke and a name for every line."""
    x = _MARGIN
    for name in line_names:
        yield f'<path d="M{x} 46h30"{_stroke(styles[name])}/><text x="{x + 37}" y="50">{_text(name)}</text>'
        x += 60 + 7 * len(name)


def _stroke(style: tuple[str, str]) -> str:
    """Return the attributes of a line, from its colour and its dashes."""
    colour, dashes = style
    return f' fill="none" stroke="{colour}" stroke-width="2"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


def _panel(panel: Panel, across: str, left: float, top: float, styles: dict[str, tuple[str, str]]) -> Iterator[str]:
    """Yield a panel: its title, its scales, and its lines.

    Args:
        panel: the panel.
        across: what the numbers are over which shares are drawn.
        left: where its scale of numbers begins.
        top: the upper edge of its title.
        styles: the colour and the dashes of every line, by its name.
    """
    greatest = max((x for line in panel.lines for x, _ in line.points), default=1) or 1
    top_share = _round_up(max((y for line in panel.lines for _, y in line.points), default=0))
    foot = top + 18 + _HEIGHT

    def point(number: float, share: float) -> str:
        """Return where a number and a share are drawn."""
        return f"{_n(left + number / greatest * _WIDTH)} {_n(foot - share / top_share * _HEIGHT)}"

    yield f'<text x="{left}" y="{top + 8}" font-weight="700">{_text(panel.title)}</text>'
    for quarter in range(5):
        share = quarter * top_share / 4
        y = _n(foot - quarter * _HEIGHT / 4 + 4)
        yield f'<path d="M{point(0, share)}h{_WIDTH}" stroke="{_FAINT if quarter else _EDGE}"/>'
        yield f'<text x="{left - 5}" y="{y}" text-anchor="end">{100 * share:g} %</text>'
    for number in range(0, int(greatest) + 1, _axis_step(greatest)):
        x = _n(left + number / greatest * _WIDTH)
        yield f'<text x="{x}" y="{_n(foot + 15)}" text-anchor="middle">{number}</text>'
    yield f'<text x="{_n(left + _WIDTH / 2)}" y="{_n(foot + 31)}" text-anchor="middle">{_text(across)}</text>'
    for line in panel.lines:
        points = [point(number, share) for number, share in line.points]
        yield f'<path d="M{"L".join(points)}"{_stroke(styles[line.name])} stroke-linejoin="round"/>'
        if len(points) <= _FEW:
            for centre in points:
                cx, _, cy = centre.partition(" ")
                yield f'<circle cx="{cx}" cy="{cy}" r="3.5" fill="{styles[line.name][0]}"/>'


def _axis_step(greatest: float) -> int:
    """Return the distance between two numbers on the axis: the smallest that gives at most eight steps up to the
    greatest number. Card players like numbers such as 13 and 52."""
    return next(step for step in (1, 2, 4, 8, 13, 26, 52, 104, 208, 416, 1 << 40) if greatest / step <= 8)


def _round_up(share: float) -> float:
    """Return the share at the top of a scale, of which a quarter is a round number."""
    scale = _LEAST
    while True:
        for part in (1, 2, 4, 8):
            if share <= part * scale:
                return part * scale
        scale *= 10


def _text(text: str) -> str:
    """Return a text of whatever origin as content of an element."""
    return escape("\n".join(visible_text(line) for line in text.split("\n")))
