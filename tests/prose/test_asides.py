"""Sentences without a card among the moves of a page: which of them change what the moves mean, and which do not."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose.test_reading import MARTHA

FIRST, SECOND, THIRD = "Put the 7♠ on the 8♥.", "Put the Q♥ on the K♠.", "Move the K♣ to pile 11."


def moves(text: str) -> list[str]:
    """The moves of the main line of a page."""
    page = lr.read_prose(text, record=MARTHA)
    return [str(move.command) for move in page.chapters[0].record.moves()]


@pytest.mark.parametrize(
    "aside",
    [
        "It rained all day.", "The tea was cold.", "The weather was bad.", "When it rains, I light the fire.",
        "We were sorry for the rain.", "My nephew is a doctor.", "It was a dark and stormy night.",
        "I lost my umbrella.", "Nobody can say how the clock stopped.", "So far so good.", "A good move.",
        "Well done!", "The rest is easy.", "It is a pretty game.",
    ],
)  # fmt: skip
def test_other_things_are_passed_over(aside: str) -> None:
    for text in (f"{FIRST} {aside} {SECOND}", f"{FIRST}\n\n{aside}\n\n{SECOND}", f"{aside} {FIRST} {SECOND}"):
        page = lr.read_prose(text, record=MARTHA)
        assert len(moves(text)) == 2 and not page.unread, (text, page.parts)


@pytest.mark.parametrize(
    "aside",
    [
        # error, temptation, what is forbidden
        "Many players go astray here.", "Here many a good game is thrown away.", "The next move costs the game.",
        "Here comes the howler.", "Alas, I played too hastily.", "The unwary will now stumble.", "A red herring.",
        "A blind alley.", "Dead end.", "Verboten!", "We now cheat.", "Most people lose the game at this very point.",
        # what others play, what is supposed, what belongs elsewhere
        "My nephew preferred this.", "The newspaper gave the following.", "Say you do this.", "A sideline.",
        "In another game.", "On another day.", "The previous example.", "Zorro's gambit.", "We shuffle.",
    ],
)  # fmt: skip
def test_what_may_not_be_meant_is_not_read(aside: str) -> None:
    for text in (f"{FIRST} {aside} {SECOND}", f"{FIRST}\n\n{aside}\n\n{SECOND}"):
        page = lr.read_prose(text, record=MARTHA)
        assert "2:QH>7" not in moves(text) and (page.unread or len(page.chapters) > 1), text
    # At the end it changes nothing.
    assert moves(f"{FIRST} {SECOND} {aside}")[:1] == ["4:7S>1"]


@pytest.mark.parametrize(
    "aside",
    [
        "So back to the start.", "Start over.", "Let us begin again.", "Once more from the beginning.",
        "We unwind this.",
        "Reset the table.", "Restore the position.", "Back to the diagram.", "Replace the cards.", "Replace them.",
        "Scrap that.", "Forget that.", "Return the cards to where they were.", "Better.",
    ],
)  # fmt: skip
def test_what_may_take_moves_back(aside: str) -> None:
    text = f"{FIRST} {SECOND} {aside} {THIRD}"
    assert not any(move.startswith("6:KC") for move in moves(text)) and lr.read_prose(text, record=MARTHA).unread


@pytest.mark.parametrize(
    "claim",
    [
        "There are two vacancies.", "No pile is vacant.", "Every ace but one is covered.", "Three corners are empty.",
        "The longest sequence has nine cards.", "A marriage is possible.", "All the knaves are out.",
        "This is the third deal.", "Both red sevens are available.", "There are eight cards in the last row.",
        "There are two queens that can be played.", "The game is over.",
        "There are three queens of clubs that can be played: one is the top card of pile 1, the other lies in pile 13.",
    ],
)  # fmt: skip
def test_claims_without_a_card_are_not_passed_over(claim: str) -> None:
    page = lr.read_prose(f"{FIRST} {claim} {SECOND}", record=MARTHA)
    assert [part.kind for part in page.parts] == ["move", "unread", "move"]


@pytest.mark.parametrize(
    "words",
    [
        "Do not hurry.", "Never mind the kings.", "Don't forget the gaps.", "Beware of the kings.",
        "The mistake is easy to avoid.", "Pile 4 is a trap.", "Pile four hides the worst trap.",
        "There is a trap in pile 4.", "This opening has a trap.", "Here lies the pitfall of the deal.",
        "A trap awaits.", "Many a beginner despairs here.", "Solution. Do not hurry.",
    ],
)  # fmt: skip
def test_what_only_speaks_of_mistakes_announces_none(words: str) -> None:
    for joint in (" ", "\n\n"):
        page = lr.read_prose(f"{words}{joint}{FIRST}", record=MARTHA)
        assert [chapter.kind for chapter in page.chapters] == ["main"] and page.unread
    assert lr.read_prose(f"{words.rstrip('.')}: {FIRST}", record=MARTHA).unread
    assert len(moves(f"{FIRST} Do not hurry. {THIRD}")) == 1


def test_what_gives_courage_is_passed_over() -> None:
    for words in ("Do not worry if it looks hard.", "Do not be afraid.", "Never despair.", "Don't panic."):
        assert moves(f"{words} {FIRST} {words} {THIRD}") == ["4:7S>1", "6:KC>11+6C"], words


def test_what_announces_a_mistake_before_the_first_move() -> None:
    for words in ("A common mistake.", "Do not do this.", "How not to play.", "The beginner will do this.", "A trap."):
        page = lr.read_prose(f"{words} {FIRST}", record=MARTHA)
        assert [chapter.kind for chapter in page.chapters] == ["main", "mistake"], words


def test_no_solution() -> None:
    apart = lr.read_prose("Solution: 7♠ on the 8♥.\n\nNo solution: Q♥ on the K♠.", record=MARTHA)
    assert [chapter.kind for chapter in apart.chapters] == ["main", "mistake"] and not apart.unread
    for lead in ("No solution", "Wrong solution", "The solution of last week's problem"):
        page = lr.read_prose(f"{lead}: Q♥ on the K♠.", record=MARTHA)
        assert [part.kind for part in page.parts] == ["unread"], lead


def test_a_remark_is_about_what_stands_before_it() -> None:
    asked = f"{FIRST} Put the Q♥ on the K♠? Never! {THIRD}"
    assert [move[:4] for move in moves(asked)] == ["4:7S", "6:KC"]
    assert len(moves(f"{FIRST} Put the Q♥ on the K♠? Yes! {THIRD}")) == 1
    warned = lr.read_prose(f"{FIRST} Do not put the Q♥ on the K♠. That loses. {THIRD}", record=MARTHA)
    assert [part.kind for part in warned.parts] == ["move", "mistake", "aside", "move"]
    assert moves(f"{FIRST} Peeping is not allowed. {SECOND}") == ["4:7S>1"]
    titled = lr.read_prose(
        "Martha: eight pitfalls\n\nPile 4: 7♠\nPile 1: 9♠ 8♥\n\nPut the 7♠ on the 8♥.", game="Martha"
    )
    assert [chapter.kind for chapter in titled.chapters] == ["main"] and titled.unread


def test_a_move_that_is_called_illegal() -> None:
    page = lr.read_prose(f"Illegal: {SECOND} {FIRST}", record=MARTHA)
    assert [part.read for part in page.parts] == [("{= illegal: QH>KS}",), ("4:7S>1",)]
    assert lr.replay(page.chapters[0].record).error is not None
    assert lr.read_prose("Forbidden: Put the Q♥ on the 9♣.", record=MARTHA).parts[0].read == ("{= illegal: QH>9C}",)


@pytest.mark.parametrize(
    ("game", "text", "claim", "holds"),
    [
        ("Leoni's Own", "There are seven exiles.", "{= exile 7}", False),
        ("Leoni's Own", "No exile is left.", "{= exile 0}", False),
        ("Leoni's Own", "There are still 2 exiles left.", "{= exile 2}", True),
        ("Leoni's Own", "Pile 2 has three cards now, and pile 3 is empty.", "{= 2 3} {= 3: -}", True),
        ("Leoni's Own", "The second pile holds twelve cards.", "{= 2 12}", False),
        ("The Reversal", "There are twenty-one cards in the stock.", "{= stock 21}", False),
        ("The Reversal", "The stock has only 2 cards.", "{= stock 2}", True),
        ("The Reversal", "Two cards are left in the stock.", "{= stock 2}", True),
        ("The Reversal", "The stock is exhausted.", "{= stock 0}", False),
        ("The Reversal", "There are three dropped cards.", "{= dropped 3}", True),
        # how many at least, and places that the game lacks
        ("Leoni's Own", "There are at least two exiles.", "", True),
        ("Leoni's Own", "The talon has two cards.", "", True),
        ("The Reversal", "There are two exiles.", "", True), ("Leoni's Own", "This is the second deal.", "", True),
    ],
)  # fmt: skip
def test_how_many_cards_lie_in_a_place(game: str, text: str, claim: str, holds: bool) -> None:
    table = {
        "Leoni's Own": "Pile 1: 9♠ 8♥\nPile 2: 7♠ 3♦ 5♣\nPile 3: empty\nExiles: 2 cards",
        "The Reversal": "Packet 1: 9♠ 8♥\nPacket 2: 7♠ 3♦ 5♣\nDropped cards: 2♥ 3♥ 4♥\nStock: 2 cards",
    }[game]
    page = lr.read_prose(f"{table}\n\n{text}", game=game)
    part = page.parts[-1]
    assert " ".join(part.read) == claim and (part.kind == "claim") == (claim != ""), part
    assert page.record is not None and (lr.replay(page.record).error is None) == holds
