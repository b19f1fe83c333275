"""Unknown cards by hand: which moves make them known, what contradicts them, and what depends on them."""

from __future__ import annotations

import pytest

from leoni_replay.cards import UNKNOWN, pretty, read, texts
from leoni_replay.record.replay import Replay
from leoni_replay.record.result import last_view
from tests.tables import legal, replayed

OWN, WEAVERS, LABYRINTH, MARTHA = ("Leoni's Own", "Weaver's", "Labyrinth", "Martha")
ANNA, REVERSAL, RUG = ("Anna", "The Reversal", "The Japanese Rug")
BOOKS = {
    OWN: "wikipedia",
    WEAVERS: "weavers",
    LABYRINTH: "mcneely",
    MARTHA: "mcneely",
    ANNA: "dick-1898",
    REVERSAL: "dick-1898",
    RUG: "dick-1898",
}
#: Anna with her knaves out but one of clubs, and queens in all piles but the first two
KNAVES = "Cv: JC\nDv: JD JD\nHv: JH JH\nSv: JS JS\n" + "".join(f"{n}: QH\n" for n in range(3, 9))
#: The Reversal with all its bases laid out
ROWS = "C^: 2C\nD^: 2D\nH^: 2H\nS^: 2S\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n"


def played(game: str, layout: str, moves: str = "*", rules: str = "") -> Replay:
    return replayed(layout, moves, rules or BOOKS[game], game)


def lines(replay: Replay, number: int) -> dict[str, str]:
    return dict(line.split(": ") for line in replay.at(number).text.splitlines())


def proved(game: str, layout: str, moves: str, expected: str, rules: str = "", unknown: int | None = None) -> Replay:
    """Some moves are consistent, and prove so much of the table (a line a place)."""
    replay = played(game, layout, moves, rules)
    assert replay.accepted, replay.diagnostics
    start = lines(replay, 0)
    blanks = sum(cards.count("??") for cards in start.values())
    assert (replay.status, replay.unknown) == (("consistent", blanks) if blanks else ("verified", None))
    for line in expected.splitlines():
        name, cards = line.split(": ")
        assert start[name] == cards
    if unknown is not None:
        assert blanks == unknown
    # Every step can be taken back and played again.
    texts_ = [position.text for _, _, position in replay.positions()]
    position = last_view(replay)
    for step in reversed(replay.steps):
        position.undo(step)
    assert position.text == texts_[0]
    for step, text in zip(replay.steps, texts_[1:], strict=True):
        position.redo(step)
        assert position.text == text
    return replay


