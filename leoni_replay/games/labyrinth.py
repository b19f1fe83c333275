"""Labyrinth: rows of eight, in which mostly the ends are available, and a row 1 that is refilled from the stock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from leoni_replay.cards import PRETTY, pretty
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Clause
from leoni_replay.games.declare import Declaration
from leoni_replay.games.game import Position
from leoni_replay.games.patience import PatienceGame
from leoni_replay.games.places import NAMES, NUMBERS, cell, column_of, row_name, row_of
from leoni_replay.games.refusal import LayoutError, Refusal
from leoni_replay.games.remarks import name_marked_cards, top_marks
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Shift
from leoni_replay.layout import Zone, grid
from leoni_replay.message import CitedPoint, Message
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.rules import reasons
from leoni_replay.rules.labyrinth import Labyrinth
from leoni_replay.rules.numbers import ASIDE, COLUMNS, DEAL_AGAIN, GRID
from leoni_replay.rules.position_text import TextForm
from leoni_replay.rules.table import Table


class LabyrinthGame(PatienceGame[Labyrinth]):
    """Labyrinth under the rules of one record."""

    core: ClassVar[type[Table]] = Labyrinth
    order: tuple[str, ...] = ("stock",)
    grid_rows: int = Labyrinth.MOST_ROWS
    deciding_places: ClassVar[Mapping[str, str]] = {"LB4": "stock", "LB5": "stock"}
    plays_first: tuple[str, ...] = ("LB2=at-once", "LB6=at-standstill")
    open_at_start = "row 1"

    def __init__(self, name: str, rules: Rules) -> None:
        if rules["LB5"] == "set-aside":
            self.order = ("stock", "aside")
        super().__init__(name, rules)
        self.sentences.update(
            {
                reasons.OVER: self._over_refusal,
                reasons.NO_RESORT: self._no_resort_refusal,
                reasons.NO_STANDSTILL: self._no_standstill_refusal,
                reasons.WRONG_CARD: self._wrong_card_refusal,
                reasons.WRONG_PLACE: self._wrong_place_refusal,
                reasons.NO_ROOM: self._no_room_refusal,
            }
        )
        lines = [(beginning, places) for beginning, places in self._digest_lines() if beginning != "aside: "]
        #: the form of the texts of positions before the card of last resort is taken
        self._form_before_resort = TextForm(lines, self.vocabulary.in_bytes, False)

    # -- the table ----------------------------------------------------------------------------------------------------

    def why_hold_back(self, position: Position, card: int) -> str:
        if position.places["stock"]:
            return "the stock fills its gap, perhaps too early"
        return super().why_hold_back(position, card)

    def from_layout(self, lines: dict[str, list[int]], deal: int) -> Position:
        """Set up a position. A layout with a line ``aside``, even an empty one, says that the card of last resort (LB5)
        has been taken already."""
        position = super().from_layout(lines, deal)
        if "aside" in lines:
            table = self.table(position)
            table.rescued = True
            # The table works out anew what depends on it.
            table.restore(table.registers())
        return position

    def check_line(self, name: str, cards: list[int]) -> None:
        super().check_line(name, cards)
        if name == "aside" and len(cards) > 1:
            raise LayoutError(name, f"one card is laid aside, not {len(cards)} ({pretty(cards)})")

    def text_form(self, position: Position) -> TextForm:
        return self._text_form if self.table(position).rescued else self._form_before_resort

    def line_names(self, position: Position) -> tuple[str, ...]:
        lines = super().line_names(position)
        if self.table(position).rescued:
            return lines
        return tuple(line for line in lines if line != "aside")

    def rows(self, position: Position) -> int:
        return self.table(position).rows

    def available(self, position: Position) -> list[tuple[str, int]]:
        """Return the cards that may be played, each after its place: those at a free end in the rows, and the one laid
        aside."""
        table = self.table(position)
        cells = range(GRID, GRID + table.rows * COLUMNS)
        places = [place for place in cells if table.size[place] and table.free(place)]
        if table.size[ASIDE]:
            places.append(ASIDE)
        return [(NAMES[place], table.cards_in(place)[-1]) for place in places]

    def unreachable_cards(self, position: Position) -> list[tuple[str, str]]:
        """Return what no game leads to: places, each with what lies there and cannot, in words."""
        stock = position.places["stock"]
        if self.table(position).size[ASIDE] and stock:
            return [("aside", "a card, which is laid aside only when the stock is out")]
        room = (self.grid_rows - position.rows) * COLUMNS
        if len(stock) <= room:
            return []
        left = pluralize(len(stock), "card")
        return [("stock", f"{left}, and there is room for {room}: 48 cards make {self.grid_rows} rows at most")]

    def zones(self, position: Position) -> tuple[Zone, ...]:
        """Return the parts of the table with their cards, for drawing: foundations, rows, stock, and the card aside."""
        return (
            self.foundation_zone(position),
            grid("rows", position.places, position.rows, COLUMNS),
            self.zone(position, "stock", ("stock",), "squared"),
            *[self.zone(position, name, (name,)) for name in self.order[1:]],
        )

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        # The only card dealt by itself is a refill (LB2); a card of the rows is laid aside (LB5).
        if change.dest == "aside":
            return "is", "laid aside"
        return "refills", self.words(change.dest)

    def refill_words(self, place: str) -> str:
        return f"refills {self.words(place)}"

    def why_lost(self, position: Position) -> str:
        if position.table.why(DEAL_AGAIN) == reasons.OVER:
            return "the stock is out, which ends it"
        return super().why_lost(position)

    def consequence_clause(self, move: Move) -> Clause:
        return self.rules.clause("7") if move.card is None else self.rules.clause("6", "LB2")

    # -- reasons ------------------------------------------------------------------------------------------------------

    def _over_refusal(self, position: Position, move: Move) -> Refusal:
        return Refusal("M213", "the stock is out, which ended the game", self.rules.clause("9", "LB4"))

    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        """Return why a card of the rows may not be played: other cards of its column shut it in."""
        table = self.table(position)
        message = f"{PRETTY[card]} in {self.words(place)} cannot be played: {self._what_shuts_in(position, place)}"
        if table.open_top:
            message += ", and it is not the top card of a column whose place in row 1 is empty"
        notes: tuple[str, ...] = ()
        if table.has_resort and position.fits(card, "^"):
            when = "has been taken" if table.rescued else "is allowed only when nothing fits and the stock is out"
            notes = (Message("the card of last resort", CitedPoint("LB5"), f" {when}"),)
        row = row_of(NUMBERS[place])
        lines = tuple(row_name(line) for line in range(row, table.rows + 1))
        marks = top_marks(position, *self._walls(position, place))
        what_must_go = ": one of" if table.either_side else " from below: first"
        plain = f"{PRETTY[card]} is walled in{what_must_go} {name_marked_cards(position, marks)} must go"
        return Refusal("M204", message, self.rules.clause("3", "LB1"), lines, notes, plain=plain, marks=marks)

    def _what_shuts_in(self, position: Position, place: str) -> str:
        """Return in words which cards shut in the card of a place."""
        if self.table(position).either_side:
            return "the places above and below are taken"
        names = [PRETTY[position.places[wall][0]] for wall in self._walls(position, place)]
        return f"{join_words(names)} {'lie' if len(names) > 1 else 'lies'} below it in its column"

    def _walls(self, position: Position, place: str) -> list[str]:
        """Return the places whose cards shut in that of a place: those below it in its column, or, if one open side is
        enough, the two next to it."""
        table = self.table(position)
        row, column = row_of(NUMBERS[place]), column_of(NUMBERS[place])
        rows = [row - 1, row + 1] if table.either_side else range(row + 1, table.rows + 1)
        names = [NAMES[cell(wall_row, column)] for wall_row in rows if 1 <= wall_row <= table.rows]
        return [name for name in names if position.places[name]]

    def _no_resort_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why no card may be laid aside as the card of last resort (LB5): one already has been, the stock isn't
        out, or something fits."""
        clause = self.rules.clause("9", "LB5")
        if self.table(position).rescued:
            return Refusal("M222", "only one card a game is laid aside, and that has been done", clause, ("aside",))
        if position.places["stock"]:
            message = "a card is laid aside only when the stock is out"
            return Refusal("M205", message, clause, ("stock",))
        return self.only_at_standstill(position, "a card is laid aside", "9", "LB5")

    def _no_room_refusal(self, position: Position, move: Move) -> Refusal:
        message = f"there is no room for another row: a game has at most {self.grid_rows}"
        return Refusal("M222", message, self.rules.clause("7"), ("stock",))

    def _no_standstill_refusal(self, position: Position, move: Move) -> Refusal:
        return self.only_at_standstill(position, "the next row is dealt", "7", "LB6")

    def no_such_move(self, position: Position, move: Move) -> Refusal:
        """Return why these rules have no move such as this one: a card laid aside, or a single card of the stock."""
        if move.dest == ">aside":
            # Only LB5=set-aside lets a player lay a card aside, once, when nothing else can be done.
            message = "no card is laid aside under these rules"
            if move.source == "aside":
                message = "the card laid aside goes only to a foundation under these rules"
            return Refusal("M220", message, self.rules.clause("5", "LB5"))
        if move.source != "deal":
            return super().no_such_move(position, move)
        # A move of one card from the stock would fill an open place of row 1, which happens by itself here (LB2).
        refilled = "an open place of row 1 is refilled at once, by itself"
        if self.table(position).until_row_2:
            refilled = "until row 2 is dealt, row 1 is refilled by itself"
        message = f"the stock is dealt only in whole rows: {refilled}"
        return Refusal("M220", message, self.rules.clause("6", "LB2"), plain="the stock is dealt in whole rows: tap it")

    def _wrong_card_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card cannot come from the stock: another one is next."""
        assert move.card is not None
        top = position.places["stock"][-1]
        message = f"the next card of the stock is {PRETTY[top]}, not {PRETTY[move.card]}"
        return Refusal("M226", message, self.rules.clause("6", "LB2"))

    def _wrong_place_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card of the stock cannot go where the move says: only open places of row 1 take one."""
        message = "a card of the stock goes only to an open place of row 1"
        place = (move.dest or "")[1:]
        if self.row(place) == 1 and position.places[place]:
            message = f"{self.words(place)} is not open"
        return Refusal("M222", message, self.rules.clause("6", "LB2"), ("r1",))


GAME: Final = Declaration(
    "Labyrinth",
    ("mcneely", "wikipedia", "pgc", "aisleriot"),
    LabyrinthGame,
    examined="leoni_replay.examining.labyrinth:labyrinth",
    unknown="leoni_replay.unknown.patience:LabyrinthNames",
    order=3,
    # A card that is available stays available; a refill goes to row 1, where all places are equal; and a row is dealt
    # when nothing fits. So the same cards can be played in any order.
    forced=(("LB1", "bottom"), ("LB2", "at-once"), ("LB5", "none"), ("LB6", "at-standstill")),
)
