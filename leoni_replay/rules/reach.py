# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""How far the plays of a weaving game can get before the next exile, if none stood in the way of another.

That takes no search: what can be played is, and what comes to light is played in its turn. It is more than what can
really be played, never less, so that what is not reached here cannot be played at all.
"""

from __future__ import annotations

from leoni_replay.rules.numbers import RANK, SUIT
from leoni_replay.rules.weaving import Weaving


class Reach:
    """What can be reached from a table as it stands."""

    def __init__(self, table: Weaving) -> None:
        self.table = table
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

    def _find(self, waits: int, way: int, card: int, copies: int) -> bool:
        """Find the cards that can lie open before the next exile while one foundation waits, if no play stood in the
        way of another: more of them than can, never fewer. ``shown`` counts them.

        Returns:
            Whether no more copies of some card can than so many; if not, the others are not counted to the end.
        """
        table = self.table
        for i in range(52):
            self.shown[i] = 0
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
                    while n and table.kings_leave and RANK[table.cells[(p << 7) + n - 1]] == 13:
                        if table.size[0]:
                            self.frees_king = True
                            break
                        # It goes to pile 13.
                        self.shown[table.cells[(p << 7) + n - 1]] += 1
                        n -= 1
                    if n:
                        self.shown[table.cells[(p << 7) + n - 1]] += 1
                    if self.shown[card] > copies:
                        return False
                self.tops[p] = n
        return True

    def _reached(self, card: int, waits: int, way: int) -> bool:
        """Whether the foundations could take a card that lies open, with others that do."""
        suit = SUIT[card]
        if suit > 3:
            return False
        table = self.table
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

    def _whole(self) -> bool:
        """Whether every card could be played, if no play stood in the way of another."""
        table = self.table
        self._find(4, 0, 0, 255)
        for p in range(1, 13):
            if self.tops[p]:
                return False
        if table.kings_leave:
            for suit in range(4):
                if self.shown[13 * suit + 12] and not self._reached(13 * suit + 12, 4, 0):
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
            reached = self._whole()
        self.first[suit] = 0
        return reached
