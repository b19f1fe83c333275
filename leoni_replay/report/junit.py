"""JUnit's XML, which build servers read: one suite per file, one case per game."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.phrases import counted, still_legal
from leoni_replay.record.verdict import Summary, Verdict, fails
from leoni_replay.report.base import Options, Reporter, Write
from leoni_replay.text import shown, visible

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
        self._suite(verdict.file)
        ascii = self.options.ascii
        name = f"game {verdict.number}" + (f": {shown(verdict.game, ascii)}" if verdict.game else "")
        legal = [f"{verdict.result}{still_legal(verdict.legal_moves, verdict.result)}\n"] if verdict.legal_moves else []
        text = "\n".join([*legal, *[self._frame(diagnostic) for diagnostic in verdict.diagnostics]])
        if fails(verdict, self.options.strict):
            self._failures += 1
            self._case(name, "failure", *self._cause(verdict), text)
        else:
            self._case(name, "system-out", "", "", text)

    def _cause(self, verdict: Verdict) -> tuple[str, str]:
        """Return the diagnostic that makes a game fail (with ``--strict`` also a warning), and its kind."""
        for severity in ("error", "warning"):
            for diagnostic in verdict.diagnostics:
                if diagnostic.severity == severity:
                    return diagnostic.message, diagnostic.code
        return f"{counted(verdict.unknown or 0, 'card')} unknown", verdict.status

    def file_problem(self, diagnostic: Diagnostic) -> None:
        self._suite(diagnostic.file)
        if diagnostic.severity == "error":
            self._errors += 1
            self._case("file", "error", diagnostic.message, diagnostic.code, self._frame(diagnostic))
        else:
            self._case("file", "system-out", "", "", self._frame(diagnostic))

    def end(self, summary: Summary) -> None:
        self._flush()
        self.write("</testsuites>\n")

    def _frame(self, diagnostic: Diagnostic) -> str:
        return diagnostic.render(ascii=self.options.ascii)

    def _suite(self, file: str) -> None:
        if file != self._file:
            self._flush()
            self._file = file

    def _case(self, name: str, tag: str, message: str, kind: str, text: str) -> None:
        ascii = self.options.ascii
        head = f'    <testcase name="{self._xml(name)}" classname="{self._xml(visible(self._file or "", ascii))}"'
        if not text and tag == "system-out":
            self._cases.append(f"{head}/>\n")
            return
        opening = tag
        if kind:
            opening = f'{tag} message="{self._xml(shown(message, ascii))}" type="{self._xml(visible(kind, ascii))}"'
        self._cases.append(f"{head}>\n      <{opening}>{self._xml(text)}</{tag}>\n    </testcase>\n")

    def _flush(self) -> None:
        if self._file is None:
            return
        name = self._xml(visible(self._file, self.options.ascii))
        counts = f'tests="{len(self._cases)}" failures="{self._failures}" errors="{self._errors}" skipped="0"'
        self.write(f'  <testsuite name="{name}" {counts}>\n{"".join(self._cases)}  </testsuite>\n')
        self._cases = []
        self._failures = self._errors = 0
        self._file = None

    def _xml(self, text: str) -> str:
        text = text.translate(_XML)
        # A character reference means the same in any encoding of the stream.
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii") if self.options.ascii else text
