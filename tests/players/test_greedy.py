"""The greedy player's order of moves, worked by hand on small tables."""

from __future__ import annotations

import pytest

from leoni_replay.games.places import command_of
from leoni_replay.notation.writer import token
from leoni_replay.search.players import play
from tests.tables import replayed

OWN, RUG, MARTHA, ANNA, LABYRINTH = "Leoni's Own", "The Japanese Rug", "Martha", "Anna", "Labyrinth"
W, M, DICK = "wikipedia", "mcneely", "dick-1898"

#: eleven piles of Martha that take nothing, and nothing of which goes anywhere
PILES = "3: KC\n4: KD\n5: KH\n6: KS\n7: JC\n8: JS\n9: 9C\n10: 9S\n11: 7C\n12: 7S\n"


def line(layout: str, rules: str, game: str, player: str = "greedy") -> str:
    """What a player plays from a layout on."""
    replay = replayed(layout, "*", rules, game)
    assert replay.dealt, replay.diagnostics
    return " ".join(token(command_of(move)) for move in play(replay.position.table, player, "").line)


@pytest.mark.parametrize(
    ("game", "rules", "layout", "moves"),
    [
        # The lowest pile first, up before down, pile 13 last and from the bottom.
        (OWN, W, "2: 2C 3S\n5: 2S\n7: 2D\n13: QH 9H KS 2H\ndeal: 3", "5:2S^ 2:3S^ 2:2C^ 7:2D^ 13:QHv 13:2H^"),
        # Both foundations of the suit take it.
        (OWN, W, "S^: 6S\nSv: 8S\n4: 7S\ndeal: 3", "4:7S^"),
        # Reversals until a card fits, and no further.
        (OWN, W, "H^: 6H\nHv: 7H\n4: 3H\n5: 9S\ndeal: 3", "6H^v 5H^v 4H^v 4:3Hv"),
        # Two ways free a card: those from the foundation that is built up come first.
        (OWN, W, "H^: 6H\nHv: 7H\n4: 9H\n5: 3H\ndeal: 3", "6H^v 5H^v 4H^v 5:3Hv"),
        # An exile only when nothing fits; a redeal only when there is none.
        (OWN, W, "2: 9S\n4: 2S\nexile: 3S", "4:2S^ exile:3S^ redeal redeal"),
        # Marriages on the talon before the stock.
        (RUG, DICK, "r1: 8C -- -- -- -- -- -- --\ntalon: 9C\nstock: 4H\ndeal: 3", "r1c1:8C>talon deal deal:4H>talon"),
        # The card in the hand is played if it fits.
        (RUG, DICK, "talon: 9C\nstock: 2H\ndeal: 3", "deal deal:2H^"),
        # What brings a card to light is built; what does not stays where it is.
        (MARTHA, M, f"1: #4D 8D\n2: 8H\n{PILES}", "1:8D>9"),
        # A refill, and a row only when row 1 is full.
        (LABYRINTH, W, "r1: 9C 9D -- 9S TC TD TH TS\nstock: 5C 5D 5H 5S 6C 6D 6H 6S 7C", "deal:7C>r1c3 deal"),
    ],
)
def test_order(game: str, rules: str, layout: str, moves: str) -> None:
    assert line(layout, rules, game) == moves


def test_without_reversal() -> None:
    assert line("H^: 6H\nHv: 7H\n4: 3H\n5: 9S\ndeal: 3", W, OWN, "greedy-without-reversal") == ""
