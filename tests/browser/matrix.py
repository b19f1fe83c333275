"""Whole games of every kind on the board, in both browsers and at every size: ``python -m tests.browser.matrix``.

The default run and CI play some of this. All of it takes an hour or more, so it has a command of its own. Every game is
played by touch where a window is small, and with the mouse. After each move all cards must be seen and the controls
must stay where they are. The record must be what was played, and must be verified with the same digest. A message on
the console or a request to another host is an error. How long a move takes is measured in the page, from the end of the
touch to the table with its new layout.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import leoni_replay as lr
from leoni_replay.board.protocol import Board
from leoni_replay.games import GAMES
from leoni_replay.site.pages import site_files
from leoni_replay.site.pyodide import pyodide
from tests.browser.conftest import served as folder_served
from tests.browser.firefox import firefox
from tests.browser.hands import CONTROLS, COUNT, LOADED, LYING, SEEN, Hands, Window, play, wait
from tests.chromium import CHROMIUM
from tests.play.boards import board_of, served
from tests.play.games import main_line, sampled, typed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = [(360, 640), (360, 740), (390, 844), (768, 1024), (1280, 720), (1920, 1080)]


class Opening(Window, Protocol):
    """A window that opens boards, and tells what its console said and what was asked of other hosts."""

    def open(self, file: str) -> None: ...
    def faults(self, server: str) -> list[str]: ...


class Chromium(Hands):
    """A window of Chromium."""

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        self.context = browser.new_context(
            reduced_motion="reduce", viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 800
        )
        super().__init__(self.context.new_page())
        self.said: list[str] = []
        self.asked: list[str] = []
        self.tab.on("console", lambda message: self.said.append(f"console: {message.text}"))
        self.tab.on("pageerror", lambda error: self.said.append(f"script: {error}"))
        self.tab.on("request", lambda request: self.asked.append(request.url))
        self.open = self.tab.goto

    def faults(self, server: str) -> list[str]:
        elsewhere = [url for url in self.asked if not url.startswith((server, "about:", "blob:", "data:"))]
        said, self.said, self.asked = self.said, [], []
        return said + elsewhere


#: How long the moves of this page took; where the controls stand.
WATCH = """(() => {
  window.took = [];
  let began = 0;
  addEventListener("pointerup", () => { began = performance.now(); }, true);
  table.addEventListener("shown", ({ detail }) => {
    if (!began || !detail.done) return;
    table.getBoundingClientRect();
    window.took.push(performance.now() - began);
    began = 0;
  });
  return 1;
})()"""

#: The same without a move: the state is asked for.
LOOK = """(async () => {
  const all = [];
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    await ask({ do: "look" });
    all.push(performance.now() - began);
  }
  return all;
})()"""


def whole_game(window: Window, record: lr.Transcript, *, touch: bool, moves: int | None) -> Iterator[str]:
    """Play a game that has been begun; what is wrong after its moves."""
    stood = window.evaluate(f"({CONTROLS})()")
    for number, text in enumerate(list(typed(record))[:moves], 1):
        play(window, text, touch=touch)
        told = f"[state.steps.length, state.reply.result, ({SEEN})(), ({CONTROLS})()]"
        count, result, wrong, controls = window.evaluate(told)
        assert count == number, text
        yield from (f"move {number}: {what}" for what in wrong)
        # What came of the game has room of its own.
        if controls != stood and result == "*":
            yield f"move {number}: a control has moved"
            stood = controls


def recorded(text: str, record: lr.Transcript, moves: int | None) -> Iterator[str]:
    """What is wrong with the record of a game."""
    if main_line(text) != [str(move.command) for move in record.moves()][:moves]:
        yield "the record has other moves"
    (verdict,) = lr.verify_text(text)
    if verdict.status != "verified":
        yield f"the record is {verdict.status}"
    whole = lr.replay(record)
    if verdict.digest != (whole.digest if moves is None else whole.at(min(moves, whole.moves)).digest):
        yield "the record has another digest"


class Timed:
    """A board that notes the processor time of its answers to moves, in ms."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spent: list[float] = []
        self._answer = board.answer
        board.answer = self.answer  # type: ignore[method-assign]

    def answer(self, request: Any) -> Any:
        began = time.thread_time()
        try:
            return self._answer(request)
        finally:
            if request.get("do") == "play":
                self.spent.append(1000 * (time.thread_time() - began))


