"""Martha by hand: groups, vacancies, cards turned up, and PySolFC's deals of it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from leoni_replay import deals
from leoni_replay.cards import TEXT
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import make_game
from leoni_replay.record.replay import Replay
from tests import tables
from tests.tables import legal, place

M = "mcneely"

#: Piles 3 to 12, of which no card goes on another.
REST = "\n3: KC\n4: KD\n5: KH\n6: KS\n7: JC\n8: JS\n9: 9C\n10: 9S\n11: 7C\n12: 7S\n"
#: The same, under a nine and an eight that may move as a group.
GROUP = REST + "1: #4D 9D 8S\n"
TOPS = {"3": "KC", "4": "KD", "5": "KH", "6": "KS", "7": "JC", "8": "JS", "9": "9C", "10": "9S", "11": "7C", "12": "7S"}


def verified(layout: str, moves: str = "*", rules: str = M) -> Replay:
    """Moves that are right."""
    return tables.verified(layout, moves, rules, "Martha")


def refused(layout: str, moves: str, rules: str = M) -> str:
    """The code of the one error in some moves."""
    return tables.refused(layout, moves, rules, "Martha")


def fault(layout: str, moves: str, rules: str = M) -> Diagnostic:
    """The one error in some moves."""
    replay = tables.replayed(layout, moves, rules, "Martha")
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


def to_vacancy(name: str) -> set[str]:
    """The moves of the tops of piles 3 to 12 to a vacant pile."""
    return {f"{source}:{card}>{name}" for source, card in TOPS.items()}


def test_MA1_vacancy() -> None:
    single = verified(GROUP, rules=f"{M}; MA1=single-card")
    assert legal(single) == {"1:8S>2", *to_vacancy("2")}
    never = f"{M}; MA1=never"
    assert legal(verified(GROUP, rules=never)) == set()
    assert verified(GROUP, "lost", never).verified
    assert refused(GROUP, "lost") == "R502"
    assert refused(GROUP, "8S>2", never) == "M222"
    assert refused(GROUP, "1:9D>2", never) == "M222"
    assert error(GROUP, "8S>2", never) == "pile 2 is vacant, and a vacancy is never filled"


def test_an_unknown_card_on_a_two_continues_no_group() -> None:
    """All aces are on the foundations."""
    for cards, reason in (("2S ??", "M204"), ("3S ??", "M228")):
        replay = tables.replayed(REST + f"1: {cards}\n2: 3H 4H\n", "*", M, "Martha")
        assert tables.refusal(replay.game, replay.position, f"1:{cards[:2]}>2") == reason


@pytest.mark.parametrize(("missing", "named"), [(8, "7♣, 8♣, 9♣"), (9, "7♣, 8♣, 9♣ and 1 more")])
def test_missing_cards_are_named_up_to_eight(missing: int, named: str) -> None:
    cards = [card for card in TEXT[:52] if card[0] != "A"][missing:]
    (warning,) = verified(f"1: {' '.join(cards)}").diagnostics
    assert warning.code == "D305" and warning.message.endswith(named)


def test_a_group_does_not_go_to_a_vacancy() -> None:
    assert refused(GROUP, "1:9D>2") == "M222"
    assert refused(GROUP, "9D>2") == "M222"
    assert error(GROUP, "1:9D>2") == "9♦ 8♠ is a group: a vacancy takes a single card"
    # Card by card it does, over another vacancy.
    replay = verified(GROUP.replace("12: 7S\n", ""), "8S>12 9D>2+4D 12:8S>2")
    assert (place(replay, "1"), place(replay, "2"), place(replay, "12")) == ("4D", "9D 8S", "-")


def test_a_group_on_a_pile_and_a_part_of_it() -> None:
    layout = GROUP.replace("7: JC", "7: TC").replace("4: KD", "4: 9H")
    assert legal(verified(layout + "2: 7H", "*")) == {"1:9D>7+4D", "1:8S>4", "4:9H>7", "2:7H>1"}
    whole = verified(layout + "2: 7H", "1:9D>7+4D")
    assert (place(whole, "1"), place(whole, "7")) == ("4D", "TC 9D 8S")
    part = verified(layout + "2: 7H", "1:8S>4")
    assert (place(part, "1"), place(part, "4")) == ("#4D 9D", "9H 8S")
    assert place(verified(layout + "2: 7H", "7H>8S 9D>7"), "7") == "TC 9D 8S 7H"
    # With its pile and without, the reason is where it should go.
    for text in ("1:9D>4", "9D>4", "1:9D>9", "9D>9C", "9D>2"):
        assert refused(layout + "2: 7H", text) == "M222", text
    assert error(layout + "2: 7H", "1:9D>4") == "9♦ does not go on 9♥: piles are built down in alternating colours"


def test_what_is_no_group_does_not_move() -> None:
    # Of one colour, with a gap in rank, upwards, or with a card that lies face down below.
    for pile in ("9D 8H", "9D 7S", "8S 9D", "TS 9D 7C"):
        layout = REST + f"1: #4D {pile}\n2: TC"
        first = pile.split()[0]
        assert refused(layout, f"1:{first}>2") == "M204", pile
    assert refused(REST + "1: 9D #8S 7D\n2: TC", "1:9D>2") == "M204"
    assert refused(REST + "1: 9D #8S 7D\n2: TC", "1:8S>2") == "M204"


def test_a_card_turned_up_is_shown() -> None:
    layout = REST.replace("5: KH", "5: #QD 8D") + "1: AH\n2: TH\n"
    replay = verified(layout, "5:8D>9C+QD 5:QD>KS")
    assert (place(replay, "5"), place(replay, "6"), place(replay, "9")) == ("-", "KS QD", "9C 8D")
    assert place(verified(layout, "5:8D>9C"), "5") == "QD"
    assert refused(layout, "5:8D>9C+QH") == "M218"
    assert refused(layout, "5:8D>9C+QD,KD") == "M218"
    assert refused(layout, "7C>8D+QD") == "M218"
    assert error(layout, "5:8D>9C+QH") == "what comes to light or moves with this move is Q♦, not Q♥"
    assert error(layout, "7C>8D+QD") == "nothing comes to light or moves with this move, but +Q♦ is written"
    # A face-up card that is uncovered is not turned up, and so not shown.
    assert refused(REST + "1: QD 8D\n2: TH", "8D>9C+QD") == "M218"
    # Also by a play to a foundation; turned up at once, it may be played at once, and need not be.
    play = REST + "1: 3H #2D 2H\n2: 5H"
    replay = verified(play, "2H+2D")
    assert (place(replay, "1"), legal(replay)) == ("3H 2D", {"1:2D^"})
    assert place(verified(play, "1:2H^+2D 1:2D^"), "1") == "3H"
    assert legal(verified(play, "2H 2D")) == {"1:3H^"}
    assert refused(play, "1:2H^+3H") == "M218"


def test_a_card_that_lies_face_down_or_under_one() -> None:
    layout = REST + "1: 2D #2H TD\n2: 5H"
    replay = verified(layout, "{= not available: 2D 2H} {= standstill} {= illegal: 2D 2H 1:2D^} {= 1: 2D #2H TD}")
    assert legal(replay) == {"1:TD>7+2H", "1:TD>8+2H", "9:9C>1", "10:9S>1"}
    for text, where in (
        ("2H", "on this table"),
        ("1:2H^", "in pile 1"),
        ("2H^", "on this table"),
        ("1:2H>3", "in pile 1"),
    ):
        assert refused(layout, text) == "M204", text
        assert error(layout, text) == f"2♥ does not lie face up {where}", text
    for text in ("2D", "1:2D^"):
        assert refused(layout, text) == "M204", text
    # Uncovered in turn, both are available.
    assert place(verified(layout, "TD>7+2H 2H 2D"), "1") == "-"


def test_a_lone_card_may_move_from_its_pile_to_another_vacancy() -> None:
    layout = REST + "1: 9D"
    assert legal(verified(layout)) == {"1:9D>2", *to_vacancy("2")}
    replay = verified(layout, "1:9D>2 2:9D>1 9D>2 9D>1 {= not available: 7D} 9D>2")
    assert (place(replay, "1"), place(replay, "2")) == ("-", "9D")
    # To and fro for ever is legal, but as long as it is the game is not lost.
    assert refused(layout, "9D>2 9D>1 lost") == "R502"
    assert refused(layout, "9D>1") == "M222"


def test_lost_when_no_move_is_left() -> None:
    full = REST + "1: 5C\n2: #4H 5S\n"
    assert legal(verified(full)) == set()
    assert verified(full, "{= standstill} lost").verified
    assert refused(full.replace("5C", "6D"), "lost") == "R502"
    assert error(full.replace("7C", "6D"), "lost").startswith("the game is not lost: ")


def test_won() -> None:
    layout = "C^: KC\nD^: KD\nH^: QH\nS^: KS\n1: KH"
    replay = verified(layout, "{= left 1} KH^ {= won} {= left 0} {= standstill} won")
    assert legal(replay) == set()
    assert refused(layout, "won") == "R501"
    assert refused(layout, "KH^ lost") == "R502"
    assert refused(layout, "KH^ 1:KH>2") == "M214"
    assert legal(verified(layout)) == {"1:KH^", *(f"1:KH>{n}" for n in range(2, 13))}


def test_a_pile_by_its_number_or_by_its_top() -> None:
    layout = REST.replace("8: JS", "8: 8H").replace("10: 9S", "10: TD")
    outcomes = {
        verified(layout + "1: #QD 8D\n2: TH", text).digest
        for text in ("12:7S>8", "12:7S>8H", "7S>8", "7S>8H", "12:>8", "12:>8H", "7s>8h", "7♠>8♥")
    }
    assert len(outcomes) == 1
    assert refused(layout + "1: #QD 8D\n2: TH", "7S>KD") == "M222"
    assert refused(layout + "1: #QD 8D\n2: TH", "7S>QD") == "M222"
    assert error(layout + "1: #QD 8D\n2: TH", "7S>QD") == "Q♦ is not on top of any pile"


def test_short_forms_and_ambiguous_ones() -> None:
    layout = REST.replace("8: JS", "8: 8H") + "1: #QD 8D\n2: TC\n"
    # Onto either red eight.
    assert refused(layout, "7S") == "M207"
    assert error(layout, "7S") == "7S can mean 12:7S>1 or 12:7S>8"
    assert refused(layout, "12:7S") == "M207"
    assert verified(layout, "{= legal: 7S 12:7S 7S>1 7S>8} 7S>8D").verified
    # To a foundation or onto a pile.
    both = "S^: 6S\n" + REST.replace("8: JS", "8: 8H") + "1: 5C\n2: TC\n"
    assert error(both, "7S") == "7S can mean 12:7S^ or 12:7S>8"
    assert place(verified(both, "7S^"), "S^") == "7S"
    assert place(verified(both, "12:^"), "12") == "-"
    # One legal move is meant by the card alone.
    assert place(verified(both, "7C"), "8") == "8H 7C"


def test_moves_that_are_none() -> None:
    layout = GROUP + "2: TC"
    assert refused(layout, "deal") == "M220"
    assert refused(layout, "redeal") == "M216"
    assert refused(layout, "13:7S^") == "M201"
    assert refused(layout, "8S>13") == "M201"
    assert refused(layout, "8S>talon") == "M201"
    assert refused(layout, "1:9D>13") == "M201"
    assert refused(layout, "9D>13") == "M201"
    assert refused(layout, "talon:9D>2") == "M201"
    assert refused(layout, "r1c1:9D>2") == "M201"
    assert refused(layout, "1:9D^v") == "M217"
    assert refused(layout, "8S^v") == "M217"
    assert refused(layout, "8Sv") == "M203"
    assert refused(layout, "8S^") == "M203"
    assert refused(layout, "8S~9D") == "M220"
    assert refused(layout, "9D^") == "M204"
    assert refused(layout, "3:9D>2") == "M202"
    assert refused(GROUP, "2:9D>3") == "M202"
    assert refused(layout, "6C") == "M202"
    assert refused(layout, "AC>3") == "M202"


def test_reasons_cite_the_clause_that_decides() -> None:
    layout = GROUP + "2: TC"
    assert cited(layout, "8S") == f"{M} 4"
    assert cited(layout, "4D") == f"{M} 3"
    assert cited(layout, "8S>9S") == f"{M} 5"
    assert cited(GROUP, "1:9D>2") == f"{M} 5"
    assert cited(GROUP, "8S>2", f"{M}; MA1=never") == f"{M} MA1=never"
    assert cited(layout, "1:9D>2+4H") == f"{M} 6"
    assert cited(layout, "deal") == f"{M} 7"
    assert cited(layout, "redeal") == f"{M} 8"


def test_claims() -> None:
    layout = GROUP + "2: TC"
    assert verified(
        layout, "{= 1: #4D 9D 8S} {= top 1: 8S} {= 1 3} {= available: 8S TC KC} {= not available: 4D}"
    ).verified
    replay = verified(layout, "{= left 48} {= illegal: 1:8S^ 2:TC^} {= legal: 9D>2 9D>TC 1:9D>2+4D} 9D>TC {= 1: 4D}")
    assert place(replay, "2") == "TC 9D 8S"
    assert refused(layout, "{= 1: 4D 9D 8S}") == "C401"
    assert refused(layout, "{= top 1: 9D}") == "C401"
    assert refused(layout, "{= legal: 9D>2+4H}") == "C401"
    assert refused(layout, "{= illegal: 9D>2}") == "C401"
    assert refused(layout, "{= available: 4D}") == "C401"
    assert refused(layout, "{= left 3}") == "C401"
    assert refused(layout, "{= 13: 4D}") == "C402"
    assert refused(layout, "{= stock: -}") == "C402"
    assert refused(layout, "{= deal: 1}") == "C402"


def test_layouts_that_are_none() -> None:
    assert refused("1: 4D -- 9D", "*") == "D303"
    assert refused("13: 4D", "*") == "D303"
    assert refused("r1: 4D", "*") == "D303"
    assert refused("C^: 4D", "*") == "D303"
    assert refused("C^: #AC", "*") == "D303"
    assert refused("deal: 2", "*") == "D303"


def test_a_top_card_that_lies_face_down_is_a_stray() -> None:
    layout = "1: 4D #9D\n2: TC\n3: 8C"
    replay = verified(layout, "2:TC>4 {= 1: 4D #9D} {= not available: 9D} *")
    assert "D306" in [diagnostic.code for diagnostic in replay.diagnostics]
    # Nothing turns it up: it is not played, nothing is built on it, and it takes nothing along.
    assert refused(layout, "1:9D>2") == "M204"
    assert refused(layout, "3:8C>1") == "M222"
    assert legal(replay) == {
        token for token in legal(replay) if not token.startswith("1:") and not token.endswith(">1")
    }


# -- deals ------------------------------------------------------------------------------------------------------------


def test_the_deal() -> None:
    game = make_game("Martha")
    assert [TEXT[card] for card in game.bases] == "AC AD AH AS".split()
    position = game.start(deals.from_seed("book", game.packs, game.bases))
    lines = game.text(position).splitlines()
    assert lines[4:6] == ["1: #5D 8S #TH 9C", "2: #2S 4C #6H JC"] and lines[-1] == "12: #7H 3H #7D 3S"
    # The first card dealt is at the bottom of pile 1, the thirteenth lies on it.
    stock = [TEXT[card] for card in deals.from_seed("book", game.packs, game.bases)]
    assert [stock[0], stock[12], stock[24], stock[36]] == "5D 8S TH 9C".split()


def linear(seed: int) -> Callable[[int], int]:
    """A number from 0 to n, as the generator of the Microsoft numbers draws it."""
    state = seed

    def draw(n: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) % 2**33
        return (state // 65536 % 32768) % (n + 1)

    return draw


def twister(seed: int) -> Callable[[int], int]:
    """A number from 0 to n, scaled from the 53 bits of Python's generator."""
    generator = random.Random(seed)
    return lambda n: int(generator.random() * (n + 1))


