"""The knaves that went out while Anna's first position was laid, if the record doesn't say it: those that it needs, or
all that it doesn't show, if the stock runs out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from leoni_replay.cards import RANK, SUIT
from leoni_replay.notation.tree import Item, Move, Transcript, Variation
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.blanks import EVERY, Blank, bits
from leoni_replay.unknown.claim_outcomes import Weighing
from leoni_replay.unknown.completing import Completing, may_be_otherwise
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns

JACK: Final = 11


class CompletingAnna(Completing):
    """A record of Anna that is judged by what its moves prove."""

    def __init__(self, transcript: Transcript, setup: Setup, names: Names, read: Read, piles: tuple[str, ...]) -> None:
        super().__init__(transcript, setup, names, read)
        self.piles = piles
        #: how many knaves of each suit are out in the first position, in the reading shown, and at most
        self.out: tuple[int, ...] = ()
        self.most: tuple[int, ...] = ()

    def tried(self) -> tuple[Reading, Unknowns]:
        """Try which knaves went out while the first position was laid, unless a layout says it."""
        if self.setup.position is not None:
            return super().tried()
        shown = _knaves(self.transcript.items)
        self.most = tuple(max(0, 2 - count) for count in shown)
        out = [0, 0, 0, 0]
        best: tuple[Reading, Unknowns] | None = None
        while True:
            unknowns = self._opening(out)
            reading = self.judged(unknowns)
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                self.out = tuple(out)
                return self.claimed(reading, unknowns), unknowns
            if best is None or reading.replay.moves > best[0].replay.moves:
                best = reading, unknowns
            card = unknowns.latest.card if unknowns.latest is not None else None
            waits = reading.fault is not None and reading.fault.code == "M203" and card is not None
            if waits and card is not None and out[SUIT[card]] < self.most[SUIT[card]]:
                # A card waits for a knave that no move has shown.
                out[SUIT[card]] += 1
            elif out != list(self.most):
                out = list(self.most)
            else:
                return best[0]._replace(searched=True), best[1]

    def is_laid(self, unknowns: Unknowns) -> bool:
        if self.setup.position is not None:
            return True
        others = (out for out in product(*(range(most + 1) for most in self.most)) if out != self.out)
        return not any(self._can_be(out) for out in others)

    def _can_be(self, out: Sequence[int]) -> bool:
        """Whether the record may be right with these numbers of knaves out."""
        unknowns = self._opening(out)
        reading = self.judged(unknowns)
        return self.fits(reading, unknowns) or (reading.fault is not None and reading.fault.code == "M228")

    def elsewhere(self, weighing: Weighing, unknowns: Unknowns) -> None:
        if self.setup.position is not None:
            return
        for out in product(*(range(most + 1) for most in self.most)):
            if not weighing.open(range(len(weighing))):
                return
            other = self._opening(out)
            reading = self.judged(other)
            if self.fits(reading, other):
                weighing.add(other.outcomes, "which knaves went out as the table was laid")
            elif reading.fault is not None and reading.fault.code == "M228":
                weighing.cut = True

    def _opening(self, out: Sequence[int]) -> Unknowns:
        """The first position, with these numbers of knaves out."""
        start = self.dealt([suit * 13 + JACK - 1 for suit in range(4) for _ in range(out[suit])])
        self._no_knaves(start)
        return self.opened(start)

    def _no_knaves(self, start: UnknownPosition) -> None:
        """Exclude knaves from the piles."""
        may = EVERY & ~bits(card for card in range(52) if RANK[card] == JACK)
        for name in self.piles:
            for card in start.places[name]:
                if isinstance(card, Blank):
                    card.slot.may = may
                    card.slot.bans.append((EVERY & ~may, "a knave goes out at once"))


def _knaves(items: Sequence[Item]) -> list[int]:
    """How many knaves of each suit some moves show. A variation shows them again, so the line with the most counts."""
    line = [0, 0, 0, 0]
    most = [0, 0, 0, 0]
    last: list[int] = []
    for item in items:
        if isinstance(item, Move):
            command = item.command
            cards = [card for card in (command.card, *(command.shown or ())) if card is not None]
            last = [SUIT[card] for card in cards if RANK[card] == JACK]
            for suit in last:
                line[suit] += 1
        elif isinstance(item, Variation):
            inner = _knaves(item.items)
            most = [max(most[suit], line[suit] - last.count(suit) + inner[suit]) for suit in range(4)]
    return [max(counts) for counts in zip(line, most, strict=True)]
