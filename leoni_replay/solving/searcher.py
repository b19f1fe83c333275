"""Convert records to positions that can be searched, and search results back to moves of the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from leoni_replay import deals
from leoni_replay.arguments import check_number, check_type
from leoni_replay.cards import DOWN, GAP, PACK, UNKNOWN, texts
from leoni_replay.code_versions import outside
from leoni_replay.commands import Move
from leoni_replay.diagnostics import LAYOUT_DOUBTS, Diagnostic
from leoni_replay.games import Game
from leoni_replay.games.faults import ProgramFault
from leoni_replay.games.game import Position
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Number, Tag, Transcript
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.record.replay import faulty_replay, replay
from leoni_replay.record.result import Replay, last_view, view_at
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.table import Table
from leoni_replay.search.depth_first import VisitedPositions
from leoni_replay.search.solver import Limits, Solution, make_memory, prunings_of, solve

if TYPE_CHECKING:
    from leoni_replay.json_data import LimitsData

#: The outcome of a position: it can be won, it cannot, or the search met a limit.
Outlook = Literal["won", "lost", "undecided"]
#: The limit that a search met; empty if none.
Limit = Literal["", "nodes", "seconds", "memory", "interrupt"]

#: Stands for the names of all prunings.
ALL: Final = "all"
#: The tags that define the deal.
_DEAL_TAGS: Final = ("Deal", "Pack", "Layout", "DealHash")


class CannotSearch(LeoniError):
    """Raised for a record that cannot be searched: the strict replay rejects it, or not all of its cards are known."""

    def __init__(self, replayed: Replay, reason: str, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(reason)
        self.replay = replayed
        self.reason = reason
        self.diagnostic = diagnostic


def cannot_search_for_fault(record: Transcript, fault: ProgramFault) -> CannotSearch:
    """Return the refusal of a record at which the program fails."""
    replayed = faulty_replay(record, fault)
    return CannotSearch(replayed, fault.message, replayed.error)


class UnprovedWin(RuntimeError):
    """Raised if the strict replay rejects the result of a search. This is a bug of this program, not an error of the
    record."""


class SearchStore(Protocol):
    """Where the results of searches are stored, so that an interrupted command can go on."""

    def find(self, question: str, move: int, limits: Limits) -> Solution | None:
        """Return the stored result of a search, if it is decided, or met a limit that is no smaller; otherwise None.

        Args:
            question: what is searched, as a text.
            move: the number of the move after which the search begins.
            limits: its limits.
        """

    def save(self, question: str, move: int, limits: Limits, solution: Solution) -> None:
        """Store the result of a search; the arguments are as for ``find``."""


@dataclass(slots=True)
class Searcher:
    """The searches of one record, with their limits and totals.

    Attributes:
        replay: the strict replay of the record.
        limits: the limits of each search.
        prunings: the names of the prunings used.
        must_play: whether a card that fits a foundation must be played before anything else.
        visited: the memory for visited positions. Those of positions found to be lost stay in it for later searches.
        store: where results are stored; None if they are not.
        nodes: the total number of positions searched.
        seconds: the total time.
    """

    replay: Replay
    limits: Limits
    prunings: tuple[str, ...]
    must_play: bool = False
    visited: VisitedPositions | None = None
    store: SearchStore | None = None
    nodes: int = 0
    seconds: float = 0.0
    #: how many of the positions in memory, from the first on, are known to be lost
    _lost_count: int = 0
    _shuffle: Callable[[int, bytes], bytes] = field(init=False)
    #: what the stored results depend on, besides the move and the limits; empty if nothing can be stored
    _question: str = field(init=False)

    def __post_init__(self) -> None:
        self._question = "" if self.store is None else self._what_is_asked()
        self._shuffle = make_shuffle(self.replay.transcript.value("Deal") or "", last_view(self.replay).orders)

    @property
    def game(self) -> Game[Any]:
        """The game under its rules."""
        return self.replay.game

    def head(self) -> list[Tag | Comment]:
        """Return the header of the record (tags and comments) with the rules in force in its ``Rules`` tag, which is
        added if it is missing."""
        head = self.replay.transcript.head
        rules = Tag("Rules", str(self.game.rules))
        if all(node.name != rules.name for node in head if isinstance(node, Tag)):
            return [*head, rules]
        return [rules if isinstance(node, Tag) and node.name == rules.name else node for node in head]

    def search(
        self,
        move: int,
        progress: Callable[[Solution], None] | None = None,
        limits: Limits | None = None,
    ) -> Solution:
        """Search from the position after a move of the record, unless the result is stored.

        Args:
            move: its number; 0 for the position as dealt.
            progress: called about ten times a second with the result so far.
            limits: the limits of this search; None for those of each search.

        Returns:
            The result. If the position lacks cards, it is lost without a search, with 0 positions searched.
        """
        position = self.replay.at(move)
        if missing(position):
            # Every card must reach a foundation, or its place.
            return Solution("lost", fewest=position.left)
        if limits is None:
            limits = self.limits
        solution = self._find_stored(move, limits)
        if solution is None:
            solution = self._search_table(position.table, limits, progress)
            if self.store is not None and self._question:
                self.store.save(self._question, move, limits, solution)
        self.nodes += solution.nodes
        self.seconds += solution.seconds
        return solution

    def _what_is_asked(self) -> str:
        """Return what the results of the searches depend on, besides the move and the limits; empty if that is not only
        the record and this package."""
        replayed = self.replay
        if replayed.record_digest is None or outside(replayed.name, replayed.rules, None):
            return ""
        # The text of the deal decides the order of shuffled redeals.
        deal = replayed.transcript.value("Deal") or ""
        return "\n".join([replayed.record_digest, deal, *self.prunings, f"must play: {self.must_play}"])

    def _find_stored(self, move: int, limits: Limits) -> Solution | None:
        """Return the stored result of a search; None if there is none, or if its line doesn't win."""
        if self.store is None or not self._question:
            return None
        solution = self.store.find(self._question, move, limits)
        if solution is None or solution.status != "won":
            return solution
        try:
            self.commands(move, solution.line)
        except (UnprovedWin, ValueError, IndexError):
            return None
        return solution

    def _search_table(self, table: Table, limits: Limits, progress: Callable[[Solution], None] | None) -> Solution:
        """Search from a position. Positions that earlier searches found to be lost stay in memory, unless there is too
        little room; the arguments are as for ``search``."""
        if self.visited is None:
            self.visited = make_memory(self.limits)
        solve_table = partial(
            solve,
            table,
            limits,
            prunings=self.prunings,
            must_play=self.must_play,
            visited=self.visited,
            progress=progress,
            shuffle=self._shuffle if self.game.written_redeals else None,
        )
        solution = solve_table(kept_count=self._lost_count)
        if solution.limit == "memory" and self._lost_count:
            # The memory is full of positions from earlier searches.
            self._lost_count = 0
            solution = solve_table()
        if solution.status == "lost":
            # All positions in memory are lost, because the search found no win from any of them.
            self._lost_count = self.visited.key_count
        return solution

    def commands(self, move: int, line: Sequence[int]) -> tuple[list[Move], dict[int, bytes]]:
        """Convert a line that a search found to moves of the notation.

        Args:
            move: the number of the move of the record after which the line begins; 0 for the position as dealt.
            line: its moves, as full numbers (``rules/numbers``).

        Returns:
            The moves in long form; and the orders of the shuffled redeals among them, by the number of the deal that
            each begins.

        Raises:
            UnprovedWin: one of them is illegal.
        """
        position = self.replay.at(move)
        commands: list[Move] = []
        orders: dict[int, bytes] = {}
        for code in line:
            shuffle = position.next_shuffle() if code == DEAL_AGAIN else None
            if shuffle:
                number, cards = shuffle
                orders[number] = position.orders[number] = self._shuffle(number, bytes(cards))
            if position.table.why(code):
                raise UnprovedWin(f"move {move + len(commands) + 1} of a line that was found is not legal")
            commands.append(position.play(code).move)
        return commands, orders

    def win_record(self, move: int, line: Sequence[Move], orders: dict[int, bytes]) -> Transcript:
        """Return the record of a game won by a line after a move of this one, which the strict replay has accepted.

        Args:
            move: the number of the move; 0 for the position as dealt.
            line: the moves after it, in long form.
            orders: the orders of the shuffled redeals among them, by the number of the deal.

        Raises:
            UnprovedWin: the strict replay rejects it.
        """
        position = self.replay.at(move)
        orders_before = {number: order for number, order in position.orders.items() if number <= position.deal}
        tags = _tags(self.replay, orders_before | orders) | {"Result": "won"}
        items = [*_items_up_to(self.replay.transcript.items, move), *map(MoveItem, line)]
        record = Transcript.build(tags, items, "won")
        # The rules in force, because a user's book may be one that only the original record finds.
        trial = replay(record, rules=self.game.rules, hints=False)
        if not trial.accepted or trial.unknown is not None or trial.result != "won":
            reason = trial.error.message if trial.error is not None else trial.outcome
            raise UnprovedWin(f"the strict replay does not accept the win that was found: {reason}")
        return record


