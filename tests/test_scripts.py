"""The scripts of the pages: modules that import one way, share no name, and are joined into one script a page."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import leoni_replay
from leoni_replay.show import rendering
from leoni_replay.show.joining import imported_modules, joined_script, read_module

ROOT = Path(leoni_replay.__file__).parent
FOLDERS = ("show/scripts", "board/page", "site/page")
MODULES = sorted(
    path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.js") if path.is_file()
)
#: What runs Python is a program of its own: no page has it in its script.
ALONE = {"site/page/python.js"}
#: The modules with which the scripts of the pages begin.
ENTRIES = (
    *(rendering.REPLAY, rendering.REVIEW, rendering.INDEX, rendering.MODULE),
    *("board/page/served.js", "board/page/served_check.js", "site/page/play.js", "site/page/site_check.js"),
)
NAMES = re.compile(r"^(?:export )?(?:async )?(?:const|let|class|function) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE)
#: In the page, `state` and `view` know no page, and only the table, `paint` and what it calls touch it.
PURE = ("state", "view", "notices", "guided", "known")
NODE = shutil.which("node")


def names_of(path: str) -> list[str]:
    """The names that a module declares for all its functions."""
    return re.findall(r"\w+", " ".join(NAMES.findall(read_module(path))))


def test_every_module_is_in_a_page() -> None:
    used: set[str] = set()
    waiting = list(ENTRIES)
    while waiting:
        path = waiting.pop()
        if path not in used:
            used.add(path)
            waiting += imported_modules(path)
    assert used == set(MODULES) - ALONE


def test_modules_import_each_other_in_no_circle() -> None:
    for entry in ENTRIES:
        joined_script(entry)


def test_no_name_stands_twice() -> None:
    """The modules of a page share the scope of its script: one that declares a name of another stops the page."""
    names = Counter(name for path in MODULES if path not in ALONE for name in set(names_of(path)))
    assert {name for name, times in names.items() if times > 1} == set() and len(names) > 300


def test_arrows_run_one_way() -> None:
    """From a site to the board, from there to the table; what the state is and shows asks no page."""
    for path in MODULES:
        for imported in imported_modules(path):
            assert FOLDERS.index(folder_of(imported)) <= FOLDERS.index(folder_of(path)), f"{path} imports {imported}"
            if path.startswith("board/page/") and Path(path).stem in PURE:
                assert Path(imported).stem in (*PURE, "signs"), f"{path} imports {imported}"
        if path.startswith("show/scripts/table/"):
            assert all(one.startswith("show/scripts/table/") for one in imported_modules(path)), path


def folder_of(path: str) -> str:
    return next(folder for folder in FOLDERS if path.startswith(folder))


def test_nobody_imports_the_board() -> None:
    importers = [path for path in MODULES if "board/page/board.js" in imported_modules(path)]
    assert importers == ["board/page/served.js", "site/page/play.js"]


def test_no_module_makes_a_global() -> None:
    for path in MODULES:
        assert not re.search(r"\b(?:window|globalThis|self)\.\w+ = ", read_module(path)) or path in ALONE, path


def test_styles_of_the_board_ask_its_mode_and_nothing_else() -> None:
    for path in ("board/page/board.css", "board/page/home.css", "site/page/site.css", "show/templates/choose.css"):
        assert ":has(" not in read_module(path), path


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_what_needs_no_browser() -> None:
    """What can be said of every state of the board, and of addresses."""
    tests = [str(Path(__file__).parent / name) for name in ("browser/view.test.mjs", "pages/link.test.mjs")]
    run = subprocess.run([str(NODE), "--test", *tests], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr
