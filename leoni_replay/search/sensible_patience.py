# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""The sensible players of the games without weaving."""

from __future__ import annotations

from typing import ClassVar

from leoni_replay.rules.martha import Martha
from leoni_replay.rules.numbers import COLUMNS, DEAL, FACE_DOWN, FOUNDATIONS, GRID, HAND, NO_CARD, RANK, SUIT, TALON
from leoni_replay.rules.rug import Rug
from leoni_replay.search.sensible import Sensible

#: the end of a grid of six rows, and the first place of row 2
_GRID_END = GRID + 6 * COLUMNS
_ROW_2 = GRID + COLUMNS


class SensibleMartha(Sensible):
    """Turns up cards, builds sequences, and keeps vacancies.

    Weights: a card on a foundation, a card face down, a card on it, a vacancy, a card in sequence, and a card on a
    lower one of its suit.
    """

    DEPTH: ClassVar[int] = 4
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (40, 120, 8, 3, 4, 12)

    def __init__(self, table: Martha) -> None:
        Sensible.__init__(self, table)
        self.martha = table.copy()
        self.view = self.martha

    def _value(self) -> int:
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left
        for p in range(1, 13):
            n = view.size[p]
            base = p << 7
            if not n:
                value += weights[3]
            for i in range(n):
                card = view.cells[base + i]
                if card & FACE_DOWN:
                    value -= weights[1] + weights[2] * (n - 1 - i)
                elif i:
                    if self.martha.follows(card, view.cells[base + i - 1]):
                        value += weights[4]
                    for k in range(i):
                        below = view.cells[base + k]
                        if SUIT[below] == SUIT[card] and RANK[below] < RANK[card]:
                            value -= weights[5]
        return value


class SensibleAnna(Sensible):
    """Marries cards, and clears the piles without a queen at the bottom.

    Weights: a card on a foundation, a queen at the bottom of a pile, a card on a pile without one, a married card, a
    card that fills a vacancy, and a card on the talon.
    """

    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 200
    WEIGHTS: ClassVar[tuple[int, ...]] = (35, 30, 5, 5, 20, 3)

    def _value(self) -> int:
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left - weights[5] * (view.size[TALON] + view.size[HAND])
        for p in range(1, 9):
            n = view.size[p]
            base = p << 7
            bottom = view.cells[base] if n else NO_CARD
            if RANK[bottom] == 12:
                value += weights[1]
            elif RANK[bottom] == 0:
                value += weights[4]
            else:
                value -= weights[2] * n
            for i in range(1, n):
                if SUIT[view.cells[base + i]] == SUIT[view.cells[base + i - 1]]:
                    value += weights[3]
        return value


class SensibleRug(Sensible):
    """Frees the cards of the rug, and marries those in the way.

    Weights: a card on a foundation, a card of the rug, a free one, and a card on the talon in the last pass.
    """

    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (100, 0, 3, 10)

    def __init__(self, table: Rug) -> None:
        Sensible.__init__(self, table)
        self.rug = table.copy()
        self.view = self.rug

    def _value(self) -> int:
        view = self.view
        weights = self.weights
        value = -weights[0] * view.left
        if view.deal > self.rug.redeals:
            value -= weights[3] * view.size[TALON]
        for place in range(16, 80):
            if view.size[place]:
                value -= weights[1]
                if not view.size[self.rug.ends[2 * place]] or not view.size[self.rug.ends[2 * place + 1]]:
                    value += weights[2]
        return value


class SensibleReversal(Sensible):
    """Looks further ahead than others: of twins it plays the one after which more can be played."""

    FIRST: ClassVar[int] = 10
    DEPTH: ClassVar[int] = 10
    NODES: ClassVar[int] = 2000


class SensibleLabyrinth(Sensible):
    """Looks further ahead than others. If it may choose which gap of row 1 to fill, it fills the one above the card
    that is needed last."""

    FIRST: ClassVar[int] = 8
    DEPTH: ClassVar[int] = 8
    NODES: ClassVar[int] = 1000

    def _dealing(self) -> int:
        table = self.table
        best = 0
        longest = -1
        for i in range(self.count):
            place = self.listed[i] & 255
            if self.listed[i] >> 16 == DEAL and place < _ROW_2:
                below = place + COLUMNS
                while below < _GRID_END and not table.size[below]:
                    below += COLUMNS
                wait = 13
                if below < _GRID_END:
                    card = table.cells[below << 7]
                    wait = RANK[card] - table.size[FOUNDATIONS + SUIT[card]]
                if wait > longest:
                    longest = wait
                    best = self.listed[i]
        return best if best else Sensible._dealing(self)
