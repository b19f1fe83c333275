"""The solver proved again, by brute force with the plain simulators of ``tests/oracles``, which share no code with the
rules or with the search."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from leoni_replay.cards import CARD, TEXT
from leoni_replay.games import GAMES, Game
from leoni_replay.games.steps import Position
from tests.conformance.simulators import BOOKS, FROM_TEXT
from tests.oracles import anna, reversal, rug
from tests.rules.small_tables import Laid, every_reading, random_game, random_table
from tests.rules.test_search import MOST, PRUNED, laid_out, searched, shuffle

#: how many positions are tried by brute force at most, and by the solver
POSITIONS = 300
NODES = 30_000
#: how many tables are compared: of Martha, where most cards can be moved, fewer
TABLES = {"Martha": 30}


def simulated(game: Game[Any], laid: Laid) -> Any:
    """The same table in the simulator of the game."""
    table = laid_out(game, laid)
    text = game.text(Position(table, game.places, game))
    readings = {**BOOKS[game.name][game.rules.book.name], **game.rules.readings}
    if game.name != "The Reversal":
        return FROM_TEXT[game.name](text, readings)
    # Whoever lays out cards in mid-game has dealt two rounds before them.
    simulator = reversal.Reversal.from_text(text, readings, dealt=12 if table.lies() else 0)
    simulator.rng = None  # type: ignore[assignment]
    return simulator


def after(simulator: Any, move: str) -> Any:
    """The table after a move; a shuffled redeal has the order that the solver is given."""
    later = pickle.loads(pickle.dumps(simulator, -1))
    if move.startswith("redeal") and isinstance(later, anna.Table | rug.Table | reversal.Reversal):
        places = later.packets.values() if isinstance(later, reversal.Reversal) else [later.talon]
        cards = [card for place in places for card in place] + getattr(later, "dropped", [])
        order = shuffle(later.deal + 1, bytes(sorted(CARD[card] for card in cards)))
        later.do(move, [TEXT[card] for card in order])
    else:
        later.do(move)
    return later


def brute_force(simulator: Any) -> bool | None:
    """Whether some line of play wins; None if there are too many positions."""
    seen = set()
    stack = [(simulator, "")]
    while stack:
        table, move = stack.pop()
        if move:
            table = after(table, move)
        if table.won():
            return True
        state = repr([sorted(each) if isinstance(each, set) else each for each in vars(table).values()])
        if state in seen:
            continue
        seen.add(state)
        if len(seen) > POSITIONS:
            return None
        stack += [(table, move) for move in reversed(table.legal())]
    return False


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_solver_is_right(name: str) -> None:
    """On small tables under every reading at least once."""
    draw = random.Random(f"brute force {name}")
    readings = every_reading(name)
    tables = TABLES.get(name, 300)
    statuses = {"won": 0, "lost": 0}
    while (done := sum(statuses.values())) < tables:
        game = random_game(name, draw, readings[done % len(readings)])
        laid = random_table(game, MOST.get(name, 10), draw)
        wins = brute_force(simulated(game, laid))
        if wins is None:
            continue
        status = "won" if wins else "lost"
        statuses[status] += 1
        assert searched(game, laid, None, NODES, PRUNED).status == status, (str(game.rules), laid)
    assert min(statuses.values()) > tables // 20, statuses
