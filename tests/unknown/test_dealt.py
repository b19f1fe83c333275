"""Whether a completed first position can be the result of a deal."""

from __future__ import annotations

import pytest

from leoni_replay.deals import stock_of
from leoni_replay.games import make_game
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.unknown.dealing import can_be_dealt


@pytest.mark.parametrize("rules", ["wikipedia", "gamerules", "wikipedia; L5=unchecked", "wikipedia; L10=fifo"])
def test_a_position_that_was_dealt_can_be_dealt(rules: str) -> None:
    game = make_game("Leoni's Own", rules)
    assert isinstance(game, WeavingGame)
    for seed in range(5):
        stock = stock_of(f"seed:{seed}", game.packs, game.bases)
        assert can_be_dealt(game, game.start(stock))
