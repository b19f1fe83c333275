"""Passages in the manner of authors, in every game: what is played, what stands apart, and whether all was read."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.notation.transcript import Claim

#: Tables by their names: the game, and how a book prints it.
TABLES = {
    "martha": (
        "Martha",
        """\
Foundations: 2♣ A♦ 3♥ A♠

Pile 1: xx 2♠ K♦ Q♣ J♦ 10♠ 9♦
Pile 2: xx 6♠ 3♣
Pile 3: xx 10♦ 4♦
Pile 4: xx 8♣ 8♦
Pile 5: xx K♥ xx 9♥
Pile 6: Q♦
Pile 7: xx 10♣ 7♣
Pile 8: xx 5♥ 5♣
Pile 9: xx 4♥ K♣
Pile 10: xx 7♦ xx 4♠ 3♦
Pile 11: xx Q♥ xx 10♥ 9♠ 8♥
Pile 12: xx 6♣ xx 7♥
""",
    ),
    "martha_won": (
        "Martha",
        """\
Foundations: 2♣ 2♦ A♥ 3♠

Pile 1: 3♥
Pile 2: xx 7♠ K♥
Pile 3: 8♣
Pile 4: xx 5♠ xx J♥ 10♣ 9♦
Pile 5: xx Q♦ xx K♣ Q♥ J♣ 10♦ 9♠ 8♥
Pile 6: xx K♦
Pile 7: J♦ 10♠ 9♥ 8♠ 7♦ 6♠ 5♦
Pile 8: xx 6♥ 10♥ 9♣
Pile 9: xx 5♣ 4♥
Pile 10: xx 4♣ 4♦
Pile 11: xx 6♣
Pile 12: xx 5♥ 3♦
""",
    ),
    "labyrinth": (
        "Labyrinth",
        """\
Foundations: 5♣ 3♦ 2♥ 4♠

Row 1: 9♣ 6♦ 9♠ Q♦ 10♠ 8♦ K♥ 8♣
Row 2: 7♣ Q♣ 4♦ J♠ 6♠ 8♠ — J♥
Row 3: 10♦ 8♥ 10♥ 5♦ 9♥ — Q♥ 4♥
Row 4: K♠ 9♦ 10♣ J♦ J♣ Q♠ 5♠ 7♠
Row 5: 7♥ — — K♦ — — 6♥ 6♣
Stock: 4 cards
""",
    ),
    "labyrinth_row": (
        "Labyrinth",
        """\
Foundations: A♣ 3♦ 9♥ 2♠

Row 1: 6♠ 7♦ 5♦ K♦ 10♣ J♦ J♠ J♣
Row 2: 9♣ 3♠ K♣ 10♦ 4♣ 8♦ — Q♠
Row 3: 5♣ 5♠ 10♥ J♥ 10♠ 7♣ — 8♣
Row 4: — 7♠ K♥ 4♠ Q♦ 9♠ — —
Stock: 10 cards
""",
    ),
    "rug": (
        "The Japanese Rug",
        """\
Ace foundations: A♣ A♦ A♥ 2♠
King foundations: K♣ 10♦ K♥ Q♠

Row 1: — 5♣ — A♣ — J♣ 10♥ 3♥
Row 2: 4♠ 4♦ 7♣ 2♥ 3♣ 2♥ J♦ 4♠
Row 3: 2♠ K♣ 4♥ 6♥ 3♦ 10♣ 9♠ —
Row 4: 10♠ 5♥ 4♦ 3♣ 6♣ K♠ 3♠ J♠
Row 5: K♥ Q♥ 7♠ J♣ A♦ 8♠ 3♠ 8♦
Row 6: J♥ 4♣ Q♠ 6♦ Q♦ 10♠ 8♣ 10♣
Row 7: 5♦ 2♣ 7♠ Q♣ 2♦ A♠ 2♣ 6♠
Row 8: 9♠ 9♥ Q♥ 9♥ 9♣ 4♣ 7♣ 3♥
Talon: empty
Stock: 30 cards
""",
    ),
    "rug_talon": (
        "The Japanese Rug",
        """\
Ace foundations: 3♣ 4♦ 5♥ 2♠
King foundations: Q♣ 10♦ J♥ K♠

