"""The wording of moves: old style, reports and columns, sources and foundations said otherwise, and warnings."""

from __future__ import annotations

import pytest

import leoni_replay as lr

TABLES = {
    "Martha": (
        "Foundations: A♣ A♦ A♥ A♠\n\nPile 1: xx 3♦ 10♥ 9♣\nPile 2: xx 8♦ 5♠ 4♦ 3♠\nPile 3: xx K♥ 6♠\n"
        "Pile 4: xx 7♠ xx K♣\nPile 5: xx J♠ 8♣\nPile 6: xx K♠ xx 2♥\nPile 7: xx J♦ xx Q♠\nPile 8: xx 2♦ 8♠\n"
        "Pile 9: xx 4♠ 9♥\nPile 10: xx 7♣ xx 6♦ 5♣ 4♥\nPile 11: xx J♣ xx 10♦\nPile 12: xx 8♥ 7♥ 6♣ 5♦\n\n"
    ),
    "Leoni's Own": (
        "Ace foundations: 2♣ A♦ 7♥ 3♠\nKing foundations: Q♣ 10♦ K♥ Q♠\n\nPile 1: 3♦ 2♦ 4♠ 7♣ 10♠ Q♥\n"
        "Pile 2: 8♣ 6♣ 6♣ 5♣ 4♥ 9♦\nPile 3: 6♥ 10♣ A♥ 5♠ 4♠ 7♣\nPile 4: 8♦ 10♠ 8♣ 6♦ K♣ 3♣\n"
        "Pile 5: K♥ 10♥ 8♥ 6♦ 6♠ J♣\nPile 6: 3♣ 7♠ 8♠ 2♦ J♥ Q♦\nPile 7: 9♠ K♦ 10♦ Q♥ 5♦ Q♠\n"
        "Pile 8: J♦ J♣ 4♦ 5♦ 9♥ 3♥\nPile 9: 6♠ A♠ 10♣ Q♣ 4♣ 3♦\nPile 10: A♣ 8♠ K♠ 5♠ 8♦ 9♥\n"
        "Pile 11: 2♠ 9♣ 7♦ 5♥ 2♥\nPile 12: 9♣ 9♠ 7♠ 5♣ 2♣\nPile 13: 3♠ 8♥ 7♦ A♦\nExiles: 8 cards\n\n"
    ),
    "Labyrinth": (
        "Foundations: 3♣ 2♦ A♥ 2♠\nRow 1: Q♥ 9♠ Q♣ 10♣ 7♦ 9♦ 6♥ 5♥\nRow 2: 3♥ K♦ 4♣ 3♦ 8♦ K♥ 7♠ J♠\n"
        "Row 3: K♠ J♦ — 4♠ 7♣ J♣ 8♥ 10♥\nRow 4: 5♠ 6♠ J♥ 8♣ 10♠ — 8♠ 9♥\nRow 5: Q♦ — 7♥ 4♥ 5♣ 5♦ K♣ 4♦\n"
        "Row 6: 2♥ Q♠ 6♣ 9♣ 6♦ 10♦ 3♠ —\nStock: 0 cards\n\n"
    ),
    "The Reversal": (
        "Deuce row: 4♣ 2♦ 5♥ 2♠\nAce row: 10♣ 10♦ 10♥ Q♠\n\nPacket 1: 5♠ 4♠ 7♥ J♦ K♥ Q♥ K♣ Q♣ 5♦ 3♦ 7♣ A♥ 6♠ 4♦\n"
        "Packet 2: 8♠ 8♦ 3♥ 6♥ A♠ 6♦ 5♣ J♥ A♣ 8♥ 6♣ Q♦ 7♥ 5♠\nPacket 3: J♠ 6♠ 3♠ 6♥ 7♦ 5♣ A♦ 4♠ Q♠ 2♣\n"
        "Packet 4: 10♠ 3♦ 8♣ 3♠ 6♣ 9♠ 8♠ 6♦ J♣ 8♥\nDropped cards: 8♣ 9♥ 7♠ 3♣ K♦ 10♥ 8♦ 7♠ 7♣ 4♦ K♠ 5♥ 10♦ 10♣ 9♣\n"
        "Stock: 14 cards\n\n"
    ),
    "The Japanese Rug": (
        "Ace foundations: 6♣ 5♦ 3♥ A♠\nKing foundations: 10♣ K♦ J♥ Q♠\nRow 1: — A♦ — 4♦ K♣ 7♦ — —\n"
        "Row 2: 10♦ 8♥ 7♠ J♦ 2♠ 3♣ 6♥ J♣\nRow 3: — — 6♠ 10♠ 6♦ Q♥ 7♥ 5♠\nRow 4: — 4♠ K♦ 9♣ 7♥ 3♦ Q♦ 9♦\n"
        "Row 5: 9♥ 2♠ 4♥ 5♦ 4♠ 10♣ — —\nRow 6: 3♠ 9♠ 8♣ Q♠ 7♣ 9♦ — —\nRow 7: — 2♥ 10♥ A♥ A♠ 2♦ J♦ 6♥\n"
        "Row 8: — — 8♥ — — 8♠ 9♣ 4♣\nTalon: K♠ 8♣ 8♠ 6♣ 6♠ 2♣\nStock: 24 cards\n\n"
    ),
}  # fmt: skip


