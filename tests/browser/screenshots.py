"""Makes the screenshots of the documentation: ``python -m tests.browser.screenshots``."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import leoni_replay as lr
from leoni_replay.games.sheet import guide
from leoni_replay.show.html import page
from tests.browser.conftest import story_of
from tests.chromium import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Picture: TypeAlias = tuple[str, tuple[int, int], bool]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "pages"

#: Name, record, address, size, whether dark.
SHOTS = (
    ("weave", "games/annotated.moves", "#m6", (1280, 720), False),
    ("dark", "games/rug-won.moves", "#m60", (1280, 720), True),
    ("phone", "games/annotated.moves", "#m6", (390, 844), False),
)

#: The game on the board in the browser, and the last move that was played in it.
BOARD = ("games/wikipedia-won.moves", 60)
#: Its pictures: name, size, whether dark.
BOARDS = (
    ("board", (1280, 720), False),
    ("board-dark", (1280, 720), True),
    ("board-phone", (390, 844), False),
)
#: The picture of a guided deal: name, size, whether dark.
GUIDES = (("guide", (1280, 720), False),)
#: The picture of a game with real cards.
REAL_TABLES = (("real-table", (1280, 720), False),)
#: The game whose review is shown, and the record that is checked.
REVIEWED, CHECKED = "games/martha-lost.moves", "rejected/M204.moves"
#: The pages of ``leoni site -o build/pages``.
PAGES = ROOT / "build" / "pages"


def words_for_board(folder: Path) -> list[str]:
    """Play the game of the board's pictures as far as they show it, and return the words that open it."""
    record, move = BOARD
    (transcript,) = lr.load(ROOT / "transcripts" / record)
    file = folder / "board.moves"
    file.write_text(lr.dumps(lr.play_on(lr.replay(transcript), at=move).record()), encoding="utf-8")
    return [str(file)]


def words_for_guide(folder: Path) -> list[str]:
    """Return the words that open a guided deal."""
    guided = guide("Leoni's Own")
    assert guided is not None
    return ["--deal", guided.deal, str(folder / "guide.moves")]


@contextmanager
def board(words: list[str]) -> Iterator[str]:
    """Begin a board with these words, and yield its address."""
    command = [sys.executable, "-m", "leoni_replay", "play", "--web", "--no-browser", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        finally:
            server.terminate()


def take_boards(browser: Browser, words: list[str], pictures: Iterable[Picture], ready: str) -> None:
    """Write pictures of a board.

    Args:
        browser: the browser.
        words: what opens the board.
        pictures: the pictures.
        ready: the selector of an element that is there as soon as the board is ready.
    """
    with board(words) as address:
        for name, (width, height), dark in pictures:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=width < 500,
                reduced_motion="reduce",
                color_scheme="dark" if dark else "light",
            )
            # Whoever has been here before is offered no guide, and knows what Safe play does.
            context.add_init_script(
                "for (const name of ['welcomed', 'safe play']) localStorage[`leoni ${name}`] = true"
            )
            tab = context.new_page()
            tab.goto(address)
            tab.locator(ready).wait_for()
            tab.wait_for_timeout(800)
            tab.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=82)
            context.close()


def take_review(browser: Browser, folder: Path) -> None:
    """Write the picture of the page that shows which move threw a game away."""
    file = folder / "review.html"
    record = str(ROOT / "transcripts" / REVIEWED)
    subprocess.run([sys.executable, "-m", "leoni_replay", "review", record, "-o", str(file)], check=True)
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(f"{file.as_uri()}#m2")
    tab.screenshot(path=DOCS / "review.jpg", type="jpeg", quality=82)
    context.close()


def take_check(browser: Browser) -> None:
    """Write the picture of Check with a move that breaks a rule."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(PAGES))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        tab = context.new_page()
        tab.goto(f"http://127.0.0.1:{server.server_port}/check.html")
        tab.locator("#record").fill((ROOT / "transcripts" / CHECKED).read_text(encoding="utf-8"))
        tab.get_by_role("button", name="Check", exact=True).click()
        tab.get_by_text("only the top card can be played").first.wait_for(timeout=120_000)
        tab.wait_for_timeout(800)
        tab.screenshot(path=DOCS / "check.jpg", type="jpeg", quality=82)
        context.close()
        server.shutdown()


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
        take_boards(browser, words_for_board(Path(folder)), BOARDS, "#undo:enabled")
        take_boards(browser, words_for_guide(Path(folder)), GUIDES, "#guide:not([hidden])")
        real_table = ["--physical", "--game", "Labyrinth", str(Path(folder, "real-table.moves"))]
        take_boards(browser, real_table, REAL_TABLES, "text=each card, or type it")
        take_review(browser, Path(folder))
        if PAGES.exists():
            take_check(browser)
        browser.close()


if __name__ == "__main__":
    main()
