"""Boards: a layout as lines of text, piles side by side where there is room; on a terminal with colours.

Text without colours does not need Rich, which is loaded only for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, UNKNOWN, to_letters
from leoni_replay.games.places import row_and_column
from leoni_replay.layout import Layout, Place, Zone, face_down
from leoni_replay.text import wrap

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

#: Columns of a card (``10♠``) with the space after it.
_CELL = 4
#: Columns of the number of a row with the space after it.
_ROW_LABEL = 3
#: The digits of the turn in which a card was woven.
_RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def legend(layout: Layout) -> str:
    """Return the meaning of the signs of a board, as far as its game has them; empty if it has none."""
    places = [place for zone in layout.zones for place in zone.places]
    meanings = []
    if any(place.longways for place in places):
        meanings.append("| lies upright, = sideways")
    if any(row_and_column(place.name) for place in places):
        meanings.append("-- is an empty place")
    if any(card >= DOWN for place in places if place.lie == "fan" for card in place.cards):
        meanings.append("# lies face down")
    hidden_zones = [zone.label for zone in layout.zones if zone.places[0].lie == "hidden"]
    meanings += [f"the {label} {'lie' if label.endswith('s') else 'lies'} face down" for label in hidden_zones]
    if any(place.lie == "fan" and row_and_column(place.name) is None for place in places):
        meanings.append("the top card of a place is the last one of its column or line")
    return "; ".join(meanings)


def board_text(layout: Layout, width: int = 100) -> str:
    """Return a table as lines of text without colours."""
    lines: list[str] = []
    for pieces in Board(layout).lines(width):
        line = "".join([piece.text for piece in pieces]).rstrip()
        # Every sign takes one cell.
        lines += [line] if len(line) <= width else wrap(line, width)
    return "\n".join([line.rstrip() for line in lines]).rstrip("\n")


class Piece(NamedTuple):
    """A part of a line, in one style: of a place, or of the card at an index of one. Every sign takes one cell."""

    text: str
    style: str = ""
    place: str = ""
    at: int = -1


Line = list[Piece]

#: What is drawn at a place of a grid or a letter, with its column.
_Cell = tuple[int, Line]


class Board:
    """A table drawn with text. Piles stand side by side, bottom card first, if the console is wide enough, else each
    has a line; grids and letters are drawn in their shape. Cards that the last move brought are underlined.

    Args:
        layout: the table.
        ascii: letters for suits.
        numbers: whether a number says in which turn each card was woven, if the last move wove them.
        lit: if the game is in play, the indices of the cards in each place that can move, which stand out.
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
        self.lit: Mapping[str, Collection[int]] | dict[str, Collection[int]] = lit or {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width):
            yield self._rich_text(_strip_end(line))

    def _rich_text(self, line: Line) -> Text:
        """Return a line in its colours, what is lit in reverse."""
        from rich.text import Text

        text = Text()
        for piece in line:
            is_lit = piece.at in self.lit.get(piece.place, ())
            text.append(piece.text, f"{piece.style} reverse".lstrip() if is_lit else piece.style)
        return text

    def lines(self, width: int) -> Iterator[Line]:
        """Yield the lines of the table; one that is too long for the width is left to those who print it."""
        for number, zone in enumerate(self.layout.zones):
            # Places of their own stand line by line.
            if number and not (len(zone.places) == 1 and len(self.layout.zones[number - 1].places) == 1):
                yield []
            yield from self._zone(zone, width)
        if self.layout.caption:
            yield []
            caption = self.layout.caption
            yield [Piece(to_letters(caption) if self.ascii else caption, "italic")]

    def _zone(self, zone: Zone, width: int) -> Iterator[Line]:
        """Return the lines of a zone: in its shape, in columns, or a line a place."""
        if zone.places[0].at is not None:
            return self._shape(zone, width)
        if len(zone.places) > 1:
            piles = [self._cards(place) for place in zone.places]
            texts = [card.text for cards in piles for card in cards] + [place.label for place in zone.places]
            column_width = max(_CELL, len(max(texts, key=len)) + 1)
            if len(piles) * column_width <= width:
                return _columns(zone.places, piles, column_width)
        return self._place_lines(zone.places)

    # -- cards ------------------------------------------------------------------------------------------------------

    def _cards(self, place: Place) -> Line:
        """Return the cards of a place, bottom card first."""
        hidden = place.lie == "hidden"
        pieces = [
            _card_piece(card, hidden, index in place.moved, self.ascii, place.name, index)
            for index, card in enumerate(place.cards)
        ]
        if self.numbers and place.order:
            for index, turn in zip(place.moved, map(str, place.order), strict=True):
                raised_number = f"'{turn}" if self.ascii else turn.translate(_RAISED)
                pieces[index] = pieces[index]._replace(text=pieces[index].text + raised_number)
        return pieces

    # -- piles ------------------------------------------------------------------------------------------------------

    def _place_lines(self, places: Sequence[Place]) -> Iterator[Line]:
        """Yield a line for every place: its label, and its cards, or how many lie there."""
        indent = max([len(place.label) for place in places], default=0) + 2
        for place in places:
            line = [Piece(f"{place.label}: ".ljust(indent), "dim", place.name)]
            if not place.cards:
                line.append(_no_card(place))
            elif place.lie == "squared":
                line.append(Piece(face_down(len(place.cards)), "", place.name, len(place.cards) - 1))
            else:
                for card in self._cards(place):
                    line += [card, _SPACE]
            yield line

    # -- shapes -----------------------------------------------------------------------------------------------------

    def _shape(self, zone: Zone, width: int) -> Iterator[Line]:
        """Yield places where they lie: a grid with the numbers of its rows and columns, or a letter with its labels.
        If there is no room for that, each place that has cards gets a line."""
        is_grid = row_and_column(zone.places[0].name) is not None
        if not is_grid:
            yield [Piece(f"{zone.label}:", "dim")]
        has_longways = any(place.longways for place in zone.places)
        rows: dict[int, list[_Cell]] = {}
        for place in zone.places:
            assert place.at is not None
            column, row = place.at
            line = self._grid_cell(place, has_longways) if is_grid else self._labelled_top(place)
            rows.setdefault(row, []).append((column, line))
        columns = max(column for cells in rows.values() for column, _ in cells) + 1
        column_width = max([_CELL if is_grid else 0, *map(_column_width, rows.values())])
        if columns * column_width + _ROW_LABEL > width:
            yield from self._place_lines([place for place in zone.places if place.cards])
            return
        if is_grid:
            numbers = "".join(f"c{column}".ljust(column_width) for column in range(1, columns + 1))
            yield [Piece((" " * _ROW_LABEL + numbers).rstrip(), "dim")]
        left = _ROW_LABEL if is_grid else 0
        for row in range(max(rows) + 1):
            row_label = [Piece(f"r{row + 1}".ljust(_ROW_LABEL), "dim")] if is_grid else []
            yield row_label + _row_line(rows.get(row, ()), column_width, left)
        piles = [place for place in zone.places if len(place.cards) > 1]
        if piles:
            yield from self._place_lines(piles)

    def _grid_cell(self, place: Place, has_longways: bool) -> Line:
        """Return the card of a place in a grid, if some of the grid lie longways with a sign for how it lies."""
        if not place.cards:
            return [Piece("--", "dim", place.name)]
        card = self._cards(place)[0]
        return [Piece("=" if place.longways else "|", "dim"), card] if has_longways else [card]

    def _labelled_top(self, place: Place) -> Line:
        """Return the label and the top card of a place in a letter."""
        top = self._cards(place)[-1] if place.cards else _no_card(place)
        return [Piece(f"{place.label} ", "dim", place.name), top]


