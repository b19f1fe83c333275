"""Records that were selected: as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from leoni_replay.collecting.record_facts import Facts, Field, Value
from leoni_replay.show.terminal import bare_table
from leoni_replay.text import shown

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


def cells(facts: Facts, columns: Sequence[Field], reached: bool) -> list[Value]:
    """The row of a record."""
    row = [column.value(facts) for column in columns]
    return [*row, facts.at] if reached else row


def show_table(
    titles: Sequence[str], rows: Iterable[Sequence[Value]], numbers: Sequence[bool], terminal: Terminal
) -> None:
    """Print a table: numbers on the right."""
    # Nothing else that `leoni select` writes needs Rich.
    from rich.text import Text

    table = bare_table(*[shown(title, terminal.ascii) for title in titles])
    for column, number in zip(table.columns, numbers, strict=True):
        column.justify = "right" if number else "left"
    for row in rows:
        table.add_row(*[Text("" if value is None else shown(str(value), terminal.ascii)) for value in row])
    terminal.print_table(table)
