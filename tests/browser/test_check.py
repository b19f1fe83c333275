"""The page Check in a browser, by touch on a phone: records and pages of books are told from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leoni_replay.games import GAMES
from tests.browser.test_player import until
from tests.chromium import watch
from tests.play.boards import board_for, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"}
BOOK = """\
Pile 1: 9♠ 8♥
Pile 4: 7♠
Pile 5: 10♥

Put the 7♠ on the 8♥. You can put the 10♥ on the 9♠.

A common mistake.

Put the 9♠ on the 10♥. Then put it there.
"""

WRONG = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n1. 11:QCv *\n'


@pytest.fixture
def check(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str], Page]]:
    """Pastes a text into the page of a server on a phone, and taps Check."""
    faults: list[str] = []
    context = browser.new_context(**PHONE)
    with served(board_for("Labyrinth", tmp_path / "game.moves")) as server:
        home = f"http://127.0.0.1:{server.server_port}"
        tab = context.new_page()
        watch(tab, faults, home, "data:")
        tab.goto(f"{home}{server.path}check")

        def check(text: str) -> Page:
            tab.fill("#record", text)
            tab.get_by_role("button", name="Check", exact=True).tap()
            return tab

        yield check
        assert tab.evaluate("document.documentElement.scrollWidth") == 390
    context.close()
    assert faults == []


def summarized(tab: Page, start: str) -> str:
    """What the page sums up once it begins with these words."""
    until(tab, f"document.getElementById('summary').textContent.startsWith({start!r})")
    return tab.locator("#summary").inner_text()


def test_a_page_that_names_no_game_is_asked_for_it(check: Any) -> None:
    tab = check(BOOK)
    summarized(tab, "This looks like a page of a book")
    question = tab.locator("article")
    assert question.get_by_role("button").all_inner_texts() == [*GAMES]
    question.get_by_role("button", name="Martha", exact=True).tap()
    words = summarized(tab, "A page of Martha")
    assert words == "A page of Martha, with 2 chapters: a mistake; 1 sentence not read; check its table, too"
    main_line, mistake, page = tab.locator("article").all()
    # What is not read is no mistake of the book, and names the line that was pasted.
    assert page.get_attribute("class") == mistake.get_attribute("class") == "neutral"
    assert "Line 9, not read: “Then put it there.”" in page.inner_text()
    assert main_line.get_attribute("class") == "no"
    assert 'line 5: "You can put the 10♥' in main_line.locator(".finding").inner_text().replace("\ufe0e", "")
    assert "“A common mistake.” Line 9: 1 move, after move 1: the rules allow it" in mistake.inner_text()
    mistake.get_by_text("The record and its report").tap()
    assert "5:10H" not in mistake.inner_text() and "1:9S" in mistake.locator("pre").first.inner_text()
    # The answer holds for this page, until another game is asked for.
    check(BOOK)
    summarized(tab, "A page of Martha")
    tab.get_by_role("button", name="This is not Martha").tap()
    tab.get_by_role("button", name="Labyrinth", exact=True).tap()
    summarized(tab, "The page could not be read")
    assert tab.locator("article.no").count() == 1


def test_a_page_that_names_its_game_is_read_at_once(check: Any) -> None:
    tab = check("MARTHA.\n\nPile 1: 9♠ 8♥\nPile 4: 7♠\n\nPut the 7♠ on the 8♥.\n")
    assert summarized(tab, "A page of Martha") == "A page of Martha: every move was read, but check its table"
    assert [article.get_attribute("class") for article in tab.locator("article").all()] == ["yes", "neutral"]
    # Warnings about the table are painted as notices.
    assert tab.locator("article .finding").count() == tab.locator("article .finding.notice").count() > 0
    tab.get_by_role("button", name="Replay").tap()
    tab.frame_locator("iframe").locator("#next").tap()


def test_a_move_that_the_rules_forbid_is_no_tick(check: Any) -> None:
    tab = check(
        "MARTHA\n\nPile 1: 9♠ 8♥\nPile 4: 7♠\nPile 5: 10♥\n\nPut the 7♠ on the 8♥. Then put the 10♥ on the 7♠.\n"
    )
    assert "1 move breaks a rule" in summarized(tab, "A page of Martha")
    main_line, page = tab.locator("article").all()
    assert page.get_attribute("class") == main_line.get_attribute("class") == "no"
    assert "Line 7, breaks a rule: “Then put the 10♥ on the 7♠.”" in page.inner_text().replace("\ufe0e", "")
    assert "1 move; the move in line 7 breaks a rule" in main_line.inner_text()


def test_a_card_too_often_is_no_tick(check: Any) -> None:
    tab = check("MARTHA\n\nPile 1: 9♠ 8♥\nPile 4: 7♠\nPile 5: 8♥\n\nPut the 7♠ on the 8♥ in pile 5.\n")
    assert "1 thing wrong; check its table, too" in summarized(tab, "A page of Martha")
    _, page = tab.locator("article").all()
    assert page.get_attribute("class") == "no"
    assert "Line 3, wrong: 8♥ is there twice" in page.inner_text().replace("\ufe0e", "")


def test_what_the_page_says_of_its_piles_can_be_ticked(check: Any) -> None:
    book = "Martha\n\nPile 1: 8♥ 9♠\nPile 4: 7♠\n\nThe first card of each pile is its top card. Put the 7♠ on the 8♥.\n"
    tab = check(book)
    summarized(tab, "The page could not be read")
    assert "tick “Piles are printed with their top card first”" in tab.locator("article.no").inner_text()
    tab.get_by_text("For a page of a book").tap()
    tick = tab.get_by_label("Piles are printed with their top card first")
    assert tick.is_visible()
    tick.tap()
    tab = check(book)
    assert summarized(tab, "A page of Martha") == "A page of Martha: every move was read, but check its table"


def test_a_refused_game_is_corrected_with_one_tap(check: Any) -> None:
    tab = check(WRONG)
    until(tab, "document.querySelector('article.no')")
    # The verdict is seen at once, on a phone too.
    assert tab.evaluate("document.querySelector('article').getBoundingClientRect().top") < 100
    words = tab.locator("article").inner_text().replace("\ufe0e", "")
    assert "The legal moves are 2♠ from pile 11 to ♠▲ and 2♠ from pile 6 to ♠▲." in words
    tab.get_by_role("button", name="Replay").tap()
    frame = tab.frame_locator("iframe")
    frame.locator("#now", has_text="refused").wait_for()
    # Keys go on in the replay.
    until(tab, "document.activeElement.tagName === 'IFRAME'")
    for part in ("#now", "#fault summary"):
        assert frame.locator(part).evaluate("(part) => part.scrollHeight <= part.clientHeight + 1"), part
        assert frame.locator(part).evaluate("(part) => part.scrollWidth <= part.clientWidth"), part
    tab.get_by_role("button", name="Correct it").tap()
    until(tab, "document.querySelector('article.yes')")
    assert tab.input_value("#record") == WRONG.replace("11:QCv", "11:2S^ 11:QCv")
    # Nothing is lost: neither by Undo nor by a reload.
    tab.focus("#record")
    tab.keyboard.press("Control+z")
    assert tab.input_value("#record") == WRONG
    tab.reload()
    assert tab.input_value("#record") == WRONG


def test_who_comes_by_keys_replaces_the_text_and_what_is_not_read_is_named(check: Any) -> None:
    tab = check(WRONG)
    until(tab, "document.querySelector('article.no')")
    tab.reload()
    tab.locator("#examples button").last.focus()
    tab.keyboard.press("Tab")
    tab.keyboard.insert_text("The quick brown fox")
    assert tab.input_value("#record") == "The quick brown fox"
    check(f"{WRONG}The quick brown fox\n")
    until(tab, "document.querySelector('article.no')")
    assert "Not read: “The quick brown fox”." in tab.locator("article").inner_text()
    assert tab.get_by_role("textbox", name="A game, a link or a page of a book", exact=True).count() == 1
    assert tab.get_by_role("link", name="All games").get_attribute("href") == "./#games"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("games.zip", b"PK\x03\x04rest", "is a packed folder"),
        ("page.png", b"\x89PNG\r\n\x1a\n", "is a picture"),
        ("page.pdf", b"%PDF-1.7", "is a PDF"),
        ("x.bin", b"abc\0def", "is no text"),
    ],
)
def test_a_file_that_is_no_text_says_what_it_is(name: str, content: bytes, words: str, check: Any) -> None:
    tab = check("")
    tab.set_input_files("#record-file", {"name": name, "mimeType": "", "buffer": content})
    assert words in summarized(tab, name) and tab.input_value("#record") == ""


def test_the_focus_comes_with_the_first_verdict_and_stays_where_somebody_goes(check: Any) -> None:
    tab = check(60 * f"{WRONG}\n")
    tab.locator("article").first.wait_for()
    assert tab.evaluate("document.activeElement.id") == "summary"
    tab.locator("#again button").focus()
    summarized(tab, "60 games with a mistake")
    assert tab.evaluate("document.activeElement.closest('#again') !== null")


def test_neither_a_record_nor_a_page(check: Any) -> None:
    tab = check("Labyrinth, the guided deal: won in 52 moves, 5:58")
    assert len(summarized(tab, "This is no recorded game.")) < 300
    assert tab.locator("article").count() == 0


def test_a_link_that_holds_cards_only_leads_to_them(check: Any) -> None:
    link = "https://example.org/play.html#play=Labyrinth&rules=lnp&cards=bZ&won=52&deal=seed%3A1"
    for text in (link, f"Labyrinth, a game of patience.\nI won it in 52 moves. Same cards, your turn:\n{link}"):
        tab = check(text)
        assert summarized(tab, "This link holds cards only") == "This link holds cards only."
        assert tab.get_by_role("link", name="Play it here").get_attribute("href") == link
    # No address of another sort becomes a link.
    tab = check("javascript:alert(1)#play=Labyrinth")
    until(tab, "document.querySelectorAll('article').length === 1 && !document.querySelector('article a')")


def test_from_a_verdict_there_is_a_way_back_to_the_text(check: Any) -> None:
    tab = check("MARTHA\n\nPile 1: 9♠ 8♥\nPile 4: 7♠\n\nPut the 7♠ on the 8♥.\n")
    summarized(tab, "A page of Martha")
    # How much was read is said once.
    assert tab.locator("main").inner_text().count("every move was read") == 1
    way = tab.get_by_role("button", name="Change the text")
    assert 0 <= way.bounding_box()["y"] < 60
    way.tap()
    assert tab.evaluate("document.activeElement.id") == "record"
    until(tab, "document.getElementById('record').getBoundingClientRect().top >= 0")
