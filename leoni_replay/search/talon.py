"""The plans of search for games with a hand and a talon: Anna and The Japanese Rug.

``docs/dev/search.md`` proves the prunings ``turning`` and ``hopeless``. Plays are tried first. It may pay
to hold one back, so such lines are not left out, but they are rated lower. Rounds of ``StagedSearch`` come first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.anna import Anna
from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    DEAL,
    DEAL_ON,
    HAND,
    NO_CARD,
    ON_DOWN,
    ON_UP,
    RANK,
    SECOND_DOWN,
    STOCK,
    SUIT,
    TALON,
)
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.table import Room
from leoni_replay.rules.talon import Talon
from leoni_replay.search.best_first import BestPlan, StagedSearch
from leoni_replay.search.depth_first import Search, VisitedPositions

_TURNING = 1
_HOPELESS = 2
#: the number of cards that a foundation of Anna takes
_FULL = 12


class TalonPlan(BestPlan):
    """The part that the two plans share."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"turning": _TURNING}

    def __init__(self, table: Talon, prunings: int) -> None:
        BestPlan.__init__(self, table, prunings)
        self.talon = table
        #: the number of plays among the candidates last listed, and of plays and marriages on the talon
        self.plays: int = 0
        self.marriages: int = 0

    def search(self, visited: VisitedPositions, kept_count: int = 0) -> Search:
        return StagedSearch(self, visited, kept_count)

    def _candidates(self, out: Room) -> int:
        """List the candidates, each as its move and what to arrange before it; returns their number. Plays come first,
        then marriages on the talon.

        With the pruning ``turning``, a card that can be turned up into the hand is not turned up and placed in one
        move, because two moves come to the same.
        """
        table = self.talon
        count = self._list_every_move(out)
        if self.prunings & _TURNING and not table.size[HAND] and table._why(DEAL_ON) == 0:
            new_count = 0
            for i in range(count):
                move = out[2 * i]
                if move >> 16 != DEAL or move == DEAL_ON:
                    out[2 * new_count] = move
                    out[2 * new_count + 1] = out[2 * i + 1]
                    new_count += 1
            count = new_count
        self.plays = self._move_forward(out, count, 0, ON_UP, ON_DOWN)
        self.marriages = self._move_forward(out, count, self.plays, TALON, TALON)
        return count

    def _move_forward(self, out: Room, count: int, index: int, lowest_dest: int, highest_dest: int) -> int:
        """Move forward the candidates from the table, or from the hand to a foundation, with certain destinations.

        Args:
            out, count: the candidates, and their number.
            index: where the first of them goes; those before it stay.
            lowest_dest, highest_dest: the first and the last of the destinations, which have successive numbers.

        Returns:
            The index after the candidates moved forward.
        """
        for i in range(index, count):
            move = out[2 * i]
            if lowest_dest <= move & 255 <= highest_dest and (
                move >> 16 != DEAL or (lowest_dest > TALON and self.talon.size[HAND])
            ):
                # Those between move back by one, so that all others keep their order.
                for j in range(i, index, -1):
                    out[2 * j] = out[2 * j - 2]
                    out[2 * j + 1] = out[2 * j - 1]
                out[2 * index] = move
                out[2 * index + 1] = 0
                index += 1
        return index

    def _worth(self, before: int, choice: int) -> int:
        """Rate the position, from 0 (the best) on: as the one before it, plus 1 if the move to it left a play waiting,
        or if there was none, a marriage on the talon. ``choice`` is the index of that move among the candidates."""
        first_waiting = self.plays if self.plays else self.marriages
        return before + 1 if first_waiting and choice >= first_waiting else before


