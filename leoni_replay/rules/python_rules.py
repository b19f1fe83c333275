"""The base of games from outside the package, on either build."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from leoni_replay.rules.numbers import PLACES
from leoni_replay.rules.table import Room, Table

#: the number of moves for which a list of legal moves has room
_MOST = 4096


class OpenTable(Table):
    """A position that asks Python methods for its rules, and offers them what games of the package use.

    A subclass has ``why``, ``moves``, ``perform``, ``standstill`` and ``lay_out``; ``may_be_lost``, if a game can go on
    without legal moves; and ``registers`` and ``recall``, if it remembers more than the cards and the number of the
    deal. With ``MISPLAYS``, moves against the rules can be recorded: ``carries`` and ``settle`` say what else they
    move.
    """

    def __init__(
        self, readings: Mapping[str, str], kinds: Sequence[bytes], laid: int, cards: int, places: int = PLACES
    ) -> None:
        Table.__init__(self, readings, kinds, laid, cards, places)

    # -- what a game defines ------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        raise NotImplementedError

    def moves(self, out: Room) -> int:
        raise NotImplementedError

    def perform(self, move: int) -> None:
        """Make a legal move with its forced consequences."""
        raise NotImplementedError

    def may_be_lost(self) -> bool:
        return self.left != 0 and not self.moves(array("I", bytes(4 * _MOST)))

    def recall(self, registers: int) -> None:
        """Set what ``registers`` returned."""
        self.deal = registers

    # -- what a game may use ------------------------------------------------------------------------------------------

    def shift(self, source: int, i: int, dest: int, to: int) -> int:
        """Move one card from an index of a place to one of another, and log it; returns the card."""
        return self._shift(source, i, dest, to)

    def shift_all(self, source: int, i: int, dest: int) -> None:
        """Move a card with the cards on it to the top of another place, and log it."""
        for _ in range(self.size[source] - i):
            self._shift(source, i, dest, self.size[dest])

    def build(self, source: int, i: int, kind: int) -> None:
        """Move a card to a foundation of its suit, and log it."""
        self._build(source, i, kind)

    def landing(self, card: int, dest: int) -> int:
        """The kind of foundation to which a card that fits goes, for ``ON_UP`` or ``ON_DOWN``."""
        return self._landing(card, dest)

    def turn_up(self, place: int, i: int) -> None:
        """Turn up a card that lies face down, and log it."""
        self._turn_up(place, i)

    def show(self, card: int) -> None:
        """Note a card that is turned up or moved as a forced consequence."""
        self._show(card)

    def relay(self, places: Iterable[int]) -> None:
        """Save how places lie, before they or those between them are laid again, and log it."""
        numbers = sorted(places)
        if numbers:
            self._relay(numbers[0], numbers[-1])

    # -- what the package calls ---------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        return self.why(move)

    def _moves(self, out: Room) -> int:
        return self.moves(out)

    def _perform(self, move: int) -> None:
        self.perform(move)
        self._note()

    def _restore(self, registers: int) -> None:
        self.recall(registers)
