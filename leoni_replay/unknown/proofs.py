"""What a record proves about unknown cards, and what they cannot be.

A record is about one deal, so nothing that it proves is ever taken back, not even with a variation. Only the change
that shows the card in the position is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from leoni_replay.cards import DOWN, PACK, PRETTY, UNKNOWN
from leoni_replay.games.game import Game
from leoni_replay.games.refusal import Refusal, Refused, not_known
from leoni_replay.games.steps import Change
from leoni_replay.message import Message, joined
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
        self.preset: dict[int, int] = dict(preset or {})
        #: how many moves have been read, those of variations included
        self.moves_read: int = 0
        #: by the move's index, the options that it had, and the one that was chosen
        self._choices: dict[int, tuple[Sequence[object], object]] = {}
        #: what the choices of this reading assume, in words
        self.assumptions: list[str] = []

    def begin(self) -> None:
        """Start reading the record from its beginning."""
        self.moves_read = 0
        self.assumptions = []

    def choose(self, options: Sequence[T]) -> T:
        """Choose one of several ways to read the current move: the one that ``preset`` says, or the first. If the
        record is read again, it is the same one, as long as it is still among the options."""
        move = self.moves_read
        _, choice = self._choices.get(move, ((), None))
        if choice not in options:
            choice = options[self.preset.get(move, 0) % len(options)]
            self._choices[move] = options, choice
        return next(option for option in options if option == choice)

    def next_preset(self) -> dict[int, int] | None:
        """Return the choices of the next reading, as its ``preset``; None if all readings have been tried.

        At the last move that has an option left, the next option is chosen. Choices before that move stay, and those
        after it begin with their first options again.
        """
        for move in sorted(self._choices, reverse=True):
            options, _ = self._choices[move]
            next_choice = self.preset.get(move, 0) + 1
            if next_choice < len(options):
                earlier_choices = {earlier: choice for earlier, choice in self.preset.items() if earlier < move}
                return {**earlier_choices, move: next_choice}
        return None


@dataclass
class Deal:
    """A deal that begins with a redeal of partly unknown cards.

    Attributes:
        name: what messages call it.
        blank_count: how many of its cards were unknown.
        piles: the cards of the places after it; None if all were known.
        way_count: in how many ways it can have been dealt; ``piles`` is one of them.
        fewest_exiles: the minimum number of its exiles, if that number is open.
    """

    name: str
    blank_count: int
    piles: dict[str, list[int]] | None = None
    way_count: int = 1
    fewest_exiles: int | None = None


class Redeals:
    """The deals that a record begins by a redeal, in the order in which they occur, those of variations included.

    The methods take the number of a deal, counted from 0, the first deal of the record; ``deals`` begins with number 1.
    """

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        #: how many of them have occurred in this reading
        self.redeal_count = 0
        #: the number of exiles that each deal is to have, the first one included (0 if unspecified)
        self.exiles: list[int] = []
        #: whether the number of exiles of the first deal is known
        self.first_deal_known = True
        #: the number of the deal that reading stops at the end of, if another one follows it; None for no such deal
        self.last_deal: int | None = None

    def is_open(self, deal: int) -> bool:
        """Whether the number of exiles of a deal is open."""
        return not self.first_deal_known if deal == 0 else self.deals[deal - 1].fewest_exiles is not None

    def are_open(self) -> bool:
        """Whether the number of exiles of some deal is open."""
        return any(self.is_open(deal) for deal in range(len(self.deals) + 1))

    def fewest_exiles(self, deal: int) -> int:
        """Return the number of exiles that a deal has at the least, whatever the moves turn up."""
        return (self.deals[deal - 1].fewest_exiles or 0) if deal > 0 else 0

    def name_of(self, deal: int) -> str:
        """Return the name of a deal."""
        return self.deals[deal - 1].name if deal > 0 else "deal 1"


class Proofs:
    """What has been proved about the unknown cards of a record. It is taken back only with a move that is refused."""

    def __init__(self, position: UnknownPosition) -> None:
        self.game: Game[Any] = position.game
        #: the position that is looked at, and what the move being read has changed in it so far
        self.position = position
        self.changes: list[Change] = []
        #: whether what is proved is known from the start
        self.hindsight = False
        #: how many variations deep the reading is
        self.variation_depth = 0
        self.redeals: Redeals = Redeals()
        #: the choices where the record can be read in several ways; None while a move is only tried
        self.choices: Choices | None = Choices()
        #: cards that unknown ones can be, by place and index: the move being read means the same whichever they are
        self.equivalent_cards: list[tuple[str, int, int]] = []
        #: whether something has been assumed about an unknown card
        self.has_assumption: bool = False
        #: how many cards have been proved so far
        self.proved_count: int = 0
        #: what has been learned about unknown cards: the card, the attribute that was set, and its former value
        self._journal: list[tuple[CardIdentity, str, object]] = []
        #: whether a card has been proved in a variation
        self._proved_in_variation = False

    def cards_to_lay(self, pile: Sequence[int]) -> list[int]:
        """Return the cards of a pile, as they are known when it is laid in this reading.

        With hindsight, an unknown card whose identity is proved is known. A vague one (it isn't certain that it lies
        there) is replaced by a copy, so that what is learned about it holds for this reading alone.
        """
        return [self._card_to_lay(card) if isinstance(card, UnknownCard) else card for card in pile]

    def _card_to_lay(self, blank: UnknownCard) -> int:
        """Return one unknown card, as ``cards_to_lay`` returns it."""
        slot = blank.slot
        if self.hindsight and slot.card is not None:
            return slot.card | (int(blank) & DOWN)
        return UnknownCard(CardIdentity(slot.possible, vague=True), int(blank) & DOWN) if slot.vague else blank

    # -- identifying cards --------------------------------------------------------------------------------------------

    def copies_left(self, card: int) -> int:
        """Return how many copies of a card are not known to lie anywhere."""
        down = card + DOWN
        return self.game.packs - sum([pile.count(card) + pile.count(down) for pile in self.position.places.values()])

    def can_be(self, blank: int, card: int) -> bool:
        """Whether an unknown card can be this one."""
        return isinstance(blank, UnknownCard) and bool(blank.slot.possible >> card & 1) and self.copies_left(card) > 0

    def mark_known(self, place: str, at: int, card: int) -> None:
        """Replace an unknown card of the position by the card that it is. Its identity is also noted as proved, unless
        the card is vague: then another one may lie there.

        Args:
            place: the place.
            at: the index of the unknown card, from the bottom.
            card: the card that it is.
        """
        blank = self.position.places[place][at]
        assert isinstance(blank, UnknownCard)
        if not blank.slot.vague:
            self._set(blank.slot, "card", card)
        self.changes.append(self.position.reveal(place, at, card | (int(blank) & DOWN)))

    def reveal(self, place: str, at: int, card: int) -> None:
        """Identify an unknown card that the record names.

        Args:
            place: the place.
            at: the index of the unknown card, from the bottom.
            card: the card that the record names.

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
        copies_left = self.copies_left(card)
        if copies_left <= 0:
            raise Refused(self._refuse_copy(card, f"{PRETTY[card]} cannot lie in {self.game.words(place)}"))
        self.mark_known(place, at, card)
        if copies_left == 1:
            # No copy is left, so no other unknown card can be this card any more.
            self._narrow()

    def take_card(self, place: str, reach: Sequence[int], card: int | None) -> int | None:
        """Find the card that a move takes from a place: the first copy of it within reach, or an unknown card that can
        be it, which is then identified.

        Args:
            place: the place.
            reach: the indices at which the card may lie, in the order in which the cards are taken.
            card: the card; None if the record doesn't name it.

        Returns:
            The index of the card; None if the card isn't there, or isn't named and no unknown card is within reach.

        Raises:
            Refused: it isn't known well enough, or cannot be this card.
        """
        pile, is_fanned = self.position.places[place], place in self.game.fanned_places
        blanks = [at for at in reach if isinstance(pile[at], UnknownCard)]
        if card is None:
            if blanks:
                raise Refused(not_known(f"the card in {self.game.words(place)}", self.game.rules.clause("4"), place))
            return None
        candidates = [at for at in blanks if self.can_be(pile[at], card)]
        known_index = next((at for at in reach if pile[at] == card), None)
        if known_index is not None:
            if is_fanned:
                # The copy that has lain there longest moves, and an unknown card below this one may be that copy.
                self.blur(place, [at for at in [*candidates, known_index] if at <= known_index])
            return known_index
        if not blanks or (not candidates and (card in pile or card + DOWN in pile)):
            return None
        if len(candidates) > 1:
            if not is_fanned and place != "exile":
                message = f"{PRETTY[card]} could be any of {len(candidates)} unknown cards in {self.game.words(place)}"
                note = "a move cannot say how many cards it takes along, but a layout can name them"
                raise Refused(Refusal("M228", message, self.game.rules.clause("5"), (place,), (note,)))
            self.blur(place, candidates)
        at = candidates[0] if candidates else blanks[0]
        self.reveal(place, at, card)
        return at

    def blur(self, place: str, candidates: Sequence[int]) -> None:
        """Note that one of several cards of a place will go, and nothing says which. So the unknown ones among them
        become interchangeable, and the cards between them lie at an unknown depth.

        Args:
            place: the place.
            candidates: the indices of the cards that may go; if there is only one, nothing changes.
        """
        if len(candidates) > 1:
            indices = range(min(candidates), max(candidates) + 1)
            self.make_interchangeable(place, indices)
            for at in indices:
                card = self.position.places[place][at]
                if not isinstance(card, UnknownCard | CardAtUnknownDepth):
                    self.changes.append(self.position.reveal(place, at, CardAtUnknownDepth(card)))

    def make_interchangeable(self, place: str, indices: Sequence[int]) -> None:
        """Note that any of the unknown cards at some indices of a place can lie where any other of them does. Each
        becomes a new card that can be whatever one of them can be, and is vague."""
        pile = self.position.places[place]
        slots = {at: card.slot for at in indices if isinstance(card := pile[at], UnknownCard)}
        possible = 0
        exclusions: dict[tuple[int, str], None] = {}
        for slot in slots.values():
            possible |= slot.possible
            exclusions |= dict.fromkeys(slot.exclusions)
        for at in slots:
            any_of_them = CardIdentity(possible, vague=True)
            any_of_them.exclusions = [(banned & ~possible, why) for banned, why in exclusions if banned & ~possible]
            any_of_them.limited = any(slot.limited for slot in slots.values())
            self.position.put(place, at, UnknownCard(any_of_them))

    def forget_order(self, place: str) -> None:
        """Replace the cards of a place that lie at an unknown depth by unknown cards, because now it matters in which
        order the cards lie. Vague ones among them become new unknown cards too."""
        pile = self.position.places[place]
        if not any(isinstance(card, CardAtUnknownDepth) for card in pile):
            return
        for at, card in enumerate(pile):
            if isinstance(card, CardAtUnknownDepth):
                self.changes.append(self.position.reveal(place, at, UnknownCard(CardIdentity(vague=True))))
            elif isinstance(card, UnknownCard) and card.slot.vague:
                self.position.put(place, at, UnknownCard(CardIdentity(vague=True)))

    def limit(self, place: str, at: int, card_set: int, why: str) -> None:
        """Limit an unknown card to a set; if only one card is left, it is identified.

        Args:
            place: the place where it lies.
            at: its index there, from the bottom.
            card_set: the cards that it can be, as a bit set.
            why: why it can be no other card, in words.

        Raises:
            Refused: it can be none of them.
        """
        blank = self.position.places[place][at]
        assert isinstance(blank, UnknownCard)
        self._limit(blank.slot, card_set, why)
        self._narrow()

    def restrict(self, slot: CardIdentity, card_set: int, why: str) -> None:
        """Limit an unknown card to a set, for a reason that assumes nothing: ``has_assumption`` stays as it is. The
        arguments are as for ``limit``."""
        has_assumption = self.has_assumption
        self._limit(slot, card_set, why)
        self.has_assumption = has_assumption

    # -- standstills --------------------------------------------------------------------------------------------------

    def fitting(self) -> int:
        """Return the cards that fit a foundation, as a set."""
        table = self.position.table
        return set_of([card for card in PACK if table.want[card]])

    def open_places(self) -> list[str]:
        """Return the places with an unknown available card."""
        return list(dict.fromkeys(place for place, card in self.position.available() if card == UNKNOWN))

    def open_cards(self, place: str) -> list[int]:
        """Return the available cards of a place."""
        pile = self.position.places[place]
        return pile if place in self.game.fanned_places else pile[-1:]

    def open_slots(self) -> list[CardIdentity]:
        """Return the slots of the unknown available cards."""
        cards = [card for place in self.open_places() for card in self.open_cards(place)]
        return [card.slot for card in cards if isinstance(card, UnknownCard)]

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
        """Note that an unknown card is one of a set and why it can be no other, unless that is known already."""
        if not slot.possible & ~card_set:
            return
        self.has_assumption = True
        self._set(slot, "exclusions", [*slot.exclusions, (ALL_CARDS & ~card_set, why)])
        self._set(slot, "possible", slot.possible & card_set)
        self._set(slot, "limited", True)

    def _narrow(self) -> None:
        """Identify every unknown card that has been limited to a set of which only one card is left.

        Raises:
            Refused: no card of a set is left.
        """
        while self._identify_limited_card():
            pass

    def _identify_limited_card(self) -> bool:
        """Identify one of the cards that have been limited to a set, if only one card of the set is left.

        Returns:
            Whether there was such a card. If so, others may follow from it.

        Raises:
            Refused: no card of a set is left.
        """
        blanks: list[tuple[str, int, CardIdentity]] = []
        # How many copies of each card are known to lie somewhere, those face down under the number with DOWN added.
        copies = [0] * (2 * DOWN)
        for place, pile in self.position.places.items():
            for at, card in enumerate(pile):
                copies[card] += 1
                if isinstance(card, UnknownCard) and card.slot.limited:
                    blanks.append((place, at, card.slot))
        if not blanks:
            return False
        packs = self.game.packs
        cards_left = set_of([card for card in PACK if copies[card] + copies[card + DOWN] < packs])
        for place, at, slot in blanks:
            possible = slot.possible & cards_left
            if not possible:
                raise Refused(self._refuse_every_card(place, slot))
            # Without its lowest bit, a set of one card is empty.
            is_only_one = not possible & (possible - 1)
            if is_only_one and not slot.vague:
                self.mark_known(place, at, possible.bit_length() - 1)
                return True
        return False

    def _refuse_every_card(self, place: str, slot: CardIdentity) -> Refusal:
        """Return the refusal of a move after which no card is left that an unknown card of a place can be.

        Args:
            place: the place.
            slot: what is known about the unknown card.
        """
        clause = self.game.rules.clause("2")
        message = f"no card is left that could be the one in {self.game.words(place)} ({slot.exclusions[-1][1]})"
        notes = [note for card in cards_of(slot.possible) for note in self._refuse_copy(card, "").notes]
        return Refusal("M227", message, clause, (place,), tuple(notes))

    def _refuse_copy(self, card: int, objection: str) -> Refusal:
        """Return the refusal of a move that names a card all of whose copies are known to lie elsewhere.

        Args:
            card: the card.
            objection: the first part of the message, which says what cannot be.
        """
        game = self.game
        places = [name for name, pile in self.position.places.items() if card in pile or card + DOWN in pile]
        places_in_words = []
        for name in places:
            on = "on " if name in game.foundations else "in "
            count = self.position.places[name].count(card) + self.position.places[name].count(card + DOWN)
            places_in_words.append(Message("twice " if count > 1 else "", on, game.words(name)))
        copies = "it is known to be" if game.packs == 1 else "both are known to be"
        note = Message(f"{PRETTY[card]} is ", joined(places_in_words, ", ", last=" and "))
        return Refusal("M227", f"{objection}: {copies} elsewhere", game.rules.clause("2"), tuple(places), (note,))

    def _set(self, slot: CardIdentity, name: str, value: object) -> None:
        """Set an attribute of what is known about an unknown card, and write its former value in the journal."""
        if name == "card":
            self.proved_count += 1
            if self.variation_depth > 0:
                self._proved_in_variation = True
        self._journal.append((slot, name, getattr(slot, name)))
        setattr(slot, name, value)

    def _take_back(self, mark: int) -> None:
        """Take back what has been learned since the journal had ``mark`` entries."""
        while len(self._journal) > mark:
            slot, name, former_value = self._journal.pop()
            if name == "card":
                self.proved_count -= 1
            setattr(slot, name, former_value)
