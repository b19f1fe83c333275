"""Export the records of an archive: as transcripts, JSON lines, or columns (Parquet)."""

from __future__ import annotations

import contextlib
import csv
import json
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib.util import find_spec
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

from leoni_replay.collecting.positions import RecordPositions, positions_of
from leoni_replay.collecting.record_facts import FACT_NAMES, FIELDS, Facts
from leoni_replay.diagnostics import UserError
from leoni_replay.files.atomic import Folder, check_can_write, output_file
from leoni_replay.files.processes import Work, games_of_work, run_shared
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.installation import command_to_add
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge_with_evidence

#: The formats in which an archive is exported.
ExportFormat = Literal["moves", "jsonl", "parquet"]
#: the number of records that a process replays at once
_AT_ONCE: Final = 64

#: the columns of numbers up to 255
_SMALL_NUMBERS: Final = ("legal_moves", "left", "unknown", "exiles")


def _columns(names: Iterable[str]) -> dict[str, str]:
    """Return columns with their types."""
    numbers = ["id", "move", *(field.name for field in FIELDS.values() if field.number)]
    types = dict.fromkeys(names, "VARCHAR")
    for name in types:
        if name in _SMALL_NUMBERS:
            types[name] = "UTINYINT"
        elif name in numbers:
            types[name] = "UINTEGER"
    return types


_FACT_COLUMNS = [name for name in FACT_NAMES if name not in ("text", "at")]
_FACT_COLUMNS.insert(_FACT_COLUMNS.index("deal"), "book")
#: the columns of games.parquet and moves.parquet, with their types
GAMES_COLUMNS: Final = _columns(["id", *_FACT_COLUMNS])
MOVES_COLUMNS: Final = _columns(["id", "move", "token", "left", "digest"])
#: the files of columns, each with its columns
FILES: Final = {"games": GAMES_COLUMNS, "moves": MOVES_COLUMNS}


class ExportError(UserError):
    """Raised if records cannot be written in a format; the message says why."""


def export_lines(records: Iterable[Facts], path: str, *, as_text: bool, replace: bool) -> list[str]:
    """Write records to a file, one after another, as :func:`write_lines`.

    Args:
        records: the facts about the records.
        path: the file.
        as_text: whether to write their texts; otherwise their facts as JSON.
        replace: whether an existing file may be replaced.

    Returns:
        The path of the file, alone in a list.

    Raises:
        PathExists: the file exists and may not be replaced.
        OSError: it cannot be written.
    """
    with output_file(Path(path), replace=replace) as stream:
        write_lines(records, stream.write, as_text=as_text)
    return [path]


def write_lines(records: Iterable[Facts], write: Callable[[str], object], *, as_text: bool) -> None:
    """Write records one after another.

    Args:
        records: the facts about the records.
        write: takes text.
        as_text: whether to write their texts, with an empty line between them; otherwise their facts as JSON, one
            object per line.
    """
    for index, facts in enumerate(records):
        if as_text:
            write(("\n" if index else "") + facts.text)
        else:
            write(json.dumps(facts.as_dict(), ensure_ascii=False) + "\n")


def export_parquet(
    records: Iterable[Facts], folder: str, *, jobs: int = 1, replace: bool, names: Collection[str] = (*FILES,)
) -> list[str]:
    """Write records as columns: ``games.parquet``, and ``moves.parquet`` with every position of every accepted record.

    Args:
        records: the facts about the records.
        folder: the folder of the files; it is created if necessary.
        jobs: the number of processes that replay the records.
        replace: whether existing files may be replaced.
        names: which of the two to write, ``games`` and ``moves``; without ``moves``, no record is replayed.

    Returns:
        The paths of the files.

    Raises:
        ExportError: DuckDB is not installed.
        PathExists: a file exists and may not be replaced.
        OSError: they cannot be written.
        ChildProcessError: a process was lost.
    """
    if find_spec("duckdb") is None:
        raise ExportError(f"Parquet needs DuckDB: {command_to_add('data')}")
    # DuckDB doesn't write into the folder itself: complete files are moved there.
    with (
        tempfile.TemporaryDirectory(prefix="leoni-") as temporary_folder,
        Folder(Path(folder), replace=replace) as files,
    ):
        for name in names:
            check_can_write(Path(folder, f"{name}.parquet"), replace)
        with (
            Path(temporary_folder, "games.csv").open("w", encoding="utf-8", newline="") as games_csv,
            Path(temporary_folder, "moves.csv").open("w", encoding="utf-8", newline="") as moves_csv,
        ):
            writer = csv.writer(games_csv)
            for game_rows, moves_as_csv in _rows(records, jobs, with_moves="moves" in names):
                writer.writerows(game_rows)
                moves_csv.write(moves_as_csv)
        for name in names:
            csv_path = Path(temporary_folder, f"{name}.csv")
            # DuckDB writes only to a path in UTF-8.
            parquet_path = Path(temporary_folder, f"{name}.parquet")
            _write_parquet(csv_path, FILES[name], parquet_path)
            files.open(parquet_path.name).close()
            shutil.copyfile(parquet_path, files.temporary_path(parquet_path.name))
        return list(files.put_into_place())


