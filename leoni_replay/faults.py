"""Faults on their way to becoming diagnostics: what is wrong and where in the game's text, not yet in which file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from leoni_replay.diagnostics import Clause


class Located(Protocol):
    """Anything of a transcript that knows where it stands."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Fault(Exception):
    """What makes a record wrong, at offsets of its text."""

    def __init__(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        clause: Clause | None = None,
        table: Sequence[str] = (),
        notes: Sequence[str] = (),
        help: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.clause = clause
        self.table = tuple(table)
        self.notes = tuple(notes)
        self.help = tuple(help)

    @classmethod
    def at(
        cls, item: Located, code: str, message: str, *, notes: Sequence[str] = (), help: Sequence[str] = ()
    ) -> Fault:
        """A fault of one tag, move or other item."""
        return cls(code, message, item.start, item.end, notes=notes, help=help)


@dataclass(frozen=True, slots=True)
class Warn:
    """What is doubtful, but does not make a record wrong."""

    code: str
    message: str
    start: int
    end: int
    help: tuple[str, ...] = ()

    @classmethod
    def at(cls, item: Located, code: str, message: str, *, help: Sequence[str] = ()) -> Warn:
        """A warning about one tag, move or other item."""
        return cls(code, message, item.start, item.end, tuple(help))
