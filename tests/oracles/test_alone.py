"""The plain simulators alone: the worked cases of the rules, small positions for the readings, and random games."""

from __future__ import annotations

import random

import pytest

from tests.oracles import anna, labyrinth, martha, reversal, rug, weaving
from tests.oracles.common import SUITS
from tests.oracles.weaving import Table

# --------------------------------------------------------------------------- Leoni's Own: section 4


def leoni(text: str, rules: str = "", book: str = "wikipedia") -> Table:
    """A position of Leoni's Own; places between semicolons, rules between spaces."""
    overrides = dict(item.split("=") for item in rules.split())
    return Table.from_text(text.replace(";", "\n"), weaving.readings_for(book, overrides))


def after(table: Table, *tokens: str) -> Table:
    """The table after some moves, each of which must be legal."""
    for token in tokens:
        table.do(token)
    return table


def pile(table: Table, number: int) -> str:
    """A pile as it is written."""
    return " ".join(table.piles[number])


def test_case_a() -> None:
    table = leoni("exile: 5H")
    assert table.legal() == ["exile:5H#"]
    assert pile(after(table, "exile:5H#"), 5) == "5H"
    assert table.deal_over() and not table.lost_ok() and table.legal() == ["redeal"]
    table = leoni("exile: 5H; deal: 3")
    assert not table.lost_ok()
    after(table, "exile:5H#")
    assert table.lost_ok() and table.legal() == []
    assert leoni("exile: 5H", "L3=weave-stops").legal() == ["exile:5H"]


def test_cases_b_and_c() -> None:
    table = leoni("D^: 6D; 7: 7D 7S; exile: 7C")
    assert table.legal() == ["exile:7C~7S"]
    after(table, "exile:7C~7S")
    assert pile(table, 7) == "7S 7C 7D" and table.legal() == ["7:7D^"]
    table = leoni("7: 7D 7S; exile: 7C")
    assert pile(after(table, "exile:7C#"), 7) == "7C 7D 7S"


def test_case_d() -> None:
    text = "C^: 8C; 4: 8H 9C KH; 13: 8D; exile: 2S JS 4S"
    table = after(leoni(text), "exile:4S~KH")
    assert (pile(table, 4), pile(table, 13)) == ("4S 8H 9C", "8D KH")
    assert table.exile_due and table.legal() == ["exile:JS#"]
    table = after(leoni(text, "L6a=play-first"), "exile:4S~KH")
    assert not table.exile_due and table.legal() == ["4:9C^"]
    table = after(leoni(text, "L6b=bottom"), "exile:4S~KH")
    assert pile(table, 13) == "KH 8D"
    table = leoni("C^: 8C; 4: 8H 9C KH; exile: 4S", "L7=none")
    assert after(table, "exile:4S~KH").legal() == ["4:9C^"]  # none is left to be due


def test_case_e() -> None:
    assert leoni("3: 4H 8S; exile: 3D").legal() == ["exile:3D~8S#"]
    table = leoni("3: 4H 8S; exile: 3D", "L3=weave-stops")
    assert table.legal() == ["exile:3D~8S"]
    table = leoni("3: 4H 8S; exile: 3D", "L4=ends-weave")
    after(table, "exile:3D~8S#")
    assert table.deal_over() and table.legal() == ["redeal"]  # a standstill with no exile left


def test_cases_f_and_g() -> None:
    stock = ["5C"] * 11 + ["QH"]
    stock[4] = "6C"
    table = Table.from_stock(stock, weaving.readings_for("wikipedia", {}))
    assert (pile(table, 12), pile(table, 13), table.exiles) == ("", "", ["QH"])
    stock = ["9C"] * 6 + ["7H", "7S", "4D"]
    table = Table.from_stock(stock, weaving.readings_for("wikipedia", {}))
    assert (pile(table, 7), table.exiles) == ("4D", ["7H", "7S"])
    table = Table.from_stock(stock, weaving.readings_for("wikipedia", {"L5": "unchecked", "L10": "fifo"}))
    assert (pile(table, 7), pile(table, 8), table.exiles) == ("7S", "4D", ["7H"])


