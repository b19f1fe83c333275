"""The pages in Firefox: the same tables, seen as a whole, nothing on the console, nothing asked of a network."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.show.contents import IndexEntry, index
from leoni_replay.show.html import page
from tests.browser.conftest import PATIENCE, story_of
from tests.browser.firefox import Tab, firefox
from tests.browser.test_board import ASKED, POINTS
from tests.browser.test_board import SEEN as SEEN_ON_THE_BOARD
from tests.browser.test_player import TEXT, WALK
from tests.browser.test_room import SEEN, SIZES
from tests.play.boards import board_of, served
from tests.play.games import main_line, sampled, typed

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


def until(tab: Tab, expression: str) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while not tab.evaluate(f"Boolean({expression})"):
        assert time.monotonic() < end, expression
        time.sleep(0.02)


def play(tab: Tab, text: str, *, touch: bool) -> None:
    """Make a move with a tap or by dragging its card; of several moves, choose by the button."""
    before = tab.evaluate("count")
    points = tab.evaluate(f"({POINTS})({text!r})") or tab.evaluate(f"({POINTS})({text.partition(':')[0]!r})")
    assert points, (text, tab.evaluate("now.legal"))
    start, end = points
    if touch:
        tab.tap(*start)
    else:
        tab.drag(start, end)
    until(tab, f"count !== {before} || now.asked.length || table.chooser.asked.length || !told.hidden")
    if tab.evaluate("count") == before:
        x, y = tab.evaluate(f"""(() => {{
          const button = document.querySelectorAll("#asks button")[({ASKED})({text!r})];
          const {{ x, y, width, height }} = button.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }})()""")
        (tab.tap if touch else lambda *point: tab.drag(point))(x, y)
        until(tab, f"count !== {before}")
    until(tab, "!table.timer && table.at === goal")


@pytest.mark.long
@pytest.mark.parametrize("touch", [True, False], ids=["touch", "drag"])
@pytest.mark.parametrize("name", GAMES)
def test_moves_of_every_game_on_the_board(name: str, touch: bool, tab: Tab, tmp_path: Path) -> None:
    """The first moves of a game through the server: by a finger on a phone, or by dragging cards with the mouse."""
    record = sampled(name)
    moves = list(typed(record))[:16]
    tab.resize(*((360, 740) if touch else (1280, 720)))
    with served(board_of(record, tmp_path / "game.moves")) as server:
        tab.open(server.address)
        until(tab, "typeof now !== 'undefined' && now.legal")
        for number, text in enumerate(moves, 1):
            play(tab, text, touch=touch)
            assert tab.evaluate("count") == number, text
            assert tab.evaluate(f"({SEEN_ON_THE_BOARD})()") == [], text
        assert tab.faults(server.address) == []
        tab.open("about:blank")
    assert (
        main_line((tmp_path / "game.moves").read_text(encoding="utf-8"))
        == [str(move.command) for move in record.moves()][: len(moves)]
    )
    (verdict,) = lr.verify(tmp_path / "game.moves")
    assert verdict.status == "verified"
