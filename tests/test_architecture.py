"""The lines between the rooms of the house, read from the imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay

ROOT = Path(leoni_replay.__file__).parent

#: room -> rooms it may not look into
FORBIDDEN = {
    "notation": ("games", "replaying", "show", "report", "cli", "setup", "claims"),
    "games": ("notation", "replaying", "show", "report", "cli", "setup", "claims", "faults"),
    "report": ("games", "notation", "replaying", "show", "cli", "setup"),
    "cards": ("games", "notation", "replaying", "show", "report", "cli"),
    "deals": ("games", "notation", "replaying", "show", "report", "cli"),
    "diagnostics": ("games", "notation", "replaying", "show", "report", "cli"),
    "layout": ("games", "notation", "replaying", "show", "report", "cli"),
    "replaying": ("show", "report", "cli", "checking", "examining"),
    "examining": ("show", "report", "cli"),
    "setup": ("show", "report", "cli", "replaying"),
}

#: The one arrow that goes back. A notebook asks an object for its picture (``_repr_svg_``) and python-chess taught
#: people to do the same, so that a layout and a replay have a method that draws themselves. It imports the renderer
#: when it is called: who does not draw does not load it, and nothing but these methods knows that it is there.
DRAW_THEMSELVES = {("layout", "svg"), ("replaying", "_repr_svg_")}


def imports(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, at any level of it but in the methods that draw themselves."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (path.stem, node.name) in DRAW_THEMSELVES:
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def files(room: str) -> list[Path]:
    single = ROOT / f"{room}.py"
    return [single] if single.exists() else sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", FORBIDDEN)
def test_one_way(room: str) -> None:
    assert files(room)
    for path in files(room):
        for module in imports(path):
            for other in FORBIDDEN[room]:
                name = f"leoni_replay.{other}"
                assert module != name and not module.startswith(f"{name}."), f"{path.name} imports {module}"


def test_only_the_command_line_prints() -> None:
    for path in ROOT.rglob("*.py"):
        if path.parent.name == "cli" or path.name in ("__main__.py", "terminal.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"), path


def test_show_asks_no_game_for_its_rules() -> None:
    asked = {"legal_moves", "why_not", "why_not_lost", "play", "read", "advance", "standstill", "available"}
    for path in (ROOT / "show").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.Attribute) and node.attr in asked), f"{path.name}: {node.attr}"


def test_files_are_short() -> None:
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 420, path.name
