"""The canonical form of transcripts: every move spelled in long form, or in short form."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from leoni_replay.commands import Command
from leoni_replay.games import Game
from leoni_replay.games.places import is_pile_name
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Item, Move, Number, Tag, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.nodes import Node
from leoni_replay.record.result import Replay


def respelled(replay: Replay, *, short: bool = False, digest: bool = False) -> Transcript:
    """Rewrite the moves of a correct replay in long form, or in short form.

    Tags (except the game's name, which is spelled out), comments, claims, marks and variations stay as they are. Where
    cards were unknown, only the long form names them, so no move is shortened.

    Args:
        replay: the replay.
        short: write the short form instead of the long one.
        digest: add a tag with the record digest if the record has a digest but no such tag.
    """
    assert replay.accepted
    spellings: dict[int, Command | None] = {}
    shortens = short and not replay.derived
    pairs = dict(_pairs(replay.played)) if shortens else {}
    for node in replay.tour():
        if node.step is None or id(node) in spellings:
            continue
        move = short_form(replay.game, replay.table, node.step.move) if shortens else node.step.move
        placed = pairs.get(id(node))
        if placed is not None and (one := _in_one(replay.game, replay.table, node, placed)) is not None:
            spellings[id(node)] = None
            node, move = placed, one
        spellings[id(node)] = move
    game = replay.transcript.tag("Game")
    head = [
        replace(node, value=replay.game.name) if isinstance(node, Tag) and node is game else node
        for node in replay.transcript.head
    ]
    if digest and replay.transcript.tag("RecordDigest") is None and (own := replay.record_digest) is not None:
        last = max(at for at, node in enumerate(head) if isinstance(node, Tag))
        head.insert(last + 1, Tag("RecordDigest", own))
    return replace(replay.transcript, head=head, items=list(_items(replay.played, spellings)))


def _pairs(made: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """The moves that turn a card up, by their identity, each with the move that places it, if nothing that counts is
    written between them. A variation in place of the second one goes on with the card turned up."""
    line = [node for node in made if not isinstance(node.item, Number)]
    for at, (first, second) in enumerate(itertools.pairwise(line)):
        if not (isinstance(first.item, Move) and isinstance(second.item, Move) and first.step and second.step):
            continue
        rest = itertools.takewhile(lambda node: not isinstance(node.item, Move), line[at + 2 :])
        turned, placed = first.step.move, second.step.move
        if (
            (turned.source, turned.card, turned.how) == ("deal", None, "")
            and (placed.source, turned.shown, placed.how) == ("deal", (placed.card,), "")
            and not first.item.mark
            and not any(isinstance(node.item, Variation) for node in rest)
        ):
            yield id(first), second
    for node in line:
        yield from _pairs(node.line or [])


def _in_one(game: Game[Any], position: Position, first: Node, second: Node) -> Command | None:
    """The short form of one move that turns a card up and places it, as two did; None if there is none here."""
    assert first.step is not None and second.step is not None
    placed = second.step.move
    position.redo(first.step)
    position.redo(second.step)
    after = game.key(position)
    position.undo(second.step)
    position.undo(first.step)
    short = short_form(game, position, placed)
    try:
        step = game.play(position, short)
    except (Refused, Ambiguous):
        return None
    same = game.key(position) == after and step.move[:3] == placed[:3]
    position.undo(step)
    return short if same else None


def _items(made: Sequence[Node], spellings: dict[int, Command | None]) -> Iterator[Item]:
    """The items of one line of play with their moves rewritten; a move that another one says too is left out."""
    for node in made:
        item = node.item
        if isinstance(item, Move):
            command = spellings[id(node)]
            if command is not None:
                yield replace(item, command=command)
        elif isinstance(item, Variation):
            yield replace(item, items=list(_items(node.line or [], spellings)))
        else:
            yield item


def short_form(game: Game[Any], position: Position, move: Command) -> Command:
    """The shortest command that names the card of a legal move and means that move here.

    A named place (``exile``) stays in it: a card from there is not looked for on the piles.
    """
    if move.card is None:
        return move._replace(shown=None)
    named = move.source is not None and not is_pile_name(move.source)
    # The cards of games from outside are looked for in all their places.
    named = named and (game.vocabulary.common or move.source not in game.vocabulary.numbers)
    choices = [
        Command(source, move.card, dest)
        for source in ((move.source,) if named else (None, move.source))
        for dest in (None, move.dest)
        if dest != "~"
    ]
    for command in sorted(dict.fromkeys(choices), key=lambda command: len(token(command))):
        try:
            if game.read(position, command)[:3] == move[:3]:
                return command
        except (Refused, Ambiguous):
            continue
    return move
