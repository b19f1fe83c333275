"""Verdicts by deal in an SQLite file: the answers to one question.

The file is consistent however the program ends, because a batch of deals is written at once. Each deal is stored once,
however often it is played, and a stored verdict is never replaced.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from itertools import islice
from typing import Final, NamedTuple

from leoni_replay.files.database import DAMAGED, Database, DatabaseError, Kind
from leoni_replay.odds.counts import VERDICTS, Counts, Row
from leoni_replay.odds.question import Question
from leoni_replay.phrases import pluralize

#: the number of deals written at once
_AT_ONCE: Final = 10_000

SCHEMA: Final = f"""\
-- What was asked. All deals of a file answer the same question.
CREATE TABLE question (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    game TEXT NOT NULL,      -- a name of the table of games
    rules TEXT NOT NULL,     -- a rule book and overrides, as they were asked for
    readings TEXT NOT NULL,  -- every point with its reading, as a JSON object
    player TEXT NOT NULL,
    nodes INTEGER,           -- the limits of the solver for each deal, NULL for none: positions,
    seconds REAL,            -- seconds,
    memory INTEGER,          -- and million bytes for visited positions
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
    verdict TEXT NOT NULL CHECK (verdict IN ({", ".join(f"'{verdict}'" for verdict in VERDICTS)})),
    "left" INTEGER NOT NULL CHECK ("left" >= 0),        -- cards not on the foundations; the solver's: the fewest ever
    nodes INTEGER NOT NULL CHECK (nodes >= 0),          -- positions that the solver searched
    redeals INTEGER NOT NULL CHECK (redeals >= 0),      -- redeals that were played
    audited INTEGER NOT NULL CHECK (audited IN (0, 1)), -- whether the strict replay accepted the record of a win
    moves INTEGER CHECK (moves >= 0),                   -- moves that were played, NULL for the solver
    PRIMARY KEY (seed, number)
) STRICT, WITHOUT ROWID;
"""


#: the columns of a row
_COLUMNS: Final = 'number, verdict, "left", nodes, redeals, audited, moves'


#: "leon" as a number
_RESULTS: Final = Kind("database of results", "results of `leoni odds`", 0x6C656F6E, SCHEMA)


class DealRange(NamedTuple):
    """Deals of a seed: the first, the last, and their number, which is smaller if some are missing."""

    seed: str
    first: int
    last: int
    deals: int


class Results(Database):
    """A context manager for a file of verdicts.

    Args:
        path: the file; None for a database in memory.
        question: the question that they answer; None to take it from the file.
        create: whether to create the file if necessary.

    Raises:
        DatabaseError: it cannot be read or written, is not such a file, is damaged, or answers another question.
    """

    def __init__(self, path: str | None, question: Question | None = None, *, create: bool = True) -> None:
        self._new_question = question
        super().__init__(path, _RESULTS, write=create and question is not None)
        try:
            self.question: Question = self._read_question()
            differences = question.differences(self.question) if question is not None else []
            if differences:
                raise DatabaseError(
                    f"{self.name}: this file answers another question: {'; '.join(differences)} "
                    f"(asked for, and in the file)"
                )
            # The text of the rules is taken as it was given now, since the readings are the same.
            self.question = question or self.question
        except BaseException:
            self.close()
            raise

    def _check_integrity(self) -> None:
        """Check that the file is not damaged, and that every deal has a seed.

        Raises:
            sqlite3.DatabaseError: it is, or one has none.
        """
        faults = [line for (line,) in self.file.execute("PRAGMA quick_check(1)") if line != "ok"]
        faults += ["a deal has no seed" for _ in self.file.execute("PRAGMA foreign_key_check")]
        if faults:
            raise sqlite3.DatabaseError(faults[0])

    def _fill(self) -> None:
        """Write the question into a new file."""
        question = self._new_question
        assert question is not None
        values = question._asdict()
        values |= {"readings": json.dumps(dict(question.readings)), "prunings": json.dumps(question.prunings)}
        self.file.execute("INSERT INTO question VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)", tuple(values.values()))

    def _read_question(self) -> Question:
        """Return the question that the file answers.

        Raises:
            DatabaseError: the file does not say it.
        """
        with self.naming_errors():
            row = self.file.execute(f"SELECT {', '.join(Question._fields)} FROM question").fetchone()
        try:
            question = Question(*row)
            readings, prunings = json.loads(question.readings), json.loads(question.prunings)  # type: ignore[arg-type]
            return question._replace(readings=tuple(sorted(readings.items())), prunings=tuple(prunings))
        except (TypeError, ValueError, AttributeError):
            raise DatabaseError(f"{self.name}: {DAMAGED}: it does not say what it answers") from None

    # -- reading ------------------------------------------------------------------------------------------------------

    def seeds(self) -> list[DealRange]:
        """Return the seeds, with the stored deals of each."""
        with self.naming_errors():
            rows = self.file.execute(
                "SELECT text, min(number), max(number), count(number) FROM seed JOIN deal ON seed = id "
                "GROUP BY id ORDER BY text"
            ).fetchall()
        return [DealRange(*row) for row in rows]

    def rows(self, seed: str, first: int = 1, last: int | None = None) -> Iterator[Row]:
        """Yield the stored results of a seed's deals, in order."""
        with self.naming_errors():
            for row in self.file.execute(
                f"SELECT {_COLUMNS} FROM deal JOIN seed ON seed = id "
                "WHERE text = ? AND number BETWEEN ? AND ? ORDER BY number",
                (seed, first, last if last is not None else (1 << 63) - 1),
            ):
                yield Row(*row)

    def counts(self) -> Counts:
        """Return the counts of all verdicts."""
        return Counts(row for deal_range in self.seeds() for row in self.rows(deal_range.seed))

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, seed: str, rows: Iterable[Row]) -> None:
        """Store the results of some deals. Existing results stay; only an audit is added to them.

        Raises:
            DatabaseError: they cannot be written, or a deal is stored with another verdict.
        """
        with self.transaction():
            self._add(seed, rows)

    def add_all(self, files: Iterable[Results]) -> None:
        """Store everything in other files, or nothing.

        Raises:
            DatabaseError: as :meth:`add`.
        """
        with self.transaction():
            for results in files:
                for deal_range in results.seeds():
                    self._add(deal_range.seed, results.rows(deal_range.seed))

    def _add(self, seed: str, rows: Iterable[Row]) -> None:
        """As ``add``, but without a transaction of its own."""
        self.file.execute("INSERT INTO seed (text) VALUES (?) ON CONFLICT DO NOTHING", (seed,))
        (seed_id,) = self.file.execute("SELECT id FROM seed WHERE text = ?", (seed,)).fetchone()
        rows = iter(rows)
        while group := list(islice(rows, _AT_ONCE)):
            changes_before = self.file.total_changes
            self.file.executemany(
                f"INSERT INTO deal VALUES ({seed_id}, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", group
            )
            if self.file.total_changes - changes_before < len(group):
                # Some of the deals are stored already.
                self._check_against_stored(seed, seed_id, group)

    def _check_against_stored(self, seed: str, seed_id: int, rows: list[Row]) -> None:
        """Check that stored verdicts agree with new ones, and note new audits.

        Args:
            seed: the seed of the deals.
            seed_id: its number in the file.
            rows: the new results. Those of deals that were not stored before have been written just now.

        Raises:
            DatabaseError: they don't.
        """
        for row in rows:
            columns = self.file.execute(
                f"SELECT {_COLUMNS} FROM deal WHERE seed = ? AND number = ?",
                (seed_id, row.number),
            ).fetchone()
            stored_row = Row(*columns)
            differ = stored_row != row._replace(audited=stored_row.audited)
            if self.question.seconds is not None:
                # A search with a time limit gets a different distance each time, but never proves both win and loss.
                differ = {stored_row.verdict, row.verdict} == {"won", "lost"}
            if differ:
                raise DatabaseError(
                    f"{self.name}: deal seed:{seed}-{row.number} is stored as {_describe(stored_row)}, and now is "
                    f"{_describe(row)}: one of the two was not played by {self.question.code}"
                )
            if row.audited and not stored_row.audited:
                self.file.execute("UPDATE deal SET audited = 1 WHERE seed = ? AND number = ?", (seed_id, row.number))


