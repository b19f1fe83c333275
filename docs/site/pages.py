"""The generated pages: the front page, commands, Python names and codes; and the mark and the colours.

A script of mkdocs-gen-files (``mkdocs.yml``). The texts are those of the README, of ``--help``, of the docstrings, and
of ``leoni explain``.
"""

from __future__ import annotations

import runpy
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Final

import mkdocs_gen_files

import leoni_replay as lr
from leoni_replay import explain, own
from leoni_replay.show import palette

ROOT: Final = Path(__file__).parents[2]

#: What the exported functions return, if it is not exported itself.
RETURNED: Final = {
    "leoni_replay.games.steps": ("Step", "Shift", "Relaid", "Turned", "Revealed"),
    "leoni_replay.layout": ("Layout", "Zone", "Place"),
    "leoni_replay.notation.transcript": (
        *("Tag", "Number", "MoveItem", "Comment", "Claim", "Variation", "Result", "Problem"),
    ),
    "leoni_replay.games": ("RuleBook",),
}


def python() -> str:
    """Return the page of the Python names: what the package exports, what that returns, and ``leoni_replay.own``."""
    chapters = {"leoni_replay": [(f"leoni_replay.{lr._WHERE[name]}", name) for name in lr.__all__]}
    chapters |= {module: [(module, name) for name in names] for module, names in RETURNED.items()}
    chapters["leoni_replay.own"] = [("leoni_replay.own", name) for name in own.__all__]
    lines = ["# Every Python name", "", "[Python](../program/python.md) shows how to use them."]
    done: set[str] = set()
    for chapter, names in chapters.items():
        lines += ["", f"## {chapter}"]
        for module, name in names:
            value = getattr(import_module(module), name)
            is_defined = isinstance(value, type | FunctionType)
            path = f"{value.__module__ if is_defined else module}.{name}"
            # The numbers of ``own`` are explained on the page about games of your own.
            if path not in done and (is_defined or chapter != "leoni_replay.own"):
                done.add(path)
                lines += ["", f"::: {path}"]
    return "\n".join(lines)


def codes() -> str:
    """Return the page of the codes: what ``leoni explain`` prints of each, with a record that is refused."""
    lines = ["# Every code", "", "[Errors and corrections](../record/errors.md) explains how they are reported."]
    for code in explain.codes():
        heading, _, body = explain.page(code).partition("\n")
        lines += ["", f"## {heading.removeprefix('# ')} {{#{code.lower()}}}", "", body.strip()]
        for folder in ("rejected", "warned"):
            example = ROOT / "transcripts" / folder / f"{code}.expected"
            if example.exists():
                lines += ["", '??? example "As it is reported"', "", "    ```text"]
                lines += [f"    {line}" for line in example.read_text(encoding="utf-8").splitlines()]
                lines += ["    ```"]
    return "\n".join(lines)


def colours() -> str:
    """Return the colours of tables and cards as variables, light or dark as the reader chose in the site."""
    themes = {"default": palette.LIGHT, "slate": palette.DARK}
    return "\n".join(
        f'[data-md-color-scheme="{scheme}"] {{{"; ".join(f"--{name}: {value}" for name, value in colours.items())}}}'
        for scheme, colours in themes.items()
    )


TEXTS: Final = {
    "index.md": (ROOT / "README.md").read_text(encoding="utf-8"),
    "contributing.md": (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
    "changelog.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    "reference/command.md": runpy.run_path(str(ROOT / "docs" / "man" / "make.py"))["markdown"](),
    "reference/python.md": python(),
    "reference/codes.md": codes(),
    "style/colours.css": colours(),
    "icon.svg": (Path(lr.__file__).parent / "site" / "icons" / "icon.svg").read_text(encoding="utf-8"),
}
for name, text in TEXTS.items():
    with mkdocs_gen_files.open(name, "w", encoding="utf-8") as file:
        file.write(text)
