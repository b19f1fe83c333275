"""Times in records: what they may say, where they stand, and that they change nothing else."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.notation.reader import loads
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Time
from leoni_replay.notation.writer import dumps
from leoni_replay.record.judge import judge
from leoni_replay.record.result import Replay
from leoni_replay.record.verdict import verdict
from leoni_replay.show.story import make_story
from tests.told import markdown, plain

OWN = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'
TIMED = OWN + "@0:05 1. 11:2S^ @0:31 {found it} 11:QCv (4:3S^ 11:QCv) @1:02 4:3S^ conceded @1:00:00\n"


def played(text: str) -> Replay:
    (transcript,) = loads(text)
    return lr.replay(transcript, hints=False)


def code(text: str) -> str:
    """The code of what is wrong with a record, which is the same with a transcript and without."""
    judged = judge(RawGame(text, 1, 1, ""), hints=False)
    assert judged == verdict(played(text))
    return next((one.code for one in judged.diagnostics if one.severity == "error"), judged.status)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0:00", 0), ("2:05", 125), ("59:59", 3599), ("1:00:00", 3600), ("999:59:59", 3_599_999)],
)
def test_every_time_has_one_spelling(text: str, seconds: int) -> None:
    (record,) = loads(f"{OWN}11:2S^ @{text} *")
    assert record.items[-1] == Time(seconds) and Time(seconds).text == text
    assert f"11:2S^ @{text} *" in dumps(record)


@pytest.mark.parametrize(
    "text", ["02:05", "2:5", "60:00", "0:60", "0:02:05", "1:2:05", "1000:00:00", "2:05.5", "5", "", "x"]
)
def test_other_spellings_are_no_times(text: str) -> None:
    assert code(f"{OWN}11:2S^ @{text} *") == "S013"
    (record,) = loads(f"{OWN}11:2S^ * @{text}")
    assert record.problem is not None and record.problem.code == "S013"


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ("11:2S^ @1:31 11:QCv @1:02 *", "M233"),
        ("11:2S^ @1:00:00 * @59:59", "M233"),
        ("@0:10 11:2S^ @0:09 *", "M233"),
        ("11:2S^ @0:31 11:QCv (4:3S^ @0:40) *", "M233"),
        ("11:2S^ misplay 1:TD>2 @0:40 (4:3S^) *", "S005"),
        ("11:2S^@0:31 *", "S002"),
        ("misplay @0:31 1:TD>2 *", "S002"),
        ("11:2S^ @0:31 11:QCv @0:31 * @0:31", "verified"),
        ("1. @0:31 11:2S^ *", "verified"),
        ("misplay 1:TD>2 @0:40 11:2S^ @0:39 *", "M233"),
        ("misplay 1:TD>2 @0:40 11:2S^ @0:40 *", "irregular"),
        # What is wrong first decides.
        ("11:2S^ @0:31 11:3S^ @0:30 *", "M202"),
    ],
)
def test_no_time_goes_back(moves: str, wrong: str) -> None:
    assert code(OWN + moves) == wrong


def test_renderings_say_what_a_time_is() -> None:
    story = make_story(played(TIMED))
    assert "1. 11:2S^  2♠ from pile 11 to the foundation (up) (time played: 0:31)\n\n    found it" in plain([story])
    assert "2. `11:QCv` Q♣ from pile 11 to the foundation (down) (time played: 1:02)\n" in markdown([story])
    assert plain([story]).endswith("    time played: 1:00:00\n")
    assert '<span class="note">time played: 0:31</span>' in played(TIMED).html()
