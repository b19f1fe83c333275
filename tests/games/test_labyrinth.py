"""Labyrinth by hand: short forms, clauses that are cited, and layouts that cannot be."""

from __future__ import annotations

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.record.replay import Replay
from tests import tables

M = "mcneely"

#: Four rows with gaps of every kind; by column: closed on both sides, open below, open above in row 1, open above in
#: rows 1 and 2, open above in row 2, open below in row 3.
GAPS = """
r1: KC KH -- -- QC JC TC TH
r2: 2C 2D 2H -- -- 9D 9C 9H
r3: KD -- KS 9S 2S -- 8C 8H
r4: QD -- QH QS JD JH 7C --
"""

#: An open card of row 1 and a stock of ten, of which QH comes next.
REFILL = """
r1: 9C 9D 2D 9H 9S TC TD TH
stock: 4D 5C 6C 7C JD JC KC KD KH KS QH
"""


def verified(layout: str, moves: str = "*", rules: str = M) -> Replay:
    """Moves that are right."""
    return tables.verified(layout, moves, rules, "Labyrinth")


def refused(layout: str, moves: str, rules: str = M) -> str:
    """The code of the one error in some moves."""
    return tables.refused(layout, moves, rules, "Labyrinth")


def fault(layout: str, moves: str, rules: str = M) -> Diagnostic:
    """The one error in some moves."""
    return tables.fault(layout, moves, rules, "Labyrinth")


def cited(layout: str, moves: str, rules: str = M) -> str:
    """The clause that the one error in some moves cites."""
    return tables.cited(layout, moves, rules, "Labyrinth")


# -- cases ------------------------------------------------------------------------------------------------------------


def test_rows_and_a_stock_that_make_more_than_48_cards_are_strays() -> None:
    """There is no seventh row."""
    five = "".join(f"r{n}:{' --' * 8}\n" for n in range(1, 6))
    six = f"{five}r6: KC{' --' * 7}\n"
    assert refused(six + "stock: KD KH", "deal") == "M222"
    assert refused(five + "stock: 2C 3C 4C 5C 6C 7C 8C 9C TC", "deal deal") == "M222"
    for layout in (six + "stock: KD KH", five + "stock: 2C 3C 4C 5C 6C 7C 8C 9C TC"):
        assert "D306" in [diagnostic.code for diagnostic in verified(layout).diagnostics]
    assert verified(five + "stock: 3C 4C 5C 6C 7C 8C 9C TC", "deal {= stock: -} lost").verified
    assert verified(six, "lost").verified


def test_reasons_cite_the_clause_that_decides() -> None:
    assert cited(REFILL, "deal") == f"{M} 7"
    assert cited(REFILL, "2D+KS") == f"{M} 6"
    assert cited(REFILL, "2D deal+KS") == f"{M} 7"
    later = f"{M}; LB2=deferrable"
    assert cited(REFILL, "2D+QH", later) == f"{M} LB2=deferrable"
    assert cited(REFILL, "2D deal:KS>r1c3", later) == f"{M} LB2=deferrable"
    assert cited(GAPS, "2C") == f"{M} 3"
    assert cited(GAPS, "2C", f"{M}; LB1=open-either-side") == f"{M} LB1=open-either-side"
    assert cited("r1: 2C KD" + " --" * 6 + "\nstock: 3C", "2C 3C", f"{M}; LB4=stop") == f"{M} LB4=stop"
    assert cited(GAPS, "redeal") == f"{M} 8"


def test_the_last_resort_is_explained() -> None:
    rows = "r1: KC KD QC QD JC JD TC TD\nr2: 2C 2D KH KS QH QS JH JS\nr3: 9C 9D 9H 9S 8C 8D 8H 8S\n"
    once = f"{M}; LB5=one-card"
    (note,) = fault(rows, "2C 2D", once).notes
    assert note == "the card of last resort (LB5) has been taken"
    (note,) = fault(rows + "stock: 7C", "2C", once).notes
    assert note == "the card of last resort (LB5) is allowed only when nothing fits and the stock is out"
    assert fault(rows, "KH", once).notes == fault(rows, "2C").notes == ()


def test_claims_on_one_place_of_a_row() -> None:
    assert verified(GAPS, "{= r2c1: 2C} {= top r2c1: 2C} {= r3c2: -} {= r2c1 1} {= r3c2 0}").verified
    assert refused(GAPS, "{= top r2c1: 2D}") == "C401"
    assert refused(GAPS, "{= r3c2: 2D}") == "C401"
    assert refused(GAPS, "{= r5c1: 2D}") == "C402"
    assert refused(GAPS, "{= r1c9: 2D}") == "C402"


def test_long_and_short_forms_are_one_move() -> None:
    outcomes = {
        verified(REFILL, text).digest for text in ("r1c3:2D^+QH", "r1c3:2D^", "r1c3", "r1c3:^", "2D^", "2D", "2D+QH")
    }
    assert len(outcomes) == 1
