"""Unknown cards under readings of their own: kings that leave, plays that come first, what is taken for granted."""

from __future__ import annotations

import pytest

from leoni_replay.cards import CARD, RANK, texts
from leoni_replay.commands import Move
from leoni_replay.games import make_game
from leoni_replay.games.martha import MarthaGame
from leoni_replay.rules import reasons
from leoni_replay.rules.martha import Martha
from leoni_replay.unknown.patience import MarthaNames
from leoni_replay.unknown.unknown_cards import cards_of
from tests.unknown.test_layouts import LABYRINTH, MARTHA, OWN, REVERSAL, ROWS, RUG, played, proved, refused

WHENEVER = "mcneely; L6d=whenever"


def assumed(layout: str, moves: str, rules: str = WHENEVER) -> str:
    """What is said to be taken for granted."""
    replay = played(OWN, layout, moves, rules)
    assert replay.accepted, replay.diagnostics
    return " ".join(diagnostic.message for diagnostic in replay.diagnostics if diagnostic.code == "H111")


# -- kings that leave (L6d) -------------------------------------------------------------------------------------------


def test_a_king_that_a_weave_uncovers() -> None:
    layout = "7: 9S ?? 4D\n4: 2H 8D\n8: 5S\nexile: 7C"
    proved(OWN, layout, "exile:7C~4D~8D+KD", "7: 9S KD 4D", WHENEVER, unknown=0)
    assert assumed(layout, "exile:7C~4D~8D+KD") == ""
    # Two from one pile.
    layout = "7: 9S ?? ?? 4D\n4: 2H 8D\n8: 5S\nexile: 7C"
    proved(OWN, layout, "exile:7C~4D~8D+KD,KS", "7: 9S KS KD 4D", WHENEVER, unknown=0)
    # Under this reading the exile that follows is due.
    layout = "7: 2H ?? 4D\n4: 2S 8D\n8: 5S\nexile: 9C 7C"
    assert refused(OWN, layout, "exile:7C~4D~8D+KD 7:2H^", WHENEVER)[:2] == ("M211", 2)


# -- standstills ------------------------------------------------------------------------------------------------------


def test_a_deal_that_ends_before_it_begins() -> None:
    """Without exiles a standstill ends the deal: what lies open then does not fit, or it is not a standstill."""
    proved(OWN, "1: 9C\n2: ??", "redeal", "1: 9C\n2: ??", "mcneely")
    assert refused(OWN, "1: 9C\n2: ??\n3: 2D", "3:2D^ 2:2S^ 3:^")[0] in ("M202", "M203")
    # It can be played, so that there was no standstill before.
    assert refused(OWN, "1: 9C 2H\n2: ?? ??", "2:2S^ redeal", "mcneely")[:2] == ("M215", 2)


def test_a_redeal_says_what_did_not_fit_as_the_cards_lay_then() -> None:
    layout = "C^: 6C\nCv: 7C\n1: ??"
    assert refused(OWN, layout, "redeal 1:7C^")[:2] == ("M227", 2)
    # After a reversal other cards would have fitted, also if the deal had been over before it.
    proved(OWN, layout, "6C^v redeal 6Cv^ 1:7C^", "1: 7C")
    assert refused(OWN, layout, "6C^v redeal 1:5Cv")[:2] == ("M227", 3)
    proved(OWN, layout, "6C^v 6Cv^ redeal 6C^v 1:5Cv", "1: 5C")
    # At any moment, or where the last exile ends the deal, it says nothing.
    proved(OWN, layout, "redeal 1:7C^", "1: 7C", "wikipedia; L11a=yes")
    proved(OWN, layout, "redeal", "1: ??", "wikipedia; L11=last-exile")


def test_a_lost_game_says_what_does_not_fit() -> None:
    all_but_one = "C^: KC\nD^: KD\nH^: KH\nS^: QS\nCv: AC\nDv: AD\nHv: AH\nSv: AS\n1: ??\ndeal: 3"
    two = all_but_one.replace("S^: QS", "S^: JS").replace("deal", "2: ??\ndeal")
    assert all(refused(OWN, layout, "lost")[0] in ("M227", "R502") for layout in (all_but_one, two))
    # Where the last exile has ended it, an available card may fit.
    proved(OWN, two, "lost", "1: ??\n2: ??", "wikipedia; L11=last-exile")


def test_what_is_left_of_dropped_cards_can_be_any_of_them() -> None:
    """A card of two has gone, and one of them lay open at a standstill: what is left need not be that one."""
    layout = ROWS + "dropped: ??\nstock: ?? 9H 7H 7D 8C 9C"
    moves = "deal+9C,8C,7D,7H,9H,3S dropped:3S^"
    proved(REVERSAL, layout, moves, "dropped: ??\nstock: 3S 9H 7H 7D 8C 9C")


