"""Boards: a layout as lines of text, piles side by side where there is room; on a terminal with colours.

Text without colours does not need Rich, which is loaded only for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, UNKNOWN, to_letters
from leoni_replay.games.places import cell_of
from leoni_replay.layout import Layout, Place, Zone, face_down
from leoni_replay.text import wrap

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

#: Columns of a card (``10♠``) with the space after it.
_CELL = 4
#: The digits of the turn in which a card was woven.
_RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def legend(layout: Layout) -> str:
    """Return the meaning of the signs of a board, as far as its game has them; empty if it has none."""
    places = [place for zone in layout.zones for place in zone.places]
    signs = []
    if any(place.longways for place in places):
        signs.append("| lies upright, = longways")
    if any(cell_of(place.name) for place in places):
        signs.append("-- is an empty place")
    if any(card >= DOWN for place in places if place.lie == "fan" for card in place.cards):
        signs.append("# lies face down")
    signs += [f"the {zone.label} lie face down" for zone in layout.zones if zone.places[0].lie == "hidden"]
    if any(place.lie == "fan" and cell_of(place.name) is None for place in places):
        signs.append("the top card of a place is the last one of its column or line")
    return "; ".join(signs)


def board_text(layout: Layout, width: int = 100) -> str:
    """Return a table as lines of text without colours."""
    lines = ["".join([piece.text for piece in line]).rstrip() for line in Board(layout).lines(width)]
    # Every sign takes one cell.
    parts = [part for line in lines for part in ([line] if len(line) <= width else wrap(line, width))]
    return "\n".join([part.rstrip() for part in parts]).rstrip("\n")


class Piece(NamedTuple):
    """A part of a line, in one style: of a place, or of the card at an index of one. Every sign takes one cell."""

    text: str
    style: str = ""
    place: str = ""
    at: int = -1


Line = list[Piece]


class Board:
    """A table drawn with text. Piles stand side by side, bottom card first, if the console is wide enough, else each
    has a line; grids and letters are drawn in their shape. Cards that the last move brought are underlined.

    Args:
        layout: the table.
        ascii: letters for suits.
        numbers: whether a number says in which turn each card was woven, if the last move wove them.
        lit: of a table to be played at, the indices of the cards in each place that can move, which stand out.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        ascii: bool = False,
        numbers: bool = False,
        lit: Mapping[str, Collection[int]] | None = None,
    ) -> None:
        self.layout = layout
        self.ascii = ascii
        self.numbers = numbers
        self.lit = lit or {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width):
            yield self._coloured(_trimmed(line))

    def _coloured(self, line: Line) -> Text:
        from rich.text import Text

        drawn = Text()
        for text, style, place, at in line:
            drawn.append(text, f"{style} reverse".lstrip() if at in self.lit.get(place, ()) else style)
        return drawn

    def lines(self, width: int) -> Iterator[Line]:
        """Yield the lines of the table; one that is too long for the width is left to those who print it."""
        single = False
        for i, zone in enumerate(self.layout.zones):
            before, single = single, len(zone.places) == 1
            if i and not (before and single):
                yield []
            yield from self._zone(zone, width)
        if self.layout.caption:
            yield []
            caption = self.layout.caption
            yield [Piece(to_letters(caption) if self.ascii else caption, "italic")]

    def _zone(self, zone: Zone, width: int) -> Iterator[Line]:
        if zone.places[0].at is not None:
            return self._shape(zone, width)
        if len(zone.places) > 1:
            piles = [self._cards(place) for place in zone.places]
            texts = [card.text for cards in piles for card in cards] + [place.label for place in zone.places]
            wide = max(_CELL, len(max(texts, key=len)) + 1)
            if len(piles) * wide <= width:
                return _columns(zone.places, piles, wide)
        return self._lines(zone.places)

    # -- cards ------------------------------------------------------------------------------------------------------

    def _cards(self, place: Place) -> Line:
        name, hidden, moved, ascii = place.name, place.lie == "hidden", place.moved, self.ascii
        pieces = [_piece(card, hidden, at in moved, ascii, name, at) for at, card in enumerate(place.cards)]
        if self.numbers and place.order:
            for at, turn in zip(moved, map(str, place.order), strict=True):
                raised = f"'{turn}" if ascii else turn.translate(_RAISED)
                pieces[at] = pieces[at]._replace(text=pieces[at].text + raised)
        return pieces

    # -- piles ------------------------------------------------------------------------------------------------------

    def _lines(self, places: Sequence[Place]) -> Iterator[Line]:
        indent = max([len(place.label) for place in places], default=0) + 2
        for place in places:
            line = [Piece(f"{place.label}: ".ljust(indent), "dim", place.name)]
            if place.lie == "squared" and place.cards:
                line.append(Piece(face_down(len(place.cards)), "", place.name, len(place.cards) - 1))
            for card in self._cards(place) if place.lie != "squared" else ():
                line += [card, _SPACE]
            yield line if place.cards else [*line, _nothing(place)]

    # -- shapes -----------------------------------------------------------------------------------------------------

    def _shape(self, zone: Zone, width: int) -> Iterator[Line]:
        """Return places where they lie: a grid with the numbers of its rows and columns, or a letter with its
        labels."""
        is_grid = cell_of(zone.places[0].name) is not None
        if not is_grid:
            yield [Piece(f"{zone.label}:", "dim")]
        turned = any(place.longways for place in zone.places)
        rows: dict[int, list[tuple[int, Line]]] = {}
        for place in zone.places:
            assert place.at is not None
            x, y = place.at
            rows.setdefault(y, []).append((x, self._grid_cell(place, turned) if is_grid else self._labelled(place)))
        columns = max(x for row in rows.values() for x, _ in row) + 1
        unit = max([_CELL * is_grid, *map(_unit, rows.values())])
        if columns * unit + 3 > width:
            yield from self._lines([place for place in zone.places if place.cards])
            return
        if is_grid:
            head = "   " + "".join(f"c{column}".ljust(unit) for column in range(1, columns + 1))
            yield [Piece(head.rstrip(), "dim")]
        for y in range(max(rows) + 1):
            line = [Piece(f"r{y + 1}".ljust(3), "dim")] if is_grid else []
            used = 3 * is_grid
            for x, cell in sorted(rows.get(y, ())):
                begin = x * unit + 3 * is_grid
                line += [Piece(" " * (begin - used)), *cell]
                used = begin + _long(cell)
            yield line
        piled = [place for place in zone.places if len(place.cards) > 1]
        if piled:
            yield from self._lines(piled)

    def _grid_cell(self, place: Place, turned: bool) -> Line:
        if not place.cards:
            return [Piece("--", "dim", place.name)]
        card = self._cards(place)[0]
        return [Piece("=" if place.longways else "|", "dim"), card] if turned else [card]

    def _labelled(self, place: Place) -> Line:
        last = self._cards(place)[-1] if place.cards else _nothing(place)
        return [Piece(f"{place.label} ", "dim", place.name), last]


