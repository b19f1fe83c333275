"""``leoni import``, and the boards of ``leoni convert``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runs import GOOD, leoni
from tests.exchange.saves import played, saved


@pytest.fixture
def pso(tmp_path: Path) -> Path:
    path = tmp_path / "game.pso"
    path.write_bytes(saved(played("pysol:12345", 3, 30), 12345))
    return path


def test_a_saved_game_becomes_a_record_that_verifies(pso: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.moves"
    run = leoni("import", str(pso), "-o", str(out))
    assert (run.code, run.out) == (0, f"{out}\n")
    assert run.err == f"leoni: {pso}: game 1: left out: times and counts of hints and undone moves\n"
    assert leoni("verify", str(out)).out.startswith("verified")
    # What is there is not replaced unless that is said.
    assert leoni("import", str(pso), "-o", str(out)).code == 2
    assert leoni("import", str(pso), "-o", str(out), "--force").code == 0
    assert leoni("import", str(pso)).out == out.read_text(encoding="utf-8")


def test_one_bad_game_does_not_hold_up_the_others(tmp_path: Path) -> None:
    record, bad = tmp_path / "good.moves", tmp_path / "bad.jsonl"
    record.write_text(GOOD, encoding="utf-8")
    (line,) = leoni("convert", str(record), "--format", "jsonl", "-o", "-").out.splitlines()
    bad.write_text('{"version": 1}\n' + line + "\n", encoding="utf-8")
    run = leoni("import", str(bad))
    assert (run.code, run.out) == (1, GOOD)
    assert run.err == f"leoni: {bad}: game 1 is refused: it is not a replay that leoni convert has written\n"


def test_files_that_are_nothing(tmp_path: Path) -> None:
    pso, out = tmp_path / "x.pso", tmp_path / "out.moves"
    pso.write_bytes(b"cos\nsystem\n(S'echo \x1b[31m'\ntR.")
    run = leoni("import", str(pso), "-o", str(out))
    assert run.code == 1 and not out.exists()
    assert run.err.endswith("it has the instruction STRING, which no saved game needs; nothing in it has been run\n")
    assert leoni("import", str(tmp_path / "none.pso")).code == 2
    assert leoni("import", str(tmp_path / "game.xyz")).code == 2
    (tmp_path / "a.json").write_bytes(b"\xff")
    assert "not text in UTF-8, from byte 0 on" in leoni("import", str(tmp_path / "a.json")).err
    (tmp_path / "a.json").write_text("[" * 100_000)
    assert leoni("import", str(tmp_path / "a.json")).code == 1
    assert leoni("import", str(tmp_path)).code == 2
