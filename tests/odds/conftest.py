"""Every test of this folder runs in an empty folder of its own, so that the paths in what is printed are short."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder, made the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
