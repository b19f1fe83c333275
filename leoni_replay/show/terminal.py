"""What the terminal can do: suits, colour, width; and the ways in which output can fail."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from rich.console import Console

#: What is assumed where there is no terminal to ask.
_WIDTH = 100


class Terminal(NamedTuple):
    """How to write to standard output."""

    ascii: bool
    color: bool
    width: int

    def write(self, text: str) -> None:
        """Write text as it is.

        Raises:
            BrokenPipeError: nobody reads it any more (without the error number by which typer would take it for its
                own and end with the exit status of a rejected game).
        """
        try:
            sys.stdout.write(text)
        except BrokenPipeError:
            raise BrokenPipeError("nobody reads the output") from None

    def write_utf8(self, text: str) -> None:
        """Write what is to be read as a transcript again: in UTF-8, whatever the terminal's own encoding.

        Raises:
            BrokenPipeError: as :meth:`write`.
        """
        try:
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode())
        except BrokenPipeError:
            raise BrokenPipeError("nobody reads the output") from None

    def console(self) -> Console:
        """A rich console for boards and tables. It takes no markup, so that nothing from a record is obeyed."""
        from rich.console import Console

        class Piped(Console):
            def on_broken_pipe(self) -> None:
                """Leave a closed pipe to the command line, which handles it for every command alike."""
                raise BrokenPipeError

        return Piped(
            file=sys.stdout,
            width=self.width,
            force_terminal=self.color,
            no_color=not self.color,
            color_system="standard" if self.color else None,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
            safe_box=self.ascii,
        )


def prepare_streams() -> None:
    """Make standard output and standard error unable to fail on a character that they cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def open_terminal(ascii: bool = False, color: str = "auto") -> Terminal:
    """Look at standard output.

    Args:
        ascii: letters for suits even where symbols could be shown.
        color: ``auto`` (a terminal, unless NO_COLOR is set), ``always`` or ``never``.
    """
    prepare_streams()
    tty = sys.stdout.isatty()
    if color == "auto":
        colored = (tty or bool(os.environ.get("FORCE_COLOR"))) and not os.environ.get("NO_COLOR")
        colored = colored and os.environ.get("TERM") != "dumb"
    else:
        colored = color == "always"
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if tty or "COLUMNS" in os.environ else _WIDTH
    return Terminal(ascii or not _shows_suits(sys.stdout), colored, max(20, width))


def _shows_suits(stream: TextIO) -> bool:
    try:
        "♣♦♥♠…".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
