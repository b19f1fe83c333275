"""Where the focus is on the board, that it is seen there, and that the table keeps its shape."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leoni_replay.board.protocol import Board
from tests.browser.hands import LYING
from tests.browser.test_board import Serve, board_for, serve, settled  # noqa: F401
from tests.browser.test_board_keys import FOCUSED, begun, enter, press_until
from tests.browser.test_player import until
from tests.play.boards import board_after, board_of
from tests.play.games import sampled, typed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

#: What can have the focus, and whose ring is cut off by something around it, or not seen at all.
CUT_RINGS = """() => {
  const cut = [], seen = { visibilityProperty: true }, modal = document.querySelector("dialog:modal");
  const stops = (modal ?? document).querySelectorAll("button:enabled, a[href], summary, input, select");
  const back = document.activeElement;
  for (const stop of stops) {
    if (!stop.checkVisibility(seen)) continue;
    stop.focus({ focusVisible: true });
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(stop);
    const beyond = Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
    const ring = stop.getBoundingClientRect();
    if (outlineStyle !== "solid" && stop.tagName !== "INPUT") cut.push(`${stop.textContent}: ${outlineStyle}`);
    for (let box = stop.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const beside = overflowX !== "visible" && (ring.left - beyond < left - 1 || ring.right + beyond > right + 1);
      const below = overflowY !== "visible" && (ring.top - beyond < top - 1 || ring.bottom + beyond > bottom + 1);
      if (box !== document.body && (beside || below))
        cut.push(`${stop.id || stop.textContent} in ${box.id || box.className}`);
    }
  }
  back.focus();
  return cut;
}"""


def rings(tab: Page) -> list[str]:
    return list(tab.evaluate(CUT_RINGS))


def test_no_ring_is_cut_off(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    record = sampled("Leoni's Own")
    words = list(typed(record))
    tab = serve(board_after(record, tmp_path / "game.moves", words[: words.index("redeal")]))
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate("ask({ do: 'why', from: [0, 0], to: null })")
    tab.locator("#told:not([hidden])").wait_for()
    assert tab.locator("#asks .again").is_visible() and rings(tab) == []
    for key in "mgr?s":
        tab.keyboard.press(key)
        assert rings(tab) == [], key
        tab.keyboard.press("Escape")
    # While one looks back, and when the game is over.
    tab.evaluate("glideTo(2, false)")
    until(tab, "document.body.dataset.mode === 'looking-back'")
    assert rings(tab) == []
    tab.evaluate("ask({ do: 'concede' })")
    until(tab, "sheet.box.open")
    assert rings(tab) == []
    tab.keyboard.press("Escape")
    until(tab, f"{FOCUSED}.textContent === 'Result'")
    assert rings(tab) == []


def test_the_focus_goes_to_deal_again(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    record = sampled("Leoni's Own")
    words = list(typed(record))
    tab = serve(board_after(record, tmp_path / "game.moves", words[: words.index("redeal") - 1]))
    begun(tab)
    tab.keyboard.press("n")
    move = words[words.index("redeal") - 1]
    press_until(tab, "n", f"{FOCUSED} === chooser.element(state.reply.legal.find((m) => m.move === {move!r}).from)")
    enter(tab)
    until(tab, f"document.body.dataset.mode === 'dealing-again' && {FOCUSED}.matches('#asks .again')")


def test_a_key_that_leads_on_while_cards_are_carried_is_heeded(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"), glide=True)
    begun(tab)
    tab.keyboard.press("n")
    enter(tab)
    tab.keyboard.press("9")
    until(tab, "state.steps.length === 1 && state.lying")
    assert tab.evaluate(f"{FOCUSED}.ariaLabel").endswith("pile 9")


def test_digits_lead_to_the_columns_of_a_labyrinth(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    board = board_for("Labyrinth", tmp_path / "game.moves")
    board.desk.enter("deal")
    tab = serve(Board(board.desk))
    begun(tab)
    for digit in ("3", "8"):
        tab.wait_for_timeout(1000)
        tab.keyboard.press(digit)
        assert tab.evaluate(f"{FOCUSED}.ariaLabel").endswith(f", row 2, column {digit}")


def test_esc_leaves_a_guide_and_goes_on_from_a_held_weave(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Leoni's Own", tmp_path / "guided.moves"))
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate("press('learn', `Leoni's Own`)")
    until(tab, "document.body.dataset.mode === 'guided' && state.lying")
    tab.keyboard.press("Escape")
    until(tab, "document.body.dataset.mode !== 'guided'")
    board = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    for text in "11:2S^ 11:QCv 4:3S^ 13:JCv exile".split():
        board.desk.enter(text)
    tab = serve(Board(board.desk), glide=True)
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate("play('exile')")
    until(tab, "document.body.dataset.mode === 'weaving'")
    tab.evaluate("press('hold')")
    until(tab, "state.held")
    assert tab.evaluate("[...table.querySelectorAll('.carried')].every((box) => !box.matches('.overlaid'))")
    tab.keyboard.press("Escape")
    until(tab, "!state.held && state.lying")


def test_play_from_here_says_so_at_a_card_that_is_lit(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    record = sampled("Martha")
    tab = serve(board_after(record, tmp_path / "game.moves", list(typed(record))[:8]))
    begun(tab)
    tab.keyboard.press("n")
    tab.evaluate("glideTo(3, false)")
    until(tab, "document.body.dataset.mode === 'looking-back'")
    tab.evaluate("[...$('asks').children].find(({ textContent }) => textContent === 'Play from here').focus()")
    enter(tab)
    until(tab, "state.steps.length === 3 && state.lying")
    assert tab.evaluate(f"{FOCUSED}.matches('.can')")
    assert tab.locator("#now").inner_text().strip() == "You play on from here."


def test_arrows_lead_from_tile_to_tile_among_the_games(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves"))
    begun(tab)
    tab.keyboard.press("g")
    tab.locator(".gallery button").first.focus()
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(f"{FOCUSED} === document.querySelectorAll('.gallery button')[1]")
    tab.keyboard.press("ArrowDown")
    below = tab.evaluate(f"""() => {{
      const [a, b] = [document.querySelectorAll('.gallery button')[1], {FOCUSED}]
        .map((one) => one.getBoundingClientRect());
      return b.top >= a.bottom && Math.abs(a.left - b.left) < 2;
    }}""")
    assert below


def test_what_is_heard_is_a_text_and_is_heard_again(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("The Japanese Rug", tmp_path / "game.moves"))
    begun(tab)
    tab.evaluate("""(() => {
      window.heardWords = [];
      new MutationObserver(() => heardWords.push($('heard').textContent)).observe($('heard'), { childList: true });
    })()""")
    tab.keyboard.press("n")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        tab.keyboard.press(key)
    for count in (1, 2):
        enter(tab)
        until(tab, f"heardWords.filter(Boolean).length === {count}")
    first, *between, last = tab.evaluate("heardWords.slice(heardWords.findIndex(Boolean))")
    assert first == last and between[0] == "" and "Why?" not in first and "×" not in first
    tab.keyboard.press("Escape")
    until(tab, "$('heard').textContent === ''")
    tab.keyboard.press("m")
    tab.locator("#concede").focus()
    enter(tab)
    assert tab.locator("#sure").inner_text() == "Give up: sure? Undo goes on with the game."


def test_a_choice_is_not_cancelled_by_a_key_for_something_else(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    tab = serve(board_for("Martha", tmp_path / "game.moves", deal="seed:h2"))
    begun(tab)
    tab.evaluate("press('choose', state.reply.legal.map(({ move }) => move).filter((move) => move.startsWith('2:8D')))")
    until(tab, "document.body.dataset.mode === 'choosing'")
    tab.keyboard.press("f")
    settled(tab)
    assert tab.evaluate("document.body.dataset.mode") == "choosing"


@pytest.mark.parametrize("name", ["Martha", "Leoni's Own"])
def test_the_table_keeps_its_shape_for_the_whole_game(name: str, serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    record = sampled(name)
    board = board_of(record, tmp_path / "game.moves")
    tab = serve(board)
    begun(tab)
    shapes = []
    for text in typed(record):
        tab.evaluate("(text) => ask({ do: 'enter', text })", text)
        until(tab, LYING)
        shapes.append(tab.evaluate("[table.plan.key, table.plan.scale]"))
    # As long as a fan is short, it lies at the left in any case.
    assert len({key for key, _ in shapes if ",-2," not in key}) <= 1, shapes


def test_a_talon_that_grows_stays_at_the_left_and_no_card_shrinks(serve: Serve, tmp_path: Path) -> None:  # noqa: F811
    record = sampled("The Japanese Rug")
    tab = serve(board_of(record, tmp_path / "game.moves"))
    begun(tab)
    where = "[table.scale, table.spotOf(table.spots.findIndex(({ label }) => label === 'talon')).x < 200]"
    before = tab.evaluate(where)
    talon = "table.piles[table.spots.findIndex(({ label }) => label === 'talon')].length"
    for text in typed(record):
        tab.evaluate("(text) => ask({ do: 'enter', text })", text)
        until(tab, LYING)
        if tab.evaluate(talon) == 3:
            break
    assert tab.evaluate(talon) == 3 and tab.evaluate(where) == before and before[1]
