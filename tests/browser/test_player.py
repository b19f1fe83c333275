"""The player in a browser: what it shows is what the replay says, and every way to turn the moves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, PRETTY, SUIT, SUITS, UNKNOWN
from leoni_replay.show.contents import IndexEntry, index
from leoni_replay.show.html import page
from leoni_replay.show.story import Story, make_story
from tests.browser.conftest import PATIENCE, TRANSCRIPTS, Open, story_from, story_of
from tests.unknown.records import GAMES as UNKNOWN_GAMES
from tests.unknown.records import SOME, shown_records

pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = sorted(TRANSCRIPTS.glob("games/*.moves"))

TEXT = (
    "[...document.querySelectorAll('#text tr')]"
    ".map(r => `${r.cells[0].textContent}: ${r.cells[1].firstChild.textContent}\\n`).join('')"
)
#: The texts of all positions, forth and back again.
WALK = f"""() => {{
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
  const last = Number(document.getElementById("slider").max), texts = [{TEXT}];
  for (let n = 0; n < last; n++) {{ press("ArrowRight"); texts.push({TEXT}); }}
  for (let n = 0; n < last; n++) {{ press("ArrowLeft"); texts.push({TEXT}); }}
  return texts;
}}"""
#: What is drawn: where, the card, whether it is its back.
DRAWN = """() => [...document.querySelectorAll("#table > .card")].flatMap((c) => {
  if (c.style.visibility !== "visible") return [];
  const [, x, y] = /translate\\(([-\\d.]+)px, ([-\\d.]+)px/.exec(c.style.transform);
  const down = c.classList.contains("down");
  return [[Number(x), Number(y), c.querySelector(".rank").textContent + c.classList[1], down]];
})"""


def at(tab: Page) -> str:
    """The number of the move that is shown, as the list says it."""
    href = tab.locator("#moves [aria-current=step]").get_attribute("href")
    assert href is not None
    return href.removeprefix("#m")


def until(tab: Page, expression: str) -> None:
    """Wait until something is true in the page (playwright's own way takes `eval`, which the page forbids)."""
    end = monotonic() + PATIENCE / 1000
    # A page that is on its way has neither a body nor its scripts.
    while not tab.evaluate(f"document.readyState === 'complete' && Boolean({expression})"):
        assert monotonic() < end, expression
        tab.wait_for_timeout(20)


def until_at(tab: Page, number: int) -> None:
    until(tab, f"document.querySelector('#moves [aria-current=step]').hash === '#m{number}'")


def commented(story: Story) -> set[int]:
    return {move.number for move in story.moves if any(note.kind == "comment" for note in move.notes)}


def stories() -> list[Any]:
    return [
        pytest.param(
            make_story(lr.replay(transcript)),
            id=f"{path.stem}-{number}",
            marks=() if path.stem.endswith(("-won", "-lost", "annotated")) else pytest.mark.long,
        )
        for path in GAMES
        for number, transcript in enumerate(lr.load(path))
    ]


@pytest.mark.parametrize("story", stories())
def test_every_position_is_that_of_the_replay(story: Story, show: Open) -> None:
    count = len(story.moves)
    texts = [story.text(n) for n in range(count + 1)]
    assert show(story, "#m0").evaluate(WALK) == texts + texts[-2::-1]


@pytest.mark.parametrize("path", ["games/martha-lost", "games/weavers-lost"])
def test_an_open_page_has_the_faces_of_cards_that_lie_face_down(path: str, show: Open) -> None:
    (transcript,) = lr.load(TRANSCRIPTS / f"{path}.moves")
    replay = lr.replay(transcript)
    game = replay.game
    assert game is not None
    texts = [replay.at(n).text for n in range(replay.moves + 1)]
    assert show(make_story(replay, open=True), "#m0").evaluate(WALK) == texts + texts[-2::-1]
    tab = show(make_story(replay), "#m0")
    assert not re.search("#[A-Z0-9]|exile: [A2-9TJQK][CDHS]", tab.evaluate(TEXT))
    assert "the top card of a place is the last one" in (tab.locator(".legend").text_content() or "")


@pytest.mark.parametrize("names", [SOME, pytest.param(UNKNOWN_GAMES, marks=pytest.mark.long)], ids=["some", "all"])
def test_cards_become_known_and_unknown_again(names: Iterable[str], show: Open) -> None:
    for _, replay in shown_records(names):
        story = make_story(replay)
        texts = [story.text(n) for n in range(len(story.moves) + 1)]
        tab = show(story, "#m0")
        assert tab.evaluate(WALK) == texts + texts[-2::-1]
        # On an unknown card stands a question mark alone.
        marks = tab.evaluate("[...document.querySelectorAll('#table > .unknown .front')].map((f) => f.textContent)")
        assert set(marks) <= {"?"} and len(marks) == sum(
            card & ~DOWN == UNKNOWN for pile in replay.at(0).places.values() for card in pile
        )
        tab.close()


#: Places that lie on each other or outside of their table, as the page lays them out; rows of a letter may take turns.
#: Of a place on which its neighbour is meant to lie the rest is meant.
LAID = """() => {
  const { plan, spots, piles, over } = table, wrong = [];
  const areas = plan.spots.flatMap((spot, p) => {
    if (!spot) return [];
    const [left, top, right, bottom] = table.areaOf(p), turn = spots[p].longways ? over : 0;
    return [[p, left - turn, top + turn, right + turn, bottom - turn - (spot.lap?.hides ?? 0)]];
  });
  for (const [p, left, top, right, bottom] of areas) {
    if (left < 0 || top < 0 || right > plan.size[0] + 1 || bottom > plan.size[1] + 1) wrong.push(spots[p].name);
    for (const [q, x, y, r, b] of areas) {
      if (p < q && left < r && x < right && top < b && y < bottom) wrong.push(`${spots[p].name} on ${spots[q].name}`);
    }
  }
  return wrong;
}"""


@pytest.mark.parametrize("name", ["annotated", "labyrinth-won", "martha-lost", "anna-won", "reversal-won", "rug-won",
                                  "weavers-lost"])  # fmt: skip
def test_every_card_lies_where_there_is_room(name: str, show: Open) -> None:
    story = story_of(f"games/{name}.moves")
    count = len(story.moves)
    for width, height in ((360, 740), (1280, 720), (740, 360)):
        tab = show(story, viewport={"width": width, "height": height})
        for number in (0, count // 3, count):
            tab.evaluate(f"showMove({number}, {{ gliding: false }})")
            assert tab.evaluate(LAID) == [], (width, number)
            # Where the last card of all came from is not framed.
            if (name, number) == ("labyrinth-won", count):
                assert tab.locator("#trail .from").count() == 0
            drawn = {(round(x), round(y), *face) for x, y, *face in tab.evaluate(DRAWN)}
            for p, pile in enumerate(story.replay.at(number).places.values()):
                lie = tab.evaluate(f"table.plan.spots[{p}] && table.spots[{p}].lie")
                for i in range(max(0, len(pile) - 1) if lie in ("top", "squared") else 0, len(pile) if lie else 0):
                    x, y = map(round, tab.evaluate(f"table.cornerOf({p}, {i})"))
                    card = pile[i] & ~DOWN
                    down = lie == "squared" or pile[i] >= DOWN
                    assert (x, y, PRETTY[card][:-1] + SUITS[SUIT[card]], down) in drawn, (width, number, p, i)


# -- turning the moves --------------------------------------------------------------------------------------------


def test_keys(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"))
    assert at(tab) == "0"
    for key, there in [("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("PageDown", "11"), ("End", "56"),
                       ("ArrowRight", "56"), ("PageUp", "46"), ("[", "44"), ("[", "39"), ("]", "44"), ("Home", "0"),
                       ("ArrowLeft", "0")]:  # fmt: skip
        tab.keyboard.press(key)
        assert at(tab) == there, key
    until(tab, "location.hash === '#m0'")
    tab.keyboard.press("?")
    assert tab.locator("#options").is_visible()
    tab.keyboard.press("ArrowRight")
    assert at(tab) == "0"
    tab.keyboard.press("Escape")
    assert not tab.locator("#options").is_visible()
    tab.keyboard.press("Control+ArrowRight")
    assert at(tab) == "0"


def test_buttons_slider_and_wheel(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"))
    for name, there in [("Next move", "1"), ("Next move", "2"), ("Previous move", "1"), ("Last", "56"), ("First", "0")]:
        tab.get_by_role("button", name=name, exact=True).click()
        assert at(tab) == there
    tab.locator("#slider").fill("23")
    assert at(tab) == "23"
    tab.locator("#slider").press("ArrowRight")
    assert at(tab) == "24"
    tab.locator("#box").hover()
    tab.mouse.wheel(0, 100)
    until_at(tab, 25)
    tab.mouse.wheel(0, -100)
    until_at(tab, 24)
    box = tab.locator("#box").bounding_box()
    tab.mouse.move(box["x"] + 300, box["y"] + 50)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 200, box["y"] + 55, steps=3)
    tab.mouse.up()
    assert at(tab) == "25"
    # Marks for two redeals, and for six other moves with comments.
    assert tab.locator("#marks .chapter").count() == 2
    assert tab.locator("#marks .comment").count() == len(commented(story_of("games/annotated.moves")) - {22, 44})


def test_links_and_back(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m12")
    assert at(tab) == "12"
    assert tab.locator("#now").inner_text().replace("\ufe0e", "").startswith("12. 9♥ from pile 5")
    tab.keyboard.press("ArrowRight")
    tab.get_by_role("link", name=re.compile("^20")).click()
    until_at(tab, 20)
    tab.get_by_role("link", name=re.compile("^44")).click()
    until_at(tab, 44)
    tab.go_back()
    until_at(tab, 20)
    tab.go_back()
    until_at(tab, 13)
    tab.evaluate("location.hash = '#m999'")
    until_at(tab, 56)


def test_play_and_pause(show: Open) -> None:
    story = story_of("games/martha-lost.moves")
    tab = show(story, glide=True)
    tab.evaluate("document.getElementById('speed').value = '4'")
    tab.locator("body").press("Space")
    assert tab.locator("#play").get_attribute("aria-label") == "Pause"
    until_at(tab, len(story.moves))
    until(tab, "document.getElementById('play').getAttribute('aria-label') === 'Play'")
    # From the end it begins anew; a second press stops it.
    tab.evaluate("document.getElementById('speed').value = '0.5'")
    tab.get_by_role("button", name="Play").click()
    until_at(tab, 1)
    tab.get_by_role("button", name="Pause").click()
    assert tab.evaluate("playTimer") == 0
    until(tab, "!table.timer")
    assert at(tab) == "1"


def test_a_weave_goes_step_by_step(show: Open) -> None:
    story = story_of("games/annotated.moves")
    tab = show(story, "#m5", glide=True)
    before = tab.evaluate(TEXT)
    tab.evaluate("""() => {
      window.seen = [];
      new MutationObserver(() => {
        const lifted = [...document.querySelectorAll(".card")].filter((c) => Number(c.style.zIndex) >= 300);
        const names = lifted.map((c) => c.querySelector(".rank").textContent + c.classList[1]).join();
        if (names && window.seen.at(-1) !== names) window.seen.push(names);
      }).observe(document.getElementById("table"), { subtree: true, attributes: true, attributeFilter: ["style"] });
    }""")
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(TEXT) == before
    until(tab, f"{TEXT} !== {before!r}")
    assert tab.evaluate("window.seen") == ["JD", "5S", "4H", "JH"]
    assert tab.evaluate(TEXT) == story.text(6)
    # Whoever does not wait loses nothing.
    for _ in range(5):
        tab.keyboard.press("ArrowRight")
    until(tab, f"{TEXT} === {story.text(11)!r}")
    for _ in range(11):
        tab.keyboard.press("ArrowLeft")
    until(tab, f"{TEXT} === {story.text(0)!r}")


# -- what is said -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["M203", "M206", "anna/M203", "rug/M203"])
def test_a_rejected_game_opens_at_the_fault(path: str, show: Open) -> None:
    story = story_of(f"rejected/{path}.moves")
    error = story.error
    assert error is not None and error.clause is not None
    tab = show(story)
    assert at(tab) == str(len(story.moves) + 1)
    assert tab.evaluate(TEXT) == story.text(len(story.moves))
    assert not tab.locator("#fault dl").is_visible()
    tab.locator("#fault summary").click()
    fault = tab.locator("#fault").inner_text().replace("\ufe0e", "")
    for part in (error.code, error.message, error.clause.text, error.clause.citation, *error.table_lines, *error.help):
        assert part in fault
    item = tab.locator("#moves li.no").inner_text().replace("\ufe0e", "")
    assert story.refused_move and story.refused_move in item and error.message in item
    places = story.replay.at(0).places
    names = [line.partition(":")[0] for line in error.table_lines]
    framed = sum(8 if name[0] == "r" else 1 + (f"{name[0]}v2" in places and name[-1] == "v") for name in names)
    assert tab.locator(".place.lit").count() == framed > 0
    tab.keyboard.press("ArrowLeft")
    assert tab.locator(".place.lit").count() == 0


# -- strangers' text ----------------------------------------------------------------------------------------------

HOSTILE = [
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!--<script>",
    "{{ 7*7 }} {% raw %} ${7*7} &lt;b&gt;",
    "\u202eevil\u202c \u2066x \u200f\u05d0\u05d1",
    "\x1b[31mred\x1b]0;title\x07",
    "A" * 10_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_strangers_write_is_text(text: str, show: Open) -> None:
    comment = text.replace("{", "(").replace("}", ")")
    tag = re.sub("[\x00-\x1f]", "", text).replace("\\", "\\\\").replace('"', '\\"')
    story = story_from(
        f'[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n[Player "{tag}"]\n[Event "{tag}"]\n\n'
        f"{{{comment}}} 1. 11:2S^ {{{comment}}} (11:QCv {{{comment}}}) 11:QCv {{{comment}}} *\n{{{comment}}}\n"
    )
    # A reader may refuse control characters: then the page says so, and shows them all the same.
    html = page(story)
    assert "<img" not in html and html.count("<script") == html.count("</script") == (2 if story.replay.dealt else 0)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x1b\x07]", html)
    tab = show(html, "#m1")
    if story.error is None:
        plain = " ".join(comment.translate(dict.fromkeys(map(ord, "\u202e\u202c\u2066\u200f\x1b\x07"))).split())
        seen = tab.locator("#notes bdi").first.inner_text()
        for escape in ("\\u202e", "\\u202c", "\\u2066", "\\u200f", "␛", "␇"):
            seen = seen.replace(escape, "")
        assert " ".join(seen.split()) == plain
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tab.locator("img").count() == 0


# -- paper, pictures ---------------------------------------------------------------------------------------


PRINTED = ["annotated", "weavers-won", "labyrinth-won", "martha-won", "anna-won", "reversal-won", "rug-won"]


@pytest.mark.parametrize("name", [PRINTED[0], *(pytest.param(name, marks=pytest.mark.long) for name in PRINTED[1:])])
def test_print(name: str, show: Open, artifacts: Path) -> None:
    """The title, the table as dealt, all moves, the final table; and after it the page is what it was."""
    story = story_of(f"games/{name}.moves")
    tab = show(story, "#m3")
    pdf = tab.pdf(path=artifacts / f"{name}.pdf", format="A4")
    assert 2 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 4
    assert at(tab) == "3" and tab.locator(".printed").count() == 0
    tab.set_viewport_size({"width": 718, "height": 1000})
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.locator(".printed figcaption").all_inner_texts() == ["As dealt", "At the end"]
    # Nothing is cut off, and every move is there, one below the other or in the next column.
    seen = """() => [...document.querySelectorAll("#moves ol > li > a")].map((link) => link.getBoundingClientRect())
      .filter(({ width, height, right }) => width && height && right <= innerWidth).length"""
    assert tab.evaluate(seen) == len(story.moves) + 1
    cards = """() => [...document.querySelectorAll(".paper")].every((paper) => {
      const { right, bottom } = paper.getBoundingClientRect();
      return [...paper.querySelectorAll(".card")].map((card) => card.getBoundingClientRect())
        .every((card) => card.right <= right + 1 && card.bottom <= bottom + 1);
    })"""
    assert tab.evaluate(cards)


def test_without_scripts(show: Open) -> None:
    """The table stands first, and a phone shows the whole of it."""
    story = story_of("games/1884.moves")
    tab = show(story, java_script_enabled=False, viewport={"width": 360, "height": 740})
    assert not any(tab.locator(part).is_visible() for part in ("#player", "#live", "#words"))
    box = tab.locator(".stills svg").first.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 740 and 320 < box["width"] <= 360
    assert tab.locator("noscript pre").first.text_content() == story.text(0)
    assert tab.get_by_role("link", name=re.compile("^12")).is_visible()
    # In a wide window the first and the last table stand side by side.
    tab.set_viewport_size({"width": 1280, "height": 720})
    one, other = (picture.bounding_box() for picture in tab.locator(".stills svg").all())
    assert one is not None and other is not None and one["y"] == other["y"]


def test_index(show: Open) -> None:
    entries = [
        IndexEntry("Leoni's Own", "games/1884 & more.html", "lost", 56),
        IndexEntry('<b>"x"', "javascript:alert(1)", "rejected", 0, accepted=False),
    ]
    tab = show("".join(index(entries, 2)))
    links = tab.get_by_role("link")
    assert links.first.get_attribute("href") == "games/1884%20%26%20more.html"
    assert links.nth(1).inner_text() == '<b>"x"'
    assert links.nth(1).get_attribute("href") == "javascript%3Aalert%281%29"
    assert "✗ rejected" in tab.locator("tbody").inner_text()
    assert tab.locator("#totals").inner_text().split() == ["1", "lost", "✓", "1", "verified", "✗", "1", "rejected"]


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_pictures(width: int, show: Open, artifacts: Path) -> None:
    tab = show(story_of("games/annotated.moves"), "#m18", viewport={"width": width, "height": 900})
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The table and what turns the moves are on the screen, without scrolling.
    for part in ("header", "#table", "#now", "#buttons"):
        box = tab.locator(part).bounding_box()
        assert box is not None and box["y"] >= 0 and box["height"] > 10, part
    buttons = tab.locator("#buttons").bounding_box()
    assert buttons is not None and buttons["y"] + buttons["height"] <= 900
    tab.screenshot(path=artifacts / f"annotated-{width}.png")
