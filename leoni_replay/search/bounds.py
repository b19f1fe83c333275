"""An upper bound for the cards that a weaving game can play, found without a search.

Every card that can be played is played, as if no play stood in the way of another, and then what it uncovers. This
reaches every card that can really be played, so a card not reached cannot be played (``docs/dev/search.md``).
"""

from __future__ import annotations

from array import array

from leoni_replay.rules.numbers import BUILT_DOWN, BUILT_UP, PILES, RANK, ROOM
from leoni_replay.rules.weaving import Weaving

#: a bit for every card: 16 for each suit, its rank among them
_BIT = array("Q", [2 ** (16 * (card // 13) + card % 13 + 1) if card < 52 else 0 for card in range(256)])
#: all ranks of a suit, as bits
_RANKS = 0x3FFE
#: instead of a way: the suit stops, as if its foundations never met
_NO_WAY = 14
#: the number of bytes saved for a stage, and the offset of each array
_SAVED = 64
_CLEAR = 16
_SHOWN = 32
_LIFTED = 48


class PlayableBound:
    """The cards that can be reached from a position."""

    def __init__(self, table: Weaving) -> None:
        self.table = table
        #: the cards of which one copy or both can be reached, and those that can be played, as bits
        self.one = self.two = self.playable = 0
        #: the number of cards that weaves can lift from each pile, and whether weaves go from pile to pile (L2)
        self.lifts = bytearray(16)
        self.chain = False
        #: for each pile, as an index from the bottom: the lowest card above which nothing stays, that can be reached,
        #: and that can be lifted
        self.clear = bytearray(16)
        self.shown_to = bytearray(16)
        self.lifted_to = bytearray(16)
        #: the suit of the foundation that waits (4: none), and whether it is built up (1) or down (2)
        self.waits = 4
        self.direction = 0
        #: whether a king is uncovered and leaves its pile, so that an exile is due before a standstill (L6d)
        self.frees_king = False
        #: the way in which each suit continues once its foundations meet (``_playable``); 0 for all ways at once
        self.way = bytearray(4)
        #: the last way that worked for each suit, and the last suit for which none did
        self.worked = bytearray(b"\1\1\1\1")
        self.stuck = 0
        #: the arrays saved at up to four stages
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
        return 2 if self.two & _BIT[card] else 1 if self.one & _BIT[card] else 0

    def _all_playable(self) -> bool:
        """Whether every card could still be played in this deal, if weaves lifted all they can and exiles lay open."""
        table = self.table
        meeting = 0
        for suit in range(4):
            if (
                table.reversal
                and not table.combined >> suit & 1
                and table.size[BUILT_UP + suit] + table.size[BUILT_DOWN + suit] <= 13
            ):
                meeting |= 1 << suit
        if meeting and table.size[0]:
            # The ways that worked for the last position mostly work for this one.
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
        """Whether every card can be played if each of these suits continues in one way, and the others in all ways."""
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
        """Whether there is a way for a suit and for those of ``suits`` after it, from a saved stage on."""
        table = self.table
        after = suit + 1
        while after < 4 and not suits >> after & 1:
            after += 1
        if table.immediate:
            ways = 6
        elif table.now_or_never:
            ways = 14
        else:
            # A suit can only continue from a card that was reached before.
            ways = self.saved_cards[3 * stage] >> 16 * suit & _RANKS
        worked = self.worked[suit]
        for i in range(14):
            # First the way that worked last.
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
        for suit in range(first, 4):
            if suits >> suit & 1:
                self.way[suit] = way

    def _save(self, stage: int) -> None:
        self.saved_cards[3 * stage] = self.one
        self.saved_cards[3 * stage + 1] = self.two
        self.saved_cards[3 * stage + 2] = self.playable
        for p in range(14):
            self.saved[_SAVED * stage + p] = self.lifts[p]
            self.saved[_SAVED * stage + _CLEAR + p] = self.clear[p]
            self.saved[_SAVED * stage + _SHOWN + p] = self.shown_to[p]
            self.saved[_SAVED * stage + _LIFTED + p] = self.lifted_to[p]

    def _go_back(self, stage: int) -> None:
        self.one = self.saved_cards[3 * stage]
        self.two = self.saved_cards[3 * stage + 1]
        self.playable = self.saved_cards[3 * stage + 2]
        for p in range(14):
            self.lifts[p] = self.saved[_SAVED * stage + p]
            self.clear[p] = self.saved[_SAVED * stage + _CLEAR + p]
            self.shown_to[p] = self.saved[_SAVED * stage + _SHOWN + p]
            self.lifted_to[p] = self.saved[_SAVED * stage + _LIFTED + p]

    def _begin(self, exiles: bool) -> None:
        """Begin with the cards of pile 13, and if ``exiles`` with the exiles, each of which lifts a card."""
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
        for i in range(PILES * ROOM, PILES * ROOM + (table.size[13] if table.spread else 0)):
            self._show(table.cells[i])

    def _show(self, card: int) -> None:
        """Note that another copy of a card can be reached."""
        self.two |= self.one & _BIT[card]
        self.one |= _BIT[card]

    def _whole(self) -> bool:
        """Spread from the cards reached; returns whether every card can be played."""
        self._spread()
        for p in range(1, 13):
            if self.shown_to[p]:
                return False
        return self.one & ~self.playable == 0

    def _spread(self) -> None:
        """Find all cards that can be reached from those reached so far.

        A card in a pile is reached if no more of the cards above it stay than weaves can lift from that pile.
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
        """Note that a weave can lift a card, and continues with the pile of its rank."""
        table = self.table
        rank = RANK[card]
        if rank < 13 and rank != p:
            self.lifts[rank] += 1
        elif rank == 13 and not table.stops and not self.lifts[13]:
            self.lifts[13] = 1
            for i in range(PILES * ROOM, PILES * ROOM + table.size[13]):
                if RANK[table.cells[i]] < 13:
                    self.lifts[RANK[table.cells[i]]] += 1

    def _playable(self, suit: int, one: int, two: int) -> int:
        """Return the ranks of a suit that can be played, as bits.

        Once its foundations meet, the suit continues in its ``way``: from the card of that rank if reversals are free;
        if the suit is combined once (L7), 1 is from the ace up, 2 from the king down, and 3 not combined.

        Args:
            suit: the suit.
            one, two: the ranks of which one copy, or both, can be reached.
        """
        table = self.table
        low = table.size[BUILT_UP + suit]
        high = 14 - table.size[BUILT_DOWN + suit]
        way = self.way[suit]
        meets = table.reversal and low < high and not table.combined >> suit & 1
        combines = meets and table.combines
        # Until the suit continues in some way, neither foundation passes the other.
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
            # One foundation has all cards, the other continues from its base. Of ranks that were on neither, the first
            # copy has gone into the combination.
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
