"""The base of games from outside the package, on either build."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from leoni_replay.rules.numbers import FOUNDATIONS, KINDS, PLACES, TURNED, UNKNOWN
from leoni_replay.rules.reasons import DOES_NOT_TAKE, MISFIT, NO_SEQUENCE
from leoni_replay.rules.table import Room, Table

#: the number of moves for which a list of legal moves has room
_MOST = 4096
#: the first of the reasons that games from outside number themselves
_OWN = 200


class OpenTable(Table):
    """A position that asks Python methods for its rules, and offers them what games of the package use.

    A subclass has ``why``, ``moves``, ``perform``, ``standstill`` and ``lay_out``; ``is_lost``, if a game can go on
    without legal moves; and ``registers`` and ``recall``, if it remembers more than the cards and the number of the
    deal. With ``MISPLAYS``, moves against the rules can be recorded: ``takes_cards_along`` and ``apply_forced_moves``
    say what else they move.

    Args:
        readings: the reading in force of every point.
        kinds: the ranks of each kind of foundation (built up, built down, a second one built down), from its base on;
            empty if there is no such kind.
        base_count: the number of cards on every foundation before the deal, 0 or 1.
        cards: the number of cards in the packs.
        places: all places of the game have numbers below this one.
    """

    def __init__(
        self, readings: Mapping[str, str], kinds: Sequence[bytes], base_count: int, cards: int, places: int = PLACES
    ) -> None:
        Table.__init__(self, readings, kinds, base_count, cards, places)
        #: of each card that the last move showed, the entry of the log
        self.lights: list[int] = []

    # -- what a game defines ------------------------------------------------------------------------------------------

    def why(self, move: int) -> int:
        """Return why a full move is illegal (a reason of ``rules/reasons``, or one of the game's own), or 0 if it is
        legal."""
        raise NotImplementedError

    def moves(self, out: Room) -> int:
        """Write the legal moves into ``out`` and return how many there are."""
        raise NotImplementedError

    def perform(self, move: int) -> None:
        """Make a legal move with its forced consequences."""
        raise NotImplementedError

    def is_lost(self) -> bool:
        """Whether the game is over and not won: no move is legal."""
        return not self.won() and not self.moves(array("I", bytes(4 * _MOST)))

    def recall(self, registers: int) -> None:
        """Set what ``registers`` returned."""
        self.deal = registers

    def depends_on_unknown(self, move: int, reason: int) -> bool:
        """Whether a move is refused for a reason that may not hold if an unknown card is known: then nobody can tell
        whether the move is legal.

        Args:
            move: the move.
            reason: why ``why`` refuses it.
        """
        source, card, dest = move >> 16, move >> 8 & 255, move & 255
        if card == UNKNOWN:
            return reason in (DOES_NOT_TAKE, MISFIT, NO_SEQUENCE) or reason >= _OWN
        if reason == NO_SEQUENCE:
            cards = self.cards_in(source) if source < PLACES else b""
            return UNKNOWN in cards[cards.rfind(card) + 1 :]
        return reason == DOES_NOT_TAKE and dest < PLACES and self.cards_in(dest)[-1:] == bytes([UNKNOWN])

    # -- what a game may use ------------------------------------------------------------------------------------------

    def shift(self, source: int, i: int, dest: int, to: int) -> int:
        """Move one card from an index of a place to one of another, and log it; returns the card.

        Args:
            source: the place where the card lies.
            i: its index there, from the bottom.
            dest: the place to which it goes.
            to: its index there, counted after it has left; ``size[dest]`` is the top.

        Raises:
            IndexError: no card lies there, or none can.
        """
        self._see_card(source, i)
        if not 0 <= dest < PLACES or not 0 <= to <= self.size[dest] - (source == dest):
            raise IndexError(f"no card can go to place {dest}, index {to}")
        return self._shift(source, i, dest, to)

    def shift_all(self, source: int, i: int, dest: int) -> None:
        """Move a card with the cards on it to the top of another place, and log it.

        Args:
            source: the place where the card lies.
            i: its index there, from the bottom.
            dest: the other place.

        Raises:
            IndexError: no card lies there, or there is no such place.
        """
        self._see_card(source, i)
        if not 0 <= dest < PLACES or dest == source:
            raise IndexError(f"no card can go to place {dest}")
        for _ in range(self.size[source] - i):
            self._shift(source, i, dest, self.size[dest])

    def build(self, source: int, i: int, kind: int) -> None:
        """Move a card to a foundation of its suit, and log it.

        Args:
            source: the place where the card lies.
            i: its index there, from the bottom.
            kind: the foundation: ``UP``, ``DOWN`` or ``SECOND``.

        Raises:
            IndexError: no card lies there.
            ValueError: it does not fit that foundation.
        """
        self._see_card(source, i)
        card = self.cells[(source << 7) + i]
        if not self.want[card] >> kind & 1:
            raise ValueError(f"card {card} does not fit a foundation of kind {kind}")
        self._build(source, i, kind)

    def landing(self, card: int, dest: int) -> int:
        """Return the kind of foundation to which a card that fits goes, for ``ON_UP`` or ``ON_DOWN``."""
        return self._landing(card, dest)

    def turn_up(self, place: int, i: int) -> None:
        """Turn up a card that lies face down, and log it.

        Raises:
            IndexError: no card lies there.
        """
        self._see_card(place, i)
        self._turn_up(place, i)

    def show(self, card: int) -> None:
        """Note a card that was turned up or moved as a forced consequence. Call it after the change, card by card: the
        record writes these cards after ``+``."""
        if not self.shows:
            self.lights = []
        self.lights.append(self.logged - 1)
        self._show(card)

    def came_to_light(self) -> list[tuple[int, int]]:
        """Return where the cards that the last move showed lay before it, as places and indices from the bottom."""
        return [self._place_before(at) for at in self.lights] if self.shows else []

    def _place_before(self, at: int) -> tuple[int, int]:
        """Return where the card that an entry of the log moved or turned up lay before the last move.

        From that entry, it goes back through the earlier entries of the move. Each that moves this card says where it
        lay before; each that takes a card from under it, or puts one there, changes its index.

        Args:
            at: the index of the entry in the log, which must be one of the last move.

        Returns:
            The place, and the index from the bottom.
        """
        turned = self.log[at] >> 24 == TURNED
        place = self.log[at] >> 8 & 255 if turned else self.log[at] >> 24
        i = self.log[at] >> 16 & 255
        begin = self.begins[self.plies - 1]
        while at > begin:
            at -= 1
            source, dest = self.log[at] >> 24, self.log[at] >> 8 & 255
            from_, to = self.log[at] >> 16 & 255, self.log[at] & 255
            if source < PLACES and dest == place and to == i:
                place, i = source, from_
                continue
            if source < PLACES:
                i -= dest == place and to < i
                i += source == place and from_ <= i
        return place, i

    def save_places(self, places: Iterable[int]) -> None:
        """Save how places lie, and log it. Call it once in a move, before ``set_cards`` lays them again: the move is
        taken back from what was saved."""
        numbers = sorted(places)
        if numbers:
            self._save_places(numbers[0], numbers[-1])

    def _see_card(self, place: int, i: int) -> None:
        """Check that a card lies at an index of a place."""
        if not 0 <= place < PLACES or not 0 <= i < self.size[place]:
            raise IndexError(f"no card lies in place {place} at index {i}")

    # -- what the package calls ---------------------------------------------------------------------------------------

    def _why(self, move: int) -> int:
        return self.why(move)

    def _moves(self, out: Room) -> int:
        return self.moves(out)

    def _perform(self, move: int) -> None:
        """Make a legal move; if the game's own method fails, everything is as before."""
        try:
            self.perform(move)
        except BaseException:
            # What has been done of it is in the log.
            self._unplay()
            raise
        self._note()

    def _restore(self, registers: int) -> None:
        self.recall(registers)

    def _note(self) -> None:
        if self.FOUNDATION_PLACES:
            self._count_left()
        Table._note(self)

    def _unplay(self) -> None:
        Table._unplay(self)
        if self.FOUNDATION_PLACES:
            self._count_left()

    def _count_left(self) -> None:
        """Count the cards that are on no foundation, neither ours nor a place of the game's own."""
        size = bytes(self.size)
        on = sum(size[FOUNDATIONS : FOUNDATIONS + 4 * KINDS])
        self.left: int = self.cards - on - sum(size[place] for place in self.FOUNDATION_PLACES)
