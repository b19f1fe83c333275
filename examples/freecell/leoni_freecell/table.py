"""What is legal in FreeCell, and what a move does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from leoni_replay.own import DEAL, ON_UP, RANK, REDEAL, STOCK, UNKNOWN, UP, OpenTable, Room, reasons

COLUMNS: Final = range(1, 9)
CELLS: Final = range(9, 13)
#: A reason that no other game has: too few cells and columns are vacant for a run of this length.
TOO_MANY: Final = 200

#: Whether a card is red.
RED: Final = bytes([13 <= card < 39 for card in range(256)])


def follows(card: int, on: int) -> bool:
    """Whether a card may lie on another: one rank lower and of the other colour (5)."""
    return RANK[card] + 1 == RANK[on] and RANK[card] > 0 and RED[card] != RED[on]


class FreeCell(OpenTable):
    """A table of FreeCell. It remembers nothing beside the cards. Numbers in comments are clauses of the rule book."""

    PLAN: ClassVar[str] = "leoni_freecell.plan:FreeCellPlan"
    ALIKE: ClassVar[tuple[tuple[int, ...], ...]] = (tuple(CELLS), tuple(COLUMNS))
    MISPLAYS: ClassVar[bool] = True
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {"FC1": ("as-one", "single")}

    def __init__(self, readings: Mapping[str, str]) -> None:
        super().__init__(readings, (bytes(range(1, 14)),), 0, 52, CELLS.stop)
        self.moves_runs = readings["FC1"] == "as-one"

    def lay_out(self) -> None:
        cards = self.cards_in(STOCK)[::-1]
        self.set_cards(STOCK, b"")
        for column in COLUMNS:
            self.set_cards(column, cards[column - 1 :: len(COLUMNS)])

    # -- what can be said of the table --------------------------------------------------------------------------------

    def carried(self, dest: int) -> int:
        """How many cards can go to a column one by one, by way of vacant cells and of vacant columns other than it."""
        if not self.moves_runs:
            return 1
        cells = 1 + sum(not self.size[cell] for cell in CELLS)
        return cells << sum(not self.size[column] for column in COLUMNS if column != dest)

    def run(self, place: int) -> bytes:
        """The cards on top of a place that lie in sequence, the lowest first."""
        cards = self.cards_in(place)
        i = max(len(cards) - 1, 0)
        while i and follows(cards[i], cards[i - 1]):
            i -= 1
        return cards[i:]

    def tops(self) -> Iterator[tuple[int, int]]:
        """The columns and cells that hold cards, each with its top card (3)."""
        for place in (*COLUMNS, *CELLS):
            if self.size[place]:
                yield place, self.cards_in(place)[-1]

    def standstill(self) -> bool:
        return not any(self.want[card] for _, card in self.tops())

    # -- what is legal ------------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if not self.left:
            return reasons.WON
        if source == REDEAL:
            return reasons.NO_REDEAL
        if source == DEAL or not (source in COLUMNS or source in CELLS):
            return reasons.NO_SUCH_MOVE
        cards = self.cards_in(source)
        if card not in cards:
            return reasons.NOT_AVAILABLE
        moved = len(cards) - cards.rindex(card)
        if dest in COLUMNS:
            return self._why_not_built(source, card, moved, dest)
        if moved > 1:
            return reasons.NOT_AVAILABLE
        if dest in CELLS:
            return reasons.SAME_PLACE if source == dest else reasons.DOES_NOT_TAKE if self.size[dest] else 0
        if dest != ON_UP:
            return reasons.NO_SUCH_MOVE if dest < STOCK else reasons.MISFIT
        return reasons.LEGAL if self.want[card] else reasons.NOT_KNOWN if card == UNKNOWN else reasons.MISFIT

    def _why_not_built(self, source: int, card: int, moved: int, dest: int) -> int:
        """The reason against moving a card to a column, with all that lies on it (5, FC1)."""
        if moved > len(self.run(source)):
            return reasons.NO_SEQUENCE
        if source == dest:
            return reasons.SAME_PLACE
        if self.size[dest]:
            on = self.cards_in(dest)[-1]
            if UNKNOWN in (card, on):
                return reasons.NOT_KNOWN
            if not follows(card, on):
                return reasons.DOES_NOT_TAKE
        return TOO_MANY if moved > self.carried(dest) else reasons.LEGAL

    def moves(self, out: Room) -> int:
        n, size = 0, bytes(self.size)
        ends = {column: self.cards_in(column)[-1] for column in COLUMNS if size[column]}
        for source, card in self.tops():
            for low in self.run(source):
                dests = [column for column in COLUMNS if not size[column] or follows(low, ends[column])]
                if low == card:
                    dests += [cell for cell in CELLS if not size[cell]] + [ON_UP] * (self.want[card] & 1)
                for dest in dests:
                    move = source << 16 | low << 8 | dest
                    if not self.why(move):
                        out[n] = move
                        n += 1
        return n

    def takes_cards_along(self, place: int, dest: int) -> bool:
        return self.moves_runs and dest in COLUMNS

    # -- what moves do ------------------------------------------------------------------------------------------------

    def perform(self, move: int) -> None:
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if dest == ON_UP:
            self.build(source, self.size[source] - 1, UP)
        else:
            self.shift_all(source, self.cards_in(source).rindex(card), dest)
