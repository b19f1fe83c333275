"""``leoni verify --fix`` and ``--diff``: what is corrected, what is left alone, and that a file is whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.runs import GOOD, leoni

SWAPPED = GOOD.replace("8:JDv 1:TDv", "1:TDv 8:JDv")
SAID = "corrected in the file: the whole game is legal with moves 14 and 15 swapped, 8:JDv before 1:TDv\n"
#: Two corrections explain it.
OPEN = GOOD[: GOOD.index("[Result")] + "\n1. 11:2S^ 11:QCv 4. 4:3S^ *\n"


def test_fix(folder: Path) -> None:
    path = folder / "swapped.moves"
    path.write_text(SWAPPED, encoding="utf-8")
    run = leoni("verify", "--fix", "swapped.moves")
    assert run.code == 0 and run.out.startswith("verified  swapped.moves  game 1  lost   56 moves")
    assert run.err == f"leoni: swapped.moves, game 1: {SAID}"
    assert path.read_text(encoding="utf-8") == GOOD
    assert os.listdir(folder) == ["swapped.moves"]
    assert leoni("verify", "--fix", "swapped.moves").err == ""


def test_diff_changes_nothing(folder: Path) -> None:
    path = folder / "games.moves"
    path.write_text(f"{SWAPPED}\n{OPEN}", encoding="utf-8")
    before = path.stat()
    for options in (["--diff"], ["--fix", "--diff"]):
        run = leoni("verify", *options, "games.moves")
        assert run.code == 1
        assert [line for line in run.out.splitlines() if line[:1] in "+-"] == [
            "--- games.moves",
            "+++ games.moves (corrected)",
            f"-{SWAPPED.splitlines()[6]}",
            f"+{GOOD.splitlines()[6]}",
        ]
        assert run.err == ("leoni: games.moves: game 2 is rejected, and no correction is certain\n")
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert leoni("verify", "--diff", "--exit-zero", "games.moves").code == 0
    path.write_text(GOOD, encoding="utf-8")
    assert leoni("verify", "--diff", "games.moves") == (0, "", "")


def test_rules_that_are_given_count(folder: Path) -> None:
    path = folder / "swapped.moves"
    path.write_text(SWAPPED.replace('"wikipedia"', '"mcneely"'), encoding="utf-8")
    assert leoni("verify", "--fix", "--rules", "wikipedia", "swapped.moves").code == 0
    assert path.read_text(encoding="utf-8") == GOOD.replace('"wikipedia"', '"mcneely"')


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--diff", "--strict"], "--diff and --strict cannot be used together"),
        (["--diff", "--quiet"], "--diff and --quiet cannot be used together"),
        (["--all-rules", "--fix"], "--all-rules and --fix cannot be used together"),
        (["--diff", "--format", "json"], "--diff has no --format json: it prints a patch"),
    ],
)
def test_what_does_not_go_together(options: list[str], message: str) -> None:
    assert leoni("verify", *options, "good.moves") == (2, "", f"leoni: {message}\n")
