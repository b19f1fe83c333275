"""What the page Check says of records to readers who don't know the notation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.board.checking import Checks, examples
from leoni_replay.board.reader_words import in_reader_words
from leoni_replay.games import make_game

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
NOTATION = re.compile(r"[0-9a-z]:[2-9TJQKA][CDHS]|[2-9TJQKA][CDHS][\^v>]|\b[CDHS][\^v]")


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("Leoni's Own", "11:2S^ and 6:2S^", "2♠ from pile 11 to ♠▲ and 2♠ from pile 6 to ♠▲"),
        ("Leoni's Own", "6H^v or 7Hv^.", "6♥ from ♥▲ to ♥▼ or 7♥ from ♥▼ to ♥▲."),
        ("Leoni's Own", "exile:JD~5S~4H#", "the exile J♦, which lifts 5♠ and 4♥"),
        ("Leoni's Own", "the places are C^, Sv and 1 to 13", "the places are ♣▲, ♠▼ and 1 to 13"),
        ("Leoni's Own", "did you mean `11:2S^`? write {= top 7: 4C}", "did you mean `11:2S^`? write {= top 7: 4C}"),
        ("Martha", "2H can mean 5:2H^ or 5:TH>12", "2♥ can mean 2♥ from pile 5 to ♥▲ or 10♥ from pile 5 to pile 12"),
        ("Labyrinth", "r1c2:2S^+5C", "2♠ from row 1, column 2 to ♠▲, which reveals 5♣"),
        ("Leoni's Own", "talon:QCv goes at @1:05", "talon:QCv goes at @1:05"),
    ],
)  # fmt: skip
def test_moves_and_foundations_are_said_as_on_the_board(game: str, text: str, words: str) -> None:
    assert in_reader_words(text, make_game(game)) == words


def findings(text: str) -> list[dict[str, Any]]:
    """The findings about the games of a text."""
    checks = Checks()
    checked = checks.answer({"do": "check", "text": text, "name": "x.moves"}) or {}
    verdicts = [
        checks.answer({"do": "verdict", "check": checked["check"], "number": number, "width": 80}) or {}
        for number in range(1, checked["games"] + 1)
    ]
    return [
        finding | {"corrections": verdict["corrections"]} for verdict in verdicts for finding in verdict["findings"]
    ]


@pytest.mark.parametrize("path", sorted((TRANSCRIPTS / "rejected").glob("M2*.moves")), ids=lambda path: path.stem)
def test_a_refused_move_is_told_without_notation(path: Any) -> None:
    for finding in findings(path.read_text(encoding="utf-8")):
        for text in (finding["text"], *finding["help"]):
            # A place that the game doesn't have can only be quoted.
            assert not NOTATION.search(re.sub(r"`[^`]*`|\{[^}]*\}|@\S+", "", text)), text


def test_a_refused_move_says_what_would_have_been_legal_and_offers_every_correction() -> None:
    (finding,) = findings((TRANSCRIPTS / "rejected/M207.moves").read_text(encoding="utf-8"))
    assert len(finding["corrections"]) == 2
    (finding,) = findings(examples()[1].text)
    assert finding["help"] == ["the legal moves are 2♠ from pile 11 to ♠▲ and 2♠ from pile 6 to ♠▲"]
