"""Rules on one screen, guided deals, and the deals that can be won."""

from __future__ import annotations

import pytest

from leoni_replay import rules
from leoni_replay.games import GAMES, RulesError, make_game
from leoni_replay.games.sheet import DAYS, Part, guide, mentioned_readings, pitch, sheet, winnable
from leoni_replay.notation.writer import token
from leoni_replay.phrases import pluralize
from leoni_replay.play.advice import hint_without_search
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from tests.winnable import solution

NAMES = ["Leoni's Own", "Weaver's", "Labyrinth", "Martha", "Anna", "The Reversal", "The Japanese Rug"]
#: So many characters fit a phone.
ONE_SCREEN = 1500


def text(parts: tuple[Part, ...]) -> str:
    return " ".join(line for part in parts for line in part.lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_takes_a_stand_on_every_reading(name: str) -> None:
    points = make_game(name).rules.book.points
    readings = {f"{point.id}={reading}" for point in points.values() for reading in point.readings}
    said = mentioned_readings(name)
    assert {one for one in said if one not in readings | set(points)} == set()
    assert {one for one in readings if one not in said and one.partition("=")[0] not in said} == set()


@pytest.mark.parametrize("name", NAMES)
def test_under_every_reading_a_sheet_has_all_its_parts_on_one_screen(name: str) -> None:
    for book in GAMES[name].books:
        own = make_game(name, book).rules
        for point in own.book.points.values():
            for reading in point.readings:
                try:
                    parts = sheet(make_game(name, f"{book}; {point.id}={reading}").rules)
                except RulesError:
                    continue
                assert [part.head for part in parts] == ["Aim", "Table", "Play", "Stuck?", "Winning"]
                assert len(text(parts)) < ONE_SCREEN


def test_a_stalemate_ends_a_deal_where_the_sheet_says_so() -> None:
    said = {
        book: "ends the deal" in text(sheet(make_game("Leoni's Own", book).rules)) for book in GAMES["leonis-own"].books
    }
    # By the book gamerules no weave goes on for ever, by mcneely it is broken off.
    assert said == {"wikipedia": True, "gamerules": False, "mcneely": False}


def guided(name: str) -> Session:
    """A session after the last step of the guided deal of a game."""
    made = guide(name)
    assert made is not None
    session = Session(deal_tags(name, None, made.deal))
    for step in made.steps:
        assert step.move in [token(move) for move in session.choices()]
        session.move(step.move)
    return session


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_is_played_through_in_five_to_ten_taps(name: str) -> None:
    made = guide(name)
    assert made is not None
    assert guided(name).move_number == len(made.steps) in range(5, 11)
    # On the narrowest phone that is as much as can be read beside what was refused.
    assert all(step.text.endswith(".") and len(step.text) <= 130 for step in made.steps)
    assert len(made.closing) <= 130
    assert pitch(name)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_guided_deal_is_won_by_the_moves_that_hints_follow(name: str) -> None:
    made = guide(name)
    assert made is not None
    session = guided(name)
    for number, text in enumerate(made.win):
        if len(session.choices()) > 1 and number % 20 < 2:
            hint, length = hint_without_search(session), pluralize(len(made.win) - number, "move")
            assert hint is not None and hint.words.startswith(f"the game can be won from here, in {length} ")
            assert hint.move == session.parse_command(text)[0]
        session.move(text)
    assert session.result == "won"


@pytest.mark.parametrize("name", NAMES)
def test_every_day_has_a_deal_of_its_own(name: str) -> None:
    deals = winnable(name)
    assert len(set(deals)) == len(deals)
    assert not deals if name == "Weaver's" else len(deals) >= DAYS


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_listed_deal_can_be_won(name: str) -> None:
    # The plain rules take an hour for all of them.
    for deal in winnable(name)[:: 1 if rules.compiled() else 40]:
        assert solution(name, deal).status == "won", deal