def test_case_h() -> None:
    table = leoni("H^: 6H; Hv: 7H; 2: 3H; exile: 5S")
    assert table.legal() == ["6H^v", "7Hv^", "exile:5S#"] and table.standstill()
    after(table, "6H^v", "5H^v", "4H^v", "3H^v")
    assert "2:3H^" in table.legal()
    assert leoni("H^: 6H; Hv: 7H; 2: 3H; exile: 5S", "L7a=yes").legal() == ["6H^v", "7Hv^"]


def test_case_i() -> None:
    table = after(leoni("3: 4H; exile: KD"), "exile:KD>13")
    assert not table.exile_due and table.deal_over() and table.legal() == ["redeal"]


def test_case_j() -> None:
    text = "D^: 2D; 7: 3D 4C; 4: 9S; exile: 7H"
    table = after(leoni(text, "L2=rotate-once"), "exile:7H~4C")
    assert (pile(table, 7), pile(table, 4)) == ("4C 7H 3D", "9S")
    table = after(leoni(text), "exile:7H~4C")
    assert (pile(table, 7), pile(table, 4)) == ("7H 3D", "4C 9S")


def test_the_game_of_the_notation() -> None:
    moves = """11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv exile:JD~5S~4H~JH 4:2H^ exile:6H~2S~5H~KH exile:QHv 12:JHv 3:THv
    5:9Hv 5:QDv 8:JDv 1:TDv 5:8Hv 1:7Hv exile:4C~5C 4:TCv exile:6C~2H~7C 2:9Cv redeal 1:2C^ 13:6Hv 5:3H^ 11:8Cv 10:7Cv
    7:5Hv 7:4Hv 7:6Cv 1:5Cv 1:9Dv 5:8Dv 5:2D^ 12:7Dv 1:JSv 10:6Dv 11:5Dv 12:4H^ exile:8D~JC~AH 11:4Cv exile:7D~AS
    7:4Dv redeal 10:3D^ 1:5H^ 1:3Cv exile:2D~6S 2:3Hv 9:2Hv 4:AHv 4:TSv 11:9Sv 10:8Sv exile:7C~5S~6D~TH~5C~9D 5:3Dv"""
    table = weaving.start("1884", weaving.readings_for("wikipedia", {}))
    assert table.digest() == "04d23900b2766e67"
    again = Table.from_text(table.text(), table.readings)
    after(table, *moves.split())
    assert table.digest() == "905fddf640080ce5" and table.lost_ok()
    assert after(again, *moves.split()).digest() == table.digest()


# --------------------------------------------------------------------------- Leoni's Own: readings


def test_which_overrides_are_errors() -> None:
    for book, rules in (
        ("weavers", "L6=stops"),
        ("weavers", "L6a=draw-first"),
        ("weavers", "L6b=top"),
        ("weavers", "L6c=play-first"),
        ("weavers", "L6d=stays"),
        ("weavers", "L6e=draw-first"),
        ("weavers", "L7a=no"),
        ("weavers", "L7=optional"),
        ("weavers", "L7=now-or-never"),
        ("wikipedia", "L16=eight-kings L7=none L6e=play-first"),
        ("wikipedia", "L17=12"),
        ("wikipedia", "L6d=always"),
        ("wikipedia", "L18=1"),
    ):
        with pytest.raises(ValueError):
            weaving.readings_for(book, dict(item.split("=") for item in rules.split()))
    assert weaving.readings_for("weavers", {"L7": "none", "L17": "13"})["L17"] == "13"
    assert weaving.readings_for("weavers", {"L16": "aces-and-kings", "L17": "13", "L6e": "play-first"})


