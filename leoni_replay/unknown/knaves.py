"""The knaves that went out while Anna's first position was laid, if the record doesn't say it: those that it needs, or
all that it doesn't show, if the stock runs out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from leoni_replay.cards import RANK, SUIT
from leoni_replay.diagnostics import CARD_NOT_KNOWN, DOES_NOT_FIT
from leoni_replay.notation.transcript import Item, MoveItem, Variation
from leoni_replay.record.checker import ReadResult
from leoni_replay.record.claim_proofs import Undecided
from leoni_replay.unknown.possible_deals import Outcome, not_all_tried, over_both
from leoni_replay.unknown.try_all_deals import Completing, may_be_otherwise
from leoni_replay.unknown.unknown_cards import ALL_CARDS, CardIdentity, UnknownCard, set_of
from leoni_replay.unknown.unknowns import Unknowns

JACK: Final = 11


class CompletingAnna(Completing):
    """A record of Anna that is judged by what its moves prove."""

    #: how many knaves of each suit are out in the first position, in the reading shown, and at most: none that a layout
    #: doesn't show
    out: tuple[int, ...] = ()
    most: tuple[int, ...] = ()

    def try_openings(self) -> tuple[ReadResult, Unknowns]:
        """Try which knaves went out while the first position was laid, unless a layout says it."""
        if self.setup.position is not None:
            return super().try_openings()
        shown = _knaves(self.transcript.items)
        self.most = tuple(max(0, 2 - count) for count in shown)
        out = [0, 0, 0, 0]
        best: tuple[ReadResult, Unknowns] | None = None
        while True:
            unknowns = self._knowledge_with(out)
            reading = self.judge_moves(unknowns)
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                self.out = tuple(out)
                return self.judge_claims(reading, unknowns), unknowns
            if best is None or reading.replay.moves > best[0].replay.moves:
                best = reading, unknowns
            card = unknowns.latest.card if unknowns.latest is not None else None
            waits = reading.fault is not None and reading.fault.code == DOES_NOT_FIT
            if waits and card is not None and out[SUIT[card]] < self.most[SUIT[card]]:
                # A card waits for a knave that no move has shown.
                out[SUIT[card]] += 1
            elif out != list(self.most):
                out = list(self.most)
            else:
                self.searched = True
                return best

    def knows_places(self, unknowns: Unknowns) -> bool:
        return not any(True for _ in self._others())

    def _others(self) -> Iterator[tuple[ReadResult, Unknowns]]:
        """Yield the readings with other numbers of knaves out that may be right too."""
        for out in product(*(range(most + 1) for most in self.most)):
            if out != self.out:
                unknowns = self._knowledge_with(out)
                reading = self.judge_moves(unknowns)
                if self.fits(reading, unknowns) or (reading.fault is not None and reading.fault.code == CARD_NOT_KNOWN):
                    yield reading, unknowns

    def elsewhere(self, outcomes: list[Outcome], unknowns: Unknowns) -> list[Outcome]:
        for reading, other in self._others():
            if all(isinstance(one, Undecided) for one in outcomes):
                break
            if self.fits(reading, other):
                outcomes = over_both(outcomes, other.outcomes, "which knaves went out as the table was laid")
            else:
                return not_all_tried(outcomes)
        return outcomes

    def _knowledge_with(self, out: Sequence[int]) -> Unknowns:
        """Return the first position, with these numbers of knaves out and none in the piles."""
        start = self.deal_unknown([suit * 13 + JACK - 1 for suit in range(4) for _ in range(out[suit])])
        knaves = set_of(card for card in range(52) if RANK[card] == JACK)
        for name in self.names.built:
            start.lay(
                name,
                [
                    UnknownCard(CardIdentity(ALL_CARDS & ~knaves, "a knave goes out at once"))
                    for _ in start.places[name]
                ],
            )
        return self.knowledge_at(start)


def _knaves(items: Sequence[Item]) -> list[int]:
    """Count the knaves of each suit that the line with the most of them shows."""
    line = [0, 0, 0, 0]
    most = [0, 0, 0, 0]
    last: list[int] = []
    for item in items:
        if isinstance(item, MoveItem):
            command = item.command
            cards = [card for card in (command.card, *(command.shown or ())) if card is not None]
            last = [SUIT[card] for card in cards if RANK[card] == JACK]
            for suit in last:
                line[suit] += 1
        elif isinstance(item, Variation):
            inner = _knaves(item.items)
            most = [max(most[suit], line[suit] - last.count(suit) + inner[suit]) for suit in range(4)]
    return [max(counts) for counts in zip(line, most, strict=True)]
