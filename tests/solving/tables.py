"""Tables near the end of a game, worked out by hand, and records that are played from them."""

from __future__ import annotations

import leoni_replay as lr

#: The spades go on: 10, jack. Dealt too early, the queen covers the jack for ever.
LABYRINTH = """\
C^: KC
D^: KD
H^: KH
S^: 9S
r1: KS -- -- -- -- -- -- --
r2: JS TS -- -- -- -- -- --
stock: QS
"""
EARLY = "mcneely; LB2=until-row-2; LB6=any-time"

#: The last two spades lie on the talon, the wrong way round, and none can be married.
ANNA = """\
Cv: KC KC
Dv: KD KD
Hv: KH KH
Sv: KS 2S
1: QC
2: QC
3: QD
4: QD
5: QH
6: QH
7: QS
8: QS
talon: AS KS
deal: 1
"""
SHUFFLED = "dick-1898; AN2=plays-only; AN7=shuffled"


def record(game: str, rules: str, layout: str, moves: str, result: str = "*", **tags: str) -> lr.Transcript:
    """A record that begins with a table."""
    (read,) = lr.loads(
        "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
        + f'\n[Game "{game}"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n{moves} {result}\n',
        "table.moves",
    )
    return read


def dealt_too_early(moves: str = "1. r2c2:TS^ {so far so good} 2. deal", result: str = "lost") -> lr.Transcript:
    """A game of Labyrinth that is thrown away by its second move."""
    return record("Labyrinth", EARLY, LABYRINTH, moves, result)
