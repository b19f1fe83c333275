"""The README keeps its word: its console examples print what they show, and its commands are those that CI runs."""

from __future__ import annotations

import doctest
import re
import shlex
import sqlite3
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from markdown.extensions.toc import slugify
from typer.main import get_command

import leoni_replay
from leoni_replay.cli.common import app, load
from tests.cli.runs import leoni
from tests.guides.test_guides import GUIDES

load()

ROOT = Path(__file__).parent.parent
#: as it is installed: the compiled build lies elsewhere
PACKAGE = Path(leoni_replay.__file__).parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((PACKAGE / "explain").glob("*.md")),
]
BLOCK = re.compile(r"^( *)```(\w+)\n((?:.*\n)*?)\1```$", re.M)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The listings of a page: language and text."""
    return [(language, textwrap.dedent(text)) for _, language, text in BLOCK.findall(page.read_text(encoding="utf-8"))]


COMMAND = get_command(app)
#: All but those that are one walk in a folder of their own.
WITH_EXAMPLES = [
    page for page in PAGES if page not in GUIDES and any(language == "console" for language, _ in blocks(page))
]


def stored_wrongly() -> None:
    """An archive in which somebody has made a rejected record a verified one."""
    leoni("archive", "add", "games.db", "transcripts/rejected/M203.moves")
    opened = sqlite3.connect("games.db")
    digest = "1" * 16
    opened.execute("UPDATE record SET status = 'verified', result = '*', code = NULL, record_digest = ?", (digest,))
    opened.commit()
    opened.close()


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.name)
def test_console_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of a page prints what stands below it, in a folder with the records of the repository."""
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    # A folder and a file with nothing in them, of which two pages speak.
    (tmp_path / "empty").mkdir()
    (tmp_path / "F603.moves").touch()
    monkeypatch.chdir(tmp_path)
    if page.stem == "F604":
        stored_wrongly()
    for text in (text for language, text in blocks(page) if language == "console"):
        assert text.startswith("$ leoni "), text
        for example in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, shown = example.partition("\n")
            run = leoni(*shlex.split(command)[1:])
            printed = [line.rstrip() for line in run.out.splitlines()]
            assert printed == [line.rstrip() for line in shown.splitlines()], command


def test_there_are_examples() -> None:
    assert len(WITH_EXAMPLES) >= 5
    # None of another shape is passed over.
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert len(re.findall(r"^ *```console", text, re.M)) == sum(
            language == "console" for language, _ in blocks(page)
        )


def test_commands_that_are_shown_alone_are_commands() -> None:
    """What prints too much, takes too long or leaves files is not run, but it is parsed; and what shows its output
    is run."""
    for language, text in (block for page in PAGES for block in blocks(page)):
        if language == "sh":
            for line in text.splitlines():
                shell = shlex.shlex(line, posix=True, punctuation_chars=True)
                shell.whitespace_split = True
                for program, *words in split(shell):
                    if program == "leoni":
                        parse(COMMAND, words)
        elif language != "console":
            assert not re.search(r"^\$ leoni", text, re.M), text


def split(words: Iterable[str]) -> Iterator[list[str]]:
    """The commands of a line of the shell."""
    for is_word, command in groupby(words, lambda word: not set(word) <= set("();<>|&")):
        if is_word:
            yield list(command)


def parse(command: Any, words: list[str]) -> None:
    """Let a command read its options."""
    if hasattr(command, "commands") and words and words[0] in command.commands:
        parse(command.commands[words[0]], words[1:])
        return
    command.make_context("leoni", words)


def test_set_up_takes_one_command_each() -> None:
    commands = re.findall(r"^```sh\n(.*)\n```$", README, re.M)
    install, play, site, test = commands
    assert "leoni verify transcripts/games" in install
    assert play == ".venv/bin/leoni play --web"
    assert site == '.venv/bin/pip install ".[site]" && .venv/bin/leoni site -o site && python3 -m http.server -d site'
    assert test.endswith(".venv/bin/pytest")
    assert "grep -m1 -F '.venv/bin/pytest' README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_last_line_of_the_installation_is_the_one_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = re.findall(r"^```text\n(.*)\n```$", README, re.M)
    assert leoni("verify", "transcripts/games").out.splitlines()[-1] == shown


def test_no_line_of_a_page_is_longer_than_120_columns() -> None:
    """Listings, tables, pictures and front matter are as long as they must be."""
    for page in [*PAGES, ROOT / "CHANGELOG.md"]:
        text = re.sub(r"\A---\n.*?^---$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S)
        assert not [line for line in text.splitlines() if len(line) > 120 and not line.startswith(("|", "!["))], page


def test_links_lead_somewhere() -> None:
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]:
        # What a listing says is for a reader's own files.
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        for link, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", text):
            if link.startswith("ADDRESS"):
                # It stands for the project's address.
                continue
            target = path.parent / link if link else path
            assert target.exists(), f"{path.name}: {link}"
            if anchor and target.suffix == ".md":
                assert anchor in anchors(target), f"{path.name}: {link}#{anchor}"


@cache
def anchors(page: Path) -> set[str]:
    """Return the names by which a link leads to the headings of a page and to what has an id."""
    text = page.read_text(encoding="utf-8")
    headings = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)]
    named = re.findall(r"\bid=\"([^\"]+)\"|\{ *#([\w-]+)", text)
    return {slugify(re.sub(r" *\{.*", "", heading), "-") for heading in headings} | {one or two for one, two in named}


def test_files_that_the_pages_for_developers_name_are_there() -> None:
    paths = [path.as_posix() for path in [*ROOT.glob("*.*"), *ROOT.glob("[!.]*/**/*.*"), *PACKAGE.rglob("*.*")]]
    for page in sorted((ROOT / "docs" / "dev").glob("*.md")):
        for name in re.findall(r"`((?:\w+/)*\w+\.(?:py|pxd|lark|csv|txt|js))`", page.read_text(encoding="utf-8")):
            assert any(path.endswith(f"/{name}") for path in paths), f"{page.name}: {name}"


def test_methods_that_the_pages_for_developers_name_are_there() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    for page in sorted((ROOT / "docs" / "dev").glob("*.md")):
        for owner, method in re.findall(r"`(_?[A-Z][a-z]\w*)\.(\w+)`", page.read_text(encoding="utf-8")):
            homes = [text for text in sources if re.search(rf"^class {owner}\b", text, re.M)]
            assert any(re.search(rf"\bdef {method}\b", text) for text in homes), f"{page.name}: {owner}.{method}"


def test_package_doctest() -> None:
    assert doctest.testmod(leoni_replay).failed == 0


@pytest.mark.parametrize(
    "path", [path for path in sorted((ROOT / "docs").rglob("*.md")) if path not in GUIDES], ids=lambda path: path.name
)
def test_docs_doctest(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(path), module_relative=False).failed == 0
