"""Judge a record whose deal is unknown or partly known: what do its moves prove about the cards, and are they
consistent?

The record is read more than once. The first reading starts from a position of unknown cards, which the moves name one
by one. Then the proved cards are known from the start, and the record is judged again, as strictly as any other. Claims
come last: they are true, or false, only if they are so in every way in which the record can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import DOWN, UNKNOWN, pretty
from leoni_replay.diagnostics import (
    CLAIM_UNDECIDED,
    UNPROVED_RESULTS,
    WRONG_CONSEQUENCES,
    Fault,
    is_about_claim,
    is_about_move,
)
from leoni_replay.games.game import Position
from leoni_replay.notation.transcript import Claim, Item, Variation
from leoni_replay.phrases import listed
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.record.nearest import table_lines
from leoni_replay.record.result import Replay
from leoni_replay.unknown.counting import only_ones
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.possible_deals import Completions, Outcome, Tried
from leoni_replay.unknown.unknown_cards import UnknownCard
from leoni_replay.unknown.unknowns import Unknowns

#: The maximum number of readings because the previous one has proved more.
_READINGS: Final = 6

#: how many ways to lay unknown cards, and how many places with such cards, are shown if none of the ways is right
_SHOWN: Final = 3
_PLACES: Final = 6


class Completing:
    """A record that is judged by what its moves prove.

    Args:
        reader: the record with its game, and its first position, if a layout gives it.
        names: the game's knowledge about unknown cards.
    """

    def __init__(self, reader: RecordReader, names: Names) -> None:
        self.reader = reader
        self.read = reader.read
        self.transcript = transcript = reader.transcript
        self.setup = reader.setup
        self.names = names
        #: whether the record has claims
        self.claims = _any_claim([*transcript.items, *transcript.epilogue])
        #: whether more than one opening was tried
        self.searched = False
        #: how many moves to read, those of variations included; None for the whole record
        self.end: int | None = None
        #: the cards of the first position that are the same in all completions, by place and index; and the outcomes of
        #: its claims over all of them
        self.certain: dict[tuple[str, int], int] = {}
        self.outcomes: list[Outcome] | None = None

    def complete(self) -> ReadResult:
        """Judge the record. If a move or its result is wrong, the claims before that are judged as if the record ended
        there."""
        return self._judge_record()._replace(tried_several_deals=self.searched)

    def _judge_record(self) -> ReadResult:
        reading, unknowns = self.try_openings()
        if reading.fault is None:
            reading = self.decide(reading, unknowns)
        if not self.claims or reading.fault is None or is_about_claim(reading.fault.code):
            return reading
        if self.end is None:
            self.end = unknowns.read_moves
            if reading.fault.code in WRONG_CONSEQUENCES:
                # The reading has gone beyond what is right.
                self.end -= 1
        before, _ = self.try_openings()
        if before.fault is not None and is_about_claim(before.fault.code):
            return before
        diagnostics = reading.replay.diagnostics
        diagnostics += [
            warning
            for warning in before.replay.diagnostics
            if warning.code == CLAIM_UNDECIDED and warning not in diagnostics
        ]
        return reading

    def decide(self, reading: ReadResult, unknowns: Unknowns) -> ReadResult:
        """Judge a record that is right as far as its moves prove the cards: by the completions of its first position,
        if there are few."""
        completions = Completions(unknowns.start)
        if not completions.are_few() or not self.knows_places(unknowns):
            return reading
        tried = completions.try_all(self.reader, self.can_begin_with, unknowns.decided or [])
        if tried.cut:
            return reading
        if tried.fitting is None:
            return self.explain_refusal(unknowns, completions, tried)
        if tried.all_certain:
            self.suppose_nothing()
            return self.read(completions.position(tried.fitting))
        for spot, may in zip(completions.spots, tried.possible, strict=True):
            if may.bit_count() == 1:
                self.certain[spot.place, spot.at] = may.bit_length() - 1
        if not self.certain and not self.claims:
            return reading
        self.outcomes = tried.outcomes
        again, _ = self.try_openings()
        if again.fault is None or is_about_claim(again.fault.code):
            return again
        # Some completion fits, whatever cards were assumed.
        reading.replay.unknown = sum(may.bit_count() > 1 for may in tried.possible)
        return reading

    def knows_places(self, unknowns: Unknowns) -> bool:
        """Whether the first position is known except for the identity of its unknown cards."""
        return True

    def can_begin_with(self, position: Position) -> bool:
        """Whether a completely known position can be the result of a deal, if no layout gives it."""
        return True

    def suppose_nothing(self) -> None:
        """Drop the remarks on assumptions about unknown cards: there are none."""
        return

    def explain_refusal(self, unknowns: Unknowns, completions: Completions, tried: Tried) -> ReadResult:
        """Return the result for a record that is wrong in every completion, up to what none of them allows."""
        self.end = unknowns.end = max(tried.moves, 0)
        if not completions.spots and tried.furthest:
            self.suppose_nothing()
            return self.read(completions.position(()))
        # The claims are judged after this.
        unknowns.decided = None
        result = self.read(unknowns.open(hindsight=True), unknowns)
        result.replay.result = None
        fault, number = self._refusal(result.replay, completions, tried)
        return result._replace(fault=fault, number=number)

    def _refusal(self, replay: Replay, completions: Completions, tried: Tried) -> tuple[Fault, int | None]:
        """Return the error of a record that is wrong in every completion of its first position."""
        game, position = self.setup.game, replay.position
        assert position is not None
        clause = game.rules.clause("2")
        if not tried.furthest:
            tag = self.transcript.tag("Layout") or self.transcript.tag("Game")
            assert tag is not None
            return Fault("M227", "no deal fits these moves", tag.start, tag.end, clause=clause), None
        _, fault, number = tried.furthest[0]
        places = [name for name, pile in position.places.items() if any(isinstance(card, UnknownCard) for card in pile)]
        lines = table_lines(position, tuple(places[:_PLACES]))
        left = len(tried.furthest)
        which = f"each of the {tried.count} ways" if tried.count > 1 else "the one way"
        notes = [f"this is so in {which} to lay the unknown cards"]
        if left < tried.count:
            fit = "fits" if left == 1 else "fit"
            notes = [f"of the {tried.count} ways to lay the unknown cards, {left} {fit} up to here"]
        if len({(one.code, one.message) for _, one, _ in tried.furthest}) == 1:
            alike = all((one.table_lines, one.help) == (fault.table_lines, fault.help) for _, one, _ in tried.furthest)
            if not alike:
                fault.table_lines, fault.help = tuple(lines), ()
            fault.notes = (*fault.notes, *notes)
            return fault, number
        reasons = {other.message: cards for cards, other, _ in reversed(tried.furthest)}
        for message, cards in list(reasons.items())[:_SHOWN]:
            laid: dict[str, list[int]] = {}
            for spot, card in zip(completions.spots, cards, strict=True):
                laid.setdefault(spot.place, []).append(card)
            where = [f"{pretty(pile)} in {game.words(place)}" for place, pile in laid.items()]
            notes.append(f"with {listed(where)}: {message}")
        word = self.transcript.result.word if self.transcript.result is not None else ""
        what = f"the game is not {word}" if number is None else "this move is wrong"
        code = fault.code if number is None else "M227"
        message = f"{what}, whatever the unknown cards are"
        return Fault(code, message, fault.start, fault.end, clause=clause, table_lines=lines, notes=notes), number

    def try_openings(self) -> tuple[ReadResult, Unknowns]:
        """Read a record whose first position is known except for the identity of its unknown cards."""
        unknowns = self.knowledge_at(self.given_position() or self.deal_unknown([]))
        return self.judge_claims(self.judge_moves(unknowns), unknowns), unknowns

    def knowledge_at(self, start: UnknownPosition) -> Unknowns:
        """Return what is known about the cards before a record is read from a position."""
        for (place, at), card in self.certain.items():
            if at < len(start.places[place]) and isinstance(blank := start.places[place][at], UnknownCard):
                start.reveal(place, at, card | (int(blank) & DOWN))
        unknowns = Unknowns(self.names, start)
        unknowns.end = self.end
        return unknowns

    def given_position(self) -> UnknownPosition | None:
        """Return the first position of a layout, with the cards that the packs leave no choice for."""
        position = self.setup.position
        if position is None:
            return None
        hidden = self.names.hidden(position)
        for place, at, card in only_ones(self.setup.game.packs, hidden) or ():
            hidden.reveal(place, at, card | (int(hidden.places[place][at]) & DOWN))
        return hidden

    def fits(self, reading: ReadResult, unknowns: Unknowns) -> bool:
        """Whether a reading has no error, as far as the record is to be read."""
        return reading.fault is None or unknowns.read_moves == self.end

    def deal_unknown(self, first: list[int]) -> UnknownPosition:
        """Return the position after a deal of unknown cards, except the first deal."""
        game = self.setup.game
        start = game.start(first + [UNKNOWN] * (52 * game.packs - len(game.bases) - len(first)))
        return self.with_orders(self.names.hidden(start))

    def with_orders(self, start: UnknownPosition) -> UnknownPosition:
        """Return a position with the recorded orders of shuffled redeals."""
        start.table.orders = {number: bytes(order) for number, order in self.setup.orders.items()}
        return start

    def judge_moves(self, unknowns: Unknowns) -> ReadResult:
        """Read the moves from one opening, judge them by what they have proved, and note the outcomes of claims."""
        reading = self.read(unknowns.open(hindsight=False), unknowns)
        if not self.fits(reading, unknowns):
            return reading
        if unknowns.redeals.are_open():
            # Whatever the moves prove holds in this opening.
            if unknowns.count():
                reading = self.read(unknowns.open(hindsight=True), unknowns)
                if not self.fits(reading, unknowns):
                    return reading
            unknowns.forget()
            self.read(unknowns.open(hindsight=False), unknowns)
            self.doubt(unknowns)
        if not unknowns.count():
            # There aren't enough cards: counting after every move finds the move at which that happens.
            unknowns.forget()
            unknowns.checks = True
            return self.read(unknowns.open(hindsight=False), unknowns)
        self.note_assumptions(unknowns)
        for _ in range(_READINGS):
            before = unknowns.proved
            reading = self.read(unknowns.open(hindsight=True), unknowns)
            if not self.fits(reading, unknowns) or (not self.note_assumptions(unknowns) and unknowns.proved == before):
                break
        if reading.fault is None:
            reading.replay.unknown = len(unknowns.blanks())
        return reading

    def judge_claims(self, reading: ReadResult, unknowns: Unknowns) -> ReadResult:
        """Judge the claims of a record whose moves are right."""
        if not self.claims or not self.fits(reading, unknowns):
            return reading
        unknowns.decided = self.outcomes or self.elsewhere(list(unknowns.outcomes), unknowns)
        judged = self.read(unknowns.open(hindsight=True), unknowns)
        judged.replay.unknown = reading.replay.unknown if judged.fault is None else None
        return judged

    def elsewhere(self, outcomes: list[Outcome], unknowns: Unknowns) -> list[Outcome]:
        """Return the outcomes of the claims over the reading shown and all other ways to read the record."""
        return outcomes

    def doubt(self, unknowns: Unknowns) -> None:
        """Take back what is proved only for the number of exiles that the deals are taken to have had."""
        return

    def note_assumptions(self, unknowns: Unknowns) -> bool:
        """Add the remarks on assumptions about cards; return whether they have changed."""
        return False


def may_be_otherwise(fault: Fault | None) -> bool:
    """Whether another opening could remove a fault: one of a move or of the result."""
    return fault is not None and (is_about_move(fault.code) or fault.code in UNPROVED_RESULTS)


def _any_claim(items: Sequence[Item]) -> bool:
    return any(isinstance(item, Claim) or (isinstance(item, Variation) and _any_claim(item.items)) for item in items)
