"""The extension for VS Code: where it looks for ``leoni``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"

if not os.environ.get("CI"):
    pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")


def server(function: str, **where: Any) -> Any:
    """What a function of ``server.js`` answers."""
    script = """
        const [name, where] = process.argv.slice(1);
        console.log(JSON.stringify(require("./server.js")[name](JSON.parse(where))));
    """
    run = subprocess.run(
        ["node", "-e", script, function, json.dumps(where)], cwd=EXTENSION, capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


@pytest.mark.long
def test_the_nearest_program_is_taken(tmp_path: Path) -> None:
    places = [tmp_path / name / "leoni" for name in ("chosen/bin", "folder/.venv/bin", "on-path", "home/leoni/bin")]
    where = {
        "interpreter": str(tmp_path / "chosen/bin/python"),
        "folders": [str(tmp_path / "folder")],
        "home": str(tmp_path / "home"),
        "env": {"PATH": f"{tmp_path / 'home'}:{tmp_path / 'on-path'}"},
        "platform": "linux",
    }
    assert server("found", **where) == "leoni"
    # From the last place on, each that is there counts before those after it. ~/leoni is a folder, also on PATH.
    for place in reversed(places):
        place.parent.mkdir(parents=True)
        place.write_text("")
        assert server("found", **where) == str(place)


def test_the_extension_asks_for_it() -> None:
    text = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    assert 'require("./server")' in text and "workspace.isTrusted" in text
    assert package["contributes"]["configuration"]["properties"]["leoni.server.path"]["default"] == ""
    subprocess.run(["node", "--check", EXTENSION / "extension.js"], check=True)
