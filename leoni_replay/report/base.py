"""The interface that every format implements."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.verdict import Summary, Verdict

Write = Callable[[str], object]


class Options(NamedTuple):
    """How a report is to look.

    ``ascii``: suits as letters and no sign of our own beyond ASCII. ``color``: ANSI colours. ``width``: the columns
    of the terminal. ``quiet``: no line for a game that verifies. ``cut``: whether lines are cut to the width, which is
    for a person's eyes; a program reads whole ones. ``strict``: warnings and unknown cards are failures. Formats for
    machines heed ``ascii`` and ``strict`` alone.
    """

    ascii: bool = False
    color: bool = False
    width: int = 100
    quiet: bool = False
    cut: bool = True
    strict: bool = False


class Reporter:
    """Prints verdicts as they come: ``begin``, then any number of ``verdict`` and ``file_problem``, then ``end``.

    What it is fed is written at once and forgotten (``junit`` alone keeps the cases of the file at hand, since an
    XML suite states its counts before its cases), so that a million games need no more memory than one.
    """

    def __init__(self, write: Write, options: Options) -> None:
        """Report to ``write``, which takes whole lines of text and may raise what a stream's ``write`` raises."""
        self.write = write
        self.options = options

    def begin(self) -> None:
        """Write what stands before the first game."""

    def verdict(self, verdict: Verdict) -> None:
        """Report a checked game."""
        raise NotImplementedError

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Report a finding about a file or folder as a whole; a span with line 0 stands for no place in it."""
        raise NotImplementedError

    def end(self, summary: Summary) -> None:
        """Write what stands after the last game. The summary is the caller's: reporters do not count."""
