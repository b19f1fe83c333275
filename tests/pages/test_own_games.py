"""Games of one's own on the site: what they import of the library is there, and what is missing has its name."""

from __future__ import annotations

import io
import json
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from leoni_replay.site.bundle import archive, rules_files
from leoni_replay.site.engine import Engine
from leoni_replay.site.precompile import _modules_of_games
from leoni_replay.site.pyodide import NoPyodide, precompiled, pyodide
from tests.chromium import missing

GAME = b"import http.server, other\nfrom . import table\ndef play():\n    from xml import dom, sax\n"


def test_the_modules_that_a_game_imports_are_looked_for_everywhere_in_it() -> None:
    rules = {"my_game/table.py": GAME, "my_game/book.toml": b"[book]", "leoni_replay/own.py": b"import pdb"}
    assert _modules_of_games(rules) == {"http.server", "xml", "xml.dom", "xml.sax"}


def test_a_module_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def import_in_vain(engine: Engine, request: Any) -> None:
        import_module("_no_such_module")

    monkeypatch.setattr(Engine, "_open", import_in_vain)
    reply = json.loads(Engine(tmp_path).answer('{"do": "open"}'))
    assert reply == {"error": "This game needs the Python module no_such_module, which no page has."}


@pytest.mark.long
def test_the_site_brings_what_a_game_imports() -> None:
    try:
        python = pyodide()
    except NoPyodide as error:
        missing(str(error))
    compiled, _ = precompiled(python, archive(rules_files() | {"my_game/table.py": GAME}))
    with ZipFile(io.BytesIO(compiled.files["python_stdlib.zip"])) as library:
        names = {name.removesuffix("c") for name in library.namelist()}
    # What it imports imports others.
    assert {"http/server.py", "socketserver.py", "xml/dom/__init__.py", "xml/sax/__init__.py"} < names
    assert names & {"pdb.py", "unittest/__init__.py"} == set()
