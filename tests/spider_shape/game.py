"""The Loom in words, and its declaration."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from leoni_replay.own import (
    GAP,
    PRETTY,
    STOCK,
    Command,
    Declaration,
    LayoutError,
    PilesGame,
    Position,
    Refusal,
    Rules,
    Vocabulary,
    Zone,
    parts,
    reasons,
)
from tests.spider_shape.table import COLUMNS, NOT_WHOLE, VACANT, WHOLE_COLUMN, Loom

NAMES: Final = tuple(map(str, range(1, 21)))


class LoomGame(PilesGame[Loom]):
    """The Loom under the rules of one record."""

    core = Loom
    vocabulary = Vocabulary(dict(zip(COLUMNS, NAMES, strict=True)) | {STOCK: "stock"}, kinds={"column": NAMES})
    order = (*NAMES, "stock")
    named_by_top = NAMES
    built = "columns are built down, whatever the suit"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences |= {
            reasons.NO_STOCK: self._no_stock,
            VACANT: self._vacant,
            NOT_WHOLE: self._not_whole,
            WHOLE_COLUMN: self._whole_column,
        }

    # -- the table ----------------------------------------------------------------------------------------------------

    def check_line(self, name: str, cards: list[int]) -> None:
        if GAP in cards:
            raise LayoutError(name, f"there are no gaps in {self.words(name)}")

    def zones(self, position: Position) -> tuple[Zone, ...]:
        columns = self.zone(position, "columns", NAMES)
        return self.foundation_zone(position), columns, self.zone(position, "stock", ("stock",), "squared")

    def laid_out(self, base: str) -> tuple[str, str]:
        return "goes", "to the foundation"

    # -- reasons ------------------------------------------------------------------------------------------------------

    def _no_stock(self, position: Position, move: Command) -> Refusal:
        return Refusal("M225", "the stock is out", self.rules.clause("7"), ("stock",))

    def _vacant(self, position: Position, move: Command) -> Refusal:
        vacant = next(name for name in NAMES if not position.places[name])
        return Refusal(
            "M205", f"no row is dealt while column {vacant} is vacant", self.rules.clause("7", "LM1"), (vacant,)
        )

    def _not_whole(self, position: Position, move: Command) -> Refusal:
        place, card = parts(move)
        message = f"{PRETTY[card]} is not the king of a whole suit: thirteen cards are played together"
        return Refusal("M203", message, self.rules.clause("4"), (place,))

    def _whole_column(self, position: Position, move: Command) -> Refusal:
        place, _ = parts(move)
        message = f"all of {self.words(place)} would go from vacancy to vacancy"
        return Refusal("M222", message, self.rules.clause("5"), (place,))


GAME: Final = Declaration("The Loom", ("mill",), LoomGame, folder=Path(__file__).parent)
