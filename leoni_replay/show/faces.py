"""The faces of the cards in pictures: the four suits as paths, drawn for this package."""

from __future__ import annotations

from typing import Final

#: The path of every suit in a square of 100 by 100, bold enough to be read at a dozen pixels.
SUIT_PATHS: Final[dict[str, str]] = {
    "C": "M50 5a22 22 0 0 1 16 37a22 22 0 1 1-10 35q1 12 9 18h-30q8-6 9-18a22 22 0 1 1-10-35a22 22 0 0 1 16-37z",
    "D": "M50 3q15 26 35 47q-20 21-35 47q-15-26-35-47q20-21 35-47z",
    "H": "M50 94c-6-14-44-34-44-62c0-15 10-25 22-25q16 0 22 17q6-17 22-17c12 0 22 10 22 25c0 28-38 48-44 62z",
    "S": "M50 4c5 18 42 34 42 60a20 20 0 0 1-36 12q1 13 9 19h-30q8-6 9-19a20 20 0 0 1-36-12c0-26 37-42 42-60z",
}
