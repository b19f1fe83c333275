"""Positions in which a move of an unknown card is certainly legal although nobody knows which card it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from leoni_replay.cards import DOWN, SUIT, UNKNOWN
from leoni_replay.games.places import NAMES
from leoni_replay.rules.martha import Martha
from leoni_replay.rules.numbers import DEAL, DOWN_TO_UP, HAND, PLACES, REDEAL, TALON, UP_TO_DOWN
from leoni_replay.rules.reasons import COMES_FIRST, IN_HAND, NO_STOCK, NOT_KNOWN, STOCK_LEFT, WON
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.table import Room
from leoni_replay.unknown.blanks import Blank, bits, cards_of, surely


@cache
def bearing_in_martha() -> tuple[int, ...]:
    """The cards on which each card may lie, as sets (5)."""
    table = Martha({point: readings[0] for point, readings in Martha.READINGS.items()})
    return tuple(bits(on for on in range(52) if table.follows(card, on)) for card in range(52))


def surely_follows(card: int, on: int) -> bool:
    """Whether a face-up card in Martha certainly may lie on another one (5)."""
    if isinstance(card, Blank):
        return bool(card.slot.may) and all(surely_follows(may, on) for may in cards_of(card.slot.may))
    if card >= 52 or on >= DOWN:
        return False
    bearing = bearing_in_martha()[card]
    return surely(on, bearing) if on == UNKNOWN else bearing >> on & 1 == 1


def surely_moves(pile: Sequence[int]) -> int:
    """The index of the lowest card of a pile of Martha that certainly moves, with all cards on it (5); the size of the
    pile if there is none."""
    at = len(pile) - 1
    if at < 0 or pile[at] >= DOWN:
        return at + 1
    while at > 0 and surely_follows(pile[at], pile[at - 1]):
        at -= 1
    return at


class SureMartha(Martha):
    """A position of Martha in which a card may be moved onto one that certainly takes it."""

    lying: Mapping[str, list[int]] = {}

    def why(self, move: int) -> int:
        reason = super().why(move)
        return 0 if reason == NOT_KNOWN and self._surely_builds(move) else reason

    def moves(self, out: Room) -> int:
        n = super().moves(out)
        for move in self._sure_moves():
            out[n] = move
            n += 1
        return n

    def may_be_lost(self) -> bool:
        return super().may_be_lost() and not self._sure_moves()

    def _sure_moves(self) -> list[int]:
        """The moves that are legal because of what is proved about unknown cards."""
        moves = []
        for source in range(1, Martha.PILES + 1):
            pile = self.lying[NAMES[source]]
            for at in range(surely_moves(pile), len(pile)):
                if pile[at] < 52:
                    moves += [source << 16 | int(pile[at]) << 8 | dest for dest in range(1, Martha.PILES + 1)]
        return [move for move in moves if super(SureMartha, self).why(move) == NOT_KNOWN and self._surely_builds(move)]

    def _surely_builds(self, move: int) -> bool:
        """Whether a move to which only unknown cards object builds a card on another, and is certainly legal."""
        card, dest = move >> 8 & 255, move & 255
        if card >= 52 or dest >= PLACES:
            return False
        pile, target = self.lying[NAMES[move >> 16]], self.lying[NAMES[dest]]
        at = len(pile) - 1 - pile[::-1].index(card)
        return at >= surely_moves(pile) and bool(target) and surely_follows(card, target[-1])


class SureRug(Rug):
    """A position of The Japanese Rug in which a card may be married on the talon if it certainly fits."""

    lying: Mapping[str, list[int]] = {}

    def why(self, move: int) -> int:
        reason = super().why(move)
        if reason == NOT_KNOWN and self._surely_marries(move):
            return 0
        return COMES_FIRST if self._waits(move, reason) else reason

    def moves(self, out: Room) -> int:
        listed = out[: super().moves(out)]
        moves = [move for move in listed if self.why(move) == 0] + self._sure_marriages()
        for n, move in enumerate(moves):
            out[n] = move
        return len(moves)

    def marries(self, card: int, on: int) -> bool:
        if not isinstance(on, Blank):
            return super().marries(card, on)
        partners = [
            other for other in range(52) if SUIT[other] == SUIT[card] and super(SureRug, self).marries(card, other)
        ]
        return surely(on, bits(partners))

    def first(self) -> int:
        return super().first() or (2 if self.marries_first and self._sure_marriages() else 0)

    def may_be_lost(self) -> bool:
        return super().may_be_lost() and not self._sure_marriages()

    def _waits(self, move: int, reason: int) -> bool:
        """Whether a marriage that is certainly legal comes before a move, whatever else speaks against
        the move (JR3)."""
        if not self.marries_first or reason in (WON, NO_STOCK, STOCK_LEFT, IN_HAND, COMES_FIRST):
            return False
        source, dest = move >> 16, move & 255
        if dest in (UP_TO_DOWN, DOWN_TO_UP) or source not in (DEAL, REDEAL):
            return False
        if source == DEAL and self.size[HAND] and (dest != TALON or reason not in (0, NOT_KNOWN)):
            return False
        return bool(self._sure_marriages())

    def _sure_marriages(self) -> list[int]:
        """The marriages that are legal because of what is proved about the top of the talon."""
        if not self.size[TALON] or not isinstance(self.lying[NAMES[TALON]][-1], Blank):
            return []
        cards = [(place, self.lying[NAMES[place]]) for place in range(self.low, self.high + 1) if self.size[place]]
        moves = [place << 16 | int(pile[-1]) << 8 | TALON for place, pile in cards]
        return [move for move in moves if super(SureRug, self).why(move) == NOT_KNOWN and self._surely_marries(move)]

    def _surely_marries(self, move: int) -> bool:
        """Whether a move to which only unknown cards object marries a card on the talon, and is certainly legal."""
        card = move >> 8 & 255
        if card >= 52 or move & 255 != TALON or not self.low <= move >> 16 <= self.high:
            return False
        return self.marries(card, self.lying[NAMES[TALON]][-1])