def test_l6e() -> None:
    text = "D^: 2D; 13: 8D; 1: 5C 3D; exile: 9S KS; S^: AS"
    table = after(leoni(text, "L8=any-time"), "exile:KS>13")
    assert table.exile_due and table.legal() == ["exile:9S#"]
    table = after(leoni(text, "L8=any-time L6e=play-first"), "exile:KS>13")
    assert not table.exile_due and table.legal() == ["1:3D^", "exile:9S#"]
    # Not for a king that goes to a foundation.
    table = after(leoni("S^: QS; exile: 9S KS; 1: 2H", "L8=any-time L7=none"), "exile:KS^")
    assert not table.exile_due and table.legal() == ["1:2H^", "exile:9S#"]
    # The debt of an uncovered king is paid by a king, and that one makes a new one.
    text = "D^: 2D; 1: KH 3D; 2: 4D; exile: 9S KS"
    table = after(leoni(text, "L6d=moves"), "1:3D^+KH", "exile:KS>13")
    assert table.exile_due and table.legal() == ["exile:9S#"]
    table = after(leoni(text, "L6d=moves L6e=play-first"), "1:3D^+KH", "exile:KS>13")
    assert table.legal() == ["2:4D^"]
    # L6c = always-13: then L6e; when no exile is due the king may be played from pile 13.
    table = after(leoni("S^: QS; exile: 9S KS", "L6c=always-13"), "exile:KS>13")
    assert table.legal() == ["exile:9S#"]
    table = after(leoni("S^: QS; exile: KS", "L6c=always-13 L7=none"), "exile:KS>13")
    assert table.legal() == ["13:KS^"]
    # What a reversal could offer waits too.
    table = after(leoni("H^: 6H; Hv: 7H; 13: 8H; exile: 9S KS", "L8=any-time"), "exile:KS>13")
    assert table.legal() == ["exile:9S#"]


def test_l6d_whenever() -> None:
    # The example of the rules: under rotate-once.
    text = "1: 3D; 7: KD 4C; exile: 2S 7H"
    table = after(leoni(text, "L2=rotate-once L6d=whenever"), "exile:7H~4C+KD")
    assert (pile(table, 7), pile(table, 13), table.exile_due) == ("4C 7H", "KD", True)
    table = after(leoni(text + "; D^: QD; Dv: QD", "L6d=whenever L4=ends-weave"), "exile:7H~4C+KD")  # although it fits
    assert (pile(table, 7), pile(table, 4), pile(table, 13)) == ("7H", "4C", "KD")
    # A stalemate: kings leave if only the weave is over.
    text = "4: KS KD 8S; exile: 2S 4S; S^: 2S"
    table = after(leoni(text, "L6d=whenever L4=ends-weave"), "exile:4S~8S#+KD,KS")
    assert (pile(table, 4), pile(table, 13), table.exile_due) == ("4S", "KD KS", True)
    table = after(leoni(text, "L6d=whenever"), "exile:4S~8S#")
    assert (pile(table, 4), table.exile_due, table.deal_over()) == ("4S KS KD", False, True)
    assert leoni(text, "L6d=moves L4=ends-weave").legal() == ["exile:4S~8S#"]
    # Lowest pile first, and after the whole weave; a lifted king that uncovers another.
    text = "9: KC KH KD; 4: KS 9C; exile: 2S 4S; D^: 5D; 1: AS"
    table = after(leoni(text, "L6d=whenever L6b=bottom"), "exile:4S~9C~KD+KS,KH,KC")
    assert (pile(table, 4), pile(table, 9), pile(table, 13)) == ("4S", "9C", "KC KH KS KD")
    # The pile of a play, and of pile 13 never.
    table = leoni("D^: 2D; 1: KS 3D; 13: KH 4D; exile: 2S", "L6d=whenever")
    assert "1:3D^+KS" in table.legal()
    table = after(leoni("D^: 3D; 1: KS; 13: KH 4D; exile: 2S", "L6d=whenever"), "13:4D^")
    assert not table.exile_due and pile(table, 1) == "KS"
    # None left, nothing due.
    table = after(leoni("D^: 2D; 1: KS 3D", "L6d=whenever"), "1:3D^+KS")
    assert not table.exile_due and table.legal() == ["redeal"]


