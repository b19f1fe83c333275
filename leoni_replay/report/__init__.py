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

from typing import Final

from leoni_replay.record.verdict import Result, Status, Summary, Verdict
from leoni_replay.report.base import Options, Reporter, Write

__all__ = ["FORMATS", "Options", "Reporter", "Result", "Status", "Summary", "Verdict", "Write", "reporter"]

FORMATS: Final = ("full", "concise", "json", "jsonl", "github", "sarif", "junit")


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
    options = Options(ascii, color, width, quiet, cut, strict)
    kind: type[Reporter]
    if format == "full":
        from leoni_replay.report.full import FullReporter as kind
    elif format == "concise":
        from leoni_replay.report.concise import ConciseReporter as kind
    elif format == "json":
        from leoni_replay.report.json_lines import JsonReporter as kind
    elif format == "jsonl":
        from leoni_replay.report.json_lines import JsonLinesReporter as kind
    elif format == "github":
        from leoni_replay.report.github import GithubReporter as kind
    elif format == "sarif":
        from leoni_replay.report.sarif import SarifReporter as kind
    elif format == "junit":
        from leoni_replay.report.junit import JunitReporter as kind
    else:
        raise ValueError(f"no format {format!r}: there are {', '.join(FORMATS)}")
    return kind(write, options)
