"""The pages in Firefox, which is skipped where it is not installed: played on, checked, and without the server."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from tests.browser.conftest import PATIENCE
from tests.browser.firefox import Tab, firefox
from tests.pages.test_in_browser import folder, served

__all__ = ["folder"]

pytestmark = pytest.mark.browser


def until(tab: Tab, expression: str) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while not tab.evaluate(f"Boolean({expression})"):
        assert time.monotonic() < end, (expression, tab.evaluate("document.body.innerText.slice(0, 300)"))
        time.sleep(0.1)


def test_play_and_check_with_the_server_and_without(folder: Path, tmp_path: Path) -> None:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("firefox is not installed")
    pytest.importorskip("tornado", reason="tornado is not installed")
    with served(folder) as (home, server), firefox(path, tmp_path / "profile") as tab:
        tab.open(f"{home}play.html")
        until(tab, "now.legal")
        tab.evaluate("ask({ do: 'play', move: now.legal[0].move })")
        assert tab.evaluate("[count, now.saved]") == [1, True]
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.shutdown()
        server.server_close()
        tab.open(f"{home}play.html")
        until(tab, "now.legal")
        assert tab.evaluate("[count, now.saved]") == [1, True]
        tab.open(f"{home}check.html")
        tab.evaluate("(document.getElementById('example').click(), 1)")
        until(tab, "document.getElementById('summary').textContent === '1 game verified, 1 game rejected'")
        assert tab.faults(home) == []
