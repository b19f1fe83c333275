"""The menu and the sheets of the board: folds, the button that leads back, and keys that can be switched off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_board import Serve, board_for, serve  # noqa: F401
from tests.browser.test_board_keys import begun
from tests.browser.test_player import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PHONE = (390, 844)
#: Which sheet is open, and whether the history has an entry for it.
OPEN = "[document.querySelector('dialog:modal')?.id ?? '', Boolean(history.state?.sheet)]"


def back(tab: Page, sheet: str) -> None:
    """Go back as the button of a phone does, to a sheet or to the table."""
    tab.go_back()
    until(tab, f"JSON.stringify({OPEN}) === JSON.stringify([{sheet!r}, {str(bool(sheet)).lower()}])")


def test_the_button_that_leads_back_closes_a_sheet_and_the_page_stays(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"), PHONE)
    begun(tab)
    entries = tab.evaluate("history.length")
    for opener in ("more", "games", "rules"):
        tab.locator(f"#{opener}").tap()
        until(tab, f"{OPEN}[1]")
        back(tab, "")
    # One entry is made once, however many sheets are opened.
    assert tab.evaluate("history.length") == entries + 1
    # From the menu to another sheet, and back to where that leads.
    tab.locator("#more").tap()
    tab.locator("#statistics").tap()
    until(tab, f"{OPEN}[0] === 'sheet'")
    back(tab, "options")
    tab.locator("#options .close").tap()
    until(tab, f"{OPEN}.join() === ',false'")
    # The rules of a game lie over the page of that game, to which Back leads.
    tab.locator("#games").tap()
    tab.locator(".gallery button").first.tap()
    tab.locator("#home").get_by_text("The rules", exact=True).tap()
    until(tab, "$('sheet').open && history.state?.sheet")
    back(tab, "home")
    assert tab.locator("#home-title").inner_text() == "Leoni's Own" and not tab.evaluate("$('sheet').open")
    tab.locator("#home .way-back").tap()
    tab.locator("#home .close").tap()
    until(tab, f"{OPEN}.join() === ',false'")
    tab.locator("#more").tap()
    # What is closed by its cross takes its entry along: the next press leaves the page.
    tab.locator("#options .close").tap()
    until(tab, f"{OPEN}.join() === ',false'")
    # So does that of a sheet from which a link has led to another page.
    tab.locator("#more").tap()
    until(tab, f"{OPEN}[1]")
    tab.goto(tab.url + "check")
    tab.go_back()
    begun(tab)
    until(tab, f"{OPEN}.join() === ',false' || {OPEN}[0]")
    if tab.evaluate(OPEN)[0]:
        back(tab, "")
    tab.go_back()
    assert tab.url == "about:blank"


def test_a_fold_of_the_menu_is_seen_and_the_only_one(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"), PHONE)
    begun(tab)
    tab.locator("#more").tap()
    folds = tab.locator("#options summary")
    for n in (1, 0, 2, 3):
        folds.nth(n).tap()
        until(tab, f"[...document.querySelectorAll('#options details')].findIndex(({{ open }}) => open) === {n}")
        assert tab.locator("#options details[open]").count() == 1
        until(tab, f"folds[{n}].getBoundingClientRect().bottom <= innerHeight + 1")
        below_title = "$('choices').getBoundingClientRect().bottom"
        until(tab, f"folds[{n}].querySelector('summary').getBoundingClientRect().top >= {below_title} - 1")
    tab.locator("#options .close").tap()
    tab.locator("#more").tap()
    assert tab.locator("#options details[open]").count() == 0


def test_what_is_copied_from_the_menu_is_said_there(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"))
    begun(tab)
    tab.evaluate("copied = []; navigator.clipboard.writeText = async (text) => { copied.push(text); }; 0")
    tab.locator("#more").click()
    tab.get_by_text("Save and check").click()
    tab.locator("#copy-record").click()
    until(tab, "$('copy-record').textContent === 'Copiedthe game' && $('options').open")
    assert tab.evaluate("copied[0].startsWith('[Game \"Martha\"]') && document.activeElement.id") == "copy-record"
    tab.locator("#invite").click()
    until(tab, "$('invite').textContent.startsWith('Copied') && $('sure').textContent.includes('is copied')")
    # Whoever opens it again finds the buttons as they were.
    tab.locator("#options .close").click()
    assert tab.evaluate("[$('copy-record').textContent, $('invite').textContent]") == [
        "Copy the gameas text",
        "Sharethe same cards",
    ]


def test_a_question_in_the_menu_is_withdrawn(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"), PHONE)
    begun(tab)
    tab.evaluate("play(state.reply.legal[0].move)")
    until(tab, "state.steps.length === 1 && state.lying")
    tab.locator("#more").tap()
    tab.evaluate("late = []; globalThis.setTimeout = (act) => late.push(act); 0")
    sure = "[...document.querySelectorAll('#options .sure')].map(({ textContent }) => textContent)"
    for button, words in (("#concede", "Give up: sure?"), ("#restart", "Same deal again: sure?")):
        tab.locator(button).tap()
        assert tab.evaluate(sure) == [words]
    assert tab.evaluate(f"late.at(-1)(), {sure}") == [] and tab.locator("#concede").inner_text() == "Give up"


def test_letters_can_be_switched_off(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("?")
    # Labyrinth has no weave to hold.
    assert tab.locator("#keys kbd").count() > 20 and not tab.locator("#weave-keys").is_visible()
    tab.get_by_label("are commands").uncheck()
    tab.keyboard.press("Escape")
    for key in ("?", "m", "h", "g", "n", "1"):
        tab.keyboard.press(key)
        assert tab.evaluate("!document.querySelector('dialog:modal') && !state.hint && !solving"), key
    tab.evaluate("play(state.reply.legal[0].move)")
    until(tab, "state.steps.length === 1 && state.lying")
    tab.keyboard.press("Control+z")
    until(tab, "state.steps.length === 0 && state.lying")
    # They stay off, and the menu leads to where they are switched on.
    tab.reload()
    begun(tab)
    tab.keyboard.press("m")
    assert tab.evaluate(OPEN) == ["", False]
    tab.locator("#more").click()
    tab.locator("#keyboard").click()
    tab.get_by_label("are commands").check()
    tab.keyboard.press("Escape")
    tab.keyboard.press("Escape")
    tab.keyboard.press("g")
    until(tab, f"{OPEN}[0] === 'home'")


def test_a_game_that_weaves_shows_the_keys_for_it(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Weaver's", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("?")
    assert tab.locator("#weave-keys").is_visible()


def test_the_button_that_leads_back_goes_back_one_level(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    """From the list of moves to the menu; from a game's page to all games, from there to the result."""
    tab = serve(board_for("The Reversal", tmp_path / "game.moves"), PHONE)
    begun(tab)
    tab.evaluate("ask({ do: 'enter', text: state.reply.legal[0].move })")
    tab.locator("#more").tap()
    assert not tab.locator("#next").evaluate("(next) => next.matches('.main')")
    tab.locator("#list").tap()
    until(tab, f"{OPEN}.join() === 'side,true'")
    back(tab, "options")
    back(tab, "")
    assert tab.locator("#caption").inner_text().strip()
    tab.evaluate("ask({ do: 'concede' })")
    until(tab, f"{OPEN}[0] === 'sheet'")
    # What would be next is not said any more.
    assert not tab.locator("#caption").inner_text().strip()
    tab.locator("#sheet button", has_text="All games").tap()
    until(tab, f"{OPEN}.join() === 'home,true'")
    tab.locator(".gallery button").nth(2).tap()
    until(tab, "$('home-title').textContent === state.offers[2].name")
    back(tab, "home")
    until(tab, "$('home-title').textContent === 'Games of patience'")
    back(tab, "sheet")
    back(tab, "")


def test_the_page_check_gets_the_game_on_the_table(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"), PHONE)
    begun(tab)
    tab.evaluate("$('check-game').click()")
    tab.wait_for_url("**/check")
    assert '[Game "Labyrinth"]' in tab.locator("#record").input_value()
