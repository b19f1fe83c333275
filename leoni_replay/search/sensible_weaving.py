"""The sensible player of the weaving games.

It thinks the game through to its end. By counting, it knows which exiles are left, but not their order. So it plays on
in thought like the greedy player, with the exiles in several orders, through the redeals. The best choice leaves the
fewest cards on average.
"""

from __future__ import annotations

from typing import ClassVar

from leoni_replay.rules.numbers import DEAL_AGAIN, EXILE, FOUNDATION, ROOM, SUIT, UNKNOWN, UP_TO_DOWN
from leoni_replay.rules.shuffle import shuffle
from leoni_replay.rules.weaving import Weaving
from leoni_replay.search.greedy import Greedy
from leoni_replay.search.sensible import Sensible


class SensibleWeaving(Sensible):
    """Chooses between twins and between splits of foundations that meet, and decides when to redeal."""

    #: The number of orders of the exiles for which a choice is thought through.
    ORDERS: ClassVar[int] = 16

    def __init__(self, table: Weaving) -> None:
        Sensible.__init__(self, table)
        self.weaving = table.copy()
        self.view = self.weaving
        #: plays on in thought
        self.inner = Greedy(self.weaving, True)
        self.orders = self.ORDERS
        #: the exiles left, 128 bytes for each order, and the number of orders tried
        self.exiles = bytearray(ROOM * self.orders)
        self.tried = 0
        #: whether foundations have been reversed as it wants them before it deals
        self.settled = False

    def _think(self) -> None:
        table = self.table
        self.at = 0
        self.end = 0
        n = table._moves(self.listed)
        plays = 0
        reversals = 0
        redeals = 0
        sure = 0
        for i in range(n):
            if self._arranges(self.listed[i]):
                plays += 1
                if not self._has_rival(n, i):
                    sure = self.listed[i]
            elif self.listed[i] >> 16 == FOUNDATION:
                reversals += 1
            elif self.listed[i] == DEAL_AGAIN and i and self.listed[i - 1] >> 16 == EXILE:
                redeals += 1
        settled = self.settled
        self.settled = False
        if self.weaving.combines and reversals and reversals < n:
            # A combination may be possible only now.
            sure = 0
        elif sure or plays == 1:
            self._note_move(sure if sure else self.inner._play_of(self.listed, n))
            return
        if plays + reversals + redeals == 0 or (settled and plays == 0):
            return
        self._look()
        self._order_exiles()
        self.best = -(1 << 30)
        if plays:
            for i in range(n):
                if self._arranges(self.listed[i]):
                    self.view._play(self.listed[i])
                    self._weigh(0)
                    self.view._unplay()
        elif not self._combines():
            self._weigh(0)
            if redeals:
                self._weigh(DEAL_AGAIN)
        if not plays or self.weaving.combines:
            for i in range(n):
                if self.listed[i] >> 16 == FOUNDATION:
                    self._reverse_on(self.listed[i])
        self.settled = plays == 0 and self.end > 0 and self.line[0] != DEAL_AGAIN

    def _note_move(self, move: int) -> None:
        self.line[0] = move
        self.end = 1

    def _has_rival(self, n: int, i: int) -> bool:
        """Whether another play of the same card or its twin is listed."""
        for k in range(n):
            if k != i and (self.listed[k] ^ self.listed[i]) & 0xFF00 == 0 and self._arranges(self.listed[k]):
                return True
        return False

    def _order_exiles(self) -> None:
        """Make the orders of the exiles to try, from open cards alone: each exile is first equally often."""
        table = self.table
        n = table.size[EXILE]
        cards = bytearray(sorted(table.cards_in(EXILE)))
        # Unknown exiles come last.
        faces = n - cards.count(UNKNOWN)
        self.tried = self.orders if faces > 2 else faces if faces else 1
        state = self.view.key()
        for k in range(self.tried):
            order = cards[:faces]
            if faces:
                first = order.pop(k % faces)
                state = shuffle(order, state)
                order.append(first)
            order = cards[faces:] + order
            for i in range(n):
                self.exiles[ROOM * k + i] = order[i]

    def _reverse_on(self, move: int) -> None:
        """Weigh the positions after a reversal and after more in the same direction."""
        view = self.view
        dest = move & 255
        foundation = (96 if dest == UP_TO_DOWN else 100) + SUIT[move >> 8 & 255]
        while view._why(move) == 0:
            view._play(move)
            self._weigh(0)
            move = FOUNDATION << 16 | view.foundation_top(foundation) << 8 | dest
        while view.plies:
            view._unplay()

    def _weigh(self, move: int) -> None:
        """Play on in thought, after ``move`` unless it is 0, and count the cards left; note the best line."""
        view = self.weaving
        begun = view.plies
        n = view.size[EXILE]
        played = begun > 0 and view.played[begun - 1] >> 16 != FOUNDATION
        value = 0
        for k in range(self.tried):
            for i in range(n):
                view.set_card(EXILE, i, self.exiles[ROOM * k + i])
            if move:
                view._play(move)
            elif not played and view.standstill():
                # The greedy player would reverse first; reversals are weighed by themselves.
                self._deal_on()
            self.inner.play_game()
            value -= view.left
            while view.plies > begun:
                view._unplay()
        for i in range(n):
            view.set_card(EXILE, i, UNKNOWN)
        if value > self.best:
            self.best = value
            self.line[:begun] = view.played[:begun]
            self.end = begun
            if move:
                self._note_move(move)

    def _deal_on(self) -> None:
        """Turn up an exile or redeal in thought, if that is legal."""
        self.inner.count = self.view._moves(self.inner.listed)
        move = self.inner._dealing()
        if move:
            self.view._play(move)
