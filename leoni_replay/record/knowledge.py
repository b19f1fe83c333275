"""The interface through which the replay and its claims ask about unknown cards; ``unknown/`` implements it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from leoni_replay.commands import Command
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.steps import Position, Step


class Knowledge(ABC):
    """What a record has shown so far about its unknown cards."""

    #: how many variations deep the reading is
    aside: int = 0
    #: whether the game can be lost only where no available card fits a foundation
    lost_at_standstill: bool = False
    #: whether this reading checks claims (a reading that only identifies cards does not)
    asks: bool = True

    @abstractmethod
    def advance(self, position: Position, command: Command) -> Step:
        """Play what a command means, with the names that it gives to unknown cards.

        Raises:
            Refused, Ambiguous: as ``Game.advance`` does; also where a named card cannot be there (M227), or a card that
                matters is neither known nor named (M228). Nothing has been played or learned then.
        """

    @abstractmethod
    def happened(self, position: Position, command: Command) -> tuple[Step, Refusal | None]:
        """Do what a misplay or a setting says, if every card that it moves or brings to light is known or named, and
        nothing unknown decides whether the rules have it.

        Returns:
            The step, and of a misplay the rule that it breaks.

        Raises:
            Refused: it cannot be done, or is not known well enough. Nothing has been done then.
        """

    @abstractmethod
    def look(self, position: Position) -> None:
        """Take note of the position that is being looked at from now on."""

    @abstractmethod
    def rest(self, position: Position) -> None:
        """Assume that this is a standstill: no unknown available card fits a foundation.

        Raises:
            Refused: some available card must fit.
        """

    @abstractmethod
    def weigh(self, outcome: Exception | None) -> Exception | None:
        """Weigh the outcome of the claim just checked, which stands after all moves read so far.

        Args:
            outcome: ``Refuted`` or ``Untold``, as this reading has it; None if the claim is true.

        Returns:
            The outcome over all ways in which the record can be read.
        """

    @abstractmethod
    def tried(self, position: Position, command: Command) -> Step:
        """Find out what a command would do, without playing or remembering it.

        Raises:
            Refused, Ambiguous: as :meth:`advance`.
        """

    @abstractmethod
    def supposed(self, step: Step) -> str:
        """What a tried step assumes about unknown cards, in words; empty if nothing."""

    @abstractmethod
    def may_be(self, position: Position, lies: int, card: int) -> bool:
        """Whether an unknown card, as ``position.places`` has it, can be this one."""

    @abstractmethod
    def may_fit(self, position: Position) -> str:
        """A place with an unknown available card that may fit a foundation; empty if there is none."""

    @abstractmethod
    def in_order(self, position: Position, place: str) -> bool:
        """Whether the order of the cards of a place is known."""

    @abstractmethod
    def all_known(self, position: Position) -> bool:
        """Whether every card in the position is known, and where it lies."""
