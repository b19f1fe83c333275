"""The outline of a text: the games with their deals, what can be folded, and inlay hints with the numbers of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from leoni_replay.lsp.document import CachedGame
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Number, Variation
from leoni_replay.phrases import pluralize
from leoni_replay.record.result import view_at
from leoni_replay.show.story import outcome_of
from leoni_replay.text import visible_text


class Part(NamedTuple):
    """A part of a game: its name, its description, its span in the text, and the span of its name."""

    name: str
    description: str
    start: int
    end: int
    name_start: int
    name_end: int


class Fold(NamedTuple):
    """A span of a game's text that can be folded."""

    start: int
    end: int
    kind: Literal["game", "tags", "deal", "comment", "variation"]


class Hint(NamedTuple):
    """An inlay hint: the number of the next move, or the number of cards left at the end of a line."""

    offset: int
    text: str
    description: str
    kind: Literal["number", "left"]


def parts(game: CachedGame) -> list[Part]:
    """Return the parts of a game for an editor's outline: the game itself, and then its deals."""
    replay = game.replay
    transcript = replay.transcript
    end = _end(game)
    facts = [replay.rules, transcript.value("Deal")]
    facts.append(f"{outcome_of(replay)} after {pluralize(replay.moves, 'move')}")
    description = ", ".join(fact for fact in facts if fact)
    name_start, name_end = 0, min(end, 1)
    if transcript.tags:
        name_start, name_end = transcript.tags[0].start, transcript.tags[0].end
    name = visible_text(replay.name or "a record without tags")
    return [Part(name, visible_text(description), 0, end, name_start, name_end), *_deals(game, end)]


def _deals(game: CachedGame, game_end: int) -> Iterator[Part]:
    """Yield the deals of a game, as parts of it. ``game_end`` is where the game ends in its text."""
    chapters = game.chapters
    for index, (chapter, start) in enumerate(chapters):
        end, last_move = game_end, game.replay.moves
        if index + 1 < len(chapters):
            next_chapter, end = chapters[index + 1]
            last_move = next_chapter.first - 1
        move_count = last_move - max(chapter.first - 1, 0)
        yield Part(
            name=chapter.title,
            description=pluralize(move_count, "move"),
            start=start,
            end=max(end, start),
            # A deal has no name in the text: its first character stands for it.
            name_start=start,
            name_end=min(start + 1, game_end),
        )


def folds(game: CachedGame) -> list[Fold]:
    """Return the spans that can be folded, if they take more than one line."""
    text, transcript = game.text, game.replay.transcript
    end = _end(game)
    candidates = [Fold(0, end, "game")]
    tags = transcript.tags
    if tags:
        candidates.append(Fold(tags[0].start, tags[-1].end, "tags"))
    starts = [start for _, start in game.chapters]
    if len(starts) > 1:
        for start, next_start in zip(starts, [*starts[1:], end], strict=True):
            candidates.append(Fold(start, len(text[:next_start].rstrip()), "deal"))
    candidates += _folds_in([*transcript.head, *transcript.items, *transcript.epilogue])
    return [fold for fold in candidates if "\n" in text[fold.start : fold.end]]


def _folds_in(items: list[object]) -> Iterator[Fold]:
    """Yield the comments and variations among some items, also those inside variations."""
    for item in items:
        if isinstance(item, Comment):
            yield Fold(item.start, item.end, "comment")
        elif isinstance(item, Variation):
            yield Fold(item.start, item.end, "variation")
            yield from _folds_in(list(item.items))


def hints(game: CachedGame) -> list[Hint]:
    """Return the numbers of unnumbered moves, and the number of cards left at the end of each line of moves."""
    replay, text = game.replay, game.text
    if not replay.dealt:
        return []
    hints: list[Hint] = []
    number = 0
    is_numbered = False
    last_move: Item | None = None
    for item in replay.transcript.items:
        if isinstance(item, Number):
            is_numbered = True
        elif isinstance(item, MoveItem):
            if number == replay.moves:
                break
            if last_move is not None and "\n" in text[last_move.end : item.start]:
                hints.append(_cards_left(game, last_move.end, number))
            number += 1
            if not is_numbered:
                hints.append(Hint(item.start, f"{number}.", f"move {number} of {replay.moves}", "number"))
            is_numbered = False
            last_move = item
    if last_move is not None:
        hints.append(_cards_left(game, last_move.end, number))
    return hints


def _cards_left(game: CachedGame, offset: int, number: int) -> Hint:
    """Return the hint with the number of cards left after a move.

    Args:
        game: the game.
        offset: where the hint stands in its text.
        number: the number of the move.
    """
    left = view_at(game.replay, number).left
    description = f"{pluralize(left, 'card')} not on the foundations after move {number}"
    return Hint(offset, f"{left} left", description, "left")


def _end(game: CachedGame) -> int:
    """Return where the text of a game ends, without the empty lines after it."""
    return len(game.text.rstrip())
