"""Lists of cards before one destination, and the result of a game that a page plays to its end."""

from __future__ import annotations

import pytest

from leoni_replay import read_prose

MARTHA = """MARTHA

Foundations: 10♣ 9♦ Q♥ Q♠
Pile 1: K♥ Q♣ J♦
Pile 2: K♣ Q♦
Pile 3: K♠
Pile 4: K♦ J♣ 10♦
The other piles are empty.

"""
LEONI = """LEONI'S OWN

Ace foundations: A♣ A♦ A♥ A♠
King foundations: Q♣ K♦ K♥ K♠
Pile 1: 2♦
Pile 2: J♣
Pile 3: 2♣

"""


@pytest.mark.parametrize(
    "sentence",
    [
        "Play the 10♦, and the jack of clubs upon the queen of diamonds.",
        "Play the 10♦ and the jack of clubs upon the queen of diamonds.",
        "Play the ten of diamonds, the jack of clubs upon the queen of diamonds.",
        "Move the 10♦, and the J♣ upon the Q♦.",
        "Play the 10♦ and the J♣ to pile 2.",
        "Solution: 10♦, J♣ on Q♦.",
    ],
)
def test_a_list_that_can_be_one_move_or_two_is_not_read(sentence: str) -> None:
    part = read_prose(MARTHA + sentence).parts[-1]
    assert part.kind == "unread"
    assert part.why == (
        "it does not say where each card goes: it can be “J♣ from pile 4 to pile 2” or "
        "“10♦ from pile 4 to the foundation, then J♣ from pile 4 to pile 2”"
    )


@pytest.mark.parametrize(
    ("sentence", "moves"),
    [
        ("Play the 10♦ too, and the jack of clubs upon the queen of diamonds.", ("4:TD^", "4:JC>2")),
        ("Play the J♣ and the 10♦ upon the Q♦.", ("4:JC>2",)),
        ("Put the J♣ and the 10♦ upon the Q♦.", ("4:JC>2",)),
        ("Upon the queen of diamonds play the J♣ and the 10♦.", ("4:JC>2",)),
    ],
)
def test_a_list_is_read_where_its_words_or_the_rules_tell_how(sentence: str, moves: tuple[str, ...]) -> None:
    assert read_prose(MARTHA + sentence).parts[-1].read == moves


@pytest.mark.parametrize(
    "sentence",
    [
        "Play the 2♦ too, and the jack of clubs upon the queen of clubs.",
        "Play the 2♦ and the jack of clubs upon the queen of clubs.",
        "Play the 2♦, and the jack of clubs to the king foundation.",
    ],
)
def test_a_card_before_the_last_can_go_to_its_own_foundation(sentence: str) -> None:
    assert read_prose(LEONI + sentence, rest_empty=True).parts[-1].read == ("1:2D^", "2:JCv")


def test_no_card_of_a_list_is_accused_of_a_destination_that_it_may_not_have() -> None:
    part = read_prose(LEONI + "Play the 3♦ too, and the J♣ upon the Q♣.", rest_empty=True).parts[-1]
    assert part.kind == "unread"
    assert part.why.startswith("it does not say where each card goes; legal here: ")


FOUNDATIONS = "Foundations: K♣ Q♦ K♥ K♠\n"


@pytest.mark.parametrize(
    ("page", "result"),
    [
        (f"MARTHA\n\n{FOUNDATIONS}Pile 1: K♦\nThe other piles are empty.\n\nPlay the K♦ to the foundation.", "won"),
        (f"MARTHA\n\n{FOUNDATIONS}Pile 1: K♦\nThe other piles are empty.\n\nThe K♦ can be played.", "*"),
        (f"{MARTHA}Play the 10♦.", "*"),
    ],
)
def test_a_game_that_the_rules_end_has_its_result(page: str, result: str) -> None:
    record = read_prose(page).record
    assert record is not None
    assert record.result is not None
    assert record.result.word == result
