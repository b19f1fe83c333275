"""The rules of The Reversal in every reading.

In comments, numbers are clauses of the rule book, and ids are points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.cards import PACK_SIZE
from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    BUILT_UP,
    DEAL,
    DEAL_AGAIN,
    DEAL_ON,
    DROPPED,
    NO_CARD,
    NOWHERE,
    ON_DOWN,
    ON_UP,
    PLACES,
    RANK,
    REDEAL,
    SECOND_DOWN,
    STOCK,
    SUIT,
    UNKNOWN,
)
from leoni_replay.rules.reasons import (
    COMES_FIRST,
    MISFIT,
    NO_REDEAL,
    NO_STANDSTILL,
    NO_STOCK,
    NO_SUCH_MOVE,
    NOT_AVAILABLE,
    NOT_KNOWN,
    NOTHING_GATHERED,
    STOCK_LEFT,
    WAITS,
    WON,
    WRONG_CARD,
    WRONG_PLACE,
)
from leoni_replay.rules.table import Room, Table

_UP_RANKS = bytes([*range(2, 14), 1])
_DOWN_RANKS = bytes([1, *range(13, 1, -1)])


class Reversal(Table):
    """A position of The Reversal. Packets are places 1 to 4.

    Its registers are the number of the deal; the next card of the round, counted from 0 (``due``); and under RV1 = no
    the number of rounds begun in this deal, counted up to 2 (``rounds``).
    """

    PLAN: ClassVar[str] = "leoni_replay.search.best_first:BestPlan"
    SENSIBLE: ClassVar[str] = "leoni_replay.search.sensible:SensibleReversal"
    MISPLAYS: ClassVar[bool] = True
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "RV1": ("yes", "no"),
        "RV2": ("end-of-round", "card-by-card"),
        "RV4": ("unshuffled", "shuffled"),
        "RV5": ("allowed", "not-allowed"),
        "RV6": ("at-standstill", "any-time"),
    }

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.pauses: bool = readings["RV1"] == "no"
        self.by_card: bool = readings["RV2"] == "card-by-card"
        self.shuffles: bool = readings["RV4"] == "shuffled"
        self.deals = 4 if readings["RV5"] == "allowed" else 3
        self.any_time: bool = readings["RV6"] == "any-time"
        self.rounds: int = 0
        self.due: int = 0
        Table.__init__(self, readings, (_UP_RANKS, _DOWN_RANKS), 0, 2 * PACK_SIZE)

    # -- the deal -----------------------------------------------------------------------------------------------------

    def registers(self) -> int:
        """Return everything that the game remembers besides the cards, as bits."""
        return self.deal | self.rounds << 4 | self.due << 6

    def _restore(self, registers: int) -> None:
        """Set what ``registers`` returned."""
        self.deal: int = registers & 15
        self.rounds = registers >> 4 & 3
        self.due = registers >> 6 & 7

    def lay_out(self) -> None:
        """Do nothing: the first move is to deal (2)."""

    def complete_layout(self, rows: int) -> None:
        # A written position lacks the number of rounds; if cards lie there, it counts as two.
        if self.pauses and self.has_cards_out():
            self.rounds = 2

    def round_size(self) -> int:
        """Return the number of cards of a round: none are dropped in the fourth deal (2)."""
        return 4 if self.deal == 4 else 6

    def place_due(self) -> int:
        """Return the place to which the next card of the stock is dealt (2)."""
        return self.due + 1 if self.due < 4 else DROPPED

    # -- what is known of the position --------------------------------------------------------------------------------

    def has_cards_out(self) -> bool:
        """Whether cards lie in packets or are dropped."""
        return self.size[1] + self.size[2] + self.size[3] + self.size[4] + self.size[DROPPED] > 0

    def is_base(self, card: int) -> bool:
        """Whether a card is the first deuce or ace of its suit, which must be laid out (6)."""
        rank = RANK[card]
        return (rank == 2 and self.size[BUILT_UP + SUIT[card]] == 0) or (
            rank == 1 and self.size[BUILT_DOWN + SUIT[card]] == 0
        )

    def fits(self, card: int) -> int:
        """Return the foundations to which a card may go now, as bits: 1 the deuce row, 2 the ace row. Unlike ``want``,
        this allows a base only in its own row (6)."""
        fits = self.want[card]
        if fits == 3 and self.is_base(card):
            return 1 if RANK[card] == 2 else 2
        return fits

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        for index in range(self.size[DROPPED]):
            if self.want[self.cells[(DROPPED << 7) + index]]:
                return False
        for packet in range(1, 5):
            height = self.size[packet]
            if height and self.want[self.cells[(packet << 7) + height - 1]]:
                return False
        return True

    def base_due(self) -> bool:
        """Whether an available card is a base that must be laid out: the first deuce or ace of its suit (6)."""
        bases_out = 0
        for foundation in range(BUILT_UP, SECOND_DOWN):
            bases_out += self.size[foundation] > 0
        if bases_out == 8:
            return False
        for index in range(self.size[DROPPED]):
            card = self.cells[(DROPPED << 7) + index]
            if self.want[card] and self.is_base(card):
                return True
        for packet in range(1, 5):
            height = self.size[packet]
            if height and self.is_base(self._top(packet)):
                return True
        return False

    def plays_wait(self) -> bool:
        """Whether plays have to wait, so that only bases can be played: under RV1 = no, between the first two rounds of
        a deal (one round is dealt, the next card begins another, and the stock has cards for it)."""
        return self.rounds == 1 and self.due == 0 and self.size[STOCK] > 0

    def comes_first(self) -> int:
        """Return why dealing and gathering must wait: COMES_FIRST if a base must be laid out (6), NO_STANDSTILL if an
        available card fits (RV6); 0 if they need not."""
        if self.base_due():
            return COMES_FIRST
        # Cards that fit do not stop a round, and do not count while they cannot be played.
        if self.any_time or (self.due and self.size[STOCK]) or self.plays_wait():
            return 0
        return 0 if self.standstill() else NO_STANDSTILL

    def can_be_misplayed(self, move: int) -> bool:
        """Whether a misplay can make this move at the wrong time, with its usual effect."""
        if move == DEAL_ON:
            return not self.by_card and self.size[STOCK] != 0
        # The text of a position has one digit for the deal.
        if move != DEAL_AGAIN or self.size[STOCK] or not self.has_cards_out() or self.deal >= 9:
            return False
        return not self.shuffles or not self._why_not_order(self.gathered())

    def apply_forced_moves(self, source: int) -> None:
        """Make the forced moves after a misplay has taken cards from a place."""
        if source == STOCK and self.by_card:
            self._begin_round()
            self.due = self.due + 1 if self.due + 1 < self.round_size() else 0

    def is_lost(self) -> bool:
        """Whether the game is over and not won."""
        # While the stock has cards, one can be dealt, or a card can be played first.
        return self.left != 0 and self.size[STOCK] == 0 and self.standstill() and self.why_not_gathered() != 0

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        """Return why a full move is not legal (``rules/reasons``); 0 if it is.

        The source and the destination of a move are numbers of places, or numbers that are no places: the source is a
        packet or DROPPED in a play, DEAL for a round or one card of it, REDEAL to gather the table; the destination of
        a play is ON_UP (the deuce row) or ON_DOWN (the ace row).
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if not self.left:
            return WON
        if source == DEAL:
            return self.why_not_dealt() or self._why_not_there(move)
        if source == REDEAL:
            return self.why_not_redeal() or (0 if move == DEAL_AGAIN else NO_SUCH_MOVE)
        if source != DROPPED and not 0 < source < 5:
            return NO_SUCH_MOVE
        if dest not in (ON_UP, ON_DOWN):
            return NOT_AVAILABLE if self._index(source, card) < 0 else NO_SUCH_MOVE
        # Every dropped card is available, and the top card of a packet (3).
        height = self.size[source]
        if source == DROPPED:
            if self._index(source, card) < 0:
                return NOT_AVAILABLE
        elif not height or self._top(source) != card:
            return NOT_AVAILABLE
        if not self.fits(card) & (1 if dest == ON_UP else 2):
            return NOT_KNOWN if card == UNKNOWN else MISFIT
        # Between the first two rounds, only bases may be played (RV1).
        return WAITS if self.rounds == 1 and self.plays_wait() and not self.is_base(card) else 0

    def why_not_dealt(self) -> int:
        """Return why no card may be dealt (6, 7, RV6); 0 if one may."""
        if not self.left:
            return WON
        if not self.size[STOCK]:
            return NO_STOCK
        return self.comes_first()

    def _why_not_there(self, move: int) -> int:
        """Return why the next round or card may not be dealt as a move says, if one may be dealt; 0 if it may.

        A move deals a whole round (DEAL_ON), or under RV2 = card-by-card one card, to a foundation or to the place that
        is due.
        """
        card = move >> 8 & 255
        dest = move & 255
        if not self.by_card:
            return 0 if move == DEAL_ON else NO_SUCH_MOVE
        if card == NO_CARD:
            return NO_SUCH_MOVE
        top = self._top(STOCK)
        if top == UNKNOWN:
            return NOT_KNOWN
        if card != top:
            return WRONG_CARD
        if dest in (ON_UP, ON_DOWN):
            return 0 if self.fits(card) & (1 if dest == ON_UP else 2) else MISFIT
        if dest == self.place_due():
            return 0
        return WRONG_PLACE if dest < PLACES else NO_SUCH_MOVE

    def why_not_gathered(self) -> int:
        """Return why no redeal is allowed, apart from its written order (6, 8, RV5, RV6); 0 if one is.

        Once the stock is empty, a base that must be laid out comes first. That a card can still be played
        (NO_STANDSTILL) comes last, because the other reasons hold whatever is played.
        """
        if not self.left:
            return WON
        if self.size[STOCK]:
            return STOCK_LEFT
        reason = self.comes_first()
        if reason == COMES_FIRST:
            return reason
        if self.deal >= self.deals:
            return NO_REDEAL
        if not self.has_cards_out():
            return NOTHING_GATHERED
        return reason

    def why_not_redeal(self) -> int:
        """Return why no redeal is allowed, or why the written order of a shuffled one is wrong (8, RV4); 0 if a redeal
        is allowed as it is written."""
        return self.why_not_gathered() or (self._why_not_order(self.gathered()) if self.shuffles else 0)

    def gathered(self) -> bytes:
        """Return the cards that a redeal deals again, in the order dealt unless they are shuffled (8)."""
        return b"".join([self.cards_in(place) for place in (1, 2, 3, 4, DROPPED)])

    def complete_move(self, move: int) -> int:
        """Complete a move that names no destination, if the rules leave only one; otherwise return 0."""
        if move >> 16 != DEAL or move & 255 != NOWHERE or not self.by_card or not self.size[STOCK]:
            return 0
        # The one card that is dealt next, whether it is named or not.
        card = move >> 8 & 255
        if card == NO_CARD:
            card = self._top(STOCK)
        only_move = 0
        for dest in (ON_UP, ON_DOWN, self.place_due()):
            if self._why(DEAL << 16 | card << 8 | dest) == 0:
                if only_move:
                    return 0
                only_move = DEAL << 16 | card << 8 | dest
        return only_move

    def _moves(self, out: Room) -> int:
        """List the legal moves in ``out``; returns how many there are."""
        count = 0
        for packet in range(1, 5):
            if self.size[packet]:
                count = self._list_plays(out, count, packet, self._top(packet))
        for index in range(self.size[DROPPED]):
            card = self.cells[(DROPPED << 7) + index]
            # Of two twins, the one that was dropped first is listed.
            if self.want[card] and self._index(DROPPED, card) == index:
                count = self._list_plays(out, count, DROPPED, card)
        if not self.size[STOCK]:
            return self._add_if_legal(out, count, DEAL_AGAIN)
        if not self.by_card:
            return self._add_if_legal(out, count, DEAL_ON)
        card = self._top(STOCK)
        count = self._list_plays(out, count, DEAL, card)
        return self._add_if_legal(out, count, DEAL << 16 | card << 8 | self.place_due())

    def _list_plays(self, out: Room, count: int, source: int, card: int) -> int:
        """List the legal plays of a card; returns the new length of the list."""
        if self.want[card]:
            count = self._add_if_legal(out, count, source << 16 | card << 8 | ON_UP)
            count = self._add_if_legal(out, count, source << 16 | card << 8 | ON_DOWN)
        return count

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _perform(self, move: int) -> None:
        """Make a legal move: gather the table, play a card, deal a round, or deal one card of it (RV2)."""
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if source == REDEAL:
            self._lay_again()
        elif source != DEAL:
            # The twin that was dropped first is taken (3).
            index = self._index(DROPPED, card) if source == DROPPED else self.size[source] - 1
            self._build(source, index, 0 if dest == ON_UP else 1)
        elif card == NO_CARD:
            self._deal_round()
        else:
            self._begin_round()
            if dest < PLACES:
                self._shift(STOCK, self.size[STOCK] - 1, dest, self.size[dest])
            else:
                self._build(STOCK, self.size[STOCK] - 1, 0 if dest == ON_UP else 1)
            # A card that is played is not replaced: the next one goes to the next place (RV2).
            self.due = self.due + 1 if self.due + 1 < self.round_size() else 0
            self._note()

    def _begin_round(self) -> None:
        """Count the round that begins with the next card, if one does; only the first two count, and only under
        RV1 = no."""
        if self.pauses and self.due == 0 and self.rounds < 2:
            self.rounds += 1
            self._note()

    def _deal_round(self) -> None:
        """Deal a round, or the rest of the stock, packets first (7)."""
        self._begin_round()
        for number in range(min(self.round_size(), self.size[STOCK])):
            place = number + 1 if number < 4 else DROPPED
            self._show(self._shift(STOCK, self.size[STOCK] - 1, place, self.size[place]))

    def _lay_again(self) -> None:
        """Gather packets and dropped cards into a new stock (8, RV4)."""
        stock = bytes(self.orders[self.deal + 1]) if self.shuffles else self.gathered()
        self._save_places(1, DROPPED)
        for place in (1, 2, 3, 4, DROPPED):
            self.set_cards(place, b"")
        # The top card of the stock, which is dealt first, is its last one.
        self.set_cards(STOCK, stock[::-1])
        self.deal += 1
        self.rounds = 0
        self.due = 0
        self._note()
