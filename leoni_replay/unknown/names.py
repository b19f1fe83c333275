"""What the unknown cards of a game hang on that the game alone can say: one class a game, which its declaration
names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from leoni_replay.commands import Command
from leoni_replay.games import Game
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.steps import Change, Position
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.rules.table import Table
from leoni_replay.unknown.position import NamedStep, UnknownPosition
from leoni_replay.unknown.proofs import Proofs


class Read(Protocol):
    """Reads a record from a table, naming unknown cards on the way if there are any."""

    def __call__(
        self, position: Position, knowledge: Knowledge | None = None, noted: list[Exception | None] | None = None
    ) -> Reading:
        """Read it; the outcomes of its claims are added to ``noted``, if it is given, and not judged."""


class Names(ABC):
    """Which unknown cards the moves of a game name, and what they prove of others.

    Args:
        game: the game under the rules of one record.
    """

    #: whether a game can be lost only where no available card fits a foundation
    lost_at_standstill = False
    #: the places of which a redeal makes the stock again, in the order in which they are gathered
    gathers: tuple[str, ...] = ()

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @classmethod
    @abstractmethod
    def complete(cls, transcript: Transcript, setup: Setup, read: Read) -> Reading:
        """Read a record with unknown cards: one without a ``Deal`` tag, or whose layout does not name them all."""

    @abstractmethod
    def name_cards(
        self, proofs: Proofs, position: UnknownPosition, command: Command, changes: list[Change]
    ) -> NamedStep | None:
        """Lay open the cards that a written command names where they are not known. The step, if the command has been
        played as well, because it lays cards anew that are not known.

        Raises:
            Refused: a card that is named cannot be there (M227), or one that matters is not named (M228).
        """

    def learn(self, proofs: Proofs, position: UnknownPosition, step: NamedStep, changes: list[Change]) -> None:
        """Find out what a move that was just played says of unknown cards that it did not name; ``changes`` are those
        that have been made for it so far.

        Raises:
            Refused: one of them can be no card at all (M227).
        """
        return

    def stands_still(self, position: UnknownPosition) -> bool:
        """Whether a game that is lost here is so only if no available card fits a foundation."""
        return True

    def unsure(self, proofs: Proofs, position: UnknownPosition, step: NamedStep) -> Refusal | None:
        """Why a move that was just played depends on a card that is not known; None if it does not."""
        return None

    def wrong_as_guessed(self, code: str) -> bool:
        """Whether a record is wrong if it breaks the rules in this way once the cards are taken for what they were
        guessed to be."""
        return False

    def table(self, position: Position) -> Table:
        """An independent table with the same cards, on which unknown ones may lie."""
        return position.table.copy()

    def hidden(self, position: Position) -> UnknownPosition:
        """A table whose unknown cards have slots of their own."""
        return UnknownPosition(self.table(position), position.places, self.gathers)
