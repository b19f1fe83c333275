"""Records that the tests of collections share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

from leoni_replay.collecting.record_facts import Facts, read_facts
from leoni_replay.notation.split import RawGame, split

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "transcripts" / "games"
#: short records of every verdict
SMALL = """\
[Game "Labyrinth"]
[Rules "mcneely"]
[Deal "seed:a-1"]
[Player "Ada"]
[Round "7"]

1. deal *

[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
[Result "*"]

1. 11:2S^ 11:QCv *

[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
[Player "Ada Müller"]

1. 11:2S {the two} 11:QC (4:3S^) *

[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
[Round "x"]

1. 11:2S^ 7:3D^ *

[Game "Klondike"]
[Deal "seed:1"]

1. 11:2S^ *

[Game "Labyrinth"]
[Rules "mcneely"]

1. r1c3:2D^+QH r1c5:3D^+KC *
"""


def raws(text: str, file: str = "small.moves") -> list[RawGame]:
    """The games of a text."""
    return list(split(StringIO(text), file))


@cache
def small() -> tuple[Facts, ...]:
    """What is known of the short records."""
    return tuple(read_facts(raw)[0] for raw in raws(SMALL))


def long_ones() -> Iterator[RawGame]:
    """The whole games of the repository."""
    for path in sorted(GAMES.glob("*.moves")):
        with path.open(encoding="utf-8") as stream:
            yield from split(stream, path.name)
