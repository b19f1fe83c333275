"""The pages in a browser, from a server that only sends files: the rules run beside them, in the real Pyodide."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from zipfile import ZipFile

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.notation.writer import dumps
from tests.browser.conftest import PATIENCE, TRANSCRIPTS
from tests.browser.test_axe import WCAG22
from tests.browser.test_board import play_by_mouse, play_by_touch, seen, settled
from tests.browser.test_player import until
from tests.chromium import watch
from tests.pages.test_files import contents
from tests.play.games import main_line, sampled, typed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser


class Counting(SimpleHTTPRequestHandler):
    """Notes which files are sent."""

    sent: ClassVar[list[str]] = []

    def log_request(self, code: object = "", *_: Any) -> None:
        if code == 200:
            self.sent.append(self.path)

    def log_message(self, *_: Any) -> None: ...


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", server
        server.shutdown()


class Visitor:
    """A browser of its own that visits the site. What goes wrong is noted."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.context = context
        self.home = home
        self.faults: list[str] = []

    def open(self, address: str) -> Page:
        tab = self.context.new_page()
        watch(tab, self.faults, self.home, "data:", "blob:")
        tab.goto(self.home + address)
        until(tab, "!document.body.classList.contains('loading')")
        if address.startswith("play"):
            until(tab, "Boolean(state.reply?.legal)")
            tab.evaluate("document.getElementById('home').close()")
        return tab


@contextmanager
def visitor(browser: Browser, home: str, **options: Any) -> Iterator[Visitor]:
    context = browser.new_context(reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE)
    one = Visitor(context, home)
    try:
        yield one
    finally:
        context.close()
    assert one.faults == []


def begin(tab: Page, record: lr.Transcript) -> None:
    """Deal the game of a record by the menu."""
    tab.get_by_role("button", name="Menu").click()
    tab.get_by_text("Choose rules, a deal").click()
    tab.select_option("#game-name", record.value("Game"))
    tab.select_option("#game-rules", record.value("Rules"))
    tab.fill("#game-deal", record.value("Deal") or "")
    tab.locator("#begin").click()
    until(tab, f"state.reply?.deal === {record.value('Deal')!r}")
    settled(tab)


def exported(tab: Page) -> str:
    """The record that the menu gives as a file."""
    tab.evaluate("sheet.close()")
    tab.get_by_role("button", name="Menu").click()
    with tab.expect_download() as download:
        tab.evaluate("document.getElementById('save-record').click()")
    tab.keyboard.press("Escape")
    assert download.value.suggested_filename.endswith(".moves")
    return download.value.path().read_text(encoding="utf-8")


def test_the_first_visit_loads_little(folder: Path) -> None:
    """Less than 5 MB before the first move, even from a server that packs nothing; what is imported until then is
    compiled, and what no page can use is left out."""
    assert sum(path.stat().st_size for path in folder.glob("engine/*")) < 5_000_000
    library = ZipFile(io.BytesIO(contents((folder / "engine/stdlib.wasm").read_bytes())["python_stdlib.zip"]))
    names = set(library.namelist())
    assert {"typing.pyc", "asyncio/__init__.pyc", "calendar.py", "encodings/utf_8.pyc"} < names
    assert names & {"pdb.py", "unittest/__init__.py", "http/server.py", "encodings/cp865.py"} == set()
    rules = contents((folder / "engine/leoni.wasm").read_bytes())
    assert rules["leoni_replay/search/labyrinth.py"] and not rules["leoni_replay/rules/labyrinth.py"]
    assert {"leoni_replay/rules/__pycache__/labyrinth.cpython-314.pyc", "jinja2/LICENSE.txt"} < set(rules)


def test_a_whole_game_by_touch_is_stored_exported_and_shared(browser: Browser, folder: Path) -> None:
    record = sampled("Labyrinth")
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "accept_downloads": True}
    with served(folder) as (home, _), visitor(browser, home, permissions=["clipboard-read"], **phone) as one:
        tab = one.open("play.html")
        begin(tab, record)
        moves = list(typed(record))
        for text in moves[:-1]:
            play_by_touch(tab, text)
        assert tab.evaluate("state.steps.length") == len(moves) - 1
        assert seen(tab) == []
        # The game is there again when the page is.
        tab.reload()
        until(tab, "typeof state !== 'undefined' && Boolean(state.reply?.legal)")
        settled(tab)
        assert tab.evaluate("[state.steps.length, state.reply.saved]") == [len(moves) - 1, True]
        # A link holds the game: another window goes on, and this one follows.
        link = tab.evaluate("ask({ do: 'record' }).then(({ record }) => packed(record))")
        other = one.open(f"play.html#game={link}")
        path = tab.evaluate("state.reply.path")
        assert other.evaluate("[state.steps.length, location.hash, state.reply.path]") == [len(moves) - 1, "", path]
        play_by_touch(other, moves[-1])
        until(tab, f"state.steps.length === {len(moves)}")
        assert "another window" in tab.locator("#told").inner_text()
        # An address with a game that is refused says why, and leaves the game as it is.
        wrong = tab.evaluate(
            "(text) => packed(text)", (TRANSCRIPTS / "rejected/M204.moves").read_text(encoding="utf-8")
        )
        tab.evaluate("(link) => { location.hash = `game=${link}`; }", wrong)
        until(tab, "document.getElementById('told').textContent.includes('cannot be opened')")
        tab.get_by_role("button", name="More").click()
        assert "Q♣ lies in pile 11 under 2♠" in tab.locator("#sheet-body").inner_text().replace("\ufe0e", "")
        text = exported(tab)
    (verdict,) = lr.verify_text(text)
    assert (verdict.status, verdict.digest) == ("verified", lr.replay(record).digest)


