"""Small tables for tests: a layout, some moves, and what comes of them."""

from __future__ import annotations

import leoni_replay as lr
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.notation.reader import loads
from leoni_replay.notation.writer import token
from leoni_replay.record.replay import Replay


def replayed(layout: str, moves: str = "*", rules: str = "wikipedia", game: str = "Leoni's Own") -> Replay:
    """Replay some moves from a layout (one place a line, places not listed are empty or at their bases)."""
    if not moves.split() or moves.split()[-1] not in ("won", "lost", "conceded", "*"):
        moves += " *"
    text = f'[Game "{game}"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n{moves}\n'
    (transcript,) = loads(text)
    return lr.replay(transcript, hints=False)


def verified(layout: str, moves: str = "*", rules: str = "wikipedia", game: str = "Leoni's Own") -> Replay:
    """As :func:`replayed`, for moves that are right."""
    replay = replayed(layout, moves, rules, game)
    assert replay.verified, replay.diagnostics
    return replay


def refused(layout: str, moves: str, rules: str = "wikipedia", game: str = "Leoni's Own") -> str:
    """The code of the one error in some moves."""
    return fault(layout, moves, rules, game).code


def fault(layout: str, moves: str, rules: str, game: str) -> Diagnostic:
    """The one error in some moves."""
    replay = replayed(layout, moves, rules, game)
    (diagnostic,) = [diagnostic for diagnostic in replay.diagnostics if diagnostic.severity == "error"]
    return diagnostic


def place(replay: Replay, name: str) -> str:
    """A line of the final position."""
    assert replay.dealt
    (line,) = [line for line in replay.position.text.splitlines() if line.startswith(f"{name}: ")]
    return line.removeprefix(f"{name}: ")


def legal(replay: Replay) -> set[str]:
    """The legal moves of the final position, in long form."""
    assert replay.dealt
    return legal_tokens(replay.game, replay.position)


def legal_tokens(game: Game, position: Position) -> set[str]:
    """The legal moves of a position, in long form."""
    return {token(position.long_form(move)) for move in position.legal_moves()}
