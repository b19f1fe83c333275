"""The table of ``leoni verify --all-rules``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from leoni_replay.report.text import visible

if TYPE_CHECKING:
    from leoni_replay.allrules import Row
    from leoni_replay.terminal import Terminal


def show_rows(rows: Sequence[Row], terminal: Terminal) -> None:
    """Print a row a game and a column a rule book: legal, or the code that refuses the game and at which move."""
    books = list(dict.fromkeys(book for row in rows for book in row.books))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("file", overflow="fold")
    table.add_column("game")
    table.add_column("its rules")
    for book in books:
        table.add_column(book, no_wrap=True)
    for row in rows:
        cells = [_cell(row.books[book]) if book in row.books else Text("") for book in books]
        table.add_row(Text(visible(row.file)), str(row.game), Text(visible(row.own or "(default)")), *cells)
    terminal.console().print(table)


def _cell(refused: str | None) -> Text:
    return Text("legal", style="green") if refused is None else Text(refused, style="red")
