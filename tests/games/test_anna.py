"""Anna, worked by hand: every reading of every point, and the cases that the notation and the rules speak of."""

from __future__ import annotations

import pytest

from leoni_replay.cards import CARD
from leoni_replay.games import make_game
from leoni_replay.notation import loads, token
from leoni_replay.record.replay import Replay, replay
from tests.tables import legal, place, refused, verified

ANNA = "Anna"
BOOK = "dick-1898"
#: eight full foundations, and all of them but one that lacks its king
FULL = "Cv: KC KC\nDv: KD KD\nHv: KH KH\nSv: KS KS\n"
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


def played(replayed: Replay) -> list[str]:
    """The moves of a record in long form."""
    return [token(step.move) for step in replayed.steps]


# -- readings ---------------------------------------------------------------------------------------------------------


def test_AN1_no_wrap() -> None:
    layout = "1: 9C KH\n2: AH"
    replayed = good(layout, "2:AH>1")
    assert place(replayed, "1") == "9C KH AH"
    assert legal(good(layout)) == {"2:AH>1"}
    assert legal(good(layout, "lost", "AN1=no-wrap")) == set()
    assert bad(layout, "2:AH>1", "AN1=no-wrap") == "M222"
    assert bad(layout, "lost") == "R502"
    # The card in hand and the top of the talon too.
    assert legal(good("1: KH\nhand: AH")) == {"deal:AH>1", "deal:AH>talon"}
    assert legal(good("1: KH\nhand: AH", "*", "AN1=no-wrap")) == {"deal:AH>talon"}
    assert legal(good("1: KH\ntalon: AH\ndeal: 3", "*", "AN1=no-wrap")) == set()
    # A king on a queen and a two on an ace are no matter of it, and nothing goes the other way round.
    assert legal(good("1: QH\n2: KH", "*", "AN1=no-wrap")) == {"2:KH>1"}
    assert legal(good("1: AH\n2: 2H", "*", "AN1=no-wrap")) == {"2:2H>1"}
    assert legal(good("1: AH\n2: KD")) == set()


def test_AN2_plays_only() -> None:
    layout = "Hv: 7H\n1: 5H\ntalon: 9C 6H\ndeal: 3"
    assert legal(good(layout)) == {"talon:6H>1", "talon:6Hv"}
    assert legal(good(layout, "*", "AN2=plays-only")) == {"talon:6Hv"}
    assert bad(layout, "talon:6H>1", "AN2=plays-only") == "M222"
    replayed = good(layout, "talon:6H>1")
    assert (place(replayed, "1"), place(replayed, "talon")) == ("5H 6H", "9C")
    # The card in hand may be married under both.
    assert legal(good("1: 5H\nhand: 6H", "*", "AN2=plays-only")) == {"deal:6H>1", "deal:6H>talon"}


def test_AN3_run() -> None:
    layout = "1: 4H\n2: 9D 5H 6H"
    assert legal(good(layout)) == set()
    assert bad(layout, "2:5H>1") == "M204"
    replayed = good(layout, "2:5H>1", "AN3=run")
    assert (place(replayed, "1"), place(replayed, "2")) == ("4H 5H 6H", "9D")
    assert legal(replayed) == set()
    # One card may move as before, and a whole pile too: its vacancy is filled.
    assert legal(good("1: 5H\n2: 9D 5H 6H", "*", "AN3=run")) == {"2:6H>1"}
    whole = queens("1: 4H\n2: 5H 6H\nstock: 9D 7C")
    assert played(good(whole, "2:5H>1", "AN3=run")) == ["2:5H>1+7C"]
    # A tail that wraps moves too, but not a king on anything but a queen; the queen under it stays.
    wrapped = "1: QD\n2: QD KD AD 2D"
    assert legal(good(wrapped, "*", "AN3=run")) == {"2:KD>1"}
    assert place(good(wrapped, "2:KD>1", "AN3=run"), "2") == "QD"
    assert bad(wrapped, "2:QD>1", "AN3=run") == "M222"
    # Foundations take single cards.
    assert bad("Hv: 6H\n1: 9C 5H 4H", "1:5Hv", "AN3=run") == "M204"


