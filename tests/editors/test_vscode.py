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


def test_the_extension_asks_for_it() -> None:
    text = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    assert 'require("./server")' in text and "workspace.isTrusted" in text
    assert package["contributes"]["configuration"]["properties"]["leoni.server.path"]["default"] == ""
    subprocess.run(["node", "--check", EXTENSION / "extension.js"], check=True)
