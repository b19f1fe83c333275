"""Irregular actions: misplays, and positions set by hand."""

from __future__ import annotations

from typing import NamedTuple


class IrregularAction(NamedTuple):
    """A misplay, or a position set by hand.

    Attributes:
        command: how the record writes it.
        move: a move made at the wrong time, which has its usual effect; 0 if there is none.
        source: the place from which cards were taken; -1 if there is none.
        shifts: the cards moved, as in the log of a position.
        places: the cards of places laid by hand, and the heights of foundations, by their numbers.
        registers: the registers after cards were laid by hand.
    """

    command: object
    move: int = 0
    source: int = -1
    shifts: tuple[int, ...] = ()
    places: dict[int, bytes | int] | None = None
    registers: int = 0
