"""The guides are walked through word for word: in an empty folder, what they say is typed, and what they show comes."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests.cli.runs import leoni

ROOT = Path(__file__).parent.parent.parent
GUIDES = [
    ROOT / "docs" / name
    for name in (
        "play/play.md",
        "record/tutorial.md",
        "record/real-cards.md",
        "record/books.md",
        "record/booklet.md",
        "program/ci.md",
    )
]
#: A block of a page; a file that is to be written is named at the end of the paragraph before it.
BLOCK = re.compile(r"(?:`([^`\n]+)`(?:[^`\n]|\n(?!\n))*:\n\n)?^```(\w+)\n(.*?)^```$", re.M | re.S)
#: What the program asks, and what is typed behind it.
ASKED = re.compile(r"^(\d+> |[^?]*\? )(\S.*)$")
#: The guides that end with something to show.
TO_A_PAGE = {"tutorial", "play", "real-cards", "books", "booklet"}
#: These ask for a terminal, or ask what a page does not answer.
ON_THE_SCREEN = ("leoni play --web", "leoni play --physical")
SET_UP = (". ",)


class Typed(NamedTuple):
    """A command, what is typed while it runs, and what is then seen (None: the page does not show it)."""

    command: str
    answers: list[str]
    shown: list[str] | None


def steps(page: Path) -> Iterator[Typed | tuple[str, str]]:
    """What a reader of the page does, in order: commands, and files that are written (name, text)."""
    for name, kind, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, *lines = part.splitlines()
                session = command.startswith("leoni play")
                asked = {
                    number: prompt for number, line in enumerate(lines) if session and (prompt := ASKED.match(line))
                }
                # What is typed into a pipe is not seen.
                seen = [asked[n][1].rstrip() if n in asked else line.rstrip() for n, line in enumerate(lines)]
                yield Typed(command, [prompt[2] for prompt in asked.values()], seen)
        elif kind == "sh":
            yield from (Typed(command, [], None) for command in body.splitlines())
        elif name:
            yield name, body


def write(path: Path, body: str) -> None:
    """Write a file that a page shows; a part takes the place of the line that begins alike, or of the `*`."""
    if path.exists() and not body.startswith("["):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        # A comment begins as others do: its second word tells which one it is.
        count = 2 if body.startswith("{") else 1
        alike = [number for number, line in enumerate(lines) if line.split()[:count] in (body.split()[:count], ["*"])]
        lines[alike[0]] = body
        body = "".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(body, encoding="utf-8")


def walk(page: Path) -> None:
    """Do all that a page says, in this folder: what is typed into Python, then the rest.

    Setting up is left out, and so is what asks for a terminal.
    """
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    for step in steps(page):
        if not isinstance(step, Typed):
            write(Path(step[0]), step[1])
            continue
        if step.command.startswith(SET_UP) or step.command in ON_THE_SCREEN:
            continue
        program, *words = shlex.split(step.command)
        if program == "cat":
            out = Path(*words).read_text(encoding="utf-8")
        else:
            assert program == "leoni", step.command
            run = leoni(*words, stdin="".join(f"{line}\n" for line in step.answers))
            assert run.code < 2 and (step.shown is not None or run.code == 0), (step.command, run.err)
            out = run.out + run.err
        if step.shown is not None:
            assert [line.rstrip() for line in out.splitlines()] == step.shown, step.command


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_the_guide_is_true(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    walk(page)
    if page.stem in TO_A_PAGE:
        pages = {made.stem: made.read_text(encoding="utf-8") for made in tmp_path.glob("*.html")}
        records = {record.stem for record in tmp_path.glob("*.moves")}
        assert records and records == set(pages)
        assert all(text.rstrip().endswith("</html>") for text in pages.values())


def test_one_guide_says_how_to_install() -> None:
    """On Linux and macOS, and on Windows."""
    guides = [path.name for path in GUIDES for line in path.read_text("utf-8").splitlines() if line == "pip install ."]
    assert guides == ["play.md", "play.md"]


def test_what_ci_is_told_is_there() -> None:
    """The hooks and the inputs that the guide names exist, and it checks the folder that it has made."""
    made = {step[0]: step[1] for step in steps(ROOT / "docs/program/ci.md") if not isinstance(step, Typed)}
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (source,) = yaml.safe_load(made[".pre-commit-config.yaml"])["repos"]
    assert [hook["id"] for hook in source["hooks"]] == [hook["id"] for hook in hooks]
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    workflow = yaml.safe_load(made[".github/workflows/records.yml"])
    own = workflow["jobs"]["verify"]["steps"][-1]
    assert own["uses"] == "./leoni-replay"
    assert set(own["with"]) <= set(action["inputs"])
    assert f"{own['with']['paths']}/first.moves" in made
    assert workflow["permissions"] == {"contents": "read"}
