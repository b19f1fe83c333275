"""The sensible player of the weaving games.

It thinks the game through to its end. By counting, it knows which exiles are left, but not their order. So it plays on
in thought like the greedy player, with the exiles in several orders, through the redeals. The best choice leaves the
fewest cards on average.
"""

from __future__ import annotations

from typing import ClassVar

from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    BUILT_UP,
    DEAL_AGAIN,
    EXILE,
    FOUNDATION,
    ROOM,
    SUIT,
    UNKNOWN,
    UP_TO_DOWN,
)
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
        self.weaving: Weaving = table.copy()
        self.view: Weaving = self.weaving
        #: plays on in thought
        self.thinker: Greedy = Greedy(self.weaving, True)
        self.most_orders: int = self.ORDERS
        #: the exiles left, 128 bytes for each order, and the number of orders tried
        self.exiles: bytearray = bytearray(ROOM * self.most_orders)
        self.order_count: int = 0
        #: whether foundations have just been reversed as it wants them before it deals
        self.has_reversed: bool = False

    def _think(self) -> None:
        """Weigh the plays, or if there are none the reversals and a redeal, and note the line to the best of them.

        A play without a rival (another play of the same card or its twin) is made without weighing, because no play
        takes anything away from it. Without a line, the player deals.
        """
        table = self.table
        self.line_index = 0
        self.line_end: int = 0
        count = table._moves(self.moves)
        plays = 0
        reversals = 0
        redeals = 0
        sure_play = 0
        for i in range(count):
            if self._arranges(self.moves[i]):
                plays += 1
                if not self._has_rival(count, i):
                    sure_play = self.moves[i]
            elif self.moves[i] >> 16 == FOUNDATION:
                reversals += 1
            elif self.moves[i] == DEAL_AGAIN and i and self.moves[i - 1] >> 16 == EXILE:
                # A redeal is a choice only while an exile could be turned up instead: those are listed before it.
                redeals += 1
        had_reversed = self.has_reversed
        self.has_reversed = False
        if self.weaving.combines and reversals and reversals < count:
            # A combination may be possible only now.
            sure_play = 0
        elif sure_play or plays == 1:
            self._note_move(sure_play if sure_play else self.thinker._first_play(self.moves, count))
            return
        if plays + reversals + redeals == 0 or (had_reversed and plays == 0):
            return
        self._copy_position()
        self._order_exiles()
        self.best_value: int = -(1 << 30)
        if plays:
            for i in range(count):
                if self._arranges(self.moves[i]):
                    self.view._play(self.moves[i])
                    self._weigh(0)
                    self.view._unplay()
        elif not self._must_combine():
            self._weigh(0)
            if redeals:
                self._weigh(DEAL_AGAIN)
        if not plays or self.weaving.combines:
            for i in range(count):
                if self.moves[i] >> 16 == FOUNDATION:
                    self._weigh_reversals(self.moves[i])
        self.has_reversed = plays == 0 and self.line_end > 0 and self.line[0] != DEAL_AGAIN

    def _note_move(self, move: int) -> None:
        """Note one move as the line to follow."""
        self.line[0] = move
        self.line_end = 1

    def _has_rival(self, count: int, index: int) -> bool:
        """Whether another play of the same card or its twin is listed in ``moves``.

        Args:
            count: the number of moves listed.
            index: the index of the play.
        """
        move = self.moves[index]
        for i in range(count):
            # The card is the middle byte of a move; twins have the same number.
            is_same_card = (self.moves[i] ^ move) & 0xFF00 == 0
            if i != index and is_same_card and self._arranges(self.moves[i]):
                return True
        return False

    def _order_exiles(self) -> None:
        """Make the orders of the exiles to try, from open cards alone, so that the real order has no influence.

        Each exile is turned up first in equally many orders. With one or two known exiles there are no more orders than
        exiles.
        """
        table = self.table
        exile_count = table.size[EXILE]
        cards = bytearray(sorted(table.cards_in(EXILE)))
        # Unknown exiles come last.
        known_count = exile_count - cards.count(UNKNOWN)
        self.order_count = self.most_orders if known_count > 2 else max(known_count, 1)
        state = self.view.key()
        for order_index in range(self.order_count):
            order = cards[:known_count]
            if known_count:
                # The last card of the pile is turned up first.
                first = order.pop(order_index % known_count)
                state = shuffle(order, state)
                order.append(first)
            order = cards[known_count:] + order
            for i in range(exile_count):
                self.exiles[ROOM * order_index + i] = order[i]

    def _weigh_reversals(self, move: int) -> None:
        """Weigh the positions after one, two, three … reversals in the same direction.

        Args:
            move: the first of these reversals.
        """
        view = self.view
        dest = move & 255
        foundation = (BUILT_UP if dest == UP_TO_DOWN else BUILT_DOWN) + SUIT[move >> 8 & 255]
        while view._why(move) == 0:
            view._play(move)
            self._weigh(0)
            move = FOUNDATION << 16 | view.foundation_top(foundation) << 8 | dest
        while view.plies:
            view._unplay()

    def _weigh(self, move: int) -> None:
        """Play on in thought from the present position of ``view`` with each order of the exiles, and count the cards
        left at the end. If fewer are left than for any other choice, note the line to the position, and the move.

        Args:
            move: the first move to make in thought, a redeal; 0 if there is none.
        """
        view = self.weaving
        start_ply = view.plies
        exile_count = view.size[EXILE]
        follows_play = start_ply > 0 and view.played[start_ply - 1] >> 16 != FOUNDATION
        value = 0
        for order_index in range(self.order_count):
            for i in range(exile_count):
                view.set_card(EXILE, i, self.exiles[ROOM * order_index + i])
            if move:
                view._play(move)
            elif not follows_play and view.standstill():
                # The greedy player would reverse first; reversals are weighed by themselves.
                self._deal_in_thought()
            self.thinker.play_game()
            value -= view.left
            while view.plies > start_ply:
                view._unplay()
        for i in range(exile_count):
            view.set_card(EXILE, i, UNKNOWN)
        if value > self.best_value:
            self.best_value = value
            self.line[:start_ply] = view.played[:start_ply]
            self.line_end = start_ply
            if move:
                self._note_move(move)

    def _deal_in_thought(self) -> None:
        """Turn up an exile or redeal in thought, if that is legal."""
        self.thinker.move_count = self.view._moves(self.thinker.moves)
        move = self.thinker._next_deal()
        if move:
            self.view._play(move)