def test_plays_that_come_first_in_the_rug() -> None:
    rug = "r1: ?? -- -- -- -- -- -- --\n"
    rules = "dick-1898; JR8=forced"
    layout = rug + "stock: 9C ??"
    proved(RUG, layout, "deal:5H>talon", rug.strip(), rules)
    code, move, message = refused(RUG, layout, "deal:5H>talon r1c1:2H^", rules)
    assert (code, move) == ("M227", 2) and "it lay open at a standstill" in message
    proved(RUG, layout, "deal:5H>talon r1c1:2H^", "r1: 2H -- -- -- -- -- -- --")
    # The card in hand is played if it fits; playing it says nothing of others.
    proved(RUG, rug + "hand: ??\nstock: 9C", "deal:2H^ r1c1:3H^", "r1: 3H -- -- -- -- -- -- --\nhand: 2H", rules)
    assert refused(RUG, rug + "hand: ??\nstock: 9C", "deal:2H>talon", rules)[:2] == ("M224", 1)


# -- whether a move is legal, whatever the unknown cards are ---------------------------------------------------------


def claimed(game: str, layout: str, moves: str, rules: str = "") -> str:
    """The code of a claim that does not hold, or cannot be decided; empty if it holds."""
    replay = played(game, layout, moves, rules) if rules else played(game, layout, moves)
    return "".join(found.code for found in replay.diagnostics if found.code[0] == "C")


@pytest.mark.parametrize("more", ["", "\n5: #?? #?? #?? #?? KC"])
def test_cards_that_are_sure_to_be_taken(more: str) -> None:
    """With three more unknown cards there are too many ways to lay them to try each."""
    layout = "1: 7S\n2: ??\n3: ??\n4: 7C" + more
    # Both are red eights, and one of them lies open.
    assert claimed(MARTHA, layout, "1:7S>2 2:7S>3 {= legal: 4:7C>2}") == ""
    assert claimed(MARTHA, layout, "1:7S>2 2:7S>3 {= illegal: 4:7C>2}") == "C401"
    assert claimed(MARTHA, layout, "1:7S>2 {= legal: 4:7C>3}") == "C403"
    assert played(MARTHA, layout, "1:7S>2 2:7S>3 4:7C>2").accepted


@pytest.mark.share(1)
@pytest.mark.parametrize("stock", ["9C", "?? ?? ?? 9C"])
def test_marriages_that_come_first(stock: str) -> None:
    """The card on the talon is unknown, or a four or a six, if a variation has married 5H on it."""
    layout = f"r1: 5H -- 2D -- -- -- -- --\ntalon: ??\nstock: {stock}"
    required, open_, sure = "dick-1898; JR3=required", "r1c3:2D^", "r1c3:2D^ (r1c1:5H>talon)"
    for what, codes in {
        f"{open_} {{= legal: deal}}": ("", "C403"),
        f"{open_} {{= illegal: deal}}": ("C401", "C403"),
        f"{open_} {{= legal: r1c1:5H>talon}}": ("C403", "C403"),
        f"{sure} {{= legal: r1c1:5H>talon}}": ("", ""),
        f"{sure} {{= legal: deal}}": ("", "C401"),
        f"{sure} {{= illegal: deal}}": ("C401", ""),
    }.items():
        assert (claimed(RUG, layout, what, "dick-1898"), claimed(RUG, layout, what, required)) == codes, what
    assert played(RUG, layout, f"{sure} deal", "dick-1898").accepted
    assert refused(RUG, layout, f"{sure} deal", required)[:2] == ("M227", 2)
    # If it has been passed by, it is neither.
    passed = f"{open_} deal+9C {{= illegal: r1c1:5H>talon}}"
    assert claimed(RUG, layout, passed, required) == ("" if stock == "9C" else "C403")


def test_a_row_of_labyrinth_proves_nothing_at_any_time() -> None:
    row = "r1: ?? -- -- -- -- -- -- --\nstock: KC"
    proved(LABYRINTH, row, "deal r1c1:2H^", "r1: 2H -- -- -- -- -- -- --", "mcneely; LB6=any-time")


# -- a reading that the package does not have -------------------------------------------------------------------------


class KingsIntoVacancies(Martha):
    """Only kings go into vacancies, each with the cards on it."""

    def why_not_in_vacancy(self, card: int, is_group: bool) -> int:
        return 0 if RANK[card] == 13 else reasons.GROUP


class AnyColour(Martha):
    """A card lies on any card that is one rank higher."""

    def follows(self, card: int, on: int) -> bool:
        return RANK[card] == RANK[on] - 1


def test_the_rules_alone_say_what_lies_on_what(monkeypatch: pytest.MonkeyPatch) -> None:
    def takers(core: type[Martha]) -> str:
        monkeypatch.setattr(MarthaGame, "core", core)
        return texts(cards_of(MarthaNames(make_game(MARTHA, "mcneely")).bearing(Move("1", CARD["7S"], ">2"))))

    assert (takers(Martha), takers(AnyColour)) == ("8D 8H", "8C 8D 8H 8S")


def test_the_rules_alone_say_what_goes_into_a_vacancy(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = "1: 4S KC ??\n3: 2D"
    assert refused(MARTHA, layout, "1:KC>2")[:2] == ("M222", 1)
    monkeypatch.setattr(MarthaGame, "core", KingsIntoVacancies)
    proved(MARTHA, layout, "1:KC>2", "1: 4S KC ??")
    assert refused(MARTHA, layout, "3:2D>2")[:2] == ("M222", 1)
