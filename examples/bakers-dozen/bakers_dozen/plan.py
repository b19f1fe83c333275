"""What a search of Baker's Dozen tries."""

from bakers_dozen.table import COLUMNS

from leoni_replay.own import RANK, OpenBestPlan


class BakersDozenPlan(OpenBestPlan):
    def worth(self, before: int, choice: int) -> int:
        """Cards that are left, and cards that lie on a lower one."""
        worth = 6 * self.table.left
        for column in COLUMNS:
            cards = self.table.cards_in(column)
            worth += 4 * sum(min(map(RANK.__getitem__, cards[:i])) < RANK[cards[i]] for i in range(1, len(cards)))
        return worth
