"""One record for each part of a verdict that nothing else would notice if it were left out."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame

OWN = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n'
SEED = OWN + '[Deal "seed:1884"]\n'
LAYOUT = '[Deal "layout"]\n[Layout "{}"]\n\n'
MARTHA = '[Game "Martha"]\n[Rules "mcneely"]\n' + LAYOUT.format("C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: #?? 9C\n2: 8C")
ROW = '[Game "Labyrinth"]\n[Rules "wikipedia"]\n' + LAYOUT.format("r1: 2S 9D -- -- 7C -- -- --\nstock: 8H")


def judged(text: str) -> tuple[str, list[str]]:
    """The status and the codes of a record but for those of its layout; the strict replay says the same."""
    (verdict,) = lr.verify_text(text)
    replayed = lr.replay(parse(RawGame(text, 1, 1, "game.moves")))
    assert (verdict.status, verdict.moves) == (replayed.status, replayed.moves)
    return verdict.status, [one.code for one in verdict.diagnostics if one.code not in ("D305", "H111")]


@pytest.mark.parametrize(
    ("text", "status", "codes"),
    [
        # Two tags of a name, whichever of them is right.
        (SEED + '[Deal "seed:1"]\n\n1. 11:2S^ *\n', "rejected", ["H102"]),
        (OWN + '[Deal "seed:1"]\n[Deal "seed:1884"]\n\n1. 11:2S^ *\n', "rejected", ["H102"]),
        (SEED + '[Deal "seed:1884"]\n\n1. 11:2S^ *\n', "rejected", ["H102"]),
        (SEED + '[Result "*"]\n[Result "*"]\n\n1. 11:2S^ *\n', "rejected", ["H102"]),
        # Whether a deal is over is open if an available card is unknown.
        (OWN + LAYOUT.format("1: 9C\n2: ??\ndeal: 3") + "{= deal over} *\n", "consistent", ["C403"]),
        (OWN + LAYOUT.format("1: 9C\n2: 9D\ndeal: 3") + "{= deal over} *\n", "verified", []),
        # A card that lies face down is not one that lies face up.
        (MARTHA + "{= 1: #5D 9C} *\n", "consistent", ["C403"]),
        (MARTHA + "{= 1: 5D 9C} *\n", "rejected", ["C401"]),
        # Gaps are not cards.
        (ROW + "{= r1 3} *\n", "verified", []),
        (ROW + "{= r1 8} *\n", "rejected", ["C401"]),
    ],
)
def test_what_decides(text: str, status: str, codes: list[str]) -> None:
    assert judged(text) == (status, codes)
