"""Martha: twelve piles, half of their cards face down, built down in alternating colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import DOWN, PRETTY, RANK, SUIT, pretty
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Command
from leoni_replay.games.base import Change, LayoutError, Position, Refusal, Turned, shift
from leoni_replay.games.patience import Patience
from leoni_replay.layout import Place, Zone
from leoni_replay.wording import place_words

_RED = (1, 2)


class State(NamedTuple):
    """Nothing but the cards counts."""

    deal: int = 1


def _follows(card: int, on: int) -> bool:
    """Whether a card may lie on another: one lower, and of the other colour (5)."""
    return RANK[card] + 1 == RANK[on] and (SUIT[card] in _RED) != (SUIT[on] in _RED)


class Martha(Patience):
    """Martha under the rules of one record."""

    packs = 1
    order = tuple(str(n) for n in range(1, 13))

    def start(self, stock: Sequence[int]) -> Position:
        places = self.bare()
        for number, card in enumerate(stock):
            layer, pile = divmod(number, len(self.order))
            places[self.order[pile]].append(card + DOWN if layer in (0, 2) else card)
        return Position(places, State())

    def check_line(self, name: str, held: list[int]) -> None:
        if any(not 0 <= card & ~DOWN < 52 for card in held):
            raise LayoutError(name, "a pile has no gaps")
        if held and held[-1] >= DOWN:
            raise LayoutError(name, "the top card of a pile lies face up: it is turned up at once")

    def state_of(self, places: dict[str, list[int]], rows: int, deal: int) -> State:
        return State()

    def available(self, position: Position) -> list[tuple[str, int]]:
        return [(name, position.places[name][-1]) for name in self.order if position.places[name]]

    # -- moves --------------------------------------------------------------------------------------------------------

    def _movable(self, pile: list[int]) -> int:
        """The index of the lowest card that moves with all that lies on it (5)."""
        at = max(len(pile) - 1, 0)
        while at > 0 and pile[at - 1] < DOWN and _follows(pile[at], pile[at - 1]):
            at -= 1
        return at

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        moves = []
        for name in (source,) if source in self.order else self.order:
            pile = position.places[name]
            for at in range(self._movable(pile), len(pile)):
                moves += [
                    Command(name, pile[at], f">{other}")
                    for other in self.order
                    if other != name and self._takes(position, other, pile[at], len(pile) - at)
                ]
        return moves

    def _takes(self, position: Position, name: str, card: int, count: int) -> bool:
        """Whether a pile takes a card with what lies on it, or a vacancy a single card (5, MA1)."""
        pile = position.places[name]
        if not pile:
            return count == 1 and self.rules["MA1"] == "single-card"
        return _follows(card, pile[-1])

    def perform(self, position: Position, move: Command, changes: list[Change]) -> list[int]:
        source, card, dest = move[:3]
        assert source is not None and card is not None and dest is not None
        pile = position.places[source]
        if dest.startswith(">"):
            at = pile.index(card)
            for _ in range(len(pile) - at):
                shift(position, changes, source, at, dest[1:])
        else:
            self.to_foundation(position, source, move, changes)
        if not pile or pile[-1] < DOWN:
            return []
        # A card that comes to light is turned up at once (6).
        pile[-1] &= ~DOWN
        changes.append(Turned(source, len(pile) - 1))
        return pile[-1:]

    # -- reasons ------------------------------------------------------------------------------------------------------

    def no_building(self, position: Position, place: str, card: int, dest: str) -> Refusal:
        pile = position.places[place]
        clause = self.rules.clause("5")
        if card + DOWN in pile:
            return self.covered(position, place, card)
        at = pile.index(card)
        if at < self._movable(pile):
            message = f"{PRETTY[card]} does not move with {pretty(pile[at + 1 :])} on it: that is no sequence face up"
            return Refusal("M204", message, clause, (place,))
        name = dest[1:]
        on = read_card(name)
        if on is not None:
            message = f"{PRETTY[on]} is not on top of any pile"
            tops = [top for top, held in self.available(position) if held == on]
            if not tops:
                return Refusal("M222", message, clause, (place,))
            name = tops[0]
        if name not in self.order:
            return Refusal("M201", f"there is no place `{name}` in {self.name} to which a card goes", clause)
        if name == place:
            return Refusal("M222", f"{PRETTY[card]} lies in {place_words(place)} already", clause, (place,))
        target = position.places[name]
        if target:
            message = f"{PRETTY[card]} does not go on {PRETTY[target[-1]]}: piles are built down in alternating colours"
            return Refusal("M222", message, clause, (place, name))
        clause = self.rules.clause("5", "MA1")
        if self.rules["MA1"] == "never":
            return Refusal("M222", f"pile {name} is vacant, and a vacancy is never filled", clause, (place, name))
        message = f"{pretty(pile[at:])} is a group: a vacancy takes a single card"
        return Refusal("M222", message, clause, (place, name))

    # -- showing ------------------------------------------------------------------------------------------------------

    def table(self, position: Position) -> tuple[Zone, ...]:
        return (Zone("piles", "piles", tuple(Place(name, name, tuple(position.places[name])) for name in self.order)),)
