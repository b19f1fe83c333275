"""What people paste into the page Check besides a record: each gets a clear answer, at once."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

import pytest

from leoni_replay.board.checking import Checks, examples

GOOD = (Path(__file__).parents[2] / "transcripts/games/1884.moves").read_text(encoding="utf-8")
WRONG = examples()[1].text


def checked(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What is said of a text, and of its games."""
    checks = Checks()
    reply = checks.answer({"do": "check", "text": text, "name": "pasted.moves"}) or {}
    numbers = range(1, reply["games"] + 1)
    return reply, [
        checks.answer({"do": "verdict", "check": reply["check"], "number": number, "width": 80}) or {}
        for number in numbers
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[{"game": "Martha", "moves": ["5:2H^"]}]', "JSON"),
        ('[Event "Match"]\n[White "Fischer"]\n\n1. e4 e5 1/2-1/2\n', "chess"),
        ("https://example.org/play.html", "no game in it"),
        ("11:2S^ 11:QCv", "which cards were dealt"),
        ("Lege die Pik 7 auf die Herz 8.", "in English"),
        ("Mettez le 7♠ sur le 8♥.", "in English"),
        ("I won today!", "no recorded game"),
        ("[asdf]", "no recorded game"),
        ("[ ] milk\n[x] eggs", "no recorded game"),
        ("[1] a footnote", "no recorded game"),
        ("{\\rtf1 x}", "RTF"),
    ],
)
def test_what_is_no_record_is_called_what_it_is(text: str, words: str) -> None:
    reply, _ = checked(text)
    assert not reply["games"] and not reply.get("page") and words in reply["advice"]


@pytest.mark.parametrize("text", ["[Game]", "[Game Labyrinth]", "[Deal: 1884]", "[Author “me”]", '[ Result"won"]'])
def test_a_tag_that_is_written_wrong_is_a_mistake_of_a_record(text: str) -> None:
    _, verdicts = checked(text)
    assert [verdict["status"] for verdict in verdicts] == ["rejected"]


@pytest.mark.parametrize(
    "text",
    [
        f"Here is my game:\n\n```\n{GOOD}```\n\nThanks!\n",
        f"Hello Ann,\nthis is what I played.\n\n{GOOD}",
        "\n".join(f"> {line}" for line in GOOD.split("\n")),
        f"\u202b{GOOD}\u202c",
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("11:2S^", "11:2S^\u200b"),
        f"<html><body><pre>{GOOD}</pre></body></html>",
    ],
    ids=["Markdown", "mail", "quoted", "right to left", "CRLF", "zero width", "HTML"],
)
def test_what_stands_around_a_record_is_left_out(text: str) -> None:
    _, verdicts = checked(text)
    assert [verdict["status"] for verdict in verdicts] == ["verified"]


def test_a_correction_keeps_what_stands_around_the_record() -> None:
    checks = Checks()
    text = f"Here is my game:\n\n```\n{WRONG}```\n\nThanks!\n"
    number = (checks.answer({"do": "check", "text": text, "name": "x"}) or {})["check"]
    verdict = checks.answer({"do": "verdict", "check": number, "number": 1, "width": 80}) or {}
    assert [finding["line"] for finding in verdict["findings"]] == [8]
    corrected = checks.answer({"do": "correct", "check": number, "number": 1, "correction": 0}) or {}
    assert corrected["text"] == text.replace("11:QCv", "11:2S^ 11:QCv")


@pytest.mark.parametrize(
    "text", ["\n" * 1_000_000, "word " * 200_000, "a" * 1_000_000, " \n" * 500_000, "> " * 500_000]
)
def test_a_million_characters_of_nothing_are_answered_at_once(text: str) -> None:
    checked("first")
    start = process_time()
    checked(text)
    assert process_time() - start < 3


@pytest.mark.parametrize("record", [GOOD, WRONG], ids=["right", "wrong"])
@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("", "The quick brown fox", ["The quick brown fox"]),
        ("", "\nhttps://example.org/play.html#game=abc\n\nBye!\n", ["https://example.org/play.html#game=abc", "Bye!"]),
        ("The quick brown fox", "", ["The quick brown fox"]),
        ("https://example.org/play.html#game=abc\n\n", "", ["https://example.org/play.html#game=abc"]),
        ("Hi!\n\n```\n", "```\nBye!\n", ["Hi!", "Bye!"]),
        ("", "; a comment\n", []),
        ("; a comment\n", "", []),
    ],
)
def test_what_stands_beside_a_record_is_named(record: str, before: str, after: str, lines: list[str]) -> None:
    (alone,) = checked(record)[1]
    (verdict,) = checked(before + record + after)[1]
    assert verdict["not_read"] == lines and alone["not_read"] == []
    # It changes no verdict, and hides no correction.
    assert verdict["status"] == alone["status"] and verdict["corrections"] == alone["corrections"]


def test_what_may_belong_to_the_game_is_no_text_beside_it() -> None:
    unfinished = WRONG.replace("11:QCv *", "11:2S^ delz")
    for text in (f"{GOOD}\n5:2H^\n", unfinished):
        (verdict,) = checked(text)[1]
        assert verdict["status"] == "rejected" and verdict["not_read"] == []


def test_a_refused_move_that_is_no_slip_is_replaced_by_a_legal_one() -> None:
    right = (Path(__file__).parents[2] / "transcripts/games/labyrinth-lost.moves").read_text(encoding="utf-8")
    (verdict,) = checked(right.replace("r1c4:5H^", "r1c1:9C^"))[1]
    (correction,) = verdict["corrections"]
    assert correction["text"].startswith("the whole game is legal with 5♥ from row 1, column 4")
    # Where nothing makes the rest of the game right, too, each is offered.
    (verdict,) = checked(right.replace("r6c3:4H^ r1c4:5H^", "r1c1:9C^ r1c1:KD^"))[1]
    assert {correction["text"].partition(" 4♥")[0] for correction in verdict["corrections"]} == {"there you could play"}