def read(text: str, game: str) -> list[str]:
    """What a page has of each sentence: in the main line; with the kind of the part before it elsewhere."""
    page = lr.read_prose(TABLES[game] + text, game=game)
    parts = [part for part in page.parts if part.kind not in ("table", "warning", "aside")]
    return [" ".join([*([] if part.kind in ("move", "claim") else [part.kind]), *part.read]) for part in parts]


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        # old style
        ("Martha", "The 2♥ is at once carried to its ace, and the 10♠ is thereby brought to light.",
         "6:2H^+TS {= available: TS}"),
        ("Martha", "Remove the 9♣ to the 10♦, whereby the 10♥ is uncovered.", "1:9C>11 {= available: TH}"),
        ("Martha", "Remove the 9♣ to the 10♦, and the 10♥ comes to light.", "1:9C>11 {= available: TH}"),
        ("Martha", "Put the 2♥ on its ace, and the 10♠ is turned up in its stead.", "6:2H^+TS"),
        # reports
        ("Martha", "First I played the 2♥ ⬆️ to its foundation.", "6:2H^"),
        ("Martha", "The 2♥ went to its foundation, and that flipped the 10♠.", "6:2H^+TS"),
        ("Martha", "The 9♣ went onto the 10♦, which uncovered the 10♥.", "1:9C>11 {= available: TH}"),
        # columns, and foundations by the way they are built
        ("Leoni's Own", "Follow with the J♣ to the descending clubs.", "5:JCv"),
        ("Leoni's Own", "Play the 3♣ to the ascending foundation.", "4:3C^"),
        ("Leoni's Own", "The 8♥ and the 9♥ are played in that order to the ascending hearts.", "13:8H^ 10:9H^"),
        ("Leoni's Own", "Play the J♣, which lays bare the 6♠.", "5:JCv {= available: 6S}"),
        # a source for each card
        ("Leoni's Own", "Play the 8♥ from pile 13, the 9♥ from pile 10.", "13:8H^ 10:9H^"),
        ("Labyrinth", "Play the 2♥ of row 6 and the 3♠ of column 7.", "r6c1:2H^ r6c7:3S^"),
        # the cards that go with a card
        ("Martha", "Put the 7♥ and the two cards below it on the 8♠.", "12:7H>8"),
        ("Martha", "Put the 7♥, with the 6♣ and the 5♦ upon it, on the 8♠.", "12:7H>8"),
        ("Martha", "Put the 7♥ down to the 5♦ on the 8♠.", "12:7H>8"),
        ("Martha", "Put the 7♥, with all the cards on it, on the 8♠.", "12:7H>8"),
        ("Martha", "Put the 7♥ with its three cards on the 8♠.", "unread"),
        ("Martha", "Put the 7♥, without the 6♣, on the 8♠.", "unread"),
        ("Martha", "Put the 7♥ alone on the 8♠.", "unread"),
        ("Martha", "Put the 7♥ down to the 6♣ on the 8♠.", "unread"),
        # several, one after the other
        ("Leoni's Own", "Play the J♣ and then the Q♥.", "5:JCv 1:QHv"),
        ("Leoni's Own", "Play the J♣ and put the Q♥ on the K♥.", "5:JCv 1:QHv"),
        ("Leoni's Own", "Last, the J♣ is played.", "5:JCv"),
        ("The Reversal", "Play the 9♥, then the 9♣, 8♣ and 7♣.", "dropped:9Hv dropped:9Cv dropped:8Cv dropped:7Cv"),
        ("The Reversal", "Play the 9♥ & the 9♣, and the 8♣ as well.", "dropped:9Hv dropped:9Cv dropped:8Cv"),
        ("Martha", "Play the 2♥ to its ace and then put the 9♣ on the 10♦ too, so the 10♥ is released.",
         "6:2H^ 1:9C>11 {= available: TH}"),
        ("Martha", "😀 Put the 9♣ on the 10♦.", "1:9C>11"),
        ("Martha", "The 9♣ can be put on the 10♦ and then the 5♦ on the 6♠.", "unread"),
        # the dropped cards
        ("The Reversal", "Play the dropped 9♣.", "dropped:9Cv"),
        ("The Reversal", "Play the 9♣ from among the dropped cards.", "dropped:9Cv"),
        ("Martha", "Put the dropped 9♣ on the 10♦.", "unread"),
        # another card than the one that is played
        ("Leoni's Own", "Play the J♣, not the Q♥.", "5:JCv"),
        ("Leoni's Own", "Play the J♣ rather than the Q♥.", "5:JCv"),
        ("Leoni's Own", "The J♣ can be played, not the Q♥.", "unread"),
        # cards from the stock
        ("The Japanese Rug", "Turn up the 4♥. Play the 4♥.", "deal:4H^"),
        ("The Japanese Rug", "Turn up the 4♥ and play it to its foundation.", "deal:4H^"),
        ("The Japanese Rug", "The next card is the 8♦; it goes on the talon.", "deal:8D>talon"),
        ("The Japanese Rug", "The 8♦ is turned up and laid on the talon.", "deal:8D>talon"),
        ("The Japanese Rug", "Deal the 8♦ to the talon. Marry the 9♦ in row 4 to the 8♦.", "r4c8:9D>talon"),
        ("The Japanese Rug", "The next card is the 8♦.", "unread"),
    ],
)  # fmt: skip
def test_moves(game: str, text: str, said: str) -> None:
    if "8♥" in text and game == "Leoni's Own":
        # The ace lies on it.
        text = f"Play the 3♣. {text}"
    assert read(text, game)[-1] == said


