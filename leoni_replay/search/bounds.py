# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""How far the plays of a weaving game can get, if none stood in the way of another.

That takes no search: every card that can be played is, and what it uncovers is played in its turn. The cards reached in
this way are more than those that can really be played, never fewer, so a card that is not reached cannot be played.
``docs/searching.md`` has the argument.
"""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import RANK
from leoni_replay.rules.weaving import Weaving

#: a bit for every card: 16 for each suit, its rank among them
_BIT = array("Q", [2 ** (16 * (card // 13) + card % 13 + 1) if card < 52 else 0 for card in range(256)])
#: all ranks of a suit
_RANKS = 0x3FFE
#: in place of a way to go on: none, as if the foundations never met
_NO_WAY = 14
#: how many numbers are saved for a stage of the work, and where each kind begins
_SAVED = 64
_CLEAR = 16
_SHOWN = 32
_LIFTED = 48


class Reach:
    """The cards that can be reached from a position."""

    def __init__(self, table: Weaving) -> None:
        self.table = table
        #: cards of which one copy can be reached, both can be, and those that can be played, a bit for each card
        self.one = self.two = self.playable = 0
        #: how many cards weaves can lift from each pile, and whether a weave goes on from pile to pile (L2)
        self.lifts = bytearray(16)
        self.chain = False
        #: of each pile, counted from the bottom: above which card nothing blocks what is below, and the lowest card
        #: that can be reached, and that can be lifted
        self.clear = bytearray(16)
        self.shown_to = bytearray(16)
        self.lifted_to = bytearray(16)
        #: the foundation that waits: its suit (4: none), and whether it is built up (1) or down (2)
        self.waits = 4
        self.direction = 0
        #: whether a king that leaves its pile is uncovered, so that an exile is due before there is a standstill (L6d)
        self.frees_king = False
        #: how each suit goes on once its foundations meet (``_playable``): 0 for every way at once
        self.way = bytearray(4)
        #: for each suit the way that worked last, and the last suit for which none did
        self.worked = bytearray(b"\1\1\1\1")
        self.stuck = 0
        #: the work saved at up to four stages
        self.saved = bytearray(4 * _SAVED)
        self.saved_cards = array("Q", bytes(8 * 4 * 3))

    def _find(self, suit: int, direction: int) -> None:
        """Find the cards that can be reached before the next exile while a foundation waits."""
        table = self.table
        self.waits = suit
        self.direction = direction
        self.frees_king = False
        self._begin(False)
        self._spread()
        self.waits = 4
        if table.kings_leave and table.size[0]:
            for p in range(1, 13):
                for i in range(self.shown_to[p], table.size[p] - 1):
                    if RANK[table.cells[(p << 7) + i]] == 13:
                        self.frees_king = True

    def _copies(self, card: int) -> int:
        """How many copies of a card can be reached."""
        return 2 if self.two & _BIT[card] else 1 if self.one & _BIT[card] else 0

    def _all_playable(self) -> bool:
        """Whether every card could still be played in this deal, with weaves that lift as many cards as they can, and
        with the exiles at hand."""
        table = self.table
        meeting = 0
        for suit in range(4):
            if (
                table.reversal
                and not table.combined >> suit & 1
                and table.size[96 + suit] + table.size[100 + suit] <= 13
            ):
                meeting |= 1 << suit
        if meeting and table.size[0]:
            # The ways that worked for the position before mostly work for this one.
            for suit in range(4):
                self.way[suit] = self.worked[suit] if meeting >> suit & 1 else 0
            self._begin(True)
            whole = self._whole()
            self._let(15, 0, 0)
            if whole:
                return True
        self._begin(True)
        if not self._whole():
            return False
        for i in range(4):
            suit = i + self.stuck & 3
            if meeting >> suit & 1 and not self._has_ways(1 << suit):
                self.stuck = suit
                return False
        return not table.combines or not meeting or self._has_ways(meeting)

    def _has_ways(self, suits: int) -> bool:
        """Whether every card can be played if each of some suits goes on in one way, whichever, and the others in all
        ways at once."""
        self._let(suits, 0, _NO_WAY)
        self._begin(True)
        self._spread()
        self._save(0)
        suit = 0
        while not suits >> suit & 1:
            suit += 1
        has = self._has_way(suit, suits, 0)
        self._let(suits, 0, 0)
        return has

    def _has_way(self, suit: int, suits: int, stage: int) -> bool:
        """Whether there is a way for a suit, and for those of ``suits`` after it, from what was saved at a stage."""
        table = self.table
        after = suit + 1
        while after < 4 and not suits >> after & 1:
            after += 1
        if table.immediate:
            ways = 6
        elif table.now_or_never:
            ways = 14
        else:
            # The first card has to be at hand before any other of the suit is played.
            ways = self.saved_cards[3 * stage] >> 16 * suit & _RANKS
        worked = self.worked[suit]
        for i in range(14):
            # The one that worked last comes first.
            way = i if i else worked
            if (i == worked) or not ways >> way & 1:
                continue
            self._go_back(stage)
            self.way[suit] = way
            whole = self._whole()
            if not whole and after < 4:
                self._save(stage + 1)
                self._let(suits, after, 0)
                whole = self._whole()
                self._let(suits, after, _NO_WAY)
                whole = whole and self._has_way(after, suits, stage + 1)
            if whole:
                self.worked[suit] = way
                return True
        self.way[suit] = _NO_WAY
        return False

    def _let(self, suits: int, first: int, way: int) -> None:
        """Let those of some suits, from one on, go on in a way."""
        for suit in range(first, 4):
            if suits >> suit & 1:
                self.way[suit] = way

    def _save(self, stage: int) -> None:
        """Save the work done so far."""
        self.saved_cards[3 * stage] = self.one
        self.saved_cards[3 * stage + 1] = self.two
        self.saved_cards[3 * stage + 2] = self.playable
        for p in range(14):
            self.saved[_SAVED * stage + p] = self.lifts[p]
            self.saved[_SAVED * stage + _CLEAR + p] = self.clear[p]
            self.saved[_SAVED * stage + _SHOWN + p] = self.shown_to[p]
            self.saved[_SAVED * stage + _LIFTED + p] = self.lifted_to[p]

    def _go_back(self, stage: int) -> None:
        """Go on from the work that was saved at a stage."""
        self.one = self.saved_cards[3 * stage]
        self.two = self.saved_cards[3 * stage + 1]
        self.playable = self.saved_cards[3 * stage + 2]
        for p in range(14):
            self.lifts[p] = self.saved[_SAVED * stage + p]
            self.clear[p] = self.saved[_SAVED * stage + _CLEAR + p]
            self.shown_to[p] = self.saved[_SAVED * stage + _SHOWN + p]
            self.lifted_to[p] = self.saved[_SAVED * stage + _LIFTED + p]

    def _begin(self, exiles: bool) -> None:
        """Begin with pile 13 at hand, and with the exiles if that is wanted, each of which lifts a card."""
        table = self.table
        self.one = self.two = self.playable = 0
        for p in range(14):
            self.lifts[p] = 0
            self.clear[p] = self.shown_to[p] = self.lifted_to[p] = table.size[p]
        if exiles:
            for i in range(table.size[0]):
                self._show(table.cells[i])
                self.lifts[RANK[table.cells[i]]] += 1
            self.lifts[13] = 0
        self.chain = exiles and table.size[0] > 0 and not table.once
        for i in range(13 * 128, 13 * 128 + (table.size[13] if table.spread else 0)):
            self._show(table.cells[i])

    def _show(self, card: int) -> None:
        """Note that one more copy of a card can be reached."""
        self.two |= self.one & _BIT[card]
        self.one |= _BIT[card]

    def _whole(self) -> bool:
        """Go on from what has been reached as far as that leads; returns whether every card can be played."""
        self._spread()
        for p in range(1, 13):
            if self.shown_to[p]:
                return False
        return self.one & ~self.playable == 0

    def _spread(self) -> None:
        """Go on from what has been reached as far as that leads.

        A card in a pile is reached if all those above it can leave, but for as many as weaves can lift from that pile.
        """
        table = self.table
        chain = self.chain
        playable = self.playable
        one = two = 0
        more = True
        while more:
            for suit in range(4):
                if ((one ^ self.one) | (two ^ self.two)) >> 16 * suit & _RANKS:
                    playable |= self._playable(suit, self.one >> 16 * suit, self.two >> 16 * suit) << 16 * suit
            one = self.one
            two = self.two
            more = False
            for p in range(1, 13):
                i = self.clear[p]
                lifts = self.lifts[p]
                stay = 0
                while i and stay <= lifts:
                    i -= 1
                    card = table.cells[(p << 7) + i]
                    if i < self.shown_to[p]:
                        self.shown_to[p] = i
                        self._show(card)
                        more = True
                    if chain and stay < lifts and i < self.lifted_to[p]:
                        self.lifted_to[p] = i
                        self._lift(p, card)
                        more = True
                    if not (
                        playable & _BIT[card]
                        or (table.kings_leave and RANK[card] == 13 and i + 1 < table.size[p])
                        or (chain and lifts and RANK[card] == p)
                    ):
                        stay += 1
                    elif stay == 0 and not chain:
                        self.clear[p] = i
        self.playable = playable

    def _lift(self, p: int, card: int) -> None:
        """Note that a weave can lift a card, and goes on with the pile of its rank."""
        table = self.table
        rank = RANK[card]
        if rank < 13 and rank != p:
            self.lifts[rank] += 1
        elif rank == 13 and not table.stops and not self.lifts[13]:
            self.lifts[13] = 1
            for i in range(13 * 128, 13 * 128 + table.size[13]):
                if RANK[table.cells[i]] < 13:
                    self.lifts[RANK[table.cells[i]]] += 1

    def _playable(self, suit: int, one: int, two: int) -> int:
        """The ranks of a suit that can be played, as bits.

        Once its foundations meet, it goes on in the ``way`` that is set: where reversals are free, from the card of a
        rank; where they have to be combined at once (L7), 1 from the ace up, 2 from the king down, 3 not combined.

        Args:
            suit: the suit.
            one, two: the ranks of which one copy can be reached, and both can be.
        """
        table = self.table
        low = table.size[96 + suit]
        high = 14 - table.size[100 + suit]
        way = self.way[suit]
        meets = table.reversal and low < high and not table.combined >> suit & 1
        combines = meets and table.combines
        # Until it goes on in some way, neither goes past the other.
        stop = meets and (table.immediate or (way and not (combines and way == 3)))
        up = low
        down = high
        if suit != self.waits or self.direction != 1:
            while up < (high - 1 if stop else 13) and one >> up + 1 & 1:
                up += 1
        if suit != self.waits or self.direction != 2:
            while down > (low + 1 if stop else 1) and one >> down - 1 & 1:
                down -= 1
        ranks = (2 << up) - (2 << low) | (1 << high) - (1 << down)
        if not meets or up + 1 < down or way == _NO_WAY:
            return ranks
        if combines:
            # One foundation has all the cards that lay there, the other goes on from its base. Of ranks that were on
            # neither, the first copy has gone into the combination.
            if high > low + 1:
                one &= two | ~((1 << high) - (2 << low))
            up = 1
            down = 13
            while way < 2 and up < 13 and one >> up + 1 & 1:
                up += 1
            while (way == 0 or way == 2) and down > 1 and one >> down - 1 & 1:
                down -= 1
            if way < 2:
                ranks |= (2 << up) - 2
            if way == 0 or way == 2:
                ranks |= (2 << 13) - (1 << down)
            return ranks
        if way == 0:
            return _RANKS
        up = down = way
        while one >> way & 1 and up < 13 and one >> up + 1 & 1:
            up += 1
        while one >> way & 1 and down > 1 and one >> down - 1 & 1:
            down -= 1
        return ranks | (2 << up) - (1 << down)
