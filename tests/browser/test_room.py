"""What is seen on screens of every size: the cards that move, the controls in their place, what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import leoni_replay as lr
from leoni_replay.show.story import make_story
from tests.browser.conftest import TRANSCRIPTS, Open, story_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (390, 844), (740, 360), (1024, 768), (900, 700), (360, 500)]

#: What is wrong after each move of a game, gone through by its keys: a card of the move, a place from which one came or
#: the exiles that lie outside of the felt or below what is fixed; a control that has moved; a page that scrolls aside;
#: a caption that is cut.
SEEN = """() => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const area = (element) => element.getBoundingClientRect();
  const controls = () => ["#buttons", "#slider", "#now", "#box"].flatMap((name) => {
    const { x, y, width, height } = area(document.querySelector(name));
    return [x, y, width, height].map(Math.round);
  }).join();
  const wrong = [], last = Number(document.getElementById("slider").max), before = controls();
  const inside = (element) => {
    const { left, top, right, bottom } = area(element), felt = area(document.getElementById("box"));
    return left >= felt.left - 1 && top >= felt.top - 1 && right <= felt.right + 1 && bottom <= felt.bottom + 1 &&
      felt.bottom <= Math.min(innerHeight, area(document.getElementById("desk")).top + 1) && felt.top >= 0;
  };
  for (let n = 0; n <= last; n++) {
    if (n) press("ArrowRight");
    const shown = [...document.querySelectorAll("#table > .card")].filter((c) => c.style.visibility === "visible");
    for (const element of [...shown, ...document.querySelectorAll("#trail .from, .count:not(:empty)")]) {
      if (!inside(element)) wrong.push(`${n}: ${element.getAttribute("class")} is not seen`);
    }
    if (controls() !== before) wrong.push(`${n}: a control has moved`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(`${n}: the page is too wide`);
    if (area(document.getElementById("bar")).bottom > innerHeight) wrong.push(`${n}: the controls are not seen`);
    const caption = document.getElementById("caption");
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = caption;
    if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) wrong.push(`${n}: the caption is cut`);
  }
  return wrong.slice(0, 5);
}"""


def games() -> list[Any]:
    few = ("annotated", "anna-won", "reversal-won", "rug-won")
    return [
        pytest.param(path.name, marks=() if path.stem in few else pytest.mark.long)
        for path in sorted((TRANSCRIPTS / "games").glob("*.moves"))
    ]


@pytest.mark.parametrize("name", games())
def test_every_move_is_seen_and_the_controls_stay_put(name: str, show: Open) -> None:
    for transcript in lr.load(TRANSCRIPTS / "games" / name):
        story = make_story(lr.replay(transcript))
        tab = show(story, "#m0")
        for width, height in SIZES:
            resize(tab, width, height)
            assert tab.evaluate(SEEN) == [], (width, height)
            tab.keyboard.press("Home")


@pytest.mark.parametrize("size", [(390, 844), (360, 500), (740, 360), (1280, 720)])
def test_a_rejected_game_opens_with_its_table_and_the_refused_move(size: tuple[int, int], show: Open) -> None:
    story = story_of("rejected/M203.moves")
    tab = show(story, viewport={"width": size[0], "height": size[1]})
    for part in ("#box", "#now", "#bar", ".place.lit"):
        assert whole(tab, part), part
    assert story.refused_move and story.refused_move in tab.locator("#now").inner_text()
    assert not tab.locator("#fault dl").is_visible()
    if size[1] > 400:
        summary = tab.locator("#fault summary").bounding_box()
        assert summary is not None and summary["x"] + summary["width"] <= size[0]
        # Where there is room the reason is read in full.
        assert summary["height"] < (100 if size[1] >= 600 else 32)
    if size[0] > 900:
        assert whole(tab, "#moves li.no") and whole(tab, ".end")


def test_a_frame_shows_nothing_but_the_player(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m6&bare", viewport={"width": 360, "height": 500})
    assert tab.evaluate(SEEN.replace("n = 0", "n = 7").replace("n)", "true)")) == []
    assert tab.get_by_role("main").is_visible()
    assert tab.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("name", ["rug-won", "anna-won"])
def test_the_room_is_used(name: str, show: Open) -> None:
    tab = show(story_of(f"games/{name}.moves"), viewport={"width": 1280, "height": 720})
    assert tab.evaluate("WIDTH * table.scale") >= 56
    resize(tab, 390, 844)
    assert tab.evaluate("WIDTH * table.scale") >= 36


def resize(tab: Page, width: int, height: int) -> None:
    """Another size of the screen, once the page knows of it."""
    tab.set_viewport_size({"width": width, "height": height})
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def whole(tab: Page, part: str) -> bool:
    """Whether the whole of a part is on the screen."""
    # The list scrolls in the frame after the move is shown.
    tab.evaluate("new Promise(requestAnimationFrame)")
    box, size = tab.locator(part).first.bounding_box(), tab.viewport_size
    assert box is not None and size is not None
    inside = box["x"] >= -1 and box["x"] + box["width"] <= size["width"] + 1
    return inside and box["y"] >= -1 and box["y"] + box["height"] <= size["height"] + 1
