"""Diagnostics for refused moves: the place, the position around it, and the legal moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from leoni_replay.cards import TEXT, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_IMPOSSIBLE, CARD_NOT_KNOWN, NONE_LEFT, Diagnostic, Fault, Located, Warn
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Ambiguous, Refusal, Refused
from leoni_replay.message import Message, joined
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Tag, Transcript
from leoni_replay.record.nearest import legal_help, table_lines
from leoni_replay.record.setup import unlisted_places, unseen_help


def fault_of(position: Position, item: Located, refusal: Refusal, help: list[str]) -> Fault:
    """Return a refusal at its place, with the position around it."""
    return Fault(
        refusal.code,
        refusal.message,
        item.start,
        item.end,
        clause=refusal.clause,
        table_lines=table_lines(position, refusal.places),
        notes=refusal.notes,
        help=help,
    )


def move_fault(
    position: Position,
    item: Located,
    command: Move,
    error: Refused | Ambiguous,
    layout: Tag | None = None,
) -> Fault:
    """Return the fault for a move that agrees with no legal move, or with several.

    Args:
        position: the position before the move.
        item: where the move is written.
        command: the move.
        error: the reason that the game gives.
        layout: the tag that lists the first position, if there is one.
    """
    game = position.game
    if isinstance(error, Ambiguous):
        places = tuple(dict.fromkeys(move.source for move in error.moves if move.source is not None))
        message = Message(command, " can mean ", joined(error.moves, " or "))
        refusal = Refusal("M207", message, None, places)
        return fault_of(position, item, refusal, ["write enough of the long form to tell them apart"])
    refusal = error.refusal
    if refusal.code in NONE_LEFT:
        # The cards may be in a place that the layout forgot to list.
        notes = unseen_help(unlisted_places(game, layout))
        refusal = refusal._replace(notes=(*refusal.notes, *notes))
    if refusal.placeless is not None:
        help = _place_help(game, command, refusal.placeless, layout)
    elif refusal.code == CARD_NOT_KNOWN and not refusal.notes:
        help = [f"name the cards: {_in_long_form(command, _unknown_is_covered(position, command, refusal))}"]
    elif refusal.code in (CARD_IMPOSSIBLE, CARD_NOT_KNOWN):
        help = []
    else:
        help = legal_help(position, command, refusal.message)
    return fault_of(position, item, refusal, help)


def _place_help(game: Game[Any], command: Move, card: int, layout: Tag | None) -> list[str]:
    """Return help on how to say where a card lies: in the move, or, if no layout does so, for the whole table."""
    place = "r1c3" if game.grid_rows else "3"
    example = command._replace(source=place) if command.card == card else command._replace(dest=f">{place}")
    help = [f"name the place, as in `{example}`"]
    if layout is None:
        name = f'"{game.name}"' if " " in game.name else game.name
        help.append(f"or list {game.open_at_start} as dealt in a layout: `leoni new {name} --physical` begins one")
    return help


def _unknown_is_covered(position: Position, command: Move, refusal: Refusal) -> bool:
    """Whether the unknown card is the one that a move would cover."""
    place = position.game.vocabulary.place_named(command.dest) or ""
    return place in refusal.places and place != command.source and position.places[place][-1:] == [UNKNOWN]


def _in_long_form(command: Move, unknown_is_covered: bool) -> str:
    """Return the parts of the long form of a move, with ``CARD`` for each card that the written move omits;
    ``unknown_is_covered`` is set if it omits the card that it covers."""
    if unknown_is_covered and command.card is not None:
        return f"`{command._replace(dest='>CARD')}`, the card moved and the card it goes on"
    if command.source == "exile":
        exile = "CARD" if command.card is None else TEXT[command.card]
        return f"`exile:{exile}~CARD~CARD`, the exile and each card that is lifted"
    if command.card is not None:
        return f"`{command}+CARD`, the card moved and the card it reveals"
    if command.source == "deal":
        return f"`deal:CARD{command.dest or ''}`, the card that is turned up"
    long_form = f"{command.source or ''}:CARD{command.dest or ''}".removeprefix(":")
    return f"`{long_form}`, or `{long_form}+CARD` if it reveals another card"


def diagnostic(
    record: Transcript | RawGame, fault: Fault | Warn, severity: Literal["error", "warning"], move: int | None
) -> Diagnostic:
    """Return a fault or warning of a record as a diagnostic, with its place in the file and the number of its move."""
    span = record.span(fault.start, fault.end)
    problem = Diagnostic(
        code=fault.code,
        severity=severity,
        message=fault.message,
        file=record.file,
        span=span,
        lines=record.lines(span),
        number=record.number,
        move=move,
        clause=fault.clause,
        help=fault.help,
    )
    if isinstance(fault, Fault):
        return replace(problem, table_lines=fault.table_lines, notes=fault.notes)
    return problem
