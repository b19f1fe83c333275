"""A first game: the start page, a guided deal, the rules, a refusal, the end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import leoni_replay as lr
from leoni_replay.board.protocol import Board
from leoni_replay.games import GAMES
from leoni_replay.games.sheet import guide
from tests.browser.conftest import TRANSCRIPTS
from tests.browser.hands import COVERED, LYING, POINTS
from tests.browser.test_axe import WCAG22
from tests.browser.test_board import Serve, seen, serve, settled
from tests.browser.test_player import until
from tests.browser.test_room import resize, whole
from tests.chromium import missing
from tests.play.boards import board_for, board_of
from tests.play.games import typed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

__all__ = ["serve"]


#: Whether the frame of a covered card that can be played ends where the next card begins.
FRAMED = """table.piles.every((pile) => pile.slice(0, -1).every(({ box }) => {
  const { left, top, width, height } = box.getBoundingClientRect(), frame = getComputedStyle(box, "::after");
  const [x, y] = [width, height].map((all, i) => all - table.scale * parseFloat(i ? frame.bottom : frame.right));
  return !box.matches(".can") || document.elementFromPoint(left + x - 6, top + y - 6)?.closest("div.card") === box;
}))"""


def tap_lit(tab: Page, kind: str) -> None:
    """Tap the edge of the card that a hint marks."""
    until(tab, "performance.now() > table.chooser.played.time + 300")
    x, y = tab.evaluate(f"(({{ x, y }}) => [x + 4, y + 6])(table.querySelector('{kind}').getBoundingClientRect())")
    tab.touchscreen.tap(x, y)
    settled(tab)


@pytest.mark.parametrize("name", ["Leoni's Own", *(pytest.param(n, marks=pytest.mark.long) for n in list(GAMES)[1:])])
def test_a_guide_is_played_through_on_a_phone(name: str, serve: Serve, tmp_path: Path) -> None:
    board = board_for("Leoni's Own", tmp_path / "game.moves")
    tab = serve(board, (360, 740))
    tab.get_by_role("button", name="Games").tap()
    # Every game has its picture and its line.
    assert tab.locator(".gallery button").count() == len(GAMES) == tab.locator(".gallery svg").count()
    tab.locator(".gallery button").filter(has_text=name).tap()
    tab.locator("#home").get_by_role("button", name=f"Learn {name}").tap()
    given = guide(name) or pytest.fail(name)
    for number, step in enumerate(given.steps, 1):
        until(tab, f"document.querySelector('#guide b')?.textContent === '{number}/{len(given.steps)}'")
        settled(tab)
        assert seen(tab) == [] and tab.evaluate("document.querySelector('#guide p').scrollHeight <= innerHeight / 6")
        assert tab.evaluate(FRAMED)
        if number == 2:
            # Whoever comes back goes on here; after a guide that was skipped, from the menu.
            tab.get_by_role("button", name="Skip").tap()
            tab.reload()
            tab.get_by_role("button", name="Menu").tap()
            tab.get_by_role("button", name="Go on with the guide").tap()
            tab.reload()
            until(tab, "document.querySelector('#guide b')?.textContent.startsWith('2/')")
            settled(tab)
            # A refusal leaves the step to be read.
            tab.evaluate("ask({ do: 'why', from: table.chooser.top(0), to: null })")
            until(tab, "!told.hidden")
            assert tab.evaluate(COVERED) == [] and seen(tab) == []
        tap_lit(tab, ".toward" if number % 2 == 0 and tab.locator(".toward").count() else ".hinted")
        assert str(board.desk.session.game_in_play.moves[-1]).startswith(step.move.split("+")[0]), step
    over = "document.querySelector('#guide b')?.textContent === '✓'"
    until(tab, over)
    # Back takes the move back, and its step is there again.
    tab.get_by_role("button", name="Back").tap()
    until(tab, f"document.querySelector('#guide b')?.textContent.startsWith('{len(given.steps)}/')")
    settled(tab)
    tap_lit(tab, ".hinted")
    until(tab, over)
    tab.get_by_role("button", name="Play on").tap()
    assert not tab.locator("#guide").is_visible() and tab.locator("#bar").is_visible()


def test_the_start_page_deals_what_it_offers(serve: Serve, tmp_path: Path) -> None:
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"), (360, 740))
    # Who has never been here is offered the guide at the table too, until a move is made.
    assert tab.locator("#welcome").get_by_role("button", name="Learn Leoni's Own").is_visible() and seen(tab) == []
    tab.get_by_role("button", name="Games").tap()
    tab.locator(".gallery button").filter(has_text="Labyrinth").tap()
    tab.get_by_role("button", name="A deal that can be won").tap()
    until(tab, "gameOf(state) === 'Labyrinth' && offerOf(state).deals.includes(state.reply?.deal)")
    tab.evaluate("play(state.reply.legal[0].move)")
    settled(tab)
    assert not tab.locator("#welcome").is_visible()
    tab.get_by_role("button", name="Rules").tap()
    tab.get_by_role("button", name="Show me").tap()
    until(tab, "state.reply?.deal === offerOf(state).guide?.deal && state.steps.length === 0")
    # What was left for the guide goes on.
    tab.get_by_role("button", name="Skip").tap()
    until(tab, "state.steps.length === 1 && state.reply?.deal !== offerOf(state).guide?.deal")
    assert not tab.evaluate("Boolean(table.querySelector('.hinted, .toward'))")
    # The same deal is not begun without a question. Of another that can be won it is said before it is played.
    tab.get_by_role("button", name="Menu").tap()
    tab.get_by_role("button", name="Same deal again").tap()
    tab.get_by_role("button", name="Next deal one that can be won").tap()
    until(tab, r"/^This is .*can be won\. Your other game waits under Games\./.test(told.textContent)")
    tab.get_by_role("button", name="Games").tap()
    tab.get_by_role("button", name="Continue Labyrinth").tap()
    until(tab, "state.steps.length === 1")
    tab.get_by_role("button", name="Games").tap()
    # The game that was played last is offered first; its deal of the day is the same for everybody.
    tab.locator(".heroes").get_by_role("button", name="Today’s deal").tap()
    until(tab, "dealInWords(state, offerOf(state), state.reply.deal).startsWith('the deal of ')")
    assert re.search(r"\d [A-Z][a-z]{2}$", tab.locator("#title").inner_text())
    # It keeps its name when the day is over.
    later = "{...state, today: state.today + 1}"
    assert tab.evaluate(f"dealInWords({later}, offerOf(state), state.reply.deal)").startswith("the deal of ")
    # A game that waits can be thrown away, once it is sure, and comes back.
    tab.get_by_role("button", name="Games").tap()
    rows = tab.locator(".waiting")
    row, count = rows.first, rows.count()
    row.get_by_role("button", name="Throw").tap()
    assert "Throw this game away?" in row.inner_text()
    assert tab.evaluate("document.activeElement.textContent") == "Keep"
    row.get_by_role("button", name="Throw away").tap()
    row.get_by_role("button", name="Undo").tap()
    assert row.get_by_role("button", name="Continue").is_visible()
    row.get_by_role("button", name="Throw").tap()
    row.get_by_role("button", name="Throw away").tap()
    tab.locator("#home").get_by_role("button", name="Close").tap()
    tab.get_by_role("button", name="Games").tap()
    assert rows.count() == count - 1


@pytest.mark.parametrize("size", [(360, 740), (1280, 720)])
def test_the_rules_are_a_tap_away(size: tuple[int, int], serve: Serve, tmp_path: Path) -> None:
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"), size)
    tab.get_by_role("button", name="Rules").click()
    assert tab.locator("#sheet h3").count() >= 4 and tab.locator("#sheet li").count() >= 6
    assert tab.evaluate("sheet.box.scrollHeight <= sheet.box.clientHeight + 1")
    # On a lower screen the lines scroll and the buttons stay.
    resize(tab, size[0], 500)
    assert whole(tab, "#sheet") and whole(tab, "#sheet-body button")
    tab.get_by_role("button", name="Close").click()
    assert not tab.locator("#sheet").is_visible()


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1280, 720)])
def test_a_refusal_covers_no_card(size: tuple[int, int], serve: Serve, tmp_path: Path) -> None:
    """Whatever is refused in any game."""
    for number, name in enumerate(["Leoni's Own", "Labyrinth", "The Japanese Rug"]):
        tab = serve(board_for(name, tmp_path / f"{number}.moves"), size)
        tops = tab.evaluate("table.piles.flatMap((pile, p) => (pile.length && table.plan.spots[p] ? [p] : []))")
        for p in tops[:: max(1, len(tops) // 8)]:
            tab.evaluate(f"ask({{ do: 'why', from: table.chooser.top({p}), to: null }})")
            settled(tab)
            if tab.locator("#told").is_visible():
                assert seen(tab) == [], (name, p)
        assert tab.locator("#told p").count() == 1
        tab.close()


def test_the_end_of_a_deal_is_told_and_waits_for_a_tap(serve: Serve, tmp_path: Path) -> None:
    board = board_for("Leoni's Own", tmp_path / "game.moves")
    # As far as the last exile of the first deal.
    moves = "6:2S^ 4:3S^ 6:2H^ exile exile 11:QCv 13:JCv exile exile 4:JHv 3:THv 13:9Hv exile 4:TCv".split()
    assert [board.desk.enter(move) for move in moves] and board.desk.session.move_number == len(moves)
    tab = serve(Board(board.desk), (360, 740))
    exiles, words = tab.evaluate(f"({POINTS})('exile')[0]"), tab.locator("#now")
    # Beside the words of the next move nothing is played.
    words.dispatch_event("click")
    assert tab.evaluate("queue.then(() => state.steps.length)") == len(moves)
    # A second tap, 300 ms after the cards lie, is not meant for the next deal.
    for time in (10_000, 10_300):
        tab.evaluate(f"performance.now = () => {time}")
        tab.touchscreen.tap(*exiles)
        settled(tab)
    assert words.inner_text() == "Nothing fits and no exile is left; deal again for deal 2 of 3"
    tab.evaluate("performance.now = () => 20_000")
    tab.touchscreen.tap(*exiles)
    until(tab, "told.textContent.startsWith('The deal is over, because') && table.seen('deal') === 1")
    assert seen(tab) == [] and words.evaluate("(box) => box.scrollHeight <= box.clientHeight + 1")
    where = tab.evaluate("table.getBoundingClientRect().top")
    tab.get_by_role("button", name="Deal again").tap()
    until(tab, f"table.seen('deal') === 2 && {LYING}")
    assert tab.evaluate("table.getBoundingClientRect().top") == where and words.inner_text().startswith("85 cards are")


def test_all_buttons_of_an_end_are_seen_on_a_phone(serve: Serve, tmp_path: Path) -> None:
    """After a stalemate there is one more, which says why."""
    record = next(lr.load(TRANSCRIPTS / "games/wikipedia-lost.moves"))
    board = board_of(record, tmp_path / "game.moves")
    assert all(board.desk.enter(text) for text in typed(record))
    tab = serve(Board(board.desk), (360, 640))
    until(tab, "document.body.dataset.mode === 'decided'")
    assert tab.locator("#asks button").all_inner_texts() == ["Why?", "Result", "Same deal", "Next deal"]
    assert tab.evaluate("$('asks').scrollWidth <= $('asks').clientWidth")


def test_a_win_is_told_counted_and_exported(serve: Serve, tmp_path: Path) -> None:
    record = next(lr.load(TRANSCRIPTS / "games/labyrinth-won.moves"))
    board = board_of(record, tmp_path / "game.moves")
    *moves, last = typed(record)
    assert [board.desk.enter(text) for text in moves]
    tab = serve(Board(board.desk), (360, 740))
    # Whoever gives up too early is shown how it could have been won, also after a visit elsewhere, and can play on.
    own = tab.evaluate("$('more').click(), $('concede').click(), JSON.stringify(table.steps)")
    tab.evaluate("setTimeout(() => $('concede').click(), 650)")
    tab.get_by_role("button", name="Could it be won?").tap()
    tab.get_by_role("button", name="Watch the win").wait_for()
    # What comes where a search could be stopped takes no tap for a moment.
    tab.wait_for_timeout(500)
    tab.get_by_role("button", name="Watch the win").tap()
    until(tab, f"table.at === {len(moves) + 1} && table.piles.slice(0, 4).flat().length === 52")
    until(tab, "sheet.box.open")
    assert tab.evaluate("[JSON.stringify(table.steps), $('concede').textContent]") == [own, "Give up"]
    tab.reload()
    tab.locator("#table .hinted").wait_for()
    tab.get_by_role("button", name="Play from here").tap()
    until(tab, "state.reply?.result === '*'")
    tab.evaluate("(move) => play(move)", last)
    until(tab, "sheet.box.open")
    assert tab.locator("#sheet-title").inner_text() == "You have won!"
    assert all(text in tab.locator("#sheet-body").inner_text() for text in (f"in {len(moves) + 1} moves", "100 %"))
    # Where the page may not use the clipboard, the browser copies what is selected in the dialog.
    tab.get_by_role("button", name="Share").tap()
    until(
        tab,
        "$('shared').textContent.startsWith('The name of the deal is copied') && !document.querySelector('textarea')",
    )
    # Where the browser copies nothing, the invitation can be copied by hand: without a link, since an address of this
    # machine is of no use to a friend.
    tab.evaluate("document.execCommand = () => false")
    tab.get_by_role("button", name="Copied").tap()
    invitation = rf"Can you win it too\? Same cards, your turn:\nDeal: {record.value('Deal')}"
    shared = rf"^Labyrinth, a game of patience.*\nI won it in {len(moves) + 1} moves \(\d:\d\d\)\. {invitation}\n"
    until(tab, f"/{shared}/.test(document.querySelector('.to-copy')?.value)")
    tab.get_by_role("button", name="Back").tap()
    tab.get_by_role("button", name="Statistics").tap()
    assert tab.locator("#sheet tr").all_inner_texts()[1].split("\t")[:4] == ["Labyrinth", "1", "100 %", "1"]
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save the statistics").tap()
    (result,) = json.loads(download.value.path().read_text(encoding="utf-8")).values()
    assert (result["game"], result["result"], result["moves"]) == ("Labyrinth", "won", len(moves) + 1)
    tab.get_by_role("button", name="Close").tap()
    # The film can be paused, and leaves the game as it is.
    tab.get_by_role("button", name="Watch again").tap()
    until(tab, "table.at > 1")
    tab.get_by_role("button", name="Pause").tap()
    assert tab.get_by_role("button", name="Go on").is_visible() and tab.locator("#undo").is_hidden()
    tab.locator("#asks").get_by_role("button", name="Result").tap()
    tab.get_by_role("button", name="Close").tap()
    tab.locator("#asks").get_by_role("button", name="Same deal").tap()
    until(tab, "state.reply?.result === '*' && state.steps.length === 0")


#: How far the cards of the closest pile lie apart, and how much of the felt below the table is free, in its pixels.
CLOSEST = """[
  Math.min(...table.piles.flatMap((pile, p) => (pile.length > 1 && table.stepsOf(p)[1] ? [table.stepsOf(p)[1]] : []))),
  table.room[1] / table.scale - table.plan.size[1],
]"""


def test_no_pile_is_squeezed_beside_empty_felt(serve: Serve, tmp_path: Path) -> None:
    record = next(lr.load(TRANSCRIPTS / "games/martha-won.moves"))
    board = board_of(record, tmp_path / "game.moves")
    tab = serve(Board(board.desk), (390, 844))
    for text in list(typed(record))[:48]:
        tab.evaluate("(move) => play(move)", text)
        settled(tab)
        apart, free = tab.evaluate(CLOSEST)
        assert apart >= 17 or free < 24, text


@pytest.mark.parametrize(
    ("size", "least", "seen_height"), [((390, 844), 46, 84), ((360, 640), 42, 84), ((844, 390), 70, 56)]
)
def test_the_cards_of_labyrinth_are_as_large_as_a_phone_has_room(
    size: tuple[int, int], least: int, seen_height: int, serve: Serve, tmp_path: Path
) -> None:
    """They lie beside each other; only on a low screen those of a row lie on those above."""
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"), size)
    assert tab.evaluate("60 * table.plan.scale") >= least
    for _ in range(2):
        tab.evaluate("ask({ do: 'play', move: 'deal' })")
        settled(tab)
    # Of each card that lies on another is seen what stands on it.
    assert seen(tab) == []
    assert tab.evaluate(
        """(height) => table.piles.every((pile, p) => {
          const [left, top, right, bottom] = table.frameOf(p, 0);
          return !pile.length || (right - left >= 60 && bottom - top >= height);
        })""",
        seen_height,
    )


def test_axe_finds_nothing_on_the_board(serve: Serve, tmp_path: Path) -> None:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python")
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"), (390, 844), bypass_csp=True)
    clicks = (f"document.getElementById('{opener}').click()" for opener in ("games", "rules", "more"))
    for opener in ("0", *clicks, "ask({ do: 'why', from: table.chooser.top(8), to: null })"):
        tab.evaluate(opener)
        settled(tab)
        report = Axe().run(tab, options=WCAG22)
        assert report.violations_count == 0, f"{opener}: {report.generate_report()}"
        tab.keyboard.press("Escape")


def test_a_way_that_leads_on_brings_no_sheet_back(serve: Serve, tmp_path: Path) -> None:
    """Who comes from the result to the statistics, and from there to the games, stays there; who closes them comes
    back."""
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"), (390, 844))
    title = "$('sheet-title').textContent"
    for leaves in (False, True):
        tab.evaluate("press('result'), press('statistics', 'result')")
        if leaves:
            tab.locator("#sheet").get_by_role("button", name="Choose a game").tap()
            until(tab, "$('home').open")
        else:
            tab.locator("#sheet").get_by_role("button", name="Close").tap()
            until(tab, f"{title} !== 'Statistics'")
        assert tab.evaluate("sheet.box.open") is not leaves


def test_a_tap_too_many_presses_no_button_that_has_just_come(serve: Serve, tmp_path: Path) -> None:
    board = board_for("Labyrinth", tmp_path / "game.moves")
    tab = serve(board, (390, 844))
    tab.evaluate("play(state.reply.legal[0].move)")
    settled(tab)
    # Where Redo was, the end has another button, and Undo where Finish was. The menu is where it was.
    tab.evaluate("""async () => {
      ask({ do: "concede" });
      while (document.body.dataset.mode !== "decided") await new Promise(requestAnimationFrame);
      for (const button of [$("asks").lastChild, $("undo"), $("more")])
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    }""")
    assert tab.evaluate("state.reply.result") == "conceded" and board.desk.session.result == "conceded"
    assert tab.locator("#options").is_visible()


def test_what_a_search_finds_leaves_the_buttons_of_the_game_alone(serve: Serve, tmp_path: Path) -> None:
    """While it goes on, its own button stays, which may have the focus."""
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"), (390, 844))
    taken = tab.evaluate("""async () => {
      const also = [{ label: "Stop", act: "result" }], notice = { lines: ["Looking"], busy: true, also };
      tell({ type: "said", notice });
      const [button] = $("told").querySelectorAll("button");
      tell({ type: "said", notice: { ...notice, lines: ["Looking", "further"] } });
      const stays = button.isConnected && $("told").textContent.startsWith("Lookingfurther");
      tell({ type: "said", notice: { lines: ["Found"] } });
      $("more").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      return [stays, $("options").open, $("told").textContent];
    }""")
    assert taken == [True, True, "Found×"]


#: What is said below the table whose end cannot be read.
CUT = """(text) => {
  tell({ type: "said", notice: { lines: [text], also: [{ label: "More", act: "result" }] } });
  const parts = [$("told"), ...$("told").querySelectorAll("*")];
  return parts.filter(({ scrollHeight, clientHeight }) => clientHeight && scrollHeight > clientHeight + 1).length;
}"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1280, 720)])
def test_nothing_that_is_said_is_cut(size: tuple[int, int], serve: Serve, tmp_path: Path) -> None:
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"), size)
    long = (
        "It was lost at move 44 at the latest. Whether it could be won before is not known: the search had 10 seconds."
    )
    for mode in ("playing", "choosing", "decided", "guided", "reviewing", "dealing-again"):
        tab.evaluate(f"document.body.dataset.mode = {mode!r}")
        for text in ("Try this: gather the piles and deal again.", long):
            assert tab.evaluate(CUT, text) == 0, (mode, text)


