"""What a page knows before a game is played, and what a reply says to somebody who is new to the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay import games
from leoni_replay.board.offers import clause_data, deals_data, offers
from leoni_replay.games.sheet import guide, winnable
from tests.games.test_sheets import NAMES
from tests.play.boards import Page, board_for, board_of

GAMES = Path(__file__).parents[2] / "transcripts" / "games"


def test_a_page_offers_every_game() -> None:
    made = {offer["name"]: offer for offer in offers()}
    assert [*made] == NAMES
    for name, offer in made.items():
        assert offer["line"] and offer["guide"]["steps"][0]["text"] and offer["sheet"][0]["head"] == "Aim"
        assert offer["days"] == (0 if name == "Weaver's" else 366) <= len(offer["deals"])


def test_no_rule_names_a_point_or_a_code_to_a_player() -> None:
    codes = re.compile(r"\b(MA|LB|AN|JR|RV|L|W|M)[0-9]+\b")
    for declared in games.GAMES.values():
        for book in declared.books:
            for clause in declared.book(book).clauses.values():
                rule = clause_data(clause)
                words = f"{rule['name']} {rule['text']} {rule['source']}"
                assert not codes.search(words) and "against the letter" not in words, rule


def test_a_player_reads_where_a_rule_is_from() -> None:
    def said(game: str, rules: str, clause: str) -> str:
        source: str = clause_data(lr.make_game(game, rules).rules.clause(clause))["source"]
        return source

    assert said("Labyrinth", "mcneely", "2") == (
        "From Scott McNeely, Ultimate Book of Card Games, Labyrinth, How to Deal, for the row. "
        "leoni adds that it is dealt from left to right."
    )
    assert said("Martha", "mcneely", "6").endswith(
        ". That the card need not be played is not what the source says: there, it is turned up and played."
    )
    assert said("Anna", "dick-1898", "AN2").endswith(
        ", which makes the card available. But Rule 2 does not name it among those that are married."
    )
    assert said("Labyrinth", "aisleriot", "LB6").endswith(
        ". But the help page says otherwise: the next row is dealt when no moves are left."
    )
    assert ", Play. But the source says otherwise: the first two rounds are dealt" in said(
        "The Reversal", "dick-1898", "RV1"
    )
    assert said("Martha", "mcneely", "8").startswith("Chosen by this project, where the source is silent")
    assert said("The Japanese Rug", "feingames", "1").startswith("From feingames.com, Crazy Quilt, rules")
    assert said("Labyrinth", "mcneely; LB1=bottom-or-open-top", "LB1").startswith(
        "The record's own choice, in place of "
    )


@pytest.mark.share(3)
@pytest.mark.parametrize("name", NAMES)
def test_the_table_before_the_rules_run_is_that_of_the_board(name: str, tmp_path: Path) -> None:
    made = deals_data(name)
    guided = guide(name)
    names = [*([guided.deal] if guided else []), *winnable(name)]
    deal, written = list(zip(names, made["deals"], strict=True))[-1]
    cards = [[ord(letter) - 48 for letter in place] for place in written.split(",")]
    board = Page(board_for(name, tmp_path / "game.moves", deal=deal)).now["table"]
    assert cards == [place["cards"] for place in board["places"]]
    assert {**made["table"], "places": 0} == {**board, "places": 0, "caption": ""}


def test_finish_plays_a_decided_game_to_its_end(tmp_path: Path) -> None:
    (record,) = lr.load(GAMES / "martha-won.moves")
    moves = [str(step.move) for step in lr.replay(record).steps]
    page = Page(board_of(record, tmp_path / "game.moves"))
    assert page.now["finish"] != "all"
    assert page.ask("follow", moves=moves[:-6])["finish"] == "all"
    page.ask("finish")
    assert (page.now["result"], page.now["finish"]) == ("won", "")
    # So is one that can't be won any more, when only plays are left.
    page = Page(board_for("Labyrinth", tmp_path / "lost.moves", deal="seed:5"))
    for _ in range(5):
        while page.now["legal"][0]["move"] != "deal":
            page.play(page.now["legal"][0]["move"])
        assert (page.now["finish"], page.ask("finish")["said"]) == ("", ["no safe play now: no card fits a foundation"])
        page.play("deal")
    assert page.now["finish"] == "all" and page.ask("finish")["result"] == "lost"


def test_a_refusal_is_a_sentence_with_cards_and_the_rule_behind_it(tmp_path: Path) -> None:
    page = Page(board_for("Leoni's Own", tmp_path / "game.moves", deal="seed:guide12"))
    names = [place["name"] for place in page.now["table"]["places"]]
    refused = page.ask("why", **{"from": [names.index("6"), 5], "to": None})["refused"]
    assert (refused["text"], refused["look"], refused["code"]) == ("5♦ lies under Q♦.", [[names.index("6"), 6]], "M204")
    assert refused["rule"]["label"] == "wikipedia 3"
    assert page.play("8:2D^")["refused"] is None


def test_a_reply_tells_the_position_aloud(tmp_path: Path) -> None:
    page = Page(board_for("Leoni's Own", tmp_path / "game.moves", deal="seed:guide12"))
    told = page.now["aloud"]
    assert told["foundations"][0] == "clubs up: ace of clubs, then 2 of clubs"
    assert "pile 8: 2 of diamonds, on 6 cards" in told["places"]
    assert len(told["moves"]) == len(page.now["legal"])
    assert "2 of diamonds from pile 8 to the foundation (up)" in told["moves"]
    assert page.now["deal"] == "seed:guide12"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_without_deals_of_its_own_has_a_table_all_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game of one's own, which need not have a guide or deals that can be won."""
    places = [{**place, "cards": []} for place in deals_data(name)["table"]["places"]]
    monkeypatch.setattr("leoni_replay.board.offers.guide", lambda _: None)
    monkeypatch.setattr("leoni_replay.board.offers.winnable", lambda _: [])
    without = deals_data(name)
    assert without["deals"] == [] and [{**place, "cards": []} for place in without["table"]["places"]] == places
