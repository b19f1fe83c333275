"""FreeCell in words, and its declaration."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from leoni_freecell.table import CELLS, TOO_MANY, FreeCell
from leoni_replay.own import (
    PRETTY,
    Declaration,
    ForeignFormat,
    LayoutError,
    Move,
    PilesGame,
    Position,
    Refusal,
    Rules,
    Vocabulary,
    Zone,
    place_and_card,
    pluralize,
    pretty,
)

COLUMN_NAMES: Final = tuple("12345678")
CELL_NAMES: Final = tuple("abcd")


class FreeCellGame(PilesGame[FreeCell]):
    """FreeCell under the rules of one record."""

    core = FreeCell
    order = (*COLUMN_NAMES, *CELL_NAMES)
    _kinds: ClassVar = {"column": COLUMN_NAMES, "cell": CELL_NAMES}
    vocabulary = Vocabulary(dict(enumerate(order, 1)), {"cell": tuple(CELLS)}, kinds=_kinds)
    named_by_top = COLUMN_NAMES
    built = "columns are built down in alternating colours"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences[TOO_MANY] = self._too_many

    # -- the table ----------------------------------------------------------------------------------------------------

    def check_line(self, name: str, cards: list[int]) -> None:
        super().check_line(name, cards)
        if name in CELL_NAMES and len(cards) > 1:
            raise LayoutError(name, f"a cell holds one card, not {len(cards)}")

    def zones(self, position: Position) -> tuple[Zone, ...]:
        cells = self.zone(position, "cells", CELL_NAMES, "top")
        foundations = self.foundation_zone(position)._replace(beside=True)
        return cells, foundations, self.zone(position, "columns", COLUMN_NAMES)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def does_not_take(self, position: Position, move: Move) -> Refusal:
        target = self.target(position, move)
        if target not in CELL_NAMES:
            return super().does_not_take(position, move)
        message = f"{self.words(target)} holds {pretty(position.places[target])}: a cell takes one card"
        return Refusal("M222", message, self.rules.clause("5"), (place_and_card(move)[0], target))

    def _too_many(self, position: Position, move: Move) -> Refusal:
        place, _ = place_and_card(move)
        target, run = self.target(position, move), self.run_of(position, move)
        message = f"{pretty(run)} are {len(run)} cards: a move takes one"
        if self.empty_table.moves_runs:
            most = self.table(position).carried(int(target))
            cells = sum(not position.places[name] for name in CELL_NAMES)
            columns = sum(not position.places[name] for name in COLUMN_NAMES if name != target)
            vacant = f"{pluralize(cells, 'cell')} and {pluralize(columns, 'other column')} vacant"
            message = f"{PRETTY[run[0]]} heads a run of {len(run)}: with {vacant}, no more than {most} can go there"
        return Refusal("M222", message, self.rules.clause("5", "FC1"), (place, target))


_MODULE: Final = "leoni_freecell.solutions"
SNX: Final = ForeignFormat("fc-solve-snx", ".snx", f"{_MODULE}:from_snx", f"{_MODULE}:to_snx")
SN: Final = ForeignFormat("fc-solve-sn", ".sn", f"{_MODULE}:from_sn")
GAME: Final = Declaration("FreeCell", ("microsoft",), FreeCellGame, folder=Path(__file__).parent, formats=(SNX, SN))
