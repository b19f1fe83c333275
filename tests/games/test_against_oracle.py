"""The engine against the plain simulator of ``tests/oracles/weaving.py``, which was written from the rules alone.

At every position of random games both must know the same legal moves, write them alike, come to the same digest, and
agree on whether the game is lost and on which positions are the same.
"""

from __future__ import annotations

import random

import pytest

from leoni_replay import deals
from leoni_replay.games import Game, RulesError, make_game
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.writer import token
from tests.games.orders import give_order
from tests.oracles import weaving as oracle

GAME_OF = {"weavers": "Weaver's"}
SINGLE = [(book, {point: reading}) for book in oracle.BOOKS for point in oracle.READINGS
          for reading in oracle.READINGS[point]]  # fmt: skip


def made(book: str, overrides: dict[str, str]) -> tuple[Game, dict[str, str]] | None:
    """The game and the simulator's readings for some rules; None where both say that they cannot be."""
    rules = "; ".join([book, *(f"{point}={reading}" for point, reading in overrides.items())])
    try:
        readings = oracle.readings_for(book, overrides)
    except ValueError:
        with pytest.raises(RulesError):
            make_game(GAME_OF.get(book, "Leoni's Own"), rules)
        return None
    return make_game(GAME_OF.get(book, "Leoni's Own"), rules), readings


def compare(book: str, overrides: dict[str, str], seed: str) -> None:
    """One random game, position by position."""
    if (both := made(book, overrides)) is None:
        return
    game, readings = both
    record = oracle.record(seed, book, readings, random.Random(f"{seed} {book} {sorted(overrides.items())}"))
    tokens, digests = record["tokens"], record["digests"]
    legal, can_lose, same, packs = record["legal"], record["can_lose"], record["same"], record["packs"]
    assert isinstance(tokens, list) and isinstance(digests, list) and isinstance(same, list)
    assert isinstance(legal, list) and isinstance(can_lose, list) and isinstance(packs, dict)
    position = game.start(deals.from_seed(seed, game.packs, game.bases))
    keys = {same[0]: position.key}
    for i, text in enumerate(tokens):
        where = f"{game.rules}, seed:{seed}, move {i + 1}"
        give_order(position, text, packs)
        assert sorted(token(position.long_form(move)) for move in position.legal_moves()) == legal[i], where
        assert (position.why_not_lost() is None) == can_lose[i], where
        assert not can_lose[i] or position.table.legal_moves_when_lost() == len(legal[i]), where
        step = position.play_command(read_command(text)[0])
        assert token(step.move) == text, where
        assert position.digest == digests[i], where
        assert keys.setdefault(same[i + 1], position.key) == position.key, where
    assert len(set(keys.values())) == len(keys)
    assert (position.why_not_lost() is None) == can_lose[-1]
    assert position.won() == (record["result"] == "won")


@pytest.mark.share(2)
@pytest.mark.parametrize("book", oracle.BOOKS)
def test_books(book: str) -> None:
    for number in range(2):
        compare(book, {}, f"book {number}")


@pytest.mark.share(8)
@pytest.mark.parametrize(("book", "overrides"), SINGLE[::6], ids=str)
def test_single_readings(book: str, overrides: dict[str, str]) -> None:
    compare(book, overrides, "single")


def test_a_shuffled_redeal() -> None:
    compare("wikipedia", {"L12": "shuffled"}, "shuffled")


@pytest.mark.long
@pytest.mark.parametrize(("book", "overrides"), SINGLE, ids=str)
def test_single_readings_at_length(book: str, overrides: dict[str, str]) -> None:
    for number in range(3):
        compare(book, overrides, f"single at length {number}")


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_mixed_readings(block: int) -> None:
    draw = random.Random(block)
    for number in range(25):
        points = draw.sample(sorted(oracle.READINGS), draw.randint(2, 8))
        overrides = {point: draw.choice(oracle.READINGS[point]) for point in points}
        compare(draw.choice(sorted(oracle.BOOKS)), overrides, f"mixed {block} {number}")
