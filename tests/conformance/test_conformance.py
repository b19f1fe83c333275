"""The records that any program can run: each holds under its own rules, and under no other reading of its point."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.cards import texts
from leoni_replay.games import GAMES, make_game
from leoni_replay.games.bookcheck import load_book
from tests.conformance.index import entries, files, name_of
from tests.conformance.simulators import disagreement

FOLDER = Path(__file__).parents[2] / "transcripts" / "conformance"
FILES = sorted(path.stem for path in FOLDER.glob("*.moves"))
#: what is expected of every record
INDEX: list[dict[str, Any]] = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
#: those that any program can run, each under its own rules
OWN = [one for one in INDEX if "/" not in one["file"] and "under" not in one]
#: a verifier of Martha that was written from the specification alone
OTHER_PROGRAM = FOLDER.parents[1] / "examples" / "martha" / "martha.mjs"


@pytest.mark.share(20)
@pytest.mark.parametrize("path", files(), ids=name_of)
def test_the_index_says_what_is_expected(path: Path) -> None:
    """It is made by ``python -m tests.conformance.index``."""
    assert [entry for entry in INDEX if entry["file"] == name_of(path)] == list(entries(path))


def test_the_index_lists_every_file() -> None:
    assert list(dict.fromkeys(entry["file"] for entry in INDEX)) == [name_of(path) for path in files()]


def test_a_record_holds_under_its_own_rules_and_under_no_other_reading_of_what_it_shows() -> None:
    assert {one["expect"] for one in OWN} == {"verified"}
    assert {one["expect"] for one in INDEX if "under" in one} == {"rejected"}
    for one in OWN:
        if "shows" in one:
            point, _, reading = one["shows"].partition("=")
            assert make_game(one["game"], one["rules"]).rules[point] == reading, one


@pytest.mark.parametrize("file", FILES)
def test_simulator_agrees(file: str) -> None:
    records = lr.load(FOLDER / f"{file}.moves")
    assert [(one.value("Title"), said) for one in records if (said := disagreement(one))] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_reading_is_shown(name: str) -> None:
    shown = {one.get("shows") for one in OWN}
    for book in GAMES[name].books:
        for point in load_book(GAMES[name].slug, book).points.values():
            if len(point.readings) > 1:
                assert {f"{point.id}={reading}" for reading in point.readings} <= shown, point.id


def test_titles_are_told_apart() -> None:
    titles = [(one["game"], one["rules"], one["title"]) for one in OWN]
    assert len(set(titles)) == len(titles)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs a program over the records, from another folder."""
    command = [sys.executable, str(FOLDER / "run.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, cwd="/")


def test_a_program_that_accepts_everything_does_not_conform() -> None:
    done = run("--game", "Weaver's", sys.executable, "-S", "-c", "")
    *different, last = done.stdout.splitlines()
    assert done.returncode == 1 and last == "16 of 27 as expected"
    assert sum("rejected expected, verified" in line for line in different) == 10
    assert sum("irregular expected, verified" in line for line in different) == 1 and len(different) == 11


def test_the_index_says_why_a_record_is_rejected() -> None:
    rejected = [one for one in INDEX if one["expect"] == "rejected"]
    assert all(one["code"] for one in rejected)
    # A false claim, a wrong tag and a slip in the syntax break no clause.
    assert {one["code"][0] for one in rejected if "clause" not in one} <= set("SHCDMR")
    assert sum("clause" in one for one in rejected) == 270


def test_names_of_odd_cases_say_what_is_expected() -> None:
    entries = [one for one in INDEX if one["file"].startswith("notation/")]
    assert len(entries) > 70
    assert [one["file"] for one in entries if one["file"].split(".")[-2] != one["expect"]] == []


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_another_implementation_runs() -> None:
    record = (FOLDER.parent / "games" / "martha-won.moves").read_bytes()
    done = subprocess.run(["node", OTHER_PROGRAM], input=record, capture_output=True)
    assert done.returncode == 0 and done.stdout.startswith(b"verified won "), done


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_another_implementation_conforms() -> None:
    done = run("--game", "Martha", "--digests", "node", str(OTHER_PROGRAM))
    assert done.returncode == 0 and done.stdout == "210 of 210 as expected\n", done.stdout


@pytest.mark.long
def test_this_program_conforms() -> None:
    done = run("--game", "Martha", "--digests", sys.executable, "-m", "leoni_replay", "verify", "-")
    assert done.returncode == 0 and done.stdout == "210 of 210 as expected\n", done.stdout


def test_the_deals_of_the_specification() -> None:
    with open(FOLDER / "deals.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    assert {game for game, *_ in rows} == set(GAMES)
    for game, deal, first, digits, digest in rows:
        table = lr.deal(deal, game)
        assert (texts(table.stock[:8]), table.hash, table.digest) == (first, digits, digest), (game, deal)
