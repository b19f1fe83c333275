"""The index of many games: filtered, sorted, soon there."""

from __future__ import annotations

import pytest

from leoni_replay.show.contents import IndexEntry, index, thumbnail
from tests.browser.conftest import Open, story_of

pytestmark = pytest.mark.browser


def entries(count: int) -> list[IndexEntry]:
    small = thumbnail(story_of("games/annotated.moves").layout(18))
    return [
        IndexEntry(
            f"game {n}",
            f"{n}.html",
            ("won", "lost", "rejected")[n % 3],
            n * 7 % 100,
            accepted=n % 3 < 2,
            status="verified" if n % 3 < 2 else "rejected",
            rules="wikipedia" if n % 2 else "mcneely",
            thumbnail=small,
        )
        for n in range(count)
    ]


def test_a_thousand_games(show: Open) -> None:
    tab = show("".join(index(entries(1000), 1000)))
    seen = "[...document.querySelectorAll('#games tbody tr')].filter((r) => !r.hidden)"
    assert tab.evaluate(f"{seen}.length") == 1000
    tab.get_by_label("Filter").fill("won mcneely")
    assert tab.evaluate(f"{seen}.length") == 167 and tab.locator("#found").inner_text() == "167 of 1000"
    tab.get_by_label("Filter").fill("-verified")
    assert tab.evaluate(f"{seen}.length") == 333
    tab.get_by_label("Filter").fill("")
    moves = f"{seen}.map((r) => Number(r.cells[5].textContent))"
    tab.get_by_role("button", name="moves").click()
    assert tab.evaluate(moves) == sorted(n * 7 % 100 for n in range(1000))
    tab.get_by_role("button", name="moves").click()
    assert tab.evaluate(moves)[0] == 99
    tab.get_by_role("button", name="game").click()
    assert tab.evaluate(f"{seen}[2].cells[1].textContent") == "game 2"
    assert tab.locator("th[aria-sort]").count() == 1
    # Won and lost are told apart from verified and rejected.
    first = tab.evaluate(f"{seen}.slice(0, 3).map((r) => [r.cells[3].textContent, r.cells[4].textContent])")
    assert first == [["won", "✓ verified"], ["lost", "✓ verified"], ["–", "✗ rejected"]]


def test_on_a_phone_every_game_is_a_card(show: Open) -> None:
    tab = show("".join(index(entries(30), 30)), viewport={"width": 360, "height": 740})
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    heights = tab.evaluate(
        "[...document.querySelectorAll('#games tbody tr')].map((r) => r.getBoundingClientRect().height)"
    )
    assert max(heights) < 100
    tab.get_by_label("Filter").fill("won mcneely")
    assert tab.locator("#games tbody tr:visible").count() == 5


def test_without_scripts(show: Open) -> None:
    tab = show("".join(index(entries(3), 3)), java_script_enabled=False)
    assert tab.get_by_role("link", name="game 1").is_visible() and not tab.get_by_label("Filter").is_visible()
    assert "1 won" in tab.locator("#totals").inner_text()
