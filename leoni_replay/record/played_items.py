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
    def played(cls, moves: bytes, variations: Iterable[tuple[int, bytes]]) -> PlayedLine:
        """Make the main line that a runner has played.

        Args:
            moves: the numbers of its moves.
            variations: the depth of each variation, from 1, and the numbers of its moves, in text order.
        """
        path: list[PlayedLine] = []
        for depth, numbers in [(0, moves), *variations]:
            line = cls(array("I", numbers))
            del path[depth:]
            if path:
                path[-1].lines.append(line)
            path.append(line)
        return path[0]


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
    made: list[PlayedItem] = []
    played: list[Step] = []
    inner = iter(line.lines)
    count = len(line.steps) or len(line.moves)
    written = 0
    for item in items:
        stands = written <= count
        if isinstance(item, MoveItem):
            written += 1
            node = PlayedItem(item, first + written - 1, in_variation, stands)
            if written <= count:
                if line.steps:
                    node.step = line.steps[written - 1]
                    position.redo(node.step)
                else:
                    node.step = position.play(line.moves[written - 1])
                played.append(node.step)
        else:
            node = PlayedItem(item, first + len(played) - 1, in_variation, stands)
            if isinstance(item, Variation):
                branch = next(inner, None) if stands else None
                if branch is not None:
                    position.undo(played[-1])
                    node.line = play_items(item.items, branch, position, first + len(played) - 1, True)
                    position.redo(played[-1])
        made.append(node)
    for step in reversed(played):
        position.undo(step)
    return made


def visit_items(made: Sequence[PlayedItem], position: Position) -> Iterator[PlayedItem]:
    """Visit every item with the position set to where the item stands: before a move is made, and at a claim. The
    position starts before the first item and is restored at the end."""
    played: list[Step] = []
    for node in made:
        yield node
        if node.step is not None:
            position.redo(node.step)
            played.append(node.step)
        elif node.line is not None:
            position.undo(played[-1])
            yield from visit_items(node.line, position)
            position.redo(played[-1])
    for step in reversed(played):
        position.undo(step)
