"""The canonical form of transcripts: every move spelled in long form, or in short form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from leoni_replay.commands import Move
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation.transcript import Item, MoveItem, Tag, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.played_items import PlayedItem, visit_items
from leoni_replay.record.result import Replay


def respell(replay: Replay, *, short: bool = False, digest: bool = False) -> Transcript:
    """Rewrite the moves of a correct replay in long form, or in short form.

    Tags (except the game's name, which is spelled out), comments, claims, marks and variations stay as they are. Where
    cards were unknown, only the long form names them, so no move is shortened.

    Args:
        replay: the replay.
        short: write the short form instead of the long one.
        digest: add a tag with the record digest if the record has a digest but no such tag.
    """
    assert replay.accepted
    #: the move to write for each played item, by the ``id`` of that item
    spellings: dict[int, Move] = {}
    nodes, position = replay.played_items, replay.walk().go_to(0)
    for node in visit_items(nodes, position):
        if node.step is not None:
            move = node.step.move
            if short and not replay.is_deal_derived:
                move = short_form(position, move)
            spellings[id(node)] = move
    game_tag = replay.transcript.tag("Game")
    head = [
        replace(node, value=replay.game.name) if isinstance(node, Tag) and node is game_tag else node
        for node in replay.transcript.head
    ]
    if digest and replay.transcript.tag("RecordDigest") is None:
        record_digest = replay.record_digest
        if record_digest is not None:
            last_tag = max(at for at, node in enumerate(head) if isinstance(node, Tag))
            head.insert(last_tag + 1, Tag("RecordDigest", record_digest))
    # In canonical form every game has a result.
    return replace(replay.transcript, head=head, items=list(_items(nodes, spellings)), draft=None)


def _items(nodes: Sequence[PlayedItem], spellings: dict[int, Move]) -> Iterator[Item]:
    """Yield the items of one line of play with their moves rewritten."""
    for node in nodes:
        item = node.item
        if isinstance(item, MoveItem):
            yield replace(item, command=spellings[id(node)])
        elif isinstance(item, Variation):
            yield replace(item, items=list(_items(node.line or [], spellings)))
        else:
            yield item


def short_form(position: Position, move: Move) -> Move:
    """Return the shortest command that names the card of a legal move and means that move here. A misplay or a setting
    by hand has no shorter form.

    A named place (``exile``) stays in it: a card from there is not looked for on the piles.
    """
    game = position.game
    if move.how:
        return move
    if move.card is None:
        return move._replace(shown=None)
    if move.source == "foundation":
        # Where a card returns to is always written.
        return Move(None, move.card, move.dest)
    is_named_place = move.source is not None and not is_pile_name(move.source)
    # The cards of games from outside are looked for in all their places.
    is_found_by_card = not game.vocabulary.common and move.source in game.vocabulary.numbers
    sources = [move.source] if is_named_place and not is_found_by_card else [None, move.source]
    dests = [dest for dest in (None, move.dest) if dest != "~"]
    candidates = [Move(source, move.card, dest) for source in sources for dest in dests]
    for command in sorted(dict.fromkeys(candidates), key=lambda command: len(token(command))):
        try:
            if position.read(command)[:3] == move[:3]:
                return command
        except (Refused, Ambiguous):
            continue
    return move