class Round:
    """All games in one browser, at one size, by touch or with the mouse."""

    def __init__(self, window: Opening, *, touch: bool, moves: int | None) -> None:
        self.window, self.touch, self.moves = window, touch, moves
        self.wrong: list[str] = []
        self.took: list[float] = []
        self.looks: list[float] = []
        self.spent: list[float] = []

    def _play(self, name: str, record: lr.Transcript, server: str) -> None:
        played = whole_game(self.window, record, touch=self.touch, moves=self.moves)
        self.wrong += [f"{name}: {what}" for what in played]
        self.took += self.window.evaluate("window.took.splice(0)")
        self.looks += self.window.evaluate(LOOK)
        self.wrong += [f"{name}: {what}" for what in self.window.faults(server)]

    def on_the_server(self, names: list[str], folder: Path) -> None:
        for name in names:
            record, path = sampled(name), Path(tempfile.mkdtemp(dir=folder)) / "game.moves"
            timed = Timed(board_of(record, path))
            with served(timed.board) as server, self._noted(name):
                self.window.open(server.address)
                wait(self.window, LOADED)
                self.window.evaluate(WATCH)
                self._play(name, record, server.address)
                self.window.open("about:blank")
                self.wrong += [f"{name}: {x}" for x in recorded(path.read_text("utf-8"), record, self.moves)]
            self.spent += timed.spent

    def in_the_page(self, names: list[str], home: str) -> None:
        self.window.open(f"{home}play.html")
        wait(self.window, LOADED)
        self.window.evaluate("document.getElementById('home').close()")
        self.window.evaluate(WATCH)
        for name in names:
            record = sampled(name)
            head = {key: record.value(tag) for key, tag in (("name", "Game"), ("rules", "Rules"), ("deal", "Deal"))}
            with self._noted(name):
                self.window.evaluate(f"ask({{ do: 'begin', ...{head!r} }})")
                wait(self.window, f"state.reply.deal === {head['deal']!r} && {COUNT} === 0 && {LYING}")
                self._play(name, record, home)
                asked = "ask({ do: 'record' }).then(({ record }) => record)"
                self.wrong += [f"{name}: {x}" for x in recorded(self.window.evaluate(asked), record, self.moves)]

    @contextmanager
    def _noted(self, name: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self.wrong.append(f"{name}: {type(error).__name__}: {str(error)[:400]}")

    def told(self) -> str:
        if not self.took:
            return "no moves"
        median, most = part(self.took, 0.5), part(self.took, 0.95)
        said = f"{len(self.took)} moves, ms: median {median:.1f}, 95 % {most:.1f}, longest {max(self.took):.0f}"
        said += f"; × a request without a move {median / part(self.looks, 0.5):.1f}"
        if self.spent:
            said += f"; processor of the server {part(self.spent, 0.5):.1f}, 95 % {part(self.spent, 0.95):.1f}"
        return said


def part(times: list[float], share: float) -> float:
    """The time under which such a share of all times lies."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


@contextmanager
def windows(browser: str) -> Iterator[Any]:
    """What opens a window of a size in a browser."""
    with ExitStack() as stack:
        if browser == "firefox":
            profile = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "profile"
            tab = stack.enter_context(firefox(profile))

            def sized(size: tuple[int, int]) -> Opening:
                tab.resize(*size)
                return tab

            yield sized
        else:
            from playwright.sync_api import sync_playwright

            made = stack.enter_context(sync_playwright())
            chromium = made.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            stack.callback(chromium.close)
            yield partial(Chromium, chromium)


def main() -> int:
    """Play what is asked for, or all; 1 if something is wrong."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--browser", choices=("firefox", "chromium"), action="append")
    options.add_argument("--engine", choices=("server", "page"), action="append", help="page: with Pyodide")
    options.add_argument("--size", choices=[f"{x}x{y}" for x, y in SIZES], action="append")
    options.add_argument("--hand", choices=("touch", "mouse"), action="append")
    options.add_argument("--game", choices=list(GAMES), action="append")
    options.add_argument("--moves", type=int, metavar="N", help="only the first N moves of each game")
    chosen = options.parse_args()
    sizes = [size for size in SIZES if not chosen.size or "{}x{}".format(*size) in chosen.size]
    names, bad = chosen.game or list(GAMES), 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for engine, browser in product(chosen.engine or ["server", "page"], chosen.browser or ["firefox", "chromium"]):
            if engine == "page" and not (folder / "www").exists():
                for name, data in site_files(pyodide()).items():
                    (folder / "www" / name).parent.mkdir(parents=True, exist_ok=True)
                    (folder / "www" / name).write_bytes(data)
            with windows(browser) as window:
                for size, hand in product(sizes, chosen.hand or ["touch", "mouse"]):
                    if hand == "touch" and size[0] > 800:
                        continue
                    began, opened = time.monotonic(), window(size)
                    turn = Round(opened, touch=hand == "touch", moves=chosen.moves)
                    if engine == "server":
                        turn.on_the_server(names, folder)
                    else:
                        with folder_served(folder / "www") as home:
                            turn.in_the_page(names, home)
                            opened.open("about:blank")
                    if isinstance(opened, Chromium):
                        opened.context.close()
                    bad += len(turn.wrong)
                    spent, load = time.monotonic() - began, os.getloadavg()[0]
                    where = f"{browser}, {engine}, {size[0]}x{size[1]}, {hand}"
                    print(f"{where}: {turn.told()} ({spent:.0f} s, load {load:.1f})")
                    for what in turn.wrong[:20]:
                        print(f"  {what}")
                    sys.stdout.flush()
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
