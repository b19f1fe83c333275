"""What a game says beside its verdict: doubts, notes, and what a refusal shows; short forms; rules that cannot be.

What is refused, and by which clause, is in ``transcripts/conformance/refusals``.
"""

from __future__ import annotations

import pytest

from leoni_replay.cards import TEXT
from leoni_replay.games import make_game
from leoni_replay.games.rules import RulesError
from leoni_replay.record.result import Replay
from tests.tables import fault, legal, place, refused, replayed, verified

MARTHA, LABYRINTH, ANNA, REVERSAL = "Martha", "Labyrinth", "Anna", "The Reversal"
M, D, W = "mcneely", "dick-1898", "wikipedia"

#: Martha's piles 3 to 12, of which no card goes on another.
REST = "\n3: KC\n4: KD\n5: KH\n6: KS\n7: JC\n8: JS\n9: 9C\n10: 9S\n11: 7C\n12: 7S\n"
#: The Reversal: every suit has both its bases.
BASES = "C^: 2C\nD^: 2D\nH^: 2H\nS^: 2S\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"
#: The same; nothing fits, and no card has been dropped last.
TABLE = BASES + "1: 9C 8C\n2: 9D\n3: 9H 8H\n4: 9S\n"
#: An open card of Labyrinth's row 1 and a stock of ten, of which QH comes next.
REFILL = "r1: 9C 9D 2D 9H 9S TC TD TH\nstock: 4D 5C 6C 7C JD JC KC KD KH KS QH\n"


def codes(replay: Replay) -> list[str]:
    return [diagnostic.code for diagnostic in replay.diagnostics]


# -- Martha -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("missing", "named"), [(8, "7♣, 8♣, 9♣"), (9, "7♣, 8♣, 9♣ and 1 more")])
def test_missing_cards_are_named_up_to_eight(missing: int, named: str) -> None:
    cards = [card for card in TEXT[:52] if card[0] != "A"][missing:]
    (warning,) = verified(f"1: {' '.join(cards)}", "*", M, MARTHA).diagnostics
    assert warning.code == "D305" and warning.message.endswith(named)


def test_short_forms_and_ambiguous_ones() -> None:
    layout = REST.replace("8: JS", "8: 8H") + "1: #QD 8D\n2: TC\n"
    # Onto either red eight.
    assert fault(layout, "7S", M, MARTHA).message == "7S can mean 12:7S>1 or 12:7S>8"
    assert refused(layout, "12:7S", M, MARTHA) == "M207"
    assert verified(layout, "{= legal: 7S 12:7S 7S>1 7S>8} 7S>8D", M, MARTHA).verified
    # To a foundation or onto a pile.
    both = "S^: 6S\n" + REST.replace("8: JS", "8: 8H") + "1: 5C\n2: TC\n"
    assert fault(both, "7S", M, MARTHA).message == "7S can mean 12:7S^ or 12:7S>8"
    assert place(verified(both, "7S^", M, MARTHA), "S^") == "7S"
    assert place(verified(both, "12:^", M, MARTHA), "12") == "-"
    # One legal move is meant by the card alone.
    assert place(verified(both, "7C", M, MARTHA), "8") == "8H 7C"


def test_a_top_card_that_lies_face_down_is_a_stray() -> None:
    """Nothing turns it up: it is not played, nothing is built on it, and it takes nothing along."""
    replay = verified("1: 4D #9D\n2: TC\n3: 8C", "2:TC>4 {= 1: 4D #9D} {= not available: 9D} *", M, MARTHA)
    assert "D306" in codes(replay)
    assert not [token for token in legal(replay) if token.startswith("1:") or token.endswith(">1")]


# -- Labyrinth --------------------------------------------------------------------------------------------------------


def test_rows_and_a_stock_that_make_more_than_48_cards_are_strays() -> None:
    five = "".join(f"r{n}:{' --' * 8}\n" for n in range(1, 6))
    six = f"{five}r6: KC{' --' * 7}\n"
    for layout in (six + "stock: KD KH", five + "stock: 2C 3C 4C 5C 6C 7C 8C 9C TC"):
        assert "D306" in codes(verified(layout, "*", M, LABYRINTH))
    assert verified(five + "stock: 3C 4C 5C 6C 7C 8C 9C TC", "deal {= stock: -} lost", M, LABYRINTH).verified
    assert verified(six, "lost", M, LABYRINTH).verified


def test_the_last_resort_is_explained() -> None:
    rows = "r1: KC KD QC QD JC JD TC TD\nr2: 2C 2D KH KS QH QS JH JS\nr3: 9C 9D 9H 9S 8C 8D 8H 8S\n"
    once = f"{M}; LB5=one-card"
    (note,) = fault(rows, "2C 2D", once, LABYRINTH).notes
    assert note == "the card of last resort (LB5) has been taken"
    (note,) = fault(rows + "stock: 7C", "2C", once, LABYRINTH).notes
    assert note == "the card of last resort (LB5) is allowed only when nothing fits and the stock is out"
    assert fault(rows, "KH", once, LABYRINTH).notes == fault(rows, "2C", M, LABYRINTH).notes == ()


def test_long_and_short_forms_are_one_move() -> None:
    forms = ("r1c3:2D^+QH", "r1c3:2D^", "r1c3", "r1c3:^", "2D^", "2D", "2D+QH")
    assert len({verified(REFILL, text, M, LABYRINTH).digest for text in forms}) == 1


# -- Anna, the Rug, the Reversal --------------------------------------------------------------------------------------


