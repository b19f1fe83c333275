"""The number of exiles in each deal of a weaving game, if the record doesn't say it: the fewest that fit.

It decides how high the piles are, and so which card lies under which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from leoni_replay.cards import PACK_SIZE
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, NOT_LOST, REDEAL_TOO_EARLY, Warn
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.notation.transcript import Item, MoveItem, Variation
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.record.claim_proofs import Undecided
from leoni_replay.unknown.dealing import Piles, blank_deal, can_be_dealt
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.possible_deals import Outcome, combine_outcomes, not_all_tried
from leoni_replay.unknown.proofs import Choices
from leoni_replay.unknown.try_all_deals import Completing, may_be_otherwise
from leoni_replay.unknown.unknown_cards import UnknownCard
from leoni_replay.unknown.unknowns import Unknowns

#: How many exiles beyond the fewest are tried. Most deals have seven or eight, and hardly any has twenty.
_SPAN: Final = 20

#: The maximum number of readings if the record leaves several open; of checks whether deals can have had more exiles;
#: and of checks whether its claims are true in all readings.
_MOST_READINGS: Final = 300
_MOST_TRIALS: Final = 100
_MOST_CLAIM_CHECKS: Final = 60


def turns_up(command: Move) -> bool:
    """Whether a command turns up an exile."""
    return command.source == "exile" or (command.source is None and command.dest in ("~", ">13"))


def _may_be_complete(command: Move | None) -> bool:
    """Whether a command can be the complete form of a weave, which names the exile and its place; False for None."""
    return command is not None and command.source == "exile" and command.card is not None


class CompletingWeaving(Completing):
    """A record of a weaving game that is judged by what its moves prove."""

    def __init__(self, reader: RecordReader, names: Names, game: WeavingGame) -> None:
        super().__init__(reader, names)
        self.game = game
        self._warnings = reader.setup.warnings
        #: the assumed number of exiles of deals that could have had more, by the number of the deal from 0
        self._assumed_exiles: dict[int, int] = {}
        #: the number of exiles of the deals in every reading that fits, and which of them had more than necessary
        self._fitting: list[tuple[int | None, list[int]]] = []
        #: whether the record has more readings than were tried
        self.cut_short: bool = False
        #: how many more readings may look for other numbers of exiles
        self._trials_left = _MOST_TRIALS

    def try_openings(self) -> tuple[ReadResult, Unknowns]:
        """Try numbers of exiles for each deal, beginning with as many as the record turns up, until the record fits.

        A layout gives the number of the first deal.

        Returns:
            The reading of the record that fits, or otherwise the one that got furthest; and what it has found out about
            the unknown cards.
        """
        fewest = _count_exiles(self.transcript.items)
        exiles = list(fewest)
        best: tuple[ReadResult, Unknowns] | None = None
        has_unnamed_card = False
        while True:
            reading, unknowns = self._find_reading(exiles, self._judge_anew)
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                self._fitting.insert(0, (None, list(exiles)))
                return self.judge_claims(reading, unknowns), unknowns
            if best is None or (reading.replay.moves > best[0].replay.moves and not has_unnamed_card):
                best = reading, unknowns
            deal = unknowns.deal
            if reading.fault is None or not unknowns.redeals.is_open(deal):
                break
            if reading.fault.code == CARD_NOT_KNOWN:
                if not _may_be_complete(unknowns.last_command):
                    # If a move says too little, other numbers of exiles won't help.
                    break
                # The pile at the end of the path may have been empty (L3): with more exiles the piles are lower.
                has_unnamed_card = True
            self.tried_several_deals = True
            # One more exile in the deal with the fault; in later deals the fewest again.
            exiles = exiles[: deal + 1] + fewest[deal + 1 :]
            exiles += [0] * (deal + 1 - len(exiles))
            exiles[deal] = max(exiles[deal], unknowns.redeals.fewest_exiles(deal)) + 1
            if exiles[deal] > _SPAN + (fewest[deal] if deal < len(fewest) else 0):
                break
        return best

    def _find_reading(self, exiles: list[int], read: Callable[[Unknowns], ReadResult]) -> tuple[ReadResult, Unknowns]:
        """Try the readings of the record until one is right; otherwise return the one that got furthest.

        A record has several readings where its moves leave open which unknown card they mean (``Choices``).

        Args:
            exiles: the number of exiles of each deal.
            read: reads the record, with what is known about its cards before that.

        Returns:
            The reading, and what it has found out about the unknown cards.
        """
        best: tuple[ReadResult, Unknowns] | None = None
        for reading, unknowns in self._possible_readings(exiles, read):
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                return reading, unknowns
            if best is None or reading.replay.moves > best[0].replay.moves:
                best = reading, unknowns
        assert best is not None
        return best

    def _possible_readings(
        self, exiles: list[int], read: Callable[[Unknowns], ReadResult]
    ) -> Iterator[tuple[ReadResult, Unknowns]]:
        """Yield the reading of the record in each possible way, with what it has found out about the unknown cards. If
        there are too many ways, the last ones are left out, and ``cut_short`` is set. The arguments are as for
        ``_find_reading``."""
        preset: dict[int, int] | None = {}
        self.cut_short = False
        for _ in range(_MOST_READINGS):
            unknowns = self._knowledge_with(exiles)
            choices = unknowns.choices = Choices(preset)
            yield read(unknowns), unknowns
            preset = choices.next_preset()
            if preset is None:
                return
        self.cut_short = True

    def _judge_anew(self, unknowns: Unknowns) -> ReadResult:
        """Judge the moves with other numbers of exiles; what was noted with the last numbers is deleted first."""
        self.setup.warnings = self._warnings
        self._assumed_exiles = {}
        self._fitting = []
        self._trials_left = _MOST_TRIALS
        return self.judge_moves(unknowns)

    def knows_places(self, unknowns: Unknowns) -> bool:
        return self.setup.position is not None or 0 not in self._assumed_exiles

    def can_begin_with(self, position: Position) -> bool:
        return self.setup.position is not None or can_be_dealt(self.game, position)

    def drop_assumptions(self) -> None:
        self.setup.warnings = list(self._warnings)

    def outcomes_in_all_readings(self, outcomes: list[Outcome], unknowns: Unknowns) -> list[Outcome]:
        """Return the outcomes of the claims over all ways to read the record: with each number of exiles that fits, and
        each choice of the cards that moves mean. An outcome is decided only if all of them agree.

        Args:
            outcomes: the outcomes in the reading that is shown.
            unknowns: what that reading has found out.
        """
        # Whether some readings were left out, or could not be judged because of unknown cards.
        cut_short = False
        reading_count = 0
        for deal, exiles in self._fitting:
            for reading, other in self._possible_readings(exiles, partial(self._judge_up_to, deal=deal)):
                if all(isinstance(outcome, Undecided) for outcome in outcomes):
                    # Other readings could change nothing any more.
                    return outcomes
                reading_count += 1
                if reading_count > _MOST_CLAIM_CHECKS:
                    return not_all_tried(outcomes)
                if self.fits(reading, other):
                    difference = "how the unknown cards were dealt"
                    if deal is not None:
                        difference = f"how many exiles {unknowns.redeals.name_of(deal)} had"
                    outcomes = combine_outcomes(outcomes, other.outcomes, difference)
                elif reading.fault is not None and reading.fault.code == CARD_NOT_KNOWN:
                    cut_short = True
            cut_short = cut_short or self.cut_short
        return not_all_tried(outcomes) if cut_short else outcomes

    def _judge_up_to(self, unknowns: Unknowns, deal: int | None) -> ReadResult:
        """Read the record to the end of a deal, and once more with what that has proved; return the last reading.

        Args:
            unknowns: what is known before.
            deal: the number of the deal, from 0; None for the whole record.
        """
        unknowns.redeals.last_deal = deal
        reading = self.read(unknowns.begin_reading(hindsight=False), unknowns)
        if self.fits(reading, unknowns) and unknowns.count_cards():
            reading = self.read(unknowns.begin_reading(hindsight=True), unknowns)
        return reading

    def _knowledge_with(self, exiles: list[int]) -> Unknowns:
        """Return what is known before the record is read, if its deals had these numbers of exiles."""
        given_position = self.given_position()
        unknowns = self.knowledge_at(given_position or self._blank_start(exiles[0]))
        unknowns.redeals.first_deal_known = given_position is not None
        unknowns.redeals.exiles = exiles
        return unknowns

    def _blank_start(self, exiles: int) -> UnknownPosition:
        """Return the first deal, of unknown cards, with a given number of exiles."""
        game = self.game
        piles = blank_deal(game, PACK_SIZE * game.packs - len(game.bases), exiles)
        table = game.new_table()
        table.set_position({NUMBERS[name]: bytes(pile) for name, pile in piles.items()}, 1, 0)
        bases: Piles = {name: [*pile] for name, pile in game.start([]).places.items() if name in game.foundations}
        return self.with_orders(UnknownPosition(table, game, bases | piles, self.names.gathers))

    def drop_doubtful_proofs(self, unknowns: Unknowns) -> None:
        """Take back what is proved about the cards of a deal only because it is taken to have had the fewest exiles: it
        must also hold with more exiles, as far as the record fits those. Deals that can have had more are noted in
        ``_assumed_exiles``."""
        redeals = unknowns.redeals
        for deal in range(len(redeals.deals) + 1):
            if not redeals.is_open(deal):
                continue
            piles = _piles_of_deal(unknowns, deal)
            # One number for each deal, 0 for those to which none was given.
            exiles = [*redeals.exiles, *[0] * (deal + 1)][: len(redeals.deals) + 1]
            other_piles = list(self._piles_with_more_exiles(exiles, deal))
            for others in other_piles:
                _keep_common_proofs(piles, others)
            if other_piles:
                self._assumed_exiles[deal] = max(exiles[deal], redeals.fewest_exiles(deal))

    def _piles_with_more_exiles(self, exiles: list[int], deal: int) -> Iterator[Piles]:
        """Yield the piles that a deal begins with if it had more exiles than the fewest, for each number of exiles that
        the record fits too. Each number is noted in ``_fitting``.

        Args:
            exiles: the number of exiles of each deal, the fewest that fit.
            deal: the number of the deal, from 0.
        """
        for more in range(1, _SPAN + 1):
            more_exiles = [*exiles[:deal], exiles[deal] + more, *exiles[deal + 1 :]]
            if self._trials_left <= 0:
                # It isn't known whether they are possible, so nothing is certain about this deal.
                self._fitting.append((deal, more_exiles))
                yield {}
                return
            reading, unknowns = self._find_reading(more_exiles, partial(self._read_to, deal=deal))
            if self.fits(reading, unknowns) or (reading.fault is not None and reading.fault.code == CARD_NOT_KNOWN):
                self._fitting.append((deal, more_exiles))
                yield _piles_of_deal(unknowns, deal)
            elif reading.fault is not None and reading.fault.code in (REDEAL_TOO_EARLY, NOT_LOST):
                # With even more exiles, this deal would not be over either.
                return

    def _read_to(self, unknowns: Unknowns, deal: int) -> ReadResult:
        """Read the record to the end of a deal, and count this as one of the trials that may be made."""
        unknowns.redeals.last_deal = deal
        self._trials_left -= 1
        return self.read(unknowns.begin_reading(hindsight=False), unknowns)

    def note_assumptions(self, unknowns: Unknowns) -> bool:
        """Warn of what the verdict assumes: numbers of exiles, and choices of the cards that moves mean. Return whether
        the warnings have changed."""
        warnings_before = self.setup.warnings
        self.setup.warnings = list(self._warnings)
        redeals = unknowns.redeals
        exile_counts: list[str] = []
        for deal, exiles in self._assumed_exiles.items():
            if redeals.is_open(deal):
                exile_counts.append(f"{redeals.name_of(deal)} is taken to have had {pluralize(exiles, 'exile')}")
        assumptions = [f"{join_words(exile_counts)}, the fewest that fit"] if exile_counts else []
        if unknowns.choices is not None and unknowns.choices.assumptions:
            assumptions.append(join_words(list(dict.fromkeys(unknowns.choices.assumptions))))
        if assumptions:
            # The last warning says that the deal is derived; a record with a layout has none.
            tag = self.transcript.tag("Layout")
            message = "unknown cards are dealt again" if exile_counts else "some cards are unknown"
            warning = Warn.at(tag, "H111", message) if tag else self.setup.warnings.pop()
            self.setup.warnings.append(warning._replace(message="; ".join([warning.message, *assumptions])))
        return self.setup.warnings != warnings_before


def _piles_of_deal(unknowns: Unknowns, deal: int) -> Piles:
    """Return the piles and exiles that a deal begins with; empty if all its cards are known.

    Args:
        unknowns: what a reading has found out.
        deal: the number of the deal, from 0.
    """
    if deal == 0:
        return unknowns.start.places
    return unknowns.redeals.deals[deal - 1].piles or {}


def _keep_common_proofs(piles: Piles, other_piles: Piles) -> None:
    """Keep only those proofs about the unknown cards of a deal that also hold if it was dealt in another way. What lies
    under the played cards may lie higher or lower then, so cards at the same depth are compared."""
    for name, pile in piles.items():
        others = other_piles.get(name, [])[::-1]
        for depth, blank in enumerate(reversed(pile)):
            if isinstance(blank, UnknownCard):
                counterpart = others[depth] if depth < len(others) else None
                blank.slot.agree(counterpart.slot if isinstance(counterpart, UnknownCard) else None)


def _count_exiles(items: Sequence[Item]) -> list[int]:
    """Return the number of exiles that some moves turn up in each deal, in reading order. Variations follow the move
    that they replace, so one with its own redeals has its deals here as well."""
    counts, deal = [0], 0
    for item in items:
        if isinstance(item, Variation):
            counts += _count_exiles(item.items)[1:]
        elif isinstance(item, MoveItem) and item.command.source == "redeal":
            deal = len(counts)
            counts.append(0)
        elif isinstance(item, MoveItem) and turns_up(item.command):
            counts[deal] += 1
    return counts
