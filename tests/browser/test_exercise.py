"""An exercise as a page: its question and its table; the solution waits until the reader asks for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from leoni_replay.show.html import page
from tests.browser.conftest import Open, story_from
from tests.browser.test_print import printed_pages
from tests.chromium import missing
from tests.show.test_html import EXERCISE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False])
def test_the_solution_is_hidden_until_it_is_opened(scripts: bool, show: Open) -> None:
    tab = show(story_from(EXERCISE), viewport={"width": 390, "height": 844}, java_script_enabled=scripts)
    question, solution = tab.locator("#question"), tab.get_by_text("Solution")
    moves, table = tab.locator("#moves"), tab.locator("#exercise > svg")
    assert question.is_visible() and table.is_visible() and not moves.is_visible()
    assert not tab.get_by_text("won after").first.is_visible()
    # Nobody turns the moves of a table that is not shown.
    tab.keyboard.press("ArrowRight")
    solution.click()
    assert question.is_visible() and moves.is_visible() and not table.is_visible()
    if scripts:
        assert tab.locator("#slider").input_value() == "0"
        tab.keyboard.press("ArrowRight")
        assert tab.locator("#slider").input_value() == "1" and tab.locator("#table").bounding_box()["height"] > 200  # type: ignore[index]
    solution.click()
    assert table.is_visible() and not moves.is_visible()


def test_on_paper_the_solution_has_a_page_of_its_own(show: Open, tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        missing("pdftotext")
    tab = show(page(story_from(EXERCISE)))
    tab.pdf(path=tmp_path / "exercise.pdf", width="148mm", height="210mm")
    exercise, solution = [" ".join(word.text for word in words) for words in printed_pages(tmp_path / "exercise.pdf")]
    assert "How is it won?" in exercise and "foundation" not in exercise
    assert "foundation" in solution and "Solution" not in exercise + solution
    # The page on the screen is as it was.
    assert tab.locator("#exercise > svg").is_visible() and not tab.locator("#moves").is_visible()
