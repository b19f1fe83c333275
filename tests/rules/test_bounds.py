"""What is seen to be lost without a search: positions of the last deal, by hand and random."""

from __future__ import annotations

import random

import pytest

from leoni_replay.cards import CARD
from leoni_replay.games import make_game
from leoni_replay.games.rules import RulesError
from leoni_replay.rules.numbers import EXILE, FOUNDATIONS, STOCK
from leoni_replay.rules.table import Table
from leoni_replay.rules.weaving import Weaving
from leoni_replay.search.depth_first import LOST, Search, VisitedPositions
from leoni_replay.search.solver import Limits, solve
from leoni_replay.search.weaving import WeavingPlan
from tests.rules.small_tables import random_table

SEEN, NAIVE = VisitedPositions(10), VisitedPositions(14)
HOPELESS = WeavingPlan.PRUNINGS["hopeless"]


def laid(rules: str, piles: dict[int, str], up: dict[int, int], down: dict[int, int]) -> Table:
    """A position of the last deal: piles by number, 0 for the exiles, and suits of which not all cards are on the
    foundations, with how many are on the ascending and on the descending one."""
    table: Table = make_game("Leoni's Own", rules).new_table()
    heights: dict[int, bytes | int] = {FOUNDATIONS + suit: up.get(suit, 13) for suit in range(4)}
    heights |= {FOUNDATIONS + 4 + suit: down.get(suit, 13) for suit in range(4)}
    table.set_position({p: bytes(CARD[card] for card in cards.split()) for p, cards in piles.items()} | heights, 3, 0)
    return table


def is_seen_to_be_lost(table: Table) -> bool:
    """Whether nothing is tried."""
    search = Search(WeavingPlan(table, HOPELESS), SEEN)
    lost = search.state == LOST
    while table.plies:
        table.unplay()
    return lost


#: 6♥ to K♥ are left; the descending foundation is complete.
UP = {2: 5}


@pytest.mark.parametrize(
    ("rules", "piles", "outlook"),
    [
        # One exile of the pile's rank lifts one card: enough for one card above 6♥, not for two.
        ("gamerules", {EXILE: "9H", 9: "6H TH", 13: "7H 8H JH QH KH"}, "won"),
        ("gamerules", {EXILE: "9H", 9: "6H TH JH", 13: "7H 8H QH KH"}, "lost"),
        # Nor does it help in another pile.
        ("gamerules", {EXILE: "9H", 8: "6H 7H", 13: "8H TH JH QH KH"}, "lost"),
        # A weave goes on with the pile of the rank that it lifts: 9♥ lifts 8♥, and 8♥ the card on 6♥.
        ("wikipedia; L7=none; L3=weave-stops", {EXILE: "9H", 9: "8H", 8: "6H 7H", 13: "TH JH QH KH"}, "won"),
        ("gamerules; L7=none", {EXILE: "9H", 9: "8H", 8: "6H 7H", 13: "TH JH QH KH"}, "lost"),
        ("wikipedia; L7=none; L3=weave-stops", {EXILE: "9H", 9: "6H 8H 7H", 13: "TH JH QH KH"}, "lost"),
        # A king lifted goes under pile 13, and lifts what lies there, if it may.
        ("wikipedia; L6=continues; L3=weave-stops", {EXILE: "9H", 9: "8H KH", 7: "6H QH", 13: "TH JH 7H"}, "won"),
        ("wikipedia; L3=weave-stops", {EXILE: "9H", 9: "8H KH", 7: "6H QH", 13: "TH JH 7H"}, "lost"),
    ],
)  # fmt: skip
def test_what_weaves_can_lift(rules: str, piles: dict[int, str], outlook: str) -> None:
    table = laid(rules, piles, UP, {})
    assert solve(table, prunings=[], visited=NAIVE).status == outlook
    assert is_seen_to_be_lost(table) == (outlook == "lost")


@pytest.mark.parametrize("weave", ["chain", "rotate-once"])
@pytest.mark.parametrize("reversals", ["optional", "none", "immediate", "now-or-never"])
def test_what_is_seen_to_be_lost_is_lost(weave: str, reversals: str) -> None:
    """Random positions of the last deal, under random readings besides; the search tries every move."""
    draw = random.Random(f"{weave} {reversals}")
    points = sorted(point for point in Weaving.READINGS if point not in ("L2", "L7", "L16", "L17"))
    seen_to_be = {True: 0, False: 0}
    while min(seen_to_be.values()) < 12:
        rules = f"gamerules; L2={weave}; L7={reversals}"
        for point in draw.sample(points, draw.choice((0, 1, 3))):
            rules += f"; {point}={draw.choice(Weaving.READINGS[point])}"
        try:
            game = make_game("Leoni's Own", rules)
        except RulesError:
            continue
        places, _, rows = random_table(game, 16, draw)
        table = game.new_table()
        table.set_position(places, 3, rows)
        if not table.size[EXILE]:
            continue
        naive = solve(table, Limits(400), prunings=[], visited=NAIVE)
        if naive.status == "undecided":
            continue
        lost = is_seen_to_be_lost(table)
        assert not (lost and naive.status == "won"), (rules, places)
        if naive.status == "won" or naive.nodes > 5:
            seen_to_be[lost] += 1


def anna(rules: str, stock: str, pile: str, clubs: int) -> Table:
    """A position of Anna in the last pass: seven queens lie in the A, and no card but clubs is left to play."""
    table: Table = make_game("Anna", rules).new_table()
    places: dict[int, bytes | int] = {FOUNDATIONS + 4 + i: 12 for i in range(8)} | {FOUNDATIONS + 4: clubs}
    places |= {i: bytes([CARD[card]]) for i, card in enumerate("QC QC QD QD QH QH QS".split(), 1)}
    places |= {8: bytes(CARD[card] for card in pile.split()), STOCK: bytes(CARD[card] for card in stock.split())[::-1]}
    table.set_position(places, 3, 0)
    return table


@pytest.mark.parametrize(
    ("rules", "stock", "pile", "outlook"),
    [
        # The pile is vacant once 5♣ has been played, which waits for 6♣: the queen has to come after that.
        ("dick-1898", "6C QS 4C 3C 2C AC KC", "5C", "won"),
        ("dick-1898", "QS 6C 4C 3C 2C AC KC", "5C", "lost"),
        # It is married on 4♣ only if 4♣ lies open.
        ("dick-1898", "QS 6C 3C 2C AC KC", "4C 5C", "lost"),
    ],
)
def test_a_queen_of_the_stock_comes_to_a_vacancy(rules: str, stock: str, pile: str, outlook: str) -> None:
    table = anna(rules, stock, pile, 5)
    assert solve(table, prunings=[], visited=NAIVE).status == outlook
    seen = solve(table, prunings=["hopeless"], visited=NAIVE)
    assert seen.status == outlook
    assert (seen.nodes == 1) == (outlook == "lost")
