"""What a page says of moves that were read, of other ways, of other problems, and of what cards can do."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_asides import FIRST, SECOND, moves
from tests.prose.test_reading import MARTHA

BOTH = ["4:7S>1", "2:QH>7"]


@pytest.mark.parametrize(
    ("verdict", "number_left"),
    [
        ("The second move was a mistake.", 1), ("Take back the last move.", 1), ("Take back the Q♥.", 1),
        ("Put the Q♥ back.", 1), ("The Q♥ should have stayed.", 1), ("The last move was wrong.", 1),
        ("Take back the last two moves.", 0), ("He took both back.", 0), ("Take back the 7♠.", 0),
        ("The first was a mistake.", 0), ("All moves were wrong.", 0), ("The order is wrong.", 0),
        ("In the other order!", 0), ("This is the table above.", 0), ("Neither was right.", 0),
    ],
)  # fmt: skip
def test_a_verdict_takes_the_moves_that_it_means(verdict: str, number_left: int) -> None:
    text = f"{FIRST} {SECOND} {verdict} Move the K♣ to pile 11."
    page = lr.read_prose(text, record=MARTHA)
    assert moves(text) == BOTH[:number_left] and page.unread[0].text == verdict
    assert [chapter.kind for chapter in page.chapters] == ["main", "mistake"]


@pytest.mark.parametrize("praise", ["All is well.", "The last two moves were good.", "The rest was easy."])
def test_praise_takes_no_moves(praise: str) -> None:
    assert moves(f"{FIRST} {SECOND} {praise}") == BOTH


@pytest.mark.parametrize(
    "lead",
    ["You have two choices.", "There are alternatives.", "Two variations.", "Other ways:", "Two solutions:"],
)
def test_several_ways_are_not_played_one_after_the_other(lead: str) -> None:
    for text in (f"{lead} {FIRST} {SECOND}", f"{lead}\n\n- {FIRST}\n- {SECOND}"):
        page = lr.read_prose(text, record=MARTHA)
        assert page.unread and all(len([*chapter.record.moves()]) < 2 for chapter in page.chapters)
    # One other way is a chapter.
    page = lr.read_prose(f"{FIRST}\n\nAnother way.\n\n{SECOND}", record=MARTHA)
    assert [chapter.kind for chapter in page.chapters] == ["main", "variation"]


def test_the_solution_of_another_problem_is_not_read() -> None:
    for number, expected in ((111, []), (112, BOTH)):
        text = f"Patience No. 112\n\nSolution to No. {number}:\n\n{FIRST} {SECOND}"
        assert moves(text) == expected and bool(lr.read_prose(text, record=MARTHA).unread) == (not expected)


def test_the_move_of_a_question_is_not_played() -> None:
    assert moves(f"Question 1. {FIRST}\n\nAnswer. {SECOND}") in ([], BOTH[1:])
    assert moves(f"Exercise 1. {FIRST} {SECOND}") == BOTH


@pytest.mark.parametrize(
    "claim",
    [
        "The queens cannot move.", "Nobody can move a king.", "Only queens and twos fit.", "An eight fits.",
        "We are in the second deal.", "There is one more deal.", "Nothing in row 2 can be played.",
        "Nothing has been played yet.", "There are more than a dozen moves.", "This patience succeeds.",
    ],
)  # fmt: skip
def test_a_claim_that_no_claim_says_is_listed(claim: str) -> None:
    page = lr.read_prose(f"{FIRST} {claim} {SECOND}", record=MARTHA)
    assert [part.text for part in page.unread][:1] == [claim] and moves(f"{FIRST} {claim}") == BOTH[:1]
    # A rule is none.
    assert not lr.read_prose(f"{FIRST} Kings can be moved to an empty pile at any time.", record=MARTHA).unread
