"""``leoni verify``: what is printed in each form, exit statuses, and the options."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from tests.cli.runs import BOOKS, FORMATS, GOOD, HOSTILE, MISFIT, leoni, process, sampled

FRAME = """\
error[M203]: 10♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down)
 --> misfit.moves:5:18   game 1, move 3
  |
5 | 1. 11:2S^ 11:QCv 1:TDv 13:JCv *
  |                  ^^^^^
  = rule: wikipedia 4, play (Wikipedia, "Leoni's Own", Rules; inferred in part)
  = table: 1: J♣ Q♥ 7♣ 8♣ 7♦ 7♥ 10♦
  = help: the legal moves are 13:JCv and 4:3S^
"""

#: the line of the good game, around the name of its file
VERIFIED = "verified  "
LOST = (
    "  game 1  lost   56 moves  905fddf640080ce5  15ac5b951966eadd  Leoni's Own, wikipedia  "
    "2 moves (reversals) were still legal\n"
)


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD, encoding="utf-8")
    (folder / "misfit.moves").write_text(MISFIT, encoding="utf-8")
    (folder / "empty.moves").write_text("", encoding="utf-8")
    (folder / "nothing-in-it").mkdir()


# -- the main forms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "env", "colored"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ([], {"FORCE_COLOR": "1", "TERM": "dumb"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_when_there_is_colour(args: list[str], env: dict[str, str], colored: bool) -> None:
    for what in (["verify", "misfit.moves"], ["replay", "good.moves"], ["rules"]):
        assert ("\x1b[" in leoni(*what, *args, **env).out) is colored


# -- exit statuses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("missing.moves", "error[F601] this file cannot be read: no such file or directory"),
        (
            "nothing-in-it",
            "error[F602] there are no records in this folder (files that end in .moves or .moves.gz)",
        ),
        ("garbage.moves.gz", "error[F601] this file cannot be read: not a gzipped file"),
        ("cut.moves.gz", "error[F601] this file cannot be read: "),
    ],
)
def test_what_cannot_be_read(path: str, said: str, folder: Path) -> None:
    (folder / "garbage.moves.gz").write_bytes(b"This was never compressed.")
    (folder / "cut.moves.gz").write_bytes(gzip.compress(GOOD.encode())[:200])
    run = leoni("verify", "--format", "concise", path)
    assert run.code == 2
    assert run.out.startswith(f"{path}: {said}")
    assert run.out.endswith("\nno games, 1 path not checked\n")


# -- where games come from ------------------------------------------------------------------------------------------


def test_standard_input() -> None:
    line = f"{VERIFIED}-{LOST}"
    assert leoni("verify", "-", stdin=GOOD) == (0, line, "")
    assert leoni("verify", "-").out == (
        "error[F603]: there is no game in this file\n --> -\n\nno games, 1 path not checked\n"
    )


def test_folders_in_order(folder: Path) -> None:
    (folder / "b").mkdir()
    (folder / "b" / "z.moves").write_text(GOOD, encoding="utf-8")
    (folder / "b" / "a.moves.gz").write_bytes(gzip.compress(GOOD.encode()))
    (folder / "b" / "notes.txt").write_text("no transcript", encoding="utf-8")
    (folder / "b" / "a").mkdir()
    (folder / "b" / "a" / "deep.moves").write_text(GOOD, encoding="utf-8")
    run = leoni("verify", "--format", "jsonl", "b")
    paths = [json.loads(line)["file"] for line in run.out.splitlines()]
    assert paths == [os.path.join("b", *name) for name in (["a.moves.gz"], ["z.moves"], ["a", "deep.moves"])]


# -- options --------------------------------------------------------------------------------------------------------


def test_quiet() -> None:
    assert leoni("verify", "-q", "good.moves").out == "1 game verified (lost with moves still legal)\n"
    assert leoni("verify", "-q", "good.moves", "misfit.moves").out == (
        f"{FRAME}\n1 game rejected, 1 verified (1 lost with moves still legal)\n"
    )


@pytest.mark.parametrize("format", ["json", "sarif", "junit"])
def test_max_errors_closes_the_document(format: str) -> None:
    run = leoni("verify", "--max-errors", "1", "--format", format, "misfit.moves", "misfit.moves")
    assert run.out.count("M203") >= 1
    assert run.out.rstrip().endswith(("]", "}", "</testsuites>"))
    if format != "junit":
        json.loads(run.out)


def test_stats() -> None:
    run = leoni("verify", "-q", "--stats", "good.moves", "misfit.moves", "empty.moves")
    head, *lines = run.out[run.out.rindex("path not checked\n") :].splitlines()[1:]
    assert head.startswith("2 games, 58 moves in ") and head.endswith(" s")
    assert lines == ["  Leoni's Own, wikipedia: 2 (1 lost, 1 rejected)", "  F603: 1", "  M203: 1"]


def test_rules_in_place_of_the_record_s() -> None:
    run = leoni("verify", "--format", "concise", "--rules", "mcneely", "good.moves")
    assert (run.code, run.out) == (
        1,
        "good.moves:6:65: error[M206] the weave goes on: from pile 13 it lifts 7♠\n1 game rejected\n",
    )


def test_all_rules() -> None:
    run = leoni("verify", "--all-rules", "good.moves", "misfit.moves")
    assert run.code == 1
    assert run.out == (
        "file          game  its rules  wikipedia  gamerules  mcneely\n"
        "good.moves    1     wikipedia  legal      M206 at 6  M206 at 8\n"
        "misfit.moves  1     wikipedia  M203 at 3  M203 at 3  M203 at 3\n"
    )
    assert leoni("verify", "--all-rules", "good.moves").code == 0
    assert leoni("verify", "--all-rules", "--exit-zero", "misfit.moves").code == 0
    assert leoni("verify", "--all-rules", "good.moves", "missing.moves").code == 2


def test_format_from_the_environment() -> None:
    assert json.loads(leoni("verify", "good.moves", LEONI_FORMAT="jsonl").out)["status"] == "verified"
    assert leoni("verify", "--format", "text", "good.moves", LEONI_FORMAT="jsonl").out.startswith("ver")
    run = leoni("verify", "good.moves", LEONI_FORMAT="xml")
    assert run.code == 2
    assert "LEONI_FORMAT" in run.err


@pytest.mark.long
@pytest.mark.parametrize("format", FORMATS)
def test_jobs_change_nothing(format: str, folder: Path) -> None:
    games = [text for name, book in BOOKS for text in sampled(name, book, 8)]
    # More than one batch, and what is wrong on both sides of its end.
    games[5:5] = games[70:70] = [MISFIT, GOOD.replace(" lost\n", "\n"), f"{GOOD}{{{HOSTILE}}}\n"]
    (folder / "many.moves").write_text("\n".join(games), encoding="utf-8")
    args = ["verify", "--format", format, "many.moves", "empty.moves", "missing.moves", "good.moves"]
    alone = leoni(*args)
    shared = process(*args, "--jobs", "2")
    assert (alone.code, shared.returncode) == (2, 2)
    assert shared.stdout.decode() == alone.out


# -- what counts as a failure -----------------------------------------------------------------------------------------

#: accepted with a warning, and with unknown cards
DOUBTFUL = GOOD.replace('[Rules "wikipedia"]\n', "")
BARE = '[Game "Labyrinth"]\n[Rules "mcneely"]\n\n1. r1c3:2D^+QH r1c5:3D^+KC *\n'


@pytest.fixture
def doubtful(folder: Path) -> None:
    (folder / "doubtful.moves").write_text(DOUBTFUL, encoding="utf-8")
    (folder / "bare.moves").write_text(BARE, encoding="utf-8")


@pytest.mark.usefixtures("doubtful")
@pytest.mark.parametrize(
    ("line", "status", "summary"),
    [
        ("good.moves", 0, ""),
        ("--strict good.moves", 0, ""),
        ("doubtful.moves", 0, "1 game verified (lost with moves still legal), 1 warning"),
        (
            "--strict doubtful.moves",
            1,
            "1 game verified (lost with moves still legal), 1 warning, 1 game not accepted under --strict",
        ),
        ("--strict --ignore H108 doubtful.moves", 0, ""),
        ("--strict --ignore h doubtful.moves", 0, ""),
        ("--strict --ignore H111 doubtful.moves", 1, "1 warning, 1 game not accepted under --strict"),
        ("bare.moves", 0, "1 game consistent (unfinished), 1 warning"),
        ("--strict bare.moves", 1, "1 game not accepted under --strict"),
        ("--strict --ignore H111 bare.moves", 1, "1 game not accepted under --strict"),
        ("--strict --exit-zero bare.moves", 0, "1 game not accepted under --strict"),
        ("--strict --max-errors 1 bare.moves good.moves", 1, "1 game not accepted under --strict"),
        ("--select M misfit.moves doubtful.moves", 1, "1 game rejected, 1 verified (1 lost with moves still legal)"),
        ("--select H misfit.moves", 0, "1 game rejected (1 for a code that is left out)"),
        ("--ignore M203 misfit.moves", 0, "1 game rejected (1 for a code that is left out)"),
        ("--strict bare.moves misfit.moves", 1, "1 game not accepted under --strict"),
        ("--ignore M2 --select M203 misfit.moves", 1, "1 game rejected"),
        ("--ignore M203 --select M misfit.moves", 0, "1 game rejected (1 for a code that is left out)"),
        ("--ignore M203,H108 misfit.moves doubtful.moves", 0, "1 verified (1 lost with moves still legal)"),
        ("--ignore F603 empty.moves", 0, "no games"),
        ("--ignore F missing.moves", 2, "no games, 1 path not checked"),
    ],
)
def test_strict_select_and_ignore(line: str, status: int, summary: str) -> None:
    run = leoni("verify", *line.split())
    assert run.code == status
    assert run.out.splitlines()[-1].endswith(summary)
    assert ("[M203]" in run.out) is (status == 1 and "misfit" in line)


@pytest.mark.parametrize("code", ["X1", "M999", "M203,"])
def test_codes_that_there_are_not(code: str) -> None:
    run = leoni("verify", "--ignore", code, "good.moves")
    assert (run.code, run.out) == (2, "") and "leoni explain lists them all" in run.err


# -- folders ----------------------------------------------------------------------------------------------------------


def test_hidden_folders_are_passed_over(folder: Path) -> None:
    (folder / "in" / ".git" / "below").mkdir(parents=True)
    for name in (".git/misfit.moves", ".git/below/misfit.moves", "good.MOVES"):
        text = MISFIT if "misfit" in name else GOOD
        (folder / "in" / name).write_text(text, encoding="utf-8")
    (folder / "in" / "packed.Moves.GZ").write_bytes(gzip.compress(GOOD.encode()))
    run = leoni("verify", "in")
    assert run.code == 0 and "2 games verified" in run.out
    assert leoni("fmt", "--check", "in").code == 0
    # One that is named is not hidden.
    assert leoni("verify", "in/.git").out.endswith("2 games rejected\n")
    assert "hidden" in leoni("verify", "--help").out and "hidden" in leoni("convert", "--help").out
