"""Boards for the terminal: a layout as a rich renderable, piles side by side where there is room."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.text import Text

from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, UNKNOWN, to_letters
from leoni_replay.games.places import cell_of
from leoni_replay.layout import Layout, Place, Zone, face_down

#: Columns of a card (``10♠``) with the space after it.
_CELL = 4
#: The digits of the turn in which a card was woven.
_RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def legend(layout: Layout) -> str:
    """What the signs of a board mean, as far as its game has them; empty if it has none."""
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


def drawn(layout: Layout, width: int = 100) -> str:
    """A table as lines of text without colours."""
    console = Console(file=io.StringIO(), width=width, color_system=None, markup=False, emoji=False, highlight=False)
    console.print(Board(layout))
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().rstrip("\n").split("\n"))


class Board:
    """A table drawn with text. Piles stand side by side, bottom card first, if the console is wide enough, else each
    has a line; grids and letters are drawn in their shape. Cards that the last move brought are underlined.

    Args:
        layout: the table.
        ascii: letters for suits.
        numbers: whether a number says in which turn each card was woven, if the last move wove them.
        lit: of a table to be played at, the indices of the cards in each place that can move: they stand out, and
            whatever is drawn knows its place (``place`` and ``index`` among the meta data of its style).
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
        self.lit = lit

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        single = False
        for i, zone in enumerate(self.layout.zones):
            before, single = single, len(zone.places) == 1
            if i and not (before and single):
                yield Text("")
            yield from self._zone(zone, options.max_width)
        if self.layout.caption:
            yield Text("")
            yield Text(self._spelled(self.layout.caption), style="italic")

    def _zone(self, zone: Zone, width: int) -> Iterator[Text]:
        if zone.places[0].at is not None:
            yield from self._shape(zone, width)
        elif len(zone.places) > 1 and len(zone.places) * self._cell(zone.places) <= width:
            yield from self._columns(zone)
        else:
            yield from self._lines(zone.places)

    # -- cards ------------------------------------------------------------------------------------------------------

    def _spelled(self, text: str) -> str:
        return to_letters(text) if self.ascii else text

    def _card(self, place: Place, index: int) -> Text:
        return self._placed(self._face(place, index), place, index)

    def _placed(self, text: Text, place: Place, index: int = -1) -> Text:
        """A card, or what stands for its place, that knows where it lies."""
        if self.lit is not None:
            text.stylize(Style(meta={"place": place.name, "index": index}))
            if index in self.lit.get(place.name, ()):
                text.stylize("reverse")
        return text

    def _face(self, place: Place, index: int) -> Text:
        card = place.cards[index]
        if card == GAP:
            return Text("--", style="dim")
        down = card >= DOWN
        card &= ~DOWN
        style = "red" if SUIT[card] in (1, 2) else ""
        if place.lie == "hidden" or down:
            style += " dim"
        if index in place.moved:
            style += " bold underline"
        face = "" if down and card == UNKNOWN else self._spelled(PRETTY[card])
        drawn = Text("#" * down + face, style=style.strip())
        if self.numbers and index in place.moved and place.order:
            turn = str(place.order[place.moved.index(index)])
            drawn.append(f"'{turn}" if self.ascii else turn.translate(_RAISED))
        return drawn

    def _cell(self, places: Sequence[Place]) -> int:
        """How wide a column has to be for every card and label of some places, with a space behind."""
        cards = [self._card(place, i).cell_len + 1 for place in places for i in range(len(place.cards))]
        return max([_CELL, *cards, *(len(place.label) + 1 for place in places)])

    # -- piles ------------------------------------------------------------------------------------------------------

    def _columns(self, zone: Zone) -> Iterator[Text]:
        wide = self._cell(zone.places)
        head = Text()
        for place in zone.places:
            head.append_text(self._placed(Text(place.label, style="dim"), place))
            head.append(" " * (wide - len(place.label)))
        head.rstrip()
        yield head
        for row in range(max(1, *(len(place.cards) for place in zone.places))):
            line = Text()
            for place in zone.places:
                empty = self._placed(Text("" if row else "-", style="dim"), place)
                card = self._card(place, row) if row < len(place.cards) else empty
                # On a text of its own, so that the padding is not underlined with the card.
                cell = Text().append_text(card)
                cell.append(" " * (wide - cell.cell_len))
                line.append_text(cell)
            line.rstrip()
            yield line

    def _lines(self, places: Sequence[Place]) -> Iterator[Text]:
        indent = max(len(place.label) for place in places) + 2
        for place in places:
            line = self._placed(Text(f"{place.label}: ".ljust(indent), style="dim"), place)
            if place.lie == "squared" and place.cards:
                line.append_text(self._placed(Text(face_down(len(place.cards))), place, len(place.cards) - 1))
            elif place.cards:
                for index in range(len(place.cards)):
                    line.append_text(self._card(place, index))
                    line.append(" ")
            else:
                line.append_text(self._placed(Text("-", style="dim"), place))
            line.rstrip()
            yield line

    # -- shapes -----------------------------------------------------------------------------------------------------

    def _shape(self, zone: Zone, width: int) -> Iterator[Text]:
        """Places where they lie: a grid with the numbers of its rows and columns, or a letter with its labels."""
        is_grid = cell_of(zone.places[0].name) is not None
        if not is_grid:
            yield Text(f"{zone.label}:", style="dim")
        cells = {place.at: self._grid_cell(zone, place) if is_grid else self._labelled(place) for place in zone.places}
        columns = max(x for x, _ in cells if cells) + 1  # type: ignore[misc]
        unit = max(_unit(cells), _CELL * is_grid)
        if columns * unit + 3 > width:
            yield from self._lines([place for place in zone.places if place.cards])
            return
        if is_grid:
            head = "   " + "".join(f"c{column}".ljust(unit) for column in range(1, columns + 1))
            yield Text(head.rstrip(), style="dim")
        for y in range(max(y for _, y in cells) + 1):  # type: ignore[misc]
            line = Text(f"r{y + 1}".ljust(3) if is_grid else "", style="dim")
            for (x, _), cell in sorted((at, cell) for at, cell in cells.items() if at is not None and at[1] == y):
                line.append(" " * (x * unit + 3 * is_grid - line.cell_len))
                line.append_text(cell)
            line.rstrip()
            yield line
        piled = [place for place in zone.places if len(place.cards) > 1]
        if piled:
            yield from self._lines(piled)

    def _grid_cell(self, zone: Zone, place: Place) -> Text:
        cell = Text()
        if place.cards and any(other.longways for other in zone.places):
            cell.append("=" if place.longways else "|", style="dim")
        return cell.append_text(self._card(place, 0) if place.cards else self._placed(Text("--", style="dim"), place))

    def _labelled(self, place: Place) -> Text:
        cell = self._placed(Text(f"{place.label} ", style="dim"), place)
        last = self._card(place, len(place.cards) - 1) if place.cards else self._placed(Text("-", style="dim"), place)
        return cell.append_text(last)


def _unit(cells: dict[tuple[int, int] | None, Text]) -> int:
    """How many columns of text one step to the right takes, so that no two neighbours touch."""
    unit = 1
    for at, cell in cells.items():
        assert at is not None
        right = [x for x, y in (other for other in cells if other) if y == at[1] and x > at[0]]
        if right:
            unit = max(unit, -(-(cell.cell_len + 1) // (min(right) - at[0])))
    return unit
