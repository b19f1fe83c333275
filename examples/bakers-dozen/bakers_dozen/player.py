"""Who plays Baker's Dozen sensibly."""

from bakers_dozen.table import COLUMNS

from leoni_replay.own import RANK, OpenSensible


class SensibleBakersDozen(OpenSensible):
    #: the most moves to look ahead, and the most positions to look at
    DEPTH = 3
    NODES = 200

    def value(self) -> int:
        """Rate the position; higher is better. Cards that lie on a lower one are in the way."""
        value = -6 * self.view.left
        for column in COLUMNS:
            cards = self.view.cards_in(column)
            value -= 4 * sum(min(map(RANK.__getitem__, cards[:i])) < RANK[cards[i]] for i in range(1, len(cards)))
        return value
