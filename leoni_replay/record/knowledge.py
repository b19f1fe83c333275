"""The interface through which the replay and its claims ask about unknown cards; ``unknown/`` implements it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from leoni_replay.commands import Command
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.steps import Position, Step


class Knowledge(Protocol):
    """What a record has shown so far about its unknown cards.

    ``aside`` is how many variations deep the reading is. ``lost_at_standstill`` is set if the game can be lost only
    where no available card fits a foundation. ``asks`` is set if this reading checks claims.
    """

    aside: int
    lost_at_standstill: bool

    @property
    def asks(self) -> bool: ...

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
        nothing unknown decides whether the rules have it. Return the step, and of a misplay the rule that it breaks.

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
        """Weigh the outcome in this reading (``Refuted``, ``Undecided``, or None for a true claim) of the claim that
        stands after all moves read so far. Return its outcome over all ways in which the record can be read."""

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
        """A place with an unknown available card that may fit a foundation, or, if no known move is legal, may be
        moved or built on; empty if there is none."""

    @abstractmethod
    def in_order(self, position: Position, place: str) -> bool:
        """Whether the order of the cards of a place is known."""

    @abstractmethod
    def all_known(self, position: Position) -> bool:
        """Whether every card in the position is known, and where it lies."""
