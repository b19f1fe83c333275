"""The JSON of a replay back into a record: the same game, with all that the JSON carries."""

from __future__ import annotations

import io
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.exchange.detect import import_games
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.exchange.replays import from_replay
from leoni_replay.files.find_games import games_in
from leoni_replay.notation.reader import loads, parse
from leoni_replay.notation.transcript import Claim, Result, Time, Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.replay import replay
from leoni_replay.show.data import as_json
from leoni_replay.show.story import make_story

TRANSCRIPTS = Path(__file__).parent.parent.parent / "transcripts"
#: what is not of the game: where it stands in which file, what was found there, and how many warnings that were
_OF_ITS_FILE = ("file", "number", "games", "diagnostics", "refused", "verdict")


def as_object(record: Transcript) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(as_json(make_story(replay(record, hints=False)))))
    return {key: value for key, value in made.items() if key not in _OF_ITS_FILE}


def _tokens(made: dict[str, Any]) -> list[str]:
    return [move["token"] for move in made["moves"]]


def there_and_back(folder: str, step: int = 1) -> int:
    count = 0
    for raw in islice(games_in([str(TRANSCRIPTS / folder)]), 0, None, step):
        if isinstance(raw, Diagnostic):
            continue
        first = as_object(parse(raw))
        if not first["tags"]:
            continue
        record, lost = from_replay(first)
        # Where only the RecordDigest (H115) is wrong, or a claim or a time after the result, everything is there.
        given = parse(raw)
        error = replay(given, hints=False).error
        at_the_end = error is not None and any(isinstance(item, Claim | Time) for item in given.epilogue)
        assert bool(lost) == (error is not None and error.code != "H115" and not at_the_end)
        # A game that breaks off has no result.
        assert not lost or record.value("Result") is None
        # Written, read, and played: what it says of itself is the same.
        (again,) = loads(dumps(record))
        again.record_file = raw.file
        second = as_object(again)
        if not lost:
            assert second == first, (raw.file, raw.number)
        else:
            # What a rejected record proves of unknown cards depends on what is wrong with it; its moves do not.
            assert _tokens(second)[: len(first["moves"])] == _tokens(first), (raw.file, raw.number)
        count += 1
    return count


@pytest.mark.parametrize("folder", ["games", "rejected", "warned"])
def test_some_transcripts(folder: str) -> None:
    assert there_and_back(folder, 40 if folder == "rejected" else 9)


@pytest.mark.long
@pytest.mark.parametrize("folder", sorted(path.name for path in TRANSCRIPTS.iterdir() if path.is_dir()))
def test_every_transcript(folder: str) -> None:
    assert there_and_back(folder)


TEXT = """\
[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
[Player "Ann \\"A\\" B\\\\C"]
[Result "*"]

{before} {= left 96} 1. 11:2S^! {behind} {= top 11: QC} ({instead} 6:2S^ ; a { brace } here
4:3S^ {inside} (6:2H^)) 11:QCv ({twice} 4:3S^) {ten} (4:3S^?) {= left 94} 4:3S^ * {the end} {= left 93}
"""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"version": 9}, "of version 9"),
        ({"tags": {}}, "tags is {}: a list is expected"),
        ({"tags": [["Game"]]}, r"tags\[0\] is not a name"),
        ({"tags": [["Ga me", "x"]]}, "a tag cannot be written"),
        ({"result": "drawn"}, "result is 'drawn'"),
        ({"moves": [{"token": "11:2X^"}]}, r"moves\[0\].token is '11:2X\^': that is not a move"),
        ({"moves": [{"token": 7}]}, r"moves\[0\].token is 7: text is expected"),
        ({"moves": [7]}, r"moves\[0\] is 7: an object is expected"),
        ({"opening": [{"kind": "claim", "text": ""}]}, r"opening\[0\].text is '': that is not a claim"),
        ({"opening": [{"kind": "claim", "text": "} won {"}]}, "that is not a claim"),
        ({"opening": [{"kind": "comment", "text": "} *\n[Game"}]}, "several lines"),
        ({"opening": [{"kind": "shout", "text": "x"}]}, "kind is 'shout'"),
        ({"ending": [{"kind": "comment", "text": "\ud800"}]}, "surrogate"),
    ],
)
def test_what_is_no_replay_is_refused(changed: dict[str, Any], said: str) -> None:
    data = {"version": 1, "tags": [["Game", "Martha"]], "moves": [], "positions": [], "result": "*"}
    (made,) = import_games(io.BytesIO(json.dumps(data).encode()), "json")
    assert made.record is not None
    (made,) = import_games(io.BytesIO(json.dumps(data | changed).encode()), "json")
    assert made.record is None and re.search(said, made.refusal)


