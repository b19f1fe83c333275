"""``leoni select`` and ``leoni archive``: what they write, and what they say."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from leoni_replay.collecting.exporting import GAMES_COLUMNS
from leoni_replay.collecting.record_facts import FACT_NAMES
from leoni_replay.installation import command_to_add
from tests.cli.runs import leoni
from tests.collecting.records import ROOT, SMALL, raws, small

#: What is said of the short records when they are added once more: nobody knows the game of one.
AGAIN = "0 records added, 5 were there already, 1 judged again (no verdict changed)"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with short records, in the folder in which the commands run."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "small.moves"
    path.write_text(SMALL, encoding="utf-8")
    return path


def records(*numbers: int) -> str:
    """So many of the short records, as they are written."""
    return "\n".join(small()[number - 1].text for number in numbers)


def valid(name: str, value: object) -> None:
    """See that a value is as its schema says."""
    schema = json.loads(files("leoni_replay").joinpath(f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(value)


def test_records_are_written_as_they_were(file: Path) -> None:
    run = leoni("select", "small.moves", "--where", 'Player or code = "H103"')
    assert run == (0, records(1, 3, 5), "")
    assert leoni("select", "small.moves").out == records(1, 2, 3, 4, 5, 6)
    assert leoni("select", "-", stdin=SMALL).out == records(1, 2, 3, 4, 5, 6)
    # A pipe can be read but once.
    os.mkfifo("pipe")
    writer = subprocess.Popen(["sh", "-c", "cat small.moves > pipe"])
    assert leoni("select", "pipe", "--format", "count").out == "6\n"
    assert writer.wait() == 0


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (("--format", "count"), "6\n"),
        (("--format", "csv", "--columns", "number,Player,left", "--limit", "3"),
         "number,Player,left\n1,Ada,48\n2,,94\n3,Ada Müller,94\n"),
        (("--format", "csv", "--columns", "number,moves", "--sort", "-moves,-number"),
         "number,moves\n6,2\n3,2\n2,2\n4,1\n1,1\n5,0\n"),
        (("--format", "csv", "--columns", "number,unknown,Round", "--sort", "unknown,-Round", "--limit", "3"),
         "number,unknown,Round\n6,44,\n4,,x\n1,,7\n"),
        (("--format", "csv", "--columns", "number", "--unique"), "number\n1\n2\n4\n5\n6\n"),
        (("--format", "csv", "--columns", "number", "--duplicates"), "number\n3\n"),
        (("--format", "csv", "--columns", "number", "--digest", "edba8b7894e9635f"),
         "number,at\n2,1\n3,1\n4,1\n"),
        (("--format", "csv", "--columns", "number", "--begins", "11:2S QC"), "number\n2\n3\n"),
        (("--format", "counts", "--by", "Game,status"),
         "game         status      records\nKlondike     rejected          1\nLabyrinth    consistent        1\n"
         "Labyrinth    verified          1\nLeoni's Own  rejected          1\nLeoni's Own  verified          2\n"),
        (("--format", "table", "--where", 'result = "*" and moves = 2', "--sort", "Game"),
         "file         number  game         rules      label       result  moves\n"
         "small.moves       6  Labyrinth    mcneely    consistent  *           2\n"
         "small.moves       2  Leoni's Own  wikipedia  verified    *           2\n"
         "small.moves       3  Leoni's Own  wikipedia  verified    *           2\n"),
    ],
)  # fmt: skip
def test_formats(file: Path, options: tuple[str, ...], shown: str) -> None:
    run = leoni("select", "small.moves", *options)
    # A repeat is said to be one.
    repeat = "leoni: small.moves, game 3 is the same game as small.moves, game 2\n"
    assert (run.code, run.err) == (0, repeat if "--duplicates" in options else "")
    assert [line.rstrip() for line in run.out.splitlines()] == shown.splitlines()


def test_json_says_all_that_is_known(file: Path) -> None:
    lines = [json.loads(line) for line in leoni("select", "small.moves", "--format", "jsonl").out.splitlines()]
    assert lines == json.loads(leoni("select", "small.moves", "--format", "json").out)
    for line in lines:
        valid("select", line)
    for line, facts in zip(lines, small(), strict=True):
        assert line.pop("tags") == [list(tag) for tag in facts.tags]
        assert line == {name: value for name, value in asdict(facts).items() if name in line}
        assert set(line) | {"tags", "text"} == set(FACT_NAMES)


def test_split(file: Path) -> None:
    # In silence, as many files are written.
    quiet = leoni("select", "small.moves", "--split", "Game", "-o", "quiet", "--quiet")
    assert (quiet.code, quiet.out) == (0, "")
    assert {path.name for path in Path("quiet").iterdir()} == {"labyrinth.moves", "leonis-own.moves", "klondike.moves"}
    run = leoni("select", "small.moves", "--split", "Game", "-o", "by-game")
    assert (run.code, run.err) == (0, "")
    assert set(run.out.split()) == {"by-game/labyrinth.moves", "by-game/leonis-own.moves", "by-game/klondike.moves"}
    assert Path("by-game/leonis-own.moves").read_text(encoding="utf-8") == records(2, 3, 4)
    assert leoni("select", "small.moves", "--split", "4", "-o", "n").out == "n/0001.moves\nn/0002.moves\n"
    assert Path("n/0002.moves").read_text(encoding="utf-8") == records(5, 6)
    again = leoni("select", "small.moves", "--split", "4", "-o", "n")
    assert (again.code, again.err) == (2, "leoni: n/0001.moves exists already (--force replaces it)\n")
    assert leoni("select", "small.moves", "--split", "Result", "-o", "n", "--force").out.split() == [
        "n/unfinished.moves", "n/none.moves",
    ]  # fmt: skip
    # Values that make the same name do not share a file.
    tagged = "\n".join(small()[0].text.replace('"Ada"', f'"{name}"') for name in ("A.", "a", "../A", "A."))
    leoni("select", "-", "--split", "Player", "-o", "p", stdin=tagged)
    assert sorted(os.listdir("p")) == ["a-2.moves", "a-3.moves", "a.moves"]
    assert len(raws(Path("p/a.moves").read_text(encoding="utf-8"))) == 2
    # What Windows takes for a device is not a name of a file, whatever its ending.
    tagged = "\n".join(small()[0].text.replace('"Ada"', f'"{name}"') for name in ("con", "Nul.", "COM7", "Conrad"))
    leoni("select", "-", "--split", "Player", "-o", "d", stdin=tagged)
    assert sorted(os.listdir("d")) == ["com7-1.moves", "con-1.moves", "conrad.moves", "nul-1.moves"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--where", 'result = "win"'), "error: result is never `win`\n --> --where:1:10\n"),
        (("--digest", "12"), "leoni: --digest: `12` is not a digest: a digest has 16 hexadecimal digits\n"),
        (("--begins", "11-2S"), "leoni: --begins: not a move: '11-2S'; moves are, for example, 2S^ and 11:QC>KC\n"),
        (("--layout", "no.txt"), "leoni: no.txt: this file cannot be read: no such file or directory\n"),
        (("--sort", "movs"), "leoni: --sort: there is no field `movs`; did you mean moves?"),
        (("--sort", "-"), "leoni: --sort: there is no field ``"),
        (("--columns", "movs", "--format", "csv"), "leoni: --columns: there is no field `movs`"),
        (("--unique", "--duplicates"), "leoni: --unique and --duplicates cannot be used together\n"),
        (("--split", "3"), "leoni: --split writes several files: name their folder with -o"),
        (("--split", "0", "-o", "x"), "leoni: --split: 0 is not a possible number of games for a file\n"),
        (("--split", "9" * 5000, "-o", "x"), "leoni: --split: 99999999999999999999 is not a possible number of games"),
        (("--split", "\u00b2", "-o", "x"), "leoni: --split: \u00b2 is not a possible number of games for a file\n"),
        (
            ("--split", "Game,moves", "-o", "x"),
            "leoni: --split: give the number of games for each file, or one field\n",
        ),
        (("--split", "3", "-o", "x", "--format", "csv"), "leoni: --split always writes records"),
    ],
)
def test_what_cannot_be_asked(file: Path, options: tuple[str, ...], said: str) -> None:
    run = leoni("select", "small.moves", *options)
    assert run.code == 2
    assert run.err.startswith(said), run.err
    assert not os.path.exists("x")


def test_a_layout_that_is_none_is_shown_where_it_stands(file: Path) -> None:
    Path("t.txt").write_text("7: QS\n11: * 2X\n", encoding="utf-8")
    run = leoni("select", "small.moves", "--layout", "t.txt")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: `2X` is not a card\n --> t.txt:2:7\n  |\n2 | 11: * 2X\n  |       ^^\n")
    Path("t.txt").write_text("11: * 9? 5S QC\n".replace("9?", "??"), encoding="utf-8")
    assert leoni("select", "small.moves", "--layout", "t.txt").out == records(2, 3, 4)


def test_an_archive_from_its_first_game_to_its_columns(file: Path) -> None:
    run = leoni("archive", "add", "a.db", "small.moves")
    assert (run.code, run.out) == (1, "6 records added (2 rejected); the archive has 6\n")
    run = leoni("archive", "add", "a.db", "small.moves", "--index")
    assert (run.code, run.out) == (0, f"{AGAIN}; the archive has 6; the positions of 6 are kept now\n")
    for options in (("--where", "Player"), ("--digest", "edba8b7894e9635f"), ("--unique", "--sort", "-number")):
        run = leoni("archive", "find", "a.db", *options, "--format", "moves")
        assert run.code == 0
        assert run.out == leoni("select", "small.moves", *options).out
        assert leoni("select", "a.db", *options).out == run.out
    stats = leoni("archive", "stats", "a.db")
    assert (stats.code, stats.err) == (0, "")
    assert stats.out.startswith("6 records, 3 plays (1 recorded again), ")
    assert "\nLeoni's Own  wikipedia        3    0     0           2         1    2-2       2" in stats.out
    assert stats.out.endswith(
        "\n1 record under other games and rules, all rejected\n"
        "\n"
        "Labyrinth, mcneely: moves\n"
        "        1           1  ████████████████████████████████████████\n"
        "        2           1  ████████████████████████████████████████\n"
    )
    counted = json.loads(leoni("archive", "stats", "a.db", "--format", "json").out)
    valid("archive-stats", counted)
    assert [(book["game"], book["records"]) for book in counted["books"]] == [
        ("Klondike", 1), ("Labyrinth", 2), ("Leoni's Own", 3),
    ]  # fmt: skip
    assert leoni("archive", "stats", "a.db", "--format", "svg").out.startswith("<svg")
    assert leoni("archive", "export", "a.db", "--format", "moves", "-o", "out.moves").out == "out.moves\n"
    assert Path("out.moves").read_text(encoding="utf-8") == records(1, 2, 3, 4, 5, 6)
    leoni("archive", "export", "a.db", "--format", "jsonl", "-o", "out.jsonl", "--where", "moves = 2")
    lines = [json.loads(line) for line in Path("out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["number"] for line in lines] == [2, 3, 6]
    again = leoni("archive", "export", "a.db", "--format", "moves", "-o", "out.moves")
    assert (again.code, again.err) == (2, "leoni: out.moves exists already (--force replaces it)\n")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("archive", "add", "a.db"), "leoni: say what to add: files, folders, or - for standard input\n"),
        (("archive", "find", "no.db"), "leoni: no.db: there is no such file\n"),
        (
            ("archive", "stats", "small.moves"),
            "leoni: small.moves: this file is not an archive; leoni has not changed it\n",
        ),
        (("archive", "add", "small.moves", "small.moves"), "leoni: small.moves: this file is not an archive"),
        (("archive", "add", "no/a.db", "small.moves"), "leoni: no/a.db: it cannot be opened: the folder is not there"),
        (("archive", "find", "no.db", "--where", "movs"), "error: there is no field `movs`\n"),
    ],
)
def test_what_cannot_be_asked_of_an_archive(file: Path, command: tuple[str, ...], said: str) -> None:
    run = leoni(*command)
    assert run.code == 2
    assert run.err.startswith(said), run.err
    assert file.read_text(encoding="utf-8") == SMALL


def test_without_duckdb(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leoni("archive", "add", "a.db", "small.moves")
    monkeypatch.setattr("leoni_replay.collecting.exporting.find_spec", lambda name: None)
    run = leoni("archive", "export", "a.db", "-o", "columns")
    assert run == (2, "", f"leoni: Parquet needs DuckDB: {command_to_add('data')}\n")
    assert not os.path.exists("columns")


@pytest.mark.long
def test_columns_hold_what_is_known(file: Path) -> None:
    import duckdb

    leoni("archive", "add", "a.db", "small.moves", str(ROOT / "transcripts" / "games"))
    # The name of a folder is nothing but a name.
    assert leoni("archive", "export", "a.db", "-o", 'o\'clock, "x"').code == 0
    with duckdb.connect() as db:
        games = db.execute("SELECT * FROM read_parquet(?) ORDER BY id", ['o\'clock, "x"/games.parquet'])
        names = [column[0] for column in games.description or ()]
        assert names == [*GAMES_COLUMNS]
        rows = [dict(zip(names, row, strict=True)) for row in games.fetchall()]
        selected = [json.loads(line) for line in leoni("select", "a.db", "--format", "jsonl").out.splitlines()]
        assert len(rows) == len(selected) > 30
        for row, facts in zip(rows, selected, strict=True):
            assert json.loads(row["tags"] or "[]") == facts["tags"]
            assert {name: row[name] for name in row if name in facts and name != "tags"} == {
                name: facts[name] for name in row if name in facts and name != "tags"
            }
        positions = db.execute(
            "SELECT id, move, digest FROM read_parquet(?)", ['o\'clock, "x"/moves.parquet']
        ).fetchall()
        accepted = [row for row in rows if row["status"] != "rejected"]
        assert len(positions) == sum(row["moves"] + 1 for row in accepted)
        last = {(row["id"], row["moves"]): row["digest"] for row in accepted}
        assert last.items() <= {(id, move): digest for id, move, digest in positions}.items()
