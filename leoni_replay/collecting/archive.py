"""Archives: records with their verdicts in an SQLite file, and queries on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Any, Final, NamedTuple

from leoni_replay.code_versions import judge_version, outside
from leoni_replay.collecting.record_facts import FACT_NAMES, Facts, as_number, key_of
from leoni_replay.collecting.schema import ARCHIVE, POSITIONS
from leoni_replay.collecting.where import EVERYTHING, Sql, fold_case
from leoni_replay.files.database import DAMAGED, Database, DatabaseError
from leoni_replay.text import as_utf8

#: the facts about a record that are columns of the view ``game``; those from the third on belong to the verdict
_FACT_COLUMNS: Final = FACT_NAMES[: FACT_NAMES.index("tags")]
VERDICT: Final = _FACT_COLUMNS[2:]
_VERDICT_SQL: Final = ", ".join(f'"{name}"' for name in VERDICT)
#: the columns that are read, and the types of all but the last
_COLUMNS_SQL: Final = f"id, file, number, {_VERDICT_SQL}, key"
_TEXT, _NUMBER = str | None, int | None
_TYPES = (
    *(int, str, int, _TEXT, _TEXT, _TEXT, str, _TEXT, _TEXT, int, _NUMBER, _NUMBER, _NUMBER, _TEXT),
    *(int, int, int, int, int, _NUMBER, _TEXT, _NUMBER, str),
)
#: the columns of a record that are written together, in the order of ``_values``
_WRITTEN_COLUMNS: Final = ("key", "judge", "book", *VERDICT[2:])


#: An entry in the index of positions: a digest as a number, a record, and the first move after which it had the digest.
IndexEntry = tuple[int, int, int]


class AddCounts(NamedTuple):
    """Counts of records while games are added.

    Attributes:
        new: the new ones.
        rejected: how many of the new ones are rejected.
        repeated: those that were there already, with a verdict that needn't be repeated.
        judged_again: those that were there already, and were judged again.
        changed: how many of them got a different verdict.
    """

    new: int = 0
    rejected: int = 0
    repeated: int = 0
    judged_again: int = 0
    changed: int = 0

    @property
    def games(self) -> int:
        """The number of games read."""
        return self.new + self.repeated + self.judged_again


class StoredRecord(NamedTuple):
    """A record as stored: its number, the key of its text when it was added, and the facts about it."""

    number: int
    key: bytes
    facts: Facts


class Archive(Database):
    """An archive of records.

    Args:
        path: the file.
        write: whether to open it for writing, and create it if necessary.

    Raises:
        DatabaseError: it cannot be read or written, is not an archive, or is damaged.
    """

    def __init__(self, path: str, *, write: bool = False) -> None:
        super().__init__(path, ARCHIVE, write=write)
        self.file.execute("PRAGMA synchronous = NORMAL")
        self.file.execute("PRAGMA cache_size = -65536")
        self.file.create_function("fold_case", 1, _fold_case_or_null, deterministic=True)
        self.file.create_function("as_number", 1, as_number, deterministic=True)

    # -- reading ------------------------------------------------------------------------------------------------------

    def count(self, condition: Sql = EVERYTHING) -> int:
        """Return the number of records that match a condition."""
        with self.naming_errors():
            row = self.file.execute(f"SELECT count(*) FROM game WHERE {condition.text}", condition.values).fetchone()
        return int(row[0])

    def has_current_verdict(self, text: str) -> bool:
        """Whether a text is there with a verdict that needn't be repeated: it is by this version of the judge, and
        depends on nothing outside the package."""
        with self.naming_errors():
            row = self.file.execute(
                "SELECT game, rules, code FROM game WHERE key = ? AND judge = ?", (key_of(text), judge_version())
            ).fetchone()
        return row is not None and not outside(*row)

    def count_by_other_judges(self) -> int:
        """Return the number of records judged by another version of the program."""
        with self.naming_errors():
            (by_this_judge,) = self.file.execute(
                "SELECT count(*) FROM record JOIN judge ON judge.id = judge WHERE judge.code = ?", (judge_version(),)
            ).fetchone()
        return self.count() - int(by_this_judge)

    def facts(self, condition: Sql = EVERYTHING, ids: Iterable[int] | None = None) -> Iterator[tuple[int, Facts]]:
        """Yield the records that match a condition, each with its number in the archive, in the order of these numbers.

        Args:
            condition: in SQL, over the view ``game``.
            ids: only the records with these numbers, in this order.

        Raises:
            DatabaseError: the archive cannot be read.
        """
        query = f"SELECT {_COLUMNS_SQL} FROM game WHERE {condition.text}"
        with self.naming_errors():
            if ids is None:
                # The caller may write the results into other archives while this query goes on.
                for row in self.file.execute(f"{query} ORDER BY id", condition.values):
                    stored = self._read_row(row)
                    yield stored.number, stored.facts
            else:
                for number in ids:
                    for row in self.file.execute(f"{query} AND id = ?", (*condition.values, number)):
                        yield number, self._read_row(row).facts

    def stored_records(self, condition: Sql, most: int) -> list[StoredRecord]:
        """Return the first records that match a condition, with all that is stored of them.

        Args:
            condition: in SQL, over the view ``game``.
            most: the maximum number of records.

        Raises:
            DatabaseError: the archive cannot be read.
        """
        query = f"SELECT {_COLUMNS_SQL} FROM game WHERE {condition.text} ORDER BY id LIMIT ?"
        with self.naming_errors():
            rows = self.file.execute(query, (*condition.values, most)).fetchall()
            return [self._read_row(row) for row in rows]

    def _read_row(self, row: Sequence[Any]) -> StoredRecord:
        """Return the record of a row of the view ``game``, with its tags and its text, which other tables have.

        Raises:
            DatabaseError: a value has the wrong type.
        """
        *columns, key = row
        number = columns[0]
        self.check_types(columns, _TYPES)
        tags = self.file.execute("SELECT name, value FROM tag WHERE record = ? ORDER BY place", (number,)).fetchall()
        for tag in tags:
            self.check_types(tag, (str, str))
        text_row = self.file.execute("SELECT text FROM written WHERE record = ?", (number,)).fetchone()
        self.check_types(text_row or (), (str,))
        (text,) = text_row
        return StoredRecord(number, key, Facts(*(*columns[1:], tuple(tags), text)))

    def check_types(self, row: Sequence[Any], types: Sequence[type | UnionType]) -> None:
        """Check the types of the values in a row: in a damaged file they may be anything.

        Raises:
            DatabaseError: one has another type.
        """
        if len(row) != len(types) or not all(map(isinstance, row, types)):
            raise DatabaseError(f"{self.name}: {DAMAGED}: a value is not what it has to be")

    # -- positions ----------------------------------------------------------------------------------------------------

    @property
    def has_position_index(self) -> bool:
        """Whether the positions of records are indexed."""
        with self.naming_errors():
            return bool(self.file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'position'").fetchone())

    def create_position_index(self) -> None:
        """Create the index of positions, unless it is there. Records that are there already are not indexed by this."""
        with self.transaction():
            self.file.execute(POSITIONS)

    def records_reaching(self, digests: Iterable[str]) -> dict[int, int]:
        """Return the records that reached one of the given positions, by number, each with the first move that led to
        it; only as far as positions are indexed."""
        moves: dict[int, int] = {}
        with self.naming_errors():
            for digest in digests:
                rows = self.file.execute("SELECT record, move FROM position WHERE digest = ?", (digest_number(digest),))
                for row in rows:
                    self.check_types(row, (int, int))
                    record, move = row
                    moves[record] = min(move, moves.get(record, move))
        return dict(sorted(moves.items()))

    def unindexed_records(self, most: int) -> list[int]:
        """Return the first records that are not indexed, at most the given number."""
        with self.naming_errors():
            rows = self.file.execute("SELECT id FROM record WHERE NOT indexed ORDER BY id LIMIT ?", (most,)).fetchall()
        return [number for (number,) in rows]

    def texts(self, records: Iterable[int]) -> Iterator[tuple[int, str]]:
        """Yield the texts of records, with their numbers."""
        with self.naming_errors():
            for number in records:
                yield from self.file.execute("SELECT record, text FROM written WHERE record = ?", (number,))

    def put_positions(self, records: Iterable[int], entries: Iterable[Iterable[IndexEntry]]) -> None:
        """Store the positions of records in the index, all of them or none, and note that these records are indexed.

        Args:
            records: the numbers of the records.
            entries: their entries in the index, in batches.
        """
        with self.naming_errors():
            self.file.execute("CREATE TEMP TABLE IF NOT EXISTS entry (digest, record, move)")
            self.file.execute("DELETE FROM entry")
            # The entries need not fit into memory: they are collected in a temporary table.
            for batch in entries:
                self.file.execute("BEGIN")
                with self.file:
                    self.file.executemany("INSERT INTO entry VALUES (?, ?, ?)", batch)
        with self.transaction():
            # In order, each page of the table is written once.
            self.file.execute("INSERT OR REPLACE INTO position SELECT * FROM entry ORDER BY digest, record")
            self.file.executemany("UPDATE record SET indexed = 1 WHERE id = ?", ((record,) for record in records))

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, records: Iterable[Facts], counts: AddCounts = AddCounts()) -> AddCounts:
        """Store records, all of them or none. If a text is there already, the new verdict replaces one by another
        version of the judge; the file and number that are stored with it stay.

        Args:
            records: the facts about the records.
            counts: the counts of the records that were added before.

        Returns:
            The counts with these records.
        """
        new, rejected, repeated, judged_again, changed = counts
        with self.transaction():
            rows = _RowWriter(self)
            for facts in records:
                old_row = self.file.execute("SELECT id FROM record WHERE key = ?", (facts.key,)).fetchone()
                if old_row is None:
                    rows.insert(facts)
                    new += 1
                    if facts.status == "rejected":
                        rejected += 1
                elif self.has_current_verdict(facts.text):
                    repeated += 1
                else:
                    judged_again += 1
                    if rows.replace(old_row[0], facts):
                        changed += 1
            rows.forget_positions()
        return AddCounts(new, rejected, repeated, judged_again, changed)

    def replace(self, records: Iterable[tuple[int, Facts]]) -> None:
        """Replace the verdicts on records, by their numbers."""
        with self.transaction():
            rows = _RowWriter(self)
            for number, facts in records:
                rows.replace(number, facts)
            rows.forget_positions()


class _RowWriter:
    """Writes rows of records within one transaction."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._file = archive.file
        self._judge = self._row_id("judge", {"code": judge_version()})
        #: the ids of files by their names, and of rule books by game and rules
        self._file_ids: dict[str, int] = {}
        self._book_ids: dict[tuple[str, str], int] = {}
        #: records whose verdicts have changed
        self._changed_records: list[int] = []

    def insert(self, facts: Facts) -> None:
        """Write a new record."""
        if facts.file not in self._file_ids:
            self._file_ids[facts.file] = self._row_id("source", {"file": as_utf8(facts.file)})
        names = ", ".join(f'"{name}"' for name in (*_WRITTEN_COLUMNS, "source", "number"))
        marks = ", ".join("?" * (len(_WRITTEN_COLUMNS) + 2))
        number = self._file.execute(
            f"INSERT INTO record ({names}) VALUES ({marks})",
            (*self._values(facts), self._file_ids[facts.file], facts.number),
        ).lastrowid
        assert number is not None
        self._file.execute("INSERT INTO written VALUES (?, ?)", (number, facts.text))
        self._put_tags(number, facts)

    def replace(self, number: int, facts: Facts) -> bool:
        """Replace the verdict on an existing record; return whether it differs."""
        old_verdict = self._file.execute(f"SELECT {_VERDICT_SQL} FROM game WHERE id = ?", (number,)).fetchone()
        assignments = ", ".join(f'"{name}" = ?' for name in _WRITTEN_COLUMNS)
        self._file.execute(f"UPDATE record SET {assignments} WHERE id = ?", (*self._values(facts), number))
        self._file.execute("DELETE FROM tag WHERE record = ?", (number,))
        self._put_tags(number, facts)
        if old_verdict == verdict_of(facts):
            return False
        self._changed_records.append(number)
        return True

    def forget_positions(self) -> None:
        """Take the records whose verdicts have changed out of the index of positions, so that they are indexed again:
        an error may now come earlier or later."""
        if self._changed_records and self._archive.has_position_index:
            changed = f"IN ({', '.join(map(str, self._changed_records))})"
            self._file.execute(f"DELETE FROM position WHERE record {changed}")
            self._file.execute(f"UPDATE record SET indexed = 0 WHERE id {changed}")

    def _values(self, facts: Facts) -> tuple[Any, ...]:
        """Return the values of the columns in ``_WRITTEN_COLUMNS``."""
        game, rules, *verdict = verdict_of(facts)
        book_id = None if game is None else self._book_id(game, rules or "", facts.book or "")
        return facts.key, self._judge, book_id, *verdict

    def _book_id(self, game: str, rules: str, book: str) -> int:
        """Return the id of a rule book with its overrides; its row is created if necessary."""
        if (game, rules) not in self._book_ids:
            self._book_ids[game, rules] = self._row_id("book", {"game": game, "rules": rules}, {"book": book})
        return self._book_ids[game, rules]

    def _put_tags(self, number: int, facts: Facts) -> None:
        for place, (name, value) in enumerate(facts.tags):
            self._file.execute("INSERT INTO tag VALUES (?, ?, ?, ?)", (number, place, name, value))

    def _row_id(self, sql_table: str, key: dict[str, str], other_values: dict[str, str] | None = None) -> int:
        """Return the id of a row in a small table, which is created if it isn't there.

        Args:
            sql_table: the name of the table.
            key: the columns that tell rows apart, and their values in this row.
            other_values: further columns of a new row.
        """
        condition = " AND ".join(f"{name} = ?" for name in key)
        row = self._file.execute(f"SELECT id FROM {sql_table} WHERE {condition}", (*key.values(),)).fetchone()
        if row is not None:
            return int(row[0])
        values = key | (other_values or {})
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        cursor = self._file.execute(f"INSERT INTO {sql_table} ({names}) VALUES ({marks})", (*values.values(),))
        return int(cursor.lastrowid or 0)


def _fold_case_or_null(text: str | None) -> str | None:
    """As :func:`fold_case`, for SQL, where a value may be NULL."""
    return None if text is None else fold_case(text)


def verdict_of(facts: Facts) -> tuple[Any, ...]:
    """Return the verdict part of the facts, as an archive returns it: a record without a game has no rules."""
    rules = None if facts.game is None else facts.rules or None
    return (facts.game, rules, *[getattr(facts, name) for name in VERDICT[2:]])


def digest_number(digest: str) -> int:
    """Return a digest as SQLite stores it: a number of 64 bits, with a sign."""
    return int.from_bytes(bytes.fromhex(digest), signed=True)
