"""The formats for programs: an object a game, one a line (``jsonl``) or all in an array (``json``).

``leoni_replay/schemas/verify.schema.json`` describes them. A finding about a file as a whole is an object of the
same shape with ``game`` null and the status ``problem``.
"""

from __future__ import annotations

from collections.abc import Callable
from json.encoder import encode_basestring as quoted
from typing import Any

from leoni_replay.diagnostics import Diagnostic, diagnostic_object
from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Options, Reporter, Write
from leoni_replay.text import hidden


def schema_text() -> str:
    """The JSON Schema of one object of ``jsonl`` (and of ``json`` under ``$defs/array``), as text."""
    from importlib.resources import files

    return files("leoni_replay").joinpath("schemas", "verify.schema.json").read_text(encoding="utf-8")


def encoder(ascii: bool) -> Callable[[object], str]:
    """A function from a value to its JSON on one line, in which no character is one that a terminal obeys."""
    import json

    encode = json.JSONEncoder(ensure_ascii=ascii).encode
    escape = json.JSONEncoder(ensure_ascii=True).encode

    def safe(value: object) -> str:
        text = encode(value)
        # JSON itself escapes the first 32 controls only. The others, and halves of surrogate pairs (undecodable
        # bytes of a file's name), stand in strings if anywhere, so they can be escaped after the fact.
        if text.isprintable():
            return text
        return "".join([escape(char)[1:-1] if hidden(char) else char for char in text])

    return safe


def verdict_object(verdict: Verdict) -> dict[str, Any]:
    """A checked game as the schema has it."""
    return {
        "file": verdict.file,
        "game": verdict.game,
        "name": verdict.name,
        "rules": verdict.rules,
        "deal": verdict.deal,
        "status": verdict.status,
        "result": verdict.result,
        "unknown": verdict.unknown,
        "moves": verdict.moves,
        "digest": verdict.digest,
        "diagnostics": [diagnostic_object(found) for found in verdict.diagnostics],
    }


def _verified(verdict: Verdict) -> str | None:
    """The object of a verified game about which there is nothing to say, as the encoder would write it in five times
    the time; None for any other game."""
    file, game, name, rules, deal, status, result, moves, digest, diagnostics, _ = verdict
    if status != "verified" or diagnostics or not (name and rules and deal and result and digest):
        return None
    text = (
        f'{{"file": {quoted(file)}, "game": {game}, "name": {quoted(name)}, "rules": {quoted(rules)}, '
        f'"deal": {quoted(deal)}, "status": "verified", "result": {quoted(result)}, "unknown": null, '
        f'"moves": {moves}, "digest": {quoted(digest)}, "diagnostics": []}}'
    )
    return text if text.isprintable() else None


def problem_object(found: Diagnostic) -> dict[str, Any]:
    """A finding about a file as the schema has it: the keys of a game, so that one reader serves both."""
    return {
        "file": found.file,
        "game": None,
        "name": None,
        "rules": None,
        "deal": None,
        "status": "problem",
        "result": None,
        "unknown": None,
        "moves": None,
        "digest": None,
        "diagnostics": [diagnostic_object(found)],
    }


class JsonLinesReporter(Reporter):
    """An object a line; no summary."""

    def __init__(self, write: Write, options: Options) -> None:
        """As ``Reporter``."""
        super().__init__(write, options)
        self._encode = encoder(options.ascii)

    def verdict(self, verdict: Verdict) -> None:
        """Write the game's object."""
        text = None if self.options.ascii else _verified(verdict)
        self._put(text or self._encode(verdict_object(verdict)))

    def file_problem(self, diagnostic: Diagnostic) -> None:
        """Write an object with ``game`` null."""
        self._put(self._encode(problem_object(diagnostic)))

    def _put(self, text: str) -> None:
        self.write(text + "\n")


class JsonReporter(JsonLinesReporter):
    """The same objects in one array, written as they come; no summary."""

    def __init__(self, write: Write, options: Options) -> None:
        """As ``Reporter``."""
        super().__init__(write, options)
        self._empty = True

    def begin(self) -> None:
        """Open the array."""
        self.write("[")

    def end(self, summary: Summary) -> None:
        """Close the array."""
        self.write("]\n" if self._empty else "\n]\n")

    def _put(self, text: str) -> None:
        self.write(("\n  " if self._empty else ",\n  ") + text)
        self._empty = False
