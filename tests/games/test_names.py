"""Other names of the games, and names of other games."""

from __future__ import annotations

import pytest

from leoni_replay.games import GAMES, RulesError, make_game


@pytest.mark.parametrize(
    ("name", "game", "book"),
    [
        ("Crazy Quilt", "The Japanese Rug", "dick-1898"),
        ("indian carpet", "The Japanese Rug", "dick-1898"),
        ("Quilt", "The Japanese Rug", "dick-1898"),
        ("stewart", "Martha", "stewart"),
    ],
)
def test_other_names(name: str, game: str, book: str) -> None:
    made = make_game(name)
    assert (made.name, str(made.rules)) == (game, book)
    assert set(GAMES[name].books) == set(GAMES[game].books)
    assert name not in list(GAMES)


@pytest.mark.parametrize("name", ["Thirteen Packs", "Lara's Game", "Carpet", "Persian Rug"])
def test_other_games(name: str) -> None:
    with pytest.raises(RulesError, match="another game than"):
        make_game(name)


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("The Japanese Rug", "dick-1898; JR2=upright", "every book takes this: leave it out"),
        ("Leoni's Own", "wikipedia; L8=at-standstill", "every book takes this: leave it out"),
        ("Leoni's Own", "wikipedia; L6e=play-first", "every book takes L6e=draw-first"),
        ("Leoni's Own", "wikipedia; L6d=moves", "no source takes it"),
        ("Martha", "mcneely; MA1=never", "no source takes it"),
    ],
)
def test_what_records_may_name_no_more(game: str, rules: str, said: str) -> None:
    with pytest.raises(RulesError) as refused:
        make_game(game, rules)
    assert said in str(refused.value)
