"""JSON and CSV: whole replays, as their schema says, with the replay's own positions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path

import jsonschema
import pytest

import leoni_replay as lr
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import games_in
from leoni_replay.notation.reader import loads, parse
from leoni_replay.record.replay import replay
from leoni_replay.show.data import COLUMNS, as_json
from leoni_replay.show.story import Story, make_story
from tests.told import as_csv

TRANSCRIPTS = Path(__file__).parent.parent.parent / "transcripts"
SCHEMA = json.loads(files("leoni_replay").joinpath("schemas/replay.schema.json").read_text(encoding="utf-8"))


def stories(folder: str, step: int = 1) -> Iterator[Story]:
    for game in islice(games_in([str(TRANSCRIPTS / folder)]), 0, None, step):
        if not isinstance(game, Diagnostic):
            yield make_story(replay(parse(game)))


def story_of(text: str) -> Story:
    (transcript,) = loads(text)
    return make_story(replay(transcript))


@pytest.mark.share(1)
@pytest.mark.parametrize("folder", [pytest.param("games", marks=pytest.mark.long), "rejected", "warned"])
def test_json_is_as_its_schema_says(folder: str) -> None:
    # Validating takes longer than all the rest: every thirtieth record will do, and no long ones.
    objects = [as_json(story) for story in stories(folder, 30) if len(story.moves) < 60]
    assert objects
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for made in (objects, *objects):
        validator.validate(json.loads(json.dumps(made)))
    # Everything is named: an object without one of its keys is refused.
    shortest = min(objects, key=lambda one: len(one["moves"]))
    for key in shortest:
        assert not validator.is_valid([{name: value for name, value in shortest.items() if name != key}])


def test_a_diagnostic_is_the_same_everywhere() -> None:
    verify = json.loads(files("leoni_replay").joinpath("schemas/verify.schema.json").read_text(encoding="utf-8"))
    for name in ("place", "diagnostic"):
        assert SCHEMA["$defs"][name] == verify["$defs"][name]
        for other in ("legal", "why"):
            schema = json.loads(
                files("leoni_replay").joinpath(f"schemas/{other}.schema.json").read_text(encoding="utf-8")
            )
            assert schema["$defs"][name] == verify["$defs"][name]
    (verdict,) = lr.verify(TRANSCRIPTS / "rejected" / "M203.moves")
    (transcript,) = lr.load(str(TRANSCRIPTS / "rejected" / "M203.moves"))
    (diagnostic,) = verdict.as_dict()["diagnostics"]
    assert as_json(make_story(replay(transcript)))["diagnostics"] == [diagnostic]
    assert diagnostic["table"] and diagnostic["help"] and diagnostic["end_column"] == 16


def test_csv_has_a_row_a_move() -> None:
    games = list(stories("games", 3))
    rows = list(csv.DictReader(io.StringIO(as_csv(games))))
    assert len(rows) == sum(len(story.moves) for story in games)
    assert tuple(rows[0]) == COLUMNS
    played = [(story, move.number) for story in games for move in story.moves]
    for row, (story, number) in zip(rows, played, strict=True):
        assert row["digest"] == story.replay.at(number).digest
        assert row["verdict"] == (story.verdict if number == len(story.moves) else "")