def piles_of(draw: Callable[[int], int], microsoft: bool) -> list[str]:
    """Martha's twelve piles as PySolFC deals them, worked out card by card."""
    suits = "CSHD"
    pack = [rank + suit for suit in suits for rank in "A23456789TJQK"]
    if microsoft:
        # Ranks first, suits in the order C D H S.
        pack = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    for n in range(51, 0, -1):
        other = draw(n)
        pack[n], pack[other] = pack[other], pack[n]
    talon = [card for card in pack if card[0] != "A"]
    piles: list[list[str]] = [[] for _ in range(12)]
    for face in ("#", "", "#", ""):
        for pile in piles:
            pile.append(face + talon.pop())
    return [" ".join(pile) for pile in piles]


@pytest.mark.parametrize(
    ("number", "draw", "microsoft"),
    [
        ("12345", linear(12345), True),
        ("1", linear(1), True),
        ("31999", linear(31999), True),
        ("ms1", linear(1), True),
        ("ms32000", linear(32000), True),
        ("ms987654", linear(987654), True),
        ("32000", twister(32000), False),
        ("12345678901234567890", twister(12345678901234567890), False),
    ],
)
def test_deals_of_pysolfc(number: str, draw: Callable[[int], int], microsoft: bool) -> None:
    game = make_game("Martha")
    position = game.start(deals.from_pysol(number, game.packs, game.bases))
    dealt = [f"{n}: {pile}" for n, pile in enumerate(piles_of(draw, microsoft), 1)]
    assert game.text(position).splitlines() == ["C^: AC", "D^: AD", "H^: AH", "S^: AS", *dealt]


def test_pysol_12345() -> None:
    game = make_game("Martha")
    lines = game.text(game.start(deals.from_pysol("12345", game.packs, game.bases))).splitlines()
    assert lines[4:7] == ["1: #QC 3D #KH 8D", "2: #TS 9H #KS JD", "3: #QD 5C #3C KC"]
