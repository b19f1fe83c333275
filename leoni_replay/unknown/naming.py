"""The unknown cards that a move of a game without weaving names, and where they lie."""

from __future__ import annotations

from leoni_replay.cards import DOWN, PRETTY
from leoni_replay.commands import Command
from leoni_replay.games.places import card_named
from leoni_replay.games.refusal import Refusal, Refused, not_known, place_not_known
from leoni_replay.games.steps import Change
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.blanks import EVERY, Blank, may_be_any_of
from leoni_replay.unknown.completing import Completing
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import NamedStep, UnknownPosition
from leoni_replay.unknown.proofs import Proofs


class PatienceNames(Names):
    """Knowledge about the unknown cards of a game without weaving: where the cards that its moves name may lie."""

    lost_at_standstill = True
    #: the piles on which cards are built
    built: tuple[str, ...] = ()
    #: whether the record decides where a card of the stock goes, so that the word ``deal`` alone says too little
    by_card = False

    @classmethod
    def complete(cls, transcript: Transcript, setup: Setup, read: Read) -> Reading:
        return Completing(transcript, setup, cls(setup.game), read).completed()

    def reach(self, position: UnknownPosition, place: str, card: int | None, dest: str | None) -> list[int]:
        """The indices at which a moved card of a place may lie."""
        pile = position.places[place]
        return list(range(len(pile))) if place in self.game.spreads else [len(pile) - 1]

    def bearing(self, command: Command) -> int:
        """The cards on which the card of a command may be built, as a set (5)."""
        return 0

    def taken_along(self, on: int) -> int:
        """The cards that may lie on one of a set of cards and move with it, as a set (5)."""
        return EVERY

    def at_standstill(self, position: UnknownPosition, command: Command) -> bool:
        """Whether a command means a move that is made only when no available card fits a foundation."""
        return False

    def name_cards(
        self, proofs: Proofs, position: UnknownPosition, command: Command, changes: list[Change]
    ) -> NamedStep | None:
        _Naming(self, proofs, position, changes).name(command)
        return None


