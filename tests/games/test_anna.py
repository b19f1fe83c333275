"""Anna by hand: orders that cannot be, clauses that are cited, and layouts that cannot be."""

from __future__ import annotations

import pytest

from leoni_replay.notation.reader import loads
from leoni_replay.record.replay import Replay, replay
from tests.tables import legal, refused, verified

ANNA = "Anna"
BOOK = "dick-1898"
NEARLY = "Cv: KC KC\nDv: KD KD\nHv: KH KH\nSv: KS AS\n"


def rules(reading: str) -> str:
    return f"{BOOK}; {reading}" if reading else BOOK


def good(layout: str, moves: str = "*", reading: str = "") -> Replay:
    """A layout and moves that are right, under the book and perhaps another reading."""
    return verified(layout, moves, rules(reading), ANNA)


def bad(layout: str, moves: str, reading: str = "") -> str:
    """The code of the one error in some moves."""
    return refused(layout, moves, rules(reading), ANNA)


def recorded(deal: str, moves: str, reading: str = "") -> Replay:
    """A record with other tags than a layout alone."""
    (transcript,) = loads(f'[Game "{ANNA}"]\n[Rules "{rules(reading)}"]\n{deal}\n\n{moves}\n')
    return replay(transcript, hints=False)


def code(replayed: Replay) -> str:
    """The code of the one error of a record."""
    (error,) = [diagnostic.code for diagnostic in replayed.diagnostics if diagnostic.severity == "error"]
    return error


def queens(layout: str) -> str:
    """A layout whose piles that are not listed hold the queen of spades, on which only K♠ can go."""
    listed = {line.partition(":")[0] for line in layout.split("\n")}
    return layout + "".join(f"\n{pile}: QS" for pile in range(1, 9) if str(pile) not in listed)


# -- readings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "reading", "wanted"),
    [
        ("", "AN7=shuffled", "M221"),
        ('[Pack2 "8D 7S"]', "AN7=shuffled", "M221"),
        ('[Pack2 "8D 7S 9C 9C"]', "AN7=shuffled", "M221"),
        ('[Pack2 "8D 7S 9D"]', "AN7=shuffled", "M221"),
        ('[Pack3 "8D 7S 9C"]', "AN7=shuffled", "M221"),
        ('[Pack2 "8D 7S 9X"]', "AN7=shuffled", "D302"),
        ('[Pack4 "8D 7S 9C"]', "AN7=shuffled", "H109"),
        ('[Pack1 "8D 7S 9C"]', "AN7=shuffled", "H109"),
        ('[Pack2 "9C 8D 7S"]', "", "H109"),
    ],
)
def test_AN7_written_orders_that_cannot_be(tags: str, reading: str, wanted: str) -> None:
    deal = f'[Deal "layout"]\n[Layout "{queens("talon: 9C 8D 7S")}"]\n'
    assert code(recorded(deal + tags, "redeal *", reading)) == wanted


# -- knaves, queens and vacancies -------------------------------------------------------------------------------------


def test_knaves_that_lie_in_a_layout_are_strays() -> None:
    for line in ("1: 9C JH", "talon: JH", "hand: JH"):
        assert "D306" in [diagnostic.code for diagnostic in good(line, "*").diagnostics]
    assert "D306" not in [diagnostic.code for diagnostic in good(queens("stock: JH 9C"), "*").diagnostics]
    # He can go out from where he lies.
    assert {"1:JHv", "talon:JCv"} <= legal(good("1: JH\n2: TH\ntalon: JC", "*"))
    assert legal(good("hand: JH", "*")) == {"deal:JHv"}


@pytest.mark.parametrize(
    "layout",
    [
        "Cv: QC",
        "Cv: JD",
        "Cv: JC JC JC",
        "Cv: #JC",
        "C^: AC",
        "9: 5H",
        "exile: 5H",
        "1: #5H",
        "2: 5H --",
        "deal: 4",
        "deal: 0",
    ],
)
def test_layouts_that_cannot_be(layout: str) -> None:
    assert bad(layout, "*") == "D303"


# -- claims and forms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "moves", "reading", "clause"),
    [
        ("1: KH\n2: AH", "2:AH>1", "AN1=no-wrap", "AN1=no-wrap"),
        ("1: 8H\n2: 6C", "2:6C>1", "AN1=no-wrap", "5"),
        ("1: 5H\ntalon: 6H", "talon:6H>1", "AN2=plays-only", "AN2=plays-only"),
        ("1: -\n2: 9D 6H", "2:6H>1", "", "6"),
        ("Hv: 7H\n1: 6H\ntalon: 9C", "redeal", "AN8=forced", "AN8=forced"),
        ("talon: 9C\ndeal: 3", "redeal", "AN7=shuffled", "8"),
        ("talon: 9C", "redeal", "AN7=shuffled", "AN7=shuffled"),
        (queens("stock: 4C 3D"), "deal+4C", "", "7"),
        (queens("stock: 4C 3D"), "deal:4C>talon", "", "7"),
        (queens("1: 6H\n2: 5H\nstock: 4C"), "1:6H>2+4D", "", "6"),
        (queens("talon: 9C\nstock: 4C"), "redeal", "", "8"),
        (queens("stock: JC"), "deal:JC>talon", "", "6"),
        ("1: 9C 6H", "1:9Cv", "", "3"),
        ("1: 9C 6H", "1:6Hv", "", "4"),
        ("1: 9C 6H", "1:6H^", "", "1"),
    ],
)
def test_refusals_cite_the_clause_that_forbids(layout: str, moves: str, reading: str, clause: str) -> None:
    replayed = recorded(f'[Deal "layout"]\n[Layout "{layout}"]', f"{moves} *", reading)
    (error,) = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity == "error"]
    assert error.clause is not None
    assert error.clause.label == f"{BOOK} {clause}"


def test_not_won_says_what_is_missing() -> None:
    """In a won game eight queens are not on the foundations either: their number says nothing."""
    layout = NEARLY + queens("1: KS\ntalon: QS")
    deal = f'[Deal "layout"]\n[Layout "{layout}"]'
    (error,) = [diagnostic for diagnostic in recorded(deal, "1:KSv won").diagnostics if diagnostic.severity == "error"]
    assert error.code == "R501"
    assert "queen" in error.message
