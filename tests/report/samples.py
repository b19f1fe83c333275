"""Findings and verdicts that the tests of the formats share."""

from __future__ import annotations

from typing import Any

from leoni_replay.diagnostics import Citation, Clause, Diagnostic, Edit, Fix, Span
from leoni_replay.report import Summary, Verdict, reporter

PLAY = Clause(
    label="wikipedia 4",
    name="play",
    text="A card goes onto a foundation if it is next in suit.",
    cite=Citation('Wikipedia, "Leoni\'s Own"', "Rules"),
    basis="stated",
)

#: The finding of docs and design: its frame is in ``test_report_full.py`` to the letter.
MISFIT = Diagnostic(
    code="M203",
    severity="error",
    message="4♣ does not fit: clubs stand at A♣ (built up) and J♣ (built down)",
    file="games/1884.moves",
    span=Span(8, 5, 8, 10),
    lines=("18. 8:4C^ 4:TCv exile:6C~2H~7C 2:9Cv redeal 1:2C^ 13:6Hv 5:3H^ 11:8Cv",),
    number=1,
    move=18,
    clause=PLAY,
    table_lines=("8: Q♦ A♠ 5♣ K♦ 6♣ 4♣",),
    help=("nothing fits, so an exile is next; the one legal move is exile:4C~5C",),
)

DOUBT = Diagnostic(
    code="H104",
    severity="warning",
    message="the date 1884-13-01 is no date",
    file="games/mixed.moves",
    span=Span(3, 7, 3, 17),
    lines=("date: 1884-13-01",),
    number=2,
)

UNREADABLE = Diagnostic(
    code="F001",
    severity="error",
    message="cannot be read: permission denied",
    file="games/locked.moves",
    span=Span(0, 0, 0, 0),
)

WON = Verdict(
    "games/mixed.moves", 1, "Leoni's Own", "wikipedia", "17", "verified", "won", 104, "00ff00ff00ff00ff",
    record_digest="abcdef0123456789",
)  # fmt: skip
LOST = Verdict(
    "games/mixed.moves", 2, "Leoni's Own", "wikipedia", "18", "verified", "lost", 66, "905fddf640080ce5", (DOUBT,)
)
OPEN = Verdict("games/other-long-name.moves", 1, "Exile", "arnold", None, "verified", "*", 1, "0123456789abcdef")
REJECTED = Verdict("games/1884.moves", 1, "Leoni's Own", "wikipedia", "1", "rejected", None, 17, None, (MISFIT,))

#: Escape sequence, 8-bit escape, reading-direction override, line separator, line feed, half a surrogate pair.
HOSTILE = "\x1b[31mred\x9b2J\u202eabc\u2028d\ne\udc80\x00\x7f [x](http://e) {0} %0A ::error::x ]]> & < > \" ' \ufffe"


def finding(**changes: Any) -> Diagnostic:
    """A plain finding with some fields changed."""
    fields: dict[str, Any] = {
        "code": "M203",
        "severity": "error",
        "message": "no",
        "file": "a.moves",
        "span": Span(1, 1, 1, 2),
    }
    return Diagnostic(**(fields | changes))


def hostile_verdict() -> Verdict:
    """A rejected game with hostile text wherever text can be."""
    clause = Clause(HOSTILE, HOSTILE, HOSTILE, Citation(HOSTILE), "inferred")
    diagnostic = finding(
        message=HOSTILE,
        file=HOSTILE,
        span=Span(3, 9, 3, 12),
        lines=(HOSTILE,),
        number=3,
        move=4,
        clause=clause,
        table_lines=(HOSTILE, HOSTILE),
        notes=(HOSTILE,),
        help=(HOSTILE,),
        fixes=(Fix(HOSTILE, HOSTILE, 3, False, (Edit(Span(3, 9, 3, 12), HOSTILE),)),),
    )
    return Verdict(HOSTILE, 3, HOSTILE, HOSTILE, HOSTILE, "rejected", None, 3, HOSTILE, (diagnostic,))


def report(format: str, *fed: Verdict | Diagnostic, **options: Any) -> str:
    """What a reporter writes when it is fed these verdicts and findings about files."""
    settings: dict[str, Any] = {"ascii": False, "color": False, "width": 100, "quiet": False}
    parts: list[str] = []
    out = reporter(format, parts.append, **(settings | options))
    summary = Summary()
    out.begin()
    for item in fed:
        if isinstance(item, Verdict):
            summary.add(item)
            out.verdict(item)
        else:
            summary.add_problem(item)
            out.file_problem(item)
    out.end(summary)
    return "".join(parts)
