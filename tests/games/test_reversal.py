"""The Reversal by hand: short forms, clauses that are cited, and layouts that cannot be."""

from __future__ import annotations

from leoni_replay.record.replay import Replay
from tests import tables
from tests.tables import place

D = "dick-1898"

#: Every suit has both its bases.
BASES = "C^: 2C\nD^: 2D\nH^: 2H\nS^: 2S\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"
#: Nothing on it fits, and no card has been dropped last.
TABLE = BASES + "1: 9C 8C\n2: 9D\n3: 9H 8H\n4: 9S\n"


def verified(layout: str, moves: str = "*", rules: str = D) -> Replay:
    """Moves that are right."""
    return tables.verified(layout, moves, rules, "The Reversal")


def refused(layout: str, moves: str, rules: str = D) -> str:
    """The code of the one error in some moves."""
    return tables.refused(layout, moves, rules, "The Reversal")


def error(layout: str, moves: str, rules: str = D) -> str:
    """The message of the one error in some moves."""
    return tables.fault(layout, moves, rules, "The Reversal").message


def cited(layout: str, moves: str, rules: str = D) -> str:
    """The clause that the one error in some moves cites."""
    return tables.cited(layout, moves, rules, "The Reversal")


def stock(cards: str) -> str:
    """The stock of a layout from its cards in the order dealt."""
    return f"stock: {' '.join(reversed(cards.split()))}\n"


# -- readings ---------------------------------------------------------------------------------------------------------


def test_RV2_card_by_card_in_short() -> None:
    layout = BASES + stock("5C 3C 4C 9S TC TD 5C JD")
    card = f"{D}; RV2=card-by-card"
    one = {verified(layout, text, card).digest for text in ("deal:5C>1", "deal:5C", "deal:>1", "deal", "5C>1", "5C")}
    assert len(one) == 1
    for text in ("deal", "deal:3C", "3C"):
        assert refused(layout, f"deal {text}", card) == "M207", text
    assert error(layout, "deal deal", card) == "deal can mean deal:3C^ or deal:3C>2"
    assert verified(layout, "deal deal:^", card).verified


# -- what is refused, and claims --------------------------------------------------------------------------------------


def test_reasons_cite_the_clause_that_decides() -> None:
    # What a round deals is clause 7, what a redeal shows is clause 8.
    assert cited(TABLE + stock("TC TD"), "deal+TC,TH") == f"{D} 7"
    assert cited(TABLE, "redeal+9C") == f"{D} 8"
    card = f"{D}; RV2=card-by-card"
    assert cited(TABLE + stock("TC TD"), "deal+TD", card) in (f"{D} 7", f"{D} RV2=card-by-card")
    # That a first deuce or ace goes to its own row only is clause 6, not that it would not fit.
    for layout, moves in (("Hv: 3H\n1: 2H", "2Hv"), ("H^: KH\n1: AH", "AH^")):
        assert cited(layout, moves) == f"{D} 6"
    assert cited("1: 2C\n" + stock("TC"), "deal") == f"{D} 6"
    assert cited(BASES + stock("3C 9D 9H 9S TC TD JC"), "deal 3C", f"{D}; RV1=no") == f"{D} RV1=no"
    assert cited("deal: 3\n" + TABLE, "redeal", f"{D}; RV5=not-allowed") == f"{D} RV5=not-allowed"
    assert cited(TABLE, "8C") == f"{D} 4"
    assert cited(TABLE, "9C") == f"{D} 3"
    assert cited(TABLE, "1:8C>2") == f"{D} 5"


def test_messages_are_true_where_they_are_given() -> None:
    assert "1 card of the stock are" not in error(TABLE + stock("TC"), "redeal")
    # With no redeal left nothing is gathered by one.
    assert "redeal" not in error("deal: 4\n" + TABLE, "deal")
    assert "redeal" not in error("deal: 3\n" + TABLE, "deal", f"{D}; RV5=not-allowed")
    # A card that fits nothing is not played instead.
    assert "foundation" not in error(BASES + stock("5C"), "deal:5C>2", f"{D}; RV2=card-by-card")


def test_layouts_that_are_none() -> None:
    assert refused("5: 9C", "*") == "D303"
    assert refused("1: #9C", "*") == "D303"
    assert refused("dropped: --", "*") == "D303"
    assert refused("C^: 2D", "*") == "D303"
    assert refused("C^: 2C AC", "*") == "D303"
    assert refused("deal: 5\n1: 9C", "*") == "D303"
    # Any card of a suit may be the top of either row.
    assert place(verified("C^: AC\nCv: 2C"), "C^") == "AC"
