"""Results of searches in an SQLite file: ``leoni solve`` and ``leoni review`` go on where they were interrupted.

Each result is written as soon as its search ends.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any, Final

from leoni_replay.code_versions import PLAYER, code_version
from leoni_replay.files.database import DAMAGED, Database, DatabaseError, Kind
from leoni_replay.search.solver import Limits, Solution

_SCHEMA: Final = """\
-- The results of searches for a win.
CREATE TABLE search (
    question BLOB NOT NULL,         -- 16 bytes of BLAKE2b of what was searched: the game, the prunings, the program
    move INTEGER NOT NULL CHECK (move >= 0),        -- the search began after this move of the game
    most_nodes INTEGER NOT NULL CHECK (most_nodes >= 0),        -- its limit of positions, 0 for none
    memory INTEGER NOT NULL CHECK (memory > 0),     -- its limit of memory in million bytes
    status TEXT NOT NULL CHECK (status IN ('won', 'lost', 'undecided')),
    line TEXT NOT NULL,             -- the moves that win, as a JSON array of their numbers
    nodes INTEGER NOT NULL CHECK (nodes >= 0),      -- positions searched
    seconds REAL NOT NULL CHECK (seconds >= 0),     -- the time
    fewest INTEGER NOT NULL CHECK (fewest >= 0),    -- the fewest cards that were left in a position
    "limit" TEXT NOT NULL CHECK ("limit" IN ('', 'nodes', 'seconds', 'memory')),        -- the limit that it met
    PRIMARY KEY (question, move, most_nodes)
) STRICT, WITHOUT ROWID;
"""
#: "leos" as a number
_SEARCHES: Final = Kind("database of searches", "results of `leoni solve` or `leoni review`", 0x6C656F73, _SCHEMA)
_COLUMNS: Final = 'most_nodes, memory, status, line, nodes, seconds, fewest, "limit"'


class SearchResults(Database):
    """A context manager for a file with the results of searches, which is created if necessary.

    Args:
        path: the file.

    Raises:
        DatabaseError: it cannot be read or written, is not such a file, or is damaged.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path, _SEARCHES, write=True)

    def find(self, question: str, move: int, limits: Limits) -> Solution | None:
        """Return the stored result of a search: one that is decided, or one that met a limit that is no smaller than
        those given; None if there is none.

        Args:
            question: what is searched, as a text.
            move: the number of the move after which the search begins.
            limits: its limits.

        Raises:
            DatabaseError: the file cannot be read.
        """
        with self.naming_errors():
            rows = self.file.execute(
                f"SELECT {_COLUMNS} FROM search WHERE question = ? AND move = ? ORDER BY most_nodes",
                (_key_of(question), move),
            ).fetchall()
        for row in rows:
            if row[2] != "undecided":
                return self._solution(row)
        for row in rows:
            if _went_as_far(row, limits):
                return self._solution(row)
        return None

    def save(self, question: str, move: int, limits: Limits, solution: Solution) -> None:
        """Store the result of a search, in place of an earlier one with the same limit of positions; the arguments are
        as for ``find``.

        Raises:
            DatabaseError: the file cannot be written.
        """
        with self.transaction():
            self.file.execute(
                f"INSERT OR REPLACE INTO search (question, move, {_COLUMNS}) VALUES ({', '.join('?' * 10)})",
                (
                    _key_of(question),
                    move,
                    limits.nodes or 0,
                    limits.memory,
                    solution.status,
                    json.dumps(solution.line),
                    solution.nodes,
                    solution.seconds,
                    solution.fewest,
                    solution.limit,
                ),
            )

    def _solution(self, row: tuple[Any, ...]) -> Solution:
        """Return the result of a row.

        Raises:
            DatabaseError: it has none.
        """
        _, _, status, line_text, nodes, seconds, fewest, limit = row
        try:
            line = tuple(map(int, json.loads(line_text)))
        except (TypeError, ValueError):
            raise DatabaseError(f"{self.name}: {DAMAGED}: a line is not what it has to be") from None
        return Solution(status, line, nodes, seconds, fewest, limit)


def _went_as_far(row: tuple[Any, ...], limits: Limits) -> bool:
    """Whether the search of a row, which left its position undecided, met a limit that is no smaller than some limits,
    so that a search with these would meet one too."""
    most_nodes, memory, _, _, _, seconds, _, limit = row
    match limit:
        case "nodes":
            return limits.nodes is not None and most_nodes >= limits.nodes
        case "seconds":
            return limits.seconds is not None and bool(seconds >= limits.seconds)
        case _:
            return bool(memory >= limits.memory)


def _key_of(question: str) -> bytes:
    """Return the key of a question, for the present version of what searches."""
    text = f"{code_version(*PLAYER)}\n{question}"
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).digest()
