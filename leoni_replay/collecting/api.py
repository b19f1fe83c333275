"""The Python interface to archives: add, find, count and export records."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from leoni_replay.arguments import check_number, check_text, check_type
from leoni_replay.collecting.adding import add
from leoni_replay.collecting.archive import Added, Archive
from leoni_replay.collecting.exporting import TABLES, export_lines, export_parquet
from leoni_replay.collecting.finding import Criteria, find_in_archive
from leoni_replay.collecting.position_patterns import digest as digest_named
from leoni_replay.collecting.record_facts import Facts
from leoni_replay.collecting.statistics import Statistics, statistics
from leoni_replay.collecting.where import Sql
from leoni_replay.collecting.where import where as read_where
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.extras import install
from leoni_replay.leoni_error import LeoniError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Rows = Literal["games", "moves"]
#: the extras that bring the libraries
_EXTRAS: Final = {"pandas": "pandas", "polars": "polars", "pyarrow": "arrow"}


class Library:
    """An archive of records: see :func:`archive`."""

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

    def add(self, *paths: str | os.PathLike[str], jobs: int = 1) -> tuple[Added, list[Diagnostic]]:
        """Verify the games of files and folders, and store those that are not there yet.

        Args:
            paths: files and folders.
            jobs: the number of processes that verify.

        Returns:
            The numbers of records added, rejected or there already; and a diagnostic for everything that could not be
            added.

        Raises:
            DatabaseError: the archive cannot be written.
        """
        check_type(jobs, int, "jobs is a whole number")
        check_number(1, jobs=jobs)
        added = Added()
        problems: list[Diagnostic] = []
        for item in add(self._archive, [os.fspath(path) for path in paths], jobs):
            if isinstance(item, Diagnostic):
                problems.append(item)
            else:
                added = item
        return added, problems

    def find(
        self, where: str | None = None, *, begins: str | None = None, digest: str | None = None
    ) -> Iterator[Facts]:
        """Return the records that match a condition, one at a time.

        Args:
            where: a condition, as for ``leoni archive find --where``.
            begins: the first moves.
            digest: the digest of a position that was reached.

        Raises:
            ValueError: the condition, the moves or the digest are invalid.
        """
        check_text(where=where, begins=begins, digest=digest)
        wanted = Criteria(where, frozenset() if digest is None else frozenset({digest_named(digest)}), None, begins)
        wanted.check()
        return find_in_archive(self._archive, wanted)

    def stats(self, where: str | None = None) -> Statistics:
        """Return the results, lengths and weaves of all records, or of those that match a condition.

        Raises:
            ValueError: the condition is invalid.
        """
        return statistics(self._archive, Sql("1") if where is None else read_where(where).sql)

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        to: Literal["moves", "jsonl", "parquet"] = "parquet",
        where: str | None = None,
        replace: bool = False,
    ) -> list[str]:
        """Write records to a file, or columns to a folder.

        Args:
            path: the file; for ``parquet`` the folder.
            to: ``moves`` (the records), ``jsonl`` (their fields) or ``parquet`` (columns; needs the extra ``data``).
            where: a condition; by default all records.
            replace: whether existing files may be replaced.

        Returns:
            The paths of the files.

        Raises:
            ValueError: there is no such format, or the condition is invalid.
            ExportError, PathExists: they cannot be written there.
        """
        if to not in ("moves", "jsonl", "parquet"):
            raise LeoniError(f"there is no format `{to}`: records are exported to moves, jsonl or parquet")
        records = self.find(where)
        if to == "parquet":
            return export_parquet(records, os.fspath(path), 1, replace)
        return export_lines(records, os.fspath(path), replace, records=to == "moves")

    def to_arrow(self, rows: Rows = "games", where: str | None = None) -> pyarrow.Table:
        """Return the columns of :meth:`export` as an Arrow table.

        Args:
            rows: ``games`` (a row for each record) or ``moves`` (a row for each position of each accepted record).
            where: a condition; by default all records.

        Raises:
            ImportError: DuckDB or pyarrow is not installed (the extra ``arrow``).
            ValueError: there are no such rows, or the condition is invalid.
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
        """Write a Parquet file of records or moves, which is deleted afterwards."""
        if rows not in TABLES:
            raise LeoniError(f"there are no rows `{rows}`: they are {' or '.join(TABLES)}")
        for module, name in (("duckdb", "DuckDB"), (library, library)):
            if find_spec(module) is None:
                raise ImportError(f"this takes {name}: {install(_EXTRAS[library])}", name=module)
        with tempfile.TemporaryDirectory(prefix="leoni-") as folder:
            (path,) = export_parquet(self.find(where), folder, 1, False, (rows,))
            yield Path(path)


def archive(path: str | os.PathLike[str]) -> Library:
    """Open an archive of records, or create it.

    Args:
        path: the file, an SQLite database.

    Raises:
        DatabaseError: the file is not an archive, or cannot be opened.
    """
    return Library(Archive(os.fspath(path), write=True))
