"""A record whose deal is not known, or not wholly: what its moves prove of the cards, and whether they agree.

It is read more than once. The first reading starts from a table of unknown cards, which the moves name one by one.
What is proved is then laid open from the start, and the record is judged anew, as strictly as any other. Where the
deal itself leaves open how the unknown cards lie (how many exiles there were, which knaves went out at once), what
the record needs is tried, the simplest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leoni_replay.cards import RANK, SUIT, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.faults import Fault, Warn
from leoni_replay.games.anna import Anna
from leoni_replay.games.steps import Position
from leoni_replay.games.weaving import Weaving
from leoni_replay.notation.tree import Item, Move, Transcript, Variation
from leoni_replay.record.setup import Setup
from leoni_replay.unknown.blanks import EVERY, Blank, bits, hide
from leoni_replay.unknown.counting import count
from leoni_replay.unknown.unknowns import Unknowns
from leoni_replay.words import counted, listed

if TYPE_CHECKING:
    from leoni_replay.record.replay import Replay

#: How many more exiles than the fewest are tried. There are seven or eight in most deals, and hardly ever twenty.
_SPAN: Final = 20
_JACK: Final = 11


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a record once: the replay, and the fault that ended it, at a move; ``searched`` is whether
    more than one opening was tried."""

    done: Replay
    fault: Fault | None
    number: int | None
    searched: bool = False


#: Reads a record from a table, naming unknown cards on the way.
Read = Callable[[Position, Unknowns], Reading]


def complete(transcript: Transcript, setup: Setup, read: Read) -> Reading:
    """Read a record with unknown cards: one without a ``Deal`` tag, or whose layout does not name them all."""
    completing = _Completing(transcript, setup, read)
    game = setup.game
    if isinstance(game, Weaving):
        return completing.weaving(game)
    if setup.position is not None:
        hide(setup.position)
        return completing.judged(Unknowns(game, setup.position))
    if isinstance(game, Anna):
        return completing.anna(game)
    return completing.judged(Unknowns(game, _dealt(setup, [])))


def _dealt(setup: Setup, first: list[int]) -> Position:
    """The table after a deal of unknown cards, but for the first."""
    game = setup.game
    start = game.start(first + [UNKNOWN] * (52 * game.packs - len(game.bases) - len(first)))
    start.orders = setup.orders
    start.odd = True
    hide(start)
    return start


