"""``leoni verify --resume``: a file of verdicts is believed as far as this user has written it, and no further."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.files import resume, verify
from tests.cli.runs import GOOD, MISFIT, Run, command, environment, leoni

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="files have no mode there")
DOUBTED = "leoni: kept: {} changed, or written by another user: those games were judged again\n"
ARGS = ("verify", "games", "--resume", "kept")


@pytest.fixture(autouse=True)
def somewhere(folder: Path) -> None:
    Path("games").mkdir()
    Path("games/bad.moves").write_text(MISFIT, encoding="utf-8")
    Path("games/good.moves").write_text(GOOD, encoding="utf-8")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are judged, each time that one is."""
    numbers: list[int] = []
    judge = verify.judge

    def counting(raw: Any, *args: Any, **more: Any) -> Any:
        if not more["hints"]:
            numbers.append(raw.number)
        return judge(raw, *args, **more)

    monkeypatch.setattr(verify, "judge", counting)
    return numbers


@pytest.mark.long
def test_a_line_that_was_changed_is_judged_again(judged: list[int]) -> None:
    right = leoni(*ARGS)
    assert (right.code, right.err, judged) == (1, "", [1, 1])
    judged.clear()
    assert leoni(*ARGS) == right
    assert judged == []
    text = Path("kept").read_text(encoding="utf-8")
    head, line = text.splitlines(keepends=True)
    share = json.loads(line)
    # A rejected game is made a verified one, in every way in which that can be written.
    whole = json.loads(line)
    whole[2][0][3:6], whole[2][0][7] = ["verified", "won", 56], []
    for changed in (
        line.replace('"rejected"', '"verified"'),
        json.dumps(whole, separators=(",", ":")) + "\n",
        json.dumps([share[0], "0" * 32, whole[2]], separators=(",", ":")) + "\n",
        line.replace(",56,", ",55,"),
        line.replace(share[1], share[1][::-1]),
        line.replace(share[1], "é" * 16),
        line[:80] + "\n",
    ):
        assert changed != line
        Path("kept").write_text(head + changed, encoding="utf-8")
        judged.clear()
        run = leoni(*ARGS)
        assert (run.code, run.out) == (right.code, right.out)
        assert run.err == DOUBTED.format("1 line")
        assert judged == [1, 1]
        # It has been put right, so that the next run finds nothing to judge, or to say.
        judged.clear()
        assert leoni(*ARGS) == right
        assert judged == []
    # What is not a line at all is none that is believed either.
    Path("kept").write_text(head + "verified\n" + line[0] + "\n", encoding="utf-8")
    assert leoni(*ARGS).err == DOUBTED.format("2 lines")
    assert leoni(*ARGS) == right


def test_a_line_of_another_file_is_not_believed(judged: list[int]) -> None:
    """The same games under other rules have other verdicts: a line counts for its question alone."""
    leoni(*ARGS)
    line = Path("kept").read_text(encoding="utf-8").splitlines(keepends=True)[1]
    other = ("verify", "games", "--rules", "gamerules", "--resume", "other")
    right = leoni(*other)
    head = Path("other").read_text(encoding="utf-8").splitlines(keepends=True)[0]
    Path("other").write_text(head + line, encoding="utf-8")
    run = leoni(*other)
    assert (run.code, run.out) == (right.code, right.out)
    assert "1 line changed, or written by another user" in run.err


