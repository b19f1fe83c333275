"""Transcripts that programs make: what is not a move, no item and no result is refused where it is given."""

from __future__ import annotations

from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.commands import Move
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.transcript import Comment, MoveItem, Variation

TAGS = {"Game": "Leoni's Own", "Rules": "wikipedia", "Deal": "seed:1884"}


def test_moves_are_text_or_commands() -> None:
    built = lr.Transcript.build(TAGS, ["11:2S^", read_command("11:QCv")[0], "4:3S^!", Comment(" so ")])
    assert lr.dumps(built).endswith("1. 11:2S^ 11:QCv 4:3S^! { so } *\n")
    assert (lr.replay(built).status, lr.replay(built).moves) == ("verified", 3)


def test_nodes_that_say_the_same_are_equal_wherever_they_stand() -> None:
    tags = "".join(f'[{name} "{value}"]\n' for name, value in TAGS.items())
    moves = "1. 11:2S^ ( 11:QCv ) {so} {= left 103} @0:05 *"
    ((one,), (other,)) = (lr.loads(f"{tags}{space}{moves}\n") for space in ("\n", "\n\n"))
    assert one.items == other.items and len(one.items) == 6 and one.items[2] != one.items[3]
    assert one.result == other.result and one.tags == other.tags


@pytest.mark.parametrize(
    ("items", "error", "words"),
    [
        (["r1c1:KC^", "nonsense"], ValueError, "item 2, 'nonsense', is not a move"),
        (["11:2S^ 11:QCv"], ValueError, "item 1"),
        (["x" * 1000], ValueError, "..., is not a move"),
        ([("11", 1, "^")], TypeError, r"item 1, \('11', 1, '\^'\), is not an item"),
        ([None], TypeError, "item 1, None"),
        ("11:2S^", TypeError, "a list of moves, not one"),
        (Move("11", 40, "^"), TypeError, "a list of moves, not one"),
        ([MoveItem("11:2S^")], TypeError, "a move holds a command, not '11:2S\\^'"),  # type: ignore[arg-type]
        ([Move("exile"), Variation(["11:2S^"])], TypeError, "'11:2S\\^' is not an item"),  # type: ignore[list-item]
    ],
)
def test_what_is_no_item(items: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        lr.Transcript.build(TAGS, items)


def test_no_transcripts() -> None:
    with pytest.raises(ValueError, match="this is not the text of a record"):
        lr.replay("game.moves")
    two = '[Game "Martha"]\n[Deal "seed:1"]\n\n*\n' * 2
    with pytest.raises(ValueError, match="this text has 2 records"):
        lr.replay(two)
    with pytest.raises(TypeError, match="replay takes a record or its text, not list"):
        lr.replay([])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a record is written, not str"):
        lr.dumps("[Game]")  # type: ignore[arg-type]