def test_a_review_says_how_far_it_is(serve: Serve, tmp_path: Path) -> None:
    (record,) = lr.load(TRANSCRIPTS / "games/1884.moves")
    board = board_of(record, tmp_path / "game.moves")
    for text in typed(record):
        board.desk.enter(text)
    board.desk.concede()
    tab = serve(Board(board.desk))
    tab.evaluate("void ask({ do: 'review' })")
    until(tab, "/Looking for a way to win.*\\d+ of \\d+ positions are still undecided/s.test($('told').textContent)")
    assert tab.evaluate("Number.parseInt($('told').querySelector('small').textContent)") >= 3
    # The answer takes its place.
    until(tab, "Boolean(state.reply?.review) && !$('told').textContent.includes('Looking')")


def test_a_guide_that_is_over_does_not_come_back_with_undo(serve: Serve, tmp_path: Path) -> None:
    found = guide("Labyrinth")
    assert found is not None
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves", deal=found.deal))
    until(tab, "state.reply?.legal && state.lying && dueStep(state)")
    for number in range(1, len(found.steps) + 1):
        tab.evaluate("play(guidedMove(state).move)")
        until(tab, f"state.steps.length === {number} && state.lying")
    assert tab.evaluate("isGuideAtEnd(state) && !$('guide').hidden")
    tab.evaluate("play(state.reply.legal[0].move)")
    until(tab, f"state.steps.length > {len(found.steps)} && state.lying")
    tab.keyboard.press("u")
    until(tab, f"state.steps.length === {len(found.steps)} && state.lying")
    assert not tab.locator("#guide").is_visible() and tab.locator("#undo").is_visible()
    assert tab.evaluate("$('guided').hidden")
