"""What keys do on the board, what is printed of it, and how it says that a game is not saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import leoni_replay as lr
from leoni_replay.board.protocol import Board
from leoni_replay.games import GAMES
from tests.browser.conftest import TRANSCRIPTS
from tests.browser.hands import ASKED, AWAITED, COUNT, LYING, wait
from tests.browser.test_board import Serve, board_for, seen, serve, settled  # noqa: F401
from tests.browser.test_player import until
from tests.play.boards import board_after, board_of
from tests.play.games import main_line, sampled, typed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
FOCUSED = "document.activeElement"


def begun(tab: Page) -> None:
    until(tab, "state.reply?.legal && state.lying")


def apart(tab: Page) -> None:
    """Wait until Enter is no second press of the last one, which would count as one."""
    until(tab, "performance.now() > pressed.time + DOUBLE")


def test_a_hint_is_played_by_enter(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("h")
    until(tab, "state.hint")
    hinted = tab.evaluate("state.hint")
    assert tab.evaluate(f"{FOCUSED}.classList.contains('hinted')")
    tab.keyboard.press("Enter")
    until(tab, "state.steps.length === 1 && state.lying")
    assert tab.evaluate("state.steps[0].move").startswith(hinted)
    # Whoever plays by keys stays where something can be played.
    assert tab.evaluate(f"{FOCUSED}.matches('.can, button:enabled')")


def test_arrows_lead_to_the_cards_from_the_first_key_on(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(f"{FOCUSED}.classList.contains('can')")
    tab.keyboard.press("?")
    assert tab.locator("#keys kbd").first.is_visible()


def test_the_board_is_printed(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"))
    begun(tab)
    tab.evaluate("play(state.reply.legal[0].move)")
    until(tab, "state.steps.length === 1 && state.lying")
    before = tab.evaluate("[state.at, table.at, state.lying, document.querySelectorAll('#table .can').length]")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert tab.locator("figure.printed").count() == 2 and tab.locator(".printed-moves li").count() == 2
    assert tab.locator("figure.printed .card").first.is_visible() and not tab.locator("#desk").is_visible()
    tab.emulate_media(media="screen")
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    after = tab.evaluate("[state.at, table.at, state.lying, document.querySelectorAll('#table .can').length]")
    assert tab.locator(".printed").count() == 0 and after == before and seen(tab) == []


def test_a_game_that_is_not_saved_says_so(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    board = board_for("Labyrinth", tmp_path / "game.moves")
    tab = serve(board)
    begun(tab)
    assert not tab.locator("#unsaved").is_visible()
    # What is to be its folder is a file.
    (tmp_path / "folder").write_text("")
    board.desk.file.path = tmp_path / "folder" / "game.moves"
    tab.evaluate("play(state.reply.legal[0].move)")
    tab.locator("#unsaved").wait_for()
    assert seen(tab) == []
    with tab.expect_download():
        tab.locator("#unsaved").click()


def test_the_list_of_moves_leaves_the_table_in_its_shape(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    """What lies at the left stays there, and below the same places the same places lie."""
    where = """() => table.piles.flatMap((pile, p) => {
      const spot = table.plan.spots[p];
      return spot ? [[spot.x, spot.y]] : [];
    })"""
    for name in ("Anna", "Leoni's Own"):
        tab = serve(board_for(name, tmp_path / f"{name}.moves".replace(" ", "-")))
        begun(tab)
        before, left = tab.evaluate(where), tab.evaluate("table.plan.left")
        tab.click("#listed")
        until(tab, "$('side').open && table.room[0] === $('box').clientWidth")
        assert tab.evaluate(where) == before and tab.evaluate("table.plan.left") <= left
        tab.click("#listed")
        until(tab, "!$('side').open && table.room[0] === $('box').clientWidth")
        assert tab.evaluate("table.plan.left") == left and seen(tab) == []


def test_a_card_whose_place_is_filled_at_once_shows_where_it_lay(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves", deal="seed:a way out-897"))
    begun(tab)
    tab.evaluate("play(state.reply.legal.find(({ from }) => from).move)")
    until(tab, "state.steps.length === 1 && state.lying")
    assert tab.evaluate("table.steps[1].changes.length") == 2 and tab.locator("#trail .from").count() == 1


def test_a_hint_to_cancel_a_choice_is_followed_by_keys(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves", deal="seed:h2"))
    begun(tab)
    tab.evaluate("press('choose', state.reply.legal.map(({ move }) => move).filter((move) => move.startsWith('2:8D')))")
    until(tab, "document.body.dataset.mode === 'choosing'")
    tab.keyboard.press("h")
    until(tab, "state.hint")
    assert tab.evaluate(f"{FOCUSED}.textContent") == "Cancel"
    assert tab.locator("#told").inner_text().startswith("Cancel, and try this first: 2♣")
    tab.keyboard.press("Enter")
    until(tab, "document.body.dataset.mode === 'playing'")
    assert tab.evaluate(f"{FOCUSED}.matches('.can.hinted')")
    apart(tab)
    tab.keyboard.press("Enter")
    until(tab, "state.steps[0]?.move.startsWith('3:2C^')")


#: Notes in every frame where the focus is on nothing that is seen.
WATCHED = """(() => {
  window.lost = [];
  const look = () => {
    const { activeElement: at } = document;
    const isSeen = at !== document.body && at.checkVisibility({ visibilityProperty: true });
    if (!isSeen) lost.push(`${state.steps.length} ${document.body.dataset.mode}: ${at.outerHTML.slice(0, 60)}`);
    requestAnimationFrame(look);
  };
  look();
})()"""


def press_until(tab: Page, key: str, condition: str) -> None:
    """Press a key again and again until a condition holds."""
    for _ in range(120):
        if tab.evaluate(condition):
            return
        tab.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {condition}: {tab.evaluate(f'{FOCUSED}.outerHTML')}")


def enter(tab: Page) -> None:
    apart(tab)
    tab.keyboard.press("Enter")


def play_by_keys(tab: Page, text: str) -> None:
    """Make a move: go to its card, or to the button that makes it, and of several places to the one that is meant."""
    turned = text.partition(":")[0]
    legal = f"state.reply.legal.find(({{ move }}) => move === {text!r} || move === {turned!r})"
    before = tab.evaluate(COUNT)
    if tab.evaluate(f"Boolean({legal}.from)"):
        press_until(tab, "n", f"{FOCUSED} === chooser.element({legal}.from)")
    else:
        press_until(tab, "Tab", f"{FOCUSED}.matches('#asks .again')")
    enter(tab)
    count, asked = wait(tab, f"({COUNT} !== {before} || {AWAITED}) && {LYING}", f"[{COUNT}, ({ASKED})({text!r})]")
    if count == before:
        place = tab.evaluate(f"chooser.asked[{asked}].to")
        if place is None:
            press_until(tab, "Tab", f"[...$('asks').querySelectorAll('button')].indexOf({FOCUSED}) === {asked}")
        else:
            press_until(tab, "n", f"{FOCUSED} === chooser.element(chooser.top({place}))")
        enter(tab)
        wait(tab, f"{COUNT} !== {before} && {LYING}")
    settled(tab)


@pytest.mark.parametrize(
    "name", ["Labyrinth", *(pytest.param(n, marks=pytest.mark.long) for n in GAMES if n != "Labyrinth")]
)
def test_a_whole_game_by_keys(name: str, serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    """The focus is always seen. A button has it to which nobody went only if nothing is left but to deal again."""
    record = sampled(name)
    board = board_of(record, tmp_path / "game.moves")
    tab = serve(board)
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate(WATCHED)
    for number, text in enumerate(typed(record), 1):
        play_by_keys(tab, text)
        assert board.desk.session.move_number == number, text
        among_cards = "table.contains(document.activeElement) || sheet.box.open"
        again = f"{FOCUSED}.matches('#asks .again')"
        assert tab.evaluate(f"[lost, {among_cards} || {again}]") == [[], True], text
    assert main_line((tmp_path / "game.moves").read_text(encoding="utf-8")) == [str(m.command) for m in record.moves()]


def test_arrows_lead_to_every_card_and_enter_says_why_one_is_not_played(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    reach = """(() => {
      const places = chooser.cursor.places();
      const frames = places.map((where) => table.frameOf(...where));
      const seen = new Set([0]);
      for (const here of seen)
        for (const way of ["Left", "Right", "Up", "Down"]) seen.add(frameThatWay(frames, here, `Arrow${way}`));
      return [seen.size, places.length];
    })()"""
    for name in GAMES:
        tab = serve(board_for(name, tmp_path / f"{name}.moves".replace(" ", "-")))
        begun(tab)
        reached, places = tab.evaluate(reach)
        assert reached == places > 12, name
    # The last one is the Rug: a card that is shut in, three arrows away from one that is lit.
    tab.keyboard.press("n")
    assert tab.evaluate(f"{FOCUSED}.matches('.can')")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        tab.keyboard.press(key)
    asked = tab.evaluate(f"{FOCUSED}.ariaLabel")
    assert not tab.evaluate(f"{FOCUSED}.matches('.can')")
    tab.keyboard.press("Enter")
    tab.locator("#told.no").wait_for()
    assert tab.evaluate(f"{FOCUSED}.ariaLabel") == asked


def test_what_opens_has_the_focus_and_gives_it_back(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    board = board_for("Martha", tmp_path / "game.moves")
    tab = serve(board)
    begun(tab)
    tab.keyboard.press("n")
    tab.keyboard.press("ArrowUp")
    card = tab.evaluate(f"{FOCUSED}.ariaLabel")
    # Every key that opens something. It opens with the focus in it, where nothing ends the game, and gives it back.
    for key, inside in (("?", "keys"), ("m", "options"), ("g", "home"), ("r", "sheet"), ("s", "sheet")):
        tab.keyboard.press(key)
        assert tab.evaluate(f"$({inside!r}).open && $({inside!r}).contains({FOCUSED}) && !{FOCUSED}.matches('.close')")
        assert tab.evaluate(f"getComputedStyle({FOCUSED}).outlineStyle") == "solid", key
        assert tab.evaluate(f"$({inside!r}).scrollTop") == 0
        tab.keyboard.press("Escape")
        until(tab, f"{FOCUSED}.ariaLabel === {card!r}")
    # In the menu a key presses what says so beside its word.
    for key, inside in (("s", "sheet"), ("g", "home")):
        tab.keyboard.press("m")
        tab.keyboard.press(key)
        until(tab, f"$({inside!r}).open && !options.open")
        tab.keyboard.press("Escape")
        if key == "s":
            until(tab, f"options.open && {FOCUSED}.id === 'statistics'")
            tab.keyboard.press("Escape")
        until(tab, f"{FOCUSED}.ariaLabel === {card!r}")
    # Every button of the page that opens a sheet, by keys.
    for opener, sheet in (("games", "home"), ("rules", "sheet"), ("more", "options")):
        tab.locator(f"#{opener}").focus()
        enter(tab)
        until(tab, f"$({sheet!r}).open && $({sheet!r}).contains({FOCUSED}) && {FOCUSED}.checkVisibility()")
        assert tab.evaluate(f"getComputedStyle({FOCUSED}).outlineStyle") != "none", opener
        tab.keyboard.press("Escape")
        until(tab, f"{FOCUSED}.id === {opener!r}")
    # The page of a game whose game waits offers to go on with it.
    tab.evaluate("play(state.reply.legal[0].move)")
    until(tab, "state.steps.length === 1 && state.lying")
    tab.locator("#games").focus()
    enter(tab)
    press_until(tab, "Tab", f"{FOCUSED}.closest('.gallery') && {FOCUSED}.textContent.startsWith('Martha')")
    enter(tab)
    until(tab, f"{FOCUSED}.textContent.startsWith('Continue Martha')")
    enter(tab)
    until(tab, f"!home.open && {FOCUSED} !== document.body && {FOCUSED}.checkVisibility()")
    # After a reload the focus is among the cards at once.
    tab.reload()
    begun(tab)
    until(tab, f"table.contains({FOCUSED})")


def test_the_list_of_moves_is_one_stop(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    record = sampled("Labyrinth")
    tab = serve(board_after(record, tmp_path / "game.moves", list(typed(record))[:4]))
    begun(tab)
    tab.locator("#listed").focus()
    enter(tab)
    shown = f"[{FOCUSED}.hash, [...moves.querySelectorAll('a')].filter((link) => link.tabIndex === 0).length]"
    assert tab.evaluate(shown) == ["#m4", 1]
    tab.keyboard.press("ArrowUp")
    assert tab.evaluate(shown) == ["#m3", 1]
    tab.keyboard.press("Home")
    assert tab.evaluate(shown) == ["#m0", 1]
    tab.keyboard.press("ArrowDown")
    enter(tab)
    until(tab, "state.at === 1 && state.lying")
    assert tab.evaluate(shown) == ["#m1", 1]
    tab.keyboard.press("Tab")
    assert not tab.evaluate(f"moves.contains({FOCUSED})")
    tab.keyboard.press("Escape")
    until(tab, f"!side.open && {FOCUSED}.id === 'listed'")


def test_enter_pressed_again_during_a_weave_does_nothing(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    board = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    for text in "11:2S^ 11:QCv 4:3S^ 13:JCv exile".split():
        board.desk.enter(text)
    tab = serve(Board(board.desk), glide=True)
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate(WATCHED)
    press_until(
        tab, "n", f"{FOCUSED} === chooser.element(state.reply.legal.find(({{ move }}) => move === 'exile').from)"
    )
    enter(tab)
    until(tab, "document.body.dataset.mode === 'weaving'")
    enter(tab)
    assert tab.evaluate("[state.held, table.contains(document.activeElement)]") == [False, True]
    until(tab, "state.lying && state.steps.length === 6")
    assert tab.evaluate("[lost, document.activeElement.matches('.can')]") == [[], True]


def test_the_cards_of_a_real_table_are_named_by_arrows(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate("ask({ do: 'begin', name: 'Labyrinth', rules: null, physical: true })")
    until(tab, "Boolean(document.getElementById('pack'))")
    assert tab.evaluate(f"{FOCUSED}.closest('#pack') !== null")
    before = tab.evaluate(f"{FOCUSED}.textContent")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(f"{FOCUSED}.closest('#pack') !== null && {FOCUSED}.textContent") != before
    assert tab.evaluate("[...pack.children].filter(({ tabIndex }) => tabIndex === 0).length") == 1


def test_tab_goes_through_the_page_in_its_order(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    """The header, the table, which is one stop, and what is below it; the words of what is seen there are first met."""
    tab = serve(board_for("Martha", tmp_path / "game.moves"))
    begun(tab)
    tab.evaluate("tell({ type: 'known' })")
    stops = []
    for _ in range(7):
        tab.keyboard.press("Tab")
        stops.append(tab.evaluate(f"{FOCUSED}.id || ({FOCUSED}.closest('#table') ? 'card' : {FOCUSED}.tagName)"))
    assert stops == ["games", "rules", "listed", "card", "hint", "finish", "more"]


def test_digits_lead_to_a_pile(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"))
    begun(tab)
    for typed_number, pile in (("7", 7), ("13", 13), ("2", 2)):
        tab.wait_for_timeout(1000)
        tab.keyboard.type(typed_number)
        assert tab.evaluate(f"{FOCUSED}.ariaLabel").endswith(f"pile {pile}")


def test_a_letter_does_nothing_where_its_button_is_not_there(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    """Who looks back at a game that is won takes no move back, steps through it by arrows, and returns by Escape."""
    (record,) = lr.load(TRANSCRIPTS / "games/labyrinth-won.moves")
    tab = serve(board_after(record, tmp_path / "game.moves", list(typed(record))))
    begun(tab)
    until(tab, "state.reply.result === 'won'")
    tab.keyboard.press("Tab")
    tab.evaluate("glideTo(0, false)")
    until(tab, "document.body.dataset.mode === 'reviewing' && state.lying")
    standing = "JSON.stringify([state.reply.version, state.steps.length])"
    before = tab.evaluate(standing)
    for key in "fuhyFUHY":
        tab.keyboard.press(key)
    tab.keyboard.press("ArrowRight")
    until(tab, "state.at === 1 && state.lying")
    assert tab.locator("#now").inner_text().strip().startswith("Move 1 of 52: ")
    tab.keyboard.press("ArrowLeft")
    until(tab, "state.at === 0 && state.lying")
    tab.evaluate("chooser.cursor.focus()")
    enter(tab)
    until(tab, "state.notice?.lines[0] === 'You are looking back: Escape returns.'")
    tab.keyboard.press("l")
    tab.evaluate("chooser.cursor.focus()")
    for condition in (
        "!state.notice && $('side').open",
        "!$('side').open && state.at === 0",
        "state.at === table.last",
    ):
        tab.keyboard.press("Escape")
        until(tab, condition)
    assert tab.evaluate(standing) == before


def test_n_and_digits_lead_to_cards_or_say_that_they_do_not(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("9")
    until(tab, "state.notice?.lines[0] === 'There is no column 9: columns go to 8.'")
    # While a weave runs nothing is lit, and the button that holds it is not meant.
    tab.evaluate("document.activeElement.blur()")
    tab.evaluate("chooser.set([])")
    tab.evaluate("$('asks').replaceChildren(button('Hold', () => {}))")
    tab.keyboard.press("n")
    assert tab.evaluate(f"{FOCUSED}.textContent") != "Hold"


def test_the_list_of_keys_says_what_they_do_in_this_game(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    """Letters that are switched off do nothing, also among the cards, and are not listed."""
    for name, digits in (("Labyrinth", "1 … 8"), ("Martha", "1 … 12"), ("The Japanese Rug", "1 … 8")):
        tab = serve(board_for(name, tmp_path / f"{name}.moves"))
        begun(tab)
        tab.keyboard.press("?")
        assert " ".join(tab.locator("#digit-keys dt").inner_text().split()) == digits
        assert tab.locator("#digit-keys dd").inner_text().startswith("to the ")
    tab.locator("#letters").uncheck()
    listed = tab.evaluate("""[...document.querySelectorAll('#keys kbd')].filter((key) => key.checkVisibility())
      .map(({ textContent }) => textContent)""")
    assert "Ctrl+Z" in listed and "Enter" in listed and not {*"NUHFMGRLS18", "Shift+N"} & {*listed}
    tab.keyboard.press("Escape")
    tab.evaluate("chooser.cursor.focus()")
    where = tab.evaluate("String(chooser.cursor.where)")
    for key in "n35f":
        tab.keyboard.press(key)
    assert tab.evaluate("String(chooser.cursor.where)") == where and not tab.evaluate("state.notice")


def test_after_a_review_the_focus_is_on_the_win_that_was_missed(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    (record,) = lr.load(TRANSCRIPTS / "games/labyrinth-won.moves")
    tab = serve(board_after(record, tmp_path / "game.moves", list(typed(record))[:45]))
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate("ask({ do: 'concede' })")
    until(tab, "sheet.box.open")
    tab.get_by_role("button", name="How could it be won?").or_(
        tab.get_by_role("button", name="Could it be won?")
    ).focus()
    enter(tab)
    until(tab, "state.win?.steps.length && document.body.dataset.mode === 'reviewing'")
    until(tab, f"{FOCUSED}.textContent === 'Watch the win'")


def test_a_sheet_that_scrolls_is_no_stop_for_tab(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves"), (1280, 500))
    begun(tab)
    tab.keyboard.press("g")
    until(tab, "$('home').scrollHeight > $('home').clientHeight")
    stops = set()
    for _ in range(14):
        tab.keyboard.press("Tab")
        stops.add(tab.evaluate(f"{FOCUSED}.tagName"))
    assert stops <= {"BUTTON", "BODY"}
