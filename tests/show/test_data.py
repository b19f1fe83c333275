"""JSON and CSV: whole replays, as their schema says, with the replay's own positions."""

from __future__ import annotations

import copy
import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import leoni_replay as lr
from leoni_replay.cards import texts
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.reading import games_in
from leoni_replay.games import GAMES
from leoni_replay.notation import loads, parse
from leoni_replay.record.replay import replay
from leoni_replay.report.json_lines import verdict_object
from leoni_replay.show.data import COLUMNS, as_json
from leoni_replay.show.story import Story, tell_story
from tests.told import as_csv

TRANSCRIPTS = Path(__file__).parent.parent.parent / "transcripts"
SCHEMA = json.loads(files("leoni_replay").joinpath("schemas/replay.schema.json").read_text(encoding="utf-8"))


def stories(folder: str, step: int = 1) -> Iterator[Story]:
    for game in islice(games_in([str(TRANSCRIPTS / folder)]), 0, None, step):
        if not isinstance(game, Diagnostic):
            yield tell_story(replay(parse(game)))


def story_of(text: str) -> Story:
    (transcript,) = loads(text)
    return tell_story(replay(transcript))


@pytest.mark.parametrize("folder", [pytest.param("games", marks=pytest.mark.long), "rejected", "warned"])
def test_json_is_as_its_schema_says(folder: str) -> None:
    # Validating takes longer than all the rest: every thirtieth record will do, and no long ones.
    objects = [as_json(story) for story in stories(folder, 30) if len(story.moves) < 60]
    assert objects
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.validate(json.loads(json.dumps(objects)))
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
    (diagnostic,) = verdict_object(verdict)["diagnostics"]
    assert as_json(tell_story(replay(transcript)))["diagnostics"] == [diagnostic]
    assert diagnostic["table"] and diagnostic["help"] and diagnostic["end_column"] == 16


@pytest.mark.long
def test_positions_are_the_replays_own() -> None:
    for story in stories("games", 3):
        data = as_json(story)
        assert [position["move"] for position in data["positions"]] == list(range(len(story.moves) + 1))
        for position in data["positions"]:
            lines = (
                f"{name}: {cards if isinstance(cards, int) else ' '.join(cards) or '-'}\n"
                for name, cards in position["places"].items()
            )
            game = story.replay.game
            assert game is not None and "".join(lines) == game.text(story.replay.at(position["move"]))
        assert data["positions"][-1]["digest"] == data["digest"] == story.replay.digest


def test_positions_of_chapters_are_those_of_the_whole_replay() -> None:
    for story in stories("games", 30):
        whole, short = as_json(story), as_json(story, positions="chapters")
        begins = [chapter["first"] for chapter in whole["chapters"]]
        assert short.pop("positions") == [whole["positions"][number] for number in begins]
        del whole["positions"]
        assert short == whole


def moved(places: dict[str, list[str]], changes: list[dict[str, Any]]) -> None:
    """Move cards as the changes say: what a program does that knows no rule of any game."""
    for change in changes:
        match change["kind"]:
            case "shift":
                places[change["dest"]].insert(change["to"], places[change["source"]].pop(change["at"]))
            case "relaid":
                places.update({name: list(cards) for name, cards in change["after"].items()})
            case "turned":
                places[change["place"]][change["at"]] = places[change["place"]][change["at"]].removeprefix("#")
            case kind:
                assert kind == "revealed"
                places[change["place"]][change["at"]] = change["card"]


@pytest.mark.long
def test_cards_can_be_moved_by_changes_alone() -> None:
    """From ``start`` on, without a rule: after every move every place holds the cards of the replay's own table."""
    games: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for story in stories(""):
        data = json.loads(json.dumps(as_json(story)))
        if data["start"] is None:
            assert not data["moves"]
            continue
        places = data["start"]
        assert places == {name: texts(pile).split() * bool(pile) for name, pile in story.replay.at(0).places.items()}
        for number, move in enumerate(data["moves"], 1):
            branches = [(branch, copy.deepcopy(places)) for branch in move["variations"]]
            for branch, there in branches:
                for played in branch["moves"]:
                    moved(there, played["changes"])
            moved(places, move["changes"])
            kinds.update(change["kind"] for change in move["changes"])
            for name, pile in story.replay.at(number).places.items():
                assert places[name] == texts(pile).split() * bool(pile), (story.replay.transcript.file, number, name)
        games[data["game"]] += len(data["moves"])
    assert games.keys() == GAMES.keys() and min(games.values()) > 10
    assert set(kinds) == {"shift", "relaid", "turned", "revealed"}


def test_json_of_a_rejected_game() -> None:
    story = story_of('[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n1. 11:2S^ {so far} 11:3C^ won\n')
    data = as_json(story)
    assert (data["verified"], data["result"], data["refused"]) == (False, None, "11:3C^")
    assert [move["token"] for move in data["moves"]] == ["11:2S^"]
    assert data["moves"][0]["notes"] == [{"kind": "comment", "text": "so far", "holds": True}]
    (diagnostic,) = data["diagnostics"]
    assert (diagnostic["code"], diagnostic["move"], diagnostic["clause"]) == ("M202", 2, "wikipedia 3")


def test_csv_has_a_row_a_move() -> None:
    games = list(stories("games", 3))
    rows = list(csv.DictReader(io.StringIO(as_csv(games))))
    assert len(rows) == sum(len(story.moves) for story in games)
    assert tuple(rows[0]) == COLUMNS
    played = [(story, move.number) for story in games for move in story.moves]
    for row, (story, number) in zip(rows, played, strict=True):
        assert row["digest"] == story.replay.game.digest(story.replay.at(number))
        assert row["verdict"] == (story.verdict if number == len(story.moves) else "")


def test_no_cell_is_a_formula() -> None:
    head = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'
    story = story_of(f'{head}1. 11:2S^ {{=HYPERLINK("x")}} *\n')
    assert not story.moves[0].notes  # this is not a claim: the record is rejected there
    story = story_of(f"{head}1. 11:2S^ {{ =1+1,\x1b[31m}} {{= left 95}} *\n")
    (row,) = csv.DictReader(io.StringIO(as_csv([story])))
    assert row["notes"] == "{ =1+1,␛[31m} {= left 95}"
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values())


def test_line_ends_are_those_of_the_record() -> None:
    """A program may make tags and comments with any; read again, the record has one kind."""
    tags = {"Game": "Martha", "Rules": "mcneely", "Deal": "seed:1", "Note": "one\rtwo\r\nthree"}
    made = lr.Transcript.build(tags, epilogue=[lr.notation.Comment("four\rfive")])
    (read,) = lr.loads(lr.notation.dumps(made))
    text = lr.convert(made, "json")
    assert "\\r" not in text and text == lr.convert(read, "json")