def test_knaves_that_lie_in_a_layout_are_strays() -> None:
    queens = "\n".join(f"{pile}: QS" for pile in range(1, 9))
    for line in ("1: 9C JH", "talon: JH", "hand: JH"):
        assert "D306" in codes(verified(line, "*", D, ANNA))
    assert "D306" not in codes(verified(f"stock: JH 9C\n{queens}", "*", D, ANNA))
    # He can go out from where he lies.
    assert {"1:JHv", "talon:JCv"} <= legal(verified("1: JH\n2: TH\ntalon: JC", "*", D, ANNA))
    assert legal(verified("hand: JH", "*", D, ANNA)) == {"deal:JHv"}


def test_not_won_says_what_is_missing() -> None:
    """In a won game eight queens are not on the foundations either: their number says nothing."""
    queens = "\n".join(f"{pile}: QS" for pile in range(2, 9))
    error = fault(f"Cv: KC KC\nDv: KD KD\nHv: KH KH\nSv: KS AS\n1: KS\n{queens}\ntalon: QS", "1:KSv won", D, ANNA)
    assert error.code == "R501" and "queen" in error.message


def test_an_ambiguous_move_shows_the_rows_and_the_hand() -> None:
    gaps = " --" * 7
    rug = f"r1: 8C{gaps}\nr2: --{gaps}\nr3: -- -- 8C -- -- -- -- --\ntalon: 9C"
    for layout, move, lines in ((rug, "8C", {"r1", "r3"}), ("H^: 2H\nhand: 3H", "deal:3H", {"hand"})):
        error = fault(layout, move, D, "The Japanese Rug")
        assert error.code == "M207" and {line.partition(":")[0] for line in error.table_lines} >= lines


def test_a_round_that_is_placed_card_by_card_in_short() -> None:
    card = f"{D}; RV2=card-by-card"
    layout = BASES + "stock: JD 5C TD TC 9S 4C 3C 5C\n"
    one = {
        verified(layout, text, card, REVERSAL).digest
        for text in ("deal:5C>1", "deal:5C", "deal:>1", "deal", "5C>1", "5C")
    }
    assert len(one) == 1
    for text in ("deal", "deal:3C", "3C"):
        assert refused(layout, f"deal {text}", card, REVERSAL) == "M207", text
    assert fault(layout, "deal deal", card, REVERSAL).message == "deal can mean deal:3C^ or deal:3C>2"
    assert verified(layout, "deal deal:^", card, REVERSAL).verified
    # Any card of a suit may be the top of either row.
    assert place(verified("C^: AC\nCv: 2C", "*", D, REVERSAL), "C^") == "AC"


@pytest.mark.parametrize(
    ("layout", "move", "rules", "untrue"),
    [
        (TABLE + "stock: TC", "redeal", "", "1 card of the stock are"),
        # With no redeal left nothing is gathered by one.
        ("deal: 4\n" + TABLE, "deal", "", "redeal"),
        ("deal: 3\n" + TABLE, "deal", "; RV5=not-allowed", "redeal"),
        # A card that fits nothing is not played instead.
        (BASES + "stock: 5C", "deal:5C>2", "; RV2=card-by-card", "foundation"),
    ],
)
def test_messages_are_true_where_they_are_given(layout: str, move: str, rules: str, untrue: str) -> None:
    assert untrue not in fault(layout, move, D + rules, REVERSAL).message


# -- weaving games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "moves", "king", "point"),
    [
        ("C^: 8C\n4: 8D 9C KH\nexile: 5S 4S", "exile:4S~KH 4:9C^", "pushed out", "L6a=draw-first"),
        ("5: 8D KC KH 2H\n13: 9S\nexile: 6D", "5:2H^+KH,KC 5:8D^", "uncovered", "L6d=whenever"),
        ("7: 8D KC 4C\n4: 6C 2D 9D\nexile: 5S 7H", "exile:7H~4C~9D+KC 4:2D^", "uncovered", "L6d=whenever"),
        ("1: 3S\nexile: 5S KH", "exile:KH>13 1:3S^", "turned up", "6"),
    ],
)
def test_why_an_exile_is_due(layout: str, moves: str, king: str, point: str) -> None:
    error = fault(layout, moves, f"{W}; {point}" if "=" in point else W, "Leoni's Own")
    assert error.code == "M211" and f"a king has been {king}: " in error.message
    assert error.clause is not None and error.clause.label == f"{W} {point}"


def test_kings_in_play_in_weavers_are_strays() -> None:
    """There is no pile 13 for them: what would take one there is refused."""
    replay = replayed("1: 9C KC\n9: 3C\nexile: AC", "*", "weavers", "Weaver's")
    assert replay.verified and "D306" in codes(replay) and legal(replay) == set()


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("weavers; L6=continues", "combination"),
        ("weavers; L6a=draw-first", "combination"),
        ("weavers; L6b=bottom", "combination"),
        ("weavers; L6c=always-13", "combination"),
        ("weavers; L6d=whenever", "combination"),
        ("weavers; L7=optional", "combination"),
        ("weavers; L16=aces-and-kings", "combination"),
        ("weavers; L4=ends-deal; L4=ends-weave", "combination"),
        ("weavers; L4", "combination"),
        ("weavers; L99=x", "point"),
        ("weavers; L4=never", "reading"),
        ("wikipedia", "book"),
        ("L4=ends-weave", "book"),
    ],
)
def test_rules_that_cannot_be(rules: str, kind: str) -> None:
    with pytest.raises(RulesError) as error:
        make_game("Weaver's", rules)
    assert error.value.kind == kind


def test_twelve_piles_need_eight_kings() -> None:
    with pytest.raises(RulesError, match="L17=12"):
        make_game("Leoni's Own", f"{W}; L17=12")
    assert make_game("Leoni's Own", f"{W}; L16=eight-kings; L17=12; L7=none").packs == 2