def _write_parquet(csv_path: Path, columns: dict[str, str], parquet_path: Path) -> None:
    """Turn a file of CSV into a Parquet file.

    Args:
        csv_path: the rows, without a header, as ``csv.writer`` writes them.
        columns: the names of the columns, each with its type in SQL.
        parquet_path: the file to write.

    Raises:
        ExportError: it failed.
    """
    import duckdb  # an extra

    options = {
        "header": "false",
        "auto_detect": "false",
        "columns": str(columns),
        "delim": "','",
        "quote": "'\"'",
        "escape": "'\"'",
        "nullstr": "''",
        # A tag may be as long as a token of the notation.
        "max_line_size": str(1 << 24),
        "new_line": r"'\r\n'",
    }
    options_sql = ", ".join(f"{name} = {value}" for name, value in options.items())
    path_sql = "'" + str(parquet_path).replace("'", "''") + "'"
    rows_sql = f"SELECT * FROM read_csv(?, {options_sql})"
    try:
        with duckdb.connect() as connection:
            connection.execute(f"COPY ({rows_sql}) TO {path_sql} (FORMAT parquet, COMPRESSION zstd)", [str(csv_path)])
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        raise ExportError(f"DuckDB cannot write {parquet_path.name}: {reason}") from None


def _rows(records: Iterable[Facts], jobs: int, *, with_moves: bool) -> Iterator[tuple[list[list[Any]], str]]:
    """Yield the rows of the games, some at a time, and with them the rows of their moves.

    Args:
        records: the facts about the games.
        jobs: the number of processes that replay them.
        with_moves: whether the moves are needed; otherwise no game is replayed.

    Yields:
        The rows of some games; and the rows of their moves as CSV (empty without ``with_moves``).
    """
    numbered_records = enumerate(records, 1)
    # The rows of the batches that are being replayed; results come in the order of the batches.
    rows_of_batches: deque[list[list[Any]]] = deque()

    def batches_to_replay() -> Iterator[Work]:
        """Yield the accepted games of each batch, and note the rows of all its games."""
        while batch := list(islice(numbered_records, _AT_ONCE)):
            rows_of_batches.append([_row(number, facts) for number, facts in batch])
            games: list[RawGame] = []
            if with_moves:
                accepted = [(number, facts) for number, facts in batch if facts.status != "rejected"]
                games = [RawGame(facts.text, number, 1, facts.file) for number, facts in accepted]
            yield games

    for outcome in run_shared(batches_to_replay(), jobs, _moves_as_csv, fresh=True):
        yield rows_of_batches.popleft(), "".join(outcome.results)


def _row(number: int, facts: Facts) -> list[Any]:
    """Return the row of a game with a number (its id): the values of ``GAMES_COLUMNS``."""
    fields = facts.as_dict() | {"id": number, "book": facts.book}
    fields["tags"] = json.dumps(fields["tags"], ensure_ascii=False) if facts.tags else None
    return [fields[column] for column in GAMES_COLUMNS]


def _moves_as_csv(work: Work) -> list[str]:
    """Return for each of some games the rows of its moves as CSV: the values of ``MOVES_COLUMNS``."""
    texts: list[str] = []
    for raw in games_of_work(work):
        stream = StringIO()
        # There are no positions if the program fails to read them, or if the record was accepted with a rule book that
        # is not there any more.
        with contextlib.suppress(ProgramFault), program_faults():
            positions = positions_of(judge_with_evidence(raw, hints=False))
            if positions is not None:
                csv.writer(stream).writerows(list(_move_rows(raw.number, positions)))
                texts.append(stream.getvalue())
    return texts


def _move_rows(game_number: int, positions: RecordPositions) -> Iterator[list[Any]]:
    """Yield a row for the position as dealt, and one for the position after every move: the number of the game, that of
    the move (0: as dealt), the move, how many cards are not on the foundations, and the digest."""
    positions.go_to(0)
    position = positions.position
    yield [game_number, 0, None, position.table.left, position.digest]
    for move_number, step in positions.steps():
        position = positions.position
        yield [game_number, move_number, str(step), position.table.left, position.digest]
