"""What commands give to other programs: JSON as its schemas say, results in files, lines that keep their shape."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import leoni_replay
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
    data = valid("games", leoni("games", "--output-format", "json").out)
    assert [(game["name"], book["name"]) for game in data["games"] for book in game["books"]] == list(BOOKS)
    assert data["fragments"]


@pytest.mark.share(2)
@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_rules(game: str, book: str) -> None:
    data = valid("rules", leoni("rules", book, "--game", game, "--output-format", "json").out)
    rule_book = GAMES[game].book(book)
    assert [clause["id"] for clause in data["clauses"]] == list(rule_book.clauses)
    assert {point["id"]: point["reading"] for point in data["points"]} == {
        point: choice.reading for point, choice in rule_book.choices.items()
    }
    data = valid("rules", leoni("rules", "--game", game, "--output-format", "json").out)
    assert book in [one["name"] for one in data["books"]]


def test_where_two_books_part() -> None:
    data = valid("rules", leoni("rules", "--diff", "wikipedia", "pgc", "--output-format", "json").out)
    assert [book["game"] for book in data["books"]] == ["Labyrinth", "Labyrinth"]
    assert data["points"] == 6 and [one["id"] for one in data["differences"]] == ["LB1", "LB2", "LB5", "LB6"]


def test_conjectures() -> None:
    Path("twice.moves").write_text(MISFIT.replace("11:QCv", "{= left 94} 11:QCv"), encoding="utf-8")
    run = leoni("verify", "--keep-going", "--output-format", "json", "twice.moves", "good.moves")
    twice, good = valid("verify", run.out)
    assert [one["severity"] for one in twice["diagnostics"]] == ["error", "conjecture"]
    assert (twice["status"], good["status"]) == ("rejected", "verified")


@pytest.mark.long
def test_all_rules() -> None:
    for format in ("json", "jsonl"):
        run = leoni("verify", "--all-rules", "--output-format", format, "good.moves", "bare.moves")
        assert run.code == 0
        text = run.out if format == "json" else f"[{','.join(run.out.splitlines())}]"
        good, bare = valid("all-rules", text)
        assert (good["file"], good["legal"], good["rules"]) == ("good.moves", True, "wikipedia")
        assert good["books"]["wikipedia"] == {"legal": True, "refused": None, "readings": {}}
        assert good["books"]["mcneely"]["refused"]["code"][0] in "MR"
        assert bare["rules"] is None and all(book["readings"] for book in bare["books"].values())


@pytest.mark.long
@pytest.mark.parametrize("name", ["good.moves", "misfit.moves", "bare.moves", "books"])
def test_examine(name: str) -> None:
    # A table that is odd, one that is not, and one of every other game.
    paths = sorted((TRANSCRIPTS / "books").glob("*-*-*.moves"))[::12] if name == "books" else [Path(name)]
    for path in paths:
        run = leoni("examine", str(path), "--output-format", "json")
        examinations = valid("examine", run.out)
        assert run.code == (0 if all(one["sound"] for one in examinations) else 1)
        lines = leoni("examine", str(path), "--output-format", "jsonl").out.splitlines()
        assert [json.loads(line) for line in lines] == examinations
    if name == "books":
        drawn = str(TRANSCRIPTS / "books/mcneely-labyrinth.moves")
        (odd,) = json.loads(leoni("examine", drawn, "--output-format", "json").out)
        assert {one["code"] for one in odd["findings"]} >= {"E501"} and any(not one["holds"] for one in odd["claims"])


@pytest.mark.share(2)
@pytest.mark.parametrize("game", list(GAMES))
def test_deal(game: str) -> None:
    valid("deal", leoni("deal", "seed:1884", "--game", game, "--output-format", "json").out)


@pytest.mark.long
@pytest.mark.parametrize("name", ["misfit.moves", "bare.moves"])
def test_legal_moves_and_why(name: str) -> None:
    run = leoni("replay", name, "--at", "1", "--legal", "--output-format", "json")
    listed = valid("legal", run.out)
    assert (listed["file"], listed["after"], run.code) == (name, 1, 1 if name == "misfit.moves" else 0)
    for move in listed["legal"][:2]:
        run = leoni("why", name, move["short"], "--at", "1", "--output-format", "json")
        answer = valid("why", run.out)
        assert (answer["legal"], answer["moves"], answer["refused"], run.code) == (True, [move], None, 0)
    run = leoni("why", name, "redeal", "--at", "1", "--output-format", "json")
    answer = valid("why", run.out)
    assert (answer["legal"], answer["moves"], run.code) == (False, [], 1)
    assert answer["refused"]["clause"] and answer["refused"]["line"] is None


def test_nothing_of_a_file_that_cannot_be_read() -> None:
    run = leoni("examine", "missing.moves", "--output-format", "json")
    assert (run.code, run.out) == (2, "")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("verify --all-rules --output-format sarif good.moves", "--all-rules has no --output-format sarif"),
        ("verify --all-rules --output-format concise good.moves", "there are full, json, jsonl"),
        ("examine --output-format sarif good.moves", "'sarif' is not one of 'full', 'json', 'jsonl'"),
        ("games --output-format csv", "'csv' is not one of 'full', 'json'"),
        ("rules --output-format jsonl", "'jsonl' is not one of 'full', 'json'"),
        ("deal seed:1 --output-format sarif", "'sarif' is not one of"),
        ("verify --all-rules --strict good.moves", "--all-rules and --strict cannot be used together"),
        ("verify --all-rules --stats good.moves", "--all-rules and --stats cannot be used together"),
        ("verify --all-rules --rules mcneely good.moves", "--all-rules and --rules cannot be used together"),
        ("rules wikipedia --diff wikipedia mcneely", "not both"),
        ("replay --web --step good.moves", "--web and --step cannot be used together"),
        ("replay --web --at 999 good.moves", "good.moves: there is no move 999"),
        ("replay --web .", ".: --web needs the file of a record"),
        ("replay --web missing.moves", "missing.moves: there is no such file"),
        ("replay --no-browser good.moves", "--no-browser belongs to --web"),
        ("replay --step --output-file x good.moves", "--step and --output-file cannot be used together"),
        ("solve good.moves --output-format sarif", "'sarif' is not one of 'full', 'json', 'jsonl'"),
        ("solve", "name files to solve the games of, or deals with --deal"),
        ("solve good.moves --deal seed:1", "not both"),
        ("solve good.moves --game Labyrinth", "with files --game is a number"),
        (f"solve good.moves --game {'9' * 5000}", "with files --game is a number"),
        ("solve good.moves --game 2", "there is no game 2: good.moves holds 1 game"),
        ("solve good.moves --at 57", "good.moves, game 1: there is no move 57: the game has 56 moves"),
        ("solve good.moves --without bound,bind", "has no pruning `bind`: there are bound, "),
        ("solve good.moves --must-play", "is played before anything else anyway (L8=at-standstill, L11a=no)"),
        ("solve --deal seed:1 --at 3", "--at needs a record: a deal has no moves"),
        ("solve --deal 1884", "`1884` is not a deal; did you mean seed:1884 or pysol:1884?"),
        ("solve --deal seed:1 --game Klondike", "there is no game `Klondike`"),
        ("review good.moves --without bind", "has no pruning `bind`"),
        ("review good.moves --game 2", "there is no game 2: good.moves holds 1 game"),
        ("review {games} --output-format html", "a page holds one game: choose it with --game"),
    ],
)
def test_what_a_command_cannot_give_is_refused(line: str, said: str) -> None:
    run = leoni(*line.format(games=TRANSCRIPTS / "games").split())
    assert (run.code, run.out) == (2, "") and said in run.err


def test_a_format_from_the_environment_is_not_ignored_either() -> None:
    run = leoni("verify", "--all-rules", "good.moves", LEONI_OUTPUT_FORMAT="github")
    assert (run.code, run.out) == (2, "") and "--all-rules has no --output-format github" in run.err


# -- notes and help in all formats -----------------------------------------------------------------------------------


@pytest.mark.share(2)
@pytest.mark.parametrize("format", ["full", "json", "jsonl", "sarif", "junit", "github"])
def test_notes_and_help(format: str) -> None:
    """A game that is legal under another book: the note that says so is the most useful thing there is to say."""
    game = leoni("sample", "--rules", "mcneely", "--seed", "other").out.replace('"mcneely"', '"wikipedia"')
    Path("other.moves").write_text(game, encoding="utf-8")
    out = leoni("verify", "--output-format", format, "other.moves").out
    assert "legal under the rule book mcneely" in " ".join(out.split())
    assert "the one legal move is redeal" in out


def test_sarif_rules_tell_what_their_pages_do() -> None:
    (run,) = json.loads(leoni("verify", "--output-format", "sarif", "misfit.moves", "bare.moves").out)["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules.keys() == {"M203", "H108", "H111"}
    rule = rules["M203"]
    assert rule["fullDescription"]["text"].startswith("The card is available, but fits no foundation")
    assert "What to do: " in rule["help"]["text"] and rule["help"]["markdown"].startswith("# M203: ")
    assert rule["helpUri"] == "urn:leoni-replay:explain:M203"
    assert [rules[code]["defaultConfiguration"]["level"] for code in ("M203", "H111")] == ["error", "warning"]


# -- files ------------------------------------------------------------------------------------------------------------

RESULTS = (
    "verify good.moves misfit.moves",
    "verify --output-format junit misfit.moves",
    "verify --all-rules --output-format json good.moves",
    "replay good.moves",
    "examine good.moves",
    "examine --output-format jsonl good.moves",
    "deal seed:1884",
    "rules wikipedia",
    "rules --diff wikipedia pgc",
    "games --output-format json",
    "explain M203",
    "explain",
    "sample",
    "solve --deal seed:1 --game Labyrinth --rules wikipedia",
    "solve good.moves misfit.moves --at 50",
    "review --nodes 5 good.moves",
    "review --nodes 5 --output-format markdown misfit.moves",
    "review --nodes 5 --output-format html good.moves",
)


@pytest.mark.share(2)
@pytest.mark.parametrize("line", RESULTS)
def test_results_in_a_file(line: str) -> None:
    there = leoni(*line.split())
    run = leoni(*line.split(), "--output-file", "out.txt")
    assert (run.code, run.out) == (there.code, "")
    assert Path("out.txt").read_text(encoding="utf-8") == there.out
    # It is replaced, as other tools do it, and readable for others.
    Path("out.txt").write_text("old", encoding="utf-8")
    assert leoni(*line.split(), "--output-file", "out.txt").code == there.code
    assert Path("out.txt").read_text(encoding="utf-8") == there.out
    assert sorted(os.listdir()) == ["bare.moves", "good.moves", "misfit.moves", "out.txt"]
    assert stat.S_IMODE(Path("out.txt").stat().st_mode) & 0o400


def test_a_file_is_written_whole_or_not_at_all() -> None:
    Path("out.txt").write_text("old", encoding="utf-8")
    assert leoni("examine", "missing.moves", "--output-file", "out.txt").code == 2
    assert Path("out.txt").read_text(encoding="utf-8") == "old"
    run = leoni("games", "--output-file", "good.moves/out.txt")
    assert run.code == 2 and "cannot be written" in run.err
    Path("folder").mkdir()
    assert leoni("games", "--output-file", "folder").code == 2
    if os.path.exists("/dev/null"):
        assert leoni("games", "--output-file", "/dev/null") == (0, "", "")
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


# -- lines ------------------------------------------------------------------------------------------------------------

PIPED = (
    *RESULTS,
    "verify --output-format concise good.moves misfit.moves",
    "verify --all-rules good.moves bare.moves",
    "games",
    "rules",
    "explain weave",
    "replay --every misfit.moves",
    "book-report {books}",
    "examine {books}/mcneely-labyrinth.moves",
    "fmt --diff misfit.moves",
)


@pytest.mark.long
@pytest.mark.parametrize("line", PIPED)
def test_piped_lines_are_the_same_at_every_width(line: str) -> None:
    args = line.format(books=TRANSCRIPTS / "books").split()
    plain = leoni(*args)
    assert plain.code in (0, 1) and (plain.out or "fmt" in line)
    for width in ("20", "400"):
        assert leoni(*args, COLUMNS=width) == plain
    assert not re.search(r"[ \t]$", plain.out, re.M)


def test_every_game_has_a_line_with_its_digest_in_one_place() -> None:
    """However long the path, and whether cards are unknown or not."""
    long = Path("a" * 90)
    long.mkdir()
    for name in ("good.moves", "bare.moves"):
        (long / name).write_text(Path(name).read_text(encoding="utf-8"), encoding="utf-8")
    rows = [
        re.split(r" {2,}", line)
        for line in leoni("verify", "--ignore", "H", "good.moves", "bare.moves", str(long)).out.splitlines()
        if line.startswith(("verified", "consistent"))
    ]
    assert len(rows) == 4
    assert {row[5] for row in rows} == {"905fddf640080ce5", "881fa8275d5f63cd"}
    games = ["Leoni's Own, wikipedia", "Labyrinth, mcneely"]
    # What a lost game could still have played stands at the end.
    titles = [row[-2] if row[-1].endswith("still legal") else row[-1] for row in rows]
    assert titles == [*games, *reversed(games)]


def test_a_row_of_a_table_is_one_line() -> None:
    lines = leoni("games").out.splitlines()
    rows = lines[1 : lines.index("")]
    assert len(rows) == len(BOOKS)
    assert [row.startswith(name) and f"  {book}" in row for row, (name, book) in zip(rows, BOOKS, strict=True)]
    narrow = leoni("games", tty=True, COLUMNS="60", NO_COLOR="1").out.splitlines()
    assert len(narrow) > len(lines) and all(len(line) <= 60 for line in narrow)


# -- schemas ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_schemas_are_fit_for_a_catalogue() -> None:
    """Each says what it is, by a name of its own, and is itself right."""
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in SCHEMAS.glob("*.json")]
    assert len({schema["$id"] for schema in schemas}) == len(schemas) > 10
    for schema in schemas:
        jsonschema.validators.validator_for(schema).check_schema(schema)
        assert list(schema)[:4] == ["$schema", "$id", "title", "description"]
        assert schema["description"].endswith(".") and not schema["title"].endswith(".")


def test_the_schema_of_rule_books() -> None:
    schema = json.loads((SCHEMAS / "rulebook.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    books = [*FOLDER.glob("*.*.toml"), TRANSCRIPTS / "own-books" / "clara.toml"]
    for path in books:
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        validator.validate(book)
        for key in ("title", "readings", "clauses"):
            assert not validator.is_valid({name: entry for name, entry in book.items() if name != key})