def test_l7_now_or_never() -> None:
    rules = "L7=now-or-never"
    # The chance is open after the move that makes them meet, and passes with any other move.
    text = "H^: 3H; Hv: 5H; 1: 4H; 2: 2C; 3: 2D; exile: 9S"
    table = after(leoni(text, rules), "1:4H^")
    assert table.chances() == ["H"] and table.combinable() == list(SUITS)
    assert sorted(table.legal()) == ["2:2C^", "3:2D^", "4H^v", "5Hv^"]
    after(table, "2:2C^")
    assert table.chances() == [] and table.combinable() == ["C", "D", "S"] and table.legal() == ["3:2D^"]
    # Begun, it must be finished before anything else.
    table = after(leoni(text, rules), "1:4H^", "4H^v")
    assert table.legal() == ["3H^v"] and table.combination_due() == [("H", "^v")]
    after(table, "3H^v")
    assert table.legal() == ["2H^v"]
    after(table, "2H^v")
    assert sorted(table.legal()) == ["2:2C^", "3:2D^"] and table.combinable() == ["C", "D", "S"]
    # One side has only its base: the other side's cards go over.
    table = after(leoni("H^: AH; Hv: 3H; 1: 2H", rules), "1:2Hv")
    assert table.legal() == ["2Hv^", "redeal"]
    # A mere chance prevents neither a standstill nor the end of a deal, nor `lost`; one that has been begun does.
    table = after(leoni("H^: 3H; Hv: 5H; 1: 6H 4H; deal: 3", rules), "1:4H^")
    assert table.standstill() and table.lost_ok() and sorted(table.legal()) == ["4H^v", "5Hv^"]
    after(table, "5Hv^")
    assert not table.lost_ok() and not table.deal_over() and table.legal() == ["6Hv^"]
    table = after(leoni("H^: 3H; Hv: 5H; 1: 6H 4H; exile: 9S", rules), "1:4H^")
    assert table.legal() == ["4H^v", "5Hv^", "exile:9S#"]
    # The redeal closes it too.
    table = after(leoni("H^: 3H; Hv: 5H; 1: 6H 4H", rules), "1:4H^", "redeal")
    assert table.chances() == [] and "H" not in table.combinable()
    # With an exile due the player chooses; the combination first leaves it due.
    text = "H^: 3H; Hv: 5H; 1: KS 4H; exile: 9S; 2: 2D"
    table = after(leoni(text, rules + " L6d=whenever"), "1:4H^+KS")
    assert table.legal() == ["4H^v", "5Hv^", "exile:9S#"]
    after(table, "4H^v", "3H^v", "2H^v")
    assert table.exile_due and table.legal() == ["exile:9S#"]
    # The exile that is due closes it.
    table = after(leoni(text, rules + " L6d=whenever L4=ends-weave"), "1:4H^+KS", "exile:9S#")
    assert table.legal() == ["2:2D^"] and table.combinable() == ["C", "D", "S"]
    # Under L7 = immediate: king, then combination, then exile.
    table = after(leoni(text, "L7=immediate L6d=moves"), "1:4H^+KS")
    assert table.legal() == ["4H^v", "5Hv^"] and table.exile_due
    # L11 = last-exile: a win and an immediate combination come first, a chance does not.
    text = "H^: 3H; Hv: 5H; exile: 4H; 1: 2C"
    assert after(leoni(text, rules + " L11=last-exile L8=any-time"), "exile:4H^").legal() == ["redeal"]
    table = after(leoni(text, "L7=immediate L11=last-exile L8=any-time"), "exile:4H^")
    assert table.legal() == ["4H^v", "5Hv^"] and not table.deal_over()
    # L11a = yes: not while a combination has been begun or an exile is due.
    table = leoni("H^: 4H; Hv: 5H; exile: 9S", rules + " L11a=yes")
    assert "redeal" in table.legal()
    assert "redeal" not in after(table, "4H^v").legal()


def test_l7_in_layouts() -> None:
    text = "H^: 4H; Hv: 5H; C^: 2C; Cv: 3C; S^: AS; Sv: 2S; exile: 9D"
    table = leoni(text, "L7=now-or-never")
    assert table.chances() == ["C", "H", "S"]
    assert sorted(table.legal()) == ["2C^v", "2Sv^", "3Cv^", "4H^v", "5Hv^", "exile:9D#"]
    after(table, "2C^v")  # one card only: done at once
    assert table.combinable() == ["D"] and table.legal() == ["exile:9D#"]
    table = leoni(text, "L7=immediate")
    assert sorted(table.legal()) == ["2C^v", "2Sv^", "3Cv^", "4H^v", "5Hv^"]
    after(table, "2C^v")
    assert sorted(table.legal()) == ["2Sv^", "4H^v", "5Hv^"]


