"""Print verdicts and diagnostics for people, editors, programs, build servers and code scanners.

A reporter receives games as they are checked, and writes at once:

>>> import sys
>>> from leoni_replay.report import Summary, reporter
>>> out = reporter("concise", sys.stdout.write, width=80)
>>> out.begin()
>>> out.end(Summary(verified=2, won=2))
2 games verified (2 won)

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Options, Reporter, Write

__all__ = ["FORMATS", "Options", "Reporter", "Summary", "Verdict", "Write", "reporter"]

#: The module and the class of each format.
_REPORTERS: Final = {
    "text": ("full", "FullReporter"),
    "concise": ("concise", "ConciseReporter"),
    "json": ("json_lines", "JsonReporter"),
    "jsonl": ("json_lines", "JsonLinesReporter"),
    "github": ("github", "GithubReporter"),
    "sarif": ("sarif", "SarifReporter"),
    "junit": ("junit", "JunitReporter"),
}
FORMATS: Final = tuple(_REPORTERS)


def reporter(format: str, write: Write, **options: Any) -> Reporter:
    """Make the reporter of a format; its module is imported only now.

    Args:
        format: its name.
        write: takes text, like the ``write`` of a stream.
        options: those of ``Options``.

    Raises:
        ValueError: there is no such format.
    """
    if format not in _REPORTERS:
        raise ValueError(f"no format {format!r}: there are {', '.join(FORMATS)}")
    module, class_name = _REPORTERS[format]
    kind: type[Reporter] = getattr(import_module(f"leoni_replay.report.{module}"), class_name)
    return kind(write, Options(**options))
