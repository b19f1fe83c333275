"""Archives: records with their verdicts in a file of SQLite, and what is asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from types import UnionType
from typing import Any, Final, NamedTuple

from leoni_replay.collecting.facts import Facts, key_of
from leoni_replay.collecting.positions import Entries, look_up
from leoni_replay.collecting.schema import ARCHIVE, BLOCK
from leoni_replay.collecting.where import Sql, as_number, folded
from leoni_replay.files.database import DAMAGED, Database, DatabaseError
from leoni_replay.record.verdict import contradiction
from leoni_replay.sources import judge_version, outside

#: what is known of a record, in the order of ``Facts``, without its tags and its text
_COLUMNS = (
    'file, number, game, rules, deal, status, result, code, moves, legal_moves, "left", unknown, digest, weaves, '
    "weave, stalemates, reversals, redeals, exiles, record_digest"
)
_READ: Final = f"id, {_COLUMNS}, key, judge, seal"
_TEXT, _NUMBER = str | None, int | None
_KINDS = (
    *(int, str, int, _TEXT, _TEXT, _TEXT, str, _TEXT, _TEXT, int, _NUMBER, _NUMBER, _NUMBER, _TEXT),
    *(int, int, int, int, int, _NUMBER, _TEXT),
)
#: of these the verdict: what is judged, and not where the record comes from
VERDICT: Final = (
    "game", "rules", "deal", "status", "result", "code", "moves", "legal_moves", "left", "unknown", "digest", "weaves",
    "weave", "stalemates", "reversals", "redeals", "exiles", "record_digest",
)  # fmt: skip
_QUOTED: Final = ", ".join(f'"{name}"' for name in VERDICT)
#: the columns of a record that are written together, in the order of ``_values``
_WRITTEN: Final = ("key", "judge", "seal", "book", *VERDICT[2:])
_EVERYTHING = Sql("1")


class Put(NamedTuple):
    """What came of putting records in: those that are new, those that were judged again, and how many of these have
    another verdict now."""

    new: list[Facts]
    again: list[Facts]
    changed: int


class Stored(NamedTuple):
    """A record as it is stored: its number, what told its text from others when it was added, who judged it (None: an
    earlier version, which did not say so), and what is known of it."""

    number: int
    key: bytes
    judge: str | None
    facts: Facts


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
        self.file.create_function("sealed", len(VERDICT) + 3, _is_sealed, deterministic=True)

    # -- reading ------------------------------------------------------------------------------------------------------

    def count(self, condition: Sql = _EVERYTHING) -> int:
        """How many records there are of which a condition holds."""
        with self.named():
            row = self.file.execute(f"SELECT count(*) FROM game WHERE {condition.text}", condition.values).fetchone()
        return int(row[0])

    def current(self, text: str) -> bool:
        """Whether a text is there, with a verdict that need not be found again: it is by the judge of this program, is
        the one that was stored, and depends on nothing else."""
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
        """How many records were judged by another version of the program."""
        with self.named():
            (judged,) = self.file.execute(
                "SELECT count(*) FROM record JOIN judge ON judge.id = judge WHERE judge.code = ?", (judge_version(),)
            ).fetchone()
        return self.count() - int(judged)

    def see_untouched(self, condition: Sql = _EVERYTHING) -> None:
        """See that the verdicts on the records of which a condition holds are those that were stored.

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

    def facts(self, condition: Sql = _EVERYTHING, ids: Iterable[int] | None = None) -> Iterator[tuple[int, Facts]]:
        """The records of which a condition holds, each with its number in the archive, in the order of these numbers.

        Args:
            condition: in SQL, over the view ``game``.
            ids: only those of these numbers, in their order.

        Raises:
            DatabaseError: the archive cannot be read, or a record is not as it was stored.
        """
        query = f"SELECT {_READ} FROM game WHERE {condition.text}"
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
        number, key, judge, facts = self._stored(row)
        if (
            facts.key != key
            or not _is_sealed(row[-1], judge, key, *verdict_of(facts))
            or contradiction(facts.status, facts.result, facts.unknown, facts.code)
        ):
            raise self._touched(number, facts.file, facts.number)
        return number, facts

    def stored(self, condition: Sql, most: int) -> list[Stored]:
        """As :meth:`facts`, the first few of them, and whatever is stored."""
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

    def add(self, records: Iterable[Facts]) -> Put:
        """Put records in, all of them or none. Of a text that is there, the verdict takes the place of one that is by
        another judge, or is not the one that was stored; where it comes from stays as it is."""
        put = Put([], [], 0)
        with self.writing():
            rows = _Rows(self)
            for facts in records:
                there = self.file.execute("SELECT id FROM record WHERE key = ?", (facts.key,)).fetchone()
                if there is None:
                    rows.insert(facts)
                    put.new.append(facts)
                elif not self.current(facts.text):
                    put = put._replace(changed=put.changed + rows.replace(there[0], facts))
                    put.again.append(facts)
        return put

    def replace(self, records: Iterable[tuple[int, Facts]]) -> None:
        """Write the verdicts on records, by their numbers, in place of those that are there."""
        with self.writing():
            rows = _Rows(self)
            for number, facts in records:
                rows.replace(number, facts)


