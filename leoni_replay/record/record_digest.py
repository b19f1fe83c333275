"""The text that a record digest hashes: it identifies a game however its record is written."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from leoni_replay.cards import texts
from leoni_replay.games import Game
from leoni_replay.rules.numbers import DEAL_AGAIN, IRREGULAR
from leoni_replay.rules.position_text import Writer
from leoni_replay.rules.table import Table


def record_text(game: Game[Any], first_position: bytes, table: Table, result: str, writer: Writer) -> bytes:
    """Return the text that the record digest hashes (docs/dev/formats.md): the game, the rules, the position as dealt,
    the orders of shuffled redeals, the moves and the result, one per line.

    Args:
        game: the game under the rules of the record.
        first_position: the text of the position as dealt.
        table: the table after the last move, on which all of them were played.
        result: the result word.
        writer: writes the moves.
    """
    orders = _orders(table) if table.orders else b""
    return game_text(game) + first_position + orders + game.written_moves(table, result, writer)


def _orders(table: Table) -> bytes:
    """Return one line with the order of each shuffled redeal, except those that only variations reach."""
    redeals = 0
    for number in table.moves_played():
        move = number if number < IRREGULAR else table.irregular_actions[number - IRREGULAR].move
        if move == DEAL_AGAIN:
            redeals += 1
    deals = range(table.deal - redeals + 1, table.deal + 1)
    return b"".join([f"Pack{deal}: {texts(table.orders[deal])}\n".encode() for deal in deals])


@lru_cache(maxsize=256)
def game_text(game: Game[Any]) -> bytes:
    """Return the lines of the game and its rules.

    The first reading of a point is left out. So when a point is added later, no digest changes if its first reading is
    what the rules did before.
    """
    points = game.rules.book.points
    readings = sorted(
        f"{point}={reading}"
        for point, reading in game.rules.readings.items()
        if reading != next(iter(points[point].readings))
    )
    return f"game: {game.name}\nrules: {'; '.join(readings) or '-'}\n".encode()
