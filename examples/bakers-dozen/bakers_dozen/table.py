"""What is legal in Baker's Dozen, and what a move does."""

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.own import DEAL, ON_UP, RANK, REDEAL, STOCK, UNKNOWN, UP, OpenTable, Room, reasons

COLUMNS = range(1, 14)
#: A reason that no other game has: a king lies at the bottom and stays there.
KING = 200


class BakersDozen(OpenTable):
    #: what a search tries; without it, every legal move in turn
    PLAN = "bakers_dozen.plan:BakersDozenPlan"
    #: who plays sensibly; without it, nobody does
    SENSIBLE = "bakers_dozen.player:SensibleBakersDozen"
    #: no rule tells these places apart
    ALIKE = (tuple(COLUMNS),)
    #: the points, each with its readings, the default first
    READINGS: ClassVar = {"BD1": ("stays-vacant", "any-card")}

    def __init__(self, readings: Mapping[str, str]) -> None:
        # One foundation a suit, built up from the ace to the king; no card is laid out on it before the deal.
        super().__init__(readings, kinds=(bytes(range(1, 14)),), base_count=0, cards=52)
        self.fills_vacancies = readings["BD1"] == "any-card"

    def lay_out(self) -> None:
        """Make the first deal from the stock, whose top card is dealt first."""
        cards = self.cards_in(STOCK)[::-1]
        self.set_cards(STOCK, b"")
        for column in COLUMNS:
            dealt = cards[column - 1 :: len(COLUMNS)]
            kings = bytes(card for card in dealt if RANK[card] == 13)
            self.set_cards(column, kings + bytes(card for card in dealt if RANK[card] < 13))

    def tops(self) -> list[tuple[int, int]]:
        """The columns that hold cards, each with its top card."""
        return [(column, self.cards_in(column)[-1]) for column in COLUMNS if self.size[column]]

    def why(self, move: int) -> int:
        """Return why a move is illegal; 0 if it is legal."""
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if not self.left:
            return reasons.WON
        if source == REDEAL:
            return reasons.NO_REDEAL
        if source == DEAL or source not in COLUMNS:
            return reasons.NO_SUCH_MOVE
        if self.cards_in(source)[-1:] != bytes([card]):
            return reasons.NOT_AVAILABLE
        if card == UNKNOWN:
            return reasons.NOT_KNOWN
        if dest == ON_UP:
            return 0 if self.want[card] else reasons.MISFIT
        if dest not in COLUMNS:
            return reasons.NO_SUCH_MOVE if dest < STOCK else reasons.MISFIT
        if source == dest:
            return reasons.SAME_PLACE
        if RANK[card] == 13:
            return KING
        if not self.size[dest]:
            return 0 if self.fills_vacancies else reasons.VACANCY
        return 0 if RANK[card] + 1 == RANK[self.cards_in(dest)[-1]] else reasons.DOES_NOT_TAKE

    def moves(self, out: Room) -> int:
        """List every legal move; returns how many there are."""
        n = 0
        for source, card in self.tops():
            for dest in (ON_UP, *COLUMNS):
                move = source << 16 | card << 8 | dest
                if not self.why(move):
                    out[n] = move
                    n += 1
        return n

    def perform(self, move: int) -> None:
        """Do what a legal move says; it is taken back by itself."""
        source, dest = move >> 16, move & 255
        if dest == ON_UP:
            self.build(source, self.size[source] - 1, UP)
        else:
            self.shift(source, self.size[source] - 1, dest, self.size[dest])

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        return not any(self.want[card] for _, card in self.tops())
