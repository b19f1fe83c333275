"""Verdicts: what none of them can say, whoever makes it."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import leoni_replay as lr
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.rules.position_text import digest_of
from tests.cli.runs import leoni

WRONG = Diagnostic("M203", "error", "3♦ does not fit", "a.moves", Span(6, 11, 6, 16))
SCHEMAS = Path(lr.__file__).parent / "schemas"
RECORD = """[Game "Labyrinth"]
[Rules "mcneely"]
[Deal "seed:1884"]

1. deal 2C 3C *
"""
DOUBT = replace(WRONG, code="H108", severity="warning")


def verdict(status: Any, result: Any, *diagnostics: Diagnostic, unknown: int | None = None) -> lr.Verdict:
    """A verdict with some fields."""
    return lr.Verdict(
        "a.moves", 1, "Anna", "dick-1898", "seed:1", status, result, 3, "00ff00ff00ff00ff", diagnostics, unknown
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (("verified", "won", WRONG), "it says `verified` beside the error M203"),
        (("verified", "won", DOUBT, WRONG), "it says `verified` beside the error M203"),
        (("consistent", "*", WRONG), "it says `consistent` beside the error M203"),
        (("rejected", "won", WRONG), "a rejected game has no result, and this one is `won`"),
        (("verified", None), "it says `verified` without a result"),
        (("verified", "drawn"), "there is no result `drawn`"),
        (("proved", "won"), "there is no status `proved`"),
        (("consistent", "won"), "it says `consistent`, and no number of unknown cards"),
    ],
)
def test_what_no_verdict_says(fields: tuple[Any, ...], said: str) -> None:
    with pytest.raises(ValueError, match=f"^this is not a verdict: {said}$"):
        verdict(*fields)


def test_a_file_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    """It has a verdict of its own, as in the command."""
    files = [tmp_path / "a.moves", tmp_path / "missing.moves", tmp_path / "broken.moves.gz", tmp_path / "b.moves"]
    for file in (files[0], files[3]):
        file.write_text(RECORD, encoding="utf-8")
    files[2].write_bytes(b"\x1f\x8bnothing")
    verdicts = [*lr.verify(*files)]
    assert [(Path(made.file).name, made.status, made.error and made.error.code) for made in verdicts] == [
        ("a.moves", "verified", None),
        ("missing.moves", "rejected", "F601"),
        ("broken.moves.gz", "rejected", "F601"),
        ("b.moves", "verified", None),
    ]


def test_what_verdicts_say() -> None:
    for made in (
        verdict("verified", "won"),
        verdict("verified", "lost", DOUBT),
        verdict("consistent", "*", DOUBT, unknown=0),
        verdict("rejected", None, DOUBT, WRONG),
        # An error may be one that the user does not want to hear of.
        verdict("rejected", None),
    ):
        assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises(ValueError, match="it says `verified`, and a number of unknown cards"):
        verdict("verified", "won", unknown=3)


def test_a_verdict_has_names_and_no_places() -> None:
    (verified,) = lr.verify_text(RECORD)
    (rejected,) = lr.verify_text(RECORD.replace("2C", "KC"))
    for one in (verified, rejected, *rejected.diagnostics):
        with pytest.raises(TypeError):
            _, *_ = one  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            one.number = 2  # type: ignore[misc]
        assert not isinstance(one, tuple) and hash(one) == hash(replace(one))
        assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one


def test_a_verdict_by_name_is_what_the_command_writes(tmp_path: Path) -> None:
    (tmp_path / "a.moves").write_text(RECORD + "\n" + RECORD.replace("2C", "KC"), encoding="utf-8")
    verdicts = list(lr.verify(tmp_path / "a.moves"))
    run = leoni("verify", "--format", "json", str(tmp_path / "a.moves"))
    assert run.code == 1 and json.loads(run.out) == [verdict.as_dict() for verdict in verdicts]
    assert json.loads(json.dumps(verdicts[1].as_dict())) == verdicts[1].as_dict()
    assert verdicts[1].as_dict()["diagnostics"] == [one.as_dict() for one in verdicts[1].diagnostics] != []
    schema = json.loads((SCHEMAS / "verify.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate([verdict.as_dict() for verdict in verdicts], schema)


@pytest.mark.parametrize("text", [RECORD, RECORD.replace("2C", "KC")], ids=["verified", "rejected"])
@pytest.mark.parametrize("command", ["solve", "review", "examine"])
def test_a_result_by_name_is_what_its_command_writes(command: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.moves"
    path.write_text(text, encoding="utf-8")
    (record,) = lr.load(path)
    options: dict[str, Any] = {} if command == "examine" else {"nodes": 200}
    by_name = getattr(lr, command)(record, **options).as_dict()
    run = leoni(command, "--format", "json", *(f"--{name}={value}" for name, value in options.items()), str(path))
    (written,) = json.loads(run.out)
    assert [*by_name] == [*written]
    # The searches are two, and each took its own time.
    assert without_time(by_name) == without_time(written)
    assert json.loads(json.dumps(by_name)) == by_name
    schema = json.loads((SCHEMAS / f"{command}.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(by_name, schema)
    jsonschema.validate([by_name], schema)


@pytest.mark.parametrize("text", [RECORD, RECORD.replace("2C", "KC")], ids=["verified", "rejected"])
def test_a_replay_and_an_answer_by_name_are_what_their_commands_write(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.moves"
    path.write_text(text, encoding="utf-8")
    (record,) = lr.load(path)
    replay = lr.replay(record)
    deal = lr.deal("seed:1884", "Labyrinth", "mcneely")
    by_name: dict[str, Any] = {
        # How many games the file holds, only the command knows.
        "replay": (replay.as_dict() | {"games": 1}, ["convert", str(path), "--format", "json", "-o", "-"]),
        "legal": ([move.as_dict() for move in lr.legal(replay)], ["replay", "--legal", "--format", "json", str(path)]),
        "deal": (
            deal.as_dict(),
            ["deal", "seed:1884", "--game", "Labyrinth", "--rules", "mcneely", "--format", "json"],
        ),
    }
    for move in ("KC", "r1c1"):
        by_name[f"why {move}"] = (lr.why(replay, move).as_dict(), ["why", str(path), move, "--format", "json"])
    for name, (data, command) in by_name.items():
        written = json.loads(leoni(*command).out)
        if name == "replay":
            (written,) = written
        if name == "legal":
            written = written["legal"]
        assert json.loads(json.dumps(data)) == data == written, name
        if name != "legal":
            schema = json.loads((SCHEMAS / f"{name.partition(' ')[0]}.schema.json").read_text(encoding="utf-8"))
            jsonschema.validate(data, schema)


def without_time(data: dict[str, Any]) -> dict[str, Any]:
    """A result as data, without the time that it took and was given."""
    limits = {name: value for name, value in (data.get("limits") or {}).items() if name != "seconds"}
    return {name: value for name, value in data.items() if name != "seconds"} | {"limits": limits}


def test_findings_claims_and_readings_have_names() -> None:
    examined = lr.examine(RECORD.replace(" *", " {= left 99} *"))
    data = examined.as_dict()
    assert data["findings"] == [finding.as_dict() for finding in examined.findings] != []
    assert data["claims"] == [proof.as_dict() for proof in examined.proofs] != []
    assert data["readings"] == [difference.as_dict() for difference in examined.differences] != []


def test_digests_are_computed_when_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[bytes] = []

    def hash_and_note(text: bytes) -> str:
        """Return the digest of a text, and note the text."""
        hashed.append(text)
        return digest_of(text)

    monkeypatch.setattr("leoni_replay.record.verdict.digest_of", hash_and_note)
    (unread,) = lr.verify_text(RECORD)
    assert unread.status == "verified"
    assert unread.moves == 3
    assert not hashed
    replay = lr.replay(lr.loads(RECORD)[0])
    assert (unread.digest, unread.record_digest) == (replay.digest, replay.record_digest)
    assert (unread.digest, unread.record_digest) == (replay.digest, replay.record_digest)
    assert len(hashed) == 2, "each text is hashed once"


@pytest.mark.parametrize(
    "use",
    [
        lambda verdict: pickle.loads(pickle.dumps(verdict)),
        copy.copy,
        copy.deepcopy,
        lambda verdict: replace(verdict, file="b.moves"),
        lambda verdict: verdict,
    ],
)
def test_a_verdict_whose_digests_nobody_has_read_is_like_any_other(use: Any) -> None:
    read, unread, hashed, printed, written = (next(iter(lr.verify_text(RECORD))) for _ in range(5))
    assert read.digest
    assert use(unread) == use(read)
    assert hash(use(hashed)) == hash(use(read))
    assert str(printed) == str(read)
    assert written.as_dict() == read.as_dict()


def test_a_verdict_has_no_other_attributes() -> None:
    (unread,) = lr.verify_text(RECORD)
    with pytest.raises(AttributeError, match="has no attribute 'digests'"):
        unread.digests  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(verdict("verified", "won"), "hash")
