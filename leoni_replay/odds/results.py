"""Verdicts kept in a file, deal by deal: a database of SQLite with answers to one question.

Whatever ends the program, what was written is whole: a batch of deals is written at once. A deal is there once, however
often it is played, and a verdict that is there is never replaced.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from leoni_replay.odds.counts import VERDICTS, Counts, Row
from leoni_replay.odds.question import Question

#: What a file of this program says of itself: "leon" as a number, and the version of its tables.
_APPLICATION: Final = 0x6C656F6E
_VERSION: Final = 1
#: the first bytes of every database
_MAGIC: Final = b"SQLite format 3\0"
#: for how many seconds a writer waits for another one
_PATIENCE: Final = 60
#: the first that has STRICT tables
_OLDEST: Final = (3, 37, 0)
#: how many deals are written at once
_AT_ONCE: Final = 10_000

SCHEMA: Final = f"""\
-- What was asked. All deals of a file answer the same question.
CREATE TABLE question (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    game TEXT NOT NULL,      -- a name of the table of games
    rules TEXT NOT NULL,     -- a rule book and overrides, as they were asked for
    readings TEXT NOT NULL,  -- every point with its reading, as a JSON object
    player TEXT NOT NULL,
    nodes INTEGER,           -- the limits of the solver for each deal, NULL for none: tables looked at,
    seconds REAL,            -- seconds,
    memory INTEGER,          -- and million bytes in which tables are remembered
    prunings TEXT NOT NULL,  -- what the solver leaves out, as a JSON array
    code TEXT NOT NULL       -- the version of the package, and a hash of the sources that play
) STRICT;
-- The seeds from which deals were made: deal N of a seed is seed:<text>-<N>.
CREATE TABLE seed (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;
-- What came of each deal.
CREATE TABLE deal (
    seed INTEGER NOT NULL REFERENCES seed (id),
    number INTEGER NOT NULL CHECK (number > 0),
    verdict TEXT NOT NULL CHECK (verdict IN ({", ".join(f"'{one}'" for one in VERDICTS)})),
    "left" INTEGER NOT NULL CHECK ("left" >= 0),        -- cards not on the foundations; the solver's: the fewest ever
    nodes INTEGER NOT NULL CHECK (nodes >= 0),          -- tables that the solver looked at
    redeals INTEGER NOT NULL CHECK (redeals >= 0),      -- redeals that were played
    audited INTEGER NOT NULL CHECK (audited IN (0, 1)), -- whether the strict replay accepted the record of a win
    PRIMARY KEY (seed, number)
) STRICT, WITHOUT ROWID;
"""


class ResultsError(Exception):
    """A file of results that cannot be used, or cannot be written; the message says which and why."""


class Stretch(NamedTuple):
    """Deals of a seed: the first and the last, and how many there are, which is fewer where some are missing."""

    seed: str
    first: int
    last: int
    deals: int


class Results:
    """The verdicts of a file (a context manager).

    Args:
        path: the file; None to keep them in memory.
        question: what they answer; None to take what the file says.
        create: whether the file may be made if it is not there.

    Raises:
        ResultsError: it cannot be read or written, is no such file, is damaged, or answers another question.
    """

    def __init__(self, path: str | None, question: Question | None = None, *, create: bool = True) -> None:
        self.name = path or "the results"
        if sqlite3.sqlite_version_info < _OLDEST:
            raise ResultsError(f"SQLite {sqlite3.sqlite_version} is too old to keep results: 3.37 or later is needed")
        there = path is not None and self._is_there(path)
        if path is not None and not there and (question is None or not create):
            raise ResultsError(f"{path}: there is no such file")
        with self._named():
            # Not sqlite3's own transactions, which begin at odd times.
            self._file = sqlite3.connect(
                ":memory:" if path is None else _address(path, create),
                timeout=_PATIENCE,
                isolation_level=None,
                uri=path is not None,
            )
        # Whatever is in a damaged file can be said.
        self._file.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
        try:
            with self._named():
                self._file.execute("PRAGMA foreign_keys = ON")
                # Another process may be about to make the tables.
                if question is not None and create and (not there or self._is_empty()):
                    self._make(question)
                else:
                    self._see_whole()
            self.question = self._question()
            if question is not None and (found := question.differences(self.question)):
                raise ResultsError(
                    f"{self.name}: this file answers another question: {'; '.join(found)} (asked for, and in the file)"
                )
            # The rules are called as they are asked for, if they come to the same.
            self.question = question or self.question
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def _is_there(self, path: str) -> bool:
        """Whether a file is there and begins like a database; an empty one is as good as none."""
        try:
            if Path(path).is_dir():
                raise ResultsError(f"{path}: this is a folder")
            with open(path, "rb") as stream:
                begin = stream.read(len(_MAGIC))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise ResultsError(f"{path}: this file cannot be read: {error.strerror or error}") from None
        if begin and begin != _MAGIC:
            raise ResultsError(f"{path}: this file is no database of results; it is left as it is")
        return bool(begin)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Errors of SQLite, said of the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise ResultsError(f"{self.name}: {_why(error)}") from None
        except UnicodeDecodeError:
            # What SQLite says of the damage holds some of it.
            raise ResultsError(f"{self.name}: {_DAMAGED}") from None

    def _is_empty(self) -> bool:
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        return bool(tables == application == 0)

    def _see_whole(self) -> None:
        """See that the file is one of this program's, and nothing in it is damaged."""
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise ResultsError(f"{self.name}: this database holds no results of `leoni odds`; it is left as it is")
        if version != _VERSION:
            raise ResultsError(
                f"{self.name}: its tables are of version {version}, and this program writes version {_VERSION}"
            )
        wrong = [line for (line,) in self._file.execute("PRAGMA quick_check(1)") if line != "ok"]
        wrong += ["a deal has no seed" for _ in self._file.execute("PRAGMA foreign_key_check")]
        if wrong:
            raise sqlite3.DatabaseError(wrong[0])

    def _make(self, question: Question) -> None:
        """Make the tables, unless another process has made them meanwhile."""
        self._begin_log()
        with self._writing():
            (application,) = self._file.execute("PRAGMA application_id").fetchone()
            if application == _APPLICATION:
                return
            # What executescript does it does outside of this transaction.
            for statement in SCHEMA.split(";\n"):
                if statement.strip():
                    self._file.execute(statement)
            self._file.execute(
                "INSERT INTO question VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    question.game,
                    question.rules,
                    json.dumps(dict(question.readings)),
                    question.player,
                    question.nodes,
                    question.seconds,
                    question.memory,
                    json.dumps(question.prunings),
                    question.code,
                ),
            )
            self._file.execute(f"PRAGMA user_version = {_VERSION}")
            self._file.execute(f"PRAGMA application_id = {_APPLICATION}")

    def _begin_log(self) -> None:
        """Write to a log first, so that what is in the file is whole whenever the program ends."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                self._file.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                # For this alone SQLite does not wait.
                if not _is_busy(error) or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _question(self) -> Question:
        with self._named():
            found = self._file.execute(
                "SELECT game, rules, readings, player, nodes, seconds, memory, prunings, code FROM question"
            ).fetchone()
        try:
            game, rules, readings, player, nodes, seconds, memory, prunings, code = found
            readings, prunings = json.loads(readings), json.loads(prunings)
            return Question(
                game, rules, tuple(sorted(readings.items())), player, nodes, seconds, memory, tuple(prunings), code
            )
        except (TypeError, ValueError, AttributeError):
            raise ResultsError(f"{self.name}: {_DAMAGED}: it does not say what it answers") from None

    # -- reading ------------------------------------------------------------------------------------------------------

    def seeds(self) -> list[Stretch]:
        """The seeds, with the deals of each that are there."""
        with self._named():
            found = self._file.execute(
                "SELECT text, min(number), max(number), count(number) FROM seed JOIN deal ON seed = id "
                "GROUP BY id ORDER BY text"
            ).fetchall()
        return [Stretch(*one) for one in found]

    def rows(self, seed: str, first: int = 1, last: int | None = None) -> Iterator[Row]:
        """What came of the deals of a seed that are there, in order."""
        with self._named():
            for found in self._file.execute(
                'SELECT number, verdict, "left", nodes, redeals, audited FROM deal JOIN seed ON seed = id '
                "WHERE text = ? AND number BETWEEN ? AND ? ORDER BY number",
                (seed, first, last if last is not None else (1 << 63) - 1),
            ):
                yield Row(*found)

    def counts(self) -> Counts:
        """What all verdicts come to."""
        return Counts(row for one in self.seeds() for row in self.rows(one.seed))

    # -- writing ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All of something, or nothing of it."""
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    def add(self, seed: str, rows: Iterable[Row]) -> None:
        """Write what came of some deals. Those that are there stay as they are; that they were audited is noted.

        Raises:
            ResultsError: it cannot be written, or a deal is there with another verdict.
        """
        with self._named(), self._writing():
            self._add(seed, rows)

    def add_all(self, files: Iterable[Results]) -> None:
        """Write all that is in other files, or nothing of it.

        Raises:
            ResultsError: as :meth:`add`.
        """
        with self._named(), self._writing():
            for found in files:
                for one in found.seeds():
                    self._add(one.seed, found.rows(one.seed))

    def _add(self, seed: str, rows: Iterable[Row]) -> None:
        self._file.execute("INSERT INTO seed (text) VALUES (?) ON CONFLICT DO NOTHING", (seed,))
        (number,) = self._file.execute("SELECT id FROM seed WHERE text = ?", (seed,)).fetchone()
        rows = iter(rows)
        while some := list(islice(rows, _AT_ONCE)):
            before = self._file.total_changes
            self._file.executemany(f"INSERT INTO deal VALUES ({number}, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", some)
            if self._file.total_changes - before < len(some):
                self._compare(seed, number, some)

    def _compare(self, seed: str, number: int, rows: list[Row]) -> None:
        """See that verdicts that were there are what they have come out as now."""
        for row in rows:
            found = self._file.execute(
                'SELECT number, verdict, "left", nodes, redeals, audited FROM deal WHERE seed = ? AND number = ?',
                (number, row.number),
            ).fetchone()
            there = Row(*found)
            # How far a search gets in some seconds is another matter each time.
            if there[:5] != row[:5] and self.question.seconds is None:
                raise ResultsError(
                    f"{self.name}: deal seed:{seed}-{row.number} is there as {_told(there)}, and has come out as "
                    f"{_told(row)}: one of the two was not played by {self.question.code}"
                )
            if row.audited and not there.audited:
                self._file.execute("UPDATE deal SET audited = 1 WHERE seed = ? AND number = ?", (number, row.number))


