"""A game in play for the script of a page: the table as dealt, and each step once it has been played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from leoni_replay.games import Game
from leoni_replay.games.places import cell_of
from leoni_replay.games.steps import Position, Relaid, Step
from leoni_replay.layout import Layout
from leoni_replay.notation import token
from leoni_replay.show.geometry import plans
from leoni_replay.show.prose import tell
from leoni_replay.show.rendering import kind, short
from leoni_replay.show.table_data import changes_data, lines_data, plan_data, spot_data

#: A pile has room for at least one card more than it has, counted in this many.
_ROOM = 4


class LiveTable:
    """A table that grows with the game.

    A plan leaves some room in every pile, so that places keep where they are for some moves; it changes when a pile
    has outgrown it, and at a redeal, after which piles are as small as they were.

    Args:
        game: the game under its rules.
        position: the table as dealt. It is played on here.
        open: whether cards that lie face down are shown.
    """

    def __init__(self, game: Game[Any], position: Position, *, open: bool = False) -> None:
        self._game = game
        self._position = position
        self._open = open
        #: the number of every place by its name, as the page has them
        self.number = {name: number for number, name in enumerate(position.places)}
        self._steps: list[Step] = []
        self._room = [self._needed(self._layout(), {})]

    def _layout(self) -> Layout:
        layout = self._game.layout(self._position)
        return layout if self._open else layout.closed()

    def start(self) -> dict[str, Any]:
        """The table as it lies now, before any step that is told of later."""
        places, layout = list(self.number), self._layout()
        made = plans([layout], self._room[-1])
        spots = made[0].spots
        return {
            "cards": [list(self._position.places[name]) for name in places],
            "spots": [spot_data(name, spots.get(name)) for name in places],
            "plans": [plan_data(one, places) for one in made],
            "lines": list(
                lines_data(
                    self._game.all_lines, places, set() if self._open else layout.shut, self._game.vocabulary.lines
                )
            ),
            "open": self._open,
            **self._seen(),
        }

    def follow(self, steps: Sequence[Step]) -> tuple[int, list[dict[str, Any]]]:
        """Go where the game has gone.

        Args:
            steps: the steps of the game by now.

        Returns:
            How many of the steps that were known are still those of the game, and the new ones.
        """
        kept = 0
        while kept < min(len(steps), len(self._steps)) and steps[kept] is self._steps[kept]:
            kept += 1
        while len(self._steps) > kept:
            self._position.undo(self._steps.pop())
            self._room.pop()
        return kept, [self._add(step) for step in steps[kept:]]

    def _add(self, step: Step) -> dict[str, Any]:
        prose = tell(step, self._game, self._position)
        self._position.redo(step)
        self._steps.append(step)
        layout = self._layout()
        anew = any(isinstance(change, Relaid) for change in step.changes)
        room = self._needed(layout, {} if anew else self._room[-1])
        written = token(step.move)
        data: dict[str, Any] = {
            "changes": changes_data(step, self.number),
            "woven": bool(step.move.path),
            "move": written,
            "short": short(written),
            "kind": kind(written),
            "prose": prose,
            **self._seen(),
        }
        if room != self._room[-1]:
            data["plans"] = [plan_data(one, list(self.number)) for one in plans([layout], room)]
        self._room.append(room)
        return data

    def _seen(self) -> dict[str, Any]:
        """What is told of the table besides its cards."""
        game, position = self._game, self._position
        deal = position.deal if game.counts_deals else 0
        return {"caption": game.caption(position), "state": [deal, game.rows(position)]}

    def _needed(self, layout: Layout, before: Mapping[str, int]) -> dict[str, int]:
        """How many cards each place has room for."""
        room: dict[str, int] = {}
        for zone in layout.zones:
            for place in zone.places:
                fixed = place.lie in ("top", "squared") or cell_of(place.name) is not None
                count = len(place.cards)
                wanted = max(count, 1) if fixed else -(-(count + 1) // _ROOM) * _ROOM
                so_far = before.get(place.name, 0)
                room[place.name] = so_far if so_far >= max(count, 1) else wanted
        return room
