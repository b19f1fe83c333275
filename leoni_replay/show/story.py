"""A replay told: moves with their sentences, comments, claims, variations and chapters, for every renderer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games.places import NUMBERS, place_words, row_of
from leoni_replay.games.steps import Shift, Step
from leoni_replay.layout import Layout
from leoni_replay.notation import Claim, Comment, Move, Variation, token
from leoni_replay.record.played import Node
from leoni_replay.record.replay import Replay
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.prose import Words, tell
from leoni_replay.words import counted

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
        return outcome_of(self.done)

    def layout(self, number: int) -> Layout:
        """What the table looks like after a move of the main line, the cards that it moved marked."""
        game = self.done.game
        assert game is not None
        step = self.moves[number - 1].step if number else None
        return with_last_move(game.layout(self.done.standing(number)), step)

    def text(self, number: int) -> str:
        """The position after a move of the main line, one line a place."""
        game = self.done.game
        assert game is not None
        return game.text(self.done.standing(number))


def title_of(done: Replay) -> str:
    """What a replay is a record of: game, rules and deal."""
    transcript = done.transcript
    values = [done.name, done.rules, transcript.value("Deal")]
    return ", ".join(value for value in values if value) or "a record without tags"


def outcome_of(done: Replay) -> str:
    """The verdict on a replay in a word."""
    return _RESULTS[done.result or "*"] if done.accepted else "rejected"


def tell_story(done: Replay) -> Story:
    """Tell a replay."""
    transcript = done.transcript
    error = done.error

    # What was found of claims that do not hold (False) or cannot be told (None), by where they stand
    verdicts = {d.span: False if d.severity == "error" else None for d in done.diagnostics if d.code[:2] == "C4"}

    def holds(claim: Claim) -> bool | None:
        return verdicts.get(transcript.span(claim.start, claim.end), True) if transcript.text else True

    words = done.game.words if done.game is not None else place_words
    opening, moves = _told(done.played, holds, words)
    written = list(transcript.moves())
    refused = None
    if error is not None and error.move == done.moves + 1 <= len(written) and transcript.text:
        item = written[done.moves]
        if transcript.span(item.start, item.end) == error.span:
            refused = transcript.text[item.start : item.end]
    return Story(
        done,
        title_of(done),
        tuple((tag.name, tag.value) for tag in transcript.tags if not _hidden(tag.name)),
        opening,
        moves,
        tuple(_notes(transcript.epilogue, holds)) if done.result is not None else (),
        tuple(_chapters(done)),
        _verdict(done),
        error,
        refused,
    )


def _hidden(name: str) -> bool:
    """Whether a tag is in the title, or says what the replay shows anyway."""
    return name in ("Game", "Rules", "Deal", "Result", "Layout", "DealHash") or name.rstrip("0123456789") == "Pack"


def _told(
    nodes: Sequence[Node], holds: Callable[[Claim], bool | None], words: Words
) -> tuple[tuple[Note, ...], tuple[Told, ...]]:
    """The notes before the first move of a line of play, and its moves with what is written behind each, up to a move
    that is refused or a claim that is false."""
    moves: list[Told] = []
    branches: list[Branch] = []
    notes: list[Note] = []
    opening: tuple[Note, ...] = ()
    last: Node | None = None

    def close() -> None:
        """Tell the last move with all that was found behind it."""
        nonlocal opening
        if last is None:
            opening = tuple(notes)
        else:
            assert isinstance(last.item, Move) and last.step is not None
            written = token(last.step.move, last.item.mark)
            prose = tell(last.step, words)
            moves.append(Told(last.number, written, prose, last.step, tuple(notes), tuple(branches)))
        notes.clear()
        branches.clear()

    for node in nodes:
        if isinstance(node.item, Move):
            close()
            last = node
            if node.step is None:
                return opening, tuple(moves)
        elif isinstance(node.item, Variation):
            if node.line is not None:
                branches.append(Branch(*_told(node.line, holds, words)))
        else:
            notes += _notes([node.item], holds)
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


def _chapters(done: Replay) -> Iterator[Chapter]:
    """A chapter begins with the deal, with every redeal, and with every row that is dealt."""
    yield Chapter(0, "The deal")
    deal, row = 1, 1
    for number, step in enumerate(done.steps, 1):
        if step.move.source == "redeal":
            deal += 1
            yield Chapter(number, f"Deal {deal}")
        elif step.move.card is None and _deals_a_row(step):
            row += 1
            yield Chapter(number, f"Row {row}")


def _deals_a_row(step: Step) -> bool:
    moved = [change for change in step.changes if isinstance(change, Shift)]
    return len(moved) > 1 and row_of(NUMBERS[moved[0].dest]) > 0


def _verdict(done: Replay) -> str:
    moves = counted(done.moves, "move")
    if not done.accepted:
        return f"rejected after {moves}"
    unknown = "" if done.unknown is None else f", {counted(done.unknown, 'card')} unknown"
    return f"{done.status}: {_RESULTS[done.result or '*']} after {moves}{unknown}"
