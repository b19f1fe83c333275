"""The tables of docs/dev/first-hour.md are true: where tests are, how large the folders are, and who imports them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.test_architecture import MODULES, ROOT, imports

FOLDER = Path(__file__).parents[1]
SECTIONS = dict(
    re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", (FOLDER / "docs/dev/first-hour.md").read_text(encoding="utf-8"), re.M)
)
#: Folders with modules: the others hold data.
PACKAGE = {path.parent.name for path in ROOT.glob("*/__init__.py")}
SETTINGS = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
#: Files of other folders that a wheel has in the package.
FROM_ELSEWHERE = {
    ROOT.parent / path for path in SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"].values()
}
COUNTED = {".py", ".pxd", ".js", ".ts", ".css", ".j2", ".json", ".toml", ".md", ".svg"}


def rows(section: str, columns: int) -> list[list[str]]:
    """Return the rows of the tables of a section that have so many columns, without their heads."""
    tables = re.findall(r"^\|[-|]+\|\n((?:\|.*\n)+)", SECTIONS[section], re.M)
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for table in tables for line in table.splitlines()]
    return [row for row in cells if len(row) == columns]


def words(cell: str) -> list[str]:
    """Return what stands in backquotes."""
    return re.findall(r"`([^`]+)`", cell)


def lines_of(folder: str) -> int:
    """Return how many lines a folder of the package has."""
    files = [path for path in ROOT.joinpath(folder).rglob("*") if path.suffix in COUNTED]
    files = [path for path in files if path not in FROM_ELSEWHERE]
    return sum(path.read_bytes().count(b"\n") for path in files)


def test_tests_are_where_the_table_says() -> None:
    named: list[str] = []
    for what, where in rows("Where its tests are", 2):
        folders = [word for word in words(what) if "/" not in word]
        named += folders
        if "same name" in where:
            paths = [f"tests/{folder}" for folder in folders]
        else:
            paths = [path for path in words(where) if "*" not in path and path != "tests/"]
        for path in paths:
            assert FOLDER.joinpath(path).exists(), path
        for folder in folders:
            files = [
                file for path in paths for file in [FOLDER / path, *(FOLDER / path).glob("*.py")] if file.is_file()
            ]
            text = "".join(file.read_text(encoding="utf-8") for file in files)
            assert re.search(rf"leoni_replay(\.| import .*){folder}\b", text), f"no test of {folder} in {where}"
    assert sorted(named) == sorted(PACKAGE)


def test_folders_have_their_size_and_their_importers() -> None:
    core, edge = rows("What is core, and what is not", 3), rows("What is core, and what is not", 4)
    sizes = {words(row[0])[0]: int(row[1].replace(",", "")) for row in core + edge}
    assert len(sizes) == len(core + edge) and sizes.keys() == PACKAGE
    for folder, size in sizes.items():
        assert abs(lines_of(folder) - size) <= 100 + size * 0.15, f"{folder} has {lines_of(folder)} lines"
    importers: dict[str, set[str]] = {folder: set() for folder in PACKAGE}
    for module in MODULES:
        for other in imports(module):
            importers.get(other.partition(".")[0], set()).add(module.partition(".")[0])
    for folder, _, listed, _ in edge:
        (name,) = words(folder)
        assert importers[name] - {name, "cli", "__init__", "__main__"} == {*words(listed)}, name
