"""The number of exiles in each deal of a weaving game, if the record doesn't say it: the fewest that fit.

It decides how high the piles are, and so which card lies under which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, NOT_LOST, REDEAL_TOO_EARLY, Warn
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.notation.transcript import Item, MoveItem, Variation
from leoni_replay.phrases import counted, listed
from leoni_replay.record.checker import ReadResult, RecordReader
from leoni_replay.record.claim_proofs import Undecided
from leoni_replay.unknown.dealing import Piles, blank_deal, can_be_dealt
from leoni_replay.unknown.identify_base import Names
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.possible_deals import Outcome, not_all_tried, over_both
from leoni_replay.unknown.proofs import Choices
from leoni_replay.unknown.try_all_deals import Completing, may_be_otherwise
from leoni_replay.unknown.unknown_cards import UnknownCard
from leoni_replay.unknown.unknowns import Unknowns

#: How many exiles beyond the fewest are tried. Most deals have seven or eight, and hardly any has twenty.
_SPAN: Final = 20

#: The maximum number of readings if the record leaves several open; of checks whether deals can have had more exiles;
#: and of checks whether its claims are true in all readings.
_WAYS: Final = 300
_OTHERS: Final = 100
_CLAIMED: Final = 60


def turns_up(command: Move) -> bool:
    """Whether a command turns up an exile."""
    return command.source == "exile" or (command.source is None and command.dest in ("~", ">13"))


def _is_whole(command: Move | None) -> bool:
    """Whether a command can be the complete form of a weave: it names the exile and its place."""
    return command is not None and command.source == "exile" and command.card is not None


class CompletingWeaving(Completing):
    """A record of a weaving game that is judged by what its moves prove."""

    def __init__(self, reader: RecordReader, names: Names, game: WeavingGame) -> None:
        super().__init__(reader, names)
        self.game = game
        self._warnings = reader.setup.warnings
        #: the assumed number of exiles of deals that could have had more, by the number of the deal from 0
        self._taken: dict[int, int] = {}
        #: the number of exiles of the deals in every reading that fits, and which of them had more than necessary
        self._fitting: list[tuple[int | None, list[int]]] = []
        #: whether the record has more readings than were tried
        self.cut = False
        #: how many more readings may look for other numbers of exiles
        self._left = _OTHERS

    def try_openings(self) -> tuple[ReadResult, Unknowns]:
        """Try numbers of exiles for each deal, beginning with as many as the record turns up. A layout gives the number
        of the first deal."""
        fewest = _exiles(self.transcript.items)
        exiles = list(fewest)
        best: tuple[ReadResult, Unknowns] | None = None
        unnamed = False
        while True:
            reading, unknowns = self._in_some_way(exiles, self._judge_anew)
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                self._fitting.insert(0, (None, list(exiles)))
                return self.judge_claims(reading, unknowns), unknowns
            if best is None or (reading.replay.moves > best[0].replay.moves and not unnamed):
                best = reading, unknowns
            deal = unknowns.table
            if reading.fault is None or not unknowns.redeals.is_open(deal):
                break
            if reading.fault.code == CARD_NOT_KNOWN:
                if not _is_whole(unknowns.latest):
                    # If a move says too little, other numbers of exiles won't help.
                    break
                # The pile at the end of the path may have been empty (L3): with more exiles the piles are lower.
                unnamed = True
            self.searched = True
            exiles = exiles[: deal + 1] + fewest[deal + 1 :]
            exiles += [0] * (deal + 1 - len(exiles))
            exiles[deal] = max(exiles[deal], unknowns.redeals.fewest(deal)) + 1
            if exiles[deal] > _SPAN + (fewest[deal] if deal < len(fewest) else 0):
                break
        return best

    def _in_some_way(self, exiles: list[int], read: Callable[[Unknowns], ReadResult]) -> tuple[ReadResult, Unknowns]:
        """Try the readings of the record until one is right; otherwise return the one that got furthest."""
        best: tuple[ReadResult, Unknowns] | None = None
        for reading, unknowns in self._ways(exiles, read):
            if self.fits(reading, unknowns) or not may_be_otherwise(reading.fault):
                return reading, unknowns
            if best is None or reading.replay.moves > best[0].replay.moves:
                best = reading, unknowns
        assert best is not None
        return best

    def _ways(self, exiles: list[int], read: Callable[[Unknowns], ReadResult]) -> Iterator[tuple[ReadResult, Unknowns]]:
        """Read the record in each possible way; ``cut`` is set if there are too many."""
        wanted: dict[int, int] | None = {}
        self.cut = False
        for _ in range(_WAYS):
            unknowns = self._knowledge_with(exiles)
            choices = unknowns.choices = Choices(wanted)
            yield read(unknowns), unknowns
            wanted = choices.next()
            if wanted is None:
                return
        self.cut = True

    def _judge_anew(self, unknowns: Unknowns) -> ReadResult:
        self.setup.warnings, self._taken, self._fitting, self._left = self._warnings, {}, [], _OTHERS
        return self.judge_moves(unknowns)

    def knows_places(self, unknowns: Unknowns) -> bool:
        return self.setup.position is not None or 0 not in self._taken

    def can_begin_with(self, position: Position) -> bool:
        return self.setup.position is not None or can_be_dealt(self.game, position)

    def suppose_nothing(self) -> None:
        self.setup.warnings = list(self._warnings)

    def elsewhere(self, outcomes: list[Outcome], unknowns: Unknowns) -> list[Outcome]:
        cut, read = False, 0
        for deal, exiles in self._fitting:
            for reading, other in self._ways(exiles, partial(self._judge_up_to, deal=deal)):
                if all(isinstance(one, Undecided) for one in outcomes):
                    return outcomes
                read += 1
                if read > _CLAIMED:
                    return not_all_tried(outcomes)
                if self.fits(reading, other):
                    on = "how the unknown cards were dealt"
                    if deal is not None:
                        on = f"how many exiles {unknowns.redeals.called(deal)} had"
                    outcomes = over_both(outcomes, other.outcomes, on)
                elif reading.fault is not None and reading.fault.code == CARD_NOT_KNOWN:
                    cut = True
            cut = cut or self.cut
        return not_all_tried(outcomes) if cut else outcomes

    def _judge_up_to(self, unknowns: Unknowns, deal: int | None) -> ReadResult:
        """Read the record to the end of a deal, and judge it by what that has proved."""
        unknowns.redeals.last = deal
        reading = self.read(unknowns.open(hindsight=False), unknowns)
        if self.fits(reading, unknowns) and unknowns.count():
            reading = self.read(unknowns.open(hindsight=True), unknowns)
        return reading

    def _knowledge_with(self, exiles: list[int]) -> Unknowns:
        laid = self.given_position()
        unknowns = self.knowledge_at(laid or self._blank_start(exiles[0]))
        unknowns.redeals.first_deal_known = laid is not None
        unknowns.redeals.exiles = exiles
        return unknowns

    def _blank_start(self, exiles: int) -> UnknownPosition:
        """Return the first deal, of unknown cards, with a given number of exiles."""
        game = self.game
        piles = blank_deal(game, 52 * game.packs - len(game.bases), exiles)
        table = game.new_table()
        table.set_position({NUMBERS[name]: bytes(pile) for name, pile in piles.items()}, 1, 0)
        bases: Piles = {name: [*pile] for name, pile in game.start([]).places.items() if name in game.foundations}
        return self.with_orders(UnknownPosition(table, game, bases | piles, self.names.gathers))

    def doubt(self, unknowns: Unknowns) -> None:
        redeals = unknowns.redeals
        for deal, proved in enumerate([unknowns.start.places, *(one.piles for one in redeals.deals)]):
            exiles = [*redeals.exiles, *[0] * (deal + 1)][: len(redeals.deals) + 1]
            others = list(self._others(exiles, deal)) if redeals.is_open(deal) else []
            for other in others:
                _agree(proved or {}, other)
            if others:
                self._taken[deal] = max(exiles[deal], redeals.fewest(deal))

    def _others(self, exiles: list[int], deal: int) -> Iterator[Piles]:
        """Yield the positions of a deal with more exiles than the fewest, as far as the record fits them too."""
        for more in range(1, _SPAN + 1):
            tried = [*exiles[:deal], exiles[deal] + more, *exiles[deal + 1 :]]
            if self._left <= 0:
                # It isn't known whether they are possible, so nothing is certain about this deal.
                self._fitting.append((deal, tried))
                yield {}
                return
            reading, other = self._in_some_way(tried, partial(self._read_to, deal=deal))
            if self.fits(reading, other) or (reading.fault is not None and reading.fault.code == CARD_NOT_KNOWN):
                self._fitting.append((deal, tried))
                yield [other.start.places, *(one.piles for one in other.redeals.deals)][deal] or {}
            elif reading.fault is not None and reading.fault.code in (REDEAL_TOO_EARLY, NOT_LOST):
                # With even more exiles, this deal would not be over either.
                return

    def _read_to(self, unknowns: Unknowns, deal: int) -> ReadResult:
        """Read the record to the end of a deal."""
        unknowns.redeals.last = deal
        self._left -= 1
        return self.read(unknowns.open(hindsight=False), unknowns)

    def note_assumptions(self, unknowns: Unknowns) -> bool:
        before = self.setup.warnings
        self.setup.warnings = list(self._warnings)
        redeals = unknowns.redeals
        taken = [
            f"{redeals.called(deal)} is taken to have had {counted(exiles, 'exile')}"
            for deal, exiles in self._taken.items()
            if redeals.is_open(deal)
        ]
        assumed = [f"{listed(taken)}, the fewest that fit"] if taken else []
        if unknowns.choices is not None and unknowns.choices.assumed:
            assumed.append(listed(list(dict.fromkeys(unknowns.choices.assumed))))
        if assumed:
            # The last warning says that the deal is derived; a record with a layout has none.
            tag = self.transcript.tag("Layout")
            what = "unknown cards are dealt again" if taken else "some cards are unknown"
            derived = Warn.at(tag, "H111", what) if tag else self.setup.warnings.pop()
            self.setup.warnings.append(derived._replace(message="; ".join([derived.message, *assumed])))
        return self.setup.warnings != before


def _agree(proved: Piles, other: Piles) -> None:
    """Keep only those proofs about one position that also hold for another. What lies under the played cards may lie
    higher or lower."""
    for name, pile in proved.items():
        others = other.get(name, [])[::-1]
        for depth, blank in enumerate(reversed(pile)):
            if isinstance(blank, UnknownCard):
                same = others[depth] if depth < len(others) else None
                blank.slot.agree(same.slot if isinstance(same, UnknownCard) else None)


def _exiles(items: Sequence[Item]) -> list[int]:
    """Return the number of exiles that some moves turn up in each deal, in reading order. Variations follow the move
    that they replace, so one with its own redeals has its deals here as well."""
    counts, deal = [0], 0
    for item in items:
        if isinstance(item, Variation):
            counts += _exiles(item.items)[1:]
        elif isinstance(item, MoveItem) and item.command.source == "redeal":
            deal = len(counts)
            counts.append(0)
        elif isinstance(item, MoveItem) and turns_up(item.command):
            counts[deal] += 1
    return counts
