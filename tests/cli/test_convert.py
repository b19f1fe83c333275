"""``leoni convert``: what is written where, and what is not."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.runs import GOOD, MISFIT, leoni, sampled

MANY = "\n".join([GOOD, GOOD, MISFIT])
FORMATS = {"html": ".html", "svg": ".svg", "markdown": ".md", "text": ".txt", "json": ".json", "csv": ".csv"}


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.moves").write_text(GOOD, encoding="utf-8")
    Path("many.moves").write_text(MANY, encoding="utf-8")


@pytest.mark.parametrize(("to", "suffix"), FORMATS.items())
def test_one_game_makes_one_file(to: str, suffix: str) -> None:
    done = leoni("convert", "good.moves", "--to", to)
    assert (done.code, done.out, done.err) == (0, f"good{suffix}\n", "")
    text = Path(f"good{suffix}").read_text(encoding="utf-8")
    assert len(text) > 300
    assert leoni("convert", "good.moves", "-o", f"named{suffix}").code == 0
    assert Path(f"named{suffix}").read_text(encoding="utf-8") == text
    assert leoni("convert", "good.moves", "--to", to, "-o", "-").out == text
    assert sorted(os.listdir()) == sorted(["good.moves", "many.moves", f"good{suffix}", f"named{suffix}"])


@pytest.mark.parametrize("to", ["html", "svg"])
def test_many_games_make_a_folder(to: str) -> None:
    done = leoni("convert", "many.moves", "--to", to)
    assert done.code == 1 and "game 3, move 3 is rejected: M20" in done.err
    names = [f"game-{number:03}.{to}" for number in (1, 2, 3)] + (["index.html"] if to == "html" else [])
    assert sorted(os.listdir("many")) == names
    assert done.out.split() == [os.path.join("many", name) for name in names]
    assert leoni("convert", "many.moves", "--to", to, "-o", "-").code == 2
    assert leoni("convert", "many.moves", "--to", to, "--game", "2", "-o", "-").code == 0
    assert leoni("convert", "many.moves", "--to", to, "-o", "good.moves").code == 2


@pytest.mark.parametrize("to", ["markdown", "text", "json", "csv"])
def test_many_games_in_one_file(to: str) -> None:
    done = leoni("convert", "many.moves", "--to", to)
    assert done.code == 1 and done.out == f"many{FORMATS[to]}\n"
    if to == "json":
        games = json.loads(Path("many.json").read_text(encoding="utf-8"))
        assert [game["verified"] for game in games] == [True, True, False]


def test_nothing_is_overwritten_unasked() -> None:
    Path("good.md").write_text("mine", encoding="utf-8")
    done = leoni("convert", "good.moves", "--to", "markdown")
    assert done.code == 2 and "good.md exists already (--force replaces it)" in done.err
    assert Path("good.md").read_text(encoding="utf-8") == "mine"
    assert leoni("convert", "good.moves", "--to", "markdown", "--force").code == 0
    assert Path("good.md").read_text(encoding="utf-8").startswith("# ")
    # One file that is there already keeps the whole folder from being written.
    Path("many").mkdir()
    Path("many/game-002.svg").write_text("mine", encoding="utf-8")
    assert leoni("convert", "many.moves", "--to", "svg").code == 2
    assert os.listdir("many") == ["game-002.svg"]


def test_what_is_no_file_is_left_alone() -> None:
    """A device, a pipe or a folder is never replaced, not even with --force; a link keeps leading where it did."""
    os.mkfifo("pipe")
    for force in ([], ["--force"]):
        done = leoni("convert", "good.moves", "--to", "text", "-o", "pipe", *force)
        assert done.code == 2 and "is no file that can be replaced" in done.err
    assert Path("pipe").is_fifo()
    Path("folder").mkdir()
    assert leoni("convert", "good.moves", "--to", "text", "-o", "folder").out == os.path.join("folder", "good.txt\n")
    assert leoni("convert", "good.moves", "--to", "text", "-o", "folder").code == 2
    Path("link.txt").symlink_to("folder/good.txt")
    assert leoni("convert", "good.moves", "--to", "text", "-o", "link.txt", "--force").code == 0
    assert Path("link.txt").is_symlink() and Path("folder/good.txt").is_file()


def test_a_picture_at_a_move() -> None:
    first, last = (leoni("convert", "good.moves", "--to", "svg", "--at", at, "-o", "-").out for at in ("0", "1"))
    assert first != last and first.startswith("<svg") and "as dealt" in first and "after move 1" in last
    assert leoni("convert", "good.moves", "--to", "svg", "--at", "0", "--four-colours", "-o", "-").out != first


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["good.moves"], "say what to convert to: --to html, svg"),
        (["good.moves", "-o", "x.doc"], "say what to convert to"),
        (["good.moves", "--to", "svg", "--at", "9999"], "there is no move 9999"),
        (["good.moves", "--to", "text", "--at", "1"], "--at is for pictures"),
        (["good.moves", "--to", "text", "--game", "2"], "there is no game 2 in this file"),
        (["missing.moves", "--to", "text"], "missing.moves: cannot be read or written"),
        (["good.moves", "--to", "text", "-o", "good.moves/x.txt"], "cannot be read or written"),
        (["good.moves", "--to", "text", "--rules", "hoyle"], "there is no rule book `hoyle`"),
        (["good.moves", "--to", "pdf"], "'pdf' is not one of"),
    ],
)
def test_what_cannot_be_converted(args: list[str], said: str) -> None:
    before = sorted(os.listdir())
    done = leoni("convert", *args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert sorted(os.listdir()) == before


def test_a_record_without_a_table() -> None:
    Path("none.moves").write_text('[Game "Chess"]\n[Deal "seed:1"]\n\n*\n', encoding="utf-8")
    for to in ("markdown", "text", "json", "csv", "html"):
        done = leoni("convert", "none.moves", "--to", to, "-o", "-")
        assert done.code == 1 and "H103" in done.err, to
    assert leoni("convert", "none.moves", "--to", "svg").code == 2


def test_from_standard_input() -> None:
    done = leoni("convert", "-", "--to", "markdown", stdin=sampled("Martha", "mcneely", 1)[0])
    assert (done.code, done.out) == (0, "games.md\n")
