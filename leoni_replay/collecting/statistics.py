"""Statistics of an archive: results, lengths and weaves by rule book."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
)

from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.where import Sql
from leoni_replay.drawing import draw

if TYPE_CHECKING:
    from leoni_replay.json_data import StatisticsData

#: the lengths that are shown: the shortest, the median, the longest
Spread = tuple[int, int, int]


@dataclass(frozen=True)
class Book:
    """The records under one rule book of one game.

    Attributes:
        game, rules: the game, and its rule book with its overrides.
        results: the number of records with each result, and of rejected ones.
        lengths: the number of accepted records with each number of moves.
        weaves: the number of accepted records by the number of cards in their longest weave.
    """

    game: str
    rules: str
    results: Counter[str]
    lengths: Counter[int]
    weaves: Counter[int]

    @property
    def records(self) -> int:
        """The number of records."""
        return self.results.total()

    @property
    def accepted(self) -> int:
        """The number of records that are not rejected."""
        return self.records - self.results["rejected"]


@dataclass(frozen=True)
class Statistics:
    """An archive in numbers.

    Attributes:
        books: its rule books.
        plays: the number of distinct games.
        repeated: the number of accepted records that repeat a game.
        positions: whether it has an index of positions.
        size: the size of its file in bytes.
    """

    books: tuple[Book, ...]
    plays: int
    repeated: int
    positions: bool
    size: int

    def _repr_html_(self) -> str:
        """Return the output of ``leoni archive stats``, for notebooks."""
        return draw("statistics", self)

    def as_dict(self) -> StatisticsData:
        """Return the statistics as ``leoni archive stats --format json`` writes them, for ``json.dumps``."""
        return {
            "records": self.records,
            "plays": self.plays,
            "repeated": self.repeated,
            "positions": self.positions,
            "bytes": self.size,
            "books": [
                {
                    "game": book.game or None,
                    "rules": book.rules or None,
                    "records": book.records,
                    "won": book.results["won"],
                    "lost": book.results["lost"],
                    "conceded": book.results["conceded"],
                    "unfinished": book.results["*"],
                    "rejected": book.results["rejected"],
                    "lengths": [list(pair) for pair in sorted(book.lengths.items())],
                    "weaves": [list(pair) for pair in sorted(book.weaves.items())],
                }
                for book in self.books
            ],
        }

    @property
    def records(self) -> int:
        """The number of records."""
        return sum(book.records for book in self.books)


def spread(counts: Counter[int]) -> Spread | None:
    """Return the minimum, median and maximum of some numbers; None if there are none."""
    if not counts:
        return None
    middle = (counts.total() + 1) // 2
    smaller_or_equal = 0
    for number in sorted(counts):
        smaller_or_equal += counts[number]
        if smaller_or_equal >= middle:
            return min(counts), number, max(counts)
    raise AssertionError("the middle is one of them")


def survival(counts: Counter[int]) -> list[tuple[int, float]]:
    """Return which share of some numbers is at least as great as each of them.

    Args:
        counts: how often each number occurs.

    Returns:
        Points of a curve: 0 with the share 1, then every number that occurs, with the share of the numbers that are at
        least as great.
    """
    total = counts.total()
    count_at_least = total
    points = [(0, 1.0)]
    for number in sorted(counts):
        if number > points[-1][0]:
            points.append((number, count_at_least / total))
        count_at_least -= counts[number]
    return points


def statistics(archive: Archive, condition: Sql) -> Statistics:
    """Count the records of an archive that match a condition.

    Raises:
        DatabaseError: the archive cannot be read.
    """
    books: dict[tuple[str, str], Book] = {}
    with archive.naming_errors():
        for row in archive.file.execute(
            f"SELECT game, rules, status, result, moves, weave, count(*) FROM game WHERE {condition.text} "
            "GROUP BY 1, 2, 3, 4, 5, 6",
            condition.values,
        ):
            archive.check_types(row, (str | None, str | None, str, str | None, int, int, int))
            game, rules, status, result, moves, weave, count = row
            key = game or "", rules or ""
            book = books.setdefault(key, Book(*key, results=Counter(), lengths=Counter(), weaves=Counter()))
            if status == "rejected":
                book.results[status] += count
            else:
                book.results[result] += count
                book.lengths[moves] += count
                book.weaves[weave] += count
        accepted, plays = archive.file.execute(
            "SELECT count(*), count(DISTINCT coalesce(record_digest, key)) FROM game "
            f"WHERE ({condition.text}) AND status <> 'rejected'",
            condition.values,
        ).fetchone()
        (pages,) = archive.file.execute("PRAGMA page_count").fetchone()
        (page_size,) = archive.file.execute("PRAGMA page_size").fetchone()
    return Statistics(
        books=tuple(books[key] for key in sorted(books)),
        plays=plays,
        repeated=accepted - plays,
        positions=archive.has_position_index,
        size=pages * page_size,
    )
