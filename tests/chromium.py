"""The browser in which pages are read. Without one (or without playwright) its tests are skipped; in CI that is a
failure. Firefox is started in tests/browser/firefox.py."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: The first of these that is installed. The shell opens no windows, so it takes half as long.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)


def missing(what: str) -> NoReturn:
    """Skip a test, or fail it in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is not installed")


def watch(tab: Page, faults: list[str], *here: str) -> None:
    """Note what goes wrong in a page: a message on the console, an error of a script, a look elsewhere than here."""
    tab.on("console", lambda message: faults.append(f"console: {message.text} {message.location['url']}"))
    tab.on("pageerror", lambda error: faults.append(f"script: {error}"))
    tab.on("request", lambda asked: None if asked.url.startswith(here) else faults.append(f"elsewhere: {asked.url}"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process: it cannot be started twice in one."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    if CHROMIUM is None:
        missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
