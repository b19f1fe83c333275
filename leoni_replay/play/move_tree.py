"""The moves of a game with their variations: a tree whose first branches are the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from leoni_replay.cards import read
from leoni_replay.commands import Move
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Note, Number, Tag, Time, Transcript, Variation
from leoni_replay.notation.writer import dumps
from leoni_replay.record.header import redeal_number
from leoni_replay.record.played_items import PlayedItem
from leoni_replay.rules.run import DEPTH_LIMIT

_Item = TypeVar("_Item", bound=Item)


class RedealOrder(NamedTuple):
    """The order of a shuffled redeal: the number of the deal that it begins, and its cards in the order in which they
    are dealt."""

    deal: int
    cards: bytes


@dataclass(slots=True, eq=False)
class Node:
    """A move in long form, with its annotation and the notes after it. The root is the position as dealt, and has no
    move.

    Attributes:
        branches: the moves that were played after it: the first belongs to the game, the others are variations.
        by_player: whether the player made the move. A move that was played automatically is taken back with the one
            before it.
        order: the order of a shuffled redeal; None for any other move.
    """

    move: Move | None = None
    mark: str = ""
    notes: list[Note] = field(default_factory=list)
    branches: list[Node] = field(default_factory=list)
    parent: Node | None = None
    by_player: bool = True
    order: RedealOrder | None = None

    @property
    def redeal_cards(self) -> bytes | None:
        """The cards that a shuffled redeal deals, in order; None for any other move."""
        return None if self.order is None else self.order.cards

    def find_branch(self, move: Move, order: RedealOrder | None = None) -> Node | None:
        """Return the node of a move after this one, if it has been played here."""
        return next((node for node in self.branches if (node.move, node.order) == (move, order)), None)

    def continue_with(self, node: Node, *, flat: bool = False) -> Node:
        """Make a move the next one of the game, and return it; ``flat`` forgets the others."""
        node.parent = self
        variations = [] if flat else [branch for branch in self.branches if branch is not node]
        self.branches = [node, *variations]
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
        """Yield this move and all moves that were played after it."""
        nodes_to_visit = [self]
        while nodes_to_visit:
            node = nodes_to_visit.pop()
            yield node
            nodes_to_visit += node.branches

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
        orders: the cards of each shuffled redeal, by the number of the deal: a record has one order for each deal.
            Variations add theirs.
        omissions: the moves that a record has no place for, each with the reason.
        nodes: the moves with an item, in the order of the text.
    """

    orders: dict[int, bytes]
    omissions: dict[Node, str] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)

    def items(self, root: Node, last: Node | None = None, *, since: int = 0) -> list[Item]:
        """Return the items for a tree.

        Args:
            root: where to begin; its notes come first.
            last: the last move of the game, after which nothing is written; None for all moves.
            since: the time at the beginning, in seconds. Earlier times are left out: their moves were played again
                later.
        """
        items: list[Item] = [*root.notes]
        self._write_line(items, root, last, 0)
        return without_earlier(items, since)

    def _write_line(self, items: list[Item], node: Node, last: Node | None, depth: int) -> None:
        """Append the items for the moves after a node, and their variations, to a list.

        Args:
            items: the list.
            node: the node.
            last: the last move to write; None for all moves.
            depth: how many variations the line is in.
        """
        while node.branches and node is not last:
            main, *variations = node.branches
            if depth and not self._admit_to_variation(main):
                return
            items += self._move_and_notes(main, depth)
            for variation in variations:
                if main.move and main.move.how:
                    self.omissions[variation] = "a misplay, or cards put right by hand, can have no variation beside it"
                elif depth == DEPTH_LIMIT:
                    self.omissions[variation] = f"variations can nest at most {DEPTH_LIMIT} deep"
                elif self._admit_to_variation(variation):
                    variation_items = self._move_and_notes(variation, depth + 1)
                    self._write_line(variation_items, variation, None, depth + 1)
                    items.append(Variation(variation_items))
            node = main

    def _move_and_notes(self, node: Node, depth: int) -> list[Item]:
        """Return the items for a move and the notes after it."""
        assert node.move is not None
        self.nodes.append(node)
        # A move that was taken back became a variation, which has no times.
        notes = [note for note in node.notes if not depth or not isinstance(note, Time)]
        return [MoveItem(node.move, node.mark), *notes]

    def _admit_to_variation(self, node: Node) -> bool:
        """Return whether a move can stand in a variation; if it cannot, note why. The order of a redeal becomes
        that of the record, if the record has none for this deal."""
        if node.move is not None and node.move.how:
            self.omissions[node] = "misplays and cards put right by hand can only stand in the game itself"
            return False
        if node.order is not None:
            deal, cards = node.order
            if self.orders.setdefault(deal, cards) != cards:
                self.omissions[node] = f"the record has another order for deal {deal}"
                return False
        return True


