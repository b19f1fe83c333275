"""Draws the mark of the project as PNG: ``icon.svg`` of the pages that can be installed, and of VS Code.

``python editors/icons.py`` needs Chromium and the dependencies of the tests.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT: Final = Path(__file__).parents[1]
ICONS: Final = ROOT / "leoni_replay" / "site" / "icons"
#: each picture with its width in pixels
MADE: Final = {
    ICONS / "icon-192.png": 192,
    ICONS / "icon-512.png": 512,
    ROOT / "editors" / "vscode" / "icon.png": 256,
}


def drawn(browser: Browser, width: int) -> bytes:
    """The mark as PNG, that many pixels wide and high."""
    page = browser.new_page(viewport={"width": width, "height": width})
    mark = (ICONS / "icon.svg").read_text(encoding="utf-8")
    page.set_content(f"<style>* {{ margin: 0 }} svg {{ display: block; width: {width}px }}</style>{mark}")
    picture = page.screenshot()
    page.close()
    return picture


if __name__ == "__main__":
    import shutil

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for path, width in MADE.items():
            path.write_bytes(drawn(browser, width))
        browser.close()
