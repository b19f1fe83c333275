"""Leoni's Own."""

from __future__ import annotations

from typing import Final

from leoni_replay.games.declare import Declaration
from leoni_replay.games.weaving import WeavingGame

GAME: Final = Declaration(
    "Leoni's Own",
    ("wikipedia", "gamerules", "mcneely"),
    WeavingGame,
    unknown="leoni_replay.unknown.weaving:WeavingNames",
    order=1,
)
