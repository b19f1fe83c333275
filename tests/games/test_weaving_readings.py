"""Every reading of every point of the weaving games, by a table on which it differs from the default."""

from __future__ import annotations

from pathlib import Path

import pytest

from leoni_replay.cards import CARD, TEXT
from leoni_replay.deals import standard
from leoni_replay.games import make_game
from leoni_replay.games.rules import RulesError, load_book
from tests.tables import legal, place, refused, verified

W = "wikipedia"


def test_every_reading_is_read() -> None:
    """No point has readings that no test names: this file holds them all."""
    book = load_book("leonis-own", "wikipedia")
    source = Path(__file__).read_text(encoding="utf-8")
    for point in book.points.values():
        for reading in list(point.readings)[1:]:
            assert f"{point.id}={reading}" in source, f"{point.id}={reading}"


def test_L1_one_ace_and_one_king_of_each_suit_are_bases() -> None:
    game = make_game("Leoni's Own", f"{W}; L1=one-each")
    assert sorted(TEXT[card] for card in game.bases) == sorted("AC AD AH AS KC KD KH KS".split())


def test_L2_rotate_once() -> None:
    layout = "7: 9C TD 4C\n4: 6S\nexile: 7H"
    assert place(verified(layout, "exile:7H~4C", f"{W}; L2=rotate-once"), "7") == "4C 7H 9C TD"
    assert place(verified(layout, "exile"), "4").startswith("4C")
    # A lifted king ends it too, and goes where L6b says.
    kings = "7: 9C KD\n13: 5S\nexile: 7H"
    assert place(verified(kings, "exile:7H~KD", f"{W}; L2=rotate-once"), "13") == "5S KD"
    assert place(verified(kings, "exile:7H~KD", f"{W}; L2=rotate-once; L6b=bottom"), "13") == "KD 5S"
    # A pile of its own rank is no stalemate, only an exile that is alone.
    own = verified("7: 7D\n8: 9C\nexile: 7H", "exile:7H~7D", f"{W}; L2=rotate-once")
    assert place(own, "7") == "7D 7H"
    assert legal(verified("8: 9C\nexile: 7H 7S", "exile:7S#", f"{W}; L2=rotate-once")) == {"redeal"}


def test_L3_weave_stops() -> None:
    layout = "1: 9C\nexile: 6D 5H"
    assert legal(verified(layout, "exile:5H#")) == {"redeal"}
    done = verified(layout, "exile:5H", f"{W}; L3=weave-stops")
    assert legal(done) == {"exile:6D"}
    assert refused(layout, "exile:5H#", f"{W}; L3=weave-stops") == "M206"
    # A lifted card under an empty pile, too.
    assert legal(verified("3: 9D 8S\nexile: 6D 3D", "exile:3D~8S", f"{W}; L3=weave-stops")) == {"exile:6D"}
    # Two or more of the pile's own rank are a stalemate all the same.
    assert legal(verified("7: 7D 7S\nexile: 6D 7C", "exile:7C#", f"{W}; L3=weave-stops")) == {"redeal"}


def test_L4_ends_weave() -> None:
    layout = "1: 9C\nexile: 6D 5H"
    done = verified(layout, "exile:5H#", f"{W}; L4=ends-weave")
    assert legal(done) == {"exile:6D#"}
    assert refused(layout, "exile:5H# exile:6D#") == "M213"


def test_L5_unchecked() -> None:
    stock = [CARD[text] for text in "2C 3C 4C 5C 6C 8C 7H 7S 7D".split()]
    recheck = make_game("Leoni's Own").start(stock)
    assert (recheck.places["7"], recheck.places["8"]) == ([], [])
    unchecked = make_game("Leoni's Own", f"{W}; L5=unchecked").start(stock)
    assert [TEXT[unchecked.places[p][0]] for p in ("7", "8")] == ["7S", "7D"]


