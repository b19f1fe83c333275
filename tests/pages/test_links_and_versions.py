"""Links to the same cards and to a game that can be watched, searches that can be stopped, and a new version of the
site."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import TRANSCRIPTS
from tests.browser.test_board import settled
from tests.browser.test_player import until
from tests.pages.test_in_browser import served, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

#: All cards that lie on the table.
CARDS = "table.piles.map((pile) => pile.map(({ card, down }) => [card, down])).join(';')"
SIZE = {"width": 390, "height": 844}
#: The version of a site that is newer.
NEWER = "0123456789ab"


def begin(tab: Page, name: str, deal: str) -> None:
    tab.evaluate("([name, deal]) => ask({ do: 'begin', name, rules: '', deal })", [name, deal])
    settled(tab)


def test_the_cards_of_an_invitation_stand_there_before_python_has_come(browser: Browser, folder: Path) -> None:
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE) as one:
        tab = one.open("play.html")
        begin(tab, "Leoni's Own", "seed:a deal of mine")
        before, link = tab.evaluate(f"invitation().then((link) => [{CARDS}, link])")
        with visitor(browser, home, viewport=SIZE) as friend:
            other = friend.context.new_page()
            # Python never comes here.
            other.route("**/engine/**", lambda route: route.abort())
            other.goto(link)
            until(other, "document.querySelectorAll('#table .card').length > 100")
            assert other.evaluate(f"[state.reply, {CARDS}]") == [None, before]
        with visitor(browser, home, viewport=SIZE) as friend:
            other = friend.open(link.removeprefix(home))
            assert other.evaluate(f"[state.steps.length, state.reply.deal, {CARDS}]") == [
                0,
                "seed:a deal of mine",
                before,
            ]
            assert "Play these cards" in other.evaluate("document.getElementById('home').textContent")


#: How a phone takes what it is to send: it sends it, its user turns away, or it sends nothing.
SENDING = {
    "Sent": "async (message) => { globalThis.sent = message; }",
    "Nothing was sent": "async () => { throw new DOMException('', 'AbortError'); }",
    "": "async () => { throw new DOMException('', 'NotAllowedError'); }",
}


@pytest.mark.parametrize("said", SENDING)
def test_an_invitation_is_sent_or_can_be_copied_by_hand(said: str, browser: Browser, folder: Path) -> None:
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE, has_touch=True, is_mobile=True) as one:
        one.context.add_init_script(f"navigator.share = {SENDING[said]}; document.execCommand = () => false")
        tab = one.open("play.html")
        begin(tab, "Labyrinth", "seed:1884")
        tab.get_by_role("button", name="Menu").tap()
        tab.locator("#invite").tap()
        if not said:
            until(tab, "document.querySelector('.to-copy')?.value.split('\\n').length === 3")
            return
        # The menu says so in its place, and stays.
        until(tab, f"$('options').open && $('options').textContent.includes({said!r})")
        tab.locator("#options .close").tap()
        assert "the same cards" in tab.evaluate("$('invite').textContent")
        if said == "Sent":
            title, text, url = tab.evaluate("[sent.title, sent.text, sent.url]")
            assert title == "Labyrinth, a game of patience"
            assert text == f"{title}. Will you play it? Same cards, your turn:"
            assert url.startswith(f"{home}play.html#play=Labyrinth&")
        # At the end nothing moves when it is pressed.
        tab.evaluate("play(state.reply.legal[0].move).then(() => ask({ do: 'concede' }))")
        until(tab, "sheet.box.open")
        button = tab.locator("#sheet").get_by_role("button").filter(has_text="the same cards")
        before = button.bounding_box()
        button.tap()
        tab.wait_for_timeout(300)
        assert tab.locator("#sheet .two > button").nth(4).bounding_box() == before


def test_a_stranger_is_welcomed_below_the_cards(browser: Browser, folder: Path) -> None:
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE) as one:
        tab = one.context.new_page()
        tab.goto(f"{home}play.html")
        until(tab, "$('home').open && document.querySelectorAll('#table .card').length > 100")
        # The upper half of the table is seen, and one button is green.
        assert tab.evaluate("$('home').getBoundingClientRect().top > innerHeight / 2 - 40")
        (green,) = tab.locator("#home .main").all_inner_texts()
        assert green.startswith("Show me how\n")
        until(tab, "Boolean(state.reply?.legal)")
        link = tab.evaluate("invitation(52)")
        with visitor(browser, home, viewport=SIZE) as friend:
            other = friend.context.new_page()
            other.goto(link)
            until(other, "$('home').open && Boolean(state.reply?.legal)")
            assert other.locator("#home-title").inner_text() == "You are invited to Leoni's Own"
            assert "A friend has sent you these cards, and won in 52 moves." in other.locator("#home").inner_text()
            other.locator("#home .main").click()
            until(other, "!$('home').open")
            assert other.evaluate("state.reply.deal") == tab.evaluate("state.reply.deal")


def test_a_game_that_is_over_is_found_under_games(browser: Browser, folder: Path) -> None:
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE) as one:
        tab = one.open("play.html")
        tab.get_by_role("button", name="Games").click()
        assert tab.locator("#yours summary").inner_text() == "Games you have played"
        tab.evaluate("$('home').close()")
        begin(tab, "Labyrinth", "seed:1884")
        tab.evaluate("play(state.reply.legal[0].move).then(() => ask({ do: 'concede' }))")
        until(tab, "sheet.box.open")
        tab.locator("#sheet").get_by_role("button", name="All games").click()
        tab.get_by_text("Games you have played: 1").click()
        tab.evaluate("$('home').close()")
        begin(tab, "Anna", "seed:1")
        tab.get_by_role("button", name="Games", exact=True).click()
        tab.locator("#stored .card-button").filter(has_text="given up").click()
        until(tab, "state.reply?.result === 'conceded' && state.reply.name === 'Labyrinth'")


def test_whoever_watches_a_game_is_not_told_that_it_is_theirs(browser: Browser, folder: Path) -> None:
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE) as one:
        tab = one.open("play.html")
        begin(tab, "Labyrinth", "seed:1884")
        for _ in range(3):
            tab.evaluate("play(state.reply.legal[0].move)")
            settled(tab)
        unfinished = tab.evaluate("shareable()")
        tab.evaluate("ask({ do: 'concede' })")
        settled(tab)
        link = tab.evaluate("shareable()")
        with visitor(browser, home, viewport=SIZE) as friend:
            other = friend.open(link.removeprefix(home))
            assert "given up" in other.evaluate("document.getElementById('home').textContent")
            other.evaluate("[...document.querySelectorAll('#home .card-button')][0].click()")
            until(other, "sheet.box.open")
            words = other.locator("#sheet").inner_text()
            assert words.startswith("This game was not won") and "You" not in words
            assert other.evaluate("[state.at, Object.keys(memory.get('results', {}))]") == [3, []]
            # A game that is not over is sent, too: it is watched, or goes on.
            going = friend.open(unfinished.removeprefix(home))
            assert "not over after 3 moves" in going.locator("#home").inner_text()
            assert going.evaluate("state.at") == 0
            play_on = (
                "[...document.querySelectorAll('#home .card-button')].find((one) => /^Play on/.test(one.textContent))"
            )
            going.evaluate(f"{play_on}.click()")
            until(going, "state.at === 3 && state.lying")
            going.evaluate("play(state.reply.legal[0].move)")
            until(going, "state.steps.length === 4")
            resumed = friend.open(f"{unfinished.removeprefix(home)}&resume")
            assert resumed.evaluate("state.at") == 3
            # Check leads to a film at once: who has pasted the game there knows what it is.
            watching = friend.open(f"{link.removeprefix(home)}&watch")
            until(watching, "sheet.box.open")
            assert "sent" not in watching.locator("#home-title").inner_text()


def test_a_search_can_be_stopped_and_the_game_goes_on_meanwhile(browser: Browser, folder: Path) -> None:
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE) as one:
        tab = one.open("play.html")
        begin(tab, "Leoni's Own", "seed:h9")
        tab.get_by_role("button", name="Hint").click()
        assert tab.locator("#told progress").is_visible()
        # A hint that takes no search would have come without the second worker.
        while len(tab.workers) < 2:
            tab.wait_for_timeout(20)
        tab.evaluate("play(state.reply.legal[0].move)")
        until(tab, "state.steps.length === 1 && state.lying")
        assert len(tab.workers) == 2 and not tab.locator("#told progress").is_visible()
        tab.get_by_role("button", name="Hint").click()
        tab.get_by_role("button", name="Stop").click()
        until(tab, "$('told').textContent.startsWith('The search was stopped.')")
        assert tab.evaluate("[state.steps.length, state.hint]") == [1, None]
        # Also before it has begun.
        tab.evaluate("tell({ type: 'said', notice: null }), ask({ do: 'hint' }), press('stop the search')")
        until(tab, "$('told').textContent.startsWith('The search was stopped.')")


def test_a_link_in_a_record_is_not_judged_in_its_place(browser: Browser, folder: Path) -> None:
    """Of links alone each is judged, and one that was cut is refused in plain words."""
    right, wrong = ((TRANSCRIPTS / name).read_text("utf-8") for name in ("games/1884.moves", "rejected/M204.moves"))
    with served(folder) as (home, _), visitor(browser, home, viewport=SIZE) as one:
        tab = one.open("check.html")
        link = home + "play.html#game=" + tab.evaluate("(text) => packed(text)", right)

        def summary_of(text: str, words: str) -> None:
            tab.fill("#record", text)
            tab.get_by_role("button", name="Check", exact=True).click()
            until(tab, f"document.getElementById('summary').textContent.startsWith({words!r})")

        tagged = wrong.replace("[Rules ", f'[Source "{link}"]\n[Rules ', 1)
        summary_of(tagged, "1 game with a mistake")
        summary_of(f"{right.rstrip()} {{ {link[:-9]} }}\n", "1 game right")
        summary_of(f"{link} and {link}.", "2 games right")
        summary_of(link[:-40], "The text could not be checked: a link to a game is not whole")


def renew(site: Path, *names: str) -> None:
    """Put files of another version into the folder of a site."""
    version = (site / "service.js").read_text(encoding="utf-8").split('VERSION = "', 1)[1].split('"', 1)[0]
    for name in names:
        text = (site / name).read_text(encoding="utf-8")
        (site / name).write_text(text.replace(version, NEWER), encoding="utf-8")


#: Looks for a new version, and says under which version a page is stored.
STORED = """async () => {
  await (await navigator.serviceWorker.ready).update().catch(() => {});
  await new Promise((done) => setTimeout(done, 1500));
  const names = await caches.keys(), stored = [];
  for (const name of names) if (await (await caches.open(name)).match("play.html")) stored.push(name.split(" ").at(-1));
  return stored;
}"""


def test_a_new_version_is_offered_and_an_old_page_is_not_stored_under_it(
    browser: Browser,
    folder: Path,
    tmp_path: Path,
) -> None:
    site = tmp_path / "www"
    shutil.copytree(folder, site)
    with served(site) as (home, server), visitor(browser, home, viewport=SIZE) as one:
        tab = one.open("play.html")
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
        until(tab, "Boolean(navigator.serviceWorker.controller)")
        stored = tab.evaluate(STORED)
        # The server has the worker of the new version, and still the old pages.
        old_pages = {name: (site / name).read_bytes() for name in ("play.html", "check.html", "service.js")}
        renew(site, "service.js")
        assert tab.evaluate(STORED) == stored and NEWER not in stored
        for name, data in old_pages.items():
            (site / name).write_bytes(data)
        renew(site, *old_pages)
        tab.reload()
        until(tab, "typeof state !== 'undefined' && Boolean(state.reply?.legal)")
        tab.evaluate("$('home').close()")
        tab.get_by_role("button", name="Reload for the new version").click()
        until(tab, f"document.getElementById('engine')?.textContent.includes({NEWER!r})")
        until(tab, "typeof state !== 'undefined' && Boolean(state.reply?.legal)")
        tab.close()
        # Without a network, the folder itself is the first page.
        server.shutdown()
        server.server_close()
        alone = one.context.new_page()
        alone.goto(home)
        # The first page leads on.
        alone.wait_for_url("**/play.html")
        until(alone, "typeof state !== 'undefined' && Boolean(state.reply?.legal)")
        one.faults.clear()
