"""Print verdicts and diagnostics for people, editors, programs, build servers and code scanners.

A reporter receives games as they are checked, and writes at once:

>>> import sys
>>> from leoni_replay.report import Summary, reporter
>>> out = reporter("concise", sys.stdout.write, ascii=False, color=False, width=80, quiet=False)
>>> out.begin()
>>> out.end(Summary(verified=2, won=2))
2 games verified (2 won)
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Final

from leoni_replay.record.verdict import Summary, Verdict
from leoni_replay.report.base import Options, Reporter, Write

__all__ = ["FORMATS", "Options", "Reporter", "Summary", "Verdict", "Write", "reporter"]

_REPORTERS: Final = {
    "text": "full:FullReporter",
    "concise": "concise:ConciseReporter",
    "json": "json_lines:JsonReporter",
    "jsonl": "json_lines:JsonLinesReporter",
    "github": "github:GithubReporter",
    "sarif": "sarif:SarifReporter",
    "junit": "junit:JunitReporter",
}
FORMATS: Final = tuple(_REPORTERS)


def reporter(
    format: str,
    write: Write,
    *,
    ascii: bool,
    color: bool,
    width: int,
    quiet: bool,
    cut: bool = True,
    strict: bool = False,
) -> Reporter:
    """Make the reporter of a format; its module is imported only now.

    ``write`` takes text (a stream's ``write``); the other arguments are those of ``Options``. Raises ``ValueError`` for
    a name that is not in ``FORMATS``.
    """
    if format not in _REPORTERS:
        raise ValueError(f"no format {format!r}: there are {', '.join(FORMATS)}")
    kind: type[Reporter] = resolve_name(f"leoni_replay.report.{_REPORTERS[format]}")
    return kind(write, Options(ascii, color, width, quiet, cut, strict))
