"""Boards for the terminal: a layout as a rich renderable, piles side by side where there is room."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from leoni_replay.cards import DOWN, GAP, PRETTY, SUIT, to_letters
from leoni_replay.layout import Layout, Place, Zone

#: Columns of a card (``10♠``) with the space after it.
_CELL = 4


class Board:
    """A table drawn with text. Piles stand side by side, bottom card first, if the console is wide enough, else each
    has a line. Cards that the last move brought are underlined."""

    def __init__(self, layout: Layout, *, ascii: bool = False) -> None:
        self.layout = layout
        self.ascii = ascii

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for i, zone in enumerate(self.layout.zones):
            if i:
                yield Text("")
            if len(zone.places) == 1:
                yield from self._lines(zone, len(zone.places[0].name) + 2)
            elif all(place.lie == "top" for place in zone.places):
                yield self._row(zone)
            elif len(zone.places) * _CELL <= options.max_width:
                yield from self._columns(zone)
            else:
                yield from self._lines(zone, max(len(place.name) for place in zone.places) + 2)
        if self.layout.caption:
            yield Text("")
            yield Text(self.layout.caption, style="italic")

    def _card(self, place: Place, index: int) -> Text:
        card = place.cards[index]
        if card == GAP:
            return Text("--", style="dim")
        down = card >= DOWN
        card &= ~DOWN
        text = PRETTY[card]
        style = "red" if SUIT[card] in (1, 2) else ""
        if place.lie == "hidden" or down:
            style += " dim"
        if index in place.moved:
            style += " bold underline"
        return Text(("#" if down else "") + (to_letters(text) if self.ascii else text), style=style.strip())

    def _row(self, zone: Zone) -> Text:
        row = Text(no_wrap=False)
        for place in zone.places:
            row.append(f"{place.label} ", style="dim")
            for index in range(len(place.cards)):
                row.append_text(self._card(place, index))
                row.append(" ")
            row.append(" ")
        row.rstrip()
        return row

    def _columns(self, zone: Zone) -> Iterator[Text]:
        head = Text()
        for place in zone.places:
            head.append(place.label.ljust(_CELL), style="dim")
        head.rstrip()
        yield head
        for row in range(max(len(place.cards) for place in zone.places)):
            line = Text()
            for place in zone.places:
                cell = self._card(place, row) if row < len(place.cards) else Text("")
                cell.append(" " * (_CELL - cell.cell_len))
                line.append_text(cell)
            line.rstrip()
            yield line

    def _lines(self, zone: Zone, indent: int) -> Iterator[Text]:
        for place in zone.places:
            line = Text(f"{place.label}: ".ljust(indent), style="dim")
            for index in range(len(place.cards)):
                line.append_text(self._card(place, index))
                line.append(" ")
            if not place.cards:
                line.append("-", style="dim")
            line.rstrip()
            yield line
