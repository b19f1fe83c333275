"""The words of a game: what its places are called, how a card comes to them, and why a game is over.

A game overrides only what differs; the sentences of replays are made in ``leoni_replay.show.prose``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.games.steps import Position, Shift, Step


class Telling(ABC):
    """The words of a game, and the defaults for games without words of their own."""

    #: the names of its places
    vocabulary: ClassVar[Vocabulary] = COMMON
    #: the word for a card that the deal puts aside, and the words for all the piles together
    exile = "exile"
    tableau = "the piles"
    #: what must be known to record the deal of a real table, one sentence per point
    as_dealt: tuple[str, ...] = ()
    #: what everybody saw of it
    dealt_open = "the table"

    def words(self, place: str) -> str:
        """The name of a place in a sentence."""
        return self.vocabulary.place_words(place)

    def goes(self, position: Position, change: Shift) -> tuple[str, str]:
        """How a card goes to a place, in words: a verb and the rest, such as ``goes``, ``to pile 3`` or ``is``, ``laid
        on the talon``. The position is the one before the move."""
        return "goes", f"to {self.words(change.dest)}"

    def action_words(self, step: Step) -> str:
        """What a move of the game's own did that is written as a word alone; by default this word."""
        return str(step.move)

    def laid_out(self, base: str) -> tuple[str, str]:
        """How a base goes to its foundation during the game, in words: see :meth:`goes`."""
        return "goes", "out as a base"

    def filled(self, place: str) -> str:
        """How a card fills an empty place by force, in words."""
        return f"fills {self.words(place)}"

    def ends_weave(self, card: int) -> bool:
        """Whether a weave ends because a card was lifted, whatever that uncovers."""
        return False

    def why_won(self, position: Position) -> str:
        """Why a won game is won, in words."""
        return f"all {position.table.cards} cards are on the foundations"

    def why_lost(self, position: Position) -> str:
        """Why the game is lost, in words; empty if it is not."""
        return self.lost_by(position) if position.table.may_be_lost() else ""

    @abstractmethod
    def lost_by(self, position: Position) -> str:
        """Why a lost game is lost, in words."""
