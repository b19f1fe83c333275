"""A file with the verdicts so far, from which a long run can resume (``leoni verify --resume``).

Each share of the work is one line: a key for the text and position of its games; a checksum that only this user can
make; and the verdicts. A truncated line is ignored, and so is one that somebody else has written or changed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from leoni_replay.diagnostics import Clause, Diagnostic, Edit, Fix, Span, UserError
from leoni_replay.notation.grammar import cache_folder
from leoni_replay.record.verdict import contradiction
from leoni_replay.sources import judge_version, outside
from leoni_replay.words import counted

#: the fields of a verdict as they are sent: those after file and number
Sent = tuple[Any, ...]

_WHAT: Final = "leoni verify --resume"
#: increased when the content of the lines changes; before 3 they held verdicts without a checksum
_FORMAT: Final = 3
#: the positions of the parts of a line: `["KEY","CHECKSUM",VERDICTS]`
_KEY: Final = slice(2, 34)
_CHECKSUM: Final = slice(37, 69)
_VERDICTS: Final = slice(71, -2)


class NotKept(UserError):
    """Raised for a file that is not a resume file, or belongs to a different question; the message says which."""


class Kept:
    """A context manager for the file.

    Args:
        path: the file; it is created if necessary.
        question: everything that a verdict depends on besides the games, including the version of the judge.
        say: receives a message about lines that are not trusted.

    Raises:
        NotKept: it is another kind of file, or belongs to another question.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str, question: list[Any], say: Callable[[str], None]) -> None:
        self._path, self._say = path, say
        self._head = json.dumps([_WHAT, _FORMAT, judge_version(), question]).encode() + b"\n"
        #: where the line of every share begins
        self._at: dict[str, int] = {}
        #: how many lines are not trusted; how many are malformed; and whether a line was added
        self._doubted = self._strange = 0
        self._added = False
        self._file = open(path, "a+b")  # noqa: SIM115 (closed by close)
        try:
            self._file.seek(0)
            first = self._file.readline(1 << 16)
            if first == self._head:
                self._read(len(first))
            else:
                if first and not self._head.startswith(first):
                    self._see_replaceable(first, question)
                self._file.truncate(0)
                self._file.write(self._head)
            self._file.flush()
        except BaseException:
            self._file.close()
            raise

    def _read(self, at: int) -> None:
        """Note where the lines begin. Only their keys are read now."""
        for line in self._file:
            if not line.endswith(b"\n"):
                self._file.truncate(at)
                break
            if line[:2] == b'["' and line[34:37] == b'","':
                self._at[line[_KEY].decode("ascii", "replace")] = at
            else:
                self._strange += 1
            at += len(line)
        self._file.seek(0, os.SEEK_END)

    def _see_replaceable(self, first: bytes, question: list[Any]) -> None:
        """Check that a file with a different first line has the same question and another version of the judge; then
        everything is judged again.

        Raises:
            NotKept: the question differs.
        """
        what = "something else"
        try:
            kept, format, *more = json.loads(first)
            if kept == _WHAT:
                what = "another question, or a newer version"
                asked = more[0][1:] if format < _FORMAT else more[1]
                if format <= _FORMAT and asked == question:
                    self._say(f"{self._path} is of another version of leoni: what it holds is judged again")
                    return
        except (ValueError, TypeError, LookupError):
            pass
        raise NotKept(f"{self._path} is of {what}: --resume continues the same command, or makes a new file")

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
        if self._doubted or (self._strange and self._added):
            lines = counted(self._doubted + self._strange, "line")
            self._say(f"{self._path}: {lines} changed, or written by another user: those games were judged again")

    def find(self, key: str) -> list[Sent] | None:
        """The verdicts on a share of the work; None if it must be judged, for the first time or again."""
        at = self._at.get(key)
        if at is None:
            return None
        self._file.seek(at)
        line = self._file.readline()
        written = line[_VERDICTS]
        if checks(line[_CHECKSUM].decode("ascii", "replace"), self._head, key.encode(), written):
            try:
                return [_verdict(one) for one in json.loads(written)]
            except (ValueError, TypeError, LookupError):
                pass
        self._doubted += 1
        return None

    def add(self, key: str, verdicts: list[Sent]) -> None:
        """Store the verdicts on a share of the work, unless one depends on something outside this package.

        Raises:
            OSError: the file cannot be written.
        """
        if any(outside(verdict[0], verdict[1], _error_in(verdict[7])) for verdict in verdicts):
            return
        written = json.dumps(verdicts, separators=(",", ":"))
        check = checksum(self._head, key.encode(), written.encode())
        self._file.write(f'["{key}","{check}",{written}]\n'.encode())
        self._added = True
        # Flushed, so that nothing written is lost if this process is killed.
        self._file.flush()


def key_of(*parts: object) -> str:
    """A key: 32 digits that identify some texts, bytes and numbers in their order."""
    made = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()


def _verdict(fields: list[Any]) -> Sent:
    """The fields of a verdict as they were sent: lists become tuples again.

    Raises:
        ValueError: they contradict each other.
    """
    name, rules, deal, status, result, moves, digest, diagnostics, unknown, legal_moves, record, irregular = fields
    read = tuple(_diagnostic(one) for one in diagnostics)
    if wrong := contradiction(status, result, unknown, _error_in(read), irregular):
        raise ValueError(wrong)
    return name, rules, deal, status, result, moves, digest, read, unknown, legal_moves, record, irregular


def _error_in(diagnostics: tuple[Diagnostic, ...]) -> str | None:
    """The code of the error of a record."""
    return next((one.code for one in diagnostics if one.severity == "error"), None)


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


_BYTES: Final = 32
_NAME: Final = "key"


@cache
def user_key() -> bytes:
    """The user's key: 32 random bytes, made on first use and stored in a file of the cache folder that nobody else can
    read. If it cannot be stored, it is valid for this process only."""
    folder = cache_folder()
    if folder is None:
        return secrets.token_bytes(_BYTES)
    path = folder / _NAME
    return _read(path) or _made(path)


def checksum(*parts: bytes) -> str:
    """A checksum that only the owner of the key can make: 32 hexadecimal digits."""
    digest = hashlib.blake2b(key=user_key(), digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def checks(written: str, *parts: bytes) -> bool:
    """Whether a checksum matches the bytes."""
    return hmac.compare_digest(written.encode("ascii", "replace"), checksum(*parts).encode())


def _read(path: Path) -> bytes | None:
    """Read the key from a file; None if it holds none, or if others could have read it."""
    try:
        with path.open("rb") as stream:
            about = os.fstat(stream.fileno())
            if not stat.S_ISREG(about.st_mode):
                return None
            if os.name == "posix" and (about.st_mode & 0o077 or about.st_uid != os.geteuid()):
                return None
            key = stream.read(_BYTES + 1)
    except OSError:
        return None
    return key if len(key) == _BYTES else None


def _made(path: Path) -> bytes:
    """A new key, stored in its file if possible; or the key of another process that was faster."""
    key = secrets.token_bytes(_BYTES)
    with suppress(OSError):
        # mkstemp creates a file that only its owner can read.
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{_NAME}-")
        try:
            with open(handle, "wb") as stream:
                stream.write(key)
            try:
                os.link(name, path)
            except FileExistsError:
                if (other := _read(path)) is not None:
                    return other
                os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    return key