def _describe(row: Row) -> str:
    """Return a result in words, for a message."""
    cards, positions = pluralize(row.left, "card"), pluralize(row.nodes, "position")
    return f"{row.verdict}, {cards} left, {positions}, {pluralize(row.redeals, 'redeal')}"


def merge(paths: Iterable[str], path: str) -> None:
    """Merge the verdicts of several files into one; a deal in several of them is stored once.

    Args:
        paths: the files, answers to the same question.
        path: the target file; it may exist already.

    Raises:
        DatabaseError: a file cannot be used; they answer different questions; or a deal has two verdicts. Nothing has
            been written then.
    """
    paths = list(paths)
    existed = os.path.exists(path)
    with ExitStack() as stack:
        files = [stack.enter_context(Results(source_path, create=False)) for source_path in paths]
        first = files[0]
        for results in files[1:]:
            differences = first.question.differences(results.question)
            if differences:
                raise DatabaseError(
                    f"{results.name}: this file cannot be added to {first.name}, which answers another question: "
                    f"{'; '.join(differences)} ({first.name}, and {results.name})"
                )
        try:
            with Results(path, first.question) as target:
                target.add_all(results for results in files if not os.path.samefile(results.name, path))
        except BaseException:
            if not existed:
                with suppress(OSError):
                    os.unlink(path)
            raise
