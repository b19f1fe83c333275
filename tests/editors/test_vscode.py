"""The extension for VS Code: where it looks for ``leoni``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"

if not os.environ.get("CI"):
    pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")


def test_the_extension_asks_for_it() -> None:
    text = (EXTENSION / "extension.js").read_text(encoding="utf-8")
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    assert 'require("./server")' in text and "workspace.isTrusted" in text
    assert package["contributes"]["configuration"]["properties"]["leoni.server.path"]["default"] == ""
    subprocess.run(["node", "--check", EXTENSION / "extension.js"], check=True)
