"""Moves that are told: in the passive, in the first person, by what follows, by a pronoun, and in short lists; and a
sentence of the same form that moves nothing."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_wordings import read


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        # passive, with the place where the card lies, or where it comes from
        ("Leoni's Own", "The 3♣ is played from pile 4, and so is the J♣ on pile 5.", "4:3C^ 5:JCv"),
        ("Leoni's Own", "The 3♣, from pile 4, is played in its turn.", "4:3C^"),
        ("Leoni's Own", "Last of all, the 3♣ on pile 4 is then played to its foundation as well.", "4:3C^"),
        ("Martha", "Put the 2♥ on her ace, and lastly the 9♣ on the 10♦.", "6:2H^ 1:9C>11"),
        ("Martha", "Solution: The 9♣ passes to the 10♦, and after it the 2♥ to her ace.", "1:9C>11 6:2H^"),
        ("Martha", "Solution: The 9♣ should be put on the 10♦.", "1:9C>11"),
        ("The Reversal", "The 9♣, which was dropped, is played.", "dropped:9Cv"),
        # the first person, he and she
        ("Martha", "Solution: The 9♣ I lay on the 10♦.", "1:9C>11"),
        ("Martha", "I begin with the 2♥: it goes on its ace.", "6:2H^"),
        ("Martha", "Let him take the 2♥ to its ace.", "6:2H^"),
        ("Leoni's Own", "Solution: She played the 3♣ from pile 4, and the J♣ from pile 5.", "4:3C^ 5:JCv"),
        ("The Japanese Rug", "Solution: She turned up the 4♥ and played it to the ace foundation.", "deal:4H^"),
        # a pronoun
        ("Martha", "The 2♥ is free; play it.", "{= available: 2H} 6:2H^"),
        ("Martha", "The 2♥ may be taken to its ace; let him do so.", "{= legal: 2H^} 6:2H^"),
        ("The Japanese Rug", "Turn up the next card, the 4♥, and play it.", "deal:4H^"),
        # lists in few words
        ("Leoni's Own", "Solution: J♣ down, 3♣ up.", "5:JCv 4:3C^"),
        ("Leoni's Own", "Play the J♣ from pile 5, then the 3♣ from pile 4.", "5:JCv 4:3C^"),
        ("Leoni's Own", "The 3♣ is played. The J♣ is likewise played.", "4:3C^ 5:JCv"),
    ],
)
def test_what_is_told_is_played(game: str, text: str, said: str) -> None:
    assert " ".join(read(text, game)) == said


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("Leoni's Own", "The 3♣ is free, and so is the J♣ on pile 5."),
        ("Leoni's Own", "The 3♣, from pile 4, was played long ago."),
        ("Leoni's Own", "J♣ down."),
        ("Leoni's Own", "Solution: 3♣ down."),
        ("Leoni's Own", "Play the J♣ from the same pile."),
        ("Martha", "Solution: The 9♣ should have been put on the 10♦."),
        ("Martha", "Solution: The 9♣ should not be put on the 10♦."),
        ("Martha", "Solution: The 9♣ should be put on the 10♦, but only later."),
        ("Martha", "The 9♣ I lay on the 10♦."),
        ("Martha", "Solution: The 9♣ you put on the 10♦ is lost."),
        ("Martha", "She put the 9♣ on the 10♦."),
        ("Martha", "Solution: She put the 9♣ on the 10♦ and lost."),
        ("Martha", "Let him not put the 9♣ on the 10♦."),
        ("Martha", "Let him put the 9♣ on the 10♦ and he will be sorry."),
        ("Martha", "The 2♥ and the 9♣ are free; play it."),
        ("Martha", "The 2♥ may be taken to its ace; let him do so if he likes."),
        ("Martha", "The 2♥ follows."),
        ("The Japanese Rug", "She turned up the 4♥ and played it to the ace foundation."),
    ],
)
def test_what_may_not_be_played_is_not_read(game: str, text: str) -> None:
    assert {words.partition(" ")[0] for words in read(text, game)} <= {"unread", "illegal"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Put the 2♥ on its ace. The 3♥ follows.", ["6:2H^", "unread"]),
        ("Put the 2♥ on its ace. The nine follows. Put the 9♣ on the 10♦.", ["6:2H^", "unread", "unread"]),
        ("Put the 9♣ on the 10♦. The 2♥ follows.", ["1:9C>11", "unread"]),
        ("Put the 9♣ on the 10♦. The 2♥ follows the ace.", ["1:9C>11", "6:2H^"]),
        ("Put the 2♥ on its ace. Do likewise. Put the 9♣ on the 10♦.", ["6:2H^", "unread", "unread"]),
    ],
)
def test_a_card_follows_to_the_place_of_the_last_move(text: str, said: list[str]) -> None:
    assert read(text, "Martha") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Play the J♣ from pile 5; the 3♣, from pile 4, follows the deuce.", ["5:JCv 4:3C^"]),
        ("Play the J♣ from pile 5; the 3♣ follows the knave.", ["unread"]),
    ],
)
def test_a_card_follows_to_a_foundation(text: str, said: list[str]) -> None:
    assert read(text, "Leoni's Own") == said


def test_the_cards_of_a_weave_break_no_rule() -> None:
    table = (
        "Foundations: A♣ A♦ A♥ A♠ K♣ K♦ K♥ K♠\n\nPile 1: 9♣ 8♠\nPile 2: 4♣ 5♥\nPile 3: 9♦ 8♥\n"
        "Pile 4: 7♣ 7♦\nPile 5: 5♣ 6♥\nPile 6: 9♥ 6♠\nPile 7: 4♠ 9♠\nPile 8: 10♣ 6♣\nPile 9: 10♠ 5♠\n"
        "Pile 10: 4♦ 10♥\nPile 11: J♠ 3♦\nPile 12: 3♥ 4♥\nExiles: 2 cards\n\n"
    )
    text = (
        f"{table}Solution: Turn up the next exile, the 7♠. The 7♠ goes under pile 7, the 9♠ from pile 7 under pile 9."
    )
    page = lr.read_prose(text, game="Weaver's")
    assert [part.kind for part in page.parts[-2:]] == ["move", "unread"]