def test_L6_continues() -> None:
    layout = "4: 9D KH\n13: 5S 3D\n3: 8C JD\n11: 6H\nexile: 4S"
    assert place(verified(layout, "exile:4S~KH"), "13") == "5S 3D KH"
    done = verified(layout, "exile:4S~KH~3D~JD~6H#", f"{W}; L6=continues; L6b=top")
    assert place(done, "13") == "KH 5S"
    # If lifting the king uncovered a playable card the weave is over.
    assert verified("H^: 8H\n4: 9H KH\n13: 5S\nexile: 4S", "exile:4S~KH", f"{W}; L6=continues").verified
    # A king under an empty pile 13, or among nothing but kings, is a stalemate.
    assert legal(verified("4: 9D KH\nexile: 6D 4S", "exile:4S~KH#", f"{W}; L6=continues")) == {"redeal"}
    kings = verified("4: 9D KH\n13: KD\nexile: 6D 4S", "exile:4S~KH#", f"{W}; L6=continues")
    assert place(kings, "13") == "KH KD"
    # A turned-up king never starts a chain.
    assert place(verified("13: 5S\nexile: KS", "exile:KS>13", f"{W}; L6=continues"), "13") == "5S KS"


def test_L6a_draw_first() -> None:
    layout = "C^: 8C\n4: 8D 9C KH\nexile: 5S 4S"
    assert legal(verified(layout, "exile:4S~KH")) == {"4:9C^"}
    assert legal(verified(layout, "exile:4S~KH", f"{W}; L6a=draw-first")) == {"exile:5S#"}
    # With no exile left nothing is due.
    assert legal(verified("C^: 8C\n4: 8D 9C KH\nexile: 4S", "exile:4S~KH", f"{W}; L6a=draw-first")) == {"4:9C^"}
    # A lifted king that uncovers nothing playable makes nothing due: it is a standstill again.
    done = verified("4: 8D KH\nexile: 5S 4S", "exile:4S~KH", f"{W}; L6a=draw-first")
    assert done.position is not None and not done.position.state.owes_exile


def test_L6b_bottom() -> None:
    layout = "13: 5S\nexile: KS"
    assert place(verified(layout, "exile:KS>13"), "13") == "5S KS"
    assert place(verified(layout, "exile:KS>13", f"{W}; L6b=bottom"), "13") == "KS 5S"
    lifted = "4: 9D KH\n13: 5S\nexile: 4S"
    assert place(verified(lifted, "exile:4S~KH", f"{W}; L6b=bottom"), "13") == "KH 5S"


def test_L6c_always_13() -> None:
    layout = "S^: QS\n13: 5S\nexile: KS"
    assert legal(verified(layout)) == {"exile:KS^", "QS^v"}
    done = verified(layout, "exile:KS>13", f"{W}; L6c=always-13")
    assert legal(done) == {"13:KS^", "QS^v"}
    assert refused(layout, "exile:KS^", f"{W}; L6c=always-13") == "M209"
    assert refused(layout, "exile:KS>13") == "M209"


def test_L6d_moves() -> None:
    layout = "5: 8D KC KH 2H\n13: 9S\nexile: 6D"
    assert place(verified(layout, "5:2H^"), "5") == "8D KC KH"
    done = verified(layout, "5:2H^+KH,KC", f"{W}; L6d=moves")
    assert (place(done, "5"), place(done, "13")) == ("8D", "9S KH KC")
    assert legal(done) == {"exile:6D#"}
    assert refused(layout, "5:2H^+KC,KH", f"{W}; L6d=moves") == "M218"
    assert refused(layout, "5:2H^+KH") == "M218"
    # A king that was on top after the deal stays, and pile 13 has no other place to go to.
    assert place(verified("6: KD\n5: 8D 2H\nexile: 9D", "5:2H^", f"{W}; L6d=moves"), "6") == "KD"
    # Nothing is due if no exile is left; an exile that is a king pays the debt.
    assert legal(verified("5: KH 2H\n6: 9D 2D", "5:2H^", f"{W}; L6d=moves")) == {"6:2D^"}
    paid = verified("5: KH 2H\n6: 9D 2D\nexile: 9S KS", "5:2H^+KH exile:KS>13", f"{W}; L6d=moves")
    assert legal(paid) == {"6:2D^"}


