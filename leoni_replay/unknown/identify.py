"""The unknown cards that a move of a game without weaving names, and where they lie."""

from __future__ import annotations

from leoni_replay.cards import PRETTY
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.places import card_named
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
        """Return the indices at which a moved card of a place may lie."""
        pile = position.places[place]
        return list(range(len(pile))) if place in self.game.fanned_places else [len(pile) - 1]

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
        _Naming(self, proofs).name(command)
        return None


class _Naming:
    """Identifies the cards that one move names."""

    def __init__(self, names: PatienceNames, proofs: Proofs) -> None:
        self.names = names
        self.game = names.game
        self.proofs = proofs
        self.position = proofs.position

    def name(self, command: Move) -> None:
        """Identify the cards that a command names."""
        source, card, dest = command[:3]
        places = self.position.places
        if places.get("hand") and source == "deal":
            # The card in the hand is available too.
            self._dealt(card, dest, command.shown)
        if self.names.at_standstill(self.position, command):
            self.proofs.exclude_fitting_cards()
        if source == "deal":
            self._dealt(card, dest, command.shown)
        elif source is None:
            # A card that goes from one foundation to the other lies open.
            if card is not None and dest not in REVERSALS:
                self._anywhere(card)
        elif source == "redeal":
            for place in self.game.fanned_places:
                if self.position.deal + 1 not in self.game.written_redeals:
                    self.proofs.forget_order(place)
        else:
            self._there(source, card, dest)
        if card is not None:
            self._built_on(card, command)
        lights = self.names.comes_to_light(self.position, self._with_source(command)) if command.shown else []
        for shown, (place, at) in zip(command.shown or (), lights, strict=False):
            if isinstance(places[place][at], UnknownCard):
                self.proofs.reveal(place, at, shown)

    def _with_source(self, command: Move) -> Move:
        """Return a command that names only its card, completed with the only place that the card can come from."""
        if command.source is not None or command.card is None:
            return command
        sources = {place for place, lies in self.position.available() if lies == command.card}
        # A card that takes others along isn't available by itself.
        sources = sources or {place for place in self.names.built if command.card in self.position.places[place]}
        return command._replace(source=min(sources)) if len(sources) == 1 and sources != {"hand"} else command

    def _dealt(self, card: int | None, dest: str | None, shown: tuple[int, ...] | None) -> None:
        """Identify the card in the hand, or the next one of the stock."""
        places = self.position.places
        place = "hand" if places.get("hand") else "stock"
        pile = places.get(place, [])
        if not pile or not isinstance(pile[-1], UnknownCard):
            return
        if card is not None:
            self.proofs.reveal(place, len(pile) - 1, card)
        elif dest is not None or (not shown and self.names.by_card):
            what = "the card in hand" if place == "hand" else "the next card of the stock"
            raise Refused(not_known(what, self.game.rules.clause("7"), *([place] if place == "hand" else [])))

    def _there(self, place: str, card: int | None, dest: str | None) -> None:
        """Identify a card that is moved from a place."""
        if not self.position.places.get(place) or place in self.game.foundations or place in ("hand", "stock"):
            return
        reach = self.names.reach(self.position, place, card, dest if card is not None else None)
        at = self.proofs.take_card(place, reach, card)
        if at is not None and place not in self.game.fanned_places:
            self._along(place, at)

    def _along(self, place: str, at: int) -> None:
        """Identify the cards that move along with a card: they are in sequence with it."""
        pile = self.position.places[place]
        why = f"{PRETTY[pile[at]]} was moved with it"
        below = stands = 1 << pile[at]
        for above in range(at + 1, len(pile)):
            in_line = self.names.taken_along(below)
            if isinstance(self.position.places[place][above], UnknownCard):
                self.proofs.limit(place, above, in_line, why)
            stands = self._stand_in(place, above, self.names.taken_along(stands))
            below = in_line & may_be_any_of(self.position.places[place][above])

    def _stand_in(self, place: str, at: int, card_set: int) -> int:
        """Take one card of a set that an unknown one can be; return the set of it."""
        may = may_be_any_of(self.position.places[place][at]) & card_set
        card = next(cards_of(may), None)
        if card is None or card_set == ALL_CARDS:
            return card_set
        self.proofs.equivalent_cards.append((place, at, card))
        return 1 << card

    def _anywhere(self, card: int) -> None:
        """Identify a card written without its place, if it is available or can be in only one place."""
        game, places = self.game, self.position.places
        if any(lies == card for _, lies in self.position.available()):
            return
        may = []
        for place, pile in places.items():
            if not pile or place in game.foundations:
                continue
            top = place in ("hand", "stock")
            reach = [len(pile) - 1] if top else self.names.reach(self.position, place, card, None)
            may += [place for at in reach if self.proofs.can_be(pile[at], card)]
        if len(set(may)) == 1:
            (place,) = set(may)
            if place in ("hand", "stock"):
                self._dealt(card, None, None)
            else:
                self._there(place, card, None)
        elif may:
            raise Refused(place_not_known(card, game.rules.clause("4")))

    def _built_on(self, card: int, command: Move) -> None:
        """Identify the card on which another is built, which is named or must be one that takes it."""
        places = self.position.places
        on, name = card_named(command.dest), self.game.vocabulary.place_named(command.dest)
        tops = {place: places[place][-1] for place in self.names.built if places[place]}
        if on is not None:
            may = [place for place, top in tops.items() if self.proofs.can_be(top, on)]
            if on in tops.values() or not may:
                return
            if len(may) > 1:
                raise Refused(place_not_known(on, self.game.rules.clause("5")))
            self.proofs.reveal(may[0], len(places[may[0]]) - 1, on)
            return
        top = tops.get(name or "")
        card_set = self.names.bearing(command)
        if (
            name is None
            or name == command.source
            or not isinstance(top, UnknownCard)
            or not top.slot.possible & card_set
        ):
            return
        self.proofs.limit(name, len(places[name]) - 1, card_set, f"{PRETTY[card]} was built on it")
        self._stand_in(name, len(places[name]) - 1, card_set)
