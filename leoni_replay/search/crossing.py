# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The splits of two foundations that meet, in a search of a weaving game.

While the ascending and the descending foundation of a suit meet, reversals make any split of them, as often as one
likes.
A search need not look at these one by one: what can be played is any card of the suit, and what matters to an exile is
whether a card fits that its weave uncovers last.
"""

from __future__ import annotations

from leoni_replay.rules.numbers import DEAL_AGAIN, FOUNDATION, RANK, SUIT, UNKNOWN, WOVEN
from leoni_replay.rules.table import Room
from leoni_replay.rules.weaving import Weaving

#: the heights that the ascending foundation of a suit can have while it meets the other: 1 to 12, a bit each
_HEIGHTS = 0x1FFE
#: the two of them under which a card fits, and the bits of a suit
_PAIR = 3
_SUIT = 0xFFFF


class Crossing:
    """What can be done with a table while foundations meet."""

    def __init__(self, table: Weaving) -> None:
        self.table = table

    def _suits(self) -> int:
        """The suits whose foundations meet and can be split anew as one likes, as bits (L7)."""
        table = self.table
        if not table.reversal or table.combines or table.stalemate or table.owes or not table.left:
            return 0
        if table.last_exile and table.size[0] == 0:
            # The deal is over (L11).
            return 0
        return table._meeting()

    def _list(self, out: Room) -> int:
        """What can be done with some splits of the foundations that meet. Of the cards of their suits each can be next,
        and to which of the two it goes makes no difference afterwards."""
        table = self.table
        crossing = self._suits()
        n = self._candidate(out, 0, DEAL_AGAIN, 0)
        n = self._splits_before_exile(out, n, crossing)
        if table.kings_leave and table.size[0]:
            n = self._splits_before_kings(out, n, crossing)
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
        table = self.table
        n = table.size[p]
        return table.kings_leave and table.size[0] > 0 and n > 1 and RANK[table.cells[(p << 7) + n - 2]] == 13

    def _candidate(self, out: Room, n: int, move: int, splits: int) -> int:
        """List a move as a candidate if it is legal; returns how many numbers there are then."""
        if self.table._why(move):
            return n
        out[n] = move
        out[n + 1] = splits
        return n + 2

    def _splits_before_kings(self, out: Room, n: int, crossing: int) -> int:
        """List plays that uncover a king, so that an exile is due at once (L6d), with the splits that make a difference
        to that exile."""
        table = self.table
        plies = table.plies
        for p in range(1, 13):
            if not self._uncovers_king(p):
                continue
            card = table._top(p)
            suit = SUIT[card]
            split = 0
            heights = 0
            if suit < 4 and crossing >> suit & 1:
                heights = self._with(_HEIGHTS << 16 * suit, suit, RANK[card])
                split = self._split_of(heights)
            for other in range(4):
                if other != suit and crossing >> other & 1:
                    heights |= _HEIGHTS << 16 * other
            self._arrange(split)
            for dest in range(112, 114):
                move = p << 16 | card << 8 | dest
                if table._why(move):
                    continue
                table._play(move)
                first = n
                if suit < 4:
                    heights &= ~(_SUIT << 16 * suit)
                n = self._turned_up(out, n, move, heights)
                self._want(crossing & ~(1 << suit), 0)
                table._unplay()
                for i in range(first, n, 2):
                    out[i + 1] |= split
                if suit < 4 and crossing >> suit & 1:
                    # Under another split it goes to the other foundation, and they lie the same afterwards.
                    break
            while table.plies > plies:
                table._unplay()
        return n

    def _splits_before_exile(self, out: Room, n: int, crossing: int) -> int:
        """List every exile with the splits that come to something else for it, and for those that it makes due; without
        exiles a redeal, unless it is listed already, with a split that is a standstill (9)."""
        table = self.table
        if table.size[0] == 0 and (n or table.deal > table.redeals):
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
            out[n] = DEAL_AGAIN
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
        table = self.table
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
        table = self.table
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
        table = self.table
        i = table.size[0] - 1
        while i >= 0:
            card = table.cells[i]
            if table._last_index(0, card) == i:
                n = self._one_turned_up(out, n, first, heights, card)
            i = i - 1 if table.any_exile else -1
        return n

    def _one_turned_up(self, out: Room, n: int, first: int, heights: int, card: int) -> int:
        table = self.table
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
        if self.table.owes:
            return self._turned_up(out, n, first, heights)
        split = self._split_of(heights)
        # One exile after another may be due, in any order (L9): they mostly ask for the same splits.
        i = n - 2
        while i >= 0 and out[i] == first:
            if out[i + 1] == split:
                return n
            i -= 2
        out[n] = first
        out[n + 1] = split
        return n + 2

    def _last_uncovered(self, heights: int) -> int:
        """The card that the weave just played has ended with, if some of the splits make it fit; UNKNOWN if there is
        none."""
        table = self.table
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
        table = self.table
        for suit in range(4):
            height = wanted >> 4 * suit & 15
            while height and table.size[96 + suit] != height:
                dest = 114 if table.size[96 + suit] > height else 115
                top = table._foundation_top(96 + suit if dest == 114 else 100 + suit)
                table._play(FOUNDATION << 16 | top << 8 | dest)

    def _key(self) -> int:
        """The key of the table, whatever the splits."""
        table = self.table
        crossing = self._suits()
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