def refused(game: str, layout: str, moves: str, rules: str = "") -> tuple[str, int | None, str]:
    """The code of the one error, its move, and its message."""
    replay = played(game, layout, moves, rules)
    (error,) = [diagnostic for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    assert replay.status == "rejected" and replay.unknown is None
    return error.code, error.move, error.message


def test_spelling() -> None:
    assert texts([UNKNOWN, 0, UNKNOWN + 64]) == "?? AC #??" == pretty([UNKNOWN, 0, UNKNOWN + 64]).replace("A♣", "AC")
    assert read("??") is None


def test_a_layout_whose_cards_all_become_known_is_verified() -> None:
    replay = played(OWN, "4: ??", "4:2H^")
    assert replay.verified and replay.status == "verified" and replay.unknown is None
    assert lines(replay, 0)["4"] == "2H"
    replay = played(OWN, "4: ?? ??", "4:2H^")
    assert not replay.verified and replay.accepted and replay.status == "consistent" and replay.unknown == 1


def test_a_move_never_names_an_unknown_card() -> None:
    (code, _, _) = refused(OWN, "4: ??", "4:??^")
    assert code == "S002"
    # Two question marks behind a move are what they always were: a blunder.
    assert played(OWN, "4: ??", "4:2H^??").accepted


# -- Leoni's Own ------------------------------------------------------------------------------------------------------


def test_of_what_is_left_in_pile_13_the_order_is_not_known() -> None:
    # One of the two unknown cards has gone: the five is the top card, or the other one is, unless it is a five as well.
    layout = "7: KD\n13: ?? 5C ??\nexile: 7C"
    proved(OWN, layout, "13:2H^ exile:7C~KD~9H#", "13: 2H 5C 9H", "mcneely", unknown=0)
    proved(OWN, layout, "13:2H^ exile:7C~KD~5C#", "13: ?? 5C ??", "mcneely", unknown=2)
    proved(OWN, f"1: 5C\n{layout}", "13:2H^ exile:7C~KD~5C#", "13: ?? 5C 2H", "mcneely", unknown=1)


def test_the_exile_and_its_weave() -> None:
    layout = "7: 2H ??\n4: 8D\nexile: ?? ??"
    replay = proved(OWN, layout, "exile:7C~4D 7:2H^", "7: 2H 4D\nexile: ?? 7C", unknown=1)
    assert replay.steps[0].move.path is not None
    layout = "7: 2H ??\n4: ??\n9: 8D\nexile: ??"
    assert refused(OWN, layout, "exile:7C~4D~9H 7:2H^")[0] == "M206"
    layout = "7: 6D ??\n4: 2H ??\n9: 8D\nexile: ??"
    proved(OWN, layout, "exile:7C~4D~9H 4:2H^", "7: 6D 4D\n4: 2H 9H\nexile: 7C", unknown=0)


def test_what_a_weave_uncovers() -> None:
    layout = "7: ?? 4C\n4: 9S 8S\n9: 8D\n8: 9D\nexile: 7C"
    # It ends there: the card fits; it goes on: the card does not.
    proved(OWN, layout, "exile:7C~4C 7:2H^", "7: 2H 4C")
    assert refused(OWN, layout, "exile:7C~4C 7:9H")[:2] == ("M227", 2)
    assert refused(OWN, layout, "exile:7C~4C redeal")[:2] == ("M227", 2)
    going_on = "7: ?? 4C\n4: 2D 8S\n8: 9D\nexile: 7C"
    proved(OWN, going_on, "exile:7C~4C~8S 4:2D^", "7: ?? 4C")
    # Judged once more with what is known in the end, the weave would have ended on pile 7.
    assert refused(OWN, going_on, "exile:7C~4C~8S 4:2D^ 7:2H^")[:2] == ("M206", 1)


def test_a_stalemate_of_unknown_cards() -> None:
    replay = proved(OWN, "7: ?? ??\nexile: 7C", "exile:7C#", "7: ?? ??")
    assert replay.steps[0].move.stalemate
    assert refused(OWN, "7: ?? 9S\nexile: 7C", "exile:7C#")[0] == "M206"
    # A stalemate comes before any seven of such a pile is lifted, also if there are too many ways to try them all.
    layout = "7: ?? 7S\nexile: 7C\n" + "".join(f"{pile}: ?? ?? ??\n" for pile in (1, 2, 3, 4, 5, 6))
    assert played(OWN, layout, "exile:7C#").accepted and played(OWN, layout, "exile:7C~7S").accepted
    assert refused(OWN, layout, "exile:7C~7S#")[0] == "M206"
    # They are all sevens: the one that is not known can be nothing else.
    layout = "7: ?? ??\n1: 7D 7D\n2: 7H 7H\n3: 7S\nexile: 7C"
    assert refused(OWN, layout + "\n4: 7S", "exile:7C#")[:2] == ("M227", 1)


def test_kings_that_leave() -> None:
    replay = proved(OWN, "5: ?? ?? 2H\nexile: 9D", "5:2H^+KH", "5: ?? KH 2H", "gamerules", unknown=1)
    assert legal(replay) == {"exile:9D"} or legal(replay) == set()


def test_a_debt_that_only_the_next_move_tells() -> None:
    """Under L6a=draw-first an exile is due after a king is lifted from a card that can be played: whether this one can
    is not known, until an exile is turned up though other cards can be played."""
    rules = "wikipedia; L6a=draw-first"
    layout = "4: ?? KD\n9: 2H 5S\n5: 8C\nexile: 9C 4S"
    # It cannot: then 5S is lifted at a standstill.
    proved(OWN, layout, "exile:4S~KD exile:9C~5S 9:2H^", "4: ?? KD", rules)
    # It can, and is played only after the exile that is due.
    proved(OWN, layout, "exile:4S~KD exile:9C~5S 4:2S^", "4: 2S KD", rules)
    assert refused(OWN, layout, "exile:4S~KD 4:2S^", rules)[:2] == ("M211", 2)


def test_in_a_layout_a_card_may_lie_on_the_pile_of_its_rank() -> None:
    """Only as dealt it cannot: what has been woven lies there."""
    proved(OWN, "2: ??", "2:2H^", "2: 2H")


# -- the other games --------------------------------------------------------------------------------------------------


def test_labyrinth() -> None:
    row = "r1: ?? -- -- -- -- -- -- --\n"
    proved(LABYRINTH, row + "stock: ?? ??", "r1c1:2H^+3H r1c1:3H^+4H", row.replace("??", "2H") + "stock: 4H 3H")
    proved(LABYRINTH, row + "stock: ?? ??", "r1c1:2H^", row.replace("??", "2H") + "stock: ?? ??")
    proved(LABYRINTH, "stock: ?? ?? ??", "deal+2H,KC,3D r2c1:2H^", "stock: 3D KC 2H")
    proved(LABYRINTH, "stock: ?? ?? ??", "deal r2c2:2H^", "stock: ?? 2H ??")
    assert refused(LABYRINTH, "stock: ?? ?? ??", "deal+2H,KC")[0] == "M218"
    rules = "wikipedia"
    first = "r1: 2H -- -- -- -- -- -- --\nstock: ??"
    proved(LABYRINTH, first, "r1c1:2H^ deal:KC>r1c1", "stock: KC", rules)
    assert refused(LABYRINTH, first, "r1c1:2H^ deal:>r1c1", rules)[:2] == ("M228", 2)


def test_what_lay_open_at_a_standstill_did_not_fit() -> None:
    layout = "r1: ?? -- -- -- -- -- -- --\nstock: KC"
    code, move, message = refused(LABYRINTH, layout, "deal r1c1:2H^")
    assert (code, move) == ("M227", 2) and "it lay open at a standstill" in message
    assert refused(OWN, "1: ??\nexile: 9C", "exile:9C# 1:2H^")[:2] == ("M227", 2)
    # The one card of a last resort is for a standstill too.
    rows = "r1: ?? -- -- -- -- -- -- --\nr2: 2H -- -- -- -- -- -- --\nr3: 9C -- -- -- -- -- -- --"
    assert refused(LABYRINTH, rows, "r2c1:2H^ r1c1:2D^", "wikipedia")[:2] == ("M227", 2)
    # So is a game that is lost.
    full = "C^: KC\nD^: KD\nH^: QH\nS^: KS\nr1: ?? -- -- -- -- -- -- --"
    assert refused(LABYRINTH, full, "lost")[0] in ("M227", "R502")


def test_martha() -> None:
    proved(MARTHA, "1: #?? ??\n2: ??", "1:7S>2+6H 1:6H>2", "1: #6H 7S\n2: ??", unknown=1)
    proved(MARTHA, "1: #?? ??\n2: ??", "1:7S>2", "1: #?? 7S\n2: ??", unknown=2)
    # A card is built on one of two cards; where the one is elsewhere, it is the other.
    proved(MARTHA, "1: 7S\n2: ??\n3: 8H", "1:7S>2", "2: 8D", unknown=0)
    code, move, message = refused(MARTHA, "1: 7S\n2: ??\n3: 8H\n4: 8D", "1:7S>2")
    assert (code, move) == ("M227", 1) and "7♠ was built on it" in message
    proved(MARTHA, "1: 7S\n2: ??\n5: 9C", "1:7S>2 2:8H>5", "2: 8H")
    assert refused(MARTHA, "1: 7S\n2: ??\n5: 9C", "1:7S>2 2:9D>5")[0] in ("M202", "M227")
    # A card that comes back from a foundation is built too (MA4).
    proved(MARTHA, "1: ??\n2: ??\nH^: 5H", "foundation:5H>1", "1: ??", "pysolfc", unknown=2)
    proved(MARTHA, "1: ??\n2: ??\n3: 6C\nH^: 5H", "foundation:5H>1", "1: 6S", "pysolfc", unknown=1)
    # It becomes known when its twin in colour turns up elsewhere.
    proved(MARTHA, "1: 7S\n2: ??\n5: ??\n6: 9C", "1:7S>2 5:8D>6", "2: 8H\n5: 8D", unknown=0)
    # What lies where must be told apart.
    assert refused(MARTHA, "1: ?? ??\n2: 8H", "1:7S>2")[:2] == ("M228", 1)
    replay = played(MARTHA, "1: ?? ??\n2: 8H", "1:7S>2")
    assert replay.diagnostics[-1].message == "7♠ could be any of 2 unknown cards in pile 1"
    assert not replay.diagnostics[-1].help
    proved(MARTHA, "1: ?? 6H\n2: 8D", "1:7S>2", "1: 7S 6H", unknown=0)
    # To a vacant pile only the top card goes; a group that is moved is in sequence.
    proved(MARTHA, "1: ?? ??\n2: 8H", "1:7S>3", "1: ?? 7S")
    proved(MARTHA, "1: 9S ??\n2: TH", "1:9S>2", "1: 9S ??", unknown=1)
    proved(MARTHA, "1: 9S ??\n2: TH\n3: 8D", "1:9S>2", "1: 9S 8H", unknown=0)
    proved(MARTHA, "1: 9S ?? ??\n2: TH\n3: 8D 7S", "1:9S>2", "1: 9S 8H 7C", unknown=0)
    code, move, message = refused(MARTHA, "1: 9S ?? ??\n2: TH\n3: 8D 7S 7C", "1:9S>2")
    assert (code, move) == ("M227", 1) and "9♠ was moved with it" in message
    assert refused(MARTHA, "1: 9S ?? 7H\n2: TH", "1:9S>2")[:2] == ("M204", 1)
    proved(MARTHA, "1: 7S\n2: ??", "1:7S>8H", "2: 8H")
    assert refused(MARTHA, "1: 7S\n2: ??\n3: ??", "1:7S>8H")[:2] == ("M228", 1)


def test_three_on_two() -> None:
    """Three places for two cards: no two of them say so, all three do."""
    layout = "1: 7S\n4: ??\n5: ??\n6: ??"
    proved(MARTHA, layout, "1:7S>4 4:7S>5", "4: ??\n5: ??")
    code, move, message = refused(MARTHA, layout, "1:7S>4 4:7S>5 5:7S>6")
    assert (code, move) == ("M227", 3) and "too few cards are left" in message


def test_anna() -> None:
    proved(ANNA, KNAVES + "1: TC\n2: QD\nstock: ?? ??", "1:TCv+JC,4H", "stock: 4H JC", unknown=0)
    # A knave would go out, and another card would come: what fills the vacancy has to be named.
    assert refused(ANNA, KNAVES + "1: TC\n2: QD\nstock: ?? ??", "1:TCv")[:2] == ("M228", 1)
    out = KNAVES.replace("Cv: JC", "Cv: JC JC")
    proved(ANNA, out + "1: TC\n2: QD\nstock: ?? ??", "1:TCv", "stock: ?? ??")
    assert refused(ANNA, KNAVES + "1: 2C\n2: QD\nstock: ??", "deal")[:2] == ("M228", 1)
    proved(ANNA, KNAVES + "1: 2C\n2: QD\nstock: ?? ??", "deal+4H deal:4H>talon deal:JCv", "stock: JC 4H")
    # A marriage names the card below: of the suit, one rank lower.
    proved(ANNA, KNAVES + "1: 6H\n2: ??\nstock: 9S", "1:6H>2+9S", "2: 5H", unknown=0)
    proved(ANNA, KNAVES + "1: AC\n2: ??\nstock: ??", "1:AC>2+4H", "2: KC\nstock: 4H", unknown=0)
    assert refused(ANNA, KNAVES + "1: QC\n2: ??\nstock: 9S", "1:QC>2+9S")[:2] == ("M222", 1)
    assert refused(ANNA, KNAVES + "1: 6H\n2: ??\ntalon: 5H 5H", "1:6H>2")[:2] == ("M227", 1)
    # Turned over, the talon keeps its order.
    layout = KNAVES + "1: QC\n2: QD\nstock: ?? ??\ntalon: ??"
    proved(ANNA, layout, "deal:4H>talon deal:9S>talon redeal deal:2H>talon", "stock: 9S 4H\ntalon: 2H", unknown=0)


def test_the_japanese_rug() -> None:
    rug = "r1: ?? -- -- -- -- -- -- --\n"
    proved(RUG, rug + "stock: ?? ??", "deal deal:2H^ deal+9C r1c1:3H^", rug.replace("??", "3H") + "stock: 9C 2H")
    assert refused(RUG, rug + "stock: ??", "deal deal:>talon")[:2] == ("M228", 2)
    # Married on one of two cards.
    proved(RUG, rug + "talon: ??", "r1c1:5H>talon", rug.replace("??", "5H") + "talon: ??")
    layout = "r1: 5H -- -- -- 4H -- 4H --\ntalon: ??"
    proved(RUG, layout, "r1c1:5H>talon", "talon: 6H")
    proved(RUG, "stock: ?? ??", "deal:9C>talon deal:3C>talon redeal deal:9C>talon", "stock: 3C 9C")
    proved(RUG, "talon: ?? ??", "redeal deal:2H^ deal:3H^", "talon: 2H 3H")


# -- what cannot be ---------------------------------------------------------------------------------------------------


def test_a_card_that_is_elsewhere() -> None:
    code, move, message = refused(OWN, "1: ??\n2: ??\n3: ??", "1:QCv 2:QC")
    assert code in ("M203", "M227") and move == 2
    code, move, message = refused(OWN, "1: 9C QC\n2: 8D QC\n3: ??", "3:QCv")
    assert (code, move) == ("M227", 1) and message == "Q♣ cannot lie in pile 3: both are known to be elsewhere"
    replay = played(OWN, "1: 9C QC\n2: 8D QC\n3: ??", "3:QCv")
    assert "Q♣ is in pile 1 and in pile 2" in replay.diagnostics[-1].notes
    code, _, message = refused(LABYRINTH, "r1: ?? 2H 9C 8C 7C 6C 5C 4C", "r1c1:2H^")
    assert code == "M227" and message.endswith("it is known to be elsewhere")
    assert refused(WEAVERS, "1: ??", "1:KCv")[0] == "M227"


@pytest.mark.parametrize("moves", ["1:^", "1:"])
def test_a_place_without_its_card(moves: str) -> None:
    assert refused(OWN, "1: ??", moves)[0] in ("M228", "S002")


def test_help_is_the_long_form() -> None:
    replay = played(OWN, "exile: ??", "exile")
    assert "`exile:CARD~CARD~CARD`" in replay.diagnostics[-1].help[0]
    replay = played(OWN, "1: ??", "1:^")
    assert "`1:CARD^`" in replay.diagnostics[-1].help[0]


def test_legal_moves_never_contain_unknown_cards() -> None:
    for game, layout in (
        (OWN, "1: ??\n13: ?? ??\nexile: ??"),
        (OWN, "7: ?? ??\nexile: 7C"),
        (MARTHA, "1: ??\n2: 8H\n3: -"),
        (LABYRINTH, "r1: ?? -- -- -- -- -- -- --"),
        (RUG, "r1: ?? -- -- -- -- -- -- --\ntalon: 5H\nhand: ??"),
        (ANNA, KNAVES + "1: ??\n2: ??\nhand: ??\ntalon: ??"),
        (REVERSAL, ROWS + "1: ??\ndropped: ??"),
    ):
        replay = played(game, layout)
        assert replay.status == "consistent"
        assert not any("?" in token for token in legal(replay)), (game, legal(replay))


# -- variations, claims, counting -------------------------------------------------------------------------------------


def test_what_a_variation_proves_stays_proved() -> None:
    replay = proved(OWN, "1: ??\n2: ??\n3: 2D", "3:2D^ (1:2H^) 2:2S^", "1: 2H\n2: 2S", unknown=0)
    assert lines(replay, 2)["1"] == "2H"
    code, move, _ = refused(OWN, "1: ??\n3: 2D", "3:2D^ (1:2H^) 1:2S^")
    assert code in ("M202", "M227") and move == 2


def test_a_claim_that_is_proved_later_holds() -> None:
    """What the moves prove in the end is known from the start."""
    replay = played(OWN, "1: ??", "{= 1: 2H} {= legal: 1:2H^} {= available: 2H} 1:2H^")
    assert [d.code for d in replay.diagnostics] == ["D305"]
    assert refused(OWN, "1: ??", "{= 1: 2S} 1:2H^")[0] == "C401"


def test_counting() -> None:
    spades = "C^: KC\nD^: KD\nH^: KH\n"
    # What is left of the pack is one card, or two of which one is proved.
    proved(MARTHA, spades + "S^: QS\n1: ??", "*", "1: KS", unknown=0)
    proved(MARTHA, spades + "S^: JS\n1: ??\n2: ??", "*", "1: ??\n2: ??", unknown=2)
    proved(MARTHA, spades + "S^: JS\n1: ??\n2: ??", "1:QS^", "1: QS\n2: KS", unknown=0)
    # A card that lay open at a standstill is not the one that would have fitted.
    layout = "C^: KC\nD^: KD\nH^: KH\nS^: TS\nr1: ?? -- -- -- -- -- -- --\nstock: ?? ??"
    proved(LABYRINTH, layout, "deal", "r1: ?? -- -- -- -- -- -- --", unknown=3)
    layout = layout.replace("TS", "JS").replace("?? ??", "??")
    proved(LABYRINTH, layout, "deal", "r1: KS -- -- -- -- -- -- --\nstock: QS", unknown=0)


def test_a_card_without_its_place() -> None:
    proved(OWN, "1: ??\n2: 9H", "2S^", "1: 2S")
    assert refused(OWN, "1: ??\n2: ??", "2S^")[:2] == ("M228", 1)
    # Where it is known to be available, nothing is lacking.
    proved(OWN, "1: ??\n2: 2S", "2S^", "1: ??")
    # Nor where only one of them can be it.
    proved(OWN, "1: ?? 9C\n2: ??", "2S^", "2: 2S")
    proved(RUG, "r1: ?? -- -- -- -- -- -- --", "2H^", "r1: 2H -- -- -- -- -- -- --")
    assert refused(RUG, "r1: ?? -- -- -- -- -- -- --\ntalon: ??", "2H^")[:2] == ("M228", 1)
