"""What other people hand over: names of files in any bytes, texts with a mark or in another encoding, cells that a
spreadsheet would obey. Every command takes them, or says why not."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from leoni_replay.cards import TEXT
from leoni_replay.cli.common import PLAIN, line_reader, terminal_for
from tests.cli.runs import GOOD, HEAD, leoni
from tests.collecting.records import ROOT
from tests.exchange.saves import played, saved

#: a name that is not UTF-8
NAME = "caf\udce9"

BYTES = pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")


@pytest.fixture(autouse=True)
def somewhere(folder: Path) -> None:
    Path("good.moves").write_text(GOOD, encoding="utf-8")


# -- side inputs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("machine", "other"), [("latin-1", "é"), ("ascii", "\ufffd")])
def test_a_typed_line_is_utf_8_whatever_the_machine_says(
    machine: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.TextIOWrapper(io.BytesIO("11:2♠^\n".encode() + b"\xe9\n"), encoding=machine)
    monkeypatch.setattr(sys, "stdin", typed)
    read = line_reader(terminal_for(PLAIN))
    assert [read("").strip(), read("").strip()] == ["11:2♠^", other]


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_side_inputs_may_have_a_mark_and_any_line_ends(mark: bytes, end: bytes) -> None:
    def written(text: str) -> bytes:
        return mark + text.encode().replace(b"\n", end)

    layout = written("S^: 3S\n1: *\n")
    Path("layout.txt").write_bytes(layout)
    found = leoni("select", "good.moves", "--layout", "layout.txt")
    assert (found.code, found.err, found.out) == (0, "", GOOD)
    assert leoni("select", "good.moves", "--layout", "-", stdin=layout) == found
    book = (ROOT / "transcripts" / "own-books" / "clara.toml").read_text(encoding="utf-8")
    Path("clara.toml").write_bytes(written(book))
    shutil.copy(ROOT / "transcripts" / "own-books" / "clara.moves", "clara.moves")
    assert leoni("verify", "clara.moves").code == 0
    replay = leoni("convert", "good.moves", "--format", "json", "-o", "-").out
    assert leoni("import", "-", "--from", "json", stdin=written(replay)).out == GOOD
    pack = leoni(
        "convert", "-", "--format", "fc-solve", "-o", "-", stdin=leoni("new", "martha", "--deal", "seed:1").out
    ).out
    assert leoni("import", "-", "--from", "fc-solve", stdin=written(pack)).code == 0


def test_side_inputs_in_another_encoding_are_refused_with_their_place() -> None:
    wrong = "S^: 3S\n; café\n".encode("cp1252")
    cut = gzip.compress(wrong)[:-9]
    for name, data in (("layout.txt", wrong), ("long.txt", b"1" * (1 << 21)), ("bad.gz", b"1: QC"), ("cut.gz", cut)):
        Path(name).write_bytes(data)
        for args in (("select", "good.moves", "--layout", name), ("play", "new.moves", "--layout", name)):
            run = leoni(*args)
            assert run.code == 2 and "cannot be read: " in run.err, args
            assert not os.path.exists("new.moves")
    assert "line 2 is not text in UTF-8" in leoni("select", "good.moves", "--layout", "-", stdin=wrong).err
    for kind in ("json", "jsonl", "solvitaire", "fc-solve"):
        assert "it is not text in UTF-8" in leoni("import", "-", "--from", kind, stdin=b'["caf\xe9"]').err
    Path("my.toml").write_bytes(wrong)
    assert "it is not in UTF-8" in leoni("rules", "file:my.toml").err


# -- names ------------------------------------------------------------------------------------------------------------


@BYTES
@pytest.mark.parametrize(
    "line",
    [
        *(f"verify N.moves --format {kind}" for kind in ("text", "concise", "json", "github", "sarif", "junit")),
        "verify N.moves --all-rules",
        "verify N.moves --diff",
        "verify N.moves -o N.txt",
        "fmt N.moves --diff",
        "replay N.moves",
        "examine N.moves",
        "convert N.moves --format html",
        "convert N.moves --format csv -o -",
        "convert N --format html -o N.pages",
        "convert N --format json -o -",
        "select N.moves --format csv",
        "select N --split file -o N.split",
        "archive add N.db N.moves good.moves",
        'archive find N.db --where file~"N"',
        "archive find N.db --format json",
        "archive stats N.db",
        "archive export N.db -o N.jsonl --format jsonl",
        "verify N.db",
        "odds --deals 1 --player weighted --db N.odds",
        "sample -o N.sample.moves",
        "new -o N.new.moves",
        "import N.json",
    ],
)
def test_names_of_files_are_any_bytes(line: str) -> None:
    Path(f"{NAME}.moves").write_text(GOOD, encoding="utf-8")
    os.mkdir(NAME)
    for name in ("one.moves", f"{NAME}.moves"):
        Path(NAME, name).write_text(GOOD, encoding="utf-8")
    if "N.db" in line and " add " not in line:
        leoni("archive", "add", f"{NAME}.db", f"{NAME}.moves", "good.moves", "--index")
    if "N.json" in line:
        Path(f"{NAME}.json").write_text(leoni("convert", "good.moves", "--format", "json", "-o", "-").out, "utf-8")
    run = leoni(*line.replace("N", NAME).split())
    assert run.code == 0, run


@BYTES
@pytest.mark.parametrize(
    "args", [("sample", "--seed", NAME), ("new", "--deal", f"seed:{NAME}"), ("odds", "--seed", NAME)]
)
def test_a_seed_is_text(args: tuple[str, ...]) -> None:
    run = leoni(*args)
    assert run.code == 2 and run.err.startswith("leoni: ")


# -- texts ------------------------------------------------------------------------------------------------------------


def test_no_cell_of_any_csv_is_a_formula() -> None:
    cells = ("=HYPERLINK(1)", "+1", "-1", "@SUM(1)")
    os.mkdir("=many")
    for number, cell in enumerate(cells):
        text = GOOD.replace("[Result", f'[Player "{cell}"]\n[Result')
        Path("=many", f"{number}.moves").write_text(text, encoding="utf-8")
    leoni("archive", "add", "a.db", "=many")
    for args in (
        ("select", "=many", "--format", "csv", "--columns", "file,Player"),
        ("archive", "find", "a.db", "--format", "csv", "--columns", "file,Player"),
        ("convert", "=many", "--format", "csv", "-o", "-"),
    ):
        run = leoni(*args)
        assert run.code == 0 and len(rows := list(csv.reader(run.out.splitlines()))) > 4
        assert all(not cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row), args


def test_an_imported_record_can_be_written_and_read() -> None:
    """Whatever a stranger's comment holds, and however long it is; and one file does not spoil another."""
    game = played("pysol:12345", 3, 4)
    game_tag = 'mine:\n[Game "Martha"]\n  [ Game "x"]\n[Deal "pysol:1"]'
    comments = (game_tag, "x" * 200_000, "} {= won} ;", "\x00\ud800\r\n=", "=")
    for number, comment in enumerate(comments):
        Path(f"{number}.pso").write_bytes(saved(game, 12345, comment=comment))
    run = leoni("import", *(f"{number}.pso" for number in range(len(comments))))
    assert run.code == 0 and "Traceback" not in run.err
    assert "left out: the end of its comment (200,000 characters)" in run.err
    checked = leoni("verify", "-", "--format", "jsonl", stdin=run.out)
    assert [json.loads(line)["status"] for line in checked.out.splitlines()] == ["verified"] * len(comments)


