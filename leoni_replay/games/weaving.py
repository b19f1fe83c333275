"""The weaving games: which moves are legal, and what a written command means.

What the table is like is in :mod:`leoni_replay.games.weaving_table`, what a move does in
:mod:`leoni_replay.games.weaving_play`, why something cannot be played in :mod:`leoni_replay.games.weaving_refusals`.
"""

from __future__ import annotations

from leoni_replay.commands import Command
from leoni_replay.diagnostics import Clause
from leoni_replay.games.base import Refusal, Refused
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, Step, new_tuple, undo
from leoni_replay.games.weaving_play import REDEAL, WeavingPlay
from leoni_replay.games.weaving_refusals import Reasons
from leoni_replay.games.weaving_state import DOWN, UP, State
from leoni_replay.unknown.unknowns import Unknowns
from leoni_replay.unknown.weaving import blank_deal, learn, name_cards


class Weaving(WeavingPlay):
    """A weaving game under the rules of one record.

    Raises:
        RulesError: readings that cannot work together.
    """

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self._reasons = Reasons(self, self.in_doubt)

    # -- legal moves --------------------------------------------------------------------------------------------

    def legal_moves(self, position: Position) -> list[Command]:
        moves = [
            Command(name, card, dest)
            for name, card in self.available(position)
            for dest in ("^", "v")
            if self.playable_on(position, name, card, dest)
        ]
        moves += self._reversals(position)
        moves += self._exile_moves(position)
        if self._reasons.redeal(position) is None:
            moves.append(REDEAL)
        return moves

    def _reversals(self, position: Position) -> list[Command]:
        tops = [
            (position.places[name][-1], way) for names, way in ((UP, "^v"), (DOWN, "v^")) for name in names if self.ups
        ]
        return [Command(None, card, way) for card, way in tops if self.may_reverse(position, card, way)]

    def _exile_moves(self, position: Position) -> list[Command]:
        if not self.may_turn_up(position):
            return []
        exiles = position.places["exile"]
        turned = dict.fromkeys(reversed(exiles)) if self.any_exile else exiles[-1:]
        moves = [Command("exile", card, dest) for card in turned for dest in self.exile_dests(position, card)]
        return [move for move in moves if self.in_doubt(position, move) is None] if position.odd else moves

    def in_doubt(self, position: Position, move: Command) -> Refusal | None:
        """Why it is not known what a move does that turns up an exile; None if it is."""
        try:
            step = self.play(position, move)
        except Refused as error:
            return error.refusal
        undo(position, step)
        return None

    def blank_start(self, exiles: int) -> Position:
        """The first deal of unknown cards, of which so many are exiled."""
        return self._settled(self._bare() | blank_deal(self, 52 * self.packs - len(self.bases), exiles), 1)

    def table_of(self, position: Position) -> int:
        state: State = position.state
        return state.noted.table

    def learn(self, known: Unknowns, position: Position, step: Step, changes: list[Change]) -> None:
        learn(self, known, position, step, changes)

    def name_cards(self, known: Unknowns, position: Position, command: Command, changes: list[Change]) -> Step | None:
        return name_cards(self, known, position, command, changes)

    def _top_exile(self, position: Position, card: int | None, dest: str | None) -> Command | None:
        """The move that turns up the top exile, if it is legal, what is written of it is right, and there is just
        one."""
        exiles = position.places["exile"]
        if self.any_exile or not exiles or (card is not None and card != exiles[-1]) or not self.may_turn_up(position):
            return None
        dests = self.exile_dests(position, exiles[-1])
        if dest is None and len(dests) == 1:
            dest = dests[0]
        return new_tuple(Command, ("exile", exiles[-1], dest, None, False, None)) if dest in dests else None

    def why_not(self, position: Position, command: Command) -> Refusal | None:
        if self.meant(position, command):
            return None
        return self._reasons.against(position, command)

    def consequence_clause(self, move: Command) -> Clause:
        if move.source == "exile":
            return self.rules.clause("7", "L2", "L3", "L6")
        return self.rules.clause("10" if move.source == "redeal" else "L6d")

    @property
    def win_clause(self) -> Clause:
        return self.rules.clause("11")

    def why_not_lost(self, position: Position) -> Refusal | None:
        return self._reasons.lost(position)

    def advance(self, position: Position, command: Command) -> Step:
        # Plays in long form are most of what there is: looked at once, and played.
        source, card, dest, _, _, _ = command
        if source in self.pile_names and card is not None and (dest == "^" or dest == "v"):
            foundation = self.playable_on(position, source, card, dest)
            if foundation:
                return self.play_from_pile(position, source, card, dest, foundation)
        elif source == "exile" and (move := self._top_exile(position, card, dest)) is not None:
            return self.play(position, move)
        return super().advance(position, command)

    def read(self, position: Position, command: Command) -> Command:
        # A command in long form needs no list of every legal move.
        source, card, dest, _, _, _ = command
        if source in self.pile_names:
            if card is not None and (dest == "^" or dest == "v") and self.playable_on(position, source, card, dest):
                return command
        elif card is not None and (dest == "^v" or dest == "v^"):
            if source is None and self.may_reverse(position, card, dest):
                return command
        elif source == "redeal" and card is None and dest is None and self._reasons.redeal(position) is None:
            return command
        return super().read(position, command)
