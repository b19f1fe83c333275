"""The canonical form of transcripts: every move spelled in long form, or as short as its position allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leoni_replay.commands import Command
from leoni_replay.games.base import Ambiguous, Game, Refused
from leoni_replay.games.steps import Position, Step, redo, undo
from leoni_replay.notation.tree import Item, Move, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.replay import Line, Replay


def respelled(done: Replay, *, short: bool = False) -> Transcript:
    """The transcript of a replay that is right with its moves in long form, or as short as they can be.

    Tags, comments, claims, marks and variations stay as they are. Where cards are unknown, the long form is what names
    them, so that no move is shortened.
    """
    assert done.game is not None and done.accepted
    short = short and done.unknown is None
    position = done.at(0).copy()
    items = list(_items(done.transcript.items, done.game, position, done.steps, done.lines, short))
    return replace(done.transcript, items=items)


def _items(
    items: list[Item], game: Game, position: Position, steps: list[Step], lines: list[Line], short: bool
) -> Iterator[Item]:
    """The items of one line of play; the position walks along with them."""
    played = iter(steps)
    inner = iter(lines)
    last: Step | None = None
    for item in items:
        if isinstance(item, Move):
            last = next(played)
            yield replace(item, command=shortest(game, position, last.move) if short else last.move)
            redo(position, last)
        elif isinstance(item, Variation):
            line = next(inner)
            assert last is not None
            undo(position, last)
            yield replace(item, items=list(_items(item.items, game, position, line.steps, line.lines, short)))
            for step in reversed(line.steps):
                undo(position, step)
            redo(position, last)
        else:
            yield item


def shortest(game: Game, position: Position, move: Command) -> Command:
    """The shortest command that means a legal move here. A place with a name (``exile``) is kept: a card that comes
    from there is not looked for on the piles."""
    named = move.source is not None and not move.source.isdigit()
    choices = [
        Command(source, card, dest)
        for source in ((move.source,) if named else (None, move.source))
        for card in (None, move.card)
        for dest in (None, move.dest)
        if (card is not None or (source is not None and (named if dest is None else dest not in ("~", ">13"))))
        and dest != "~"
    ]
    for command in sorted(dict.fromkeys(choices), key=lambda command: len(token(command))):
        try:
            if game.read(position, command)[:3] == move[:3]:
                return command
        except (Refused, Ambiguous):
            continue
    return move
