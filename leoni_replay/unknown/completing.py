"""A record whose deal is not known, or not wholly: what its moves prove of the cards, and whether they agree.

It is read more than once. The first reading starts from a table of unknown cards, which the moves name one by one.
What is proved is then laid open from the start, and the record is judged anew, as strictly as any other. Claims come
last: they hold, or fail, only if they do so in every way in which the record can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.diagnostics import Fault
from leoni_replay.notation.tree import Claim, Item, Transcript, Variation
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.counting import only_ones
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns
from leoni_replay.unknown.weighing import Weighing

#: How often a record is read anew because the last reading has proved more.
_READINGS = 6


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
        #: whether anything is claimed
        self.claims = _any_claim([*transcript.items, *transcript.epilogue])
        #: how many moves are to be read, those of variations included; None for the whole record
        self.end: int | None = None

    def completed(self) -> Reading:
        """Read the record. If it is wrong at a move or in its result, the claims before that are judged as those of a
        record that ends there."""
        reading, unknowns = self.tried()
        if not self.claims or reading.fault is None or reading.fault.code[0] == "C":
            return reading
        # Of a move that is not what is written of it, more has been read than is right.
        self.end = unknowns.read_moves - (reading.fault.code in ("M206", "M218"))
        before, _ = self.tried()
        if before.fault is not None and before.fault.code[0] == "C":
            return before
        reading.replay.diagnostics += [
            diagnostic for diagnostic in before.replay.diagnostics if diagnostic.code == "C403"
        ]
        return reading

    def tried(self) -> tuple[Reading, Unknowns]:
        """Read a record whose first table leaves nothing open but which cards they are."""
        unknowns = self.opened(self.laid() or self.dealt([]))
        return self.claimed(self.judged(unknowns), unknowns), unknowns

    def opened(self, start: UnknownPosition) -> Unknowns:
        """What is known of the cards before a record is read from a table."""
        unknowns = Unknowns(self.names, start)
        unknowns.end = self.end
        return unknowns

    def laid(self) -> UnknownPosition | None:
        """The first table, if a layout says it, with the cards that can be no other ones by what the packs hold."""
        position = self.setup.position
        if position is None:
            return None
        hidden = self.names.hidden(position)
        for place, at, card in only_ones(self.setup.game.packs, hidden) or ():
            hidden.reveal(place, at, card | (int(hidden.places[place][at]) & DOWN))
        return hidden

    def fits(self, reading: Reading, unknowns: Unknowns) -> bool:
        """Whether nothing is wrong with a reading, as far as the record is to be read."""
        return reading.fault is None or unknowns.read_moves == self.end

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
        """Read the moves of a record from one opening, and judge them by what they have proved; ``doubts`` takes back
        what they have proved only of this opening. What its claims come to is noted."""
        reading = self.read(unknowns.open(0), unknowns)
        if not self.fits(reading, unknowns):
            return reading
        doubts()
        if not unknowns.count():
            # There are not cards enough: the move that says so is found by counting behind every one.
            unknowns.forget()
            unknowns.check = unknowns.count
            return self.read(unknowns.open(0), unknowns)
        self.tell(unknowns)
        for _ in range(_READINGS):
            before = unknowns.proved
            reading = self.read(unknowns.open(1), unknowns)
            if not self.fits(reading, unknowns) or (not self.tell(unknowns) and unknowns.proved == before):
                break
        if self.fits(reading, unknowns) and unknowns.guessed():
            # A card that is available at whatever depth it lies is judged as if it had been known.
            as_guessed = self.read(unknowns.open(2), unknowns)
            if as_guessed.fault is not None and self.names.wrong_as_guessed(as_guessed.fault.code):
                return as_guessed
        if reading.fault is None:
            reading.replay.unknown = len(unknowns.blanks())
        return reading

    def claimed(self, reading: Reading, unknowns: Unknowns) -> Reading:
        """Judge the claims of a record of which the moves are right."""
        if not self.claims or not self.fits(reading, unknowns):
            return reading
        unknowns.weighing = Weighing(unknowns.outcomes)
        self.elsewhere(unknowns.weighing, unknowns)
        judged = self.read(unknowns.open(1), unknowns)
        judged.replay.unknown = reading.replay.unknown if judged.fault is None else None
        return judged._replace(searched=reading.searched)

    def elsewhere(self, weighing: Weighing, unknowns: Unknowns) -> None:
        """Weigh what the claims come to in the other ways in which the record can be read."""
        return

    def tell(self, unknowns: Unknowns) -> bool:
        """Say what is assumed of the cards; returns whether something else was said before."""
        return False


def may_be_otherwise(fault: Fault | None) -> bool:
    """Whether another opening could help against a fault: one of moves or the result."""
    return fault is not None and (fault.code[0] == "M" or fault.code in ("R501", "R502"))


def further(best: Reading | None, reading: Reading) -> Reading:
    """The reading that got further; of equal ones the first."""
    return reading if best is None or reading.replay.moves > best.replay.moves else best


def _any_claim(items: Sequence[Item]) -> bool:
    return any(isinstance(item, Claim) or (isinstance(item, Variation) and _any_claim(item.items)) for item in items)
