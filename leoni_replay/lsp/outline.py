"""The outline of a text: the games with their deals, what can be folded, and inlay hints with the numbers of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from leoni_replay.lsp.document import CachedGame
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Number, Variation
from leoni_replay.phrases import counted
from leoni_replay.show.story import outcome_of
from leoni_replay.text import visible


class Part(NamedTuple):
    """A part of a game: its name, its description, its span in the text, and the span of its name."""

    name: str
    about: str
    start: int
    end: int
    head: tuple[int, int]


class Fold(NamedTuple):
    """A span of a game's text that can be folded."""

    start: int
    end: int
    kind: Literal["game", "tags", "deal", "comment", "variation"]


class Hint(NamedTuple):
    """An inlay hint: the number of the next move, or the number of cards left at the end of a line."""

    at: int
    text: str
    about: str
    kind: Literal["number", "left"]


def parts(kept: CachedGame) -> list[Part]:
    """Return the game itself, and its deals."""
    replay = kept.replay
    tags = replay.transcript.tags
    end = _end(kept)
    first = tags[0] if tags else None
    head = (first.start, first.end) if first else (0, min(end, 1))
    said = [replay.rules or "", replay.transcript.value("Deal") or ""]
    about = ", ".join([*(part for part in said if part), f"{outcome_of(replay)} after {counted(replay.moves, 'move')}"])
    made = [Part(visible(replay.name or "a record without tags"), visible(about), 0, end, head)]
    chapters = kept.chapters
    for at, (chapter, start) in enumerate(chapters):
        stop = chapters[at + 1][1] if at + 1 < len(chapters) else end
        last = chapters[at + 1][0].first - 1 if at + 1 < len(chapters) else replay.moves
        name_end = min(start + 1, end)
        moves = counted(last - max(chapter.first - 1, 0), "move")
        made.append(Part(chapter.title, moves, start, max(stop, start), (start, name_end)))
    return made


def folds(kept: CachedGame) -> list[Fold]:
    """Return the spans that can be folded, if they take more than one line."""
    replay, text = kept.replay, kept.text
    transcript = replay.transcript
    end = _end(kept)
    made = [Fold(0, end, "game")]
    tags = transcript.tags
    if tags:
        made.append(Fold(tags[0].start, tags[-1].end, "tags"))
    chapters = kept.chapters
    if len(chapters) > 1:
        for (_, start), (_, stop) in zip(chapters, [*chapters[1:], (None, end)], strict=True):
            made.append(Fold(start, len(text[:stop].rstrip()), "deal"))
    made += _inner([*transcript.head, *transcript.items, *transcript.epilogue])
    return [fold for fold in made if "\n" in text[fold.start : fold.end]]


def _inner(items: list[object]) -> Iterator[Fold]:
    for item in items:
        if isinstance(item, Comment):
            yield Fold(item.start, item.end, "comment")
        elif isinstance(item, Variation):
            yield Fold(item.start, item.end, "variation")
            yield from _inner(list(item.items))


def hints(kept: CachedGame) -> list[Hint]:
    """Return the numbers of unnumbered moves, and the number of cards left at the end of each line of moves."""
    replay, text = kept.replay, kept.text
    if not replay.dealt:
        return []
    made: list[Hint] = []
    number = 0
    numbered = False
    last: Item | None = None
    for item in replay.transcript.items:
        if isinstance(item, Number):
            numbered = True
        elif isinstance(item, MoveItem):
            if number == replay.moves:
                break
            if last is not None and "\n" in text[last.end : item.start]:
                made.append(_left(kept, last.end, number))
            number += 1
            if not numbered:
                made.append(Hint(item.start, f"{number}.", f"move {number} of {replay.moves}", "number"))
            numbered, last = False, item
    if last is not None:
        made.append(_left(kept, last.end, number))
    return made


def _left(kept: CachedGame, at: int, number: int) -> Hint:
    replay = kept.replay
    left = replay.view_at(number).left
    about = f"{counted(left, 'card')} not on the foundations after move {number}"
    return Hint(at, f"{left} left", about, "left")


def _end(kept: CachedGame) -> int:
    """Return where the text of a game ends, without the empty lines after it."""
    return len(kept.text.rstrip())
