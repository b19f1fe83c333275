"""The pages in Firefox: played on, checked, and without the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.firefox import firefox
from tests.browser.hands import wait
from tests.pages.test_in_browser import served

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_play_and_check_with_the_server_and_without(folder: Path, tmp_path: Path) -> None:
    with served(folder) as (home, server), firefox(tmp_path / "profile") as tab:
        tab.open(f"{home}play.html")
        wait(tab, "state.reply?.legal")
        tab.evaluate("ask({ do: 'play', move: state.reply.legal[0].move })")
        assert tab.evaluate("[state.steps.length, state.reply.saved]") == [1, True]
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.shutdown()
        server.server_close()
        tab.open(f"{home}play.html")
        wait(tab, "state.reply?.legal")
        assert tab.evaluate("[state.steps.length, state.reply.saved]") == [1, True]
        tab.open(f"{home}check.html")
        tab.evaluate("(document.getElementById('example').click(), 1)")
        wait(tab, "document.getElementById('summary').textContent === '1 game right, 1 game with a mistake'")
        assert tab.faults(home) == []