def make_searcher(
    record: Transcript,
    *,
    rules: str | None = None,
    limits: Limits,
    without: Collection[str] = (),
    must_play: bool = False,
    visited: VisitedPositions | None = None,
    store: SearchStore | None = None,
) -> Searcher:
    """Prepare the searches of a record.

    Args:
        record: the record.
        rules: a rule book and overrides to use instead of its ``Rules`` tag.
        limits: the limits of each search.
        without: the names of prunings that are not used, or one of them; ``all`` for all of them.
        must_play: whether a card that fits a foundation must be played before anything else.
        visited: the memory of an earlier search, to be reused.
        store: where results are stored; None if they are not.

    Raises:
        CannotSearch: the record is rejected, or not all its cards are known.
        LeoniError: a limit is too small, there is no such pruning in this game, or its rules leave no choice that
            ``must_play`` could take away.
    """
    check_type(limits.memory, int, "memory is a whole number")
    check_type(without, Collection, "the prunings that are not used are given by their names")
    check_number(1, nodes=limits.nodes, memory=limits.memory)
    check_number(0, fraction=True, seconds=limits.seconds)
    without = {without} if isinstance(without, str) else without
    replayed = replay(record, rules=rules)
    if replayed.error is not None:
        raise CannotSearch(
            replayed, f"the strict replay refuses it: {replayed.error.code}: {replayed.error.message}", replayed.error
        )
    if replayed.unknown:
        raise CannotSearch(replayed, f"the solver must know all cards, but {_describe_unknown(replayed)}")
    if replayed.is_deal_derived:
        replayed = _open_copy(replayed, rules)
    game = replayed.game
    if must_play and game.plays_come_first:
        raise LeoniError(
            f"under {game.name}, {game.rules} the rules already make you play a card that fits a foundation first "
            f"({', '.join(game.plays_come_first)})"
        )
    prunings = prunings_of(last_view(replayed).table)
    for name in without:
        if name not in (*prunings, ALL):
            choice = f"there are {', '.join(prunings)}, and `{ALL}` for all of them" if prunings else "there are none"
            raise LeoniError(f"{game.name} has no pruning `{name}`: {choice}")
    # The proofs of the prunings hold for positions of the game only.
    is_doubtful = replayed.irregular or any(diagnostic.code in LAYOUT_DOUBTS for diagnostic in replayed.diagnostics)
    if is_doubtful or ALL in without:
        prunings = ()
    prunings = tuple(name for name in prunings if name not in without)
    return Searcher(replayed, limits, prunings, must_play, visited, store)


