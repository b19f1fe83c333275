# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""What a sensible player does in the weaving games.

It thinks of the deal to its end. Which exiles are left is known to who counts the cards, but not their order: so each
of them is turned up in thought, then the others, and the best is what leaves the fewest cards on the average.
"""

from __future__ import annotations

from leoni_replay.rules.greedy import Greedy
from leoni_replay.rules.numbers import EXILE, FOUNDATION, NOWHERE, ON_UP, SUIT, UNKNOWN, UP_TO_DOWN
from leoni_replay.rules.sensible import Sensible
from leoni_replay.rules.weaving import Weaving


class SensibleWeaving(Sensible):
    """Chooses between twins, between splits of foundations that meet, and when to combine."""

    def __init__(self, table: Weaving) -> None:
        Sensible.__init__(self, table)
        self.weaving = table.copy()
        self.view = self.weaving
        #: goes on in thought
        self.inner = Greedy(self.weaving, True)
        #: how many of each card are exiles that have not been turned up: on the table, and in thought
        self.counts = bytearray(64)
        self.turned = bytearray(64)
        self.known_exiles = 0

    def _think(self) -> None:
        table = self.table
        self.at = 0
        self.end = 0
        n = table._moves(self.listed)
        plays = 0
        reversals = 0
        sure = 0
        for i in range(n):
            if self._arranges(self.listed[i]):
                plays += 1
                if not self._has_rival(n, i):
                    sure = self.listed[i]
            elif self.listed[i] >> 16 == FOUNDATION:
                reversals += 1
        if self.weaving.strict and reversals and reversals < n:
            # To combine may be possible now alone.
            sure = 0
        elif sure or plays == 1:
            self._note_move(sure if sure else self.inner._play_of(self.listed, n))
            return
        if plays + reversals == 0:
            return
        self._look()
        self.best = -(1 << 30)
        if plays:
            for i in range(n):
                if self._arranges(self.listed[i]):
                    self.view._play(self.listed[i])
                    self._weigh()
                    self.view._unplay()
        elif not self._combines():
            self._weigh()
        if not plays or self.weaving.strict:
            for i in range(n):
                if self.listed[i] >> 16 == FOUNDATION:
                    self._reverse_on(self.listed[i])

    def _note_move(self, move: int) -> None:
        """Make this move next."""
        self.line[0] = move
        self.end = 1

    def _has_rival(self, n: int, i: int) -> bool:
        """Whether another play is listed of the card that a move plays, or of its twin."""
        for k in range(n):
            if k != i and (self.listed[k] ^ self.listed[i]) & 0xFF00 == 0 and self._arranges(self.listed[k]):
                return True
        return False

    def _reverse_on(self, move: int) -> None:
        """Weigh the tables to which a reversal leads, and those that can follow it in the same direction."""
        view = self.view
        dest = move & 255
        foundation = (96 if dest == UP_TO_DOWN else 100) + SUIT[move >> 8 & 255]
        while view._why(move) == 0:
            view._play(move)
            self._weigh()
            move = FOUNDATION << 16 | view._foundation_top(foundation) << 8 | dest
        while view.plies:
            view._unplay()

    def _weigh(self) -> None:
        """See what comes of the table in thought, and note the way there, as far as the next play, if none was
        better."""
        view = self.weaving
        begun = view.plies
        self._play_on()
        value = self._value()
        if value > self.best:
            self.best = value
            self.end = 0
            while self.end < view.plies and (self.end == 0 or self.line[self.end - 1] >> 16 == FOUNDATION):
                self.line[self.end] = view.played[self.end]
                self.end += 1
        while view.plies > begun:
            view._unplay()

    def _value(self) -> int:
        """What is left of a table, negative and a hundredfold, if at a standstill any of the exiles is turned up."""
        view = self.weaving
        n = view.size[EXILE]
        if not n or view.why_not_turned_up():
            return -100 * view.left
        for card in range(64):
            self.counts[card] = 0
        for i in range(n):
            self.counts[self.table.cells[(EXILE << 7) + i]] += 1
        self.known_exiles = n - self.counts[UNKNOWN]
        value = 0
        for card in range(52):
            if self.counts[card]:
                value += self.counts[card] * self._turned_up(card)
        return value // self.known_exiles if self.known_exiles else -100 * view.left

    def _play_on(self) -> None:
        """Play in thought what can be."""
        move = self.inner._arranging()
        while move:
            self.view._play(move)
            move = self.inner._arranging()

    def _turned_up(self, card: int) -> int:
        """What it comes to if this exile is turned up, and the others after it in the order of a pack, until the deal
        is over."""
        view = self.weaving
        begun = view.plies
        n = view.size[EXILE]
        self.turned[:] = self.counts
        for _ in range(self.known_exiles):
            if view.size[EXILE] == 0 or view.why_not_turned_up():
                break
            while not self.turned[card]:
                card = card + 1 if card < 51 else 0
            self.turned[card] -= 1
            view.set_card(EXILE, view.size[EXILE] - 1, card)
            move = view._forced(card << 8 | NOWHERE)
            if move == 0:
                move = card << 8 | ON_UP
            if view._why(move):
                break
            view._play(move)
            self._play_on()
        value = -100 * view.left
        while view.plies > begun:
            view._unplay()
        for i in range(n):
            view.set_card(EXILE, i, UNKNOWN)
        return value
