"""Ends of commands that are easily forgotten: standard output, a game in place of a book, what is refused and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.site.engine import Engine
from tests.cli.runs import GOOD, leoni, sampled


def test_an_archive_is_exported_to_standard_output(tmp_path: Path) -> None:
    Path("a.moves").write_text(GOOD, "utf-8")
    assert leoni("archive", "add", "games.db", "a.moves").code == 0
    run = leoni("archive", "export", "games.db", "--format", "moves", "-o", "-")
    assert (run.code, run.out) == (0, GOOD) and not Path("-").exists()
    run = leoni("archive", "export", "games.db", "--format", "jsonl", "-o", "-")
    assert json.loads(run.out)["game"] == "Leoni's Own"
    run = leoni("archive", "export", "games.db", "-o", "-")
    assert run.code == 2 and "parquet makes several files" in run.err


def test_what_makes_several_files_takes_no_standard_output() -> None:
    run = leoni("site", "-o", "-")
    assert run.code == 2 and "name a folder" in run.err and not Path("-").exists()


@pytest.mark.parametrize("name", ["Martha", "martha", "the-reversal"])
def test_a_game_in_place_of_a_book_lists_its_books(name: str) -> None:
    assert leoni("rules", name) == leoni("rules", "--game", name)


def test_import_names_every_format() -> None:
    Path("x.unk").write_text("x", "utf-8")
    assert "prose" in leoni("import", "x.unk").err


def test_answers_without_a_record_are_no_syntax_error() -> None:
    answers = leoni("solve", "--deal", "seed:2", "--game", "Labyrinth").out
    run = leoni("verify", "-", stdin=answers)
    assert run.code == 1 and "error[F603]: there is no game in this file, only comments" in run.out
    (verdict,) = lr.verify_text(answers)
    assert verdict.number == 0 and verdict.error is not None and verdict.error.code == "F603"
    # Comments before a game belong to it.
    assert leoni("verify", "-", stdin=answers + sampled("Martha", "mcneely", 1)[0]).code == 0


def test_a_replay_at_a_move_shows_its_digest() -> None:
    Path("a.moves").write_text(GOOD, "utf-8")
    position = lr.replay(GOOD).at(20)
    assert f"after move 20, digest {position.digest}\n" in leoni("replay", "a.moves", "--at", "20").out


def test_a_repeat_names_the_first_record_of_its_game() -> None:
    for name in ("a.moves", "b.moves"):
        Path(name).write_text(GOOD, "utf-8")
    run = leoni("select", "a.moves", "b.moves", "--duplicates", "--format", "count")
    assert run.out == "1\n" and "b.moves, game 1 is the same game as a.moves, game 1" in run.err


def test_stored_games_are_taken_all_or_none(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    request = {"do": "stored", "games": {"a.moves": GOOD, "b.txt": GOOD}}
    assert "error" in json.loads(engine.answer(json.dumps(request)))
    assert not list(tmp_path.iterdir())
