"""Archives: records with their verdicts in a file of SQLite, and what is asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Any

from leoni_replay.collecting.facts import Facts, key_of
from leoni_replay.collecting.positions import Entries, look_up
from leoni_replay.collecting.schema import ARCHIVE, BLOCK
from leoni_replay.collecting.where import Sql, as_number, folded
from leoni_replay.files.database import DAMAGED, Database, DatabaseError

#: what is known of a record, in the order of ``Facts``, without its tags and its text
_COLUMNS = (
    'file, number, game, rules, deal, status, result, code, moves, "left", unknown, digest, weaves, weave, stalemates, '
    "reversals, redeals, exiles, play"
)
_TEXT, _NUMBER = str | None, int | None
_KINDS = (
    *(int, str, int, _TEXT, _TEXT, _TEXT, str, _TEXT, _TEXT, int, _NUMBER, _NUMBER, _TEXT),
    *(int, int, int, int, int, _NUMBER, bytes | None),
)
_RECORD = (
    'INSERT INTO record (key, play, source, number, book, deal, status, result, code, moves, "left", unknown, digest, '
    f"weaves, weave, stalemates, reversals, redeals, exiles) VALUES ({', '.join('?' * 19)})"
)
_EVERYTHING = Sql("1")


class Archive(Database):
    """The records of an archive.

    Args:
        path: the file.
        write: whether it is to be written, and made if it is not there.

    Raises:
        DatabaseError: it cannot be read or written, is no archive, or is damaged.
    """

    def __init__(self, path: str, *, write: bool = False) -> None:
        super().__init__(path, ARCHIVE, write=write)
        self.file.execute("PRAGMA synchronous = NORMAL")
        self.file.execute("PRAGMA cache_size = -65536")
        self.file.create_function("folded", 1, lambda text: None if text is None else folded(text), deterministic=True)
        self.file.create_function("as_number", 1, as_number, deterministic=True)

    # -- reading ------------------------------------------------------------------------------------------------------

    def count(self, condition: Sql = _EVERYTHING) -> int:
        """How many records there are of which a condition holds."""
        with self.named():
            row = self.file.execute(f"SELECT count(*) FROM game WHERE {condition.text}", condition.values).fetchone()
        return int(row[0])

    def has(self, text: str) -> bool:
        """Whether a text is there."""
        with self.named():
            return self._has(key_of(text))

    def _has(self, key: bytes) -> bool:
        return self.file.execute("SELECT 1 FROM record WHERE key = ?", (key,)).fetchone() is not None

    def facts(self, condition: Sql = _EVERYTHING, ids: Iterable[int] | None = None) -> Iterator[tuple[int, Facts]]:
        """The records of which a condition holds, each with its number in the archive, in the order of these numbers.

        Args:
            condition: in SQL, over the view ``game``.
            ids: only those of these numbers, in their order.
        """
        query = f"SELECT id, {_COLUMNS} FROM game WHERE {condition.text}"
        with self.named():
            if ids is None:
                # What is yielded may be put into other archives while this one goes on.
                for row in self.file.execute(f"{query} ORDER BY id", condition.values):
                    yield self._facts(row)
            else:
                for number in ids:
                    for row in self.file.execute(f"{query} AND id = ?", (*condition.values, number)):
                        yield self._facts(row)

    def _facts(self, row: Sequence[Any]) -> tuple[int, Facts]:
        number = row[0]
        self.sound(row, _KINDS)
        tags = self.file.execute("SELECT name, value FROM tag WHERE record = ? ORDER BY place", (number,)).fetchall()
        for tag in tags:
            self.sound(tag, (str, str))
        written = self.file.execute("SELECT text FROM written WHERE record = ?", (number,)).fetchone()
        self.sound(written or (), (str,))
        return number, Facts(*(*row[1:], tuple(tags), *written))

    def sound(self, row: Sequence[Any], kinds: Sequence[type | UnionType]) -> None:
        """See that a row is of values of these types: where a file is damaged, any may be in it.

        Raises:
            DatabaseError: it is not.
        """
        if len(row) != len(kinds) or not all(map(isinstance, row, kinds)):
            raise DatabaseError(f"{self.name}: {DAMAGED}: a value is not what it has to be")

    # -- positions ----------------------------------------------------------------------------------------------------

    @property
    def keeps_positions(self) -> bool:
        """Whether the positions of records are kept."""
        with self.named():
            return bool(self.file.execute("SELECT positions FROM archive").fetchone()[0])

    def keep_positions(self) -> None:
        """Keep the positions of records from now on; those of the records that are there are not kept yet."""
        if not self.keeps_positions:
            with self.writing():
                self.file.execute("UPDATE archive SET positions = 1")

    def reached(self, digests: Iterable[str]) -> dict[int, int]:
        """The records in which one of some tables was reached, by their numbers, each with the first move after which
        it was; as far as positions are kept."""
        moves: dict[int, int] = {}
        with self.named():
            for digest in digests:
                sought = bytes.fromhex(digest)
                rows = self.file.execute("SELECT block, entries FROM position WHERE slice = ?", (sought[0],))
                for row in rows:
                    self.sound(row, (int, bytes))
                    block, entries = row
                    for record, move in look_up(entries, sought):
                        number = block * BLOCK + record
                        moves[number] = min(move, moves.get(number, move))
        return dict(sorted(moves.items()))

    def behind(self) -> list[tuple[int, int]]:
        """The blocks of which not all records have their positions kept, each with the first record that has not."""
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
        """The last record of a block that is there so far."""
        with self.named():
            (last,) = self.file.execute(
                "SELECT max(id) FROM record WHERE id BETWEEN ? AND ?", (block * BLOCK, block * BLOCK + BLOCK - 1)
            ).fetchone()
        return int(last)

    def put_positions(self, block: int, last: int, slices: Entries) -> None:
        """Keep the positions of a block up to some record, in place of those that were kept."""
        with self.writing():
            (there,) = self.file.execute("SELECT coalesce(max(last), 0) FROM block WHERE id = ?", (block,)).fetchone()
            if there >= last:
                # Another process has done it, and perhaps more.
                return
            self.file.execute("DELETE FROM position WHERE slice BETWEEN 0 AND 255 AND block = ?", (block,))
            self.file.execute("INSERT OR REPLACE INTO block VALUES (?, ?)", (block, last))
            self.file.executemany(
                "INSERT INTO position VALUES (?, ?, ?)", [(one, block, entries) for one, entries in slices]
            )

    # -- writing ------------------------------------------------------------------------------------------------------

    def add(self, records: Iterable[Facts]) -> list[Facts]:
        """Put records in, all of them or none; those whose text is there stay as they are. The ones that are new."""
        new: list[Facts] = []
        with self.writing():
            sources: dict[str, int] = {}
            books: dict[tuple[str, str], int] = {}
            for facts in records:
                key = facts.key
                if not self._has(key):
                    self._insert(facts, key, sources, books)
                    new.append(facts)
        return new

    def _insert(self, facts: Facts, key: bytes, sources: dict[str, int], books: dict[tuple[str, str], int]) -> None:
        file, game, rules = facts.file, facts.game, facts.rules or ""
        if file not in sources:
            sources[file] = self._number("source", {"file": file})
        if game is not None and (game, rules) not in books:
            books[game, rules] = self._number("book", {"game": game, "rules": rules}, {"book": facts.book or ""})
        number = self.file.execute(
            _RECORD,
            (
                key,
                facts.play,
                sources[file],
                facts.number,
                None if game is None else books[game, rules],
                facts.deal,
                facts.status,
                facts.result,
                facts.code,
                facts.moves,
                facts.left,
                facts.unknown,
                facts.digest,
                facts.weaves,
                facts.weave,
                facts.stalemates,
                facts.reversals,
                facts.redeals,
                facts.exiles,
            ),
        ).lastrowid
        self.file.execute("INSERT INTO written VALUES (?, ?)", (number, facts.text))
        for place, (name, value) in enumerate(facts.tags):
            self.file.execute("INSERT INTO tag VALUES (?, ?, ?, ?)", (number, place, name, value))

    def _number(self, table: str, key: dict[str, str], more: dict[str, str] | None = None) -> int:
        """The number of a row of a small table, which is made if it is not there."""
        where = " AND ".join(f"{name} = ?" for name in key)
        row = self.file.execute(f"SELECT id FROM {table} WHERE {where}", (*key.values(),)).fetchone()
        if row is None:
            values = key | (more or {})
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            return int(
                self.file.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", (*values.values(),)).lastrowid or 0
            )
        return int(row[0])
