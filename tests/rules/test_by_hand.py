"""Cases worked by hand for conditions of the rules that random games hardly ever decide."""

from __future__ import annotations

import pytest

from leoni_replay.cards import CARD
from tests.tables import replayed, verified

# -- the weaving games ------------------------------------------------------------------------------------------------

STILL = "1: 9C\n2: 9D"
NEARLY = "C^: QC\nD^: KD\nH^: KH\nS^: KS\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"


@pytest.mark.parametrize(
    ("rules", "one", "other", "same"),
    [
        # A deal that was over and is open again is not told from one that never was over; nor is one that is over.
        ("wikipedia", ("C^: 6C\nCv: 7C\n1: 5C", "6C^v"), ("C^: 5C\nCv: 6C\n1: 5C", "*"), True),
        ("wikipedia", ("C^: 6C\nCv: 7C\n1: 5C", "6C^v 6Cv^"), ("C^: 6C\nCv: 7C\n1: 5C", "*"), True),
        # Nor is it told why an exile is due: here L6d and clause 6.
        ("wikipedia; L6d=whenever", ("1: KH 2C\nexile: 9D", "1:2C^"), ("C^: 2C\nexile: 9D KH", "exile:KH>13"), True),
        # That one is due is told, and so is a stalemate that has ended the deal.
        ("wikipedia", ("exile: 9D KH", "exile:KH>13"), ("13: KH\nexile: 9D", "*"), False),
        ("wikipedia", ("exile: TD 9D", "exile:9D#"), ("9: 9D\nexile: TD", "*"), False),
        ("wikipedia; L4=ends-weave", ("exile: TD 9D", "exile:9D#"), ("9: 9D\nexile: TD", "*"), True),
        # A suit that may still be combined is told from one that may not.
        (
            "wikipedia; L7=now-or-never",
            ("C^: 6C\nCv: 8C\n1: 9S 2D 7C", "1:7C^ 1:2D^"),
            ("C^: 6C\nCv: 8C\n1: 9S 7C 2D", "1:2D^ 1:7C^"),
            False,
        ),
        (
            "wikipedia; L7=now-or-never",
            ("C^: 6C\nCv: 8C\n1: 9S 7C 2D", "1:2D^ 1:7C^"),
            ("C^: 7C\nCv: 8C\nD^: 2D\n1: 9S", "*"),
            True,
        ),
        # Two foundations that have passed each other may no longer be, also in a layout.
        (
            "wikipedia; L7=now-or-never",
            ("C^: 6C\nCv: 8C\n1: 9S 8C 7C", "1:7C^ 1:8C^"),
            ("C^: 8C\nCv: 8C\n1: 9S", "*"),
            True,
        ),
    ],
)
def test_which_positions_are_the_same(rules: str, one: tuple[str, str], other: tuple[str, str], same: bool) -> None:
    """Those that agree in digest, in what is due, in the stalemate and in the suits that may still be combined."""
    first, second = verified(*one, rules), verified(*other, rules)
    assert first.digest == second.digest
    assert first.dealt and second.dealt
    assert (first.position.key == second.position.key) is same


def test_the_bottom_card_of_a_high_pile_tells_positions_apart() -> None:
    pack = [card for card in CARD if card[0] not in "AK"] * 2
    first, second = (verified(f"1: {' '.join(cards)}") for cards in (pack, [*pack[1::-1], *pack[2:]]))
    assert first.position.key != second.position.key


def test_what_is_said_under_a_table() -> None:
    for layout, moves, caption in [
        (NEARLY + "1: KC", "1:KC^", "first of 3 deals, the game is won"),
        (NEARLY + "1: KC\ndeal: 3", "1:KC^", "third of 3 deals, the game is won"),
        (NEARLY + "1: KC", "*", "first of 3 deals"),
        (STILL, "*", "first of 3 deals, nothing fits and no exile is left"),
        (f"{STILL}\nexile: 9H", "*", "first of 3 deals, nothing fits, so an exile is next"),
    ]:
        replay = verified(layout, moves)
        assert replay.dealt
        assert replay.position.layout.caption == caption


# -- claims -----------------------------------------------------------------------------------------------------------

TABLE = "C^: 5C\nCv: TC\n1: 2H 9C\n2: 8D\n3: 7S\n4: 6H\n5: 3D\n6: 3S\n13: 8S 6C\nexile: 4C"


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        ("available only: 9C 8D 7S 6H 3D 3S 8S 6C", ""),
        ("available only: 9C 8D 7S 6H 3D 3S 8S", "available as well: 6♣ in pile 13"),
        ("available only: 9C 8D 7S 6H", "available as well: 3♦ in pile 5, 3♠ in pile 6, 8♠ in pile 13, 6♣ in pile 13"),
        ("available only: 9C 8D 7S",
         "available as well: 6♥ in pile 4, 3♦ in pile 5, 3♠ in pile 6, 8♠ in pile 13 and 1 more"),
        ("deal: 1", ""),
        ("deal: 2", "this is deal 1"),
        ("1 2", ""),
        ("1 3", "pile 1 holds 2"),
        ("top 1: 9C", ""),
        ("top 1: 2H", "the top card of pile 1 is 9♣"),
        ("top 7: 9C", "pile 7 is empty"),
        ("1: 2H 9C", ""),
        ("1: 9C 2H", "pile 1 holds 2♥ 9♣"),
        ("1: 2H", "pile 1 holds 2♥ 9♣"),
        ("7: 2H", "pile 7 is empty"),
        ("7: -", ""),
        ("standstill", "it is not a standstill: 9♣ in pile 1 and 6♣ in pile 13 can be played"),
        ("not standstill", ""),
        ("deal over", "the deal is not over"),
        ("not available: 2H", ""),
        ("not available: 6C", "6♣ is available, in pile 13"),
        ("legal: 1:9Cv 13:6C^", ""),
        ("illegal: 1:9C^ 13:6Cv exile", ""),
        ("illegal: 1:9Cv", "1:9Cv is legal"),
        ("legal set: 1:9Cv 13:6C^", ""),
        ("legal set: 1:9Cv", "legal as well: 13:6C^"),
        ("legal set: -", "legal as well: 1:9Cv, 13:6C^"),
        ("won", "the game is not won: "),
        ("left 93", "the claim"),
    ],
)  # fmt: skip
def test_claims(claim: str, truth: str) -> None:
    """Every kind of claim, true and false; what is said of a false one is true."""
    replay = replayed(TABLE, f"{{= {claim}}}")
    if not truth:
        assert replay.accepted, replay.diagnostics
    else:
        assert replay.error is not None and replay.error.code == "C401" and truth in replay.error.message


def test_what_a_false_claim_points_at() -> None:
    for claim, places in [
        ("available only: 9C 8D 7S", ["4: ", "5: ", "6: ", "13: "]),
        ("not available: 6C", ["13: "]),
        ("top 1: 2H", ["1: "]),
    ]:
        replay = replayed(TABLE, f"{{= {claim}}}")
        assert replay.error is not None
        assert [line.partition(":")[0] + ": " for line in replay.error.table_lines] == places
