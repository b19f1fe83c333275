"""A record as it was played: its items in their places, each move with its step."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leoni_replay.notation.transcript import Item, MoveItem, Variation

if TYPE_CHECKING:
    from leoni_replay.games.game import Position
    from leoni_replay.games.steps import Step


@dataclass(slots=True)
class PlayedLine:
    """One line of play as far as it was replayed: the numbers of its moves (or the steps, where cards are unknown), and
    its variations in text order."""

    moves: array[int] = field(default_factory=lambda: array("I"))
    lines: list[PlayedLine] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def from_runner(cls, moves: bytes, variations: Iterable[tuple[int, bytes]]) -> PlayedLine:
        """Make the main line that a runner has played.

        Args:
            moves: the numbers of its moves.
            variations: the depth of each variation, from 1, and the numbers of its moves, in text order.
        """
        #: the main line and the variations that are open, each in the one before it
        open_lines: list[PlayedLine] = []
        for depth, numbers in [(0, moves), *variations]:
            line = cls(array("I", numbers))
            del open_lines[depth:]
            if open_lines:
                open_lines[-1].lines.append(line)
            open_lines.append(line)
        return open_lines[0]


@dataclass(slots=True)
class PlayedItem:
    """One replayed item of a record.

    Attributes:
        number: the number of the move, or of the move that the item follows (0: before the first).
        in_variation: whether the item is in a variation.
        was_reached: whether the replay got to the item, so that a claim can be proved there.
        step: what a move did; None after the place where the replay stopped.
        line: the items of a variation; None if the replay didn't enter it.
    """

    item: Item
    number: int
    in_variation: bool
    was_reached: bool
    step: Step | None = None
    line: list[PlayedItem] | None = None


def play_items(
    items: Sequence[Item], line: PlayedLine, position: Position, first: int = 1, in_variation: bool = False
) -> list[PlayedItem]:
    """Play the items of a line, and return each with its step.

    Args:
        items: the items as written.
        line: the part of them that was replayed.
        position: the position before the line; it is restored afterwards.
        first: the number of the first move.
        in_variation: whether this is a variation.
    """
    nodes: list[PlayedItem] = []
    steps: list[Step] = []
    variations = iter(line.lines)
    replayed_moves = len(line.steps) or len(line.moves)
    written_moves = 0
    for item in items:
        was_reached = written_moves <= replayed_moves
        if isinstance(item, MoveItem):
            index = written_moves
            written_moves += 1
            node = PlayedItem(item, first + index, in_variation, was_reached)
            if index < replayed_moves:
                if line.steps:
                    node.step = line.steps[index]
                    position.redo(node.step)
                else:
                    node.step = position.play(line.moves[index])
                steps.append(node.step)
        else:
            last_number = first + len(steps) - 1
            node = PlayedItem(item, last_number, in_variation, was_reached)
            if isinstance(item, Variation) and was_reached:
                variation = next(variations, None)
                if variation is not None:
                    position.undo(steps[-1])
                    node.line = play_items(item.items, variation, position, last_number, True)
                    position.redo(steps[-1])
        nodes.append(node)
    for step in reversed(steps):
        position.undo(step)
    return nodes


def every_item(nodes: Iterable[PlayedItem]) -> Iterator[PlayedItem]:
    """Yield every item, those of variations too."""
    for node in nodes:
        yield node
        yield from every_item(node.line or ())


def visit_items(nodes: Sequence[PlayedItem], position: Position) -> Iterator[PlayedItem]:
    """Visit every item with the position set to where the item stands: before a move is made, and at a claim. The
    position starts before the first item and is restored at the end."""
    steps: list[Step] = []
    for node in nodes:
        yield node
        if node.step is not None:
            position.redo(node.step)
            steps.append(node.step)
        elif node.line is not None:
            position.undo(steps[-1])
            yield from visit_items(node.line, position)
            position.redo(steps[-1])
    for step in reversed(steps):
        position.undo(step)
