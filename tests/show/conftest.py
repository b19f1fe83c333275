"""An empty folder of its own for a test that asks for one."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder, made the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
