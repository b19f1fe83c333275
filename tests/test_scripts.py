"""The scripts of the pages: modules that import one way, share no name, and are joined into one script a page."""

from __future__ import annotations

import json
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
SOURCES = Path(__file__).parents[1]
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
#: Where a function begins that is formatted over several lines.
FUNCTION = re.compile(
    r"\s*(?:export )?(?:async )?function\*? \w+\(.*\{$"
    r"|.*=> \{$"
    r"|\s+(?!if|for|while|switch|catch)(?:async |static |get |set )?\w+\(.*\) \{$"
)
NODE = shutil.which("node")
NODE_TESTS = ("browser/choose.test.mjs", "browser/view.test.mjs", "pages/link.test.mjs", "pages/zstd.test.mjs")


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


def test_no_line_is_longer_than_120_characters() -> None:
    """The formatter breaks statements, but neither comments nor literals."""
    for path in sorted(path for ending in ("js", "css", "d.ts") for path in ROOT.rglob(f"*.{ending}")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [number for number, line in enumerate(lines, 1) if len(line) > 120] == [], path


def test_functions_fit_a_screen() -> None:
    for path in MODULES:
        lines = read_module(path).splitlines()
        for number, line in enumerate(lines):
            if not FUNCTION.match(line):
                continue
            indent = len(line) - len(line.lstrip())
            length = next(n for n, end in enumerate(lines[number + 1 :], 2) if end[: indent + 1] == " " * indent + "}")
            assert length <= 50, f"{path}, line {number + 1}: {length} lines"


def test_types_are_checked_everywhere() -> None:
    """``tsc`` reads every module, and nothing switches it off."""
    settings = json.loads((SOURCES / "tsconfig.json").read_text(encoding="utf-8"))
    assert settings["include"] == [f"leoni_replay/{folder}/**/*" for folder in FOLDERS]
    assert "exclude" not in settings and settings["compilerOptions"]["strict"]
    for path in MODULES:
        assert not re.search(r"@ts-|\{[^}\n]*\bany\b[^}\n]*\} |@\w+ \{[^}\n]*\*|biome-ignore", read_module(path)), path


def test_the_elements_that_scripts_ask_for_are_in_the_pages() -> None:
    """What ``PageElements`` says of an id holds in a template, or a script makes it."""
    templates = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.j2"))
    scripts = "".join(map(read_module, MODULES))
    tags = {
        "Button": "button",
        "Anchor": "a",
        "Input": "input",
        "Select": "select",
        "TextArea": "textarea",
        "Dialog": "dialog",
        "Details": "details",
        "Form": "form",
        "Script": "script",
        "Table": "table",
    }
    types = "".join(
        read_module(f"{folder}/types.d.ts") for folder in ("show/scripts/shared", "board/page", "site/page")
    )
    found = re.findall(r'^    "?([\w-]+)"?: HTML(\w*)Element\b', types, re.MULTILINE)
    assert len(found) > 80
    for name, kind in found:
        tag = tags.get(kind, r"[\w-]+")
        in_template = re.search(rf'<{tag}\b[^>]*\bid="{name}"', templates)
        assert in_template or f'id: "{name}"' in scripts or f'("{name}", "' in templates, name


def test_every_act_is_done_by_one_module() -> None:
    """A button whose act nobody does would do nothing, and say so nowhere."""
    types = read_module("board/page/types.d.ts")
    acts = re.search(r"^export interface Acts \{\n(.*?)^\}", types, re.MULTILINE | re.DOTALL)
    assert acts
    named = re.findall(r'^  "?([\w ]+)"?: ', acts[1], re.MULTILINE)
    done = [act for path in MODULES for act in acts_of(read_module(path))]
    assert sorted(done) == sorted(named) and len(named) > 40


def acts_of(script: str) -> list[str]:
    """The acts that a module does: the keys of what it hands to ``onPress``."""
    acts = []
    for on_lines, on_one_line in re.findall(
        r"^onPress\(\{(?:\n(.*?)^|([^\n]*))\}\);$", script, re.MULTILINE | re.DOTALL
    ):
        lines = on_lines.splitlines() or [f"  {act.strip()}" for act in on_one_line.split(",")]
        acts += [act for line in lines for act in re.findall(r'^  "?(\w[\w ]*)"?(?=:|,|$)', line)]
    return acts


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.skipif(ROOT.parent != SOURCES, reason="tests of scripts import them from the sources beside them")
def test_what_needs_no_browser() -> None:
    """What can be said of every state of the board, and of addresses."""
    tests = [str(Path(__file__).parent / name) for name in NODE_TESTS]
    run = subprocess.run([str(NODE), "--test", *tests], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr
