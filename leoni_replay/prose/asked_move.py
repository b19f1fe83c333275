"""The move that somebody asks about in words: ``asked_move``."""

from __future__ import annotations

from leoni_replay.commands import Move
from leoni_replay.notation.transcript import Claim, MoveItem, Transcript
from leoni_replay.prose.reading import read_prose
from leoni_replay.prose.tokens import Unread
from leoni_replay.record.result import Replay


def asked_move(words: str, replayed: Replay, at: int | None) -> Move:
    """Return the move that a sentence says, whether it is legal or not.

    Args:
        words: the sentence, as a page of a book would have it: “Put the 2 of spades on the foundation”.
        replayed: the record.
        at: the move after which it would come; None for the last legal one.

    Raises:
        IndexError: the record has no move ``at``.
        Unread: the sentence cannot be read, or says no move or several.
    """
    after = replayed.moves if at is None else at
    # There is such a position.
    replayed.at(after)
    page = read_prose(f"{words.strip().rstrip('.')}.", record=_record_up_to(replayed, after))
    for part in page.unread:
        # A move that is read and illegal is what somebody may ask about.
        if part.kind != "illegal":
            raise Unread(part.why)
    items = page.chapters[-1].record.items
    moves = [item.command for item in items if isinstance(item, MoveItem)][after:]
    claims = [item.statement for item in items if isinstance(item, Claim)]
    moves += [move for claim in claims if claim.kind in ("legal", "illegal") for move in claim.commands]
    if len(moves) != 1:
        raise Unread("it says several moves: ask about one at a time" if moves else "leoni finds no move in it")
    return moves[0]


def _record_up_to(replayed: Replay, after: int) -> Transcript:
    """Return a record up to one of its moves, without its claims, its variations and its result."""
    transcript = replayed.transcript
    tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in ("Rules", "Result", "RecordDigest")]
    moves = [*transcript.moves()][:after]
    return Transcript.build([*tags, ("Rules", str(replayed.rules))], moves)
