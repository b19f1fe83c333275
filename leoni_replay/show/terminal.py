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

from leoni_replay.text import terminal_text

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
        self.stream.write("".join(f"{terminal_text(line, self.ascii)}\n" for line in lines))

    def write_utf8(self, text: str) -> None:
        """Write what is to be read as a transcript again: in UTF-8, whatever the terminal's own encoding."""
        self.write_bytes(text.encode())

    def write_bytes(self, content: bytes) -> None:
        """Write the content of a file as it is."""
        self.stream.flush()
        self.stream.buffer.write(content)

    def write_frame(self, diagnostic: Diagnostic) -> None:
        """Write a diagnostic as ``leoni verify`` prints it."""
        self.stream.write(diagnostic.render(ascii=self.ascii, color=self.color, width=self.width))

    def console(self, width: int | None = None) -> Console:
        """Return a rich console for boards and tables. It takes no markup, so that nothing from a record is obeyed."""
        from rich.console import Console

        return Console(
            file=cast(TextIO, _TrimmingStream(self.stream)),
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

        paragraph = Text(terminal_text(text, self.ascii), style=style)
        self.console().print(Padding(paragraph, (0, 0, 0, indent), expand=False) if indent else paragraph)

    def print_grid(self, grid: Table) -> None:
        """Print a grid: folded to a terminal's width, but a line a row where programs read it."""
        self.console(None if self.tty else _UNBOUNDED).print(grid)


class Bar(NamedTuple):
    """A bar of a histogram: the least and the greatest of its numbers, and how often they occur."""

    least: int
    greatest: int
    occurrences: int


def bar_lines(bars: Sequence[Bar], terminal: Terminal) -> list[str]:
    """Return the lines of a histogram: for each bar its numbers, how often they occur, and a bar of that length. There
    is at least one."""
    most = max(bar.occurrences for bar in bars)
    room = max(10, min(_BAR, terminal.width - 26))
    sign = "#" if terminal.ascii else "█"
    lines: list[str] = []
    for least, greatest, count in bars:
        numbers = f"{least}" if least == greatest else f"{least}-{greatest}"
        length = -(-count * room // most)  # rounded up: what occurs at all has a bar
        lines.append(f"{numbers:>9}{count:12,}  {sign * length}".rstrip())
    return lines


def bare_grid(*titles: str, header_style: str = "table.header") -> Table:
    """Return a grid without lines, with two blanks between its columns."""
    from rich.table import Table

    return Table(*titles, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=header_style)


def print_rows(
    titles: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[bool], terminal: Terminal
) -> None:
    """Print rows under their titles: a column of numbers on the right, nothing for None.

    Args:
        titles: the titles of the columns.
        rows: the values of every row.
        numbers: whether each column has numbers.
        terminal: where to print.
    """
    from rich.text import Text

    grid = bare_grid(*[terminal_text(title, terminal.ascii) for title in titles])
    for column, has_numbers in zip(grid.columns, numbers, strict=True):
        column.justify = "right" if has_numbers else "left"
    for row in rows:
        grid.add_row(*[Text("" if value is None else terminal_text(str(value), terminal.ascii)) for value in row])
    terminal.print_grid(grid)


class _TrimmingStream:
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
    """Return how to write results, from what they go to: a terminal, a pipe or a file.

    Args:
        ascii: letters for suits even where symbols could be shown.
        color: ``auto`` (a terminal, unless NO_COLOR is set), ``always`` or ``never``.
        file: a file in UTF-8 to which they go; by default standard output.
    """
    prepare_streams()
    stream = sys.stdout if file is None else file
    tty = is_terminal(stream)
    has_color = _takes_color(tty, file is None) if color == "auto" else color == "always"
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if tty else _WIDTH
    return Terminal(
        ascii=ascii or not _shows_suits(stream), color=has_color, width=max(20, width), tty=tty, stream=stream
    )


def _takes_color(tty: bool, standard_output: bool) -> bool:
    """Whether output is coloured if the user did not say so: on a terminal, as far as the environment allows it."""
    forced = standard_output and bool(os.environ.get("FORCE_COLOR"))
    forbidden = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return (tty or forced) and not forbidden


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at what goes to a stream."""
    return stream.isatty()


def _shows_suits(stream: TextIO) -> bool:
    """Whether a stream can encode the symbols of suits."""
    try:
        "♣♦♥♠…".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