def test_AN4_from_talon_takes_the_top_at_once() -> None:
    layout = queens("1: 6H\n2: 5H\ntalon: 9C 8D")
    replayed = good(layout, "1:6H>2")
    assert played(replayed) == ["1:6H>2"]
    assert (place(replayed, "1"), place(replayed, "talon")) == ("-", "9C 8D")
    replayed = good(layout, "1:6H>2+8D", "AN4=from-talon")
    assert played(replayed) == ["1:6H>2+8D"]
    assert (place(replayed, "1"), place(replayed, "talon")) == ("8D", "9C")
    assert bad(layout, "1:6H>2+8D") == "M218"
    assert bad(layout, "1:6H>2+9C", "AN4=from-talon") == "M218"
    # As long as the stock lasts it fills the vacancy, also with the talon full.
    stocked = queens("1: 6H\n2: 5H\ntalon: 9C 8D\nstock: 7C")
    assert played(good(stocked, "1:6H>2", "AN4=from-talon")) == ["1:6H>2+7C"]


def test_AN4_from_talon_takes_the_next_card_that_reaches_the_talon() -> None:
    layout = queens("1: 6H\n2: 5H\nhand: 9C")
    replayed = good(layout, "1:6H>2", "AN4=from-talon")
    assert place(replayed, "1") == "-"
    assert legal(replayed) == {"deal:9C>talon+9C"}
    replayed = good(layout, "1:6H>2 deal:9C>talon", "AN4=from-talon")
    assert played(replayed) == ["1:6H>2", "deal:9C>talon+9C"]
    assert (place(replayed, "1"), place(replayed, "talon"), place(replayed, "hand")) == ("9C", "-", "-")
    assert bad(layout, "1:6H>2 deal:9C>1", "AN4=from-talon") == "M222"
    # By default it lies on the talon, and the vacancy waits for the redeal.
    replayed = good(layout, "1:6H>2 deal:9C>talon")
    assert (place(replayed, "1"), place(replayed, "talon")) == ("-", "9C")
    assert legal(replayed) == {"redeal+9C"}


def test_AN7_shuffled() -> None:
    layout = queens("talon: 9C 8D 7S")
    replayed = good(layout, "redeal")
    assert (place(replayed, "stock"), place(replayed, "talon"), place(replayed, "deal")) == ("7S 8D 9C", "-", "2")
    assert legal(replayed) == {"deal+9C", "deal:9C>talon"}
    deal = f'[Deal "layout"]\n[Layout "{layout}"]\n'
    replayed = recorded(deal + '[Pack2 "8D 7S 9C"]', "redeal *", "AN7=shuffled")
    assert replayed.verified
    assert (place(replayed, "stock"), legal(replayed)) == ("9C 7S 8D", {"deal+8D", "deal:8D>talon"})
    # Vacancies are filled from the written order.
    empty = f'[Deal "layout"]\n[Layout "{layout.replace("1: QS", "1: -")}"]\n'
    replayed = recorded(empty + '[Pack2 "8D 7S 9C"]', "redeal *", "AN7=shuffled")
    assert (played(replayed), place(replayed, "stock")) == (["redeal+8D"], "9C 7S")


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


def test_AN7_shuffled_twice() -> None:
    deal = f'[Deal "layout"]\n[Layout "{queens("talon: 9C 8D")}"]\n[Pack2 "8D 9C"]\n'
    moves = "redeal deal:8D>talon deal:9C>talon redeal deal:9C>talon *"
    assert code(recorded(deal, moves, "AN7=shuffled")) == "M221"
    replayed = recorded(deal + '[Pack3 "9C 8D"]', moves, "AN7=shuffled")
    assert replayed.verified
    assert (place(replayed, "talon"), place(replayed, "stock"), place(replayed, "deal")) == ("9C", "8D", "3")
    # An order that is written but not yet needed does no harm, and without one a game is not lost.
    assert recorded(deal, "*", "AN7=shuffled").verified
    assert code(recorded(deal.replace("Pack2", "Other"), "lost", "AN7=shuffled")) == "R502"


