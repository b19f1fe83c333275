"""What came of something that a player did at a desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games.refusal import Refusal
from leoni_replay.play.advice import Advice
from leoni_replay.play.slip_search import Suggestion

#: A search for a hint or a review. Whoever gets it runs it, in another thread or not.
Errand: TypeAlias = Callable[[], Advice]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something that a player did: all that there is to show, so that nothing is left on the desk.

    Attributes:
        lines: what is said to it.
        diagnostic: why it was refused, as ``leoni verify`` says it; None if it wasn't.
        refusal: why the move is not legal, for a player at the table; None if it is legal or wasn't a move.
        refused_move: the move that is not legal; None if none was refused.
        was_made: whether the player has made the refused move, so that a move before it may have been forgotten.
        meanings: the moves among which the player must choose, because the move can mean each of them.
        mark: the annotation of the move that can mean each of ``meanings``.
        misplay: the refused move as a misplay; empty if the record cannot have it.
        setting: the places at both ends of the refused move, as a setting to be changed; empty likewise.
        suggestions: what may have happened before the refused move, so that it is legal.
        listed_moves: the legal moves that the first of the lines list, one each.
        shows_table: whether the table is to be shown again.
        advice: the hint that was asked for, if it takes no search; None if it does, or none was asked for.
        errand: what the solver is asked; None if it is asked nothing.
    """

    lines: list[str] = field(default_factory=list)
    diagnostic: Diagnostic | None = None
    refusal: Refusal | None = None
    refused_move: Move | None = None
    was_made: bool = False
    meanings: tuple[Move, ...] = ()
    mark: str = ""
    misplay: str = ""
    setting: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    listed_moves: tuple[Move, ...] = ()
    shows_table: bool = False
    advice: Advice | None = None
    errand: Errand | None = None
