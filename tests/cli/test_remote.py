"""Transcripts at addresses: the same verdicts as of the same files in a folder."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from leoni_replay.files import processes
from leoni_replay.files.remote import is_remote
from leoni_replay.installation import command_to_add
from tests.cli.runs import GOOD, MISFIT, leoni

fsspec = pytest.importorskip("fsspec")


@pytest.fixture(autouse=True)
def somewhere(folder: Path) -> None:
    (folder / "b/.hidden").mkdir(parents=True)
    Path("b/1.moves").write_text(GOOD, encoding="utf-8")
    Path("b/2.moves").write_text(f"{GOOD}\n{MISFIT}" * 30, encoding="utf-8")
    Path("b/3.moves.gz").write_bytes(gzip.compress(MISFIT.encode()))
    Path("b/notes.txt").write_text("no transcript", encoding="utf-8")
    Path("b/.hidden/4.moves").write_text(MISFIT, encoding="utf-8")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bucket_is_a_folder(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    address = Path("b").resolve().as_uri()
    alone = leoni("verify", "--format", "concise", "b")
    # A large file is read by the processes themselves.
    monkeypatch.setattr(processes, "_LARGE", 1 << 12)
    monkeypatch.setattr(processes, "_PIECE", 1 << 12)
    there = leoni("verify", "--format", "concise", address, "--jobs", jobs)
    assert (there.code, there.out.replace(f"{address}/", "b/")) == (alone.code, alone.out)


def test_another_system_of_files() -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe("/games/x/1.moves", GOOD.encode())
    memory.pipe("/games/2.moves", b"")
    try:
        run = leoni("verify", "--format", "jsonl", "memory://games")
        objects = [json.loads(line) for line in run.out.splitlines()]
        assert [(one["file"], one["status"]) for one in objects if one.get("status") != "problem"] == [
            ("memory:///games/x/1.moves", "verified")
        ]
        assert run.code == 1 and "F603" in run.out
    finally:
        memory.rm("/games", recursive=True)


@pytest.mark.parametrize("address", ["nothing://x/y", "memory://missing/1.moves", "file:///missing/x.moves.gz"])
def test_what_cannot_be_reached_is_said(address: str) -> None:
    run = leoni("verify", address, "b/1.moves")
    assert run.code == 2 and "F601" in run.out and "Traceback" not in run.out + run.err
    assert "verified  b/1.moves" in run.out


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    run = leoni("verify", "s3://bucket/games")
    assert run.code == 2 and command_to_add("remote") in " ".join(run.out.split())


def test_what_is_an_address() -> None:
    assert all(map(is_remote, ("s3://b/x", "https://x.org/1.moves", "file:///x", "simplecache::s3://b")))
    assert not any(map(is_remote, ("-", "games", "C:\\games", "C:/games", "a:b", "./s3:/x")))
