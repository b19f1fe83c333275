"""A card that fits a foundation of its suit, but not the one that is written: the headline says so."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.cards import PRETTY
from leoni_replay.commands import Move
from leoni_replay.games import GAMES, make_game
from leoni_replay.record.sample import sample
from tests.tables import replayed

MEETS = "D^: 5D\nDv: 5D\n"


@pytest.mark.parametrize(
    ("game", "rules", "layout", "move", "note"),
    [
        ("Leoni's Own", "wikipedia", MEETS + "7: 6D", "7:6Dv", "7:6D^"),
        ("Leoni's Own", "wikipedia", MEETS + "13: 9C 6D", "6Dv", "13:6D^"),
        ("Leoni's Own", "wikipedia", MEETS + "1: 9C\nexile: 6D", "exile:6Dv", "exile:6D^"),
        ("The Reversal", "dick-1898", MEETS + "dropped: 9C 6D", "dropped:6Dv", "dropped:6D^"),
        ("The Reversal", "dick-1898; RV2=card-by-card", MEETS + "stock: 9C 6D", "deal:6Dv", "deal:6D^"),
        ("The Japanese Rug", "dick-1898", MEETS + "r1: 6D -- -- -- -- -- -- --", "r1c1:6Dv", "r1c1:6D^"),
        ("The Japanese Rug", "dick-1898", MEETS + "stock: 9C 6D", "deal:6Dv", "deal:6D^"),
    ],
)
def test_the_other_way(game: str, rules: str, layout: str, move: str, note: str) -> None:
    error = replayed(layout, move, rules, game).error
    assert error is not None and error.code == "M203"
    assert error.message == (
        "6♦ does not fit the diamonds built down, which stand at 5♦: it fits those built up, which stand at 5♦"
    )
    assert error.notes == (f"for the other direction, write {note}",)


def test_a_foundation_that_has_no_base_yet() -> None:
    replay = replayed("D^: 2D\nDv: -\n1: 3D", "1:3Dv", "dick-1898", "The Reversal")
    assert replay.error is not None
    here, there = "where no base is out yet", "it fits those built up, which stand at 2♦"
    assert replay.error.message == f"3♦ does not fit the diamonds built down, {here}: {there}"


@pytest.mark.parametrize("name", [name for name in GAMES if len(make_game(name).ways) == 2])
def test_no_headline_denies_what_fits(name: str) -> None:
    """In the positions of a played game, every available card is sent each way."""
    (transcript,) = sample(name, None, "wrong way", 1)
    replay = lr.replay(transcript)
    game = replay.game
    assert game is not None
    misfits = 0
    for _, _, position in replay.positions():
        for place, card in position.playable():
            for way in set(game.ways) - set(position.fitting_ways(card)):
                source = "deal" if place == "hand" else place
                reason = position.why_not(Move(source, card, way))
                if reason is not None and reason.code == "M203":
                    misfits += 1
                    assert "it fits those built" in reason.message or "the first" in reason.message
                    assert f"{PRETTY[card]} does not fit: " not in reason.message
    assert misfits
