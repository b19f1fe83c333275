"""Many games of all kinds, some of them twice: what is planted is found, and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from leoni_replay.collecting.adding import add, index
from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.facts import look
from leoni_replay.collecting.finding import Wanted, find_in_archive, find_in_files, once
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import GAMES
from leoni_replay.notation import dumps, parse
from leoni_replay.record.canonical import respelled
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample
from tests.collecting.records import raws

#: so many records, of which one in a hundred is there again
RECORDS = 800


def mixed(draw: random.Random) -> list[str]:
    """Different plays under every rule book: sampled games, each given up at some of its moves."""
    made: list[str] = []
    whole = [game for entry in GAMES.values() for book in entry.books for game in sample(entry.name, book, "many", 2)]
    while len(made) < RECORDS:
        transcript = draw.choice(whole)
        moves = [move.command for move in transcript.moves()]
        tags = {tag.name: tag.value for tag in transcript.tags if tag.name != "Result"}
        text = dumps(type(transcript).build(tags, moves[: draw.randrange(1, len(moves))], "*"))
        if text not in made:
            made.append(text)
    return made


def again(text: str) -> str:
    """The same play in another spelling."""
    (raw,) = raws(text)
    short = dumps(respelled(replay(parse(raw)), short=True))
    return short.replace("\n\n", '\n[Annotator "again"]\n\n{once more} ', 1)


@pytest.mark.long
def test_what_is_planted_is_found_and_nothing_else(tmp_path: Path) -> None:
    draw = random.Random(1884)
    records = mixed(draw)
    planted = {again(text) for text in draw.sample(records, RECORDS // 100)}
    texts = [*records, *planted]
    draw.shuffle(texts)
    path = tmp_path / "many.moves"
    path.write_text("\n".join(texts), encoding="utf-8")

    selected = [facts for facts in find_in_files([str(path)], Wanted()) if not isinstance(facts, Diagnostic)]
    assert {facts.status for facts in selected} == {"verified"}
    assert [facts.text for facts in selected] == texts
    repeated = [facts.record_digest for facts in once(selected, repeated=True)]
    assert sorted(repeated, key=str) == sorted((look(raws(text)[0])[0].record_digest for text in planted), key=str)
    assert len(list(once(selected))) == RECORDS

    with Archive(str(tmp_path / "many.db"), write=True) as archive:
        list(add(archive, [str(path)]))
        archive.keep_positions()
        index(archive)
        assert [facts.record_digest for facts in once(find_in_archive(archive, Wanted()), repeated=True)] == repeated
        # A walk through all games says in which of them every table occurred.
        reached: dict[str, dict[int, int]] = {}
        for number, text in enumerate(texts, 1):
            course = look(raws(text)[0])[1]
            assert course is not None
            for digest, move in course.digests().items():
                reached.setdefault(digest, {})[number] = move
        for digest in draw.sample(sorted(reached), 2000):
            assert archive.reached([digest]) == reached[digest]
        assert max(map(len, reached.values())) > 20
