"""A weave can be followed: numbers, the way, in step with the cards; what any move leaves behind; redeals, wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open, story_of
from tests.browser.test_player import TEXT, until

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.browser

NUMBERS = "[...document.querySelectorAll('#trail .number text')].map((t) => t.textContent)"
#: On which card each number stands: that which lies uppermost at the middle of the number.
WEARERS = """() => [...document.querySelectorAll("#trail .number rect:not(.hit)")].map((rect) => {
  const { x, y, width, height } = rect.getBoundingClientRect();
  const under = document.elementsFromPoint(x + width / 2, y + height / 2).map((e) => e.closest(".card"));
  const card = under.find(Boolean);
  return card.querySelector(".rank").textContent + card.classList[1];
})"""


#: The shorter side of the smallest number.
NARROWEST = """Math.min(...[...document.querySelectorAll(".number")].map((one) => one.getBoundingClientRect())
  .flatMap(({ width, height }) => [width, height]))"""


def test_woven_cards_wear_their_numbers_and_the_way_is_drawn(show: Open) -> None:
    """Where cards do not glide all of it is there at once."""
    story = story_of("games/annotated.moves")
    tab = show(story, "#m6")
    assert story.moves[5].token == "exile:JD~5S~4H~JH"
    assert tab.evaluate(NUMBERS) == ["1", "2", "3", "4"]
    assert tab.evaluate(WEARERS) == ["JD", "5S", "4H", "JH"]
    assert tab.locator("#trail .way").count() == 4
    assert tab.locator("#now").inner_text().replace("\ufe0e", "").endswith("4 of 4: J♥, pile 4 → 11")
    # A move that weaves nothing has no numbers; one that was gone back to has its own again.
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(NUMBERS) == [] and tab.locator("#trail .from").count() == 1
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate(WEARERS) == ["JD", "5S", "4H", "JH"]
    tab.set_viewport_size({"width": 390, "height": 844})
    until(tab, "table.dataset.plan !== '0'")
    assert tab.evaluate(WEARERS) == ["JD", "5S", "4H", "JH"]


def test_a_redeal_takes_no_longer_than_a_second_and_a_half(show: Open) -> None:
    """As the page plans it: the timers of all that is done for it come to less."""
    story = story_of("games/annotated.moves")
    tab = show(story, "#m21", glide=True)
    tab.evaluate("""() => {
      window.planned = 0;
      const set = window.setTimeout;
      window.setTimeout = (act, time) => { if (time !== 200) window.planned += time; return set(act, time); };
    }""")
    tab.keyboard.press("ArrowRight")
    until(tab, "document.querySelector('#table.dealing')")
    longest = tab.evaluate("""Math.max(...[...document.querySelectorAll(".card")].map((c) =>
      parseFloat(getComputedStyle(c).transitionDelay) + parseFloat(getComputedStyle(c).transitionDuration)))""")
    until(tab, "!document.querySelector('#table.dealing')")
    assert tab.evaluate(TEXT) == story.text(22)
    assert tab.evaluate("window.planned") <= 1500 and longest <= 1.1


def test_a_weave_can_be_held_and_stepped(show: Open) -> None:
    """Pause stops at a link; Shift and the arrow carry one card; Play goes on."""
    story = story_of("games/annotated.moves")
    tab = show(story, "#m5", glide=True)
    # What is held plans nothing.
    planned = "[table.timer, player]"
    tab.keyboard.press("Shift+ArrowRight")
    assert tab.evaluate(NUMBERS) == ["1"] and tab.evaluate(planned) == [0, 0]
    tab.keyboard.press("Shift+ArrowRight")
    assert tab.evaluate(NUMBERS) == ["1", "2"] and tab.evaluate(planned) == [0, 0]
    assert "2 of 4" in tab.locator("#now").inner_text()
    tab.get_by_role("button", name="Play").click()
    until(tab, f"{NUMBERS}.length === 3")
    tab.get_by_role("button", name="Pause").click()
    assert tab.evaluate(NUMBERS) == ["1", "2", "3"] and tab.evaluate(planned) == [0, 0]
    # Back card by card, and to a card by its number; the way of the last one stands out.
    tab.keyboard.press("Shift+ArrowLeft")
    assert tab.evaluate(NUMBERS) == ["1", "2"] and "2 of 4" in tab.locator("#now").inner_text()
    for _ in range(2):
        tab.keyboard.press("Shift+ArrowRight")
    until(tab, f"{NUMBERS}.length === 4 && !table.timer")
    assert tab.evaluate("document.querySelectorAll('#trail .old').length") == 1
    tab.locator("#trail .number").first.click()
    assert tab.evaluate(NUMBERS) == ["1"] and "1 of 4" in tab.locator("#now").inner_text()
    # Whoever goes on to another move loses no card of this one.
    tab.keyboard.press("ArrowRight")
    until(tab, f"{TEXT} === {story.text(7)!r}")


def test_a_finger_finds_the_numbers(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m6", viewport={"width": 360, "height": 740}, has_touch=True)
    assert tab.evaluate(NARROWEST) >= 24
    # Its edge does as well as its middle, and of two numbers that lie close to each other the nearer one is meant.
    point = """([n, aside]) => {
      const { x, y, width, height } = document.querySelectorAll(".number")[n].getBoundingClientRect();
      return [x + width / 2 - aside, y + height / 2 - aside];
    }"""
    for number, aside in ((1, 10), (0, 0)):
        tab.touchscreen.tap(*tab.evaluate(point, [number, aside]))
        until(tab, f"{NUMBERS}.length === {number + 1}")
    tab.evaluate("table.link(4)")
    tab.touchscreen.tap(*tab.evaluate(point, [0, 0]))
    until(tab, f"{NUMBERS}.length === 1")


def test_after_a_redeal_the_table_has_the_room_of_its_own_deal(show: Open) -> None:
    story = story_of("games/annotated.moves")
    tab = show(story, "#m0")
    sizes = {}
    for number in (0, 21, 22, 43, 44):
        tab.evaluate(f"location.hash = '#m{number}'")
        until(tab, f"table.at === {number}")
        sizes[number] = tab.evaluate("table.plan.size")
    # Within a deal nothing but cards moves; the last deal has fewer cards than the first.
    assert sizes[0] == sizes[21] and sizes[22] == sizes[43]
    assert len({str(sizes[number]) for number in (0, 22, 44)}) > 1
