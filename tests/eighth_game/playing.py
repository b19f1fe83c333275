"""What a search of The Toll Gate tries, and who plays the game sensibly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from leoni_replay.own import RANK, STOCK, SUIT, OpenBestPlan, OpenSensible
from leoni_replay.rules.table import Table

_HOPELESS = 1


def buried(table: Table) -> Iterator[int]:
    """The cards that lie under a higher one of their suit."""
    for pile in range(1, 5):
        cards = table.cards_in(pile)
        for i, card in enumerate(cards):
            if any(SUIT[above] == SUIT[card] and RANK[above] > RANK[card] for above in cards[i + 1 :]):
                yield card


class TollGatePlan(OpenBestPlan):
    """Goes on from the best position. A card that lies under a higher one of its suit stays there in the last deal,
    unless a vacant pile takes what lies on it."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"hopeless": _HOPELESS}

    def lost(self) -> bool:
        table = self.table
        last = table.readings["TG1"] == "none" or table.deal == 2
        if not self.prunings & _HOPELESS or not last or table.readings["TG2"] != "never":
            return False
        return any(True for _ in buried(table))

    def worth(self, before: int, choice: int) -> int:
        return self.table.left + 2 * len(list(buried(self.table))) - self.table.size[STOCK] // 2


class SensibleTollGate(OpenSensible):
    """Buries no card if it can help it, and leaves no pile vacant while there is a stock to fill it."""

    def value(self) -> int:
        return -10 * self.view.left - len(list(buried(self.view)))

    def arranges(self, move: int) -> bool:
        return OpenSensible.arranges(self, move) and not (self.view.size[STOCK] and self.view.size[move >> 16] == 1)
