"""Makes the screenshots of the documentation: ``python -m tests.browser.screenshots``."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import leoni_replay as lr
from leoni_replay.show.html import page
from tests.browser.conftest import story_of
from tests.chromium import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "pages"

#: Name, record, address, size, whether dark.
SHOTS = (
    ("weave", "games/annotated.moves", "#m6", (1280, 720), False),
    ("dark", "games/rug-won.moves", "#m60", (1280, 720), True),
    ("phone", "games/annotated.moves", "#m6", (390, 844), False),
)

#: The board in the browser: the game, and the last move that was played in it.
BOARD = ("games/wikipedia-won.moves", 60)
#: Its pictures: name, whether dark.
BOARDS = (("board", False), ("board-dark", True))


@contextmanager
def board(folder: Path) -> Iterator[str]:
    """Play the game of the board's pictures as far as they show it, and yield the board's address."""
    record, move = BOARD
    (transcript,) = lr.load(ROOT / "transcripts" / record)
    file = folder / "board.moves"
    file.write_text(lr.dumps(lr.play_on(lr.replay(transcript), at=move).record()), encoding="utf-8")
    command = [sys.executable, "-m", "leoni_replay", "play", "--web", "--no-browser", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        server.terminate()


def take_boards(browser: Browser, folder: Path) -> None:
    """Write the pictures of the board."""
    with board(folder) as address:
        for name, dark in BOARDS:
            context = browser.new_context(
                viewport={"width": 1280, "height": 720},
                reduced_motion="reduce",
                color_scheme="dark" if dark else "light",
            )
            tab = context.new_page()
            tab.goto(address)
            tab.locator("#undo:enabled").wait_for()
            tab.wait_for_timeout(800)
            tab.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=82)
            context.close()


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
        take_boards(browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
