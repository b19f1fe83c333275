"""What is legal in The Toll Gate, and what a move does: all that the rules need, on an open table."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    DEAL_ON,
    DOWN_TO_UP,
    ON_DOWN,
    ON_UP,
    REDEAL,
    STOCK,
    UNKNOWN,
    UP,
    UP_TO_DOWN,
)
from leoni_replay.rules.python_rules import OpenTable
from leoni_replay.rules.table import Numbers

PILES: Final = range(1, 5)
#: A reason that no other game has: the card lies alone in its pile.
ALONE: Final = 200

_UP_RANKS: Final = bytes(range(1, 14))


class TollGate(OpenTable):
    """A table of The Toll Gate. Besides the cards it remembers which deal this is."""

    PLAN: ClassVar[str] = "tests.eighth_game.playing:TollGatePlan"
    SENSIBLE: ClassVar[str] = "tests.eighth_game.playing:SensibleTollGate"
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "TG1": ("one", "none"),
        "TG2": ("top-card", "never"),
        "TG3": ("turned-over", "shuffled"),
    }

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings, (_UP_RANKS,), 1, 52)
        self.deals = 2 if readings["TG1"] == "one" else 1
        self.fills_vacancies = readings["TG2"] == "top-card"
        self.shuffles = readings["TG3"] == "shuffled"

    def lay_out(self) -> None:
        for pile in PILES:
            self.shift(STOCK, self.size[STOCK] - 1, pile, 0)

    # -- what can be said of the table --------------------------------------------------------------------------------

    def tops(self) -> list[tuple[int, int]]:
        """The piles that hold cards, each with its top card."""
        return [(pile, self.cards_in(pile)[-1]) for pile in PILES if self.size[pile]]

    def gathered(self) -> bytes:
        """The cards that a redeal deals again, in the order dealt, unshuffled (8)."""
        return b"".join(self.cards_in(pile) for pile in PILES)

    def standstill(self) -> bool:
        return not any(self.want[card] for _, card in self.tops())

    def may_be_lost(self) -> bool:
        return self.left != 0 and self.why_not_redeal() != 0 and not self.moves(array("I", bytes(4 * 64)))

    # -- what is legal ------------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if self.won():
            return reasons.WON
        if source == DEAL:
            if not self.size[STOCK]:
                return reasons.NO_STOCK
            return reasons.LEGAL if move == DEAL_ON else reasons.NO_SUCH_MOVE
        if source == REDEAL:
            return self.why_not_redeal() or (self.why_not_order() if move == DEAL_AGAIN else reasons.NO_SUCH_MOVE)
        if source not in PILES or dest in (UP_TO_DOWN, DOWN_TO_UP):
            return reasons.NO_SUCH_MOVE
        if (source, card) not in self.tops():
            return reasons.NOT_AVAILABLE
        if card == UNKNOWN:
            return reasons.NOT_KNOWN
        if dest in (ON_UP, ON_DOWN):
            return reasons.LEGAL if dest == ON_UP and self.want[card] else reasons.MISFIT
        return self.why_not_moved(source, dest) if dest in PILES else reasons.NO_SUCH_MOVE

    def why_not_moved(self, source: int, dest: int) -> int:
        """The reason against putting the top card of a pile in another (5, TG2)."""
        if self.size[dest]:
            return reasons.DOES_NOT_TAKE
        if not self.fills_vacancies:
            return reasons.VACANCY
        return ALONE if self.size[source] == 1 else reasons.LEGAL

    def why_not_redeal(self) -> int:
        """The reason against a redeal, but for the written order of a shuffled one (8, TG1)."""
        if self.size[STOCK]:
            return reasons.STOCK_LEFT
        if self.deal >= self.deals:
            return reasons.NO_REDEAL
        return reasons.LEGAL if self.gathered() else reasons.NOTHING_GATHERED

    def why_not_order(self) -> int:
        """The reason against the written order of a redeal, if it is shuffled (TG3)."""
        if not self.shuffles:
            return reasons.LEGAL
        if self.deal + 1 not in self.orders:
            return reasons.NO_ORDER
        same = sorted(self.orders[self.deal + 1]) == sorted(self.gathered())
        return reasons.LEGAL if same else reasons.WRONG_ORDER

    def moves(self, out: Numbers) -> int:
        listed = [move for move in self._thinkable() if not self.why(move)]
        for i, move in enumerate(listed):
            out[i] = move
        return len(listed)

    def _thinkable(self) -> Iterator[int]:
        for pile, card in self.tops():
            for dest in (ON_UP, *PILES):
                yield pile << 16 | card << 8 | dest
        yield DEAL_ON
        yield DEAL_AGAIN

    # -- what moves do ------------------------------------------------------------------------------------------------

    def perform(self, move: int) -> None:
        source, dest = move >> 16, move & 255
        if source == DEAL:
            for pile in PILES[: self.size[STOCK]]:
                self.show(self.shift(STOCK, self.size[STOCK] - 1, pile, self.size[pile]))
        elif source == REDEAL:
            self._deal_again()
        elif dest == ON_UP:
            self.build(source, self.size[source] - 1, UP)
        else:
            self.shift(source, self.size[source] - 1, dest, 0)

    def _deal_again(self) -> None:
        stock = bytes(self.orders[self.deal + 1]) if self.shuffles else self.gathered()
        self.relay((*PILES, STOCK))
        for pile in PILES:
            self.set_cards(pile, b"")
        self.set_cards(STOCK, stock[::-1])
        self.deal += 1