def test_a_verdict_that_contradicts_itself_is_refused() -> None:
    """Whoever makes a rejected game a verified one by hand has to change more than a word; and then it is judged by
    its moves, since the record that is made carries no verdict."""
    (wrong,) = loads(TEXT.replace("* {the end}", "lost {the end}"))
    story = make_story(replay(wrong, hints=False))
    data = json.loads(json.dumps(as_json(story)))
    assert data["status"] == "rejected"
    for changed, said in (
        ({"status": "verified"}, "it says `verified` beside the error R502"),
        ({"status": "consistent", "unknown": 3}, "it says `consistent` beside the error R502"),
        ({"verified": True}, "its status is `rejected`, and verified is True"),
        ({"status": "verified", "diagnostics": []}, "it says `verified` without a result"),
        ({"status": "verified", "diagnostics": [], "result": "*", "verified": False}, "and verified is False"),
        ({"status": "proved"}, "there is no status `proved`"),
        ({"status": "verified", "diagnostics": [], "result": {}}, "there is no result `{}`"),
        ({"diagnostics": [7]}, r"diagnostics\[0\] is 7: an object is expected"),
    ):
        with pytest.raises(CannotImport, match=said):
            from_replay(data | changed)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"deal": "seed:2"}, "its deal is 'seed:2', but its tag says 'seed:1884'"),
        ({"rules": "wikipedia"}, "its rules is 'wikipedia', but its tags say 'mcneely'"),
        ({"game": "Martha"}, "its game is 'Martha'"),
        ({"digest": "0" * 16}, "its digest is '0000000000000000': by its tags and moves it is"),
        ({"record_digest": "0" * 16}, "its record_digest is"),
        ({"status": "irregular", "verified": False}, "its status is 'irregular'"),
        ({"moves": [{"token": "redeal"}]}, "it is called accepted, but its record is rejected: M"),
        ({"result": "won"}, "rejected: R501"),
        ("start", "its start is another position than that of its deal"),
    ],
)
def test_what_contradicts_its_tags_is_refused(changed: dict[str, Any] | str, said: str) -> None:
    record = loads('[Game "Labyrinth"]\n[Rules "mcneely"]\n[Deal "seed:1884"]\n\n1. deal 2C *\n')[0]
    data = as_object(record)
    if isinstance(changed, str):
        cells = data["start"]
        cells["r1c1"], cells["r1c2"] = cells["r1c2"], cells["r1c1"]
        changed = {}
    (made,) = import_games(io.BytesIO(json.dumps(data | changed).encode()), "json")
    assert made.record is None and said in made.refusal


def test_a_draft_stays_one() -> None:
    draft = loads('[Game "Labyrinth"]\n[Rules "mcneely"]\n[Deal "seed:1884"]\n\n1. deal 2C\n')[0]
    (made,) = import_games(io.BytesIO(json.dumps(as_object(draft) | diagnostics_of(draft)).encode()), "json")
    assert made.record is not None and made.record.draft is not None
    (again,) = loads(dumps(made.record))
    assert again.draft is not None and replay(again).diagnostics[0].code == "S007"
    # Whoever ends it gives it a result.
    again.result = Result("conceded")
    assert dumps(again).endswith(" conceded\n")


def diagnostics_of(record: Transcript) -> dict[str, Any]:
    return {"diagnostics": as_json(make_story(replay(record)))["diagnostics"]}
