"""JUnit's XML, which build servers read: one suite per file, one case per game."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.phrases import pluralize, still_legal_remark
from leoni_replay.record.verdict import Summary, Verdict, fails
from leoni_replay.report.base import Options, Reporter, Write
from leoni_replay.text import terminal_text, visible_text

#: Hidden characters are made visible before; of the rest, XML 1.0 forbids these two.
_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\ufffe": "\ufffd", "\uffff": "\ufffd"})


class JunitReporter(Reporter):
    """A rejected game is a failure, and a file that cannot be checked is an error. Warnings are a case's output; under
    ``--strict`` they are failures too."""

    def __init__(self, write: Write, options: Options) -> None:
        super().__init__(write, options)
        self._file: str | None = None
        self._cases: list[str] = []
        self._failures = self._errors = 0

    def begin(self) -> None:
        self.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="leoni-replay">\n')

    def verdict(self, verdict: Verdict) -> None:
        """Add a game to the suite of its file: as a failure if it is rejected (with ``--strict`` also for a warning),
        otherwise with its diagnostics as output."""
        self._begin_suite(verdict.file)
        ascii = self.options.ascii
        name = f"game {verdict.number}"
        if verdict.game:
            name += f": {terminal_text(verdict.game, ascii)}"
        parts = [self._frame(diagnostic) for diagnostic in verdict.diagnostics]
        if verdict.legal_moves:
            parts.insert(0, f"{verdict.result}{still_legal_remark(verdict.legal_moves, verdict.result)}\n")
        text = "\n".join(parts)
        if fails(verdict, self.options.strict):
            self._failures += 1
            message, kind = self._cause(verdict)
            self._add_case(name, "failure", text, message=message, kind=kind)
        else:
            self._add_case(name, "system-out", text)

    def _cause(self, verdict: Verdict) -> tuple[str, str]:
        """Return why a game fails (with ``--strict`` also for a warning): the message, and its kind."""
        for severity in ("error", "warning"):
            for diagnostic in verdict.diagnostics:
                if diagnostic.severity == severity:
                    return diagnostic.message, diagnostic.code
        return f"{pluralize(verdict.unknown or 0, 'card')} unknown", verdict.status

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Add a case for a file that cannot be checked to the suite of this file."""
        self._begin_suite(diagnostic.file)
        frame = self._frame(diagnostic)
        if diagnostic.severity == "error":
            self._errors += 1
            self._add_case("file", "error", frame, message=diagnostic.message, kind=diagnostic.code)
        else:
            self._add_case("file", "system-out", frame)

    def end(self, summary: Summary) -> None:
        self._write_suite()
        self.write("</testsuites>\n")

    def _frame(self, diagnostic: Diagnostic) -> str:
        return diagnostic.render(ascii=self.options.ascii)

    def _begin_suite(self, file: str) -> None:
        """Begin the suite of a file, unless the suite of this file has begun."""
        if file != self._file:
            self._write_suite()
            self._file = file

    def _add_case(self, name: str, tag: str, text: str, *, message: str = "", kind: str = "") -> None:
        """Add a case to the suite of the current file.

        Args:
            name: the name of the case, ``game 2: Martha`` or ``file``.
            tag: the element inside the case: ``failure``, ``error`` or ``system-out``.
            text: the text in that element.
            message: what is wrong, in one line.
            kind: the code of what is wrong; empty if nothing is.
        """
        ascii = self.options.ascii
        head = f'    <testcase name="{self._xml(name)}" classname="{self._xml(visible_text(self._file or "", ascii))}"'
        if not text and tag == "system-out":
            self._cases.append(f"{head}/>\n")
            return
        start_tag = tag
        if kind:
            message, kind = self._xml(terminal_text(message, ascii)), self._xml(visible_text(kind, ascii))
            start_tag = f'{tag} message="{message}" type="{kind}"'
        self._cases.append(f"{head}>\n      <{start_tag}>{self._xml(text)}</{tag}>\n    </testcase>\n")

    def _write_suite(self) -> None:
        """Write the suite of the current file, and forget it."""
        if self._file is None:
            return
        name = self._xml(visible_text(self._file, self.options.ascii))
        counts = f'tests="{len(self._cases)}" failures="{self._failures}" errors="{self._errors}" skipped="0"'
        self.write(f'  <testsuite name="{name}" {counts}>\n{"".join(self._cases)}  </testsuite>\n')
        self._cases = []
        self._failures = self._errors = 0
        self._file = None

    def _xml(self, text: str) -> str:
        text = text.translate(_XML)
        # A character reference means the same in any encoding of the stream.
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii") if self.options.ascii else text
