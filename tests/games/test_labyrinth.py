"""Labyrinth by hand: every reading on a table where it differs from the others, refills, short rows, endings."""

from __future__ import annotations

import pytest

from leoni_replay import deals
from leoni_replay.cards import TEXT
from leoni_replay.deals import SplitMix64, from_seed
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import make_game
from leoni_replay.record.replay import Replay
from tests import tables
from tests.tables import legal, place

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
REFILL_ROW = "KS,KH,KD,KC,JC,JD,7C,6C"


def verified(layout: str, moves: str = "*", rules: str = M) -> Replay:
    """Moves that are right."""
    return tables.verified(layout, moves, rules, "Labyrinth")


def refused(layout: str, moves: str, rules: str = M) -> str:
    """The code of the one error in some moves."""
    return tables.refused(layout, moves, rules, "Labyrinth")


def fault(layout: str, moves: str, rules: str = M) -> Diagnostic:
    """The one error in some moves."""
    replay = tables.replayed(layout, moves, rules, "Labyrinth")
    (diagnostic,) = [diagnostic for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    return diagnostic


def error(layout: str, moves: str, rules: str = M) -> str:
    """The message of the one error in some moves."""
    return fault(layout, moves, rules).message


def cited(layout: str, moves: str, rules: str = M) -> str:
    """The clause that the one error in some moves cites."""
    clause = fault(layout, moves, rules).clause
    assert clause is not None
    return clause.label


def available(replay: Replay) -> str:
    """The available cards of the final position, as places and cards."""
    assert replay.dealt
    return " ".join(f"{name}:{TEXT[card]}" for name, card in replay.game.available(replay.position))


# -- readings ---------------------------------------------------------------------------------------------------------


def test_LB1_inner_cards() -> None:
    first = "r1c1:KC r1c2:KH r1c5:QC r1c6:JC r1c7:TC r1c8:TH "
    bottom = verified(GAPS, rules=f"{M}; LB1=bottom")
    assert available(bottom) == first + "r2c2:2D r3c8:8H r4c1:QD r4c3:QH r4c4:QS r4c5:JD r4c6:JH r4c7:7C"
    assert legal(bottom) == {"r2c2:2D^"}
    top = verified(GAPS, rules=f"{M}; LB1=bottom-or-open-top")
    assert available(top) == first + "r2c2:2D r2c3:2H r3c4:9S r3c8:8H r4c1:QD r4c3:QH r4c4:QS r4c5:JD r4c6:JH r4c7:7C"
    assert legal(top) == {"r2c2:2D^", "r2c3:2H^"}
    either = verified(GAPS, rules=f"{M}; LB1=open-either-side")
    assert available(either) == first + (
        "r2c2:2D r2c3:2H r2c6:9D r3c4:9S r3c5:2S r3c8:8H r4c1:QD r4c3:QH r4c4:QS r4c5:JD r4c6:JH r4c7:7C"
    )
    assert legal(either) == {"r2c2:2D^", "r2c3:2H^", "r3c5:2S^"}
    # The deuce of clubs is closed in everywhere.
    for reading in ("bottom", "bottom-or-open-top", "open-either-side"):
        assert refused(GAPS, "r2c1:2C^", f"{M}; LB1={reading}") == "M204"


def test_LB1_taking_a_card_opens_the_next() -> None:
    # From below a column opens card by card under every reading.
    below = "C^: 8C\nr1: JC -- -- -- -- -- -- --\nr2: TC KD -- -- -- -- -- --\nr3: 9C" + " --" * 7
    for reading in ("bottom", "bottom-or-open-top", "open-either-side"):
        assert place(verified(below, "r3c1:9C^ r2c1:TC^ r1c1:JC^", f"{M}; LB1={reading}"), "C^") == "JC"
    # From above only where an open place of row 1, or next to the card, frees it.
    above = f"C^: 8C\nr1: 9C{' --' * 7}\nr2: TC KD{' --' * 6}\nr3: JC{' --' * 7}\nr4: 9D{' --' * 7}"
    assert legal(verified(above, "9C")) == set()
    assert refused(above, "9C TC") == "M204"
    for reading in ("bottom-or-open-top", "open-either-side"):
        replay = verified(above, "9C {= available: TC} {= not available: JC} TC JC", f"{M}; LB1={reading}")
        assert place(replay, "C^") == "JC"


def test_with_one_or_two_rows_every_card_is_available() -> None:
    rows = "r1: KC 9D 2D 9H 9S TC TD TH\nr2: 2C 8D 8C 8H 8S 7C 7D 2H\n"
    for book in ("mcneely", "wikipedia", "pgc"):
        assert len(available(verified(rows, rules=book)).split()) == 16
        assert verified(rows, "{= available: 2C 2D 2H KC} 2C 2D 2H", book).verified
        third = rows + "r3: KD" + " --" * 7
        assert refused(third, "2C", book) == "M204"
        assert verified(third, "{= not available: 2C} {= illegal: 2C^} {= available: 8D 2H} 2H", book).verified


def test_LB2_deferrable_moves_in_short() -> None:
    later = f"{M}; LB2=deferrable"
    for text in ("deal:QH>r1c3", "deal:QH", "deal:>r1c3", "QH>r1c3", "QH"):
        assert place(verified(REFILL, f"2D {text}", later), "r1") == "9C 9D QH 9H 9S TC TD TH", text
    two = "r1: 2C 2D 9C 9H 9S TC TD TH\nstock: KS QH"
    for text in ("deal:QH", "QH"):
        assert refused(two, f"2C 2D {text}", later) == "M207"
        assert error(two, f"2C 2D {text}", later) == f"{text} can mean deal:QH>r1c1 or deal:QH>r1c2"
    # The word alone is the row, never a refill.
    assert place(verified(two, "2C 2D deal", later), "r2") == "QH KS -- -- -- -- -- --"


def test_LB2_deferrable_refusals() -> None:
    later = f"{M}; LB2=deferrable"
    assert refused(REFILL, "2D deal:KS>r1c3", later) == "M226"
    assert refused(REFILL, "2D deal:QH>r1c1", later) == "M222"
    assert refused(REFILL, "deal:QH>r1c1", later) == "M222"
    assert refused(REFILL, "2D deal:QH>r2c1", later) == "M222"
    assert refused(REFILL, "2D+QH", later) == "M218"
    assert refused("r1: 2C" + " --" * 7, "2C deal:KS>r1c1", later) == "M225"
    assert refused(REFILL, "2D deal:QH>r1c3") == "M220"


@pytest.mark.long
def test_LB3_short_last_row() -> None:
    rules = f"{M}; LB3=left-to-right"
    rows = "r1: 9C 9D 9H 9S TC TD TH TS\nr2: 8C 8D 8H 2S 7C 7D 7H 7S\nstock: KD KH KC"
    replay = verified(rows, "{= stock 3} 2S deal+KC,KH,KD {= stock: -} {= stock 0}", rules)
    assert (place(replay, "r3"), place(replay, "stock")) == ("KC KH KD -- -- -- -- --", "-")
    # Places never dealt are gaps: the cards above them are the lowest of their columns, or have an open place below.
    last = "r1c1:9C r1c2:9D r1c3:9H r1c4:9S r1c5:TC r1c6:TD r1c7:TH r1c8:TS "
    assert available(replay) == last + "r2c5:7C r2c6:7D r2c7:7H r2c8:7S r3c1:KC r3c2:KH r3c3:KD"
    either = verified(rows, "2S deal", f"{rules}; LB1=open-either-side")
    assert available(either) == available(replay)
    assert refused(rows, "2S deal r3c4:KS^") == "M202"
    assert refused(rows, "2S deal r4c1:KS^") == "M202"
    assert refused(rows, "2S deal+KC,KH,KD,KS") == "M218"


def test_LB4_stock_exhausted() -> None:
    rows = "C^: 3C\nD^: 3D\nr1: 4C 5C 4D 9H 9S TC TD TH\nstock: KS"
    on = f"{M}; LB4=play-on"
    assert legal(verified(rows, "4C+KS", on)) == {"r1c2:5C^", "r1c3:4D^"}
    stop = f"{M}; LB4=stop"
    assert legal(verified(rows, rules=stop)) == {"r1c1:4C^+KS", "r1c3:4D^+KS"}
    assert legal(verified(rows, "4C+KS", stop)) == set()
    assert refused(rows, "4C 5C", stop) == "M213"
    assert verified(rows, "4C lost", stop).verified
    assert refused(rows, "4C lost", on) == "R502"
    # The last row ends it too, whatever of it could be played; before that it goes on.
    row = "r1: KC KD KH KS QC QD QH QS\nstock: 2C"
    assert verified(row, "deal {= not available: 9C} lost", stop).verified
    assert refused(row, "deal 2C", stop) == "M213"
    assert refused(row, "deal lost", on) == "R502"
    assert refused(rows, "lost", stop) == "R502"
    assert refused(rows, "redeal", stop) == "M216"


def test_LB5_last_resort() -> None:
    rows = "r1: KC KD QC QD JC JD TC TD\nr2: 2C 2D KH KS QH QS JH JS\nr3: 9C 9D 9H 9S 8C 8D 8H 8S"
    none = f"{M}; LB5=none"
    assert legal(verified(rows, rules=none)) == set()
    assert verified(rows, "{= standstill} lost", none).verified
    once = f"{M}; LB5=one-card"
    replay = verified(rows, "{= standstill} {= not available: 2C 2D} {= legal: r2c1:2C^ 2D}", once)
    assert legal(replay) == {"r2c1:2C^", "r2c2:2D^"}
    assert refused(rows, "lost", once) == "R502"
    # One card, and only once.
    after = verified(rows, "2C {= standstill} lost", once)
    assert place(after, "r2") == "-- 2D KH KS QH QS JH JS"
    assert refused(rows, "2C 2D", once) == "M204"
    # Not while there is a stock, not while an available card fits, and only for a card that fits.
    assert refused(rows + "\nstock: 7C", "2C", once) == "M204"
    assert refused("S^: 7S\n" + rows, "2C", once) == "M204"
    assert verified("S^: 7S\n" + rows, "8S 9S 2C", once).verified
    assert refused(rows, "r2c3:KH^", once) == "M204"
    assert refused(rows, "2C", none) == "M204"


def test_LB6_next_row() -> None:
    rows = "r1: 2C KD QC QD JC JD TC TD\nstock: 9C 8C"
    still = f"{M}; LB6=at-standstill"
    assert legal(verified(rows, rules=still)) == {"r1c1:2C^+8C"}
    assert refused(rows, "deal", still) == "M205"
    whenever = f"{M}; LB6=any-time"
    assert legal(verified(rows, rules=whenever)) == {"r1c1:2C^+8C", "deal+8C,9C"}
    replay = verified(rows, "deal 2C", whenever)
    assert (place(replay, "r1"), place(replay, "r2")) == ("-- KD QC QD JC JD TC TD", "8C 9C" + " --" * 6)


# -- cases ------------------------------------------------------------------------------------------------------------


def test_the_deal() -> None:
    for book in ("mcneely", "wikipedia", "pgc"):
        game = make_game("Labyrinth", book)
        assert [TEXT[card] for card in game.bases] == "AC AD AH AS".split()
        stock = deals.from_seed("book", game.packs, game.bases)
        position = game.start(stock)
        text = game.text(position)
        assert text.startswith("C^: AC\nD^: AD\nH^: AH\nS^: AS\nr1: 5D 2S TC QD KD 7S 7C QC\nstock: 3S 8H 4S ")
        assert text.endswith(" TD 5C\n") and "r2" not in text and "deal" not in text
        assert (len(stock), len(position.places["stock"]), game.left(position)) == (48, 40, 48)


def test_refills_come_at_once_and_none_when_the_stock_is_out() -> None:
    rows = "r1: 2C 3C 2D 4C 9S TC TD TH\nstock: 3D 9D"
    replay = verified(rows, "r1c1:2C^+9D {= r1: 9D 3C 2D 4C 9S TC TD TH} r1c3:2D^+3D {= stock: -} 3C 3D")
    assert place(replay, "r1") == "9D -- -- 4C 9S TC TD TH"
    assert legal(replay) == {"r1c4:4C^"}
    # A refill that fits is no better than any card of row 1.
    assert place(verified(rows, "2C 2D+3D"), "r1") == "9D 3C 3D 4C 9S TC TD TH"
    assert refused(rows, "r1c1:2C^+3D") == "M218"
    assert refused(rows, "2C 2D 3C+9D") == "M218"


def test_gaps_below_row_1_are_never_refilled() -> None:
    rows = "r1: KC KD QC QD JC JD TC TD\nr2: 2C 2D KH KS QH QS JH JS\nstock: 9C 9D 9H"
    replay = verified(rows, "2C r2c2:2D^ {= stock: 9C 9D 9H} deal+9H,9D,9C")
    assert place(replay, "r2") == "-- -- KH KS QH QS JH JS"
    assert place(replay, "r3") == "9H 9D 9C -- -- -- -- --"
    assert refused(rows, "2C+9H") == "M218"


def test_rows_are_dealt_only_at_a_standstill_and_while_there_is_a_stock() -> None:
    rows = "r1: KC KD QC QD JC JD TC TD\nstock: 9C 9D"
    replay = verified(
        rows, "{= standstill} {= legal: deal deal+9D,9C} {= illegal: deal+9C,9D} deal+9D,9C {= standstill} lost"
    )
    assert legal(replay) == set()
    assert refused(rows, "deal deal") == "M225"
    assert refused(rows, "lost") == "R502"
    assert refused(rows, "redeal") == "M216"
    assert refused(rows, "deal:9D>r2c1") == "M220"


def test_a_seventh_row_is_no_place() -> None:
    assert refused("r7: KC" + " --" * 7, "*") == "D303"
    assert refused("r1: KC KD", "*") == "D303"
    assert refused("r1: #KC" + " --" * 7, "*") == "D303"
    assert refused("C^: -", "*") == "D303"
    assert refused("1: KC", "*") == "D303"


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


def test_won() -> None:
    rows = "C^: KC\nD^: KD\nH^: KH\nS^: JS\nr1: QS" + " --" * 7 + "\nr2: KS" + " --" * 7
    replay = verified(rows, "{= left 2} QS KS {= won} {= left 0} {= standstill} won")
    assert replay.dealt and replay.game.won(replay.position)
    assert legal(replay) == set()
    assert refused(rows, "QS won") == "R501"
    assert refused(rows, "QS KS lost") == "R502"
    assert refused(rows, "QS KS {= illegal: deal redeal KS} deal") == "M214"
    assert refused(rows, "QS KS {= legal: KS}") == "C401"


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
    assert note == "the one card of a last resort (LB5) has been taken"
    (note,) = fault(rows + "stock: 7C", "2C", once).notes
    assert note == "the one card of a last resort (LB5) is only for when nothing fits and the stock is out"
    assert fault(rows, "KH", once).notes == fault(rows, "2C").notes == ()


def test_claims_on_rows() -> None:
    assert verified(GAPS, "{= r2: 2C 2D 2H -- -- 9D 9C 9H} {= left 48} {= C^: AC} {= stock: -}").verified
    assert refused(GAPS, "{= r2: 2C 2D 2H 9D 9C 9H}") == "C401"
    assert refused(GAPS, "{= r5: -}") == "C402"
    assert refused(GAPS, "{= 5: 9S}") == "C402"
    assert refused(GAPS, "{= available: 2C}") == "C401"
    assert refused(GAPS, "{= not available: 2D}") == "C401"
    assert refused(GAPS, "{= standstill}") == "C401"
    assert refused(GAPS, "{= stock 1}") == "C401"
    assert refused(GAPS, "{= illegal: 2D}") == "C401"


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


def test_moves_that_are_none() -> None:
    assert refused(REFILL, "r1c3:2D>r1c1") == "M220"
    assert refused(REFILL, "r1c3:2Dv") == "M203"
    assert refused(REFILL, "2D^v") == "M217"
    assert refused(REFILL, "2D~9C") == "M220"
    assert refused(REFILL, "1:2D^") == "M201"
    assert refused(REFILL, "r1c9:2D^") == "M201"
    assert refused(REFILL, "r9c1:2D^") == "M201"
    assert refused(REFILL, "r2c1:2D^") == "M202"
    assert refused(REFILL, "r1c1:2D^") == "M202"
    assert refused(REFILL, "r1c1:9C^") == "M203"
    assert refused(REFILL, "AC") == "M202"
    assert refused(REFILL, "QH") == "M202"


def test_nothing_hangs_on_the_order_of_plays() -> None:
    """Under McNeely's rules a deal ends with the same cards left, whatever is played first: docs/books.md says so."""
    game = make_game("Labyrinth", "mcneely")
    for number in range(25):
        left = set()
        for order in range(4):
            draw = SplitMix64(f"order {order}")
            position = game.start(from_seed(f"order-{number}", game.packs, game.bases))
            while codes := game.codes(position):
                position.play(codes[draw.below(len(codes))])
            left.add(game.left(position))
        assert len(left) == 1, number
