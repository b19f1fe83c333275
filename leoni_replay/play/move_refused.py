"""Refusals in a session, and the question which move is meant."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.games.refusal import Refusal
from leoni_replay.notation.writer import token
from leoni_replay.phrases import join_words
from leoni_replay.report.frame import details

NOWHERE: Final = Span(0, 0, 0, 0)


class MoveRefused(Exception):
    """Raised if a request is refused.

    Attributes:
        diagnostic: why, as ``leoni verify`` says it.
        moves: the meanings of an ambiguous move.
        refusal: why a move is not legal as far as the player sees, for a player at the table; None if it is legal or
            the request wasn't a move.
    """

    def __init__(
        self,
        diagnostic: Diagnostic | str,
        help: Sequence[str] = (),
        moves: Sequence[Move] = (),
        refusal: Refusal | None = None,
    ) -> None:
        if isinstance(diagnostic, str):
            diagnostic = Diagnostic("", "error", diagnostic, "", NOWHERE, help=tuple(help))
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.moves: tuple[Move, ...] = tuple(moves)
        self.refusal: Refusal | None = refusal


def refusal_lines(diagnostic: Diagnostic, lead: str = "not played", omitted: Container[str] = ()) -> list[str]:
    """Return the lines to show for a refused move.

    Args:
        diagnostic: why it is refused.
        lead: the words before that.
        omitted: the labels of details that are left out: ``rule``, ``table``.
    """
    code = f" [{diagnostic.code}]" if diagnostic.code else ""
    lines = [f"{lead}{code}: {diagnostic.message}" if diagnostic.code else diagnostic.message]
    return lines + [f"  {label}: {text}" for label, text in details(diagnostic) if label not in omitted]


def answers_to(meanings: Sequence[Move]) -> dict[str, Move]:
    """Return the answers to the question which of several moves is meant: each move by the part that distinguishes it,
    its place, its destination, or all of it."""
    for part in ("source", "dest"):
        move_of_part = {getattr(move, part): move for move in meanings}
        if len(move_of_part) == len(meanings) and None not in move_of_part:
            return move_of_part
    return {token(move): move for move in meanings}


def which_question(meanings: Sequence[Move]) -> str:
    """Return the question which of several moves is meant."""
    sources = {move.source for move in meanings}
    question = "which one" if len(sources) > 1 else "where to"
    answers = answers_to(meanings)
    moves = join_words([token(move) for move in answers.values()], "or")
    return f"{question}? {moves}: type {join_words(list(answers), 'or')}"