def test_ends_of_deals() -> None:
    # A standstill with no exile left, as the cards lie now: a reversal that frees a card opens the deal again.
    table = leoni("H^: 4H; Hv: 5H; 1: 3H; deal: 3")
    assert table.lost_ok() and table.legal() == ["4H^v", "5Hv^"]
    after(table, "4H^v")
    assert table.legal() == ["1:3Hv", "3H^v", "4Hv^"] and not table.lost_ok()
    assert after(table.copy(), "4Hv^").lost_ok() and after(table.copy(), "1:3Hv").lost_ok()
    table = after(leoni("H^: 4H; Hv: 5H; 1: 3H"), "4H^v")
    assert not table.deal_over() and "redeal" not in table.legal()
    assert "redeal" in after(table, "1:3Hv").legal()
    assert leoni("H^: 4H; Hv: 5H; 1: 3H", "L7a=yes").legal() == ["4H^v", "5Hv^"]
    # After a stalemate nothing but the redeal.
    table = after(leoni("H^: 4H; Hv: 5H; exile: 9D"), "exile:9D#")
    assert table.legal() == ["redeal"]
    # L11 = last-exile: also a king as the last exile; a deal without any exile is over as dealt.
    table = leoni("1: 2H; exile: KS", "L11=last-exile L8=any-time")
    assert after(table, "exile:KS>13").legal() == ["redeal"]
    assert leoni("1: 2H", "L11=last-exile").legal() == ["redeal"]
    assert leoni("1: 2H; deal: 3", "L11=last-exile").lost_ok()
    # L11a = yes does not change `lost`.
    table = leoni("1: 2H; exile: KS", "L11a=yes")
    assert table.legal() == ["1:2H^", "redeal"]
    assert not leoni("1: 2H; exile: KS; deal: 3", "L11a=yes").lost_ok()


def test_weaver() -> None:
    table = leoni("Hv: JH KH; 1: TH; 2: QH; 3: 2C QH; exile: 3C", book="weavers")
    assert table.legal() == ["1:THv", "2:QHv", "3:QHv"]
    assert after(table, "1:THv", "2:QHv").text().splitlines()[2] == "Hv: TH QH"


# --------------------------------------------------------------------------- The Reversal


def turned(text: str, rules: str = "", dealt: int | None = None) -> reversal.Reversal:
    """A position of The Reversal."""
    readings = {**reversal.BOOKS["dick-1898"], **dict(item.split("=") for item in rules.split())}
    return reversal.Reversal.from_text(text.replace(";", "\n"), readings, dealt)


def test_rv6() -> None:
    text = "C^: 2C; 1: 3C; dropped: 9H; stock: 4C 5H 6H 7H 8H 9D"
    assert turned(text).legal() == ["1:3C^"]
    assert turned(text, "RV6=any-time").legal() == ["1:3C^", "deal+9D,8H,7H,6H,5H,4C"]
    assert turned("C^: 2C; 1: 4C; stock: 3C").legal() == ["deal+3C"]
    # Before the gathering.
    assert turned("C^: 2C; 1: 3C").legal() == ["1:3C^"]
    assert turned("C^: 2C; 1: 3C", "RV6=any-time").legal() == ["1:3C^", "redeal"]
    assert turned("C^: 2C; 1: 4C").legal() == ["redeal"]
    assert turned("C^: 2C; 1: 4C; deal: 4").lost_ok()
    # Card by card only before the first card of a round; a first card that fits waits too.
    text = "C^: 2C; Hv: 5H; 1: 3C; dropped: 9H; stock: 6S 4H"
    assert turned(text, "RV2=card-by-card").legal() == ["1:3C^"]
    assert turned(text, "RV2=card-by-card", 13).legal() == ["1:3C^", "deal:4Hv", "deal:4H>2"]
    assert turned(text, "RV2=card-by-card RV6=any-time").legal() == ["1:3C^", "deal:4Hv", "deal:4H>1"]


