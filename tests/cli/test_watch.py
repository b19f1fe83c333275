"""``leoni verify --watch``: the verdict anew at each save, the first error on top."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from leoni_replay.cli.watch import fitted
from tests.cli.runs import GOOD, HEAD, MISFIT, command, environment, leoni

#: How long a line is waited for before the watch counts as hanging, in seconds: no test takes nearly as long.
_HANGS = 120


@contextmanager
def watching(*arguments: str) -> Iterator[Iterator[str]]:
    """The lines that a watch prints, until it is interrupted."""
    pytest.importorskip("watchfiles", reason="watchfiles, the extra watch, is not installed")
    words = command("verify", "--watch", *arguments)
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment()
    ) as run:
        assert run.stdout is not None and run.stderr is not None
        guard = Timer(_HANGS, run.kill)
        guard.start()
        try:
            yield iter(run.stdout.readline, "")
            run.send_signal(signal.SIGINT)
            assert (run.wait(), run.stderr.read()) == (130, "")
        finally:
            guard.cancel()
            run.kill()


def until(lines: Iterator[str], end: str) -> list[str]:
    """The lines up to one with certain words."""
    seen = []
    for line in lines:
        seen.append(line)
        if end in line:
            return seen
    raise AssertionError(f"no line has {end!r}: {seen}")


def replace(path: Path, text: str) -> None:
    """Save as most editors do: a new file in place of the old."""
    other = path.with_suffix(".new")
    other.write_text(text)
    os.replace(other, path)


@pytest.mark.long
def test_a_file_is_verified_at_each_save(folder: Path) -> None:
    game = folder / "game.moves"
    game.write_text(HEAD + "\n1. 11:2S^ *\n")
    with watching("game.moves") as lines:
        assert until(lines, "verified") == [
            "verified  game.moves  game 1  unfinished    1 move   edba8b7894e9635f  123cc0d4274868bf  "
            "Leoni's Own, wikipedia\n"
        ]
        # Another file of the folder is nobody's business.
        (folder / "other.moves").write_text("nonsense")
        replace(game, HEAD + "\n1. 11:2S^ 7:3D^ *\n")
        printed = until(lines, "1 game rejected")
        assert [line.rstrip() for line in printed[:3]] == [
            "",
            "changed: game.moves",
            "error[M203]: 3♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down)",
        ]
        # Written over, and taken away.
        game.write_text(GOOD)
        assert "  game 1  lost " in until(lines, "verified")[-1]
        game.unlink()
        until(lines, "waiting for game.moves: this file does not exist yet")


@pytest.mark.long
def test_a_file_that_is_not_there_yet_is_waited_for(folder: Path) -> None:
    (folder / "old.moves").write_text(GOOD)
    with watching("new.moves", "old.moves") as lines:
        assert "old.moves" in until(lines, "verified")[-1]
        assert until(lines, "waiting for") == ["waiting for new.moves: this file does not exist yet\n"]
        replace(folder / "new.moves", GOOD)
        assert "old.moves" in until(lines, "2 games verified")[-3]
    with watching("first.moves") as lines:
        assert next(lines) == "waiting for first.moves: this file does not exist yet\n"
        replace(folder / "first.moves", GOOD)
        assert "first.moves" in until(lines, "verified")[-1]


@pytest.mark.long
def test_folders_and_errors_first(folder: Path) -> None:
    """What is right comes last, and a folder that is new is watched as well."""
    (folder / "games").mkdir()
    (folder / "games" / "a.moves").write_text(GOOD)
    with watching("games") as lines:
        until(lines, "verified")
        (folder / "games" / "new").mkdir()
        replace(folder / "games" / "new" / "b.moves", MISFIT)
        printed = until(lines, "1 game rejected, 1 verified (1 lost with moves still legal)")
        assert printed[1] == f"changed: {Path('games/new/b.moves')}\n"
        assert printed[2].startswith("error[M203]")
        assert printed[-3].startswith("verified  ")


def test_a_screen_begins_with_the_first_error() -> None:
    text = "".join(f"line {number}\n" for number in range(10)) + "the count\n"
    assert fitted(text, 11) == text
    assert fitted(text, 5) == "line 0\nline 1\nline 2\n(7 more lines: leoni verify prints them)\nthe count\n"
    assert len(fitted(text, 0).splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-"], "--watch needs files: standard input can be read only once"),
        (["--all-rules", "."], "--watch and --all-rules cannot be used together"),
        (["--output-file", "x", "."], "--watch and --output-file cannot be used together"),
        (["--output-format", "json", "."], "--watch has no --output-format json: there are full, concise"),
        (["no-such/folder/game.moves"], "no-such/folder: cannot be watched: no such file or directory"),
    ],
)
def test_what_cannot_be_watched(arguments: list[str], said: str) -> None:
    pytest.importorskip("watchfiles", reason="watchfiles, the extra watch, is not installed")
    run = leoni("verify", "--watch", *arguments)
    assert run.code == 2
    assert said in run.err


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    run = leoni("verify", "--watch", ".")
    assert (run.code, run.out) == (2, "")
    assert run.err == "leoni: --watch needs watchfiles: pip install 'leoni-replay[watch]'\n"
