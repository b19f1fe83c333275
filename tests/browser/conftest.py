"""Records for pages, and pages opened in the browser of tests/chromium.py."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import leoni_replay as lr
from leoni_replay.show.html import page
from leoni_replay.show.review_report import review_page
from leoni_replay.show.story import Story, make_story
from tests.chromium import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"

#: How long a test waits for what a page does, in milliseconds: a page that does it not, ever, fails later.
PATIENCE = 60_000

Open = Callable[..., "Page"]


def story_of(path: str, number: int = 0) -> Story:
    """A record of ``transcripts/``, told."""
    return make_story(lr.replay(list(lr.load(TRANSCRIPTS / path))[number]))


def story_from(text: str) -> Story:
    (transcript,) = lr.loads(text)
    return make_story(lr.replay(transcript))


def reviewed_page() -> str:
    """The page of a game that was reviewed, with every outlook that there is."""
    review = lr.review(next(lr.load(TRANSCRIPTS / "games/mcneely-lost.moves")), nodes=100)
    outlooks: tuple[Any, ...] = ("won",) * 4 + ("undecided",) * 3 + ("lost",) * (len(review.outlooks) - 7)
    return review_page(replace(review, outlooks=outlooks))


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a story as a file. Cards do not glide, unless it is asked for; a message on the console, a script error or
    a look at the network fails the test."""
    faults: list[str] = []
    contexts = []

    def show(story: Story | str, address: str = "", *, glide: bool = False, **options: Any) -> Page:
        file = tmp_path / "game.html"
        file.write_text(story if isinstance(story, str) else page(story), encoding="utf-8")
        options = {"viewport": {"width": 1300, "height": 900}} | options
        context = browser.new_context(reduced_motion="no-preference" if glide else "reduce", **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        tab = context.new_page()
        watch(tab, faults, "file:")
        tab.goto(f"{file.as_uri()}{address}")
        return tab

    yield show
    for context in contexts:
        context.close()
    assert faults == []


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on a server; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as made:
        Thread(target=made.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{made.server_port}/"
        finally:
            made.shutdown()


class Visitor:
    """A context of a browser, with what its console said and what it asked for."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(
            **{"reduced_motion": "reduce", "viewport": {"width": 1300, "height": 900}} | options
        )
        self.context.set_default_timeout(PATIENCE)
        self.said: list[str] = []
        self.asked: list[str] = []

    def open(self, url: str) -> Page:
        tab = self.context.new_page()
        tab.on("console", lambda message: self.said.append(message.text))
        tab.on("pageerror", lambda error: self.said.append(str(error)))
        tab.on("request", lambda request: self.asked.append(request.url))
        tab.goto(url)
        return tab


@pytest.fixture
def visit(browser: Browser) -> Iterator[Any]:
    made: list[Visitor] = []

    def visit(**options: Any) -> Visitor:
        made.append(Visitor(browser, **options))
        return made[-1]

    yield visit
    for visitor in made:
        visitor.context.close()


@pytest.fixture(scope="session")
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures go: the folder that LEONI_ARTIFACTS names, or a temporary one."""
    folder = Path(os.environ.get("LEONI_ARTIFACTS") or tmp_path_factory.mktemp("pictures"))
    with suppress(FileExistsError):
        folder.mkdir(parents=True)
    return folder
