"""What a record proves about unknown cards, and what they cannot be.

A record is about one deal, so nothing that it proves is ever taken back, not even with a variation. Only the change
that shows the card in the position is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.games.refusal import Refusal, Refused, not_known
from leoni_replay.games.steps import Change
from leoni_replay.phrases import listed
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknown_cards import (
    ALL_CARDS,
    CardAtUnknownDepth,
    CardIdentity,
    UnknownCard,
    cards_of,
    set_of,
)

T = TypeVar("T")


class Choices:
    """The choices of one reading, where a record can be read in several ways: they are tried one after another.

    Args:
        preset: the choice to make at a move, by the move's index; the first choice by default.
    """

    def __init__(self, preset: Mapping[int, int] | None = None) -> None:
        self.preset = dict(preset or {})
        #: how many moves have been read, those of variations included
        self.read = 0
        #: the choices at a move, and the one that was made
        self._made: dict[int, tuple[Sequence[object], object]] = {}
        #: what the choices of this reading assume, in words
        self.assumed: list[str] = []

    def begin(self) -> None:
        """Start reading the record from its beginning."""
        self.read = 0
        self.assumed = []

    def choose(self, options: Sequence[T]) -> T:
        """Choose one of several ways to read the current move: the same if the record is read again."""
        _, made = self._made.get(self.read, ((), None))
        if made not in options:
            made = options[self.preset.get(self.read, 0) % len(options)]
            self._made[self.read] = options, made
        return next(option for option in options if option == made)

    def next(self) -> dict[int, int] | None:
        """Return the next reading: another choice at the last move that has one left; None if there is none."""
        for move in sorted(self._made, reverse=True):
            if self.preset.get(move, 0) + 1 < len(self._made[move][0]):
                kept = {earlier: way for earlier, way in self.preset.items() if earlier < move}
                return kept | {move: self.preset.get(move, 0) + 1}
        return None


@dataclass
class Deal:
    """A deal that begins with a redeal of partly unknown cards.

    ``blanks`` is how many were unknown. ``piles`` has where they come to lie (None if all are known by now), in one of
    ``ways`` that are tried one by one. ``at_least`` is the minimum number of exiles, if that number is open.
    """

    name: str
    blanks: int
    piles: dict[str, list[int]] | None = None
    ways: int = 1
    at_least: int | None = None


class Redeals:
    """The deals that a record begins by a redeal, in the order in which they occur, those of variations included."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        #: how many of them have occurred in this reading
        self.begun = 0
        #: the number of exiles that each deal is to have, the first one included (0 if unspecified)
        self.exiles: list[int] = []
        #: whether the first deal has no open number of exiles
        self.first_deal_known = True
        #: how many redeals to read past, but not beyond the next one
        self.last: int | None = None

    def is_open(self, deal: int) -> bool:
        """Whether the number of exiles of a deal is open; deals are counted from 0, the first of the record."""
        return not self.first_deal_known if deal == 0 else self.deals[deal - 1].at_least is not None

    def are_open(self) -> bool:
        """Whether the number of exiles of some deal is open."""
        return any(self.is_open(deal) for deal in range(len(self.deals) + 1))

    def fewest(self, deal: int) -> int:
        """Return the minimum number of exiles of a deal besides those that are turned up."""
        return (self.deals[deal - 1].at_least or 0) if deal > 0 else 0

    def called(self, deal: int) -> str:
        """Return the name of a deal."""
        return self.deals[deal - 1].name if deal > 0 else "deal 1"


