"""The unknown cards that a move of a game without weaving names, and where they lie."""

from __future__ import annotations

from leoni_replay.cards import PRETTY
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.places import NUMBERS, card_named, place_named
from leoni_replay.games.refusal import Refused, not_known, place_not_known
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import NamedStep, UnknownPosition
from leoni_replay.unknown.proofs import Proofs
from leoni_replay.unknown.try_all_deals import Completing
from leoni_replay.unknown.unknown_cards import ALL_CARDS, UnknownCard, cards_of, may_be_any_of


class PatienceNames(Names):
    """Knowledge about the unknown cards of a game without weaving: where the cards that its moves name may lie."""

    lost_at_standstill = True
    #: whether the record decides where a card of the stock goes, so that the word ``deal`` alone says too little
    by_card = False

    @classmethod
    def complete(cls, reader: RecordReader) -> ReadResult:
        return Completing(reader, cls(reader.setup.game)).complete()

    def reach(self, position: UnknownPosition, place: str, card: int | None, dest: str | None) -> list[int]:
        """Return the indices, from the bottom of a place, at which the card that moves may lie: all those of a fanned
        place, where every card is available, and otherwise that of the top card.

        Args:
            position: the position before the move.
            place: the place.
            card: the card; None if the record doesn't name it.
            dest: where it goes, as the record writes it; None if it doesn't say it.
        """
        pile = position.places[place]
        return list(range(len(pile))) if place in self.game.fanned_places else [len(pile) - 1]

    def takes_cards_along(self, position: UnknownPosition, place: str, dest: str | None) -> bool:
        """Whether a card that moves from a place of the layout may take along the cards on it, by the rules in force.

        Args:
            position: the position before the move.
            place: the place.
            dest: where the card goes, as the record writes it; None if it doesn't say it.
        """
        goes_on_table = card_named(dest) is not None or place_named(dest) is not None
        # Which place it goes to makes no difference, if it is not a foundation.
        return (
            goes_on_table
            and place in self.built
            and self.game.table(position).takes_cards_along(NUMBERS[place], NUMBERS[place])
        )

    def bearing(self, command: Move) -> int:
        """Return the cards on which the card of a command may be built, as a set (5)."""
        return 0

    def taken_along(self, on: int) -> int:
        """Return the cards that may lie on one of a set of cards and move with it, as a set (5)."""
        return ALL_CARDS

    def at_standstill(self, position: UnknownPosition, command: Move) -> bool:
        """Whether a command means a move that is made only when no available card fits a foundation."""
        return False

    def name_cards(self, proofs: Proofs, command: Move) -> NamedStep | None:
        _Naming(self, proofs).identify_all(command)
        return None