def test_L7_none_and_immediate() -> None:
    layout = "H^: 6H\nHv: 8H\n1: 3S 7H\n2: 9D 2D"
    meeting = "1:7H^"
    assert legal(verified(layout, meeting)) == {"2:2D^", "7H^v", "8Hv^"}
    assert legal(verified(layout, meeting, f"{W}; L7=none")) == {"2:2D^"}
    assert refused(layout, meeting + " 7H^v", f"{W}; L7=none") == "M217"
    rules = f"{W}; L7=immediate"
    assert legal(verified(layout, meeting, rules)) == {"7H^v", "8Hv^"}
    assert refused(layout, meeting + " 2:2D^", rules) == "M212"
    # Every card but the base goes over, nothing in between, and only once.
    done = verified(layout, meeting + " 7H^v 6H^v 5H^v 4H^v 3H^v 2H^v", rules)
    assert (place(done, "H^"), place(done, "Hv")) == ("AH", "2H")
    assert legal(done) == {"2:2D^"}
    assert refused(layout, meeting + " 7H^v 7Hv^", rules) == "M217"
    assert refused(layout, meeting + " 7H^v 6H^v 5H^v 4H^v 3H^v 2H^v 2Hv^", rules) == "M217"


def test_L7_immediate_when_one_side_has_only_its_base() -> None:
    done = verified("Hv: 3H\n1: 9C 2H", "1:2Hv", f"{W}; L7=immediate")
    assert legal(done) == {"2Hv^"}


def test_L7_immediate_comes_after_the_king_and_before_the_exile() -> None:
    layout = "H^: 6H\nHv: 8H\n1: KS 7H\nexile: 9S"
    rules = f"{W}; L7=immediate; L6d=moves"
    done = verified(layout, "1:7H^+KS", rules)
    assert legal(done) == {"7H^v", "8Hv^"}
    assert legal(verified(layout, "1:7H^+KS 8Hv^ 9Hv^ THv^ JHv^ QHv^", rules)) == {"exile:9S#"}


def test_L7a_yes() -> None:
    layout = "H^: 6H\nHv: 7H\n1: 3H\nexile: 9C"
    assert legal(verified(layout)) == {"6H^v", "7Hv^", "exile:9C#"}
    done = verified(layout, "{= illegal: exile}", f"{W}; L7a=yes")
    assert legal(done) == {"6H^v", "7Hv^"}
    assert refused(layout, "{= standstill}", f"{W}; L7a=yes") == "C401"
    # Without reversals it has no effect.
    assert legal(verified(layout, "*", f"{W}; L7a=yes; L7=none")) == {"exile:9C#"}


def test_L8_any_time() -> None:
    layout = "1: 9C 2H\nexile: 9D"
    assert legal(verified(layout)) == {"1:2H^"}
    assert legal(verified(layout, "*", f"{W}; L8=any-time")) == {"1:2H^", "exile:9D#"}


def test_L9_any() -> None:
    layout = "1: 8S\n5: 4D\nexile: KS 5H KD 5H"
    assert legal(verified(layout)) == {"exile:5H~4D#"}
    done = verified(layout, "exile:KS", f"{W}; L9=any")
    assert place(done, "exile") == "5H KD 5H"
    # Of two equal exiles the one nearest the top is taken.
    assert place(verified(layout, "exile:5H", f"{W}; L9=any; L3=weave-stops"), "exile") == "KS 5H KD"
    assert refused(layout, "exile", f"{W}; L9=any") == "M207"
    assert refused(layout, "exile:9S", f"{W}; L9=any") == "M202"


def test_L10_fifo() -> None:
    stock = [CARD[text] for text in "AC AD 3C".split()]
    assert [TEXT[c] for c in make_game("Leoni's Own").start(stock).places["exile"]] == ["AC", "AD"]
    fifo = make_game("Leoni's Own", f"{W}; L10=fifo").start(stock)
    # The card that comes next is listed last, under fifo too.
    assert [TEXT[c] for c in fifo.places["exile"]] == ["AD", "AC"]


