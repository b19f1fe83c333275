"""Changes of what was typed before: a move was left out, two were swapped, a move or a card was another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from leoni_replay.cards import TEXT
from leoni_replay.commands import Move
from leoni_replay.notation.writer import token
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.move_tree import Node


class Correction(NamedTuple):
    """A card that was misnamed.

    Attributes:
        old: the card as it was named.
        new: the card as it is.
        place: where it lies now; empty if that is not given.
        number: its number there, from 1 at the bottom; None if that is not given.
    """

    old: int
    new: int
    place: str = ""
    number: int | None = None


def corrections_text(corrections: Sequence[Correction]) -> str:
    """Return what is typed to correct cards: ``correct QC QD 5, QD QC 4``."""
    parts = []
    for old, new, place, number in corrections:
        words = [TEXT[old], TEXT[new], place, "" if number is None else str(number)]
        parts.append(" ".join(word for word in words if word))
    return f"correct {', '.join(parts)}"


class Amendment(NamedTuple):
    """A change of the moves of a game.

    Attributes:
        kind: whether a move is inserted, replaced by another, or swapped with the next one.
        number: the number of the move that was wrong, or that the inserted move gets.
        command: the inserted or the right move, without its consequences; None if moves are swapped.
    """

    kind: Literal["insert", "replace", "swap"]
    number: int
    command: Move | None = None

    @property
    def text(self) -> str:
        """What is typed for it."""
        if self.command is None:
            return f"swap {self.number}"
        if self.kind == "insert":
            return f"insert {token(self.command)} {self.number}"
        return f"correct {self.number} {token(self.command)}"

    def amend(self, line: MoveLine) -> MoveLine:
        """Return a line of moves with the change.

        Raises:
            MoveRefused: it has no such moves.
        """
        index, nodes, variations = self.number - 1, [*line.nodes], [*line.variations]
        last_index = {"insert": len(nodes), "replace": len(nodes) - 1, "swap": len(nodes) - 2}[self.kind]
        if not 0 <= index <= last_index:
            raise MoveRefused(f"there is no move {self.number} to change: {len(nodes)} were played")
        if self.kind == "insert":
            nodes.insert(index, Node(self.command))
            variations.insert(index + 1, [])
        elif self.kind == "swap":
            nodes[index : index + 2] = nodes[index + 1], nodes[index]
        else:
            node = nodes[index]
            nodes[index] = Node(self.command, node.mark, node.notes, by_player=node.by_player)
        return MoveLine(nodes, variations)


class MoveLine(NamedTuple):
    """The moves of a game: their nodes, and the other moves that were played before each of them and after the last."""

    nodes: list[Node]
    variations: list[list[Node]]

    @classmethod
    def to(cls, cursor: Node) -> MoveLine:
        """Return the moves that lead to a node."""
        nodes = cursor.path()
        parents = [node.parent for node in nodes if node.parent is not None]
        variations = [
            [branch for branch in parent.branches if branch is not node]
            for parent, node in zip(parents, nodes, strict=True)
        ]
        return cls(nodes, [*variations, cursor.branches])

    def then(self, command: Move) -> MoveLine:
        """Return the line with one move more."""
        return MoveLine([*self.nodes, Node(command)], [*self.variations, []])

    def link(self, root: Node) -> None:
        """Make these moves the game."""
        parent = root
        for node, variations in zip(self.nodes, self.variations[:-1], strict=True):
            parent.branches = [node, *variations]
            parent = node
        parent.branches = self.variations[-1]
        for node in (root, *self.nodes):
            for branch in node.branches:
                branch.parent = node
