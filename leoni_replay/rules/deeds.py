"""What is done at a table though the rules do not have it."""

from __future__ import annotations

from typing import NamedTuple


class Deed(NamedTuple):
    """What was done at the table though the rules do not have it: a misplay, or a position set right by hand.

    Attributes:
        command: how the record writes it, for those who give moves their names.
        move: the number of a move that came at the wrong time and does what it does at the right one; 0 if it is none.
        source: the place from which cards were taken; -1 if there is none.
        shifts: the cards that went from place to place, as in the log of a table.
        places: the cards of places that were laid by hand, and the heights of foundations, by their numbers.
        registers: what is remembered after cards were laid by hand.
    """

    command: object
    move: int = 0
    source: int = -1
    shifts: tuple[int, ...] = ()
    places: dict[int, bytes | int] | None = None
    registers: int = 0
