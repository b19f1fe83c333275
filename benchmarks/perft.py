"""Count lines of play, and play long random ones: to compare the rules of two builds or programs, and their speed."""

from __future__ import annotations

from array import array

from leoni_replay.rules.table import Numbers, Table

#: the maximum number of legal moves
_MOST = 4096


def perft(table: Table, depth: int) -> int:
    """Return the number of lines of ``depth`` moves (at least 1) from a position, which is restored."""
    return _count(table, [array("I", bytes(4 * _MOST)) for _ in range(depth)])


def _count(table: Table, rooms: list[Numbers]) -> int:
    """Return the number of lines with a move for each of ``rooms``, which are used for lists of moves."""
    room = rooms[0]
    n = table.moves(room)
    if len(rooms) == 1:
        return n
    deeper = rooms[1:]
    count = 0
    for i in range(n):
        table.play(room[i])
        count += _count(table, deeper)
        table.unplay()
    return count


def walk(table: Table, plies: int, state: int) -> int:
    """Play a random line and take it back. In every position, play each legal move and take it back first.

    Args:
        table: the position.
        plies: the maximum length of the line.
        state: decides which line.

    Returns:
        The number of moves played.
    """
    room = array("I", bytes(4 * _MOST))
    made = 0
    begun = table.plies
    for _ in range(plies):
        n = table.moves(room)
        if n == 0:
            break
        for i in range(n):
            table.play(room[i])
            table.unplay()
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        table.play(room[(state >> 8) % n])
        made += n + 1
    while table.plies > begun:
        table.unplay()
    return made
