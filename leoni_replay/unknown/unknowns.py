"""Read a record move by move, and collect what it shows about its unknown cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games.deeds import misplay, put_right
from leoni_replay.games.refusal import Ambiguous, Refusal, Refused
from leoni_replay.games.steps import Change, Position, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.record.checker import Enough
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.unknown.blanks import Blank, Loose, cards_of
from leoni_replay.unknown.claim_outcomes import Outcome, Weighing
from leoni_replay.unknown.counting import only_ones, too_often
from leoni_replay.unknown.names import Names
from leoni_replay.unknown.position import NamedStep, UnknownPosition, named_step
from leoni_replay.unknown.proofs import Proofs
from leoni_replay.words import listed

#: If there are at most this many unknown cards, their possibilities are counted after every move.
_LAST: Final = 16
#: The refusal of a move that depends on an unknown card.
_NOT_KNOWN: Final = "M228"


class Unknowns(Proofs, Knowledge):
    """What a record shows about its unknown cards, as far as it has been read.

    Args:
        names: the game's knowledge about them.
        start: the position as dealt, with blanks.
    """

    def __init__(self, names: Names, start: UnknownPosition) -> None:
        super().__init__(names.game)
        self.names = names
        self.start = start
        self.lost_at_standstill = names.lost_at_standstill
        #: the position from which play led to the last move or claim: the first, or that of a redeal
        self.table = 0
        #: the last move read
        self.latest: Command | None = None
        #: how many moves have been read, those of variations included, and how many to read; None for all
        self.read_moves = 0
        self.end: int | None = None
        #: the outcomes of the claims read so far, and how they are weighed in the last reading
        self.outcomes: list[Outcome] = []
        self.weighing: Weighing | None = None
        #: if set, called after every move: whether every unknown card can be some card
        self.check: Callable[[], bool] | None = None

    def open(self, level: int) -> UnknownPosition:
        """The position as dealt, for another reading of the record."""
        self.level, self.redeals.met, self.aside = level, 0, 0
        self.read_moves = 0
        if self.asks:
            self.outcomes = []
        if self.choices is not None:
            self.choices.begin()
        position = self.start.copy()
        for name, pile in list(position.places.items()):
            if name not in self.game.foundations:
                position.lay(name, self.laid(pile))
        return position

    def blanks(self) -> list[Blank]:
        """The cards of the first position that are still unknown."""
        return [card for pile in self.start.places.values() for card in pile if isinstance(card, Blank)
                and card.slot.card is None]  # fmt: skip

    def count(self) -> bool:
        """Find the cards of the first position whose identity follows from the rest of the packs.

        Returns:
            Whether every unknown card can be some card.
        """
        forced = only_ones(self.game.packs, self.start)
        for place, at, card in forced or ():
            blank = self.start.places[place][at]
            assert isinstance(blank, Blank)
            blank.slot.card = card
            self.proved += 1
        return forced is not None

    def guessed(self) -> bool:
        """Whether the identity of some card was guessed although others were possible, and nothing contradicts the
        guess."""
        if self.loosened:
            return False
        piles = [pile for table in (self.start.places, *self.redeals.tables) if table for pile in table.values()]
        return any(isinstance(card, Blank) and card.slot.guess is not None for pile in piles for card in pile)

    def forget(self) -> None:
        """Return to the knowledge at the beginning."""
        self._take_back(0)
        self.redeals.cut(0)

    # -- moves --------------------------------------------------------------------------------------------------------

    def advance(self, position: Position, command: Command) -> NamedStep:
        position = _with_unknown(position)
        if self.read_moves == self.end:
            raise Enough
        changes: list[Change] = []
        mark, before = len(self._journal), position.memory
        step: NamedStep | None = None
        self.latest = command
        if self.choices is not None:
            self.choices.read += 1
        self.look(position)
        try:
            self._catch_up(position, changes)
            step = self.names.name_cards(self, position, command, changes)
            if step is None:
                position.tell(command)
                step = self._played(position, command)
            changes += step.changes
            if self.level and (refusal := self.names.unsure(self, position, step)):
                # In the first reading a later move may still name the card.
                raise Refused(refusal)
            self.names.learn(self, position, step, changes)
            if len(self._journal) > mark:
                self._follow_up(position, changes)
            self._see_enough()
        except (Refused, Ambiguous):
            position.take_back(changes, before, played=step is not None)
            self._take_back(mark)
            raise
        finally:
            position.tell(None)
        self.read_moves += 1
        return named_step(step.move, changes, step.code, before, step.begun, position.memory)

    def _see_enough(self) -> None:
        """See that every unknown card can be some card, if that is checked.

        Raises:
            Refused: one can be none.
        """
        if self.check is None or self.check():
            return
        message = "with what this move says, there are not cards enough for the places that are not known"
        if (card := too_often(self.game.packs, self.start)) is not None:
            copies = "it" if self.game.packs == 1 else "both"
            message = f"this move shows {PRETTY[card]}, and the record has shown {copies} elsewhere before"
        raise Refused(Refusal("M227", message, self.game.rules.clause("2")))

    def happened(self, position: Position, command: Command) -> tuple[NamedStep, Refusal | None]:
        position = _with_unknown(position)
        if self.read_moves == self.end:
            raise Enough
        self.latest = command
        if self.choices is not None:
            self.choices.read += 1
        self.look(position)
        code = "M232" if command.how == "set" else "M231"
        changes: list[Change] = []
        mark, before = len(self._journal), position.memory
        step: NamedStep | None = None
        broken: Refusal | None = None
        try:
            self._catch_up(position, changes)
            if command.how == "set":
                self._see_known(position, [name for name, _ in command.placed], code)
                made = put_right(self.game, position, command)
            else:
                self._name_shown(position, command, changes)
                made, broken = misplay(self.game, position, command)
            assert isinstance(made, NamedStep)
            step = made
            changes += step.changes
            if command.how == "set":
                self._see_all_there(step, code)
            unsure = self.names.unsure(self, position, step)
            if unsure is not None or (broken is not None and broken.code == _NOT_KNOWN):
                raise Refused(
                    unsure or Refusal(code, "whether this is legal depends on cards that are not known", None)
                )
            for change in step.changes:
                if isinstance(change, Relaid) and command.how != "set":
                    raise Refused(Refusal(code, "among unknown cards, cards cannot be dealt again too early", None))
                place = change.dest if isinstance(change, Shift) else change.place if isinstance(change, Turned) else ""
                if any(card & ~DOWN == UNKNOWN for card in position.places.get(place, ())[-1:]):
                    message = f"the card that comes to light in {self.game.words(place)} is not known"
                    raise Refused(Refusal(code, message, None, (), ("a misplay names it after +",)))
            self._see_enough()
        except Refused:
            position.take_back(changes, before, played=step is not None)
            self._take_back(mark)
            raise
        self.read_moves += 1
        return named_step(step.move, changes, step.code, before, step.begun, position.memory), broken

    def _name_shown(self, position: UnknownPosition, command: Command, changes: list[Change]) -> None:
        """Identify the cards that a misplay is said to bring to light. It says nothing else about unknown cards: by the
        rules it cannot be."""
        source = position.places.get(command.source or "", [])
        unsure = Blank | Loose if command.source in self.game.spreads else Loose
        if command.source is not None and any(isinstance(card, unsure) for card in source):
            raise Refused(Refusal("M231", f"not all cards in {self.game.words(command.source)} are known", None))
        lights = self.names.comes_to_light(position, command._replace(how="")) if command.shown else []
        for shown, (place, at) in zip(command.shown or (), lights, strict=False):
            if isinstance(position.places[place][at], Blank):
                self.reveal(position, changes, place, at, shown)

    def _see_all_there(self, step: NamedStep, code: str) -> None:
        """See that a setting only moves cards: one that comes or goes could be among the unknown ones.

        Raises:
            Refused: one comes or goes.
        """
        before: Counter[int] = Counter()
        for change in step.changes:
            if isinstance(change, Relaid):
                before.update(card & ~DOWN for pile in change.before.values() for card in pile)
                before.subtract(card & ~DOWN for pile in change.after.values() for card in pile)
        if any(before.values()):
            raise Refused(Refusal(code, "among unknown cards, no card can leave the table or come to it", None))

    def _see_known(self, position: UnknownPosition, names: Sequence[str], code: str) -> None:
        """See that every card is known where cards are put right by hand, and that they are not on foundations.

        Raises:
            Refused: one is not.
        """
        for name in names:
            if name in self.game.foundations:
                raise Refused(Refusal(code, "among unknown cards, no foundation can be put right", None, (name,)))
            cells = self.game.cells.get(name, (name,))
            if any(isinstance(card, Blank | Loose) for cell in cells for card in position.places.get(cell, ())):
                message = f"not all cards in {self.game.words(name)} are known: nothing can be put right there"
                raise Refused(Refusal(code, message, None, (name,)))

    def _played(self, position: UnknownPosition, command: Command) -> NamedStep:
        step = self.game.advance(position, command)
        assert isinstance(step, NamedStep)
        return step

    def _follow_up(self, position: UnknownPosition, changes: list[Change]) -> None:
        """Identify the last unknown cards, if what has just been proved leaves only one possibility."""
        if sum(isinstance(card, Blank) for pile in position.places.values() for card in pile) > _LAST:
            return
        for place, at, card in only_ones(self.game.packs, position) or ():
            blank = position.places[place][at]
            if isinstance(blank, Blank) and not blank.slot.vague:
                self._set(blank.slot, "card", card)
                self.lay_open(position, changes, place, at, card)

    def _catch_up(self, position: UnknownPosition, changes: list[Change]) -> None:
        """Show what has been proved in a variation."""
        if not self._proved_aside:
            return
        for name, pile in position.places.items():
            for at, card in enumerate(list(pile)):
                if isinstance(card, Blank) and card.slot.card is not None:
                    self.lay_open(position, changes, name, at, card.slot.card)

    # -- queries for claims and the result ----------------------------------------------------------------------------

    @property
    def asks(self) -> bool:  # type: ignore[override]
        return self.level == 1

    def weigh(self, outcome: Exception | None) -> Exception | None:
        self.outcomes.append(outcome)
        return self.weighing.weigh(len(self.outcomes) - 1, outcome) if self.weighing is not None else None

    def said(self) -> list[Outcome]:
        """The outcomes of the claims over all readings of the record."""
        if self.weighing is None:
            return list(self.outcomes)
        return [self.weighing.weigh(number, outcome) for number, outcome in enumerate(self.outcomes)]

    def look(self, position: Position) -> None:
        self.table = _with_unknown(position).noted.table

    def rest(self, position: Position) -> None:
        position = _with_unknown(position)
        if self.names.stands_still(position):
            self.shut_out(position, [])

    def tried(self, position: Position, command: Command) -> Step:
        mark, met, tables = len(self._journal), self.redeals.met, len(self.redeals.tables)
        choices, self.choices = self.choices, None
        read_moves, end, self.end = self.read_moves, self.end, None
        self.supposes = False
        try:
            step = self.advance(position, command)
        finally:
            self.choices = choices
            self.read_moves, self.end = read_moves, end
        position.undo(step)
        self._take_back(mark)
        self.redeals.met = met
        self.redeals.cut(max(tables, met))
        return step

    def supposed(self, step: Step) -> str:
        named = [change for change in step.changes if isinstance(change, Revealed)]
        unproved = [change for change in named if isinstance(change.was, Blank) and change.was.slot.card is None]
        if not unproved and self.supposes:
            return "the cards that are not known allow it"
        return listed([f"{self.game.words(c.place)} holds {PRETTY[c.card & ~DOWN]}" for c in unproved] or [""])

    def may_be(self, position: Position, lies: int, card: int) -> bool:
        position = _with_unknown(position)
        if lies == UNKNOWN and not isinstance(lies, Blank):
            # A game may list an available card as its table has it, which doesn't tell unknown cards apart.
            return any(slot.may >> card & 1 for slot in self.open_slots(position)) and self.left(position, card) > 0
        return self.can_be(position, lies, card)

    def may_fit(self, position: Position) -> str:
        position = _with_unknown(position)
        fitting = list(cards_of(self.fitting(position)))
        for place in self.open_places(position):
            lying = self.lying_open(position, place)
            if any(self.can_be(position, lies, card) for lies in lying for card in fitting):
                return place
        return ""

    def in_order(self, position: Position, place: str) -> bool:
        return not any(isinstance(card, Loose) for card in _with_unknown(position).places.get(place, ()))

    def all_known(self, position: Position) -> bool:
        cards = [card for pile in position.places.values() for card in pile]
        return not any(card & ~DOWN == UNKNOWN or isinstance(card, Loose) for card in cards)


def _with_unknown(position: Position) -> UnknownPosition:
    assert isinstance(position, UnknownPosition)
    return position
