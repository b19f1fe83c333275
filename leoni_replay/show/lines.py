"""The lines of play of a replay: variations in the order in which they are written, with their tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leoni_replay.layout import Layout
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.story import Branch, Story, StoryMove

if TYPE_CHECKING:
    from leoni_replay.games.steps import Position


@dataclass(frozen=True, slots=True)
class Line:
    """A variation: the number of the line from which it parts (0: the game itself, else counted from 1), what is told
    of it, and the layout and the text of the table after each of its moves."""

    parent: int
    branch: Branch
    layouts: tuple[Layout, ...]
    texts: tuple[str, ...]


def lines(story: Story) -> list[Line]:
    """The variations of a story that have a move, each before those that are written in it."""
    made: list[Line] = []
    for move in story.moves:
        for branch in move.lines:
            if branch.moves:
                _walk(story, branch, 0, story.replay.at(move.number - 1), made)
    return made


def _walk(story: Story, branch: Branch, parent: int, position: Position, made: list[Line]) -> None:
    own = len(made) + 1
    layouts: list[Layout] = []
    texts: list[str] = []
    made.append(Line(parent, branch, (), ()))
    for move in branch.moves:
        for inner in move.lines:
            if inner.moves:
                _walk(story, inner, own, position, made)
        position.redo(move.step)
        layout, text = _seen(story, move, position)
        layouts.append(layout)
        texts.append(text)
    for move in reversed(branch.moves):
        position.undo(move.step)
    made[own - 1] = Line(parent, branch, tuple(layouts), tuple(texts))


def _seen(story: Story, move: StoryMove, position: Position) -> tuple[Layout, str]:
    game = story.replay.game
    assert game is not None
    layout = game.layout(position)
    text = game.text(position) if story.open else layout.text(game.listing(position))
    return with_last_move(layout if story.open else layout.closed(), move.step), text


def woven(moves: Sequence[StoryMove]) -> Iterator[int]:
    """The numbers of the moves that weave cards through piles."""
    return (move.number for move in moves if move.step.move.path)
