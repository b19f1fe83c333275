"""A fault of the program at one record is an error of that record, X701, and every other record gets its verdict:
whatever fails, and on every way to a record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.board.checking import Checks
from leoni_replay.files import rewrite
from leoni_replay.games import faults
from leoni_replay.lsp.document import Document
from leoni_replay.lsp.translating import diagnostics
from leoni_replay.notation import reader
from leoni_replay.record import examination, fast_path, judge
from leoni_replay.record import replay as replaying
from leoni_replay.record.diagnose import other_rules
from leoni_replay.record.result import Replay
from leoni_replay.show import formats
from tests.cli.runs import leoni

#: The records have to be told apart by what fails: the second deal is the one it fails at.
RECORDS = [f'[Game "Labyrinth"]\n[Rules "mcneely"]\n[Deal "seed:{deal}"]\n\n*\n' for deal in ("a", "bad", "c")]
WRONG = RECORDS[1].replace("*", "1. redeal *")
WORDS = "leoni has a fault"


def _failing(function: Callable[..., Any], is_bad: Callable[..., bool]) -> Callable[..., Any]:
    def fail(*args: Any, **options: Any) -> Any:
        if is_bad(*args):
            raise KeyError("something")
        return function(*args, **options)

    return fail


def _text_is_bad(raw: Any, *_: Any) -> bool:
    return "seed:bad" in raw.text


def _replay_is_bad(replay: Replay, *_: Any) -> bool:
    return replay.transcript.value("Deal") == "seed:bad"


def break_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "verify", _failing(fast_path.verify, _text_is_bad))
    monkeypatch.setattr(reader, "_parse", _failing(reader._parse, _text_is_bad))


def break_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "verify", _failing(fast_path.verify, _text_is_bad))
    broken = _failing(replaying.set_up, lambda transcript, rules: transcript.value("Deal") == "seed:bad")
    monkeypatch.setattr(replaying, "set_up", broken)


def break_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "verify", _failing(fast_path.verify, _text_is_bad))
    monkeypatch.setattr(
        judge, "verdict", _failing(judge.verdict, lambda replay: replay.dealt and _replay_is_bad(replay))
    )


def break_showing(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = _failing(formats.make_story, lambda replay, **_: replay.dealt and _replay_is_bad(replay))
    monkeypatch.setattr(formats, "make_story", broken)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    games.mkdir()
    for name, record in zip("abc", RECORDS, strict=True):
        # Not in canonical form.
        (games / f"{name}.moves").write_text(record.replace("*", " *"), "utf-8")
    return games


JUDGING = [break_reading, break_playing, break_verdict]


@pytest.mark.parametrize("break_engine", JUDGING)
def test_every_other_record_gets_its_verdict(
    break_engine: Callable[..., None], monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    break_engine(monkeypatch)
    verdicts = list(lr.verify_text("\n".join(RECORDS)))
    assert [verdict.status for verdict in verdicts] == ["verified", "rejected", "verified"]
    error = verdicts[1].error
    assert error is not None and error.code == "X701" and error.span.line == 7
    assert error.message.startswith(WORDS) and error.message.endswith("KeyError: 'something'")
    assert "please report" in error.help[0]
    assert [verdict.status for verdict in lr.verify(folder)] == [verdict.status for verdict in verdicts]

    run = leoni("verify", str(folder), "--format", "jsonl")
    rows = [json.loads(line) for line in run.out.splitlines() if "status" in line]
    assert run.code == 1 and [row["status"] for row in rows] == ["verified", "rejected", "verified"]
    with lr.archive(tmp_path / "games.db") as archive:
        archive.add(folder)
        assert [record.code for record in archive.find()] == [None, "X701", None]
    checks = Checks()
    reply = checks.answer({"do": "check", "text": "\n".join(RECORDS), "name": "x"})
    assert reply and reply["games"] == 3
    question = {"do": "verdict", "check": reply["check"], "width": 80}
    answers = [checks.answer(question | {"number": number}) for number in (1, 2, 3)]
    assert [answer and answer["status"] for answer in answers] == ["verified", "rejected", "verified"]
    found = diagnostics(Document("", "\n".join(RECORDS)))
    assert [problem.code for problem in found] == ["X701"]


def test_what_loads_and_replays_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    break_reading(monkeypatch)
    first, bad, last = lr.loads("\n".join(RECORDS))
    assert first.problem is last.problem is None
    assert bad.problem is not None and bad.problem.code == "X701"
    replay = lr.replay(bad)
    assert replay.error is not None and replay.error.code == "X701" and not replay.dealt


@pytest.mark.parametrize("format", ["html", "json", "jsonl", "csv", "markdown", "text", "svg"])
def test_every_other_record_is_shown(
    format: str, monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path: Path
) -> None:
    break_showing(monkeypatch)
    out = tmp_path / "out"
    run = leoni("convert", str(folder), "--format", format, "-o", str(out))
    assert run.code == 1 and f"X701: {WORDS}" in run.err and run.err.count("X701") == 1
    if format == "svg":
        assert sorted(path.name for path in out.iterdir()) == ["a.svg", "c.svg"]
    elif format == "html":
        assert sorted(path.name for path in out.iterdir()) == ["a.html", "b.html", "c.html", "index.html"]
        assert WORDS in (out / "b.html").read_text("utf-8")
        assert (out / "index.html").read_text("utf-8").count("rejected") >= 1
    else:
        text = out.read_text("utf-8")
        assert "seed:a" in text or format == "csv"
        assert WORDS in text or format == "csv"


def test_a_correction_that_cannot_be_looked_for_leaves_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_rules, "explain", _failing(other_rules.explain, lambda *_: True))
    verdicts = list(lr.verify_text("\n".join([RECORDS[0], WRONG, RECORDS[2]])))
    assert [verdict.status for verdict in verdicts] == ["verified", "rejected", "verified"]
    codes = [(problem.code, problem.severity) for problem in verdicts[1].diagnostics]
    assert codes[0] == ("X701", "warning") and codes[1][1] == "error" and codes[1][0] != "X701"


def test_a_record_that_cannot_be_written_or_examined_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(rewrite, "respell", _failing(rewrite.respell, _replay_is_bad))
    run = leoni("fmt", str(folder))
    assert run.code == 1 and run.err.count("X701") == 1
    texts = [(folder / f"{name}.moves").read_text("utf-8") for name in "abc"]
    assert texts == [RECORDS[0], RECORDS[1].replace("*", " *"), RECORDS[2]]
    monkeypatch.setattr(
        examination, "_examine", _failing(examination._examine, lambda record, *_: "bad" in record.text)
    )
    path = folder / "all.moves"
    path.write_text("\n".join(RECORDS), "utf-8")
    run = leoni("examine", str(path))
    assert run.code == 1 and run.out.count("X701") == 1 and "seed:c" in run.out


@pytest.mark.parametrize("address", ["", "https://example.org/us/cards"])
def test_it_says_where_to_report_it_if_there_is_a_place(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "sources_address", lambda: address)
    place = f" at {address}/issues" if address else ""
    assert faults.words_for_fault(ValueError("x")).help.endswith(f"please report it{place}, with the record")
