"""Judge a record whose deal is unknown or partly known: what do its moves prove about the cards, and are they
consistent?

The record is read more than once. The first reading starts from a position of unknown cards, which the moves name one
by one. Then the proved cards are known from the start, and the record is judged again, as strictly as any other. Claims
come last: they are true, or false, only if they are so in every way in which the record can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import DOWN, PACK_SIZE, UNKNOWN
from leoni_replay.diagnostics import (
    CLAIM_UNDECIDED,
    UNPROVED_RESULTS,
    WRONG_CONSEQUENCES,
    Fault,
    is_about_claim,
    is_about_move,
)
from leoni_replay.games.game import Position
from leoni_replay.notation.transcript import Claim, Item, Transcript, Variation
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.record.nearest import table_lines
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.counting import forced_cards
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.possible_deals import Completions, Outcome, TrialResults
from leoni_replay.unknown.unknown_cards import UnknownCard
from leoni_replay.unknown.unknowns import Unknowns

#: The maximum number of readings because the previous one has proved more.
_READINGS: Final = 6

#: how many ways to lay unknown cards, and how many places with such cards, are shown if none of the ways is right
_MOST_WAYS_SHOWN: Final = 3
_MOST_PLACES_SHOWN: Final = 6


class Completing:
    """A record that is judged by what its moves prove.

    Args:
        reader: the record with its game, and its first position, if a layout gives it.
        names: the game's knowledge about unknown cards.
    """

    def __init__(self, reader: RecordReader, names: Names) -> None:
        self.reader = reader
        self.read: Final = reader.read
        transcript = reader.transcript
        self.transcript: Transcript = transcript
        self.setup: Setup = reader.setup
        self.names = names
        self.has_claims: bool = _has_claim([*transcript.items, *transcript.epilogue])
        #: whether more than one opening was tried
        self.tried_several_deals = False
        #: how many moves to read, those of variations included; None for the whole record
        self.moves_to_read: int | None = None
        #: the cards of the first position that are the same in all completions, by place and index; and the outcomes of
        #: its claims over all of them
        self.certain_cards: dict[tuple[str, int], int] = {}
        self.outcomes: list[Outcome] | None = None

    def complete(self) -> ReadResult:
        """Judge the record. If a move or its result is wrong, the claims before that are judged as if the record ended
        there."""
        return self._judge_record()._replace(tried_several_deals=self.tried_several_deals)

    def _judge_record(self) -> ReadResult:
        """Judge the record by its moves; if that finds no error, by the completions of its first position, if there are
        few (``Completions``: the ways to lay its unknown cards).

        If a move or the result is wrong and the record has claims, it is read once more up to the error, to judge the
        claims before it.
        """
        reading, unknowns = self.try_openings()
        if reading.fault is None:
            reading = self.judge_completions(reading, unknowns)
        fault = reading.fault
        if not self.has_claims or fault is None or is_about_claim(fault.code):
            return reading
        if self.moves_to_read is None:
            self.moves_to_read = unknowns.moves_read
            if fault.code in WRONG_CONSEQUENCES:
                # The last move has wrong consequences, so the reading has gone beyond what is right.
                self.moves_to_read -= 1
        right_part, _ = self.try_openings()
        if right_part.fault is not None and is_about_claim(right_part.fault.code):
            return right_part
        diagnostics = reading.replay.diagnostics
        for diagnostic in right_part.replay.diagnostics:
            if diagnostic.code == CLAIM_UNDECIDED and diagnostic not in diagnostics:
                diagnostics.append(diagnostic)
        return reading

    def judge_completions(self, reading: ReadResult, unknowns: Unknowns) -> ReadResult:
        """Judge a record that is right as far as its moves prove the cards: replay it with every completion of its
        first position (every way to lay the unknown cards), if there are few.

        Args:
            reading: the result so far, which is returned if there are too many completions, or if they show nothing
                more.
            unknowns: what is known about the cards.
        """
        completions = Completions(unknowns.start)
        if not completions.are_few() or not self.knows_places(unknowns):
            return reading
        results = completions.try_all(self.reader, self.can_begin_with, unknowns.final_outcomes or [])
        if results.cut_short:
            return reading
        if results.fitting_cards is None:
            return self.explain_refusal(unknowns, completions, results)
        if results.all_certain:
            self.drop_assumptions()
            return self.read(completions.position(results.fitting_cards))
        for spot, card_set in zip(completions.spots, results.possible, strict=True):
            if card_set.bit_count() == 1:
                self.certain_cards[spot.place, spot.at] = card_set.bit_length() - 1
        if not self.certain_cards and not self.has_claims:
            return reading
        self.outcomes = results.outcomes
        new_reading, _ = self.try_openings()
        if new_reading.fault is None or is_about_claim(new_reading.fault.code):
            return new_reading
        # Some completion fits, whatever cards were assumed.
        reading.replay.unknown = sum(card_set.bit_count() > 1 for card_set in results.possible)
        return reading

    def knows_places(self, unknowns: Unknowns) -> bool:
        """Whether the first position is known except for the identity of its unknown cards."""
        return True

    def can_begin_with(self, position: Position) -> bool:
        """Whether a completely known position can be the result of a deal, if no layout gives it."""
        return True

    def drop_assumptions(self) -> None:
        """Drop the remarks on assumptions about unknown cards, if the record is judged without any."""
        return

    def explain_refusal(self, unknowns: Unknowns, completions: Completions, results: TrialResults) -> ReadResult:
        """Return the result for a record that is wrong in every completion of its first position: read up to the move
        that none of them allows, with the error there.

        Args:
            unknowns: what is known about the cards.
            completions: the ways to lay the unknown cards.
            results: what came of replaying them; none of them fits.
        """
        self.moves_to_read = unknowns.moves_to_read = max(results.furthest_moves, 0)
        if not completions.spots and results.furthest_failures:
            self.drop_assumptions()
            return self.read(completions.position(()))
        # The claims are judged after this.
        unknowns.final_outcomes = None
        result = self.read(unknowns.begin_reading(hindsight=True), unknowns)
        result.replay.result = None
        if not results.furthest_failures:
            tag = self.transcript.tag("Layout") or self.transcript.tag("Game")
            assert tag is not None
            clause = self.setup.game.rules.clause("2")
            fault = Fault("M227", "no deal fits these moves", tag.start, tag.end, clause=clause)
            return result._replace(fault=fault, number=None)
        fault = self._refuse_completions(result.replay, completions, results)
        return result._replace(fault=fault, number=results.furthest_failures[0].number)

    def _refuse_completions(self, replay: Replay, completions: Completions, results: TrialResults) -> Fault:
        """Return the error of a record that is wrong in every completion of its first position: the fault of those that
        got furthest if it is the same in all, or else one that says what is wrong in some of them.

        Args:
            replay: the replay up to the error, whose places the error shows.
            completions: the ways to lay the unknown cards.
            results: what came of replaying them.
        """
        game, position = self.setup.game, replay.position
        assert position is not None
        failures = results.furthest_failures
        _, fault, number = failures[0]
        places = [name for name, pile in position.places.items() if any(isinstance(card, UnknownCard) for card in pile)]
        lines = table_lines(position, tuple(places[:_MOST_PLACES_SHOWN]))
        notes = [_ways_that_fit(results.count, len(failures))]
        if len({(failure.fault.code, failure.fault.message) for failure in failures}) == 1:
            details = [(failure.fault.table_lines, failure.fault.help) for failure in failures]
            if any(detail != details[0] for detail in details):
                fault.table_lines, fault.help = tuple(lines), ()
            fault.notes = (*fault.notes, *notes)
            return fault
        # Of several failures with the same message, the first is shown.
        cards_by_message = {failure.fault.message: failure.cards for failure in reversed(failures)}
        for message, cards in list(cards_by_message.items())[:_MOST_WAYS_SHOWN]:
            notes.append(f"with {completions.describe(cards)}: {message}")
        word = self.transcript.result.word if self.transcript.result is not None else ""
        objection = f"the game is not {word}" if number is None else "this move is wrong"
        return Fault(
            fault.code if number is None else "M227",
            f"{objection}, whatever the unknown cards are",
            fault.start,
            fault.end,
            clause=game.rules.clause("2"),
            table_lines=lines,
            notes=notes,
        )

    def try_openings(self) -> tuple[ReadResult, Unknowns]:
        """Read a record from its first position, of which everything is known but the identity of some cards, and judge
        its claims. A game in which more than that can be open tries one such position (*opening*) after another.

        Returns:
            The result, and what the record has shown about its unknown cards.
        """
        unknowns = self.knowledge_at(self.given_position() or self.deal_unknown([]))
        return self.judge_claims(self.judge_moves(unknowns), unknowns), unknowns

    def knowledge_at(self, start: UnknownPosition) -> Unknowns:
        """Return what is known about the cards before a record is read from a position."""
        for (place, at), card in self.certain_cards.items():
            pile = start.places[place]
            if at < len(pile) and isinstance(pile[at], UnknownCard):
                start.reveal(place, at, card | (int(pile[at]) & DOWN))
        unknowns = Unknowns(self.names, start)
        unknowns.moves_to_read = self.moves_to_read
        return unknowns

    def given_position(self) -> UnknownPosition | None:
        """Return the first position of a layout, with the cards that the packs leave no choice for."""
        position = self.setup.position
        if position is None:
            return None
        start = self.names.with_blanks(position)
        for place, at, card in forced_cards(self.setup.game.packs, start) or ():
            start.reveal(place, at, card | (int(start.places[place][at]) & DOWN))
        return start

    def fits(self, reading: ReadResult, unknowns: Unknowns) -> bool:
        """Whether a reading has no error, as far as the record is to be read."""
        return reading.fault is None or unknowns.moves_read == self.moves_to_read

    def deal_unknown(self, first_cards: list[int]) -> UnknownPosition:
        """Return the position after a deal of unknown cards, of which only the first are known."""
        game = self.setup.game
        unknown_count = PACK_SIZE * game.packs - len(game.bases) - len(first_cards)
        start = game.start(first_cards + [UNKNOWN] * unknown_count)
        return self.with_orders(self.names.with_blanks(start))

    def with_orders(self, start: UnknownPosition) -> UnknownPosition:
        """Return a position with the recorded orders of shuffled redeals."""
        start.table.orders = {number: bytes(order) for number, order in self.setup.orders.items()}
        return start

    def judge_moves(self, unknowns: Unknowns) -> ReadResult:
        """Read the moves from one first position (*opening*), judge them by what they have proved, and note the
        outcomes of claims.

        The first reading proves cards. With hindsight, that is with these cards known from the start, another reading
        may prove more, and so on until nothing changes.

        Args:
            unknowns: what is known about the cards before the record is read.
        """
        reading = self.read(unknowns.begin_reading(hindsight=False), unknowns)
        if not self.fits(reading, unknowns):
            return reading
        if unknowns.redeals.are_open():
            # Whatever the moves prove holds in this opening.
            if unknowns.count_cards():
                reading = self.read(unknowns.begin_reading(hindsight=True), unknowns)
                if not self.fits(reading, unknowns):
                    return reading
            unknowns.forget()
            self.read(unknowns.begin_reading(hindsight=False), unknowns)
            self.drop_doubtful_proofs(unknowns)
        if not unknowns.count_cards():
            # There aren't enough cards: counting after every move finds the move at which that happens.
            unknowns.forget()
            unknowns.counts_after_moves = True
            return self.read(unknowns.begin_reading(hindsight=False), unknowns)
        self.note_assumptions(unknowns)
        for _ in range(_READINGS):
            proved_before = unknowns.proved_count
            reading = self.read(unknowns.begin_reading(hindsight=True), unknowns)
            if not self.fits(reading, unknowns):
                break
            have_changed = self.note_assumptions(unknowns)
            if not have_changed and unknowns.proved_count == proved_before:
                break
        if reading.fault is None:
            reading.replay.unknown = len(unknowns.blanks())
        return reading

    def judge_claims(self, reading: ReadResult, unknowns: Unknowns) -> ReadResult:
        """Judge the claims of a record whose moves are right."""
        if not self.has_claims or not self.fits(reading, unknowns):
            return reading
        if self.outcomes:
            unknowns.final_outcomes = self.outcomes
        else:
            unknowns.final_outcomes = self.outcomes_in_all_readings(list(unknowns.outcomes), unknowns)
        final_reading = self.read(unknowns.begin_reading(hindsight=True), unknowns)
        final_reading.replay.unknown = reading.replay.unknown if final_reading.fault is None else None
        return final_reading

    def outcomes_in_all_readings(self, outcomes: list[Outcome], unknowns: Unknowns) -> list[Outcome]:
        """Return the outcomes of the claims over the reading shown and all other ways to read the record."""
        return outcomes

    def drop_doubtful_proofs(self, unknowns: Unknowns) -> None:
        """Take back what is proved only for the number of exiles that the deals are taken to have had."""
        return

    def note_assumptions(self, unknowns: Unknowns) -> bool:
        """Add the remarks on assumptions about cards; return whether they have changed."""
        return False


def may_be_otherwise(fault: Fault | None) -> bool:
    """Whether a fault could be absent if the record began with another first position: one of a move or of the result.
    False for None."""
    return fault is not None and (is_about_move(fault.code) or fault.code in UNPROVED_RESULTS)


def _ways_that_fit(count: int, fitting_count: int) -> str:
    """Return a note on how many of the ways to lay the unknown cards fit up to the error.

    Args:
        count: the number of ways tried.
        fitting_count: the number of those that fit up to there.
    """
    if fitting_count < count:
        fit = "fits" if fitting_count == 1 else "fit"
        return f"of the {count} ways to lay the unknown cards, {fitting_count} {fit} up to here"
    which = f"each of the {count} ways" if count > 1 else "the one way"
    return f"this is so in {which} to lay the unknown cards"


def _has_claim(items: Sequence[Item]) -> bool:
    """Whether some items, those of variations included, have a claim."""
    return any(isinstance(item, Claim) or (isinstance(item, Variation) and _has_claim(item.items)) for item in items)
