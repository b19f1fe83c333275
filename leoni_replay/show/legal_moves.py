"""What is legal at a point of a record, with its outcome: in the terminal, and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from leoni_replay.commands import Move
from leoni_replay.games.game import Position
from leoni_replay.phrases import pluralize
from leoni_replay.record.legal import Possible, Why
from leoni_replay.record.nearest import legal_help
from leoni_replay.record.result import Replay, view_at
from leoni_replay.show.aloud import spell_cards
from leoni_replay.show.data import move_fields
from leoni_replay.show.move_sentences import move_sentence
from leoni_replay.show.terminal import bare_grid
from leoni_replay.text import terminal_text, wrap

if TYPE_CHECKING:
    from rich.table import Table

    from leoni_replay.show.terminal import Terminal


def show_legal(replay: Replay, at: int, moves: Sequence[Possible], terminal: Terminal, *, plain: bool = False) -> None:
    """Print the legal moves, a line for each: in long form, in short form, and its outcome.

    Args:
        replay: the replay.
        at: the number of the move after which they are legal (0: as dealt).
        moves: the legal moves.
        terminal: where to print.
        plain: whether to print plain lines, for the ear: each move in short form, and its outcome.
    """
    position = view_at(replay, at)
    situation = position.situation
    if position.doubtful():
        situation = ", ".join([*([situation] if situation else []), "as far as the cards are known"])
    if not plain:
        terminal.write("\n")
    if moves:
        verb = "is" if len(moves) == 1 else "are"
        count = f"{pluralize(len(moves), 'move')} {verb} legal {_after_words(at)}"
        headline = f"{count}{': ' if situation else ''}{situation}"
        if plain:
            lines = [f"{possible.short}: {spell_cards(_prose(position, possible))}" for possible in moves]
            terminal.write_lines([spell_cards(headline), *lines])
            return
        _print(headline, terminal, "bold")
        terminal.print_grid(_grid(position, moves, terminal))
        return
    for line in legal_help(position, Move()) or [f"no move is legal {_after_words(at)}"]:
        _print(spell_cards(line) if plain else line, terminal, "bold")


def show_why(answer: Why, terminal: Terminal) -> None:
    """Print whether a move is legal: its outcome, or the rule that forbids it."""
    position = view_at(answer.replay, answer.at)
    _print(f"{answer.headline} {_after_words(answer.at)}", terminal, "bold")
    if answer.objection is None:
        terminal.print_grid(_grid(position, answer.moves, terminal))
        return
    objection, clause = answer.objection, answer.objection.clause
    if clause is not None:
        objection = replace(objection, notes=(f"the rule: {clause.text}", *objection.notes))
    terminal.write_frame(objection)
    if answer.moves:
        terminal.write("\n")
        terminal.print_grid(_grid(position, answer.moves, terminal))


def legal_object(replay: Replay, at: int, moves: Iterable[Possible]) -> dict[str, Any]:
    """Return the legal moves at a point of a record: ``leoni replay --legal``."""
    position = view_at(replay, at) if replay.dealt else None
    return _record_keys(replay, at) | {
        "digest": None if position is None else position.digest,
        "legal": [possible.as_dict() for possible in moves],
        "diagnostics": [diagnostic.as_dict() for diagnostic in replay.diagnostics],
    }


def why_object(answer: Why) -> dict[str, Any]:
    """Return whether a move is legal, and why: ``leoni why``."""
    return _record_keys(answer.replay, answer.at) | {
        "asked": str(answer.command),
        "legal": answer.legal,
        "moves": [possible.as_dict() for possible in answer.moves],
        "refused": None if answer.objection is None else answer.objection.as_dict(),
    }


def _record_keys(replay: Replay, at: int) -> dict[str, Any]:
    """Return the keys that name a record, and the move after which something is asked."""
    transcript = replay.transcript
    return {
        "file": transcript.file,
        "number": transcript.number,
        "game": replay.name,
        "rules": replay.rules,
        "deal": transcript.value("Deal"),
        "after": at,
    }


def move_object(possible: Possible, position: Position) -> dict[str, Any]:
    """Return a legal move of a position with its outcome as data."""
    move = possible.move
    return {
        "token": str(move),
        "short": str(possible.short),
        **move_fields(move),
        "prose": _prose(position, possible),
    }


def _grid(position: Position, moves: Iterable[Possible], terminal: Terminal) -> Table:
    """Return a row a move: in long form, in short form, and its outcome."""
    grid = bare_grid("move", "short", "outcome", header_style="dim")
    for column in grid.columns[:2]:
        column.overflow = "fold"
    for possible in moves:
        prose = terminal_text(_prose(position, possible), terminal.ascii)
        grid.add_row(str(possible.move), str(possible.short), Text(prose))
    return grid


def _prose(position: Position, possible: Possible) -> str:
    """Return the outcome of a legal move of a position in a sentence."""
    return move_sentence(possible.step, position)


def _after_words(at: int) -> str:
    """Return where something is asked, in words."""
    return f"after move {at}" if at else "before the first move"


def _print(text: str, terminal: Terminal, style: str) -> None:
    lines = "\n".join(wrap(terminal_text(text, terminal.ascii), terminal.width))
    terminal.console().print(Text(lines, style=style))
