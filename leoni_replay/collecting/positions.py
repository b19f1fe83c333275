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
    """The legal moves of a record, and one position that can be set to the one after any of them.

    Args:
        position: the position after the last move.
        move_numbers: its moves, as numbers.
        replay: the replay, if cards of the record are unknown: then it sets its own position.
        loan: what keeps the position's table from other records.
    """

    def __init__(
        self, position: Position, move_numbers: list[int], replay: Replay | None = None, loan: object = None
    ) -> None:
        self.position: Position = position
        self.table: Table = position.table
        self.move_numbers = move_numbers
        self._steps: list[Step] = replay.line.steps if replay is not None else []
        self._walk = replay.walk() if replay is not None else None
        self._loan = loan

    def go_to(self, move: int) -> Table:
        """Set the position to the one after a move (0: as dealt), and return its table."""
        if self._walk is not None:
            self.position = self._walk.go_to(move)
            return self.position.table
        table = self.table
        for _ in range(table.plies - move):
            table.unplay()
        for move_number in self.move_numbers[table.plies : move]:
            table.play(move_number)
        return table

    def digests(self) -> dict[str, int]:
        """Return the digest of every position, each with the number of the first move it came after (0: as dealt)."""
        first_moves: dict[str, int] = {}
        position = self.position
        table = self.go_to(len(self.move_numbers))
        # From the last position to the first, so that the first move with a digest is the one that stays.
        for move in range(len(self.move_numbers), 0, -1):
            # Indexing spends most of its time here, so every call counts.
            first_moves[position.digest] = move
            if self._walk is None:
                table.unplay()
            else:
                self.go_to(move - 1)
                position = self.position
        first_moves[position.digest] = 0
        return first_moves

    def texts(self) -> Iterator[tuple[int, str]]:
        """Yield the text of every position, and the number of the move before it, from the last to the first."""
        for move in range(len(self.move_numbers), -1, -1):
            self.go_to(move)
            yield move, self.position.text

    def measure_weave(self, move: int) -> tuple[int, bool]:
        """Return how many cards the weave of a move lifted, and whether it ended in a stalemate. The move is given by
        its number, from 1."""
        # Where cards are unknown, the replay knows what the table doesn't.
        if self._steps:
            weave = self._steps[move - 1].move
            return len(weave.path or ()), weave.stalemate
        table = self.go_to(move - 1)
        table.play(self.move_numbers[move - 1])
        cards_lifted, is_stalemate = table.lifts, bool(table.ended)
        table.unplay()
        return cards_lifted, is_stalemate

    def steps(self) -> Iterator[tuple[int, Step]]:
        """Yield the step of every move, with its number from 1; the position is then the one after it."""
        self.go_to(0)
        for moves_played, move_number in enumerate(self.move_numbers, 1):
            if self._steps:
                self.go_to(moves_played)
                yield moves_played, self._steps[moves_played - 1]
            else:
                yield moves_played, self.position.play(move_number)


def positions_of(judgement: Judgement) -> RecordPositions | None:
    """Return the positions of a judged record; None if no cards could be dealt."""
    game, table, replay = judgement.game, judgement.table, judgement.replay
    if game is not None and table is not None:
        return RecordPositions(Position(table, game), table.moves_played(), loan=judgement.loan)
    if replay is None or not replay.dealt:
        return None
    position = replay.walk().position
    if replay.line.steps:
        return RecordPositions(position, [step.number for step in replay.line.steps], replay)
    return RecordPositions(position, position.table.moves_played())
