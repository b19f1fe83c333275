"""A replay as data for other programs: JSON with every position, CSV with a row a move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

from leoni_replay.cards import TEXT, texts
from leoni_replay.commands import Command
from leoni_replay.diagnostics import diagnostic_object
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Turned
from leoni_replay.rules.position_text import digest_of
from leoni_replay.show.story import Branch, Note, Story, StoryMove
from leoni_replay.text import csv_line, visible, with_line_ends

#: The version of the JSON, raised when a key changes its meaning or goes.
VERSION = 1

#: Which positions the JSON has: every one, or those with which a chapter begins.
Positions = Literal["every", "chapters"]

_dumps: Final = json.JSONEncoder(separators=(",", ":")).encode
_quoted: Final = json.encoder.encode_basestring_ascii

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


def as_json(story: Story, games: int | None = None, *, positions: Positions = "every") -> dict[str, Any]:
    """The whole replay: tags, moves, positions, verdict. Its schema is ``schemas/replay.schema.json``.

    Args:
        story: the replay, told.
        games: how many games its file holds, if that is known.
        positions: whether every position is written, or only those with which a chapter begins.
    """
    data: dict[str, Any] = json.loads(json_text(story, games, positions=positions))
    return data


def json_text(story: Story, games: int | None = None, *, positions: Positions = "every") -> str:
    """The object of :func:`as_json` as text on one line."""
    replay = story.replay
    transcript = replay.transcript
    head = {
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
        "unknown": replay.unknown if replay.accepted else None,
        "result": replay.result,
        "legal_moves": replay.still_legal,
        "verdict": story.verdict,
        "digest": replay.digest,
        "record_digest": replay.record_digest,
        "chapters": [{"first": chapter.first, "title": chapter.title} for chapter in story.chapters],
        "start": _start(story),
        "opening": [_note(note) for note in story.opening],
    }
    tail = {
        "refused": story.refused,
        "diagnostics": [diagnostic_object(diagnostic) for diagnostic in story.diagnostics],
    }
    numbers = [chapter.first for chapter in story.chapters] if positions == "chapters" else range(replay.moves + 1)
    tables = ",".join([_position(story, number) for number in numbers]) if replay.dealt else ""
    ending = _dumps([_note(note) for note in story.ending])
    return (
        f'{_dumps(head)[:-1]},"moves":{_moves(story.moves)},"ending":{ending},"positions":[{tables}],{_dumps(tail)[1:]}'
    )


def csv_pieces(stories: Iterable[Story]) -> Iterator[str]:
    """A row for every move, a game at a time; what is written after a move stands in braces, as in the notation."""
    before = csv_line(COLUMNS)
    for story in stories:
        yield before + "".join(map(csv_line, _rows(story)))
        before = ""


def _rows(story: Story) -> Iterator[tuple[object, ...]]:
    """The rows of one game."""
    replay = story.replay
    file, number = replay.transcript.file, replay.transcript.number
    for move in story.moves:
        source, card, dest, _, _, shown, _, _ = move.step.move
        game, position = replay.game, replay.standing(move.number)
        yield (
            file,
            number,
            move.number,
            move.token,
            source or "",
            "" if card is None else TEXT[card],
            (dest or "").removeprefix(">"),
            texts(shown) if shown else "",
            move.prose,
            # Braces also keep a spreadsheet from taking a stranger's text for a formula.
            " ".join([f"{{{'=' * (note.kind == 'claim')} {visible(note.said)}}}" for note in move.notes])
            if move.notes
            else "",
            game.left(position),
            game.digest(position),
            story.verdict if move is story.moves[-1] else "",
        )


def _start(story: Story) -> dict[str, list[str]] | None:
    """The cards of every place before the first move, by the names that ``changes`` use; None without a table."""
    if not story.replay.dealt:
        return None
    return {name: _cards(pile) for name, pile in story.replay.standing(0).places.items()}


def _cards(cards: Sequence[int]) -> list[str]:
    return texts(cards).split() if cards else []


def _position(story: Story, number: int) -> str:
    """A position as JSON: the text that its digest is made of, in other signs."""
    game = story.replay.game
    position = story.replay.standing(number)
    written = game.written(position)
    listed, deal, which = written.decode().partition("deal: ")
    places = listed[:-1].replace("\n", '"],"').replace(": ", '":["').replace(" ", '","')
    places = f'"{places}"]'.replace('["-"]', "[]") + (f',"deal":{which[:-1]}' if deal else "")
    return f'{{"move":{number},"places":{{{places}}},"left":{game.left(position)},"digest":"{digest_of(written)}"}}'


def _moves(moves: Iterable[StoryMove]) -> str:
    return f"[{','.join(map(_move, moves))}]"


def _move(move: StoryMove) -> str:
    notes = _dumps([_note(note) for note in move.notes]) if move.notes else "[]"
    lines = ",".join(map(_branch, move.lines))
    return (
        f'{{"move":{move.number},"token":{_quoted(move.token)},{_fields(move.step.move)},"prose":{_quoted(move.prose)},'
        f'"changes":[{",".join(map(_change, move.step.changes))}],"notes":{notes},"variations":[{lines}]}}'
    )


@lru_cache(maxsize=1 << 13)
def _fields(move: Command) -> str:
    return _dumps(move_fields(move))[1:-1]


def move_fields(move: Command) -> dict[str, Any]:
    """What a move says of itself: the same fields wherever a move is told as JSON."""
    return {
        "source": move.source,
        "card": None if move.card is None else TEXT[move.card],
        "destination": move.dest,
        "path": None if move.path is None else [TEXT[card] for card in move.path],
        "stalemate": move.stalemate,
        "shown": [TEXT[card] for card in move.shown or ()],
    }


def _change(change: Change) -> str:
    if isinstance(change, Relaid):
        return _dumps({"kind": "relaid", "after": {name: _cards(pile) for name, pile in change.after.items()}})
    return _small_change(change)


@lru_cache(maxsize=1 << 13)
def _small_change(change: Shift | Turned | Revealed) -> str:
    if isinstance(change, Shift):
        source, dest = _quoted(change.source), _quoted(change.dest)
        return f'{{"kind":"shift","source":{source},"at":{change.at},"dest":{dest},"to":{change.to}}}'
    if isinstance(change, Revealed):
        return _dumps({"kind": "revealed", "place": change.place, "at": change.at, "card": texts([change.card])})
    return _dumps({"kind": "turned", "place": change.place, "at": change.at})


def _note(note: Note) -> dict[str, Any]:
    return {"kind": note.kind, "text": with_line_ends(note.text), "holds": note.holds}


def _branch(branch: Branch) -> str:
    notes = _dumps([_note(note) for note in branch.notes])
    return f'{{"after":{branch.after},"notes":{notes},"moves":{_moves(branch.moves)}}}'
