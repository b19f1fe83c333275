"""What the replay and its claims ask of the one that keeps track of cards that are not known (``unknown/``)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from leoni_replay.commands import Command
from leoni_replay.games.steps import Position, Step


class Knowledge(ABC):
    """What a record has told so far of the cards that are not known."""

    #: how deep in variations the reading is
    aside: int = 0
    #: whether the game can be lost only where no available card fits a foundation
    lost_at_standstill: bool = False
    #: whether this reading looks at claims; one that only finds cards out does not
    asks: bool = True

    @abstractmethod
    def advance(self, position: Position, command: Command) -> Step:
        """Play what a command means, with the cards that it names where they were not known.

        Raises:
            Refused, Ambiguous: as ``Game.advance``, and where a card that is named cannot be there (M227), or one that
                matters is not known and not named (M228). Nothing has been played or found out then.
        """

    @abstractmethod
    def look(self, position: Position) -> None:
        """Take note of the table that is spoken of from now."""

    @abstractmethod
    def rest(self, position: Position) -> None:
        """Take it that this is a standstill: no available card that is not known fits a foundation.

        Raises:
            Refused: one can be nothing else.
        """

    @abstractmethod
    def weigh(self, outcome: Exception | None) -> Exception | None:
        """What the claim comes to that was just looked at, which stands after all moves that have been read.

        Args:
            outcome: ``Refuted`` or ``Untold`` as it has turned out in this reading; None if it holds.

        Returns:
            The same, or what it comes to if the record can be read in other ways as well.
        """

    @abstractmethod
    def tried(self, position: Position, command: Command) -> Step:
        """What a command would do; neither played nor remembered.

        Raises:
            Refused, Ambiguous: as :meth:`advance`.
        """

    @abstractmethod
    def supposed(self, step: Step) -> str:
        """What a step that was tried took for granted of unknown cards, in words; empty if nothing."""

    @abstractmethod
    def may_be(self, position: Position, lies: int, card: int) -> bool:
        """Whether an unknown card, as it lies in ``position.places``, can be this one."""

    @abstractmethod
    def may_fit(self, position: Position) -> str:
        """A place with an available card that is not known and may fit a foundation; empty if there is none."""

    @abstractmethod
    def in_order(self, position: Position, place: str) -> bool:
        """Whether it is known in which order the cards of a place lie."""

    @abstractmethod
    def all_known(self, position: Position) -> bool:
        """Whether every card on the table is known, and how deep it lies."""
