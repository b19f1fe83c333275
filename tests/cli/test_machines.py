"""What commands give to other programs: JSON as its schemas say, results in files, lines that keep their shape."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import leoni_replay
from leoni_replay import explain
from leoni_replay.games import GAMES
from leoni_replay.games.rules import FOLDER
from tests.cli.runs import BOOKS, GOOD, MISFIT, leoni

SCHEMAS = Path(leoni_replay.__file__).parent / "schemas"
TRANSCRIPTS = Path(__file__).parent.parent.parent / "transcripts"


@pytest.fixture(autouse=True)
def somewhere(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD, encoding="utf-8")
    (folder / "misfit.moves").write_text(MISFIT, encoding="utf-8")
    (folder / "bare.moves").write_text('[Game "Labyrinth"]\n\n1. r1c3:2D^+QH r1c5:3D^+KC *\n', encoding="utf-8")


def valid(name: str, text: str, part: str = "") -> Any:
    """Data that are as the schema says; an object without one of its keys is not."""
    schema = json.loads(files("leoni_replay").joinpath(f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    data = json.loads(text)
    validator.validate(data)
    for value in data if isinstance(data, list) else [data]:
        validator.validate(value)
        for key in value:
            assert not validator.is_valid({name: entry for name, entry in value.items() if name != key})
    return data


# -- JSON -------------------------------------------------------------------------------------------------------------


def test_games() -> None:
    data = valid("games", leoni("games", "--format", "json").out)
    assert [(game["name"], book["name"]) for game in data["games"] for book in game["books"]] == list(BOOKS)
    assert data["fragments"]


@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_rules(game: str, book: str) -> None:
    data = valid("rules", leoni("rules", book, "--game", game, "--format", "json").out)
    rule_book = GAMES[game].book(book)
    assert [clause["id"] for clause in data["clauses"]] == list(rule_book.clauses)
    assert {point["id"]: point["reading"] for point in data["points"]} == {
        point: choice.reading for point, choice in rule_book.choices.items()
    }
    data = valid("rules", leoni("rules", "--game", game, "--format", "json").out)
    assert book in [one["name"] for one in data["books"]]


@pytest.mark.long
@pytest.mark.parametrize("name", ["good.moves", "misfit.moves", "bare.moves", "books"])
def test_examine(name: str) -> None:
    # A table that is odd, one that is not, and one of every other game.
    paths = sorted((TRANSCRIPTS / "books").glob("*-*-*.moves"))[::12] if name == "books" else [Path(name)]
    for path in paths:
        run = leoni("examine", str(path), "--format", "json")
        examinations = valid("examine", run.out)
        assert run.code == (0 if all(one["sound"] for one in examinations) else 1)
        lines = leoni("examine", str(path), "--format", "jsonl").out.splitlines()
        assert [json.loads(line) for line in lines] == examinations
    if name == "books":
        drawn = str(TRANSCRIPTS / "books/mcneely-labyrinth.moves")
        (odd,) = json.loads(leoni("examine", drawn, "--format", "json").out)
        assert {one["code"] for one in odd["findings"]} >= {"E501"} and any(not one["holds"] for one in odd["claims"])


@pytest.mark.parametrize("game", list(GAMES))
def test_deal(game: str) -> None:
    valid("deal", leoni("deal", "seed:1884", "--game", game, "--format", "json").out)


# -- notes and help in all formats -----------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["text", "json", "jsonl", "sarif", "junit", "github"])
def test_notes_and_help(format: str) -> None:
    """A game that is legal under another book: the note that says so is the most useful thing there is to say."""
    game = leoni("sample", "--rules", "mcneely", "--seed", "other").out.replace('"mcneely"', '"wikipedia"')
    Path("other.moves").write_text(game, encoding="utf-8")
    out = leoni("verify", "--format", format, "other.moves").out
    assert "legal under the rule book mcneely" in " ".join(out.split())
    assert "the one legal move is redeal" in out


def test_sarif_rules_tell_what_their_pages_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "sources_address", lambda: "https://example.org/leoni")
    (run,) = json.loads(leoni("verify", "--format", "sarif", "misfit.moves", "bare.moves").out)["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules.keys() == {"M203", "H108", "H111"}
    rule = rules["M203"]
    assert rule["fullDescription"]["text"].startswith("You may take the card, but it fits no foundation")
    assert "What to do: " in rule["help"]["text"] and rule["help"]["markdown"].startswith("# M203: ")
    assert rule["helpUri"] == "https://example.org/leoni/blob/HEAD/leoni_replay/explain/M203.md"
    # Readers such as sarif-tools look up the rule of every result, also of a remark.
    (run,) = json.loads(leoni("verify", "--format", "sarif", "good.moves").out)["runs"]
    listed = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert run["results"] and all(listed[one["ruleIndex"]] == one["ruleId"] for one in run["results"])
    assert [rules[code]["defaultConfiguration"]["level"] for code in ("M203", "H111")] == ["error", "warning"]


# -- files ------------------------------------------------------------------------------------------------------------

RESULTS = (
    "verify good.moves misfit.moves",
    "verify --format junit misfit.moves",
    "verify --all-rules --format json good.moves",
    "replay good.moves",
    "examine good.moves",
    "examine --format jsonl good.moves",
    "deal seed:1884",
    "rules wikipedia",
    "rules --diff wikipedia pgc",
    "games --format json",
    "explain M203",
    "explain",
    "sample",
    "solve --deal seed:1 --game Labyrinth --rules wikipedia",
    "solve good.moves misfit.moves --at 50",
    "review --nodes 5 good.moves",
    "review --nodes 5 --format markdown misfit.moves",
    "review --nodes 5 --format html good.moves",
)


@pytest.mark.share(1)
@pytest.mark.parametrize("line", RESULTS)
def test_results_in_a_file(line: str) -> None:
    there = leoni(*line.split())
    run = leoni(*line.split(), "-o", "out")
    assert (run.code, run.out) == (there.code, "")
    assert Path("out").read_text(encoding="utf-8") == there.out
    # It is replaced only if that is wanted, and readable for others.
    Path("out").write_text("old", encoding="utf-8")
    assert leoni(*line.split(), "-o", "out", "--force").code == there.code
    assert Path("out").read_text(encoding="utf-8") == there.out
    assert sorted(os.listdir()) == ["bare.moves", "good.moves", "misfit.moves", "out"]
    assert stat.S_IMODE(Path("out").stat().st_mode) & 0o400


# -- schemas ----------------------------------------------------------------------------------------------------------


def test_the_schema_of_rule_books() -> None:
    schema = json.loads((SCHEMAS / "rulebook.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    books = [*FOLDER.glob("*.*.toml"), TRANSCRIPTS / "own-books" / "clara.toml"]
    for path in books:
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        validator.validate(book)
        for key in ("title", "readings", "clauses"):
            assert not validator.is_valid({name: entry for name, entry in book.items() if name != key})
