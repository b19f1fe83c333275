"""What is refused in a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.commands import Command
from leoni_replay.diagnostics import Diagnostic, Span

#: Refusals of what is written of a weave, of a move that can mean several, and of cards that come to light.
WRONG_PATH: Final = "M206"
SEVERAL: Final = "M207"
WRONG_CARDS: Final = "M218"

NOWHERE: Final = Span(0, 0, 0, 0)


class NotPlayed(Exception):
    """What was asked for cannot be; ``diagnostic`` says why, as ``leoni verify`` would. ``moves`` are those that could
    be meant, if that is why."""

    def __init__(self, diagnostic: Diagnostic | str, help: Sequence[str] = (), moves: Sequence[Command] = ()) -> None:
        if isinstance(diagnostic, str):
            diagnostic = Diagnostic("", "error", diagnostic, "", NOWHERE, help=tuple(help))
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.moves = tuple(moves)
