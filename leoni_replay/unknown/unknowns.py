"""Read a record move by move, and collect what it shows about its unknown cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN
from leoni_replay.games.game import Position
from leoni_replay.games.misplays import misplay, put_right
from leoni_replay.games.refusal import Ambiguous, Refusal, Refused
from leoni_replay.games.steps import Relaid, Revealed, Shift, Step, Turned
from leoni_replay.phrases import listed
from leoni_replay.record.checker import StopReading
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.unknown.counting import only_ones, too_often
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import NamedStep, UnknownPosition, named_step
from leoni_replay.unknown.possible_deals import Outcome
from leoni_replay.unknown.proofs import Proofs
from leoni_replay.unknown.unknown_cards import CardAtUnknownDepth, UnknownCard, cards_of

#: If there are at most this many unknown cards, their possibilities are counted after every move.
_LAST: Final = 16
#: The refusal of a move that depends on an unknown card.


class Unknowns(Proofs, Knowledge):
    """What a record shows about its unknown cards, as far as it has been read.

    Args:
        names: the game's knowledge about them.
        start: the position as dealt, with blanks.
    """

    all_known = False

    def __init__(self, names: Names, start: UnknownPosition) -> None:
        super().__init__(start)
        self.names = names
        self.start = start
        self.lost_at_standstill = names.lost_at_standstill
        #: the position from which play led to the last move or claim: the first, or that of a redeal
        self.table = 0
        #: the last move read
        self.latest: Move | None = None
        #: how many moves have been read, those of variations included, and how many to read; None for all
        self.read_moves = 0
        self.end: int | None = None
        #: the outcomes of the claims read so far; and over all readings of the record, once that is decided
        self.outcomes: list[Outcome] = []
        self.decided: list[Outcome] | None = None
        #: whether it is checked after every move that every unknown card can be some card
        self.checks = False

    def open(self, *, hindsight: bool) -> UnknownPosition:
        """Return the position as dealt, for another reading; with what is proved, if that is to be known."""
        self.hindsight, self.redeals.begun, self.variation_depth = hindsight, 0, 0
        self.read_moves = 0
        if hindsight:
            self.outcomes = []
        if self.choices is not None:
            self.choices.begin()
        position = self.start.copy()
        for name, pile in list(position.places.items()):
            if name not in self.game.foundations:
                position.lay(name, self.laid(pile))
        return position

    def blanks(self) -> list[UnknownCard]:
        """Return the cards of the first position that are still unknown."""
        return [card for pile in self.start.places.values() for card in pile if isinstance(card, UnknownCard)
                and card.slot.card is None]  # fmt: skip

    def count(self) -> bool:
        """Find the cards of the first position whose identity follows from the rest of the packs.

        Returns:
            Whether every unknown card can be some card.
        """
        forced = only_ones(self.game.packs, self.start)
        for place, at, card in forced or ():
            blank = self.start.places[place][at]
            assert isinstance(blank, UnknownCard)
            self._set(blank.slot, "card", card)
        return forced is not None

    def forget(self) -> None:
        """Return to the knowledge at the beginning."""
        self._take_back(0)
        self.redeals.deals.clear()

    # -- moves --------------------------------------------------------------------------------------------------------

    def advance(self, position: Position, command: Move) -> NamedStep:
        return self._read(_with_unknown(position), command, self._play)[0]

    def do_by_hand(self, position: Position, command: Move) -> tuple[NamedStep, Refusal | None]:
        return self._read(_with_unknown(position), command, self._put_right if command.how == "set" else self._misplay)

    def _read(
        self,
        position: UnknownPosition,
        command: Move,
        act: Callable[[UnknownPosition, Move], tuple[NamedStep, Refusal | None]],
    ) -> tuple[NamedStep, Refusal | None]:
        """Read one move, and do with ``act`` what it says. If that is refused, everything is as it was before."""
        if self.read_moves == self.end:
            raise StopReading
        self.changes = []
        mark, before, plies = len(self._journal), position.memory, position.table.plies
        self.latest = command
        if self.choices is not None:
            self.choices.read += 1
        self.set_position(position)
        try:
            self._catch_up(position)
            step, broken = act(position, command)
            self._check_enough_cards()
        except (Refused, Ambiguous):
            position.go_back(before, plies)
            self._take_back(mark)
            raise
        finally:
            position.tell(None)
        self.read_moves += 1
        return named_step(step.move, self.changes, step.code, before, step.begun, position.memory), broken

    def _play(self, position: UnknownPosition, command: Move) -> tuple[NamedStep, None]:
        """Play a move with the cards that it names."""
        mark = len(self._journal)
        self.equivalent_cards = []
        step = self.names.name_cards(self, command)
        if step is None:
            position.tell(command)
            step = self._played(position, command)
        self.changes += step.changes
        if self.hindsight and (refusal := self.names.unsure(self, step)):
            # In the first reading a later move may still name the card.
            raise Refused(refusal)
        self.names.learn(self, step)
        if len(self._journal) > mark:
            self._follow_up(position)
        return step, None

    def _played(self, position: UnknownPosition, command: Move) -> NamedStep:
        """Play what a command means. If that depends on unknown cards only, any card that they can be stands in."""
        try:
            move = position.read(command)
        except Refused as error:
            if error.refusal.code != CARD_NOT_KNOWN or not self.equivalent_cards:
                raise
            memory = position.memory
            for place, at, card in self.equivalent_cards:
                position.put(place, at, card)
            try:
                move = position.read(command)
            except (Refused, Ambiguous):
                raise error from None
            finally:
                position.go_back(memory, position.table.plies)
        code = self.game.number_of(move)
        assert code is not None
        return position.play(code)

    def _check_enough_cards(self) -> None:
        """Check that every unknown card can be some card, if that is checked.

        Raises:
            Refused: one can be none.
        """
        if not self.checks or self.count():
            return
        message = "if this move is right, too few cards are left for the unknown places"
        if (card := too_often(self.game.packs, self.start)) is not None:
            copies = "it" if self.game.packs == 1 else "both"
            message = f"this move shows {PRETTY[card]}, but the record has already shown {copies} elsewhere"
        raise Refused(Refusal("M227", message, self.game.rules.clause("2")))

    def _put_right(self, position: UnknownPosition, command: Move) -> tuple[NamedStep, Refusal | None]:
        """Put cards right by hand: only known ones, which neither leave the table nor come to it."""
        for name, _ in command.placed:
            if name in self.game.foundations:
                raise Refused(
                    Refusal("M232", "while cards are unknown, a foundation cannot be put right", None, (name,))
                )
            cells = self.game.cells.get(name, (name,))
            if any(
                isinstance(card, UnknownCard | CardAtUnknownDepth)
                for cell in cells
                for card in position.places.get(cell, ())
            ):
                message = f"some cards in {self.game.words(name)} are unknown, so it cannot be put right"
                raise Refused(Refusal("M232", message, None, (name,)))
        step = put_right(position, command)
        assert isinstance(step, NamedStep)
        moved: Counter[int] = Counter()
        for change in step.changes:
            if isinstance(change, Relaid):
                moved.update(card & ~DOWN for pile in change.before.values() for card in pile)
                moved.subtract(card & ~DOWN for pile in change.after.values() for card in pile)
        if any(moved.values()):
            # It could be one of the unknown cards.
            raise Refused(Refusal("M232", "while cards are unknown, no card can leave the table or join it", None))
        return self._done(position, step, None, "M232")

    def _misplay(self, position: UnknownPosition, command: Move) -> tuple[NamedStep, Refusal | None]:
        """Play a misplay with the cards it brings to light. It proves nothing else: by the rules it cannot be."""
        source = position.places.get(command.source or "", [])
        unsure = UnknownCard | CardAtUnknownDepth if command.source in self.game.fanned_places else CardAtUnknownDepth
        if command.source is not None and any(isinstance(card, unsure) for card in source):
            raise Refused(Refusal("M231", f"some cards in {self.game.words(command.source)} are unknown", None))
        lights = self.names.comes_to_light(position, command._replace(how="")) if command.shown else []
        for shown, (place, at) in zip(command.shown or (), lights, strict=False):
            if isinstance(position.places[place][at], UnknownCard):
                self.reveal(place, at, shown)
        step, broken = misplay(position, command)
        assert isinstance(step, NamedStep)
        if any(isinstance(change, Relaid) for change in step.changes):
            raise Refused(
                Refusal("M231", "while cards are unknown, a redeal that is too early cannot be recorded", None)
            )
        return self._done(position, step, broken, "M231")

    def _done(
        self, position: UnknownPosition, step: NamedStep, broken: Refusal | None, code: str
    ) -> tuple[NamedStep, Refusal | None]:
        """Check that no unknown card decides what has been done by hand, or comes to light by it."""
        self.changes += step.changes
        unsure = self.names.unsure(self, step)
        if unsure is not None or (broken is not None and broken.code == CARD_NOT_KNOWN):
            raise Refused(unsure or Refusal(code, "whether this is legal depends on unknown cards", None))
        for change in step.changes:
            place = change.dest if isinstance(change, Shift) else change.place if isinstance(change, Turned) else ""
            if any(card & ~DOWN == UNKNOWN for card in position.places.get(place, ())[-1:]):
                message = f"the card that comes to light in {self.game.words(place)} is not known"
                raise Refused(Refusal(code, message, None, (), ("a misplay names it after +",)))
        return step, broken

    def _follow_up(self, position: UnknownPosition) -> None:
        """Identify the last unknown cards, if what has just been proved leaves only one possibility."""
        if sum(isinstance(card, UnknownCard) for pile in position.places.values() for card in pile) > _LAST:
            return
        for place, at, card in only_ones(self.game.packs, position) or ():
            blank = position.places[place][at]
            if isinstance(blank, UnknownCard) and not blank.slot.vague:
                self.mark_known(place, at, card)

    def _catch_up(self, position: UnknownPosition) -> None:
        """Show what has been proved in a variation."""
        if not self._proved_aside:
            return
        for name, pile in position.places.items():
            for at, card in enumerate(list(pile)):
                if isinstance(card, UnknownCard) and card.slot.card is not None:
                    self.changes.append(position.reveal(name, at, card.slot.card | (int(card) & DOWN)))

    # -- queries for claims and the result ----------------------------------------------------------------------------

    @property
    def checks_claims(self) -> bool:
        return self.hindsight

    def combine_readings(self, outcome: Exception | None) -> Exception | None:
        self.outcomes.append(outcome)
        if self.decided is None:
            return None
        said = self.decided[len(self.outcomes) - 1]
        # If both are the same, the one about known cards words it better.
        return outcome if type(said) is type(outcome) else said

    def set_position(self, position: Position) -> None:
        self.position = _with_unknown(position)
        self.table = self.position.noted.table

    def assume_standstill(self, position: Position) -> None:
        self.set_position(position)
        self.changes = []
        if self.names.stands_still(self.position):
            self.exclude_fitting_cards()

    def try_command(self, position: Position, command: Move) -> Step:
        mark, met, deals = len(self._journal), self.redeals.begun, len(self.redeals.deals)
        choices, self.choices = self.choices, None
        read_moves, end, self.end = self.read_moves, self.end, None
        self.has_assumption = False
        try:
            step = self.advance(position, command)
        finally:
            self.choices = choices
            self.read_moves, self.end = read_moves, end
        position.undo(step)
        self._take_back(mark)
        self.redeals.begun = met
        del self.redeals.deals[max(deals, met) :]
        return step

    def assumption(self, step: Step) -> str:
        named = [change for change in step.changes if isinstance(change, Revealed)]
        unproved = [change for change in named if isinstance(change.was, UnknownCard) and change.was.slot.card is None]
        if not unproved and self.has_assumption:
            return "the cards that are not known allow it"
        return listed([f"{self.game.words(c.place)} holds {PRETTY[c.card & ~DOWN]}" for c in unproved] or [""])

    def may_be(self, position: Position, unknown_card: int, card: int) -> bool:
        self.set_position(position)
        if unknown_card == UNKNOWN and not isinstance(unknown_card, UnknownCard):
            # A game may list an available card as its table has it, which doesn't tell unknown cards apart.
            return any(slot.possible >> card & 1 for slot in self.open_slots()) and self.left(card) > 0
        return self.can_be(unknown_card, card)

    def may_fit(self, position: Position) -> str:
        self.set_position(position)
        fitting = list(cards_of(self.fitting()))
        places = self.open_places()
        for place in places:
            lying = self.lying_open(place)
            if any(self.can_be(lies, card) for lies in lying for card in fitting):
                return place
        # Where cards are built on piles, an unknown one may take a card or go on another.
        return next(iter(places), "") if self.names.built and not position.legal_moves() else ""

    def knows_order(self, position: Position, place: str) -> bool:
        return not any(isinstance(card, CardAtUnknownDepth) for card in _with_unknown(position).places.get(place, ()))

    def knows_all(self, position: Position) -> bool:
        cards = [card for pile in position.places.values() for card in pile]
        return not any(card & ~DOWN == UNKNOWN or isinstance(card, CardAtUnknownDepth) for card in cards)


def _with_unknown(position: Position) -> UnknownPosition:
    assert isinstance(position, UnknownPosition)
    return position
