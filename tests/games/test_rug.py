"""The Japanese Rug, worked by hand: every reading of every point, and the cases of the rules and the notation."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.cards import TEXT
from leoni_replay.deals import standard
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import make_game
from leoni_replay.notation import loads, token
from leoni_replay.record.replay import Replay
from tests.tables import legal, place, refused, replayed, verified

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


def fault(layout: str, moves: str, reading: str = "") -> Diagnostic:
    """The one error in some moves."""
    replay = replayed(layout, f"{moves} *", rules(reading), RUG)
    (diagnostic,) = [diagnostic for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    return diagnostic


def recorded(deal: str, moves: str, reading: str = "") -> Replay:
    """A record with other tags than a layout alone."""
    (transcript,) = loads(f'[Game "{RUG}"]\n[Rules "{rules(reading)}"]\n{deal}\n\n{moves}\n')
    return lr.replay(transcript, hints=False)


def code(replay: Replay) -> str:
    """The code of the one error of a record."""
    (error,) = [diagnostic.code for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    return error


def played(replay: Replay) -> list[str]:
    """The moves of a record in long form."""
    return [token(step.move) for step in replay.steps]


def rug(cells: str, rest: str = "", other: str = "--") -> str:
    """A layout of a rug with some cards (``r1c2=5H r1c3=6H``) and otherwise gaps, or a card that fits nothing."""
    cards = dict(part.split("=") for part in cells.split())
    rows = [f"r{r}: " + " ".join(cards.get(f"r{r}c{c}", other) for c in range(1, 9)) for r in range(1, 9)]
    return "\n".join([*rows, rest])


def whole(cells: str, rest: str = "") -> str:
    """The same without gaps: the nine of clubs fits nothing and marries on no card but its neighbours."""
    return rug(cells, rest, "9C")


# -- readings ---------------------------------------------------------------------------------------------------------


def test_JR1_one_redeal() -> None:
    layout = "talon: 9C 5H"
    again = "redeal deal:9C>talon deal:5H>talon "
    assert place(good(layout, again + "redeal"), "deal") == "3"
    assert bad(layout, again + again + "redeal") == "M216"
    assert good(layout, again + again + "lost").verified
    assert bad(layout, again + "redeal", "JR1=1") == "M216"
    assert good(layout, again + "lost", "JR1=1").verified
    assert bad(layout, again + "lost") == "R502"
    assert good(layout + "\ndeal: 3").verified
    assert bad(layout + "\ndeal: 3", "*", "JR1=1") == "D303"


def test_JR2_longways_corner() -> None:
    # A two in each of two places side by side: only one of them has its narrow end off the rug.
    layout = whole("r1c2=2H r1c3=2S")
    assert legal(good(layout)) == {"r1c3:2S^"}
    assert legal(good(layout, "*", "JR2=longways")) == {"r1c2:2H^"}
    assert bad(layout, "r1c2:2H^") == "M204"
    assert bad(layout, "r1c3:2S^", "JR2=longways") == "M204"
    corner = "r1c1=2H r1c2=2D r2c1=2S r2c2=2C"
    assert legal(good(whole(corner))) == {"r1c1:2H^", "r2c1:2S^"}
    assert legal(good(whole(corner), "*", "JR2=longways")) == {"r1c1:2H^", "r1c2:2D^"}
    # The corner's going frees its neighbour in the row, or in the column.
    assert legal(good(whole(corner), "r1c1:2H^")) == {"r2c1:2S^", "r1c2:2D^"}
    assert legal(good(whole(corner), "r1c1:2H^", "JR2=longways")) == {"r1c2:2D^", "r2c1:2S^"}
    assert legal(good(whole(corner), "r1c1:2H^ r2c1:2S^")) == {"r1c2:2D^"}
    assert legal(good(whole(corner), "r1c1:2H^ r1c2:2D^")) == {"r2c1:2S^", "r2c2:2C^"}


def test_JR3_required() -> None:
    layout = rug("r1c1=8C r1c3=2D", "talon: 9C\nstock: 4H 3H")
    assert legal(good(layout)) == {"r1c1:8C>talon", "r1c3:2D^", "deal+3H", "deal:3H>talon"}
    # No card is turned up, plays are still legal.
    assert legal(good(layout, "*", "JR3=required")) == {"r1c1:8C>talon", "r1c3:2D^"}
    for move in ("deal", "deal+3H", "deal:3H>talon"):
        assert bad(layout, move, "JR3=required") == "M224"
    replay = good(layout, "r1c3:2D^ r1c1:8C>talon deal:3H>talon", "JR3=required")
    assert place(replay, "talon") == "9C 8C 3H"
    # A card that would fit is not turned up either.
    assert bad(rug("r1c1=8C", "talon: 9C\nstock: 2H"), "deal:2H^", "JR3=required") == "M224"


def test_JR3_required_with_a_card_in_hand() -> None:
    layout = rug("r1c1=8C", "talon: 9C\nhand: 2H")
    assert legal(good(layout)) == {"r1c1:8C>talon", "deal:2H^", "deal:2H>talon"}
    assert legal(good(layout, "*", "JR3=required")) == {"r1c1:8C>talon", "deal:2H^"}
    assert bad(layout, "deal:2H>talon", "JR3=required") == "M224"
    assert good(layout, "deal:2H^ {= illegal: redeal}", "JR3=required").verified
    assert legal(good(layout, "r1c1:8C>talon", "JR3=required")) == {"deal:2H^", "deal:2H>talon"}
    # The marriage may become possible while the card is in hand.
    freed = whole("r1c1=2S r1c2=4D", "talon: 5D\nstock: 3H")
    assert good(freed, "deal+3H r1c1:2S^", "JR3=required").verified
    assert bad(freed, "deal+3H r1c1:2S^ deal:3H>talon", "JR3=required") == "M224"
    assert good(freed, "deal+3H r1c1:2S^ r1c2:4D>talon deal:3H>talon", "JR3=required").verified


def test_JR3_required_before_a_redeal() -> None:
    layout = rug("r1c1=8C", "talon: 9C")
    assert legal(good(layout)) == {"r1c1:8C>talon", "redeal"}
    assert legal(good(layout, "*", "JR3=required")) == {"r1c1:8C>talon"}
    assert bad(layout, "redeal", "JR3=required") == "M224"
    assert bad(layout, "lost", "JR3=required") == "R502"
    assert place(good(layout, "r1c1:8C>talon redeal", "JR3=required"), "stock") == "8C 9C"
    # One that is a marriage under JR4 alone.
    wrapped = rug("r1c1=AC", "talon: KC")
    assert good(wrapped, "redeal", "JR3=required").verified
    assert bad(wrapped, "redeal", "JR3=required; JR4=yes") == "M224"


def test_JR4_yes() -> None:
    for card, on in (("AC", "KC"), ("KC", "AC")):
        layout = rug(f"r1c1={card}", f"talon: {on}\ndeal: 3")
        assert legal(good(layout)) == set()
        assert bad(layout, f"r1c1:{card}>talon") == "M222"
        replay = good(layout, f"r1c1:{card}>talon", "JR4=yes")
        assert place(replay, "talon") == f"{on} {card}"
    # In suit, and no further.
    for card, on in (("AD", "KC"), ("2C", "KC"), ("QC", "AC"), ("AC", "AC")):
        layout = rug(f"r1c1={card}", f"C^: 5C\nCv: 6C\ntalon: {on}\ndeal: 3")
        assert bad(layout, f"r1c1:{card}>talon", "JR4=yes") == "M222"


def test_JR8_forced() -> None:
    layout = rug("r1c1=2C r1c3=5D", "talon: 4D\nstock: 9S 2H")
    plays, marriages = {"r1c1:2C^"}, {"r1c3:5D>talon"}
    turnings = {"deal+2H", "deal:2H^", "deal:2H>talon"}
    assert legal(good(layout)) == plays | marriages | turnings
    assert legal(good(layout, "*", "JR8=forced")) == plays
    assert legal(good(layout, "*", "JR8=forced; JR3=required")) == plays
    for move in ("deal", "deal:2H^", "r1c3:5D>talon"):
        error = fault(layout, move, "JR8=forced")
        assert (error.code, error.message) == ("M224", "2♣ in row 1, column 1 has to be played first")
        assert error.clause is not None and error.clause.label == "dick-1898 JR8=forced"
    # A card that fits as it is turned up must be played.
    assert legal(good(layout, "r1c1:2C^", "JR8=forced")) == {*marriages, "deal+2H", "deal:2H^"}
    assert legal(good(layout, "r1c1:2C^ deal", "JR8=forced")) == {"deal:2H^"}
    error = fault(layout, "r1c1:2C^ deal:2H>talon", "JR8=forced")
    assert (error.code, error.message) == ("M224", "2♥ fits and has to be played")
    error = fault(layout, "r1c1:2C^ deal deal:2H>talon", "JR8=forced")
    assert (error.code, error.message) == ("M224", "2♥ in the hand has to be played first")
    # Plays, then marriages, then the stock.
    assert legal(good(layout, "r1c1:2C^", "JR8=forced; JR3=required")) == marriages
    error = fault(layout, "r1c1:2C^ deal", "JR8=forced; JR3=required")
    assert error.message == "5♦ in row 1, column 3 has to be married on the talon first"
    assert bad(rug("r1c1=2C", "talon: 4D"), "redeal", "JR8=forced") == "M224"
    assert good(rug("r1c1=2C", "talon: 4D"), "redeal").verified


def test_JR7_shuffled() -> None:
    layout = "talon: 9C 5H 7S"
    replay = good(layout, "redeal")
    assert (place(replay, "stock"), legal(replay)) == ("7S 5H 9C", {"deal+9C", "deal:9C>talon"})
    deal = f'[Deal "layout"]\n[Layout "{layout}"]\n'
    replay = recorded(deal + '[Pack2 "5H 7S 9C"]', "redeal *", "JR7=shuffled")
    assert replay.verified
    assert (place(replay, "stock"), legal(replay)) == ("9C 7S 5H", {"deal+5H", "deal:5H>talon"})
    # The third pass has its own order, of the cards that are left then.
    moves = "redeal deal:5H>talon deal:7S>talon deal:9C>talon redeal deal:9C>talon *"
    assert code(recorded(deal + '[Pack2 "5H 7S 9C"]', moves, "JR7=shuffled")) == "M221"
    assert recorded(deal + '[Pack2 "5H 7S 9C"] [Pack3 "9C 7S 5H"]', moves, "JR7=shuffled").verified
    # An order is no reason to lose, nor is its absence.
    assert code(recorded(deal, "lost", "JR7=shuffled")) == "R502"
    assert recorded(deal, "*", "JR7=shuffled").verified


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


# -- the rug ----------------------------------------------------------------------------------------------------------


def test_deal_is_row_by_row() -> None:
    game = make_game(RUG)
    stock = standard(2, game.bases)
    position = game.start(stock)
    lines = dict(line.split(": ") for line in game.text(position).splitlines())
    assert list(lines) == "C^ D^ H^ S^ Cv Dv Hv Sv r1 r2 r3 r4 r5 r6 r7 r8 talon hand stock deal".split()
    for row in range(8):
        assert lines[f"r{row + 1}"].split() == [TEXT[card] for card in stock[8 * row : 8 * row + 8]]
    assert lines["stock"].split() == [TEXT[card] for card in stock[:63:-1]]
    assert (lines["C^"], lines["Cv"], lines["talon"], lines["hand"], lines["deal"]) == ("AC", "KC", "-", "-", "1")
    assert len(stock[64:]) == 32


def test_card_is_freed_at_its_narrow_ends_alone() -> None:
    # r1c3 lies upright; r1c2 and r1c4 lie longways beside it, r2c3 lies longways below it.
    layout = whole("r1c3=2S r1c2=2H r1c4=2D r2c3=2C")
    assert legal(good(layout)) == {"r1c3:2S^"}
    replay = good(layout, "r1c3:2S^")
    assert place(replay, "r1") == "9C 2H -- 2D 9C 9C 9C 9C"
    assert legal(replay) == {"r1c2:2H^", "r1c4:2D^"}
    assert bad(layout, "r1c3:2S^ r2c3:2C^") == "M204"
    # r2c3 is freed by its neighbours in the row, to the left or to the right.
    for gap in ("r2c2", "r2c4"):
        assert legal(good(whole(f"{gap}=-- r2c3=2C"))) == {"r2c3:2C^"}
    for gap in ("r1c3", "r3c3", "r1c2", "r3c4"):
        assert legal(good(whole(f"{gap}=-- r2c3=2C"))) == set()
    # r3c3 lies upright.
    for gap in ("r2c3", "r4c3"):
        assert legal(good(whole(f"{gap}=-- r3c3=2C"))) == {"r3c3:2C^"}
    for gap in ("r3c2", "r3c4", "r2c2"):
        assert legal(good(whole(f"{gap}=-- r3c3=2C"))) == set()


def test_places_of_the_rug_are_never_refilled() -> None:
    layout = rug("r1c1=2H r1c2=5D", "talon: 9C\nstock: 3S")
    replay = good(layout, "r1c1:2H^")
    assert played(replay) == ["r1c1:2H^"]
    assert (place(replay, "r1"), place(replay, "stock")) == ("-- 5D -- -- -- -- -- --", "3S")
    for move in ("r1c2:5D>r1c1", "talon:9C>r1c1", "deal:3S>r1c1", "deal:3S>r4c4"):
        assert bad(layout, f"r1c1:2H^ {move}") == "M222"


# -- plays and marriages ----------------------------------------------------------------------------------------------


def test_marriages_go_up_and_down_in_suit() -> None:
    layout = rug("r1c1=8C r1c3=TC r1c5=8S r1c7=9C r3c3=7C", "talon: 3D 9C\ndeal: 3")
    assert legal(good(layout)) == {"r1c1:8C>talon", "r1c3:TC>talon"}
    replay = good(layout, "r1c1:8C>talon")
    assert (place(replay, "talon"), place(replay, "r1")) == ("3D 9C 8C", "-- -- TC -- 8S -- 9C --")
    assert legal(replay) == {"r1c7:9C>talon", "r3c3:7C>talon"}
    # Up and down again, with the same cards.
    assert place(good(layout, "8C>talon 9C>talon TC>talon"), "talon") == "3D 9C 8C 9C TC"
    assert good(layout, "8C>talon 7C>talon lost").verified
    for move in ("r1c5:8S>talon", "r1c7:9C>talon", "r3c3:7C>talon"):
        assert bad(layout, move) == "M222"
    assert bad(whole("r2c2=8C", "talon: 9C"), "r2c2:8C>talon") == "M204"


def test_no_marriage_on_an_empty_talon() -> None:
    layout = rug("r1c1=8C", "stock: 9C")
    assert legal(good(layout)) == {"deal+9C", "deal:9C>talon"}
    assert bad(layout, "r1c1:8C>talon") == "M222"
    assert legal(good(layout, "deal:9C>talon")) == {"r1c1:8C>talon", "redeal"}
    # Nor on a card in hand.
    assert bad(layout, "deal r1c1:8C>talon") == "M222"
    assert bad(layout, "deal r1c1:8C>9C") == "M222"


def test_no_marriage_of_the_talon_or_the_hand() -> None:
    layout = rug("r1c1=8C", "talon: 9C\nhand: 7C")
    assert legal(good(layout)) == {"r1c1:8C>talon", "deal:7C>talon"}
    for move in ("talon:9C>r1c1", "talon:9C>8C", "deal:7C>r1c1", "deal:7C>8C", "talon:9C>talon"):
        assert bad(layout, move) == "M222"
    # On the rug nothing is married either.
    assert bad(rug("r1c1=8C r1c2=9C", "talon: 5D"), "r1c1:8C>r1c2") == "M222"
    assert bad(rug("r1c1=8C r1c2=9C", "talon: 5D"), "r1c1:8C>9C") == "M222"


def test_top_of_the_talon_goes_to_a_foundation() -> None:
    layout = "talon: QS 9C 2H\ndeal: 3"
    assert legal(good(layout)) == {"talon:2H^"}
    replay = good(layout, "talon:2H^")
    assert (place(replay, "H^"), place(replay, "talon")) == ("2H", "QS 9C")
    assert bad(layout, "talon:9Cv") == "M204"
    assert bad(layout, "talon:9C^") == "M204"
    assert bad(layout, "QSv") == "M204"
    assert bad(layout, "talon:QH") == "M202"
    assert bad(layout, "talon:2Hv") == "M203"
    # A married card comes back from there, and so does one that was dealt.
    assert place(good("H^: 3H\nr1: 4H -- -- -- -- -- -- --\ntalon: 5H", "4H>talon 4H^ 5H^"), "H^") == "5H"


def test_card_that_fits_both_foundations_is_a_choice() -> None:
    for layout, source in ((rug("r1c1=7H"), "r1c1"), ("talon: 7H\ndeal: 3", "talon"), ("hand: 7H", "deal")):
        layout += "\nH^: 6H\nHv: 8H"
        assert {f"{source}:7H^", f"{source}:7Hv"} <= legal(good(layout))
        assert bad(layout, f"{source}:7H") == "M207"
        up, down = good(layout, f"{source}:7H^"), good(layout, f"{source}:7Hv")
        assert (place(up, "H^"), place(up, "Hv")) == ("7H", "8H")
        assert (place(down, "H^"), place(down, "Hv")) == ("6H", "7H")
    # Foundations go all the way, and nothing comes back.
    assert place(good(rug("r1c1=AH", "Hv: 2H"), "AHv"), "Hv") == "AH"
    assert place(good(rug("r1c1=KH", "H^: QH"), "KH^"), "H^") == "KH"
    layout = rug("r1c1=7H", "H^: 6H\nHv: 8H")
    for move in ("6H^v", "8Hv^", "r1c1:7H^v", "r1c1:7H^ 7H^v"):
        assert bad(layout, move) == "M217"
    assert bad(layout, "r1c1:7H~6H") == "M220"


def test_twins_are_told_apart() -> None:
    layout = rug("r1c1=2H r1c3=2H r4c4=8C r6c6=8C", "talon: 9C\ndeal: 3")
    for move in ("2H", "2H^", "8C", "8C>talon", "8C>9C"):
        assert bad(layout, move) == "M207"
    assert played(good(layout, "r1c3:2H^ r4c4:8C")) == ["r1c3:2H^", "r4c4:8C>talon"]


# -- the hand, redeals and the end ------------------------------------------------------------------------------------


def test_turning_up_and_placing_in_one_move_or_two() -> None:
    layout = rug("r1c1=8C", "talon: 9C\nstock: 4S 2H")
    assert legal(good(layout)) == {"r1c1:8C>talon", "deal+2H", "deal:2H^", "deal:2H>talon"}
    replay = good(layout, "deal+2H {= hand: 2H} r1c1:8C>talon {= top talon: 8C} deal:2H^ {= hand: -}")
    assert played(replay) == ["deal+2H", "r1c1:8C>talon", "deal:2H^"]
    assert played(good(layout, "deal 2H^")) == ["deal+2H", "deal:2H^"]
    assert played(good(layout, "deal:2H^ deal")) == ["deal:2H^", "deal+4S"]
    assert bad(layout, "deal:2H") == "M207"
    assert bad(layout, "deal+4S") == "M218"
    assert bad(layout, "deal:4S>talon") == "M226"
    assert bad(layout, "deal deal") == "M223"
    assert bad(layout, "deal deal+4S") == "M223"
    assert bad(layout, "deal deal:4S>talon") == "M226"
    assert bad(layout, "deal:2Hv") == "M203"
    # Nothing follows from a move by force, so that nothing is shown.
    assert bad(layout, "deal:2H^+4S") == "M218"
    assert bad(layout, "deal:2H>talon deal:4S>talon redeal+9C") == "M218"
    assert bad("talon: 9C", "deal") == "M225"
    assert bad("talon: 9C", "deal:9C>talon") == "M225"


def test_first_card_laid_on_the_talon_is_dealt_first_again() -> None:
    layout = rug("r1c1=8C", "stock: TD 4S 9C")
    moves = "deal:9C>talon r1c1:8C>talon deal:4S>talon deal:TD>talon "
    replay = good(layout, moves + "{= talon: 9C 8C 4S TD} {= deal: 1} redeal")
    assert (place(replay, "stock"), place(replay, "talon"), place(replay, "deal")) == ("TD 4S 8C 9C", "-", "2")
    # The card that was married is one of the talon, and is dealt with it.
    assert good(layout, moves + "redeal 9C>talon 8C>talon 4S>talon TD>talon redeal deal:9C>talon").verified
    assert bad(layout, moves + "redeal deal:TD>talon") == "M226"
    # What went to a foundation in between stays there.
    kept = good("stock: TD 2H 9C", "9C>talon 2H>talon TD>talon redeal 9C>talon deal:2H^ TD>talon redeal")
    assert (place(kept, "stock"), place(kept, "H^")) == ("TD 9C", "2H")


def test_redeals_that_are_refused() -> None:
    assert bad("r1: 9C -- -- -- -- -- -- --", "redeal") == "M216"
    assert bad("talon: 2H", "talon:2H^ redeal") == "M216"
    assert bad("talon: 9C\nstock: 4S", "redeal") == "M215"
    assert bad("talon: 9C\nstock: 4S\nhand: 5D", "redeal") == "M215"
    assert bad("talon: 9C\nhand: 5D", "redeal") == "M223"
    assert bad("talon: 9C\ndeal: 3", "redeal") == "M216"
    # Plays and marriages may be left.
    assert good(rug("r1c1=2H r1c2=8C", "talon: 9C"), "redeal").verified


def test_lost_needs_that_no_move_of_any_kind_is_left() -> None:
    stuck = rug("r1c1=9C", "deal: 3")
    assert good(stuck + "\ntalon: 5D", "lost").verified
    assert good(rug("r1c1=9C"), "lost").verified
    assert bad(rug("r1c1=9C", "talon: 5D"), "lost") == "R502"
    assert bad(rug("r1c1=9C", "talon: 5D\ndeal: 2"), "lost") == "R502"
    assert good(rug("r1c1=9C", "talon: 5D\ndeal: 2"), "lost", "JR1=1").verified
    for left in ("stock: 5D", "hand: 5D", "talon: 8C", "talon: 2H"):
        assert bad(f"{stuck}\n{left}", "lost") == "R502", left
    assert bad(rug("r1c1=2H", "deal: 3"), "lost") == "R502"
    assert bad(stuck, "won") == "R501"


def test_won_with_thirteen_cards_on_each_foundation() -> None:
    full = "C^: KC\nD^: KD\nH^: KH\nS^: KS\nCv: AC\nDv: AD\nHv: AH\nSv: 2S\n"
    layout = full + rug("r3c3=AS")
    replay = good(layout, "{= left 1} AS {= left 0} {= won} {= standstill} won")
    assert played(replay) == ["r3c3:ASv"]
    assert legal(replay) == set()
    assert good(full + "talon: AS", "ASv won").verified
    assert good(full + "stock: AS", "deal:ASv won").verified
    assert bad(layout, "won") == "R501"
    assert bad(layout, "AS lost") == "R502"
    # Nothing may follow.
    for move in ("redeal", "deal", "AS", "r3c3:ASv", "deal:AS>talon", "ASv^"):
        assert bad(layout, f"AS {move}") == "M214", move
    assert bad(full + "talon: 9C\nhand: AS", "deal:ASv redeal") == "M214"
    assert bad(full + "stock: 9C\nhand: AS", "deal:ASv deal") == "M214"


# -- claims, forms and places -----------------------------------------------------------------------------------------


def test_claims() -> None:
    layout = rug("r1c1=8C r1c2=2H r2c2=5S r2c8=QD", "H^: AH\nC^: 3C\ntalon: 4D 9C 5H 7D 9C\nhand: TS\nstock: 4C 3D")
    claims = (
        "{= r1: 8C 2H -- -- -- -- -- --} {= r2: -- 5S -- -- -- -- -- QD} {= r3: -- -- -- -- -- -- -- --}"
        "{= talon 5} {= top talon: 9C} {= talon: 4D 9C 5H 7D 9C} {= hand: TS} {= stock 2} {= top stock: 3D}"
        "{= C^: 3C} {= top Hv: KH} {= deal: 1} {= left 94} {= available: 8C 2H 5S QD 9C TS}"
        "{= not available: 7D 5H 4D 3D} {= legal: r1c2:2H^ 2H r1c1:8C>talon 8C>9C deal:TS>talon Qd}"
        "{= illegal: deal redeal 5S 9C talon:7D r1c1:8Cv}"
    )
    assert good(layout, claims).verified
    assert good(rug("r1c1=8C"), "{= standstill}").verified
    # A marriage is no play: a standstill all the same.
    assert good(rug("r1c1=8C", "talon: 9C"), "{= standstill} 8C>talon").verified
    for claim in (
        "standstill",
        "r1: 8C 2H",
        "r2: 5S",
        "talon 4",
        "top talon: 5H",
        "talon: 9C",
        "hand: -",
        "stock: -",
        "Hv: QH",
        "deal: 2",
        "left 95",
        "available: 7D",
        "not available: TS",
        "legal: deal",
        "illegal: 2H",
        "won",
        "digest 0000000000000000",
    ):
        assert bad(layout, f"{{= {claim}}}") == "C401", claim
    for claim in ("exile 3", "r9: 5H", "r1c9: 5H", "1: 5H", "top dropped: 5H"):
        assert bad(layout, f"{{= {claim}}}") == "C402", claim


def test_claims_of_one_place_of_the_rug() -> None:
    """Moves name places such as r1c2, and so may claims."""
    layout = rug("r1c1=8C r1c2=2H")
    assert good(layout, "{= r1c1: 8C} {= r1c2: 2H} {= top r1c2: 2H} {= r1c3: -} 2H {= r1c2: -}").verified
    for claim in ("r1c1: 2H", "r1c1: -", "r1c3: 8C"):
        assert bad(layout, f"{{= {claim}}}") == "C401", claim


def test_short_and_long_forms_are_one_move() -> None:
    married = rug("r1c1=8C", "talon: 9C\nstock: 4S")
    for move in ("r1c1:8C>talon", "r1c1:8C>9C", "8C>talon", "8C>9C", "r1c1:>talon", "r1c1:8C", "8C", "r1c1", "8♣>9♣"):
        assert played(good(married, move)) == ["r1c1:8C>talon"], move
    for move in ("deal:4S>talon", "deal:4S", "deal:>talon", "deal:4S>9C"):
        assert played(good(married, move)) == ["deal:4S>talon"], move
    for move in ("deal:4S>talon", "deal:>talon", "4S>talon", "4S"):
        assert played(good(married, f"deal {move}"))[1:] == ["deal:4S>talon"], move
    fits = rug("r1c1=2H", "talon: 9C")
    for move in ("r1c1:2H^", "r1c1:2H", "r1c1:^", "r1c1", "2H^", "2H", "2♥↑", "2h^"):
        assert played(good(fits, move)) == ["r1c1:2H^"], move
    for move in ("talon:QSv", "talon:QS", "talon:v", "talon", "QSv", "QS"):
        assert played(good("talon: 9C QS", move)) == ["talon:QSv"], move


def test_places_and_cards_that_are_not_there() -> None:
    layout = rug("r1c1=8C", "H^: 4H\ntalon: 9C\nstock: 5D 4S")
    for move in ("r9c1:8C", "r1c9:8C", "1:8C", "exile:8C", "dropped:8C"):
        assert bad(layout, move) == "M201", move
    for move in ("r1c2:8C>talon", "r1c2", "r1c1:7C>talon", "7C", "4H^", "5D", "talon:8C"):
        assert bad(layout, move) == "M202", move
    for move in ("r1c1:8C^", "r1c1:8Cv", "8C^", "talon:9Cv", "talon", "9C"):
        assert bad(layout, move) == "M203", move
    # A card that can be turned up next needs no more than its name.
    assert played(good(layout, "4S")) == ["deal:4S>talon"]
    # Of two copies, one of them free, the free one is meant.
    assert legal(good(whole("r1c1=2H r2c2=2H"), "2H^")) == set()
    assert bad(whole("r2c2=2H"), "2H^") == "M204"


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


def test_two_cards_in_hand_are_strays() -> None:
    replay = good("hand: 5H 6H\nstock: 7H", "deal:6H>talon {= hand: 5H} deal:5H>talon {= talon: 6H 5H} deal:7H>talon *")
    assert "D306" in [diagnostic.code for diagnostic in replay.diagnostics]


@pytest.mark.parametrize(
    ("layout", "moves", "reading", "clause"),
    [
        ("talon: 9C\nstock: 4S", "redeal", "JR1=1", "8"),
        ("talon: 9C\ndeal: 2", "redeal", "JR1=1", "JR1=1"),
        ("talon: 9C\ndeal: 3", "redeal", "JR7=shuffled", "8"),
        ("talon: 9C", "redeal", "JR7=shuffled", "JR7=shuffled"),
        ("talon: 9C", "redeal", "JR1=1; JR7=shuffled", "JR7=shuffled"),
        (whole("r1c2=2H"), "r1c2:2H^", "", "3"),
        (whole("r1c3=2H"), "r1c3:2H^", "JR2=longways", "JR2=longways"),
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