def test_a_report_that_is_announced() -> None:
    text = "Here's what I ended up doing. 2♥ goes up. The 9♣ goes on the 10♦ too."
    assert read(text, "Martha") == ["6:2H^", "1:9C>11"]
    assert read("The 2♥ is carried to its ace. The prudent player will rather carry the 5♦ to the 6♠.", "Martha") == [
        "unread",
        "unread",
    ]
    said = read("Play the 2♥ to its ace. The prudent player will now carry the 5♦ to the 6♠.", "Martha")
    assert said == ["6:2H^", "12:5D>3"]


@pytest.mark.parametrize(
    "warning",
    [
        "You might think of putting the 3♠ on the 4♥, but this gains nothing.", "Let nobody put the 3♠ on the 4♥.",
        "A beginner would now put the 3♠ on the 4♥; that loses.", "My first idea was to put the 3♠ on the 4♥.",
        "Here the novice would, no doubt, transfer the 3♠ to the 4♥; he will have cause to repent of it.",
        "It would be wrong to put the 3♠ on the 4♥ at this point.",
    ],
)  # fmt: skip
def test_what_is_warned_against_is_not_played(warning: str) -> None:
    said = read(f"Put the 9♣ on the 10♦. {warning} Put the 5♦ on the 6♠.", "Martha")
    assert said == ["1:9C>11", "mistake 2:3S>10", "12:5D>3"]


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("Labyrinth", "Nothing but the 2♥ and the 3♠ can be played.", "{= legal: 2H 3S}"),
        ("Labyrinth", "Only two cards can be played now, the 2♥ and the 3♠.", "{= legal: 2H 3S}"),
        ("Labyrinth", "The 2♥ and the 3♠ are the only cards that can be played.", "{= legal: 2H 3S}"),
        ("Labyrinth", "The 2♥ is the only card that can be played.", "{= legal: 2H} {= illegal: r6c7:3S^}"),
        ("Labyrinth", "Only three cards can be played now, the 2♥ and the 3♠.", "unread"),
        ("Labyrinth", "The 4C of row 2 is blocked.", "{= not available: r2c3:4C}"),
        ("Martha", "Only the 2♥ can be played to a foundation.", "{= legal: 2H^}"),
        ("Martha", "The only move is the 9♣ to the 10♦.", "unread"),
        ("Martha", "Only the 2♥ can be played.", "unread"),  # or is it about foundations alone?
        ("Martha", "Nothing but the 2♥ can go up.", "{= legal: 2H^}"),
        ("Leoni's Own", "Only the 3♣ can be played to the ascending clubs.", "{= legal: 3C^}"),
        ("Leoni's Own", "The only play is the 3♣.", "{= legal: 3C} {= illegal: 1:QHv}"),
        ("Martha", "The 8♠ is the top card of pile 8.", "{= top 8: 8S}"),
        ("The Reversal", "Here the dropped 9♣ is available.", "{= available: dropped:9C}"),
        ("The Japanese Rug", "The talon shows the 2♣.", "{= top talon: 2C}"),
    ],
)  # fmt: skip
def test_claims(game: str, text: str, said: str) -> None:
    assert read(text, game) == [said]


@pytest.mark.parametrize(
    "state",
    [
        "Only three cards can be played now.", "Two cards are available.", "No other card can be played.",
        "The 4♠ is blocked by the 9♣.", "The Q♦ is the lowest card of its column.", "The 3♥ lies under the K♠.",
        "The K♠ hides the 3♥.", "The 4♠ is wanted.",
    ],
)  # fmt: skip
def test_a_state_that_is_not_read_stops_nothing(state: str) -> None:
    assert read(f"{state} Play the 2♥.", "Labyrinth") == ["unread", "r6c1:2H^"]


@pytest.mark.parametrize(
    "words",
    [
        "Two cards can be played, and both are.", "The 3♠ is dispatched.", "The 3♠ covers the 4♠.", "The 3♠ is out.",
        "The 3♠ is now hidden.", "The 3♠ is blocked, so it is sent away.",
    ],
)  # fmt: skip
def test_what_may_say_a_move_stops_what_follows(words: str) -> None:
    assert read(f"{words} Play the 2♥.", "Labyrinth") == ["unread", "unread"]
