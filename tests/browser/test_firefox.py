"""The pages in Firefox: the same tables, seen as a whole, nothing on the console, nothing asked of a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.show.html import page
from tests.browser.conftest import story_of
from tests.browser.firefox import Tab, firefox
from tests.browser.hands import SEEN as SEEN_ON_THE_BOARD
from tests.browser.hands import play, wait
from tests.browser.test_player import WALK
from tests.browser.test_room import SEEN, SIZES
from tests.play.boards import board_of, served
from tests.play.games import main_line, sampled, typed

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as made:
        yield made


@pytest.mark.parametrize(
    ("name", "sizes"), [("annotated", 0), ("rug-won", 1), pytest.param("anna-won", 2, marks=pytest.mark.long)]
)
def test_every_table_is_right_and_seen(name: str, sizes: int, tab: Tab, tmp_path: Path, artifacts: Path) -> None:
    story = story_of(f"games/{name}.moves")
    file = tmp_path / "game.html"
    file.write_text(page(story), encoding="utf-8")
    tab.resize(1280, 720)
    tab.open(file, "#m0")
    texts = [story.text(n) for n in range(len(story.moves) + 1)]
    assert tab.evaluate(f"({WALK})()") == texts + texts[-2::-1]
    # Every size once: Chromium shows every game in all of them.
    for width, height in SIZES[sizes::3]:
        tab.resize(width, height)
        tab.open(file, "#m0")
        assert tab.evaluate(f"({SEEN})()") == [], (width, height)
    tab.resize(1280, 720)
    tab.open(file, "#m6")
    tab.picture(artifacts / f"firefox-{name}.png")
    assert tab.faults() == []


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
        wait(tab, "typeof state !== 'undefined' && state.reply?.legal")
        for number, text in enumerate(moves, 1):
            play(tab, text, touch=touch)
            assert tab.evaluate("state.steps.length") == number, text
            assert tab.evaluate(f"({SEEN_ON_THE_BOARD})()") == [], text
        assert tab.faults(server.address) == []
        tab.open("about:blank")
    assert (
        main_line((tmp_path / "game.moves").read_text(encoding="utf-8"))
        == [str(move.command) for move in record.moves()][: len(moves)]
    )
    (verdict,) = lr.verify(tmp_path / "game.moves")
    assert verdict.status == "verified"
