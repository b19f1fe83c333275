"""The rules of Martha in every reading: twelve piles, half of their cards face down, built down in alternating colours.

In comments, numbers are clauses of the rule book, and ids are points.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import ClassVar

from leoni_replay.cards import PACK_SIZE
from leoni_replay.rules.numbers import (
    DOWN_TO_UP,
    FACE_DOWN,
    FOUNDATIONS,
    ON_DOWN,
    ON_UP,
    OPEN,
    PLACES,
    RANK,
    REDEAL,
    RETURN,
    STOCK,
    SUIT,
    UNKNOWN,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import (
    BASE,
    DOES_NOT_TAKE,
    GROUP,
    MISFIT,
    NO_REDEAL,
    NO_SEQUENCE,
    NO_SUCH_MOVE,
    NOT_AVAILABLE,
    NOT_KNOWN,
    SAME_PLACE,
    WON,
)
from leoni_replay.rules.table import Room, Table

_UP_RANKS = bytes(range(1, 14))

COUNT = 12

#: The rank and the colour of a card in one number. The number of a card on which another may lie is that of the other
#: in the other colour, plus 1. A card that is unknown or lies face down has a number that fits no other.
COLOUR = 16
LINE = bytes([card % 13 + 1 + COLOUR * (13 <= card < 39) if card < 52 else 255 for card in range(256)])


class Martha(Table):
    """A position of Martha.

    A move that would be legal if unknown cards were the right ones is refused as ``NOT_KNOWN``, but can be performed
    like a legal move.
    """

    #: the number of piles
    PILES: ClassVar[int] = 12
    PLAN: ClassVar[str] = "leoni_replay.search.martha:MarthaPlan"
    SENSIBLE: ClassVar[str] = "leoni_replay.search.sensible:SensibleMartha"
    MISPLAYS: ClassVar[bool] = True
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "MA1": ("single-card", "any"),
        "MA2": ("run", "one-card"),
        "MA4": ("stay", "return"),
    }

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.takes_groups: bool = readings["MA1"] == "any"
        self.one_card: bool = readings["MA2"] == "one-card"
        self.returns: bool = readings["MA4"] == "return"
        #: the top card of every pile, as in ``LINE``, while moves are listed; 0 for a vacant pile
        self.ends: bytearray = bytearray(COUNT + 1)
        Table.__init__(self, readings, (_UP_RANKS,), 1, PACK_SIZE)

    # -- the deal -----------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Deal a card to each pile in turn, four times; those of the first and the third time face down (2)."""
        cards = self.size[STOCK]
        for number in range(cards):
            layer = number // COUNT
            pile = number % COUNT + 1
            card = self.cells[(STOCK << 7) + cards - 1 - number]
            self.cells[(pile << 7) + layer] = card if layer & 1 else card | FACE_DOWN
            self.size[pile] = layer + 1
        self.size[STOCK] = 0

    # -- what is known of the position --------------------------------------------------------------------------------

    def follows(self, card: int, on: int) -> bool:
        """Whether a card may lie on another (5); False if that is unknown."""
        return LINE[card] == (LINE[on] - 1) ^ COLOUR

    def lowest_movable(self, place: int) -> int:
        """Return the lowest index of a pile whose card certainly moves with those on it (5, MA2); its size if none."""
        base = place << 7
        index = self.size[place] - 1
        if index < 0 or self.cells[base + index] & FACE_DOWN:
            return index + 1
        while index > 0 and not self.one_card and self.follows(self.cells[base + index], self.cells[base + index - 1]):
            index -= 1
        return index

    def why_no_sequence(self, place: int, index: int) -> int:
        """Return why a known card may not move with the cards on it (5): NO_SEQUENCE, or NOT_KNOWN if that depends on
        unknown cards; 0 if it may.

        Args:
            place: the pile.
            index: the index of the card, from the bottom.
        """
        base = place << 7
        # The number in `LINE` (rank and colour) that the next card must have.
        line = LINE[self.cells[base + index]]
        reason = 0
        for above in range(index + 1, self.size[place]):
            card = self.cells[base + above]
            line = (line - 1) ^ COLOUR
            if card == UNKNOWN and line & 15 > 1:
                reason = NOT_KNOWN
            elif LINE[card] != line:
                # An unknown card cannot be an ace: all aces are on the foundations (1).
                return NO_SEQUENCE
        return reason

    def why_not_in_vacancy(self, card: int, is_group: bool) -> int:
        """Return why a card may not go into a vacancy (MA1); 0 if it may.

        Args:
            card: the card.
            is_group: whether it takes along cards that lie on it.
        """
        return GROUP if is_group and not self.takes_groups else 0

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        for pile in range(1, COUNT + 1):
            height = self.size[pile]
            if height and self.want[self.cells[(pile << 7) + height - 1]]:
                return False
        return True

    def is_lost(self) -> bool:
        """Whether the game is over and not won."""
        return self.left != 0 and self._moves(array("I", bytes(4 * 4096))) == 0

    # -- what is legal ------------------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        """Return why a full move is not legal (``rules/reasons``); 0 if it is.

        The source of a move is a pile, or RETURN for a card that comes back from a foundation (MA4); its destination is
        a pile, or ON_UP for a foundation.
        """
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if not self.left:
            return WON
        if dest in (UP_TO_DOWN, DOWN_TO_UP):
            # Each suit has one foundation.
            return NO_SUCH_MOVE
        if 1 <= source <= COUNT:
            if dest < PLACES:
                return self._why_not_built(source, card, dest)
            height = self.size[source]
            if not height or self._top(source) != card or card & FACE_DOWN:
                return NOT_AVAILABLE
            if dest == ON_UP and self.want[card]:
                return 0
            if dest not in (ON_UP, ON_DOWN):
                return NO_SUCH_MOVE
            return NOT_KNOWN if card == UNKNOWN else MISFIT
        if source == RETURN:
            return self._why_not_returned(card, dest)
        return NO_REDEAL if source == REDEAL else NO_SUCH_MOVE

    def _why_not_returned(self, card: int, dest: int) -> int:
        """Return why a card may not return from the top of its foundation to a pile (4, MA4); 0 if it may."""
        if not self.returns or not 1 <= dest <= COUNT:
            return NO_SUCH_MOVE
        if card >= UNKNOWN:
            return NOT_AVAILABLE
        if RANK[card] == 1:
            return BASE
        if self.foundation_top(FOUNDATIONS + SUIT[card]) != card:
            return NOT_AVAILABLE
        return self._why_not_taken(card, dest)

    def _why_not_taken(self, card: int, dest: int) -> int:
        """Return why a single card may not go on the top card of a pile, or into a vacancy (5, MA1); 0 if it may."""
        if not self.size[dest]:
            return self.why_not_in_vacancy(card, False)
        on = self._top(dest)
        if on == UNKNOWN and RANK[card] < 13:
            # Whatever it is, it takes no king.
            return NOT_KNOWN
        # As `follows`: one rank lower, in the other colour.
        return 0 if LINE[card] == (LINE[on] - 1) ^ COLOUR else DOES_NOT_TAKE

    def _why_not_built(self, source: int, card: int, dest: int) -> int:
        """Return why a card, with the cards on it, may not go to another pile (5, MA1, MA2); 0 if they may.

        Whether the cards can move at all comes first, then whether the pile can take them.
        """
        index = self._last_index(source, card)
        if index < 0 or card & FACE_DOWN:
            return NOT_AVAILABLE
        if card == UNKNOWN:
            return NOT_KNOWN
        single = index == self.size[source] - 1
        if self.one_card and not single:
            return NOT_AVAILABLE
        reason = 0 if single else self.why_no_sequence(source, index)
        if reason == NO_SEQUENCE:
            return NO_SEQUENCE
        if not 1 <= dest <= COUNT:
            return NO_SUCH_MOVE
        if dest == source:
            return SAME_PLACE
        if not self.size[dest]:
            return self.why_not_in_vacancy(card, not single) or reason
        return self._why_not_taken(card, dest) or reason

    def _moves(self, out: Room) -> int:
        """List the legal moves in ``out``; returns how many there are."""
        # If only moves that match a pattern are listed, the card that it names; OPEN for any card.
        pattern_card = self.pattern >> 8 & 255 if self.filtering else OPEN
        count = 0
        for pile in range(1, COUNT + 1):
            top = self.size[pile] - 1
            card = self.cells[(pile << 7) + top] if top >= 0 else UNKNOWN
            self.ends[pile] = LINE[card] if top >= 0 else 0
            if self.want[card & 127]:
                count = self._add_if_legal(out, count, pile << 16 | card << 8 | ON_UP)
        for pile in range(1, COUNT + 1):
            top = self.size[pile] - 1
            if top < 0:
                continue
            low = self.lowest_movable(pile)
            for index in range(low, top + 1):
                card = self.cells[(pile << 7) + index]
                if pattern_card != OPEN and card != pattern_card:
                    continue
                # The number in `LINE` of the cards that take this one.
                on = (LINE[card] ^ COLOUR) + 1
                for dest in range(1, COUNT + 1):
                    end = self.ends[dest]
                    if end == on or (end == 0 and not self.why_not_in_vacancy(card, index < top)):
                        count = self._add_if_legal(out, count, pile << 16 | card << 8 | dest)
        for suit in range(4 if self.returns else 0):
            card = self.foundation_top(FOUNDATIONS + suit)
            on = (LINE[card] ^ COLOUR) + 1
            for dest in range(1, COUNT + 1):
                end = self.ends[dest]
                if end == on or (end == 0 and not self.why_not_in_vacancy(card, False)):
                    count = self._add_if_legal(out, count, RETURN << 16 | card << 8 | dest)
        return count

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _perform(self, move: int) -> None:
        """Make a legal move, with everything that it forces: a card that it uncovers is turned up (6)."""
        source = move >> 16
        dest = move & 255
        if dest == ON_UP:
            self._build(source, self.size[source] - 1, 0)
        elif source == RETURN:
            self._return(FOUNDATIONS + SUIT[move >> 8 & 255], dest)
            return
        else:
            # The cards on it go along, so the same index has the next one each time.
            index = self._last_index(source, move >> 8 & 255)
            for _ in range(self.size[source] - index):
                self._shift(source, index, dest, self.size[dest])
        self.apply_forced_moves(source)

    def takes_cards_along(self, place: int, dest: int) -> bool:
        return dest < PLACES and not self.one_card

    def apply_forced_moves(self, source: int) -> None:
        """Make the forced moves after a misplay has taken cards from a place."""
        if source >= PLACES:
            return
        # A face-down card on top is turned up at once (6).
        height = self.size[source]
        if height and self._top(source) & FACE_DOWN:
            self._turn_up(source, height - 1)
            self._show(self._top(source))
