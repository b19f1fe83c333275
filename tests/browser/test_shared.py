"""Pages that share a file beside them: from a server they are as pages that have all in themselves; from a disk, where
a browser does not read that file, they show what pages show without scripts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leoni_replay.files.convert import convert
from leoni_replay.show.formats import make_format
from tests.browser.conftest import TRANSCRIPTS, served, story_of
from tests.browser.firefox import firefox
from tests.browser.test_player import TEXT, WALK
from tests.browser.test_room import SEEN, resize

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GAMES = ("annotated", "rug-won")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of two games and of one that is rejected, which lies in a folder below."""
    made = tmp_path_factory.mktemp("shared")
    for name in (*(f"games/{game}" for game in GAMES), "rejected/M203"):
        path = made / "in" / (name if "rejected" in name else Path(name).name)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TRANSCRIPTS / f"{name}.moves", path.with_suffix(".moves"))
    convert(str(made / "in"), make_format("html", shared=True), str(made / "out"))
    return made / "out"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """The address under which the folder is served."""
    with served(folder) as address:
        yield address


@pytest.mark.parametrize("name", GAMES)
def test_from_a_server_all_is_there(name: str, visit: Any, server: str) -> None:
    story = story_of(f"games/{name}.moves")
    texts = [story.text(n) for n in range(len(story.moves) + 1)]
    visitor = visit()
    tab = visitor.open(f"{server}{name}.html#m0")
    assert tab.evaluate(WALK) == texts + texts[-2::-1]
    for width, height in ((390, 844), (1024, 768)):
        resize(tab, width, height)
        assert tab.evaluate(SEEN) == []
        tab.keyboard.press("Home")
    assert not tab.locator("#still").is_visible()
    # Cards have their faces, and a picture can be taken of them.
    assert tab.evaluate("document.querySelector('.card .face').getBBox().width") > 20
    tab.get_by_role("button", name="Options").click()
    with tab.expect_download() as loading:
        tab.get_by_role("button", name="Save a picture").click()
    assert Path(loading.value.path()).stat().st_size > 20_000
    assert visitor.said == []
    assert {url.partition("#")[0] for url in visitor.asked if not url.startswith("blob:")} == {
        f"{server}{name}.html",
        server + script_of(tab),
    }


def script_of(tab: Page) -> str:
    """The file that a page shares."""
    source = tab.locator("head script").get_attribute("src")
    assert source is not None
    return source.removeprefix("../")


def test_from_a_disk_there_are_pictures_and_words(visit: Any, folder: Path) -> None:
    story = story_of("games/annotated.moves")
    visitor = visit()
    tab = visitor.open((folder / "annotated.html").as_uri())
    pictures = tab.locator("#still svg[role=img]")
    assert pictures.count() == 2 and all(pictures.nth(n).is_visible() for n in (0, 1))
    assert tab.locator("#still pre").first.text_content() == story.text(0)
    assert tab.get_by_text("only from a server").is_visible()
    assert tab.locator("#moves li span").nth(6).is_visible()
    # Every card that is seen has a symbol that is there.
    assert (
        tab.evaluate("""() => [...document.querySelectorAll("#still use")]
      .filter((use) => !document.querySelector(use.getAttribute("href"))).length""")
        == 0
    )
    assert tab.evaluate("document.querySelectorAll('#still svg')[0].querySelectorAll('use').length") > 104
    assert all(url.startswith("file:") for url in visitor.asked)


@pytest.mark.long
def test_firefox(folder: Path, server: str, tmp_path: Path) -> None:
    story = story_of("games/annotated.moves")
    with firefox(tmp_path / "profile") as tab:
        # It reads the file from a disk as well.
        for place in (f"{server}annotated.html", (folder / "annotated.html").as_uri()):
            tab.resize(1280, 720)
            tab.open(place, "#m6")
            assert tab.evaluate(TEXT) == story.text(6)
            assert tab.evaluate("getComputedStyle(document.getElementById('still')).display") == "none"
            assert tab.evaluate("document.querySelector('.card .face').getBBox().width") > 20
            assert tab.faults(server) == []
