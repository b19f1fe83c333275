"""What only the game can say about its unknown cards: one class per game, which its declaration names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Refusal
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.unknown.position import NamedStep, UnknownPosition
from leoni_replay.unknown.proofs import Proofs


class Names(ABC):
    """The unknown cards that the moves of a game name, and what they prove about others.

    Args:
        game: the game under the rules of one record.
    """

    #: whether the game can be lost only where no available card fits a foundation
    lost_at_standstill = False
    #: the places that a redeal makes the stock from, in the order in which they are gathered
    gathers: tuple[str, ...] = ()
    #: the piles on which cards are built
    built: tuple[str, ...] = ()

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @classmethod
    @abstractmethod
    def complete(cls, reader: RecordReader) -> ReadResult:
        """Read a record with unknown cards: one without a ``Deal`` tag, or whose layout does not name them all."""

    @abstractmethod
    def name_cards(self, proofs: Proofs, command: Move) -> NamedStep | None:
        """Identify the unknown cards that a written command names.

        Args:
            proofs: what is known about unknown cards, at the position before the command; what follows is added.
            command: the command.

        Returns:
            The step, if the command has been played too, because it rearranges unknown cards; otherwise None.

        Raises:
            Refused: a named card cannot be there (M227), or a card that matters is not named (M228).
        """

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        """Return the places of the cards that a command shows, in order (6, 7), each with the index from the bottom."""
        return []

    def learn(self, proofs: Proofs, step: NamedStep) -> None:
        """Learn about unknown cards that the move just played did not name.

        Raises:
            Refused: one of them cannot be any card (M227).
        """
        return

    def stands_still(self, position: UnknownPosition) -> bool:
        """Whether it follows from a lost game in this position that no available card fits a foundation: most games,
        but not all, go on while one does."""
        return True

    def unsure(self, proofs: Proofs, step: NamedStep) -> Refusal | None:
        """Return why the move just played depends on an unknown card; None if it doesn't."""
        return None

    def with_blanks(self, position: Position) -> UnknownPosition:
        """Return a copy of a position in which every unknown card is a blank (:class:`UnknownCard`) of its own."""
        return UnknownPosition(position.table.copy(), self.game, position.places, self.gathers)
