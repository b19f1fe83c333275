"""What a record proves of the cards that are not known, and what they cannot be.

A record speaks of one deal, so that nothing that it proves is ever taken back, also not with a variation; only that the
card lies open on the table is.
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
    """The deals that a record begins by a redeal of cards that are not all known, in the order in which they are met,
    those of variations included."""

    def __init__(self) -> None:
        #: the tables that they have laid; None where all cards were known
        self.tables: list[dict[str, list[int]] | None] = []
        #: what each of these deals is called
        self.names: list[str] = []
        #: how many of them have been met in this reading
        self.met = 0
        #: how many exiles each deal is to have, the first one included (0 if not said)
        self.exiles: list[int] = []
        #: whether a layout says how the first deal lay
        self.laid = False
        #: how many exiles a deal has at least where it is open how many; None where it is not
        self.at_least: list[int | None] = []
        #: how many cards were not known as each was dealt
        self.blanks: list[int] = []
        #: in how many ways each can have been dealt that are tried one by one
        self.ways: list[int] = []
        #: how many redeals to read past: no further than to the next one
        self.last: int | None = None

    def cut(self, count: int) -> None:
        """Forget all but the first deals."""
        for kept in (self.tables, self.names, self.at_least, self.blanks, self.ways):
            del kept[count:]

    def is_open(self, deal: int) -> bool:
        """Whether it is open how many exiles a deal had, counted from 0, the first one of the record."""
        return not self.laid if deal == 0 else self.at_least[deal - 1] is not None

    def fewest(self, deal: int) -> int:
        """How many exiles a deal had at least, besides those that are turned up."""
        return (self.at_least[deal - 1] or 0) if deal > 0 else 0


class Proofs:
    """What has been proved of the unknown cards of a record, and is taken back only with a move that is refused."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        #: what is laid open from the start: 0 nothing, 1 what is proved, 2 what is guessed too
        self.level = 0
        #: how deep in variations the reading is
        self.aside = 0
        self.redeals = Redeals()
        #: which way the record is read where it leaves several open; None while a move is only tried
        self.choices: Choices | None = Choices()
        #: whether cards have counted as unknown again, so that what others were taken for says nothing
        self.loosened = False
        #: whether something has been taken for granted of a card that is not known
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

    # -- finding out --------------------------------------------------------------------------------------------------

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
        """Lay open an unknown card that the record names; ``proved`` is whether it can have been no other one.

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
        """One of several cards of a place will go: nothing tells from now on which are left, nor how deep the
        cards between them lie."""
        pile = position.places[place]
        self._mix([card.slot for card in (pile[at] for at in may) if isinstance(card, Blank)])
        for at in range(min(may), max(may) + 1) if len(may) > 1 else ():
            card = pile[at]
            if isinstance(card, Blank):
                self._set(card.slot, "vague", True)
            elif not isinstance(card, Loose):
                changes.append(position.reveal(place, at, Loose(card)))

    def _mix(self, slots: Sequence[Slot]) -> None:
        """Any of some cards can be what lies in the place of another one of them."""
        together = 0
        for slot in slots:
            together |= slot.may
        for slot in slots:
            if slot.may != together:
                self._set(slot, "bans", [(banned & ~together, why) for banned, why in slot.bans if banned & ~together])
                self._set(slot, "may", together)

    def blur(self, position: UnknownPosition, place: str) -> None:
        """A card of a place may have gone, or lies there still: nothing tells any more which of its cards is which."""
        slots = [card.slot for card in position.places[place] if isinstance(card, Blank)]
        self._mix(slots)
        for slot in slots:
            self._set(slot, "vague", True)

    def loosen(self, position: UnknownPosition, changes: list[Change], place: str) -> None:
        """The order of a place decides what follows: what can lie elsewhere in it counts as unknown."""
        for at, card in enumerate(list(position.places[place])):
            if isinstance(card, Loose):
                slot = Slot()
                slot.vague = True
                self.loosened = True
                changes.append(position.reveal(place, at, Blank(slot)))

    def limit(
        self, position: UnknownPosition, changes: list[Change], place: str, at: int, card_set: int, why: str
    ) -> None:
        """An unknown card is one of a set; if only one of them is left, it is that one.

        Raises:
            Refused: it can be none of them.
        """
        blank = position.places[place][at]
        assert isinstance(blank, Blank)
        self._limit(blank.slot, card_set, why)
        self._narrow(position, changes)

    def restrict(self, slot: Slot, card_set: int, why: str) -> None:
        """An unknown card can be nothing but one of a set, which takes nothing for granted."""
        supposes = self.supposes
        self._limit(slot, card_set, why)
        self.supposes = supposes

    # -- standstills --------------------------------------------------------------------------------------------------

    def fitting(self, position: UnknownPosition) -> int:
        """The cards that fit a foundation, as a set."""
        want = position.table.want
        return bits([card for card in range(52) if want[card]])

    def open_places(self, position: UnknownPosition) -> list[str]:
        """The places where a card is available that is not known."""
        return list(dict.fromkeys(place for place, card in self.game.available(position) if card == UNKNOWN))

    def lying_open(self, position: UnknownPosition, place: str) -> list[int]:
        """The cards of a place that are available, if any are."""
        pile = position.places[place]
        return pile if place in self.game.spreads else pile[-1:]

    def open_slots(self, position: UnknownPosition) -> list[Slot]:
        """The slots of the available cards that are not known."""
        lying = [card for place in self.open_places(position) for card in self.lying_open(position, place)]
        return [card.slot for card in lying if isinstance(card, Blank)]

    def shut_out(self, position: UnknownPosition, changes: list[Change]) -> None:
        """No available card that is not known fits a foundation: this is a standstill.

        Raises:
            Refused: one can be nothing else.
        """
        slots = self.open_slots(position)
        if not slots:
            return
        fitting = self.fitting(position)
        for slot in slots:
            self._limit(slot, EVERY & ~fitting, "it lay open at a standstill, where it would have fitted")
        self._narrow(position, changes)

    # -- what follows -------------------------------------------------------------------------------------------------

    def _limit(self, slot: Slot, card_set: int, why: str) -> None:
        if not slot.may & ~card_set:
            return
        self.supposes = True
        if slot.vague:
            # Of cards that nothing tells apart it is not known which of them this is.
            return
        self._set(slot, "bans", [*slot.bans, (EVERY & ~card_set, why)])
        self._set(slot, "may", slot.may & card_set)
        self._set(slot, "limited", True)

    def _narrow(self, position: UnknownPosition, changes: list[Change]) -> None:
        """Lay open what can only be one card any more, as long as there is such a card."""
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
        """All copies of a card are known to lie elsewhere."""
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