class _Naming:
    """Identifies the cards that one move names."""

    def __init__(self, names: PatienceNames, proofs: Proofs, position: UnknownPosition, changes: list[Change]) -> None:
        self.names = names
        self.game = names.game
        self.proofs = proofs
        self.position = position
        self.changes = changes

    def name(self, command: Command) -> None:
        """Identify the cards that a command names."""
        source, card, dest = command[:3]
        places = self.position.places
        if places.get("hand") and source == "deal":
            # The card in the hand is available too.
            self._dealt(card, dest, command.shown)
        if self.names.at_standstill(self.position, command):
            self.proofs.shut_out(self.position, self.changes)
        if source == "deal":
            self._dealt(card, dest, command.shown)
        elif source is None:
            if card is not None:
                self._anywhere(card)
        elif source == "redeal":
            for place in self.game.spreads:
                if self.position.deal + 1 not in self.game.written_redeals:
                    self.proofs.loosen(self.position, self.changes, place)
        else:
            self._there(source, card, dest)
        if card is not None:
            self._built_on(card, command)
        lights = self.names.comes_to_light(self.position, self._with_source(command)) if command.shown else []
        for shown, (place, at) in zip(command.shown or (), lights, strict=False):
            if isinstance(places[place][at], Blank):
                self.proofs.reveal(self.position, self.changes, place, at, shown)

    def _with_source(self, command: Command) -> Command:
        """A command that names only its card, completed with the only place that the card can come from."""
        if command.source is not None or command.card is None:
            return command
        sources = {place for place, lies in self.game.available(self.position) if lies == command.card}
        # A card that takes others along isn't available by itself.
        sources = sources or {place for place in self.names.built if command.card in self.position.places[place]}
        return command._replace(source=min(sources)) if len(sources) == 1 and sources != {"hand"} else command

    def _dealt(self, card: int | None, dest: str | None, shown: tuple[int, ...] | None) -> None:
        """The card in the hand, or the next one of the stock."""
        places = self.position.places
        place = "hand" if places.get("hand") else "stock"
        pile = places.get(place, [])
        if not pile or not isinstance(pile[-1], Blank):
            return
        if card is not None:
            self.proofs.reveal(self.position, self.changes, place, len(pile) - 1, card)
        elif dest is not None or (not shown and self.names.by_card):
            what = "the card in hand" if place == "hand" else "the next card of the stock"
            raise Refused(not_known(what, self.game.rules.clause("7"), *([place] if place == "hand" else [])))

    def _there(self, place: str, card: int | None, dest: str | None) -> None:
        """A card that is moved from a place."""
        game, pile = self.game, self.position.places.get(place)
        if not pile or place in game.foundations or place in ("hand", "stock"):
            return
        spread = place in game.spreads
        if card is None:
            if any(isinstance(pile[at], Blank) for at in self.names.reach(self.position, place, None, None)):
                raise Refused(not_known(f"the card in {game.words(place)}", game.rules.clause("4"), place))
            return
        reach = self.names.reach(self.position, place, card, dest)
        blanks = [at for at in reach if isinstance(pile[at], Blank)]
        here = [at for at in reach if pile[at] == card]
        may = [at for at in blanks if self.proofs.can_be(self.position, pile[at], card)]
        if here and spread:
            # Of twins the one that has lain there longest is taken; an unknown card below may be its twin.
            self.proofs.vague(self.position, self.changes, place, [at for at in [*may, here[0]] if at <= here[0]])
        elif here:
            self._along(place, here[0])
        if here or not blanks:
            return
        if not may and (card in pile or card + DOWN in pile):
            return
        if len(may) > 1 and not spread:
            message = f"it is not known which of {len(may)} cards in {game.words(place)} is {PRETTY[card]}"
            note = "a move cannot say how many cards it takes along; a layout that names them can"
            raise Refused(Refusal("M228", message, game.rules.clause("5"), (place,), (note,)))
        if spread:
            # In a place that shows all its cards, any of the unknown ones may be the one.
            self.proofs.vague(self.position, self.changes, place, may)
        self.proofs.reveal(self.position, self.changes, place, (may or blanks)[0], card)
        if not spread:
            self._along(place, (may or blanks)[0])

    def _along(self, place: str, at: int) -> None:
        """The cards that move along with a card are in sequence with it."""
        pile = self.position.places[place]
        why = f"{PRETTY[pile[at]]} was moved with it"
        below = 1 << pile[at]
        for above in range(at + 1, len(pile)):
            in_line = self.names.taken_along(below)
            if isinstance(pile[above], Blank):
                self.proofs.limit(self.position, self.changes, place, above, in_line, why)
            below = in_line & may_be_any_of(pile[above])

    def _anywhere(self, card: int) -> None:
        """A card written without its place: its place is known if it is available, or if it can be in
        only one place."""
        game, places = self.game, self.position.places
        if any(lies == card for _, lies in game.available(self.position)):
            return
        may = []
        for place, pile in places.items():
            if not pile or place in game.foundations:
                continue
            top = place in ("hand", "stock")
            reach = [len(pile) - 1] if top else self.names.reach(self.position, place, card, None)
            may += [place for at in reach if self.proofs.can_be(self.position, pile[at], card)]
        if len(set(may)) == 1:
            (place,) = set(may)
            if place in ("hand", "stock"):
                self._dealt(card, None, None)
            else:
                self._there(place, card, None)
        elif may:
            raise Refused(place_not_known(card, game.rules.clause("4")))

    def _built_on(self, card: int, command: Command) -> None:
        """The card on which another is built, which is named or must be one that takes it."""
        places = self.position.places
        on, name = card_named(command.dest), self.game.vocabulary.place_named(command.dest)
        tops = {place: places[place][-1] for place in self.names.built if places[place]}
        if on is not None:
            may = [place for place, top in tops.items() if self.proofs.can_be(self.position, top, on)]
            if on in tops.values() or not may:
                return
            if len(may) > 1:
                raise Refused(place_not_known(on, self.game.rules.clause("5")))
            self.proofs.reveal(self.position, self.changes, may[0], len(places[may[0]]) - 1, on)
            return
        top = tops.get(name or "")
        card_set = self.names.bearing(command)
        if name is None or name == command.source or not isinstance(top, Blank) or not top.slot.may & card_set:
            return
        why = f"{PRETTY[card]} was built on it"
        self.proofs.limit(self.position, self.changes, name, len(places[name]) - 1, card_set, why)
