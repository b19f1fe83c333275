# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""What a search tries in the weaving games.

Three prunings are known, each argued in ``docs/solving.md``:

``bound``
    If a foundation has to have some card before the next exile, and only the copies that are available now can be the
    first to come, no other play is tried before.
``hopeless``
    In the last deal, once no exile is left, every card has to be played from where it lies. If some cannot be, even if
    no play stood in the way of another, nothing is tried.
``crossing``
    While the two foundations of a suit meet, reversals make any split of them. They are not searched: a play of any
    card of the suit brings its split with it, and before an exile only those splits are tried that it can tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import DEAL_AGAIN, FOUNDATION, RANK, SUIT, UNKNOWN, WOVEN
from leoni_replay.rules.search import Plan
from leoni_replay.rules.table import Room
from leoni_replay.rules.weaving import Weaving

_BOUND = 1
_CROSSING = 2
_HOPELESS = 4
#: the heights that the ascending foundation of a suit can have while it meets the other: 1 to 12, a bit each
_HEIGHTS = 0x1FFE
#: the two of them under which a card fits, and the bits of a suit
_PAIR = 3
_SUIT = 0xFFFF


class WeavingPlan(Plan):
    """The plan for Leoni's Own and Weaver's."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"bound": _BOUND, "crossing": _CROSSING, "hopeless": _HOPELESS}

    def __init__(self, table: Weaving, prunings: int) -> None:
        Plan.__init__(self, table, prunings)
        self.weaving = table
        #: how many copies of a card can lie open before the next exile, how many cards of each pile cannot be played by
        #: then, and how far each suit can be built
        self.shown = bytearray(64)
        self.tops = bytearray(16)
        self.up = bytearray(8)
        self.down = bytearray(8)
        #: the rank with which a suit has to go on once its foundations meet, 0 for any, and how far it gets from there
        self.first = bytearray(8)
        self.up_again = bytearray(8)
        self.down_again = bytearray(8)
        #: whether one of them lies on a king that leaves, so that an exile is due before there is a standstill (L6d)
        self.frees_king = False

    def _candidates(self, out: Room) -> int:
        if self.prunings & _HOPELESS and self._hopeless():
            return 0
        if self.prunings & _BOUND:
            n = self._bound(out)
            if n:
                return n
        if self.prunings & _CROSSING and self._crossing():
            return self._crossed(out)
        return self._every_move(out)

    # -- bound --------------------------------------------------------------------------------------------------------

    def _bound(self, out: Room) -> int:
        """List the plays of one card that a foundation has to have before the next exile; returns how many there are, 0
        if no such card is found. Plays of other cards can wait until one of these is made.

        Nothing but the copies listed can come to lie there first: none is uncovered while that foundation waits, and
        the other foundation of the suit has gone past the card, or cannot reach it.
        """
        table = self.weaving
        if table.stalemate or table.played_out or table.owes or table.chance or table.any_time or not table.left:
            return 0
        if table.kings_only:
            # Two foundations of a suit are built the same way: either takes the card.
            return 0
        if table.redeal_any_time and table.deal <= table.redeals:
            return 0
        if table.strict and table._gate(False):
            return 0
        best = 3
        card = 0
        for suit in range(4):
            for way in range(1, 3):
                height = table.size[96 + suit if way == 1 else 100 + suit]
                if height == 13:
                    continue
                due = 13 * suit + (height if way == 1 else 12 - height)
                copies = self._available(due)
                if 0 < copies < best and table.want[due] == way and self._is_bound(due, way, copies):
                    best = copies
                    card = due
                    if copies == 1:
                        return self._list(out, card)
        return self._list(out, card) if best < 3 else 0

    def _available(self, card: int) -> int:
        """How many copies of a card are available; too many to be of use if one of them uncovers a king that leaves."""
        table = self.weaving
        n = 0
        for p in range(1, 13):
            high = table.size[p]
            if high and table.cells[(p << 7) + high - 1] == card:
                n += 3 if self._uncovers_king(p) else 1
        if table.spread:
            for i in range(table.size[13]):
                if table.cells[13 * 128 + i] == card:
                    n += 1
        return n

    def _list(self, out: Room, card: int) -> int:
        """List the plays of a card that fits one foundation; returns how many there are."""
        table = self.weaving
        n = 0
        for p in range(1, table.count + 1):
            high = table.size[p]
            if (p == table.spread and table._index(p, card) >= 0) or (
                p != table.spread and high and table.cells[(p << 7) + high - 1] == card
            ):
                out[n] = p << 16 | card << 8 | (112 if table.want[card] == 1 else 113)
                out[n + 1] = 0
                n += 2
        return n >> 1

    def _is_bound(self, card: int, way: int, copies: int) -> bool:
        """Whether only the copies of a card that are available now can be next on its foundation, and one of them is
        before the next exile."""
        table = self.weaving
        suit = SUIT[card]
        sum = table.size[96 + suit] + table.size[100 + suit]
        if sum == 13 and table.reversal:
            return False
        if sum == 12 and (table.immediate or table.now_or_never):
            return False
        self._reach(suit, way)
        if self.frees_king or self.shown[card] > copies:
            return False
        if sum >= 13:
            return True
        # Between the card and the top of the other foundation a rank is missing.
        step = 1 if way == 1 else -1
        top = table._foundation_top(100 + suit if way == 1 else 96 + suit)
        card += step
        while card != top:
            if not self.shown[card]:
                return True
            card += step
        return False

    def _reach(self, waits: int, way: int) -> None:
        """Find the cards that can lie open before the next exile while one foundation waits, if no play stood in the
        way of another: more of them than can, never fewer. ``shown`` counts them."""
        table = self.weaving
        for card in range(52):
            self.shown[card] = 0
        for suit in range(4):
            self.up[suit] = table.size[96 + suit]
            self.down[suit] = 14 - table.size[100 + suit]
            self.up_again[suit] = self.down_again[suit] = self.first[suit]
        for p in range(1, 13):
            n = table.size[p]
            self.tops[p] = n
            if n:
                self.shown[table.cells[(p << 7) + n - 1]] += 1
        for i in range(table.size[13] if table.spread else 0):
            self.shown[table.cells[13 * 128 + i]] += 1
        self.frees_king = False
        more = True
        while more:
            more = False
            for p in range(1, 13):
                n = self.tops[p]
                while n and self._reached(table.cells[(p << 7) + n - 1], waits, way):
                    n -= 1
                    more = True
                    if n:
                        card = table.cells[(p << 7) + n - 1]
                        self.shown[card] += 1
                        if table.kings_leave and RANK[card] == 13 and table.size[0]:
                            self.frees_king = True
                self.tops[p] = n

    def _reached(self, card: int, waits: int, way: int) -> bool:
        """Whether the foundations could take a card that lies open, with others that do."""
        suit = SUIT[card]
        if suit > 3:
            return False
        table = self.weaving
        rank = RANK[card]
        base = 13 * suit
        low = table.size[96 + suit]
        high = 14 - table.size[100 + suit]
        up = self.up[suit]
        down = self.down[suit]
        if suit != waits or way != 1:
            while up < 13 and self.shown[base + up]:
                up += 1
            self.up[suit] = up
        if suit != waits or way != 2:
            while down > 1 and self.shown[base + down - 2]:
                down -= 1
            self.down[suit] = down
        if low < rank <= up or down <= rank < high:
            return True
        if not table.reversal or low >= high or up + 1 < down:
            return False
        # Once the two meet, they can take any card of the suit, and from it go on up and down.
        first = self.first[suit]
        if first == 0 or rank == first:
            return True
        if not self.shown[base + first - 1]:
            return False
        up = self.up_again[suit]
        down = self.down_again[suit]
        while up < 13 and self.shown[base + up]:
            up += 1
        while down > 1 and self.shown[base + down - 2]:
            down -= 1
        self.up_again[suit] = up
        self.down_again[suit] = down
        return down <= rank <= up

    # -- hopeless -----------------------------------------------------------------------------------------------------

    def _hopeless(self) -> bool:
        """Whether some card can never be played, as no exile is left to move it."""
        table = self.weaving
        if table.size[0] or table.deal <= table.redeals or table.kings_only or table.kings_leave or not table.left:
            return False
        if not self._all_reached():
            return True
        for suit in range(4):
            if table.reversal and table.size[96 + suit] + table.size[100 + suit] <= 13 and not self._some_first(suit):
                return True
        return False

    def _all_reached(self) -> bool:
        """Whether every card could be played, if no play stood in the way of another."""
        table = self.weaving
        self._reach(4, 0)
        for p in range(1, 13):
            if self.tops[p]:
                return False
        high = table.size[13] if table.spread else 0
        i = 0
        while i < high and self._reached(table.cells[13 * 128 + i], 4, 0):
            i += 1
        return i == high

    def _some_first(self, suit: int) -> bool:
        """Whether some card can be the first of a suit once its foundations meet."""
        rank = 0
        reached = False
        while rank < 13 and not reached:
            rank += 1
            self.first[suit] = rank
            reached = self._all_reached()
        self.first[suit] = 0
        return reached

    # -- crossing -----------------------------------------------------------------------------------------------------

    def _crossing(self) -> int:
        """The suits whose foundations meet and can be split anew as one likes, as bits (L7)."""
        table = self.weaving
        if not table.reversal or table.strict or table.stalemate or table.owes or not table.left:
            return 0
        return table._meeting()

    def _crossed(self, out: Room) -> int:
        """What can be done with some splits of the foundations that meet. Of the cards of their suits each can be next,
        and to which of the two it goes makes no difference afterwards."""
        table = self.weaving
        crossing = self._crossing()
        n = self._candidate(out, 0, DEAL_AGAIN, 0)
        n = self._splits_before_exile(out, n, crossing)
        if table.kings_leave and table.size[0]:
            n = self._splits_before_kings(out, n, crossing, 0)
        for p in range(1, table.count + 1):
            high = table.size[p]
            i = 0 if p == table.spread else high - 1
            while 0 <= i < high:
                card = table.cells[(p << 7) + i]
                fresh = table._index(p, card) == i if p == table.spread else not self._uncovers_king(p)
                if fresh and SUIT[card] < 4 and crossing >> SUIT[card] & 1:
                    rank = RANK[card]
                    out[n] = p << 16 | card << 8 | (112 if rank > 1 else 113)
                    out[n + 1] = (rank - 1 if rank > 1 else 1) << 4 * SUIT[card]
                    n += 2
                elif fresh:
                    n = self._candidate(out, n, p << 16 | card << 8 | 112, 0)
                    n = self._candidate(out, n, p << 16 | card << 8 | 113, 0)
                i += 1
        return n >> 1

    def _uncovers_king(self, p: int) -> bool:
        """Whether a king leaves when the top card of a pile is played, and an exile is due (L6d)."""
        table = self.weaving
        n = table.size[p]
        return table.kings_leave and table.size[0] > 0 and n > 1 and RANK[table.cells[(p << 7) + n - 2]] == 13

    def _candidate(self, out: Room, n: int, move: int, splits: int) -> int:
        """List a move as a candidate if it is legal; returns how many numbers there are then."""
        if self.weaving._why(move):
            return n
        out[n] = move
        out[n + 1] = splits
        return n + 2

    def _splits_before_kings(self, out: Room, n: int, suits: int, splits: int) -> int:
        """List plays that uncover a king, so that an exile is due at once (L6d), with every split of some suits."""
        table = self.weaving
        suit = 0
        while suit < 4 and not suits >> suit & 1:
            suit += 1
        if suit < 4:
            plies = table.plies
            for height in range(1, 13):
                self._arrange(height << 4 * suit)
                n = self._splits_before_kings(out, n, suits & ~(1 << suit), splits | height << 4 * suit)
                while table.plies > plies:
                    table._unplay()
            return n
        for p in range(1, 13):
            if self._uncovers_king(p):
                n = self._candidate(out, n, p << 16 | table._top(p) << 8 | 112, splits)
                n = self._candidate(out, n, p << 16 | table._top(p) << 8 | 113, splits)
        return n

    def _splits_before_exile(self, out: Room, n: int, crossing: int) -> int:
        """List every exile with the splits that come to something else for it, and for those that it makes due; without
        exiles a split that is a standstill (9)."""
        table = self.weaving
        if table.size[0] == 0 and table.played_out:
            return n
        heights = 0
        for suit in range(4):
            if crossing >> suit & 1:
                heights |= _HEIGHTS << 16 * suit
        if not (table.any_time and table.size[0]):
            for p in range(1, table.count + 1):
                high = table.size[p]
                i = 0 if p == table.spread else high - 1
                while 0 <= i < high:
                    card = table.cells[(p << 7) + i]
                    suit = SUIT[card]
                    if suit < 4 and crossing >> suit & 1:
                        heights = self._without(heights, suit, RANK[card])
                        if table.frees or not heights >> 16 * suit & _HEIGHTS:
                            return n
                    elif table.want[card]:
                        return n
                    i += 1
        if table.size[0] == 0:
            out[n] = 0
            out[n + 1] = self._split_of(heights)
            return n + 2
        n = self._turned_up(out, n, 0, heights)
        self._want(crossing, 0)
        return n

    def _without(self, heights: int, suit: int, rank: int) -> int:
        """The splits under which a card does not fit."""
        return heights & ~(_PAIR << 16 * suit + rank - 1)

    def _with(self, heights: int, suit: int, rank: int) -> int:
        """The splits under which a card fits."""
        return heights & (_PAIR << 16 * suit + rank - 1 | ~(_SUIT << 16 * suit))

    def _may_fit(self, heights: int, card: int) -> bool:
        """Whether some of the splits make a card fit."""
        suit = SUIT[card]
        return suit < 4 and (heights >> 16 * suit & _HEIGHTS & 3 << RANK[card] - 1) != 0

    def _split_of(self, heights: int) -> int:
        """One of some splits, as ``_arrange`` takes it: the one that there is, if that will do."""
        table = self.weaving
        split = 0
        for suit in range(4):
            may = heights >> 16 * suit & _HEIGHTS
            if may and not may >> table.size[96 + suit] & 1:
                height = 1
                while not may >> height & 1:
                    height += 1
                split |= height << 4 * suit
        return split

    def _want(self, crossing: int, heights: int) -> None:
        """Have the table take those cards of the suits that meet for playable that some of the splits make fit; those
        that really fit, if no splits are given."""
        table = self.weaving
        for suit in range(4):
            if crossing >> suit & 1:
                for rank in range(1, 14):
                    may = heights >> 16 * suit & _HEIGHTS & 3 << rank - 1
                    table.want[13 * suit + rank - 1] = 1 if may else 0
                if not heights:
                    up = table.size[96 + suit]
                    table.want[13 * suit + up] |= 1
                    table.want[13 * suit + up - 1] |= 2

    def _turned_up(self, out: Room, n: int, first: int, heights: int) -> int:
        """List the exile ``first``, or else every one that can be turned up now, with the splits that make a difference
        to it and to all that are due after it."""
        table = self.weaving
        i = table.size[0] - 1
        while i >= 0:
            card = table.cells[i]
            if table._last_index(0, card) == i:
                n = self._one_turned_up(out, n, first, heights, card)
            i = i - 1 if table.any_exile else -1
        return n

    def _one_turned_up(self, out: Room, n: int, first: int, heights: int, card: int) -> int:
        table = self.weaving
        suit = SUIT[card]
        rank = RANK[card]
        crossing = 0
        for s in range(4):
            if heights >> 16 * s & _HEIGHTS:
                crossing |= 1 << s
        if not (rank == 13 and table.always_13):
            if self._may_fit(heights, card):
                split = self._split_of(self._with(heights, suit, rank))
                height = split >> 4 * suit & 15
                if not height:
                    height = table.size[96 + suit]
                out[n] = first if first else card << 8 | (112 if height == rank - 1 else 113)
                out[n + 1] = split
                n += 2
                heights = self._without(heights, suit, rank)
                if not heights >> 16 * suit & _HEIGHTS:
                    return n
            elif not (suit < 4 and crossing >> suit & 1) and table.want[card]:
                for dest in range(112, 114):
                    if table.leaves(card, dest):
                        out[n] = first if first else card << 8 | dest
                        out[n + 1] = self._split_of(heights)
                        n += 2
                return n
        # Of a weave only the cards count that it uncovers last: each run says which, with all taken to fit that may.
        while True:
            self._want(crossing, heights)
            dest = 13 if table.leaves(card, 13) else WOVEN
            if not table.leaves(card, dest):
                return n
            move = card << 8 | dest
            table._play(move)
            last = self._last_uncovered(heights) if dest == WOVEN else UNKNOWN
            ends = heights if last == UNKNOWN else self._with(heights, SUIT[last], RANK[last])
            n = self._ended(out, n, first if first else move, ends)
            table._unplay()
            if last == UNKNOWN:
                return n
            heights = self._without(heights, SUIT[last], RANK[last])
            if not heights >> 16 * SUIT[last] & _HEIGHTS:
                return n

    def _ended(self, out: Room, n: int, first: int, heights: int) -> int:
        """List an exile whose weave has come to its end, unless the next one is due."""
        if self.weaving.owes:
            return self._turned_up(out, n, first, heights)
        out[n] = first
        out[n + 1] = self._split_of(heights)
        return n + 2

    def _last_uncovered(self, heights: int) -> int:
        """The card that the weave just played has ended with, if some of the splits make it fit; UNKNOWN if there is
        none."""
        table = self.weaving
        mark = table.begins[table.plies - 1] + table.lifts
        change = table.log[mark]
        source = change >> 24
        dest = change >> 8 & 255
        card = table._top(source) if table.lifts and table.size[source] else UNKNOWN
        for at in range(table.logged - 1, mark, -1):
            if table.log[at] >> 24 == source:
                # It was a king, which has left for pile 13 (L6d).
                i = table.logged - 1 - at if table.kings_under else table.log[at] & 255
                card = table.cells[13 * 128 + i]
        if self._may_fit(heights, card):
            return card
        # It came to an empty pile (L3).
        card = table._top(dest) if table.size[dest] == 1 else UNKNOWN
        return card if self._may_fit(heights, card) else UNKNOWN

    def _arrange(self, wanted: int) -> None:
        """Split the foundations of suits that meet: four bits a suit say how many cards are on the ascending one."""
        table = self.weaving
        for suit in range(4):
            height = wanted >> 4 * suit & 15
            while height and table.size[96 + suit] != height:
                dest = 114 if table.size[96 + suit] > height else 115
                top = table._foundation_top(96 + suit if dest == 114 else 100 + suit)
                table._play(FOUNDATION << 16 | top << 8 | dest)

    def _key(self) -> int:
        table = self.weaving
        crossing = self._crossing() if self.prunings & _CROSSING else 0
        if not crossing:
            return table.key()
        splits = 0
        for suit in range(4):
            if crossing >> suit & 1:
                splits |= table.size[96 + suit] << 4 * suit
                table.size[96 + suit] = 12
                table.size[100 + suit] = 1
        key = table.key()
        for suit in range(4):
            if crossing >> suit & 1:
                table.size[96 + suit] = splits >> 4 * suit & 15
                table.size[100 + suit] = 13 - table.size[96 + suit]
        return key
