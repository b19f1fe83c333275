"""The moves of a game with their variations: a tree whose first branches are the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from leoni_replay.commands import Command
from leoni_replay.notation import dumps, loads
from leoni_replay.notation.tree import Comment, Item, Move, Note, Number, Tag, Time, Transcript, Variation
from leoni_replay.notation.writer import plain_game
from leoni_replay.record.nodes import Node as Played
from leoni_replay.rules.run import DEPTH_LIMIT

_Item = TypeVar("_Item", bound=Item)


@dataclass(slots=True, eq=False)
class Node:
    """A move in long form, with its annotation and the notes after it.

    ``branches`` are the moves that were played after it: the first belongs to the game, the others are variations.
    ``chosen`` is unset for a forced move that was played automatically: it is taken back with the one before it. The
    root is the position as dealt, and has no move.
    """

    move: Command | None = None
    mark: str = ""
    notes: list[Note] = field(default_factory=list)
    branches: list[Node] = field(default_factory=list)
    parent: Node | None = None
    chosen: bool = True

    def branch(self, move: Command) -> Node | None:
        """The move, if it has been played here."""
        return next((node for node in self.branches if node.move == move), None)

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
        """The moves of the game from here on."""
        node = self
        while node.branches:
            node = node.branches[0]
            yield node

    def way(self) -> list[Node]:
        """The moves that lead here, from the first on."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


def items_of(root: Node, last: Node | None = None, *, redeals: bool = True, since: int = 0) -> list[Item]:
    """The items of a record for a tree.

    Args:
        root: where to begin; its notes come first.
        last: the last move of the game, after which nothing is written; None for all moves.
        redeals: whether variations may deal again; if not, they end before (a record has one order for each deal).
        since: the time at the beginning, in seconds. Earlier times are left out: their moves were played again later.
    """
    items: list[Item] = [*root.notes]
    _write(items, root, last, 0, redeals)
    return without_earlier(items, since)


def without_earlier(items: Iterable[_Item], since: int) -> list[_Item]:
    """Items without the times that go back, or are earlier than a number of seconds."""
    kept: list[_Item] = []
    for item in items:
        if isinstance(item, Time):
            if item.seconds < since:
                continue
            since = item.seconds
        kept.append(item)
    return kept


def last_time(items: Iterable[Item]) -> int:
    """The last time that is written in some items, in seconds; 0 if there is none."""
    return max((item.seconds for item in items if isinstance(item, Time)), default=0)


def _write(items: list[Item], node: Node, last: Node | None, depth: int, redeals: bool) -> None:
    """Append the items for the moves after a node to a list."""
    while node.branches and node is not last:
        first, *others = node.branches
        if depth and _ends(first, redeals):
            return
        items.append(_written(first))
        items += _notes(first, depth)
        if depth < DEPTH_LIMIT and not (first.move and first.move.how):
            for other in others:
                if not _ends(other, redeals):
                    inner: list[Item] = [_written(other), *_notes(other, depth + 1)]
                    _write(inner, other, None, depth + 1, redeals)
                    items.append(Variation(inner))
        node = first


def _ends(node: Node, redeals: bool) -> bool:
    # Misplays and settings can only be in the game itself.
    return node.move is not None and (node.move.how != "" or (not redeals and node.move.source == "redeal"))


def _notes(node: Node, depth: int) -> list[Note]:
    # A move that was taken back became a variation, which has no times.
    return [note for note in node.notes if not depth or not isinstance(note, Time)]


def _written(node: Node) -> Move:
    assert node.move is not None
    return Move(node.move, node.mark)


def grow(root: Node, played: Sequence[Played]) -> Node:
    """Add a replayed record to a tree.

    Args:
        root: where it begins.
        played: its items; a move that was not replayed is left out, with all that follows it.

    Returns:
        The last move of the line.
    """
    last, before = root, root
    waiting: list[Note] = []
    for node in played:
        item = node.item
        if isinstance(item, Move):
            if node.step is None:
                break
            before, last = last, Node(node.step.move, item.mark, waiting, parent=last)
            before.branches.append(last)
            waiting = []
        elif isinstance(item, Variation):
            # It replaces the last move.
            grow(before, node.line or ())
        elif isinstance(item, Comment) and last is root and node.inside:
            # A comment with which a variation begins is about its first move.
            waiting.append(item)
        elif not isinstance(item, Number):
            last.notes.append(item)
    return last


def with_tags(head: Sequence[Tag | Comment], values: Mapping[str, str | None]) -> list[Tag | Comment]:
    """A head with changed values of tags. New tags come last; tags with the value None are removed."""
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


def moves_text(game: str, root: Node, redeals: bool, since: int) -> str:
    """The moves of a tree as the notation writes them in records of a game, without the result word."""
    text = dumps(Transcript.build({"Game": game}, items_of(root, redeals=redeals, since=since), "*"))
    return text.partition("\n\n")[2].rstrip()[: -len("*")].rstrip()


def read_moves(game: str, text: str) -> list[Item] | None:
    """The moves that ``moves_text`` has written; None if the text is not that."""
    games = loads(plain_game({"Game": game}, (), f"{text} *"))
    return games[0].items if len(games) == 1 and games[0].problem is None else None
