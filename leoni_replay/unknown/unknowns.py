"""What a record proves of the cards that are not known, and what they cannot be.

A record speaks of one deal, so that nothing that it proves is ever taken back, also not with a variation; only that the
card lies open on the table is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.games.base import Ambiguous, Refusal, Refused
from leoni_replay.games.steps import Change, Position, Revealed, Step, undo
from leoni_replay.unknown.blanks import EVERY, Blank, Loose, Slot, bits, cards_of
from leoni_replay.words import listed

if TYPE_CHECKING:
    from leoni_replay.commands import Command
    from leoni_replay.games.base import Game


class Enough(Exception):
    """A record has been read as far as it was to be read."""


class Unknowns:
    """What a record tells of the cards that are not known, as far as it has been read."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        #: the table as dealt, with blanks
        self.start = start
        #: what is laid open from the start: 0 nothing, 1 what is proved, 2 what is guessed too
        self.level = 0
        #: how deep in variations the reading is
        self.aside = 0
        #: the tables that redeals have laid, in the order in which they were met; None where all cards were known
        self.tables: list[dict[str, list[int]] | None] = []
        #: what each of these deals is called
        self.names: list[str] = []
        #: how many of them have been met in this reading, and how many exiles each is to have (0 if not said)
        self.met = 0
        self.exiles: list[int] = []
        #: how many redeals to read past: no further than to the next one
        self.last_deal: int | None = None
        #: whether cards have counted as unknown again, so that what others were taken for says nothing
        self.loosened = False
        #: the table to which the move or claim belonged that was read last: the first, or that of a redeal
        self.table = 0
        #: the move that was read last
        self.latest: Command | None = None
        #: asked behind every move, if it is there: whether every unknown card can be some card
        self.check: Callable[[], bool] | None = None
        self._journal: list[tuple[Slot, str, object]] = []
        self._proved_aside = False

    def open(self, level: int) -> Position:
        """The table as dealt, to read the record once more."""
        self.level, self.met, self.aside = level, 0, 0
        position = self.start.copy()
        for name, pile in position.places.items():
            position.places[name] = self.laid(pile)
        return position

    def laid(self, pile: list[int]) -> list[int]:
        """The cards of a pile, with those that may be shown at this level."""
        return [self._shown(card) if isinstance(card, Blank) else card for card in pile]

    def _shown(self, blank: Blank) -> int:
        slot = blank.slot
        card = slot.card
        if card is None and self.level == 2:
            card = slot.guess
        return blank if self.level == 0 or card is None else card | (int(blank) & DOWN)

    def blanks(self) -> list[Blank]:
        """The cards of the first table that are still not known."""
        return [card for pile in self.start.places.values() for card in pile if isinstance(card, Blank)
                and card.slot.card is None]  # fmt: skip

    def guessed(self) -> bool:
        """Whether some card has been taken for one where another would have done as well, and nothing speaks against
        taking it for that one."""
        if self.loosened:
            return False
        piles = [pile for table in (self.start.places, *self.tables) if table for pile in table.values()]
        return any(isinstance(card, Blank) and card.slot.guess is not None for pile in piles for card in pile)

    # -- reading a move -----------------------------------------------------------------------------------------------

    def advance(self, position: Position, command: Command) -> Step:
        """Play what a command means, with the cards that it names where they were not known.

        Raises:
            Refused, Ambiguous: as :meth:`Game.advance`, and where a card that is named cannot be there (M227), or one
                that matters is not known and not named (M228). Nothing has been played or found out then.
        """
        changes: list[Change] = []
        mark = len(self._journal)
        state = position.state
        self.latest = command
        self.look(position)
        try:
            self._catch_up(position, changes)
            step = self.game.name_cards(self, position, command, changes)
            if step is None:
                position.told = command
                step = self.game.advance(position, command)
            changes += step.changes
            if refusal := self.game.unsure(self, position, step):
                raise Refused(refusal)
            self.game.learn(self, position, step, changes)
            if self.check is not None and not self.check():
                message = "with what this move says, there are not cards enough for the places that are not known"
                raise Refused(Refusal("M227", message, self.game.rules.clause("2")))
        except (Refused, Ambiguous):
            undo(position, Step(command, changes, state, state))
            self._take_back(mark)
            raise
        finally:
            position.told = None
        return step._replace(changes=changes, before=state, after=position.state)

    def look(self, position: Position) -> None:
        """Take note of the table that is played from now."""
        self.table = self.game.table_of(position)

    def tried(self, position: Position, command: Command) -> Step:
        """What a command would do; neither played nor remembered.

        Raises:
            Refused, Ambiguous: as :meth:`advance`.
        """
        mark, met, tables = len(self._journal), self.met, len(self.tables)
        step = self.advance(position, command)
        undo(position, step)
        self._take_back(mark)
        self.met = met
        del self.tables[max(tables, met) :], self.names[max(tables, met) :]
        return step

    def supposed(self, step: Step) -> str:
        """What a step that was tried took for granted of unknown cards, in words; empty if nothing."""
        named = [change for change in step.changes if isinstance(change, Revealed)]
        unproved = [change for change in named if isinstance(change.was, Blank) and change.was.slot.card is None]
        return listed([f"{self.game.words(c.place)} holds {PRETTY[c.card & ~DOWN]}" for c in unproved] or [""])

    def _catch_up(self, position: Position, changes: list[Change]) -> None:
        """Lay open what has been proved in a variation."""
        if not self._proved_aside:
            return
        for name, pile in position.places.items():
            for at, card in enumerate(pile):
                if isinstance(card, Blank) and card.slot.card is not None:
                    self._lay_open(position, changes, name, at, card.slot.card)

    def _lay_open(self, position: Position, changes: list[Change], place: str, at: int, card: int) -> None:
        pile = position.places[place]
        was = pile[at]
        pile[at] = card | (int(was) & DOWN)
        changes.append(Revealed(place, at, pile[at], was))

    # -- finding out --------------------------------------------------------------------------------------------------

    def left(self, position: Position, card: int) -> int:
        """How many copies of a card are not known to lie anywhere."""
        down = card + DOWN
        return self.game.packs - sum([pile.count(card) + pile.count(down) for pile in position.places.values()])

    def may_be(self, position: Position, blank: int, card: int) -> bool:
        """Whether an unknown card can be this one."""
        return isinstance(blank, Blank) and bool(blank.slot.may >> card & 1) and self.left(position, card) > 0

    def reveal(
        self, position: Position, changes: list[Change], place: str, at: int, card: int, *, proved: bool = True
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
        self._lay_open(position, changes, place, at, card)
        if left == 1:
            self._narrow(position, changes)

    def vague(self, position: Position, changes: list[Change], place: str, may: list[int]) -> None:
        """One of several cards of a place will go: nothing tells from now on which are left, nor how deep the
        cards between them lie."""
        pile = position.places[place]
        for at in range(min(may), max(may) + 1) if len(may) > 1 else ():
            card = pile[at]
            if isinstance(card, Blank):
                self._set(card.slot, "vague", True)
            elif not isinstance(card, Loose):
                pile[at] = Loose(card)
                changes.append(Revealed(place, at, pile[at], card))

    def loosen(self, position: Position, changes: list[Change], place: str) -> None:
        """The order of a place decides what follows: what can lie elsewhere in it counts as unknown."""
        pile = position.places[place]
        for at, card in enumerate(pile):
            if isinstance(card, Loose):
                slot = Slot()
                slot.vague = True
                self.loosened = True
                pile[at] = Blank(slot)
                changes.append(Revealed(place, at, pile[at], card))

    def limit(self, position: Position, changes: list[Change], place: str, at: int, held: int, why: str) -> None:
        """An unknown card is one of a set; if only one of them is left, it is that one.

        Raises:
            Refused: it can be none of them.
        """
        blank = position.places[place][at]
        assert isinstance(blank, Blank)
        self._limit(blank.slot, held, why)
        self._narrow(position, changes)

    def fitting(self, position: Position) -> int:
        """The cards that fit a foundation."""
        landing = self.game.landing
        return bits([card for card in range(52) if landing(position, card, "^") or landing(position, card, "v")])

    def open_slots(self, position: Position) -> list[Slot]:
        """The slots of the available cards that are not known."""
        slots = []
        for place in {place for place, card in self.game.available(position) if card == UNKNOWN}:
            pile = position.places[place]
            lying = pile if place in self.game.spreads else pile[-1:]
            slots += [card.slot for card in lying if isinstance(card, Blank)]
        return slots

    def shut_out(
        self, position: Position, changes: list[Change], slots: list[Slot] | None = None, fitting: int | None = None
    ) -> None:
        """No available card that is not known fits a foundation: this is a standstill. Or it was one: then the slots of
        the cards that lay open, and what fitted.

        Raises:
            Refused: one can be nothing else.
        """
        slots = self.open_slots(position) if slots is None else slots
        if not slots:
            return
        fitting = self.fitting(position) if fitting is None else fitting
        for slot in slots:
            self._limit(slot, EVERY & ~fitting, "it lay open at a standstill, where it would have fitted")
        self._narrow(position, changes)

    def _limit(self, slot: Slot, held: int, why: str) -> None:
        if slot.vague or not slot.may & ~held:
            # Of cards that nothing tells apart it is not known which of them this is.
            return
        self._set(slot, "bans", [*slot.bans, (EVERY & ~held, why)])
        self._set(slot, "may", slot.may & held)
        self._set(slot, "limited", True)

    def _narrow(self, position: Position, changes: list[Change]) -> None:
        """Lay open what can only be one card any more, as long as there is such a card."""
        again = True
        while again:
            again = False
            limited = []
            known = [0] * (2 * DOWN)
            for place, pile in position.places.items():
                for at, card in enumerate(pile):
                    known[card] += 1
                    if isinstance(card, Blank) and card.slot.limited:
                        limited.append((place, at, card.slot))
            if not limited:
                return
            packs = self.game.packs
            left = bits([card for card in range(52) if known[card] + known[card + DOWN] < packs])
            for place, at, slot in limited:
                may = slot.may & left
                if not may:
                    raise Refused(self._none_fits(position, place, slot))
                if not may & (may - 1):
                    self._set(slot, "card", may.bit_length() - 1)
                    self._lay_open(position, changes, place, at, may.bit_length() - 1)
                    again = True
                    break

    def _none_fits(self, position: Position, place: str, slot: Slot) -> Refusal:
        may = list(cards_of(slot.may))
        why = slot.bans[-1][1]
        message = f"no card is left for the one in {self.game.words(place)} ({why})"
        if not may:
            return Refusal("M227", message, self.game.rules.clause("2"), (place,))
        where = [self._elsewhere(position, card, "").notes for card in may]
        return Refusal("M227", message, self.game.rules.clause("2"), (place,), tuple(note for n in where for note in n))

    def _elsewhere(self, position: Position, card: int, what: str) -> Refusal:
        """All copies of a card are known to lie elsewhere."""
        game = self.game
        places = [name for name, pile in position.places.items() if card in pile or card + DOWN in pile]
        found = []
        for name in places:
            on = "on" if name in game.foundations else "in"
            count = position.places[name].count(card) + position.places[name].count(card + DOWN)
            found.append(f"{'twice ' if count > 1 else ''}{on} {game.words(name)}")
        known = "it is known to be" if game.packs == 1 else "both are known to be"
        message = f"{what}: {known} elsewhere"
        note = f"{PRETTY[card]} is {listed(found)}"
        return Refusal("M227", message, game.rules.clause("2"), tuple(places), (note,))

    # -- what is found out, and taken back only with a move that is refused -------------------------------------------

    def _set(self, slot: Slot, name: str, value: object) -> None:
        self._proved_aside = self._proved_aside or (self.aside > 0 and name == "card")
        self._journal.append((slot, name, getattr(slot, name)))
        setattr(slot, name, value)

    def forget(self) -> None:
        """Know no more than at the beginning."""
        self._take_back(0)
        self.tables.clear()
        self.names.clear()

    def _take_back(self, mark: int) -> None:
        while len(self._journal) > mark:
            setattr(*self._journal.pop())
