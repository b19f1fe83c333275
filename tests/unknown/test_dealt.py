"""Whether a completed first position can be the result of a deal."""

from __future__ import annotations

import pytest

from leoni_replay.deals import stock_of
from leoni_replay.games import make_game
from leoni_replay.games.game import Position
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.unknown.dealing import PartialDeal, blank_deal, can_be_dealt


def dealt(rules: str, seed: int) -> tuple[WeavingGame, Position]:
    game = make_game("Leoni's Own", rules)
    assert isinstance(game, WeavingGame)
    return game, game.start(stock_of(f"seed:{seed}", game.packs, game.bases))


@pytest.mark.parametrize("rules", ["wikipedia", "gamerules", "wikipedia; L5=unchecked", "wikipedia; L10=fifo"])
def test_a_position_that_was_dealt_can_be_dealt(rules: str) -> None:
    for seed in range(5):
        assert can_be_dealt(*dealt(rules, seed))


@pytest.mark.parametrize("pile", ["1", "2", "13"])
def test_no_pile_begins_with_a_card_of_its_rank(pile: str) -> None:
    """Such a card is exiled."""
    game, position = dealt("wikipedia", 0)
    position.table.set_cards(game.places["exile"], b"")
    assert can_be_dealt(game, position)
    position.table.set_card(game.places[pile], 0, game.piles.index(pile))
    assert not can_be_dealt(game, position)


@pytest.mark.parametrize(("known", "cards", "exiles"), [(0, 15, 0), (3, 5, 0), (3, 12, 2), (12, 30, 4)])
def test_unknown_cards_are_dealt_where_the_known_ones_end(known: int, cards: int, exiles: int) -> None:
    game, _ = dealt("wikipedia", 0)
    begun = PartialDeal(((),) * game.count)
    for pile in range(known):
        begun = begun.add_to_pile(51 - pile % 13)
    piles = blank_deal(game, cards, exiles, begun)
    heights = [(known + cards - exiles + game.count - 1 - pile) // game.count for pile in range(game.count)]
    assert [len(piles[name]) for name in game.piles] == heights
    assert len(piles["exile"]) == exiles
