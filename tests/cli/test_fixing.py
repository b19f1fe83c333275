"""``leoni verify --fix`` and ``--diff``: what is corrected, what is left alone, and that a file is whole."""

from __future__ import annotations

import gzip
import os
import stat
from pathlib import Path

import pytest

from tests.cli.runs import GOOD, MISFIT, leoni, process

SWAPPED = GOOD.replace("8:JDv 1:TDv", "1:TDv 8:JDv")
SAID = "corrected: the whole game is legal with moves 14 and 15 swapped, 8:JDv before 1:TDv\n"
#: Two corrections explain it.
OPEN = GOOD[: GOOD.index("[Result")] + "\n1. 11:2S^ 11:QCv 4. 4:3S^ *\n"


def test_fix(folder: Path) -> None:
    path = folder / "swapped.moves"
    path.write_text(SWAPPED, encoding="utf-8")
    run = leoni("verify", "--fix", "swapped.moves")
    assert run.code == 0 and run.out.startswith("verified  swapped.moves  game 1  lost   56 moves")
    assert run.err == f"leoni: swapped.moves, game 1: {SAID}"
    assert path.read_text(encoding="utf-8") == GOOD
    assert os.listdir(folder) == ["swapped.moves"]
    assert leoni("verify", "--fix", "swapped.moves").err == ""


def test_diff_changes_nothing(folder: Path) -> None:
    path = folder / "games.moves"
    path.write_text(f"{SWAPPED}\n{OPEN}", encoding="utf-8")
    before = path.stat()
    for options in (["--diff"], ["--fix", "--diff"]):
        run = leoni("verify", *options, "games.moves")
        assert run.code == 1
        assert [line for line in run.out.splitlines() if line[:1] in "+-"] == [
            "--- games.moves",
            "+++ games.moves (corrected)",
            f"-{SWAPPED.splitlines()[6]}",
            f"+{GOOD.splitlines()[6]}",
        ]
        assert run.err == (
            "leoni: games.moves: game 2 is rejected, and no correction is the only one that makes it right\n"
        )
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert leoni("verify", "--diff", "--exit-zero", "games.moves").code == 0
    path.write_text(GOOD, encoding="utf-8")
    assert leoni("verify", "--diff", "games.moves") == (0, "", "")


def test_all_else_stays_byte_for_byte(folder: Path) -> None:
    """A byte order mark, any ends of lines, a game that cannot be read, and one that is rejected for good."""
    bad = b'[Game "Leoni\'s Own"]\n\n1. \xff *\n\n'
    first, second = SWAPPED.replace("\n", "\r\n"), SWAPPED.replace("\n", "\r").replace("1:TDv", "{é 王} 1:TDv")
    text = b"\xef\xbb\xbf" + first.encode() + b"\r\n" + bad + second.encode() + b"\r" + OPEN.encode()
    path = folder / "odd.moves"
    path.write_bytes(text)
    path.chmod(0o640)
    run = leoni("verify", "--fix", "odd.moves")
    assert run.err == f"leoni: odd.moves, game 1: {SAID}leoni: odd.moves, game 3: {SAID}"
    assert run.code == 1 and "2 games rejected, 2 verified" in run.out
    swapped, right = b"1:TDv 8:JDv", b"8:JDv 1:TDv"
    assert path.read_bytes() == text.replace(swapped, right)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_compressed_and_linked(folder: Path) -> None:
    (folder / "packed.moves.gz").write_bytes(gzip.compress(SWAPPED.encode()))
    (folder / "real.moves").write_text(SWAPPED, encoding="utf-8")
    (folder / "link.moves").symlink_to("real.moves")
    assert leoni("verify", "--fix", "-q", "packed.moves.gz", "link.moves").code == 0
    assert gzip.decompress((folder / "packed.moves.gz").read_bytes()).decode() == GOOD
    assert (folder / "link.moves").is_symlink()
    assert (folder / "real.moves").read_text(encoding="utf-8") == GOOD


def test_what_cannot_be_written_stays_and_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "swapped.moves"
    path.write_text(SWAPPED, encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    run = leoni("verify", "--fix", "swapped.moves")
    assert run.code == 2
    assert run.err == "leoni: swapped.moves: cannot be written: no space left on device\n"
    assert path.read_text(encoding="utf-8") == SWAPPED
    assert os.listdir(folder) == ["swapped.moves"]


def test_what_cannot_be_read_is_said_once(folder: Path) -> None:
    run = leoni("verify", "--fix", "nothing.moves")
    assert (run.code, run.err) == (2, "")
    assert "error[F601]" in run.out
    run = leoni("verify", "--diff", "nothing.moves")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("leoni: nothing.moves: this file cannot be read")


@pytest.mark.long
def test_standard_input() -> None:
    run = process("verify", "--diff", "-", stdin=SWAPPED.encode())
    assert run.returncode == 1 and run.stdout.startswith(b"--- -\n+++ - (corrected)\n")
    run = process("verify", "--fix", "-", stdin=SWAPPED.encode())
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.startswith(b"leoni: --fix cannot write to standard input")


def test_rules_that_are_given_count(folder: Path) -> None:
    path = folder / "swapped.moves"
    path.write_text(SWAPPED.replace('"wikipedia"', '"mcneely"'), encoding="utf-8")
    assert leoni("verify", "--fix", "--rules", "wikipedia", "swapped.moves").code == 0
    assert path.read_text(encoding="utf-8") == GOOD.replace('"wikipedia"', '"mcneely"')


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--diff", "--strict"], "--diff and --strict cannot be used together"),
        (["--diff", "--quiet"], "--diff and --quiet cannot be used together"),
        (["--all-rules", "--fix"], "--all-rules and --fix cannot be used together"),
        (["--diff", "--output-format", "json"], "--diff has no --output-format json: it prints a patch"),
    ],
)
def test_what_does_not_go_together(options: list[str], message: str) -> None:
    assert leoni("verify", *options, "good.moves") == (2, "", f"leoni: {message}\n")


def test_a_hopeless_game_is_left_alone(folder: Path) -> None:
    path = folder / "misfit.moves"
    path.write_text(MISFIT, encoding="utf-8")
    assert leoni("verify", "--fix", "misfit.moves").code == 1
    assert path.read_text(encoding="utf-8") == MISFIT
