"""The formats for programs: one object per game, one per line (``jsonl``) or all in an array (``json``).

``leoni_replay/schemas/verify.schema.json`` describes them. A diagnostic about a whole file is an object of the same
shape with ``number`` null and the status ``problem``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from json.encoder import encode_basestring as quoted
from typing import Any

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.verdict import VERDICT_KEYS, Summary, Verdict
from leoni_replay.report.base import Reporter, Write
from leoni_replay.text import is_hidden


def encoder(ascii: bool) -> Callable[[object], str]:
    """Return a function that encodes a value as JSON on one line, with nothing that a terminal interprets."""
    encode = json.JSONEncoder(ensure_ascii=ascii).encode
    escape = json.JSONEncoder(ensure_ascii=True).encode

    def safe(value: object) -> str:
        """Return a value as JSON, with the characters escaped that a terminal could interpret."""
        text = encode(value)
        # JSON itself escapes only the first 32 control characters. The others, and lone surrogates (undecodable bytes
        # in a file's name), can only be in strings, so they can be escaped afterwards.
        if text.isprintable():
            return text
        # The escaped character comes in quotation marks, which are left out.
        return "".join([escape(char)[1:-1] if is_hidden(char) else char for char in text])

    return safe


def problem_object(problem: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic about a file with the keys of a game, so that one reader handles both."""
    return dict.fromkeys(VERDICT_KEYS) | {
        "file": problem.file,
        "status": "problem",
        "diagnostics": [problem.as_dict()],
    }


def _verdict_text(verdict: Verdict) -> str | None:
    """Return the JSON of a game, two to five times as fast as the encoder; None for a game with unknown cards or
    misplays, without a deal, or with a diagnostic for which :func:`_diagnostic_text` returns None."""
    game, rules, deal, digest = verdict.game, verdict.rules, verdict.deal, verdict.digest
    if verdict.irregular or verdict.unknown is not None or not (game and rules and deal and digest):
        return None
    diagnostic_texts: list[str] = []
    for diagnostic in verdict.diagnostics:
        diagnostic_text = _diagnostic_text(diagnostic)
        if diagnostic_text is None:
            return None
        diagnostic_texts.append(diagnostic_text)
    text = (
        f'{{"file": {quoted(verdict.file)}, "number": {verdict.number}, "game": {quoted(game)}, '
        f'"rules": {quoted(rules)}, "deal": {quoted(deal)}, "status": "{verdict.status}", '
        f'"label": "{verdict.label}", "result": {_text_or_null(verdict.result)}, '
        f'"legal_moves": {_number_or_null(verdict.legal_moves)}, "unknown": null, "irregular": 0, '
        f'"moves": {verdict.moves}, "digest": {quoted(digest)}, '
        f'"record_digest": {_text_or_null(verdict.record_digest)}, '
        f'"diagnostics": [{", ".join(diagnostic_texts)}]}}'
    )
    return text if text.isprintable() else None


def _diagnostic_text(diagnostic: Diagnostic) -> str | None:
    """Return the JSON of a diagnostic; None for one with corrections, or without a place in its file."""
    span, clause = diagnostic.span, diagnostic.clause
    if diagnostic.fixes or not span.line:
        return None
    label, source = (clause.label, clause.source) if clause is not None else (None, None)
    return (
        f'{{"code": "{diagnostic.code}", "severity": "{diagnostic.severity}", '
        f'"message": {quoted(diagnostic.message)}, "line": {span.line}, "column": {span.column}, '
        f'"end_line": {span.end_line}, "end_column": {span.end_column}, "move": {_number_or_null(diagnostic.move)}, '
        f'"clause": {_text_or_null(label)}, "source": {_text_or_null(source)}, '
        f'"table": {_list_text(diagnostic.table_lines)}, "notes": {_list_text(diagnostic.notes)}, '
        f'"help": {_list_text(diagnostic.help)}, "fixes": []}}'
    )


def _text_or_null(text: str | None) -> str:
    return "null" if text is None else quoted(text)


def _number_or_null(number: int | None) -> str:
    return "null" if number is None else str(number)


def _list_text(texts: tuple[str, ...]) -> str:
    return f"[{', '.join(map(quoted, texts))}]" if texts else "[]"


class Objects:
    """Writes objects as they come: in an array, one per line (``json``), or only one per line (``jsonl``)."""

    def __init__(self, write: Write, ascii: bool, format: str) -> None:
        self._write = write
        self._encode = encoder(ascii)
        self._is_array = format == "json"
        self._is_empty = True

    def add(self, value: object) -> None:
        """Write an object."""
        self.add_text(self._encode(value))

    def add_text(self, text: str) -> None:
        """Write an object that is already text."""
        if not self._is_array:
            self._write(text + "\n")
        elif self._is_empty:
            self._write("[\n  " + text)
        else:
            self._write(",\n  " + text)
        self._is_empty = False

    def end(self) -> None:
        """Write what comes after the last object."""
        if self._is_array:
            self._write("[]\n" if self._is_empty else "\n]\n")


class JsonLinesReporter(Reporter):
    """One object per line; no summary."""

    format = "jsonl"

    def begin(self) -> None:
        self._objects = Objects(self.write, self.options.ascii, self.format)

    def verdict(self, verdict: Verdict) -> None:
        text = None if self.options.ascii else _verdict_text(verdict)
        if text is None:
            self._objects.add(verdict.as_dict())
        else:
            self._objects.add_text(text)

    def file_problem(self, diagnostic: Diagnostic) -> None:
        self._objects.add(problem_object(diagnostic))

    def end(self, summary: Summary) -> None:
        self._objects.end()


class JsonReporter(JsonLinesReporter):
    """The same objects in one array, written as they come; no summary."""

    format = "json"
