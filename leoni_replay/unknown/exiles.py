"""How many exiles each deal of a weaving game had, where the record does not say it: as few as fit it.

How high the piles are follows from it, and with that what lies under what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from leoni_replay.cards import RANK
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Warn
from leoni_replay.games.places import NUMBERS
from leoni_replay.games.weaving import WeavingGame
from leoni_replay.notation.tree import Item, Move, Transcript, Variation
from leoni_replay.record.replay import Reading
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.blanks import EVERY, Blank, Slot, bits
from leoni_replay.unknown.choices import Choices
from leoni_replay.unknown.completing import Completing, further, may_be_otherwise
from leoni_replay.unknown.names import Names, Read
from leoni_replay.unknown.position import UnknownPosition
from leoni_replay.unknown.unknowns import Unknowns
from leoni_replay.words import counted, listed

#: How many more exiles than the fewest are tried. There are seven or eight in most deals, and hardly ever twenty.
_SPAN: Final = 20

#: In how many ways a record is read that leaves several open.
_WAYS: Final = 300

#: what lies in the piles and among the exiles
Piles = dict[str, list[int]]


def blank_deal(game: WeavingGame, cards: int, exiles: int) -> Piles:
    """The piles and the exiles of a deal of unknown cards, of which so many are exiled: how high the piles are
    follows."""
    rounds, more = divmod(cards - exiles, game.count)
    piles: Piles = {}
    for p, name in enumerate(game.piles, 1):
        may, why = EVERY, ""
        if game.rules["L5"] == "recheck":
            may, why = (
                bits(card for card in range(52) if RANK[card] != p),
                f"a card of that rank due on pile {p} is exiled",
            )
        piles[name] = [Blank(Slot(may, why)) for _ in range(rounds + (p <= more))]
    piles["exile"] = [Blank(Slot()) for _ in range(exiles)]
    return piles


def turns_up(command: Command) -> bool:
    """Whether a command means that an exile is turned up."""
    return command.source == "exile" or (command.source is None and command.dest in ("~", ">13"))


class CompletingWeaving(Completing):
    """A record of a weaving game that is read from what its moves prove."""

    def __init__(self, transcript: Transcript, setup: Setup, names: Names, read: Read, game: WeavingGame) -> None:
        super().__init__(transcript, setup, names, read)
        self.game = game
        self._warnings = setup.warnings
        #: how many exiles deals are taken to have had that could have had more, by their number from 0
        self._taken: dict[int, int] = {}

    def tried(self) -> Reading:
        """Try how many exiles each deal had, from as many as the record turns up. A layout says it of the first."""
        fewest = _exiles(self.transcript)
        exiles = list(fewest)
        best: Reading | None = None
        while True:
            reading, unknowns = self._in_some_way(exiles, self._judged)
            if not may_be_otherwise(reading.fault):
                return reading
            best = further(best, reading)
            deal = unknowns.table
            if deal == 0 and self.setup.position is not None:
                return best
            best = best._replace(searched=True)
            exiles = exiles[: deal + 1] + fewest[deal + 1 :]
            exiles += [0] * (deal + 1 - len(exiles))
            exiles[deal] += 1
            if exiles[deal] > _SPAN + (fewest[deal] if deal < len(fewest) else 0):
                return best

    def _in_some_way(self, exiles: list[int], read: Callable[[Unknowns], Reading]) -> tuple[Reading, Unknowns]:
        """Read the record in one way after the other, where it leaves several open, until one is right; otherwise the
        reading that got furthest."""
        wanted: dict[int, int] | None = {}
        best: tuple[Reading, Unknowns] | None = None
        for _ in range(_WAYS):
            if wanted is None:
                break
            unknowns = self._opening(exiles)
            choices = unknowns.choices = Choices(wanted)
            reading = read(unknowns)
            if not may_be_otherwise(reading.fault):
                return reading, unknowns
            if best is None or reading.done.moves > best[0].done.moves:
                best = reading, unknowns
            wanted = choices.next()
        assert best is not None
        return best

    def _judged(self, unknowns: Unknowns) -> Reading:
        self.setup.warnings, self._taken = self._warnings, {}
        return self.judged(unknowns, lambda: self._other_openings(unknowns))

    def _opening(self, exiles: list[int]) -> Unknowns:
        laid = self.setup.position
        start = self.names.hidden(laid) if laid is not None else self._blank_start(exiles[0])
        unknowns = Unknowns(self.names, start)
        unknowns.redeals.exiles = exiles
        return unknowns

    def _blank_start(self, exiles: int) -> UnknownPosition:
        """The first deal of unknown cards, of which so many are exiled."""
        game = self.game
        piles = blank_deal(game, 52 * game.packs - len(game.bases), exiles)
        table = game.new_table()
        table.lay({NUMBERS[name]: bytes(pile) for name, pile in piles.items()}, 1, 0)
        bases = {name: pile for name, pile in game.start([]).places.items() if name in game.foundations}
        return self.with_orders(UnknownPosition(table, bases | piles, self.names.gathers))

    def _other_openings(self, unknowns: Unknowns) -> None:
        """Take back what is proved only if a deal had just so many exiles, where more are possible."""
        redeals = unknowns.redeals
        first = [] if self.setup.position is not None else [(0, unknowns.start.places)]
        for deal, proved in (*first, *enumerate(redeals.tables, 1)):
            exiles = [*redeals.exiles, *[0] * (deal + 1)][: len(redeals.tables) + 1]
            others = list(self._others(exiles, deal)) if proved is not None else []
            for other in others:
                _agree(proved or {}, other)
            if others:
                self._taken[deal] = exiles[deal]

    def _others(self, exiles: list[int], deal: int) -> Iterator[Piles]:
        """The tables of a deal with more exiles than the fewest, as far as the record fits them too."""
        for more in range(1, _SPAN + 1):
            tried = [*exiles[:deal], exiles[deal] + more, *exiles[deal + 1 :]]
            reading, other = self._in_some_way(tried, lambda unknowns: self._read_to(unknowns, deal))
            if reading.fault is None:
                yield [other.start.places, *other.redeals.tables][deal] or {}
            elif reading.fault.code in ("M215", "R502"):
                # With still more exiles this deal would be over even less.
                return

    def _read_to(self, unknowns: Unknowns, deal: int) -> Reading:
        """Read the record to the end of a deal."""
        unknowns.redeals.last = deal
        return self.read(unknowns.open(0), unknowns)

    def tell(self, unknowns: Unknowns) -> bool:
        before = self.setup.warnings
        self.setup.warnings = list(self._warnings)
        redeals = unknowns.redeals
        taken = [
            f"{['deal 1', *redeals.names][deal]} is taken to have had {counted(exiles, 'exile')}"
            for deal, exiles in self._taken.items()
            if deal == 0 or redeals.tables[deal - 1] is not None
        ]
        assumed = [f"{listed(taken)}, the fewest that fit"] if taken else []
        if unknowns.choices is not None and unknowns.choices.assumed:
            assumed.append(listed(list(dict.fromkeys(unknowns.choices.assumed))))
        if assumed:
            # The last warning is the one that the deal is derived; a layout has none.
            tag = self.transcript.tag("Layout")
            what = "unknown cards are dealt again" if taken else "not all cards are known"
            derived = Warn.at(tag, "H111", what) if tag else self.setup.warnings.pop()
            self.setup.warnings.append(derived._replace(message="; ".join([derived.message, *assumed])))
        return self.setup.warnings != before


def _agree(proved: Piles, other: Piles) -> None:
    """Keep of the proofs of one table those that hold for another. What lies under the cards that are played may lie
    higher or lower."""
    for name, pile in proved.items():
        others = other[name][::-1]
        for depth, blank in enumerate(reversed(pile)):
            if isinstance(blank, Blank):
                same = others[depth] if depth < len(others) else None
                blank.slot.agree(same.slot if isinstance(same, Blank) else None)


def _exiles(transcript: Transcript) -> list[int]:
    """How many exiles are turned up in each deal, in the order in which the deals are read. Variations come after the
    move that they replace, so that those with redeals of their own have a deal here as well."""
    counts = [0]
    _count_exiles(transcript.items, counts)
    return counts


def _count_exiles(items: list[Item], counts: list[int]) -> None:
    deal = len(counts) - 1
    for item in items:
        if isinstance(item, Move):
            if item.command.source == "redeal":
                counts.append(0)
                deal = len(counts) - 1
            elif turns_up(item.command):
                counts[deal] += 1
        elif isinstance(item, Variation):
            inner = [0]
            _count_exiles(item.items, inner)
            counts += inner[1:]
