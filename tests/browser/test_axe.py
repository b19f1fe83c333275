"""axe-core finds nothing on the page of any game, in light and dark."""

from __future__ import annotations

import pytest

from leoni_replay.games import GAMES
from leoni_replay.show.contents import IndexEntry, Thumbnail, index
from tests.browser.conftest import Open, reviewed_page, story_from, story_of
from tests.chromium import missing
from tests.show.test_html import EXERCISE

pytestmark = pytest.mark.browser

RECORDS = {
    "Leoni's Own": "games/annotated.moves",
    "Weaver's": "games/weavers-lost.moves",
    "Labyrinth": "games/labyrinth-won.moves",
    "Martha": "games/martha-lost.moves",
    "Anna": "games/anna-won.moves",
    "The Reversal": "games/reversal-won.moves",
    "The Japanese Rug": "games/rug-won.moves",
}


LONG = [pytest.param(name, marks=pytest.mark.long) for name in GAMES if name not in ("Leoni's Own", "The Japanese Rug")]


#: What axe looks at only if it is asked: that a finger finds what it is to touch. A mouse has smaller rows.
WCAG22 = {"rules": {"target-size": {"enabled": True}}}

MODES = ["bare", "options", "phone", "in words", "variation"]


@pytest.mark.parametrize(
    "name", ["Leoni's Own", "The Japanese Rug", *LONG, "rejected", "reviewed", "exercise", "index", *MODES]
)
def test_axe_finds_nothing(name: str, show: Open) -> None:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python")
    if name == "index":
        stamp = Thumbnail(92, 40, "M1 1h3v3h-3z", "", "")
        tab = show(
            "".join(index([IndexEntry("a game", "game.html", "won", 3, thumbnail=stamp)], 1)),
            bypass_csp=True,
        )
    elif name == "reviewed":
        tab = show(reviewed_page(), "#m4", bypass_csp=True)
    elif name == "exercise":
        tab = show(story_from(EXERCISE), bypass_csp=True)
    elif name in MODES:
        address = {"bare": "#m6&bare", "variation": "#m1v1"}.get(name, "#m6")
        size = (390, 844) if name == "phone" else (1300, 900)
        tab = show(
            story_of(RECORDS["Leoni's Own"]), address, bypass_csp=True, viewport={"width": size[0], "height": size[1]}
        )
        if name in ("options", "in words"):
            tab.get_by_role("button", name="Options").click()
        if name == "in words":
            tab.get_by_label("Moves in words").check()
            tab.keyboard.press("Escape")
    elif name == "rejected":
        tab = show(story_of("rejected/M203.moves"), bypass_csp=True)
    else:
        tab = show(story_of(RECORDS[name]), "#m1", bypass_csp=True)
        tab.locator("#words summary").click()
    light = Axe().run(tab, options=WCAG22 if name in ("phone", "index", "exercise") else None)
    tab.emulate_media(color_scheme="dark")
    # Only colours are others.
    dark = Axe().run(tab, options={"runOnly": ["color-contrast"]})
    for report in (light, dark):
        assert report.violations_count == 0, report.generate_report()
