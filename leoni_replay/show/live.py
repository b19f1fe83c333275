"""A game in play for the script of a page: the table as dealt, and each step once it has been played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from leoni_replay.games import Game
from leoni_replay.games.steps import Position, Step
from leoni_replay.notation.writer import token
from leoni_replay.show.move_sentences import tell
from leoni_replay.show.table_data import Encoder, words


class LiveTable:
    """A table that grows with the game.

    Args:
        game: the game under its rules.
        position: the table as dealt. It is played on here.
        open: whether cards that lie face down are shown.
    """

    def __init__(self, game: Game[Any], position: Position, *, open: bool = False) -> None:
        self._game = game
        self._position = position
        self.encoder = Encoder(game, position, open=open)
        #: the table as dealt
        self.start = self.encoder.table(position) | {"grows": True}
        self._steps: list[Step] = []

    def follow(self, steps: Sequence[Step]) -> tuple[int, list[dict[str, Any]]]:
        """Go where the game has gone.

        Args:
            steps: the steps of the game by now.

        Returns:
            How many of the steps that were known are still those of the game, and the new ones.
        """
        kept = 0
        while kept < min(len(steps), len(self._steps)) and steps[kept] is self._steps[kept]:
            kept += 1
        if kept < len(self._steps):
            self.encoder.back(self._steps[kept:], self._position)
            del self._steps[kept:]
        return kept, [self._add(step) for step in steps[kept:]]

    def _add(self, step: Step) -> dict[str, Any]:
        prose = tell(step, self._game, self._position)
        self._steps.append(step)
        return self.encoder.step(step, self._position) | words(token(step.move), prose)