def test_AN8_forced() -> None:
    layout = "Hv: 7H\n1: 6H\n2: 5H\n3: 4C\n4: 5C"
    assert legal(good(layout)) == {"1:6Hv", "1:6H>2", "4:5C>3"}
    assert legal(good(layout, "*", "AN8=forced")) == {"1:6Hv"}
    assert bad(layout, "1:6H>2", "AN8=forced") == "M224"
    assert bad(layout, "4:5C>3", "AN8=forced") == "M224"
    # Marriages are never forced.
    assert legal(good(layout, "1:6Hv 2:5Hv", "AN8=forced")) == {"4:5C>3"}
    assert bad(layout, "1:6Hv lost", "AN8=forced") == "R502"


def test_AN8_forced_before_cards_are_turned_up_placed_or_dealt_again() -> None:
    due = queens("Hv: 7H\n1: 6H\nstock: 9D 7C")
    assert bad(due, "deal", "AN8=forced") == "M224"
    assert bad(due, "deal:7C>talon", "AN8=forced") == "M224"
    assert bad(queens("Hv: 7H\n1: 6H\nhand: 7C"), "deal:7C>talon", "AN8=forced") == "M224"
    assert bad(queens("Hv: 7H\n1: 6H\ntalon: 7C"), "redeal", "AN8=forced") == "M224"
    assert played(good(due, "1:6Hv deal:9D>talon", "AN8=forced")) == ["1:6Hv+7C", "deal:9D>talon"]
    # The card in hand, too, and that which is turned up and placed in one move.
    hand = queens("Hv: 7H\n1: 5H\nstock: 6H")
    assert legal(good(hand)) == {"deal+6H", "deal:6Hv", "deal:6H>1", "deal:6H>talon"}
    assert legal(good(hand, "*", "AN8=forced")) == {"deal+6H", "deal:6Hv"}
    assert legal(good(hand, "deal", "AN8=forced")) == {"deal:6Hv"}
    for move in ("deal:6H>1", "deal:6H>talon", "deal deal:6H>talon"):
        assert bad(hand, move, "AN8=forced") == "M224"
    # Two that fit: the player chooses.
    assert legal(good("Hv: 7H\nCv: 5C\n1: 6H\n2: 4C", "*", "AN8=forced")) == {"1:6Hv", "2:4Cv"}


# -- knaves, queens and vacancies -------------------------------------------------------------------------------------


def test_knave_of_the_layout_goes_out_and_the_next_card_takes_its_place() -> None:
    # The stock of this seed begins 10♠ 6♥ 5♠ K♥ J♠ 2♥ 2♥ 4♠ 8♣.
    replayed = recorded('[Deal "seed:1815"]', "*")
    assert replayed.verified
    assert [place(replayed, str(pile)) for pile in range(1, 9)] == "TS 6H 5S KH 2H 2H 4S 8C".split()
    assert [place(replayed, f"{suit}v") for suit in "CDHS"] == ["-", "-", "-", "JS"]
    # Two of one suit, and more knaves than one in a place.
    stock = [CARD[card] for card in "JC JC 2D JH 3D 4D 5D 6D 7D 8D 9D JS".split()]
    game = make_game(ANNA)
    assert game.text(game.start(stock)) == (
        "Cv: JC JC\nDv: -\nHv: JH\nSv: -\n1: 2D\n2: 3D\n3: 4D\n4: 5D\n5: 6D\n6: 7D\n7: 8D\n8: 9D\n"
        "talon: -\nhand: -\nstock: JS\ndeal: 1\n"
    )


