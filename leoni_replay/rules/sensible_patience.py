# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""What a sensible player goes by in the games without weaving: what the open cards of a table are worth."""

from __future__ import annotations

from typing import ClassVar

from leoni_replay.rules.labyrinth import Labyrinth
from leoni_replay.rules.martha import Martha
from leoni_replay.rules.numbers import FACE_DOWN, HAND, NO_CARD, RANK, SUIT, TALON
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.sensible import Sensible


class SensibleMartha(Sensible):
    """Brings cards to light, builds sequences, and keeps vacancies.

    Weights: a card on a foundation, one that lies face down, one that lies on it, a vacancy, a card in sequence on
    another, and one that lies on a lower card of its suit.
    """

    DEPTH: ClassVar[int] = 4
    NODES: ClassVar[int] = 1500
    WEIGHTS: ClassVar[tuple[int, ...]] = (40, 60, 4, 50, 12, 6)

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
    """Marries what it can, and clears the piles that have no queen at the bottom.

    Weights: a card on a foundation, a queen at the bottom of a pile, a card on a pile without one, a card that is
    married, one that comes into a vacancy, and one on the talon.
    """

    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 200
    WEIGHTS: ClassVar[tuple[int, ...]] = (100, 30, 5, 10, 20, 3)

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
    """Frees the cards of the rug, and marries those that lie in the way.

    Weights: a card on a foundation, a card of the rug, one that is free, and a card on the talon in the last pass.
    """

    DEPTH: ClassVar[int] = 3
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (100, 12, 3, 10)

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
    """Takes of twins the one that uncovers more.

    Weights: a card on a foundation, and one that lies on a packet.
    """

    DEPTH: ClassVar[int] = 6
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (100, 1)

    def _value(self) -> int:
        view = self.view
        packets = view.size[1] + view.size[2] + view.size[3] + view.size[4]
        return -self.weights[0] * view.left - self.weights[1] * packets


class SensibleLabyrinth(Sensible):
    """Opens gaps next to cards that are not available yet.

    Weights: a card on a foundation, and a card that is available.
    """

    DEPTH: ClassVar[int] = 6
    NODES: ClassVar[int] = 300
    WEIGHTS: ClassVar[tuple[int, ...]] = (100, 1)

    def __init__(self, table: Labyrinth) -> None:
        Sensible.__init__(self, table)
        self.labyrinth = table.copy()
        self.view = self.labyrinth

    def _value(self) -> int:
        view = self.view
        value = -self.weights[0] * view.left
        for place in range(16, 64):
            if view.size[place] and self.labyrinth.free(place):
                value += self.weights[1]
        return value
