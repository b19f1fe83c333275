"""A replay told: moves with their sentences, comments, claims, variations and chapters, for every renderer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games.steps import Shift, Step
from leoni_replay.layout import Layout
from leoni_replay.notation import Claim, Comment, Move, Variation, token
from leoni_replay.notation.tree import Item
from leoni_replay.record.replay import Line, Replay
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.prose import Words, tell
from leoni_replay.words import counted, place_words

_RESULTS = {"won": "won", "lost": "lost", "*": "unfinished"}


@dataclass(frozen=True, slots=True)
class Note:
    """A comment or a claim. A claim holds, unless it is the one at which the record fails; None is one that cannot be
    told."""

    kind: Literal["comment", "claim"]
    text: str
    holds: bool | None = True


@dataclass(frozen=True, slots=True)
class Told:
    """One move: its number, its token in long form with its mark, its sentence, and what is written behind it.

    ``lines`` are the variations: what could have been played in its place.
    """

    number: int
    token: str
    prose: str
    step: Step
    notes: tuple[Note, ...] = ()
    lines: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A variation: what is written before its first move, and its moves."""

    notes: tuple[Note, ...]
    moves: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a game: the position with which it begins (the number of the move that leads to it), and its title."""

    first: int
    title: str


@dataclass(frozen=True, slots=True)
class Story:
    """A whole replay, told.

    ``opening`` is what is written before the first move, ``ending`` what is written behind the result. A record that
    was rejected has an ``error``, and ``refused`` is the move at which it fails, if it is one. What is written behind
    a refused move is not told.
    """

    done: Replay
    title: str
    tags: tuple[tuple[str, str], ...]
    opening: tuple[Note, ...]
    moves: tuple[Told, ...]
    ending: tuple[Note, ...]
    chapters: tuple[Chapter, ...]
    verdict: str
    error: Diagnostic | None
    refused: str | None

    @property
    def outcome(self) -> str:
        """The verdict in a word."""
        return _RESULTS[self.done.result or "*"] if self.done.accepted else "rejected"

    def layout(self, number: int) -> Layout:
        """What the table looks like after a move of the main line, the cards that it moved marked."""
        game = self.done.game
        assert game is not None
        step = self.done.steps[number - 1] if number else None
        return with_last_move(game.layout(self.done.at(number)), step)

    def text(self, number: int) -> str:
        """The position after a move of the main line, one line a place."""
        game = self.done.game
        assert game is not None
        return game.text(self.done.at(number))


def tell_story(done: Replay) -> Story:
    """Tell a replay."""
    transcript = done.transcript
    values = [transcript.value("Game"), done.rules, transcript.value("Deal")]
    errors = [found for found in done.diagnostics if found.severity == "error"]
    error = errors[0] if errors else None

    #: what was found of claims that do not hold (False) or cannot be told (None), by where they stand
    verdicts = {d.span: False if d.severity == "error" else None for d in done.diagnostics if d.code[:2] == "C4"}

    def holds(claim: Claim) -> bool | None:
        return verdicts.get(transcript.span(claim.start, claim.end), True) if transcript.text else True

    words = done.game.words if done.game is not None else place_words
    opening, moves = _told(transcript.items, done.steps, done.lines, 1, holds, words)
    written = list(transcript.moves())
    refused = None
    if error is not None and error.move == len(done.steps) + 1 <= len(written) and transcript.text:
        item = written[len(done.steps)]
        if transcript.span(item.start, item.end) == error.span:
            refused = transcript.text[item.start : item.end]
    return Story(
        done,
        ", ".join(value for value in values if value) or "a record without tags",
        tuple((tag.name, tag.value) for tag in transcript.tags if not _hidden(tag.name)),
        opening,
        moves,
        tuple(_notes(transcript.epilogue, holds)) if done.result is not None else (),
        tuple(_chapters(done.steps)),
        _verdict(done),
        error,
        refused,
    )


def _hidden(name: str) -> bool:
    """Whether a tag is in the title, or says what the replay shows anyway."""
    return name in ("Game", "Rules", "Deal", "Result", "Layout", "DealHash") or name.rstrip("0123456789") == "Pack"


def _told(
    items: Sequence[Item],
    steps: Sequence[Step],
    lines: Sequence[Line],
    first: int,
    holds: Callable[[Claim], bool | None],
    words: Words,
) -> tuple[tuple[Note, ...], tuple[Told, ...]]:
    """The notes before the first move, and the moves with what is written behind each, up to a claim that is false."""
    moves: list[Told] = []
    branches: list[Branch] = []
    notes: list[Note] = []
    opening: tuple[Note, ...] = ()
    held: Move | None = None
    inner = iter(lines)

    def close() -> None:
        """The move before is told with all that was found behind it."""
        nonlocal opening
        if held is None:
            opening = tuple(notes)
        else:
            step = steps[len(moves)]
            number = first + len(moves)
            told = tell(step, words)
            moves.append(Told(number, token(step.move, held.mark), told, step, tuple(notes), tuple(branches)))
        notes.clear()
        branches.clear()

    for item in items:
        if isinstance(item, Move):
            close()
            held = item
            if len(moves) == len(steps):
                return opening, tuple(moves)
        elif isinstance(item, Variation):
            line = next(inner, None)
            if line is not None:
                branches.append(Branch(*_told(item.items, line.steps, line.lines, first + len(moves), holds, words)))
        else:
            notes += _notes([item], holds)
            if notes and notes[-1].holds is False:
                break
    close()
    return opening, tuple(moves)


def _notes(items: Sequence[object], holds: Callable[[Claim], bool | None]) -> Iterator[Note]:
    for item in items:
        if isinstance(item, Comment) and item.text.strip():
            yield Note("comment", item.text.strip())
        elif isinstance(item, Claim):
            yield Note("claim", item.text.strip(), holds(item))


def _chapters(steps: Sequence[Step]) -> Iterator[Chapter]:
    """A chapter begins with the deal, with every redeal, and with every row that is dealt."""
    yield Chapter(0, "The deal")
    deal, row = 1, 1
    for number, step in enumerate(steps, 1):
        if step.move.source == "redeal":
            deal += 1
            yield Chapter(number, f"Deal {deal}")
        elif step.move.card is None and _to_row(step):
            row += 1
            yield Chapter(number, f"Row {row}")


def _to_row(step: Step) -> bool:
    moved = [change for change in step.changes if isinstance(change, Shift)]
    return len(moved) > 1 and moved[0].dest.startswith("r")


def _verdict(done: Replay) -> str:
    moves = counted(len(done.steps), "move")
    if not done.accepted:
        return f"rejected after {moves}"
    unknown = "" if done.unknown is None else f", {counted(done.unknown, 'card')} unknown"
    return f"{done.status}: {_RESULTS[done.result or '*']} after {moves}{unknown}"
