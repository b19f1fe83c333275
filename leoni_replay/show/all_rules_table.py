"""The table of ``leoni verify --all-rules``, and what it says of records that name no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from leoni_replay.show.terminal import bare_grid
from leoni_replay.text import visible

if TYPE_CHECKING:
    from leoni_replay.files.all_rules import BookVerdict, Row, RulesVerdict
    from leoni_replay.show.terminal import Terminal


def show_rows(rows: Sequence[Row], terminal: Terminal) -> None:
    """Print a row a game and a column a rule book: legal, irregular, or the code that refuses the game and at which
    move. After the table, for a record that names no rules: where each book and each single reading refuses it, and by
    which clause."""
    books = list(dict.fromkeys(book for row in rows for book in row.books))
    table = bare_grid("file", "game", "its rules")
    table.columns[0].overflow = "fold"
    for book in books:
        table.add_column(book, no_wrap=True)
    for row in rows:
        cells = [_cell(row.books[book].verdict) if book in row.books else Text("") for book in books]
        table.add_row(Text(visible(row.file)), str(row.number), Text(visible(row.own or "(none named)")), *cells)
    terminal.print_grid(table)
    for row in rows:
        if row.own is not None or not row.books or row.game is None:
            continue
        terminal.say()
        terminal.say(f"{row.file}, game {row.number}, {row.game}", "bold")
        for name, tried in row.books.items():
            for line in _book(name, tried):
                terminal.say(line.strip(), indent=2 + len(line) - len(line.lstrip()))


def _cell(tried: RulesVerdict) -> Text:
    if (refused := tried.error) is not None:
        return Text(f"{refused.code} at {refused.move}" if refused.move else refused.code, style="red")
    return Text("irregular", style="yellow") if tried.irregular else Text("legal", style="green")


def _book(name: str, book: BookVerdict) -> list[str]:
    """Return the lines for one book: its verdict on the record, and the readings that change it."""
    refused = book.verdict.error
    parted = {reading: tried for reading, tried in book.readings.items() if (tried.error is None) != (refused is None)}
    lines = [f"{name}: {_words(book.verdict)}"]
    if refused is not None:
        return lines + [f"  {_words(tried)} with {reading}" for reading, tried in parted.items()]
    lines += [f"  {reading}: {_words(tried)}" for reading, tried in parted.items()]
    same = len(book.readings) - len(parted)
    return lines + ([f"  {_words(book.verdict)} with each of the other {same} single readings"] if same else [])


def _words(tried: RulesVerdict) -> str:
    refused = tried.error
    if refused is None:
        return "irregular" if tried.irregular else "legal"
    where = f"refused at move {refused.move}" if refused.move else "refused"
    rule = f" by {refused.clause.label}, {refused.clause.name}" if refused.clause is not None else ""
    return f"{where}{rule} ({refused.code}: {refused.message})"
