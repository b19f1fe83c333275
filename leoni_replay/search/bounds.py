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
        self.reached: int = 0
        self.reached_twice: int = 0
        self.playable: int = 0
        #: the number of cards that weaves can lift from each pile, and whether weaves go from pile to pile (L2)
        self.lifts: bytearray = bytearray(16)
        self.weaves_chain: bool = False
        #: for each pile, as an index from the bottom: the lowest card above which nothing stays, that can be reached,
        #: and that can be lifted
        self.clear: bytearray = bytearray(16)
        self.shown_to: bytearray = bytearray(16)
        self.lifted_to: bytearray = bytearray(16)
        #: the suit of the foundation that waits (4: none), and whether it is built up (1) or down (2)
        self.waiting_suit: int = 4
        self.direction: int = 0
        #: whether a king is uncovered and leaves its pile, so that an exile is due before a standstill (L6d)
        self.frees_king: bool = False
        #: the way in which each suit continues once its foundations meet (``_playable_ranks``); 0 for all ways at once
        self.way_of: bytearray = bytearray(4)
        #: the last way that worked for each suit, and the last suit for which none did
        self.last_way: bytearray = bytearray(b"\1\1\1\1")
        self.last_lost_suit: int = 0
        #: the arrays saved at up to four stages
        self.saved_stages: bytearray = bytearray(4 * _SAVED)
        self.saved_cards: array[int] = array("Q", bytes(8 * 4 * 3))

    def _find_reachable(self, suit: int, direction: int) -> None:
        """Find the cards that can be reached before the next exile is turned up, if one foundation takes no card.

        Args:
            suit: the suit of that foundation.
            direction: 1 if it is built up, 2 if down.
        """
        table = self.table
        self.waiting_suit = suit
        self.direction = direction
        self.frees_king = False
        self._begin(False)
        self._spread()
        self.waiting_suit = 4
        # A king that a play uncovers leaves, and the next exile is due at once (L6d).
        if table.kings_leave and table.size[0]:
            for pile in range(1, 13):
                for i in range(self.shown_to[pile], table.size[pile] - 1):
                    if RANK[table.cells[(pile << 7) + i]] == 13:
                        self.frees_king = True

    def _count_copies(self, card: int) -> int:
        """Return how many copies of a card can be reached."""
        if self.reached_twice & _BIT[card]:
            return 2
        return 1 if self.reached & _BIT[card] else 0

    def _are_all_playable(self) -> bool:
        """Whether every card could still be played in this deal, if weaves lifted all they can and exiles lay open."""
        table = self.table
        # The suits, as bits, whose foundations meet or still can: they can continue in several ways.
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
                self.way_of[suit] = self.last_way[suit] if meeting >> suit & 1 else 0
            self._begin(True)
            all_playable = self._spread_to_all()
            self._set_ways(15, 0, 0)
            if all_playable:
                return True
        # First with all ways at once, which is quick and too generous; then with one way of each suit, the others
        # having all. The suit that failed last is tried first.
        self._begin(True)
        if not self._spread_to_all():
            return False
        for i in range(4):
            suit = (i + self.last_lost_suit) & 3
            if meeting >> suit & 1 and not self._has_ways(1 << suit):
                self.last_lost_suit = suit
                return False
        return not table.combines or not meeting or self._has_ways(meeting)

    def _has_ways(self, suits: int) -> bool:
        """Whether every card can be played if each of some suits continues in one way, whichever suits best, and the
        other suits in all ways at once.

        Args:
            suits: the suits, as bits; at least one.
        """
        self._set_ways(suits, 0, _NO_WAY)
        self._begin(True)
        self._spread()
        self._save(0)
        suit = 0
        while not suits >> suit & 1:
            suit += 1
        has_way = self._has_way(suit, suits, 0)
        self._set_ways(suits, 0, 0)
        return has_way

    def _has_way(self, suit: int, suits: int, stage: int) -> bool:
        """Whether there are ways for a suit and for those of ``suits`` after it with which every card can be played.

        It tries each way of the suit, and with it, by recursion, those of the next suit.

        Args:
            suit: the suit, one of ``suits``.
            suits: the suits that continue in one way each, as bits.
            stage: the number of the saved stage to begin from, one for each suit before this one. Later stages are
                overwritten.
        """
        table = self.table
        next_suit = suit + 1
        while next_suit < 4 and not suits >> next_suit & 1:
            next_suit += 1
        # The possible ways as bits: what each means, ``_playable_ranks`` says.
        if table.immediate:
            ways = 6
        elif table.now_or_never:
            ways = 14
        else:
            # A suit can only continue from a card that was reached before.
            ways = self.saved_cards[3 * stage] >> 16 * suit & _RANKS
        last_way = self.last_way[suit]
        for i in range(14):
            # First the way that worked last.
            way = i if i else last_way
            if (i == last_way) or not ways >> way & 1:
                continue
            self._go_back(stage)
            self.way_of[suit] = way
            all_playable = self._spread_to_all()
            if not all_playable and next_suit < 4:
                self._save(stage + 1)
                # If all ways of the suits after it are not enough at once, no single ones are.
                self._set_ways(suits, next_suit, 0)
                all_playable = self._spread_to_all()
                self._set_ways(suits, next_suit, _NO_WAY)
                all_playable = all_playable and self._has_way(next_suit, suits, stage + 1)
            if all_playable:
                self.last_way[suit] = way
                return True
        self.way_of[suit] = _NO_WAY
        return False

    def _set_ways(self, suits: int, first_suit: int, way: int) -> None:
        """Set the way in which some suits continue once their foundations meet.

        Args:
            suits: the suits, as bits.
            first_suit: suits before this one stay as they are.
            way: the way (``_playable_ranks`` says what it means); 0 for all ways at once, or ``_NO_WAY``.
        """
        for suit in range(first_suit, 4):
            if suits >> suit & 1:
                self.way_of[suit] = way

    def _save(self, stage: int) -> None:
        """Save what has been reached so far, so that ``_go_back`` can return to it from any later stage."""
        self.saved_cards[3 * stage] = self.reached
        self.saved_cards[3 * stage + 1] = self.reached_twice
        self.saved_cards[3 * stage + 2] = self.playable
        for pile in range(14):
            self.saved_stages[_SAVED * stage + pile] = self.lifts[pile]
            self.saved_stages[_SAVED * stage + _CLEAR + pile] = self.clear[pile]
            self.saved_stages[_SAVED * stage + _SHOWN + pile] = self.shown_to[pile]
            self.saved_stages[_SAVED * stage + _LIFTED + pile] = self.lifted_to[pile]

    def _go_back(self, stage: int) -> None:
        """Return to what had been reached when a stage was saved."""
        self.reached = self.saved_cards[3 * stage]
        self.reached_twice = self.saved_cards[3 * stage + 1]
        self.playable = self.saved_cards[3 * stage + 2]
        for pile in range(14):
            self.lifts[pile] = self.saved_stages[_SAVED * stage + pile]
            self.clear[pile] = self.saved_stages[_SAVED * stage + _CLEAR + pile]
            self.shown_to[pile] = self.saved_stages[_SAVED * stage + _SHOWN + pile]
            self.lifted_to[pile] = self.saved_stages[_SAVED * stage + _LIFTED + pile]

    def _begin(self, with_exiles: bool) -> None:
        """Begin again, with the cards of pile 13, which are all available.

        Args:
            with_exiles: whether the exiles count as reached too. Then a weave comes to the pile of each exile's rank,
                and lifts a card there.
        """
        table = self.table
        self.reached = self.reached_twice = self.playable = 0
        for pile in range(14):
            self.lifts[pile] = 0
            self.clear[pile] = self.shown_to[pile] = self.lifted_to[pile] = table.size[pile]
        if with_exiles:
            for i in range(table.size[0]):
                self._reach(table.cells[i])
                self.lifts[RANK[table.cells[i]]] += 1
            self.lifts[13] = 0
        self.weaves_chain = with_exiles and table.size[0] > 0 and not table.once
        for i in range(PILES * ROOM, PILES * ROOM + (table.size[13] if table.spread else 0)):
            self._reach(table.cells[i])

    def _reach(self, card: int) -> None:
        """Note that another copy of a card can be reached: the first copy, or if that is noted already, the second."""
        self.reached_twice |= self.reached & _BIT[card]
        self.reached |= _BIT[card]

    def _spread_to_all(self) -> bool:
        """Spread from the cards reached; returns whether every card can be played."""
        self._spread()
        for pile in range(1, 13):
            if self.shown_to[pile]:
                return False
        return self.reached & ~self.playable == 0

    def _spread(self) -> None:
        """Find all cards that can be reached from those reached so far, and which cards can be played.

        A card in a pile is reached if no more of the cards above it stay than weaves can lift from that pile. A card
        stays if it can neither be played nor leaves in another way. Each reached card may let more cards be played, so
        this goes on until nothing changes.
        """
        table = self.table
        weaves_chain = self.weaves_chain
        playable = self.playable
        last_reached = last_reached_twice = 0
        more = True
        while more:
            for suit in range(4):
                # Only if another card of the suit has been reached can more of it be played.
                if ((last_reached ^ self.reached) | (last_reached_twice ^ self.reached_twice)) >> 16 * suit & _RANKS:
                    ranks = self._playable_ranks(suit, self.reached >> 16 * suit, self.reached_twice >> 16 * suit)
                    playable |= ranks << 16 * suit
            last_reached = self.reached
            last_reached_twice = self.reached_twice
            more = False
            for pile in range(1, 13):
                index = self.clear[pile]
                lifts = self.lifts[pile]
                stay_count = 0
                while index and stay_count <= lifts:
                    index -= 1
                    card = table.cells[(pile << 7) + index]
                    if index < self.shown_to[pile]:
                        self.shown_to[pile] = index
                        self._reach(card)
                        more = True
                    if weaves_chain and stay_count < lifts and index < self.lifted_to[pile]:
                        self.lifted_to[pile] = index
                        self._add_lift(pile, card)
                        more = True
                    if not (
                        playable & _BIT[card]
                        or (table.kings_leave and RANK[card] == 13 and index + 1 < table.size[pile])
                        or (weaves_chain and lifts and RANK[card] == pile)
                    ):
                        stay_count += 1
                    elif stay_count == 0 and not weaves_chain:
                        # Nothing stays down to here, so the next round begins below.
                        self.clear[pile] = index
        self.playable = playable

    def _add_lift(self, pile: int, card: int) -> None:
        """Note that a weave can lift a card from a pile, and goes on to the pile of the card's rank, where it can lift
        one more card. A king goes to pile 13; unless the weave stops there (L6), it can lift each card of that pile."""
        table = self.table
        rank = RANK[card]
        if rank < 13 and rank != pile:
            self.lifts[rank] += 1
        elif rank == 13 and not table.stops and not self.lifts[13]:
            self.lifts[13] = 1
            for i in range(PILES * ROOM, PILES * ROOM + table.size[13]):
                if RANK[table.cells[i]] < 13:
                    self.lifts[RANK[table.cells[i]]] += 1

    def _playable_ranks(self, suit: int, reached: int, reached_twice: int) -> int:
        """Return the ranks of a suit that can be played, as bits.

        Once its foundations meet, the suit continues in its ``way``: from the card of that rank if reversals are free;
        if the suit is combined once (L7), 1 is from the ace up, 2 from the king down, and 3 not combined.

        Args:
            suit: the suit.
            reached: the ranks of which at least one copy can be reached, as bits: bit 1 for the ace.
            reached_twice: the ranks of which both copies can be reached, as bits.
        """
        table = self.table
        up_height = table.size[BUILT_UP + suit]
        down_base = 14 - table.size[BUILT_DOWN + suit]
        way = self.way_of[suit]
        meets = table.reversal and up_height < down_base and not table.combined >> suit & 1
        combines = meets and table.combines
        # Until the suit continues in some way, neither foundation passes the other.
        is_stopped = meets and (table.immediate or (way and not (combines and way == 3)))
        # How far each foundation can be built: up to the rank `up`, and down to the rank `down`.
        up = up_height
        down = down_base
        if suit != self.waiting_suit or self.direction != 1:
            while up < (down_base - 1 if is_stopped else 13) and reached >> up + 1 & 1:
                up += 1
        if suit != self.waiting_suit or self.direction != 2:
            while down > (up_height + 1 if is_stopped else 1) and reached >> down - 1 & 1:
                down -= 1
        # The ranks from up_height + 1 to up, and from down to down_base - 1.
        ranks = ((2 << up) - (2 << up_height)) | ((1 << down_base) - (1 << down))
        if not meets or up + 1 < down or way == _NO_WAY:
            return ranks
        if combines:
            # One foundation has all cards, the other continues from its base. Of ranks that were on neither, the first
            # copy has gone into the combination.
            if down_base > up_height + 1:
                reached &= reached_twice | ~((1 << down_base) - (2 << up_height))
            up = 1
            down = 13
            while way < 2 and up < 13 and reached >> up + 1 & 1:
                up += 1
            while (way == 0 or way == 2) and down > 1 and reached >> down - 1 & 1:
                down -= 1
            if way < 2:
                ranks |= (2 << up) - 2
            if way == 0 or way == 2:
                ranks |= (2 << 13) - (1 << down)
            return ranks
        if way == 0:
            return _RANKS
        # The reversals leave the card of this rank on either foundation, and both build on from it.
        up = down = way
        while reached >> way & 1 and up < 13 and reached >> up + 1 & 1:
            up += 1
        while reached >> way & 1 and down > 1 and reached >> down - 1 & 1:
            down -= 1
        return ranks | ((2 << up) - (1 << down))
