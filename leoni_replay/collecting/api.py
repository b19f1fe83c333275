"""The Python interface to archives: add, find, count and export records."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from leoni_replay.arguments import check_number, check_text, check_type
from leoni_replay.collecting.adding import add, add_games
from leoni_replay.collecting.archive import AddCounts, Archive
from leoni_replay.collecting.exporting import FILES, ExportFormat, export_lines, export_parquet
from leoni_replay.collecting.finding import Criteria, find_in_archive
from leoni_replay.collecting.position_patterns import digest as check_digest
from leoni_replay.collecting.record_facts import Facts
from leoni_replay.collecting.statistics import Statistics, statistics
from leoni_replay.collecting.where import sql_of
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.installation import command_to_add
from leoni_replay.leoni_error import LeoniError, MissingLibrary
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Record, transcript_of
from leoni_replay.record.replay import raw_game_of
from leoni_replay.record.verdict import Verdict

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: What :meth:`Library.add` takes: the path of a file or a folder, or a record.
Addable: TypeAlias = str | os.PathLike[str] | Record
#: The tables of columns: a row for each record, or for each position of each accepted record.
Rows: TypeAlias = Literal["games", "moves"]
#: the extras that bring the libraries
_EXTRAS: Final = {"pandas": "pandas", "polars": "polars", "pyarrow": "arrow"}


def _records(record: Record | Iterable[Record]) -> Iterable[Record]:
    """Return one record, or several, as several.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(record, Record):
        return (record,)
    # The verdict is a tuple, but not one of records.
    if isinstance(record, Verdict) or not isinstance(record, Iterable):
        raise TypeError(f"an archive stores files and records, not {type(record).__name__}")
    return record


def _raw_game(record: Record) -> RawGame:
    """Return the text of a record.

    Raises:
        TypeError: it is no record.
        LeoniError: a program made it, and it cannot be written.
    """
    return raw_game_of(transcript_of(record, "an archive stores files and records"))