def test_L11_last_exile() -> None:
    layout = "1: 9C 2H\n2: 8D\nexile: KS"
    moves = "1:2H^ exile:KS>13"
    assert legal(verified("1: 9C 2H\n2: 8S 2D", "*", f"{W}; L11=last-exile")) == {"redeal"}
    assert legal(verified(layout, moves, f"{W}; L11=last-exile")) == {"redeal"}
    more = "1: 9C QS 2H\n2: 8D\nexile: 2C"
    assert legal(verified(more, "1:2H^ 1:QSv exile:2C^", W)) == {"redeal"}
    freed = "C^: 2C\n1: 3C\nexile: KS"
    assert refused("1: 9C 4C\n2: 3C\nexile: 2C", "exile:2C^ 2:3C^", f"{W}; L11=last-exile") == "M213"
    assert verified("1: 9C 4C\n2: 3C\nexile: 2C", "exile:2C^ 2:3C^ 1:4C^").verified
    assert verified(freed, "1:3C^").verified


def test_L11a_yes() -> None:
    layout = "1: 9C 2H\nexile: 9D"
    assert refused(layout, "redeal") == "M215"
    done = verified(layout, "redeal", f"{W}; L11a=yes")
    assert place(done, "deal") == "2"
    # Not while something is due.
    assert refused("5: 8D KH 2H\nexile: 6D", "5:2H^ redeal", f"{W}; L11a=yes; L6d=moves") == "M211"
    assert refused("H^: 6H\nHv: 8H\n1: 7H", "1:7H^ redeal", f"{W}; L11a=yes; L7=immediate") == "M212"
    # It does not change what lost needs.
    assert refused(layout + "\ndeal: 3", "lost", f"{W}; L11a=yes") == "R502"


@pytest.mark.parametrize(
    ("reading", "stock"),
    [
        ("L12=pile13-first", "QD JH 8D 9C TS 7D"),
        ("L12=pile1-first", "9C TS JH 8D QD 7D"),
        ("L12=unturned", "TS 9C 8D JH QD 7D"),
    ],
)
def test_L12_picking_up(reading: str, stock: str) -> None:
    done = verified("1: 9C TS\n2: JH 8D\n13: QD\nexile: 7D", "redeal", f"{W}; {reading}; L11a=yes")
    assert [place(done, str(p)) for p in range(1, 7)] == stock.split()


def test_L13_exiles_never_turned_up_are_dealt_last_in_the_order_of_turning_up() -> None:
    done = verified("1: 9C\nexile: 7D 8S KH", "redeal", f"{W}; L13=bottom; L11a=yes")
    assert [place(done, str(p)) for p in range(1, 5)] == "9C KH 8S 7D".split()


def test_L14_short() -> None:
    position = make_game("Leoni's Own", f"{W}; L14=short").start([CARD["2C"], CARD["2D"]])
    assert [len(position.places[str(p)]) for p in (1, 2)] == [1, 0]


def test_L15_two_redeals() -> None:
    done = verified("2: 9C", "redeal redeal", f"{W}; L15=2")
    assert place(done, "deal") == "3"
    assert refused("2: 9C", "redeal redeal redeal", f"{W}; L15=2") == "M216"


def test_L16_eight_kings_and_L17_twelve_piles() -> None:
    game = make_game("Weaver's", "weavers; L16=eight-kings; L17=12")
    assert [TEXT[card] for card in game.bases] == "KC KC KD KD KH KH KS KS".split()
    position = game.start(standard(2, game.bases))
    assert "13" not in position.places
    layout = "Cv: 3C JC\n1: 4D TC\n2: 2C"
    done = verified(layout, "1:TCv", "weavers", "Weaver's")
    assert place(done, "Cv") == "3C TC"
    # A card that fits both is the same move.
    both = verified("1: 4D QC\n2: 9D", "QC", "weavers", "Weaver's")
    assert place(both, "Cv") == "QC KC"
    assert refused("1: 4D QC", "1:QC^", "weavers", "Weaver's") == "M203"


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ("weavers; L6=continues", "combination"),
        ("weavers; L6=stops", "combination"),
        ("weavers; L6a=draw-first", "combination"),
        ("weavers; L6b=bottom", "combination"),
        ("weavers; L6c=always-13", "combination"),
        ("weavers; L6d=moves", "combination"),
        ("weavers; L7a=yes", "combination"),
        ("weavers; L7=optional", "combination"),
        ("weavers; L7=immediate", "combination"),
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
