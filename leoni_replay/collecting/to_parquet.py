"""Turn a CSV file into a Parquet file with DuckDB, as a separate program that frees its memory when it ends."""

from __future__ import annotations

import json
import sys
from typing import Any


def to_parquet(source: str, columns: dict[str, str], target: str) -> None:
    """Write a Parquet file.

    Args:
        source: rows of CSV without a header, as ``csv.writer`` writes them.
        columns: the names of its columns, with their DuckDB types.
        target: the path of the new file.

    Raises:
        duckdb.Error: it failed.
    """
    import duckdb  # an extra

    reader: dict[str, Any] = {"header": "false", "auto_detect": "false", "columns": str(columns)}
    reader |= {"delim": "','", "quote": "'\"'", "escape": "'\"'", "nullstr": "''"}
    # A tag may be as long as a token of the notation.
    reader |= {"max_line_size": str(1 << 24), "new_line": r"'\r\n'"}
    options = ", ".join(f"{name} = {value}" for name, value in reader.items())
    quoted = "'" + target.replace("'", "''") + "'"
    with duckdb.connect() as opened:
        opened.execute(
            f"COPY (SELECT * FROM read_csv(?, {options})) TO {quoted} (FORMAT parquet, COMPRESSION zstd)", [source]
        )


if __name__ == "__main__":
    to_parquet(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3])
