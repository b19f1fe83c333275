"""The site, read in a browser: from a server and from a folder, with nothing asked of another host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leoni_replay.show import palette
from tests.chromium import watch
from tests.site.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}/"
        served.shutdown()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1300, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def watched(tab: Page, home: str) -> list[str]:
    """What goes wrong: a message on the console, an error of a script, an answer that is none, a look elsewhere."""
    faults: list[str] = []
    watch(tab, faults, home, "data:", "blob:")
    tab.on("response", lambda answer: faults.append(f"missing: {answer.url}") if answer.status >= 400 else None)
    return faults


def test_a_page_from_a_server(tab: Page, server: str) -> None:
    from playwright.sync_api import expect

    faults = watched(tab, server)
    tab.goto(f"{server}games/anna.html")
    tab.locator("iframe.replay").first.scroll_into_view_if_needed()
    replay = tab.frame_locator("iframe.replay").first
    slider = replay.locator("#slider")
    expect(slider).to_have_value("0")
    replay.locator("#next").click()
    expect(slider).to_have_value("1")
    assert faults == []


@pytest.mark.parametrize("from_a_folder", [False, True])
def test_the_search(tab: Page, server: str, site: Path, from_a_folder: bool) -> None:
    home = f"{site.as_uri()}/" if from_a_folder else server
    faults = watched(tab, home)
    tab.goto(f"{home}index.html")
    tab.locator("input[name=query]").first.click()
    tab.keyboard.type("letter A queens")
    link = tab.locator(".md-search-result__link[href*='games/anna.html']").first
    link.wait_for()
    # What a page is found by is not read there.
    assert link.locator(".md-tags").count() and not link.locator(".md-tags").first.is_visible()
    assert faults == []


@pytest.mark.parametrize(
    "name", ["index.html", "record/tutorial.html", "games/leonis-own.html", "reference/codes/M203.html"]
)
def test_a_page_from_a_folder(tab: Page, site: Path, name: str) -> None:
    faults = watched(tab, site.as_uri())
    tab.goto((site / name).as_uri())
    assert tab.locator("h1").count() == 1
    tab.wait_for_load_state("networkidle")
    assert faults == []


@pytest.mark.parametrize(("scheme", "colours"), [("light", palette.LIGHT), ("dark", palette.DARK)])
def test_the_face_of_the_site(browser: Browser, site: Path, scheme: Any, colours: dict[str, str]) -> None:
    """Its colours are those of the felt, and its mark is the project's."""
    context = browser.new_context(color_scheme=scheme)
    tab = context.new_page()
    tab.goto((site / "index.html").as_uri())
    felt = tab.locator(".md-header").evaluate("header => getComputedStyle(header).backgroundColor")
    assert felt == f"rgb({', '.join(str(part) for part in bytes.fromhex(colours['felt'][1:]))})"
    mark = tab.locator(".md-header__button.md-logo img")
    assert mark.evaluate("mark => mark.naturalWidth") > 0
    assert tab.locator("link[rel=icon]").get_attribute("href") == mark.get_attribute("src") == "icon.svg"
    context.close()


def test_every_page_on_a_phone(browser: Browser, server: str, site: Path) -> None:
    """Nothing stands beyond its edge, and nobody scrolls for more than eight screens."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tab = context.new_page()
    wide, long = [], []
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        if name.startswith("dev/"):
            continue
        tab.goto(f"{server}{name}")
        width, height = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        wide += [name] if width > 390 else []
        long += [name] if height > 8 * 844 else []
    context.close()
    assert (wide, long) == ([], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_home_of_the_site_on_a_phone(browser: Browser, server: str, scheme: Any) -> None:
    """Both buttons stand on the first screen, and the picture is that of a phone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme=scheme, has_touch=True, reduced_motion="reduce"
    )
    tab = context.new_page()
    tab.goto(f"{server}index.html")
    for button in tab.locator(".hero .md-button").all():
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] < 844
    assert tab.locator(".hero .md-button--primary").inner_text() == "Play now"
    pictures = [one.get_attribute("src") for one in tab.locator(".hero img").all() if one.is_visible()]
    assert pictures == ["pages/board-phone.jpg"]
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["index.html", "games/weavers.html", "reference/command/leoni-verify.html", "record/tutorial.html"]
)
def test_nothing_for_axe(browser: Browser, site: Path, name: str, scheme: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto((site / name).as_uri())
    # The pages of docs/ have tables whose second column says what the first one names.
    report = Axe().run(tab, options={"rules": {"empty-table-header": {"enabled": False}}})
    context.close()
    assert report.violations_count == 0, report.generate_report()
