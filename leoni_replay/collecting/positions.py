"""The positions of a judged record, from the last one back to the first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leoni_replay.games.game import Position
from leoni_replay.games.steps import Step
from leoni_replay.record.judge import Judgement
from leoni_replay.rules.table import Table

if TYPE_CHECKING:
    from leoni_replay.record.result import Replay


class RecordPositions:
    """The legal moves of a record, and one position that can be set after any of them.

    It is valid until the next record is judged, because plain games share their tables.

    Args:
        position: the position after the last move.
        codes: the numbers of its moves.
        replay: the replay, if cards of the record are unknown: then it sets its own position.
    """

    def __init__(self, position: Position, codes: list[int], replay: Replay | None = None) -> None:
        self.position = position
        self.table = position.table
        self.codes = codes
        self._steps: list[Step] = replay.line.steps if replay is not None else []
        self._replay = replay

    def stand(self, move: int) -> Table:
        """Return the position after a move (0: as dealt)."""
        if self._replay is not None:
            self.position = self._replay.view_at(move)
            return self.position.table
        table = self.table
        for _ in range(table.plies - move):
            table.unplay()
        for code in self.codes[table.plies : move]:
            table.play(code)
        return table

    def digests(self) -> dict[str, int]:
        """Return the digest of every position, each with the number of the first move it came after (0: as dealt)."""
        moves: dict[str, int] = {}
        position = self.position
        table = self.stand(len(self.codes))
        for move in range(len(self.codes), 0, -1):
            # Indexing spends most of its time here, so every call counts.
            moves[position.digest] = move
            if self._replay is None:
                table.unplay()
            else:
                self.stand(move - 1)
                position = self.position
        moves[position.digest] = 0
        return moves

    def texts(self) -> Iterator[tuple[int, str]]:
        """Yield the text of every position, and the number of the move before it, from the last to the first."""
        for move in range(len(self.codes), -1, -1):
            self.stand(move)
            yield move, self.position.text

    def weave(self, move: int) -> tuple[int, bool]:
        """Return how many cards the weave of a move lifted, and whether it ended in a stalemate."""
        if self._steps:
            command = self._steps[move - 1].move
            return len(command.path or ()), command.stalemate
        table = self.stand(move - 1)
        table.play(self.codes[move - 1])
        weave = table.lifts, bool(table.ended)
        table.unplay()
        return weave

    def steps(self) -> Iterator[tuple[int, Step]]:
        """Yield every move with its number and step; the position is then the one after it."""
        self.stand(0)
        for number, code in enumerate(self.codes, 1):
            if self._steps:
                self.stand(number)
                yield number, self._steps[number - 1]
            else:
                yield number, self.position.play(code)


def positions_of(judged: Judgement) -> RecordPositions | None:
    """Return the positions of a judged record; None if no cards could be dealt."""
    game, table, replay = judged.game, judged.table, judged.replay
    if game is not None and table is not None:
        return RecordPositions(Position(table, game), table.moves_played())
    if replay is None or not replay.dealt:
        return None
    position = replay.view_at(replay.moves)
    if replay.line.steps:
        return RecordPositions(position, [step.code for step in replay.line.steps], replay)
    return RecordPositions(position, position.table.moves_played())
