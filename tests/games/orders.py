"""The orders of shuffled redeals, which a simulator makes as it goes."""

from __future__ import annotations

from leoni_replay.cards import CARD
from leoni_replay.games.game import Position


def give_order(position: Position, token: str | None, packs: dict[int, list[str]]) -> None:
    """Give a position the written order of the redeal that comes next, so that it is legal wherever the rules have it
    legal: the order of the record where it is used, else any."""
    if shuffle := position.next_shuffle():
        number, cards = shuffle
        written = token is not None and token.startswith("redeal")
        position.orders[number] = bytes([CARD[card] for card in packs[number]] if written else cards)
