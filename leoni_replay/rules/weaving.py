"""The rules of the weaving games, Leoni's Own and Weaver's, in every reading.

In comments, numbers are clauses of the rule books, and ids are points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.cards import PACK_SIZE
from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    BUILT_UP,
    DEAL_AGAIN,
    DOWN_TO_UP,
    EXILE,
    FOUNDATION,
    ON_DOWN,
    ON_UP,
    OPEN,
    PILES,
    RANK,
    ROOM,
    STOCK,
    SUIT,
    UNKNOWN,
    UP_TO_DOWN,
    WOVEN,
)
from leoni_replay.rules.reasons import (
    BASE,
    COMBINATION_DUE,
    COMBINED,
    EXILE_DUE,
    EXILES_LEFT,
    MISFIT,
    NO_EXILE,
    NO_EXILES_LEFT,
    NO_MEETING,
    NO_PILE,
    NO_REDEAL,
    NO_REVERSAL,
    NO_STANDSTILL,
    NO_SUCH_MOVE,
    NOT_AVAILABLE,
    NOT_KNOWN,
    NOT_ON_TOP,
    NOT_SEEN,
    OTHER_COMBINATION,
    STALEMATE,
    WON,
    WRONG_EXILE,
    WRONG_WAY,
)
from leoni_replay.rules.table import Room, Table

_UP_RANKS = bytes(range(1, 14))
_DOWN_RANKS = bytes(range(13, 0, -1))

#: the destinations of an exile: a foundation, pile 13, a weave
_WAYS = bytes((ON_UP, ON_DOWN, 13, WOVEN))

#: the point or the clause by which an exile is due, by the value of ``Weaving.owes``
OWED_BY = ("", "L6a", "L6d", "6")


class Weaving(Table):
    """A position of a weaving game.

    Its registers are the number of the deal; whether a stalemate has ended the deal (``stalemate``); what makes the
    next exile due (``owes``); the suit that is being combined (``combining``, -1 for none) and the direction
    (``way``); and, as bits, the suits that can no longer be combined (``combined``) and those that only the next move
    can combine (``chance``). The cards show whether the deal has ended in any other way (9).
    """

    PLAN: ClassVar[str] = "leoni_replay.search.weaving:WeavingPlan"
    SENSIBLE: ClassVar[str] = "leoni_replay.search.sensible_weaving:SensibleWeaving"
    MISPLAYS: ClassVar[bool] = True
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "L1": ("one-each",),
        "L2": ("chain", "rotate-once"),
        "L3": ("stalemate", "weave-stops"),
        "L4": ("ends-deal", "ends-weave"),
        "L5": ("recheck", "unchecked"),
        "L6": ("stops", "continues"),
        "L6a": ("draw-first", "play-first"),
        "L6b": ("top", "bottom"),
        "L6c": ("play-first", "always-13"),
        "L6d": ("stays", "whenever"),
        "L7": ("optional", "none", "immediate", "now-or-never"),
        "L9": ("top", "any"),
        "L10": ("lifo", "fifo"),
        "L11": ("standstill", "last-exile"),
        "L11a": ("no", "yes"),
        "L12": ("pile13-first", "pile1-first", "unturned", "shuffled"),
        "L13": ("bottom",),
        "L14": ("short",),
        "L15": ("2", "0", "1", "3"),
        "L16": ("aces-and-kings", "eight-kings"),
        "L17": ("13", "12"),
    }

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.kings_only: bool = readings["L16"] == "eight-kings"
        self.count: int = int(readings["L17"])
        self.redeals: int = int(readings["L15"])
        #: the pile in which every card is available (3); 0 if there is none
        self.spread = 13 if self.count == 13 else 0
        self.reversal: bool = readings["L7"] != "none"
        self.immediate: bool = readings["L7"] == "immediate"
        self.now_or_never: bool = readings["L7"] == "now-or-never"
        #: whether a reversal moves all cards of a foundation to the other, once a game for each suit (L7)
        self.combines: bool = self.immediate or self.now_or_never
        self.any_exile: bool = readings["L9"] == "any"
        self.always_13: bool = readings["L6c"] == "always-13" and self.count == 13
        self.last_exile: bool = readings["L11"] == "last-exile"
        self.redeal_any_time: bool = readings["L11a"] == "yes"
        self.unchecked: bool = readings["L5"] == "unchecked"
        self.fifo: bool = readings["L10"] == "fifo"
        self.pick_up: int = ("pile13-first", "pile1-first", "unturned", "shuffled").index(readings["L12"])
        self.shuffles: bool = readings["L12"] == "shuffled"
        self.kings_leave: bool = readings["L6d"] == "whenever" and self.count == 13
        self.kings_under: bool = readings["L6b"] == "bottom"
        self.once: bool = readings["L2"] == "rotate-once"
        self.alone_is_stalemate: bool = readings["L3"] == "stalemate"
        self.stalemate_ends_deal: bool = readings["L4"] == "ends-deal"
        self.lifted_draws: bool = readings["L6a"] == "draw-first"
        self.stops: bool = self.once or readings["L6"] == "stops"
        #: whether ``owes`` and ``stalemate`` do not tell everything that is due or over
        self.strict: bool = self.combines or self.last_exile
        self.stalemate: bool = False
        self.owes: int = 0
        self.combining: int = -1
        self.way: int = 0
        self.combined: int = 0
        self.chance: int = 0
        self.stopped_pile: int = 0
        self.stopped_card: int = 0
        kinds = (b"", _DOWN_RANKS, _DOWN_RANKS) if self.kings_only else (_UP_RANKS, _DOWN_RANKS)
        #: the cards to be dealt, the first one first
        self.stock: bytearray = bytearray(ROOM)
        Table.__init__(self, readings, kinds, 1, 2 * PACK_SIZE, 14)
        # The point by which an exile is due is only for messages, so it is not part of the key.
        self.key_mask ^= 3 << 6

    # -- the deal -----------------------------------------------------------------------------------------------------

    def registers(self) -> int:
        """Return everything that the game remembers besides the cards, as bits."""
        return (
            self.deal
            | self.stalemate << 4
            | (self.owes != 0) << 5
            | self.owes << 6
            | (self.combining + 1) << 8
            | self.way << 11
            | self.combined << 18
            | self.chance << 22
        )

    def _restore(self, registers: int) -> None:
        """Set what ``registers`` returned."""
        self.deal: int = registers & 15
        self.stalemate = registers >> 4 & 1 == 1
        self.owes = registers >> 6 & 3
        self.combining = (registers >> 8 & 7) - 1
        self.way = registers >> 11 & 127
        self.combined = registers >> 18 & 15
        self.chance = registers >> 22 & 15

    def lay_out(self) -> None:
        """Deal all cards of the stock to the piles (2)."""
        count = self.size[STOCK]
        self.stock[:count] = self.cells[STOCK * ROOM : STOCK * ROOM + count][::-1]
        self._deal(count)
        self.size[STOCK] = 0
        self.stale[STOCK] = 1

    def complete_layout(self, rows: int) -> None:
        """Fill in what a layout leaves out: the suits that can no longer be combined, and those that can."""
        if self.combines:
            # Foundations that have passed each other have been combined, or their chance is gone.
            for suit in range(4):
                if self.size[BUILT_UP + suit] + self.size[BUILT_DOWN + suit] > 13:
                    self.combined |= 1 << suit
        self.chance = self._meeting() if self.now_or_never else 0

    def _deal(self, cards: int) -> None:
        """Deal cards to the piles in turn, and exile those that meet the pile of their rank (2).

        Args:
            cards: how many cards to deal, from the first of ``stock`` on.
        """
        stock = self.stock
        cells = self.cells
        size = self.size
        count = self.count
        unchecked = self.unchecked
        for pile in range(count + 1):
            size[pile] = 0
            self.stale[pile] = 1
        pile = 1
        exiled = 0
        # Whether the next card stays on the pile whatever it is: it replaces an exile (L5).
        untested = False
        for card in stock[:cards]:
            if RANK[card] == pile and not untested:
                cells[exiled] = card
                exiled += 1
                untested = unchecked
            else:
                height = size[pile]
                cells[(pile << 7) + height] = card
                size[pile] = height + 1
                untested = False
                pile = pile + 1 if pile < count else 1
        self.size[0] = exiled
        # The exile pile is turned round if the first exile is to be turned up first (L10): the top card comes next.
        if self.fifo:
            for index in range(exiled >> 1):
                card = self.cells[index]
                self.cells[index] = self.cells[exiled - 1 - index]
                self.cells[exiled - 1 - index] = card

    # -- what is known of the position --------------------------------------------------------------------------------

    def meets(self, suit: int) -> bool:
        """Whether the ascending and the descending foundation of a suit meet (5)."""
        return not self.kings_only and self.size[BUILT_UP + suit] + self.size[BUILT_DOWN + suit] == 13

    def _meeting(self) -> int:
        """Return the suits whose foundations meet and can still be combined, as bits."""
        suits = 0
        for suit in range(4):
            if not self.combined >> suit & 1 and self.meets(suit):
                suits |= 1 << suit
        return suits

    def due(self) -> int:
        """Return the suits that must be combined before anything else, as bits (L7)."""
        if self.combining >= 0:
            return 1 << self.combining
        return self._meeting() if self.immediate else 0

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        cells = self.cells
        size = self.size
        want = self.want
        for pile in range(1, 13):
            height = size[pile]
            if height and want[cells[(pile << 7) + height - 1]]:
                return False
        if self.spread:
            for index in range(PILES * ROOM, PILES * ROOM + size[13]):
                if want[cells[index]]:
                    return False
        return True

    def deal_over(self) -> bool:
        """Whether the deal has ended, by a stalemate (8, L4) or by the cards (9, L11). Never while something is due."""
        if not self.left or self.owes or self.due():
            return False
        if self.stalemate or self.size[0]:
            return self.stalemate
        return self.last_exile or self.standstill()

    def can_be_misplayed(self, move: int) -> bool:
        """Whether a misplay can make this move at the wrong time, with its usual effect."""
        card = move >> 8 & 255
        dest = move & 255
        # A redeal too early, a reversal that is not allowed now, and an exile that is turned up too early can be made.
        if not self.left:
            return False
        if move == DEAL_AGAIN:
            # The text of a position has one digit for the deal.
            return self.deal < 9 and (not self.shuffles or not self._why_not_order(self.gathered()))
        if card >= 52:
            return False
        if move >> 16 == FOUNDATION and dest in (UP_TO_DOWN, DOWN_TO_UP) and self.meets(SUIT[card]):
            top = BUILT_UP + SUIT[card] if dest == UP_TO_DOWN else BUILT_DOWN + SUIT[card]
            return self.foundation_top(top) == card and self.size[top] > 1
        if move >> 16 or not self.size[0] or not self.leaves(card, dest):
            return False
        if self._last_index(0, card) < 0 if self.any_exile else self._top(0) != card:
            return False
        return dest != WOVEN or not self.odd or not self._why_in_doubt(card)

    def is_lost(self) -> bool:
        """Whether the game is over and not won."""
        return self.deal > self.redeals and self.deal_over()

    def legal_moves_when_lost(self) -> int:
        """Return how many reversals are still legal in a lost game."""
        count = 0
        for suit in range(4 if self.reversal else 0):
            if self.meets(suit):
                count += self._why(FOUNDATION << 16 | self.foundation_top(BUILT_UP + suit) << 8 | UP_TO_DOWN) == 0
                count += self._why(FOUNDATION << 16 | self.foundation_top(BUILT_DOWN + suit) << 8 | DOWN_TO_UP) == 0
        return count

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        """Return why a full move is not legal (``rules/reasons``); 0 if it is.

        The source and the destination of a move are numbers of places, or numbers that are no places: the source is a
        pile in a play, 0 (the exile pile) where an exile is turned up, FOUNDATION in a reversal; the destination of a
        play is ON_UP or ON_DOWN, a foundation built up or down.
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if 0 < source <= self.count:
            if dest != ON_UP and dest != ON_DOWN:
                return NO_SUCH_MOVE
            # What is due or over comes before anything about the card. Mostly these flags alone say that nothing is.
            if self.stalemate or self.owes or self.strict:
                reason = self._why_blocked(False)
                if reason:
                    return reason
            if source == self.spread:
                if self._index(source, card) < 0:
                    return self._why_absent()
            elif not self.size[source] or self._top(source) != card:
                return self._why_absent()
            # `want` has a bit for each foundation of the suit that the card fits: 1 built up, 2 and 4 built down.
            if not self.want[card] & (1 if dest == ON_UP else 6):
                return MISFIT
            return 0
        if source == 0:
            return self._why_not_exile(card, dest)
        if source == FOUNDATION:
            return self._why_not_reversed(card, dest)
        if move == DEAL_AGAIN:
            return self.why_not_redeal()
        return NO_SUCH_MOVE

    def _why_absent(self) -> int:
        """Return why a card that is not there may not be played: if the game is won, that is the reason."""
        return NOT_AVAILABLE if self.left else WON

    def _why_blocked(self, reversal: bool) -> int:
        """Return why nothing may be played, because something is due or over; 0 if something may be.

        Args:
            reversal: whether it is asked for a reversal, which may be made although a combination is due.
        """
        if not self.left:
            return WON
        if not reversal and self.due():
            return COMBINATION_DUE
        if self.owes:
            return EXILE_DUE
        if self.stalemate:
            return STALEMATE
        if self.last_exile and self.size[0] == 0:
            return NO_EXILES_LEFT
        return 0

    def why_blocked(self) -> int:
        """Return why nothing may be played, because something is due or over; 0 if it may."""
        return self._why_blocked(False)

    def _why_not_reversed(self, card: int, dest: int) -> int:
        """Return why a card may not move from one foundation of its suit to the other (5, L7).

        If reversals combine foundations (``combines``), all cards of one foundation go to the other, card by card: the
        suits in ``due`` must be combined now, and those in ``chance`` can be, but only by the next move.

        Args:
            card: the card.
            dest: UP_TO_DOWN from the foundation that is built up, or DOWN_TO_UP.
        """
        if (dest != UP_TO_DOWN and dest != DOWN_TO_UP) or self.kings_only or card >= 52:
            return NO_SUCH_MOVE
        suit = SUIT[card]
        due = self.due()
        # A combination comes before an exile that is due, so only other reversals are asked for what is due.
        combines = due or (self.chance >> suit & 1 and not self.stalemate)
        reason = 0 if combines and self.left else self._why_blocked(True)
        if reason:
            return reason
        if not self.reversal:
            return NO_REVERSAL
        top = BUILT_UP + suit if dest == UP_TO_DOWN else BUILT_DOWN + suit
        if self.foundation_top(top) != card:
            return NOT_ON_TOP
        if self.size[top] == 1:
            return BASE
        if not self.meets(suit):
            return NO_MEETING
        if due:
            if not due >> suit & 1:
                return OTHER_COMBINATION
            # A combination that has begun goes on in its direction.
            return OTHER_COMBINATION if self.combining >= 0 and self.way != dest else 0
        if self.combines and not self.chance >> suit & 1:
            return COMBINED
        return self._why_blocked(True) if self.last_exile and self.size[0] == 0 else 0

    def why_not_turned_up(self) -> int:
        """Return why no exile may be turned up (6); 0 if one may: one is due, or no available card fits."""
        if not self.left:
            return WON
        if self.strict and self.due():
            return COMBINATION_DUE
        if self.size[0] == 0:
            return self._why_blocked(False) or NO_EXILE
        if self.owes:
            return 0
        if self.stalemate:
            return STALEMATE
        return 0 if self.standstill() else NO_STANDSTILL

    def _why_not_exile(self, card: int, dest: int) -> int:
        """Return why a card may not be turned up as an exile and go to a destination (6, L9); 0 if it may.

        Args:
            card: the exile.
            dest: ON_UP or ON_DOWN (a foundation), 13 (the pile of the kings) or WOVEN (under the pile of its rank).
        """
        reason = self.why_not_turned_up()
        if reason:
            return reason
        if card >= 52:
            return NOT_KNOWN
        if self.any_exile:
            if self._last_index(0, card) < 0:
                return WRONG_EXILE
        elif self._top(0) != card:
            return WRONG_EXILE
        if not self.leaves(card, dest):
            return WRONG_WAY
        # In a position that no deal leads to (`odd`), a weave may come to a card that it cannot go on from.
        return self._why_in_doubt(card) if self.odd and dest == WOVEN else 0

    def leaves(self, card: int, dest: int) -> bool:
        """Whether an exile that is turned up may go to a destination (6, L6c): to a foundation if it fits one, or else
        to pile 13 if it is a king, or else under the pile of its rank."""
        king = RANK[card] == 13
        if king and self.always_13:
            # Kings go there even if they fit (L6c).
            return dest == 13
        fits = self.want[card]
        if fits:
            return (dest == ON_UP and fits & 1 != 0) or (dest == ON_DOWN and fits & 6 != 0)
        if king:
            return dest == 13 and self.spread != 0
        return dest == WOVEN

    def _why_in_doubt(self, card: int) -> int:
        """Return why it is unknown how the weave of an exile ends, in a position with unknown or impossible cards; 0 if
        it is known. The weave is played and taken back: it notes the reason in ``doubt``."""
        self._play(card << 8 | WOVEN)
        reason = self.doubt
        self._unplay()
        return reason

    def why_not_redeal(self) -> int:
        """Return why no redeal is allowed, or why the written order of a shuffled one is wrong (10, L12)."""
        return self.why_not_gathered() or (self._why_not_order(self.gathered()) if self.shuffles else 0)

    def why_not_gathered(self) -> int:
        """Return why no redeal is allowed, apart from its written order (9, 10, L11, L11a)."""
        if not self.left:
            return WON
        if self.due():
            return COMBINATION_DUE
        if self.owes:
            return EXILE_DUE
        if self.deal > self.redeals:
            return NO_REDEAL
        if self.redeal_any_time:
            return 0
        return self.why_not_over()

    def why_not_over(self) -> int:
        """Return why the deal is not over, if nothing is due; 0 if it is over."""
        if self.deal_over():
            return 0
        return EXILES_LEFT if self.size[0] else NO_STANDSTILL

    def complete_move(self, move: int) -> int:
        """Complete a move that names no destination, if the rules leave only one; otherwise return 0. Here that is an
        exile that is turned up."""
        card = move >> 8 & 255
        if move >> 16 or card >= 52:
            return 0
        only_move = 0
        for number in range(4):
            dest = _WAYS[number]
            if self.leaves(card, dest):
                if only_move:
                    return 0
                only_move = card << 8 | dest
        return only_move

    def _moves(self, out: Room) -> int:
        """List the legal moves in ``out``; returns how many there are."""
        # Plays come first, then reversals, exiles, and a redeal. Groups of which no move can be legal are left out, or
        # none can match the pattern, and `_why` decides about each move of the rest.
        source = self.pattern >> 16 if self.filtering else OPEN
        pattern_card = self.pattern >> 8 & 255 if self.filtering else OPEN
        count = 0
        if source == OPEN or 0 < source < 14:
            count = self._list_plays(out, source, pattern_card)
        if self.reversal and self.left and source in (OPEN, FOUNDATION):
            count = self._list_reversals(out, count, pattern_card)
        if self.size[0] and source in (OPEN, EXILE):
            count = self._list_exiles(out, count, pattern_card)
        if self.deal <= self.redeals:
            count = self._add_if_legal(out, count, DEAL_AGAIN)
        return count

    def _list_plays(self, out: Room, source: int, pattern_card: int) -> int:
        """List the legal plays from the piles; returns how many there are.

        Args:
            out: the list.
            source: the only pile to look at; OPEN for all.
            pattern_card: the only card to look for; OPEN for any.
        """
        count = 0
        if self.left and not ((self.stalemate or self.owes or self.strict) and self._why_blocked(False)):
            first = 1 if source == OPEN else source
            last = self.count if source == OPEN else min(source, self.count)
            for pile in range(first, last + 1):
                height = self.size[pile]
                index = 0 if pile == self.spread else height - 1
                while 0 <= index < height:
                    card = self.cells[(pile << 7) + index]
                    # Of two twins in pile 13, the lower one is played, so only that one is listed.
                    if (
                        pattern_card in (OPEN, card)
                        and self.want[card]
                        and (pile != self.spread or self._index(pile, card) == index)
                    ):
                        count = self._add_if_legal(out, count, pile << 16 | card << 8 | ON_UP)
                        count = self._add_if_legal(out, count, pile << 16 | card << 8 | ON_DOWN)
                    index += 1
        return count

    def _list_reversals(self, out: Room, count: int, pattern_card: int) -> int:
        """Append the legal reversals to a list of moves.

        Args:
            out: the list.
            count: its length.
            pattern_card: the only card to look for; OPEN for any.

        Returns:
            The new length of the list.
        """
        for suit in range(4):
            if (pattern_card == OPEN or SUIT[pattern_card] == suit) and self.meets(suit):
                count = self._add_if_legal(
                    out, count, FOUNDATION << 16 | self.foundation_top(BUILT_UP + suit) << 8 | UP_TO_DOWN
                )
                count = self._add_if_legal(
                    out, count, FOUNDATION << 16 | self.foundation_top(BUILT_DOWN + suit) << 8 | DOWN_TO_UP
                )
        return count

    def _list_exiles(self, out: Room, count: int, pattern_card: int) -> int:
        """Append the legal moves of exiles to a list of moves; the arguments are those of ``_list_reversals``.

        Returns:
            The new length of the list.
        """
        if pattern_card != OPEN and self._last_index(EXILE, pattern_card) < 0:
            return count
        if self.why_not_turned_up():
            return count
        index = self.size[EXILE] - 1
        while index >= 0:
            card = self.cells[index]
            # Of two twins among the exiles, the upper one is turned up.
            if pattern_card in (OPEN, card) and self._last_index(EXILE, card) == index:
                count = self._add_if_legal(out, count, card << 8 | ON_UP)
                count = self._add_if_legal(out, count, card << 8 | ON_DOWN)
                count = self._add_if_legal(out, count, card << 8 | 13)
                count = self._add_if_legal(out, count, card << 8 | WOVEN)
            index = index - 1 if self.any_exile else -1
        return count

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _perform(self, move: int) -> None:
        """Make a legal move, with everything that it forces: a weave, kings that leave their piles.

        It also sets what the game remembers: ``owes`` (why the next exile is due), ``stalemate``, and the suits that
        can be combined (``combined``, ``chance``).
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        # The suit that the move reverses; -1 for none.
        suit = -1
        if 0 < source < 14:
            index = self._index(source, card) if source == self.spread else self.size[source] - 1
            self._build(source, index, self._landing(card, dest))
            if self.kings_leave and source != self.spread and self._move_kings_away(source) and self.size[0]:
                # By L6d, the second point of `OWED_BY`.
                self.owes = 2
            if not self.strict and not self.owes:
                # No register can have changed.
                return
        elif source == 0:
            owed = self.owes
            self._turn_up_exile(card, dest)
            if not self.strict and self.owes == owed and not self.stalemate:
                return
        elif source == FOUNDATION:
            suit = SUIT[card]
            self._reverse(suit, dest)
        else:
            self._lay_again()
        if self.now_or_never:
            # Suits that this move could have combined and did not cannot be combined any more.
            self.combined |= self.chance & ~(1 << suit if suit >= 0 else 0)
            self.chance = self._meeting() if self.combining < 0 else 0
        self._note()

    def apply_forced_moves(self, source: int) -> None:
        """Make the forced moves after a misplay has taken cards from a place."""
        if source == 0:
            self.owes = 0
        if self.kings_leave:
            for pile in range(1, 13):
                if self._move_kings_away(pile) and self.size[0]:
                    self.owes = 2
        if self.now_or_never:
            # Suits that could have been combined cannot be combined any more.
            self.combined |= self.chance
            self.chance = self._meeting() if self.combining < 0 else 0

    def _move_kings_away(self, pile: int) -> bool:
        """Move the kings on top of a pile to pile 13, one by one (L6d); returns whether there was one."""
        has_king = False
        height = self.size[pile]
        while height and RANK[self._top(pile)] == 13:
            height -= 1
            self._show(self._to_13(pile, height))
            has_king = True
        return has_king

    def _to_13(self, source: int, index: int) -> int:
        """Put a king in pile 13, on top or at the bottom (L6b)."""
        return self._shift(source, index, 13, 0 if self.kings_under else self.size[13])

    def _turn_up_exile(self, card: int, dest: int) -> None:
        """Turn up an exile (the upper of two twins), and move it to its destination (6, L9).

        Args:
            card: the exile.
            dest: ON_UP or ON_DOWN, 13, or WOVEN. In the last case the weave is made too.
        """
        index = self._last_index(0, card)
        self.owes = 0
        if dest == 13:
            self._to_13(0, index)
            if self.size[0]:
                self.owes = 3
        elif dest == WOVEN:
            home = RANK[card]
            self._shift(0, index, home, 0)
            self._weave(home)
            if self.ended and self.stalemate_ends_deal:
                self.stalemate = True
            elif self.kings_leave and not self.doubt:
                self._move_lifted_kings_away()
        else:
            self._build(0, index, self._landing(card, dest))

    def _move_lifted_kings_away(self) -> None:
        """Move kings away from the piles from which the weave just made has lifted cards, the lowest number first
        (L6d)."""
        # The move's first entry in the log is the exile; each of the others is a lifted card, with its pile on top.
        mark = self.begins[self.plies - 1] + 1
        end = self.logged
        piles = 0
        for entry in range(mark, end):
            piles |= 1 << (self.log[entry] >> 24)
        has_king = False
        for pile in range(1, 13):
            if piles >> pile & 1 and self._move_kings_away(pile):
                has_king = True
        if has_king and self.size[0]:
            self.owes = 2

    def _weave(self, home: int) -> None:
        """Weave on from an exile that was put under the pile of its rank (7, 8, L2, L3, L6, L6a).

        Again and again, the top card of a pile is lifted and put under the pile of its own rank, where the weave goes
        on, until a card that fits is uncovered (under L2 = rotate-once there is one lift, within the pile). ``ended``
        is set if that would never happen (a stalemate), and ``doubt`` if the weave comes to a card that it cannot go on
        from.

        Args:
            home: the pile under which the last card was put.
        """
        while True:
            height = self.size[home]
            card = self._top(home)
            if height == 1:
                # Under an empty pile a weave is endless, unless the card itself can be played (L3).
                self.ended: bool = self.alone_is_stalemate and not self.want[card]
                return
            rank = RANK[card]
            if self.path_stalemate and self._is_endless_by_path(home):
                self.ended = True
                return
            # The rank of an unknown card is 0.
            if rank == 0 or rank > self.count:
                self._stop(NOT_KNOWN if card == UNKNOWN else NO_PILE, home, card)
                return
            if rank == home and not self.once and self._is_endless(home):
                self.ended = True
                return
            self.lifted[self.lifts] = card
            self.lifts: int = self.lifts + 1
            # The weave ends with a king that goes to pile 13 (L6), or after one lift (L2).
            ends = self.once
            if rank == 13 and self.stops:
                self._to_13(home, height - 1)
                ends = True
            else:
                self._shift(home, height - 1, home if self.once else rank, 0)
            # What the lift has uncovered in the pile.
            height = self.size[home]
            if height:
                card = self._top(home)
                if self.want[card] or (card == UNKNOWN and self._is_playable_by_path(home, rank)):
                    if rank == 13 and self.lifted_draws and self.size[0]:
                        # By L6a, the first point of `OWED_BY`.
                        self.owes = 1
                    ends = True
            if ends or self.doubt:
                return
            home = rank

    def _stop(self, reason: int, home: int, card: int) -> None:
        """Note why a weave goes no further (``doubt``), in which pile, and at which card."""
        self.doubt = reason
        self.stopped_pile = home
        self.stopped_card = card

    def _is_endless(self, home: int) -> bool:
        """Whether a weave would rotate a pile for ever (8): all its cards have the rank of the pile, so each goes back
        under it, and none of them fits."""
        base = home << 7
        for index in range(self.size[home]):
            card = self.cells[base + index]
            if RANK[card] != home or self.want[card]:
                return False
        return True

    def _is_endless_by_path(self, home: int) -> bool:
        """Whether a weave that the record ends in a stalemate ends in one here, however many cards the record has it
        lift first: the pile has unknown cards, and all others are of its rank and do not fit (8)."""
        if self.once or self._index(home, UNKNOWN) < 0:
            return False
        for index in range(self.size[home]):
            card = self._at(home, index)
            if card != UNKNOWN and (RANK[card] != home or self.want[card]):
                return False
        return True

    def _is_playable_by_path(self, home: int, rank: int) -> bool:
        """Whether an unknown card that a weave uncovers can be played: it can if the record ends the path of the weave
        there. If the weave ends anyway (L2, L6), this does not matter.

        Args:
            home: the pile in which it lies.
            rank: the rank of the card that was lifted from it.
        """
        if self.once or (self.stops and rank == 13):
            return False
        if self.path_length < 0:
            self._stop(NOT_SEEN, home, UNKNOWN)
            return False
        return self.path_length == self.lifts and not self.path_stalemate

    def _reverse(self, suit: int, dest: int) -> None:
        """Move the top card of one foundation of a suit to the other (5). A combination (L7), which moves all cards but
        the base, begins, goes on or ends with it.

        Args:
            suit: the suit.
            dest: UP_TO_DOWN or DOWN_TO_UP.
        """
        source = BUILT_UP + suit if dest == UP_TO_DOWN else BUILT_DOWN + suit
        self._move_between(source, BUILT_UP + BUILT_DOWN + 2 * suit - source)
        if self.combines:
            if self.size[source] == 1:
                self.combining = -1
                self.way = 0
                self.combined |= 1 << suit
            else:
                self.combining = suit
                self.way = dest

    def gathered(self) -> bytes:
        """Return the cards that a shuffled redeal deals again: those of the piles and the unturned exiles (10, L12)."""
        return b"".join([self.cards_in(place) for place in range(self.count + 1)])

    def _lay_again(self) -> None:
        """Pick up the piles, unturned exiles last, or take the cards as they were shuffled, and deal again (10, L12,
        L13)."""
        self._save_places(0, self.count)
        if self.shuffles:
            order = self.orders[self.deal + 1]
            count = len(order)
            for index in range(count):
                self.stock[index] = order[index]
        else:
            count = self._pick_up_piles()
        self._deal(count)
        self.deal += 1
        self.stalemate = False

    def _pick_up_piles(self) -> int:
        """Put the cards of the piles into ``stock``, unturned exiles last; return how many they are (L12, L13).
        ``pick_up`` says in which order: 0 from the highest pile on, 1 from pile 1 on, and 2 like 0 but in reverse."""
        count = 0
        for turn in range(self.count):
            pile = turn + 1 if self.pick_up == 1 else self.count - turn
            height = self.size[pile]
            self.stock[count : count + height] = self.cells[pile << 7 : (pile << 7) + height]
            count += height
        if self.pick_up == 2:
            for index in range(count >> 1):
                card = self.stock[index]
                self.stock[index] = self.stock[count - 1 - index]
                self.stock[count - 1 - index] = card
        # The exile that would be turned up next is dealt first.
        for index in range(self.size[0] - 1, -1, -1):
            self.stock[count] = self.cells[index]
            count += 1
        return count
