"""The interface that every format implements."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.phrases import still_legal_remark
from leoni_replay.record.verdict import Summary, Verdict

Write = Callable[[str], object]


class Options(NamedTuple):
    """The look of a report. JSON, JUnit and SARIF use only ``ascii`` and ``strict``.

    Attributes:
        ascii: whether to write suits as letters, and only ASCII.
        color: whether to use ANSI colours.
        width: the columns of the terminal.
        quiet: whether to print no line for a game that verifies.
        cut: whether to cut lines to the width, for people; programs get whole lines.
        strict: whether warnings and unknown cards are failures.
    """

    ascii: bool = False
    color: bool = False
    width: int = 100
    quiet: bool = False
    cut: bool = True
    strict: bool = False


def remark(verdict: Verdict) -> str:
    """Return ``lost; 3 moves (reversals) were still legal`` for a game lost where moves were; empty for others."""
    if verdict.result != "lost" or not verdict.legal_moves:
        return ""
    return "lost" + still_legal_remark(verdict.legal_moves, "lost")


class Reporter:
    """Prints verdicts as they come: ``begin``, then any number of ``verdict`` and ``file_problem``, then ``end``.

    A verdict is written at once and forgotten, so a million games need no more memory than one. (Only ``junit`` keeps
    the cases of the current file, because an XML suite states its counts before its cases.)
    """

    def __init__(self, write: Write, options: Options) -> None:
        """Report to ``write``, which takes whole lines of text and may raise what a stream's ``write`` raises."""
        self.write = write
        self.options = options

    def begin(self) -> None:
        """Write what comes before the first game."""

    def verdict(self, verdict: Verdict) -> None:
        """Report a checked game: its diagnostics, and whatever else the format says of a game."""
        for diagnostic in verdict.diagnostics:
            self.diagnostic(diagnostic)

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic about a whole file or folder; a span with line 0 means no place in it."""
        self.diagnostic(diagnostic)

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        """Report one diagnostic, of a game or of a file."""
        raise NotImplementedError

    def end(self, summary: Summary) -> None:
        """Write what comes after the last game. The caller counts the summary, not the reporter."""