class Proofs:
    """What has been proved about the unknown cards of a record. It is taken back only with a move that is refused."""

    def __init__(self, position: UnknownPosition) -> None:
        self.game = position.game
        #: the position that is looked at, and what the move being read has changed in it so far
        self.position = position
        self.changes: list[Change] = []
        #: whether what is proved is known from the start
        self.hindsight = False
        #: how many variations deep the reading is
        self.variation_depth = 0
        self.redeals = Redeals()
        #: the choices where the record can be read in several ways; None while a move is only tried
        self.choices: Choices | None = Choices()
        #: cards that unknown ones can be, by place and index: the move being read means the same whichever they are
        self.equivalent_cards: list[tuple[str, int, int]] = []
        #: whether something has been assumed about an unknown card
        self.has_assumption = False
        #: how many cards have been proved so far
        self.proved = 0
        self._journal: list[tuple[CardIdentity, str, object]] = []
        self._proved_aside = False

    def laid(self, pile: Sequence[int]) -> list[int]:
        """Return the cards of a pile, as they are known when it is laid. What is learned about a vague one holds for
        this reading alone."""
        return [self._laid(card) if isinstance(card, UnknownCard) else card for card in pile]

    def _laid(self, blank: UnknownCard) -> int:
        slot = blank.slot
        if self.hindsight and slot.card is not None:
            return slot.card | (int(blank) & DOWN)
        return UnknownCard(CardIdentity(slot.possible, vague=True), int(blank) & DOWN) if slot.vague else blank

    # -- identifying cards --------------------------------------------------------------------------------------------

    def left(self, card: int) -> int:
        """Return how many copies of a card are not known to lie anywhere."""
        down = card + DOWN
        return self.game.packs - sum([pile.count(card) + pile.count(down) for pile in self.position.places.values()])

    def can_be(self, blank: int, card: int) -> bool:
        """Whether an unknown card can be this one."""
        return isinstance(blank, UnknownCard) and bool(blank.slot.possible >> card & 1) and self.left(card) > 0

    def mark_known(self, place: str, at: int, card: int) -> None:
        """Show which card an unknown one is. That is proved unless it may be another one that lies there."""
        blank = self.position.places[place][at]
        assert isinstance(blank, UnknownCard)
        if not blank.slot.vague:
            self._set(blank.slot, "card", card)
        self.changes.append(self.position.reveal(place, at, card | (int(blank) & DOWN)))

    def reveal(self, place: str, at: int, card: int) -> None:
        """Identify an unknown card that the record names.

        Raises:
            Refused: it cannot be this card.
        """
        blank = self.position.places[place][at]
        assert isinstance(blank, UnknownCard)
        slot = blank.slot
        if not slot.possible >> card & 1:
            why = next((why for banned, why in slot.exclusions if banned >> card & 1), "")
            message = f"{PRETTY[card]} cannot be the card in {self.game.words(place)}: {why}"
            raise Refused(Refusal("M227", message, self.game.rules.clause("2"), (place,)))
        left = self.left(card)
        if left <= 0:
            raise Refused(self._elsewhere(card, f"{PRETTY[card]} cannot lie in {self.game.words(place)}"))
        self.mark_known(place, at, card)
        if left == 1:
            self._narrow()

    def take_card(self, place: str, reach: Sequence[int], card: int | None) -> int | None:
        """Take one of the cards at some indices of a place, the first if there are several, which is this card.

        Returns:
            Its index; None if the card isn't there.

        Raises:
            Refused: it isn't known well enough, or cannot be this card.
        """
        pile, spread = self.position.places[place], place in self.game.fanned_places
        blanks = [at for at in reach if isinstance(pile[at], UnknownCard)]
        if card is None:
            if blanks:
                raise Refused(not_known(f"the card in {self.game.words(place)}", self.game.rules.clause("4"), place))
            return None
        may = [at for at in blanks if self.can_be(pile[at], card)]
        here = next((at for at in reach if pile[at] == card), None)
        if here is not None:
            if spread:
                # The copy that has lain there longest moves, and an unknown card below this one may be that copy.
                self.blur(place, [at for at in [*may, here] if at <= here])
            return here
        if not blanks or (not may and (card in pile or card + DOWN in pile)):
            return None
        if len(may) > 1:
            if not spread and place != "exile":
                message = f"{PRETTY[card]} could be any of {len(may)} unknown cards in {self.game.words(place)}"
                note = "a move cannot say how many cards it takes along, but a layout can name them"
                raise Refused(Refusal("M228", message, self.game.rules.clause("5"), (place,), (note,)))
            self.blur(place, may)
        at = (may or blanks)[0]
        self.reveal(place, at, card)
        return at

    def blur(self, place: str, may: Sequence[int]) -> None:
        """Record that one of several cards of a place will go: afterwards nothing says which are left, nor how deep the
        cards between them lie."""
        if len(may) > 1:
            between = range(min(may), max(may) + 1)
            self.make_interchangeable(place, between)
            for at in between:
                card = self.position.places[place][at]
                if not isinstance(card, UnknownCard | CardAtUnknownDepth):
                    self.changes.append(self.position.reveal(place, at, CardAtUnknownDepth(card)))

    def make_interchangeable(self, place: str, indices: Sequence[int]) -> None:
        """Record that any of the unknown cards at some indices of a place can be in the place of any other."""
        pile = self.position.places[place]
        slots = {at: card.slot for at in indices if isinstance(card := pile[at], UnknownCard)}
        may = 0
        exclusions: dict[tuple[int, str], None] = {}
        for slot in slots.values():
            may |= slot.possible
            exclusions |= dict.fromkeys(slot.exclusions)
        for at in slots:
            mixed = CardIdentity(may, vague=True)
            mixed.exclusions = [(banned & ~may, why) for banned, why in exclusions if banned & ~may]
            mixed.limited = any(slot.limited for slot in slots.values())
            self.position.put(place, at, UnknownCard(mixed))

    def forget_order(self, place: str) -> None:
        """Forget the order of a place, which matters now: cards at an unknown depth count as unknown."""
        pile = self.position.places[place]
        if any(isinstance(card, CardAtUnknownDepth) for card in pile):
            for at, card in enumerate(pile):
                if isinstance(card, CardAtUnknownDepth):
                    self.changes.append(self.position.reveal(place, at, UnknownCard(CardIdentity(vague=True))))
                elif isinstance(card, UnknownCard) and card.slot.vague:
                    self.position.put(place, at, UnknownCard(CardIdentity(vague=True)))

    def limit(self, place: str, at: int, card_set: int, why: str) -> None:
        """Limit an unknown card to a set; if only one card is left, it is identified.

        Raises:
            Refused: it can be none of them.
        """
        blank = self.position.places[place][at]
        assert isinstance(blank, UnknownCard)
        self._limit(blank.slot, card_set, why)
        self._narrow()

    def restrict(self, slot: CardIdentity, card_set: int, why: str) -> None:
        """Limit an unknown card to a set, without any assumption."""
        has_assumption = self.has_assumption
        self._limit(slot, card_set, why)
        self.has_assumption = has_assumption

    # -- standstills --------------------------------------------------------------------------------------------------

    def fitting(self) -> int:
        """Return the cards that fit a foundation, as a set."""
        want = self.position.table.want
        return set_of([card for card in range(52) if want[card]])

    def open_places(self) -> list[str]:
        """Return the places with an unknown available card."""
        return list(dict.fromkeys(place for place, card in self.position.available() if card == UNKNOWN))

    def lying_open(self, place: str) -> list[int]:
        """Return the available cards of a place."""
        pile = self.position.places[place]
        return pile if place in self.game.fanned_places else pile[-1:]

    def open_slots(self) -> list[CardIdentity]:
        """Return the slots of the unknown available cards."""
        lying = [card for place in self.open_places() for card in self.lying_open(place)]
        return [card.slot for card in lying if isinstance(card, UnknownCard)]

    def exclude_fitting_cards(self) -> None:
        """Conclude from a standstill that no unknown available card fits a foundation.

        Raises:
            Refused: one must fit.
        """
        slots = self.open_slots()
        if not slots:
            return
        fitting = self.fitting()
        for slot in slots:
            self._limit(slot, ALL_CARDS & ~fitting, "it lay open at a standstill, where it would have fitted")
        self._narrow()

    # -- consequences -------------------------------------------------------------------------------------------------

    def _limit(self, slot: CardIdentity, card_set: int, why: str) -> None:
        if not slot.possible & ~card_set:
            return
        self.has_assumption = True
        self._set(slot, "exclusions", [*slot.exclusions, (ALL_CARDS & ~card_set, why)])
        self._set(slot, "possible", slot.possible & card_set)
        self._set(slot, "limited", True)

    def _narrow(self) -> None:
        """Identify cards that can only be one card, until there are no more."""
        again = True
        while again:
            again = False
            limited = []
            lying = [0] * (2 * DOWN)
            for place, pile in self.position.places.items():
                for at, card in enumerate(pile):
                    lying[card] += 1
                    if isinstance(card, UnknownCard) and card.slot.limited:
                        limited.append((place, at, card.slot))
            if not limited:
                return
            packs = self.game.packs
            left = set_of([card for card in range(52) if lying[card] + lying[card + DOWN] < packs])
            for place, at, slot in limited:
                may = slot.possible & left
                if not may:
                    raise Refused(self._none_fits(place, slot))
                if not slot.vague and not may & (may - 1):
                    self.mark_known(place, at, may.bit_length() - 1)
                    again = True
                    break

    def _none_fits(self, place: str, slot: CardIdentity) -> Refusal:
        clause = self.game.rules.clause("2")
        message = f"no card is left that could be the one in {self.game.words(place)} ({slot.exclusions[-1][1]})"
        notes = [note for card in cards_of(slot.possible) for note in self._elsewhere(card, "").notes]
        return Refusal("M227", message, clause, (place,), tuple(notes))

    def _elsewhere(self, card: int, what: str) -> Refusal:
        """Return the refusal of a card all whose copies are known to lie elsewhere."""
        game = self.game
        places = [name for name, pile in self.position.places.items() if card in pile or card + DOWN in pile]
        lying = []
        for name in places:
            on = "on" if name in game.foundations else "in"
            count = self.position.places[name].count(card) + self.position.places[name].count(card + DOWN)
            lying.append(f"{'twice ' if count > 1 else ''}{on} {game.words(name)}")
        where = "it is known to be" if game.packs == 1 else "both are known to be"
        note = f"{PRETTY[card]} is {listed(lying)}"
        return Refusal("M227", f"{what}: {where} elsewhere", game.rules.clause("2"), tuple(places), (note,))

    def _set(self, slot: CardIdentity, name: str, value: object) -> None:
        self._proved_aside = self._proved_aside or (self.variation_depth > 0 and name == "card")
        self.proved += name == "card"
        self._journal.append((slot, name, getattr(slot, name)))
        setattr(slot, name, value)

    def _take_back(self, mark: int) -> None:
        while len(self._journal) > mark:
            slot, name, value = self._journal.pop()
            self.proved -= name == "card"
            setattr(slot, name, value)
