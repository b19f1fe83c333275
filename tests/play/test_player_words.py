"""What the page Check says of records to readers who don't know the notation."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.board.checking import Checks, examples
from leoni_replay.board.player_words import in_player_words
from leoni_replay.commands import Move
from leoni_replay.games import make_game
from leoni_replay.message import CitedPoint, CitedRule, Foundation, Message, Option, WrittenMove, joined

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
NOTATION = re.compile(r"[0-9a-z]:[2-9TJQKA][CDHS]|[2-9TJQKA][CDHS][\^v>]|\b[CDHS][\^v]")


def move(text: str) -> Move:
    return Move.parse(text)


@pytest.mark.parametrize(
    ("game", "message", "words"),
    [
        ("Leoni's Own", Message("play ", move("11:2S^"), " here"), "play 2♠ from pile 11 to ♠▲ here"),
        ("Leoni's Own", Message(move("6H^v"), " or ", move("7Hv^"), "."), "6♥ from ♥▲ to ♥▼ or 7♥ from ♥▼ to ♥▲."),
        ("Leoni's Own", Message(move("exile:JD~5S~4H")), "the exile J♦ (which lifts 5♠ and 4♥)"),
        ("Leoni's Own", Message(move("exile:5H#")), "5♥ from the exile pile (which ends in a stalemate)"),
        ("Leoni's Own", Message(Foundation("C^"), ", ", Foundation("Sv"), " and 1 to 13"), "♣▲, ♠▼ and 1 to 13"),
        ("Leoni's Own", "did you mean `11:2S^`?", "did you mean `11:2S^`?"),
        ("Martha", Message(move("2H"), " can mean ", move("5:TH>12")), "2♥ can mean 10♥ from pile 5 to pile 12"),
        ("Martha", Message("with ", WrittenMove("5:2H^!", move("5:2H^"))), "with 2♥ from pile 5 to ♥▲"),
        ("Labyrinth", Message(move("r1c2:2S^+5C")), "2♠ from row 1, column 2 to ♠▲ (which reveals 5♣)"),
        ("Labyrinth", Message("the move is ", move("deal+KS,KH")), "the move is deal (which reveals K♠ and K♥)"),
        ("Leoni's Own", Message(move("talon:QCv"), " goes at @1:05"), "talon:QCv goes at @1:05"),
        ("Martha", Message("so it ends", CitedPoint("L11")), "so it ends"),
        ("Martha", Message("if so, ", Option("--top-first", advised=True)),
         "if so, tick “Piles are printed with their top card first”"),
    ],
)  # fmt: skip
def test_the_parts_of_a_message_are_said_as_on_the_board(game: str, message: str, words: str) -> None:
    assert in_player_words(message, make_game(game)) == words


def test_a_rule_behind_a_message_has_its_name_and_no_number() -> None:
    clause = make_game("Martha").rules.clause("5")
    message = Message("no", CitedRule("M222", clause))
    assert (message, in_player_words(message)) == (
        f"no (M222; {clause.label}, {clause.name})",
        f"no (the rule: {clause.name})",
    )
    assert in_player_words(Message("no", CitedRule("M202", None))) == "no"


def test_words_that_a_page_or_a_record_has_are_never_taken_for_parts() -> None:
    assert in_player_words("leoni stopped at “11:2S^ C^ (M222; mcneely 5, building)”", make_game("Leoni's Own")) == (
        "leoni stopped at “11:2S^ C^ (M222; mcneely 5, building)”"
    )


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda message: pickle.loads(pickle.dumps(message))])
def test_a_copy_of_a_message_has_its_parts(copied: Callable[[Message], Message]) -> None:
    message = Message("the move is ", joined([move("2S"), Foundation("C^"), "3"], ", ", last=" or "))
    assert message == "the move is 2S, C^ or 3"
    assert (copied(message), copied(message).parts) == (message, message.parts)


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


@pytest.mark.parametrize("path", sorted((TRANSCRIPTS / "rejected").glob("[CDEMR]*.moves")), ids=lambda path: path.stem)
def test_what_is_wrong_with_a_game_is_told_without_notation(path: Any) -> None:
    for finding in findings(path.read_text(encoding="utf-8")):
        for text in (finding["text"], *finding["help"]):
            # A place that the game doesn't have can only be quoted.
            assert not NOTATION.search(re.sub(r"`[^`]*`|\{[^}]*\}|@\S+", "", text)), text


def test_a_refused_move_says_what_would_have_been_legal_and_offers_every_correction() -> None:
    (finding,) = findings((TRANSCRIPTS / "rejected/M207.moves").read_text(encoding="utf-8"))
    assert len(finding["corrections"]) == 2
    (finding,) = findings(examples()[1].text)
    assert finding["help"] == ["the legal moves are 2♠ from pile 11 to ♠▲ and 2♠ from pile 6 to ♠▲"]
