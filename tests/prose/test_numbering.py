"""The numbers of moves: what a list leaves out, or numbers in another order, is not read as if it were not numbered."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_asides import FIRST, SECOND, THIRD, moves
from tests.prose.test_reading import MARTHA

LOWER_FIRST, LOWER_SECOND = FIRST[0].lower() + FIRST[1:], SECOND[0].lower() + SECOND[1:]


@pytest.mark.parametrize(
    "text",
    [
        f"1. {FIRST}\n2. {SECOND}", f"1. {FIRST} 2. {SECOND}", f"Step 1. {FIRST} Step 2. {SECOND}",
        f"1. {FIRST}\n1. {SECOND}", f"7. {FIRST}\n\n8. {SECOND}", f"1. {FIRST}\n\nThen:\n\n1. {SECOND}",
        f"1. {FIRST}\n~~2. {THIRD}~~\n3. {SECOND}", f"First, {LOWER_FIRST} Second, {LOWER_SECOND}",
        f"1. {FIRST}\n2. This is pretty.\n3. {SECOND}",
    ],
)  # fmt: skip
def test_moves_in_the_order_of_their_numbers(text: str) -> None:
    assert moves(text) == ["4:7S>1", "2:QH>7"] and not lr.read_prose(text, record=MARTHA).unread


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"1. {FIRST}\n3. {SECOND}", "number 2 is missing in its list"),
        (f"1. {FIRST}\n\n3. {SECOND}", "number 2 is missing in its list"),
        (f"1. {FIRST} 3. {SECOND}", "number 2 is missing in its list"),
        (f"Step 1. {FIRST} Step 3. {SECOND}", "number 2 is missing in its list"),
        (f"21. {FIRST} 25. {SECOND}", "numbers 22 to 24 are missing in its list"),
        (f"First, {LOWER_FIRST} Third, {LOWER_SECOND}", "number 2 is missing in its list"),
    ],
)
def test_after_a_number_that_is_left_out_nothing_is_read(text: str, why: str) -> None:
    (part,) = lr.read_prose(text, record=MARTHA).unread
    assert moves(text) == ["4:7S>1"] and part.why == why


@pytest.mark.parametrize(
    "text",
    [
        f"2. {FIRST}\n1. {SECOND}", f"2. {FIRST} 1. {SECOND}", f"3. {THIRD}\n2. {FIRST}\n1. {SECOND}",
        f"Second, {LOWER_FIRST} First, {LOWER_SECOND}",
    ],
)  # fmt: skip
def test_moves_whose_numbers_are_out_of_order_are_not_read(text: str) -> None:
    page = lr.read_prose(text, record=MARTHA)
    assert moves(text) == [] and "in the order they are played in" in page.unread[0].why


def test_a_number_that_only_begins_a_line_is_none_of_a_list() -> None:
    text = f"1. {FIRST}\n\nPut the queen of hearts from pile\n2. The K♣ from pile\n6. Both are free."
    assert not any("list" in part.why for part in lr.read_prose(text, record=MARTHA).unread)


def test_claims_and_other_lists_may_have_any_numbers() -> None:
    text = f"1. The 7♠ can be put on the 8♥.\n3. The Q♥ can be put on the K♠.\n\nMoves:\n\n2. {FIRST}"
    assert [part.kind for part in lr.read_prose(text, record=MARTHA).parts] == ["claim", "claim", "aside", "move"]
