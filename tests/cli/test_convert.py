"""``leoni convert``: what is written where, and what is not."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from leoni_replay.files.convert import clear
from leoni_replay.show import formats
from tests.cli.runs import GOOD, MISFIT, leoni, sampled

MANY = "\n".join([GOOD, GOOD, MISFIT])
FORMATS = {name: f".{name}" for name in ("html", "svg", "json", "jsonl", "csv")} | {"markdown": ".md", "text": ".txt"}


def test_every_format_is_typed() -> None:
    assert {*get_args(formats.TextFormat), *get_args(formats.BinaryFormat)} == set(formats.SUFFIXES)
    assert all(f"``{name}``" in str(formats.convert.__doc__) for name in formats.SUFFIXES)


@pytest.fixture(autouse=True)
def somewhere(folder: Path) -> None:
    Path("good.moves").write_text(GOOD, encoding="utf-8")
    Path("many.moves").write_text(MANY, encoding="utf-8")


@pytest.mark.parametrize(("to", "suffix"), FORMATS.items())
def test_one_game_makes_one_file(to: str, suffix: str) -> None:
    run = leoni("convert", "good.moves", "--format", to)
    assert (run.code, run.out, run.err) == (0, f"good{suffix}\n", "")
    text = Path(f"good{suffix}").read_text(encoding="utf-8")
    assert len(text) > 300
    assert leoni("convert", "good.moves", "-o", f"named{suffix}").code == 0
    assert Path(f"named{suffix}").read_text(encoding="utf-8") == text
    assert leoni("convert", "good.moves", "--format", to, "-o", "-").out == text
    assert sorted(os.listdir()) == sorted(["good.moves", "many.moves", f"good{suffix}", f"named{suffix}"])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs devices")
def test_a_device_is_written_to() -> None:
    run = leoni("convert", "good.moves", "--format", "json", "-o", os.devnull)
    assert (run.code, run.out, run.err) == (0, f"{os.devnull}\n", "") and not os.path.isfile(os.devnull)
    run = leoni("convert", "good.moves", "--format", "json", "-o", "/dev/full")
    assert (run.code, run.err) == (2, "leoni: /dev/full: cannot be written: no space left on device\n")


@pytest.mark.parametrize("to", ["html", "svg"])
def test_many_games_make_a_folder(to: str) -> None:
    run = leoni("convert", "many.moves", "--format", to)
    assert run.code == 1 and "game 3, move 3 is rejected: M20" in run.err
    names = [f"game-{number:03}.{to}" for number in (1, 2, 3)] + (["index.html"] if to == "html" else [])
    assert sorted(os.listdir("many")) == names
    assert run.out.split() == [os.path.join("many", name) for name in names]
    assert leoni("convert", "many.moves", "--format", to, "-o", "-").code == 2
    assert leoni("convert", "many.moves", "--format", to, "--game", "2", "-o", "-").code == 0
    assert leoni("convert", "many.moves", "--format", to, "-o", "good.moves").code == 2


@pytest.mark.parametrize("to", ["markdown", "text", "json", "jsonl", "csv"])
def test_many_games_in_one_file(to: str) -> None:
    run = leoni("convert", "many.moves", "--format", to)
    assert run.code == 1 and run.out == f"many{FORMATS[to]}\n"
    if to == "json":
        games = json.loads(Path("many.json").read_text(encoding="utf-8"))
        assert [game["verified"] for game in games] == [True, True, False]
    if to == "jsonl":
        lines = Path("many.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]
    if to in ("markdown", "text"):
        text = Path(f"many{FORMATS[to]}").read_text(encoding="utf-8")
        places = [
            text.index(f"{{}}Game {number} of 3: Leoni".format("# " * (to == "markdown"))) for number in (1, 2, 3)
        ]
        assert places == sorted(places)


def test_a_folder() -> None:
    """Its games go into one file, or into a folder with the same folders below; hidden ones are passed over."""
    for name, text in {"a": GOOD, "below/b": MANY, ".git/c": GOOD}.items():
        path = Path("in", f"{name}.moves")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    Path("in/below/D.MOVES").write_text(GOOD, encoding="utf-8")
    run = leoni("convert", "in", "--format", "html", "-o", "out")
    assert run.code == 1
    assert "b.moves: game 3, move 3 is rejected: M20" in run.err
    names = ["a.html", "below/D.html", *(f"below/b-game-00{number}.html" for number in (1, 2, 3)), "index.html"]
    assert sorted(str(path.relative_to("out")) for path in Path("out").rglob("*.html")) == sorted(names)
    index = Path("out/index.html").read_text(encoding="utf-8")
    assert all(f'href="{name}"' in index for name in names[:-1]) and "<h1>5 games</h1>" in index
    # Every page leads to the index, and to its neighbours.
    pages = {}
    for name in names[:-1]:
        text = Path("out", name).read_text(encoding="utf-8")
        pages[name] = re.findall('<a (?:rel="(prev|next)" )?href="([^"#]*)">', text)
    assert pages["a.html"] == [("", "index.html"), ("next", pages["a.html"][1][1])]
    for name in pages:
        for rel, link in pages[name]:
            there = (Path("out", name).parent / link).resolve()
            assert there.is_file() and (rel or there.name == "index.html")
    assert sum(rel == "next" for links in pages.values() for rel, _ in links) == len(pages) - 1
    assert "game 5 of 5 (below/b.moves, game 3 of 3)" in Path("out/below/b-game-003.html").read_text(encoding="utf-8")
    assert leoni("convert", "in", "--format", "jsonl").out == "in.jsonl\n"
    games = [json.loads(line) for line in Path("in.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(game["file"], game["number"], game["games"]) for game in games] == [
        ("in/a.moves", 1, 1),
        ("in/below/D.MOVES", 1, 1),
        *(("in/below/b.moves", number, 3) for number in (1, 2, 3)),
    ]
    # The tables of two commands can be joined.
    tables = [
        leoni(*words, "in").out for words in (("convert", "--format", "csv", "-o", "-"), ("select", "--format", "csv"))
    ]
    moves, selected = ({(row["file"], row["number"]) for row in csv.DictReader(io.StringIO(text))} for text in tables)
    assert moves <= selected and moves
    Path("in/none.moves").write_text("", encoding="utf-8")
    run = leoni("convert", "in", "--format", "csv", "--game", "1")
    assert (run.code, run.err) == (1, "leoni: in/none.moves: F603: there is no game in this file\n")


def test_markdown_with_its_pictures() -> None:
    """One game makes a folder as well; every picture that the text names is there, and no other."""
    Path("good.moves").rename("a b.moves")
    pictures = ["convert", "--format", "markdown", "--pictures"]
    assert leoni(*pictures, "a b.moves", "-o", "out").code == 0
    text = Path("out/index.md").read_text(encoding="utf-8")
    named = re.findall(r"^!\[.*\]\((.*)\)$", text, re.M)
    assert "```" not in text and named == [f"index-{n}.svg" for n in (0, 22, 44, 56)]
    assert sorted([*named, "index.md"]) == sorted(path.name for path in Path("out").iterdir())
    assert "<title>After move 22<" in Path("out/index-22.svg").read_text(encoding="utf-8")
    assert leoni(*pictures, ".", "-o", "all").code == 1
    assert "(a%20b-22.svg)" in Path("all/a b.md").read_text(encoding="utf-8") and Path("all/a b-22.svg").exists()
    for out in ("-", "x.md", "a b.moves"):
        run = leoni(*pictures, "a b.moves", "-o", out)
        assert run.code == 2 and "a game and what belongs to it make several files: name a folder" in run.err


@pytest.mark.parametrize(
    ("to", "option"),
    [
        ("html", "--four-colours"),
        ("json", "--ascii"),
        ("text", "--at=1"),
        ("svg", "--shared"),
    ],
)
def test_an_option_that_a_format_cannot_heed_is_refused(to: str, option: str) -> None:
    run = leoni("convert", "good.moves", "--format", to, option)
    assert run.code == 2 and f"{option.partition('=')[0]} is for " in run.err and f"not for {to}" in run.err


def test_nothing_is_overwritten_unasked() -> None:
    Path("good.md").write_text("mine", encoding="utf-8")
    assert leoni("convert", "good.moves", "--format", "markdown").code == 2
    assert Path("good.md").read_text(encoding="utf-8") == "mine"
    # One file that is there already keeps the whole folder from being written.
    Path("many").mkdir()
    Path("many/game-002.svg").write_text("mine", encoding="utf-8")
    assert leoni("convert", "many.moves", "--format", "svg").code == 2
    assert os.listdir("many") == ["game-002.svg"]


def test_scripts_of_earlier_pages_are_removed_and_nothing_else() -> None:
    """A name that belongs to another text is somebody's own file, and what a page refers to is still needed."""
    texts = {name: name.encode() for name in ("old", "needed")}
    names = {name: f"leoni-{sha256(text).hexdigest()[:16]}.js" for name, text in texts.items()}
    for name, text in texts.items():
        Path(names[name]).write_bytes(text)
    Path(names["old"].replace("leoni-", "leoni-0")[:22] + ".js").write_bytes(b"mine")
    Path("page.html").write_text(f'<script src="{names["needed"]}">', encoding="utf-8")
    before = set(os.listdir())
    clear(Path())
    assert before - set(os.listdir()) == {names["old"]}


