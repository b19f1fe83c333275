"""The pages in somebody else's page, and what their addresses open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.browser.test_board import settled
from tests.pages.test_servers import server, tab_without, until
from tests.play.games import sampled, typed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

pytestmark = pytest.mark.browser

#: A page that notes what the frame in it tells.
HOST = """<!doctype html><title>Mine</title>
<script>
  const told = [];
  addEventListener("message", ({ origin, data }) => told.push({ origin, ...data }));
</script>
<iframe width="900" height="700" src="%s"></iframe>"""


@pytest.fixture(scope="module")
def home(folder: Path) -> Iterator[str]:
    with server(folder) as address:
        yield address


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    with tab_without(browser) as tab:
        yield tab


def ready(frame: Page | Frame) -> None:
    until(frame, "typeof state === 'object' && state.reply?.legal && state.lying")


def told(tab: Page, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tab.evaluate(f"told.filter(({{ type }}) => type === 'leoni:{kind}')")
    return found


def test_a_frame_tells_what_happens_in_it(home: str, tab: Page, tmp_path: Path) -> None:
    record = sampled("Labyrinth")
    with server(tmp_path) as host:
        mine = host.replace("127.0.0.1", "localhost")
        deal = f"new=Labyrinth&deal={record.value('Deal')}&rules={record.value('Rules')}"
        page = HOST % f"{home}play.html?bare&theme=dark&origin={mine.rstrip('/')}#{deal}&--radius=0&--felt=navy"
        (tmp_path / "mine.html").write_text(page)
        # It has named another page than the one that it is in.
        (tmp_path / "other.html").write_text(page.replace(mine.rstrip("/"), "https://example.org"))
        tab.goto(f"{mine}mine.html")
        frame = tab.frames[1]
        ready(frame)
        moves = list(typed(record))[:3]
        for number, text in enumerate(moves, 1):
            frame.evaluate("(text) => ask({ do: 'enter', text })", text)
            until(frame, f"state.steps.length === {number} && state.lying")
        frame.evaluate("ask({ do: 'concede' })")
        until(tab, "told.some(({ type }) => type === 'leoni:result')")
        common = {"origin": home.rstrip("/"), "version": 1, "page": "play", "game": "Labyrinth"}
        common |= {"rules": record.value("Rules"), "deal": record.value("Deal")}
        assert told(tab, "ready") == [common | {"type": "leoni:ready", "moves": 0, "move": None, "result": "*"}]
        moved = told(tab, "moved")
        assert [(one["moves"], one["result"]) for one in moved] == [(1, "*"), (2, "*"), (3, "*"), (3, "conceded")]
        assert [one["move"] for one in moved[:3]] == [str(move.command) for move in record.moves()][:3]
        assert told(tab, "result") == [common | {"type": "leoni:result", "moves": 3, "result": "conceded"}]
        assert {(one["version"], one["page"]) for one in tab.evaluate("told")} == {(1, "play")}
        heights = [one["height"] for one in told(tab, "height")]
        assert len(heights) == 1 and 200 < heights[0] < 2000
        # Looks: no header, dark, and what the address has set.
        look = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)"
        assert [frame.evaluate(look, name) for name in ("--felt", "--radius", "--page")] == ["navy", "0", "#15191a"]
        assert frame.evaluate("getComputedStyle(document.getElementById('box')).borderRadius") == "0px"
        assert not frame.locator("#title").is_visible() and frame.locator("#undo").is_visible()
        # The address keeps what is no game.
        assert frame.evaluate("location.hash") == "#--radius=0&--felt=navy"
        tab.goto(f"{mine}other.html")
        ready(tab.frames[1])
        assert tab.evaluate("told") == []


@pytest.mark.long
def test_a_frame_tells_what_of_its_address_is_refused(home: str, tab: Page, tmp_path: Path) -> None:
    with server(tmp_path) as host:
        mine = host.replace("127.0.0.1", "localhost")
        address = f"{home}play.html?theme=pink&origin={mine.rstrip('/')}#new=Martha&deal=nonsense"
        (tmp_path / "mine.html").write_text(HOST % address.replace("&", "&amp;"))
        tab.goto(f"{mine}mine.html")
        until(tab, "told.some(({ type }) => type === 'leoni:ready')")
        (refused,) = told(tab, "refused")
        assert "There is no theme=pink" in refused["what"] and "no deal “nonsense” of Martha" in refused["what"]
        assert told(tab, "ready")[0]["game"] == "Martha"


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_the_menu_of_a_bare_board_has_what_its_header_had(width: int, home: str, tab: Page) -> None:
    tab.set_viewport_size({"width": width, "height": 700})
    tab.goto(f"{home}play.html?bare#new=Martha")
    ready(tab)
    assert tab.locator("header").evaluate("({ offsetHeight }) => offsetHeight") == 0
    for name, opened in (("Rules", "#sheet"), ("All moves", "#side"), ("All games", "#home")):
        tab.locator("#more").click()
        tab.locator("#options").get_by_role("button").and_(tab.get_by_text(re.compile(f"^{name}"))).click()
        assert tab.locator(opened).is_visible()
        tab.keyboard.press("Escape")


@pytest.mark.long
def test_addresses_open_what_they_say(home: str, tab: Page) -> None:
    standing = "[state.reply.name, state.reply.rules, state.reply.deal, state.steps.length, location.hash]"
    tab.goto(f"{home}play.html#new=Martha&deal=seed:1884&rules=wikipedia")
    ready(tab)
    assert tab.evaluate(standing) == ["Martha", "wikipedia", "seed:1884", 0, ""]
    tab.evaluate("ask({ do: 'play', move: state.reply.legal[0].move })")
    settled(tab)
    # It is a guide, though it was skipped before.
    tab.evaluate("memory.set('skipped', state.offers.find(({ name }) => name === 'Anna').guide.deal)")
    tab.goto(f"{home}play.html?again#learn=Anna")
    ready(tab)
    assert tab.locator("#guide").is_visible() and tab.evaluate("state.reply.name") == "Anna"
    # A deal that was begun goes on.
    tab.evaluate("location.hash = '#new=martha&deal=seed:1884'")
    until(tab, "state.reply.name === 'Martha' && state.lying")
    assert tab.evaluate(standing) == ["Martha", "wikipedia", "seed:1884", 1, ""]


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#game=Martha", "To begin Martha, say #new=Martha"),
        ("#game=Q29pbnM", "This game cannot be opened"),
        ("#new=Chess", "There is no game “Chess”"),
        ("#new=Martha&deal=nonsense", "There is no deal “nonsense” of Martha"),
        ("#new=Martha&rules=hoyle", "Martha has no rules “hoyle”"),
        ("?origin=example.org", "is no origin"),
        ("?theme=pink", "There is no theme=pink"),
        ("#--felt=url(x)", "--felt=url(x) is no color"),
        ("#--colour=red", "There is no variable --colour"),
    ],
)
def test_a_wrong_address_is_refused_in_a_sentence(address: str, words: str, home: str, tab: Page) -> None:
    tab.goto(f"{home}play.html{address}")
    ready(tab)
    tab.evaluate("document.getElementById('home').close()")
    assert words in tab.locator("#told").inner_text()
    # The game that it names is dealt all the same.
    if "=Martha&" in address:
        assert tab.evaluate("state.reply.name") == "Martha"


@pytest.mark.long
def test_check_takes_a_text_from_its_address(home: str, tab: Page, tmp_path: Path) -> None:
    with server(tmp_path) as host:
        mine = host.replace("127.0.0.1", "localhost")
        record = '[Game "Martha"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n1. zzz *\n'
        address = f"{home}check.html?origin={mine.rstrip('/')}&bare#text={quote(record)}"
        (tmp_path / "mine.html").write_text(HOST % address.replace("&", "&amp;"))
        tab.goto(f"{mine}mine.html")
        until(tab, "told.some(({ type }) => type === 'leoni:result')")
        (result,) = told(tab, "result")
        assert (result["page"], result["games"]) == ("check", {"rejected": 1})
        assert [one["page"] for one in told(tab, "ready")] == ["check"]
        tall = tab.frames[1].evaluate("document.documentElement.offsetHeight")
        until(tab, f"told.some(({{ height }}) => height === {tall})")
    tab.goto(f"{home}check.html#txt=1")
    until(tab, "document.getElementById('summary').textContent.includes('“txt”')")


@pytest.mark.long
def test_all_requests_of_a_game_stay_with_the_server(folder: Path, browser: Browser) -> None:
    """From the first byte to a game that was played, reviewed and checked, nothing is asked of another host."""
    asked: list[str] = []
    with server(folder) as home, tab_without(browser) as tab:
        tab.context.on("request", lambda request: asked.append(request.url))
        tab.goto(f"{home}play.html#new=Labyrinth&deal=seed:1884")
        ready(tab)
        for move in typed(sampled("Labyrinth")):
            tab.evaluate("(text) => ask({ do: 'enter', text })", move)
        tab.evaluate("ask({ do: 'hint' })")
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        tab.goto(f"{home}check.html")
        tab.get_by_role("button", name="A game", exact=True).click()
        until(tab, "document.getElementById('summary').textContent === '1 game right'")
        tab.locator("article.yes").get_by_role("button", name="Replay").click()
        tab.frame_locator("article.yes iframe").locator("#last").click()
    names = {url.removeprefix(home).partition("?")[0] for url in asked if not url.startswith(("blob:", "data:"))}
    assert {name for name in names if "://" in name and name != "about:srcdoc"} == set()
    assert {
        "play.html",
        "check.html",
        "engine/zstd.wasm",
        "engine/python.wasm",
        "engine/stdlib.wasm",
        "engine/leoni.wasm",
    } <= names