_SPACE = Piece(" ")


def _no_card(place: Place) -> Piece:
    """Return the sign of an empty place."""
    return Piece("-", "dim", place.name)


@lru_cache(maxsize=1 << 14)
def _card_piece(card: int, hidden: bool, moved: bool, ascii: bool, place: str, index: int) -> Piece:
    """Return a card, or an empty place of a grid.

    Args:
        card: the card.
        hidden: whether it lies face down, and is shown all the same.
        moved: whether the last move brought it.
        ascii: letters for suits.
        place: the name of its place.
        index: where it lies there, counted from the bottom.
    """
    if card == GAP:
        return Piece("--", "dim", place, index)
    is_down = card >= DOWN
    card &= ~DOWN
    style = "red" if SUIT[card] in (1, 2) else ""
    if hidden or is_down:
        style += " dim"
    if moved:
        style += " bold underline"
    face = to_letters(PRETTY[card]) if ascii else PRETTY[card]
    if is_down:
        face = "#" if card == UNKNOWN else f"#{face}"
    return Piece(face, style.strip(), place, index)


def _columns(places: Sequence[Place], piles: Sequence[Line], column_width: int) -> Iterator[Line]:
    """Yield piles side by side: their labels, and then row after row of their cards."""
    # The padding is a piece of its own, so that it is not underlined with the card.
    padding_after = [Piece(" " * (column_width - length)) for length in range(column_width + 1)]
    heads = [Piece(place.label, "dim", place.name) for place in places]
    columns = [cards or [_no_card(place)] for place, cards in zip(places, piles, strict=True)]
    for row in (heads, *zip_longest(*columns, fillvalue=_SPACE)):
        yield [piece for card in row for piece in (card, padding_after[len(card.text)])]


def _row_line(cells: Iterable[_Cell], column_width: int, left: int) -> Line:
    """Return the cells of a row as a line.

    Args:
        cells: the cells, in any order.
        column_width: how many columns of text one step to the right takes.
        left: how many columns of text come before the first cell.
    """
    line: Line = []
    end = left
    for column, cell in sorted(cells):
        begin = left + column * column_width
        line += [Piece(" " * (begin - end)), *cell]
        end = begin + _length(cell)
    return line


def _strip_end(line: Line) -> Line:
    """Take the blanks at the end of a line away."""
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip())
    return line


def _length(line: Line) -> int:
    """Return how many columns of text a line takes."""
    return sum([len(piece.text) for piece in line])


def _column_width(cells: list[_Cell]) -> int:
    """Return how many columns of text one step to the right takes, so that neighbours in a row don't touch."""
    width = 1
    for (column, cell), (next_column, _) in pairwise(sorted(cells)):
        width = max(width, -(-(_length(cell) + 1) // (next_column - column)))
    return width
