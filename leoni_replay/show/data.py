"""A replay as data for other programs: JSON with every position, CSV with a row a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Literal

from leoni_replay.cards import TEXT, texts
from leoni_replay.commands import Move
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift
from leoni_replay.record.result import Replay, view_at
from leoni_replay.rules.position_text import digest_of
from leoni_replay.show.story import Branch, Note, Story, StoryMove, make_story
from leoni_replay.text import csv_line, visible_text, with_line_ends

#: The version of the JSON, raised when a key changes its meaning or goes.
VERSION = 1

#: Which positions the JSON of a game has: every one, or those with which a chapter begins.
JsonPositions = Literal["every", "chapters"]

COLUMNS: Final = (
    "file",
    "number",
    "move",
    "token",
    "source",
    "card",
    "destination",
    "shown",
    "prose",
    "notes",
    "left",
    "digest",
    "verdict",
)


def as_json(story: Story, games: int | None = None, *, positions: JsonPositions = "every") -> dict[str, Any]:
    """Return the whole replay: tags, moves, positions, verdict. Its schema is ``schemas/replay.schema.json``.

    Args:
        story: the replay in words.
        games: how many games its file holds, if that is known.
        positions: whether every position is written, or only those with which a chapter begins.
    """
    replay = story.replay
    transcript = replay.transcript
    start = {name: _cards(pile) for name, pile in view_at(replay, 0).places.items()} if replay.dealt else None
    numbers = [chapter.first for chapter in story.chapters] if positions == "chapters" else range(replay.moves + 1)
    # A move changes few lines of a position: the others are read once.
    read_line = cache(_read_line)
    return {
        "version": VERSION,
        "game": replay.name,
        "rules": replay.rules,
        "deal": transcript.value("Deal"),
        "file": transcript.file,
        "number": transcript.number,
        "games": games,
        "tags": [[tag.name, with_line_ends(tag.value)] for tag in transcript.tags],
        "verified": replay.verified,
        "status": replay.status,
        "label": replay.label,
        "unknown": replay.unknown if replay.accepted else None,
        "result": replay.result,
        "legal_moves": replay.still_legal,
        "verdict": story.verdict,
        "digest": replay.digest,
        "record_digest": replay.record_digest,
        "chapters": [{"first": chapter.first, "title": chapter.title} for chapter in story.chapters],
        # The cards of every place before the first move, by the names that ``changes`` use.
        "start": start,
        "opening": _notes(story.opening),
        "moves": list(map(_move, story.moves)),
        "ending": _notes(story.ending),
        "positions": [_position(story, number, read_line) for number in numbers] if replay.dealt else [],
        "refused": story.refused_move,
        "diagnostics": [diagnostic.as_dict() for diagnostic in story.diagnostics],
    }


def replay_object(replay: Replay) -> dict[str, Any]:
    """Return a whole replay, of which nobody knows how many games its file holds: ``leoni convert --format json``."""
    return as_json(make_story(replay))


#: The first line of CSV.
CSV_HEAD: Final = csv_line(COLUMNS)


def csv_rows(story: Story) -> str:
    """Return a row for every move; notes after a move are in braces, as in the notation."""
    return "".join(map(csv_line, _rows(story)))


def _rows(story: Story) -> Iterator[tuple[object, ...]]:
    """Yield the values of :data:`COLUMNS` for every move."""
    replay = story.replay
    file, number = replay.transcript.file, replay.transcript.number
    for move in story.moves:
        command = move.step.move
        position = story.position(move.number)
        yield (
            file,
            number,
            move.number,
            move.token,
            command.source or "",
            "" if command.card is None else TEXT[command.card],
            (command.dest or "").removeprefix(">"),
            texts(command.shown) if command.shown else "",
            move.prose,
            " ".join([_note_in_braces(note) for note in move.notes]),
            position.left,
            position.digest,
            story.verdict if move is story.moves[-1] else "",
        )


def _note_in_braces(note: Note) -> str:
    """Return a note in braces, as in the notation. They also keep a spreadsheet from taking a stranger's text for a
    formula."""
    sign = "=" if note.kind == "claim" else ""
    return f"{{{sign} {visible_text(note.label)}}}"


def _cards(cards: Sequence[int]) -> list[str]:
    """Return the texts of cards."""
    return texts(cards).split() if cards else []


def _read_line(line: str) -> tuple[str, list[str] | int]:
    """Read a line of a position's text: its name, and the cards that lie there or the number of the deal."""
    name, _, content = line.partition(": ")
    if name == "deal":
        return name, int(content)
    return name, [] if content == "-" else content.split(" ")


def _position(story: Story, number: int, read_line: Callable[[str], tuple[str, list[str] | int]]) -> dict[str, Any]:
    """Return a position: what the text has that its digest hashes.

    Args:
        story: the replay in words.
        number: the move after which the position is.
        read_line: reads a line of a position's text, as :func:`_read_line` does.
    """
    position = story.position(number)
    text = position.text_bytes
    places = dict(map(read_line, text.decode().splitlines()))
    return {"move": number, "places": places, "left": position.left, "digest": digest_of(text)}


def _move(move: StoryMove) -> dict[str, Any]:
    """Return a move with what it changes, its notes and its variations."""
    return {
        "move": move.number,
        "token": move.token,
        **move_fields(move.step.move),
        "prose": move.prose,
        "changes": list(map(_change, move.step.changes)),
        "notes": _notes(move.notes),
        "variations": list(map(_branch, move.variations)),
    }


def move_fields(move: Move) -> dict[str, Any]:
    """Return the fields of a move, which are the same in all JSON."""
    return {
        "source": move.source,
        "card": None if move.card is None else TEXT[move.card],
        "destination": move.dest,
        "path": None if move.path is None else [TEXT[card] for card in move.path],
        "stalemate": move.stalemate,
        "shown": [TEXT[card] for card in move.shown or ()],
    }


def _change(change: Change) -> dict[str, Any]:
    """Return a change of the table."""
    if isinstance(change, Relaid):
        return {"kind": "relaid", "after": {name: _cards(pile) for name, pile in change.after.items()}}
    if isinstance(change, Shift):
        return {"kind": "shift", **change._asdict()}
    if isinstance(change, Revealed):
        return {"kind": "revealed", "place": change.place, "at": change.at, "card": texts([change.card])}
    return {"kind": "turned", "place": change.place, "at": change.at}


def _notes(notes: Sequence[Note]) -> list[dict[str, Any]]:
    return [{"kind": note.kind, "text": with_line_ends(note.text), "holds": note.holds} for note in notes]


def _branch(branch: Branch) -> dict[str, Any]:
    return {"after": branch.after, "notes": _notes(branch.notes), "moves": list(map(_move, branch.moves))}
