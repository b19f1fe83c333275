"""Weaver's: the weaving game without kings in play, a reconstruction."""

from __future__ import annotations

from typing import Final

from leoni_replay.games.declare import Declaration
from leoni_replay.games.weaving import WeavingGame


class WeaversGame(WeavingGame):
    """Weaver's under the rules of one record: an exile is called a shuttle, and the piles are the loom."""

    exile = "shuttle"
    tableau = "the loom"


GAME: Final = Declaration(
    "Weaver's",
    ("weavers",),
    WeaversGame,
    unknown="leoni_replay.unknown.weaving:WeavingNames",
    order=2,
)
