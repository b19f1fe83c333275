"""The format for editors and ``grep``: one line per diagnostic, and per game lost where moves were still legal."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Reporter, remark
from leoni_replay.report.frame import location
from leoni_replay.text import paint, terminal_text, visible_text


class ConciseReporter(Reporter):
    """``file:line:column: error[M203] message``, and the summary line."""

    def verdict(self, verdict: Verdict) -> None:
        """Write a line for what was still legal when a game was lost, and one for each diagnostic of the game."""
        remark_text = remark(verdict)
        if remark_text and not self.options.quiet:
            self.write(
                f"{visible_text(verdict.file, self.options.ascii)}: note: game {verdict.number}: {remark_text}\n"
            )
        super().verdict(verdict)

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        ascii, color = self.options.ascii, self.options.color
        code = paint(f"{diagnostic.severity}[{visible_text(diagnostic.code, ascii)}]", diagnostic.severity, color)
        location_text = paint(location(diagnostic, ascii), "bold", color)
        self.write(f"{location_text}: {code} {terminal_text(diagnostic.message, ascii)}\n")

    def end(self, summary: Summary) -> None:
        self.write(", ".join([paint(text, style, self.options.color) for style, text in summary.parts()]) + "\n")