class _Completing:
    def __init__(self, transcript: Transcript, setup: Setup, read: Read) -> None:
        self.transcript = transcript
        self.setup = setup
        self.warnings = setup.warnings
        #: how many exiles deals are taken to have had that could have had more, by their number from 0
        self.taken: dict[int, int] = {}
        self.read = read

    def judged(self, known: Unknowns, doubts: Callable[[], None] = lambda: None) -> Reading:
        """Read a record from one opening, and judge it by what it has proved; ``doubts`` takes back what it has proved
        only of this opening."""
        self.setup.warnings, self.taken = self.warnings, {}
        found = self.read(known.open(0), known)
        if found.fault is not None:
            return found
        doubts()
        if not count(known):
            # There are not cards enough: the move that says so is found by counting behind every one.
            known.forget()
            known.check = lambda: count(known)
            return self.read(known.open(0), known)
        self._tell(known)
        found = self.read(known.open(1), known)
        if self._tell(known):
            found = self.read(known.open(1), known)
        if found.fault is None and isinstance(known.game, Weaving) and known.guessed():
            # A card of pile 13 is available at whatever depth it lies, so that it is judged as if it had been known.
            # Only a weave that goes on from that pile depends on the depth (L6), and claims can speak of it.
            judged = self.read(known.open(2), known)
            code = judged.fault.code if judged.fault is not None else ""
            if code == "M205" or (code[:1] == "M" and known.game.stops):
                return judged
        if found.fault is None:
            found.done.unknown = len(known.blanks())
        return found

    # -- how many exiles ----------------------------------------------------------------------------------------------

    def weaving(self, game: Weaving) -> Reading:
        """Try how many exiles each deal had, from as many as the record turns up. A layout says it of the first."""
        fewest = list(_exiles(self.transcript))
        exiles = list(fewest)
        best: Reading | None = None
        while True:
            known = self._opening(game, exiles)
            found = self.judged(known, lambda known=known: self._other_openings(game, known))  # type: ignore[misc]
            if not _may_be_otherwise(found.fault):
                return found
            best = _further(best, found)
            deal = known.table
            if deal == 0 and self.setup.position is not None:
                return best
            best = replace(best, searched=True)
            exiles = exiles[: deal + 1] + fewest[deal + 1 :]
            exiles += [0] * (deal + 1 - len(exiles))
            exiles[deal] += 1
            if exiles[deal] > _SPAN + (fewest[deal] if deal < len(fewest) else 0):
                return best

    def _opening(self, game: Weaving, exiles: list[int]) -> Unknowns:
        if self.setup.position is not None:
            start = self.setup.position.copy()
            hide(start)
        else:
            start = game.blank_start(exiles[0])
            start.odd = True
        known = Unknowns(game, start)
        known.exiles = exiles
        return known

    def _other_openings(self, game: Weaving, known: Unknowns) -> None:
        """Take back what is proved only if a deal had just so many exiles, where more are possible."""
        first = [] if self.setup.position is not None else [(0, known.start.places)]
        for deal, mine in (*first, *enumerate(known.tables, 1)):
            exiles = [*known.exiles, *[0] * (deal + 1)][: len(known.tables) + 1]
            others = list(self._others(game, exiles, deal)) if mine is not None else []
            for theirs in others:
                _agree(mine or {}, theirs)
            if others:
                self.taken[deal] = exiles[deal]

    def _tell(self, known: Unknowns) -> bool:
        """Say what is assumed of deals that are still not known; returns whether something else was said before."""
        before = self.setup.warnings
        self.setup.warnings = list(self.warnings)
        taken = [
            f"{['deal 1', *known.names][deal]} is taken to have had {counted(exiles, 'exile')}"
            for deal, exiles in self.taken.items()
            if deal == 0 or known.tables[deal - 1] is not None
        ]
        if taken:
            # The last warning is the one that the deal is derived; a layout has none.
            tag = self.transcript.tag("Layout")
            derived = Warn.at(tag, "H111", "unknown cards are dealt again") if tag else self.setup.warnings.pop()
            message = f"{derived.message}; {listed(taken)}, the fewest that fit"
            self.setup.warnings.append(replace(derived, message=message))
        return self.setup.warnings != before

    def _others(self, game: Weaving, exiles: list[int], deal: int) -> Iterator[dict[str, list[int]]]:
        """The tables of a deal with more exiles than the fewest, as far as the record fits them too."""
        for more in range(1, _SPAN + 1):
            other = self._opening(game, [*exiles[:deal], exiles[deal] + more, *exiles[deal + 1 :]])
            other.last_deal = deal
            found = self.read(other.open(0), other)
            if found.fault is None:
                yield [other.start.places, *other.tables][deal] or {}
            elif found.fault.code in ("M215", "R502"):
                # With still more exiles this deal would be over even less.
                return

    # -- which knaves -------------------------------------------------------------------------------------------------

    def anna(self, game: Anna) -> Reading:
        """Try which knaves went out as the table was laid: those that the record needs, or all that it does not show,
        if the stock runs out."""
        moves = [item for item in self.transcript.items if isinstance(item, Move)]
        named = [
            card for move in moves for card in (move.command.card, *(move.command.shown or ())) if card is not None
        ]
        knaves = [SUIT[card] for card in named if RANK[card] == _JACK]
        most = [max(0, 2 - knaves.count(suit)) for suit in range(4)]
        out = [0, 0, 0, 0]
        best: Reading | None = None
        while True:
            start = _dealt(self.setup, [suit * 13 + _JACK - 1 for suit in range(4) for _ in range(out[suit])])
            _no_knaves(start, game.built)
            known = Unknowns(game, start)
            found = self.judged(known)
            if not _may_be_otherwise(found.fault):
                return found
            best = replace(_further(best, found), searched=True)
            card = known.latest.card if known.latest is not None else None
            if (
                found.fault is not None
                and found.fault.code == "M203"
                and card is not None
                and out[SUIT[card]] < most[SUIT[card]]
            ):
                # A card waits for a knave that nothing has shown.
                out[SUIT[card]] += 1
            elif out != most:
                out = list(most)
            else:
                return best


def _agree(mine: dict[str, list[int]], theirs: dict[str, list[int]]) -> None:
    """Keep of the proofs of one table those that hold for another. What lies under the cards that are played may lie
    higher or lower."""
    for name, pile in mine.items():
        other = theirs[name][::-1]
        for depth, blank in enumerate(reversed(pile)):
            if isinstance(blank, Blank):
                same = other[depth] if depth < len(other) else None
                blank.slot.agree(same.slot if isinstance(same, Blank) else None)


def _no_knaves(start: Position, piles: tuple[str, ...]) -> None:
    """No knave stays in a pile."""
    may = EVERY & ~bits(card for card in range(52) if RANK[card] == _JACK)
    for name in piles:
        for card in start.places[name]:
            if isinstance(card, Blank):
                card.slot.may = may
                card.slot.bans.append((EVERY & ~may, "a knave goes out at once"))


def _may_be_otherwise(fault: Fault | None) -> bool:
    """Whether another opening could help against a fault: one of moves, claims or the result."""
    return fault is not None and (fault.code[0] in "MC" or fault.code in ("R501", "R502"))


def _further(best: Reading | None, found: Reading) -> Reading:
    """The reading that got further; of equal ones the first."""
    return found if best is None or len(found.done.steps) > len(best.done.steps) else best


def _exiles(transcript: Transcript) -> Iterator[int]:
    """How many exiles are turned up in each deal, in the order in which the deals are read. Variations come after the
    move that they replace, so that those with redeals of their own have a deal here as well."""
    counts = [0]
    _count_exiles(transcript.items, counts)
    yield from counts


def _count_exiles(items: list[Item], counts: list[int]) -> None:
    deal = len(counts) - 1
    for item in items:
        if isinstance(item, Move):
            if item.command.source == "redeal":
                counts.append(0)
                deal = len(counts) - 1
            elif _turns_up(item.command):
                counts[deal] += 1
        elif isinstance(item, Variation):
            inner = [0]
            _count_exiles(item.items, inner)
            counts += inner[1:]


def _turns_up(command: Command) -> bool:
    return command.source == "exile" or (command.source is None and command.dest in ("~", ">13"))
