"""What stands at a place of a game's text, and the position there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from leoni_replay.games.game import Position
from leoni_replay.games.steps import Step
from leoni_replay.notation.transcript import Comment, MoveItem, Result, Tag, Time, Variation
from leoni_replay.record.played_items import PlayedItem
from leoni_replay.record.result import Replay

#: The characters that don't belong to a word of a record, and a number directly before its move.
_BREAK: Final = re.compile(r"[\s(){};\[\]\"]")
_NUMBER: Final = re.compile(r"[0-9]+\.")


class Point(NamedTuple):
    """A point of a game: the position there (a copy), the number of the next move, and whether that move is in a
    variation."""

    position: Position
    number: int
    inside: bool


class Pointed(NamedTuple):
    """What is under the cursor: an item with the point before it, or a tag, or the result."""

    start: int
    end: int
    what: PlayedItem | Tag | Result
    before: Point | None = None


def word_at(text: str, offset: int) -> tuple[int, int]:
    """Return where the word around or beside an offset begins and ends; a number before a move is not part of it."""
    start = end = offset
    while start and not _BREAK.match(text, start - 1):
        start -= 1
    while end < len(text) and not _BREAK.match(text, end):
        end += 1
    number = _NUMBER.match(text, start, end)
    if number and number.end() <= offset:
        start = number.end()
    return start, end


def point_before(replay: Replay, offset: int) -> Point | None:
    """Return the point before an offset. None if no move can stand there, or if the position is unknown: in a tag or a
    comment, after the result, after an error."""
    if not replay.dealt:
        return None
    transcript = replay.transcript
    if any(offset < tag.end for tag in transcript.tags):
        return None
    result = transcript.result
    if result is not None and transcript.draft is None and offset > result.start:
        return None
    begin = max((tag.end for tag in transcript.tags), default=0)
    return _point_in(replay, replay.played_items, (), begin, offset, inside=False)


def result_word(replay: Replay, position: Position) -> Literal["won", "lost", "*"]:
    """Return the result word with which the game can end in a position."""
    if position.won():
        return "won"
    return "lost" if replay.unknown is None and position.why_not_lost() is None else "*"


def pointed_at(replay: Replay, offset: int) -> Pointed | None:
    """Return the item or tag at an offset; None if there is nothing to describe."""
    transcript = replay.transcript
    for tag in transcript.tags:
        if tag.start <= offset < tag.end:
            return Pointed(tag.start, tag.end, tag)
    result = transcript.result
    if result is not None and result.start <= offset <= result.end and transcript.draft is None:
        return Pointed(result.start, result.end, result)
    ending = [PlayedItem(note, replay.moves, False, True) for note in transcript.epilogue]
    node = _node_at([*replay.played_items, *ending], offset)
    if node is None:
        return None
    item = node.item
    return Pointed(item.start, item.end, node, point_before(replay, item.start))


def _node_at(nodes: Sequence[PlayedItem], offset: int) -> PlayedItem | None:
    """Return the innermost item at an offset, except comments and parentheses; of two that touch, the second."""
    innermost = None
    for node in nodes:
        item = node.item
        if item.start <= offset <= item.end:
            if isinstance(item, Variation):
                innermost = _node_at(node.line or (), offset) if item.start < offset < item.end else None
            else:
                innermost = None if isinstance(item, Comment | Time) else node
    return innermost


def _point_in(
    replay: Replay, nodes: Sequence[PlayedItem], before: Sequence[Step], end: int, offset: int, *, inside: bool
) -> Point | None:
    """Return the point before an offset, in a line of play or one of its variations.

    Args:
        replay: the game.
        nodes: the items of the line.
        before: the steps that lead to it.
        end: where the text before it ends.
        offset: the offset.
        inside: whether it is a variation.
    """
    text, steps = replay.transcript.text, [*before]
    for node in nodes:
        item = node.item
        if item.start >= offset:
            break
        end = item.end
        if isinstance(item, Variation):
            if offset < end or not _closed(text, item):
                if node.line is None:
                    return None
                return _point_in(replay, node.line, steps[:-1], item.start + 1, offset, inside=True)
        elif offset < end + (isinstance(item, Comment) and item.style == ";") or not node.was_reached:
            # A line comment takes all that follows it on its line.
            return None
        elif node.step is not None:
            steps.append(node.step)
        elif isinstance(item, MoveItem):
            return None
    gap = text[end:offset].strip()
    if gap == "(" and len(steps) > len(before):
        # The reader omits a variation that is still empty.
        steps, inside = steps[:-1], True
    elif gap:
        return None
    position = replay.at(0)
    for step in steps:
        position.redo(step)
    return Point(position, len(steps) + 1, inside)


def _closed(text: str, variation: Variation) -> bool:
    """Whether a variation has its closing parenthesis; the reader ends an unclosed one where reading stopped."""
    last = variation.items[-1] if variation.items else None
    inner = isinstance(last, Variation) and last.end == variation.end
    return text[variation.end - 1 : variation.end] == ")" and not inner
