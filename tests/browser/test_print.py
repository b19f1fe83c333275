"""Pages in print, on the papers of offices and of books: no card is cut off, no page is empty, and nothing has a
colour."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from leoni_replay.show.html import page
from tests.browser.conftest import Open, story_of
from tests.browser.firefox import Tab, firefox
from tests.chromium import missing

pytestmark = pytest.mark.browser

GAMES = ["annotated", "weavers-won", "labyrinth-won", "martha-won", "anna-won", "reversal-won", "rug-won"]
#: Their widths and heights.
PAPERS = {
    "A4": ("210mm", "297mm"),
    "Letter": ("8.5in", "11in"),
    "A5": ("148mm", "210mm"),
    "6 x 9 in": ("6in", "9in"),
}
#: The margins of a page, in points, a little less than 12 mm.
MARGIN = 33
RANK = re.compile("10|[2-9AJQK?]")


class Word(NamedTuple):
    """A printed word, its width, and the space between it and the left, the right and the lower edge of its page, all
    in points."""

    text: str
    width: float
    left: float
    right: float
    below: float


def printed_pages(pdf: Path) -> Iterator[list[Word]]:
    """The words of every page; what is cut off wholly isn't among them."""
    text = subprocess.run(["pdftotext", "-bbox", pdf, "-"], check=True, capture_output=True, text=True).stdout
    for sheet in text.split("<page ")[1:]:
        width, height = map(float, re.findall(r'\b(?:width|height)="([\d.]+)"', sheet)[:2])
        boxes = re.findall(r'xMin="([-\d.]+)" yMin="[-\d.]+" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', sheet)
        yield [
            Word(word, float(right) - float(x), float(x), width - float(right), height - float(foot))
            for x, right, foot, word in boxes
        ]


def is_grey(pdf: Path) -> bool:
    """Whether nothing in a document has a colour."""
    command = ["pdftoppm", "-r", "30", "-aa", "no", "-aaVector", "no", pdf, pdf.with_suffix("")]
    subprocess.run(command, check=True)
    for image in pdf.parent.glob(f"{pdf.stem}-*.ppm"):
        pixels = image.read_bytes().split(b"\n", 3)[3]
        if not pixels[::3] == pixels[1::3] == pixels[2::3]:
            return False
    return True


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with firefox(tmp_path_factory.mktemp("firefox") / "profile") as tab:
        yield tab


@pytest.mark.parametrize("name", [GAMES[0], *(pytest.param(name, marks=pytest.mark.long) for name in GAMES[1:])])
def test_every_paper(name: str, show: Open, artifacts: Path) -> None:
    if shutil.which("pdftotext") is None:
        missing("pdftotext")
    tab = show(story_of(f"games/{name}.moves"), color_scheme="dark")
    # Whatever the reader has chosen for the screen.
    tab.evaluate("document.documentElement.classList.add('four', 'red')")
    ranks: dict[str, int] = {}
    letters: dict[str, float] = {}
    for paper, (width, height) in ({"A3": ("297mm", "420mm")} | PAPERS).items():
        pdf = artifacts / f"{name} on {paper}.pdf"
        tab.pdf(path=pdf, width=width, height=height)
        pages = list(printed_pages(pdf))
        assert all(pages), f"{paper}: an empty page"
        words = [word for page in pages for word in page]
        beyond = [word.text for word in words if min(word.left, word.right, word.below) < MARGIN]
        assert not beyond, paper
        ranks[paper] = sum(RANK.fullmatch(word.text) is not None for word in words)
        letters[paper] = next(word.width for word in words if word.text == "dealt")
    # A page that is wider than its paper would have smaller letters.
    assert max(letters.values()) - min(letters.values()) < 0.1, letters
    assert len(set(ranks.values())) == 1 and ranks["A3"] > 20, ranks
    assert is_grey(artifacts / f"{name} on A5.pdf")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_in_firefox(name: str, tab: Tab, tmp_path: Path, artifacts: Path) -> None:
    """No page is empty, and cards are drawn, which Firefox leaves out if they were never laid out."""
    if shutil.which("pdftotext") is None:
        missing("pdftotext")
    file = tmp_path / "game.html"
    file.write_text(page(story_of(f"games/{name}.moves")), encoding="utf-8")
    tab.open(file)
    pdf = artifacts / f"{name} in Firefox.pdf"
    tab.print(pdf, 14.8, 21)
    pages = list(printed_pages(pdf))
    assert len(pages) > 1 and all(pages)
    # Without the cards a table has some 370 of them; Anna begins with eight cards.
    drawing = subprocess.run(["pdftocairo", "-svg", "-l", "1", pdf, "-"], check=True, capture_output=True).stdout
    assert drawing.count(b"<path") > 600
