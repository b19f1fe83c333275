"""Klondike in words, and its declaration."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from leoni_klondike.table import COLUMNS, KINGS_ONLY, Klondike
from leoni_replay.own import (
    PRETTY,
    STOCK,
    TALON,
    Declaration,
    Move,
    PilesGame,
    Position,
    Refusal,
    Rules,
    Shift,
    Vocabulary,
    Zone,
    place_and_card,
)

NAMES: Final = tuple(map(str, COLUMNS))


class KlondikeGame(PilesGame[Klondike]):
    """Klondike under the rules of one record."""

    core = Klondike
    vocabulary = Vocabulary(
        dict(zip(COLUMNS, NAMES, strict=True)) | {STOCK: "stock", TALON: "waste"}, kinds={"column": NAMES}
    )
    order = (*NAMES, "waste", "stock")
    named_by_top = NAMES
    built = "columns are built down in alternating colours"
    redeals_point = "KL2"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences[KINGS_ONLY] = self._kings_only

    @property
    def deals(self) -> int:
        return self.empty_table.deals

    def zones(self, position: Position) -> tuple[Zone, ...]:
        columns, waste = self.zone(position, "columns", self.named_by_top), self.zone(position, "waste", ["waste"])
        return self.foundation_zone(position), columns, waste, self.zone(position, "stock", ["stock"], "squared")

    def words(self, place: str) -> str:
        return f"the {place}" if place in ("waste", "stock") else super().words(place)

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        if change.source == "stock":
            return "is", "turned up onto the waste"
        return super().arrival_words(position, change)

    def _kings_only(self, position: Position, move: Move) -> Refusal:
        place, card = place_and_card(move)
        message = f"{PRETTY[card]} is not a king: a vacant column takes a king only"
        return Refusal("M222", message, self.rules.clause("5"), (place,))


GAME: Final = Declaration(
    "Klondike",
    ("wikipedia",),
    KlondikeGame,
    folder=Path(__file__).parent,
    sheets=Path(__file__).with_name("sheets"),
)
