"""Players: a whole game, from the table as it is dealt."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from leoni_replay.rules.numbers import REDEAL
from leoni_replay.rules.shuffle import mixed, step
from leoni_replay.rules.table import Table

#: the players, the weakest first
PLAYERS: Final[tuple[str, ...]] = ("random", "solver")

#: gives the order of a shuffled redeal: the number of the deal that it begins, and the cards that are gathered
Shuffle = Callable[[int, bytes], bytes]

_LONGEST: Final = 1000


class Played(NamedTuple):
    """A game as it was played: how it ended, its moves as numbers in full, and the cards left."""

    status: Literal["won", "lost", "unfinished"]
    line: tuple[int, ...]
    left: int


def play(table: Table, player: str, seed: str, *, shuffle: Shuffle | None = None) -> Played:
    """Play a table to its end."""
    state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    out = array("I", bytes(4 * 4096))
    begun = table.plies
    while table.plies - begun < _LONGEST and not table.won():
        if shuffle is not None and hasattr(table, "gathered"):
            table.orders[table.deal + 1] = shuffle(table.deal + 1, bytes(table.gathered()))
        n = table.moves(out)
        if not n or (table.may_be_lost() and all(out[i] >> 16 == REDEAL for i in range(n))):
            break
        state = step(state)
        table.play(out[mixed(state) % n])
    line = tuple(table.played[begun : table.plies])
    status: Literal["won", "lost", "unfinished"] = (
        "won" if table.won() else "lost" if table.may_be_lost() else "unfinished"
    )
    return Played(status, line, table.left)