class AnnaPlan(TalonPlan):
    """The plan for Anna."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"hopeless": _HOPELESS, "turning": _TURNING}

    def __init__(self, table: Anna, prunings: int) -> None:
        TalonPlan.__init__(self, table, prunings)
        self.anna = table
        #: for `hopeless`: the number of copies of each card that can be had, the number of cards of each pile that
        #: cannot leave it, and the heights that the higher and the lower foundation of each suit can reach
        self.copies_to_be_had: bytearray = bytearray(256)
        self.stuck_heights: bytearray = bytearray(128)
        self.high_reach: bytearray = bytearray(4)
        self.low_reach: bytearray = bytearray(4)

    def _candidates(self, out: Room) -> int:
        if self.prunings & _HOPELESS and (self._is_queen_lost() or self._is_hopeless()):
            self.plays = self.marriages = 0
            return 0
        return TalonPlan._candidates(self, out)

    def _is_queen_lost(self) -> bool:
        """Whether a pile of the A can no longer get a queen, which the game needs in all eight (9): in the last pass,
        queens come into the A only from the stock."""
        table = self.anna
        if table.deal <= table.redeals:
            return False
        for place in range(TALON, HAND + 1):
            for i in range(table.size[place]):
                if RANK[table.cells[(place << 7) + i]] == 12:
                    return True
        if table.size[STOCK]:
            return False
        queens = 0
        for pile in range(1, 9):
            if table.size[pile] and RANK[table.cells[pile << 7]] == 12:
                queens += 1
        return queens < 8

    def _is_hopeless(self) -> bool:
        """Whether some card can never be played, even if no move stood in the way of another.

        From the cards that lie open or will be turned up, it finds how far the foundations could be built and what
        could leave the piles, without taking a card away from anything else that needs it.
        """
        table = self.anna
        is_last_pass = table.deal > table.redeals
        for card in range(52):
            self.copies_to_be_had[card] = 0
        for suit in range(4):
            self.high_reach[suit] = max(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
            self.low_reach[suit] = min(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
        for place in range(TALON, HAND + 1):
            if place != TALON or not is_last_pass:
                for i in range(table.size[place]):
                    self.copies_to_be_had[table.cells[(place << 7) + i]] += 1
        self._uncover(TALON, table.size[TALON] if is_last_pass else 0)
        for pile in range(1, 9):
            self._uncover(pile, table.size[pile])
        # In the last pass a queen of the stock can only fill a vacancy. The cards under her come afterwards.
        queens_waiting = 0
        i = table.size[STOCK]
        while i:
            i -= 1
            card = table.cells[(STOCK << 7) + i]
            if is_last_pass and RANK[card] == 12:
                self._spread_out()
                queens_waiting += 1
                vacant = 0
                for pile in range(1, 9):
                    if not self.stuck_heights[pile]:
                        vacant += 1
                if vacant < queens_waiting:
                    return True
            self.copies_to_be_had[card] += 1
        self._spread_out()
        return (
            self.high_reach[0]
            + self.high_reach[1]
            + self.high_reach[2]
            + self.high_reach[3]
            + self.low_reach[0]
            + self.low_reach[1]
            + (self.low_reach[2] + self.low_reach[3])
            < 8 * _FULL
        )

    def _spread_out(self) -> None:
        """Build the foundations and uncover cards, as far as the cards that can be had allow."""
        more = True
        while more:
            more = self._build()
            for pile in range(1, 9):
                while self.stuck_heights[pile] and self._can_leave(pile, self.stuck_heights[pile] - 1):
                    self._uncover(pile, self.stuck_heights[pile] - 1)
                    more = True
            while self.stuck_heights[TALON] and self._can_leave(TALON, self.stuck_heights[TALON] - 1):
                self._uncover(TALON, self.stuck_heights[TALON] - 1)
                more = True

    def _value(self) -> int:
        """Rate the position, from 0 (the best) on: the cards left to play count; queens at the bottom of piles and
        married cards make it better."""
        table = self.anna
        # The constant keeps the rating above 0.
        rating = 7 * table.left + 224
        for pile in range(1, 9):
            base = pile << 7
            if RANK[table.cells[base]] == 12 and table.size[pile]:
                rating -= 2
            # Only married cards lie on one of their suit.
            for i in range(1, table.size[pile]):
                if SUIT[table.cells[base + i]] == SUIT[table.cells[base + i - 1]]:
                    rating -= 2
        return rating if rating > 0 else 0

    def _uncover(self, pile: int, height: int) -> None:
        """Note that all but the lowest ``height`` cards of a pile can leave it, so that the card on top of those can be
        had."""
        self.stuck_heights[pile] = height
        if height:
            self.copies_to_be_had[self.anna.cells[(pile << 7) + height - 1]] += 1

    def _build(self) -> bool:
        """Build the foundations as far as the cards that can be had allow; returns whether they have grown."""
        # Both foundations of a suit are built down; `high` is the height that the fuller one reaches, `low` that of the
        # other. The ranks of such a foundation, from its base on, begin at index 16 of `ranks`.
        table = self.anna
        has_grown = False
        for suit in range(4):
            high = self.high_reach[suit]
            high_begin = max(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
            while high < _FULL and self.copies_to_be_had[13 * suit + table.ranks[16 + high] - 1]:
                high += 1
            low = self.low_reach[suit]
            while low < _FULL:
                # Where the higher foundation has built since, it has taken a copy.
                copies_needed = 2 if low >= high_begin else 1
                if self.copies_to_be_had[13 * suit + table.ranks[16 + low] - 1] < copies_needed:
                    break
                low += 1
            if high != self.high_reach[suit] or low != self.low_reach[suit]:
                has_grown = True
            self.high_reach[suit] = high
            self.low_reach[suit] = low
        return has_grown

    def _can_leave(self, pile: int, index: int) -> bool:
        """Whether a card that can be had can leave its pile: to a foundation, or married on another card, alone or with
        the cards under it (AN3).

        Args:
            pile: the place of the card.
            index: its index there, from the bottom.
        """
        table = self.anna
        card = table.cells[(pile << 7) + index]
        if RANK[card] == 12:
            # Queens stay in the A.
            return False
        # How many cards lie on a foundation when it takes this one: it goes from the knave down to the ace, then the
        # king.
        height = 11 - RANK[card] if RANK[card] < 13 else 11
        suit = SUIT[card]
        # Cards that the higher foundation has passed wait for the lower one.
        high_begin = max(table.size[BUILT_DOWN + suit], table.size[SECOND_DOWN + suit])
        if height < self.low_reach[suit] or high_begin <= height < self.high_reach[suit]:
            return True
        if pile == TALON and not table.talon_marries:
            return False
        while index >= 0:
            card = table.cells[(pile << 7) + index]
            if table.mate[card] != NO_CARD and self.copies_to_be_had[table.mate[card]]:
                return True
            index = index - 1 if table.runs and pile != TALON else -1
        return False


class RugPlan(TalonPlan):
    """The plan for The Japanese Rug."""

    def __init__(self, table: Rug, prunings: int) -> None:
        TalonPlan.__init__(self, table, prunings)
        self.rug = table

    def _value(self) -> int:
        """Rate the position, from 0 (the best) on: the cards left to play count, and in the last pass those on the
        talon; free cards of the rug make it better."""
        table = self.rug
        # The constant keeps the rating above 0.
        rating = 4 * table.left + 128
        for place in range(table.low, table.high + 1):
            if table.size[place] and table._free(place):
                rating -= 2
        return rating + table.size[TALON] if table.deal > table.redeals else rating
