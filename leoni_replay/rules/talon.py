"""What the rules of Anna and The Japanese Rug share: cards of the stock are turned up into the hand one by one; those
that find no place go on a talon, which is dealt again.

In comments, numbers are clauses of the rule books, and ids are points.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import ClassVar

from leoni_replay.cards import PACK_SIZE
from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    DEAL_ON,
    DOWN_TO_UP,
    FOUNDATION,
    FOUNDATIONS,
    HAND,
    NO_CARD,
    NOWHERE,
    ON_DOWN,
    ON_UP,
    PLACES,
    REDEAL,
    STOCK,
    SUIT,
    TALON,
    UNKNOWN,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import (
    COMES_FIRST,
    GOES_OUT,
    IN_HAND,
    MISFIT,
    NO_REDEAL,
    NO_STOCK,
    NO_SUCH_MOVE,
    NOT_AVAILABLE,
    NOT_KNOWN,
    NOTHING_GATHERED,
    STOCK_LEFT,
    WON,
    WRONG_CARD,
)
from leoni_replay.rules.table import Room, Table


class Talon(Table):
    """A position of a game with a hand and a talon. Its register is the number of the pass through the stock.

    Args:
        readings, kinds, base_count: as for ``Table``.
        low: the first place on the table.
        high: the last one.
    """

    MISPLAYS: ClassVar[bool] = True
    #: the points by which something comes first, by the result of ``what_comes_first``
    FIRST_BY: ClassVar[tuple[str, ...]] = ("",)

    def __init__(
        self, readings: Mapping[str, str], kinds: Sequence[bytes], base_count: int, low: int, high: int
    ) -> None:
        self.low = low
        self.high = high
        #: the number of redeals, and whether they are shuffled
        self.redeals = 2
        self.shuffles = False
        #: whether plays come before anything else
        self.plays_first = False
        #: whether a married card takes along the cards on it
        self.runs = False
        #: the number of cards that never go to a foundation
        self.stay = 0
        Table.__init__(self, readings, kinds, base_count, 2 * PACK_SIZE)

    # -- what is known of the position --------------------------------------------------------------------------------

    def free(self, place: int) -> bool:
        """Whether the top card of a place, if there is one, is available (3)."""
        # In C, which asks for all 64 places of the rug, this takes one call less.
        return self._free(place)

    def _free(self, place: int) -> bool:
        """As ``free``."""
        return True

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        for place in range(self.low, self.high + 1):
            height = self.size[place]
            if height and self.want[self.cells[(place << 7) + height - 1]] and self._free(place):
                return False
        for place in range(TALON, HAND + 1):
            height = self.size[place]
            if height and self.want[self.cells[(place << 7) + height - 1]]:
                return False
        return True

    def what_comes_first(self) -> int:
        """Return what must come before dealing: 1 for plays, which also come before marriages; 2 for marriages; 0 for
        nothing. ``FIRST_BY`` has the point that says so."""
        return self._what_comes_first()

    def _what_comes_first(self) -> int:
        """As ``what_comes_first``."""
        return 1 if self.plays_first and not self.standstill() else 0

    def can_be_misplayed(self, move: int) -> bool:
        """Whether a misplay can make this move at the wrong time, with its usual effect."""
        if self.size[HAND]:
            return False
        if move == DEAL_ON:
            return self.size[STOCK] != 0
        # The text of a position has one digit for the deal.
        again = move == DEAL_AGAIN and not self.size[STOCK] and self.size[TALON] != 0 and self.deal < 9
        return again and not self.why_not_order()

    def takes_cards_along(self, place: int, dest: int) -> bool:
        return self.runs and dest < PLACES and place < STOCK

    def apply_forced_moves(self, source: int) -> None:
        """Make the forced moves after a misplay has taken cards from a place."""
        self._make_forced_moves()

    def goes_out(self, card: int) -> bool:
        """Whether a card becomes a foundation as soon as it is turned up (6)."""
        return False

    def is_lost(self) -> bool:
        """Whether the game is over and not won."""
        if self.left == self.stay and self.won():
            return False
        # A shuffled redeal is possible even if its order is not written.
        return self.why_not_redeal() != 0 and self._moves(array("I", bytes(4 * 1024))) == 0

    def gathered(self) -> bytes:
        """Return the cards that a redeal deals again, in the order dealt unless they are shuffled (8)."""
        return self.cards_in(TALON)

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        """Return why a full move is not legal (``rules/reasons``); 0 if it is.

        The source and the destination of a move are numbers of places, or numbers that are no places: DEAL for the card
        in the hand, or if there is none the next card of the stock; REDEAL; ON_UP and ON_DOWN for foundations;
        UP_TO_DOWN and DOWN_TO_UP from one foundation to the other.
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        # In Anna, eight queens stay on the table; `won` is asked only if no more cards than those are left.
        if self.left == self.stay and self.won():
            return WON
        if dest in (UP_TO_DOWN, DOWN_TO_UP):
            return self._why_not_reversed(source, card, dest)
        if source == DEAL:
            return self._why_not_dealt(card, dest)
        if source == REDEAL:
            return self.why_not_redeal() or (self.why_not_order() if move == DEAL_AGAIN else NO_SUCH_MOVE)
        if (source < self.low or source > self.high) and source != TALON:
            return NO_SUCH_MOVE
        # The top card of a place moves by itself. Any other card must be below it, and take the cards on it along.
        height = self.size[source]
        if height and self._top(source) == card:
            if source != TALON and not self._free(source):
                return NOT_AVAILABLE
        elif not self.runs or dest >= PLACES or source == TALON or self._index(source, card) < 0:
            # Only a married card takes along the cards on it.
            return NOT_AVAILABLE
        return self._why_not_placed(source, card, dest)

    def _why_not_reversed(self, source: int, card: int, dest: int) -> int:
        """Return why a card may not move from one foundation of its suit to the other."""
        return NO_SUCH_MOVE

    def _why_not_placed(self, source: int, card: int, dest: int) -> int:
        """Return why an available card, or the one turned up (``source`` DEAL), may not go to a foundation or a place;
        0 if it may."""
        if dest in (ON_UP, ON_DOWN):
            # `want` has a bit for each foundation of the suit that the card fits: 1 built up, 2 and 4 built down.
            if self.want[card] & (1 if dest == ON_UP else 6):
                return 0
            return NOT_KNOWN if card == UNKNOWN else MISFIT
        if dest >= PLACES:
            return NO_SUCH_MOVE
        return self._why_not_built(source, card, dest)

    def _why_not_built(self, source: int, card: int, dest: int) -> int:
        """Return why an available card, or the one turned up, may not go to a place (5, 7)."""
        return NO_SUCH_MOVE

    def _why_not_dealt(self, card: int, dest: int) -> int:
        """Return why a card may not be turned up and placed, or the one in the hand placed (7); 0 if it may.

        Args:
            card: the card; NO_CARD for the word ``deal`` alone, which turns up a card into the hand.
            dest: where it goes; NOWHERE if it stays in the hand.
        """
        height = self.size[HAND]
        if height:
            if card == NO_CARD:
                return IN_HAND
            if self._top(HAND) != card:
                return WRONG_CARD
            return self._why_not_placed(DEAL, card, dest)
        height = self.size[STOCK]
        if not height:
            return NO_STOCK
        if self._what_comes_first():
            return COMES_FIRST
        top = self._top(STOCK)
        if card == NO_CARD:
            if dest != NOWHERE:
                return NO_SUCH_MOVE
            # A card that becomes a foundation at once never stays in the hand.
            return GOES_OUT if self.goes_out(top) else 0
        if card != top:
            return WRONG_CARD
        return self._why_not_placed(DEAL, card, dest)

    def why_not_redeal(self) -> int:
        """Return why no redeal is allowed, apart from its written order (8); 0 if one is."""
        if self.size[STOCK]:
            return STOCK_LEFT
        if self.size[HAND]:
            return IN_HAND
        if self._what_comes_first():
            return COMES_FIRST
        if self.deal > self.redeals:
            return NO_REDEAL
        return 0 if self.size[TALON] else NOTHING_GATHERED

    def why_not_order(self) -> int:
        """Return why the written order of a shuffled redeal is wrong (8); 0 if it is right, or if none is needed."""
        return self._why_not_order(self.cards_in(TALON)) if self.shuffles else 0

    def complete_move(self, move: int) -> int:
        """Complete a move that names no destination, if the rules leave only one; otherwise return 0."""
        if move & 255 != NOWHERE or move >> 16 != DEAL or self.size[HAND] or not self.size[STOCK]:
            return 0
        card = self._top(STOCK)
        written_card = move >> 8 & 255
        if (written_card != NO_CARD and written_card != card) or not self.goes_out(card):
            return 0
        return DEAL << 16 | card << 8 | ON_DOWN

    def _moves(self, out: Room) -> int:
        """List the legal moves in ``out``; returns how many there are."""
        # Reversals come first, then plays, marriages on the table and the talon, and what the stock allows.
        count = self._list_reversals(out)
        for place in range(self.low, self.high + 1):
            height = self.size[place]
            if height:
                card = self.cells[(place << 7) + height - 1]
                if self.want[card]:
                    count = self._add_if_legal(out, count, place << 16 | card << 8 | ON_UP)
                    count = self._add_if_legal(out, count, place << 16 | card << 8 | ON_DOWN)
        height = self.size[TALON]
        if height:
            card = self._top(TALON)
            if self.want[card]:
                count = self._add_if_legal(out, count, TALON << 16 | card << 8 | ON_UP)
                count = self._add_if_legal(out, count, TALON << 16 | card << 8 | ON_DOWN)
        # The card in the hand, or else the next one of the stock; NO_CARD if both are empty.
        place = HAND if self.size[HAND] else STOCK
        card = self.cells[(place << 7) + self.size[place] - 1] if self.size[place] else NO_CARD
        if place == HAND:
            count = self._add_if_legal(out, count, DEAL << 16 | card << 8 | ON_UP)
            count = self._add_if_legal(out, count, DEAL << 16 | card << 8 | ON_DOWN)
        # 1 if plays come first, 2 if marriages do, 0 for neither.
        due = self._what_comes_first()
        if due != 1:
            count = self._list_marriages(out, count)
        if due:
            return count
        if place == STOCK and card != NO_CARD:
            count = self._add_if_legal(out, count, DEAL_ON)
            count = self._add_if_legal(out, count, DEAL << 16 | card << 8 | ON_UP)
            count = self._add_if_legal(out, count, DEAL << 16 | card << 8 | ON_DOWN)
        if card == NO_CARD:
            return self._add_if_legal(out, count, DEAL_AGAIN)
        count = self._list_weddings(out, count, DEAL, card)
        return self._add_if_legal(out, count, DEAL << 16 | card << 8 | TALON)

    def _list_reversals(self, out: Room) -> int:
        """List the moves from one foundation to the other; returns how many there are."""
        return 0

    def _list_marriages(self, out: Room, count: int) -> int:
        """List the marriages of cards on the table and the talon; returns the new length of the list."""
        return count

    def _list_weddings(self, out: Room, count: int, source: int, card: int) -> int:
        """List the marriages of one card; returns the new length of the list."""
        return count

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _perform(self, move: int) -> None:
        """Make a legal move, with everything that it forces.

        A card of the stock goes through the hand, whether one move turns it up and places it or two do.
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if source == REDEAL:
            self._turn_over()
        elif source == FOUNDATION:
            foundation = FOUNDATIONS + SUIT[card]
            if dest == UP_TO_DOWN:
                self._move_between(foundation, foundation + 4)
            else:
                self._move_between(foundation + 4, foundation)
        else:
            if source == DEAL:
                source = HAND
                if not self.size[HAND]:
                    card = self._shift(STOCK, self.size[STOCK] - 1, HAND, 0)
                    if dest == NOWHERE:
                        # It stays in the hand, and nothing on the table has changed.
                        self._show(card)
                        return
            if dest >= PLACES:
                self._build(source, self.size[source] - 1, self._landing(card, dest))
            else:
                # The cards on it go along, so the same index has the next one each time.
                index = self._last_index(source, card)
                while index < self.size[source]:
                    self._shift(source, index, dest, self.size[dest])
        self._make_forced_moves()

    def _make_forced_moves(self) -> None:
        """Make what a move forces (6): nothing, unless the rules of a game say otherwise."""

    def _turn_over(self) -> None:
        """Make the talon the stock again: its first card is dealt first, unless it is shuffled (8)."""
        self._save_places(STOCK, TALON)
        self.deal: int = self.deal + 1
        self._note()
        order = self.orders[self.deal] if self.shuffles else self.cards_in(TALON)
        self.set_cards(STOCK, bytes(order)[::-1])
        self.size[TALON] = 0
        self.stale[TALON] = 1
