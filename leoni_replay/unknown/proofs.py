"""What a record proves about unknown cards, and what they cannot be.

A record is about one deal, so nothing that it proves is ever taken back, not even with a variation. Only the change
that shows the card in the position is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.games import Game
from leoni_replay.games.refusal import Refusal, Refused
from leoni_replay.games.steps import Change
from leoni_replay.unknown.blanks import EVERY, Blank, Loose, Slot, bits, cards_of
from leoni_replay.unknown.choices import Choices
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.words import listed


class Redeals:
    """The deals that a record begins by a redeal of partly unknown cards, in the order in which they occur, those of
    variations included."""

    def __init__(self) -> None:
        #: their positions; None where all cards were known
        self.tables: list[dict[str, list[int]] | None] = []
        #: the name of each of these deals
        self.names: list[str] = []
        #: how many of them have occurred in this reading
        self.met = 0
        #: the number of exiles that each deal is to have, the first one included (0 if unspecified)
        self.exiles: list[int] = []
        #: whether a layout gives the first deal
        self.laid = False
        #: the minimum number of exiles of a deal whose number of exiles is open; None for others
        self.at_least: list[int | None] = []
        #: how many cards were unknown when each was dealt
        self.blanks: list[int] = []
        #: the number of possible ways of each deal that are tried one by one
        self.ways: list[int] = []
        #: how many redeals to read past, but not beyond the next one
        self.last: int | None = None

    def cut(self, count: int) -> None:
        """Forget all but the first N deals."""
        for kept in (self.tables, self.names, self.at_least, self.blanks, self.ways):
            del kept[count:]

    def is_open(self, deal: int) -> bool:
        """Whether the number of exiles of a deal is open; deals are counted from 0, the first of the record."""
        return not self.laid if deal == 0 else self.at_least[deal - 1] is not None

    def fewest(self, deal: int) -> int:
        """The minimum number of exiles of a deal besides those that are turned up."""
        return (self.at_least[deal - 1] or 0) if deal > 0 else 0


class Proofs:
    """What has been proved about the unknown cards of a record. It is taken back only with a move that is refused."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        #: what is known from the start: 0 nothing, 1 what is proved, 2 also what is guessed
        self.level = 0
        #: how many variations deep the reading is
        self.aside = 0
        self.redeals = Redeals()
        #: the choices where the record can be read in several ways; None while a move is only tried
        self.choices: Choices | None = Choices()
        #: whether cards have become unknown again, so that guesses about others say nothing
        self.loosened = False
        #: whether something has been assumed about an unknown card
        self.supposes = False
        #: how many cards have been proved so far
        self.proved = 0
        self._journal: list[tuple[Slot, str, object]] = []
        self._proved_aside = False

    def laid(self, pile: Sequence[int]) -> list[int]:
        """The cards of a pile, with those that may be shown at this level."""
        return [self._shown(card) if isinstance(card, Blank) else card for card in pile]

    def _shown(self, blank: Blank) -> int:
        slot = blank.slot
        card = slot.card
        if card is None and self.level == 2:
            card = slot.guess
        return blank if self.level == 0 or card is None else card | (int(blank) & DOWN)

    # -- identifying cards --------------------------------------------------------------------------------------------

    def left(self, position: UnknownPosition, card: int) -> int:
        """How many copies of a card are not known to lie anywhere."""
        down = card + DOWN
        return self.game.packs - sum([pile.count(card) + pile.count(down) for pile in position.places.values()])

    def can_be(self, position: UnknownPosition, blank: int, card: int) -> bool:
        """Whether an unknown card can be this one."""
        return isinstance(blank, Blank) and bool(blank.slot.may >> card & 1) and self.left(position, card) > 0

    def lay_open(self, position: UnknownPosition, changes: list[Change], place: str, at: int, card: int) -> None:
        """Show which card an unknown one is."""
        changes.append(position.reveal(place, at, card | (int(position.places[place][at]) & DOWN)))

    def reveal(
        self, position: UnknownPosition, changes: list[Change], place: str, at: int, card: int, *, proved: bool = True
    ) -> None:
        """Identify an unknown card that the record names; ``proved`` is set if it can be no other card.

        Raises:
            Refused: it cannot be this card.
        """
        blank = position.places[place][at]
        assert isinstance(blank, Blank)
        slot = blank.slot
        if not slot.may >> card & 1:
            why = next((why for banned, why in slot.bans if banned >> card & 1), "")
            message = f"{PRETTY[card]} cannot be the card in {self.game.words(place)}: {why}"
            raise Refused(Refusal("M227", message, self.game.rules.clause("2"), (place,)))
        left = self.left(position, card)
        if left <= 0:
            raise Refused(self._elsewhere(position, card, f"{PRETTY[card]} cannot lie in {self.game.words(place)}"))
        if proved and not slot.vague:
            self._set(slot, "card", card)
        elif not self.aside:
            self._set(slot, "guess", card)
        self.lay_open(position, changes, place, at, card)
        if left == 1:
            self._narrow(position, changes)

    def vague(self, position: UnknownPosition, changes: list[Change], place: str, may: Sequence[int]) -> None:
        """One of several cards of a place will go: afterwards nothing says which are left, nor how deep the cards
        between them lie."""
        pile = position.places[place]
        self._mix([card.slot for card in (pile[at] for at in may) if isinstance(card, Blank)])
        for at in range(min(may), max(may) + 1) if len(may) > 1 else ():
            card = pile[at]
            if isinstance(card, Blank):
                self._set(card.slot, "vague", True)
            elif not isinstance(card, Loose):
                changes.append(position.reveal(place, at, Loose(card)))

    def _mix(self, slots: Sequence[Slot]) -> None:
        """Any of these cards can be in the place of any other."""
        together = 0
        for slot in slots:
            together |= slot.may
        for slot in slots:
            if slot.may != together:
                self._set(slot, "bans", [(banned & ~together, why) for banned, why in slot.bans if banned & ~together])
                self._set(slot, "may", together)

    def blur(self, position: UnknownPosition, place: str) -> None:
        """A card of a place may or may not have gone: nothing says any more which of its cards is which."""
        slots = [card.slot for card in position.places[place] if isinstance(card, Blank)]
        self._mix(slots)
        for slot in slots:
            self._set(slot, "vague", True)

    def loosen(self, position: UnknownPosition, changes: list[Change], place: str) -> None:
        """The order of a place matters now: known cards at an unknown depth count as unknown."""
        for at, card in enumerate(list(position.places[place])):
            if isinstance(card, Loose):
                slot = Slot()
                slot.vague = True
                self.loosened = True
                changes.append(position.reveal(place, at, Blank(slot)))

    def limit(
        self, position: UnknownPosition, changes: list[Change], place: str, at: int, card_set: int, why: str
    ) -> None:
        """Limit an unknown card to a set; if only one card is left, it is identified.

        Raises:
            Refused: it can be none of them.
        """
        blank = position.places[place][at]
        assert isinstance(blank, Blank)
        self._limit(blank.slot, card_set, why)
        self._narrow(position, changes)

    def restrict(self, slot: Slot, card_set: int, why: str) -> None:
        """Limit an unknown card to a set, without any assumption."""
        supposes = self.supposes
        self._limit(slot, card_set, why)
        self.supposes = supposes

    # -- standstills --------------------------------------------------------------------------------------------------

    def fitting(self, position: UnknownPosition) -> int:
        """The cards that fit a foundation, as a set."""
        want = position.table.want
        return bits([card for card in range(52) if want[card]])

    def open_places(self, position: UnknownPosition) -> list[str]:
        """The places with an unknown available card."""
        return list(dict.fromkeys(place for place, card in self.game.available(position) if card == UNKNOWN))

    def lying_open(self, position: UnknownPosition, place: str) -> list[int]:
        """The available cards of a place."""
        pile = position.places[place]
        return pile if place in self.game.spreads else pile[-1:]

    def open_slots(self, position: UnknownPosition) -> list[Slot]:
        """The slots of the unknown available cards."""
        lying = [card for place in self.open_places(position) for card in self.lying_open(position, place)]
        return [card.slot for card in lying if isinstance(card, Blank)]

    def shut_out(self, position: UnknownPosition, changes: list[Change]) -> None:
        """Conclude from a standstill that no unknown available card fits a foundation.

        Raises:
            Refused: one must fit.
        """
        slots = self.open_slots(position)
        if not slots:
            return
        fitting = self.fitting(position)
        for slot in slots:
            self._limit(slot, EVERY & ~fitting, "it lay open at a standstill, where it would have fitted")
        self._narrow(position, changes)

    # -- consequences -------------------------------------------------------------------------------------------------

    def _limit(self, slot: Slot, card_set: int, why: str) -> None:
        if not slot.may & ~card_set:
            return
        self.supposes = True
        if slot.vague:
            # If nothing tells some cards apart, it isn't known which of them this is.
            return
        self._set(slot, "bans", [*slot.bans, (EVERY & ~card_set, why)])
        self._set(slot, "may", slot.may & card_set)
        self._set(slot, "limited", True)

    def _narrow(self, position: UnknownPosition, changes: list[Change]) -> None:
        """Identify cards that can only be one card, until there are no more."""
        again = True
        while again:
            again = False
            limited = []
            lying = [0] * (2 * DOWN)
            for place, pile in position.places.items():
                for at, card in enumerate(pile):
                    lying[card] += 1
                    if isinstance(card, Blank) and card.slot.limited and not card.slot.vague:
                        limited.append((place, at, card.slot))
            if not limited:
                return
            packs = self.game.packs
            left = bits([card for card in range(52) if lying[card] + lying[card + DOWN] < packs])
            for place, at, slot in limited:
                may = slot.may & left
                if not may:
                    raise Refused(self._none_fits(position, place, slot))
                if not may & (may - 1):
                    self._set(slot, "card", may.bit_length() - 1)
                    self.lay_open(position, changes, place, at, may.bit_length() - 1)
                    again = True
                    break

    def _none_fits(self, position: UnknownPosition, place: str, slot: Slot) -> Refusal:
        clause = self.game.rules.clause("2")
        message = f"no card is left for the one in {self.game.words(place)} ({slot.bans[-1][1]})"
        notes = [note for card in cards_of(slot.may) for note in self._elsewhere(position, card, "").notes]
        return Refusal("M227", message, clause, (place,), tuple(notes))

    def _elsewhere(self, position: UnknownPosition, card: int, what: str) -> Refusal:
        """The refusal of a card all whose copies are known to lie elsewhere."""
        game = self.game
        places = [name for name, pile in position.places.items() if card in pile or card + DOWN in pile]
        lying = []
        for name in places:
            on = "on" if name in game.foundations else "in"
            count = position.places[name].count(card) + position.places[name].count(card + DOWN)
            lying.append(f"{'twice ' if count > 1 else ''}{on} {game.words(name)}")
        where = "it is known to be" if game.packs == 1 else "both are known to be"
        note = f"{PRETTY[card]} is {listed(lying)}"
        return Refusal("M227", f"{what}: {where} elsewhere", game.rules.clause("2"), tuple(places), (note,))

    def _set(self, slot: Slot, name: str, value: object) -> None:
        self._proved_aside = self._proved_aside or (self.aside > 0 and name == "card")
        self.proved += name == "card"
        self._journal.append((slot, name, getattr(slot, name)))
        setattr(slot, name, value)

    def _take_back(self, mark: int) -> None:
        while len(self._journal) > mark:
            slot, name, value = self._journal.pop()
            self.proved -= name == "card"
            setattr(slot, name, value)
