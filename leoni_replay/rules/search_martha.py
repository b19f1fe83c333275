# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""What a search tries in Martha.

Two prunings are known, each argued in ``docs/solving.md``:

``alike``
    Which pile is which makes no difference: tables with the same piles are the same, of several vacancies the first is
    tried, and no pile is moved to a vacancy as a whole.
``safe``
    If neither a card nor what could lie on it is needed on the table any more, it is played, and nothing else is tried.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.rules.martha import Martha
from leoni_replay.rules.numbers import FACE_DOWN, ON_UP, RANK, SUIT
from leoni_replay.rules.search import Plan
from leoni_replay.rules.table import Room

_ALIKE = 1
_HOPELESS = 2
_SAFE = 4
_COUNT = 12
_MIX = 0x94D049BB133111EB
_MASK = 0xFFFFFFFFFFFFFFFF


class MarthaPlan(Plan):
    """The plan for Martha."""

    PRUNINGS: ClassVar[Mapping[str, int]] = {"alike": _ALIKE, "hopeless": _HOPELESS, "safe": _SAFE}

    def __init__(self, table: Martha, prunings: int) -> None:
        Plan.__init__(self, table, prunings)
        self.martha = table
        #: what is found of each card when none stands in the way of another for good: whether it can lie on top, move with
        #: what lies on it, and leave what it lies on
        self.free = bytearray(64)
        self.gone = bytearray(64)
        self.built = bytearray(4)
        self.w = array('I', [4, 2, 1, 3, 4, 2, 0, 0])
        #: the legal moves, and how soon each is tried
        self.moves = array("I", bytes(4 * 2048))
        self.worth = array("I", bytes(4 * 2048))

    def _candidates(self, out: Room) -> int:
        table = self.martha
        if self.prunings & _HOPELESS and self._hopeless():
            return 0
        if self.prunings & _SAFE:
            for p in range(1, _COUNT + 1):
                n = table.size[p]
                if n:
                    card = table.cells[(p << 7) + n - 1]
                    if not card & FACE_DOWN and table.want[card] and self._is_safe(card):
                        out[0] = p << 16 | card << 8 | ON_UP
                        out[1] = 0
                        return 1
        n = table._moves(self.moves)
        vacant = 0
        for p in range(_COUNT, 0, -1):
            if not table.size[p]:
                vacant = p
        alike = self.prunings & _ALIKE
        kept = 0
        for i in range(n):
            move = self.moves[i]
            dest = move & 255
            if alike and dest <= _COUNT and not table.size[dest] and (dest != vacant or table.size[move >> 16] == 1):
                continue
            self.worth[kept] = self._soon(move)
            self.moves[kept] = move
            kept += 1
        # The best first; equals as the table lists them.
        for i in range(kept):
            best = i
            for j in range(i + 1, kept):
                if self.worth[j] > self.worth[best]:
                    best = j
            move = self.moves[best]
            worth = self.worth[best]
            while best > i:
                self.moves[best] = self.moves[best - 1]
                self.worth[best] = self.worth[best - 1]
                best -= 1
            self.moves[i] = move
            self.worth[i] = worth
            out[2 * i] = move
            out[2 * i + 1] = 0
        return kept

    def _soon(self, move: int) -> int:
        """How soon a move is tried."""
        table = self.martha
        source = move >> 16
        dest = move & 255
        if dest == ON_UP:
            return 120
        base = source << 7
        i = table._last_index(source, move >> 8 & 255)
        worth = 60
        if not table.size[dest]:
            worth -= 30
        if i == 0:
            return worth + 20
        below = table.cells[base + i - 1]
        if below & FACE_DOWN:
            worth += 10
            below &= 63
        elif table.follows(table.cells[base + i], below):
            worth -= 25
        if table.want[below]:
            worth += 15
        return worth

    def _worth(self, before: int, choice: int) -> int:
        table = self.martha
        worth = self.w[0] * table.left
        for p in range(1, _COUNT + 1):
            base = p << 7
            n = table.size[p]
            if not n:
                worth -= self.w[4]
                continue
            least = 99
            for i in range(n):
                card = table.cells[base + i]
                if i:
                    if not table.follows(card, table.cells[base + i - 1]):
                        worth += self.w[1]
                    if card & FACE_DOWN:
                        worth += self.w[2]
                    card &= 63
                    for j in range(i):
                        below = table.cells[base + j] & 63
                        if SUIT[below] == SUIT[card] and below < card:
                            worth += self.w[3]
                            break
                    if RANK[card] > least:
                        worth += self.w[5]
                card &= 63
                if RANK[card] < least:
                    least = RANK[card]
                if table.want[card]:
                    worth += self.w[6] * (n - 1 - i)
        return worth if worth > 0 else 0

    def _is_safe(self, card: int) -> bool:
        """Whether all that could lie on a card, and on that again, can be played as soon as it is available (5)."""
        table = self.martha
        rank = RANK[card]
        # The suit of the same colour and the two of the other.
        twin = 3 - SUIT[card]
        other = 0 if SUIT[card] == 1 or SUIT[card] == 2 else 1
        return (
            table.size[96 + other] >= rank - 2 and table.size[99 - other] >= rank - 2 and table.size[96 + twin] >= rank - 3
        )

    # -- hopeless -----------------------------------------------------------------------------------------------------

    def _hopeless(self) -> bool:
        """Whether some card can never be played, even if cards that have moved once were still where they lay as well."""
        table = self.martha
        for card in range(64):
            self.free[card] = self.gone[card] = 0
        for suit in range(4):
            self.built[suit] = table.size[96 + suit]
        vacancy = 0
        for p in range(1, _COUNT + 1):
            if not table.size[p]:
                vacancy = table.fills_vacancies
        more = True
        while more:
            more = False
            for p in range(1, _COUNT + 1):
                base = p << 7
                i = table.size[p] - 1
                moves = 1
                above = 255
                while i >= 0:
                    card = table.cells[base + i] & 63
                    open = above == 255 or self.gone[above]
                    if open and not self.free[card]:
                        self.free[card] = 1
                        more = True
                    if not open and not (moves and not table.cells[base + i] & FACE_DOWN and table.follows(above, card)):
                        break
                    moves = 1
                    rank = RANK[card]
                    if open and self.built[SUIT[card]] == rank - 1:
                        self.built[SUIT[card]] = rank
                        self.gone[card] = 1
                        more = True
                    if not self.gone[card] and ((open and vacancy) or (rank < 13 and self._takes(card))):
                        self.gone[card] = 1
                        more = True
                    if i == 0 and self.gone[card] and table.fills_vacancies:
                        vacancy = 1
                    above = card
                    i -= 1
        return self.built[0] + self.built[1] + self.built[2] + self.built[3] < 52

    def _takes(self, card: int) -> bool:
        """Whether a card on which one may lie can lie on top."""
        on = RANK[card]
        if SUIT[card] == 0 or SUIT[card] == 3:
            return self.free[13 + on] or self.free[26 + on]
        return self.free[on] or self.free[39 + on]

    def _key(self) -> int:
        table = self.martha
        key = table.key()
        if not self.prunings & _ALIKE:
            return key
        total = 0
        for p in range(1, _COUNT + 1):
            key = table.sums[p]
            key = ((key ^ (key >> 31)) * _MIX) & _MASK
            total = (total + (key ^ (key >> 29))) & _MASK
        return total

