# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Counting moves: all lines of play to a depth, and long random ones.

It shows that two builds, or two programs, have the same rules, and measures how fast they are searched.
"""

from __future__ import annotations

from array import array

from leoni_replay.rules.table import Numbers, Table

#: for how many legal moves of one table there is room
_MOST = 4096


def perft(table: Table, depth: int) -> int:
    """How many lines of so many moves there are from here on; the table stands as it stood afterwards.

    Args:
        table: the table.
        depth: how many moves; at least 1.
    """
    return _count(table, [array("I", bytes(4 * _MOST)) for _ in range(depth)])


def _count(table: Table, rooms: list[Numbers]) -> int:
    """Lines as long as there is room for the moves of each table on the way."""
    room = rooms[0]
    n = table._moves(room)
    if len(rooms) == 1:
        return n
    deeper = rooms[1:]
    count = 0
    for i in range(n):
        table._play(room[i])
        count += _count(table, deeper)
        table._unplay()
    return count


def walk(table: Table, plies: int, state: int) -> int:
    """Play a random line: at every table list all legal moves, make each of them and take it back, and go on with one.
    At its end the line is taken back.

    Args:
        table: the table.
        plies: how long the line is at most.
        state: chooses the line.

    Returns:
        How many moves were made.
    """
    room = array("I", bytes(4 * _MOST))
    made = 0
    begun = table.plies
    for _ in range(plies):
        n = table._moves(room)
        if n == 0:
            break
        for i in range(n):
            table._play(room[i])
            table._unplay()
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        table._play(room[(state >> 8) % n])
        made += n + 1
    while table.plies > begun:
        table._unplay()
    return made
