"""What is legal at a point of a record, with its outcome: in the terminal, and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from leoni_replay.commands import Move
from leoni_replay.diagnostics import diagnostic_object
from leoni_replay.phrases import counted
from leoni_replay.record.legal import Possible, Why
from leoni_replay.record.nearest import legal_help
from leoni_replay.record.result import Replay
from leoni_replay.show.data import move_fields
from leoni_replay.show.move_sentences import move_sentence
from leoni_replay.show.terminal import bare_grid
from leoni_replay.text import shown, wrap

if TYPE_CHECKING:
    from rich.table import Table

    from leoni_replay.show.terminal import Terminal


def show_legal(replay: Replay, at: int, moves: Sequence[Possible], terminal: Terminal) -> None:
    """Print a line a move: in long form, in short form, and its outcome."""
    position = replay.view_at(at)
    situation = position.situation
    if position.doubtful():
        situation = ", ".join([*([situation] if situation else []), "as far as the cards are known"])
    verb = "is" if len(moves) == 1 else "are"
    terminal.write("\n")
    if moves:
        count = f"{counted(len(moves), 'move')} {verb} legal {_after(at)}"
        _print(f"{count}{': ' if situation else ''}{situation}", terminal, "bold")
        terminal.print_grid(_table(replay, at, moves, terminal))
    for line in [] if moves else legal_help(position, Move()) or [f"no move is legal {_after(at)}"]:
        _print(line, terminal, "bold")


def show_why(replay: Replay, answer: Why, terminal: Terminal) -> None:
    """Print whether a move is legal: its outcome, or the rule that forbids it."""
    _print(f"{answer.headline} {_after(answer.at)}", terminal, "bold")
    if answer.objection is None:
        terminal.print_grid(_table(replay, answer.at, answer.moves, terminal))
        return
    refusal, clause = answer.objection, answer.objection.clause
    if clause is not None:
        refusal = refusal._replace(notes=(f"the rule: {clause.text}", *refusal.notes))
    terminal.write_frame(refusal)
    if answer.moves:
        terminal.write("\n")
        terminal.print_grid(_table(replay, answer.at, answer.moves, terminal))


def legal_object(replay: Replay, at: int, moves: Iterable[Possible]) -> dict[str, Any]:
    """Return the legal moves at a point of a record: ``leoni replay --legal``."""
    return _record(replay, at) | {
        "digest": None if not replay.dealt else replay.view_at(at).digest,
        "legal": [_object(replay, at, move) for move in moves],
        "diagnostics": [diagnostic_object(diagnostic) for diagnostic in replay.diagnostics],
    }


def why_object(replay: Replay, answer: Why) -> dict[str, Any]:
    """Whether a move is legal, and why: ``leoni why``."""
    return _record(replay, answer.at) | {
        "asked": str(answer.command),
        "legal": answer.legal,
        "moves": [_object(replay, answer.at, move) for move in answer.moves],
        "refused": None if answer.objection is None else diagnostic_object(answer.objection),
    }


def _record(replay: Replay, at: int) -> dict[str, Any]:
    transcript = replay.transcript
    return {
        "file": transcript.file,
        "number": transcript.number,
        "game": replay.name,
        "rules": replay.rules,
        "deal": transcript.value("Deal"),
        "after": at,
    }


def _object(replay: Replay, at: int, possible: Possible) -> dict[str, Any]:
    move = possible.move
    return {
        "token": str(move),
        "short": str(possible.short),
        **move_fields(move),
        "prose": _prose(replay, at, possible),
    }


def _table(replay: Replay, at: int, moves: Iterable[Possible], terminal: Terminal) -> Table:
    table = bare_grid("move", "short", "outcome", header_style="dim")
    for column in table.columns[:2]:
        column.overflow = "fold"
    for one in moves:
        table.add_row(str(one.move), str(one.short), Text(shown(_prose(replay, at, one), terminal.ascii)))
    return table


def _prose(replay: Replay, at: int, possible: Possible) -> str:
    return move_sentence(possible.step, replay.view_at(at))


def _after(at: int) -> str:
    return f"after move {at}" if at else "before the first move"


def _print(text: str, terminal: Terminal, style: str) -> None:
    lines = "\n".join(wrap(shown(text, terminal.ascii), terminal.width))
    terminal.console().print(Text(lines, style=style))
