"""What a position looks like: the one model that every renderer draws, whatever the game."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Literal, NamedTuple

#: How the cards of a place lie: only the top shows, all are fanned, face down but known (exiles), or face down and
#: squared, so that nothing but their number shows (a stock).
Lie = Literal["top", "fan", "hidden", "squared"]


class Place(NamedTuple):
    """One place of the table: its name in the notation, what to call it, its cards bottom first.

    ``moved`` are the indices of the cards that the last move brought here. ``at`` is the column and the row of a place
    whose zone has a shape of its own (a grid, a letter); ``longways`` says that its cards lie on their side.
    """

    name: str
    label: str
    cards: tuple[int, ...]
    lie: Lie = "fan"
    moved: tuple[int, ...] = ()
    at: tuple[int, int] | None = None
    longways: bool = False


class Zone(NamedTuple):
    """Places that belong together (the foundations, the piles), in the order they lie; ``beside`` says that they lie
    to the right of the zone before, not below it."""

    name: str
    label: str
    places: tuple[Place, ...]
    beside: bool = False


class Layout(NamedTuple):
    """A table: its zones from the top down, and a line that says how things stand."""

    zones: tuple[Zone, ...]
    caption: str = ""

    def svg(self) -> str:
        """The table as a picture: an SVG document that stands alone."""
        from leoni_replay.show.svg import board

        return board(self)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()


def grid(
    name: str, places: Mapping[str, Sequence[int]], rows: int, columns: int, longways: Container[str] = ()
) -> Zone:
    """The zone of a grid whose places are called ``r1c1``, ``r1c2`` …, some of them with cards that lie longways."""
    cells = [(f"r{r}c{c}", (c - 1, r - 1)) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    return Zone(
        name, name, tuple(Place(cell, cell, tuple(places[cell]), "fan", (), at, cell in longways) for cell, at in cells)
    )
