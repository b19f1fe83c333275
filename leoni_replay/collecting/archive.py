"""Archives: records with their verdicts in an SQLite file, and queries on them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from types import UnionType
from typing import Any, Final, NamedTuple

from leoni_replay.collecting.facts import Facts, key_of
from leoni_replay.collecting.schema import ARCHIVE, BLOCK, DIGEST_BYTES, ENTRY_BYTES
from leoni_replay.collecting.where import EVERYTHING, Sql, as_number, folded
from leoni_replay.files.database import DAMAGED, Database, DatabaseError
from leoni_replay.record.verdict import contradiction
from leoni_replay.sources import judge_version, outside

#: the stored facts about a record, without its tags and text; those from the third on belong to the verdict
_STORED: Final = Facts._fields[: Facts._fields.index("tags")]
VERDICT: Final = _STORED[2:]
_QUOTED: Final = ", ".join(f'"{name}"' for name in VERDICT)
_READ: Final = f"id, file, number, {_QUOTED}, key, judge, seal"
_TEXT, _NUMBER = str | None, int | None
_KINDS = (
    *(int, str, int, _TEXT, _TEXT, _TEXT, str, _TEXT, _TEXT, int, _NUMBER, _NUMBER, _NUMBER, _TEXT),
    *(int, int, int, int, int, _NUMBER, _TEXT, _NUMBER),
)
#: the columns of a record that are written together, in the order of ``_values``
_WRITTEN: Final = ("key", "judge", "seal", "book", *VERDICT[2:])


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
    """A record as stored: its number, the key of its text when it was added, the version of the judge (None: an earlier
    version that did not store it), and the facts about it."""

    number: int
    key: bytes
    judge: str | None
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
        self.file.create_function("sealed", len(VERDICT) + 3, _is_sealed, deterministic=True)

    # -- reading ------------------------------------------------------------------------------------------------------

    def count(self, condition: Sql = EVERYTHING) -> int:
        """The number of records that match a condition."""
        with self.named():
            row = self.file.execute(f"SELECT count(*) FROM game WHERE {condition.text}", condition.values).fetchone()
        return int(row[0])

    def current(self, text: str) -> bool:
        """Whether a text is there with a verdict that needn't be repeated: it is by this version of the judge, is the
        one that was stored, and depends on nothing outside the package."""
        with self.named():
            row = self.file.execute(
                f"SELECT game, rules, code, judge, sealed(seal, judge, key, {_QUOTED}) FROM game WHERE key = ?",
                (key_of(text),),
            ).fetchone()
        if row is None:
            return False
        game, rules, code, judge, sealed = row
        return bool(sealed) and judge == judge_version() and not outside(game, rules, code)

    def judged_otherwise(self) -> int:
        """The number of records judged by another version of the program."""
        with self.named():
            (judged,) = self.file.execute(
                "SELECT count(*) FROM record JOIN judge ON judge.id = judge WHERE judge.code = ?", (judge_version(),)
            ).fetchone()
        return self.count() - int(judged)

    def see_untouched(self, condition: Sql = EVERYTHING) -> None:
        """Check that the verdicts on the records that match a condition are those that were stored.

        Raises:
            DatabaseError: one is not.
        """
        query = (
            f"SELECT id, file, number FROM game WHERE ({condition.text}) AND NOT sealed(seal, judge, key, {_QUOTED}) "
            "LIMIT 1"
        )
        with self.named():
            for row in self.file.execute(query, condition.values):
                raise self._touched(*row)

    def _touched(self, number: int, file: str, game: int) -> DatabaseError:
        return DatabaseError(
            f"{self.name}: the verdict on record {number} ({file}, game {game}) is not the one that was stored; "
            f"`leoni verify {self.name} --fix` judges it again"
        )

    def facts(self, condition: Sql = EVERYTHING, ids: Iterable[int] | None = None) -> Iterator[tuple[int, Facts]]:
        """The records that match a condition, each with its number in the archive, in the order of these numbers.

        Args:
            condition: in SQL, over the view ``game``.
            ids: only the records with these numbers, in this order.

        Raises:
            DatabaseError: the archive cannot be read, or a record is not as it was stored.
        """
        query = f"SELECT {_READ} FROM game WHERE {condition.text}"
        with self.named():
            if ids is None:
                # The caller may write the results into other archives while this query goes on.
                for row in self.file.execute(f"{query} ORDER BY id", condition.values):
                    yield self._facts(row)
            else:
                for number in ids:
                    for row in self.file.execute(f"{query} AND id = ?", (*condition.values, number)):
                        yield self._facts(row)

    def _facts(self, row: Sequence[Any]) -> tuple[int, Facts]:
        number, key, judge, facts = self._stored(row)
        if (
            facts.key != key
            or not _is_sealed(row[-1], judge, key, *verdict_of(facts))
            or contradiction(facts.status, facts.result, facts.unknown, facts.code)
        ):
            raise self._touched(number, facts.file, facts.number)
        return number, facts

    def stored(self, condition: Sql, most: int) -> list[Stored]:
        """The same as :meth:`facts`, for at most the given number of records, with all that is stored."""
        query = f"SELECT {_READ} FROM game WHERE {condition.text} ORDER BY id LIMIT ?"
        with self.named():
            rows = self.file.execute(query, (*condition.values, most)).fetchall()
            return [self._stored(row) for row in rows]

    def _stored(self, row: Sequence[Any]) -> Stored:
        *columns, key, judge, _ = row
        number = columns[0]
        self.sound(columns, _KINDS)
        tags = self.file.execute("SELECT name, value FROM tag WHERE record = ? ORDER BY place", (number,)).fetchall()
        for tag in tags:
            self.sound(tag, (str, str))
        written = self.file.execute("SELECT text FROM written WHERE record = ?", (number,)).fetchone()
        self.sound(written or (), (str,))
        return Stored(number, key, judge, Facts(*(*columns[1:], tuple(tags), *written)))

    def sound(self, row: Sequence[Any], kinds: Sequence[type | UnionType]) -> None:
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
        with self.named():
            return bool(self.file.execute("SELECT positions FROM archive").fetchone()[0])

    def keep_positions(self) -> None:
        """Index the positions of records from now on. Records that are there already are not indexed by this."""
        if not self.keeps_positions:
            with self.writing():
                self.file.execute("UPDATE archive SET positions = 1")

    def reached(self, digests: Iterable[str]) -> dict[int, int]:
        """The records that reached one of the given positions, by number, each with the first move that led to it; only
        as far as positions are indexed."""
        moves: dict[int, int] = {}
        with self.named():
            for digest in digests:
                sought = bytes.fromhex(digest)
                rows = self.file.execute("SELECT block, entries FROM position WHERE slice = ?", (sought[0],))
                for row in rows:
                    self.sound(row, (int, bytes))
                    block, entries = row
                    for record, move in _look_up(entries, sought):
                        number = block * BLOCK + record
                        moves[number] = min(move, moves.get(number, move))
        return dict(sorted(moves.items()))

    def behind(self) -> list[tuple[int, int]]:
        """The blocks in which not all records are indexed, each with its first record that is not."""
        with self.named():
            (last,) = self.file.execute("SELECT coalesce(max(id), 0) FROM record").fetchone()
            indexed = dict(self.file.execute("SELECT id, last FROM block"))
        behind = []
        for block in range(last // BLOCK + 1 if last else 0):
            final = min(last, block * BLOCK + BLOCK - 1)
            if indexed.get(block, -1) < final:
                behind.append((block, max(indexed.get(block, 0) + 1, block * BLOCK, 1)))
        return behind

    def texts(self, block: int) -> list[tuple[int, str]]:
        """The texts of the records of a block, with their numbers."""
        with self.named():
            return self.file.execute(
                "SELECT record, text FROM written WHERE record BETWEEN ? AND ? ORDER BY record",
                (block * BLOCK, block * BLOCK + BLOCK - 1),
            ).fetchall()

    def last_of(self, block: int) -> int:
        """The last record of a block so far."""
        with self.named():
            (last,) = self.file.execute(
                "SELECT max(id) FROM record WHERE id BETWEEN ? AND ?", (block * BLOCK, block * BLOCK + BLOCK - 1)
            ).fetchone()
        return int(last)

    def put_positions(self, block: int, last: int, entries: list[str]) -> None:
        """Store the index of a block up to some record, and replace the old one.

        Args:
            block: the block.
            last: the record.
            entries: the entries in hexadecimal digits, in any order.
        """
        entries.sort()
        with self.writing():
            (there,) = self.file.execute("SELECT coalesce(max(last), 0) FROM block WHERE id = ?", (block,)).fetchone()
            if there >= last:
                # Another process has indexed as much, or more.
                return
            self.forget_positions(block)
            self.file.execute("INSERT INTO block VALUES (?, ?)", (block, last))
            for first, some in groupby(entries, lambda entry: entry[:2]):
                values = int(first, 16), block, bytes.fromhex("".join(some))
                self.file.execute("INSERT INTO position VALUES (?, ?, ?)", values)

    def forget_positions(self, block: int) -> None:
        """Remove a block from the index."""
        self.file.execute("DELETE FROM position WHERE slice BETWEEN 0 AND 255 AND block = ?", (block,))
        self.file.execute("DELETE FROM block WHERE id = ?", (block,))

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, records: Iterable[Facts], before: Added = Added()) -> Added:
        """Store records, all of them or none, and count them on. If a text is there already, the new verdict replaces
        one that is by another version of the judge or is not the one that was stored; the origin of the record
        stays."""
        new, rejected, repeated, again, changed = before
        with self.writing():
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
        return Added(new, rejected, repeated, again, changed)

    def replace(self, records: Iterable[tuple[int, Facts]]) -> None:
        """Replace the verdicts on records, by their numbers."""
        with self.writing():
            rows = _Rows(self)
            for number, facts in records:
                rows.replace(number, facts)


class _Rows:
    """Writes rows of records within one transaction."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._file = archive.file
        self._judge = judge_version()
        self._judge_id = self._number("judge", {"code": self._judge})
        self._sources: dict[str, int] = {}
        self._books: dict[tuple[str, str], int] = {}

    def insert(self, facts: Facts) -> None:
        """Write a new record."""
        if facts.file not in self._sources:
            self._sources[facts.file] = self._number("source", {"file": facts.file})
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
        judge, *before = self._file.execute(f"SELECT judge, {_QUOTED} FROM game WHERE id = ?", (number,)).fetchone()
        names = ", ".join(f'"{name}" = ?' for name in _WRITTEN)
        self._file.execute(f"UPDATE record SET {names} WHERE id = ?", (*self._values(facts), number))
        self._file.execute("DELETE FROM tag WHERE record = ?", (number,))
        self._put_tags(number, facts)
        if not differences(judge, before, verdict_of(facts)):
            return False
        # Its block must be indexed again.
        self._archive.forget_positions(number // BLOCK)
        return True

    def _values(self, facts: Facts) -> tuple[Any, ...]:
        game, rules, *verdict = verdict_of(facts)
        if game is not None and (game, rules or "") not in self._books:
            more = {"book": facts.book or ""}
            self._books[game, rules or ""] = self._number("book", {"game": game, "rules": rules or ""}, more)
        book = None if game is None else self._books[game, rules or ""]
        seal = _seal(self._judge, facts.key, (game, rules, *verdict))
        return facts.key, self._judge_id, seal, book, *verdict

    def _put_tags(self, number: int, facts: Facts) -> None:
        for place, (name, value) in enumerate(facts.tags):
            self._file.execute("INSERT INTO tag VALUES (?, ?, ?, ?)", (number, place, name, value))

    def _number(self, table: str, key: dict[str, str], more: dict[str, str] | None = None) -> int:
        """The id of a row in a small table; the row is created if necessary."""
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
    """The verdict part of the facts, as an archive returns it: a record without a game has no rules."""
    rules = None if facts.game is None else facts.rules or None
    return (facts.game, rules, *[getattr(facts, name) for name in VERDICT[2:]])


def differences(judge: str | None, before: Sequence[Any], now: Sequence[Any]) -> list[str]:
    """The names of the fields in which a verdict differs from the stored one. What earlier versions did not store is
    not a difference."""
    return [
        name
        for name, one, other in zip(VERDICT, before, now, strict=True)
        if one != other and not (name == "record_digest" and judge is None)
    ]


def _seal(judge: str, key: bytes, verdict: Sequence[Any]) -> bytes:
    """A seal of 8 bytes over a verdict, its text and its judge. It reveals damage and careless changes, not forgery:
    whoever can write the file can write a seal as well."""
    # A record without times has the seal that it had before there were any.
    values = verdict if verdict[-1] is not None else verdict[:-1]
    return blake2b(ascii((judge, key, *values)).encode(), digest_size=8).digest()


def _is_sealed(seal: bytes | None, judge: str | None, key: bytes, *verdict: Any) -> bool:
    """Whether a verdict is the one that was stored. A verdict of an earlier version has no seal, and no judge."""
    return seal is None if judge is None else seal == _seal(judge, key, verdict)


def _look_up(entries: bytes, sought: bytes) -> Iterator[tuple[int, int]]:
    """The records that contain a digest, by their numbers in the block, each with its move. The entries are sorted."""
    starts = range(0, len(entries), ENTRY_BYTES)
    first = bisect_left(starts, sought, key=lambda at: entries[at : at + DIGEST_BYTES])
    for at in starts[first:]:
        if not entries.startswith(sought, at):
            break
        move = at + DIGEST_BYTES + 2
        yield int.from_bytes(entries[move - 2 : move], "big"), int.from_bytes(entries[move : at + ENTRY_BYTES], "big")
