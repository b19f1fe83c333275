"""The key of a position, by which the program tells positions apart."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from tests.tables import replayed


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_written_down_is_the_same_position(name: str) -> None:
    book = GAMES[name].books[0]
    (dealt,) = (lr.replay(one) for one in lr.loads(f'[Game "{name}"]\n[Rules "{book}"]\n[Deal "seed:7"]\n\n*\n'))
    written = replayed(dealt.game.text(dealt.position), "*", book, name)
    assert written.digest == dealt.digest
    assert written.game.key(written.position) == dealt.game.key(dealt.position)
