"""A record whose deal is not known, or not wholly: what its moves prove of the cards, and whether they agree.

It is read more than once. The first reading starts from a table of unknown cards, which the moves name one by one.
What is proved is then laid open from the start, and the record is judged anew, as strictly as any other.
"""

from __future__ import annotations

from collections.abc import Callable

from leoni_replay.cards import UNKNOWN
from leoni_replay.diagnostics import Fault
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.counting import count
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns


class Completing:
    """One record that is read from what its moves prove.

    Args:
        transcript: the record.
        setup: its game, and its first table, if a layout describes it.
        names: what the game says of unknown cards.
        read: how the record is read from a table.
    """

    def __init__(self, transcript: Transcript, setup: Setup, names: Names, read: Read) -> None:
        self.transcript = transcript
        self.setup = setup
        self.names = names
        self.read = read

    def plain(self) -> Reading:
        """Read a record whose first table leaves nothing open but which cards they are."""
        laid = self.setup.position
        return self.judged(Unknowns(self.names, self.names.hidden(laid) if laid is not None else self.dealt([])))

    def dealt(self, first: list[int]) -> UnknownPosition:
        """The table after a deal of unknown cards, but for the first."""
        game = self.setup.game
        start = game.start(first + [UNKNOWN] * (52 * game.packs - len(game.bases) - len(first)))
        return self.with_orders(self.names.hidden(start))

    def with_orders(self, start: UnknownPosition) -> UnknownPosition:
        """A table, with the written orders of shuffled redeals."""
        start.table.orders = {number: bytes(order) for number, order in self.setup.orders.items()}
        return start

    def judged(self, unknowns: Unknowns, doubts: Callable[[], None] = lambda: None) -> Reading:
        """Read a record from one opening, and judge it by what it has proved; ``doubts`` takes back what it has proved
        only of this opening."""
        reading = self.read(unknowns.open(0), unknowns)
        if reading.fault is not None:
            return reading
        doubts()
        if not count(unknowns):
            # There are not cards enough: the move that says so is found by counting behind every one.
            unknowns.forget()
            unknowns.check = lambda: count(unknowns)
            return self.read(unknowns.open(0), unknowns)
        self.tell(unknowns)
        reading = self.read(unknowns.open(1), unknowns)
        if self.tell(unknowns):
            reading = self.read(unknowns.open(1), unknowns)
        if reading.fault is None and unknowns.guessed():
            # A card that is available at whatever depth it lies is judged as if it had been known.
            as_guessed = self.read(unknowns.open(2), unknowns)
            if as_guessed.fault is not None and self.names.wrong_as_guessed(as_guessed.fault.code):
                return as_guessed
        if reading.fault is None:
            reading.done.unknown = len(unknowns.blanks())
        return reading

    def tell(self, unknowns: Unknowns) -> bool:
        """Say what is assumed of the cards; returns whether something else was said before."""
        return False


def may_be_otherwise(fault: Fault | None) -> bool:
    """Whether another opening could help against a fault: one of moves, claims or the result."""
    return fault is not None and (fault.code[0] in "MC" or fault.code in ("R501", "R502"))


def further(best: Reading | None, reading: Reading) -> Reading:
    """The reading that got further; of equal ones the first."""
    return reading if best is None or reading.done.moves > best.done.moves else best