def missing(position: Position) -> list[int]:
    """Return the cards of the packs that a position lacks; with any of them missing, it cannot be won."""
    cards = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    return deals.difference(cards, list(PACK) * position.game.packs)[1]


def make_shuffle(deal: str, recorded_orders: Mapping[int, bytes]) -> Callable[[int, bytes], bytes]:
    """Return a function that gives the order after a shuffled redeal, by the number of the deal that it begins: the
    recorded order, or else one that the text of the deal decides, as for sampled games.

    Args:
        deal: the text of the first deal.
        recorded_orders: the recorded orders; one without exactly the cards that are dealt again is ignored.
    """
    seed, orders = deal.removeprefix("seed:"), dict(recorded_orders)

    def shuffle(number: int, cards: bytes) -> bytes:
        order = orders.get(number, b"")
        return order if sorted(order) == sorted(cards) else deals.shuffled_order(seed, number, cards)

    return shuffle


def _tags(replayed: Replay, orders: dict[int, bytes]) -> dict[str, str]:
    """Return the tags for another record of the same deal under the same rules, with the orders of its shuffled redeals
    by the number of the deal that each begins."""
    tags = {"Game": replayed.game.name, "Rules": str(replayed.game.rules)}
    tags |= {name: value for name in _DEAL_TAGS if (value := replayed.transcript.value(name)) is not None}
    return tags | {f"Pack{number}": texts(order) for number, order in sorted(orders.items())}


def _items_up_to(items: Iterable[Item], move: int) -> Iterator[Item]:
    """Yield the items of a record up to the next move after a move (by its number; 0 for the beginning), without the
    written numbers of moves."""
    moves = 0
    for item in items:
        if isinstance(item, MoveItem):
            if moves == move:
                return
            moves += 1
        if not isinstance(item, Number):
            yield item


def _describe_unknown(replayed: Replay) -> str:
    """Return in words how many cards of a deal are unknown, and in which places."""
    assert replayed.unknown is not None
    message = f"{pluralize(replayed.unknown, 'card')} of the deal {'is' if replayed.unknown == 1 else 'are'} unknown"
    unknown_in: Counter[str] = Counter()
    for place, pile in view_at(replayed, 0).places.items():
        unknown_in[replayed.game.line(place)] += sum(card & ~DOWN == UNKNOWN for card in pile)
    parts = [f"{count} in {replayed.game.words(place)}" for place, count in unknown_in.items() if count]
    return f"{message}: {join_words(parts)}" if parts else message


def _open_copy(replayed: Replay, rules: str | None) -> Replay:
    """Return a copy of a record with its first position written down as a layout, so that all cards are known from the
    start. The record's own moves have proved them.

    Args:
        replayed: the replay of the record.
        rules: a rule book and overrides to use instead of its ``Rules`` tag.

    Raises:
        CannotSearch: the strict replay does not accept the copy.
    """
    transcript = replayed.transcript
    layout = [Tag("Deal", "layout"), Tag("Layout", view_at(replayed, 0).text)]
    head = [node for node in transcript.head if not (isinstance(node, Tag) and node.name in _DEAL_TAGS)]
    # The offsets belong to another text.
    record = replace(transcript, head=[*head, *layout], text="", line=1)
    new_replay = replay(record, rules=rules, hints=False)
    if not new_replay.verified:
        raise CannotSearch(replayed, "its first position is known, but cannot be written as a layout")
    return new_replay


def limits_data(limits: Limits) -> LimitsData:
    """Return the limits of a search as JSON has them."""
    return {"nodes": limits.nodes, "seconds": limits.seconds, "memory": limits.memory}