Row 1: A♥ Q♦ K♦ 9♣ — 5♣ 8♣ —
Row 2: 9♠ 8♦ 5♣ 9♠ 7♦ J♥ — —
Row 3: 8♠ 10♥ 7♦ 8♥ 4♠ 2♠ 3♣ —
Row 4: — 5♦ 5♦ 6♠ 5♠ Q♥ 7♣ —
Row 5: K♣ 9♣ Q♣ 9♥ 3♥ 9♦ 8♥ —
Row 6: — 9♦ A♦ 6♣ Q♠ 2♣ 10♠ —
Row 7: — A♣ 8♦ 4♠ 8♣ 6♥ 7♠ J♠
Row 8: — K♠ 4♣ 5♠ 6♣ — 8♠ —
Talon: 7♣ K♥ 10♦ J♦ 3♦ 5♥
Stock: 24 cards
""",
    ),
    "reversal": (
        "The Reversal",
        """\
Deuce row: 2♣ 5♦ 3♥ 5♠
Ace row: J♣ Q♥ A♠

Packet 1: 10♣ 8♦ A♣ 9♥ 5♥ 9♠ 10♠ 8♠ 9♠ 3♥ J♠
Packet 2: 3♠ 7♥ J♦ 6♣ 3♦ 10♥ 5♥ Q♠ 9♣
Packet 3: 9♦ K♥ 9♣ 6♠ 7♣ 2♣ A♠ 7♠
Packet 4: 6♦ Q♦ J♠ J♥ 10♦ 4♣ 10♦ 2♥ 5♦ Q♣ A♦
Dropped cards: 9♥ 8♣ 10♠ 8♠ K♦ 9♦ 5♣ Q♥ K♦ 6♣ 8♦ 5♣ J♥ 2♦
Stock: 32 cards
""",
    ),
    "reversal_levels": (
        "The Reversal",
        """\
Upper row: 2♣ 5♦ 3♥ 5♠
Lower row: J♣ Q♥ A♠

Packet 1: 10♣ 8♦ A♣ 9♥ 5♥ 9♠ 10♠ 8♠ 9♠ 3♥ J♠
Packet 2: 3♠ 7♥ J♦ 6♣ 3♦ 10♥ 5♥ Q♠ 9♣
Packet 3: 9♦ K♥ 9♣ 6♠ 7♣ 2♣ A♠ 7♠
Packet 4: 6♦ Q♦ J♠ J♥ 10♦ 4♣ 10♦ 2♥ 5♦ Q♣ A♦
Dropped cards: 9♥ 8♣ 10♠ 8♠ K♦ 9♦ 5♣ Q♥ K♦ 6♣ 8♦ 5♣ J♥ 2♦
Stock: 32 cards
""",
    ),
    "reversal_round": (
        "The Reversal",
        """\
Deuce row: 4♣ 8♦ 3♥ 5♠
Ace row: 7♣ A♦ A♥ Q♠

Packet 1: 7♦ 7♥ J♦ 6♥ 3♥ Q♦ 2♣ K♥ 9♠ Q♥ A♥ 10♠
Packet 2: 7♠ 4♠ Q♠ Q♦ 6♠ 5♣ 7♣ 9♠ 10♦ J♠ J♣ 10♣ 6♠
Packet 3: 4♥ 4♥ 9♦ 10♠ 2♦ 9♥ K♥ 8♠ A♠ 10♦ 10♥ 9♣ K♠
Packet 4: J♦ K♦ 8♥ 2♥ 8♠ A♣ 4♣ 6♣ 7♠ K♦ 9♦ Q♥ 8♥ 5♥ 2♠
Dropped cards: 3♠ 6♥ 5♥ J♥ 10♥ 8♦ 3♦ 7♥ 8♣ 5♠ Q♣ 4♦ K♣ 3♣ J♥ 9♥ A♦ 6♦ J♠ 5♦
Stock: 2 cards
""",
    ),
    "anna": (
        "Anna",
        """\
Knave foundations: 9♦ J♥ 9♠

