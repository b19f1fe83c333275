"""The format for GitHub's workflow logs: one command per diagnostic, which GitHub shows beside the line concerned."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Reporter, remark
from leoni_replay.report.frame import prose
from leoni_replay.text import visible_text

#: GitHub's words for severities, and its escapes in messages and in the values of properties.
_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


class GithubReporter(Reporter):
    """``::error file=…,line=…,col=…,endLine=…,endColumn=…,title=M203::message``, and the summary line."""

    def verdict(self, verdict: Verdict) -> None:
        """Write a notice for what was still legal when a game was lost, and a command for each diagnostic."""
        remark_text = remark(verdict)
        if remark_text and not self.options.quiet:
            file = self._file_name(verdict.file).translate(_PROPERTY)
            self.write(f"::notice file={file},title=lost::game {verdict.number}: {remark_text}\n")
        super().verdict(verdict)

    def end(self, summary: Summary) -> None:
        self.write(summary.text() + "\n")

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        """Write the command that makes GitHub show a diagnostic."""
        span = diagnostic.span
        properties = {"file": self._file_name(diagnostic.file)}
        if span.line:
            properties["line"] = str(span.line)
            # GitHub drops a command that has columns and more than one line, or an end before its start.
            if span.end_line == span.line:
                properties["col"] = str(span.column)
            properties["endLine"] = str(max(span.end_line, span.line))
            if span.end_line == span.line:
                properties["endColumn"] = str(max(span.end_column, span.column))
        properties["title"] = visible_text(diagnostic.code, self.options.ascii)
        properties_text = ",".join([f"{key}={value.translate(_PROPERTY)}" for key, value in properties.items()])
        message = prose(diagnostic, self.options.ascii).translate(_DATA)
        self.write(f"::{_LEVELS[diagnostic.severity]} {properties_text}::{message}\n")

    def _file_name(self, name: str) -> str:
        """Return the name of a file with hidden characters made visible, except line breaks, which GitHub escapes."""
        return "".join([char if char in "\r\n" else visible_text(char, self.options.ascii) for char in name])
