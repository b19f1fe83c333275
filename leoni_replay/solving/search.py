"""From a record to tables that are searched, and from what a search finds back to moves of the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from leoni_replay import deals
from leoni_replay.cards import DOWN, GAP, UNKNOWN, texts
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import Game
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Comment, Item, Move, Number, Tag, Transcript
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.search.search import Seen
from leoni_replay.search.solver import Limits, Solution, make_memory, prunings_of, solve
from leoni_replay.words import counted, listed

#: What can be made of a table: it can be won, it cannot, or the search met a limit.
Outlook = Literal["won", "lost", "undecided"]
#: The limit that a search met; empty if it met none.
Limit = Literal["", "nodes", "seconds", "memory", "interrupt"]

#: In place of names: all prunings.
ALL: Final = "all"
#: The tags that say what was dealt.
_DEAL_TAGS: Final = ("Deal", "Pack", "Layout", "DealHash")
#: What is said of layouts to which the prunings are not argued: not the whole pack, or no table of the game.
_ODD: Final = ("D305", "D306")


class NotSearched(Exception):
    """A record that is not searched: the strict replay refuses it, or not all of its cards are known."""

    def __init__(self, replayed: Replay, reason: str, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(reason)
        self.replay = replayed
        self.reason = reason
        self.diagnostic = diagnostic


class Unproved(RuntimeError):
    """What a search found is not accepted by the strict replay: a mistake of this program, and no fault of a record."""


@dataclass(slots=True)
class Searcher:
    """The searches of one record: what they may use, and what they have used.

    Attributes:
        replay: the strict replay of the record.
        limits: what each search may use.
        prunings: the names of the prunings that are used.
        must_play: whether a card that fits a foundation must be played before anything else is done.
        nodes: how many tables have been looked at in all.
        seconds: how long it took.
    """

    replay: Replay
    limits: Limits
    prunings: tuple[str, ...]
    must_play: bool = False
    seen: Seen | None = None
    nodes: int = 0
    seconds: float = 0.0
    _order: Callable[[int, bytes], bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._order = order_of(self.replay)

    @property
    def game(self) -> Game[Any]:
        """The game under its rules."""
        assert self.replay.game is not None
        return self.replay.game

    def head(self) -> list[Tag | Comment]:
        """The head of the record, with the rules that are in force."""
        head = self.replay.transcript.head
        rules = Tag("Rules", str(self.game.rules))
        if all(node.name != rules.name for node in head if isinstance(node, Tag)):
            return [*head, rules]
        return [rules if isinstance(node, Tag) and node.name == rules.name else node for node in head]

    def look(self, move: int, progress: Callable[[Solution], None] | None = None, kept: int = 0) -> Solution:
        """Search from the table after a move of the record.

        Args:
            move: its number; 0 for the table as dealt.
            progress: called about ten times a second with what is known so far.
            kept: how many of the tables in the memory are kept, since they are known to be lost.
        """
        position = self.replay.at(move)
        if missing(self.game, position):
            # Every card has to come to a foundation, or to its place.
            return Solution("lost", fewest=self.game.left(position))
        if self.seen is None:
            self.seen = make_memory(self.limits)
        solution = solve(
            position.table,
            self.limits,
            prunings=self.prunings,
            must_play=self.must_play,
            seen=self.seen,
            kept=kept,
            progress=progress,
            shuffle=self._order if self.game.written_redeals else None,
        )
        self.nodes += solution.nodes
        self.seconds += solution.seconds
        return solution

    def commands(self, move: int, line: Sequence[int]) -> tuple[list[Command], dict[int, bytes]]:
        """The moves of a line that begins after a move of the record, in long form, and the orders of the redeals that
        are shuffled in it.

        Raises:
            Unproved: one of them is not legal.
        """
        position = self.replay.at(move)
        commands: list[Command] = []
        orders: dict[int, bytes] = {}
        for code in line:
            if code == DEAL_AGAIN and (gathered := self.game.gathered(position)):
                number, cards = gathered
                orders[number] = position.orders[number] = self._order(number, bytes(cards))
            if position.table.why(code):
                raise Unproved(f"move {move + len(commands) + 1} of a line that was found is not legal")
            commands.append(position.play(code).move)
        return commands, orders

    def win(self, move: int, line: Sequence[Command], orders: dict[int, bytes]) -> Transcript:
        """The record of a game that is won by a line after a move of this one, as the strict replay has accepted it.

        Raises:
            Unproved: it does not.
        """
        position = self.replay.at(move)
        before = {number: order for number, order in position.orders.items() if number <= position.deal}
        tags = _tags(self.replay, before | orders) | {"Result": "won"}
        items = [*_items_up_to(self.replay.transcript.items, move), *map(Move, line)]
        record = Transcript.build(tags, items, "won", number=self.replay.transcript.number)
        # The rules as they are in force: the book of a user may be one that only the record finds.
        checked = replay(record, rules=self.game.rules, hints=False)
        if not checked.verified or checked.result != "won":
            reason = checked.error.message if checked.error is not None else checked.outcome
            raise Unproved(f"the strict replay does not accept the win that was found: {reason}")
        return record


def searcher(
    record: Transcript,
    *,
    rules: str | None = None,
    limits: Limits,
    without: Collection[str] = (),
    must_play: bool = False,
    seen: Seen | None = None,
) -> Searcher:
    """The searches of a record.

    Args:
        record: the record.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        limits: what each search may use.
        without: the names of prunings that are not to be used; ``all`` for all of them.
        must_play: whether a card that fits a foundation must be played before anything else is done.
        seen: a memory that searches before this one have used.

    Raises:
        NotSearched: the record is refused, or not all its cards are known.
        ValueError: there is no such pruning in this game, or its rules leave no choice that ``must_play`` could take.
    """
    replayed = replay(record, rules=rules)
    if replayed.error is not None:
        raise NotSearched(
            replayed, f"the strict replay refuses it: {replayed.error.code}: {replayed.error.message}", replayed.error
        )
    if replayed.unknown:
        raise NotSearched(replayed, f"a search has to know all cards, and {_unknown(replayed)}")
    if replayed.derived:
        replayed = _laid_open(replayed, rules)
    assert replayed.game is not None and replayed.table is not None
    game = replayed.game
    if must_play and (readings := game.plays_come_first):
        raise ValueError(
            f"under {game.name}, {game.rules} a card that fits a foundation is played before anything else anyway "
            f"({', '.join(readings)})"
        )
    prunings = prunings_of(replayed.table.table)
    for name in without:
        if name not in (*prunings, ALL):
            there = f"there are {', '.join(prunings)}, and `{ALL}` for all of them" if prunings else "there are none"
            raise ValueError(f"{game.name} has no pruning `{name}`: {there}")
    # What is argued of tables of the game need not hold of others.
    odd = any(diagnostic.code in _ODD for diagnostic in replayed.diagnostics)
    used = () if odd or ALL in without else tuple(name for name in prunings if name not in without)
    return Searcher(replayed, limits, used, must_play, seen)


def missing(game: Game[Any], position: Position) -> list[int]:
    """The cards that are nowhere on a table, so that it cannot be won."""
    cards = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    return deals.difference(cards, list(range(52)) * game.packs)[1]


def order_of(replayed: Replay) -> Callable[[int, bytes], bytes]:
    """The order in which cards lie after a shuffled redeal, by the number of the deal that it begins: the one that the
    record writes, if it holds just these cards, else one that the text of the deal decides, as for sampled games."""
    return ordered(replayed.transcript.value("Deal") or "", replayed.table.orders if replayed.table is not None else {})


def ordered(deal: str, written: Mapping[int, bytes]) -> Callable[[int, bytes], bytes]:
    """The order in which cards lie after a shuffled redeal, by the number of the deal that it begins.

    Args:
        deal: the text of the first deal, which decides all orders that are not written.
        written: the orders that are written; one that does not hold just the cards that are dealt again is passed over.
    """
    text, orders = deal.removeprefix("seed:"), dict(written)

    def order(number: int, cards: bytes) -> bytes:
        given = orders.get(number, b"")
        return given if sorted(given) == sorted(cards) else deals.shuffled_order(text, number, cards)

    return order


def _tags(replayed: Replay, orders: dict[int, bytes]) -> dict[str, str]:
    """The tags of a record of the same deal under the same rules, with the orders of its shuffled redeals."""
    assert replayed.game is not None
    tags = {"Game": replayed.game.name, "Rules": str(replayed.game.rules)}
    tags |= {name: value for name in _DEAL_TAGS if (value := replayed.transcript.value(name)) is not None}
    return tags | {f"Pack{number}": texts(order) for number, order in sorted(orders.items())}


def _items_up_to(items: Iterable[Item], move: int) -> Iterator[Item]:
    """What is written up to a move, and behind it before the next one."""
    moves = 0
    for item in items:
        if isinstance(item, Move):
            if moves == move:
                return
            moves += 1
        if not isinstance(item, Number):
            yield item


def _unknown(replayed: Replay) -> str:
    """Which cards of a record are not known, in words."""
    assert replayed.unknown is not None and replayed.game is not None
    message = f"{counted(replayed.unknown, 'card')} of the first table {'is' if replayed.unknown == 1 else 'are'} not"
    if replayed.table is None:
        return message
    hidden: Counter[str] = Counter()
    for place, pile in replayed.standing(0).places.items():
        hidden[replayed.game.line(place)] += sum(card & ~DOWN == UNKNOWN for card in pile)
    parts = [f"{count} in {replayed.game.words(place)}" for place, count in hidden.items() if count]
    return f"{message}: {listed(parts)}" if parts else message


def _laid_open(replayed: Replay, rules: str | None) -> Replay:
    """A record of which every card has been found out, as one whose first table is written down."""
    assert replayed.game is not None
    transcript = replayed.transcript
    layout = [Tag("Deal", "layout"), Tag("Layout", replayed.game.text(replayed.standing(0)))]
    head = [node for node in transcript.head if not (isinstance(node, Tag) and node.name in _DEAL_TAGS)]
    # Places in a text are those of another one.
    opened = replace(transcript, head=[*head, *layout], text="", line=1)
    again = replay(opened, rules=rules, hints=False)
    if not again.verified:
        raise NotSearched(replayed, "its first table was found out, but cannot be written down as a layout")
    return again