@pytest.mark.parametrize(("size", "play"), [((360, 740), play_by_touch), ((1280, 720), play_by_mouse)])
def test_games_are_exported_as_native_leoni_plays_them(
    size: tuple[int, int], play: Callable[[Page, str], None], browser: Browser, folder: Path
) -> None:
    """Every game, or its first 60 moves, is played by touch on a phone and with the mouse in a window."""
    options: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": play is play_by_touch}
    with served(folder) as (home, _), visitor(browser, home, accept_downloads=True, **options) as one:
        tab = one.open("play.html")
        for name in GAMES:
            record = sampled(name)
            begin(tab, record)
            moves = list(typed(record))[:60]
            for number, text in enumerate(moves, 1):
                play(tab, text)
                assert tab.evaluate("state.steps.length") == number, (name, text)
                assert number % 5 or seen(tab) == [], (name, text)
            assert seen(tab) == [], name
            # At its end the sheet comes a little later, and would cover the menu.
            until(tab, "state.reply?.result === '*' || sheet.box.open")
            tab.evaluate("sheet.close()")
            text = exported(tab)
            assert main_line(text) == [str(move.command) for move in record.moves()][:60], name
            (verdict,) = lr.verify_text(text)
            whole = lr.replay(record)
            assert verdict.digest == whole.at(len(moves)).digest, name


def test_a_link_opens_the_position_in_another_browser(browser: Browser, folder: Path) -> None:
    """So does a game that was checked; a hint comes from the solver; a refusal names its rule."""
    with served(folder) as (home, _):
        with visitor(browser, home, viewport={"width": 1280, "height": 720}) as one:
            tab = one.open("check.html")
            right, wrong = "games/1884.moves", "rejected/M204.moves"
            texts = [(TRANSCRIPTS / name).read_text(encoding="utf-8") for name in (right, wrong)]
            tab.fill("#record", "\n".join(texts))
            tab.get_by_role("button", name="Check", exact=True).click()
            until(tab, "document.getElementById('summary').textContent === '1 game right, 1 game with a mistake'")
            assert "This game is right" in tab.locator("article.yes").inner_text()
            assert "Move 1, line " in tab.locator("article.no .finding").first.inner_text()
            for one in tab.locator("article summary").all():
                one.click()
            assert "905fddf640080ce5" in tab.locator("article.yes").inner_text()
            refused = " ".join(tab.locator("article.no pre").inner_text().replace("\ufe0e", "").split())
            assert refused.startswith("error[M204]: Q♣ lies in pile 11 under 2♠: only the top card can be played -->")
            assert "= rule: wikipedia 3" in refused and "= fix: the whole game is legal with 11:2S^" in refused
            tab.evaluate("memory.set('four', true)")
            tab.locator("article.yes button").click()
            frame = tab.frame_locator("article.yes iframe")
            frame.locator("#last").click()
            frame.locator("#now").get_by_text("56.").wait_for()
            assert frame.locator("html.four").evaluate("(html) => html.scrollHeight - innerHeight") == 0
            link = tab.locator("article.yes a").get_attribute("href")
            tab.get_by_role("button", name="Correct it").click()
            until(tab, "document.getElementById('summary').textContent === '2 games right'")
            assert "1. 11:2S^ 11:QCv *" in tab.locator("#record").input_value()
            tab.get_by_text(
                re.compile("Game 2 is corrected: the whole game is legal with 2♠.? from pile 11 to ♠.?▲")
            ).wait_for()
            # Words about a game are no game.
            tab.fill("#record", "Labyrinth, the guided deal: won in 52 moves, 5:58")
            tab.get_by_role("button", name="Check", exact=True).click()
            until(tab, "document.getElementById('summary').textContent.startsWith('This is no recorded game.')")
            # A page of a book is told from a record, and asked for its game (tests/browser/test_check.py has more).
            tab.fill("#record", "Pile 1: 9♠ 8♥\nPile 4: 7♠\n\nPut the 7♠ on the 8♥. Put it back.")
            tab.get_by_role("button", name="Check", exact=True).click()
            tab.get_by_role("button", name="Martha", exact=True).click()
            summary = "A page of Martha: 1 sentence not read; check its table, too"
            until(tab, f"document.getElementById('summary').textContent === {summary!r}")
            read = tab.locator("article.neutral").text_content() or ""
            assert "Put the 7♠ on the 8♥.4:7S>1" in read and "Line 4, not read: “Put it back.”" in read
        with visitor(browser, home, viewport={"width": 1280, "height": 720}) as one:
            tab = one.open(link or "")
            assert tab.evaluate("[state.steps.length, state.reply.result]") == [56, "lost"]
            # A game that is over is shown as a film; its result can be had at once.
            tab.get_by_role("button", name="Result").click()
            until(tab, "sheet.box.open")
            tab.locator("#sheet .close").click()
            for _ in range(3):
                tab.get_by_role("button", name="Undo").click()
                settled(tab)
            # The first takes back that the game was ended.
            until(tab, "state.steps.length === 54")
            tab.get_by_role("button", name="Moves").click()
            tab.get_by_text("Moves in short").click()
            tab.fill("#typed", "zzz")
            tab.keyboard.press("Enter")
            settled(tab)
            assert "`zzz` is not a move" in tab.locator("#told").inner_text()
            tab.get_by_role("button", name="Hint").click()
            until(tab, "/^(Try this: |This deal|The game)/.test(document.getElementById('told').textContent)")


