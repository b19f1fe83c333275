"""The helpers that make a stranger's text fit to be shown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay.text import cell_width, paint, terminal_text, visible_text, wrap


@pytest.mark.parametrize(
    ("text", "pictures", "escapes"),
    [
        ("4♣ ü 王", "4♣ ü 王", "4♣ ü 王"),
        ("\x1b[2J", "␛[2J", "\\x1b[2J"),
        ("a\tb\r\n", "a␉b␍␊", "a\\tb\\r\\n"),
        ("\x7f\x9b", "␡\\x9b", "\\x7f\\x9b"),
        ("\u202e\U000e0041", "\\u202e\\U000e0041", "\\u202e\\U000e0041"),
        ("\udc80", "\\x80", "\\x80"),
    ],
)
def test_hidden_characters_are_made_visible(text: str, pictures: str, escapes: str) -> None:
    assert visible_text(text) == pictures
    assert visible_text(text, ascii=True) == escapes


def test_ascii_spells_suits_and_typography() -> None:
    assert terminal_text("10♥ → “4♣” … 2×3 – no’s", ascii=True) == '10H -> "4C" ... 2x3 - no\'s'
    assert terminal_text("10♥ → “4♣” …") == "10♥ → “4♣” …"


def test_width_counts_cells() -> None:
    assert cell_width("♣A") == 2
    assert cell_width("王様") == 4
    assert cell_width("e\u0301") == 1
    assert cell_width("🂡") == 1
    assert cell_width("🎴") == 2


def test_wrap_breaks_between_words_and_within_long_ones() -> None:
    assert wrap("the one legal move", 9) == ["the one", "legal", "move"]
    assert wrap("a 0123456789 b", 4) == ["a", "0123", "4567", "89 b"]
    assert wrap("王様王様", 5) == ["王様", "王様"]
    assert wrap("", 9) == [""]


@settings(max_examples=30)
@given(st.text(), st.integers(4, 60))
def test_wrapping_loses_only_blanks_and_keeps_the_width(text: str, width: int) -> None:
    text = visible_text(text)
    lines = wrap(text, width)
    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_paint_is_off_by_default_styles_too() -> None:
    assert paint("no", "error", False) == "no"
    assert paint("no", "error", True) == "\x1b[1;31mno\x1b[0m"
    assert paint("no", "", True) == "no"
    assert paint("", "error", True) == ""
