"""Knowledge about the unknown cards of games from outside the package: what the game's own table shows."""

from __future__ import annotations

from typing import Any

from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.rules.numbers import DEAL_AGAIN, STOCK, TALON
from leoni_replay.rules.python_rules import OpenTable
from leoni_replay.unknown.identify import PatienceNames
from leoni_replay.unknown.position import UnknownPosition


class OpenNames(PatienceNames):
    """Knowledge about the unknown cards of a game from outside.

    ``built`` are the places whose cards can be named by their top card, ``named_by_top`` of the game. ``gathers`` is
    the place with the number ``TALON``, if a redeal turns it over. A subclass may set both.
    """

    lost_at_standstill = False

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.built: tuple[str, ...] = self.built or getattr(game, "named_by_top", ())
        self.gathers: tuple[str, ...] = self.gathers or self._places_turned_over()

    def _places_turned_over(self) -> tuple[str, ...]:
        """Return the place that a redeal turns over to make the stock; none if it does anything else."""
        name = self.game.vocabulary.names.get(TALON)
        if name not in self.game.order or "stock" not in self.game.order:
            return ()
        table, cards = self.game.new_table(), bytes(range(12))
        table.set_position({TALON: cards}, 1, 0)
        if table.why(DEAL_AGAIN):
            return ()
        table.play(DEAL_AGAIN)
        return (name,) if table.cards_in(STOCK) == cards[::-1] else ()

    def comes_to_light(self, position: UnknownPosition, command: Move) -> list[tuple[str, int]]:
        """Return the places of the cards that a command shows, in order, each with the index from the bottom at which
        it lies before the move: where the table takes the cards from that its ``perform`` shows. None if the command
        stands for no legal move."""
        table = position.table
        # If the command is not complete or not legal as it is written, the first move that it can mean is played.
        code = self.game.number_of(command)
        if not isinstance(table, OpenTable) or code is None or table.why(code):
            moves = position.meanings(command)
            code = self.game.number_of(moves[0]) if moves else None
        if not isinstance(table, OpenTable) or code is None:
            return []
        table.play(code)
        spots = table.came_to_light()
        table.unplay()
        return [(self.game.vocabulary.names[place], at) for place, at in spots]