def test_all_games_go_out_as_one_file_and_come_in_again(browser: Browser, folder: Path, tmp_path: Path) -> None:
    """Into another browser; a second time brings nothing; a file of something else is answered in a sentence."""
    saved, wrong = tmp_path / "my-games.moves", tmp_path / "wrong.moves"
    wrong.write_text("a shopping list", encoding="utf-8")
    stored = "Object.entries(localStorage).filter(([name]) => name.startsWith(PREFIX)).sort()"
    with served(folder) as (home, _):
        with visitor(browser, home, viewport={"width": 1280, "height": 720}, accept_downloads=True) as one:
            tab = one.open("play.html")
            for name in ("Labyrinth", "Anna"):
                record = sampled(name)
                begin(tab, record)
                for text in list(typed(record))[:3]:
                    play_by_mouse(tab, text)
            games = tab.evaluate(stored)
            tab.get_by_role("button", name="Games").click()
            tab.get_by_text("Games you have played").click()
            until(tab, "/browser (keeps|may delete) them/.test(document.getElementById('keeping').textContent)")
            with tab.expect_download() as download:
                tab.evaluate("document.getElementById('save-all').click()")
            download.value.save_as(saved)
        assert len(games) >= 2
        verdicts = list(lr.verify(saved))
        assert len(verdicts) == len(games) and all(verdict.accepted for verdict in verdicts)
        with visitor(browser, home, viewport={"width": 1280, "height": 720}) as one:
            tab = one.open("play.html")

            def take(path: Path) -> str:
                tab.evaluate("tell({ type: 'said', notice: null })")
                tab.set_input_files("#take-games", path)
                until(tab, "document.getElementById('told').textContent !== ''")
                return tab.locator("#told").inner_text()

            assert take(wrong).startswith("There are no games in this file")
            assert take(saved).startswith(f"{len(games)} games from my-games.moves.")
            assert [pair for pair in tab.evaluate(stored) if pair in games] == games
            before = tab.evaluate(stored)
            assert take(saved).startswith(f"0 games from my-games.moves; {len(games)} games were here already.")
            assert tab.evaluate(stored) == before
            # They go on.
            name = games[0][0].removeprefix("leoni game ")
            tab.evaluate("(path) => ask({ do: 'open', path })", name)
            until(tab, "state.steps.length === 3")


def test_nothing_for_axe(browser: Browser, folder: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}
    with served(folder) as (home, _), visitor(browser, home, bypass_csp=True, **phone) as one:
        tab = one.open("check.html")
        tab.get_by_role("button", name="A mistake").tap()
        until(tab, "document.getElementById('summary').textContent === '1 game with a mistake'")
        reports = [Axe().run(tab, options=WCAG22)]
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
        tab.close()
        tab = one.open("play.html")
        tab.get_by_role("button", name="Menu").tap()
        reports.append(Axe().run(tab, options=WCAG22))
        # About is in the menu, and leads back.
        tab.get_by_role("link", name="About leoni").click()
        tab.wait_for_url("**/about.html")
        reports.append(Axe().run(tab, options=WCAG22))
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
        tab.get_by_role("link", name="Play").click()
        tab.wait_for_url("**/play.html")
    assert [report.generate_report() for report in reports if report.violations_count] == []