Auxiliary 1: 3♥ 4♥
Auxiliary 2: 3♠
Auxiliary 3: 2♠ 3♠ 4♠
Auxiliary 4: A♣
Auxiliary 5: 6♣ 7♣
Auxiliary 6: Q♦ K♦ A♦ 2♦
Auxiliary 7: 2♦
Auxiliary 8: 5♦ 6♦
Talon: K♠ 4♣ Q♣ 7♥ 3♣ 2♥ 4♠ 8♥ 7♦ A♦ K♥ 2♥ 5♥ 8♣ 8♣ 3♥ 10♥ 5♥ A♠ 2♠ 10♣ 9♣ 6♦ 5♦ 7♠ 9♥ 6♠ A♥
Stock: 53 cards
""",
    ),
    "leoni": (
        "Leoni's Own",
        """\
Ace foundations: 3♣ A♦ 4♥ A♠
King foundations: K♣ Q♦ Q♥ Q♠

Pile 1: 9♦ 6♥ 4♦ 10♣ 9♠ 7♠
Pile 2: 7♦ 4♣ A♥ Q♠ 8♦ 8♣ 9♦
Pile 3: 10♠ K♣ 6♠ J♣ 2♠ 10♣ 8♠
Pile 4: Q♦ Q♥ J♦ 2♥
Pile 5: 7♣ 8♥ 8♣ 4♠ 9♥ 4♣
Pile 6: 8♦ 7♥ 3♥ 7♣ 9♠ 5♦ K♦
Pile 7: A♠ J♥ K♠ Q♣ 10♦ 3♠
Pile 8: J♣ 3♣ J♠ 9♣ 5♣ 9♥ 6♦
Pile 9: 3♠ 4♥ J♥ 10♦ 10♠ 7♥ 6♣
Pile 10: 4♦ 8♥ 4♠ A♣ 6♣ 7♠ 5♠
Pile 11: Q♣ 6♥ 6♦ 2♦ 2♠ 10♥ 5♥
Pile 12: 10♥ J♦ 3♦ 7♦ J♠ 5♥
Pile 13: 3♦ 8♠ 5♣ 5♠
Exiles: 7 cards
""",
    ),
    "leoni_sixes": (
        "Leoni's Own",
        """\
Ace foundations: A♣ 5♦ 3♥ A♠
King foundations: Q♣ 8♦ Q♥ 10♠

Pile 1: A♣ A♠ 9♠ 6♥
Pile 2: 8♠ J♥ 10♦ 8♥ 4♦
Pile 3: 3♥ 3♦ 10♣ Q♠ 7♠ 5♠ Q♦
Pile 4: 4♣ 10♣ 6♣ 2♣ 7♣
Pile 5: 5♦ 5♠ 5♥ 5♣ 8♣ J♠
Pile 6: 6♠ 6♠ J♦ 3♠ 7♦ J♣ 9♣
Pile 7: 7♠ 7♣ 7♥ 4♠ 2♠ 4♥ 9♥
Pile 8: 8♥ 8♠ 5♣ 3♠ K♣ 2♥ 5♥
Pile 9: 9♦ 9♣ 2♠ 7♦ A♥ 10♥
Pile 10: 10♥ 10♠ 6♦
Pile 11: J♣ J♥ 3♣ 4♠ 3♣ 8♦
Pile 12: 9♠ 2♣ 4♥ 7♥
Pile 13: 8♣ 9♥ 4♣ 6♦ K♥ K♦ K♠
Exiles: 6 cards
""",
    ),
    "weavers": (
        "Weaver's",
        """\
King foundations: Q♣ K♣ Q♦ K♦ K♥ K♥ Q♠ K♠

