"""How wide pictures are: so many pixels, or a length on paper."""

from __future__ import annotations

import re
from math import inf
from typing import Final, NamedTuple

from leoni_replay.arguments import check_type
from leoni_replay.leoni_error import LeoniError
from leoni_replay.text import visible_text

#: How many points the units are; a pixel is as large as browsers print it.
_POINTS: Final = {"px": 0.75, "pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4}
_WIDTH: Final = re.compile(rf"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) *({'|'.join(_POINTS)})?")


class PictureWidth(NamedTuple):
    """The width of a picture.

    Attributes:
        number: how many of its units.
        unit: ``px``, ``pt``, ``in``, ``cm`` or ``mm``.
    """

    number: float
    unit: str = "px"

    def __str__(self) -> str:
        """Return the width as ``--size`` takes it: ``600``, ``110mm``."""
        return f"{self.number:g}" if self.unit == "px" else f"{self.number:g}{self.unit}"

    @property
    def points(self) -> float:
        """The width in points of print."""
        return self.number * _POINTS[self.unit]

    @property
    def is_length(self) -> bool:
        """Whether the width is a length on paper, and not a number of pixels."""
        return self.unit != "px"


def picture_width(size: float | str) -> PictureWidth:
    """Return a width from a number of pixels, or a text such as ``110mm``, ``11cm``, ``4.5in``, ``312pt`` or ``600``.

    Raises:
        LeoniError: the text is no width, or the width is not above 0.
        TypeError: it is neither.
    """
    check_type(size, (int, float, str), "size is a number of pixels, or a width such as '110mm'")
    if isinstance(size, str):
        match = _WIDTH.fullmatch(size.strip())
        if match is None:
            raise LeoniError(f"`{visible_text(size)}` is not a width: write 600 (pixels), 110mm, 11cm, 4.5in or 312pt")
        width = PictureWidth(float(match[1]), match[2] or "px")
    else:
        width = PictureWidth(size)
    if not 0 < width.number < inf:
        unit = width.unit if width.is_length else " pixels"
        raise LeoniError(f"a picture cannot be {width.number:g}{unit} wide")
    return width
