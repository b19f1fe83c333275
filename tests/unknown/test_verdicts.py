"""What is said of records with unknown cards: verdicts, formats, the command line, the long form."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

import leoni_replay as lr
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.verdict import verdict
from leoni_replay.show.html import page
from leoni_replay.show.story import make_story
from tests.cli import runs
from tests.told import markdown, plain

TEXT = '[Game "Labyrinth"]\n[Rules "mcneely"]\n[Result "*"]\n\n1. r1c3:2D^+QH r1c5:3D^+KC *\n'
DEALT = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n1. 11:2S^ *\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bare.moves").write_text(TEXT, encoding="utf-8")
    (tmp_path / "both.moves").write_text(f"{TEXT}\n{DEALT}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def leoni(*args: str) -> tuple[int, str]:
    run = runs.leoni(*args)
    return run.code, run.out


def test_verdict() -> None:
    (transcript,) = lr.loads(TEXT)
    outcome = verdict(lr.replay(transcript))
    assert (outcome.status, outcome.result, outcome.unknown) == ("consistent", "*", 44)
    assert (outcome.deal, outcome.moves) == (None, 2)
    wrong = verdict(lr.replay(lr.loads(TEXT.replace("3D", "QS"))[0]))
    assert (wrong.status, wrong.result, wrong.unknown) == ("rejected", None, None)


def test_convert_to_json(folder: Path) -> None:
    code, out = leoni("convert", "--format", "json", "-o", "-", "both.moves")
    assert code == 0
    made = json.loads(out)
    jsonschema.validate(
        made, json.loads(files("leoni_replay").joinpath("schemas", "replay.schema.json").read_text("utf-8"))
    )
    assert [(game["status"], game["verified"], game["unknown"]) for game in made] == [
        ("consistent", False, 44),
        ("verified", True, None),
    ]


def test_a_claim_that_cannot_be_told_is_open() -> None:
    text = DEALT.replace('"seed:1884"]', '"layout"]\n[Layout "1: ??\n2: 2D"]').replace(
        "11:2S^", "{= 1: 2H} 2:2D^ {= left 95}"
    )
    (transcript,) = lr.loads(text)
    story = make_story(lr.replay(transcript))
    assert [note.holds for note in story.opening + story.moves[0].notes] == [None, True]
    assert "> ? 1: 2H\n" in markdown([story]) and "> ✓ left 95\n" in markdown([story])
    assert "claim, which cannot be decided: 1: 2H\n" in plain([story])
    assert '<p class="note open"><b>? open:</b> <bdi>1: 2H</bdi></p>' in page(story)


def test_json_tells_which_cards_are_named(folder: Path) -> None:
    text = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "layout"]\n[Layout "13: ?? ??"]\n\n13:2H^ *\n'
    (folder / "spread.moves").write_text(text, encoding="utf-8")
    _, out = leoni("convert", "--format", "json", "-o", "-", "spread.moves")
    (game,) = json.loads(out)
    assert game["moves"][0]["changes"][0] == {"kind": "revealed", "place": "13", "at": 0, "card": "2H"}
    assert game["moves"][0]["prose"] == "2♥ from pile 13 to the foundation (up)"


def test_the_long_form_is_kept() -> None:
    """What names the cards is not shortened."""
    (transcript,) = lr.loads(TEXT)
    replay = lr.replay(transcript)
    assert dumps([respell(replay, short=True)]) == dumps([respell(replay)]) == TEXT


@pytest.mark.long
def test_what_is_assumed_is_said() -> None:
    text = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n\n1. 5:QSv *\n'
    (transcript,) = lr.loads(text)
    (diagnostic,) = lr.replay(transcript).diagnostics
    assert diagnostic.message.endswith("; deal 1 is taken to have had 0 exiles, the fewest that fit")
    (transcript,) = lr.loads(text.replace("5:QSv", "5:QSv (5:QSv redeal 3:2C^) redeal 4:2H^"))
    (diagnostic,) = lr.replay(transcript).diagnostics
    assert "deal 2 of a variation is taken to have had 0 exiles and deal 2 is taken to have had" in diagnostic.message
    # A claim settles nothing: with other numbers of exiles the record would fit as well.
    (transcript,) = lr.loads(text.replace("5:QSv", "{= exile 7} 5:QSv {= exile 6}"))
    assumed, *undecided = lr.replay(transcript).diagnostics
    assert assumed.message.endswith("; deal 1 is taken to have had 0 exiles, the fewest that fit")
    assert [diagnostic.code for diagnostic in undecided] == ["C403", "C403"]
    assert all(diagnostic.message.endswith("it depends on how many exiles deal 1 had") for diagnostic in undecided)
    # What fails however many there were does not hold.
    (transcript,) = lr.loads(text.replace("5:QSv", "5:QSv {= exile 90}"))
    assert [diagnostic.code for diagnostic in lr.replay(transcript).diagnostics] == ["H111", "C401"]
