"""What one can take from a page: links, the record, a picture; and how an address says what the page is to be."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.show.palette import LIGHT
from tests.browser.conftest import TRANSCRIPTS, Open, story_of
from tests.browser.test_player import until, until_at

pytestmark = pytest.mark.browser

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def test_copies(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m18", permissions=CLIPBOARD)
    tab.get_by_role("button", name="Options").click()
    tab.get_by_role("button", name="As a link").click()
    until(tab, "document.getElementById('done').textContent")
    assert tab.evaluate("navigator.clipboard.readText()") == tab.url.partition("#")[0] + "#m18"
    tab.get_by_role("button", name="As text").click()
    until(tab, "document.getElementById('done').textContent.includes('text')")
    assert tab.evaluate("navigator.clipboard.readText()") == story_of("games/annotated.moves").text(18)
    tab.get_by_role("button", name="As a picture").click()
    until(tab, "document.getElementById('done').textContent.includes('as a picture')")
    assert tab.evaluate("navigator.clipboard.read().then(([item]) => item.types.join())") == "image/png"
    tab.get_by_role("button", name="Copy the record").click()
    until(tab, "document.getElementById('done').textContent.includes('record')")
    text = tab.evaluate("navigator.clipboard.readText()")
    assert text == (TRANSCRIPTS / "games/annotated.moves").read_text(encoding="utf-8").strip() + "\n"


def test_the_record_that_is_saved_is_verified(show: Open, tmp_path: Path) -> None:
    story = story_of("games/annotated.moves")
    tab = show(story)
    tab.get_by_role("button", name="Options").click()
    with tab.expect_download() as loading:
        tab.get_by_role("button", name="Save the record").click()
    assert loading.value.suggested_filename == "leoni-s-own-seed-1884-lost-after-56-moves.moves"
    loading.value.save_as(tmp_path / "saved.moves")
    (verdict,) = lr.verify(tmp_path / "saved.moves")
    assert verdict.digest == story.replay.digest


@pytest.mark.parametrize("name", ["annotated", "rug-won"])
def test_a_picture_of_this_table(name: str, show: Open, artifacts: Path) -> None:
    tab = show(story_of(f"games/{name}.moves"), "#m18")
    tab.get_by_role("button", name="Options").click()
    with tab.expect_download() as loading:
        tab.get_by_role("button", name="Save a picture").click()
    path = artifacts / f"{name}-18.png"
    loading.value.save_as(path)
    raw = path.read_bytes()
    width, height = struct.unpack(">II", raw[16:24])
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    assert [width, height] == tab.evaluate("[2 * table.plan.size[0], 2 * table.plan.size[1] + 52]")
    # The felt at the edge, and the colour of the suit somewhere on every card that lies free.
    seen = tab.evaluate("""async () => {
      const canvas = await pictureOf(), { width, height } = canvas, found = [];
      const dots = canvas.getContext("2d").getImageData(0, 0, width, height).data;
      const pixel = (x, y) => {
        const start = 4 * (Math.round(2 * y) * canvas.width + Math.round(2 * x));
        return [...dots.slice(start, start + 3)];
      };
      table.piles.forEach((pile, p) => {
        const lie = data.places[p].lie, card = pile.at(-1);
        if (!card || card.down || lie === "squared") return;
        const [x, y] = table.cornerOf(p, pile.length - 1);
        const wide = data.places[p].longways ? [x - 12, y + 12, 84, 60] : [x, y, 60, 84];
        const inks = new Set();
        for (let a = 2; a < wide[2]; a += 2) for (let b = 2; b < wide[3]; b += 2) {
          const [r, g, blue] = pixel(wide[0] + a, wide[1] + b);
          if (r > 150 && g < 60 && blue < 80) inks.add("red");
          if (r < 40 && g < 40 && blue < 45) inks.add("black");
        }
        found.push([card.suit, [...inks]]);
      });
      return [pixel(2, 2), found];
    }""")
    felt = LIGHT["felt"]
    assert seen[0] == [int(felt[i : i + 2], 16) for i in (1, 3, 5)]
    assert len(seen[1]) > 8
    for suit, inks in seen[1]:
        assert ("red" if suit in "DH" else "black") in inks


def test_an_address_says_what_the_page_is_to_be(show: Open) -> None:
    tab = show(story_of("games/annotated.moves"), "#m3&bare&nowheel&speed=4")
    assert tab.evaluate("document.getElementById('speed').value") == "4"
    tab.locator("#box").hover()
    tab.evaluate("() => { window.wheeled = new Promise((done) => addEventListener('wheel', () => done(1), true)); }")
    tab.mouse.wheel(0, 200)
    assert tab.evaluate("wheeled") == 1
    tab.keyboard.press("ArrowRight")
    until(tab, "location.hash === '#m4&bare&nowheel&speed=4'")
    tab = show(story_of("games/martha-lost.moves"), "#m0&play&speed=4")
    until_at(tab, 2)
