"""Whole pages, as books print them, of several games: what is true in them is not refuted, and what is false is."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from tests.prose import test_chapters as chapters

LABYRINTH = """LABYRINTH

Foundations: 2♣ 2♦ 2♥ A♠

Row 1: 8♦ 5♦ 7♦ 6♥ 5♥ 4♦ 7♣ 10♥
Row 2: K♠ 8♠ K♥ 9♠ 5♣ 4♥ 6♠ J♠
Row 3: 9♥ — 4♣ J♣ J♥ 6♦ 10♦ 9♣
Row 4: 2♠ 10♠ 6♣ 3♠ 7♥ Q♦ 3♥ 8♥
Stock: 14 cards

"""
ANNA = f"ANNA\n\n{chapters.ANNA}"
REVERSAL = """THE REVERSAL

S^: 2♠
Sv: A♠

Pile 1: J♣ 10♠ 10♥ 7♥ 2♣
Pile 2: 10♣ K♠ 5♥ 8♣ 3♠
Pile 3: 8♦ 5♠ 3♥ K♦
Pile 4: Q♣ 6♦ 10♦ 4♠
Row of dropped cards: 3♦ 7♥ Q♦ 8♥ 9♦ 6♠ J♣ J♥ Q♦ K♥
Stock: 74 cards

"""
RUG = """THE JAPANESE RUG

Aces: A♣ A♦ A♥ 3♠
Kings: Q♣ K♦ 10♥ K♠

Row 1: 8♠ 10♠ 5♣ 7♠ — 9♣ Q♥ K♦
Row 2: K♥ 2♣ 7♣ 4♥ Q♣ 2♠ Q♦ 4♣
Row 3: 8♣ 6♣ 8♥ 8♦ Q♦ 9♣ 6♥ 3♣
Row 4: — 10♦ A♣ 7♦ 2♥ 4♦ 5♦ 3♠
Row 5: — A♠ 4♦ 5♠ 3♥ J♠ 6♠ —
Row 6: 10♥ 9♥ 8♥ 4♠ 6♠ 5♦ 7♥ 4♠
Row 7: 5♠ 4♣ 8♣ 3♣ 7♦ J♣ 3♦ 3♥
Row 8: — 10♣ 10♠ — 2♣ Q♠ 9♦ 7♥
Talon: empty
Stock: 32 cards

"""

#: Each: the game, the page, and how many claims are refuted.
PAGES = {
    "another way": ("Labyrinth", LABYRINTH + """The 2♠ can be played to its foundation. Put out the 2♠. The 3♠ can
now be played to its foundation. Put out the 3♠.

Variation

Instead of the 3♠, play the 3♥ to its foundation. The 3♠ can be played to its foundation. The 4♥ can be played to its
foundation.

The main line again.

Put out the 3♥. The 4♥ cannot be played to its foundation.
""", 1),
    "a trap": ("Labyrinth", LABYRINTH + """Play the 3♥ to its foundation.

A trap.

The beginner puts the 2♠ on the ace of spades. The 3♠ can then be played to its foundation.

The main line again.

Play the 2♠ and the 3♠ to their foundations. The 4♦ cannot be played to its foundation.
""", 0),
    "a marriage": ("Anna", ANNA + """Marry the 9♦ to the 8♦; the vacancy is filled with the 7♠. The K♦ is available.

Another way.

Instead of the 9♦, marry the 7♥ to the 6♠. The 3♠ is available.

The main line again.

Marry the 7♠ to the 6♠; the vacancy is filled with the 10♥.
""", 0),
    "two colours": ("The Reversal", REVERSAL + """The 2♣ is available. Place the 2♣ upon its foundation. Do not
play the K♦ to its foundation. Next place the 3♠ upon its foundation. The 8♣ is available.

Second solution.

Place the 3♠ upon its foundation. Place the 4♠ upon its foundation. The 10♦ is available. The 2♣ is available.
""", 0),
    "a rug": ("The Japanese Rug", RUG + """Put the 4♠ from row 6 on the 3♠. If you played the Q♠ first, the K♠
would be covered. Put the 5♠ from row 7 on the 4♠.

Variation

Instead of the 5♠, play the 2♣ to its foundation.

Do not do this: play the K♥ to its foundation.

The main line again.

Play the 2♣ to its foundation. The 3♣ can be played to the ace foundation.
""", 0),
    "a false claim": ("The Japanese Rug", RUG + """Put the 4♠ from row 6 on the 3♠. The 3♣ in the third row can
be played to the ace foundation. Put the 5♠ from row 7 on the 4♠.
""", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", [*PAGES])
def test_true_claims_hold_and_false_ones_do_not(name: str) -> None:
    game, text, refuted_claims = PAGES[name]
    page = lr.read_prose(text, game=game)
    errors = [lr.replay(chapter.record).error for chapter in page.chapters]
    assert sum(error is not None for error in errors) == refuted_claims, errors
    assert sum(part.kind in ("move", "claim", "variation", "mistake") for part in page.parts) >= 3
