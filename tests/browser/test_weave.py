"""A weave can be followed: numbers, the way, in step with the cards; what any move leaves behind; redeals, wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from leoni_replay.games.steps import Shift
from leoni_replay.show.palette import DARK, LIGHT
from tests.browser.conftest import Open, story_of
from tests.browser.test_player import TEXT, until
from tests.show.test_svg import contrast

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def test_the_way_grows_with_the_weave(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m5", glide=True)
    tab.evaluate("""() => {
      window.seen = [];
      new MutationObserver(() => {
        const state = `${document.querySelectorAll("#trail .number").length} ${now.lastElementChild.textContent}`;
        if (window.seen.at(-1) !== state) window.seen.push(state);
      }).observe(now.lastElementChild, { childList: true });
    }""")
    tab.keyboard.press("ArrowRight")
    until(tab, "window.seen.some((state) => state.includes('4 of 4'))")
    seen = [state.replace("\ufe0e", "") for state in tab.evaluate("window.seen")]
    assert [state[:8] for state in seen] == [f"{n} {n} of 4" for n in range(1, 5)]
    assert seen[-1].endswith("J♥, pile 4 → 11")


def test_where_a_card_came_from_is_outlined(show: Open) -> None:
    """Just there, clear of the felt; a game that was read backwards says the same."""
    tab = show(story_of("games/annotated.moves"), "#m0")
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
        forth = outlined(tab)
        assert len(forth) == 1
        tab.keyboard.press("ArrowRight")
        tab.keyboard.press("ArrowLeft")
        assert outlined(tab) == forth
    for colours in (LIGHT, DARK):
        assert contrast(colours["trail"], colours["felt"]) > 3 and contrast(colours["lit"], colours["felt"]) > 3


def outlined(tab: Page) -> list[list[float]]:
    places: list[list[float]] = tab.evaluate(
        "[...document.querySelectorAll('#trail .from')].map((r) => [r.x.baseVal.value, r.y.baseVal.value])"
    )
    return places


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


def test_a_win_has_a_flourish_and_a_loss_has_none(show: Open) -> None:
    won = story_of("games/mcneely-won.moves")
    last = len(won.moves)
    tab = show(won, f"#m{last - 1}", glide=True)
    tab.keyboard.press("ArrowRight")
    until(tab, "document.querySelector('#table.won')")
    tab.keyboard.press("ArrowLeft")
    assert not tab.evaluate("document.querySelector('#table.won')")
    tab = show(won, f"#m{last - 1}")
    tab.keyboard.press("ArrowRight")
    assert not tab.evaluate("document.querySelector('#table.won')")
    lost = story_of("games/annotated.moves")
    tab = show(lost, f"#m{len(lost.moves) - 1}", glide=True)
    tab.keyboard.press("ArrowRight")
    assert not tab.evaluate("document.querySelector('#table.won')")


def test_a_carried_card_is_lifted_and_lands(show: Open) -> None:
    """It alone has a shadow, and a spring; where less motion is asked for, none has."""
    story = story_of("games/annotated.moves")
    lifted = """[...document.querySelectorAll("#table > .card")]
      .filter((card) => getComputedStyle(card).filter !== "none")
      .map((card) => [card.querySelector(".rank").textContent, getComputedStyle(card).transitionTimingFunction])"""
    tab = show(story, "#m5", glide=True)
    tab.evaluate("table.pace = () => 60_000")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(lifted) == [["J", "cubic-bezier(0.3, 1.2, 0.5, 1)"]]
    tab.evaluate("table.settle()")
    assert tab.evaluate(lifted) == []
    tab = show(story, "#m5")
    tab.keyboard.press("Shift+ArrowRight")
    assert tab.evaluate("table.carried") == 1 and tab.evaluate(lifted) == []


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


@pytest.mark.parametrize("start", ["ArrowRight", "Next move"])
def test_space_and_play_hold_a_weave_whatever_has_begun_it(start: str, show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m5", glide=True)
    # No machine is so busy that the next card comes first.
    tab.evaluate("table.pace = () => 60_000")
    if start == "ArrowRight":
        tab.keyboard.press(start)
        tab.keyboard.press("Space")
    else:
        tab.get_by_role("button", name=start).click()
        tab.get_by_role("button", name="Play", exact=True).click()
    assert tab.evaluate("[table.at, table.carried, table.timer]") == [6, 1, 0]
    assert tab.locator("#play").get_attribute("title") == "Play"
    tab.evaluate("delete table.pace")
    # The second time it goes on, and to the next move.
    tab.keyboard.press("Space")
    until(tab, "table.at === 7")


def test_a_weave_is_stepped_where_nothing_may_move(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m5")
    for number in range(1, 5):
        tab.keyboard.press("Shift+ArrowRight")
        assert tab.evaluate(NUMBERS) == [str(n) for n in range(1, number + 1)]
        assert tab.evaluate("table.at") == 6
    tab.keyboard.press("Shift+ArrowLeft")
    assert tab.evaluate(NUMBERS) == ["1", "2", "3"]
    for _ in range(2):
        tab.keyboard.press("Shift+ArrowLeft")
    tab.keyboard.press("Shift+ArrowLeft")
    assert tab.evaluate("table.at") == 5


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


def test_a_card_that_leaves_from_between_others_is_marked(show: Open) -> None:
    """In pile 13 of Leoni's Own every card is available, and in the row of dropped cards of The Reversal."""
    for path in ("games/wikipedia-won.moves", "games/reversal-won.moves"):
        story = story_of(path)
        number, place, at = next(
            (move.number, change.source, change.at)
            for move in story.moves
            for change in move.step.changes[:1]
            if isinstance(change, Shift) and not move.step.move.path
            if change.at < len(story.replay.standing(move.number).places[change.source])
        )
        tab = show(story, f"#m{number}")
        numbers = list(story.replay.standing(0).places)
        x, y = tab.evaluate(f"table.cornerOf({numbers.index(place)}, {at})")
        box = tab.evaluate(
            "(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('#trail .gap').getBBox())"
        )
        assert box[0] <= x <= box[0] + box[2] + 1 and box[1] <= y <= box[1] + box[3] + 1
        # A card that was on top leaves its outline.
        assert tab.locator("#trail .from").count() == 0
        tab.close()


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
