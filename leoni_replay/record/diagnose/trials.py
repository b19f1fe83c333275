"""The search for slips (:mod:`~leoni_replay.record.diagnose.slips`) where cards are unknown.

What the moves show about unknown cards is known only after reading the record from its deal, so every trial replays the
record.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from leoni_replay.commands import Command
from leoni_replay.games import Game
from leoni_replay.notation.tree import Claim, Move, Transcript
from leoni_replay.record.diagnose.slips import (
    LIMIT,
    OF_NUMBER,
    PARTS,
    PARTS_OF_REFUSED,
    Kind,
    Slip,
    Slips,
    before_error,
    meant_by,
    moves_and_claims,
    with_parts,
)
from leoni_replay.record.result import Replay

#: Replays a transcript strictly.
Replays = Callable[[Transcript], Replay]

#: The cost of replaying a record, and of every move of it.
_REPLAYING: Final = 100
_REPLAYED: Final = 20


def tried_slips(replay: Replay, code: str, start: int, again: Replays) -> Slips | None:
    """Search for the slips that may explain why a record with unknown cards is refused.

    Args:
        replay: the replay up to the error: a refused move, or an unproved result.
        code: the code of the error.
        start: where it begins in the text.
        again: a function that replays the record with other moves.

    Returns:
        The slips; None if the error is in a variation.
    """
    before = before_error(replay, start)
    if before is None or not replay.dealt:
        return None
    trials = _Trials(replay, replay.game, before, code, again)
    at = before
    while at >= 0 and trials.spent < LIMIT:
        trials.look(at)
        at -= 1
    return Slips(trials.slips, trials.end, at + 1)


class _Trials:
    """The search: it goes back from an error, move by move, and replays the record with what may have been meant."""

    def __init__(self, replay: Replay, game: Game[Any], before: int, code: str, again: Replays) -> None:
        self.replay = replay
        self.game = game
        self.before = before
        self.fault = code
        self.again = again
        self.items = moves_and_claims(replay.transcript)
        self.moves = [at for at, item in enumerate(self.items) if isinstance(item, Move)]
        self.end = len(self.items) + 1
        self.slips: list[Slip] = []
        self.spent = 0
        if code == OF_NUMBER:
            self._add("misnumbered", before, (), self.items)

    def look(self, at: int) -> None:
        """Try all slips at one place, which must be the one before the last."""
        position = self.replay.standing(bisect_left(self.moves, at))
        legal = {code: position.in_full(code) for code in self.game.codes(position)}
        item, *later = [*self.items[at : at + 2], None]
        before, after = self.items[:at], self.items[at + 1 :]
        if isinstance(item, Move):
            parts = PARTS_OF_REFUSED.get(self.fault, PARTS) if at == self.before else PARTS
            for code, played in legal.items():
                kind, meant = meant_by(
                    position.table, item.command, self.game.vocabulary.command_of(code), self.game.vocabulary
                )
                if kind is not None and kind in parts:
                    meant = with_parts(item.command, played, self.fault) if kind == "same" else meant
                    self._add("misread" if kind == "same" else kind, at, (meant,), [*before, Move(meant), *after])
            if isinstance(later[0], Move) and later[0].command != item.command:
                self._add("swapped", at, (), [*before, later[0], item, *after[1:]])
        for played in legal.values():
            self._add("left out", at, (played,), [*before, Move(played), *self.items[at:]])

    def _add(self, kind: Kind, at: int, commands: tuple[Command, ...], items: list[Move | Claim]) -> None:
        """Replay the record with other moves; if it goes further, that is a slip."""
        again = self.again(replace(self.replay.transcript, items=[*items]))
        self.spent += _REPLAYING + _REPLAYED * again.moves
        right = again.moves - (kind == "left out")
        if not again.accepted and right <= self.replay.moves:
            return
        reach = self.end if again.accepted else self.moves[right] if right < len(self.moves) else len(self.items)
        for slip in self.slips if kind == "left out" else ():
            # If the move could as well stand on the other side of an item, it is one slip.
            if (slip.commands, slip.reach, slip.places[-1]) == (commands, reach, at + 1):
                slip.places.append(at)
                return
        self.slips.append(Slip(kind, at, commands, reach, [at]))
