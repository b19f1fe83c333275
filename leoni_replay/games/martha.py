"""Martha: twelve piles, half of their cards face down, built down in alternating colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import DOWN, GAP, PRETTY, RANK, SUIT, UNKNOWN, pretty
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Command
from leoni_replay.games.base import LayoutError, Refusal
from leoni_replay.games.patience import Patience
from leoni_replay.games.steps import Change, Position, Turned, shift
from leoni_replay.layout import Place, Zone
from leoni_replay.unknown.blanks import EVERY, Blank, bits, cards_of, surely
from leoni_replay.words import place_words

_RED = (1, 2)


class State(NamedTuple):
    """Nothing but the cards counts."""

    deal: int = 1


#: the cards on which each card may lie, as bits: those of the next rank and the other colour (5), or one not known
_BEARING = tuple(
    bits(on for on in range(52) if RANK[card] == RANK[on] - 1 and (SUIT[card] in _RED) != (SUIT[on] in _RED))
    | 1 << UNKNOWN
    for card in range(52)
) + (0,) * (UNKNOWN + 1 - 52)


def follows(card: int, on: int) -> bool:
    """Whether a card surely may lie on another, which is not face down (5)."""
    if isinstance(card, Blank):
        return bool(card.slot.may) and all(follows(may, on) for may in cards_of(card.slot.may))
    return _BEARING[card] >> on & 1 == 1 and (on != UNKNOWN or surely(on, _BEARING[card]))


def _last(pile: list[int], card: int) -> int:
    """Where a card lies in a pile; nearest to the top, if a written table has it twice."""
    return len(pile) - 1 - pile[::-1].index(card)


class Martha(Patience):
    """Martha under the rules of one record."""

    packs = 1
    order = built = tuple(str(n) for n in range(1, 13))

    def start(self, stock: Sequence[int]) -> Position:
        places = self.bare()
        for number, card in enumerate(stock):
            layer, pile = divmod(number, len(self.order))
            places[self.order[pile]].append(card + DOWN if layer in (0, 2) else card)
        return Position(places, State())

    def check_line(self, name: str, held: list[int]) -> None:
        if GAP in held:
            raise LayoutError(name, "a pile has no gaps")

    def strays(self, position: Position) -> list[tuple[str, str]]:
        message = "a top card face down, which is turned up at once"
        return [(name, message) for name in self.order if position.places[name] and position.places[name][-1] >= DOWN]

    def state_of(self, places: dict[str, list[int]], rows: int, deal: int) -> State:
        return State()

    def available(self, position: Position) -> list[tuple[str, int]]:
        tops = [(name, position.places[name][-1]) for name in self.order if position.places[name]]
        return [(name, card) for name, card in tops if card < DOWN]

    # -- moves --------------------------------------------------------------------------------------------------------

    def _movable(self, pile: list[int]) -> int:
        """The index of the lowest card that moves with all that lies on it (5)."""
        at = len(pile) - 1
        if at < 0 or pile[at] >= DOWN:
            return at + 1
        while at > 0 and follows(pile[at], pile[at - 1]):
            at -= 1
        return at

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        moves = []
        for name in (source,) if source in self.order else self.order:
            pile = position.places[name]
            for at in range(self._movable(pile), len(pile)):
                card, count = pile[at], len(pile) - at
                moves += [
                    Command(name, card, f">{other}")
                    for other in (self.order if card != UNKNOWN else ())
                    if other != name and self._takes(position, other, card, count)
                ]
        return moves

    def _takes(self, position: Position, name: str, card: int, count: int) -> bool:
        """Whether a pile takes a card with what lies on it, or a vacancy a single card (5, MA1)."""
        pile = position.places[name]
        if not pile:
            return count == 1 and self.rules["MA1"] == "single-card"
        # Asked of every pile for every card: nearly always in vain.
        return _BEARING[card] >> pile[-1] & 1 == 1 and follows(card, pile[-1])

    def perform(self, position: Position, move: Command, changes: list[Change]) -> list[int]:
        source, card, dest = move[:3]
        assert source is not None and card is not None and dest is not None
        pile = position.places[source]
        if dest.startswith(">"):
            at = _last(pile, card)
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

    # -- unknown cards ------------------------------------------------------------------------------------------------

    def reach(self, position: Position, place: str, card: int | None, dest: str | None) -> list[int]:
        pile = position.places[place]
        at = self._movable(pile)
        # To a vacant pile only the top card goes, as to a foundation.
        if card is None or dest is None or dest[:1] != ">" or position.places.get(dest[1:]) == []:
            return [len(pile) - 1] if pile[-1] < DOWN else []
        # A card that is not known may follow the one below it.
        while 0 < at < len(pile) and pile[at - 1] < DOWN and self._in_line(pile[at - 1], pile[at : at + 1]):
            at -= 1
        return [at for at in reversed(range(at, len(pile))) if self._in_line(card, pile[at + 1 :])]

    def _in_line(self, card: int, above: list[int]) -> bool:
        """Whether a card can be the lowest of a group, as far as the others are known."""
        line = [(card, *above)[n : n + 2] for n in range(len(above))]
        return all(upper == UNKNOWN or lower == UNKNOWN or follows(upper, lower) for lower, upper in line)

    def bearing(self, command: Command) -> int:
        return _BEARING[command.card or 0] & EVERY

    def taken_along(self, on: int) -> int:
        return bits(card for card in range(52) if _BEARING[card] & on)

    def comes_to_light(self, position: Position, command: Command) -> list[tuple[str, int]]:
        pile = position.places.get(command.source or "", [])
        if command.card not in pile:
            return []
        at = _last(pile, command.card) - 1
        return [(command.source or "", at)] if at >= 0 and pile[at] >= DOWN else []

    # -- reasons ------------------------------------------------------------------------------------------------------

    def no_building(self, position: Position, place: str, card: int, dest: str) -> Refusal:
        pile = position.places[place]
        clause = self.rules.clause("5")
        if card + DOWN in pile:
            return self.covered(position, place, card)
        at = _last(pile, card)
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
            top = pretty(target[-1:])
            message = f"{PRETTY[card]} does not go on {top}: piles are built down in alternating colours"
            return Refusal("M222", message, clause, (place, name))
        clause = self.rules.clause("5", "MA1")
        if self.rules["MA1"] == "never":
            return Refusal("M222", f"pile {name} is vacant, and a vacancy is never filled", clause, (place, name))
        message = f"{pretty(pile[at:])} is a group: a vacancy takes a single card"
        return Refusal("M222", message, clause, (place, name))

    # -- showing ------------------------------------------------------------------------------------------------------

    def table(self, position: Position) -> tuple[Zone, ...]:
        return (Zone("piles", "piles", tuple(Place(name, name, tuple(position.places[name])) for name in self.order)),)