def test_vacancy_is_filled_from_the_stock_at_once() -> None:
    layout = queens("1: 6H\n2: 5H\nstock: 9D 7C")
    replayed = good(layout, "1:6H>2")
    assert played(replayed) == ["1:6H>2+7C"]
    assert (place(replayed, "1"), place(replayed, "2"), place(replayed, "stock")) == ("7C", "5H 6H", "9D")
    assert good(layout, "1:6H>2+7C").verified
    assert bad(layout, "1:6H>2+9D") == "M218"
    assert bad(layout, "1:6H>2+7C,9D") == "M218"
    # Also after a play to a foundation; not while cards are left in the pile.
    assert played(good(queens("Hv: 7H\n1: 6H\nstock: 7C"), "1:6Hv")) == ["1:6Hv+7C"]
    assert played(good(queens("Hv: 7H\n1: 9C 6H\nstock: 7C"), "1:6Hv")) == ["1:6Hv"]


def test_knave_as_a_fill_goes_out_and_the_next_card_fills() -> None:
    layout = queens("1: 6H\n2: 5H\nstock: 9D 7C JC")
    replayed = good(layout, "1:6H>2+JC,7C")
    assert played(replayed) == ["1:6H>2+JC,7C"]
    assert (place(replayed, "Cv"), place(replayed, "1"), place(replayed, "stock")) == ("JC", "7C", "9D")
    assert bad(layout, "1:6H>2+7C") == "M218"
    # If it was the last card of the stock the vacancy stays, or the talon fills it (AN4).
    last = queens("1: 6H\n2: 5H\ntalon: 8D\nstock: JC")
    replayed = good(last, "1:6H>2")
    assert (played(replayed), place(replayed, "1"), place(replayed, "Cv")) == (["1:6H>2+JC"], "-", "JC")
    assert played(good(last, "1:6H>2", "AN4=from-talon")) == ["1:6H>2+JC,8D"]


def test_queen_as_a_fill_stays_and_may_be_built_on() -> None:
    layout = queens("Hv: AH\n1: 6H\n2: 5H\n3: 9C KH\nstock: 9D QH\ndeal: 3")
    replayed = good(layout, "1:6H>2 3:KH>1")
    assert played(replayed) == ["1:6H>2+QH", "3:KH>1"]
    assert (place(replayed, "1"), legal(replayed)) == ("QH KH", {"1:KHv", "deal+9D", "deal:9D>talon"})
    assert bad(layout, "1:6H>2 1:QHv") == "M203"
    assert bad(layout, "1:6H>2 1:QH>3") == "M222"
    # Her twin does not help her away either.
    assert bad("1: QH\n2: QH", "1:QH>2") == "M222"


def test_queen_that_is_dealt_can_only_go_to_the_talon() -> None:
    assert legal(good(queens("1: TH\nstock: QH"))) == {"deal+QH", "deal:QH>talon"}
    assert bad(queens("1: TH\nstock: QH"), "deal:QH>1") == "M222"
    assert bad("1: QS\nhand: QH", "deal:QH>2") == "M222"


def test_knave_that_is_turned_up_goes_out() -> None:
    layout = queens("stock: 9D JC")
    assert legal(good(layout)) == {"deal:JCv"}
    for move in ("deal:JCv", "deal", "deal+JC", "deal:JC", "deal:v"):
        replayed = good(layout, move)
        assert played(replayed) == ["deal:JCv"]
        assert (place(replayed, "Cv"), place(replayed, "hand"), place(replayed, "stock")) == ("JC", "-", "9D")
    assert bad(layout, "deal+9D") == "M218"
    assert bad(layout, "deal:JCv+9D") == "M218"
    assert bad(layout, "deal:JC>talon") == "M222"
    assert bad(layout, "deal:JC>3") == "M222"
    assert bad(layout, "deal:JC^") == "M203"
    # It is never in hand, so that nothing else is left to do with it.
    assert bad(layout, "deal deal:JCv") == "M226"
    # The second of its suit begins the other foundation.
    assert place(good(queens("Cv: 5C\nstock: JC"), "deal"), "Cv") == "5C JC"


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


