"""Recorded moves said in words, as books say them: the templates that the reader of pages is measured with."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from leoni_replay.cards import RANK, SUIT, SUIT_NAMES, SYMBOLS, TEXT
from leoni_replay.games import GAMES, Game, add_game
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name
from leoni_replay.games.steps import Shift, Step

_NAMES = "- ace two three four five six seven eight nine ten jack queen king".split()
_OLD = {2: "deuce", 11: "knave"}
_ACTIONS = {"deal": ["Deal.", "Next, deal."], "redeal": ["Redeal.", "Deal again."]}


def spelled(card: int, chance: random.Random, *, article: bool = True) -> str:
    """A card in one of the spellings of books."""
    rank, suit = RANK[card], SUIT_NAMES[SUIT[card]]
    figure = str(rank) if 1 < rank < 11 else TEXT[card][0]
    name = _OLD.get(rank, _NAMES[rank]) if chance.random() < 0.2 else _NAMES[rank]
    the = "the " if article else ""
    sign = SYMBOLS[SUIT[card]]
    words = [f"{the}{name} of {suit}", f"{the}{figure} of {suit}", f"{the}{name.title()} of {suit.title()}"]
    return chance.choice([*words, f"{the}{figure}{sign}", f"{figure}{sign}"])


def sayings(step: Step, position: Position, game: Game[Any], chance: random.Random) -> list[str]:
    """Sentences that say a move that was played in a position (as it was before)."""
    move = step.move
    if move.card is None:
        return _ACTIONS.get(move.source or "", [])
    card, suit = move.card, SUIT_NAMES[SUIT[move.card]]
    said = spelled(card, chance)
    if move.source == "exile":
        bare = f"the exiled {spelled(card, chance, article=False)}"
        if move.dest == "~":
            texts = [f"Put {bare} under pile {RANK[card]}.", f"Place {bare} at the bottom of pile number {RANK[card]}."]
        else:
            texts = [f"Put {bare} on pile 13." if move.dest == ">13" else f"Play {bare} to its foundation."]
        return texts
    shifts = [change for change in step.changes if isinstance(change, Shift)]
    dest = next((shift.dest for shift in shifts if shift.source == move.source), shifts[0].dest)
    away = f" from pile {move.source}" if is_pile_name(move.source or "") else ""
    top = spelled(position.places[dest][-1], chance) if position.places[dest] else ""
    if dest in game.foundations:
        texts = [
            f"Play {said} to its foundation.", f"{said} is put on the foundation.", f"Put out {said}.",
            f"Move {said}{away} to the foundation.", f"{said} goes to the {suit} foundation.", f"Put up {said}.",
            *([f"Place {said} on {top}."] if top else []),
        ]  # fmt: skip
    elif top:
        texts = [
            f"Put {said} on {top}.", f"Move {said}{away} onto {top}.", f"{said} goes on {top}.",
            f"{said} is packed upon {top}.", f"Then place {said} on top of {top}.", f"Transfer {said} to {top}.",
            f"Play {said} on {top}, to release the cards below.",
        ]  # fmt: skip
    else:
        texts = [f"Move {said} into an empty column.", f"Put {said} in a vacant pile."]
    if is_pile_name(dest):
        texts += [f"Move {said} to pile {dest}.", f"{said} is moved{away} to pile {dest}."]
    if dest in ("talon", "waste"):
        texts += [f"Put {said} on the {dest}.", f"{said} goes to the {dest}."]
    return [text[0].upper() + text[1:] for text in texts]


@contextmanager
def klondike() -> Iterator[None]:
    """Klondike, a game from outside, as long as it is needed."""
    folder = str(Path(__file__).parents[2] / "examples" / "klondike")
    sys.path.insert(0, folder)
    try:
        from leoni_klondike.game import GAME

        add_game(GAME)
        yield
        GAMES._added_games.pop(GAME.name)
    finally:
        sys.path.remove(folder)
