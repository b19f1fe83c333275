"""The pages in Firefox: the same tables, seen as a whole, nothing on the console, nothing asked of a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from leoni_replay.show.contents import IndexEntry, index
from leoni_replay.show.html import page
from tests.browser.conftest import story_of
from tests.browser.firefox import Tab, firefox
from tests.browser.test_player import TEXT, WALK
from tests.browser.test_room import SEEN, SIZES

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("firefox is not installed")
    pytest.importorskip("tornado", reason="tornado is not installed")
    with firefox(path, tmp_path_factory.mktemp("firefox") / "profile") as made:
        yield made


@pytest.mark.parametrize("name", ["annotated", "rug-won", pytest.param("anna-won", marks=pytest.mark.long)])
def test_every_table_is_right_and_seen(name: str, tab: Tab, tmp_path: Path, artifacts: Path) -> None:
    story = story_of(f"games/{name}.moves")
    file = tmp_path / "game.html"
    file.write_text(page(story), encoding="utf-8")
    tab.resize(1280, 720)
    tab.open(file, "#m0")
    texts = [story.text(n) for n in range(len(story.moves) + 1)]
    assert tab.evaluate(f"({WALK})()") == texts + texts[-2::-1]
    for width, height in SIZES:
        tab.resize(width, height)
        tab.open(file, "#m0")
        assert tab.evaluate(f"({SEEN})()") == [], (width, height)
    tab.resize(1280, 720)
    tab.open(file, "#m6")
    tab.picture(artifacts / f"firefox-{name}.png")
    assert tab.faults() == []


def test_variations_numbers_and_pictures(tab: Tab, tmp_path: Path) -> None:
    story = story_of("games/annotated.moves")
    file = tmp_path / "game.html"
    file.write_text(page(story), encoding="utf-8")
    tab.resize(1280, 720)
    tab.open(file, "#m1v1")
    assert tab.evaluate("document.querySelector('#moves [aria-current=step]').hash") == "#m1v1"
    tab.evaluate("(document.querySelector(\"#moves a[href='#m6']\").click(), 1)")
    numbers = "[...document.querySelectorAll('#trail .number text')].map((t) => t.textContent)"
    assert tab.evaluate(f"new Promise((done) => setTimeout(done, 0)).then(() => {numbers})") == ["1", "2", "3", "4"]
    assert tab.evaluate(TEXT) == story.text(6)
    assert tab.evaluate("pictureOf().toDataURL().length") > 20_000
    assert tab.faults() == []


def test_the_index(tab: Tab, tmp_path: Path) -> None:
    file = tmp_path / "index.html"
    entries = [IndexEntry(f"game {n}", f"{n}.html", ("won", "lost")[n % 2], n) for n in range(20)]
    file.write_text("".join(index(entries, 20)), encoding="utf-8")
    tab.open(file)
    tab.evaluate("(filter.value = 'won', choose(), 1)")
    assert tab.evaluate("rows.filter((row) => !row.hidden).length") == 10
    assert tab.faults() == []
