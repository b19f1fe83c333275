"""Martha: twelve piles, half of their cards face down, built down in alternating colours."""

from __future__ import annotations

from typing import Final

from leoni_replay.cards import DOWN, GAP, pretty
from leoni_replay.commands import Command
from leoni_replay.games.declare import Declaration, Pysol
from leoni_replay.games.patience import parts
from leoni_replay.games.piles import PilesGame
from leoni_replay.games.refusal import LayoutError, Refusal
from leoni_replay.games.steps import Position
from leoni_replay.layout import Zone
from leoni_replay.rules.martha import Martha


class MarthaGame(PilesGame[Martha]):
    """Martha under the rules of one record."""

    core = Martha
    tells_standstill = True
    order = named_by_top = tuple(str(number) for number in range(1, Martha.PILES + 1))

    # -- the table ----------------------------------------------------------------------------------------------------

    def check_line(self, name: str, cards: list[int]) -> None:
        if GAP in cards:
            raise LayoutError(name, "a pile has no gaps")

    def strays(self, position: Position) -> list[tuple[str, str]]:
        message = "a top card face down, which is turned up at once"
        tops = [(name, position.places[name][-1:]) for name in self.order]
        return [(name, message) for name, top in tops if top and top[0] >= DOWN]

    def follows(self, card: int, on: int) -> bool:
        """Whether a card may lie on another (5)."""
        return self.bare_table.follows(card, on)

    def zones(self, position: Position) -> tuple[Zone, ...]:
        return self.foundation_zone(position), self.zone(position, "piles", self.order)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def _vacancy(self, position: Position, move: Command) -> Refusal:
        target = self.target(position, move)
        message = f"pile {target} is vacant, and a vacancy is never filled"
        return Refusal("M222", message, self.rules.clause("5", "MA1"), (parts(move)[0], target))

    def _group(self, position: Position, move: Command) -> Refusal:
        message = f"{pretty(self.run_of(position, move))} is a group: a vacancy takes a single card"
        places = (parts(move)[0], self.target(position, move))
        return Refusal("M222", message, self.rules.clause("5", "MA1"), places)


GAME: Final = Declaration(
    "Martha",
    ("mcneely",),
    MarthaGame,
    unknown="leoni_replay.unknown.patience:MarthaNames",
    order=4,
    pysol=Pysol(84, ("", "C^", "S^", "H^", "D^", *MarthaGame.order, "")),
)
