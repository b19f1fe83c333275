"""The grammars of editors: made from the grammar of the notation, and agreeing with the reader on every token."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.editors.kinds import FEW, ROOT, pieces, text_of
from tests.editors.textmate import Grammar

EDITORS = ROOT / "editors"
VSCODE = EDITORS / "vscode"
GRAMMAR = VSCODE / "syntaxes" / "moves.tmLanguage.json"

#: what each kind is to TextMate, without the name of the language behind it
EXPECTED = {
    "bracket": r"punctuation\.definition\.tag\.(begin|end)",
    "name": r"entity\.name\.tag",
    "value": r"string\.quoted\.double|constant\.character\.escape",
    "comment": r"comment\.(block|line\.semicolon)",
    "number": r"constant\.numeric\.move-number",
    "result": r"keyword\.control\.result",
    "parenthesis": r"punctuation\.section\.variation",
    "brace": r"punctuation\.definition\.claim\.(begin|end)",
    "colon": r"punctuation\.separator",
    "word": r"keyword\.other\.claim",
    "place": r"variable\.other\.place",
    "none": r"keyword\.operator\.none",
    "count": r"constant\.numeric\.count",
    "hex": r"constant\.numeric\.hex",
    "alone": r"support\.function\.place",
    "source": r"variable\.other\.place",
    "card": r"constant\.other\.card",
    "path": r"constant\.other\.path",
    "dest": r"keyword\.operator\.destination",
    "shown": r"constant\.other\.shown",
    "mark": r"keyword\.other\.mark",
    "time": r"constant\.numeric\.time",
    "setting": r"keyword\.control\.setting",
}


def grammar() -> Grammar:
    return Grammar(json.loads(GRAMMAR.read_text(encoding="utf-8")))


def disagreements(path: Path, scopes: list[str]) -> list[str]:
    """Every token of which an editor makes something else than the reader."""
    text, wrong = text_of(path), []
    assert len(scopes) == len(text)
    for start, end, kind in pieces(path):
        for at in range(start, end):
            if text[at] != "\n" and not re.fullmatch(rf"(?:{EXPECTED[kind]})\.moves", scopes[at]):
                wrong.append(f"{path.name}, {at}: {text[start:end]!r} is a {kind}, and {scopes[at]} to TextMate")
                break
    return wrong


def test_the_grammars_are_up_to_date() -> None:
    made = runpy.run_path(str(EDITORS / "make.py"))["MADE"]
    assert made.keys() == {"vscode/syntaxes/moves.tmLanguage.json", "vim/syntax/moves.vim"}
    for name, make in made.items():
        assert (EDITORS / name).read_text(encoding="utf-8") == make(), "run python editors/make.py"


def test_a_few_transcripts() -> None:
    definition = grammar()
    assert [line for path in FEW for line in disagreements(path, definition.scopes(text_of(path)))] == []


# -- the extension ----------------------------------------------------------------------------------------------------


def test_the_extension_is_whole() -> None:
    """What vsce asks of a package, and what VS Code asks of what it names."""
    package: dict[str, Any] = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"[a-z0-9-]+", package["name"]) and re.fullmatch(r"[A-Za-z0-9-]+", package["publisher"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])
    assert package["engines"]["vscode"].startswith("^1.")
    assert (VSCODE / "README.md").is_file()
    assert (VSCODE / "LICENSE").read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(encoding="utf-8")
    (language,), (colouring,) = package["contributes"]["languages"], package["contributes"]["grammars"]
    assert language["id"] == colouring["language"] == "moves" and language["extensions"] == [".moves"]
    made = json.loads((VSCODE / colouring["path"]).read_text(encoding="utf-8"))
    assert made["scopeName"] == colouring["scopeName"]
    json.loads((VSCODE / language["configuration"]).read_text(encoding="utf-8"))


#: What stands for VS Code and for the library: they write down what the extension asks of them.
STUBS = {
    "vscode": """
const settings = JSON.parse(process.env.SETTINGS);
const said = [];
module.exports = {
  said,
  workspace: { getConfiguration: section => ({ get: name => settings[`${section}.${name}`] }) },
  window: { showInformationMessage: text => said.push(text), showWarningMessage: text => said.push(text) },
};
""",
}
CLIENT = """
const made = [];
class LanguageClient {
  constructor(...given) { made.push({ given }); }
  async start() { if (process.env.FAILS) throw new Error("spawn leoni ENOENT"); made[0].started = true; }
  async stop() { made[0].stopped = true; }
}
module.exports = { LanguageClient, made };
"""
DRIVE = """
const extension = require("./extension.js");
const made = () => { try { return require("./client").made; } catch { return []; } };
extension.activate({}).then(() => extension.deactivate()).then(() =>
  process.stdout.write(JSON.stringify({ made: made(), said: require("vscode").said })));
"""


def driven(folder: Path, settings: dict[str, object], **env: str) -> dict[str, Any]:
    """What the extension does as it begins and ends, with something in place of VS Code and of the library."""
    node = shutil.which("node")
    assert node is not None
    run = subprocess.run(
        [node, "drive.js"],
        cwd=folder,
        env=os.environ | {"PATH": "", "HOME": str(folder), "SETTINGS": json.dumps(settings)} | env,
        capture_output=True,
        text=True,
        check=True,
    )
    made: dict[str, Any] = json.loads(run.stdout)
    return made


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_the_extension_starts_the_server(tmp_path: Path) -> None:
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    properties = package["contributes"]["configuration"]["properties"]
    settings = {name: about["default"] for name, about in properties.items()}
    for name in (package["main"], "server.js"):
        shutil.copy(VSCODE / name, tmp_path)
    (tmp_path / "drive.js").write_text(DRIVE, encoding="utf-8")
    for name, text in STUBS.items():
        (tmp_path / "node_modules" / name).mkdir(parents=True)
        (tmp_path / "node_modules" / name / "index.js").write_text(text, encoding="utf-8")
    # Before npm install.
    (said,) = driven(tmp_path, settings)["said"]
    assert "npm install" in said
    (tmp_path / "client.js").write_text(CLIENT, encoding="utf-8")
    outcome = driven(tmp_path, settings)
    (client,) = outcome["made"]
    _, _, server, options = client["given"]
    assert server == {"command": "leoni", "args": ["lsp"]}
    assert options == {"documentSelector": [{"language": "moves"}], "initializationOptions": {"pictures": True}}
    assert client["started"] and client["stopped"] and outcome["said"] == []
    assert driven(tmp_path, settings | {"leoni.server.enable": False}) == {"made": [], "said": []}
    (said,) = driven(tmp_path, settings, FAILS="1")["said"]
    assert "leoni lsp says what is missing" in said and "ENOENT" in said
