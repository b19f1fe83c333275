"""The format for editors and ``grep``: one line per diagnostic, and per game lost where moves were still legal."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Reporter, remark
from leoni_replay.report.frame import location
from leoni_replay.text import paint, shown, visible


class ConciseReporter(Reporter):
    """``file:line:column: error[M203] message``, and the summary line."""

    def verdict(self, verdict: Verdict) -> None:
        """Print one line for each diagnostic of the game, or what was still legal when it was lost."""
        if (said := remark(verdict)) and not self.options.quiet:
            self.write(f"{visible(verdict.file, self.options.ascii)}: note: game {verdict.game}: {said}\n")
        if verdict.diagnostics:
            self.write("".join([self._line(diagnostic) for diagnostic in verdict.diagnostics]))

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Print the line of a diagnostic about a file."""
        self.write(self._line(diagnostic))

    def end(self, summary: Summary) -> None:
        """Print the summary line."""
        self.write(", ".join([paint(text, style, self.options.color) for style, text in summary.parts()]) + "\n")

    def _line(self, diagnostic: Diagnostic) -> str:
        ascii, color = self.options.ascii, self.options.color
        code = paint(f"{diagnostic.severity}[{visible(diagnostic.code, ascii)}]", diagnostic.severity, color)
        return f"{paint(location(diagnostic, ascii), 'bold', color)}: {code} {shown(diagnostic.message, ascii)}\n"
