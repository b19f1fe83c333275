"""``leoni solve`` and ``leoni review`` as they are run: what they print, write and end with."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.search.solver import Solution
from leoni_replay.solving import searcher
from tests.cli.runs import GOOD, MISFIT, command, environment, leoni
from tests.cli.test_machines import valid
from tests.solving.tables import EARLY, LABYRINTH, dealt_too_early, record

UNKNOWN = '[Game "Labyrinth"]\n[Rules "mcneely"]\n\n1. r1c3:2D^+QH r1c5:3D^+KC *\n'
COVERED = LABYRINTH.replace("stock: QS", "r3: QS -- -- -- -- -- -- --")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {
        "early": lr.dumps(dealt_too_early()),
        "covered": lr.dumps(record("Labyrinth", EARLY, COVERED, "")),
        "good": GOOD,
        "misfit": MISFIT,
        "unknown": UNKNOWN,
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.moves").write_text(text, encoding="utf-8")
    return tmp_path


# -- solve ------------------------------------------------------------------------------------------------------------


def test_what_is_printed_verifies() -> None:
    run = leoni("solve", "early.moves", "covered.moves")
    assert (run.code, run.err) == (0, "")
    first, *_ = run.out.splitlines()
    assert first.startswith(f"; early.moves, game 1: Labyrinth, {EARLY}, layout: won in 5 moves (")
    assert f"\n\n; covered.moves, game 1: Labyrinth, {EARLY}, layout: cannot be won: the search was complete" in run.out
    Path("won.moves").write_text(run.out, encoding="utf-8")
    checked = leoni("verify", "--strict", "won.moves")
    assert (checked.code, checked.err) == (0, "") and "  won     5 moves  " in checked.out


def test_a_folder_and_one_of_its_games(folder: Path) -> None:
    (folder / "games").mkdir()
    for name in ("a", "b"):
        (folder / "games" / f"{name}.moves").write_text((folder / "early.moves").read_text("utf-8") * 2, "utf-8")
    run = leoni("solve", "games", "--at", "1")
    assert run.code == 0 and run.out.count("won in 5 moves, 1 of them as recorded") == 4
    assert leoni("verify", "-", stdin=run.out).code == 0
    third = leoni("solve", "games", "--game", "3")
    assert third.out.count("[Game ") == 1 and third.out.startswith("; games/b.moves, game 1: ")
    assert leoni("solve", "games", "--game", "5").code == 2


def test_exit_status() -> None:
    undecided = leoni("solve", "good.moves", "--nodes", "30")
    assert (undecided.code, undecided.err) == (1, "")
    assert ": undecided: the limit was met (--nodes 30); no win in " in undecided.out
    assert re.search(r" [34]\d positions in under a second; no fewer than \d+ cards were left in any\n", undecided.out)
    assert ": undecided: " in leoni("solve", "good.moves", "--nodes", "30", "-o", "undecided.moves").err
    refused = leoni("solve", "misfit.moves", "early.moves")
    assert refused.code == 1 and "won in 5 moves" in refused.out
    assert "; misfit.moves, game 1: Leoni's Own, wikipedia, seed:1884: refused: the strict replay" in refused.out
    assert refused.err.startswith("error[M203]: ")
    unknown = leoni("solve", "unknown.moves")
    assert unknown.code == 1 and "44 cards of the deal are unknown: 6 in row 1 and 38 in the stock" in unknown.out
    missing = leoni("solve", "missing.moves", "early.moves")
    assert missing.code == 2 and "won in 5 moves" in missing.out and missing.err.startswith("leoni: missing.moves: ")


def broken_off(table: Any, limits: Any, *, progress: Any = None, **others: Any) -> Solution:
    """A search that a person breaks off."""
    if progress is not None:
        progress(Solution("undecided", (), 12345, 2.5, table.left - 1))
    raise KeyboardInterrupt


def test_what_is_known_of_a_search_that_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "solve", broken_off)
    run = leoni("solve", "early.moves", "covered.moves", "-o", "out.moves")
    assert (run.code, run.out, run.err) == (130, "", "")
    assert Path("out.moves").read_text("utf-8") == (
        f"; early.moves, game 1: Labyrinth, {EARLY}, layout: undecided: the search was stopped; no win in 12,345 "
        "positions in 2.5 seconds; no fewer than 3 cards were left in any\n"
    )
    run = leoni("solve", "early.moves", "covered.moves", "--format", "json")
    (answer,) = valid("solve", run.out)
    assert run.code == 130 and (answer["status"], answer["limit"], answer["nodes"]) == ("undecided", "interrupt", 12345)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent otherwise there")
def test_an_interrupt(folder: Path) -> None:
    text = '[Game "Leoni\'s Own"]\n[Rules "gamerules"]\n[Deal "seed:2"]\n\n*\n'
    (folder / "long.moves").write_text(text, "utf-8")
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    line = command("solve", "early.moves", "long.moves", "--without", "all")
    with subprocess.Popen(line, env=environment(), **pipes) as running:
        # The first game is solved at once; with its line begins the search of the second, which takes half a minute.
        assert running.stdout is not None and running.stdout.read(1)
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=60)
    assert (running.returncode, error) == (130, b"")
    assert b"\n; long.moves, game 1: Leoni's Own, gamerules, seed:2: undecided: the search was stopped; no " in out


def test_a_mistake_of_the_program_is_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "solve", lambda *given, **options: Solution("won", (), 5, 0.1, 0))
    for name in ("solve", "review"):
        run = leoni(name, "early.moves", "--format", "jsonl")
        assert run.code == 1
        assert json.loads(run.out)["diagnostics"][0]["code"] == "X701"


# -- review -----------------------------------------------------------------------------------------------------------


def test_a_review() -> None:
    run = leoni("review", "early.moves")
    assert (run.code, run.err) == (0, "")
    head, _, *lines = run.out.splitlines()
    assert head == f"early.moves, game 1: Labyrinth, {EARLY}, layout: lost after 2 moves"
    assert lines[:2] == ["+ as dealt and up to move 1  can be won", "- after move 2               cannot be won"]
    assert "Move 2, deal+QS, threw the game away: the game could be won before it, but not after it." in lines
    assert "2. r2c1:JS^ deal+QS r3c1:QS^ r1c1:KS^" in lines
    assert lines[-1] == "(6 positions searched in under a second)"
    limited = leoni("review", "early.moves", "--nodes", "20000", "--seconds", "0").out.splitlines()
    assert limited[-1] == "(6 positions searched in under a second, at most 20,000 positions from each)"
    colored = leoni("review", "early.moves", "--color", "always").out
    assert "\x1b[31m- after move 2" in colored and "\x1b[32m+ as dealt" in colored


def test_the_record_with_the_better_line() -> None:
    run = leoni("review", "early.moves", "-o", "better.moves")
    assert run.code == 0
    text = Path("better.moves").read_text("utf-8")
    assert "deal? {the game could be won before this move, but not after it}\n(2. r2c1:JS^ " in text
    assert leoni("verify", "--strict", "better.moves").code == 0


def test_pages_are_written_one_a_game(folder: Path) -> None:
    assert leoni("review", "early.moves", "--format", "html", "-o", "page.html").code == 0
    page = Path("page.html").read_text("utf-8")
    # It starts at the move that it speaks of, and leads to the line that wins.
    assert "threw the game away" in page and '"start":1' in page and '<a href="#m2v1">Instead, ' in page
    text = (folder / "early.moves").read_text("utf-8")
    (folder / "two.moves").write_text(f"{text}\n{text}", "utf-8")
    assert leoni("review", "two.moves", "--format", "html").code == 2
    assert leoni("review", "two.moves", "--format", "html", "--game", "2").code == 0


def test_games_that_are_refused_are_not_reviewed() -> None:
    run = leoni("review", "misfit.moves")
    assert run.code == 1 and "refused: the strict replay refuses it" in " ".join(run.out.split())
    assert run.err.startswith("error[M203]")
    assert leoni("review", "missing.moves").code == 2


def test_a_review_that_is_no_record_says_why(folder: Path) -> None:
    layout = '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "layout"]\n[Layout "1: ??"]\n\n*\n'
    (folder / "open.moves").write_text(layout, encoding="utf-8")
    run = leoni("review", "--format", "moves", "open.moves")
    assert (run.code, run.out) == (1, "")
    assert "open.moves, game 1: the solver must know all cards" in run.err