class _Rows:
    """Writes rows of records, while one transaction lasts."""

    def __init__(self, archive: Archive) -> None:
        self._file = archive.file
        self._judge = judge_version()
        self._judge_id = self._number("judge", {"code": self._judge})
        self._sources: dict[str, int] = {}
        self._books: dict[tuple[str, str], int] = {}

    def insert(self, facts: Facts) -> None:
        """Write a record that is not there."""
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
        """Write the verdict on a record that is there; whether it is another one."""
        judge, *before = self._file.execute(f"SELECT judge, {_QUOTED} FROM game WHERE id = ?", (number,)).fetchone()
        names = ", ".join(f'"{name}" = ?' for name in _WRITTEN)
        self._file.execute(f"UPDATE record SET {names} WHERE id = ?", (*self._values(facts), number))
        self._file.execute("DELETE FROM tag WHERE record = ?", (number,))
        self._put_tags(number, facts)
        if not differences(judge, before, verdict_of(facts)):
            return False
        # The positions of its block are to be taken again.
        self._file.execute("DELETE FROM position WHERE slice BETWEEN 0 AND 255 AND block = ?", (number // BLOCK,))
        self._file.execute("DELETE FROM block WHERE id = ?", (number // BLOCK,))
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
        """The number of a row of a small table, which is made if it is not there."""
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
    """What was judged of a record, as an archive gives it back: a record without a game has no rules."""
    rules = None if facts.game is None else facts.rules or None
    return (facts.game, rules, *[getattr(facts, name) for name in VERDICT[2:]])


def differences(judge: str | None, before: Sequence[Any], now: Sequence[Any]) -> list[str]:
    """In what a verdict is another one than was stored, by whoever judged then: the names of its parts. What earlier
    versions did not store is no difference."""
    return [
        name
        for name, one, other in zip(VERDICT, before, now, strict=True)
        if one != other and not (name == "record_digest" and judge is None)
    ]


def _seal(judge: str, key: bytes, verdict: Sequence[Any]) -> bytes:
    """8 bytes that stand for a verdict on a text, and who judged it. They show damage and careless changes; whoever can
    write the file can write a seal as well."""
    return blake2b(ascii((judge, key, *verdict)).encode(), digest_size=8).digest()


def _is_sealed(seal: bytes | None, judge: str | None, key: bytes, *verdict: Any) -> bool:
    """Whether a verdict is the one that was stored. One of an earlier version has no seal, and no judge."""
    return seal is None if judge is None else seal == _seal(judge, key, verdict)
