"""The generated pages: how to install, commands, Python names and codes; and the mark and the colours.

A script of mkdocs-gen-files (``mkdocs.yml``). The texts are those of the README, of ``--help``, of the docstrings, and
of ``leoni explain``.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from types import FunctionType
from typing import Final

import mkdocs_gen_files

import leoni_replay as lr
from leoni_replay import explain, own
from leoni_replay.show import palette

ROOT: Final = Path(__file__).parents[2]

#: The pages of the Python names: the title of each, and the modules whose exported names it has.
SUBJECTS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "records": (
        "Records: read, make and write",
        ("notation.reader", "notation.transcript", "notation.writer", "notation.text_files", "files.saving",
         "record.draft", "exchange.detect", "prose.reading", "prose.parts", "prose.chapters"),
    ),
    "checking": (
        "Check and replay",
        ("files.verdicts", "record.verdict", "record.replay", "record.walk", "record.played_items", "record.legal",
         "record.examination", "examining.findings", "diagnostics", "phrases"),
    ),
    "playing": (
        "Play",
        ("record.playing", "record.deal", "record.sample", "search.players", "games.refusal", "commands"),
    ),
    "positions": ("Cards and positions", ("cards", "games.game", "games.steps", "layout")),
    "pictures": ("Pages, pictures and data", ("show.formats", "show.data")),
    "solving": ("Solve and review", ("solving.solve", "solving.review", "solving.searcher", "search.solver")),
    "archives": (
        "Archives",
        ("collecting.api", "collecting.archive", "collecting.record_facts", "collecting.statistics",
         "collecting.exporting", "files.database", "files.atomic"),
    ),
    "games": ("Games, rules and errors", ("games", "deals", "leoni_error")),
    "data": ("What as_dict() returns", ("json_data",)),
}  # fmt: skip


def names_of(module: str) -> list[str]:
    """Return the names that the package exports from a module, in their order there: classes before functions."""
    names = [name for name in lr.__all__ if lr._WHERE[name] == module]
    return sorted(names, key=lambda name: isinstance(getattr(lr, name), FunctionType))


def python_index() -> str:
    """Return the page that leads to the pages of the Python names, with every name."""
    lines = ["# Every Python name", "", "[Python](../program/python.md) shows how to use them.", ""]
    for page, (title, modules) in SUBJECTS.items():
        names = [name for module in modules for name in names_of(module)]
        links = [f"[`{name}`](python/{page}.md#leoni_replay.{lr._WHERE[name]}.{name})" for name in names]
        lines += [f"## [{title}](python/{page}.md)", "", ", ".join(links), ""]
    lines += ["## [A game of your own](python/own.md)", "", "What `leoni_replay.own` exports besides.", ""]
    return "\n".join(lines)


def python_page(title: str, paths: Iterable[str]) -> str:
    """Return a page of Python names, given by their paths, each folded up."""
    lines = [f"# {title}"]
    for path in paths:
        name = path.rpartition(".")[2]
        lines += [
            "",
            "<details markdown>",
            f"<summary><code>{name}</code></summary>",
            "",
            f"::: {path}",
            "",
            "</details>",
        ]
    return "\n".join([*lines, ""])


def own_paths() -> Iterator[str]:
    """Yield the path of each class and function that only ``leoni_replay.own`` exports. Its numbers are explained on
    the page about games of your own."""
    for name in own.__all__:
        value = getattr(own, name)
        if isinstance(value, type | FunctionType) and name not in lr.__all__:
            yield f"{value.__module__}.{value.__name__}"


def python_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages of the Python names, each with its path: an index, a page a subject, and ``leoni_replay.own``."""
    yield "reference/python.md", python_index()
    for page, (title, modules) in SUBJECTS.items():
        paths = [f"leoni_replay.{module}.{name}" for module in modules for name in names_of(module)]
        yield f"reference/python/{page}.md", python_page(title, paths)
    yield "reference/python/own.md", python_page("A game of your own", dict.fromkeys(own_paths()))


def codes_index() -> str:
    """Return the page that leads to the pages of the codes."""
    lines = ["# Every code", "", "[Errors and corrections](../record/errors.md) explains how they are reported.", ""]
    for letter, codes in groupby(explain.codes(), key=lambda code: code[0]):
        lines += [f"## {letter}", ""]
        lines += [f"- [{code}](codes/{code}.md): {explain.title(code)}" for code in codes]
        lines.append("")
    return "\n".join(lines)


def code_page(code: str) -> str:
    """Return the page of a code: what ``leoni explain`` prints, with a record that is refused."""
    lines = [explain.page(code).strip()]
    for folder in ("rejected", "warned"):
        example = ROOT / "transcripts" / folder / f"{code}.expected"
        if example.exists():
            lines += ["", '??? example "As it is reported"', "", "    ```text"]
            lines += [f"    {line}" for line in example.read_text(encoding="utf-8").splitlines()]
            lines += ["    ```"]
    return "\n".join([*lines, "", "[Every code](../codes.md)", ""])


def command_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages of the commands, each with its path: an index, and a page a command."""
    manual = runpy.run_path(str(ROOT / "docs" / "man" / "make.py"))["markdown"]()
    beginning, *sections = re.split(r"^## `", manual, flags=re.M)
    sections[-1], _, environment = sections[-1].partition("\n## Environment\n")
    index = [re.sub(r"\*\*Commands\*\*:.*", "", beginning, flags=re.S).rstrip(), "", "## Commands", ""]
    for section in sections:
        heading, _, body = section.partition("`\n")
        name = heading.replace(" ", "-")
        (sentence, *_) = body.strip().split("\n\n")
        index.append(f"- [`{heading}`](command/{name}.md): {' '.join(sentence.split())}")
        inner = body.replace("\n### `", "\n## `").rstrip()
        yield f"reference/command/{name}.md", f"# `{heading}`\n{inner}\n\n[Every command](../command.md)\n"
    yield "reference/command.md", "\n".join([*index, "", "## Environment", environment])


def colours() -> str:
    """Return the colours of tables and cards as variables, light or dark as the reader chose in the site."""
    themes = {"default": palette.LIGHT, "slate": palette.DARK}
    return "\n".join(
        f'[data-md-color-scheme="{scheme}"] {{{"; ".join(f"--{name}: {value}" for name, value in colours.items())}}}'
        for scheme, colours in themes.items()
    )


def installing() -> str:
    """Return the page that says how to install: what the README says of it, up to its next heading."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## Install\n(.*?)^## ", readme, re.M | re.S)
    return f"# Install\n{section}"


TEXTS: Final = {
    "install.md": installing(),
    "contributing.md": (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
    "changelog.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    **dict(command_pages()),
    **dict(python_pages()),
    "reference/codes.md": codes_index(),
    **{f"reference/codes/{code}.md": code_page(code) for code in explain.codes()},
    "style/colours.css": colours(),
    "icon.svg": (Path(lr.__file__).parent / "site" / "icons" / "icon.svg").read_text(encoding="utf-8"),
}
for name, text in TEXTS.items():
    with mkdocs_gen_files.open(name, "w", encoding="utf-8") as file:
        file.write(text)
