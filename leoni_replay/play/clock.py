"""The clock of a game in play."""

from __future__ import annotations

from time import monotonic
from typing import Final

from leoni_replay.notation.tree import Time

#: The longest time that the notation can write: 999:59:59.
LONGEST: Final = 3_599_999


class Clock:
    """Counts the time for which a game has been played.

    Args:
        seconds: where it begins.
    """

    def __init__(self, seconds: int = 0) -> None:
        self.set(seconds)

    def set(self, seconds: int) -> None:
        """Go on from another time."""
        self._from, self._since = seconds, monotonic()

    def time(self) -> Time:
        """The time now."""
        return Time(min(self._from + int(monotonic() - self._since), LONGEST))
