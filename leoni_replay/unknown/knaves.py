"""Which knaves went out as the table of Anna was laid, where the record does not say it: those that it needs, or all
that it does not show, if the stock runs out."""

from __future__ import annotations

from typing import Final

from leoni_replay.cards import RANK, SUIT
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.blanks import EVERY, Blank, bits
from leoni_replay.unknown.completing import Completing, further, may_be_otherwise
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns

JACK: Final = 11


class CompletingAnna(Completing):
    """A record of Anna that is read from what its moves prove."""

    def __init__(self, transcript: Transcript, setup: Setup, names: Names, read: Read, piles: tuple[str, ...]) -> None:
        super().__init__(transcript, setup, names, read)
        self.piles = piles

    def tried(self) -> Reading:
        """Try which knaves went out as the table was laid, unless a layout says it."""
        if self.setup.position is not None:
            return self.plain()
        commands = [move.command for move in self.transcript.moves()]
        shown = [card for command in commands for card in (command.card, *(command.shown or ())) if card is not None]
        knaves = [SUIT[card] for card in shown if RANK[card] == JACK]
        most = [max(0, 2 - knaves.count(suit)) for suit in range(4)]
        out = [0, 0, 0, 0]
        best: Reading | None = None
        while True:
            start = self.dealt([suit * 13 + JACK - 1 for suit in range(4) for _ in range(out[suit])])
            self._no_knaves(start)
            unknowns = Unknowns(self.names, start)
            reading = self.judged(unknowns)
            if not may_be_otherwise(reading.fault):
                return reading
            best = further(best, reading)._replace(searched=True)
            card = unknowns.latest.card if unknowns.latest is not None else None
            waits = reading.fault is not None and reading.fault.code == "M203" and card is not None
            if waits and card is not None and out[SUIT[card]] < most[SUIT[card]]:
                # A card waits for a knave that nothing has shown.
                out[SUIT[card]] += 1
            elif out != most:
                out = list(most)
            else:
                return best

    def _no_knaves(self, start: UnknownPosition) -> None:
        """No knave stays in a pile."""
        may = EVERY & ~bits(card for card in range(52) if RANK[card] == JACK)
        for name in self.piles:
            for card in start.places[name]:
                if isinstance(card, Blank):
                    card.slot.may = may
                    card.slot.bans.append((EVERY & ~may, "a knave goes out at once"))
