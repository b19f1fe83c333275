"""What stands at a place of a game's text, and the position there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from leoni_replay.games.game import Position
from leoni_replay.games.steps import Step
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Result, Tag, Time, Variation
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
    in_variation: bool


class Target(NamedTuple):
    """What is under the cursor: its span in the text, the tag, the result or the item, and the point before an item."""

    start: int
    end: int
    thing: PlayedItem | Tag | Result
    point: Point | None = None


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
    tags_end = max((tag.end for tag in transcript.tags), default=0)
    return _point_in_line(
        replay, replay.played_items, steps_before=(), start=tags_end, offset=offset, in_variation=False
    )


def target_at(replay: Replay, offset: int) -> Target | None:
    """Return the item or tag at an offset; None if there is nothing to describe."""
    transcript = replay.transcript
    for tag in transcript.tags:
        if tag.start <= offset < tag.end:
            return Target(tag.start, tag.end, tag)
    result = transcript.result
    if result is not None and result.start <= offset <= result.end and transcript.draft is None:
        return Target(result.start, result.end, result)
    # What follows the result belongs to the position after the last move.
    epilogue = [PlayedItem(note, replay.moves, False, True) for note in transcript.epilogue]
    played_item = _item_at([*replay.played_items, *epilogue], offset)
    if played_item is None:
        return None
    item = played_item.item
    return Target(item.start, item.end, played_item, point_before(replay, item.start))


def _item_at(played_items: Sequence[PlayedItem], offset: int) -> PlayedItem | None:
    """Return the innermost item at an offset, except comments and parentheses; of two that touch, the second."""
    innermost = None
    for played_item in played_items:
        item = played_item.item
        if not item.start <= offset <= item.end:
            continue
        if isinstance(item, Variation):
            is_inside = item.start < offset < item.end
            innermost = _item_at(played_item.line or (), offset) if is_inside else None
        else:
            innermost = None if isinstance(item, Comment | Time) else played_item
    return innermost


def _point_in_line(
    replay: Replay,
    played_items: Sequence[PlayedItem],
    *,
    steps_before: Sequence[Step],
    start: int,
    offset: int,
    in_variation: bool,
) -> Point | None:
    """Return the point before an offset, in a line of play or one of its variations.

    Args:
        replay: the game.
        played_items: the items of the line.
        steps_before: the steps that lead to it.
        start: where the line begins in the text.
        offset: the offset.
        in_variation: whether the line is a variation.

    Returns:
        The point; None if no move can stand there, or if the replay didn't get there.
    """
    text, steps = replay.transcript.text, [*steps_before]
    end = start
    for played_item in played_items:
        item = played_item.item
        if item.start >= offset:
            break
        end = item.end
        if isinstance(item, Variation):
            if offset < end or not _is_closed(text, item):
                if played_item.line is None:
                    return None
                # A variation replaces the move before it.
                return _point_in_line(
                    replay,
                    played_item.line,
                    steps_before=steps[:-1],
                    start=item.start + 1,
                    offset=offset,
                    in_variation=True,
                )
            continue
        if _is_inside(item, offset) or not played_item.was_reached:
            return None
        if played_item.step is not None:
            steps.append(played_item.step)
        elif isinstance(item, MoveItem):
            # A move without a step was refused.
            return None
    text_between = text[end:offset].strip()
    if text_between == "(" and len(steps) > len(steps_before):
        # The reader omits a variation that is still empty.
        steps, in_variation = steps[:-1], True
    elif text_between:
        return None
    return _point_after(replay, steps, in_variation)


def _is_inside(item: Item, offset: int) -> bool:
    """Whether an offset is in the middle of an item. A line comment takes all that follows it on its line."""
    is_line_comment = isinstance(item, Comment) and item.style == ";"
    return offset <= item.end if is_line_comment else offset < item.end


def _point_after(replay: Replay, steps: Sequence[Step], in_variation: bool) -> Point:
    """Return the point after some steps from the deal on."""
    position = replay.at(0)
    for step in steps:
        position.redo(step)
    return Point(position, len(steps) + 1, in_variation)


def _is_closed(text: str, variation: Variation) -> bool:
    """Whether a variation has its closing parenthesis; the reader ends an unclosed one where reading stopped."""
    last_item = variation.items[-1] if variation.items else None
    is_parenthesis_of_last = isinstance(last_item, Variation) and last_item.end == variation.end
    return text[variation.end - 1 : variation.end] == ")" and not is_parenthesis_of_last
