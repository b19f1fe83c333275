"""Redeals of shuffled cards, whose order a record writes in its ``Pack2`` tag and those after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import UNKNOWN, pretty
from leoni_replay.deals import difference
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Refusal

#: The last deal that misplayed redeals can lead to: the text of a position has one digit for the deal.
_LAST_MISPLAYED: Final = 9


def written_redeals(deals: int) -> tuple[int, ...]:
    """Return the deals that a shuffled redeal can begin, misplayed redeals included.

    Args:
        deals: how many deals the rules allow; 0 if any number.
    """
    return tuple(range(2, max(deals or 99, _LAST_MISPLAYED) + 1))


def order_refusal(position: Position, cards_to_deal: Sequence[int]) -> Refusal:
    """Return the refusal of a redeal whose order the record does not have, or whose written order has other cards than
    those that are dealt again.

    Args:
        position: the position before the redeal.
        cards_to_deal: the cards that it deals again.
    """
    number = position.deal + 1
    order = position.orders.get(number)
    if order is None:
        message = f"the cards are shuffled before deal {number}, but there is no Pack{number} tag with their order"
    else:
        extra, missing = difference(order, [card for card in cards_to_deal if card != UNKNOWN])
        differences = [f"{what}: {pretty(cards)}" for cards, what in ((extra, "extra"), (missing, "missing")) if cards]
        message = f"Pack{number} must have exactly the cards that are dealt again ({'; '.join(differences)})"
    note = f"before the shuffle, they are {pretty(cards_to_deal)}"
    plain = "the cards must be shuffled first, and nobody has given their new order yet"
    rules = position.game.rules
    return Refusal("M221", message, rules.clause(*position.game.shuffle_clauses), (), (note,), plain=plain)


def why_no_order(position: Position, number: int) -> Refusal | None:
    """Return why a misplayed redeal lacks its order; None if something else is wrong with it, or nothing.

    Args:
        position: the position before it.
        number: the redeal as a number in the rules.
    """
    next_deal = position.deal + 1
    if next_deal not in position.game.written_redeals or position.table.can_be_misplayed(number):
        return None
    twin = position.copy()
    twin.orders[next_deal] = bytes(twin.table.gathered())
    can_be_played_with_order = twin.table.can_be_misplayed(number)
    return order_refusal(position, position.table.gathered()) if can_be_played_with_order else None
