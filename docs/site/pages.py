"""Files of the site that are made of something else: the front page, the command, the Python interface, the codes, the
mark and the colours.

A hook of MkDocs (``mkdocs.yml``). Nothing here is written twice: the texts are those of the README, of ``--help``, of
the docstrings, and of ``leoni explain``.
"""

from __future__ import annotations

import re
import runpy
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from typer.main import get_command

import leoni_replay as lr
from leoni_replay import explain
from leoni_replay.cli.common import app, load
from leoni_replay.show import palette

ROOT: Final = Path(__file__).parents[2]
MAN: Final = runpy.run_path(str(ROOT / "docs" / "man" / "make.py"))

#: the mark of the project
MARK: Final = Path(lr.__file__).parent / "site" / "icons" / "icon.svg"
#: Where else than in ``docs/`` pages come from; what they link to is seen to in ``github.py``.
FROM_ROOT: Final = {"index.md": "README.md", "contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
#: What the exported functions give, where it has no place in the package itself.
GIVEN: Final = {
    "leoni_replay.games.steps": ("Position", "Step", "Shift", "Relaid", "Turned", "Revealed"),
    "leoni_replay.layout": ("Layout", "Zone", "Place"),
    "leoni_replay.notation.tree": ("Tag", "Number", "Move", "Comment", "Claim", "Variation", "Result", "Problem"),
    "leoni_replay.commands": ("Command",),
    "leoni_replay.games": ("Declaration", "RuleBook", "Rules", "add_game"),
    # What a game from outside derives its classes from.
    "leoni_replay.rules.python_rules": ("OpenTable",),
    "leoni_replay.search.python_search": ("OpenPlan", "OpenSensible"),
    "leoni_replay.unknown.open_names": ("OpenNames",),
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    texts = {name: (ROOT / source).read_text(encoding="utf-8") for name, source in FROM_ROOT.items()}
    texts |= {"reference/command.md": command(), "reference/python.md": python(), "reference/codes.md": codes()}
    for name, text in texts.items():
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "icon.svg", abs_src_path=str(MARK)))
    files.append(File.generated(config, "style/colours.css", content=colours()))
    return files


def on_post_page(output: str, **_: Any) -> str:
    """Name the dialog of the search for screen readers: the theme leaves it without a name."""
    dialog = 'data-md-component="search" role="dialog"'
    return output.replace(dialog, f'{dialog} aria-label="Search"')


def colours() -> str:
    """The colours of tables and cards as variables, light or dark as the reader chose in the site."""
    themes = {"default": palette.LIGHT, "slate": palette.DARK}
    return "\n".join(
        f'[data-md-color-scheme="{scheme}"] {{{"; ".join(f"--{name}: {value}" for name, value in colours.items())}}}'
        for scheme, colours in themes.items()
    )


def command() -> str:
    """The page of the command, from the command itself."""
    load()
    lines = [
        "# The command",
        "",
        "Made from `leoni --help` and its like, as the manual page is (`man leoni`).",
        "",
    ]
    for name, one in MAN["leaves"](get_command(app)):
        arguments = [MAN["spelled"](param) for param in one.params if param.param_type_name == "argument"]
        lines += [f"## leoni {name}", "", "```text", " ".join(["leoni", name, *arguments, "[options]"]), "```", ""]
        lines += [_plain(one.help or ""), ""]
        if one.params:
            lines += ["| | |", "|---|---|"]
            lines += [f"| `{MAN['spelled'](param)}` | {_cell(MAN['said'](param))} |" for param in one.params]
            lines.append("")
    for title, table in (("Exit status", MAN["EXIT"]), ("Environment", MAN["ENVIRONMENT"])):
        lines += [f"## {title}", "", "| | |", "|---|---|"]
        lines += [f"| `{name}` | {_cell(meaning)} |" for name, meaning in table.items()] + [""]
    return "\n".join(lines)


def python() -> str:
    """The page of the Python interface: what the package exports, what that gives, and what examples import besides."""
    lines = [
        "# The Python interface, name by name",
        "",
        "From the docstrings. [The Python interface](../program/api.md) shows how to use it.",
        "",
        "## leoni_replay",
        "",
    ]
    lines += [line for name in lr.__all__ for line in _documented(f"leoni_replay.{lr._WHERE[name]}", name)]
    for module, names in sorted(_others().items()):
        lines += [f"## {module}", ""]
        lines += [line for name in names for line in _documented(module, name)]
    return "\n".join(lines)


def codes() -> str:
    """The page of the diagnostics: what ``leoni explain`` prints of each code, with an example."""
    lines = [
        "# Every diagnostic",
        "",
        "What `leoni explain CODE` prints, and a record that is refused with the code, as `leoni verify` prints it. "
        "[Diagnostics](../record/errors.md) explains how they are reported.",
        "",
    ]
    for code in explain.codes():
        heading, _, body = explain.page(code).partition("\n")
        lines += [f"## {heading.removeprefix('# ')} {{#{code.lower()}}}", "", body.strip(), ""]
        for folder in ("rejected", "warned"):
            example = ROOT / "transcripts" / folder / f"{code}.expected"
            if example.exists():
                lines += ['??? example "As it is reported"', "", "    ```text"]
                lines += [f"    {line}" for line in example.read_text(encoding="utf-8").splitlines()]
                lines += ["    ```", ""]
    return "\n".join(lines)


def _documented(module: str, name: str) -> tuple[str, str]:
    """What has mkdocstrings write out a name of a module, from the module in which it is defined."""
    value = getattr(import_module(module), name)
    # What is no class or function does not know where it is from.
    where = value.__module__ if isinstance(value, type | FunctionType) else module
    return f"::: {where}.{name}", ""


def _others() -> dict[str, list[str]]:
    """Names that the package does not export, by their modules: those given, then those that examples import."""
    modules = {module: list(names) for module, names in GIVEN.items()}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for module, names in re.findall(
            r"^>>> from (leoni_replay\.[\w.]+) import (.+)$", page.read_text("utf-8"), re.M
        ):
            others = modules.setdefault(module, [])
            others += sorted({name.strip() for name in names.split(",")} - set(others))
    return modules


def _plain(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
