"""The games without weaving against the plain simulators of ``tests/oracles``, which were written from the rules alone.

At every position of random games both must know the same legal moves, write them alike, have the same text, and agree
on what is available, on standstills, and on whether the game is won or lost.
"""

from __future__ import annotations

import itertools
import random

import pytest

from leoni_replay import deals
from leoni_replay.cards import TEXT
from leoni_replay.games import GAMES, make_game
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.writer import token
from tests.games.orders import give_order
from tests.oracles import anna, labyrinth, martha, reversal, rug

ORACLES = {module.NAME: module for module in (labyrinth, martha, anna, reversal, rug)}
#: (game, book, overrides) for every book and every single override
SINGLE = [
    (name, book, {point: reading})
    for name, module in ORACLES.items()
    for book in module.BOOKS
    for point, readings in module.READINGS.items()
    for reading in readings
]
#: how long a game may get: Martha's go to and fro
MOST = {"Martha": 120}


def compare(name: str, book: str, overrides: dict[str, str], seed: str) -> None:
    """One random game, position by position."""
    module = ORACLES[name]
    readings = {**module.BOOKS[book], **overrides}
    game = make_game(name, "; ".join([book, *(f"{point}={reading}" for point, reading in overrides.items())]))
    assert dict(game.rules.readings) == readings
    draw = random.Random(f"{seed} {name} {book} {sorted(overrides.items())}")
    record = module.record(seed, readings, draw, MOST.get(name, 500))
    position = game.start(deals.from_seed(seed, game.packs, game.bases))
    for i in range(len(record.tokens) + 1):
        where = f"{name}: {game.rules}, seed:{seed}, before move {i + 1}\n{record.texts[i]}"
        text = record.tokens[i] if i < len(record.tokens) else None
        give_order(position, text, record.packs)
        assert position.text == record.texts[i], where
        assert position.digest == record.digests[i], where
        legal = {token(position.long_form(move)) for move in position.legal_moves()}
        if game.written_redeals:
            # What a shuffled redeal fills is known only from its written order, which the simulator makes as it goes.
            legal = {move.partition("+")[0] if move.startswith("redeal") else move for move in legal}
        assert sorted(legal) == record.legal[i], where
        assert (position.why_not_lost() is None) == record.can_lose[i], where
        assert position.standstill() == record.standstill[i], where
        assert sorted({TEXT[card] for _, card in position.available()}) == record.available[i], where
        assert position.left == record.left[i], where
        if text is not None:
            assert token(position.play_command(read_command(text)[0]).move) == text, where
    assert position.won() == record.won


def test_every_game_and_book_has_its_simulator() -> None:
    weaving = {"Leoni's Own", "Weaver's"}
    assert {(name, tuple(module.BOOKS)) for name, module in ORACLES.items()} == {
        (entry.name, entry.books) for entry in GAMES.values() if entry.name not in weaving
    }


@pytest.mark.share(8)
@pytest.mark.parametrize(("name", "book", "overrides"), SINGLE[::6], ids=str)
def test_single_readings(name: str, book: str, overrides: dict[str, str]) -> None:
    compare(name, book, overrides, "single")


@pytest.mark.long
@pytest.mark.parametrize(("name", "book", "overrides"), SINGLE, ids=str)
def test_single_readings_at_length(name: str, book: str, overrides: dict[str, str]) -> None:
    for number in range(4):
        compare(name, book, overrides, f"single at length {number}")


#: every combination of readings of every game, in blocks that take about as long
MIXTURES = [
    (name, first, list(itertools.product(*module.READINGS.values()))[first : first + 8])
    for name, module in ORACLES.items()
    for first in range(0, len(list(itertools.product(*module.READINGS.values()))), 8)
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "first", "block"), MIXTURES, ids=[f"{name} {first}" for name, first, _ in MIXTURES])
def test_all_mixtures(name: str, first: int, block: list[tuple[str, ...]]) -> None:
    """Every combination of readings of a game."""
    module = ORACLES[name]
    book = next(iter(module.BOOKS))
    for number, chosen in enumerate(block, first):
        compare(name, book, dict(zip(module.READINGS, chosen, strict=True)), f"mixture {number}")
