"""Martha by hand: short forms, clauses that are cited, layouts that cannot be, and PySolFC's deals."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from leoni_replay import deals
from leoni_replay.cards import TEXT
from leoni_replay.games import make_game
from leoni_replay.record.replay import Replay
from tests import tables
from tests.tables import legal, place

M = "mcneely"

#: Piles 3 to 12, of which no card goes on another.
REST = "\n3: KC\n4: KD\n5: KH\n6: KS\n7: JC\n8: JS\n9: 9C\n10: 9S\n11: 7C\n12: 7S\n"
#: The same, under a nine and an eight that may move as a group.
GROUP = REST + "1: #4D 9D 8S\n"


def verified(layout: str, moves: str = "*", rules: str = M) -> Replay:
    """Moves that are right."""
    return tables.verified(layout, moves, rules, "Martha")


def refused(layout: str, moves: str, rules: str = M) -> str:
    """The code of the one error in some moves."""
    return tables.refused(layout, moves, rules, "Martha")


def error(layout: str, moves: str, rules: str = M) -> str:
    """The message of the one error in some moves."""
    return tables.fault(layout, moves, rules, "Martha").message


def cited(layout: str, moves: str, rules: str = M) -> str:
    """The clause that the one error in some moves cites."""
    return tables.cited(layout, moves, rules, "Martha")


@pytest.mark.parametrize(("missing", "named"), [(8, "7♣, 8♣, 9♣"), (9, "7♣, 8♣, 9♣ and 1 more")])
def test_missing_cards_are_named_up_to_eight(missing: int, named: str) -> None:
    cards = [card for card in TEXT[:52] if card[0] != "A"][missing:]
    (warning,) = verified(f"1: {' '.join(cards)}").diagnostics
    assert warning.code == "D305" and warning.message.endswith(named)


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


def test_reasons_cite_the_clause_that_decides() -> None:
    layout = GROUP + "2: TC"
    assert cited(layout, "8S") == f"{M} 4"
    assert cited(layout, "4D") == f"{M} 3"
    assert cited(layout, "8S>9S") == f"{M} 5"
    assert cited(GROUP, "1:9D>2") == f"{M} 5"
    assert cited(layout, "1:9D>2+4H") == f"{M} 6"
    assert cited(layout, "deal") == f"{M} 7"
    assert cited(layout, "redeal") == f"{M} 8"


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
