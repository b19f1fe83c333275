"""Why a sentence is not read: what stands in its own pile, what would be legal, and which sentence stopped it."""

from __future__ import annotations

import pytest

import leoni_replay as lr

MARTHA = "Foundations: 5♣, K♦, 7♥, 6♠\n\nPile 1: 9♠ 8♥\nPile 2: Q♥\nPile 3: J♠ 10♥ 9♣\nPile 4: 7♠\nPile 5: 7♣\n\n"
#: Pile 11 ends with 2♥, where the author means 2♠.
MISPRINTED = (
    "Ace foundations: A♣ A♦ A♥ A♠\nKing foundations: K♣ K♦ K♥ K♠\n\nPile 1: 3♣ 9♦\nPile 2: 3♣\nPile 3: 3♦\nPile 4: 4♣\n"
    "Pile 5: 5♣\nPile 6: 4♦ 2♠\nPile 7: 5♣\nPile 8: 7♦ J♥\nPile 9: 9♣ 10♥\nPile 10: K♠ 3♥\nPile 11: 5♦ 2♥\n"
    "Pile 12: 6♣ Q♣\nPile 13: 9♠ Q♥\nExiles: -\n\n"
)


def refusals(text: str, game: str) -> list[str]:
    """Why the sentences of a page are not read."""
    return [part.why for part in lr.read_prose(text, game=game).unread]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Put the 8♥ from pile 2 on the 9♣.",
         "“8♥ from pile 2 to the 9♣”: there is no 8♥ in pile 2; its top card is Q♥; legal with 8♥: 1:8H^, 1:8H>3"),
        ("Put the 8♥ on the 9♣ in pile 4.",
         "“8♥ to the 9♣ in pile 4”: there is no 9♣ in pile 4; its top card is 7♠; legal with 8♥: 1:8H^, 1:8H>3"),
        ("Put the 7♣ from pile 9 on the 8♥.", "the page does not print pile 9; legal with 7♣: 5:7C>1"),
        ("Put the 8♥ into the empty pile 2.", "pile 2 is not empty; legal with 8♥: 1:8H^, 1:8H>3"),
        ("Put out the 7♣.", "“7♣”: 7♣ does not fit: clubs stand at 5♣ (M203; mcneely 4, play); legal with 7♣: 5:7C>1"),
        ("Put the 9♠ and the 8♥ on the Q♥.", "and these cards alone: 9♠ does not go on Q♥: piles are built down"),
        ("Put the J♣ on the Q♥.", "there is no J♣ on the table that the page prints"),
    ],
)  # fmt: skip
def test_a_refused_move_is_explained_by_its_own_pile(sentence: str, why: str) -> None:
    assert why in refusals(MARTHA + sentence, "Martha")[0]


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Play the 2♠ from pile 11 to the foundation.",
         "no legal move fits “2♠ from pile 11 to the foundation”: there is no 2♠ in pile 11; its top card is 2♥; "
         "legal with 2♠: 6:2S^; legal from pile 11: 11:2H^"),
        ("Play the 2♠ from pile 6 and the 2♥.",
         "no legal move fits “2♥ from pile 6 (named for the card before it)”: there is no 2♥ in pile 6; its top card "
         "is 4♦; legal with 2♥: 11:2H^"),
        ("Play the 9♣.", "only the top card can be played (M204; wikipedia 3, cards that can be played); "
                         "legal here: 6:2S^, 11:2H^, 12:QCv, 13:QHv"),
        ("Play the exiled 2♠ to its foundation.",
         "no legal move fits “exiled 2♠ to its foundation”: the exile pile is empty; legal with 2♠: 6:2S^"),
        ("Put the top card of pile 9 on pile 8.", "legal here: 6:2S^, 11:2H^, 12:QCv, 13:QHv"),
    ],
)  # fmt: skip
def test_what_would_be_legal_is_said(sentence: str, why: str) -> None:
    assert refusals(MISPRINTED + sentence, "Leoni's Own")[0].endswith(why)


def test_two_cards_with_their_piles_share_a_verb() -> None:
    page = lr.read_prose(f"{MISPRINTED}The 2♠ in pile 6 and the 2♠ in pile 11 can be played.", game="Leoni's Own")
    assert page.parts[-1].read == ("{= legal: 6:2S}", "{= legal: 11:2S}")
    text = f"{MISPRINTED}Put the 2♠ in pile 6 and the 2♠ in pile 11 can be played."
    assert refusals(text, "Leoni's Own")


def test_the_sentence_that_stopped_another_is_quoted() -> None:
    text = f"{MISPRINTED}Shove the 2♠. Play the 2♥. Play the 2♠ to the foundation, which shines in silence today."
    own, *after = refusals(text, "Leoni's Own")
    assert own == "leoni knows no such sentence"
    assert after[0].startswith("“Shove the 2♠.” in line ") and after[0].endswith(" comes before it and was not read")
    assert after[1] == "leoni stopped at “which shines in silence today.”"
    long_sentence = f"Put the 7♠ on it {'and then more ' * 9}."
    assert refusals(MARTHA + long_sentence, "Martha") == [f"leoni stopped at “it {'and then more ' * 4}…”"]


def test_a_sentence_that_may_be_of_the_main_line_says_so() -> None:
    way_back = "in the mistake that begins in line 21: write “The main line again.” before it if it belongs there"
    warned = f"{MISPRINTED}Play 2♠ from pile 6.\n\nWarning! Do not play the 2♥.\n\n"
    first, second = refusals(f"{warned}Play the 9♣. Play the 3♥.", "Leoni's Own")
    assert first.endswith(f" ({way_back})") and second.startswith("“Play the 9♣.” in line 23 comes before it")
    page = lr.read_prose(f"{warned}Play the queen of clubs. Play the 3♥.\n\nPlay the Q♥.", game="Leoni's Own")
    assert [(part.kind, part.why) for part in page.parts[-4:]] == [
        ("mistake", ""),
        ("mistake", way_back),
        ("mistake", ""),
        ("mistake", ""),
    ]
