"""The site as it is built: whole, nothing in it leads nowhere, and nothing is asked of another host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from typer.main import get_command

import leoni_replay as lr
from leoni_replay import explain
from leoni_replay.cli.common import app, load
from leoni_replay.games import GAMES
from tests.cli.runs import leoni
from tests.site.conftest import ROOT

pytestmark = pytest.mark.long

#: The subjects of the Python names, which have a page each.
SUBJECTS = ("records", "checking", "playing", "positions", "pictures", "solving", "archives", "games", "data", "own")
#: What a browser fetches by itself, by the elements and attributes that name it.
FETCHED = {"src", "srcset", "poster", "data"}


class Address(NamedTuple):
    element: str
    attribute: str
    value: str
    relation: str


class Page(HTMLParser):
    """What a page is named by, what it names, and what of it is text outside of listings, in paragraphs above all."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.addresses: list[Address] = []
        self.prose: list[str] = []
        self.paragraphs: list[str] = []
        self.cells: list[str] = []
        self._cell = False
        self._in: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        for name in FETCHED | {"href", "action"}:
            if name in given:
                self.addresses.append(Address(tag, name, given[name], given.get("rel", "")))
        self._cell = self._cell or tag == "td"
        if tag in ("pre", "code", "script", "style", "p"):
            self._in.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag != "td"
        if self._in and self._in[-1] == tag:
            self._in.pop()

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.cells.append(data)
        if not set(self._in) - {"p"}:
            self.prose.append(data)
            if self._in:
                self.paragraphs.append(data)


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def pages(site: Path) -> Iterator[Path]:
    files = sorted(site.rglob("*.html"))
    assert len(files) > 30
    return iter(files)


def test_every_page_of_the_docs_is_there(site: Path) -> None:
    written = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    made = {Path(name) for name in ("install.html", "reference/command.html", "reference/codes.html")}
    made |= {Path("reference/python.html"), *(Path(f"reference/python/{subject}.html") for subject in SUBJECTS)}
    assert {name for name in written | made if not (site / name).is_file()} == set()
    # What makes the site is no part of it.
    assert not list(site.rglob("*.py"))


def test_no_address_leads_nowhere(site: Path) -> None:
    for path in pages(site):
        # The one page that is served from anywhere has addresses from the root of the site.
        root = site if path.name == "404.html" else path.parent
        for element, _, value, _ in page(path).addresses:
            parts = urlsplit(value)
            if parts.scheme or parts.netloc:
                assert element == "a" or parts.scheme == "data", f"{path.name}: {value}"
                continue
            target = (root / unquote(parts.path).lstrip("/" if root is site else "")).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{path.name}: {value}"
            # A picture is named with the mode that it is for.
            if (
                element == "img"
                or target.parent.name == "replays"
                or parts.fragment.startswith(("__", "learn=", "new="))
            ):
                continue
            if parts.fragment:
                assert unquote(parts.fragment) in page(target).ids, f"{path.name}: {value}"


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    for path in pages(site):
        for element, attribute, value, relation in page(path).addresses:
            fetched = attribute in FETCHED or (element == "link" and "canonical" not in relation)
            assert not (fetched and re.match(r"(https?:)?//", value)), f"{path.name}: {value}"
        # Replays, and the pages of `leoni site`, have policies of their own; an old address only leads to the new one.
        moved = any('http-equiv="refresh"' in line for line in path.read_text(encoding="utf-8").splitlines()[:20])
        if path.parent.name not in ("replays", "try") and not moved:
            assert 'http-equiv="Content-Security-Policy" content="default-src \'self\'' in path.read_text(
                encoding="utf-8"
            )
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", path.read_text(encoding="utf-8")), path.name


def test_what_is_shown_in_frames_is_what_the_command_makes(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    framed = [
        (path, address.value) for path in pages(site) for address in page(path).addresses if address.element == "iframe"
    ]
    assert {path.stem for path, _ in framed} >= {path.stem for path in (ROOT / "docs" / "games").glob("*.md")}
    for path, value in framed:
        replay = (path.parent / urlsplit(value).path).resolve()
        if replay.parent.name == "try":
            continue
        record = re.fullmatch(rf"{path.stem}-(\d)", replay.stem)
        if record:
            source = (ROOT / "docs" / path.relative_to(site)).with_suffix(".md").read_text(encoding="utf-8")
            (transcript,) = lr.loads(
                re.findall(r"^```moves\n(\[Game .*?)^```$", source, re.M | re.S)[int(record[1]) - 1]
            )
            assert lr.replay(transcript).digest in replay.read_text(encoding="utf-8")
            continue
        run = leoni("convert", f"transcripts/games/{replay.stem}.moves", "--format", "html", "-o", "-")
        assert run.code == 0
        assert replay.read_text(encoding="utf-8") == run.out


def test_the_books_stand_on_the_pages_of_their_games(site: Path) -> None:
    for game, declared in GAMES.items():
        texts = [" ".join("".join(page(path).prose).split()) for path in sorted((site / "games").glob("*.html"))]
        for name in declared.books:
            for clause in declared.book(name).clauses.values():
                assert any(clause.text in text for text in texts), f"{game}, {name}: {clause.text}"


def test_every_command_is_told(site: Path) -> None:
    load()
    index = page(site / "reference" / "command.html")
    commands = {f"command/leoni-{name}.html" for name in get_command(app).commands}  # type: ignore[attr-defined]
    assert commands <= {address.value for address in index.addresses} and "environment" in index.ids
    assert "leoni-odds-merge" in page(site / "reference" / "command" / "leoni-odds.html").ids


def test_every_exported_name_is_told(site: Path) -> None:
    """On one of the pages of the Python names, to which the index leads."""
    told = {name for subject in SUBJECTS for name in page(site / "reference" / "python" / f"{subject}.html").ids}
    linked = {urlsplit(address.value).fragment for address in page(site / "reference" / "python.html").addresses}
    names = {f"leoni_replay.{lr._WHERE[name]}.{name}" for name in lr.__all__}
    assert (names - told, names - linked) == (set(), set())
    # What they give, field by field.
    assert {"leoni_replay.games.steps.Step.changes", "leoni_replay.layout.Layout.zones"} <= told


def test_every_code_is_told(site: Path) -> None:
    linked = {address.value for address in page(site / "reference" / "codes.html").addresses}
    assert {f"codes/{code}.html" for code in explain.codes()} <= linked
    texts = [(site / "reference" / "codes" / f"{code}.html").read_text(encoding="utf-8") for code in explain.codes()]
    assert sum("As it is reported" in text for text in texts) > 40
    assert any("game 1, move 2" in text for text in texts)


def test_the_texts_are_rendered(site: Path) -> None:
    """Markdown means the same here as where the pages are read otherwise: no mark of it is left over."""
    for path in pages(site):
        if path.parent.name == "replays":
            continue
        # A bar in a cell, which is escaped where the page is read otherwise.
        assert "\\|" not in "".join(page(path).cells), path
        for text in page(path).paragraphs:
            left = re.search(r"^\s*(```|- \S|\d+\. \S|\||\?\?\?|:::|<!-- |>>> )|\]\(|\*\*\w", text, re.M)
            assert left is None, f"{path}: {text!r}"
