# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""A table whose rules are written elsewhere: for games from outside the package, on either build."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from leoni_replay.rules.numbers import PLACES
from leoni_replay.rules.table import Room, Table

#: the number of moves for which a list of legal moves has room
_MOST = 4096


class OpenTable(Table):
    """A table that asks methods of Python for its rules, and lends them what games of the package use themselves.

    A subclass says ``why``, ``moves``, ``perform``, ``standstill`` and ``lay_out``; ``may_be_lost``, if a game is not
    lost as soon as no move is legal; and what it remembers beside the cards, if that is more than the number of the
    deal: ``registers`` and ``recall``. With ``MISPLAYS``, moves against the rules can be recorded: ``carries`` and
    ``settle`` say what else they move.
    """

    def __init__(
        self, readings: Mapping[str, str], kinds: Sequence[bytes], laid: int, cards: int, places: int = PLACES
    ) -> None:
        Table.__init__(self, readings, kinds, laid, cards, places)

    # -- what a game says ---------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        raise NotImplementedError

    def moves(self, out: Room) -> int:
        raise NotImplementedError

    def perform(self, move: int) -> None:
        """Do what a legal move says, and what follows from it by force."""
        raise NotImplementedError

    def standstill(self) -> bool:
        raise NotImplementedError

    def may_be_lost(self) -> bool:
        return self.left != 0 and not self.moves(array("I", bytes(4 * _MOST)))

    def lay_out(self) -> None:
        """The first deal, from the stock."""
        raise NotImplementedError

    def written(self, rows: int) -> None:
        """What a table that is written down leaves unsaid. ``rows`` is the last row of a grid that is listed."""

    def settle(self, source: int) -> None:
        """What follows by force where cards have been moved from a place against the rules."""

    def forced(self, move: int) -> int:
        return 0

    def registers(self) -> int:
        return self.deal

    def recall(self, registers: int) -> None:
        """Remember what ``registers`` gave."""
        self.deal = registers

    def won(self) -> bool:
        return self.left == 0

    # -- what it may use ----------------------------------------------------------------------------------------------

    def shift(self, source: int, i: int, dest: int, to: int) -> int:
        """Move one card from an index of a place to one of another, and write it down; returns the card."""
        return self._shift(source, i, dest, to)

    def shift_all(self, source: int, i: int, dest: int) -> None:
        """Move a card to the top of another place with all the cards that lie on it, and write it down."""
        for _ in range(self.size[source] - i):
            self._shift(source, i, dest, self.size[dest])

    def build(self, source: int, i: int, kind: int) -> None:
        """Move a card to a foundation of its suit, and write it down."""
        self._build(source, i, kind)

    def landing(self, card: int, dest: int) -> int:
        """The kind of foundation on which a card that fits goes, for ``ON_UP`` or ``ON_DOWN``."""
        return self._landing(card, dest)

    def turn_up(self, place: int, i: int) -> None:
        """Turn up a card that lies face down, and write it down."""
        self._turn_up(place, i)

    def show(self, card: int) -> None:
        """Note a card that comes to light, or moves, as a forced consequence."""
        self._show(card)

    def relay(self, places: Iterable[int]) -> None:
        """Write down that places are to be laid anew, and how they lie now; those between them may be as well."""
        numbers = sorted(places)
        if numbers:
            self._relay(numbers[0], numbers[-1])

    # -- how the package asks -----------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        return self.why(move)

    def _moves(self, out: Room) -> int:
        return self.moves(out)

    def _perform(self, move: int) -> None:
        self.perform(move)
        self._note()

    def _settle(self, source: int) -> None:
        self.settle(source)

    def _standstill(self) -> bool:
        return self.standstill()

    def _lay_out(self) -> None:
        self.lay_out()

    def _written(self, rows: int) -> None:
        self.written(rows)

    def _forced(self, move: int) -> int:
        return self.forced(move)

    def _registers(self) -> int:
        return self.registers()

    def _restore(self, registers: int) -> None:
        self.recall(registers)

    def _won(self) -> bool:
        return self.won()
