"""Archives: records with their verdicts in an SQLite file, and queries on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Any, Final, NamedTuple

from leoni_replay.code_versions import judge_version, outside
from leoni_replay.collecting.record_facts import Facts, as_number, key_of
from leoni_replay.collecting.schema import ARCHIVE, POSITIONS
from leoni_replay.collecting.where import EVERYTHING, Sql, folded
from leoni_replay.files.database import DAMAGED, Database, DatabaseError
from leoni_replay.text import as_utf8

#: the stored facts about a record, without its tags and text; those from the third on belong to the verdict
_STORED: Final = Facts._fields[: Facts._fields.index("tags")]
VERDICT: Final = _STORED[2:]
_QUOTED: Final = ", ".join(f'"{name}"' for name in VERDICT)
_READ: Final = f"id, file, number, {_QUOTED}, key"
_TEXT, _NUMBER = str | None, int | None
_KINDS = (
    *(int, str, int, _TEXT, _TEXT, _TEXT, str, _TEXT, _TEXT, int, _NUMBER, _NUMBER, _NUMBER, _TEXT),
    *(int, int, int, int, int, _NUMBER, _TEXT, _NUMBER, str),
)
#: the columns of a record that are written together, in the order of ``_values``
_WRITTEN: Final = ("key", "judge", "book", *VERDICT[2:])


class Added(NamedTuple):
    """The counts so far: new records, and how many of them are rejected; texts that were there already; and how many of
    those were judged again, and how many got a different verdict."""

    new: int = 0
    rejected: int = 0
    repeated: int = 0
    again: int = 0
    changed: int = 0

    @property
    def games(self) -> int:
        """The number of games read."""
        return self.new + self.repeated + self.again


class Stored(NamedTuple):
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
        self.file.create_function("folded", 1, lambda text: None if text is None else folded(text), deterministic=True)
        self.file.create_function("as_number", 1, as_number, deterministic=True)

    # -- reading ------------------------------------------------------------------------------------------------------

    def count(self, condition: Sql = EVERYTHING) -> int:
        """Return the number of records that match a condition."""
        with self.naming_errors():
            row = self.file.execute(f"SELECT count(*) FROM game WHERE {condition.text}", condition.values).fetchone()
        return int(row[0])

    def current(self, text: str) -> bool:
        """Whether a text is there with a verdict that needn't be repeated: it is by this version of the judge, and
        depends on nothing outside the package."""
        with self.naming_errors():
            row = self.file.execute(
                "SELECT game, rules, code FROM game WHERE key = ? AND judge = ?", (key_of(text), judge_version())
            ).fetchone()
        return row is not None and not outside(*row)

    def judged_otherwise(self) -> int:
        """Return the number of records judged by another version of the program."""
        with self.naming_errors():
            (judged,) = self.file.execute(
                "SELECT count(*) FROM record JOIN judge ON judge.id = judge WHERE judge.code = ?", (judge_version(),)
            ).fetchone()
        return self.count() - int(judged)

    def facts(self, condition: Sql = EVERYTHING, ids: Iterable[int] | None = None) -> Iterator[tuple[int, Facts]]:
        """Yield the records that match a condition, each with its number in the archive, in the order of these numbers.

        Args:
            condition: in SQL, over the view ``game``.
            ids: only the records with these numbers, in this order.

        Raises:
            DatabaseError: the archive cannot be read.
        """
        query = f"SELECT {_READ} FROM game WHERE {condition.text}"
        with self.naming_errors():
            if ids is None:
                # The caller may write the results into other archives while this query goes on.
                for row in self.file.execute(f"{query} ORDER BY id", condition.values):
                    yield self._numbered(row)
            else:
                for number in ids:
                    for row in self.file.execute(f"{query} AND id = ?", (*condition.values, number)):
                        yield self._numbered(row)

    def _numbered(self, row: Sequence[Any]) -> tuple[int, Facts]:
        stored = self._stored(row)
        return stored.number, stored.facts

    def stored(self, condition: Sql, most: int) -> list[Stored]:
        """As :meth:`facts`, for at most the given number of records, with all that is stored."""
        query = f"SELECT {_READ} FROM game WHERE {condition.text} ORDER BY id LIMIT ?"
        with self.naming_errors():
            rows = self.file.execute(query, (*condition.values, most)).fetchall()
            return [self._stored(row) for row in rows]

    def _stored(self, row: Sequence[Any]) -> Stored:
        *columns, key = row
        number = columns[0]
        self.check_types(columns, _KINDS)
        tags = self.file.execute("SELECT name, value FROM tag WHERE record = ? ORDER BY place", (number,)).fetchall()
        for tag in tags:
            self.check_types(tag, (str, str))
        written = self.file.execute("SELECT text FROM written WHERE record = ?", (number,)).fetchone()
        self.check_types(written or (), (str,))
        return Stored(number, key, Facts(*(*columns[1:], tuple(tags), *written)))

    def check_types(self, row: Sequence[Any], kinds: Sequence[type | UnionType]) -> None:
        """Check the types of the values in a row: in a damaged file they may be anything.

        Raises:
            DatabaseError: one has another type.
        """
        if len(row) != len(kinds) or not all(map(isinstance, row, kinds)):
            raise DatabaseError(f"{self.name}: {DAMAGED}: a value is not what it has to be")

    # -- positions ----------------------------------------------------------------------------------------------------

    @property
    def keeps_positions(self) -> bool:
        """Whether the positions of records are indexed."""
        with self.naming_errors():
            return bool(self.file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'position'").fetchone())

    def keep_positions(self) -> None:
        """Index the positions of records from now on. Records that are there already are not indexed by this."""
        with self.transaction():
            self.file.execute(POSITIONS)

    def reached(self, digests: Iterable[str]) -> dict[int, int]:
        """Return the records that reached one of the given positions, by number, each with the first move that led to
        it; only as far as positions are indexed."""
        moves: dict[int, int] = {}
        with self.naming_errors():
            for digest in digests:
                for row in self.file.execute("SELECT record, move FROM position WHERE digest = ?", (signed(digest),)):
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

    def put_positions(self, records: Iterable[int], entries: Iterable[Iterable[tuple[int, int, int]]]) -> None:
        """Store the positions of records.

        Args:
            records: the records.
            entries: the digest of each position as a number, its record, and the move before it; some at a time.
        """
        with self.naming_errors():
            self.file.execute("CREATE TEMP TABLE IF NOT EXISTS entry (digest, record, move)")
            self.file.execute("DELETE FROM entry")
            # They need not fit into memory.
            for some in entries:
                self.file.execute("BEGIN")
                with self.file:
                    self.file.executemany("INSERT INTO entry VALUES (?, ?, ?)", some)
        with self.transaction():
            # In order, each page of the table is written once.
            self.file.execute("INSERT OR REPLACE INTO position SELECT * FROM entry ORDER BY digest, record")
            self.file.executemany("UPDATE record SET indexed = 1 WHERE id = ?", ((record,) for record in records))

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, records: Iterable[Facts], before: Added = Added()) -> Added:
        """Store records, all of them or none, and count them on. If a text is there already, the new verdict replaces
        one by another version of the judge; the origin of the record stays."""
        new, rejected, repeated, again, changed = before
        with self.transaction():
            rows = _Rows(self)
            for facts in records:
                there = self.file.execute("SELECT id FROM record WHERE key = ?", (facts.key,)).fetchone()
                if there is None:
                    rows.insert(facts)
                    new += 1
                    rejected += facts.status == "rejected"
                elif self.current(facts.text):
                    repeated += 1
                else:
                    again += 1
                    changed += rows.replace(there[0], facts)
            rows.forget_positions()
        return Added(new, rejected, repeated, again, changed)

    def replace(self, records: Iterable[tuple[int, Facts]]) -> None:
        """Replace the verdicts on records, by their numbers."""
        with self.transaction():
            rows = _Rows(self)
            for number, facts in records:
                rows.replace(number, facts)
            rows.forget_positions()


class _Rows:
    """Writes rows of records within one transaction."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._file = archive.file
        self._judge = self._number("judge", {"code": judge_version()})
        self._sources: dict[str, int] = {}
        self._books: dict[tuple[str, str], int] = {}
        #: records whose verdicts have changed
        self._changed: list[int] = []

    def insert(self, facts: Facts) -> None:
        """Write a new record."""
        if facts.file not in self._sources:
            self._sources[facts.file] = self._number("source", {"file": as_utf8(facts.file)})
        names, marks = ", ".join(f'"{name}"' for name in _WRITTEN), ", ".join("?" * (len(_WRITTEN) + 2))
        number = self._file.execute(
            f"INSERT INTO record ({names}, source, number) VALUES ({marks})",
            (*self._values(facts), self._sources[facts.file], facts.number),
        ).lastrowid
        assert number is not None
        self._file.execute("INSERT INTO written VALUES (?, ?)", (number, facts.text))
        self._put_tags(number, facts)

    def replace(self, number: int, facts: Facts) -> bool:
        """Replace the verdict on an existing record; return whether it differs."""
        before = self._file.execute(f"SELECT {_QUOTED} FROM game WHERE id = ?", (number,)).fetchone()
        names = ", ".join(f'"{name}" = ?' for name in _WRITTEN)
        self._file.execute(f"UPDATE record SET {names} WHERE id = ?", (*self._values(facts), number))
        self._file.execute("DELETE FROM tag WHERE record = ?", (number,))
        self._put_tags(number, facts)
        if before == verdict_of(facts):
            return False
        self._changed.append(number)
        return True

    def forget_positions(self) -> None:
        """Take the records whose verdicts have changed out of the index of positions."""
        if self._changed and self._archive.keeps_positions:
            which = f"IN ({', '.join(map(str, self._changed))})"
            self._file.execute(f"DELETE FROM position WHERE record {which}")
            self._file.execute(f"UPDATE record SET indexed = 0 WHERE id {which}")

    def _values(self, facts: Facts) -> tuple[Any, ...]:
        game, rules, *verdict = verdict_of(facts)
        if game is not None and (game, rules or "") not in self._books:
            more = {"book": facts.book or ""}
            self._books[game, rules or ""] = self._number("book", {"game": game, "rules": rules or ""}, more)
        book = None if game is None else self._books[game, rules or ""]
        return facts.key, self._judge, book, *verdict

    def _put_tags(self, number: int, facts: Facts) -> None:
        for place, (name, value) in enumerate(facts.tags):
            self._file.execute("INSERT INTO tag VALUES (?, ?, ?, ?)", (number, place, name, value))

    def _number(self, table: str, key: dict[str, str], more: dict[str, str] | None = None) -> int:
        """Return the id of a row in a small table; the row is created if necessary."""
        where = " AND ".join(f"{name} = ?" for name in key)
        row = self._file.execute(f"SELECT id FROM {table} WHERE {where}", (*key.values(),)).fetchone()
        if row is None:
            values = key | (more or {})
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            return int(
                self._file.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", (*values.values(),)).lastrowid
                or 0
            )
        return int(row[0])


def verdict_of(facts: Facts) -> tuple[Any, ...]:
    """Return the verdict part of the facts, as an archive returns it: a record without a game has no rules."""
    rules = None if facts.game is None else facts.rules or None
    return (facts.game, rules, *[getattr(facts, name) for name in VERDICT[2:]])


def signed(digest: str) -> int:
    """Return a digest as SQLite stores it: a number of 64 bits, with a sign."""
    return int.from_bytes(bytes.fromhex(digest), signed=True)
