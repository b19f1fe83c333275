"""<leoni-table> in a page of somebody else, from a server, under a strict policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from leoni_replay.files.convert import convert
from leoni_replay.show.formats import make_format
from tests.browser.conftest import TRANSCRIPTS, served, story_of
from tests.browser.hands import wait

pytestmark = pytest.mark.browser

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'">
<title>Two games</title>
<script type="module" src="leoni-table.js"></script>
<leoni-table src="annotated.json" move="5"></leoni-table>
<leoni-table src="anna-won.json" bare></leoni-table>
<leoni-table></leoni-table>
</html>
"""

#: The cards of every place of a table.
LYING = "(table) => table.table.piles.map((pile) => pile.map(({ card, down }) => card + 64 * down))"
READY = "[...document.querySelectorAll('leoni-table[src]')].every((table) => table.loaded)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page with two games."""
    folder = tmp_path_factory.mktemp("module")
    for name in ("annotated", "anna-won"):
        convert(str(TRANSCRIPTS / f"games/{name}.moves"), make_format("table"), str(folder))
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    with served(folder) as address:
        yield address


def until(tab: Any, what: str) -> None:
    """Wait until something holds, without code that the policy forbids."""
    wait(tab, what)


def opened(visitor: Any, server: str) -> Any:
    tab = visitor.open(server)
    until(tab, READY)
    return tab


def test_two_games_in_a_page_are_stepped_through(visit: Any, server: str) -> None:
    """Every table of both is that of the replay; each has its own place, and nothing is said or loaded besides."""
    visitor = visit()
    tab = opened(visitor, server)
    for number, (name, begin) in enumerate((("annotated", 5), ("anna-won", 0))):
        table = tab.locator("leoni-table").nth(number)
        replay = story_of(f"games/{name}.moves").replay
        assert table.evaluate("(table) => [table.at, table.last]") == [begin, replay.moves]
        assert table.locator("#room").bounding_box()["height"] > 300
        for n in range(0, replay.moves + 1, 7):
            table.evaluate("(table, n) => table.show(n)", n)
            assert table.evaluate(LYING) == [list(cards) for cards in replay.at(n).places.values()]
    first, second = tab.locator("leoni-table").nth(0), tab.locator("leoni-table").nth(1)
    last = second.evaluate("(table) => table.at")
    first.evaluate("(table) => table.show(5)")
    first.get_by_role("button", name="Next").click()
    assert "6. 4 of 4: J♥" in first.locator("#now").text_content()
    tab.keyboard.press("ArrowLeft")
    assert first.evaluate("(table) => table.at") == 5 and second.evaluate("(table) => table.at") == last
    first.evaluate("(table) => table.setAttribute('move', '20')")
    assert first.evaluate("(table) => table.at") == 20
    assert not second.get_by_role("button", name="Next").is_visible()
    assert visitor.said == []
    names = ("", "leoni-table.js", "annotated.json", "anna-won.json")
    assert sorted(url for url in visitor.asked) == sorted(server + one for one in names)


def test_what_cannot_be_read_is_said(visit: Any, server: str) -> None:
    tab = opened(visit(), server)
    table = tab.locator("leoni-table").nth(2)
    table.evaluate("(table) => table.setAttribute('src', 'missing.json')")
    table.locator("#now", has_text="missing.json cannot be read").wait_for()
