"""The one record that everything which is found wrong, or doubtful, becomes.

Readers, replays and claims make diagnostics; ``report`` prints them. The codes, their families and their pages are
in ``leoni_replay/explain/`` (one Markdown page a code).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text: lines and columns from 1, columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule that the engine enforces, with its source.

    ``label`` is book and id (``wikipedia 4``), ``name`` a word or two, ``text`` the rule in the project's own words,
    ``citation`` the work it is from, ``basis`` whether the source states it or the project inferred it.
    """

    label: str
    name: str
    text: str
    citation: str
    basis: Literal["stated", "inferred"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a record.

    ``message`` may hold suit symbols (``♣♦♥♠``) and text taken from the record; renderers translate the former where
    they cannot be shown and make control characters of the latter visible.
    """

    code: str
    severity: Severity
    message: str
    file: str
    span: Span
    #: the source lines that the span touches (the first few), for the frame
    lines: tuple[str, ...] = ()
    #: the game in its file and the move in its game, from 1
    game: int | None = None
    move: int | None = None
    clause: Clause | None = None
    #: the table around the fault before the move, one line a place (``8: Q♦ A♠``)
    table: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
