"""Plays as narrators tell them: what follows, what fills a gap, where a card lies, and what comes to light."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_asides import moves
from tests.prose.test_reading import MARTHA

LABYRINTH = """Foundations: A♣ A♦ 2♥ A♠

Row 1: 2♣ 9♠ Q♦ Q♠ 4♣ 5♣ 4♦ 10♠
Stock: 39 cards

"""
ANNA = """Knave foundations: K♣ 10♣ K♦ 4♦ 7♥ 8♥ K♠ 8♠

Auxiliary 1: 2♥ 3♥
Auxiliary 2: Q♣
Auxiliary 3: 6♣ 7♣ 8♣
Auxiliary 4: A♥ 2♥
Auxiliary 5: 2♠ 3♠ 4♠ 5♠ 6♠
Auxiliary 6: 3♥ 4♥ 5♥
Auxiliary 7: 5♣
Auxiliary 8: 3♣
Talon: Q♦ K♥ A♠ A♦ 2♣ K♦ 5♥ Q♣ K♠
Stock: 18 cards

"""


def moves_of(text: str, game: str) -> list[str]:
    """The moves of the main line of a page with its own table."""
    page = lr.read_prose(text, game=game)
    assert not page.unread, page.unread
    assert page.record is not None
    return [str(move.command) for move in page.record.moves()]


def test_what_fills_a_gap() -> None:
    text = (
        "Play the 2♣ from row 1. The gap is filled with the 8♦. Nothing else fits, so deal another row: "
        "J♥ K♥ 3♣ 7♥ 8♥ K♠ 10♣ 9♥. The 3♣ in row 2 is played. Play the 4♣; the 7♣ fills the gap. "
        "The 5♣ is played from row 1, and the 7♠ takes its place."
    )
    dealt = "deal+JH,KH,3C,7H,8H,KS,TC,9H"
    assert moves_of(LABYRINTH + text, "Labyrinth") == ["r1c1:2C^+8D", dealt, "r2c3:3C^", "r1c5:4C^+7C", "r1c6:5C^+7S"]
    turned_up = "Turn up the Q♠; to the talon. Turn up the 4♣ and marry it to the 3♣. "
    married = "Marry the 5♣ to the 4♣; the 6♥ fills the vacancy."
    assert moves_of(ANNA + turned_up + married, "Anna") == ["deal:QS>talon", "deal:4C>8", "7:5C>8+6H"]


def test_what_follows() -> None:
    table = "Foundations: A♣ A♦ A♥ 2♠\n\nPile 1: 3♠\nPile 2: 5♠ 4♠\nPile 3: 6♠\n\n"
    text = "Play the 3♠ to its foundation. The 4♠ follows the 3♠. The 5♠ in pile 2 followed, and lastly the 6♠ follows."
    assert moves_of(table + text, "Martha") == ["1:3S^", "2:4S^", "2:5S^", "3:6S^"]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Put the 7♠ on.", "it breaks off after “the 7♠ on”: a card or a place is missing"),
        ("The 7♠ is put.", "it does not say whether this is played (“Put …”) or a rule (“You may put …”)"),
    ],
)
def test_a_sentence_that_breaks_off_says_what_is_missing(sentence: str, why: str) -> None:
    (part,) = lr.read_prose(sentence, record=MARTHA).unread
    assert part.why == why


def test_a_list_that_is_announced() -> None:
    for lead in ("Here's how I'd carry on, step by step:", "Play both:"):
        assert moves(f"{lead}\n\n- 7♠ on the 8♥\n- Then the Q♥ on the K♠") == ["4:7S>1", "2:QH>7"], lead


def test_a_question_as_a_heading_is_no_game() -> None:
    assert moves("## What I did\n\nPut the 7♠ on the 8♥.") == ["4:7S>1"]


def test_what_follows_goes_where_the_card_before_it_went() -> None:
    """Not to its foundation, where it could go as well."""
    table = "Foundations: A♣ A♦ 5♥ A♠\n\nPile 1: 9♠ 8♥\nPile 2: 7♠\nPile 3: 6♥\n\n"
    assert moves_of(table + "Put the 7♠ on the 8♥. The 6♥ follows.", "Martha") == ["2:7S>1", "3:6H>1"]