def test_rv6_with_rv1() -> None:
    text = "C^: 2C; Hv: 5H; 1: 3C; dropped: 9H; stock: 6S 4H"
    assert turned(text, "RV1=no", 6).legal() == ["deal+4H,6S"]
    assert turned(text, "RV1=no RV2=card-by-card", 6).legal() == ["deal:4Hv", "deal:4H>1"]
    assert turned(text, "RV1=no RV2=card-by-card", 7).legal() == ["1:3C^", "deal:4Hv", "deal:4H>2"]
    assert turned(text, "RV1=no", 12).legal() == ["1:3C^"]
    assert turned("C^: 2C; 1: 3C", "RV1=no", 6).legal() == ["1:3C^"]
    assert turned("C^: 2C; 1: 3C; 2: 2D; stock: 9H", "RV1=no", 6).legal() == ["2:2D^"]
    text = "C^: 2C; Hv: 5H; 1: 3C; stock: 6S 5S 8S 9S TS 4H"
    # Within round 1 cards may be played: it is between rounds 1 and 2 that they may not.
    assert turned(text, "RV1=no RV2=card-by-card", 1).legal() == ["1:3C^", "deal:4Hv", "deal:4H>2"]


# --------------------------------------------------------------------------- The Japanese Rug


def carpet(text: str, rules: str = "") -> rug.Table:
    """A position of the Rug."""
    return rug.Table.from_text(text.replace(";", "\n"), dict(item.split("=") for item in rules.split()))


def test_jr8() -> None:
    text = "r1: 2C -- 5D -- -- -- -- --; talon: 4D; stock: 9S 2H"
    plays = ["r1c1:2C^"]
    marriages = ["r1c3:5D>talon"]
    turnings = ["deal+2H", "deal:2H^", "deal:2H>talon"]
    assert carpet(text).legal() == plays + marriages + turnings
    assert carpet(text, "JR3=required").legal() == plays + marriages
    assert carpet(text, "JR8=forced").legal() == plays
    assert carpet(text, "JR8=forced JR3=required").legal() == plays
    table = carpet(text, "JR8=forced")
    table.do("r1c1:2C^")
    # A card that fits as it is turned up must be played: not to the talon.
    assert table.legal() == [*marriages, "deal+2H", "deal:2H^"]
    table.do("deal+2H")
    assert table.legal() == ["deal:2H^"]
    table = carpet(text, "JR8=forced JR3=required")
    table.do("r1c1:2C^")
    assert table.legal() == marriages
    table = carpet("r1: 2C -- -- -- -- -- -- --; talon: 4D", "JR8=forced")
    assert table.legal() == plays
    assert carpet("r1: 2C -- -- -- -- -- -- --; talon: 4D").legal() == [*plays, "redeal"]


# --------------------------------------------------------------------------- the others


def test_the_diagram_of_labyrinth() -> None:
    text = """H^: 6H
    r1: AH 5C 7D TS TD 6C QH 2S
    r2: KD -- 9S QC AD 7S 4D 8C
    r3: -- JD TC 8D -- 2D 6S 4C
    r4: 9D KH -- 9D -- 3S TH 2C"""
    table = labyrinth.Labyrinth.from_text(text, labyrinth.BOOKS["mcneely"])
    free = "AH 5C 7D TS TD 6C QH 2S AD TC 9D KH 9D 3S TH 2C".split()
    assert sorted(table.available()) == sorted(free)


@pytest.mark.long
def test_texts_can_be_read_back() -> None:
    tables: list[tuple[str, str]] = []
    for number in range(2):
        seed = f"back {number}"
        maze = labyrinth.Labyrinth(seed, labyrinth.BOOKS["wikipedia"])
        tables.append((maze.text(), labyrinth.Labyrinth.from_text(maze.text(), maze.readings).text()))
        twelve = martha.Martha(seed, martha.BOOKS["mcneely"])
        tables.append((twelve.text(), martha.Martha.from_text(twelve.text(), twelve.readings).text()))
        game = reversal.record(seed, reversal.BOOKS["dick-1898"], random.Random(seed))
        tables += [(text, turned(text).text()) for text in game.texts]
        letters = anna.record(seed, anna.BOOKS["dick-1898"], random.Random(seed))
        tables += [(text, anna.Table.from_text(text, {}).text()) for text in letters.texts]
        floor = rug.record(seed, rug.BOOKS["dick-1898"], random.Random(seed))
        tables += [(text, carpet(text).text()) for text in floor.texts]
    for text, again in tables:
        assert text == again
