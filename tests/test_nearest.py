"""Which legal moves a refusal names: those that share most with what was written, the card before the place."""

from __future__ import annotations

import random

import pytest

from leoni_replay import loads
from leoni_replay.cards import CARDS
from leoni_replay.commands import Move
from leoni_replay.games import GAMES
from leoni_replay.notation.writer import dumps
from leoni_replay.record.nearest import nearest
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample


def _shared(written: Move, move: Move) -> tuple[bool, bool, bool]:
    """What a legal move shares with what was written: card, source, destination."""
    card = written.card is not None and written.card == move.card
    source = written.source is not None and written.source == move.source
    return card, source, written.dest is not None and written.dest == move.dest


def _as_seen(move: Move, hand: bool) -> Move:
    """A legal move without what nobody knows before it is played: a card that is turned up by it."""
    turns_up = move.source in ("exile", "redeal") or (move.source == "deal" and not hand)
    return Move(move.source) if turns_up else move


@pytest.mark.share(2)
@pytest.mark.parametrize("name", GAMES)
def test_the_card_tells_most(name: str) -> None:
    rng = random.Random(name)
    (record,) = sample(name, None, "near", 1)
    replayed = replay(loads(dumps(record))[0])
    game = replayed.game
    assert game is not None
    chosen = 0
    for number in range(0, replayed.moves, 3):
        position = replayed.at(number)
        legal = position.legal_moves()
        parts = [{getattr(move, part) for move in legal} | {None} for part in ("source", "dest")]
        for _ in range(8):
            source, dest = (rng.choice(sorted(some, key=str)) for some in parts)
            written = Move(source, rng.choice([None, *[move.card for move in legal], CARDS[rng.randrange(52)]]), dest)
            shared = [_shared(written, move) for move in legal]
            # Of those that share the same the first that is listed comes first.
            order = sorted(range(len(legal)), key=lambda at: (shared[at], -at), reverse=True)
            hand = bool(position.places.get("hand"))
            seen = list(dict.fromkeys(_as_seen(legal[at], hand) for at in order))
            assert nearest(position, written) == seen[:5]
            chosen += len(legal) > 5
    assert chosen or name not in ("Martha", "The Japanese Rug")
