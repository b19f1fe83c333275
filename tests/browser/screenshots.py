"""Makes the screenshots of the documentation: ``python -m tests.browser.screenshots``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from leoni_replay.show.html import page
from tests.browser.conftest import story_of
from tests.chromium import CHROMIUM

DOCS = Path(__file__).parents[2] / "docs" / "pages"

#: Name, record, address, size, whether dark.
SHOTS = (
    ("weave", "games/annotated.moves", "#m6", (1280, 720), False),
    ("dark", "games/rug-won.moves", "#m60", (1280, 720), True),
    ("phone", "games/annotated.moves", "#m6", (390, 844), False),
)


def main() -> None:
    """Write all of them."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        sys.exit("chromium is not installed")
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, record, address, (width, height), dark in SHOTS:
            file = Path(folder, f"{name}.html")
            file.write_text(page(story_of(record)), encoding="utf-8")
            context = browser.new_context(
                viewport={"width": width, "height": height},
                reduced_motion="reduce",
                color_scheme="dark" if dark else "light",
            )
            tab = context.new_page()
            tab.goto(file.as_uri() + address)
            tab.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=82)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
