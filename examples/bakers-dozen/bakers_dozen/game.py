"""Baker's Dozen in words, and its declaration."""

from pathlib import Path

from bakers_dozen.table import COLUMNS, KING, BakersDozen

from leoni_replay.own import (
    PRETTY,
    Declaration,
    Move,
    PilesGame,
    Position,
    Refusal,
    Rules,
    Zone,
    place_and_card,
    reasons,
)


class BakersDozenGame(PilesGame[BakersDozen]):
    core = BakersDozen
    #: `order`: the places, in the order in which a position lists them; `named_by_top`: those that a move may name by
    #: their top card (`>8H`)
    order = named_by_top = tuple(map(str, COLUMNS))
    #: how columns are built, as a refusal says it
    built = "columns are built down, whatever the suit"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences |= {reasons.VACANCY: self.vacancy, KING: self.king}

    def zones(self, position: Position) -> tuple[Zone, ...]:
        return self.foundation_zone(position), self.zone(position, "columns", self.order)

    def words(self, place: str) -> str:
        return f"column {place}" if place in self.order else super().words(place)

    def vacancy(self, position: Position, move: Move) -> Refusal:
        place, _ = place_and_card(move)
        return Refusal("M222", "a vacant column stays vacant", self.rules.clause("5", "BD1"), (place,))

    def king(self, position: Position, move: Move) -> Refusal:
        place, card = place_and_card(move)
        return Refusal("M222", f"{PRETTY[card]} is a king: no card takes it", self.rules.clause("5"), (place,))


GAME = Declaration("Baker's Dozen", ("wikipedia",), BakersDozenGame, folder=Path(__file__).parent)
