"""A game of Spider's shape from outside the package, on nothing but what the package offers to such games: two packs,
twenty columns, runs in suit, cards face down, rows dealt on all columns, whole suits played in one move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES, add_game
from tests.cli.runs import leoni
from tests.spider_shape.game import GAME
from tests.tables import legal, place, refused, replayed, verified
from tests.test_irregular import test_whatever_is_done_can_be_undone_and_written as undone_and_written

NAME = GAME.name
RULES = ("mill", "mill; LM1=any-time")
#: One suit is left, in three pieces.
NEARLY = """
Cv: AC AC
Dv: AD AD
Hv: AH AH
Sv: AS
1: KS QS JS TS
2: 9S 8S 7S
20: 6S 5S 4S 3S 2S AS
"""


@pytest.fixture(scope="module", autouse=True)
def declared() -> Iterator[None]:
    """The game is there for this module, and gone after it."""
    add_game(GAME)
    yield
    GAMES._added.pop(NAME)


def nearly(moves: str) -> str:
    return f'[Game "{NAME}"]\n[Rules "mill"]\n[Deal "layout"]\n[Layout "{NEARLY}"]\n\n{moves}\n'


def test_it_is_dealt() -> None:
    lines = lr.deal("seed:1", NAME).text.splitlines()
    assert lines[:6] == ["Cv: -", "Dv: -", "Hv: -", "Sv: -", "1: #6S #8C #2H QC", "2: #AD #JS #JH QS"]
    assert [len(line.split()) - 1 for line in lines[4:]] == [4] * 4 + [3] * 16 + [40]


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_games_are_played_verified_replayed_and_shown(rules: str) -> None:
    game, chance = lr.new(NAME, "seed:1", rules), random.Random(1)
    for _ in range(20):
        game.push(chance.choice(game.legal()))
    game.push("deal")
    text = lr.dumps(game.transcript())
    assert leoni("verify", "-", stdin=text).out.startswith("verified")
    replay = lr.replay(text)
    for number in range(replay.moves + 1):
        lines = str(replay.at(number)).splitlines()
        assert [line.partition(":")[0] for line in lines[4:]] == [*map(str, range(1, 21)), "stock"]
    short = leoni("fmt", "--short", "-", stdin=text)
    assert leoni("fmt", "-", stdin=short.out).out == text
    for to in ("svg", "html"):
        assert leoni("convert", "-", "--to", to, "-o", "-", stdin=nearly("1. 2:9S>1 *")).code == 0


def test_whole_suits_are_played_in_one_move() -> None:
    won = leoni("convert", "-", "--to", "text", "-o", "-", stdin=nearly("1. 2:9S>1 20:6S>7S {= legal: 1:KSv} KSv won"))
    assert "3. 1:KSv  K♠ from column 1, with 12 cards on it, goes to the foundation" in won.out
    assert "The game is won: all 104 cards are on the foundations." in won.out
    replay = verified(NEARLY, "2:9S>1 20:6S>1 1:KSv won", "mill", NAME)
    assert place(replay, "Sv") == "AS AS" and replay.game.left(replay.position) == 0


def test_cards_are_turned_up() -> None:
    layout = "1: #7S 6H\n2: 7D\n3: 8C"
    assert "1:6H>2+7S" in legal(verified(layout, "*", "mill", NAME))
    assert "1:7S>3" in legal(verified(layout, "1:6H>2+7S *", "mill", NAME))
    assert refused(layout, "1:6H>2+8S *", "mill", NAME) == "M218"


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("moves", "rules", "code", "said"),
    [
        ("1:KSv", "mill", "M203", "K♠ is not the king of a whole suit"),
        ("20:6S>3", "mill", "M222", "all of column 20 would go from vacancy to vacancy"),
        ("20:6S>1", "mill", "M222", "6♠ does not go on 10♠: columns are built down, whatever the suit"),
        ("20:AS^", "mill", "M203", "all foundations are built down"),
        ("21:AS>1", "mill", "M201", "there is no place `21` in The Loom"),
        ("deal", "mill", "M225", "the stock is out"),
        ("redeal", "mill", "M216", "there is no redeal in this game"),
    ],
)
def test_refusals(moves: str, rules: str, code: str, said: str) -> None:
    assert refused(NEARLY, moves, rules, NAME) == code
    assert said in leoni("verify", "-", stdin=nearly(f"1. {moves} *")).out


def test_a_row_waits_for_vacancies_unless_a_reading_says_otherwise() -> None:
    layout = f"1: KS\n2: QH\nstock: {' '.join(['3C 4C 5C 6C 7C'] * 4)}"
    assert refused(layout, "deal", "mill", NAME) == "M205"
    replay = verified(layout, "2:QH>1 deal *", "mill; LM1=any-time", NAME)
    assert place(replay, "1") == "KS QH 7C" and place(replay, "stock") == "-"


@pytest.mark.long
def test_misplays_take_along_what_lies_on_a_card_and_turn_up_what_it_covered() -> None:
    replay = replayed(NEARLY, "1. misplay 1:QS>20 2:9S>20 *", "mill", NAME)
    assert (replay.status, replay.irregular) == ("irregular", [1])
    assert place(replay, "20") == "6S 5S 4S 3S 2S AS QS JS TS 9S 8S 7S" and place(replay, "1") == "KS"
    assert place(replayed("1: #7S 6H\n2: 7C\n3: KC", "misplay 1:6H>3+7S *", "mill", NAME), "1") == "7S"
    undone_and_written(NAME)


def test_it_is_solved() -> None:
    (record,) = lr.loads(nearly("1. 2:9S>1 *"))
    solved = lr.solve(record)
    assert solved.status == "won" and solved.transcript is not None
    assert lr.replay(solved.transcript).result == "won"
