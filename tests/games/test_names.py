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
