"""How long it takes to make pages, how smoothly that of a long game turns its moves in Chromium, and how soon the
page Play can be played on."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from timing import row, title

import leoni_replay as lr
from leoni_replay.show.html import page
from leoni_replay.show.story import make_story
from leoni_replay.site.pages import site_files
from leoni_replay.site.pyodide import NoPyodide, pyodide

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession

#: The longest game of the transcripts.
RECORD = Path(__file__).parents[1] / "tests" / "records" / "games" / "anna-overrides.moves"

#: Games as people play them: 30 to 330 moves.
GAMES = Path(__file__).parents[1] / "transcripts" / "games"

#: A window on a desk, and a telephone.
SIZES = ((1280, 720), (390, 844))

#: Turns a move every few frames, with cards that glide: how far each frame came after the one before, and how long the
#: script of each move took with the layout that it brings about, both in milliseconds.
_DRIVE = """(every) => new Promise((done) => {
  const last = Number(document.getElementById("slider").max), frames = [], moves = [];
  let before = 0, count = 0;
  function frame(now) {
    if (before) frames.push(now - before);
    before = now;
    if (count++ % every === 0) {
      if (moves.length === last) return done([frames, moves]);
      const began = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      document.getElementById("table").getBoundingClientRect();
      moves.push(performance.now() - began);
    }
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
})"""


#: What the browser counts, and what it is called here.
_COUNTED = {
    "ScriptDuration": "script",
    "RecalcStyleDuration": "style",
    "LayoutDuration": "layout",
    "TaskDuration": "all",
}


#: Notes when the first cards are drawn, and when the first can be played.
_WATCH = """{
  const watch = setInterval(() => {
    if (document.querySelector("#table > .card")) window.drawn ??= performance.now();
    if (document.querySelector("#table .can")) clearInterval(watch, window.playable = performance.now());
  }, 10);
}"""


def made_and_turned() -> None:
    """Make pages, turn the moves of one, and visit the site."""
    made()
    frames()
    visits()


def made(rounds: int = 3) -> None:
    """Make the pages of the transcripts from replays that are there already."""
    title("Pages: made from replays, µs of processor time a move")
    records = [record for path in sorted(GAMES.glob("*.moves")) for record in lr.load(path)]
    moves, best = 0, math.inf
    for _ in range(rounds):
        replays = [lr.replay(record) for record in records]
        moves, began = sum(one.moves for one in replays), time.process_time()
        for one in replays:
            page(make_story(one))
        best = min(best, time.process_time() - began)
    row(f"{len(records)} games, {moves} moves", f"{1e6 * best / moves:.0f}")


def frames(every: int = 4) -> None:
    """Drive the page of a long game through all of its moves, one every few frames."""
    title("Pages: frames of a long game, in Chromium without a window, ms")
    with _chromium() as browser:
        if browser is not None:
            _turned(browser, every)


def visits(rounds: int = 3) -> None:
    """Visit the page Play of the site for the first time and for the second, from a server on this machine."""
    title("Site: seconds until the table is seen and until it can be played")
    try:
        files = site_files(pyodide())
    except NoPyodide as error:
        print(error)
        return
    with tempfile.TemporaryDirectory() as name, _chromium() as browser, _served(Path(name)) as address:
        for file, data in files.items():
            Path(name, file).parent.mkdir(parents=True, exist_ok=True)
            Path(name, file).write_bytes(data)
        row("", "table", "playable", "load")
        for _ in range(rounds if browser is not None else 0):
            assert browser is not None
            context = browser.new_context()
            context.add_init_script(_WATCH)
            for visit in ("first", "second"):
                tab = context.new_page()
                tab.goto(f"{address}play.html")
                tab.locator("#table .can").first.wait_for(state="attached", timeout=120_000)
                times = [tab.evaluate(mark) for mark in ("drawn", "playable")]
                # What the second visit needs is stored a little later.
                tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
                while not tab.evaluate("caches.match('engine/memory').then(Boolean)"):
                    tab.wait_for_timeout(100)
                row(visit, *(f"{time / 1000:.2f}" for time in times), f"{os.getloadavg()[0]:.1f}")
                tab.close()
            context.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """A folder on a server; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def _chromium() -> Iterator[Browser | None]:
    """Chromium without a window; None if it or playwright is missing."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("playwright is missing")
        yield None
        return
    if path is None:
        print("chromium is missing")
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def _turned(browser: Browser, every: int) -> None:
    story = make_story(lr.replay(next(lr.load(RECORD))))
    html = page(story)
    row(f"{len(story.moves)} moves", "median", "p95", "longest")
    for width, height in SIZES:
        tab = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="no-preference")
        tab.set_content(html)
        session = tab.context.new_cdp_session(tab)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _counted(session)
        timings = tab.evaluate(_DRIVE, every)
        spent = [now - then for now, then in zip(_counted(session), before, strict=True)]
        tab.close()
        print(f"{width} x {height}")
        for name, times in zip(("frames", "script and layout"), timings, strict=True):
            row(f"  {name}", *(f"{part(times, share):.1f}" for share in (0.5, 0.95, 1)))
        # What else the machine does does not count here.
        each = [f"{1000 * seconds / len(story.moves):.2f}" for seconds in spent]
        print("  processor time a move: " + ", ".join(map(" ".join, zip(_COUNTED.values(), each, strict=True))))


def _counted(session: CDPSession) -> list[float]:
    """The processor time that the page has taken so far, in seconds."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return [metrics[name] for name in _COUNTED]


def part(times: Sequence[float], share: float) -> float:
    """The time under which such a share of all times lies."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]
