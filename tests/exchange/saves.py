"""Saved games as PySolFC writes them, made by the pickler of the standard library from classes of the same names.

The stacks of its Martha: a talon, four foundations (C S H D), twelve piles, and one that nobody sees. Cards are
numbers, 13 a suit, suits in the order C S H D; a move is a list of pieces.
"""

from __future__ import annotations

import io
import pickle
import random
import sys
import types
from collections.abc import Sequence
from typing import Any

import leoni_replay as lr
from leoni_replay.cards import DOWN
from leoni_replay.games import GAMES
from leoni_replay.record.playing import GameInPlay

PLACES = GAMES["Martha"].pysol.places  # type: ignore[union-attr]
#: its suits here
_SUITS = (0, 3, 2, 1)

_CLASSES: dict[str, tuple[str, ...]] = {
    "pysollib": (),
    "pysol_cards": (),
    "pysol_cards.random": ("MTRandom",),
    "pysollib.game": ("GameSaveInfo", "GameGlobalSaveInfo", "GameMoves", "GameGlobalStatsStruct", "GameStatsStruct"),
    "pysollib.move": ("AMoveMove", "AFlipMove", "ASingleFlipMove"),
}


class Stranger:
    """The modules of a program that is not here, for as long as something is pickled (a context manager)."""

    def __enter__(self) -> Stranger:
        for module, names in _CLASSES.items():
            made = types.ModuleType(module)
            for name in names:
                parent = (random.Random,) if name == "MTRandom" else ()
                made.__dict__[name] = type(name, parent, {"__module__": module})
            sys.modules[module] = made
        return self

    def __exit__(self, *error: object) -> None:
        for module in _CLASSES:
            del sys.modules[module]

    def state(self, seed: int) -> Any:
        """The state of its generator. Of the one for large numbers it has the method that seeds it in place of the
        seed, with all that the method belongs to."""
        if not 32_000 <= seed < 1 << 512:
            return seed, ""
        made = sys.modules["pysol_cards.random"].__dict__["MTRandom"](seed)
        return (made.seed, ""), made.getstate()

    def make(self, module: str, name: str, **attributes: Any) -> Any:
        thing = sys.modules[f"pysollib.{module}"].__dict__[name]()
        thing.__dict__.update(attributes)
        return thing


def number_of(card: int) -> int:
    """The number of a card there."""
    return _SUITS.index(card % DOWN // 13) * 13 + card % DOWN % 13


def played(deal: str, seed: int, moves: int, rules: str | None = None) -> GameInPlay:
    """A game played at random."""
    game = lr.new("Martha", deal, rules)
    draw = random.Random(seed)
    while len(game.moves) < moves and (legal := game.legal()):
        game.push(draw.choice(legal))
    return game


def pieces_of(number: int, game: GameInPlay) -> list[tuple[str, dict[str, int]]]:
    """The pieces of a move of a game: cards that go, and a card that is turned over."""
    before, step = game.at(number - 1), game.steps[number - 1]
    move = step.move
    assert move.card is not None and move.dest is not None
    taken = "CDHS"[move.card // 13] + "^" if move.source == "foundation" else str(move.source)
    pile = list(before.places[taken])
    cards = len(pile) - pile.index(move.card)
    dest = "CDHS"[move.card // 13] + "^" if move.dest == "^" else move.dest.removeprefix(">")
    if dest not in PLACES:
        dest = next(place for place in PLACES[5:17] if game.at(number).places[place][-cards:] == pile[-cards:])
    source = PLACES.index(taken)
    pieces = [
        ("AMoveMove", {"ncards": cards, "from_stack_id": source, "to_stack_id": PLACES.index(dest), "frames": -1})
    ]
    return [*pieces, ("AFlipMove", {"stack_id": source})] if move.shown else pieces


def saved(
    game: GameInPlay,
    seed: int,
    *,
    protocol: int = pickle.HIGHEST_PROTOCOL,
    undone: int = 0,
    comment: str = "",
    changed: dict[str, Any] | None = None,
    moves: Sequence[list[tuple[str, dict[str, int]]]] | None = None,
    piles: list[list[int]] | None = None,
) -> bytes:
    """A game as a file of PySolFC; ``undone`` moves of it have been taken back, and ``changed`` are values that are
    written in place of others; ``piles`` are the cards of its stacks, if they are not those of the game."""
    changed = changed or {}
    standing = len(game.moves) - undone
    out = io.BytesIO()
    pickler = pickle.Pickler(out, protocol)
    with Stranger() as there:
        values: dict[str, Any] = {
            "package": "PySolFC",
            "version": "3.1.0",
            "tuple": (3, 1, 0),
            "bookmark": 0,
            "rules": 2,
            "game": 84,
            "seed": seed,
            "random": there.state(seed),
            "stacks": len(PLACES),
        }
        position = game.at(standing)
        for at, place in enumerate(PLACES):
            pile = piles[at] if piles else list(position.places[place]) if place else []
            values[f"stack {at}"] = len(pile)
            for card in pile:
                values[f"card {card % DOWN}"] = number_of(card)
                values[f"face {card % DOWN}"] = card < DOWN
        pieces = [pieces_of(number, game) for number in range(1, len(game.moves) + 1)] if moves is None else moves
        history = [[there.make("move", name, **fields) for name, fields in made] for made in pieces]
        values |= {
            "round": 1,
            "finished": False,
            "saveinfo": there.make("game", "GameSaveInfo", stack_caps=[]),
            "gsaveinfo": there.make("game", "GameGlobalSaveInfo", bookmarks={}, comment=comment),
            "moves": there.make(
                "game",
                "GameMoves",
                current=[],
                history=history,
                index=standing if moves is None else len(history),
                state=80,
            ),
            "snapshots": ["0-1"],
            "gstats": there.make("game", "GameGlobalStatsStruct", start_player="Martha Mayer", start_time=1.5),
            "stats": there.make("game", "GameStatsStruct", hints=0, elapsed_time=12.5),
            "end": "EOF",
        }
        for value in (values | changed).values():
            pickler.dump(value)
    return out.getvalue()


__all__ = ["PLACES", "number_of", "pieces_of", "played", "saved"]
