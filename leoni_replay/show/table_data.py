"""A game for the script of a page: places by number, zones that the page lays out, and what every step changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from leoni_replay.games.game import Position
from leoni_replay.games.places import is_foundation_name, row_and_column, row_number
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.notation.writer import token
from leoni_replay.show.geometry import nearest_columns
from leoni_replay.show.move_sentences import move_sentence
from leoni_replay.show.rendering import move_kind, short_move


class Encoder:
    """Writes a game down for the script of a page, which knows no rules.

    A step has a caption, a deal and zones only if they aren't those before it.

    Args:
        position: the table as dealt. It is played on here.
        open: whether cards that lie face down are shown.
    """

    def __init__(self, position: Position, *, open: bool = False) -> None:
        self._game = position.game
        self._position = position
        self._open = open
        self._steps: list[Step] = []
        self._last = self._headline()
        #: the number of every place by its name
        self.number: dict[str, int] = {name: number for number, name in enumerate(position.places)}

    def table_data(self) -> dict[str, Any]:
        """Return the table: its places with their cards, its zones, and how its text is made."""
        layout = self._layout()
        drawn_places = {place.name: place for zone in layout.zones for place in zone.places}
        places: list[dict[str, Any]] = []
        for name, cards in self._position.places.items():
            place = _place(name, cards, drawn_places.get(name))
            if name in self._game.fanned_places:
                # All its cards can be played, not only the top card.
                place["free"] = True
            places.append(place)
        return {
            "places": places,
            "zones": self._zones(layout),
            "lines": list(self._lines(set() if self._open else layout.shut)),
            "open": self._open,
            **self._headline(),
        }

    def step(self, step: Step) -> dict[str, Any]:
        """Make a step, and return what it changes."""
        self._position.redo(step)
        self._steps.append(step)
        data: dict[str, Any] = {"changes": self.changes(step.changes)}
        if step.move.path:
            data["woven"] = True
        last, self._last = self._last, self._headline()
        data |= {name: value for name, value in self._last.items() if value != last[name]}
        if "rows" in data:
            data["zones"] = self._zones(self._layout())
        return data

    def back(self, count: int) -> None:
        """Take the last steps back."""
        for _ in range(count):
            self._position.undo(self._steps.pop())
        self._last = self._headline()

    def follow(self, steps: Sequence[Step], orders: Mapping[int, bytes]) -> tuple[int, list[dict[str, Any]]]:
        """Go where a game in play has gone.

        Args:
            steps: the steps of the game by now.
            orders: the orders of its shuffled redeals.

        Returns:
            How many of the steps made here are still those of the game, and the new ones with their words.
        """
        common = 0
        for step, own_step in zip(steps, self._steps, strict=False):
            # A move that was refused may have made every step anew.
            if (step.move, step.changes) != (own_step.move, own_step.changes):
                break
            common += 1
        self.back(len(self._steps) - common)
        self._position.orders.update(orders)
        new_steps: list[dict[str, Any]] = []
        for step in steps[common:]:
            prose = move_sentence(step, self._position)
            new_steps.append(self.step(step) | list_entry(token(step.move), prose))
        return common, new_steps

    def changes(self, changes: Iterable[Change]) -> list[dict[str, Any]]:
        """Return changes of the table, places by their numbers."""
        return [self._change(change) for change in changes]

    def _change(self, change: Change) -> dict[str, Any]:
        """Return a change of the table, places by their numbers."""
        number = self.number
        if isinstance(change, Shift):
            return {"from": [number[change.source], change.at], "to": [number[change.dest], change.to]}
        if isinstance(change, Relaid):
            return {"lay": {number[name]: list(pile) for name, pile in change.after.items()}}
        if isinstance(change, Revealed):
            return {"at": [number[change.place], change.at], "card": change.card}
        return {"at": [number[change.place], change.at]}

    def _layout(self) -> Layout:
        """Return the table as it is now, as far as it is shown."""
        layout = self._position.layout
        return layout if self._open else layout.closed()

    def _headline(self) -> dict[str, Any]:
        """Return the caption, the deal (0 if deals aren't counted), and how many rows of a grid are listed."""
        game, position = self._game, self._position
        deal = position.deal if game.counts_deals else 0
        return {"caption": position.caption, "deal": deal, "rows": position.rows}

    def _zones(self, layout: Layout) -> list[dict[str, Any]]:
        return [self._zone(zone) for zone in layout.zones]

    def _zone(self, zone: Zone) -> dict[str, Any]:
        """Return a zone: its kind (``single``, ``tops``, ``piles``, ``grid``, ``rug`` or ``letter``), its places, and
        the column and row of each if they have their own shape. In a letter, columns are half as wide as a card."""
        first = zone.places[0]
        data: dict[str, Any] = {"places": [self.number[place.name] for place in zone.places]}
        if first.at is None:
            kind = "tops" if first.lie == "top" else "piles"
            if len(zone.places) == 1:
                kind = "single"
            return {"kind": kind, **data, "beside": zone.beside}
        cells = [place.at for place in zone.places if place.at is not None]
        if row_and_column(first.name):
            kind = "rug" if any(place.longways for place in zone.places) else "grid"
            return {"kind": kind, **data, "at": cells}
        # The nearest neighbours in a row are a whole card apart.
        distance = nearest_columns(cells, default=2)
        return {"kind": "letter", **data, "at": [(2 * column // distance, row) for column, row in cells]}

    def _lines(self, shut: set[str]) -> Iterator[dict[str, Any]]:
        """Yield the lines of a position's text: the name, the kind and the places of each. Of a line that is shut the
        text has only how many cards lie there."""
        line_of = self._game.vocabulary.lines
        for name in self._game.all_lines:
            places = [number for place, number in self.number.items() if line_of[place] == name]
            if not places:
                kind = "deal"
            elif row_number(name):
                kind = "row"
            elif is_foundation_name(name):
                kind = "tops"
            else:
                kind = "shut" if name in shut else "all"
            yield {"name": name, "kind": kind, "places": places}


def list_entry(token: str, prose: str) -> dict[str, str]:
    """Return a move for a list: as written, in short, what kind it is, and its sentence."""
    return {"move": token, "short": short_move(token), "kind": move_kind(token), "prose": prose}


def _place(name: str, cards: Sequence[int], place: Place | None) -> dict[str, Any]:
    """Return a place with its cards and, if it is ever drawn, the labels above and left of it, and how its cards lie.
    The numbers of a grid are at its edges; a row that isn't dealt yet will be."""
    data: dict[str, Any] = {"name": name, "cards": list(cards)}
    if (cell := row_and_column(name)) is not None:
        row, column = cell
        data |= {"label": f"c{column}" if row == 1 else "", "side": f"r{row}" if column == 1 else "", "lie": "fan"}
    elif place is not None:
        data |= {"label": place.label, "lie": place.lie}
    if place is not None and place.longways:
        data["longways"] = True
    return data
