"""What has been checked so far, in a file, so that a long run can be gone on with (``leoni verify --resume``).

A line a share of the work: its key, which stands for the text and the place of its games, and their verdicts. A line
that was broken off counts for nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Final

from leoni_replay.diagnostics import Clause, Diagnostic, Edit, Fix, Span

#: the fields of a verdict as they are sent: those behind file and number
Sent = tuple[Any, ...]

_WHAT: Final = "leoni verify --resume"
#: raised when lines come to hold something else
_FORMAT: Final = 2


class NotKept(Exception):
    """A file that is not one of these, or was made by another question; the message says so."""


class Kept:
    """The file (a context manager).

    Args:
        path: the file; it is made if it is not there.
        question: all that a verdict depends on besides the games.

    Raises:
        NotKept: it is another kind of file, or one of another question.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str, question: list[Any]) -> None:
        head = json.dumps([_WHAT, _FORMAT, question]).encode() + b"\n"
        #: where the line of every share begins
        self._at: dict[str, int] = {}
        self._file = open(path, "a+b")  # noqa: SIM115 (closed by close)
        try:
            self._file.seek(0)
            first = self._file.readline(1 << 16)
            if first and first != head and not head.startswith(first):
                what = "another question, or another version" if first.startswith(head[:24]) else "something else"
                raise NotKept(f"{path} is of {what}: --resume goes on with the same command, or makes a new file")
            at = len(first)
            for line in self._file:
                # Nothing but the key is looked at yet.
                if line.endswith(b"\n") and line.startswith(b'["') and line[34:36] == b'",':
                    self._at[line[2:34].decode("ascii", "replace")] = at
                at += len(line)
            self._file.seek(0, os.SEEK_END)
            if first != head:
                self._file.truncate(0)
                self._file.write(head)
            elif at and not self._ends_a_line(at):
                self._file.write(b"\n")
            self._file.flush()
        except BaseException:
            self._file.close()
            raise

    def _ends_a_line(self, size: int) -> bool:
        self._file.seek(size - 1)
        return self._file.read(1) == b"\n"

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def find(self, key: str) -> list[Sent] | None:
        """The verdicts on a share of the work; None if it has not been done."""
        at = self._at.get(key)
        if at is None:
            return None
        self._file.seek(at)
        try:
            written, verdicts = json.loads(self._file.readline())
            return [_verdict(one) for one in verdicts] if written == key else None
        except (ValueError, TypeError, LookupError):
            return None

    def add(self, key: str, verdicts: list[Sent]) -> None:
        """Keep the verdicts on a share of the work.

        Raises:
            OSError: the file cannot be written.
        """
        self._file.write(json.dumps([key, verdicts], separators=(",", ":")).encode() + b"\n")
        # What ends this process, even at once, takes nothing with it that was written.
        self._file.flush()


def key_of(*parts: object) -> str:
    """A key: 32 digits that stand for some texts, bytes and numbers in their order."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()


def _verdict(fields: list[Any]) -> Sent:
    """The fields of a verdict as they were sent: lists are tuples again."""
    name, rules, deal, status, result, moves, digest, diagnostics, unknown = fields
    read = tuple(_diagnostic(one) for one in diagnostics)
    return name, rules, deal, status, result, moves, digest, read, unknown


def _diagnostic(fields: list[Any]) -> Diagnostic:
    one = Diagnostic(*fields)
    return one._replace(
        span=Span(*one.span),
        lines=tuple(one.lines),
        clause=None if one.clause is None else Clause(*one.clause),
        table=tuple(one.table),
        notes=tuple(one.notes),
        help=tuple(one.help),
        fixes=tuple(_fix(list(fix)) for fix in one.fixes),
    )


def _fix(fields: list[Any]) -> Fix:
    message, line, moves, whole, only, edits = fields
    return Fix(message, line, moves, whole, only, tuple(Edit(Span(*span), text) for span, text in edits))