def without_earlier(items: Iterable[_Item], since: int) -> list[_Item]:
    """Return the items without the times that go back, or are earlier than a number of seconds."""
    items_in_order: list[_Item] = []
    for item in items:
        if isinstance(item, Time):
            if item.seconds < since:
                continue
            since = item.seconds
        items_in_order.append(item)
    return items_in_order


def last_time(items: Iterable[Item]) -> int:
    """Return the last time that is written in some items, in seconds; 0 if there is none."""
    return max((item.seconds for item in items if isinstance(item, Time)), default=0)


def grow(root: Node, played_items: Sequence[PlayedItem], orders: Mapping[int, bytes], first_deal: int) -> list[Node]:
    """Add a replayed record to a tree.

    Args:
        root: where it begins.
        played_items: its items; a move that was not replayed is left out, with all that follows it.
        orders: the cards of its shuffled redeals, by the numbers of their deals.
        first_deal: the number of the deal at its beginning.

    Returns:
        The nodes of its moves, in the order of the text.
    """
    nodes: list[Node] = []
    last_node = node_before_last = root
    deal = deal_before_last = first_deal
    comments_before_move: list[Note] = []
    for played_item in played_items:
        item = played_item.item
        if isinstance(item, MoveItem):
            if played_item.step is None:
                break
            move = played_item.step.move
            node_before_last, deal_before_last = last_node, deal
            order = None
            if move.source == "redeal":
                deal += 1
                if deal in orders and not move.how:
                    order = RedealOrder(deal, orders[deal])
            last_node = Node(move, item.mark, comments_before_move, parent=node_before_last, order=order)
            node_before_last.branches.append(last_node)
            nodes.append(last_node)
            comments_before_move = []
        elif isinstance(item, Variation):
            # It replaces the last move.
            nodes += grow(node_before_last, played_item.line or (), orders, deal_before_last)
        elif isinstance(item, Comment) and last_node is root and played_item.in_variation:
            # A comment with which a variation begins is about its first move.
            comments_before_move.append(item)
        elif not isinstance(item, Number):
            last_node.notes.append(item)
    return nodes


def with_tags(head: Sequence[Tag | Comment], values: Mapping[str, str | None]) -> list[Tag | Comment]:
    """Return a head with changed values of tags. New tags come last; tags with the value None are removed."""
    new_values = dict(values)
    new_head: list[Tag | Comment] = []
    for part in head:
        if isinstance(part, Tag) and part.name in values:
            # Of a tag that stands there twice, only the first is changed; the second is dropped.
            value = new_values.pop(part.name, None)
            if value is not None:
                new_head.append(Tag(part.name, value))
        else:
            new_head.append(part)
    return new_head + [Tag(name, value) for name, value in new_values.items() if value is not None]


def orders_in(head: Sequence[Tag | Comment]) -> dict[int, bytes]:
    """Return the cards of shuffled redeals in the tags of a record, in order, by the numbers of their deals."""
    orders = {}
    for tag in head:
        deal = redeal_number(tag.name) if isinstance(tag, Tag) else 0
        if isinstance(tag, Tag) and deal:
            cards = [read(word) for word in tag.value.split()]
            orders[deal] = bytes(card for card in cards if card is not None)
    return orders


def moves_text(game: str, items: Sequence[Item]) -> str:
    """Return the items of a record as the notation writes them in records of a game, without the result word."""
    text = dumps(Transcript.build({"Game": game}, items, "*"))
    return text.partition("\n\n")[2].rstrip()[: -len("*")].rstrip()


def read_moves(game: str, text: str) -> list[Item] | None:
    """Return the moves that ``moves_text`` has written; None if the text is not that."""
    games = loads(f'[Game "{game}"]\n\n{text} *')
    return games[0].items if len(games) == 1 and games[0].problem is None else None
