"""The Toll Gate as it is told, and the one declaration by which it becomes a game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from leoni_replay.cards import PRETTY
from leoni_replay.commands import Command
from leoni_replay.games import Declaration
from leoni_replay.games.patience import PatienceGame, parts
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Position
from leoni_replay.layout import Zone
from leoni_replay.rules import reasons
from tests.eighth_game.table import ALONE, PILES, TollGate

NAMES: Final = tuple(str(pile) for pile in PILES)


class TollGateGame(PatienceGame[TollGate]):
    """The Toll Gate under the rules of one record."""

    core = TollGate
    order = (*NAMES, "stock")
    named_by_top = NAMES
    counts_deals = True
    redeals_point = "TG1"
    shuffle_point = "TG3"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences |= {
            reasons.NO_STOCK: self._no_stock,
            reasons.DOES_NOT_TAKE: self._does_not_take,
            reasons.VACANCY: self._vacancy,
            ALONE: self._alone,
        }

    @property
    def deals(self) -> int:
        return self.bare_table.deals

    # -- the table ----------------------------------------------------------------------------------------------------

    def available(self, position: Position) -> list[tuple[str, int]]:
        return [(self.vocabulary.names[pile], card) for pile, card in self.table(position).tops()]

    def regather(self, position: Position) -> list[int]:
        return list(self.table(position).gathered())

    def zones(self, position: Position) -> tuple[Zone, ...]:
        piles = self.zone(position, "piles", self.named_by_top)
        return self.foundation_zone(position), piles, self.zone(position, "stock", ("stock",), "squared")

    # -- reasons ------------------------------------------------------------------------------------------------------

    def covered(self, position: Position, place: str, card: int) -> Refusal:
        return self.under_others(position, place, card)

    def no_such_move(self, position: Position, move: Command) -> Refusal:
        if move.source != "deal":
            return super().no_such_move(position, move)
        return Refusal("M220", "four cards are dealt at once, by the word deal alone", self.rules.clause("7"))

    def _no_stock(self, position: Position, move: Command) -> Refusal:
        return Refusal("M225", "the stock is out", self.rules.clause("7"), ("stock",))

    def _does_not_take(self, position: Position, move: Command) -> Refusal:
        message = f"{PRETTY[parts(move)[1]]} goes on no other card: nothing is built on a pile"
        return Refusal("M222", message, self.rules.clause("5"))

    def _vacancy(self, position: Position, move: Command) -> Refusal:
        message = "a vacant pile is filled by dealing alone"
        return Refusal("M222", message, self.rules.clause("5", "TG2"))

    def _alone(self, position: Position, move: Command) -> Refusal:
        place, card = parts(move)
        message = f"{PRETTY[card]} lies alone in {self.words(place)}: moving it would leave another vacant pile"
        return Refusal("M222", message, self.rules.clause("5", "TG2"), (place,))


GAME: Final = Declaration("The Toll Gate", ("inn",), TollGateGame, folder=Path(__file__).parent)
