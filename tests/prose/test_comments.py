"""Comments that move nothing: what looks at the table, asks, bids to think, or names the moment; and their false
friends."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_asides import FIRST, SECOND, THIRD, moves
from tests.prose.test_reading import MARTHA

BOTH = ["4:7S>1", "2:QH>7"]


@pytest.mark.parametrize(
    "comment",
    [
        "Two cards look dead.", "The black kings look strong.", "Can you see the win?", "What now?",
        "Which card comes next?", "Look at the table.", "Now think.", "Remember the black kings.",
        "This is the key move.", "A pretty finish!", "Yes.", "Ah!", "Of course.", "Quite so!", "Applause.",
    ],
)  # fmt: skip
def test_a_comment_leaves_the_moves_around_it(comment: str) -> None:
    for text in (f"{FIRST} {comment} {SECOND}", f"{FIRST}\n\n{comment}\n\n{SECOND}"):
        assert moves(text) == BOTH and not lr.read_prose(text, record=MARTHA).unread, text


@pytest.mark.parametrize(
    "words",
    [
        "Two cards are moved to pile 3.", "Both kings move to the vacant piles.", "Look, two cards go to pile 3.",
        "What if we play otherwise?", "Which shall we take?", "What went wrong?", "The queens look tempting.",
        "The other queen looks natural.", "This is the wrong move.", "This is another idea.",
        "Consider the alternative.", "See the next page.", "An exercise.", "May I? Yes.", "Yes, but not at once.",
        "Ah, no!", "Shall we put the K♣ on pile 11? Yes.",
    ],
)  # fmt: skip
def test_what_is_not_sure_to_be_a_comment_stops_the_moves(words: str) -> None:
    text = f"{FIRST} {words} {SECOND}"
    assert "2:QH>7" not in moves(text) and lr.read_prose(text, record=MARTHA).unread


def test_a_caption_before_the_first_move() -> None:
    for words in ("Exercise.", "An exercise.", "Puzzle 3.", "An exercise for a rainy day."):
        assert moves(f"{words} {FIRST} {SECOND}") == BOTH, words


def test_what_would_have_been_plays_nothing() -> None:
    for words, number_unread in (
        # What it says of cards is listed.
        ("Had we played the Q♥ on the K♠, all would be lost.", 1),
        ("Had we waited, all would be lost.", 0),
    ):
        text = f"{FIRST} {words} {THIRD}"
        assert moves(text) == ["4:7S>1", "6:KC>11+6C"], words
        assert len(lr.read_prose(text, record=MARTHA).unread) == number_unread, words
    goes_on = f"{FIRST} Had we waited, all would be lost, so put the Q♥ on the K♠. {THIRD}"
    assert moves(goes_on) == ["4:7S>1"]


def test_a_warning_before_any_move_is_about_none_before_it() -> None:
    page = lr.read_prose(f"Beware. {FIRST}", record=MARTHA)
    assert page.parts[0].why == "what follows may not be meant as the main line" and page.unread


@pytest.mark.parametrize(
    "words",
    [
        "Its sister follows.", "So does its neighbour.", "His wife goes with him.", "Two more follow.",
        "One more goes up.", "It joins its friends.", "It is followed by its sister.",
        "It is therefore played as well.", "The spades are played.", "Finish the spades.", "Clear the pile.",
        "Weave.", "That frees three more, which go up.",
    ],
)  # fmt: skip
def test_a_move_without_its_card_is_not_passed_over(words: str) -> None:
    page = lr.read_prose(f"{FIRST} {words} {SECOND}", record=MARTHA)
    assert [part.kind for part in page.parts] == ["move", "unread", "unread"]
    for comment in ("The guests followed.", "My wife went to bed."):
        assert moves(f"{FIRST} {comment} {SECOND}") == BOTH, comment


@pytest.mark.parametrize(
    "words",
    [
        "Take it back, and put the Q♥ on the K♠.", "Now take that back and put the Q♥ on the K♠.",
        "On second thoughts, leave the 7♠ where it is.", "Just kidding.", "Not really!", "Against the rules.",
    ],
)  # fmt: skip
def test_what_is_taken_back_is_not_in_the_main_line(words: str) -> None:
    assert moves(f"{FIRST} {words} {THIRD}") == []


@pytest.mark.parametrize(
    "words",
    [
        "...",
        "Next day.",
        "Table two.",
        "We resigned.",
        "Or so the book says.",
        "No. 2.",
        "None of this is to be done.",
        "Compare.",
    ],
)
def test_after_a_cut_no_move_is_certain(words: str) -> None:
    page = lr.read_prose(f"{FIRST} {words} {SECOND}", record=MARTHA)
    assert moves(f"{FIRST} {words} {SECOND}") == ["4:7S>1"] and page.unread


def test_a_verdict_at_the_end_is_not_passed_over() -> None:
    for words in ("The first was a mistake.", "One of them is wrong.", "In the other order!", "Neither is good."):
        assert lr.read_prose(f"{FIRST} {SECOND} {words}", record=MARTHA).unread, words


def test_what_is_told_backwards_is_not_read() -> None:
    text = "Put the 7♠ on the 8♥, but first put the Q♥ on the K♠."
    (part,) = lr.read_prose(text, record=MARTHA).unread
    assert moves(text) == [] and "in another order" in part.why


@pytest.mark.parametrize(
    "words",
    [
        "Before that, put the Q♥ on the K♠.", "But first put the Q♥ on the K♠.",
        "Before this, the Q♥ was put on the K♠.", "Before doing so, put the Q♥ on the K♠.",
    ],
)  # fmt: skip
def test_a_move_told_after_the_one_that_it_comes_before(words: str) -> None:
    for text in (f"{FIRST} {words} {THIRD}", f"{FIRST}\n\n{words}\n\n{THIRD}"):
        page = lr.read_prose(text, record=MARTHA)
        assert moves(text) == [] and [part.kind for part in page.parts] == ["unread"] * 3, text


def test_what_was_before_that_and_is_no_move() -> None:
    for words in ("Before that we had tea.", "Before that, the Q♥ could not be played."):
        assert moves(f"{FIRST} {words}\n\n{THIRD}") == ["4:7S>1", "6:KC>11+6C"], words


def test_what_is_not_called_wrong_is_no_mistake() -> None:
    for words in ("It is not wrong to put the 7♠ on the 8♥.", "Here is a false solution. Put the 7♠ on the 8♥."):
        page = lr.read_prose(words, record=MARTHA)
        assert [chapter.kind for chapter in page.chapters] == ["main"] and page.unread, words


def test_the_name_of_a_game_can_have_a_subtitle() -> None:
    table = "Foundations: K♣ K♦ K♥ Q♠\n\nPile 1: K♠\n\n"
    page = lr.read_prose(
        f"MARTHA – AN EXERCISE\n\n{table}Play the K♠ to its foundation. The game is over.", rest_empty=True
    )
    assert page.record is not None and '[Game "Martha"]' in lr.dumps(page.record)
    assert [part.read for part in page.parts if part.read] == [("1:KS^",), ("{= won}",)] and not page.unread
    over = lr.read_prose(f"{FIRST} The game is over. {SECOND}", record=MARTHA)
    assert [part.kind for part in over.parts] == ["move", "unread", "move"]
    assert "won or lost" in over.unread[0].why