_SPACE = Piece(" ")


def _nothing(place: Place) -> Piece:
    return Piece("-", "dim", place.name)


@lru_cache(maxsize=1 << 14)
def _piece(card: int, hidden: bool, moved: bool, ascii: bool, place: str, at: int) -> Piece:
    """Return the drawing of a card, or of an empty place of a grid."""
    if card == GAP:
        return Piece("--", "dim", place, at)
    down = card >= DOWN
    card &= ~DOWN
    style = "red" if SUIT[card] in (1, 2) else ""
    if hidden or down:
        style += " dim"
    if moved:
        style += " bold underline"
    face = "" if down and card == UNKNOWN else to_letters(PRETTY[card]) if ascii else PRETTY[card]
    return Piece("#" * down + face, style.strip(), place, at)


def _columns(places: Sequence[Place], piles: Sequence[Line], wide: int) -> Iterator[Line]:
    """Return piles side by side, in columns of the given width."""
    blanks = [Piece(" " * (wide - used)) for used in range(wide + 1)]
    heads = [Piece(place.label, "dim", place.name) for place in places]
    filled = [cards or [_nothing(place)] for place, cards in zip(places, piles, strict=True)]
    for row in (heads, *zip_longest(*filled, fillvalue=_SPACE)):
        # The padding is a piece of its own, so that it is not underlined with the card.
        yield [piece for card in row for piece in (card, blanks[len(card.text)])]


def _trimmed(line: Line) -> Line:
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip())
    return line


def _long(line: Line) -> int:
    return sum([len(piece.text) for piece in line])


def _unit(row: list[tuple[int, Line]]) -> int:
    """Return how many columns of text one step to the right takes, so that neighbours in a row don't touch."""
    row = sorted(row)
    return max([-(-(_long(cell) + 1) // (right - x)) for (x, cell), (right, _) in pairwise(row)], default=1)
