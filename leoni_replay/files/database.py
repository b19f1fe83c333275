"""Files of SQLite that keep something of this program's own, and stay whole whatever ends the program."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

#: the first bytes of every database
_MAGIC: Final = b"SQLite format 3\0"
#: for how many seconds a writer waits for another one
_PATIENCE: Final = 60
#: the first that has STRICT tables
_OLDEST: Final = (3, 37, 0)
_DAMAGED: Final = "this file is damaged"


class DatabaseError(Exception):
    """A file that cannot be used, or cannot be written; the message says which and why."""


class Kind(NamedTuple):
    """What a file keeps.

    Attributes:
        name: what it is called in messages (``archive``).
        application: the number by which a file says that it is one.
        steps: the SQL that makes its tables: each step takes them to the next version, from an empty file on. A step
            that has been released is never changed.
    """

    name: str
    application: int
    steps: tuple[str, ...]


def is_database(path: str) -> bool:
    """Whether a file begins as a database of SQLite does. What is no file (a pipe) is left as it is."""
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as stream:
            return stream.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


class Database:
    """A file of a kind (a context manager).

    A file of an older version is taken to the present one when it is opened to be written.

    Args:
        path: the file.
        kind: what it keeps.
        create: whether it may be made if it is not there.
        write: whether it is to be written.

    Raises:
        DatabaseError: it cannot be read or written, is no such file, or is damaged.
    """

    def __init__(self, path: str, kind: Kind, *, create: bool = False, write: bool = False) -> None:
        self.name = path
        self.kind = kind
        if sqlite3.sqlite_version_info < _OLDEST:
            raise DatabaseError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or later is needed")
        there = self._is_there()
        if not there and not create:
            raise DatabaseError(f"{path}: there is no such file")
        with self.named():
            self.file = sqlite3.connect(
                _address(path, create, write or create), timeout=_PATIENCE, isolation_level=None, uri=True
            )
        # Whatever is in a damaged file can be said.
        self.file.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
        try:
            with self.named():
                self.file.execute("PRAGMA foreign_keys = ON")
                self.file.execute("PRAGMA synchronous = NORMAL")
                self.file.execute("PRAGMA cache_size = -65536")
                self._see(write or create)
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    @contextmanager
    def named(self) -> Iterator[None]:
        """Errors of SQLite, said of the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise DatabaseError(f"{self.name}: {_why(error)}") from None
        except UnicodeDecodeError:
            # What SQLite says of the damage holds some of it.
            raise DatabaseError(f"{self.name}: {_DAMAGED}") from None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All of something, or nothing of it."""
        with self.named():
            self.file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.file.execute("COMMIT")
            except BaseException:
                if self.file.in_transaction:
                    self.file.execute("ROLLBACK")
                raise

    def _is_there(self) -> bool:
        """Whether the file is there and begins like a database; an empty one is as good as none."""
        try:
            if Path(self.name).is_dir():
                raise DatabaseError(f"{self.name}: this is a folder")
            with open(self.name, "rb") as stream:
                begin = stream.read(len(_MAGIC))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise DatabaseError(f"{self.name}: this file cannot be read: {error.strerror or error}") from None
        if begin and begin != _MAGIC:
            raise DatabaseError(f"{self.name}: this file is no {self.kind.name}; it is left as it is")
        return bool(begin)

    def _see(self, write: bool) -> None:
        """See that the file is of this kind and of this version, and make it so if it is new or older."""
        version = self._version()
        if version == len(self.kind.steps):
            return
        if not write:
            raise DatabaseError(
                f"{self.name}: its tables are of version {version}, and this program reads version "
                f"{len(self.kind.steps)}: `leoni {self.kind.name} add` takes them there"
            )
        self._begin_log()
        with self.writing():
            # Another process may have done it meanwhile.
            for step in self.kind.steps[self._version() :]:
                # What executescript does it does outside of this transaction.
                for statement in step.split(";\n"):
                    if statement.strip():
                        self.file.execute(statement)
            self.file.execute(f"PRAGMA user_version = {len(self.kind.steps)}")
            self.file.execute(f"PRAGMA application_id = {self.kind.application}")

    def _version(self) -> int:
        """The version of the tables: 0 of a file that is empty."""
        (tables,) = self.file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (application,) = self.file.execute("PRAGMA application_id").fetchone()
        (version,) = self.file.execute("PRAGMA user_version").fetchone()
        if not tables and not application:
            return 0
        if application != self.kind.application:
            raise DatabaseError(f"{self.name}: this database is no {self.kind.name}; it is left as it is")
        if not 0 < version <= len(self.kind.steps):
            raise DatabaseError(
                f"{self.name}: its tables are of version {version}, and this program knows version "
                f"{len(self.kind.steps)} at the most: a newer one has written it"
            )
        return int(version)

    def _begin_log(self) -> None:
        """Write to a log first, so that what is in the file is whole whenever the program ends."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                self.file.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # For this alone SQLite does not wait.
                if not _is_busy(error) or time.monotonic() > until:
                    raise
                time.sleep(0.01)


def _address(path: str, create: bool, write: bool) -> str:
    """A file as SQLite is to open it. To read one beside which nothing can be written is to take it as it is."""
    path = os.path.abspath(path)
    as_this_user = os.access in os.supports_effective_ids
    beside = os.access(os.path.dirname(path), os.W_OK, effective_ids=as_this_user)
    mode = "rwc" if create else "rw" if write or beside else "ro&immutable=1"
    return f"file:{quote(path)}?mode={mode}"


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _why(error: sqlite3.Error) -> str:
    """What SQLite has against a file, in words."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"{_DAMAGED}: {error}"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another program has been writing to this file for {_PATIENCE} seconds"
    if code == sqlite3.SQLITE_FULL:
        return "this file cannot be written: the disk is full"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return "this file cannot be written, or nothing can be written beside it"
    return str(error)
