"""What is legal in Klondike, and what a move does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from leoni_replay.own import (
    DEAL,
    DEAL_AGAIN,
    DEAL_ON,
    FACE_DOWN,
    ON_UP,
    RANK,
    REDEAL,
    STOCK,
    SUIT,
    TALON,
    UNKNOWN,
    UP,
    OpenTable,
    Room,
    reasons,
)

COLUMNS: Final = range(1, 8)
#: A reason that no other game has: a vacant column takes a king only.
KINGS_ONLY: Final = 200

#: How many deals there are, 0 for any number.
DEALS: Final = {"unlimited": 0, "two": 3, "none": 1}


def goes_on(card: int, under: int) -> bool:
    """Whether a card that lies face up may lie on another: one rank lower and of the other colour (5)."""
    return 0 < RANK[card] == RANK[under] - 1 and (SUIT[card] in (1, 2)) != (SUIT[under] in (1, 2))


class Klondike(OpenTable):
    """A table of Klondike. It counts the deals only where there is a limit. Numbers are clauses of the rule book."""

    PLAN: ClassVar[str] = "leoni_klondike.plan:KlondikePlan"
    ALIKE: ClassVar[tuple[tuple[int, ...], ...]] = (tuple(COLUMNS),)
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "KL1": ("three", "one"),
        "KL2": ("unlimited", "two", "none"),
        "KL3": ("no",),
    }

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings, (bytes(range(1, 14)),), 0, 52)
        self.at_once = 3 if readings["KL1"] == "three" else 1
        self.deals = DEALS[readings["KL2"]]

    def lay_out(self) -> None:
        """Row by row; the last card of each column is dealt face up (2)."""
        stock = list(self.cards_in(STOCK))
        columns: dict[int, list[int]] = {column: [] for column in COLUMNS}
        for row in COLUMNS:
            for column in range(row, 8):
                columns[column].append(stock.pop() + (FACE_DOWN if column > row else 0))
        for column, cards in columns.items():
            self.set_cards(column, bytes(cards))
        self.set_cards(STOCK, bytes(stock))

    def run(self, place: int) -> bytes:
        """The cards on top of a place that move together, the lowest first (3, 5)."""
        cards = self.cards_in(place)
        i = max(len(cards) - 1, 0)
        while place != TALON and i and goes_on(cards[i], cards[i - 1]):
            i -= 1
        return cards[i:] if cards[-1:] < bytes([FACE_DOWN]) else b""

    def standstill(self) -> bool:
        return not any(self.want[card] for place in (*COLUMNS, TALON) for card in self.run(place)[-1:])

    # -- what is legal ------------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if not self.left:
            return reasons.WON
        if source == REDEAL:
            return self.why_not_redeal() if move == DEAL_AGAIN else reasons.NO_SUCH_MOVE
        if source == DEAL:
            if move != DEAL_ON:
                return reasons.NO_SUCH_MOVE
            return reasons.LEGAL if self.size[STOCK] else reasons.NO_STOCK
        if source not in COLUMNS and source != TALON:
            return reasons.NO_SUCH_MOVE
        run = self.run(source)
        if card not in run:
            return reasons.NOT_AVAILABLE
        if dest == ON_UP:
            return reasons.NOT_AVAILABLE if card != run[-1] else 0 if self.want[card] else reasons.MISFIT
        if dest not in COLUMNS:
            return reasons.NO_SUCH_MOVE
        if source == dest:
            return reasons.SAME_PLACE
        if not self.size[dest]:
            return 0 if RANK[card] == 13 else KINGS_ONLY
        return 0 if goes_on(card, self.cards_in(dest)[-1]) else reasons.DOES_NOT_TAKE

    def why_not_redeal(self) -> int:
        """The reason against a redeal (8, KL2)."""
        if self.size[STOCK]:
            return reasons.STOCK_LEFT
        if self.deals and self.deal >= self.deals:
            return reasons.NO_REDEAL
        return 0 if self.size[TALON] else reasons.NOTHING_GATHERED

    def moves(self, out: Room) -> int:
        thinkable = [
            source << 16 | card << 8 | dest
            for source in (*COLUMNS, TALON)
            for card in self.run(source)
            if card != UNKNOWN
            for dest in (ON_UP, *COLUMNS)
        ]
        n = 0
        for move in (*thinkable, DEAL_ON, DEAL_AGAIN):
            if not self.why(move):
                out[n] = move
                n += 1
        return n

    # -- what moves do ------------------------------------------------------------------------------------------------

    def perform(self, move: int) -> None:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if source == REDEAL:
            self.save_places((STOCK, TALON))
            self.set_cards(STOCK, self.cards_in(TALON)[::-1])
            self.set_cards(TALON, b"")
            self.deal += bool(self.deals)
        elif source == DEAL:
            for _ in range(min(self.at_once, self.size[STOCK])):
                self.show(self.shift(STOCK, self.size[STOCK] - 1, TALON, self.size[TALON]))
        else:
            at = self.cards_in(source).rindex(card)
            if dest == ON_UP:
                self.build(source, at, UP)
            else:
                self.shift_all(source, at, dest)
            if self.cards_in(source)[-1:] >= bytes([FACE_DOWN]):
                self.turn_up(source, self.size[source] - 1)
                self.show(self.cards_in(source)[-1])
