"""The plan of search for the weaving games. ``docs/dev/search.md`` has the prunings ``bound``, ``hopeless`` and
``crossing`` with their proofs."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.numbers import BUILT_DOWN, BUILT_UP, NOWHERE, ON_DOWN, ON_UP, PILES, ROOM, SUIT
from leoni_replay.rules.table import Room
from leoni_replay.rules.weaving import Weaving
from leoni_replay.search.best_first import RedealSearch
from leoni_replay.search.bounds import PlayableBound
from leoni_replay.search.crossing import Crossing
from leoni_replay.search.depth_first import Plan, Search, VisitedPositions

_BOUND = 1
_CROSSING = 2
_HOPELESS = 4
#: With more exiles left, weaves from pile to pile may lift nearly every card.
_FEW = 3


class WeavingPlan(Plan):
    """The plan for Leoni's Own and Weaver's."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"bound": _BOUND, "crossing": _CROSSING, "hopeless": _HOPELESS}

    def __init__(self, table: Weaving, prunings: int) -> None:
        # What is proved about redeals is proved for cards that are picked up in a known order.
        Plan.__init__(self, table, 0 if table.shuffles and table.deal <= table.redeals else prunings)
        self.weaving = table
        self.playable_bound: PlayableBound = PlayableBound(table)
        self.crossing: Crossing = Crossing(table)
        #: a card that must be played next, of which two copies are available; 0 if there is none
        self.bound_card: int = 0
        #: room for the plays of such a card
        self.bound_plays: array[int] = array("I", bytes(4 * 32))
        #: the available cards, the number of available copies of every card (3 more for one that uncovers a king), and
        #: the number of available cards
        self.available_cards: bytearray = bytearray(128)
        self.copies: bytearray = bytearray(64)
        self.available_count: int = 0

    def search(self, visited: VisitedPositions, kept_count: int = 0) -> Search:
        table = self.weaving
        if table.deal > table.redeals or table.shuffles:
            return Search(self, visited, kept_count)
        return RedealSearch(self, visited, kept_count, table.redeals + 1, table.redeal_any_time)

    def _candidates(self, out: Room) -> int:
        """List the candidates, each as its move and what to arrange before it; returns their number. If a card must be
        played next (pruning ``bound``), only its plays; if foundations meet (``crossing``), moves with the splits that
        they need; and otherwise every move."""
        if self.bound_card:
            return self._list_plays(out, self.bound_card)
        if self.prunings & _CROSSING and self.crossing._crossing_suits():
            return self.crossing._list_candidates(out)
        return self._list_every_move(out)

    def _may_redeal(self) -> bool:
        """Whether the cards can be dealt again at any time (L11a)."""
        table = self.weaving
        return table.redeal_any_time and table.deal <= table.redeals

    # -- bound --------------------------------------------------------------------------------------------------------

    def _forced(self) -> int:
        """Return the play of a card that a foundation must get before the next exile is turned up; 0 if there is none.
        All other plays can wait.

        No other copy can come first: none is uncovered while that foundation waits, and the other foundation of the
        suit has passed the card, or cannot reach it. If two copies of the card are available, either may be the one to
        play: then ``bound_card`` is set to the card, and the candidates are its plays.

        If nothing but the next exile can be turned up, that move is returned.
        """
        table = self.weaving
        self.bound_card = 0
        if not self.prunings & _BOUND or not table.left:
            return 0
        if self._must_turn_up():
            return table.complete_move(table._top(0) << 8 | NOWHERE)
        # Where more than plays can come before the next exile, no play is forced.
        if table.stalemate or table.owes or table.chance:
            return 0
        if self._may_redeal():
            return 0
        if table.kings_only:
            # Two foundations of a suit are built in the same direction, and either takes the card.
            return 0
        if table.strict and table._why_blocked(False):
            return 0
        self._count_available()
        for suit in range(4):
            for direction in range(1, 3):
                height = table.size[BUILT_UP + suit if direction == 1 else BUILT_DOWN + suit]
                if height == 13:
                    continue
                # The next card of the foundation: up from the ace, or down from the king.
                due = 13 * suit + (height if direction == 1 else 12 - height)
                copies = self.copies[due]
                if table.want[due] != direction or not 0 < copies < 3 or (copies == 2 and self.bound_card):
                    continue
                if self._is_bound(due, direction, copies):
                    self.bound_card = due
                    if copies == 1:
                        self._list_plays(self.bound_plays, due)
                        return self.bound_plays[0]
        return 0

    def _must_turn_up(self) -> bool:
        """Whether the only move is to turn up the next exile: it is due, or nothing can be played or reversed. (Where
        the player chooses an exile, or combines foundations, there are other moves.)"""
        table = self.weaving
        if not table.size[0] or table.any_exile or table.stalemate or table.combines:
            return False
        if table.owes:
            return True
        return not self._may_redeal() and table.standstill() and not (table.reversal and table._meeting())

    def _count_available(self) -> None:
        """List the available cards in ``available_cards``, and count the copies of each in ``copies``."""
        table = self.weaving
        for i in range(self.available_count):
            self.copies[self.available_cards[i]] = 0
        kings_may_leave = table.kings_leave and table.size[0] > 0
        count = 0
        for pile in range(1, 13):
            height = table.size[pile]
            if height:
                card = table.cells[(pile << 7) + height - 1]
                self.available_cards[count] = card
                count += 1
                # More than two copies: a card that uncovers a king makes an exile due, so it is not forced.
                self.copies[card] += 3 if kings_may_leave and self.crossing._uncovers_king(pile) else 1
        if table.spread:
            for i in range(table.size[13]):
                card = table.cells[PILES * ROOM + i]
                self.available_cards[count] = card
                count += 1
                self.copies[card] += 1
        self.available_count = count

    def _list_plays(self, out: Room, card: int) -> int:
        """List the plays of all available copies of a card that fits one foundation; returns their number."""
        table = self.weaving
        # Each candidate takes two numbers: the move, and 0 for nothing to arrange.
        length = 0
        for pile in range(1, table.count + 1):
            height = table.size[pile]
            if (pile == table.spread and table._index(pile, card) >= 0) or (
                pile != table.spread and height and table.cells[(pile << 7) + height - 1] == card
            ):
                out[length] = pile << 16 | card << 8 | (ON_UP if table.want[card] == 1 else ON_DOWN)
                out[length + 1] = 0
                length += 2
        return length >> 1

    def _is_bound(self, card: int, direction: int, copies: int) -> bool:
        """Whether one of the available copies of a card must be the next on its foundation, before the next exile.

        Args:
            card: the card.
            direction: of the foundation: 1 if it is built up, 2 if down.
            copies: the number of available copies.
        """
        table = self.weaving
        suit = SUIT[card]
        height_sum = table.size[BUILT_UP + suit] + table.size[BUILT_DOWN + suit]
        # The foundations meet, or will meet with this card: then the suit can continue in other ways.
        if height_sum == 13 and table.reversal:
            return False
        if height_sum == 12 and table.combines:
            return False
        if height_sum >= 13 and not table.kings_leave:
            # Only one copy of each card of the suit is left.
            return True
        self.playable_bound._find_reachable(suit, direction)
        if self.playable_bound.frees_king or self.playable_bound._count_copies(card) > copies:
            return False
        if height_sum >= 13:
            return True
        # Whether a rank is missing between the card and the top of the other foundation, which then cannot reach it.
        step = 1 if direction == 1 else -1
        top = table.foundation_top(BUILT_DOWN + suit if direction == 1 else BUILT_UP + suit)
        card += step
        while card != top:
            if not self.playable_bound._count_copies(card):
                return True
            card += step
        return False

    # -- hopeless -----------------------------------------------------------------------------------------------------

    def _lost(self) -> bool:
        """Whether the position is lost by the pruning ``hopeless``: in the last deal, some card cannot be played even
        if no play stood in the way of another. With many exiles left it isn't tried, because it would seldom hold."""
        table = self.weaving
        if not self.prunings & _HOPELESS or table.deal <= table.redeals or table.kings_only or not table.left:
            return False
        if table.size[0] > _FEW and not table.once:
            return False
        return not self.playable_bound._are_all_playable()

    # -- crossing -----------------------------------------------------------------------------------------------------

    def _arrange(self, arrangement: int) -> None:
        # Where redeals are shuffled and one is left, nothing is pruned, and only a redeal is to be arranged: its order.
        if self.prunings & _CROSSING:
            self.crossing._arrange(arrangement)
        else:
            Plan._arrange(self, arrangement)

    def _key(self) -> int:
        return self.crossing._key() if self.prunings & _CROSSING else self.table.key()
