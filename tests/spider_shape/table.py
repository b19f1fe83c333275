"""What is legal in The Loom, and what a move does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from leoni_replay.own import (
    DEAL,
    DEAL_ON,
    FACE_DOWN,
    ON_DOWN,
    ON_UP,
    RANK,
    REDEAL,
    STOCK,
    SUIT,
    UNKNOWN,
    OpenTable,
    Room,
    reasons,
)

#: The numbers of columns 1 to 20: those of a game from outside need not be one after the other, and go to 95.
COLUMNS: Final = (*range(1, 11), *range(86, 96))
#: Reasons that no other game has: a column is vacant when a row is due; the run is not a whole suit; a whole column
#: would go from vacancy to vacancy.
VACANT, NOT_WHOLE, WHOLE_COLUMN = 200, 201, 202

_KING_TO_ACE: Final = bytes(range(13, 0, -1))


class Loom(OpenTable):
    """A table of The Loom: two packs, twenty columns, runs in suit, rows dealt on all columns. Each suit is built down
    twice, and only whole: thirteen cards in one move."""

    PLAN: ClassVar[str] = "tests.spider_shape.plan:LoomPlan"
    MISPLAYS: ClassVar[bool] = True
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {"LM1": ("none-vacant", "any-time")}

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings, (b"", _KING_TO_ACE, _KING_TO_ACE), 0, 104)
        self.deals_on_vacancies = readings["LM1"] == "any-time"

    def lay_out(self) -> None:
        """Four cards on each of columns 1 to 4, three on the others; all but the top one face down (2)."""
        cards = self.cards_in(STOCK)[::-1]
        for column in COLUMNS:
            n = 4 if column <= 4 else 3
            dealt, cards = cards[:n], cards[n:]
            self.set_cards(column, bytes(card | FACE_DOWN for card in dealt[:-1]) + dealt[-1:])
        self.set_cards(STOCK, cards[::-1])

    def run(self, column: int) -> bytes:
        """The cards on top of a column that move together, the lowest first (5)."""
        cards = self.cards_in(column)
        i = max(len(cards) - 1, 0)
        while (
            i and RANK[cards[i]] and RANK[cards[i]] + 1 == RANK[cards[i - 1]] and SUIT[cards[i]] == SUIT[cards[i - 1]]
        ):
            i -= 1
        return cards[i:]

    def standstill(self) -> bool:
        return not any(len(self.run(column)) == 13 for column in COLUMNS)

    # -- what is legal ------------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if not self.left:
            return reasons.WON
        if source == REDEAL:
            return reasons.NO_REDEAL
        if source == DEAL:
            return self._why_not_dealt(move)
        cards = self.cards_in(source) if source in COLUMNS else b""
        if source not in COLUMNS or dest not in (ON_UP, ON_DOWN, *COLUMNS):
            return reasons.NO_SUCH_MOVE
        if card not in cards or card & FACE_DOWN:
            return reasons.NOT_AVAILABLE
        if card == UNKNOWN:
            return reasons.NOT_KNOWN
        moved = len(cards) - cards.rindex(card)
        if moved > len(self.run(source)):
            return reasons.NO_SEQUENCE
        if dest == ON_UP:
            return reasons.MISFIT
        if dest == ON_DOWN:
            return reasons.LEGAL if moved == 13 else NOT_WHOLE
        if source == dest:
            return reasons.SAME_PLACE
        if not self.size[dest]:
            return WHOLE_COLUMN if moved == len(cards) else reasons.LEGAL
        on = self.cards_in(dest)[-1]
        if on == UNKNOWN:
            return reasons.NOT_KNOWN
        return reasons.LEGAL if RANK[card] + 1 == RANK[on] else reasons.DOES_NOT_TAKE

    def _why_not_dealt(self, move: int) -> int:
        """The reason against a row from the stock (7, LM1)."""
        if not self.size[STOCK]:
            return reasons.NO_STOCK
        if not self.deals_on_vacancies and not all(self.size[column] for column in COLUMNS):
            return VACANT
        return reasons.LEGAL if move == DEAL_ON else reasons.NO_SUCH_MOVE

    def moves(self, out: Room) -> int:
        thought_of = [
            source << 16 | card << 8 | dest
            for source in COLUMNS
            for card in self.run(source)
            for dest in (ON_DOWN, *COLUMNS)
        ]
        n = 0
        for move in (*thought_of, DEAL_ON):
            if not self.why(move):
                out[n] = move
                n += 1
        return n

    # -- what moves do ------------------------------------------------------------------------------------------------

    def perform(self, move: int) -> None:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if source == DEAL:
            for column in COLUMNS:
                self.show(self.shift(STOCK, self.size[STOCK] - 1, column, self.size[column]))
            return
        at = self.cards_in(source).rindex(card)
        if dest == ON_DOWN:
            kind = self.landing(card, ON_DOWN)
            while self.size[source] > at:
                self.build(source, at, kind)
        else:
            self.shift_all(source, at, dest)
        self.settle(source)

    def carries(self, place: int, dest: int) -> bool:
        return dest in COLUMNS

    def settle(self, source: int) -> None:
        """A card that comes to light is turned up (6)."""
        if self.size[source] and self.cards_in(source)[-1] & FACE_DOWN:
            self.turn_up(source, self.size[source] - 1)
            self.show(self.cards_in(source)[-1])
