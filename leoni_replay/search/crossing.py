"""The splits of two foundations that meet, in a search of a weaving game.

While the ascending and the descending foundation of a suit meet, reversals can make any split of their cards. A search
need not try all splits: any card of the suit can be played, and for an exile it only matters whether the last card that
its weave uncovers fits.
"""

from __future__ import annotations

from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    BUILT_UP,
    DEAL_AGAIN,
    DOWN_TO_UP,
    FOUNDATION,
    ON_DOWN,
    ON_UP,
    PILES,
    RANK,
    ROOM,
    SUIT,
    UNKNOWN,
    UP_TO_DOWN,
    WOVEN,
)
from leoni_replay.rules.table import Room
from leoni_replay.rules.weaving import Weaving

#: the heights of the ascending foundation of a suit that meets the other, 1 to 12, as bits
_HEIGHTS = 0x1FFE
#: the two heights at which a card fits, and the bits of a suit
_PAIR = 3
_SUIT = 0xFFFF


class Crossing:
    """The candidates of a position in which foundations meet. A set of splits, ``heights``, has 16 bits a suit."""

    def __init__(self, table: Weaving) -> None:
        self.table = table

    def _crossing_suits(self) -> int:
        """Return the suits whose foundations meet and can be split in any way, as bits (L7)."""
        table = self.table
        if not table.reversal or table.combines or table.stalemate or table.owes or not table.left:
            return 0
        if table.last_exile and table.size[0] == 0:
            # The deal is over (L11).
            return 0
        return table._meeting()

    def _list_candidates(self, out: Room) -> int:
        """List the candidates with the splits to make before them; returns their number.

        A card of a suit whose foundations meet can always be played, after a split that leaves it the next card of one
        of them. It does not matter of which, because the positions after that differ only in the split.
        """
        table = self.table
        crossing_suits = self._crossing_suits()
        length = self._add_if_legal(out, 0, DEAL_AGAIN, 0)
        length = self._list_before_exile(out, length, crossing_suits)
        if table.kings_leave and table.size[0]:
            length = self._list_before_kings(out, length, crossing_suits)
        for pile in range(1, table.count + 1):
            height = table.size[pile]
            index = 0 if pile == table.spread else height - 1
            while 0 <= index < height:
                card = table.cells[(pile << 7) + index]
                is_candidate = (
                    table._index(pile, card) == index if pile == table.spread else not self._uncovers_king(pile)
                )
                if is_candidate and SUIT[card] < 4 and crossing_suits >> SUIT[card] & 1:
                    # Split so that the ascending foundation ends below the card; an ace goes on the descending one,
                    # which then ends at the deuce.
                    rank = RANK[card]
                    out[length] = pile << 16 | card << 8 | (ON_UP if rank > 1 else ON_DOWN)
                    out[length + 1] = (rank - 1 if rank > 1 else 1) << 4 * SUIT[card]
                    length += 2
                elif is_candidate:
                    length = self._add_if_legal(out, length, pile << 16 | card << 8 | ON_UP, 0)
                    length = self._add_if_legal(out, length, pile << 16 | card << 8 | ON_DOWN, 0)
                index += 1
        return length >> 1

    def _uncovers_king(self, pile: int) -> bool:
        """Whether a king leaves when the top card of a pile is played, so that an exile is due (L6d)."""
        table = self.table
        height = table.size[pile]
        if not table.kings_leave or not table.size[0] or height < 2:
            return False
        return RANK[table.cells[(pile << 7) + height - 2]] == 13

    def _add_if_legal(self, out: Room, length: int, move: int, splits: int) -> int:
        """Add a candidate to the list if its move is legal without a split before it.

        Args:
            out, length: the list, and its length: two numbers for each candidate.
            move: the move.
            splits: what to arrange before it, as for ``_arrange``.

        Returns:
            The new length of the list.
        """
        if self.table._why(move):
            return length
        out[length] = move
        out[length + 1] = splits
        return length + 2

    def _list_before_kings(self, out: Room, length: int, crossing_suits: int) -> int:
        """List plays that uncover a king, so that an exile is due (L6d), with the splits that matter to that exile.

        After the play no more reversals are possible before the exile, so all splits have to be made before the play.
        Arguments and result are as for ``_list_turned_up``; ``crossing_suits`` are the suits that can be split, as
        bits.
        """
        table = self.table
        plies = table.plies
        for pile in range(1, 13):
            if not self._uncovers_king(pile):
                continue
            card = table._top(pile)
            suit = SUIT[card]
            # The split of the card's own suit with which it can be played; and the splits of the others that are
            # possible.
            split = 0
            heights = 0
            if suit < 4 and crossing_suits >> suit & 1:
                heights = self._with(_HEIGHTS << 16 * suit, suit, RANK[card])
                split = self._split_of(heights)
            for other_suit in range(4):
                if other_suit != suit and crossing_suits >> other_suit & 1:
                    heights |= _HEIGHTS << 16 * other_suit
            self._arrange(split)
            for dest in range(ON_UP, ON_DOWN + 1):
                move = pile << 16 | card << 8 | dest
                if table._why(move):
                    continue
                table._play(move)
                first_added = length
                if suit < 4:
                    heights &= ~(_SUIT << 16 * suit)
                length = self._list_turned_up(out, length, move, heights)
                self._mark_playable(crossing_suits & ~(1 << suit), 0)
                table._unplay()
                for i in range(first_added, length, 2):
                    out[i + 1] |= split
                if suit < 4 and crossing_suits >> suit & 1:
                    # With another split the card goes to the other foundation, with the same result.
                    break
            while table.plies > plies:
                table._unplay()
        return length

    def _list_before_exile(self, out: Room, length: int, crossing_suits: int) -> int:
        """List every exile with the splits that matter to it and to the exiles that it makes due. Without exiles, list
        a redeal with a split that is a standstill (9), unless a redeal is listed already.

        An exile is turned up only at a standstill, so all splits with which an available card fits are left out first.
        If none remain, nothing is listed. Arguments and result are as for ``_list_turned_up``; ``crossing_suits`` are
        the suits that can be split, as bits.
        """
        table = self.table
        if table.size[0] == 0 and (length or table.deal > table.redeals):
            return length
        heights = 0
        for suit in range(4):
            if crossing_suits >> suit & 1:
                heights |= _HEIGHTS << 16 * suit
        for pile in range(1, table.count + 1):
            height = table.size[pile]
            index = 0 if pile == table.spread else height - 1
            while 0 <= index < height:
                card = table.cells[(pile << 7) + index]
                suit = SUIT[card]
                if suit < 4 and crossing_suits >> suit & 1:
                    heights = self._without(heights, suit, RANK[card])
                    if not heights >> 16 * suit & _HEIGHTS:
                        return length
                elif table.want[card]:
                    return length
                index += 1
        if table.size[0] == 0:
            out[length] = DEAL_AGAIN
            out[length + 1] = self._split_of(heights)
            return length + 2
        length = self._list_turned_up(out, length, 0, heights)
        self._mark_playable(crossing_suits, 0)
        return length

    def _without(self, heights: int, suit: int, rank: int) -> int:
        """Return those of the splits ``heights`` with which a card of a rank fits neither foundation of its suit."""
        return heights & ~(_PAIR << 16 * suit + rank - 1)

    def _with(self, heights: int, suit: int, rank: int) -> int:
        """Return those of the splits ``heights`` with which a card of a rank fits a foundation of its suit. (It fits if
        the ascending one ends at the rank below it, or at its own rank.)"""
        return heights & (_PAIR << 16 * suit + rank - 1 | ~(_SUIT << 16 * suit))

    def _may_fit(self, heights: int, card: int) -> bool:
        """Whether a card fits a foundation with any of the splits ``heights``."""
        suit = SUIT[card]
        return suit < 4 and (heights >> 16 * suit & _HEIGHTS & 3 << RANK[card] - 1) != 0

    def _split_of(self, heights: int) -> int:
        """Return one of the splits ``heights``, in the form for ``_arrange``. For each suit that is the present split
        if it is one of them, and otherwise the one with the lowest ascending foundation."""
        table = self.table
        split = 0
        for suit in range(4):
            suit_heights = heights >> 16 * suit & _HEIGHTS
            if suit_heights and not suit_heights >> table.size[BUILT_UP + suit] & 1:
                height = 1
                while not suit_heights >> height & 1:
                    height += 1
                split |= height << 4 * suit
        return split

    def _mark_playable(self, crossing_suits: int, heights: int) -> None:
        """Mark in ``want`` which cards of some suits fit, so that a weave stops at them.

        Args:
            crossing_suits: the suits, as bits.
            heights: mark the cards that fit with any of these splits; 0 to mark again those that really fit.
        """
        table = self.table
        for suit in range(4):
            if crossing_suits >> suit & 1:
                for rank in range(1, 14):
                    fitting_heights = heights >> 16 * suit & _HEIGHTS & 3 << rank - 1
                    table.want[13 * suit + rank - 1] = 1 if fitting_heights else 0
                if not heights:
                    up_height = table.size[BUILT_UP + suit]
                    table.want[13 * suit + up_height] |= 1
                    table.want[13 * suit + up_height - 1] |= 2

    def _list_turned_up(self, out: Room, length: int, first_move: int, heights: int) -> int:
        """List every exile that can be turned up, with the splits that matter to it and to those due after it; or the
        move before it, which made it due.

        Args:
            out, length: the list of candidates, and its length: two numbers for each.
            first_move: the move that is listed with the splits, if the exile comes after it; 0 to list the exile
                itself.
            heights: the splits that are possible, 16 bits for each suit.

        Returns:
            The new length of the list.
        """
        table = self.table
        index = table.size[0] - 1
        while index >= 0:
            card = table.cells[index]
            if table._last_index(0, card) == index:
                length = self._list_exile(out, length, first_move, heights, card)
            index = index - 1 if table.any_exile else -1
        return length

    def _list_exile(self, out: Room, length: int, first_move: int, heights: int, card: int) -> int:
        """List one exile with the splits that matter to it; arguments and result are as for ``_list_turned_up``."""
        table = self.table
        suit = SUIT[card]
        rank = RANK[card]
        crossing_suits = 0
        for other_suit in range(4):
            if heights >> 16 * other_suit & _HEIGHTS:
                crossing_suits |= 1 << other_suit
        if not (rank == 13 and table.always_13):
            if self._may_fit(heights, card):
                split = self._split_of(self._with(heights, suit, rank))
                # 0 leaves the present split as it is.
                height = split >> 4 * suit & 15
                if not height:
                    height = table.size[BUILT_UP + suit]
                out[length] = first_move if first_move else card << 8 | (ON_UP if height == rank - 1 else ON_DOWN)
                out[length + 1] = split
                length += 2
                heights = self._without(heights, suit, rank)
                if not heights >> 16 * suit & _HEIGHTS:
                    return length
            elif not (suit < 4 and crossing_suits >> suit & 1) and table.want[card]:
                for dest in range(ON_UP, ON_DOWN + 1):
                    if table.leaves(card, dest):
                        out[length] = first_move if first_move else card << 8 | dest
                        out[length + 1] = self._split_of(heights)
                        length += 2
                return length
        # Only the last card that a weave uncovers matters. Each turn of the loop finds one: all cards that may fit are
        # playable, and then the splits are left out with which the card just found fits.
        while True:
            self._mark_playable(crossing_suits, heights)
            dest = 13 if table.leaves(card, 13) else WOVEN
            if not table.leaves(card, dest):
                return length
            move = card << 8 | dest
            table._play(move)
            last_card = self._last_uncovered(heights) if dest == WOVEN else UNKNOWN
            end_heights = heights if last_card == UNKNOWN else self._with(heights, SUIT[last_card], RANK[last_card])
            length = self._list_after_weave(out, length, first_move if first_move else move, end_heights)
            table._unplay()
            if last_card == UNKNOWN:
                return length
            heights = self._without(heights, SUIT[last_card], RANK[last_card])
            if not heights >> 16 * SUIT[last_card] & _HEIGHTS:
                return length

    def _list_after_weave(self, out: Room, length: int, first_move: int, heights: int) -> int:
        """List the first move of a line that ends with the weave just made, with one of the splits ``heights`` that
        make the weave end there; or go on with the next exile if the weave made that due. Arguments and result are as
        for ``_list_turned_up``."""
        if self.table.owes:
            return self._list_turned_up(out, length, first_move, heights)
        split = self._split_of(heights)
        # Exiles may be due one after another in any order (L9), and mostly need the same splits.
        i = length - 2
        while i >= 0 and out[i] == first_move:
            if out[i + 1] == split:
                return length
            i -= 2
        out[length] = first_move
        out[length + 1] = split
        return length + 2

    def _last_uncovered(self, heights: int) -> int:
        """Return the last card that the weave uncovered, if it fits with any of the splits ``heights``; otherwise
        UNKNOWN. The weave is the last move played."""
        table = self.table
        # In the log of the move, the exile comes first, then the lifted cards, then what the weave forced.
        lift_index = table.begins[table.plies - 1] + table.lifts
        change = table.log[lift_index]
        source = change >> 24
        dest = change >> 8 & 255
        card = table._top(source) if table.lifts and table.size[source] else UNKNOWN
        for at in range(table.logged - 1, lift_index, -1):
            if table.log[at] >> 24 == source:
                # It was a king, which has left for pile 13 (L6d).
                i = table.logged - 1 - at if table.kings_under else table.log[at] & 255
                card = table.cells[PILES * ROOM + i]
        if self._may_fit(heights, card):
            return card
        # The weave came to an empty pile (L3).
        card = table._top(dest) if table.size[dest] == 1 else UNKNOWN
        return card if self._may_fit(heights, card) else UNKNOWN

    def _arrange(self, arrangement: int) -> None:
        """Split foundations that meet, by reversals.

        Args:
            arrangement: four bits for each suit: the height that its ascending foundation gets, or 0 to leave both as
                they are.
        """
        table = self.table
        for suit in range(4):
            height = arrangement >> 4 * suit & 15
            while height and table.size[BUILT_UP + suit] != height:
                dest = UP_TO_DOWN if table.size[BUILT_UP + suit] > height else DOWN_TO_UP
                top = table.foundation_top(BUILT_UP + suit if dest == UP_TO_DOWN else BUILT_DOWN + suit)
                table._play(FOUNDATION << 16 | top << 8 | dest)

    def _key(self) -> int:
        """Return the key of the position, the same for all splits: it is hashed with a split of 12 and 1 cards, and the
        real one is put back."""
        table = self.table
        crossing_suits = self._crossing_suits()
        if not crossing_suits:
            return table.key()
        splits = 0
        for suit in range(4):
            if crossing_suits >> suit & 1:
                splits |= table.size[BUILT_UP + suit] << 4 * suit
                table.size[BUILT_UP + suit] = 12
                table.size[BUILT_DOWN + suit] = 1
        key = table.key()
        for suit in range(4):
            if crossing_suits >> suit & 1:
                table.size[BUILT_UP + suit] = splits >> 4 * suit & 15
                table.size[BUILT_DOWN + suit] = 13 - table.size[BUILT_UP + suit]
        return key
