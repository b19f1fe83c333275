"""Tables that are files beside a page.

A hook of MkDocs (``mkdocs.yml``). In a page ``<!-- table letter.csv -->`` stands for that file, ``<!-- table points.csv
Anna -->`` for its rows that begin with *Anna*, and ``<!-- table readings.csv * -->`` for one table for each first cell,
which is the heading. On GitHub such a file is shown as a table by itself.
"""

from __future__ import annotations

import csv
import re
import shlex
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.pages import Page

DOCS: Final = Path(__file__).parents[1]
TABLE: Final = re.compile(r"^<!-- table (.+) -->$", re.M)


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Put the tables where the page asks for them."""
    folder = (DOCS / page.file.src_uri).parent
    return TABLE.sub(lambda match: table(folder, *shlex.split(match[1])), markdown)


def table(folder: Path, name: str, group: str = "") -> str:
    """The rows of a file: all, those of one group, or all by groups (``*``)."""
    with open(folder / name, encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    if not group:
        return _table(head, rows)
    groups = {first: [row[1:] for row in of_group] for first, of_group in groupby(rows, key=lambda row: row[0])}
    if group != "*":
        return _table(head[1:], groups[group])
    return "\n\n".join(f"## {first}\n\n{_table(head[1:], of_group)}" for first, of_group in groups.items())


def _table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join([_row(head), "|---" * len(head) + "|", *map(_row, rows)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"
