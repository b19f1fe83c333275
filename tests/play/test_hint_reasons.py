"""Why a hint proposes its move."""

from __future__ import annotations

import pytest

from leoni_replay.commands import Move
from leoni_replay.play.hint_reasons import hint_reasons
from leoni_replay.play.session import Session
from tests.tables import replayed

RUG = "dick-1898"


@pytest.mark.parametrize(
    ("layout", "moves", "reasons"),
    [
        # What fits next counts more than what is freed.
        ("1: 9H 2C\n2: 3C", "1:2C^", ["then 3♣ fits a foundation"]),
        ("1: 9H 2C", "1:2C^", ["it frees 9♥"]),
        ("1: 2C", "1:2C^", ["it empties pile 1"]),
        ("1: 8H\n2: 9C\n3: 2D", "1:8H>2 3:2D^", ["it empties pile 1"]),
        # What could be played before is no consequence of the move, and a card that nothing is done with is not told.
        ("1: 9H 8S\n2: 9D\n3: 2D", "1:8S>2 3:2D^", []),
        ("1: 9H 8S\n2: 9D\n3: 2D\n4: 8C", "1:8S>2 3:2D^ 4:8C>1", ["it frees 9♥"]),
        ("1: 3C 8S\n2: 9D\n3: 2C", "1:8S>2 3:2C^ 1:3C^", ["it frees 3♣", "2 moves later, 3♣ goes to its foundation"]),
        # A card that lies face down is not told.
        ("1: #9H 8H\n2: 9C", "1:8H>2", ["it turns up a card"]),
        # Nothing is known of what comes after a move that says nothing of itself.
        ("1: 9H 8S 7H\n2: 8C", "1:7H>2", ["it frees 8♠"]),
    ],
)
def test_a_hint_says_what_its_move_frees_and_leads_to(layout: str, moves: str, reasons: list[str]) -> None:
    replay = replayed(layout, rules="mcneely", game="Martha")
    session = Session(replay.transcript.head)
    commands: list[Move] = [session.parse_command(text)[0] for text in moves.split()]
    assert hint_reasons(replay.position, commands) == reasons


def test_who_has_nothing_to_play_is_told_why_a_card_is_turned_up() -> None:
    replay = replayed("stock: 2C 9D\nr1: 9C 9H KC KD KH KS QC QD", rules="mcneely", game="Labyrinth")
    assert hint_reasons(replay.position, [Move("deal")]) == ["no card fits a foundation now"]