Pile 1: A♣ A♥ A♦ A♠ A♠ 2♥ 8♥ 10♣ 4♠
Pile 2: 2♠ 2♦ 9♦ 9♣ 6♠ Q♥ 9♥ 6♣
Pile 3: 3♥ 3♣ 7♣ 5♠ 4♥ 6♠ 5♦
Pile 4: 4♠ 7♠ Q♠ 7♦ 8♦ Q♥ 9♥ 5♠
Pile 5: 5♥ 5♣ 5♦ 3♠ A♣ 9♣ J♥
Pile 6: 6♥ 6♥ J♠ J♠ 7♦ 9♠ Q♣ 3♣ 8♣
Pile 7: 7♠ 9♠ 2♥ 3♠ 2♦ 6♦ Q♦ 10♠
Pile 8: 8♠ 8♣ 8♦ 5♥ 3♦ 10♦ J♣
Pile 9: 9♦ J♥ 6♦ J♦ 10♠ 3♦ 5♣
Pile 10: 10♥ 10♥ 7♣ 4♦ 4♣ 4♣ 2♣
Pile 11: J♣ J♦ 7♥ 2♠ 4♦ 7♥ A♥
Pile 12: 10♣ A♦ 8♥ 10♦ 8♠ 3♥ 2♣
Exiles: 2 cards
""",
    ),
}


@pytest.mark.parametrize(
    ("table", "text", "main", "apart", "is_read"),
    [
        (
            "martha",
            "Put the 4♦ on the 5♣.\n\n## What not to do\n\nPut the Q♦ on the K♣.",
            "3:4D>8",
            "mistake 6:QD>9",
            True,
        ),
        ("martha", "Put the 7♣ on the 8♦ (not on the 8♥, which would bury the 9♠).", "", "", False),
        ("martha", "You may be tempted to put the 7♣ on the 8♥; resist.", "", "mistake 7:7C>11", True),
        ("weavers", "The J♣ is played down to its foundation.", "8:JCv", "", True),
        (
            "leoni",
            "Play the 4 of clubs, the 5 of clubs and the 6 of clubs to the ace foundation.",
            "5:4C^ 13:5C^ 9:6C^",
            "",
            True,
        ),
        ("leoni", "The 4♣ can be played. The 6♣ cannot be played.", "", "", True),
        (
            "labyrinth",
            "Play the 6♣. A novice would now play the 7♣, but it is still blocked.",
            "r5c8:6C^",
            "mistake r5c8:6C^",
            False,
        ),
        (
            "rug",
            "Play the jack of spades to the king foundation, then the 10 of spades. The 3 of spades "
            "in the fourth row may now be played.",
            "r4c8:JSv r4c1:TSv",
            "",
            True,
        ),
        (
            "rug",
            "Play the J♠ to the king foundation.\n\nSecond solution.\n\nDeal the 6♣ to the talon. Marry "
            "the 5♣ in the first row to the 6♣.",
            "r4c8:JSv",
            "variation r1c2:5C>talon",
            True,
        ),
        (
            "rug_talon",
            "Turn up the 2♥ and lay it on the talon. Turn up the 7♥ and lay it on the talon.",
            "deal:2H>talon deal:7H>talon",
            "",
            True,
        ),
        ("reversal", "Play the A♦ to the ace row, then the K♦.", "4:ADv dropped:KDv", "", True),
        ("reversal_levels", "Play the A♦ to the ace row.", "4:ADv", "", True),
        (
            "reversal_round",
            "Play the 6 of spades to the deuce row. Do not play the jack of spades.",
            "2:6S^",
            "mistake dropped:JSv",
            True,
        ),
        (
            "reversal_round",
            "Play the 6 of spades to the deuce row.\n\nInstead, play the jack of spades to the ace row.",
            "2:6S^",
            "variation dropped:JSv",
            True,
        ),
        ("anna", "Marry the 4♠ from auxiliary 3 to the 3♠ in auxiliary 2.", "3:4S>2", "", True),
        ("anna", "Deal the 5♠ upon the 4♠. Deal the 4♦ to the talon.", "deal:5S>3 deal:4D>talon", "", True),
        (
            "martha_won",
            "Play the 3♦ to its foundation.\n\nA blunder\n\nPut the 8♥ on the 9♣.\n\nThe right play.\n\nPut "
            "the 5♥ on the 6♣, turning up the 2♥.",
            "12:3D^ 12:5H>11+2H",
            "mistake 5:8H>8",
            True,
        ),
        (
            "martha_won",
            "If you now put the 8♣ on the 9♦, a space is made; but this is not good. Play the 3♦ to its foundation.",
            "12:3D^",
            "",
            False,
        ),
        (
            "martha_won",
            "1. Play the 3♦ to its foundation.\n2. Put the 5♥ on the 6♣, turning up the 2♥.\n3. Play "
            "the 4♦ to its foundation.\n4. Put the 4♣ on the 5♦, turning up the 6♦.",
            "12:3D^ 12:5H>11+2H 10:4D^ 10:4C>7+6D",
            "",
            True,
        ),
        (
            "martha_won",
            "Play the 3♦ to its foundation.\n\nIn place of the 3♦, the 8♣ may be put on the 9♦.",
            "12:3D^",
            "variation  legal: 8C>9D",
            True,
        ),
        ("martha", "Put the Q♦ on the K♣. The vacancy is filled with the 7♣.", "6:QD>9 7:7C>6", "", True),
        (
            "labyrinth_row",
            "There is nothing to be played, and another row is dealt. The cards dealt are the queen "
            "of clubs, the 3 of clubs, the 9 of diamonds, the 2 of clubs, the 8 of spades, the 6 of "
            "diamonds, the queen of hearts and the 4 of diamonds. The 2 of clubs, the 3 of clubs and "
            "the 4 of diamonds are played.",
            "deal+QC,3C,9D,2C,8S,6D,QH,4D r5c4:2C^ r5c2:3C^ r5c8:4D^",
            "",
            True,
        ),
        (
            "leoni_sixes",
            "The 6♦ from pile 13 is played. The 6♦ of pile 10 should on no account be played, for it covers the 10♠.",
            "13:6D^",
            "",
            False,
        ),
        ("leoni_sixes", "Play the 6♦ to its foundation.", "", "", False),
        (
            "leoni",
            "What if the 5♥ of pile 12 is played first? Then the 4♣ remains. Play the 4♣ to the ace foundation.",
            "",
            "",
            False,
        ),
        ("labyrinth", "Solution: 6♣.", "r5c8:6C^", "", True),
        (
            "martha_won",
            "Play the 3♦ to its foundation. Play the 4♦ to its foundation. Wrong is 8♥ on 9♣, because "
            "the 3♣ stays covered.",
            "12:3D^ 10:4D^",
            "",
            False,
        ),
        ("martha", "It would be a mistake to put the 7♣ on the 8♥.", "", "mistake 7:7C>11", True),
        ("martha", "Put the 7♣ on the 8♥. Take this back.", "", "mistake 7:7C>11", True),
        ("martha", "Put the 7♣ on the 8♥.\n\nThat was how I lost my first game.", "", "mistake 7:7C>11", True),
        ("martha", "Put the 7♣ on the 8♥. But stop! The 9♠ is wanted.", "", "mistake 7:7C>11", False),
        ("martha", "Put the 7♣ on the 8♥. I was sorry afterwards.", "", "mistake 7:7C>11", True),
        ("martha", "Put the 4♦ on the 5♣. (Put the 7♣ on the 8♥.)", "3:4D>8", "", False),
        ("martha", "Put the 4♦ on the 5♣. Put the 7♣ on the 8♥. [Editor: wrong.]", "3:4D>8", "mistake 7:7C>11", True),
        ("martha", "Put the 4♦ on the 5♣.\n\nTHE FALSE TRAIL.\n\nPut the 7♣ on the 8♥.", "3:4D>8", "", False),
        (
            "martha",
            "Put the 4♦ on the 5♣.\n\nThe following is from another game.\n\nPut the 7♣ on the 8♥.",
            "3:4D>8",
            "",
            False,
        ),
        ("martha", "Put the 4♦ on the 5♣ rather than the 7♣ on the 8♥.", "3:4D>8", "", True),
        ("martha", "Solution: 7♣ on the 8♥? 4♦ on the 5♣.", "", "", False),
        ("martha", "Put the 4♦ on the 5♣. My aunt put the 7♣ on the 8♥.", "3:4D>8", "", False),
        ("martha", "Mr. B. put the 7♣ on the 8♥.", "", "", False),
    ],
)
def test_passages(table: str, text: str, main: str, apart: str, is_read: bool) -> None:
    game, printed = TABLES[table]
    page = lr.read_prose(f"{printed}\n{text}\n", game=game)
    first, *others = page.chapters
    assert " ".join(str(move.command) for move in first.record.moves()) == main
    assert "; ".join(f"{chapter.kind} {last_word(chapter.record)}" for chapter in others) == apart
    assert (not page.unread) == is_read


def last_word(record: lr.Transcript) -> str:
    """The last move of a record; without moves, its claims."""
    moves = [str(move.command) for move in record.moves()]
    return moves[-1] if moves else " ".join(item.text for item in record.items if isinstance(item, Claim))