class _Naming:
    """Identifies the unknown cards that one move names: notes in ``proofs`` which cards they are, or can be."""

    def __init__(self, names: PatienceNames, proofs: Proofs) -> None:
        self.names = names
        self.game = names.game
        self.proofs = proofs
        self.position = proofs.position

    def identify_all(self, command: Move) -> None:
        """Identify the cards that a command names.

        Raises:
            Refused: a named card cannot be there, or a card that matters is not named.
        """
        source, card, dest = command[:3]
        places = self.position.places
        if places.get("hand") and source == "deal":
            # The card in the hand is available too.
            self._identify_next_card(card, dest, command.shown)
        if self.names.at_standstill(self.position, command):
            self.proofs.exclude_fitting_cards()
        if source == "deal":
            self._identify_next_card(card, dest, command.shown)
        elif source is None:
            # A card that goes from one foundation to the other lies open.
            if card is not None and dest not in REVERSALS:
                self._identify_anywhere(card)
        elif source == "redeal":
            for place in self.game.fanned_places:
                if self.position.deal + 1 not in self.game.written_redeals:
                    self.proofs.forget_order(place)
        else:
            self._identify_moved_cards(source, card, dest)
        if card is not None:
            self._limit_card_below(card, command)
        spots = self.names.comes_to_light(self.position, self._with_source(command)) if command.shown else []
        for shown_card, (place, at) in zip(command.shown or (), spots, strict=False):
            if isinstance(places[place][at], UnknownCard):
                self.proofs.reveal(place, at, shown_card)

    def _with_source(self, command: Move) -> Move:
        """Return a command that names only its card, completed with the only place that the card can come from."""
        if command.source is not None or command.card is None:
            return command
        sources = {place for place, card in self.position.available() if card == command.card}
        # A card that takes others along isn't available by itself.
        sources = sources or {place for place in self.names.built if command.card in self.position.places[place]}
        return command._replace(source=min(sources)) if len(sources) == 1 and sources != {"hand"} else command

    def _identify_next_card(self, card: int | None, dest: str | None, shown_cards: tuple[int, ...] | None) -> None:
        """Identify the card in the hand, or if there is none the next one of the stock, if it is unknown.

        Args:
            card: the card, as the record names it; None if it doesn't.
            dest: where it goes; None if the record doesn't say it.
            shown_cards: the cards that the record says come to light in the move.

        Raises:
            Refused: the record doesn't name the card, but says where it goes, or a choice depends on it.
        """
        places = self.position.places
        place = "hand" if places.get("hand") else "stock"
        pile = places.get(place, [])
        if not pile or not isinstance(pile[-1], UnknownCard):
            return
        if card is not None:
            self.proofs.reveal(place, len(pile) - 1, card)
        elif dest is not None or (not shown_cards and self.names.by_card):
            clause = self.game.rules.clause("7")
            if place == "hand":
                raise Refused(not_known("the card in hand", clause, place))
            raise Refused(not_known("the next card of the stock", clause))

    def _identify_moved_cards(self, place: str, card: int | None, dest: str | None) -> None:
        """Identify a card that is moved from a place, and those that it takes along."""
        if not self.position.places.get(place) or place in self.game.foundations or place in ("hand", "stock"):
            return
        reach = self.names.reach(self.position, place, card, dest if card is not None else None)
        at = self.proofs.take_card(place, reach, card)
        if at is not None and place not in self.game.fanned_places:
            self._limit_cards_above(place, at)

    def _limit_cards_above(self, place: str, at: int) -> None:
        """Limit the unknown cards that lie on a card and move along with it: they are in sequence with it.

        Args:
            place: the place.
            at: the index of the card, which is known, from the bottom.
        """
        pile = self.position.places[place]
        why = f"{PRETTY[pile[at]]} was moved with it"
        # The cards that the one below can be, and one of them that stands in for it, both as sets.
        below = stand_in = 1 << pile[at]
        for index in range(at + 1, len(pile)):
            in_sequence = self.names.taken_along(below)
            if isinstance(self.position.places[place][index], UnknownCard):
                self.proofs.limit(place, index, in_sequence, why)
            stand_in = self._choose_stand_in(place, index, self.names.taken_along(stand_in))
            below = in_sequence & may_be_any_of(self.position.places[place][index])

    def _choose_stand_in(self, place: str, at: int, card_set: int) -> int:
        """Note one card of a set that stands in for an unknown one, because the move means the same whichever it is.

        Args:
            place: the place of the unknown card.
            at: its index, from the bottom.
            card_set: the set.

        Returns:
            The set of the chosen card alone; the whole set if no card was chosen, because the unknown card can be none
            of the set, or may be any card at all.
        """
        card = next(cards_of(may_be_any_of(self.position.places[place][at]) & card_set), None)
        if card is None or card_set == ALL_CARDS:
            return card_set
        self.proofs.equivalent_cards.append((place, at, card))
        return 1 << card

    def _identify_anywhere(self, card: int) -> None:
        """Identify a card written without its place, if it is not known to be available and can be in only one place.

        Raises:
            Refused: it can be in several places.
        """
        game = self.game
        known_cards = [known_card for _, known_card in self.position.available()]
        if card in known_cards:
            return
        possible_places: set[str] = set()
        for place, pile in self.position.places.items():
            if not pile or place in game.foundations:
                continue
            reach = [len(pile) - 1]
            if place not in ("hand", "stock"):
                reach = self.names.reach(self.position, place, card, None)
            if any(self.proofs.can_be(pile[at], card) for at in reach):
                possible_places.add(place)
        if len(possible_places) > 1:
            raise Refused(place_not_known(card, game.rules.clause("4")))
        for place in possible_places:
            if place in ("hand", "stock"):
                self._identify_next_card(card, None, None)
            else:
                self._identify_moved_cards(place, card, None)

    def _limit_card_below(self, card: int, command: Move) -> None:
        """Learn about the card on which another is built: the record names it, or it must be one that takes the other.

        Args:
            card: the card that is built on it.
            command: the move.
        """
        places = self.position.places
        tops = {place: places[place][-1] for place in self.names.built if places[place]}
        named_card = card_named(command.dest)
        if named_card is not None:
            if named_card not in tops.values():
                self._identify_top_card(named_card, tops)
            return
        place = self.game.vocabulary.place_named(command.dest)
        if place is None or place == command.source:
            return
        top = tops.get(place)
        card_set = self.names.bearing(command)
        if isinstance(top, UnknownCard) and top.slot.possible & card_set:
            at = len(places[place]) - 1
            self.proofs.limit(place, at, card_set, f"{PRETTY[card]} was built on it")
            self._choose_stand_in(place, at, card_set)

    def _identify_top_card(self, card: int, tops: dict[str, int]) -> None:
        """Identify a card that is the top card of some pile, if only one of the unknown ones can be it.

        Args:
            card: the card.
            tops: the top cards by place.

        Raises:
            Refused: several can be it.
        """
        possible_places = [place for place, top in tops.items() if self.proofs.can_be(top, card)]
        if len(possible_places) > 1:
            raise Refused(place_not_known(card, self.game.rules.clause("5")))
        for place in possible_places:
            self.proofs.reveal(place, len(self.position.places[place]) - 1, card)