def test_third_knave_of_a_suit_is_an_ordinary_card() -> None:
    """A layout may hold cards too many (a warning): a knave for whom no foundation is left fills a vacancy, or goes
    through the hand to the talon."""
    assert legal(good(queens("Cv: KC KC\nstock: JC"), "deal")) == {"deal:JC>talon"}
    assert place(good(queens("Cv: KC KC\n1: 6H\n2: 5H\nstock: JC"), "1:6H>2+JC"), "1") == "JC"


def test_vacancy_stays_empty_when_the_stock_is_out_and_nothing_may_be_put_there() -> None:
    layout = queens("1: 6H\n2: 5H\n3: 9D 7H\ntalon: 4H 8D\nhand: QH")
    replayed = good(layout, "1:6H>2")
    assert (played(replayed), place(replayed, "1")) == (["1:6H>2"], "-")
    assert legal(replayed) == {"3:7H>2", "deal:QH>talon"}
    for move in ("3:7H>1", "talon:8D>1", "deal:QH>1"):
        assert bad(layout, f"1:6H>2 {move}") == "M222"
    assert bad(layout, "1:6H>2 1:6H>2") == "M202"


def test_redeal_fills_the_vacancies_first() -> None:
    layout = queens("1: -\n2: -\n5: -\ntalon: AD AS 4H 9C 3C")
    replayed = good(layout, "redeal")
    assert played(replayed) == ["redeal+AD,AS,4H"]
    assert [place(replayed, pile) for pile in ("1", "2", "5")] == ["AD", "AS", "4H"]
    assert (place(replayed, "stock"), place(replayed, "talon"), place(replayed, "deal")) == ("3C 9C", "-", "2")
    assert good(layout, "redeal+AD,AS,4H deal:9C>talon deal:3C>talon redeal deal:9C>talon").verified
    assert bad(layout, "redeal+AD,4H,AS") == "M218"
    assert bad(layout, "redeal+AD") == "M218"
    # The talon may be out before the vacancies are full.
    short = good(queens("1: -\n2: -\n5: -\ntalon: AD AS"), "redeal")
    assert (played(short), place(short, "5"), place(short, "stock")) == (["redeal+AD,AS"], "-", "-")
    assert legal(short) == set()


def test_two_redeals() -> None:
    layout = queens("talon: 9C 8D")
    again = "redeal deal:9C>talon deal:8D>talon "
    assert place(good(layout, again + "redeal"), "deal") == "3"
    assert bad(layout, again + again + "redeal") == "M216"
    assert good(layout, again + again + "lost").verified
    assert bad(layout, again + "lost") == "R502"
    assert bad(queens("stock: 9C\ntalon: 8D"), "redeal") == "M215"
    assert bad(queens("1: 9C"), "redeal") == "M216"
    # Plays may be left.
    assert good("Hv: 7H\n1: 6H\ntalon: 9C", "redeal").verified


# -- building ---------------------------------------------------------------------------------------------------------


def test_marriages() -> None:
    layout = "1: 5H\n2: 9C 6H\n3: 6D\n4: 7H"
    assert legal(good(layout)) == {"2:6H>1", "4:7H>2"}
    replayed = good(layout, "2:6H>1 4:7H>1")
    assert (place(replayed, "1"), place(replayed, "2"), place(replayed, "4")) == ("5H 6H 7H", "9C", "-")
    # Another suit, the wrong way, two ranks, on itself, on the talon, on a foundation built up.
    for move in ("3:6D>1", "1:5H>2", "4:7H>1", "2:6H>2"):
        assert bad(layout, move) == "M222"
    assert bad(layout, "2:6H^") == "M203"
    assert bad(layout, "2:6H^v") == "M217"
    assert bad(layout, "2:6H~7H") == "M220"
    assert bad(layout, "2:9C>1") == "M204"


