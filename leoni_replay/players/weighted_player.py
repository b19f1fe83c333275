"""A player that draws its moves by weight: plays are likelier than what gives up a chance or takes a move back.

Its games come to an end soon, and every kind of move occurs in them: it plays the games of ``sample`` unless another
player is named.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Final

from leoni_replay.deals import SplitMix64
from leoni_replay.rules.greedy import LONGEST
from leoni_replay.rules.numbers import (
    DEAL,
    DOWN_TO_UP,
    EXILE,
    ON_DOWN,
    ON_UP,
    PLACES,
    REDEAL,
    UP_TO_DOWN,
)
from leoni_replay.rules.table import Table

#: the most reversals of a game, and the most moves in a row that only build on the table
_REVERSALS: Final = 24
_IDLE: Final = 60
#: how likely moves are: plays, buildings, what gives up a chance (an exile, a dealt card) or reverses, redeals
_PLAY: Final = 24
_BUILD: Final = 8
_CHANCE: Final = 3
_REDEAL: Final = 1


def play_by_weight(table: Table, draw: SplitMix64, ordered: Callable[[], object]) -> None:
    """Play until the game is won or over, or until one of the limits is met.

    Args:
        table: the table.
        draw: decides what is played.
        ordered: called before every move: sees to the order of a shuffled redeal.
    """
    room = array("I", bytes(4 * 4096))
    begun = table.plies
    reversals = idle = back = 0
    while table.plies - begun < LONGEST and idle < _IDLE and not table.won():
        ordered()
        moves = list(room[: table.moves(room)])
        if reversals >= _REVERSALS and any(not _reverses(move) for move in moves):
            moves = [move for move in moves if not _reverses(move)]
        if table.may_be_lost() and (not moves or reversals >= _REVERSALS or draw.below(4)):
            return
        if not moves:
            return
        if back in moves and len(moves) > 1:
            moves.remove(back)
        move = _choose(draw, moves)
        table.play(move)
        reversals += _reverses(move)
        only_built = _is_build(move) and not table.shows
        idle = idle + 1 if only_built else 0
        back = (move & 255) << 16 | move & 0xFF00 | move >> 16 if only_built else 0


def _reverses(move: int) -> bool:
    return move & 255 in (UP_TO_DOWN, DOWN_TO_UP)


def _is_build(move: int) -> bool:
    """Whether a move only goes from place to place of the table."""
    return move & 255 < PLACES and move >> 16 not in (EXILE, DEAL)


def _choose(draw: SplitMix64, moves: Sequence[int]) -> int:
    """One of the legal moves, drawn by weight."""
    weights = [_weight(move) for move in moves]
    rest = draw.below(sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        rest -= weight
        if rest < 0:
            return move
    raise AssertionError("unreachable")


def _weight(move: int) -> int:
    source, dest = move >> 16, move & 255
    if source == REDEAL:
        return _REDEAL
    if _reverses(move) or source == EXILE or (source == DEAL and dest not in (ON_UP, ON_DOWN)):
        return _CHANCE
    return _BUILD if _is_build(move) else _PLAY
