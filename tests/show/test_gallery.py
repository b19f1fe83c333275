"""The gallery in the docs is what the program makes."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

from tests.cli.runs import leoni

DOCS = Path(__file__).parent.parent.parent / "docs"
PICTURES: list[tuple[str, str]] = runpy.run_path(str(DOCS / "gallery" / "make.py"))["pictures"]()


@pytest.mark.parametrize(("command", "name"), PICTURES, ids=[name for _, name in PICTURES])
def test_pictures(command: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    run = leoni(*shlex.split(command), "-o", "-")
    assert (run.code, run.out) == (0, (DOCS / "gallery" / name).read_text(encoding="utf-8"))


def test_every_picture_is_shown() -> None:
    assert {name for _, name in PICTURES} == {path.name for path in (DOCS / "gallery").glob("*.svg")}
    shown = re.findall(r"\]\(\.\./gallery/(\S+)\)", (DOCS / "play" / "gallery.md").read_text(encoding="utf-8"))
    assert [name for _, name in PICTURES] == shown
