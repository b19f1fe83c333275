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
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.phrases import join_words
from leoni_replay.record.checker import StopReading
from leoni_replay.record.knowledge import Knowledge
from leoni_replay.unknown.counting import find_surplus_card, forced_cards
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import NamedStep, UnknownPosition, make_named_step
from leoni_replay.unknown.possible_deals import Outcome
from leoni_replay.unknown.proofs import Proofs
from leoni_replay.unknown.unknown_cards import CardAtUnknownDepth, UnknownCard, cards_of

#: If there are at most this many unknown cards, their possibilities are counted after every move.
_LAST: Final = 16


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
        self.lost_at_standstill: bool = names.lost_at_standstill
        #: the deal that the last move or claim belongs to, by the number of redeals in the record before it
        self.deal: int = 0
        #: the last move read
        self.last_command: Move | None = None
        #: how many moves have been read, those of variations included, and how many to read; None for all
        self.moves_read: int = 0
        self.moves_to_read: int | None = None
        #: the outcomes of the claims read so far; and over all readings of the record, once that is decided
        self.outcomes: list[Outcome] = []
        self.final_outcomes: list[Outcome] | None = None
        #: whether it is checked after every move that every unknown card can be some card
        self.counts_after_moves = False

    def begin_reading(self, *, hindsight: bool) -> UnknownPosition:
        """Prepare for reading the record once more from its beginning; return the position as dealt.

        Args:
            hindsight: whether the cards that earlier readings have proved are known from the start.
        """
        self.hindsight = hindsight
        self.redeals.redeal_count = 0
        self.variation_depth = 0
        self.moves_read = 0
        if hindsight:
            self.outcomes = []
        if self.choices is not None:
            self.choices.begin()
        position = self.start.copy()
        for name, pile in list(position.places.items()):
            if name not in self.game.foundations:
                position.lay(name, self.cards_to_lay(pile))
        return position

    def blanks(self) -> list[UnknownCard]:
        """Return the cards of the first position that are still unknown."""
        return [card for pile in self.start.places.values() for card in pile if isinstance(card, UnknownCard)
                and card.slot.card is None]  # fmt: skip

    def count_cards(self) -> bool:
        """Prove the cards of the first position whose identity follows from the rest of the packs.

        Returns:
            Whether every unknown card can be some card.
        """
        forced = forced_cards(self.game.packs, self.start)
        if forced is None:
            return False
        for place, at, card in forced:
            blank = self.start.places[place][at]
            assert isinstance(blank, UnknownCard)
            self._set(blank.slot, "card", card)
        return True

    def forget(self) -> None:
        """Return to what was known before the record was read."""
        self._take_back(0)
        self.redeals.deals.clear()

    # -- moves --------------------------------------------------------------------------------------------------------

    def advance(self, position: Position, command: Move) -> NamedStep:
        return self._read_move(_with_unknown(position), command, self._play)[0]

    def do_by_hand(self, position: Position, command: Move) -> tuple[NamedStep, Refusal | None]:
        act = self._put_right if command.how == "set" else self._misplay
        return self._read_move(_with_unknown(position), command, act)

    def _read_move(
        self,
        position: UnknownPosition,
        command: Move,
        act: Callable[[UnknownPosition, Move], tuple[NamedStep, Refusal | None]],
    ) -> tuple[NamedStep, Refusal | None]:
        """Read one move, and do with ``act`` what it says. If that is refused, everything is as it was before.

        Args:
            position: the position before the move.
            command: the move as written.
            act: does it, and returns the step; and of a misplay the rule that it breaks.

        Returns:
            The step, with all changes that name cards; and of a misplay the rule that it breaks.

        Raises:
            Refused, Ambiguous: as ``act`` does; also if too few cards are left for the unknown places.
            StopReading: as many moves have been read as are to be read.
        """
        if self.moves_read == self.moves_to_read:
            raise StopReading
        self.changes: list[Change] = []
        mark, before, plies = len(self._journal), position.memory, position.table.plies
        self.last_command = command
        if self.choices is not None:
            self.choices.moves_read += 1
        self.set_position(position)
        try:
            self._show_proved_cards(position)
            step, broken_rule = act(position, command)
            self._check_enough_cards()
        except (Refused, Ambiguous):
            position.go_back(before, plies)
            self._take_back(mark)
            raise
        finally:
            position.set_weave_end(None)
        self.moves_read += 1
        whole_step = make_named_step(step, self.changes, before=before, at_move=step.at_move, after=position.memory)
        return whole_step, broken_rule

    def _play(self, position: UnknownPosition, command: Move) -> tuple[NamedStep, None]:
        """Identify the unknown cards that a move names, play it, and learn what it shows about others.

        Returns:
            The step; and None, because a move that is played breaks no rule.

        Raises:
            Refused: it is illegal, or unknown cards decide what it does.
            Ambiguous: it can mean several moves.
        """
        mark = len(self._journal)
        self.equivalent_cards: list[tuple[str, int, int]] = []
        step = self.names.name_cards(self, command)
        if step is None:
            position.set_weave_end(command)
            code = self.game.number_of(self._full_move(position, command))
            assert code is not None
            step = position.play(code)
        self.changes += step.changes
        if self.hindsight:
            # In the first reading a later move may still name the card.
            refusal = self.names.unsure(self, step)
            if refusal is not None:
                raise Refused(refusal)
        self.names.learn(self, step)
        if len(self._journal) > mark:
            self._identify_last_cards(position)
        return step, None

    def _full_move(self, position: UnknownPosition, command: Move) -> Move:
        """Return the legal move that a command means.

        If that depends on unknown cards, but is the same whichever they are (``equivalent_cards``), one of the cards
        that each can be takes its place while the command is read.

        Raises:
            Refused, Ambiguous: it means no legal move, or several.
        """
        try:
            return position.read(command)
        except Refused as error:
            if error.refusal.code != CARD_NOT_KNOWN or not self.equivalent_cards:
                raise
            memory = position.memory
            for place, at, card in self.equivalent_cards:
                position.put(place, at, card)
            try:
                return position.read(command)
            except (Refused, Ambiguous):
                raise error from None
            finally:
                position.go_back(memory, position.table.plies)

    def _check_enough_cards(self) -> None:
        """If that is to be checked after every move (``counts_after_moves``), check that every unknown card can be some
        card.

        Raises:
            Refused: one can be none.
        """
        if not self.counts_after_moves or self.count_cards():
            return
        message = "if this move is right, too few cards are left for the unknown places"
        card = find_surplus_card(self.game.packs, self.start)
        if card is not None:
            copies = "it" if self.game.packs == 1 else "both"
            message = f"this move shows {PRETTY[card]}, but the record has already shown {copies} elsewhere"
        raise Refused(Refusal("M227", message, self.game.rules.clause("2")))

    def _put_right(self, position: UnknownPosition, command: Move) -> tuple[NamedStep, Refusal | None]:
        """Put cards right by hand, as a setting of the record says: only known ones, which neither leave the table nor
        come to it.

        Returns:
            The step; and None, because a setting breaks no rule.

        Raises:
            Refused: the setting changes a foundation, or unknown cards may be concerned (M232).
        """
        for name, _ in command.placed:
            if name in self.game.foundations:
                raise Refused(
                    Refusal("M232", "while cards are unknown, a foundation cannot be put right", None, (name,))
                )
            cells = self.game.cells.get(name, (name,))
            cards = [card for cell in cells for card in position.places.get(cell, ())]
            if any(isinstance(card, UnknownCard | CardAtUnknownDepth) for card in cards):
                message = f"some cards in {self.game.words(name)} are unknown, so it cannot be put right"
                raise Refused(Refusal("M232", message, None, (name,)))
        step = put_right(position, command)
        assert isinstance(step, NamedStep)
        # Of each card, how many copies have left the table, or, below 0, come to it.
        copies_gone: Counter[int] = Counter()
        for change in step.changes:
            if isinstance(change, Relaid):
                copies_gone.update(card & ~DOWN for pile in change.before.values() for card in pile)
                copies_gone.subtract(card & ~DOWN for pile in change.after.values() for card in pile)
        if any(copies_gone.values()):
            # It could be one of the unknown cards.
            raise Refused(Refusal("M232", "while cards are unknown, no card can leave the table or join it", None))
        self._check_done_by_hand(position, step, None, "M232")
        return step, None

    def _misplay(self, position: UnknownPosition, command: Move) -> tuple[NamedStep, Refusal | None]:
        """Play a misplay with the cards that it brings to light. What else it would prove about unknown cards doesn't
        count, because it is against the rules.

        Returns:
            The step, and the rule that it breaks.

        Raises:
            Refused: it depends on unknown cards (M231).
        """
        if command.source is not None:
            self._check_misplay_source(position, command.source)
        spots = self.names.comes_to_light(position, command._replace(how="")) if command.shown else []
        for card, (place, at) in zip(command.shown or (), spots, strict=False):
            if isinstance(position.places[place][at], UnknownCard):
                self.reveal(place, at, card)
        step, broken_rule = misplay(position, command)
        assert isinstance(step, NamedStep)
        if any(isinstance(change, Relaid) for change in step.changes):
            raise Refused(
                Refusal("M231", "while cards are unknown, a redeal that is too early cannot be recorded", None)
            )
        self._check_done_by_hand(position, step, broken_rule, "M231")
        return step, broken_rule

    def _check_misplay_source(self, position: UnknownPosition, source: str) -> None:
        """Check that a misplay takes its card from a place where it is known which card goes.

        Raises:
            Refused: it isn't.
        """
        uncertain_cards: tuple[type[int], ...] = (CardAtUnknownDepth,)
        if source in self.game.fanned_places:
            uncertain_cards = (CardAtUnknownDepth, UnknownCard)
        if any(isinstance(card, uncertain_cards) for card in position.places.get(source, [])):
            raise Refused(Refusal("M231", f"some cards in {self.game.words(source)} are unknown", None))

    def _check_done_by_hand(
        self, position: UnknownPosition, step: NamedStep, broken_rule: Refusal | None, code: str
    ) -> None:
        """Check that no unknown card decides what has been done by hand, or comes to light by it.

        Args:
            position: the position after it.
            step: what has been done.
            broken_rule: the rule that a misplay breaks.
            code: the code of the diagnostic.

        Raises:
            Refused: an unknown card does.
        """
        self.changes += step.changes
        unsure = self.names.unsure(self, step)
        if unsure is not None:
            raise Refused(unsure)
        if broken_rule is not None and broken_rule.code == CARD_NOT_KNOWN:
            raise Refused(Refusal(code, "whether this is legal depends on unknown cards", None))
        for change in step.changes:
            if isinstance(change, Shift):
                place = change.dest
            elif isinstance(change, Turned):
                place = change.place
            else:
                continue
            pile = position.places.get(place, [])
            if pile and pile[-1] & ~DOWN == UNKNOWN:
                message = f"the card that comes to light in {self.game.words(place)} is not known"
                raise Refused(Refusal(code, message, None, (), ("a misplay names it after +",)))

    def _identify_last_cards(self, position: UnknownPosition) -> None:
        """Identify the unknown cards that can only be one card by counting, if only a few are left: for many, counting
        after every move would take too long."""
        if sum(isinstance(card, UnknownCard) for pile in position.places.values() for card in pile) > _LAST:
            return
        for place, at, card in forced_cards(self.game.packs, position) or ():
            blank = position.places[place][at]
            if isinstance(blank, UnknownCard) and not blank.slot.vague:
                self.mark_known(place, at, card)

    def _show_proved_cards(self, position: UnknownPosition) -> None:
        """Replace the unknown cards of a position whose identity a variation has proved by the cards that they are. The
        changes are noted as parts of the move being read."""
        if not self._proved_in_variation:
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
        """Note the outcome of the next claim in this reading (None if it is true), and return its outcome over all
        readings; None as long as those are not decided."""
        self.outcomes.append(outcome)
        if self.final_outcomes is None:
            return None
        final_outcome = self.final_outcomes[len(self.outcomes) - 1]
        # If both are the same, the one about known cards words it better.
        return outcome if type(final_outcome) is type(outcome) else final_outcome

    def set_position(self, position: Position) -> None:
        self.position: UnknownPosition = _with_unknown(position)
        self.deal = self.position.notes.deal

    def assume_standstill(self, position: Position) -> None:
        self.set_position(position)
        self.changes = []
        if self.names.stands_still(self.position):
            self.exclude_fitting_cards()

    def try_command(self, position: Position, command: Move) -> Step:
        """Find out what a command would do: play it, and take back the move with everything that it has proved.

        Raises:
            Refused, Ambiguous: as ``advance``.
        """
        mark, redeal_count, deal_count = len(self._journal), self.redeals.redeal_count, len(self.redeals.deals)
        choices, moves_read, moves_to_read = self.choices, self.moves_read, self.moves_to_read
        # Such a move chooses nothing, and doesn't count as one that has been read.
        self.choices = None
        self.moves_to_read = None
        self.has_assumption = False
        try:
            step = self.advance(position, command)
        finally:
            self.choices = choices
            self.moves_read = moves_read
            self.moves_to_read = moves_to_read
        position.undo(step)
        self._take_back(mark)
        self.redeals.redeal_count = redeal_count
        del self.redeals.deals[max(deal_count, redeal_count) :]
        return step

    def assumption(self, step: Step) -> str:
        """Return in words what a step that was tried assumes about unknown cards; empty if it assumes nothing."""
        assumptions: list[str] = []
        for change in step.changes:
            if isinstance(change, Revealed) and isinstance(change.was, UnknownCard) and change.was.slot.card is None:
                assumptions.append(f"{self.game.words(change.place)} holds {PRETTY[change.card & ~DOWN]}")
        if assumptions:
            return join_words(assumptions)
        return "the cards that are not known allow it" if self.has_assumption else ""

    def may_be(self, position: Position, unknown_card: int, card: int) -> bool:
        """Whether an unknown card, as ``position.places`` has it, can be a certain card."""
        self.set_position(position)
        if unknown_card == UNKNOWN and not isinstance(unknown_card, UnknownCard):
            # A game may list an available card as its table has it, which doesn't tell unknown cards apart.
            return any(slot.possible >> card & 1 for slot in self.open_slots()) and self.copies_left(card) > 0
        return self.can_be(unknown_card, card)

    def may_fit(self, position: Position) -> str:
        """Return a place with an unknown available card that may fit a foundation; or if no known move is legal, one
        with an unknown card that may be moved or built on; empty if there is none."""
        self.set_position(position)
        fitting = list(cards_of(self.fitting()))
        places = self.open_places()
        for place in places:
            open_cards = self.open_cards(place)
            if any(self.can_be(open_card, card) for open_card in open_cards for card in fitting):
                return place
        # Where cards are built on piles, an unknown one may take a card or go on another.
        if places and self.names.built and not position.legal_moves():
            return places[0]
        return ""

    def knows_order(self, position: Position, place: str) -> bool:
        return not any(isinstance(card, CardAtUnknownDepth) for card in _with_unknown(position).places.get(place, ()))

    def knows_all(self, position: Position) -> bool:
        cards = [card for pile in position.places.values() for card in pile]
        return not any(card & ~DOWN == UNKNOWN or isinstance(card, CardAtUnknownDepth) for card in cards)


def _with_unknown(position: Position) -> UnknownPosition:
    assert isinstance(position, UnknownPosition)
    return position
