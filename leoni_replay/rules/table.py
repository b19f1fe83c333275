"""What the rules of all games share: places and foundations by number, and a log that takes back every move."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self, TypeAlias

from leoni_replay.rules.irregular import IrregularAction
from leoni_replay.rules.numbers import (
    FACE_DOWN,
    FOUNDATIONS,
    HEIGHT_SET,
    IN_GROUP,
    IRREGULAR,
    KINDS,
    ON_CARD,
    ON_UP,
    OPEN,
    OURS,
    PLACES,
    RANK,
    REPLACED,
    ROOM,
    SECOND,
    STOCK,
    SUIT,
    TURNED,
    UNKNOWN,
)
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER

#: an array of unsigned numbers of 32 or 64 bits
Numbers: TypeAlias = "array[int]"
#: such an array, or a part of one
Room: TypeAlias = "array[int] | memoryview[int]"
#: a position: cells, sizes, what fits, the number of cards left, ``odd``, the written orders, and the registers
State: TypeAlias = "tuple[bytes, bytes, bytes, int, bool, tuple[tuple[int, bytes], ...], int]"

_MASK = 0xFFFFFFFFFFFFFFFF
_MIX = 0x94D049BB133111EB


def _random_numbers(count: int, state: int) -> Numbers:
    """Return pseudorandom 64-bit numbers (SplitMix64)."""
    numbers: Numbers = array("Q")
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * _MIX) & _MASK
        numbers.append(mixed ^ (mixed >> 31) | 1)
    return numbers


#: for the key: a number for every card, every place, and every height of a foundation; and the base of the sums
CARD_KEYS = _random_numbers(256, 1)
PLACE_KEYS = _random_numbers(PLACES, 2)
HEIGHT_KEYS = _random_numbers(128 * 16, 3)
KEY_BASE = 0x9E3779B97F4A7C15

#: a C number in the compiled build
_IRREGULAR = IRREGULAR

_NONE = bytes(128)
_ALL = b"\1" * PLACES


class Table:
    """A position, the rules it is played under, and the moves that led to it.

    The position lives in three arrays:

    - ``cells``: the cards, 128 bytes for each place, bottom card first
    - ``size``: how many cards each place and each foundation holds
    - ``want``: for each card, the foundations it fits now (1 built up, 2 built down, 4 the second one built down)

    ``log`` records each card that moves as ``source << 24 | at << 16 | dest << 8 | to``. ``at`` and ``to`` are indices
    from the bottom, ``to`` after the card has left its old place.

    A subclass decides which moves are legal (``_why``, ``_moves``), what they do (``_perform``), and what else the game
    has to remember (``registers``, ``_restore``).

    Args:
        readings: the reading of every point.
        kinds: for each kind of foundation, its ranks from the base up (none if the game lacks that kind).
        base_count: how many cards each foundation starts with, 0 or 1.
        cards: how many cards the packs have.
        places: how many places, numbered from 0, can hold cards after the deal.
    """

    #: The readings that the game implements, by point, the default first.
    READINGS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: The plan of search and the sensible player, as ``module:name``; if empty, a search tries every legal move, and
    #: there is no sensible player. Not inherited: arguments from these rules need not hold for those of a subclass.
    PLAN: ClassVar[str] = ""
    SENSIBLE: ClassVar[str] = ""
    #: Groups of places that no rule tells apart, such as cells. Positions that differ only in the order of a group have
    #: the same key.
    ALIKE: ClassVar[tuple[tuple[int, ...], ...]] = ()
    #: Places that are foundations, besides those with numbers of their own: their cards count as played, and ``left``
    #: leaves them out. Only for games from outside the package.
    FOUNDATION_PLACES: ClassVar[tuple[int, ...]] = ()
    #: Whether play can go on after a misplay (a move against the rules).
    MISPLAYS: ClassVar[bool] = False

    def __cinit__(self, *args: object, **more: object) -> None:
        # The compiled build alone calls this, first of all, even if a subclass forgets ``__init__``. So no use of an
        # array has to check that it was made.
        self._make_room()

    def __init__(
        self, readings: Mapping[str, str], kinds: Sequence[bytes], base_count: int, cards: int, places: int = OURS
    ) -> None:
        if not getattr(self, "longest", 0):
            self._make_room()
        self.readings: dict[str, str] = dict(readings)
        self.base_count = base_count
        self.cards = cards
        self.places = places
        #: the group of every place, from 1 on; 0 for none
        self.groups: bytearray = bytearray(PLACES)
        self.grouped: bool = bool(self.ALIKE)
        for number, alike in enumerate(self.ALIKE, 1):
            for place in alike:
                self.groups[place] = number
        for kind, ranks in enumerate(kinds):
            self.full[kind] = len(ranks)
            for height, rank in enumerate(ranks):
                self.ranks[kind * 16 + height] = rank
        #: the registers as last noted, and which of their bits are part of the key
        self.memory: int = 0
        self.key_mask = _MASK
        #: the written orders of shuffled redeals, by the number of the deal that each begins
        self.orders: dict[int, bytes] = {}
        #: what was done against the rules; ``played`` has the index of each, with IRREGULAR added
        self.irregular_actions: list[IrregularAction] = []
        self.odd: bool = False
        #: whether only moves that match the pattern are listed
        self.filtering: bool = False
        self.pattern: int = 0
        #: if cards are unknown: the length of the path that the record writes after the move (-1: it writes none), and
        #: whether it ends in a stalemate
        self.path_length: int = -1
        self.path_stalemate: bool = False
        self._clear()

    def _make_room(self) -> None:
        """Make the arrays for the position, the log and the list of moves."""
        self.cells: bytearray = bytearray(PLACES * 128)
        self.size: bytearray = bytearray(128)
        self.want: bytearray = bytearray(128)
        self.ranks: bytearray = bytearray(KINDS * 16)
        self.full: bytearray = bytearray(KINDS)
        # A move moves at most 2,048 cards.
        self.log: array[int] = array("I", bytes(4 * 4096))
        self.room: int = 4096 - 2048
        self.longest: int = 512
        self.begins: array[int] = array("I", bytes(4 * 512))
        self.played: array[int] = array("I", bytes(4 * 512))
        self.before: array[int] = array("Q", bytes(8 * 512))
        #: the places before each redeal, one redeal after the other: their sizes, then 128 bytes for each place
        self.saved: bytearray = bytearray(4096)
        self.saved_end: int = 0
        self.shown: bytearray = bytearray(256)
        self.lifted: bytearray = bytearray(1024)
        self.sums: array[int] = array("Q", bytes(8 * PLACES))
        self.stale: bytearray = bytearray(b"\1" * PLACES)

    # -- for everybody (methods with an underscore are for games, and C functions in the compiled build) --------------

    def why(self, move: int) -> int:
        """Return why a full move is illegal (see ``leoni_replay.rules.reasons``), or 0 if it is legal."""
        return self._why(move)

    def moves(self, out: Room) -> int:
        """Write the legal moves into ``out`` and return how many there are."""
        return self._moves(out)

    def play(self, move: int) -> None:
        """Play a legal move and everything that follows from it."""
        self._play(move)

    def unplay(self) -> None:
        """Undo the last move."""
        self._unplay()

    def restore(self, registers: int) -> None:
        """Set everything the game remembers besides the cards."""
        self._restore(registers)
        self._note()

    def moves_played(self) -> list[int]:
        """Return the moves played, by number."""
        # To iterate over a view of the compiled build would be slow, and would lose an interrupt.
        return memoryview(bytes(self.played[: self.plies])).cast("I").tolist()

    def foundation_cards(self, foundation: int) -> bytes:
        """Return the cards of a foundation, from its base on."""
        kind, suit = divmod(foundation - FOUNDATIONS, 4)
        return bytes([13 * suit - 1 + self.ranks[16 * kind + i] for i in range(self.size[foundation])])

    def changes(self) -> list[int]:
        """Return what the last move wrote to the log."""
        return [self.log[i] for i in range(self.begins[self.plies - 1], self.logged)]

    def consequences(self) -> tuple[bytes, bytes]:
        """Return the cards that the last move lifted in a weave, and the cards it turned up or moved by force."""
        lifted = bytes([self.lifted[i] for i in range(self.lifts)])
        return lifted, bytes([self.shown[i] for i in range(self.shows)])

    # -- for games ----------------------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        """As ``why``. Legality is decided only here; ``moves`` lists what passes."""
        raise NotImplementedError

    def _moves(self, out: Room) -> int:
        raise NotImplementedError

    def _add_if_legal(self, out: Room, n: int, move: int) -> int:
        """Append a move to a list if it is legal, and matches the pattern if only such moves are listed.

        Args:
            out: the list.
            n: its length.
            move: the move.

        Returns:
            The new length of the list.
        """
        if self.filtering and not self._matches(move):
            return n
        if self._why(move):
            return n
        out[n] = move
        return n + 1

    def _matches(self, move: int) -> bool:
        """Whether a move matches ``pattern``, a move of which parts may be OPEN. The destination of a pattern can also
        be a card (ON_CARD + card: any place with this card on top), or a group of places (IN_GROUP + its number)."""
        pattern = self.pattern
        if pattern >> 16 != OPEN and pattern >> 16 != move >> 16:
            return False
        if (pattern >> 8 & 255) != OPEN and (pattern >> 8 & 255) != (move >> 8 & 255):
            return False
        dest_pattern = pattern & 255
        to = move & 255
        if dest_pattern < ON_CARD or dest_pattern == OPEN:
            return dest_pattern in (OPEN, to)
        if dest_pattern > IN_GROUP:
            return to < PLACES and self.groups[to] == dest_pattern - IN_GROUP
        # On a card: to any place where that card is on top.
        return to < PLACES and self.size[to] != 0 and self._top(to) == dest_pattern - ON_CARD

    def _matching(self, out: Room, pattern: int) -> int:
        """Write the legal moves that match a pattern into ``out`` and return how many. OPEN matches anything."""
        self.filtering = True
        self.pattern = pattern
        n = self._moves(out)
        self.filtering = False
        # A game may list moves without `_add_if_legal`.
        count = 0
        for i in range(n):
            if self._matches(out[i]):
                out[count] = out[i]
                count += 1
        return count

    def _why_not_order(self, gathered: bytes) -> int:
        """Return why the written order for the next deal cannot be used: NO_ORDER if there is none, WRONG_ORDER if it
        does not have exactly the gathered cards (unknown ones can be any); 0 if it can be."""
        order = self.orders.get(self.deal + 1)
        if order is None:
            return NO_ORDER
        if len(order) != len(gathered):
            return WRONG_ORDER
        # How many copies of each card the order has, and then how many of them have not been gathered.
        count = bytearray(256)
        for card in order:
            count[card] += 1
        for card in gathered:
            if card != UNKNOWN:
                if not count[card]:
                    return WRONG_ORDER
                count[card] -= 1
        return 0

    def can_be_misplayed(self, move: int) -> bool:
        """Whether a misplay can make this move at the wrong time, with its usual effect."""
        return False

    def takes_cards_along(self, place: int, dest: int) -> bool:
        """Whether a card moving between these places takes the cards on top of it along."""
        return False

    def gathered(self) -> bytes:
        """Return the cards that a shuffled redeal would deal, in order; empty if a record cannot give their order."""
        return b""

    def _perform(self, move: int) -> None:
        """Make a legal move and everything that follows from it."""
        raise NotImplementedError

    def apply_forced_moves(self, source: int) -> None:
        """Make the forced moves after a misplay has taken cards from a place."""

    def complete_move(self, move: int) -> int:
        """Complete a move that names no destination, if the rules leave only one. Otherwise return 0."""
        return 0

    def registers(self) -> int:
        """Return everything the game remembers besides the cards, in 64 bits."""
        return self.deal

    def _restore(self, registers: int) -> None:
        """Set what ``registers`` returned."""
        self.deal: int = registers

    def _note(self) -> None:
        """Store the registers. Call this after every change to them."""
        self.memory = self.registers()

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        raise NotImplementedError

    def is_lost(self) -> bool:
        """Whether the rules have ended the game without a win."""
        raise NotImplementedError

    def legal_moves_when_lost(self) -> int:
        """Return how many moves are legal in a lost game: none under most rules."""
        return 0

    def lay_out(self) -> None:
        """Deal the first cards from the stock."""
        raise NotImplementedError

    def complete_layout(self, rows: int) -> None:
        """Fill in what a layout leaves out. ``rows`` is the last row that it lists."""

    # -- cards --------------------------------------------------------------------------------------------------------

    def _clear(self) -> None:
        """Clear the table: only the bases, and no moves."""
        self.size[:] = _NONE
        self.want[:] = _NONE
        self.stale[:] = _ALL
        self.left: int = self.cards
        for kind in range(KINDS):
            if self.full[kind]:
                for suit in range(4):
                    self.size[FOUNDATIONS + 4 * kind + suit] = self.base_count
                    self.want[13 * suit + self.ranks[kind * 16 + self.base_count] - 1] |= 1 << kind
                    self.left -= self.base_count
        self.deal = 1
        self.logged: int = 0
        self.plies: int = 0
        self.shows: int = 0
        self.lifts: int = 0
        self.ended: bool = False
        self.doubt: int = 0
        self.saved_end = 0

    def start(self, stock: bytes | bytearray) -> None:
        """Start a game from a stock; its first card is dealt first."""
        self._clear()
        self._restore(1)
        base = STOCK * ROOM
        n = len(stock)
        self.cells[base : base + n] = stock[::-1]
        self.size[STOCK] = n
        self.lay_out()
        self.logged = 0
        self._note()

    def set_position(self, places: dict[int, bytes | int], deal: int, rows: int) -> None:
        """Set up the position of a layout.

        Args:
            places: for each place its cards, bottom first; for a foundation, how many it holds.
            deal: the number of the deal.
            rows: the last row that the layout lists.
        """
        self._clear()
        self._restore(1)
        self.deal = deal
        for place, content in places.items():
            if isinstance(content, int):
                self._set_height(place, content)
            else:
                self.set_cards(place, content)
        self.complete_layout(rows)
        self._note()

    def _set_height(self, foundation: int, height: int) -> None:
        """Set how many cards a foundation holds, and which card fits it then (``want``)."""
        kind = (foundation - FOUNDATIONS) >> 2
        suit = (foundation - FOUNDATIONS) & 3
        at = self.size[foundation]
        if at < self.full[kind]:
            self.want[13 * suit + self.ranks[kind * 16 + at] - 1] &= 255 - (1 << kind)
        self.size[foundation] = height
        self.left += at - height
        if height < self.full[kind]:
            self.want[13 * suit + self.ranks[kind * 16 + height] - 1] |= 1 << kind

    def set_cards(self, place: int, cards: bytes) -> None:
        """Lay cards in a place instead of those that lie there, the bottom card first."""
        n = len(cards)
        for i in range(n):
            self.cells[(place << 7) + i] = cards[i]
        self.size[place] = n
        self.stale[place] = 1

    def set_card(self, place: int, i: int, card: int) -> None:
        """Replace the card at an index of a place."""
        self.cells[(place << 7) + i] = card
        self.stale[place] = 1

    def _top(self, place: int) -> int:
        """Return the top card of a place that is not empty."""
        return self.cells[(place << 7) + self.size[place] - 1]

    def _at(self, place: int, i: int) -> int:
        """Return the card at an index from the bottom."""
        return self.cells[(place << 7) + i]

    def _take(self, place: int, i: int) -> int:
        """Remove and return the card at an index; the cards above it move down."""
        base = place << 7
        n = self.size[place] - 1
        card = self.cells[base + i]
        while i < n:
            self.cells[base + i] = self.cells[base + i + 1]
            i += 1
        self.size[place] = n
        self.stale[place] = 1
        return card

    def _put(self, place: int, i: int, card: int) -> None:
        """Insert a card at an index; the cards above it move up."""
        base = place << 7
        n = self.size[place]
        self.size[place] = n + 1
        while n > i:
            self.cells[base + n] = self.cells[base + n - 1]
            n -= 1
        self.cells[base + i] = card
        self.stale[place] = 1

    def _index(self, place: int, card: int) -> int:
        """Return the lowest index of a card; -1 if it is not there."""
        base = place << 7
        for i in range(self.size[place]):
            if self.cells[base + i] == card:
                return i
        return -1

    def _last_index(self, place: int, card: int) -> int:
        """Return the index of the uppermost copy of a card, or -1."""
        base = place << 7
        i = self.size[place] - 1
        while i >= 0 and self.cells[base + i] != card:
            i -= 1
        return i

    # -- what moves do ------------------------------------------------------------------------------------------------

    def _shift(self, source: int, i: int, dest: int, to: int) -> int:
        """Move one card from one place to another, log the change, and return the card.

        Args:
            source: the place where it lies.
            i: its index there, from the bottom.
            dest: the place to which it goes.
            to: its index there, counted after it has left ``source``.
        """
        # Most cards go from top to top: this takes no call.
        if i == self.size[source] - 1:
            card = self.cells[(source << 7) + i]
            self.size[source] = i
            self.stale[source] = 1
        else:
            card = self._take(source, i)
        if to == self.size[dest]:
            self.cells[(dest << 7) + to] = card
            self.size[dest] = to + 1
            self.stale[dest] = 1
        else:
            self._put(dest, to, card)
        self.log[self.logged] = source << 24 | i << 16 | dest << 8 | to
        self.logged += 1
        return card

    def _build(self, source: int, i: int, kind: int) -> None:
        """Move a card to a foundation of its suit, and log the change.

        Args:
            source: the place where it lies.
            i: its index there, from the bottom.
            kind: the kind of the foundation: 0 built up, 1 built down, 2 the second one built down.
        """
        # The most frequent change: a top card takes no further call.
        n = self.size[source] - 1
        if i == n:
            card = self.cells[(source << 7) + n]
            self.size[source] = n
            self.stale[source] = 1
        else:
            card = self._take(source, i)
        foundation = FOUNDATIONS + 4 * kind + SUIT[card]
        height = self.size[foundation]
        self.log[self.logged] = source << 24 | i << 16 | foundation << 8 | height
        self.logged += 1
        self.size[foundation] = height + 1
        self.left -= 1
        # Now the foundation takes the next card instead; the ranks of a full one end with 0.
        self.want[card] &= 255 - (1 << kind)
        rank = self.ranks[kind * 16 + height + 1]
        if rank:
            self.want[card - RANK[card] + rank] |= 1 << kind

    def _landing(self, card: int, dest: int) -> int:
        """Return the kind of the foundation to which a card that fits goes (0, 1 or 2, as in ``_build``).

        Args:
            card: the card.
            dest: the destination of its move, ON_UP or ON_DOWN.
        """
        if dest == ON_UP:
            return 0
        return 1 if self.want[card] & 2 else 2

    def _grow(self, foundation: int) -> None:
        """Put the next card on a foundation, and note which one fits after that. Nothing is logged."""
        kind = (foundation - FOUNDATIONS) >> 2
        base = 13 * ((foundation - FOUNDATIONS) & 3) - 1
        height = self.size[foundation]
        self.want[base + self.ranks[kind * 16 + height]] &= 255 - (1 << kind)
        height += 1
        self.size[foundation] = height
        if height < self.full[kind]:
            self.want[base + self.ranks[kind * 16 + height]] |= 1 << kind
        self.left -= 1

    def _shrink(self, foundation: int) -> int:
        """Remove and return the top card of a foundation; it is the one that fits now. Nothing is logged."""
        kind = (foundation - FOUNDATIONS) >> 2
        base = 13 * ((foundation - FOUNDATIONS) & 3) - 1
        height = self.size[foundation]
        if height < self.full[kind]:
            self.want[base + self.ranks[kind * 16 + height]] &= 255 - (1 << kind)
        height -= 1
        self.size[foundation] = height
        card = base + self.ranks[kind * 16 + height]
        self.want[card] |= 1 << kind
        self.left += 1
        return card

    def foundation_top(self, foundation: int) -> int:
        """Return the top card of a foundation that is not empty."""
        kind = (foundation - FOUNDATIONS) >> 2
        return 13 * ((foundation - FOUNDATIONS) & 3) - 1 + self.ranks[kind * 16 + self.size[foundation] - 1]

    def _move_between(self, source: int, dest: int) -> None:
        """Move and log the top card of one foundation to another."""
        self._shrink(source)
        self.log[self.logged] = source << 24 | self.size[source] << 16 | dest << 8 | self.size[dest]
        self.logged += 1
        self._grow(dest)

    def _return(self, foundation: int, dest: int) -> None:
        """Move the top card of a foundation to a place, and log it."""
        card = self._shrink(foundation)
        to = self.size[dest]
        self._put(dest, to, card)
        self.log[self.logged] = foundation << 24 | self.size[foundation] << 16 | dest << 8 | to
        self.logged += 1

    def _turn_up(self, place: int, i: int) -> None:
        """Turn a face-down card up, and log it."""
        self.cells[(place << 7) + i] &= 63
        self.stale[place] = 1
        self.log[self.logged] = TURNED << 24 | i << 16 | place << 8
        self.logged += 1

    def _show(self, card: int) -> None:
        """Add a card to those the move reveals or moves by force."""
        self.shown[self.shows] = card
        self.shows += 1

    def _save_places(self, first: int, last: int) -> None:
        """Save a range of places before a redeal replaces their cards, and log it: first the sizes of all of them, then
        128 bytes for the cards of each."""
        n = last + 1 - first
        at = self.saved_end
        self.saved_end = at + 129 * n
        while self.saved_end > len(self.saved):
            self.saved = bytearray(self.saved) + bytes(len(self.saved))
        self.saved[at : at + n] = self.size[first : last + 1]
        self.saved[at + n : self.saved_end] = self.cells[first << 7 : (last + 1) << 7]
        self.log[self.logged] = REPLACED << 24 | first << 8 | last
        self.logged += 1

    def _restore_places(self, first: int, last: int) -> None:
        """Restore the range of places that was saved last, as ``_save_places`` saved it."""
        n = last + 1 - first
        end = self.saved_end
        at = end - 129 * n
        self.saved_end = at
        self.size[first : last + 1] = self.saved[at : at + n]
        self.cells[first << 7 : (last + 1) << 7] = self.saved[at + n : end]
        for place in range(first, last + 1):
            self.stale[place] = 1

    def places_before_redeal(self) -> dict[int, bytes]:
        """Return the cards that the last redeal replaced, by place, as they lay before it."""
        at = self.logged - 1
        while self.log[at] >> 24 != REPLACED:
            at -= 1
        first, last = self.log[at] >> 8 & 255, self.log[at] & 255
        n = last + 1 - first
        # They were saved last: first the sizes of the places, then, from `begin` on, 128 bytes for the cards of each.
        begin = self.saved_end - 128 * n
        sizes = bytes(self.saved[begin - n : begin])
        return {
            first + i: bytes(self.saved[begin + 128 * i : begin + 128 * i + sizes[i]]) for i in range(n) if sizes[i]
        }

    def cards_in(self, place: int) -> bytes:
        """Return the cards of a place, the bottom card first."""
        return bytes(self.cells[place << 7 : (place << 7) + self.size[place]])

    # -- playing ------------------------------------------------------------------------------------------------------

    def _play(self, move: int) -> None:
        """Begin a ply in the log, and make a move or an irregular action."""
        ply = self.plies
        if self.logged > self.room or ply == self.longest:
            self._make_more_room()
        self.begins[ply] = self.logged
        self.played[ply] = move
        self.before[ply] = self.memory
        self.plies = ply + 1
        self.shows = 0
        self.lifts = 0
        self.ended = False
        self.doubt = 0
        if move >= _IRREGULAR:
            self._play_irregular(self.irregular_actions[move - _IRREGULAR])
        else:
            self._perform(move)

    def _play_irregular(self, action: IrregularAction) -> None:
        """Carry out a misplay and what follows from it, or a setting by hand, after which nothing follows.

        Each of ``action.shifts`` is a change as in the log: ``source << 24 | at << 16 | dest << 8 | to``.
        """
        if action.move:
            self._perform(action.move)
        if action.shifts:
            for shift in action.shifts:
                dest = shift >> 8 & 255
                if shift >> 24 >= FOUNDATIONS:
                    self._return(shift >> 24, dest)
                elif dest < PLACES:
                    self._shift(shift >> 24, shift >> 16 & 255, dest, shift & 255)
                else:
                    self._build(shift >> 24, shift >> 16 & 255, (dest - FOUNDATIONS) >> 2)
            self.apply_forced_moves(action.source)
            self._note()
        if action.places is not None:
            self._set_by_hand(action.places)
            self._restore(action.registers)
            self._note()

    def _set_by_hand(self, places: dict[int, bytes | int]) -> None:
        """Replace the cards of some places, and log it.

        Args:
            places: by the number of each place its cards, bottom first; for a foundation, how many it holds.
        """
        numbers = [place for place in sorted(places) if place < PLACES]
        for place in sorted(places):
            if place >= FOUNDATIONS:
                height = self.size[place]
                self._set_height(place, int(places[place]))
                self.log[self.logged] = HEIGHT_SET << 24 | height << 16 | place << 8 | self.size[place]
                self.logged += 1
        if numbers:
            self._save_places(numbers[0], numbers[-1])
            for place in numbers:
                self.set_cards(place, bytes(places[place]))

    def _make_more_room(self) -> None:
        """Double the log and the lists of moves."""
        self.log = array("I", bytes(self.log) * 2)
        self.room += len(self.log) >> 1
        self.begins = array("I", bytes(self.begins) * 2)
        self.played = array("I", bytes(self.played) * 2)
        self.before = array("Q", bytes(self.before) * 2)
        self.longest *= 2

    def _unplay(self) -> None:
        """Undo the changes of the last ply, the last one first, and restore the registers.

        The source of a change in the log is a place from which a card moved; or TURNED, REPLACED or HEIGHT_SET for
        other changes; or a foundation.
        """
        ply = self.plies - 1
        mark = self.begins[ply]
        at = self.logged
        while at > mark:
            at -= 1
            change = self.log[at]
            source = change >> 24
            i = change >> 16 & 255
            dest = change >> 8 & 255
            to = change & 255
            if source < PLACES:
                card = self._take(dest, to) if dest < PLACES else self._shrink(dest)
                self._put(source, i, card)
            elif source == TURNED:
                self.cells[(dest << 7) + i] |= FACE_DOWN
                self.stale[dest] = 1
            elif source == REPLACED:
                self._restore_places(dest, to)
            elif source == HEIGHT_SET:
                self._set_height(dest, i)
            else:
                # A card came from a foundation, to a place or to another foundation.
                if dest < PLACES:
                    self._take(dest, to)
                else:
                    self._shrink(dest)
                self._grow(source)
        self.logged = mark
        self.plies = ply
        if self.memory != self.before[ply]:
            self.memory = self.before[ply]
            self._restore(self.memory)

    # -- what is known of the position --------------------------------------------------------------------------------

    def won(self) -> bool:
        """Whether the game is won: every card is on the foundations."""
        return self.left == 0

    def key(self) -> int:
        """Hash the position to 64 bits, from its cards and registers.

        Positions that the rules can't tell apart have the same key. Only places that changed are hashed again.
        """
        total = (self.memory & self.key_mask) * KEY_BASE & _MASK
        for place in range(self.places):
            if self.stale[place]:
                base = place << 7
                sum = 0
                for i in range(self.size[place]):
                    sum = (sum * KEY_BASE + CARD_KEYS[self.cells[base + i]]) & _MASK
                self.sums[place] = sum
                self.stale[place] = 0
            total = (total + self.sums[place] * PLACE_KEYS[place]) & _MASK
        if self.grouped:
            total = self._key_of_groups(total)
        for kind in range(KINDS):
            for suit in range(4):
                # Two foundations of a suit that are built the same way are interchangeable.
                line = FOUNDATIONS + 4 * (1 if kind == SECOND else kind) + suit
                total = (total + HEIGHT_KEYS[line * 16 + self.size[FOUNDATIONS + 4 * kind + suit]]) & _MASK
        total = ((total ^ (total >> 31)) * _MIX) & _MASK
        return total ^ (total >> 29)

    def _key_of_groups(self, total: int) -> int:
        """Return a total of the key that ignores the order of the places in each group: their sums are multiplied by
        the key of the group instead of the place.

        Args:
            total: the total with the sums of all places.
        """
        for place in range(self.places):
            if self.groups[place]:
                sum = self.sums[place]
                total = (total - sum * PLACE_KEYS[place]) & _MASK
                sum = ((sum ^ (sum >> 31)) * _MIX) & _MASK
                total = (total + (sum ^ (sum >> 29)) * PLACE_KEYS[self.groups[place]]) & _MASK
        return total

    # -- copies -------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Return the position alone, without its moves."""
        return (
            bytes(self.cells),
            bytes(self.size),
            bytes(self.want),
            self.left,
            self.odd,
            tuple(self.orders.items()),
            self.registers(),
        )

    def set_state(self, state: State) -> None:
        """Set the position from a ``state`` of the same game."""
        cells, size, want, self.left, self.odd, orders, registers = state
        self.cells, self.size, self.want = bytearray(cells), bytearray(size), bytearray(want)
        self.stale[:] = _ALL
        self.orders = dict(orders)
        self.restore(registers)

    def copy(self) -> Self:
        """Copy the position, with an empty log."""
        twin = type(self)(self.readings)  # type: ignore[call-arg]  # a game needs no more
        twin.set_state(self.state())
        twin.irregular_actions = self.irregular_actions[:]
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        """Support ``copy``, ``deepcopy`` and ``pickle``. The copy has the log too, so its moves can be undone."""
        log = (
            bytes(self.log[: self.logged]),
            bytes(self.begins[: self.plies]),
            bytes(self.played[: self.plies]),
            bytes(self.before[: self.plies]),
            bytes(self.saved[: self.saved_end]),
        )
        # What is known of the last move besides its changes.
        last = bytes(self.shown[: self.shows]), bytes(self.lifted[: self.lifts]), self.ended, self.doubt
        return (
            type(self),
            (self.readings,),
            (self.state(), log, last, self.path_length, self.path_stalemate, self.irregular_actions[:]),
        )

    def __setstate__(
        self, values: tuple[State, tuple[bytes, ...], tuple[bytes, bytes, bool, int], int, bool, list[IrregularAction]]
    ) -> None:
        """Set everything that ``__reduce__`` has written, with room in the log for more moves."""
        state, played, last, self.path_length, self.path_stalemate, self.irregular_actions = values
        log, begins, moves, before, saved = played
        self.set_state(state)
        self.logged, self.plies, self.saved_end = len(log) // 4, len(moves) // 4, len(saved)
        self.log = array("I", log + bytes(4 * 4096))
        self.room = self.logged + 4096 - 2048
        self.longest = self.plies + 512
        self.begins = array("I", begins + bytes(4 * 512))
        self.played = array("I", moves + bytes(4 * 512))
        self.before = array("Q", before + bytes(8 * 512))
        self.saved = bytearray(saved + bytes(4096))
        shown_cards, lifted_cards, self.ended, self.doubt = last
        self.shows, self.lifts = len(shown_cards), len(lifted_cards)
        self.shown = bytearray(shown_cards.ljust(256, b"\0"))
        self.lifted = bytearray(lifted_cards.ljust(1024, b"\0"))
