"""The files of the site, made with a package that stands in for Pyodide where no browser runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leoni_replay.site.bundle import NoZstandard
from leoni_replay.site.pages import site_files
from leoni_replay.site.pyodide import NoPyodide, pyodide
from tests.chromium import missing


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that are taken from the npm package, small enough for a test."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        (folder / name).write_bytes(f"{name}\n".encode() * 100)
    (folder / "package.json").write_text(json.dumps({"name": "pyodide", "version": "1.2.3"}))
    lock = {"info": {"python": "3.14.2"}, "packages": {"numpy": {"file_name": "numpy.whl"}}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    return folder


@pytest.fixture(scope="session")
def files(package: Path) -> dict[str, bytes]:
    """All files of the site, by their paths."""
    try:
        return site_files(pyodide(package))
    except NoZstandard as error:
        missing(f"Zstandard ({error})")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in a folder, as ``leoni site`` writes it."""
    try:
        files = site_files(pyodide())
    except (NoPyodide, NoZstandard) as error:
        missing(str(error))
    folder = tmp_path_factory.mktemp("www")
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
