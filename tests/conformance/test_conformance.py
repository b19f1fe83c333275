"""The records that any program can run: each holds under its own rules, and under no other reading of its point."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import texts
from leoni_replay.games import GAMES
from leoni_replay.games.bookcheck import load_book
from leoni_replay.games.rules import RuleBook
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.record.replay import replay
from tests.conformance.index import index
from tests.conformance.simulators import disagreement

FOLDER = Path(__file__).parents[2] / "transcripts" / "conformance"
RECORDS = {
    f"{path.stem} {transcript.number}": transcript
    for path in sorted(FOLDER.glob("*.moves"))
    for transcript in loads(path.read_text(encoding="utf-8"))
}
SHOWING = {name: transcript for name, transcript in RECORDS.items() if transcript.value("Shows")}
FILES = sorted({name.rpartition(" ")[0] for name in RECORDS})


def of_file(file: str) -> Iterator[tuple[str, Transcript]]:
    """The records of a file, with their names."""
    return ((name, one) for name, one in RECORDS.items() if name.rpartition(" ")[0] == file)


def shown(transcript: Transcript) -> tuple[str, str]:
    """The point and the reading that a record shows."""
    point, _, reading = (transcript.value("Shows") or "").partition("=")
    return point, reading


def book_of(transcript: Transcript) -> RuleBook:
    """The rule book by which a record is played."""
    rules = transcript.value("Rules") or ""
    return load_book(GAMES[transcript.value("Game") or ""].slug, rules.partition(";")[0].strip())


def with_reading(rules: str, point: str, reading: str) -> str:
    """The same rules with another reading of a point."""
    book, *overrides = (part.strip() for part in rules.split(";"))
    kept = [part for part in overrides if part.partition("=")[0] != point]
    return "; ".join([book, *kept, f"{point}={reading}"])


@pytest.mark.parametrize("file", FILES)
def test_holds_under_its_own_rules(file: str) -> None:
    for name, transcript in of_file(file):
        replayed = replay(transcript, hints=False)
        assert replayed.verified, (name, replayed.diagnostics)
        assert not replayed.diagnostics, name
        assert transcript.value("Title"), name


@pytest.mark.parametrize("file", FILES)
def test_fails_under_every_other_reading(file: str) -> None:
    for name, transcript in of_file(file):
        if name not in SHOWING:
            continue
        point, reading = shown(transcript)
        rules = transcript.value("Rules") or ""
        assert replay(transcript, rules=with_reading(rules, point, reading), hints=False).verified, name
        for other in book_of(transcript).points[point].readings:
            if other != reading:
                # Rules that cannot be are an error of the record too.
                wrong = replay(transcript, rules=with_reading(rules, point, other), hints=False)
                assert not wrong.verified, (name, other)


@pytest.mark.parametrize("file", FILES)
def test_simulator_agrees(file: str) -> None:
    assert [(name, said) for name, transcript in of_file(file) if (said := disagreement(transcript))] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_reading_is_shown(name: str) -> None:
    pairs = {shown(transcript) for transcript in SHOWING.values()}
    for book in GAMES[name].books:
        for point in load_book(GAMES[name].slug, book).points.values():
            if len(point.readings) > 1:
                assert {(point.id, reading) for reading in point.readings} <= pairs, point.id


def test_titles_are_told_apart() -> None:
    titles = [tuple(record.value(tag) for tag in ("Game", "Rules", "Title")) for record in RECORDS.values()]
    assert len(set(titles)) == len(titles)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs a program over the records, from another folder."""
    command = [sys.executable, str(FOLDER / "run.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, cwd="/")


def test_the_index_says_what_is_expected() -> None:
    """It is made by ``python -m tests.conformance.index``."""
    assert (FOLDER / "index.json").read_text(encoding="utf-8") == index()


def test_a_program_that_accepts_everything_does_not_conform() -> None:
    done = run("--game", "Weaver's", sys.executable, "-S", "-c", "")
    *different, last = done.stdout.splitlines()
    assert done.returncode == 1 and last == "16 of 23 as expected"
    assert sum("rejected expected, verified" in line for line in different) == 6
    assert sum("irregular expected, verified" in line for line in different) == 1 and len(different) == 7


def test_the_index_says_why_a_record_is_rejected() -> None:
    rejected = [one for one in json.loads(index()) if one["expect"] == "rejected"]
    assert all(one["code"] for one in rejected)
    # A false claim, a wrong tag and a slip in the syntax break no clause.
    assert {one["code"][0] for one in rejected if "clause" not in one} <= set("SHCDMR")
    assert sum("clause" in one for one in rejected) == 157


def test_names_of_odd_cases_say_what_is_expected() -> None:
    entries = [one for one in json.loads(index()) if one["file"].startswith("notation/")]
    assert len(entries) > 70
    assert [one["file"] for one in entries if one["file"].split(".")[-2] != one["expect"]] == []


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_another_implementation_conforms() -> None:
    """A verifier of Martha that was written from the specification alone."""
    program = FOLDER.parents[1] / "examples" / "martha" / "martha.js"
    done = run("--game", "Martha", "--digests", "node", str(program))
    assert done.returncode == 0 and done.stdout == "189 of 189 as expected\n", done.stdout


@pytest.mark.long
def test_this_program_conforms() -> None:
    done = run("--game", "Martha", "--digests", sys.executable, "-m", "leoni_replay", "verify", "-")
    assert done.returncode == 0 and done.stdout == "189 of 189 as expected\n", done.stdout


def test_the_deals_of_the_specification() -> None:
    with open(FOLDER / "deals.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    assert {game for game, *_ in rows} == set(GAMES)
    for game, deal, first, digits, digest in rows:
        table = lr.deal(deal, game)
        assert (texts(table.stock[:8]), table.hash, table.digest) == (first, digits, digest), (game, deal)
