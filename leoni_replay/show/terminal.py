"""Where results go: what the terminal can do (suits, colour, width), a pipe, or a file.

Every command uses this module, and few need Rich: it is loaded only for them.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO, cast

from leoni_replay.text import shown

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from leoni_replay.diagnostics import Diagnostic

#: The columns of text where there is no terminal to ask. What is piped looks the same wherever it is made.
_WIDTH = 100
#: As good as no limit: in a pipe a row of a table is one line.
_UNBOUNDED = 10_000

#: The longest bar of a histogram.
_BAR = 40

_BLANKS = re.compile(r" +$", re.M)


class Terminal(NamedTuple):
    """How to write results. ``tty`` says whether a person looks at them: then lines are cut and folded to the width.
    ``file`` is the file that they go to; empty for standard output."""

    ascii: bool
    color: bool
    width: int
    tty: bool
    stream: TextIO
    file: str = ""

    def write(self, text: str) -> None:
        """Write text as it is."""
        self.stream.write(text)

    def write_lines(self, lines: Iterable[str]) -> None:
        """Write lines that may hold text of a record: hidden characters visible, letters for suits where they fail."""
        self.stream.write("".join(f"{shown(line, self.ascii)}\n" for line in lines))

    def write_utf8(self, text: str) -> None:
        """Write what is to be read as a transcript again: in UTF-8, whatever the terminal's own encoding."""
        self.stream.flush()
        self.stream.buffer.write(text.encode())

    def write_frame(self, diagnostic: Diagnostic) -> None:
        """Write a diagnostic as ``leoni verify`` prints it."""
        self.stream.write(diagnostic.render(ascii=self.ascii, color=self.color, width=self.width))

    def console(self, width: int | None = None) -> Console:
        """Return a rich console for boards and tables. It takes no markup, so that nothing from a record is obeyed."""
        from rich.console import Console

        return Console(
            file=cast(TextIO, _Trimmed(self.stream)),
            width=width or self.width,
            force_terminal=self.color,
            no_color=not self.color,
            color_system="standard" if self.color else None,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
            safe_box=self.ascii,
        )

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Print a paragraph, folded to the width; by default an empty line."""
        from rich.padding import Padding
        from rich.text import Text

        paragraph = Text(shown(text, self.ascii), style=style)
        self.console().print(Padding(paragraph, (0, 0, 0, indent), expand=False) if indent else paragraph)

    def print_table(self, table: Table) -> None:
        """Print a table: folded to a terminal's width, but a line a row where programs read it."""
        self.console(None if self.tty else _UNBOUNDED).print(table)


def bars(rows: Sequence[tuple[int, int, int]], terminal: Terminal) -> list[str]:
    """Return the lines of a histogram, from rows of the least and the greatest number, and how often they occur."""
    longest, room = max(count for _, _, count in rows), max(10, min(_BAR, terminal.width - 26))
    sign = "#" if terminal.ascii else "█"
    return [
        f"{f'{low}' if low == high else f'{low}-{high}':>9}{count:12,}  {sign * -(-count * room // longest)}".rstrip()
        for low, high, count in rows
    ]


def bare_table(*titles: str, header_style: str = "table.header") -> Table:
    """Return a table without lines, with two blanks between its columns."""
    from rich.table import Table

    return Table(*titles, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=header_style)


def print_rows(
    titles: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[bool], terminal: Terminal
) -> None:
    """Print a table: numbers on the right, nothing for None."""
    from rich.text import Text

    table = bare_table(*[shown(title, terminal.ascii) for title in titles])
    for column, number in zip(table.columns, numbers, strict=True):
        column.justify = "right" if number else "left"
    for row in rows:
        table.add_row(*[Text("" if value is None else shown(str(value), terminal.ascii)) for value in row])
    terminal.print_table(table)


class _Trimmed:
    """A stream to which no line goes with blanks at its end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(_BLANKS.sub("", text))

    def flush(self) -> None:
        self._stream.flush()


def prepare_streams() -> None:
    """Make standard output and standard error unable to fail on a character that they cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def open_terminal(ascii: bool = False, color: str = "auto", file: TextIO | None = None) -> Terminal:
    """Look at where results go.

    Args:
        ascii: letters for suits even where symbols could be shown.
        color: ``auto`` (a terminal, unless NO_COLOR is set), ``always`` or ``never``.
        file: a file in UTF-8 to which they go; by default standard output.
    """
    prepare_streams()
    stream = sys.stdout if file is None else file
    tty = is_terminal(stream)
    if color == "auto":
        colored = (tty or (file is None and bool(os.environ.get("FORCE_COLOR")))) and not os.environ.get("NO_COLOR")
        colored = colored and os.environ.get("TERM") != "dumb"
    else:
        colored = color == "always"
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if tty else _WIDTH
    return Terminal(ascii or not _shows_suits(stream), colored, max(20, width), tty, stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at what goes to a stream."""
    return stream.isatty()


def _shows_suits(stream: TextIO) -> bool:
    try:
        "♣♦♥♠…".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