def _address(path: str, written: bool) -> str:
    """A file as SQLite is to open it. To read one beside which nothing can be written is to take it as it is."""
    path = os.path.abspath(path)
    as_this_user = os.access in os.supports_effective_ids
    beside = os.access(os.path.dirname(path), os.W_OK, effective_ids=as_this_user)
    mode = "rwc" if written else "rw" if beside else "ro&immutable=1"
    return f"file:{quote(path)}?mode={mode}"


def _told(row: Row) -> str:
    return f"{row.verdict}, {row.left} cards left, {row.nodes} tables, {row.redeals} redeals"


_DAMAGED: Final = "this file is damaged; it is left as it is"


def _is_busy(error: sqlite3.DatabaseError) -> bool:
    """Whether another process is in the way."""
    return str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def _why(error: sqlite3.DatabaseError) -> str:
    """What is the matter with a file, in words."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return "it cannot be written: no space left on device; the verdicts that are in it are whole"
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return "it cannot be written: the file or its folder is read-only"
    if name.startswith("SQLITE_CANTOPEN"):
        return "it cannot be opened: the folder is not there, or cannot be written"
    if _is_busy(error):
        return f"another process has been writing it for {_PATIENCE} seconds"
    if name.startswith("SQLITE_IOERR"):
        return "it cannot be read or written; the verdicts that are in it are whole"
    if name.startswith("SQLITE_NOTADB"):
        return "this file is no database of results; it is left as it is"
    return f"{_DAMAGED}: {error}"


def merge(paths: Iterable[str], path: str) -> None:
    """Put the verdicts of several files into one; deals that several have are there once.

    Args:
        paths: the files, answers to the same question.
        path: the file that gets them all; it may be there already.

    Raises:
        ResultsError: a file cannot be used; they answer different questions; or a deal has two verdicts. Nothing has
            been written then.
    """
    paths = list(paths)
    there = os.path.exists(path)
    with ExitStack() as stack:
        files = [stack.enter_context(Results(one, create=False)) for one in paths]
        for one in files[1:]:
            if differences := files[0].question.differences(one.question):
                raise ResultsError(
                    f"{one.name}: this file cannot be added to {files[0].name}, which answers another question: "
                    f"{'; '.join(differences)} ({files[0].name}, and {one.name})"
                )
        try:
            with Results(path, files[0].question) as into:
                into.add_all(one for one in files if not os.path.samefile(one.name, path))
        except BaseException:
            if not there:
                with suppress(OSError):
                    os.unlink(path)
            raise
