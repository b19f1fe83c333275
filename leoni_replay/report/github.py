"""The format for GitHub's workflow logs: a command a finding, which GitHub shows beside the line it is about."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Reporter
from leoni_replay.report.frame import prose
from leoni_replay.text import visible

_LEVELS = {"error": "error", "warning": "warning", "note": "notice", "conjecture": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


class GithubReporter(Reporter):
    """``::error file=…,line=…,col=…,endLine=…,endColumn=…,title=M203::message``, and the summary line."""

    def verdict(self, verdict: Verdict) -> None:
        """Print a command for each finding about the game."""
        for diagnostic in verdict.diagnostics:
            self._command(diagnostic)

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Print the command of a finding about a file."""
        self._command(diagnostic)

    def end(self, summary: Summary) -> None:
        """Print the summary line, which is no command: the log shows it as it is."""
        self.write(summary.text() + "\n")

    def _command(self, diagnostic: Diagnostic) -> None:
        span = diagnostic.span
        # The name must stay the file's own; but of hidden characters GitHub's escapes cover line breaks alone.
        file = "".join([char if char in "\r\n" else visible(char, self.options.ascii) for char in diagnostic.file])
        properties = {"file": file}
        if span.line:
            properties["line"] = str(span.line)
            # GitHub drops a command that has columns and more than one line, or an end before its start.
            if span.end_line == span.line:
                properties["col"] = str(span.column)
            properties["endLine"] = str(max(span.end_line, span.line))
            if span.end_line == span.line:
                properties["endColumn"] = str(max(span.end_column, span.column))
        properties["title"] = visible(diagnostic.code, self.options.ascii)
        pairs = ",".join([f"{key}={text.translate(_PROPERTY)}" for key, text in properties.items()])
        message = prose(diagnostic, self.options.ascii).translate(_DATA)
        self.write(f"::{_LEVELS[diagnostic.severity]} {pairs}::{message}\n")