def test_only_the_card_in_hand_goes_to_the_talon() -> None:
    assert bad("1: 5H\n2: 9C 6H", "2:6H>talon") == "M222"
    assert bad("1: 5H\ntalon: 6H", "talon:6H>talon") == "M222"


def test_pile_is_played_off_onto_its_foundation() -> None:
    pile = "QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH"
    layout = f"Hv: JH\n1: {pile}"
    replayed = good(layout, " ".join(f"1:{rank}Hv" for rank in "T98765432AK"))
    assert (place(replayed, "Hv"), place(replayed, "1")) == ("KH", "QH")
    assert legal(replayed) == set()
    assert bad(layout, "1:THv 1:8Hv") == "M204"
    assert bad("Hv: AH\n1: 9C 2H", "1:2Hv") == "M203"
    assert bad("Hv: 2H\n1: 9C KH", "1:KHv") == "M203"
    assert bad("Hv: KH\n1: 9C AH", "1:AHv") == "M203"


def test_two_foundations_of_a_suit() -> None:
    # The fuller one is listed first.
    replayed = good("Hv: 7H 4H\n1: 9C 6H", "1:6Hv")
    assert place(replayed, "Hv") == "4H 6H"
    assert legal(good("Hv: 7H 4H\n1: 3H\n2: 6H\n3: 5D")) == {"1:3Hv", "2:6Hv"}
    # Both take the same card: that is one move.
    twice = good("Hv: 7H 7H\n1: 9C 6H", "6H")
    assert place(twice, "Hv") == "6H 7H"
    assert bad("1: 9C 6H", "1:6Hv") == "M203"


def test_twins_are_told_apart() -> None:
    layout = "Hv: 7H\n1: 5H\n2: 9C 6H\n3: 9D 6H"
    assert legal(good(layout)) == {"2:6Hv", "3:6Hv", "2:6H>1", "3:6H>1"}
    for move in ("6H", "6Hv", "6H>1", "6H>5H", "2:6H"):
        assert bad(layout, move) == "M207"
    assert played(good(layout, "2:6Hv 3:6H>1")) == ["2:6Hv", "3:6H>1"]
    # On a card that lies on two piles.
    assert bad("1: 5H\n2: 5H\n3: 9C 6H", "3:6H>5H") == "M207"
    # Two vacancies that are left behind are not the same position either.
    assert bad("1: 5H\n2: 6H\n3: 6H", "6H>1") == "M207"


# -- the hand ---------------------------------------------------------------------------------------------------------


def test_turning_up_and_placing_in_one_move() -> None:
    layout = queens("Hv: 7H\n1: 5H\nstock: 9D 6H")
    assert legal(good(layout)) == {"deal+6H", "deal:6Hv", "deal:6H>1", "deal:6H>talon"}
    assert place(good(layout, "deal:6H>1"), "1") == "5H 6H"
    assert place(good(layout, "deal:6Hv"), "Hv") == "6H"
    assert place(good(layout, "deal:6H>talon"), "talon") == "6H"
    assert bad(layout, "deal:9D>talon") == "M226"
    assert bad(layout, "deal:6H") == "M207"
    assert bad(layout, "deal:6H>4") == "M222"
    assert bad(queens("1: 5H"), "deal") == "M225"
    assert bad(queens("1: 5H"), "deal:6H>1") == "M225"


def test_hand_in_two_parts() -> None:
    layout = queens("1: 9D 7H\n2: 9C 6S\n3: 5H\n4: 5S\nstock: 9D 6H")
    replayed = good(layout, "deal+6H {= hand: 6H} {= stock: 9D} 2:6S>4 deal:6H>3 {= hand: -} 1:7H>3")
    assert played(replayed) == ["deal+6H", "2:6S>4", "deal:6H>3", "1:7H>3"]
    assert place(replayed, "3") == "5H 6H 7H"
    # The word alone turns a card up as well, and checks nothing.
    assert played(good(layout, "deal")) == ["deal+6H"]
    assert bad(layout, "deal+9D") == "M218"
    assert legal(good(layout, "deal")) == {"2:6S>4", "deal:6H>3", "deal:6H>talon"}
    # Nothing is turned up and nothing dealt again while it waits.
    assert bad(layout, "deal deal") == "M223"
    assert bad(layout, "deal deal+9D") == "M223"
    assert bad(layout, "deal deal:9D>talon") == "M226"
    assert bad(queens("talon: 9C\nhand: 6H"), "redeal") == "M223"
    assert bad(queens("stock: 9C\nhand: 6H"), "redeal") == "M215"
    # It stays available, and its place on the table does not count.
    assert good(layout, "deal {= available: 6H} {= not available: 9D} 6H>3").verified
    assert bad(layout, "deal {= hand: -}") == "C401"


