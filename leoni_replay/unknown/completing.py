"""A record whose deal is not known, or not wholly: what its moves prove of the cards, and whether they agree.

It is read more than once. The first reading starts from a table of unknown cards, which the moves name one by one.
What is proved is then laid open from the start, and the record is judged anew, as strictly as any other. Claims come
last: they hold, or fail, only if they do so in every way in which the record can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from leoni_replay.cards import DOWN, UNKNOWN, pretty
from leoni_replay.diagnostics import Fault
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Claim, Item, Transcript, Variation
from leoni_replay.record.nearest import table_lines
from leoni_replay.record.replay import Reading
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.blanks import Blank
from leoni_replay.unknown.claim_outcomes import Decided, Outcome, Weighing
from leoni_replay.unknown.completions import Completions, Tried
from leoni_replay.unknown.counting import only_ones
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns
from leoni_replay.words import listed

#: How often a record is read anew because the last reading has proved more.
_READINGS: Final = 6

#: how many ways to lay unknown cards, and how many places that hold some, are shown where none of them is right
_SHOWN: Final = 3
_PLACES: Final = 6


class Completing:
    """One record that is read from what its moves prove.

    Args:
        transcript: the record.
        setup: its game, and its first table, if a layout describes it.
        names: what the game says of unknown cards.
        read: how the record is read from a table.
    """

    def __init__(self, transcript: Transcript, setup: Setup, names: Names, read: Read) -> None:
        self.transcript = transcript
        self.setup = setup
        self.names = names
        self.read = read
        #: whether anything is claimed
        self.claims = _any_claim([*transcript.items, *transcript.epilogue])
        #: how many moves are to be read, those of variations included; None for the whole record
        self.end: int | None = None
        #: the cards of the first table that are the same in all completions, by place and index; what its claims come
        #: to in all of them
        self.certain: dict[tuple[str, int], int] = {}
        self.outcomes: list[Outcome] | None = None

    def completed(self) -> Reading:
        """Read the record. If it is wrong at a move or in its result, the claims before that are judged as those of a
        record that ends there."""
        reading, unknowns = self.tried()
        if reading.fault is None:
            reading = self.decided(reading, unknowns)
        if not self.claims or reading.fault is None or reading.fault.code[0] == "C":
            return reading
        if self.end is None:
            # Of a move that is not what is written of it, more has been read than is right.
            self.end = unknowns.read_moves - (reading.fault.code in ("M206", "M218"))
        before, _ = self.tried()
        if before.fault is not None and before.fault.code[0] == "C":
            return before
        diagnostics = reading.replay.diagnostics
        diagnostics += [one for one in before.replay.diagnostics if one.code == "C403" and one not in diagnostics]
        return reading

    def decided(self, reading: Reading, unknowns: Unknowns) -> Reading:
        """Judge a record that is right as far as its moves prove the cards: by the completions of its first table, if
        these are few."""
        completions = Completions(self.setup.game, unknowns.start)
        if not completions.are_few() or not self.is_laid(unknowns):
            return reading
        tried = completions.tried(self.read, self.can_be_laid, unknowns.said())
        if tried.cut:
            return reading
        if tried.fitting is None:
            return self.refused(unknowns, completions, tried)
        if tried.all_certain:
            self.suppose_nothing()
            return self.read(completions.position(tried.fitting))._replace(searched=reading.searched)
        for spot, may in zip(completions.spots, tried.may, strict=True):
            if may.bit_count() == 1:
                self.certain[spot.place, spot.at] = may.bit_length() - 1
        if not self.certain and not self.claims:
            return reading
        self.outcomes = tried.outcomes
        again, _ = self.tried()
        if again.fault is None or again.fault.code[0] == "C":
            return again
        # Some completion fits, whatever its cards are taken to prove.
        reading.replay.unknown = sum(may.bit_count() > 1 for may in tried.may)
        return reading

    def is_laid(self, unknowns: Unknowns) -> bool:
        """Whether the first table leaves nothing open but which cards the unknown ones are."""
        return True

    def can_be_laid(self, position: Position) -> bool:
        """Whether a table of which nothing is unknown can be dealt, if none is described."""
        return True

    def suppose_nothing(self) -> None:
        """Say nothing of what is assumed of unknown cards: there are none."""
        return

    def refused(self, unknowns: Unknowns, completions: Completions, tried: Tried) -> Reading:
        """A record that is wrong in every completion of its first table, up to what none of them allows."""
        self.end = unknowns.end = max(tried.moves, 0)
        if not completions.spots and tried.furthest:
            self.suppose_nothing()
            return self.read(completions.position(()))
        # The claims are judged after this.
        unknowns.weighing = None
        replay = self.read(unknowns.open(1), unknowns).replay
        replay.result = None
        return Reading(replay, *self._refusal(replay, completions, tried))

    def _refusal(self, replay: Replay, completions: Completions, tried: Tried) -> tuple[Fault, int | None]:
        """What is wrong with a record that is wrong in every completion of its first table."""
        game, position = self.setup.game, replay.position
        assert position is not None
        clause = game.rules.clause("2")
        if not tried.furthest:
            tag = self.transcript.tag("Layout") or self.transcript.tag("Game")
            assert tag is not None
            return Fault("M227", "no cards can lie as the moves say", tag.start, tag.end, clause=clause), None
        _, fault, number = tried.furthest[0]
        places = [name for name, pile in position.places.items() if any(isinstance(card, Blank) for card in pile)]
        table = table_lines(game, position, tuple(places[:_PLACES]))
        left = len(tried.furthest)
        which = f"each of the {tried.count} ways" if tried.count > 1 else "the one way"
        notes = [f"it is so in {which} to lay the unknown cards"]
        if left < tried.count:
            fit = "fits" if left == 1 else "fit"
            notes = [f"of the {tried.count} ways to lay the unknown cards, {left} {fit} up to here"]
        if len({(one.code, one.message) for _, one, _ in tried.furthest}) == 1:
            alike = all((one.table, one.help) == (fault.table, fault.help) for _, one, _ in tried.furthest)
            if not alike:
                fault.table, fault.help = tuple(table), ()
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
        message = f"{what}, whichever the unknown cards are"
        return Fault(code, message, fault.start, fault.end, clause=clause, table=table, notes=notes), number

    def tried(self) -> tuple[Reading, Unknowns]:
        """Read a record whose first table leaves nothing open but which cards they are."""
        unknowns = self.opened(self.laid() or self.dealt([]))
        return self.claimed(self.judged(unknowns), unknowns), unknowns

    def opened(self, start: UnknownPosition) -> Unknowns:
        """What is known of the cards before a record is read from a table."""
        for (place, at), card in self.certain.items():
            if at < len(start.places[place]) and isinstance(blank := start.places[place][at], Blank):
                start.reveal(place, at, card | (int(blank) & DOWN))
        unknowns = Unknowns(self.names, start)
        unknowns.end = self.end
        return unknowns

    def laid(self) -> UnknownPosition | None:
        """The first table, if a layout says it, with the cards that can be no other ones by what the packs hold."""
        position = self.setup.position
        if position is None:
            return None
        hidden = self.names.hidden(position)
        for place, at, card in only_ones(self.setup.game.packs, hidden) or ():
            hidden.reveal(place, at, card | (int(hidden.places[place][at]) & DOWN))
        return hidden

    def fits(self, reading: Reading, unknowns: Unknowns) -> bool:
        """Whether nothing is wrong with a reading, as far as the record is to be read."""
        return reading.fault is None or unknowns.read_moves == self.end

    def dealt(self, first: list[int]) -> UnknownPosition:
        """The table after a deal of unknown cards, but for the first."""
        game = self.setup.game
        start = game.start(first + [UNKNOWN] * (52 * game.packs - len(game.bases) - len(first)))
        return self.with_orders(self.names.hidden(start))

    def with_orders(self, start: UnknownPosition) -> UnknownPosition:
        """A table, with the written orders of shuffled redeals."""
        start.table.orders = {number: bytes(order) for number, order in self.setup.orders.items()}
        return start

    def judged(self, unknowns: Unknowns, doubts: Callable[[], None] = lambda: None) -> Reading:
        """Read the moves of a record from one opening, and judge them by what they have proved; ``doubts`` takes back
        what they have proved only of this opening. What its claims come to is noted."""
        reading = self.read(unknowns.open(0), unknowns)
        if not self.fits(reading, unknowns):
            return reading
        doubts()
        if not unknowns.count():
            # There are not cards enough: the move that says so is found by counting behind every one.
            unknowns.forget()
            unknowns.check = unknowns.count
            return self.read(unknowns.open(0), unknowns)
        self.tell(unknowns)
        for _ in range(_READINGS):
            before = unknowns.proved
            reading = self.read(unknowns.open(1), unknowns)
            if not self.fits(reading, unknowns) or (not self.tell(unknowns) and unknowns.proved == before):
                break
        if self.fits(reading, unknowns) and unknowns.guessed():
            # A card that is available at whatever depth it lies is judged as if it had been known.
            as_guessed = self.read(unknowns.open(2), unknowns)
            if as_guessed.fault is not None and self.names.wrong_as_guessed(as_guessed.fault.code):
                return as_guessed
        if reading.fault is None:
            reading.replay.unknown = len(unknowns.blanks())
        return reading

    def claimed(self, reading: Reading, unknowns: Unknowns) -> Reading:
        """Judge the claims of a record of which the moves are right."""
        if not self.claims or not self.fits(reading, unknowns):
            return reading
        if self.outcomes is not None:
            unknowns.weighing = Decided(self.outcomes)
        else:
            unknowns.weighing = Weighing(unknowns.outcomes)
            self.elsewhere(unknowns.weighing, unknowns)
        judged = self.read(unknowns.open(1), unknowns)
        judged.replay.unknown = reading.replay.unknown if judged.fault is None else None
        return judged._replace(searched=reading.searched)

    def elsewhere(self, weighing: Weighing, unknowns: Unknowns) -> None:
        """Weigh what the claims come to in the other ways in which the record can be read."""
        return

    def tell(self, unknowns: Unknowns) -> bool:
        """Say what is assumed of the cards; returns whether something else was said before."""
        return False


def may_be_otherwise(fault: Fault | None) -> bool:
    """Whether another opening could help against a fault: one of moves or the result."""
    return fault is not None and (fault.code[0] == "M" or fault.code in ("R501", "R502"))


def _any_claim(items: Sequence[Item]) -> bool:
    return any(isinstance(item, Claim) or (isinstance(item, Variation) and _any_claim(item.items)) for item in items)
