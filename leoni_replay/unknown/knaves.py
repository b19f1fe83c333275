"""The knaves that went out while Anna's first position was laid, if the record doesn't say it: those that it needs, or
all that it doesn't show, if the stock runs out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from leoni_replay.cards import PACK, RANK, SUIT
from leoni_replay.diagnostics import CARD_NOT_KNOWN, DOES_NOT_FIT
from leoni_replay.notation.transcript import Item, MoveItem, Variation
from leoni_replay.record.checker import ReadResult
from leoni_replay.record.claim_proofs import Undecided
from leoni_replay.unknown.possible_deals import Outcome, combine_outcomes, not_all_tried
from leoni_replay.unknown.try_all_deals import Completing, may_be_otherwise
from leoni_replay.unknown.unknown_cards import ALL_CARDS, CardIdentity, UnknownCard, set_of
from leoni_replay.unknown.unknowns import Unknowns

JACK: Final = 11


class CompletingAnna(Completing):
    """A record of Anna that is judged by what its moves prove."""

    #: how many knaves of each suit are out in the first position, in the reading shown, and at most; empty if a layout
    #: gives that position
    knaves_out: tuple[int, ...] = ()
    most_out: tuple[int, ...] = ()

    def try_openings(self) -> tuple[ReadResult, Unknowns]:
        """Try which knaves went to the foundations while the first position was laid, unless a layout says it: first
        none, then those that cards wait for, and then as many as possible.

        Returns:
            The reading of the record that fits, or otherwise the one that got furthest; and what it has found out about
            the unknown cards.
        """
        if self.setup.position is not None:
            return super().try_openings()
        self.most_out = tuple(max(0, 2 - count) for count in _count_knaves(self.transcript.items))
        knaves_out = [0, 0, 0, 0]
        best: tuple[ReadResult, Unknowns] | None = None
        while True:
            unknowns = self._knowledge_with(knaves_out)
            reading = self.judge_moves(unknowns)
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                self.knaves_out = tuple(knaves_out)
                return self.judge_claims(reading, unknowns), unknowns
            if best is None or reading.replay.moves > best[0].replay.moves:
                best = reading, unknowns
            card = unknowns.last_command.card if unknowns.last_command is not None else None
            waits = reading.fault is not None and reading.fault.code == DOES_NOT_FIT
            if waits and card is not None and knaves_out[SUIT[card]] < self.most_out[SUIT[card]]:
                # A card waits for a knave that no move has shown.
                knaves_out[SUIT[card]] += 1
            elif knaves_out != list(self.most_out):
                knaves_out = list(self.most_out)
            else:
                self.tried_several_deals = True
                return best

    def knows_places(self, unknowns: Unknowns) -> bool:
        return next(self._other_readings(), None) is None

    def _other_readings(self) -> Iterator[tuple[ReadResult, Unknowns]]:
        """Yield the readings with other numbers of knaves out that may be right too, with what they have found out."""
        for knaves_out in product(*(range(most + 1) for most in self.most_out)):
            if knaves_out != self.knaves_out:
                unknowns = self._knowledge_with(knaves_out)
                reading = self.judge_moves(unknowns)
                if self.fits(reading, unknowns) or (reading.fault is not None and reading.fault.code == CARD_NOT_KNOWN):
                    yield reading, unknowns

    def outcomes_in_all_readings(self, outcomes: list[Outcome], unknowns: Unknowns) -> list[Outcome]:
        """Return the outcomes of the claims over the reading that is shown, which has ``outcomes``, and those with
        other numbers of knaves out. An outcome is decided only if all of them agree."""
        for reading, other in self._other_readings():
            if all(isinstance(outcome, Undecided) for outcome in outcomes):
                break
            if self.fits(reading, other):
                outcomes = combine_outcomes(outcomes, other.outcomes, "which jacks went out as the table was laid")
            else:
                return not_all_tried(outcomes)
        return outcomes

    def _knowledge_with(self, knaves_out: Sequence[int]) -> Unknowns:
        """Return what is known before the record is read, if so many knaves of each suit went out as the first position
        was laid; so no card in the piles is a knave."""
        start = self.deal_unknown([suit * 13 + JACK - 1 for suit in range(4) for _ in range(knaves_out[suit])])
        other_cards = ALL_CARDS & ~set_of(card for card in PACK if RANK[card] == JACK)
        for name in self.names.built:
            height = len(start.places[name])
            blanks = [UnknownCard(CardIdentity(other_cards, "a jack goes out at once")) for _ in range(height)]
            start.lay(name, blanks)
        return self.knowledge_at(start)


def _count_knaves(items: Sequence[Item]) -> list[int]:
    """Return for each suit the number of knaves that the moves name or show, in the line (the main line, or one with a
    variation) that has the most of that suit."""
    main_line = [0, 0, 0, 0]
    most = [0, 0, 0, 0]
    suits_of_last_move: list[int] = []
    for item in items:
        if isinstance(item, MoveItem):
            command = item.command
            cards = [card for card in (command.card, *(command.shown or ())) if card is not None]
            suits_of_last_move = [SUIT[card] for card in cards if RANK[card] == JACK]
            for suit in suits_of_last_move:
                main_line[suit] += 1
        elif isinstance(item, Variation):
            # It replaces the last move.
            variation = _count_knaves(item.items)
            for suit in range(4):
                count = main_line[suit] - suits_of_last_move.count(suit) + variation[suit]
                most[suit] = max(most[suit], count)
    return [max(counts) for counts in zip(main_line, most, strict=True)]
