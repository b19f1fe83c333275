"""The key of a position, by which the program tells positions apart."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.cards import CARD
from leoni_replay.games import GAMES, make_game
from leoni_replay.rules.weaving import Weaving
from tests.tables import replayed


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_written_down_is_the_same_position(name: str) -> None:
    book = GAMES[name].books[0]
    (dealt,) = (lr.replay(one) for one in lr.loads(f'[Game "{name}"]\n[Rules "{book}"]\n[Deal "seed:7"]\n\n*\n'))
    written = replayed(dealt.position.text, "*", book, name)
    assert written.digest == dealt.digest
    assert written.position.key == dealt.position.key


def test_places_of_a_group_are_interchangeable() -> None:
    class Grouped(Weaving):
        ALIKE = ((1, 2), (3, 4, 5))

    def key(**piles: str) -> int:
        cards = {int(name[1:]): bytes(CARD[card] for card in pile.split()) for name, pile in piles.items()}
        table = Grouped(make_game("Leoni's Own").rules.readings)
        table.set_position(cards, 1, 0)
        return table.key()

    assert key(p1="2C 3C", p2="9H", p3="4D") == key(p1="9H", p2="2C 3C", p5="4D")
    assert key(p1="2C 3C", p3="9H") != key(p1="9H", p3="2C 3C")
    assert key(p1="2C 3C") != key(p1="3C 2C") and key(p6="2C 3C") != key(p7="2C 3C")