def test_vacancy_is_filled_while_a_card_is_in_hand() -> None:
    layout = queens("1: 6S\n3: 5H\n4: 5S\nstock: 9D JD 7C 6H")
    replayed = good(layout, "deal+6H 1:6S>4+7C deal:6H>3")
    assert played(replayed) == ["deal+6H", "1:6S>4+7C", "deal:6H>3"]
    assert (place(replayed, "1"), place(replayed, "stock")) == ("7C", "9D JD")
    assert bad(layout, "deal+6H 1:6S>4+6H") == "M218"


# -- the end ----------------------------------------------------------------------------------------------------------


def test_won_with_eight_kings_and_eight_queens_in_the_A() -> None:
    layout = NEARLY + queens("1: QS KS")
    replayed = good(layout, "1:KSv {= won} {= left 8} won")
    assert legal(replayed) == set()
    assert bad(layout, "won") == "R501"
    assert bad(layout, "lost") == "R502"
    assert bad(layout, "1:KSv lost") == "R502"
    # Nothing may follow.
    for move in ("1:QSv", "deal", "redeal", "deal:QS>talon"):
        assert bad(layout, f"1:KSv {move}") == "M214"
    assert bad(layout + "\nstock: QS", "1:KSv deal") == "M214"


def test_not_won_with_queens_on_the_talon() -> None:
    layout = NEARLY + queens("1: KS\ntalon: QS")
    assert bad(layout, "1:KSv won") == "R501"
    assert bad(layout, "1:KSv {= won}") == "C401"
    assert legal(good(layout, "1:KSv")) == {"redeal+QS"}
    assert bad(layout, "1:KSv lost") == "R502"
    # The redeal fills the A with queens, and that wins.
    replayed = good(layout, "1:KSv redeal+QS {= won} won")
    assert place(replayed, "1") == "QS"
    assert bad(layout, "1:KSv redeal redeal") == "M214"
    # Without a redeal it is lost; from the talon the vacancy is filled at once (AN4).
    assert good(layout + "\ndeal: 3", "1:KSv lost").verified
    assert played(good(layout + "\ndeal: 3", "1:KSv won", "AN4=from-talon")) == ["1:KSv+QS"]
    # In hand a queen is not in the A either.
    assert bad(FULL + queens("1: -\nhand: QS"), "won") == "R501"


def test_not_won_with_a_queen_under_a_card() -> None:
    assert bad(NEARLY + queens("1: QS KS"), "won") == "R501"
    assert bad(FULL + queens("1: QS KS"), "won") == "R501"


def test_lost_needs_that_no_move_of_any_kind_is_left() -> None:
    assert good("1: 6H\n2: 9C", "lost").verified
    assert bad("1: 6H\n2: 5H", "lost") == "R502"
    assert bad(queens("stock: 9C"), "lost") == "R502"
    assert bad(queens("hand: 9C"), "lost") == "R502"
    assert bad(queens("talon: 9C"), "lost") == "R502"
    assert good(queens("talon: 9C\ndeal: 3"), "lost").verified


# -- claims and forms -------------------------------------------------------------------------------------------------