def test_verdicts_of_another_version_are_judged_again(judged: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    right = leoni(*ARGS)
    said = "leoni: kept is of another version of leoni: what it holds is judged again\n"
    # The lines of version 2 were verdicts that anybody could have written.
    head = json.dumps(["leoni verify --resume", 2, ["leoni-replay 0.0.9 (plain)", None, False]])
    sent = json.loads(Path("kept").read_text(encoding="utf-8").splitlines()[1])
    Path("kept").write_text(f"{head}\n{json.dumps([sent[0], sent[2]])}\n", encoding="utf-8")
    judged.clear()
    assert leoni(*ARGS) == (right.code, right.out, said)
    assert judged == [1, 1]
    judged.clear()
    monkeypatch.setattr(resume, "judge_version", lambda: "0.1.0+000000000000")
    assert leoni(*ARGS) == (right.code, right.out, said)
    assert judged == [1, 1]
    # Another question is another one, of whatever version.
    for asked in ([2, ["x", "gamerules", False]], [3, "x", ["gamerules", False]], [4, "x", [None, False]], [2], []):
        Path("kept").write_text(json.dumps(["leoni verify --resume", *asked]) + "\n", encoding="utf-8")
        before = Path("kept").read_bytes()
        run = leoni(*ARGS)
        assert run.code == 2 and "--resume continues the same command, or makes a new file" in run.err, asked
        assert Path("kept").read_bytes() == before


def test_a_verdict_that_contradicts_itself_is_not_kept_for_true() -> None:
    """Even where the checksum is right."""
    leoni(*ARGS)
    head, line = Path("kept").read_text(encoding="utf-8").splitlines(keepends=True)
    share = json.loads(line)
    share[2][0][3:5] = ["verified", "lost"]
    verdicts = json.dumps(share[2], separators=(",", ":"))
    check = resume.checksum(head.encode(), share[0].encode(), verdicts.encode())
    Path("kept").write_text(f'{head}["{share[0]}","{check}",{verdicts}]\n', encoding="utf-8")
    run = leoni(*ARGS)
    assert (run.code, run.err) == (1, DOUBTED.format("1 line"))


def test_what_hangs_on_a_book_of_the_users_is_judged_each_time(judged: list[int]) -> None:
    """The book may be another one the next time, while neither the record nor the program changes."""
    for name in ("clara.toml", "clara.moves"):
        shutil.copy(Path(__file__).parents[2] / "transcripts" / "own-books" / name, "games")
    right = leoni(*ARGS)
    judged.clear()
    assert leoni(*ARGS) == right
    assert judged == [1, 1, 1]
    book = Path("games/clara.toml").read_text(encoding="utf-8")
    Path("games/clara.toml").write_text(book + "\n", encoding="utf-8")
    assert "error[H114]" in leoni(*ARGS).out
    Path("games/clara.toml").write_text(book, encoding="utf-8")
    assert leoni(*ARGS) == right


# -- the key ----------------------------------------------------------------------------------------------------------


def in_a_process(**env: str) -> Run:
    """The command in a process of its own, with variables of its environment."""
    run = subprocess.run(command(*ARGS), capture_output=True, text=True, env=environment(**env))
    return Run(run.returncode, run.stdout, run.stderr)


@pytest.mark.long
@POSIX
def test_the_key_is_the_users_alone(tmp_path: Path) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    right = in_a_process(**env)
    key = tmp_path / "cache" / "leoni-replay" / "key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    drawn = key.read_bytes()
    assert len(drawn) == 32
    assert in_a_process(**env) == right
    assert key.read_bytes() == drawn
    # What another user has written, or this one with another key, is judged again.
    assert in_a_process(XDG_CACHE_HOME=str(tmp_path / "other")).err == DOUBTED.format("1 line")
    # A key that others can read, or that is none, is none any more.
    for spoil in (lambda: key.chmod(0o644), lambda: key.write_bytes(b"short"), lambda: key.unlink()):
        spoil()
        in_a_process(**env)
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert len(key.read_bytes()) == 32 and key.read_bytes() != drawn
        assert os.listdir(key.parent).count("key") == 1
        assert not [name for name in os.listdir(key.parent) if name.startswith("key-")]


@pytest.mark.long
@POSIX
def test_without_a_place_for_the_key_nothing_is_believed(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("")
    env = {"XDG_CACHE_HOME": str(tmp_path / "blocked")}
    first, second = in_a_process(**env), in_a_process(**env)
    assert (first.code, first.err) == (1, "")
    assert (second.code, second.out, second.err) == (1, first.out, DOUBTED.format("1 line"))