def test_a_picture_at_a_move() -> None:
    first, last = (leoni("convert", "good.moves", "--format", "svg", "--at", at, "-o", "-").out for at in ("0", "1"))
    assert first != last and first.startswith("<svg") and "as dealt" in first and "after move 1" in last
    # In one page, neither takes its felt or its cards from the other.
    assert not {*re.findall('id="([^"]+)"', first)} & {*re.findall('id="([^"]+)"', last)}
    assert leoni("convert", "good.moves", "--format", "svg", "--at", "0", "--four-colours", "-o", "-").out != first
    look = leoni(
        "convert", "good.moves", "--format", "svg", "--theme", "dark", "--size", "300", "--faces", "plain", "-o", "-"
    )
    assert 'width="300"' in look.out and re.search(r'id="lrpd\w+-felt"', look.out)


def test_a_film_and_a_strip() -> None:
    film, still = (
        leoni("convert", "good.moves", "--format", "svg", "--first", "0", *more, "-o", "-").out
        for more in ((), ("--strip",))
    )
    assert "<animate" in film and "<animate" not in still and still.count("<title>") == 1
    assert "as dealt" in film and "1. " in film


def test_from_standard_input() -> None:
    record = sampled("Martha", "mcneely", 1)[0]
    for format, beginning in (("markdown", "# Martha"), ("csv", "file,number"), ("json", "[\n{"), ("text", "Martha, ")):
        run = leoni("convert", "-", "--format", format, stdin=record)
        assert run.code == 0 and run.out.startswith(beginning)
    run = leoni("convert", "-", "--format", "html", stdin=record)
    assert (run.code, run.out) == (0, "games.html\n")


