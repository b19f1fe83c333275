"""What a position looks like: the one model that every renderer draws, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: How the cards of a place lie: only the top shows, all are fanned, or face down in a squared pile.
Lie = Literal["top", "fan", "hidden"]


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the table: its name in the notation, what to call it, its cards bottom first.

    ``moved`` are the indices of the cards that the last move brought here.
    """

    name: str
    label: str
    cards: tuple[int, ...]
    lie: Lie = "fan"
    moved: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """Places that belong together (the foundations, the piles), in the order they lie."""

    name: str
    label: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A table: its zones from the top down, and a line that says how things stand."""

    zones: tuple[Zone, ...]
    caption: str = ""
