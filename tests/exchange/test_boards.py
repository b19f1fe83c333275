"""Tables for solvers: written as they want them, and read again as the same table."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.exchange.boards import fc_solve, from_fc_solve, from_solvitaire, solvitaire
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.notation.transcript import Transcript
from tests.exchange.saves import played

#: a card as Solvitaire's own schema has it
CARD = re.compile("([0-9]|1[0-3]|a|A|j|J|q|Q|k|K)(c|C|d|D|h|H|s|S)")


def table_of(record: Transcript) -> str:
    replay = lr.replay(record)
    assert replay.verified, replay.diagnostics
    return replay.at(0).text


@pytest.mark.parametrize("moves", [0, 1, 25, 70])
def test_a_deal_of_solvitaire(moves: int) -> None:
    game = played("pysol:12345", 3, moves)
    text = solvitaire(game.position)
    data = json.loads(text)
    assert all(CARD.fullmatch(card) for pile in [*data["tableau piles"], data["foundations"]] for card in pile)
    # Every card of a foundation is put there, the ace first.
    assert len([card for pile in [*data["tableau piles"], data["foundations"]] for card in pile]) == 52
    assert data["foundations"][0] == "AC"
    record = from_solvitaire(text)
    assert table_of(record) == game.position.text
    assert record.value("Deal") == ("layout" if moves else "pack")


@pytest.mark.parametrize("moves", [0, 25, 70])
def test_a_board_of_fc_solve(moves: int) -> None:
    game = played("pysol:12345", 3, moves)
    text = fc_solve(game.position)
    first, *piles = text.splitlines()
    assert re.fullmatch("Foundations: H-[A2-9TJQK] C-[A2-9TJQK] D-[A2-9TJQK] S-[A2-9TJQK]", first)
    assert len(piles) == 12 and all(re.fullmatch(":( [A2-9TJQK][CDHS])*", pile) for pile in piles)
    table = table_of(from_fc_solve(text))
    # What lies face down is not said, but for a table as it is dealt.
    expected = game.position.text
    assert table == (expected.replace("#", "") if moves else expected)


def test_boards_as_people_write_them() -> None:
    game = played("pysol:12345", 3, 0)
    text = fc_solve(game.position)
    bare = "\n".join(line.removeprefix(": ").replace("T", "10").lower() for line in text.splitlines()[1:])
    assert table_of(from_fc_solve(bare)) == game.position.text
    assert table_of(from_fc_solve(text.replace("\n", "\nFreecells:\n", 1))) == game.position.text


ELEVEN = {"tableau piles": [[]] * 11}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "not a deal of Solvitaire"),
        ({}, "`tableau piles` are missing"),
        (ELEVEN, "11 piles: no known game"),
        ({"tableau piles": [[]] * 12}, "each of the 52 cards once"),
        ({"tableau piles": [["14C"]] * 12}, "'14C' is not a card"),
        ({"tableau piles": [[7]] * 12}, "7 is not a card"),
        ({"tableau piles": [], "stock": ["AC"]}, "it has 'stock'"),
        ({"tableau piles": [[]] * 12, "foundations": 5}, "not a list"),
    ],
)
def test_what_is_no_deal(data: Any, said: str) -> None:
    with pytest.raises(CannotImport, match=said):
        from_solvitaire(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "0 piles"),
        ("Foundations: H-Z\n", "line 1: 'H-Z' is not a foundation"),
        ("Freecells: 4C 4X\n", "line 1: '4X' is not a card"),
        ("Freecells: 4C - -\n" + ": KC\n" * 12, "12 piles and 1 card in free cells: no known game"),
        (": 4C 5X\n", "line 1: '5X' is not a card"),
        (": 4C\n" * 12, "each of the 52 cards once"),
        ("4C " * 50_000, "too long"),
    ],
)
def test_what_is_no_board(text: str, said: str) -> None:
    with pytest.raises(CannotImport, match=said):
        from_fc_solve(text)