def test_from_several_files(tmp_path: Path) -> None:
    record = sampled("Martha", "mcneely", 1)[0]
    for name in ("a/g.moves", "b/h.moves", "c/g.moves"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(record, "utf-8")
    first, second, third = (str(tmp_path / name) for name in ("a/g.moves", "b/h.moves", "c/g.moves"))
    run = leoni("convert", first, second, "--format", "html", "-o", "out")
    assert run.code == 0 and sorted(path.name for path in Path("out").iterdir()) == ["g.html", "h.html", "index.html"]
    assert leoni("convert", first, second, "--format", "jsonl", "-o", "-").out.count("\n") == 2
    # Two pages of one name are refused before anything is written.
    run = leoni("convert", first, third, "--format", "html", "-o", "other")
    assert run.code == 2 and "would both become g.html" in run.err and not Path("other").exists()
    (tmp_path / "a/g.moves.gz").write_bytes(gzip.compress(record.encode()))
    run = leoni("convert", str(tmp_path / "a"), "--format", "html", "-o", "other")
    assert run.code == 2 and "would both become g.html" in run.err and not Path("other").exists()
    run = leoni("replay", first, second, "--game", "2")
    assert run.code == 0 and "game 2 of 2" in run.out
    assert "they hold 2 games" in leoni("replay", first, second, "--game", "3").err
