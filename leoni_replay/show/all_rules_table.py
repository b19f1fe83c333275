"""The table of ``leoni verify --all-rules``, and what it says of records that name no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from leoni_replay.show.terminal import bare_grid
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from leoni_replay.files.all_rules import BookVerdict, Row, RulesVerdict
    from leoni_replay.show.terminal import Terminal


def show_rows(rows: Sequence[Row], terminal: Terminal) -> None:
    """Print a table with a row for each game and a column for each rule book: legal, irregular, or the code that
    refuses the game and at which move. After the table, for each record that names no rules: where each book and each
    single reading refuses it, and by which clause."""
    books = list(dict.fromkeys(book for row in rows for book in row.books))
    grid = bare_grid("file", "game", "its rules")
    grid.columns[0].overflow = "fold"
    for book in books:
        grid.add_column(book, no_wrap=True)
    for row in rows:
        cells = [_cell(row.books[book].verdict) if book in row.books else Text("") for book in books]
        grid.add_row(
            Text(visible_text(row.file)), str(row.number), Text(visible_text(row.own or "(none named)")), *cells
        )
    terminal.print_grid(grid)
    for row in rows:
        if row.own is not None or not row.books or row.game is None:
            continue
        terminal.say()
        terminal.say(f"{row.file}, game {row.number}, {row.game}", "bold")
        for name, book_verdict in row.books.items():
            for line in _book_lines(name, book_verdict):
                terminal.say(line.strip(), indent=2 + len(line) - len(line.lstrip()))


def _cell(verdict: RulesVerdict) -> Text:
    """Return a verdict in a word or a code."""
    error = verdict.error
    if error is not None:
        return Text(f"{error.code} at {error.move}" if error.move else error.code, style="red")
    return Text("irregular", style="yellow") if verdict.irregular else Text("legal", style="green")


def _book_lines(name: str, book: BookVerdict) -> list[str]:
    """Return the lines for one book: its verdict on the record, and the readings that change it."""
    is_accepted = book.verdict.error is None
    changed_verdicts = {
        reading: verdict for reading, verdict in book.readings.items() if (verdict.error is None) != is_accepted
    }
    lines = [f"{name}: {_verdict_words(book.verdict)}"]
    if not is_accepted:
        return lines + [f"  {_verdict_words(verdict)} with {reading}" for reading, verdict in changed_verdicts.items()]
    lines += [f"  {reading}: {_verdict_words(verdict)}" for reading, verdict in changed_verdicts.items()]
    same = len(book.readings) - len(changed_verdicts)
    if same:
        lines.append(f"  {_verdict_words(book.verdict)} with each of the other {same} single readings")
    return lines


def _verdict_words(verdict: RulesVerdict) -> str:
    """Return a verdict in words: for a refusal also the move, the rule and the message."""
    error = verdict.error
    if error is None:
        return "irregular" if verdict.irregular else "legal"
    where = f"refused at move {error.move}" if error.move else "refused"
    rule = f" by {error.clause.label}, {error.clause.name}" if error.clause is not None else ""
    return f"{where}{rule} ({error.code}: {error.message})"
