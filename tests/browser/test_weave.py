"""A weave can be followed: numbers, the way, in step with the cards; what any move leaves behind; redeals, wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from leoni_replay.games.sheet import guide
from tests.browser.conftest import Open, story_from, story_of
from tests.browser.hands import Hands, wait
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
    until(tab, "table.scale < 0.95")
    assert tab.evaluate(WEARERS) == ["JD", "5S", "4H", "JH"]


def test_the_number_of_a_link_hides_no_rank(show: Open) -> None:
    guided = guide("Leoni's Own")
    assert guided is not None
    moves = [step.move for step in guided.steps[:7]]
    text = f'[Game "Leoni\'s Own"]\n[Deal "{guided.deal}"]\n\n{" ".join(moves)} *\n'
    tab = show(story_from(text), f"#m{len(moves)}", viewport={"width": 390, "height": 844})
    assert "10D" in tab.evaluate(WEARERS)
    ranks = """() => [...document.querySelectorAll("#trail .number rect:not(.hit)")].map((rect) => {
      const { x, y, width, height } = rect.getBoundingClientRect();
      const under = document.elementsFromPoint(x + width / 2, y + height / 2).map((e) => e.closest(".card"));
      return under.find(Boolean).querySelector(".rank").getBoundingClientRect().right - x;
    })"""
    assert max(tab.evaluate(ranks)) < 2


def test_a_weave_can_be_held_and_stepped(show: Open) -> None:
    """Pause stops at a link; Shift and the arrow carry one card; Play goes on."""
    story = story_of("games/annotated.moves")
    tab = show(story, "#m5", glide=True)
    # What is held plans nothing.
    planned = "[table.timer, playTimer]"
    tab.keyboard.press("Shift+ArrowRight")
    assert tab.evaluate(NUMBERS) == ["1"] and tab.evaluate(planned) == [0, 0]
    tab.keyboard.press("Shift+ArrowRight")
    assert tab.evaluate(NUMBERS) == ["1", "2"] and tab.evaluate(planned) == [0, 0]
    assert "2 of 4" in tab.locator("#now").inner_text()
    tab.get_by_role("button", name="Play").click()
    # At once: on a busy machine the next card would come first.
    wait(Hands(tab), f"{NUMBERS}.length === 3", "document.getElementById('play').click()")
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
