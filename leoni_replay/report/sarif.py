"""SARIF 2.1.0, the format of code-scanning services."""

from __future__ import annotations

from os import fsencode, sep
from os import path as paths
from typing import Any
from urllib.parse import quote

from leoni_replay import __version__
from leoni_replay.diagnostics import Diagnostic, Fix, Severity, Span
from leoni_replay.explain import address, codes, page
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Options, Reporter, Write, remark
from leoni_replay.report.frame import game_and_move, prose
from leoni_replay.report.json_lines import encoder

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


#: the rule of a remark, which is no diagnostic
_REMARK = "remark"


class SarifReporter(Reporter):
    """One run whose results are written as they come; the tool and the rules it used follow them."""

    def __init__(self, write: Write, options: Options) -> None:
        super().__init__(write, options)
        self._encode = encoder(options.ascii)
        #: the codes that occurred, in order, with their severities
        self._codes: dict[str, Severity] = {}
        self._is_empty = True

    def begin(self) -> None:
        self.write(
            f'{{\n  "$schema": "{SCHEMA}",\n  "version": "2.1.0",\n  "runs": [\n    {{\n'
            '      "columnKind": "unicodeCodePoints",\n      "results": ['
        )

    def verdict(self, verdict: Verdict) -> None:
        """Write a result for each diagnostic of the game, and one for what was still legal when it was lost; other
        games without diagnostics get none."""
        remark_text = remark(verdict)
        if remark_text:
            location = {
                "physicalLocation": {"artifactLocation": {"uri": uri(verdict.file)}},
                "logicalLocations": [{"fullyQualifiedName": f"game {verdict.number}"}],
            }
            result = {
                **self._rule_fields(_REMARK, "note"),
                "kind": "informational",
                "level": "none",
                "message": {"text": _message(remark_text)},
                "locations": [location],
            }
            self._write_result(result)
        super().verdict(verdict)

    def end(self, summary: Summary) -> None:
        rules = [_rule(code, severity) for code, severity in self._codes.items()]
        tool = {"driver": {"name": "leoni-replay", "version": __version__, "rules": rules}}
        self.write(
            ("" if self._is_empty else "\n      ") + f'],\n      "tool": {self._encode(tool)}\n    }}\n  ]\n}}\n',
        )

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        """Write a diagnostic as a result: its rule, its text, its place, and its corrections."""
        physical_location: dict[str, Any] = {"artifactLocation": {"uri": uri(diagnostic.file)}}
        span = diagnostic.span
        if span.line:
            physical_location["region"] = _region(span)
        location: dict[str, Any] = {"physicalLocation": physical_location}
        if name := game_and_move(diagnostic):
            location["logicalLocations"] = [{"fullyQualifiedName": name}]
        result: dict[str, Any] = {
            **self._rule_fields(diagnostic.code, diagnostic.severity),
            "level": diagnostic.severity,
            "message": {"text": _message(prose(diagnostic))},
            "locations": [location],
        }
        if diagnostic.fixes:
            result["fixes"] = [_fix(fix, diagnostic.file) for fix in diagnostic.fixes]
        self._write_result(result)

    def _rule_fields(self, code: str, severity: Severity) -> dict[str, Any]:
        """Return the fields of a result that name its rule, without which some readers stop. The rule is noted, because
        all rules are written at the end."""
        self._codes.setdefault(code, severity)
        return {"ruleId": code, "ruleIndex": list(self._codes).index(code)}

    def _write_result(self, result: dict[str, Any]) -> None:
        separator = "" if self._is_empty else ","
        self.write(f"{separator}\n        {self._encode(result)}")
        self._is_empty = False


def uri(path: str) -> str:
    """Return the path as a percent-encoded URI, relative if the path is."""
    text = quote(fsencode(path.replace(sep, "/")), safe="/")
    if not paths.isabs(path):
        return text
    return "file://" + (text if text.startswith("/") else "/" + text)


def _message(text: str) -> str:
    """Return the text as a SARIF message string: braces doubled, because one begins a placeholder (§ 3.11.5), and
    nothing that would be read as a link (§ 3.11.6)."""
    return text.replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _fix(fix: Fix, file: str) -> dict[str, Any]:
    """Return a correction in SARIF's terms (§ 3.55): its description, and what it replaces."""
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    change = {"artifactLocation": {"uri": uri(file)}, "replacements": replacements}
    return {"description": {"text": _message(fix.message)}, "artifactChanges": [change]}


def _region(span: Span) -> dict[str, int]:
    return dict(zip(("startLine", "startColumn", "endLine", "endColumn"), span, strict=True))


def _rule(code: str, severity: Severity) -> dict[str, Any]:
    """Return a code as a SARIF rule: its description is its page in ``explain/``."""
    text = page(code) if code in codes() else ""
    heading, _, body = text.partition("\n")
    title = heading.removeprefix("# ").removeprefix(code).lstrip(" :.-–—")
    if not title:
        title = "A game that was given up while moves were legal" if code == _REMARK else f"Finding {code}"
    rule: dict[str, Any] = {
        "id": code,
        "shortDescription": {"text": title},
        "defaultConfiguration": {"level": severity},
    }
    if body.strip():
        first_paragraph = " ".join(body.strip().partition("\n\n")[0].split())
        rule["fullDescription"] = {"text": first_paragraph.replace("`", "")}
        # Braces stay as they are: nothing fills in placeholders of a rule, and viewers show its text as it is.
        rule["help"] = {"text": body.strip(), "markdown": text.strip()}
        if page_address := address(code):
            rule["helpUri"] = page_address
    return rule
