"""A walk along the main line of a replay."""

from __future__ import annotations

from leoni_replay.games.game import Position
from leoni_replay.record.played_items import PlayedLine


class Walk:
    """A position of one's own that goes from move to move of a line of play.

    Args:
        position: the position, which the walk moves.
        line: the line of play.
        at: the number of its moves that have been played on the position.

    Attributes:
        position: as above.
    """

    __slots__ = ("_at", "_line", "position")

    def __init__(self, position: Position, line: PlayedLine, at: int) -> None:
        self.position: Position = position
        self._line = line
        self._at = at

    def go_to(self, move: int) -> Position:
        """Go to the position after a move of the line (0: before its first), and return it; the next step moves it."""
        position, steps, moves = self.position, self._line.steps, self._line.moves
        for index in range(self._at, move):
            if steps:
                position.redo(steps[index])
            else:
                position.table.play(moves[index])
        for index in reversed(range(move, self._at)):
            if steps:
                position.undo(steps[index])
            else:
                position.table.unplay()
        self._at = move
        return position
