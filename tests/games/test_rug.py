"""The Japanese Rug by hand: orders that cannot be, clauses that are cited, and layouts that cannot be."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.notation.reader import loads
from leoni_replay.record.replay import Replay
from tests.tables import refused, verified

RUG = "The Japanese Rug"
BOOK = "dick-1898"


def rules(reading: str) -> str:
    return f"{BOOK}; {reading}" if reading else BOOK


def good(layout: str, moves: str = "*", reading: str = "") -> Replay:
    """A layout and moves that are right, under the book and perhaps another reading."""
    return verified(layout, moves, rules(reading), RUG)


def bad(layout: str, moves: str, reading: str = "") -> str:
    """The code of the one error in some moves."""
    return refused(layout, moves, rules(reading), RUG)


def recorded(deal: str, moves: str, reading: str = "") -> Replay:
    """A record with other tags than a layout alone."""
    (transcript,) = loads(f'[Game "{RUG}"]\n[Rules "{rules(reading)}"]\n{deal}\n\n{moves}\n')
    return lr.replay(transcript, hints=False)


def code(replay: Replay) -> str:
    """The code of the one error of a record."""
    (error,) = [diagnostic.code for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    return error


def rug(cells: str, rest: str = "", other: str = "--") -> str:
    """A layout of a rug with some cards (``r1c2=5H r1c3=6H``) and otherwise gaps, or a card that fits nothing."""
    cards = dict(part.split("=") for part in cells.split())
    rows = [f"r{r}: " + " ".join(cards.get(f"r{r}c{c}", other) for c in range(1, 9)) for r in range(1, 9)]
    return "\n".join([*rows, rest])


def whole(cells: str, rest: str = "") -> str:
    """The same without gaps: the nine of clubs fits nothing and marries on no card but its neighbours."""
    return rug(cells, rest, "9C")


# -- readings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "reading", "wanted"),
    [
        ("", "JR7=shuffled", "M221"),
        ('[Pack2 "5H 7S"]', "JR7=shuffled", "M221"),
        ('[Pack2 "5H 7S 9C 9C"]', "JR7=shuffled", "M221"),
        ('[Pack2 "5H 7S 9D"]', "JR7=shuffled", "M221"),
        ('[Pack3 "5H 7S 9C"]', "JR7=shuffled", "M221"),
        ('[Pack2 "5H 7S 9X"]', "JR7=shuffled", "D302"),
        ('[Pack4 "5H 7S 9C"]', "JR7=shuffled", "H109"),
        ('[Pack1 "5H 7S 9C"]', "JR7=shuffled", "H109"),
        ('[Pack3 "5H 7S 9C"]', "JR7=shuffled; JR1=1", "H109"),
        ('[Pack2 "9C 5H 7S"]', "", "H109"),
    ],
)
def test_JR7_written_orders_that_cannot_be(tags: str, reading: str, wanted: str) -> None:
    deal = '[Deal "layout"]\n[Layout "talon: 9C 5H 7S"]\n'
    assert code(recorded(deal + tags, "redeal *", reading)) == wanted


# -- claims, forms and places -----------------------------------------------------------------------------------------


def test_claims_of_one_place_of_the_rug() -> None:
    """Moves name places such as r1c2, and so may claims."""
    layout = rug("r1c1=8C r1c2=2H")
    assert good(layout, "{= r1c1: 8C} {= r1c2: 2H} {= top r1c2: 2H} {= r1c3: -} 2H {= r1c2: -}").verified
    for claim in ("r1c1: 2H", "r1c1: -", "r1c3: 8C"):
        assert bad(layout, f"{{= {claim}}}") == "C401", claim


@pytest.mark.parametrize(
    "layout",
    [
        "r1: 5H 6H",
        "r1: 5H 6H -- -- -- -- -- -- --",
        "r9: 5H -- -- -- -- -- -- --",
        "r1c1: 5H",
        "r1: #5H -- -- -- -- -- -- --",
        "1: 5H",
        "exile: 5H",
        "talon: #5H",
        "talon: --",
        "C^: -",
        "C^: 2C 3C",
        "C^: 2D",
        "deal: 4",
    ],
)
def test_layouts_that_cannot_be(layout: str) -> None:
    assert bad(layout, "*") == "D303"


@pytest.mark.parametrize(
    ("layout", "moves", "reading", "clause"),
    [
        ("talon: 9C\nstock: 4S", "redeal", "JR1=1", "8"),
        ("talon: 9C\ndeal: 2", "redeal", "JR1=1", "JR1=1"),
        ("talon: 9C\ndeal: 3", "redeal", "JR7=shuffled", "8"),
        ("talon: 9C", "redeal", "JR7=shuffled", "JR7=shuffled"),
        ("talon: 9C", "redeal", "JR1=1; JR7=shuffled", "JR7=shuffled"),
        (whole("r1c2=2H"), "r1c2:2H^", "", "3"),
        (rug("r1c1=8C", "talon: 9C"), "redeal", "JR3=required", "JR3=required"),
        (rug("r1c1=AC", "talon: KC"), "r1c1:AC>talon", "", "5"),
        (rug("r1c1=8C"), "r1c1:8C>talon", "JR4=yes", "5"),
        (rug("r1c1=8C", "talon: 9C"), "talon:9C>r1c1", "JR4=yes", "5"),
        ("stock: 4S 9C", "deal+4S", "", "7"),
        ("stock: 4S 9C", "deal:4S>talon", "", "7"),
        (rug("r1c1=2H", "stock: 9C"), "r1c1:2H^+9C", "", "6"),
        ("talon: 9C", "talon:9C^", "", "4"),
    ],
)
def test_refusals_cite_the_clause_that_forbids(layout: str, moves: str, reading: str, clause: str) -> None:
    replay = recorded(f'[Deal "layout"]\n[Layout "{layout}"]', f"{moves} *", reading)
    (error,) = [diagnostic for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    assert error.clause is not None
    assert error.clause.label == f"{BOOK} {clause}"


def test_ambiguous_move_shows_the_rows_and_the_hand() -> None:
    for layout, move, lines in (
        (rug("r1c1=8C r3c3=8C", "talon: 9C"), "8C", {"r1", "r3"}),
        ("H^: 2H\nhand: 3H", "deal:3H", {"hand"}),
    ):
        (error,) = [
            diagnostic
            for diagnostic in recorded(f'[Deal "layout"]\n[Layout "{layout}"]', f"{move} *").diagnostics
            if diagnostic.severity == "error"
        ]
        assert error.code == "M207"
        assert {line.partition(":")[0] for line in error.table} >= lines
