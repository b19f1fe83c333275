"""Replays, deals and reviews for the ear: every card by name, and what is said is all that there is to know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.notation.writer import dumps
from leoni_replay.show.aloud import place_phrases
from tests.cli.runs import leoni

GAMES = Path(__file__).parents[2] / "transcripts" / "games"
SUITS = re.compile("[♣♦♥♠]")


def heard_places(lines: list[str], names: set[str]) -> dict[str, str]:
    """What was said last of each place, by what it is called."""
    phrases = [line.partition(": ") for line in lines]
    return {name: rest for name, _, rest in phrases if name in names}


@pytest.mark.share(2)
@pytest.mark.parametrize("game", lr.GAMES)
def test_changes_say_how_the_table_stands_in_the_end(game: str, tmp_path: Path) -> None:
    (record,) = lr.sample(game, None, "heard", 1, player="greedy")
    path = tmp_path / "game.moves"
    path.write_text(dumps(record), encoding="utf-8")
    run = leoni("replay", "--plain", "--every", str(path))
    assert run.code == 0 and not SUITS.search(run.out)
    replay = lr.replay(record)
    wanted = [phrase.partition(": ") for phrase in place_phrases(replay.at(replay.moves)).values()]
    places = {name: rest for name, _, rest in wanted}
    assert heard_places(run.out.splitlines(), {*places}) == places
    assert len(run.out.splitlines()) < len(places) * (replay.moves + 1)


def test_a_replay_is_heard_step_by_step() -> None:
    answers = "top\npile 3\n\nb\nwhere KD\npile 99\nleft\ntable\nx\n99\nq\n"
    run = leoni("replay", "--plain", "--step", str(GAMES / "martha-lost.moves"), stdin=answers)
    *said, _ = run.out.replace("move 1 of 9> \n", "").split("move 0 of 9> \n")
    assert run.code == 0 and not SUITS.search(run.out)
    begin, top, pile, moved, where, unknown_place, left, table, unknown_word, beyond = said
    assert "Enter says the next move" in begin and len(top.splitlines()) == 12
    assert pile == "pile 3: 4 of clubs, a hidden card, 10 of spades, a hidden card; the top one first\n"
    assert moved.startswith(
        "1. 10 of diamonds from pile 2 goes on jack of clubs in pile 11; jack of diamonds is turned up"
    )
    assert moved.endswith("as dealt\npile 2: 10 of diamonds, on 3 cards\npile 11: jack of clubs, on 3 cards\n")
    assert where == "king of diamonds: face down\n" and unknown_place.startswith(
        "there is no place `99`: there are 1, 2"
    )
    assert left.startswith("48 cards not on the foundations\nclubs up: ace of clubs") and len(table.splitlines()) == 16
    assert "Enter says" in unknown_word and beyond == "There is no move 99: the game has 9 moves.\n"


def test_deals_legal_moves_and_errors_are_heard() -> None:
    run = leoni("deal", "seed:1884", "--game", "Martha", "--plain", "--open")
    assert "pile 1: " in run.out and not SUITS.search(run.out)
    run = leoni("deal", "seed:1884", "--game", "Labyrinth", "--plain", "--open")
    assert "the stock: 40 cards, face down: queen of diamonds, queen of clubs, " in run.out
    run = leoni("replay", "--plain", "--at", "5", "--legal", str(GAMES / "martha-lost.moves"))
    assert run.out.endswith("TD: 10 of diamonds from pile 11 goes on jack of spades in pile 12\n")
    run = leoni("replay", "--plain", str(GAMES.parent / "rejected" / "M203.moves"))
    assert run.code == 1 and "error M203: 3 of diamonds does not fit" in run.out and not SUITS.search(run.out)
    for arguments in (
        ["deal", "seed:1", "--format", "json"],
        ["replay", "--legal", "--format", "json", str(GAMES / "martha-lost.moves")],
        ["review", "--format", "html", str(GAMES / "martha-lost.moves")],
    ):
        run = leoni(*arguments, "--plain")
        assert run.code == 2 and "--plain and --format" in run.err


@pytest.mark.long
def test_a_review_is_heard() -> None:
    run = leoni("review", "--plain", str(GAMES / "martha-lost.moves"))
    lines = run.out.splitlines()
    assert run.code == 0 and not SUITS.search(run.out)
    assert lines[1:3] == ["as dealt and up to move 1: can be won", "after moves 2 to 9: cannot be won"]
    assert lines[3].startswith("Move 2, 4 of clubs from pile 3 to pile 6, threw the game away")
    assert lines[5] == "2. 6:5H>1+6H: 5 of hearts from pile 6 to pile 1"
    run = leoni("review", "--plain", "--step", str(GAMES / "martha-lost.moves"), stdin="b\nq\n")
    assert "2. 4 of clubs from pile 3" in run.out and "; cannot be won" in run.out and "; can be won" in run.out
