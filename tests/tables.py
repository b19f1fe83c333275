"""Small tables for tests: a layout, some moves, and what comes of them."""

from __future__ import annotations

from leoni_replay.games import Game
from leoni_replay.games.steps import Position
from leoni_replay.notation import command, loads, token
from leoni_replay.record.replay import Replay, replay


def replayed(layout: str, moves: str = "*", rules: str = "wikipedia", game: str = "Leoni's Own") -> Replay:
    """Replay some moves from a layout (one place a line, places not listed are empty or at their bases)."""
    if not moves.split() or moves.split()[-1] not in ("won", "lost", "*"):
        moves += " *"
    text = f'[Game "{game}"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n{moves}\n'
    (transcript,) = loads(text)
    return replay(transcript, hints=False)


def verified(layout: str, moves: str = "*", rules: str = "wikipedia", game: str = "Leoni's Own") -> Replay:
    """As :func:`replayed`, for moves that are right."""
    done = replayed(layout, moves, rules, game)
    assert done.verified, done.diagnostics
    return done


def refused(layout: str, moves: str, rules: str = "wikipedia", game: str = "Leoni's Own") -> str:
    """The code of the one error in some moves."""
    done = replayed(layout, moves, rules, game)
    errors = [found.code for found in done.diagnostics if found.severity == "error"]
    assert len(errors) == 1, done.diagnostics
    return errors[0]


def place(done: Replay, name: str) -> str:
    """A line of the final position."""
    assert done.game is not None and done.position is not None
    (line,) = [line for line in done.game.text(done.position).splitlines() if line.startswith(f"{name}: ")]
    return line.removeprefix(f"{name}: ")


def legal(done: Replay) -> set[str]:
    """The legal moves of the final position, in long form."""
    assert done.game is not None and done.position is not None
    return legal_tokens(done.game, done.position)


def legal_tokens(game: Game, position: Position) -> set[str]:
    """The legal moves of a position, in long form."""
    return {token(game.in_full(position, move)) for move in game.legal_moves(position)}


def refusal(game: Game, position: Position, text: str) -> str | None:
    """The code of the reason against a written move; None if it is legal."""
    reason = game.why_not(position, command(text)[0])
    return reason.code if reason else None
