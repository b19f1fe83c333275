"""The clock of a game, and what the end of a game says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_board import Serve, board_for, serve  # noqa: F401
from tests.browser.test_board_keys import begun

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def ask(tab: Page, request: str, seconds: int = 0) -> None:
    """Send a request after some seconds of play."""
    tab.evaluate(f"secondsSince = {seconds}; ask({request})")


def played(tab: Page) -> str:
    """How long the game on the table was played."""
    return str(tab.evaluate("timed(secondsPlayed())"))


def test_the_clock_of_a_game_stands_still_once_it_is_over(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"))
    begun(tab)
    # Seconds pass only where the test says so.
    tab.evaluate("for (let timer = 0; timer < 1000; timer++) clearInterval(timer)")
    ask(tab, "{ do: 'play', move: state.reply.legal[0].move }", 30)
    assert played(tab) == "0:30"
    # The time up to the move that ends it counts, too.
    ask(tab, "{ do: 'concede' }", 13)
    assert played(tab) == "0:43"
    tab.locator("#sheet[open]").wait_for()
    assert "You played for 0:43." in tab.locator("#sheet").inner_text()
    ask(tab, "{ do: 'look' }", 70)
    assert played(tab) == "0:43"
    # The same cards once more are another game, which leaves the clock of the first one alone.
    ask(tab, "{ do: 'restart' }", 50)
    assert tab.evaluate("state.reply.result") == "*" and played(tab) == "0:00"
    ask(tab, "{ do: 'play', move: state.reply.legal[0].move }", 73)
    assert played(tab) == "1:13"
    assert tab.evaluate("memory.get('results', {})[keyOf(state.reply)].seconds") == 43
    # What came of it in the end is what counts, and who goes on with a game that was given up has not lost it yet.
    ask(tab, "{ do: 'concede' }", 2)
    assert played(tab) == "1:15"
    tab.locator("#sheet[open]").wait_for()
    assert "You played for 1:15." in tab.locator("#sheet").inner_text()
    ask(tab, "{ do: 'undo' }", 9)
    assert tab.evaluate('resultsOf("Leoni\'s Own").length') == 0