def test_claims() -> None:
    layout = queens("Cv: 3C JC\nHv: 7H\n1: 9D 6H\n2: 5H\ntalon: 9C 8D 2C\nhand: TS\nstock: 4C 4D")
    claims = (
        "{= Cv: 3C JC} {= Dv: -} {= top Hv: 7H} {= 1: 9D 6H} {= top 1: 6H} {= 1 2} {= talon 3} {= top talon: 2C}"
        "{= talon: 9C 8D 2C} {= hand: TS} {= hand 1} {= stock 2} {= top stock: 4D} {= deal: 1}"
        "{= available: 6H 5H 2C TS QS} {= not available: 9D 8D 4D} {= left 89}"
        "{= legal: 1:6Hv 6H 6H>2 6H>5H 2Cv talon deal:TS>talon deal:TS} {= illegal: deal 9D redeal 5Hv talon:8D}"
    )
    assert good(layout, claims).verified
    assert bad(layout, "{= standstill}") == "C401"
    assert good(layout, "1:6Hv 2:5Hv talon:2Cv {= standstill} {= Cv: 2C JC} {= Hv: 5H}").verified
    for claim in (
        "talon 2",
        "top talon: 8D",
        "hand: -",
        "hand: 2C",
        "1: 6H",
        "Cv: JC 3C",
        "deal: 2",
        "left 91",
        "available: 9D",
        "not available: TS",
        "legal: 9Dv",
        "illegal: 1:6Hv",
        "won",
        "digest 0000000000000000",
    ):
        assert bad(layout, f"{{= {claim}}}") == "C401", claim
    for claim in ("exile 3", "r1: 5H", "C^: AC", "9: 5H", "top dropped: 5H"):
        assert bad(layout, f"{{= {claim}}}") == "C402", claim


def test_short_and_long_forms_are_one_move() -> None:
    married = queens("1: 9D 6H\n2: 5H\nstock: 7C")
    for move in ("1:6H>2", "1:6H>5H", "6H>2", "6H>5H", "1:>2", "1:6H", "6H", "6♥>5♥", "6h"):
        assert played(good(married, move)) == ["1:6H>2"], move
    to_foundation = "Hv: 7H\n1: 9D 6H"
    for move in ("1:6Hv", "1:6H", "1:v", "6Hv", "6H", "6♥↓", "6hv"):
        assert played(good(to_foundation, move)) == ["1:6Hv"], move
    talon = "Hv: 7H\ntalon: 9D 6H\ndeal: 3"
    for move in ("talon:6Hv", "talon:6H", "talon:v", "talon", "6Hv"):
        assert played(good(talon, move)) == ["talon:6Hv"], move
    turned = queens("talon: 9D\nstock: 7C")
    for move in ("deal:7C>talon", "deal:7C", "deal:>talon", "deal:7C>9D"):
        assert played(good(turned, move)) == ["deal:7C>talon"], move
    in_hand = queens("1: 5H\nhand: 6H\ntalon: 8D")
    for move in ("deal:6H>1", "deal:6H>5H", "6H>1", "deal:>1"):
        assert played(good(in_hand, move)) == ["deal:6H>1"], move


def test_cards_that_are_not_there() -> None:
    layout = queens("1: 9D 6H\ntalon: 8D\nstock: 7C")
    assert bad(layout, "9:6H") == "M201"
    assert bad(layout, "exile:6H") == "M201"
    assert bad(layout, "r1c1:6H") == "M201"
    assert bad(layout, "1:6H>9") == "M201"
    assert bad(layout, "1:6H>dropped") == "M201"
    assert bad("1: 9D 6H", "2:6H") == "M202"
    assert bad(layout, "1:7H") == "M202"
    assert bad(layout, "7H") == "M202"
    assert bad(layout, "talon:9D") == "M202"
    assert bad(layout, "9D") == "M204"
    assert bad(layout, "talon:8Dv") == "M203"
    # What lies on a foundation stays there.
    assert bad("Hv: 7H\n1: 9C", "7H^v") == "M217"
    assert bad("Hv: 7H\n1: 9C", "7Hv^") == "M217"


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
