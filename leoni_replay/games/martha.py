"""Martha: twelve piles, half of their cards face down, built down in alternating colours."""

from __future__ import annotations

from typing import Final

from leoni_replay.cards import DOWN, GAP, PRETTY, UNKNOWN, from_above, pretty
from leoni_replay.commands import Command
from leoni_replay.games.declare import Declaration, Pysol
from leoni_replay.games.patience import PatienceGame, parts, to_place
from leoni_replay.games.places import card_named
from leoni_replay.games.refusal import LayoutError, Refusal, not_known
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Position, Shift
from leoni_replay.layout import Place, Zone
from leoni_replay.rules import reasons
from leoni_replay.rules.martha import Martha


class MarthaGame(PatienceGame[Martha]):
    """Martha under the rules of one record."""

    core = Martha
    order = named_by_top = tuple(str(number) for number in range(1, Martha.PILES + 1))

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences |= {
            reasons.NO_SEQUENCE: self._no_sequence,
            reasons.SAME_PLACE: self._same_place,
            reasons.DOES_NOT_TAKE: self._does_not_take,
            reasons.VACANCY: self._vacancy,
            reasons.GROUP: self._group,
        }

    # -- the table ----------------------------------------------------------------------------------------------------

    def check_line(self, name: str, cards: list[int]) -> None:
        if GAP in cards:
            raise LayoutError(name, "a pile has no gaps")

    def strays(self, position: Position) -> list[tuple[str, str]]:
        message = "a top card face down, which is turned up at once"
        tops = [(name, position.places[name][-1:]) for name in self.order]
        return [(name, message) for name, top in tops if top and top[0] >= DOWN]

    def available(self, position: Position) -> list[tuple[str, int]]:
        piles = [(name, position.places[name]) for name in self.order]
        return [(name, pile[-1]) for name, pile in piles if pile and pile[-1] < DOWN]

    def follows(self, card: int, on: int) -> bool:
        """Whether a card may lie on another (5)."""
        return self.bare_table.follows(card, on)

    def zones(self, position: Position) -> tuple[Zone, ...]:
        piles = tuple(Place(name, name, tuple(position.places[name])) for name in self.order)
        return self.foundation_zone(position), Zone("piles", "piles", piles)

    def goes(self, position: Position, change: Shift) -> tuple[str, str]:
        on = position.places[change.dest][-1:]
        pile = self.words(change.dest)
        return "goes", f"on {pretty(on)} in {pile}" if on else f"to {pile}, which is empty"

    # -- reasons ------------------------------------------------------------------------------------------------------

    def covered(self, position: Position, place: str, card: int) -> Refusal:
        return self.under_others(position, place, card)

    def no_such_move(self, position: Position, move: Command) -> Refusal:
        if move.source == "deal" or not to_place(move.dest):
            return super().no_such_move(position, move)
        clause = self.rules.clause("5")
        on = card_named(move.dest)
        if on is not None:
            return Refusal("M222", f"{PRETTY[on]} is not on top of any pile", clause, (parts(move)[0],))
        message = f"there is no place `{move.dest[1:]}` in {self.name} to which a card goes"
        return Refusal("M201", message, clause)

    def _no_sequence(self, position: Position, move: Command) -> Refusal:
        place, card = parts(move)
        _, *above = self._group_of(position, move)
        message = f"{PRETTY[card]} does not move with {pretty(from_above(above))} on it: that is no sequence face up"
        return Refusal("M204", message, self.rules.clause("5"), (place,))

    def _same_place(self, position: Position, move: Command) -> Refusal:
        place, card = parts(move)
        return Refusal("M222", f"{PRETTY[card]} lies in {self.words(place)} already", self.rules.clause("5"), (place,))

    def _does_not_take(self, position: Position, move: Command) -> Refusal:
        place, card = parts(move)
        target = self.target(position, move)
        top = pretty(position.places[target][-1:])
        message = f"{PRETTY[card]} does not go on {top}: piles are built down in alternating colours"
        return Refusal("M222", message, self.rules.clause("5"), (place, target))

    def _vacancy(self, position: Position, move: Command) -> Refusal:
        target = self.target(position, move)
        message = f"pile {target} is vacant, and a vacancy is never filled"
        return Refusal("M222", message, self.rules.clause("5", "MA1"), (parts(move)[0], target))

    def _group(self, position: Position, move: Command) -> Refusal:
        message = f"{pretty(self._group_of(position, move))} is a group: a vacancy takes a single card"
        places = (parts(move)[0], self.target(position, move))
        return Refusal("M222", message, self.rules.clause("5", "MA1"), places)

    def _not_known(self, position: Position, move: Command) -> Refusal:
        place, card = parts(move)
        if card != UNKNOWN and UNKNOWN in self._group_of(position, move):
            return not_known(f"what lies on {PRETTY[card]} in {self.words(place)}", self.rules.clause("5"), place)
        return super()._not_known(position, move)

    def _group_of(self, position: Position, move: Command) -> list[int]:
        """A card with all the cards on it; the one nearest to the top, if a written position has it twice."""
        place, card = parts(move)
        pile = position.places[place]
        return pile[len(pile) - 1 - pile[::-1].index(card) :]


GAME: Final = Declaration(
    "Martha",
    ("mcneely",),
    MarthaGame,
    examined="leoni_replay.examining.patience:martha",
    unknown="leoni_replay.unknown.patience:MarthaNames",
    order=4,
    pysol=Pysol(84, ("", "C^", "S^", "H^", "D^", *MarthaGame.order, "")),
)
