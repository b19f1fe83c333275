"""Labyrinth: rows of eight, of which mostly the ends are available, and a row 1 that is refilled from the stock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import PRETTY, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Clause
from leoni_replay.games.base import Refusal
from leoni_replay.games.patience import COLUMNS, DEAL, Patience, cell
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, shift
from leoni_replay.layout import Place, Zone, grid
from leoni_replay.words import counted, listed, place_words


class State(NamedTuple):
    """How many rows have been dealt, and whether the one card of LB5 has been taken."""

    deal: int = 1
    rows: int = 1
    rescued: bool = False


class Labyrinth(Patience):
    """Labyrinth under the rules of one record."""

    packs = 1
    order = ("stock",)
    #: 48 cards make six rows, and fewer where row 1 is refilled
    grid_rows = 6

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.reading = rules["LB1"]
        self._cells = tuple(cell(r, c) for r in range(1, self.grid_rows + 1) for c in range(1, COLUMNS + 1))
        #: the row of every place, and the places of its column from the top
        self._where = {
            name: (number // COLUMNS + 1, self._cells[number % COLUMNS :: COLUMNS])
            for number, name in enumerate(self._cells)
        }
        self.refills_at_once = rules["LB2"] == "at-once"
        self.stops = rules["LB4"] == "stop"
        self.lost_at_standstill = not self.stops
        self.one_card = rules["LB5"] == "one-card"
        self.any_time = rules["LB6"] == "any-time"

    def start(self, stock: Sequence[int]) -> Position:
        places = self.bare(self.grid_rows)
        places["stock"] = list(stock[::-1])
        position = Position(places, State(rows=0))
        self._deal_row(position, [])
        return position

    def state_of(self, places: dict[str, list[int]], rows: int, deal: int) -> State:
        return State(rows=max(rows, 1))

    def strays(self, position: Position) -> list[tuple[str, str]]:
        room = (self.grid_rows - self.rows(position)) * COLUMNS
        if len(position.places["stock"]) <= room:
            return []
        left = counted(len(position.places["stock"]), "card")
        return [("stock", f"{left}, and there is room for {room}: 48 cards make {self.grid_rows} rows at most")]

    def rows(self, position: Position) -> int:
        rows: int = position.state.rows
        return rows

    # -- available cards (3) ------------------------------------------------------------------------------------------

    def available(self, position: Position) -> list[tuple[str, int]]:
        return [(place, card) for place, card in self._table(position) if self._free(position, place)]

    def _table(self, position: Position) -> list[tuple[str, int]]:
        places = position.places
        return [(place, places[place][0]) for place in self._cells[: self.rows(position) * COLUMNS] if places[place]]

    def is_available(self, position: Position, place: str, card: int) -> bool:
        return position.places.get(place) == [card] and self._free(position, place)

    def _free(self, position: Position, place: str) -> bool:
        """Whether a card of the grid is available (3, LB1)."""
        rows = position.state.rows
        row, column = self._where[place]
        if row == 1 or rows < 3:
            return True
        places = position.places
        if self.reading == "open-either-side":
            return row == rows or not places[column[row - 2]] or not places[column[row]]
        if not any(places[name] for name in column[row:rows]):
            return True
        return self.reading == "bottom-or-open-top" and not any(places[name] for name in column[: row - 1])

    def _rescues(self, position: Position) -> list[Command]:
        """The plays of the last resort (LB5): once a game, when nothing fits and the stock is out."""
        if not self.one_card or position.state.rescued or position.places["stock"] or not self.standstill(position):
            return []
        return [Command(place, card, "^") for place, card in self._table(position) if self.landing(position, card, "^")]

    # -- moves --------------------------------------------------------------------------------------------------------

    def over(self, position: Position) -> Refusal | None:
        if not self.stops or position.places["stock"]:
            return None
        return Refusal("M213", "the stock is exhausted, which ended the game", self.rules.clause("9", "LB4"))

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        moves = self._rescues(position)
        stock = position.places["stock"]
        if stock and not self.refills_at_once and stock[-1] != UNKNOWN:
            first = [cell(1, c) for c in range(1, COLUMNS + 1)]
            moves += [Command("deal", stock[-1], f">{place}") for place in first if not position.places[place]]
        if stock and (self.any_time or self.standstill(position)) and self.rows(position) < self.grid_rows:
            moves.append(DEAL)
        return moves

    def perform(self, position: Position, move: Command, changes: list[Change]) -> list[int]:
        source, card, dest = move[:3]
        if source == "deal":
            if card is None or dest is None:
                return self._deal_row(position, changes)
            self._from_stock(position, dest[1:], changes)
            return []
        assert source is not None
        if not self._free(position, source):
            position.state = position.state._replace(rescued=True)
        self.to_foundation(position, source, move, changes)
        if source.startswith("r1c") and self.refills_at_once and position.places["stock"]:
            return [self._from_stock(position, source, changes)]
        return []

    def _deal_row(self, position: Position, changes: list[Change]) -> list[int]:
        """Deal the next row, left to right as far as the stock goes (7, LB3)."""
        row = self.rows(position) + 1
        cards = min(COLUMNS, len(position.places["stock"]))
        position.state = position.state._replace(rows=row)
        return [self._from_stock(position, cell(row, c), changes) for c in range(1, cards + 1)]

    def _from_stock(self, position: Position, place: str, changes: list[Change]) -> int:
        return shift(position, changes, "stock", len(position.places["stock"]) - 1, place)

    def at_standstill(self, position: Position, command: Command) -> bool:
        if command.source in self._cells and self.one_card:
            return not self._free(position, command.source)
        return command[:3] == DEAL[:3] and not self.any_time

    def comes_to_light(self, position: Position, command: Command) -> list[tuple[str, int]]:
        refills = (command.source or "").startswith("r1c") and self.refills_at_once
        cards = len(position.places["stock"]) if refills or command[:3] == DEAL[:3] else 0
        return [("stock", at) for at in reversed(range(cards))]

    # -- reasons ------------------------------------------------------------------------------------------------------

    def covered(self, position: Position, place: str, card: int) -> Refusal:
        clause = self.rules.clause("3", "LB1")
        last = self.rows(position)
        row, column = self._where[place]
        below = [position.places[name] for name in column[row:last]]
        under = [PRETTY[pile[0]] for pile in below if pile]
        message = f"{PRETTY[card]} in {place_words(place)} is not available: {listed(under)} "
        message += "lie below it in its column" if len(under) > 1 else "lies below it in its column"
        if self.reading == "open-either-side":
            message = f"{PRETTY[card]} in {place_words(place)} is not available: the places above and below are taken"
        elif self.reading == "bottom-or-open-top":
            message += "; nor is it the highest card of a column whose place in row 1 is open"
        notes: tuple[str, ...] = ()
        if self.one_card and self.landing(position, card, "^"):
            used = "has been taken" if position.state.rescued else "is only for when nothing fits and the stock is out"
            notes = (f"the one card of a last resort (LB5) {used}",)
        return Refusal("M204", message, clause, tuple(f"r{r}" for r in range(row, last + 1)), notes)

    def consequence_clause(self, move: Command) -> Clause:
        return self.rules.clause("7") if move.card is None else self.rules.clause("6", "LB2")

    def no_deal(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        stock = position.places["stock"]
        if not stock:
            return Refusal("M225", "nothing is left in the stock", self.rules.clause("7"), ("stock",))
        if card is not None or dest is not None:
            return self._no_refill(position, card, dest)
        if self.rows(position) == self.grid_rows:
            message = f"there is no room for another row: a game has {self.grid_rows} at most"
            return Refusal("M222", message, self.rules.clause("7"), ("stock",))
        fitting = [f"{PRETTY[held]} in {place_words(place)}" for place, held in self.playable(position)]
        message = f"the next row is dealt only at a standstill: {listed(fitting[:4])} can be played"
        places = tuple(dict.fromkeys(place.partition("c")[0] for place, _ in self.playable(position)))
        return Refusal("M205", message, self.rules.clause("7", "LB6"), places)

    def _no_refill(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        clause = self.rules.clause("6", "LB2")
        top = position.places["stock"][-1]
        if self.refills_at_once:
            message = "the stock is dealt by the row alone: an open place of row 1 is refilled at once, by itself"
            return Refusal("M220", message, clause)
        if card is not None and card != top:
            return Refusal("M226", f"the next card of the stock is {PRETTY[top]}, not {PRETTY[card]}", clause)
        if dest is not None and dest.startswith(">r1c") and position.places.get(dest[1:]):
            return Refusal("M222", f"{place_words(dest[1:])} is not open", clause, ("r1",))
        return Refusal("M222", "a card of the stock refills an open place of row 1, nothing else", clause, ("r1",))

    # -- showing ------------------------------------------------------------------------------------------------------

    def table(self, position: Position) -> tuple[Zone, ...]:
        return (
            grid("rows", position.places, self.rows(position), COLUMNS),
            Zone("stock", "stock", (Place("stock", "stock", tuple(position.places["stock"]), "squared"),)),
        )
