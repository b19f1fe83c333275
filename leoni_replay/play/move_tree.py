"""The moves of a game with their variations: a tree whose first branches are the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from leoni_replay.cards import read
from leoni_replay.commands import Move
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Note, Number, Tag, Time, Transcript, Variation
from leoni_replay.notation.writer import dumps
from leoni_replay.record.header import redeal
from leoni_replay.record.played_items import PlayedItem
from leoni_replay.rules.run import DEPTH_LIMIT

_Item = TypeVar("_Item", bound=Item)


@dataclass(slots=True, eq=False)
class Node:
    """A move in long form, with its annotation and the notes after it.

    ``branches`` are the moves that were played after it: the first belongs to the game, the others are variations.
    ``order`` is the number of the deal that a shuffled redeal begins, and its cards in the order in which they are
    dealt.
    ``chosen`` is unset for a forced move that was played automatically: it is taken back with the one before it. The
    root is the position as dealt, and has no move.
    """

    move: Move | None = None
    mark: str = ""
    notes: list[Note] = field(default_factory=list)
    branches: list[Node] = field(default_factory=list)
    parent: Node | None = None
    chosen: bool = True
    order: tuple[int, bytes] | None = None

    @property
    def dealt(self) -> bytes | None:
        """The cards that a shuffled redeal deals, in order; None for any other move."""
        return None if self.order is None else self.order[1]

    def branch(self, move: Move, order: tuple[int, bytes] | None = None) -> Node | None:
        """Return the move, if it has been played here."""
        return next((node for node in self.branches if (node.move, node.order) == (move, order)), None)

    def add(self, node: Node, *, flat: bool = False) -> Node:
        """Make a move the next one of the game; ``flat`` forgets the others."""
        node.parent = self
        others = [] if flat else [other for other in self.branches if other is not node]
        self.branches = [node, *others]
        return node

    def put_time(self, time: Time) -> None:
        """Write when the move was made, in place of the times that are there."""
        self.notes = [time, *(note for note in self.notes if not isinstance(note, Time))]

    def line(self) -> Iterator[Node]:
        """Yield the moves of the game from here on."""
        node = self
        while node.branches:
            node = node.branches[0]
            yield node

    def tree(self) -> Iterator[Node]:
        """Return this move and all moves that were played after it."""
        waiting = [self]
        while waiting:
            yield (node := waiting.pop())
            waiting += node.branches

    def path(self) -> list[Node]:
        """Return the moves that lead here, from the first on."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


@dataclass(slots=True)
class Writer:
    """Writes trees as items of one record.

    Attributes:
        orders: the order of each shuffled redeal: a record has one for each deal. Variations add theirs.
        left_out: the moves that a record has no place for, each with the reason.
        written: the moves that have been written, in the order of the text.
    """

    orders: dict[int, bytes]
    left_out: dict[Node, str] = field(default_factory=dict)
    written: list[Node] = field(default_factory=list)

    def items(self, root: Node, last: Node | None = None, *, since: int = 0) -> list[Item]:
        """Return the items for a tree.

        Args:
            root: where to begin; its notes come first.
            last: the last move of the game, after which nothing is written; None for all moves.
            since: the time at the beginning, in seconds. Earlier times are left out: their moves were played again
                later.
        """
        items: list[Item] = [*root.notes]
        self._write(items, root, last, 0)
        return without_earlier(items, since)

    def _write(self, items: list[Item], node: Node, last: Node | None, depth: int) -> None:
        """Append the items for the moves after a node to a list."""
        while node.branches and node is not last:
            first, *others = node.branches
            if depth and not self._fits(first):
                return
            items.append(self._written(first))
            items += _notes(first, depth)
            for other in others:
                if first.move and first.move.how:
                    self.left_out[other] = "a misplay, or cards put right by hand, can have no variation beside it"
                elif depth == DEPTH_LIMIT:
                    self.left_out[other] = f"variations can nest at most {DEPTH_LIMIT} deep"
                elif self._fits(other):
                    inner: list[Item] = [self._written(other), *_notes(other, depth + 1)]
                    self._write(inner, other, None, depth + 1)
                    items.append(Variation(inner))
            node = first

    def _written(self, node: Node) -> MoveItem:
        assert node.move is not None
        self.written.append(node)
        return MoveItem(node.move, node.mark)

    def _fits(self, node: Node) -> bool:
        if node.move is not None and node.move.how:
            self.left_out[node] = "misplays and cards put right by hand can only stand in the game itself"
            return False
        if node.order is not None and self.orders.setdefault(*node.order) != node.order[1]:
            self.left_out[node] = f"the record has another order for deal {node.order[0]}"
            return False
        return True


