"""Records with unknown cards to be shown: cards that are named on the way, and redeals of cards that are not known."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.replay import Replay, replay
from tests.unknown.deals import bare, moves_of, sampled
from tests.unknown.test_masked import masked

GAMES = {
    "Leoni's Own": "mcneely",
    "Weaver's": "weavers",
    "Labyrinth": "mcneely",
    "Martha": "mcneely",
    "Anna": "dick-1898",
    "The Reversal": "dick-1898; RV4=shuffled",
    "The Japanese Rug": "dick-1898",
}


#: enough for the tests that are always run
SOME = ("Leoni's Own", "Labyrinth", "The Reversal")


def shown_records(names: Iterable[str]) -> Iterator[tuple[str, Replay]]:
    """A game of every kind without its deal, and one from a table with many cards hidden. All are accepted."""
    for name, rules in ((name, GAMES[name]) for name in names):
        for transcript in sampled(name, rules, "shown", 1):
            yield f"{name}, without its deal", replay(bare(transcript))
            truth = replay(transcript)
            assert truth.game is not None and transcript.result is not None
            cut = len(truth.steps) // 3
            # Of the groups that move in Martha it must be clear how many cards they are.
            share = 0.15 if name == "Martha" else 0.5
            layout, _ = masked(truth.game, truth.at(cut), share, random.Random(name))
            tags = {tag.name: tag.value for tag in transcript.tags} | {"Deal": "layout", "Layout": layout}
            (record,) = loads(dumps([Transcript.build(tags, moves_of(transcript)[cut:], transcript.result.word)]))
            yield f"{name}, with hidden cards", replay(record)
