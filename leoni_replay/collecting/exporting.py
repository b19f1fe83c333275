"""Export the records of an archive: as transcripts, JSON lines, or columns (Parquet)."""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator
from importlib.util import find_spec
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any, Final

from leoni_replay.collecting.positions import positions_of
from leoni_replay.collecting.record_facts import FIELDS, Facts, facts_object
from leoni_replay.diagnostics import UserError
from leoni_replay.extras import install
from leoni_replay.files.atomic import Folder, check_can_write, output_file
from leoni_replay.files.processes import Work, games_of_work, run_shared
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge_with_evidence

#: the number of records that a process replays at once
_AT_ONCE: Final = 64

_SMALL: Final = ("legal_moves", "left", "unknown", "exiles")


def _columns(names: Iterable[str]) -> dict[str, str]:
    """Return columns with their types."""
    numbers = ["id", "move", *(field.name for field in FIELDS.values() if field.number)]
    return {name: "UTINYINT" if name in _SMALL else "UINTEGER" if name in numbers else "VARCHAR" for name in names}


_STORED = [name for name in Facts._fields if name not in ("text", "at")]
_STORED.insert(_STORED.index("deal"), "book")
#: the columns of games.parquet and moves.parquet, with their types
GAMES_COLUMNS: Final = _columns(["id", *_STORED])
MOVES_COLUMNS: Final = _columns(["id", "move", "token", "left", "digest"])
#: the files of columns, each with its columns
TABLES: Final = {"games": GAMES_COLUMNS, "moves": MOVES_COLUMNS}


class ExportError(UserError):
    """Raised if records cannot be written in a format; the message says why."""


def export_lines(chosen: Iterable[Facts], path: str, replace: bool, *, records: bool) -> list[str]:
    """Write records one after another, as text or as JSON (one object per line); return the name of the file.

    Raises:
        PathExists: the file exists and may not be replaced.
        OSError: it cannot be written.
    """
    with output_file(Path(path), replace=replace) as stream:
        for number, facts in enumerate(chosen):
            if records:
                stream.write(("\n" if number else "") + facts.text)
            else:
                stream.write(json.dumps(facts_object(facts), ensure_ascii=False) + "\n")
    return [path]


def export_parquet(
    chosen: Iterable[Facts], folder: str, jobs: int, replace: bool, names: Collection[str] = (*TABLES,)
) -> list[str]:
    """Write records as columns: ``games.parquet``, and ``moves.parquet`` with every position of every accepted record.
    Return the names of the files.

    Args:
        names: which of the two to write, ``games`` and ``moves``; without ``moves``, no record is replayed.

    Raises:
        ExportError: DuckDB is not installed.
        PathExists: a file exists and may not be replaced.
        OSError: they cannot be written.
        ChildProcessError: a process was lost.
    """
    if find_spec("duckdb") is None:
        raise ExportError(f"Parquet needs DuckDB: {install('data')}")
    into = Path(folder)
    # DuckDB doesn't write into the folder itself: complete files are moved there.
    with tempfile.TemporaryDirectory(prefix="leoni-") as kept, Folder(into, replace=replace) as made:
        for name in names:
            check_can_write(into / f"{name}.parquet", replace)
        with (
            Path(kept, "games.csv").open("w", encoding="utf-8", newline="") as one,
            Path(kept, "moves.csv").open("w", encoding="utf-8", newline="") as other,
        ):
            writer = csv.writer(one)
            for rows, text in _rows(chosen, jobs, "moves" in names):
                writer.writerows(rows)
                other.write(text)
        for name in names:
            # DuckDB writes only to a path in UTF-8.
            _to_parquet(Path(kept, f"{name}.csv"), TABLES[name], Path(kept, f"{name}.parquet"))
            made.open(f"{name}.parquet").close()
            shutil.copyfile(Path(kept, f"{name}.parquet"), made.place(f"{name}.parquet"))
        return list(made.put())


def _to_parquet(source: Path, columns: dict[str, str], target: Path) -> None:
    """Turn rows of CSV without a header, as ``csv.writer`` writes them, into a Parquet file.

    Raises:
        ExportError: it failed.
    """
    import duckdb  # an extra

    reader: dict[str, Any] = {"header": "false", "auto_detect": "false", "columns": str(columns)}
    reader |= {"delim": "','", "quote": "'\"'", "escape": "'\"'", "nullstr": "''"}
    # A tag may be as long as a token of the notation.
    reader |= {"max_line_size": str(1 << 24), "new_line": r"'\r\n'"}
    options = ", ".join(f"{name} = {value}" for name, value in reader.items())
    quoted = "'" + str(target).replace("'", "''") + "'"
    rows = f"SELECT * FROM read_csv(?, {options})"
    try:
        with duckdb.connect() as opened:
            opened.execute(f"COPY ({rows}) TO {quoted} (FORMAT parquet, COMPRESSION zstd)", [str(source)])
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        raise ExportError(f"DuckDB cannot write {target.name}: {reason}") from None


def _rows(chosen: Iterable[Facts], jobs: int, moves: bool) -> Iterator[tuple[list[list[Any]], str]]:
    """Yield the rows of some games, and (with ``moves``) the rows of their moves as text."""
    numbers = iter(range(1, 1 << 62))
    chosen = iter(chosen)

    def work() -> Iterator[Work]:
        while some := list(islice(chosen, _AT_ONCE)):
            numbered = list(zip(islice(numbers, len(some)), some, strict=True))
            waiting.append([_row(number, facts) for number, facts in numbered])
            accepted = [(number, facts) for number, facts in numbered if moves and facts.status != "rejected"]
            yield [RawGame(facts.text, number, 1, facts.file) for number, facts in accepted]

    waiting: list[list[list[Any]]] = []
    for made in run_shared(work(), jobs, _moves, fresh=True):
        yield waiting.pop(0), "".join(made.made)


def _row(number: int, facts: Facts) -> list[Any]:
    fields = facts_object(facts) | {"id": number, "book": facts.book}
    fields["tags"] = json.dumps(fields["tags"], ensure_ascii=False) if facts.tags else None
    return [fields[column] for column in GAMES_COLUMNS]


def _moves(work: Work) -> list[str]:
    """Return the positions of some games as CSV: game, number of the move before, move, cards left, digest."""
    made: list[str] = []
    for raw in games_of_work(work):
        course = positions_of(judge_with_evidence(raw, hints=False))
        if course is None:
            # It was accepted with a rule book that is not there any more.
            continue
        out = StringIO()
        writer = csv.writer(out)
        course.stand(0)
        writer.writerow([raw.number, 0, None, course.position.table.left, course.position.digest])
        for number, step in course.steps():
            digest = course.position.digest
            writer.writerow([raw.number, number, str(step), course.position.table.left, digest])
        made.append(out.getvalue())
    return made
