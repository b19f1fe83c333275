"""A reason that an author gives for a move is words, plays no card and stops no page; a denial narrows the move."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_asides import FIRST, SECOND, moves
from tests.prose.test_reading import MARTHA

BOTH = ["4:7S>1", "2:QH>7"]
PUT = FIRST.rstrip(".")


@pytest.mark.parametrize(
    "reason",
    [
        ", because it frees the queen", " because the Q♥ can be put on the K♠", ", since the game is young",
        ", for nothing else fits", ", as it frees a column", ", because it frees the K♠ and the K♣",
        " so that pile 4 is empty", " in order to free the queen", " to make room for the king",
        ", to keep the 7♣ for later", ", which is a good move", ", thus freeing the queen", ": it frees the pile",
        " rather than the 7♣", ", not to pile 5", ", and not on the 8♦", " instead of pile 5",
        " instead of putting it on pile 5",
    ],
)  # fmt: skip
def test_a_reason_after_a_move_is_words(reason: str) -> None:
    page = lr.read_prose(f"{PUT}{reason}. {SECOND}", record=MARTHA)
    assert moves(f"{PUT}{reason}. {SECOND}") == BOTH and not page.unread
    assert page.record is not None and f"{PUT}{reason}." in lr.dumps(page.record)


@pytest.mark.parametrize(
    "text",
    [
        f"Because it frees the queen, put the 7♠ on the 8♥. {SECOND}",
        f"As nothing else fits, put the 7♠ on the 8♥. {SECOND}",
        f"To empty pile 4, put the 7♠ on the 8♥. {SECOND}",
        f"{FIRST} Because it leaves the queen free. {SECOND}",
    ],
)
def test_a_reason_can_stand_before_its_move_and_by_itself(text: str) -> None:
    assert moves(text) == BOTH and not lr.read_prose(text, record=MARTHA).unread


@pytest.mark.parametrize(
    "more",
    [
        # a purpose or a consequence: it does not say whether it is played
        ", so that the Q♥ goes on the K♠", " so that the 3 goes to pile 4", " to put the Q♥ on the K♠",
        " in order to play the Q♥", ", as the Q♥ goes on the K♠",
        # another move after the reason
        ", because it frees a pile, then put the Q♥ on the K♠", ", because it frees a pile, and put the Q♥ on the K♠",
        ", because it frees a pile, and the Q♥ goes on the K♠", ", to free pile 4, and the Q♥ on the K♠",
        ", since it is free, and the Q♥", " because it is free and the Q♥",
        # what limits the move
        ", because it frees a pile, unless the Q♥ is blocked", " since then the Q♥ is free",
    ],
)  # fmt: skip
def test_a_reason_that_may_be_a_move_is_not_read(more: str) -> None:
    page = lr.read_prose(f"{PUT}{more}. Move the K♣ to pile 11.", record=MARTHA)
    assert moves(f"{PUT}{more}. Move the K♣ to pile 11.") == [] and page.unread


@pytest.mark.parametrize(
    ("reason", "kinds"),
    [
        # what holds before the move or after it is words, what holds at neither is wrong
        ("since the 7♠ can be put on the 8♥", []), ("because pile 4 is empty", []), ("so that pile 4 is empty", []),
        ("because it frees the K♠", []), ("since the Q♥ fits on the K♣", []),
        ("since the Q♥ fits on the 9♠", ["wrong"]), ("because pile 1 is empty", ["wrong"]),
        ("so that pile 1 is empty", ["wrong"]), ("because it frees the 8♣", ["wrong"]),
        # before the move, and not after it as a purpose says
        ("so that the 7♠ can be put on the 8♥", ["wrong"]),
        # a claim that leoni cannot check
        ("since the 8♥ is black", ["unread"]), ("for no other card fits the K♠", ["unread"]),
        # no claim
        ("for nothing else fits", []), ("to free the K♣ later", []),
    ],
)  # fmt: skip
def test_the_claim_of_a_reason_is_checked(reason: str, kinds: list[str]) -> None:
    for text in (f"{PUT}, {reason}. {SECOND}", f"{reason[:1].upper()}{reason[1:]}, put the 7♠ on the 8♥. {SECOND}"):
        if reason.startswith("so that") and not text.startswith(PUT):
            continue
        assert moves(text) == BOTH
        assert [part.kind for part in lr.read_prose(text, record=MARTHA).unread] == kinds, text


@pytest.mark.parametrize(("buried", "kinds"), [("queen of clubs", []), ("queen of spades", ["wrong"])])
def test_a_card_that_lies_face_down_may_be_what_another_lies_on(buried: str, kinds: list[str]) -> None:
    table = "MARTHA\n\nPile 1: #Q♣ 9♦\nPile 2: #Q♠ 10♠\n\n"
    page = lr.read_prose(f"{table}Put the 9♦ on the 10♠, because it lies on the {buried}.")
    assert [part.kind for part in page.unread] == kinds


@pytest.mark.parametrize(
    "reason",
    [
        "since the Q♥ has just gone on the K♠", "for it is the wrong move", "as the beginner does",
        "because I was not looking",
    ],
)  # fmt: skip
def test_what_is_no_reason_leaves_the_sentence_unread(reason: str) -> None:
    page = lr.read_prose(f"{PUT}, {reason}. {SECOND}", record=MARTHA)
    assert moves(f"{PUT}, {reason}. {SECOND}") == [] and page.unread
    # The move was played.
    assert moves(f"{SECOND} {PUT}, since the Q♥ has just gone on the K♠.") == BOTH[::-1]


def test_sentences_that_name_cards_are_listed_if_they_are_not_read() -> None:
    for text, words in (
        (f"Had I put the 9♣ on the 10♥, the J♠ would be free. {FIRST}", "Had I put"),
        (f"{FIRST} Because it leaves the Q♣ beside it free at one end.", "Because it leaves"),
    ):
        (part,) = lr.read_prose(text, record=MARTHA).unread
        assert part.text.startswith(words) and moves(text) == BOTH[:1]


def test_a_list_of_cards_in_a_reason_before_a_move_is_none_of_moves() -> None:
    text = "Solution: Because it frees the 7♠, the 7♣, and the 9♠, put the Q♥ on the K♠."
    page = lr.read_prose(text, record=MARTHA)
    assert moves(text) == [] and "illegal" not in {part.kind for part in page.parts} and page.unread


def test_what_is_denied_narrows_the_move() -> None:
    assert moves("Put the 7♠ on the red 8, not on the 8♦.") == ["4:7S>1"]
    for contradiction in ("Put the 7♠ on the 8♥, not on the 8♥.", "Put the 7♠ on the 8♥, not to pile 1."):
        (part,) = lr.read_prose(contradiction, record=MARTHA).unread
        assert "it says that the card goes there, and that it does not" in part.why
    # It may mean another way of playing than the move before it.
    text = "Move the Q♥ to pile 11. Put the Q♥ on the K♠ instead of pile 11."
    assert moves(text) == ["2:QH>11"]
    assert "may replace the move that brought it there" in lr.read_prose(text, record=MARTHA).unread[0].why
