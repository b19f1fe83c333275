"""Files of SQLite that keep something of this program's own, and stay whole whatever ends the program."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Self
from urllib.parse import quote

from leoni_replay.files.reading import DATABASE

#: for how many seconds a writer waits for another one
_PATIENCE: Final = 60
#: the first that has STRICT tables
_OLDEST: Final = (3, 37, 0)
#: what is said of a file that is damaged
DAMAGED: Final = "this file is damaged; it is left as it is"


class DatabaseError(Exception):
    """A file that cannot be used, or cannot be written; the message says which and why."""


class Kind(NamedTuple):
    """What a file keeps.

    Attributes:
        called: what it is called in messages (``archive``).
        keeps: what it keeps, in a few words (``results of `leoni odds```).
        application: the number by which a file says that it is one.
        steps: the SQL that makes its tables: each step takes them to the next version, from an empty file on. A step
            that has been released is never changed.
        error: what is raised for a file that cannot be used.
    """

    called: str
    keeps: str
    application: int
    steps: tuple[str, ...]
    error: type[DatabaseError] = DatabaseError


class Database:
    """A file of a kind (a context manager).

    A file of an older version is taken to the present one when it is opened to be written.

    Args:
        path: the file; None to keep everything in memory.
        kind: what it keeps.
        write: whether it is to be written, and made if it is not there.

    Raises:
        DatabaseError: it cannot be read or written, is no such file, or is damaged.
    """

    def __init__(self, path: str | None, kind: Kind, *, write: bool = False) -> None:
        self.name = path or f"the {kind.called}"
        self.kind = kind
        if sqlite3.sqlite_version_info < _OLDEST:
            raise kind.error(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or later is needed")
        if path is not None and not self._is_there(path) and not write:
            raise kind.error(f"{path}: there is no such file")
        with self.named():
            # Not sqlite3's own transactions, which begin at odd times.
            self.file = sqlite3.connect(
                ":memory:" if path is None else _address(path, write),
                timeout=_PATIENCE,
                isolation_level=None,
                uri=path is not None,
            )
        # Whatever is in a damaged file can be said.
        self.file.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
        try:
            with self.named():
                version = self._version()
                if version == len(kind.steps):
                    self._see_whole()
                elif write:
                    self._make()
                elif version:
                    raise kind.error(
                        f"{self.name}: its tables are of version {version}, and this program reads version "
                        f"{len(kind.steps)}: adding to it takes them there"
                    )
                else:
                    raise kind.error(f"{self.name}: this database holds no {kind.keeps}; it is left as it is")
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
        self.file.close()

    def _see_whole(self) -> None:
        """See, as it is opened, whether what is in the file is whole: for those that take the time."""

    def _made(self) -> None:
        """Put in what a new file begins with."""

    @contextmanager
    def named(self) -> Iterator[None]:
        """Errors of SQLite, said of the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise self.kind.error(f"{self.name}: {self._why(error)}") from None
        except UnicodeDecodeError:
            # What SQLite says of the damage holds some of it.
            raise self.kind.error(f"{self.name}: {DAMAGED}") from None

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

    def _is_there(self, path: str) -> bool:
        """Whether a file is there and begins like a database; an empty one is as good as none."""
        try:
            if Path(path).is_dir():
                raise self.kind.error(f"{path}: this is a folder")
            with open(path, "rb") as stream:
                begin = stream.read(len(DATABASE))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise self.kind.error(f"{path}: this file cannot be read: {error.strerror or error}") from None
        if begin and begin != DATABASE:
            raise self.kind.error(f"{path}: this file is no {self.kind.called}; it is left as it is")
        return bool(begin)

    def _version(self) -> int:
        """The version of the tables: 0 of a file that is empty."""
        (tables,) = self.file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (application,) = self.file.execute("PRAGMA application_id").fetchone()
        (version,) = self.file.execute("PRAGMA user_version").fetchone()
        if not tables and not application:
            return 0
        if application != self.kind.application:
            raise self.kind.error(f"{self.name}: this database holds no {self.kind.keeps}; it is left as it is")
        if not 0 < version <= len(self.kind.steps):
            raise self.kind.error(
                f"{self.name}: its tables are of version {version}, and this program writes version "
                f"{len(self.kind.steps)}"
            )
        return int(version)

    def _make(self) -> None:
        """Make the tables, or take them to this version, unless another process has done it meanwhile."""
        self._begin_log()
        # A table can be made anew while others point to it: they point to the new one when it is done.
        self.file.execute("PRAGMA foreign_keys = OFF")
        with self.writing():
            version = self._version()
            if version == len(self.kind.steps):
                return
            # What executescript does it does outside of this transaction.
            for step in self.kind.steps[version:]:
                for statement in step.split(";\n"):
                    if statement.strip():
                        self.file.execute(statement)
            if not version:
                self._made()
            self.file.execute(f"PRAGMA user_version = {len(self.kind.steps)}")
            self.file.execute(f"PRAGMA application_id = {self.kind.application}")
            for _ in self.file.execute("PRAGMA foreign_key_check"):
                raise sqlite3.DatabaseError("a row points to none")

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

    def _why(self, error: sqlite3.DatabaseError) -> str:
        """What is the matter with a file, in words."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_FULL"):
            return "it cannot be written: no space left on device; what is in it is whole"
        if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
            return "it cannot be written: the file or its folder is read-only"
        if name.startswith("SQLITE_CANTOPEN"):
            return "it cannot be opened: the folder is not there, or cannot be written"
        if _is_busy(error):
            return f"another process has been writing it for {_PATIENCE} seconds"
        if name.startswith("SQLITE_IOERR"):
            return "it cannot be read or written; what is in it is whole"
        if name.startswith("SQLITE_NOTADB"):
            return f"this file is no {self.kind.called}; it is left as it is"
        return f"{DAMAGED}: {error}"


def _address(path: str, write: bool) -> str:
    """A file as SQLite is to open it. To read one beside which nothing can be written is to take it as it is."""
    path = os.path.abspath(path)
    as_this_user = os.access in os.supports_effective_ids
    beside = os.access(os.path.dirname(path), os.W_OK, effective_ids=as_this_user)
    mode = "rwc" if write else "rw" if beside else "ro&immutable=1"
    return f"file:{quote(path)}?mode={mode}"


def _is_busy(error: sqlite3.Error) -> bool:
    """Whether another process is in the way."""
    return str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_BUSY")
