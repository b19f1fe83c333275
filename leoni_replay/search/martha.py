"""The plan of search for Martha. ``docs/dev/search.md`` proves the prunings ``alike`` and ``safe``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.martha import Martha
from leoni_replay.rules.numbers import BUILT_UP, FACE_DOWN, ON_UP, RANK, RETURN, SUIT
from leoni_replay.rules.table import Room
from leoni_replay.search.best_first import BestPlan

_ALIKE = 1
_SAFE = 2
_COUNT = 12
_MIX = 0x94D049BB133111EB
_MASK = 0xFFFFFFFFFFFFFFFF


class MarthaPlan(BestPlan):
    """The plan for Martha."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"alike": _ALIKE, "safe": _SAFE}

    def __init__(self, table: Martha, prunings: int) -> None:
        BestPlan.__init__(self, table, prunings)
        self.martha = table

    def _candidates(self, out: Room) -> int:
        """List the candidates, each as its move and what to arrange before it; returns their number.

        With the pruning ``safe``, a play that can do no harm is the only candidate. With ``alike``, because no rule
        tells the piles apart, only the first of several vacancies is tried.
        """
        table = self.martha
        if self.prunings & _SAFE and not table.returns:
            for pile in range(1, _COUNT + 1):
                height = table.size[pile]
                if height:
                    card = table.cells[(pile << 7) + height - 1]
                    if not card & FACE_DOWN and table.want[card] and self._is_safe(card):
                        out[0] = pile << 16 | card << 8 | ON_UP
                        out[1] = 0
                        return 1
        count = self._list_every_move(out)
        if not self.prunings & _ALIKE:
            return count
        # The first vacancy.
        vacant = 1
        while vacant <= _COUNT and table.size[vacant]:
            vacant += 1
        new_count = 0
        for i in range(count):
            move = out[2 * i]
            source = move >> 16
            dest = move & 255
            # A whole pile that goes to a vacancy changes nothing.
            splits_pile = source == RETURN or table.cells[source << 7] != move >> 8 & 255
            if dest > _COUNT or table.size[dest] or (dest == vacant and splits_pile):
                out[2 * new_count] = move
                new_count += 1
        return new_count

    def _worth(self, before: int, choice: int) -> int:
        """Rate the position, from 0 (the best) on, by counting obstacles: cards left to play, cards face down or out of
        sequence, cards on a lower one (above all of their suit), and cards on one that could be played. The weights
        were found by trial; how the search got here (``before``, ``choice``) has no influence."""
        table = self.martha
        rating = 4 * table.left
        for pile in range(1, _COUNT + 1):
            base = pile << 7
            height = table.size[pile]
            if not height:
                rating -= 4
                continue
            lowest_rank = 14
            for i in range(height):
                card = table.cells[base + i]
                if i:
                    if not table.follows(card, table.cells[base + i - 1]):
                        rating += 2
                    if card & FACE_DOWN:
                        rating += 1
                    # Which cards lie face down is known to the solver.
                    card &= 63
                    for j in range(i):
                        below = table.cells[base + j] & 63
                        if SUIT[below] == SUIT[card] and below < card:
                            rating += 3
                            break
                    if RANK[card] > lowest_rank:
                        rating += 2
                card &= 63
                if RANK[card] < lowest_rank:
                    lowest_rank = RANK[card]
                if table.want[card]:
                    # The cards on one that could be played are in the way.
                    rating += 2 * (height - 1 - i)
        return rating if rating > 0 else 0

    # -- safe ---------------------------------------------------------------------------------------------------------

    def _is_safe(self, card: int) -> bool:
        """Whether a card that can be played may be played at once without harm: whatever could lie on it, and on that,
        can be played itself as soon as it is available, so that nobody needs this card on the table (5).

        A card takes the next lower rank of the other colour. Those two cards can be played if their foundations stand
        at most two ranks below the card, and those that could lie on them if the foundation of the card's own colour
        stands at most three below it.
        """
        table = self.martha
        rank = RANK[card]
        # The other suit of the same colour, and one of the two of the other colour.
        same_colour = 3 - SUIT[card]
        other_colour = 0 if SUIT[card] == 1 or SUIT[card] == 2 else 1
        return (
            table.size[BUILT_UP + other_colour] >= rank - 2
            and table.size[BUILT_UP + 3 - other_colour] >= rank - 2
            and table.size[BUILT_UP + same_colour] >= rank - 3
        )

    def _key(self) -> int:
        """Return the key of the position. With the pruning ``alike``, the order of the piles makes no difference."""
        table = self.martha
        # This also brings `sums`, the hash of each pile, up to date.
        key = table.key()
        if not self.prunings & _ALIKE:
            return key
        # A sum of the hashed piles, so that their order makes no difference. The foundations follow from them.
        total = 0
        for pile in range(1, _COUNT + 1):
            key = table.sums[pile]
            key = ((key ^ (key >> 31)) * _MIX) & _MASK
            total = (total + (key ^ (key >> 29))) & _MASK
        return total
