"""What is known about the cards of a record: here everything, and with unknown cards what ``unknown/`` finds out."""

from __future__ import annotations

from typing import Any

from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.misplays import misplay, put_right
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.steps import Step


class Knowledge:
    """What the replay and its claims ask about the cards of a record. In this class all cards are known.

    Attributes:
        all_known: whether all cards are known from the start.
        lost_at_standstill: whether the game can be lost only where no unknown available card fits a foundation.
        variation_depth: how many variations deep the reading is.
    """

    all_known = True
    lost_at_standstill = False
    variation_depth = 0

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @property
    def checks_claims(self) -> bool:
        """Whether this reading checks claims."""
        return True

    def advance(self, position: Position, command: Move) -> Step:
        """Play what a command means, with the names that it gives to unknown cards.

        Raises:
            Refused, Ambiguous: as ``Game.advance`` does; also where a named card cannot be there (M227), or a card that
                matters is neither known nor named (M228). Nothing has been played or learned then.
        """
        return position.play_command(command)

    def do_by_hand(self, position: Position, command: Move) -> tuple[Step, Refusal | None]:
        """Do what a misplay or a setting says, if every card that it moves or brings to light is known or named, and
        nothing unknown decides whether the rules have it. Return the step, and of a misplay the rule that it breaks.

        Raises:
            Refused: it cannot be done, or is not known well enough. Nothing has been done then.
        """
        if command.how == "misplay":
            return misplay(position, command)
        return put_right(position, command), None

    def set_position(self, position: Position) -> None:
        """Take note of the position that is being looked at from now on."""

    def assume_standstill(self, position: Position) -> None:
        """Assume that this is a standstill: no unknown available card fits a foundation.

        Raises:
            Refused: some available card must fit.
        """

    def combine_readings(self, outcome: Exception | None) -> Exception | None:
        """Combine the outcome in this reading (``Refuted``, ``Undecided``, or None for a true claim) of the claim that
        stands after all moves read so far with its outcome in the other ways in which the record can be read."""
        return outcome

    def try_command(self, position: Position, command: Move) -> Step:
        """Find out what a command would do, without playing or remembering it.

        Raises:
            Refused, Ambiguous: as :meth:`advance`.
        """
        step = position.play_command(command)
        position.undo(step)
        return step

    def assumption(self, step: Step) -> str:
        """Return in words what a tried step assumes about unknown cards; empty if nothing."""
        return ""

    def may_be(self, position: Position, unknown_card: int, card: int) -> bool:
        """Whether an unknown card, as ``position.places`` has it, can be this one."""
        return False

    def may_fit(self, position: Position) -> str:
        """Return a place with an unknown available card that may fit a foundation, or, if no known move is legal, may
        be moved or built on; empty if there is none."""
        return ""

    def knows_order(self, position: Position, place: str) -> bool:
        """Whether the order of the cards of a place is known."""
        return True

    def knows_all(self, position: Position) -> bool:
        """Whether every card in the position is known, and where it lies."""
        return True