@pytest.mark.long
def test_no_imported_record_is_too_large_to_be_checked() -> None:
    note = {"kind": "comment", "text": "x" * 1_000_000}
    data = {"version": 1, "tags": [["Game", "Martha"]], "moves": [], "positions": [], "result": "*"}
    longer = note | {"text": "x" * (1 << 20)}
    for notes, said in (([note] * 9, "its record is longer than 8 MiB"), ([longer], "cannot be written")):
        run = leoni("import", "-", "--from", "json", stdin=json.dumps(data | {"ending": notes}))
        assert (run.code, run.out) == (1, "") and said in run.err


def test_tags_that_are_numbers_are_sorted_as_numbers() -> None:
    for number, value in enumerate(("10", "9", "-1", "final", "2.5")):
        text = f'{HEAD}[Round "{value}"]\n\n11:2S^ *\n'
        Path(f"r{number}.moves").write_text(text, encoding="utf-8")
    names = [f"r{number}.moves" for number in range(5)]
    columns = ("--format", "csv", "--columns", "Round")
    assert leoni("select", *names, "--sort", "Round", *columns).out.split() == [
        "Round",
        "'-1",
        "2.5",
        "9",
        "10",
        "final",
    ]
    assert leoni("select", *names, "--sort", "-Round", *columns).out.split()[1:] == ["final", "10", "9", "2.5", "'-1"]
    counts = leoni("select", *names, "--format", "counts", "--by", "Round").out.split()[2::2]
    assert counts == ["-1", "2.5", "9", "10", "final"]


def test_an_empty_file_is_there() -> None:
    Path("empty.db").touch()
    for args in (("find",), ("stats",), ("export", "-o", "x")):
        run = leoni("archive", args[0], "empty.db", *args[1:])
        assert run.code == 2 and "empty.db: this file is empty: it has no archive of `leoni archive`" in run.err


def test_a_diagram_that_cannot_be_is_published_with_what_is_wrong() -> None:
    head = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "layout"]\n'
    Path("row.moves").write_text(head + '[Layout "1: 9D 9D 9D 9D 9D 9D 9D"]\n\n*\n', encoding="utf-8")
    for kind in ("html", "markdown", "text"):
        out = leoni("convert", "row.moves", "--format", kind, "-o", "-").out
        assert "doubtful, with 2 warnings: unfinished" in out and "D305: " in out and "E501: " in out, kind
        assert "verified" not in re.sub(r"<style>.*?</style>|<script.*?</script>", "", out, flags=re.S)
    (data,) = json.loads(leoni("convert", "row.moves", "--format", "json", "-o", "-").out)
    assert [one["code"] for one in data["diagnostics"]] == ["D305", "E501"]
    # All cards are there, but the stock would have filled the gap.
    cards = [TEXT[card] for card in range(52) if card % 13 and card != 1]
    gap = f"C^: 2C\nD^: AD\nH^: AH\nS^: AS\nr1: -- {' '.join(cards[:7])}\nstock: {' '.join(cards[7:])}"
    Path("gap.moves").write_text(
        f'[Game "Labyrinth"]\n[Rules "mcneely"]\n[Deal "layout"]\n[Layout "\n{gap}\n"]\n\n*\n', encoding="utf-8"
    )
    assert leoni("archive", "add", "games.db", "gap.moves").code == 0
    for command in ("verify row.moves", "replay row.moves", "verify gap.moves", "replay gap.moves", "verify games.db",
                    "select --format table gap.moves", "archive find --format table games.db"):  # fmt: skip
        out = leoni(*command.split()).out
        assert "doubtful" in out and "verified" not in out.replace("every verdict", ""), command
    for command in ("verify --format jsonl gap.moves", "select --format jsonl gap.moves"):
        data = json.loads(leoni(*command.split()).out)
        assert (data["status"], data["label"]) == ("verified", "doubtful"), command
