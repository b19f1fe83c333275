"""SQLite files for this program's own data, which stay consistent however the program ends."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Self

from leoni_replay.diagnostics import UserError
from leoni_replay.files.find_games import DATABASE
from leoni_replay.phrases import with_article
from leoni_replay.text import address

#: how many seconds a writer waits for another
_PATIENCE: Final = 60
#: the first version with STRICT tables
_OLDEST: Final = (3, 37, 0)
#: the message for a damaged file
DAMAGED: Final = "this file is damaged; leoni has not changed it"


class DatabaseError(UserError):
    """Raised if a database file cannot be used or written; the message says which file and why."""


class Kind(NamedTuple):
    """A kind of database file.

    Attributes:
        name: its name in messages (``archive``).
        content: its content, in a few words (``results of `leoni odds```).
        application: the application id that identifies the kind.
        tables: the SQL that creates its tables.
        version: the version of the tables.
    """

    name: str
    content: str
    application: int
    tables: str
    version: int = 1


class Database:
    """A context manager for a database file of a certain kind. Only the thread that opens it can use it.

    Args:
        path: the file; None for a database in memory.
        kind: the kind.
        write: whether to open it for writing, and create it if necessary.

    Raises:
        DatabaseError: it cannot be read or written, is not of this kind, or is damaged.
    """

    def __init__(self, path: str | None, kind: Kind, *, write: bool = False) -> None:
        self.name: str = path or f"the {kind.name}"
        self.kind = kind
        self._thread = threading.get_ident()
        if sqlite3.sqlite_version_info < _OLDEST:
            raise DatabaseError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or later is needed")
        if path is not None and not self._is_there(path) and not write:
            reason = "there is no such file"
            if os.path.exists(path):
                reason = f"this file is empty: it has no {kind.content}"
            raise DatabaseError(f"{path}: {reason}")
        with self.naming_errors():
            # Not sqlite3's own transactions, which begin at unexpected times.
            self.file: sqlite3.Connection = sqlite3.connect(
                ":memory:" if path is None else _address(path, write),
                timeout=_PATIENCE,
                isolation_level=None,
                uri=path is not None,
            )
        # A damaged file may contain anything.
        self.file.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
        try:
            with self.naming_errors():
                version = self._version()
                if version:
                    self._check_integrity()
                elif write:
                    self._create_tables()
                else:
                    raise DatabaseError(f"{self.name}: this database holds no {kind.content}; leoni has not changed it")
                self.file.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            self.file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self.naming_errors():
            self.file.close()

    def _check_integrity(self) -> None:
        """Check the content of the file when it is opened, for kinds that take the time."""

    def _fill(self) -> None:
        """Write the initial content of a new file."""

    @contextmanager
    def naming_errors(self) -> Iterator[None]:
        """Attribute errors of SQLite in this block to the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise DatabaseError(f"{self.name}: {self._reason(error)}") from None
        except UnicodeDecodeError:
            # SQLite's message for damage contains part of the damaged data.
            raise DatabaseError(f"{self.name}: {DAMAGED}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin a transaction: all changes in this block are made, or none."""
        with self.naming_errors():
            self.file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.file.execute("COMMIT")
            except BaseException:
                if self.file.in_transaction:
                    self.file.execute("ROLLBACK")
                raise

    def _is_there(self, path: str) -> bool:
        """Whether a file exists and begins like a database; an empty file counts as missing."""
        try:
            if Path(path).is_dir():
                raise DatabaseError(f"{path}: this is a folder")
            with open(path, "rb") as stream:
                first_bytes = stream.read(len(DATABASE))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise DatabaseError(f"{path}: this file cannot be read: {error.strerror or error}") from None
        if first_bytes and first_bytes != DATABASE:
            raise DatabaseError(f"{path}: this file is not {with_article(self.kind.name)}; leoni has not changed it")
        return bool(first_bytes)

    def _version(self) -> int:
        """Return the version of the tables; 0 for an empty file."""
        (tables,) = self.file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (application,) = self.file.execute("PRAGMA application_id").fetchone()
        (version,) = self.file.execute("PRAGMA user_version").fetchone()
        if not tables and not application:
            return 0
        if application != self.kind.application:
            raise DatabaseError(f"{self.name}: this database holds no {self.kind.content}; leoni has not changed it")
        if version != self.kind.version:
            raise DatabaseError(
                f"{self.name}: its tables are of version {version}, and this program reads version "
                f"{self.kind.version}: make {with_article(self.kind.name)} anew with this program, or read it with the "
                "one that made it"
            )
        return int(version)

    def _create_tables(self) -> None:
        """Create the tables, unless another process has done so meanwhile."""
        self._begin_log()
        with self.transaction():
            if self._version():
                return
            # executescript would commit this transaction first.
            for statement in self.kind.tables.split(";\n"):
                if statement.strip():
                    self.file.execute(statement)
            self._fill()
            self.file.execute(f"PRAGMA user_version = {self.kind.version}")
            self.file.execute(f"PRAGMA application_id = {self.kind.application}")

    def _begin_log(self) -> None:
        """Use a write-ahead log, so that the file is consistent whenever the program ends."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                self.file.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # SQLite doesn't wait for this one.
                if not _is_busy(error) or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _reason(self, error: sqlite3.DatabaseError) -> str:
        """Return what is wrong with a file, in words."""
        if isinstance(error, sqlite3.ProgrammingError):
            # It says that something is asked of this connection which no file could do.
            if threading.get_ident() != self._thread:
                return "it was opened in another thread, and only that one can use it: open it in each thread"
            return "it has been closed"
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_FULL"):
            return "it cannot be written: no space left on device; what it holds is intact"
        if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
            return "it cannot be written: the file or its folder is read-only"
        if name.startswith("SQLITE_CANTOPEN"):
            return "it cannot be opened: the folder is not there, or cannot be written"
        if _is_busy(error):
            return f"another process has been writing it for {_PATIENCE} seconds"
        if name.startswith("SQLITE_IOERR"):
            return "it cannot be read or written; what it holds is intact"
        if name.startswith("SQLITE_NOTADB"):
            return f"this file is not {with_article(self.kind.name)}; leoni has not changed it"
        return f"{DAMAGED}: {error}"


def _address(path: str, write: bool) -> str:
    """Return the URI of a file for SQLite: immutable for reading where nothing can be written beside it."""
    path = os.path.abspath(path)
    as_this_user = os.access in os.supports_effective_ids
    can_write_beside = os.access(os.path.dirname(path), os.W_OK, effective_ids=as_this_user)
    if write:
        mode = "rwc"
    elif can_write_beside:
        mode = "rw"
    else:
        mode = "ro&immutable=1"
    return f"file:{address(path)}?mode={mode}"


def _is_busy(error: sqlite3.Error) -> bool:
    """Whether another process has locked the file."""
    return str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_BUSY")
