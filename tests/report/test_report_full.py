"""The format for people, to the letter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leoni_replay.diagnostics import Span
from leoni_replay.record.verdict import Summary

from .samples import (
    DOUBT,
    LOST,
    OPEN,
    REJECTED,
    UNREADABLE,
    WON,
    finding,
    report,
)

EXAMPLE = """\
error[M203]: 4♣ does not fit: clubs stand at A♣ (built up) and J♣ (built down)
 --> games/1884.moves:8:5   game 1, move 18
  |
8 | 18. 8:4C^ 4:TCv exile:6C~2H~7C 2:9Cv redeal 1:2C^ 13:6Hv 5:3H^ 11:8Cv
  |     ^^^^^
  = rule: wikipedia 4, play (Wikipedia, "Leoni's Own", Rules; stated)
  = table: 8: Q♦ A♠ 5♣ K♦ 6♣ 4♣
  = help: nothing fits, so an exile is next; the one legal move is exile:4C~5C
"""


def test_many_games() -> None:
    assert (
        report("text", WON, LOST, REJECTED, OPEN, UNREADABLE)
        == f"""\
verified  games/mixed.moves  game 1  won   104 moves  00ff00ff00ff00ff  Leoni's Own, wikipedia

warning[H104]: the date 1884-13-01 is no date
 --> games/mixed.moves:3:7   game 2
  |
3 | date: 1884-13-01
  |       ^^^^^^^^^^

verified  games/mixed.moves  game 2  lost   66 moves  905fddf640080ce5  Leoni's Own, wikipedia

{EXAMPLE}
verified  games/other-long-name.moves  game 1  unfinished    1 move   0123456789abcdef

error[F001]: cannot be read: permission denied
 --> games/locked.moves

1 game rejected, 3 verified (1 won, 1 lost, 1 unfinished), 1 path not checked, 1 warning
"""
    )


def test_the_record_digest_stands_beside_the_digest_where_all_else_has_room() -> None:
    before = "verified  games/mixed.moves  game 1  won   104 moves  00ff00ff00ff00ff"
    whole = f"{before}  abcdef0123456789  Leoni's Own, wikipedia\n"
    assert report("text", WON, width=len(whole) - 1) == whole
    assert report("text", WON, width=20, cut=False) == whole
    # A reader would rather know which game it is.
    assert report("text", WON, width=len(whole) - 2) == f"{before}  Leoni's Own, wikipedia\n"
    # A game with unknown cards has none.
    consistent = report("text", replace(WON, status="consistent", unknown=3, record_digest=None), cut=False)
    assert consistent == f"{before}  3 cards unknown  Leoni's Own, wikipedia\n".replace("verified", "consistent")


def test_color_adds_nothing_but_color() -> None:
    import re

    colored = report("text", WON, LOST, REJECTED, UNREADABLE, color=True)
    assert "\x1b[1;31m^^^^^\x1b[0m" in colored
    assert "\x1b[1;32mverified\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == report("text", WON, LOST, REJECTED, UNREADABLE)


def carets(line: str, column: int, end: int, width: int = 100, ascii: bool = False) -> list[str]:
    """Source and caret line of the frame of a finding in this line."""
    diagnostic = finding(lines=(line,), span=Span(1, column, 1, end))
    return diagnostic.render(width=width, ascii=ascii).splitlines()[3:5]


@pytest.mark.parametrize(
    ("line", "column", "end", "source", "marks"),
    [
        ("a\tb", 3, 4, "a   b", "    ^"),
        ("\t\tb", 2, 3, "        b", "    ^^^^"),
        ("王様 4C^", 4, 7, "王様 4C^", "     ^^^"),
        ("王様 4C^", 2, 3, "王様 4C^", "  ^^"),
        ("e\u0301e\u0301 x", 6, 7, "e\u0301e\u0301 x", "   ^"),
        ("a\x1b[31m 4C", 8, 10, "a␛[31m 4C", "       ^^"),
        ("a\x9b4C", 3, 5, "a\\x9b4C", "     ^^"),
        ("8:4C", 5, 5, "8:4C", "    ^"),
        ("8:4C\r\n", 5, 6, "8:4C", "    ^"),
        ("", 1, 1, "", "^"),
        ("8:4C", 99, 120, "8:4C", "    ^"),
    ],
)
def test_carets_stand_under_the_cells_of_the_span(line: str, column: int, end: int, source: str, marks: str) -> None:
    assert carets(line, column, end) == [f"1 | {source}".rstrip(), f"  | {marks}"]


def test_summary_words() -> None:
    assert Summary().text() == "no games"
    assert Summary(problems=2).text() == "no games, 2 paths not checked"
    assert (
        Summary(verified=10, rejected=3, won=2, lost=7, unfinished=1).text()
        == "3 games rejected, 10 verified (2 won, 7 lost, 1 unfinished)"
    )
    assert Summary(verified=2, unfinished=2).text() == "2 games verified (2 unfinished)"
    summary = Summary()
    summary.add(LOST)
    summary.add_problem(replace(DOUBT, number=None))
    assert (summary.games, summary.warnings, summary.problems) == (1, 2, 0)