class Library:
    """An archive of records with their verdicts, made by :func:`archive`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, lr.archive(f"{folder}/games.db") as games:
    ...     added, problems = games.add(lr.sample("Labyrinth", games=20, player="greedy"))
    ...     for facts in games.find("left < 30"):
    ...         print(facts.deal, facts.result, facts.left)
    seed:leoni-19 lost 25
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def __len__(self) -> int:
        return self._archive.count()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Library {self._archive.name}: {len(self)} records>"

    def close(self) -> None:
        """Close the file. What was added has been written already."""
        self._archive.close()

    def add(self, *records: Addable | Iterable[Record], jobs: int = 1) -> tuple[AddCounts, list[Diagnostic]]:
        """Verify records, and store those that are not there yet.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, lr.archive(f"{folder}/games.db") as games:
        ...     added, problems = games.add(lr.sample("Labyrinth", games=3), lr.new("Martha", "seed:1"))
        ...     len(games), added.new, problems
        (4, 4, [])

        Args:
            records: files and folders, by their paths; records, their replays, games in play, or several of these.
            jobs: the number of processes that verify.

        Returns:
            The numbers of records added, rejected or there already; and a diagnostic for everything that could not be
            added.

        Raises:
            DatabaseError: the archive cannot be written.
            TypeError: something is no path and no record. A verdict is none: it doesn't have the moves.
            LeoniError: a record that a program made cannot be written.
        """
        check_type(jobs, int, "jobs is a whole number")
        check_number(1, jobs=jobs)
        total = AddCounts()
        problems: list[Diagnostic] = []
        for record in records:
            if isinstance(record, str | os.PathLike):
                reports = add(self._archive, [os.fspath(record)], jobs)
            else:
                reports = add_games(self._archive, map(_raw_game, _records(record)), jobs)
            # The counts so far come again and again: the last ones count.
            counts = AddCounts()
            for report in reports:
                if isinstance(report, Diagnostic):
                    problems.append(report)
                else:
                    counts = report
            # Field by field.
            total = AddCounts(*map(sum, zip(total, counts, strict=True)))
        return total, problems

    def find(
        self, where: str | None = None, *, begins: str | None = None, digest: str | None = None
    ) -> Iterator[Facts]:
        """Return the records that match a condition, one at a time.

        Args:
            where: a condition, as for ``leoni archive find --where``.
            begins: the first moves.
            digest: the digest of a position that was reached.

        Raises:
            LeoniError: the condition, the moves or the digest are invalid.
        """
        check_text(where=where, begins=begins, digest=digest)
        digests = frozenset[str]() if digest is None else frozenset({check_digest(digest)})
        criteria = Criteria(where=where, digests=digests, begins=begins)
        criteria.check()
        return find_in_archive(self._archive, criteria)

    def stats(self, where: str | None = None) -> Statistics:
        """Return the results, lengths and weaves of all records, or of those that match a condition.

        Raises:
            LeoniError: the condition is invalid, or asks about moves.
        """
        check_text(where=where)
        return statistics(self._archive, sql_of(where))

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        to: ExportFormat = "parquet",
        where: str | None = None,
        replace: bool = False,
    ) -> list[str]:
        """Write the records of the archive, or those that match a condition, for other programs.

        Args:
            path: the file; for ``parquet`` the folder.
            to: the format: ``moves`` (one file with the texts of the records), ``jsonl`` (one file with what is known
                of each record, as JSON) or ``parquet`` (a folder with the files ``games.parquet`` and
                ``moves.parquet``; needs the extra ``data``).
            where: a condition, as for :meth:`find`; by default all records.
            replace: whether existing files may be replaced.

        Returns:
            The paths of the files written.

        Raises:
            LeoniError: there is no such format, or the condition is invalid.
            ExportError, PathExists: they cannot be written there.
        """
        if to not in get_args(ExportFormat):
            raise LeoniError(f"there is no format `{to}`: records are exported to moves, jsonl or parquet")
        records = self.find(where)
        if to == "parquet":
            return export_parquet(records, os.fspath(path), replace=replace)
        return export_lines(records, os.fspath(path), as_text=to == "moves", replace=replace)

    def to_arrow(self, rows: Rows = "games", where: str | None = None) -> pyarrow.Table:
        """Return the columns of :meth:`export` as an Arrow table.

        Args:
            rows: ``games`` (a row for each record) or ``moves`` (a row for each position of each accepted record).
            where: a condition; by default all records.

        Raises:
            LeoniError, ImportError: DuckDB or pyarrow is not installed (the extra ``arrow``).
            LeoniError: there are no such rows, or the condition is invalid.
        """
        with self._columns(rows, where, "pyarrow") as path:
            from pyarrow import parquet  # an extra

            return parquet.read_table(path)

    def to_polars(self, rows: Rows = "games", where: str | None = None) -> polars.DataFrame:
        """As :meth:`to_arrow`, as a data frame of polars (the extra ``polars``)."""
        with self._columns(rows, where, "polars") as path:
            import polars  # an extra

            return polars.read_parquet(path)

    def to_pandas(self, rows: Rows = "games", where: str | None = None) -> pandas.DataFrame:
        """As :meth:`to_arrow`, as a data frame of pandas (the extra ``pandas``)."""
        with self._columns(rows, where, "pandas") as path:
            import duckdb  # an extra

            return duckdb.read_parquet(str(path)).df()

    @contextmanager
    def _columns(self, rows: Rows, where: str | None, library: str) -> Iterator[Path]:
        """Write a Parquet file of records or moves, and give its path; afterwards the file is deleted.

        Args:
            rows: ``games`` or ``moves``.
            where: a condition; None for all records.
            library: the module that will read the file, which must be installed.

        Raises:
            LeoniError: there are no such rows.
            LeoniError, ImportError: DuckDB or the library is not installed.
        """
        if rows not in FILES:
            raise LeoniError(f"there are no rows `{rows}`: they are {' or '.join(FILES)}")
        for module, name in (("duckdb", "DuckDB"), (library, library)):
            if find_spec(module) is None:
                raise MissingLibrary(f"this takes {name}: {command_to_add(_EXTRAS[library])}")
        with tempfile.TemporaryDirectory(prefix="leoni-") as folder:
            (path,) = export_parquet(self.find(where), folder, replace=False, names=(rows,))
            yield Path(path)


def archive(path: str | os.PathLike[str]) -> Library:
    """Open an archive of records, or create it.

    Args:
        path: the file, an SQLite database.

    Raises:
        DatabaseError: the file is not an archive, or cannot be opened.
    """
    check_type(path, (str, os.PathLike), "an archive is opened by its path")
    return Library(Archive(os.fspath(path), write=True))
