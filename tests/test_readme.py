"""The README keeps its word: its console examples print what they show, and its commands are those that CI runs."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import leoni_replay
from leoni_replay.cli import app, load

load("")

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [
    (match[1], match[2])
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    # A guide is one walk in a folder of its own (tests/guides).
    if path.parent.name != "guides"
    for match in re.finditer(r"^```console\n\$ (leoni .*)\n((?:.*\n)*?)```$", path.read_text(encoding="utf-8"), re.M)
]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_console_examples(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    done = CliRunner().invoke(app, shlex.split(command)[1:])
    assert [line.rstrip() for line in done.stdout.splitlines()] == [line.rstrip() for line in shown.splitlines()]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


def test_set_up_takes_one_command_each() -> None:
    commands = re.findall(r"^```sh\n(.*)\n```$", README, re.M)
    assert len(commands) == 2
    assert "leoni verify transcripts/games" in commands[0]
    assert commands[1].endswith(".venv/bin/pytest")
    assert "grep -m1 -F '.venv/bin/pytest' README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def test_package_doctest() -> None:
    assert doctest.testmod(leoni_replay).failed == 0


@pytest.mark.parametrize(
    "path",
    [path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "guides"],
    ids=lambda path: path.name,
)
def test_docs_doctest(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(path), module_relative=False).failed == 0