def test_a_tap_before_the_rules_run_counts_and_the_table_stays(browser: Browser, folder: Path) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "bypass_csp": True}
    with served(folder) as (home, _), visitor(browser, home, **phone) as one:
        tab = one.context.new_page()
        held: list[Any] = []
        tab.route("**/engine/leoni*", lambda route: held.append(route))
        tab.goto(f"{home}play.html", wait_until="commit")
        tab.get_by_role("button", name="Today’s deal").tap()
        until(tab, "table.piles.flat().length === 104")
        cards = "table.piles.map((pile) => pile.map(({ card }) => card).join()).join(' ')"
        before = tab.evaluate(cards)
        tab.evaluate("table.addEventListener('choose', () => { globalThis.cardsThen = " + cards + "; })")
        x, y = tab.evaluate("(({ x, y }) => [x + 9, y + 9])(table.piles[12].at(-1).box.getBoundingClientRect())")
        tab.touchscreen.tap(x, y)
        until(tab, "table.querySelectorAll('.waits').length === 1 && !state.reply")
        held[0].continue_()
        until(tab, "Boolean(state.reply) && (state.steps.length === 1 || !$('told').hidden)")
        assert tab.evaluate("cardsThen") == before


#: What becomes of code that is made of text.
FORBIDDEN = """() => new Promise((done) => setTimeout(() => {
  try { done(new Function("return 'run'")()); } catch (error) { done(error.name); }
}))"""


def test_the_second_visit_needs_no_server(browser: Browser, folder: Path) -> None:
    (record,) = [dumps(one) for one in lr.load(TRANSCRIPTS / "games/martha-won.moves")]
    with served(folder) as (home, server), visitor(browser, home, viewport={"width": 1280, "height": 720}) as one:
        Counting.sent.clear()
        tab = one.open("play.html")
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        # What is large is sent once, though it is both run and stored.
        large = [name for name in Counting.sent if ".wasm" in name]
        assert len(large) == len(set(large)) == 4
        move = tab.evaluate("state.reply.legal[0].move")
        tab.evaluate("(move) => ask({ do: 'play', move })", move)
        assert [worker.evaluate(FORBIDDEN) for worker in tab.workers] == ["EvalError"]
        tab.close()
        server.shutdown()
        server.server_close()
        tab = one.open("play.html")
        assert tab.evaluate("state.steps.length") == 1
        assert [worker.evaluate(FORBIDDEN) for worker in tab.workers] == ["EvalError"]
        tab = one.open("check.html")
        tab.fill("#record", record)
        tab.get_by_role("button", name="Check", exact=True).click()
        until(tab, "document.getElementById('summary').textContent === '1 game right'")


#: Waits until the memory of Python is stored; puts something else in its place, that has been tried or not.
REMEMBERED = """async () => {
  while (!(await caches.match("engine/memory"))) await new Promise((done) => setTimeout(done, 100));
}"""
SPOIL = """async (tried) => {
  const [name] = await caches.keys(), store = await caches.open(name), { headers } = await store.match("engine/memory");
  const body = new Blob(["spoiled"]).stream().pipeThrough(new CompressionStream("gzip"));
  await store.put("engine/memory", new Response(body, { headers }));
  if (tried) await store.put("engine/memory?tried", new Response());
}"""


def test_the_next_visit_goes_on_from_the_memory_of_the_first(browser: Browser, folder: Path) -> None:
    """It draws other deals, and imports what no visit has imported yet. What is no memory is not used, and what may
    have stopped a visit is not tried again."""
    with served(folder) as (home, _), visitor(browser, home, viewport={"width": 1280, "height": 720}) as one:
        deals = set()
        for visit in range(4):
            tab = one.open("play.html")
            tab.evaluate("ask({ do: 'begin', name: 'Martha', rules: '', deal: '' })")
            until(tab, "state.reply?.name === 'Martha'")
            deals.add(tab.evaluate("state.reply.deal"))
            record = tab.evaluate("ask({ do: 'record' })")["record"]
            assert tab.evaluate("(text) => askEngine({ do: 'check', text, name: '' })", record)["games"] == 1
            assert "<leoni-cards" in tab.evaluate("askEngine({ do: 'replay', check: 1, number: 1 })")["html"]
            tab.evaluate(REMEMBERED)
            if visit in (1, 2):
                tab.evaluate(SPOIL, visit == 2)
            tab.close()
        assert len(deals) == 4
        assert [fault for fault in one.faults if "Snapshot has invalid magic number" not in fault] == []
        assert len(one.faults) == 1
        one.faults.clear()
