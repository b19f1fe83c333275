"""Weaver's: the weaving game without kings in play, a reconstruction."""

from __future__ import annotations

from typing import Final

from leoni_replay.games.declare import Declaration
from leoni_replay.games.weaving import WeavingGame

GAME: Final = Declaration(
    "Weaver's",
    ("weavers",),
    WeavingGame,
    examined="leoni_replay.examining.weaving:weaving",
    unknown="leoni_replay.unknown.weaving:WeavingNames",
    order=2,
)
