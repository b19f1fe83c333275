"""The pages of the games tell the rules of the default book: every clause, and no point that there is not."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES

DOCS = Path(__file__).parents[2] / "docs"
#: the page of each game, as the table of docs/play/rules.md has it
PAGES = {
    row[1]: DOCS / row[2]
    for row in re.finditer(
        r"^\| ([^|*]+?) \| \d \|.*\]\(\.\./(games/[\w-]+\.md)\) \|$", (DOCS / "play" / "rules.md").read_text(), re.M
    )
}
BOOKS = [(game, book) for game, declared in GAMES.items() for book in declared.books]
MADE = runpy.run_path(str(DOCS / "games" / "make.py"))
POINT = r"(?:L|LB|MA|AN|RV|JR)\d+[a-z]?"
CITED = re.compile(rf"\(((?:\d+|{POINT})(?:,\s+(?:\d+|{POINT}))*)\)")

of_every_book = pytest.mark.parametrize(("game", "book"), BOOKS, ids=["-".join(pair) for pair in BOOKS])


@cache
def text(game: str) -> str:
    return PAGES[game].read_text(encoding="utf-8")


def rules(game: str) -> str:
    """What tells the rules of the default book: everything up to winning."""
    (section,) = re.findall(r"^### The table\n(.*?)^</details>", text(game), re.M | re.S)
    return str(section)


def cited(part: str) -> set[str]:
    return {piece for match in CITED.finditer(part) for piece in re.split(r",\s+", match[1])}


def test_every_game_has_a_page() -> None:
    assert list(PAGES) == list(GAMES)
    assert set(PAGES.values()) == set((DOCS / "games").glob("*.md"))


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_the_default_book_is_told(game: str) -> None:
    citations = cited(rules(game))
    there = GAMES[game].book(GAMES[game].books[0])
    assert {one for one in citations if one.isdigit()} == set(there.clauses)
    assert {one for one in citations if not one.isdigit()} <= set(there.points)


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_cites_its_rule(game: str) -> None:
    statements = re.findall(r"^- ((?:.+\n)+?)(?=- |\n)", rules(game), re.M)
    assert len(statements) >= 7
    for statement in statements:
        assert statement.startswith("**"), statement
        assert re.search(CITED.pattern + r"\.$", statement.strip()), statement


@pytest.mark.parametrize("game", GAMES)
def test_no_page_speaks_of_a_point_that_there_is_not(game: str) -> None:
    assert set(re.findall(rf"\b{POINT}\b", text(game))) <= set(GAMES[game].book(GAMES[game].books[0]).points)


@pytest.mark.parametrize("name", MADE["FILES"])
def test_the_tables_are_those_of_the_books(name: str) -> None:
    assert (DOCS / "games" / name).read_text(encoding="utf-8") == MADE["written"](MADE["FILES"][name]())


@of_every_book
def test_every_book_has_a_game_to_look_at(game: str, book: str) -> None:
    assert re.search(rf"^<!-- books \"?{game}\"? -->$", text(game), re.M)
    assert f"`{book}`" in text(game)
    shown = [next(lr.load(DOCS.parent / name)) for name in re.findall(r"^<!-- replay (\S+) \d+ -->$", text(game), re.M)]
    assert {one.value("Game") for one in shown} == {game}
    assert book in {(one.value("Rules") or "").partition(";")[0] for one in shown}


@pytest.mark.parametrize("game", GAMES)
def test_the_games_of_a_page_are_verified(game: str) -> None:
    for record in re.findall(r"^```moves\n(\[Game .*?)^```$", text(game), re.M | re.S):
        (transcript,) = lr.loads(record)
        assert lr.replay(transcript).verified, record
        assert transcript.value("Game") == game


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_told_move_by_move(game: str) -> None:
    """Behind a replay that is told, or before it, stand its moves with what happens in them."""
    (section,) = re.findall(r"^## A game to replay\n((?:(?!## ).*\n)*)", text(game), re.M)
    assert re.search(r"^<!-- replay ", section, re.M)
    assert len(re.findall(r"^- \d+(?: (?:to|and) \d+)?: ", section, re.M)) >= 5
