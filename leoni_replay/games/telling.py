"""How a game is told: what its places are called, how a card comes to them, and why a game is over.

A game says here only what it says in its own words; the sentences of replays are made in ``leoni_replay.show.prose``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from leoni_replay.games.places import place_words
from leoni_replay.games.steps import Position, Shift


class Telling(ABC):
    """The words of a game; a game without words of its own takes these."""

    #: what a card is called that the deal puts aside, and what all the piles are called together
    exile = "exile"
    tableau = "the piles"
    #: what has to be known to write down how it was dealt on a real table, a sentence a point
    as_dealt: tuple[str, ...] = ()
    #: what everybody saw of it
    dealt_open = "the table"

    def words(self, place: str) -> str:
        """What a place is called in a sentence."""
        return place_words(place)

    def goes(self, position: Position, change: Shift) -> tuple[str, str]:
        """How a card goes to a place of the table, in words: a verb and the rest, such as ``goes``, ``to pile 3`` or
        ``is``, ``laid on the talon``. The position is the one before the move."""
        return "goes", f"to {self.words(change.dest)}"

    def laid_out(self, base: str) -> tuple[str, str]:
        """How a base goes to its foundation during the game, in words: see :meth:`goes`."""
        return "goes", "out as a base"

    def filled(self, place: str) -> str:
        """How a card fills an empty place by force, in words."""
        return f"fills {self.words(place)}"

    def ends_weave(self, card: int) -> bool:
        """Whether a weave is over because a card was lifted, whatever that uncovers."""
        return False

    def why_won(self, position: Position) -> str:
        """Why the game is won, in words, where it is."""
        return f"all {position.table.cards} cards are on the foundations"

    def why_lost(self, position: Position) -> str:
        """Why the game is lost, in words; empty if it is not."""
        return self.lost_by(position) if position.table.may_be_lost() else ""

    @abstractmethod
    def lost_by(self, position: Position) -> str:
        """Why the game is lost, in words, where it is."""
