"""All games of a browser as one file: out and in again, nothing is lost, and nothing is there twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.board.checking import BadRequest
from leoni_replay.site.all_games import read_all, write_all
from leoni_replay.site.engine import Engine

ANNA = lr.dumps(lr.sample("Anna", seed="a"))
MARTHA = '[Game "Martha"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n{a comment\n; game 7 of 9: other.moves\n} *\n'
GAMES = {"anna.moves": ANNA, "martha-2.moves": MARTHA}


def test_what_goes_out_comes_in_as_it_was(tmp_path: Path) -> None:
    text = write_all(GAMES)
    assert read_all(text, {}) == (GAMES, 0)
    # Through other programs, whose line ends differ.
    assert read_all("\ufeff" + text.replace("\n", "\r\n"), {}) == (GAMES, 0)
    # It is a collection like any other.
    (tmp_path / "all.moves").write_text(text, encoding="utf-8")
    assert [verdict.status for verdict in lr.verify(tmp_path / "all.moves")] == ["verified"] * 2


def test_what_is_there_already_comes_in_once() -> None:
    assert read_all(write_all(GAMES), GAMES) == ({}, 2)
    renamed = {"z.moves": ANNA}
    assert read_all(write_all(GAMES), renamed) == ({"martha-2.moves": GAMES["martha-2.moves"]}, 1)
    assert read_all(ANNA + "\n" + ANNA, {}) == ({"game.moves": ANNA}, 1)


def test_a_name_that_is_taken_gets_a_number() -> None:
    there = {"anna.moves": '[Game "Anna"]\n\n*\n', "anna-2.moves": ANNA.replace("*", "lost") + "; other\n"}
    taken = read_all(write_all({"anna.moves": ANNA}), there)
    assert taken == ({"anna-3.moves": ANNA}, 0)


#: Files that have no games.
NONE = ("", "nothing", "; game 1 of 1: a.moves\n\n", '{"games": []}', "\x00\x01", "; game 1 of 1: ../a.moves\n")


@pytest.mark.parametrize("text", NONE)
def test_a_file_without_games_is_answered_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRequest, match="there are no games in this file: take one"):
        read_all(text, GAMES)


def test_the_engine_stores_what_comes_in(tmp_path: Path) -> None:
    engine = Engine(tmp_path)

    def ask(**request: Any) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(engine.answer(json.dumps(request)))
        return reply

    ask(do="stored", games={"anna.moves": ANNA})
    text = ask(do="write all")["text"]
    assert text == write_all({"anna.moves": ANNA})
    assert ask(do="read all", text=write_all(GAMES)) == {
        "stored": {"martha-2.moves": GAMES["martha-2.moves"]},
        "taken": 1,
        "repeated": 1,
    }
    assert ask(do="write all")["text"] == write_all(GAMES)
    assert Path(ask(do="open", path="martha-2.moves")["path"]).name == "martha-2.moves"
    assert "there are no games" in ask(do="read all", text="nothing")["error"]
    for text in (7, "x" * 5_000_001):
        assert "at most 5,000,000 characters" in ask(do="read all", text=text)["error"]
