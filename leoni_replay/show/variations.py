"""The tables of a page: those of the game, and those of its variations in the order in which they are written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from leoni_replay.games.steps import Position, Relaid
from leoni_replay.layout import Layout
from leoni_replay.show.story import Branch, Story, StoryMove


class Seen(NamedTuple):
    """What a page is told of a table besides its cards: the number of the deal (0 if deals are not counted), how many
    rows of a grid are listed, and the caption."""

    deal: int
    rows: int
    caption: str


@dataclass(frozen=True, slots=True)
class Line:
    """A variation: the number of the line from which it parts (0: the game itself, else counted from 1), what is told
    of it, and the table after each of its moves."""

    parent: int
    branch: Branch
    tables: tuple[Seen, ...]


class Tables:
    """All tables of a story that has one.

    ``game`` are those of the game, from the deal on, and ``lines`` are the variations that have a move, each before
    those that are written in it. ``layout`` is a table with all the rows that are ever dealt, and ``listed`` are its
    lines. ``redeals`` are the numbers of the moves that lay the table anew, and ``most`` is how many cards each place
    ever has until the first of them, then until the next; variations count where they part from the game.
    """

    layout: Layout
    listed: tuple[str, ...]

    def __init__(self, story: Story) -> None:
        self._story = story
        self._rows = -1
        self.redeals = [
            move.number for move in story.moves if any(isinstance(change, Relaid) for change in move.step.changes)
        ]
        self._sizes: list[set[bytes]] = [set() for _ in range(len(self.redeals) + 1)]
        self.game = [
            self._look(story.replay.standing(number), self._part(number)) for number in range(len(story.moves) + 1)
        ]
        self.lines: list[Line] = []
        for move in story.moves:
            for branch in move.lines:
                if branch.moves:
                    self._walk(branch, 0, story.replay.at(move.number - 1), self._part(move.number - 1))
        places = [place for zone in self.layout.zones for place in zone.places]
        numbers = story.replay.vocabulary.numbers
        self.most: list[dict[str, int]] = []
        for sizes in self._sizes:
            most = [*map(max, zip(*sizes, strict=True))]
            # Of a foundation no more than the top card is in a layout.
            self.most.append(
                {place.name: min(most[numbers[place.name]], 1 if place.lie == "top" else 255) for place in places}
            )

    def _part(self, number: int) -> int:
        """How many redeals there are up to a move."""
        return bisect_right(self.redeals, number)

    def _walk(self, branch: Branch, parent: int, position: Position, part: int) -> None:
        own = len(self.lines)
        tables: list[Seen] = []
        self.lines.append(Line(parent, branch, ()))
        for move in branch.moves:
            for inner in move.lines:
                if inner.moves:
                    self._walk(inner, own + 1, position, part)
            position.redo(move.step)
            tables.append(self._look(position, part))
        for move in reversed(branch.moves):
            position.undo(move.step)
        self.lines[own] = Line(parent, branch, tuple(tables))

    def _look(self, position: Position, part: int) -> Seen:
        game = self._story.replay.game
        rows = game.rows(position)
        if rows > self._rows:
            self._rows = rows
            layout = game.layout(position)
            self.layout = layout if self._story.open else layout.closed()
            self.listed = game.listed(position)
        self._sizes[part].add(position.sizes)
        return Seen(position.deal if game.counts_deals else 0, rows, game.caption(position))


def woven(moves: Sequence[StoryMove]) -> Iterator[int]:
    """The numbers of the moves that weave cards through piles."""
    return (move.number for move in moves if move.step.move.path)
