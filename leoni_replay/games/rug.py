"""The Japanese Rug: sixty-four cards laid upright and longways, free where a narrow end is, and a talon to marry on."""

from __future__ import annotations

from leoni_replay.cards import ACE, KING, PRETTY, RANK, SUIT, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games.base import Refusal
from leoni_replay.games.patience import COLUMNS, DOWNWARD, UP, cell
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Position
from leoni_replay.games.talon import Talon
from leoni_replay.layout import Zone, grid
from leoni_replay.unknown.blanks import bits, surely
from leoni_replay.words import listed, place_words

_ROWS = 8


class Rug(Talon):
    """The Japanese Rug under the rules of one record."""

    kinds = (UP, DOWNWARD)
    order = ("talon", "hand", "stock")
    built = ("talon",)
    grid_rows = _ROWS
    redeals_point = "JR1"
    shuffle_point = "JR7"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.required = rules["JR3"] == "required"
        self.wraps = rules["JR4"] == "yes"
        longways_corner = rules["JR2"] == "longways"
        self.cells = tuple(cell(r, c) for r in range(1, _ROWS + 1) for c in range(1, COLUMNS + 1))
        #: the places of the rug whose cards lie longways (JR2)
        self.longways = frozenset(
            cell(r, c)
            for r in range(1, _ROWS + 1)
            for c in range(1, COLUMNS + 1)
            if ((r + c) % 2 == 0) == longways_corner
        )
        #: the cards on which each card may be married, as bits
        self._partners = [bits(on for on in range(52) if self.marries(card, on)) for card in range(52)]
        self._ends = {name: self._narrow_ends(name) for name in self.cells}

    def count_deals(self) -> int:
        return int(self.rules["JR1"]) + 1

    def _narrow_ends(self, name: str) -> tuple[str, ...] | None:
        """The two places next to the narrow ends of a card; None if one of them is off the rug."""
        row, column = (int(number) for number in name[1:].split("c"))
        if name in self.longways:
            ends = ((row, column - 1), (row, column + 1))
        else:
            ends = ((row - 1, column), (row + 1, column))
        if any(not (1 <= r <= _ROWS and 1 <= c <= COLUMNS) for r, c in ends):
            return None
        return tuple(cell(r, c) for r, c in ends)

    def lay_out(self, position: Position) -> None:
        stock = position.places["stock"]
        for name in self.cells[: len(stock)]:
            position.places[name].append(stock.pop())

    def rows(self, position: Position) -> int:
        return _ROWS

    # -- what can be said of a position -------------------------------------------------------------------------------

    def free(self, position: Position, name: str) -> bool:
        """Whether a narrow end of a card is free: off the rug, or next to an empty place (3)."""
        ends = self._ends[name]
        return ends is None or not all(position.places[end] for end in ends)

    def table_available(self, position: Position) -> list[tuple[str, int]]:
        places = position.places
        return [(name, places[name][0]) for name in self.cells if places[name] and self.free(position, name)]

    def marries(self, card: int, on: int) -> bool:
        """Whether a card may go on another: in suit, one rank up or down (5, JR4)."""
        if on == UNKNOWN:
            return card < 52 and surely(on, self._partners[card])
        if SUIT[card] != SUIT[on]:
            return False
        return abs(RANK[card] - RANK[on]) == 1 or (self.wraps and {RANK[card], RANK[on]} == {ACE, KING})

    def _marriages(self, position: Position) -> list[Command]:
        if not (talon := position.places["talon"]):
            return []
        free = self.table_available(position)
        return [Command(name, card, ">talon") for name, card in free if self.marries(card, talon[-1])]

    def comes_first(self, position: Position) -> Refusal | None:
        due = self._marriages(position) if self.required else []
        if not due:
            return None
        married = listed([f"{PRETTY[move.card]} in {place_words(move.source)}" for move in due[:4]])  # type: ignore
        message = f"{married} {'has' if len(due) == 1 else 'have'} to be married on the talon first"
        return Refusal("M224", message, self.rules.clause("JR3"), ("talon", *(str(move.source) for move in due)))

    # -- moves --------------------------------------------------------------------------------------------------------

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        marriages = [] if source == "deal" else self._marriages(position)
        return marriages + self.hand_moves(position)

    def is_available(self, position: Position, place: str, card: int) -> bool:
        if place in self._ends:
            return position.places[place] == [card] and self.free(position, place)
        return place in ("talon", "hand") and position.places[place][-1:] == [card]

    def hand_dests(self, position: Position, card: int) -> list[str]:
        dests = super().hand_dests(position, card)
        return dests[:-1] if self.comes_first(position) else dests

    def bearing(self, command: Command) -> int:
        return self._partners[command.card or 0] if command.source in self._ends else 0

    # -- reasons ------------------------------------------------------------------------------------------------------

    def covered(self, position: Position, place: str, card: int) -> Refusal:
        if place == "talon":
            return self.reasons.under_others(position, place, card)
        ends = self._ends[place]
        assert ends is not None
        how = "longways" if place in self.longways else "upright"
        shut = listed([f"{PRETTY[position.places[end][0]]} in {place_words(end)}" for end in ends])
        message = f"{PRETTY[card]} in {place_words(place)} lies {how}, and its narrow ends are shut in by {shut}"
        rows = tuple(dict.fromkeys(name.partition("c")[0] for name in (ends[0], place, ends[1])))
        return Refusal("M204", message, self.rules.clause("3", "JR2"), rows)

    def no_building(self, position: Position, place: str, card: int, dest: str) -> Refusal:
        clause = self.rules.clause("5")
        if place in self.cells and not self.free(position, place):
            return self.covered(position, place, card)
        if place == "hand" and dest == ">talon" and (first := self.comes_first(position)):
            return first
        talon = position.places["talon"]
        if place == "talon" and card != talon[-1]:
            return self.covered(position, place, card)
        if place not in self.cells:
            what = "the card in hand goes to a foundation or on the talon"
            message = "the top of the talon goes to a foundation alone" if place == "talon" else what
            return Refusal("M222", message, clause, (place,))
        if not talon:
            return Refusal("M222", "there is no marriage on an empty talon", clause, ("talon",))
        if dest != ">talon":
            on = PRETTY[talon[-1]]
            message = f"a card of the rug is married on the talon alone, which shows {on}"
            return Refusal("M222", message, clause, ("talon",))
        ends = {RANK[card], RANK[talon[-1]]} == {ACE, KING} and SUIT[card] == SUIT[talon[-1]]
        takes = "an ace and a king do not marry" if ends else "that takes a card of its suit, one rank higher or lower"
        message = f"{PRETTY[card]} cannot be married on {PRETTY[talon[-1]]}: {takes}"
        return Refusal("M222", message, self.rules.clause("5", "JR4") if ends else clause, ("talon",))

    # -- showing ------------------------------------------------------------------------------------------------------

    def table(self, position: Position) -> tuple[Zone, ...]:
        return (grid("rug", position.places, _ROWS, COLUMNS, self.longways), *self.pack_zones(position))