def without_earlier(items: Iterable[_Item], since: int) -> list[_Item]:
    """Return the items without the times that go back, or are earlier than a number of seconds."""
    kept: list[_Item] = []
    for item in items:
        if isinstance(item, Time):
            if item.seconds < since:
                continue
            since = item.seconds
        kept.append(item)
    return kept


def last_time(items: Iterable[Item]) -> int:
    """Return the last time that is written in some items, in seconds; 0 if there is none."""
    return max((item.seconds for item in items if isinstance(item, Time)), default=0)


def _notes(node: Node, depth: int) -> list[Note]:
    # A move that was taken back became a variation, which has no times.
    return [note for note in node.notes if not depth or not isinstance(note, Time)]


def grow(root: Node, played: Sequence[PlayedItem], orders: Mapping[int, bytes], deal: int) -> list[Node]:
    """Add a replayed record to a tree.

    Args:
        root: where it begins.
        played: its items; a move that was not replayed is left out, with all that follows it.
        orders: the orders of its shuffled redeals, by the numbers of their deals.
        deal: the number of the deal at its beginning.

    Returns:
        The moves that were added, in the order of the text.
    """
    grown: list[Node] = []
    last, before, dealt = root, root, deal
    waiting: list[Note] = []
    for node in played:
        item = node.item
        if isinstance(item, MoveItem):
            if node.step is None:
                break
            move, deal = node.step.move, dealt
            dealt += move.source == "redeal"
            order = (dealt, orders[dealt]) if dealt > deal and dealt in orders and not move.how else None
            before, last = last, Node(move, item.mark, waiting, parent=last, order=order)
            before.branches.append(last)
            grown.append(last)
            waiting = []
        elif isinstance(item, Variation):
            # It replaces the last move.
            grown += grow(before, node.line or (), orders, deal)
        elif isinstance(item, Comment) and last is root and node.in_variation:
            # A comment with which a variation begins is about its first move.
            waiting.append(item)
        elif not isinstance(item, Number):
            last.notes.append(item)
    return grown


def with_tags(head: Sequence[Tag | Comment], values: Mapping[str, str | None]) -> list[Tag | Comment]:
    """Return a head with changed values of tags. New tags come last; tags with the value None are removed."""
    left = dict(values)
    made: list[Tag | Comment] = []
    for node in head:
        if isinstance(node, Tag) and node.name in values:
            value = left.pop(node.name, None)
            if value is not None:
                made.append(Tag(node.name, value))
        else:
            made.append(node)
    return made + [Tag(name, value) for name, value in left.items() if value is not None]


def orders_in(head: Sequence[Tag | Comment]) -> dict[int, bytes]:
    """Return the orders of shuffled redeals in the tags of a record, by the numbers of their deals."""
    tags = {redeal(node.name): node.value for node in head if isinstance(node, Tag)}
    return {
        number: bytes(card for word in value.split() if (card := read(word)) is not None)
        for number, value in tags.items()
        if number
    }


def moves_text(game: str, items: Sequence[Item]) -> str:
    """Return the items of a record as the notation writes them in records of a game, without the result word."""
    text = dumps(Transcript.build({"Game": game}, items, "*"))
    return text.partition("\n\n")[2].rstrip()[: -len("*")].rstrip()


def read_moves(game: str, text: str) -> list[Item] | None:
    """Return the moves that ``moves_text`` has written; None if the text is not that."""
    games = loads(f'[Game "{game}"]\n\n{text} *')
    return games[0].items if len(games) == 1 and games[0].problem is None else None
