"""The splits of two foundations that meet, in a search of a weaving game.

While the ascending and the descending foundation of a suit meet, reversals can make any split of their cards. A search
need not try all splits: any card of the suit can be played, and for an exile it only matters whether the last card that
its weave uncovers fits.
"""

from __future__ import annotations

from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    BUILT_UP,
    DEAL_AGAIN,
    DOWN_TO_UP,
    FOUNDATION,
    ON_DOWN,
    ON_UP,
    PILES,
    RANK,
    ROOM,
    SUIT,
    UNKNOWN,
    UP_TO_DOWN,
    WOVEN,
)
from leoni_replay.rules.table import Room
from leoni_replay.rules.weaving import Weaving

#: the heights of the ascending foundation of a suit that meets the other, 1 to 12, as bits
_HEIGHTS = 0x1FFE
#: the two heights at which a card fits, and the bits of a suit
_PAIR = 3
_SUIT = 0xFFFF


class Crossing:
    """The candidates of a position in which foundations meet. A set of splits, ``heights``, has 16 bits a suit."""

    def __init__(self, table: Weaving) -> None:
        self.table = table

    def _suits(self) -> int:
        """Return the suits whose foundations meet and can be split in any way, as bits (L7)."""
        table = self.table
        if not table.reversal or table.combines or table.stalemate or table.owes or not table.left:
            return 0
        if table.last_exile and table.size[0] == 0:
            # The deal is over (L11).
            return 0
        return table._meeting()

    def _list(self, out: Room) -> int:
        """List the candidates with their splits. Any card of a suit whose foundations meet can be played, and it does
        not matter to which of the two it goes."""
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
                    out[n] = p << 16 | card << 8 | (ON_UP if rank > 1 else ON_DOWN)
                    out[n + 1] = (rank - 1 if rank > 1 else 1) << 4 * SUIT[card]
                    n += 2
                elif fresh:
                    n = self._candidate(out, n, p << 16 | card << 8 | ON_UP, 0)
                    n = self._candidate(out, n, p << 16 | card << 8 | ON_DOWN, 0)
                i += 1
        return n >> 1

    def _uncovers_king(self, p: int) -> bool:
        """Whether a king leaves when the top card of a pile is played, so that an exile is due (L6d)."""
        table = self.table
        n = table.size[p]
        return table.kings_leave and table.size[0] > 0 and n > 1 and RANK[table.cells[(p << 7) + n - 2]] == 13

    def _candidate(self, out: Room, n: int, move: int, splits: int) -> int:
        """List a candidate if it is legal; returns the new length of the list."""
        if self.table._why(move):
            return n
        out[n] = move
        out[n + 1] = splits
        return n + 2

    def _splits_before_kings(self, out: Room, n: int, crossing: int) -> int:
        """List plays that uncover a king, so that an exile is due (L6d), with the splits that matter to that exile."""
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
            for dest in range(ON_UP, ON_DOWN + 1):
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
                    # With another split the card goes to the other foundation, with the same result.
                    break
            while table.plies > plies:
                table._unplay()
        return n

    def _splits_before_exile(self, out: Room, n: int, crossing: int) -> int:
        """List every exile with the splits that matter to it and to the exiles that it makes due. Without exiles, list
        a redeal with a split that is a standstill (9), unless it is listed already."""
        table = self.table
        if table.size[0] == 0 and (n or table.deal > table.redeals):
            return n
        heights = 0
        for suit in range(4):
            if crossing >> suit & 1:
                heights |= _HEIGHTS << 16 * suit
        for p in range(1, table.count + 1):
            high = table.size[p]
            i = 0 if p == table.spread else high - 1
            while 0 <= i < high:
                card = table.cells[(p << 7) + i]
                suit = SUIT[card]
                if suit < 4 and crossing >> suit & 1:
                    heights = self._without(heights, suit, RANK[card])
                    if not heights >> 16 * suit & _HEIGHTS:
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
        """Return the splits with which a card does not fit."""
        return heights & ~(_PAIR << 16 * suit + rank - 1)

    def _with(self, heights: int, suit: int, rank: int) -> int:
        """Return the splits with which a card fits."""
        return heights & (_PAIR << 16 * suit + rank - 1 | ~(_SUIT << 16 * suit))

    def _may_fit(self, heights: int, card: int) -> bool:
        """Whether a card fits with any of the splits."""
        suit = SUIT[card]
        return suit < 4 and (heights >> 16 * suit & _HEIGHTS & 3 << RANK[card] - 1) != 0

    def _split_of(self, heights: int) -> int:
        """Return one of the splits, in the form for ``_arrange``: if possible, the present one."""
        table = self.table
        split = 0
        for suit in range(4):
            may = heights >> 16 * suit & _HEIGHTS
            if may and not may >> table.size[BUILT_UP + suit] & 1:
                height = 1
                while not may >> height & 1:
                    height += 1
                split |= height << 4 * suit
        return split

    def _want(self, crossing: int, heights: int) -> None:
        """Make the cards playable that fit with any of the splits of ``crossing``; without splits, the real ones."""
        table = self.table
        for suit in range(4):
            if crossing >> suit & 1:
                for rank in range(1, 14):
                    may = heights >> 16 * suit & _HEIGHTS & 3 << rank - 1
                    table.want[13 * suit + rank - 1] = 1 if may else 0
                if not heights:
                    up = table.size[BUILT_UP + suit]
                    table.want[13 * suit + up] |= 1
                    table.want[13 * suit + up - 1] |= 2

    def _turned_up(self, out: Room, n: int, first: int, heights: int) -> int:
        """List the move ``first``, or if it is 0 every exile that can be turned up, with the splits that matter to the
        exile and to those due after it."""
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
                    height = table.size[BUILT_UP + suit]
                out[n] = first if first else card << 8 | (ON_UP if height == rank - 1 else ON_DOWN)
                out[n + 1] = split
                n += 2
                heights = self._without(heights, suit, rank)
                if not heights >> 16 * suit & _HEIGHTS:
                    return n
            elif not (suit < 4 and crossing >> suit & 1) and table.want[card]:
                for dest in range(ON_UP, ON_DOWN + 1):
                    if table.leaves(card, dest):
                        out[n] = first if first else card << 8 | dest
                        out[n + 1] = self._split_of(heights)
                        n += 2
                return n
        # Only the last card that a weave uncovers matters. Each run finds one, with all cards playable that may fit.
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
        """List an exile after its weave, or go on with the next one if that is due."""
        if self.table.owes:
            return self._turned_up(out, n, first, heights)
        split = self._split_of(heights)
        # Exiles may be due one after another in any order (L9), and mostly need the same splits.
        i = n - 2
        while i >= 0 and out[i] == first:
            if out[i + 1] == split:
                return n
            i -= 2
        out[n] = first
        out[n + 1] = split
        return n + 2

    def _last_uncovered(self, heights: int) -> int:
        """Return the last card that the weave uncovered, if it fits with any of the splits; otherwise UNKNOWN."""
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
                card = table.cells[PILES * ROOM + i]
        if self._may_fit(heights, card):
            return card
        # The weave came to an empty pile (L3).
        card = table._top(dest) if table.size[dest] == 1 else UNKNOWN
        return card if self._may_fit(heights, card) else UNKNOWN

    def _arrange(self, wanted: int) -> None:
        """Split foundations: ``wanted`` has four bits for each suit, the height of the ascending foundation, or 0."""
        table = self.table
        for suit in range(4):
            height = wanted >> 4 * suit & 15
            while height and table.size[BUILT_UP + suit] != height:
                dest = UP_TO_DOWN if table.size[BUILT_UP + suit] > height else DOWN_TO_UP
                top = table.foundation_top(BUILT_UP + suit if dest == UP_TO_DOWN else BUILT_DOWN + suit)
                table._play(FOUNDATION << 16 | top << 8 | dest)

    def _key(self) -> int:
        """Return the key of the position, the same for all splits."""
        table = self.table
        crossing = self._suits()
        if not crossing:
            return table.key()
        splits = 0
        for suit in range(4):
            if crossing >> suit & 1:
                splits |= table.size[BUILT_UP + suit] << 4 * suit
                table.size[BUILT_UP + suit] = 12
                table.size[BUILT_DOWN + suit] = 1
        key = table.key()
        for suit in range(4):
            if crossing >> suit & 1:
                table.size[BUILT_UP + suit] = splits >> 4 * suit & 15
                table.size[BUILT_DOWN + suit] = 13 - table.size[BUILT_UP + suit]
        return key
