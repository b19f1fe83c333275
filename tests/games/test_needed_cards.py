"""What a player is told about cards that are still needed, or can't come any more."""

from __future__ import annotations

import pytest

from leoni_replay.cards import read
from leoni_replay.commands import Move
from tests.tables import replayed

RUG = "dick-1898"


@pytest.mark.parametrize(
    ("game", "rules", "layout", "move", "said"),
    [
        (
            "Martha",
            "mcneely",
            "1: 2S\n2: 9C",
            Move("2", read("9C"), ">1"),
            "2♠ takes only A♦ or A♥; nothing can come any more, because A♦ and A♥ are on their foundations.",
        ),
        (
            "Martha",
            "mcneely",
            "D^: 5D\n1: 6S\n2: 9C",
            Move("2", read("9C"), ">1"),
            "6♠ takes only 5♦ or 5♥, and 5♦ is on its foundation.",
        ),
        (
            "Martha",
            "mcneely",
            "1: 10S\n2: 9C",
            Move("2", read("9C"), ">1"),
            "10♠ takes only 9♦ or 9♥.",
        ),
    ],
)
def test_who_puts_a_card_on_one_that_takes_no_other_reads_which_can_come(
    game: str, rules: str, layout: str, move: Move, said: str
) -> None:
    refusal = replayed(layout, rules=rules, game=game).position.why_not(move)
    assert refusal is not None
    assert refusal.gentle == said


@pytest.mark.parametrize(
    ("game", "rules", "layout", "card", "said"),
    [
        ("Martha", "mcneely", "1: 9C 3D", "9C", "8♦ or 8♥ may need it to lie on"),
        ("Martha", "mcneely", "1: AC", "AC", "it may still be of use where it lies"),
        ("Leoni's Own", "wikipedia", "1: 2C", "2C", "the other 2♣ may be the better one"),
        ("The Japanese Rug", RUG, "talon: 2C", "2C", "A♣ or 3♣ may need it on the talon"),
        ("Anna", RUG, "1: QC 2C", "2C", "3♣ may need it to lie on"),
    ],
)
def test_what_a_card_that_fits_may_be_held_back_for(game: str, rules: str, layout: str, card: str, said: str) -> None:
    replay = replayed(layout, rules=rules, game=game)
    assert replay.game.why_hold_back(replay.position, read(card)) == said
