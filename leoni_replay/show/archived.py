"""``leoni archive stats``: tables, bars, and a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from leoni_replay.collecting.record_facts import Value
from leoni_replay.collecting.statistics import Book, Statistics, spread, survival
from leoni_replay.phrases import counted
from leoni_replay.show.chart import Line, Panel, chart
from leoni_replay.show.terminal import bars, print_rows

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

#: the most rows of a histogram
_ROWS: Final = 12
#: the most lines of a panel, which are told apart by their dashes
_LINES: Final = 4
#: the results of records, with their titles
_RESULTS: Final = {"won": "won", "lost": "lost", "conceded": "conceded", "*": "unfinished", "rejected": "rejected"}


def show_statistics(statistics: Statistics, terminal: Terminal) -> None:
    """Print the tables, and how long games and weaves are."""
    size = f", {statistics.size / statistics.records:,.0f} bytes each" if statistics.records else ""
    kept = "with" if statistics.positions else "without"
    terminal.write(
        f"{_many(statistics.records, 'record')}, {_many(statistics.plays, 'play')} "
        f"({statistics.repeated:,} recorded again), {statistics.size:,} bytes{size}, {kept} positions\n"
    )
    if not statistics.records:
        return
    terminal.write("\n")
    books = [book for book in statistics.books if book.accepted]
    results = [result for result in _RESULTS if result != "conceded" or any(book.results[result] for book in books)]
    titles = ["game", "rules", "records", *(_RESULTS[result] for result in results), "moves", "middle", "longest weave"]
    print_rows(
        titles, [_row(book, results) for book in books], [title not in ("game", "rules") for title in titles], terminal
    )
    if rejected := sum(book.records for book in statistics.books if not book.accepted):
        terminal.write(f"{_many(rejected, 'record')} under other games and rules, all rejected\n")
    for book in books:
        for what, counts in (("moves", book.lengths), ("cards that the longest weave lifted", book.weaves)):
            if len(counts) > 1:
                terminal.write_lines(["", f"{book.game}, {book.rules}: {what}", *_bars(counts, terminal)])


def _many(number: int, word: str) -> str:
    return counted(number, word).replace(str(number), f"{number:,}", 1)


def _row(book: Book, shown: Sequence[str]) -> list[Value]:
    results = [f"{book.results[result]:,}" for result in shown]
    lengths, weaves = spread(book.lengths), spread(book.weaves)
    from_to = [f"{lengths[0]}-{lengths[2]}", lengths[1]] if lengths else ["", ""]
    longest = weaves[2] if weaves and weaves[2] else ""
    return [book.game, book.rules, f"{book.records:,}", *results, *from_to, longest]


def _bars(counts: Counter[int], terminal: Terminal) -> list[str]:
    least, most, width = min(counts), max(counts), 1
    while (most - least) // width + 1 > _ROWS:
        width = {1: 2, 2: 5, 5: 10}[width] if width < 10 else width * 2
    rows = []
    for low in range(least // width * width, most + 1, width):
        rows.append((low, low + width - 1, sum(counts.get(number, 0) for number in range(low, low + width))))
    return bars(rows, terminal)


def picture(statistics: Statistics) -> str:
    """Draw how long games last, and how long their longest weaves are. Returns an SVG document, a panel a game."""
    panels = []
    for game in dict.fromkeys(book.game for book in statistics.books):
        books = [book for book in statistics.books if book.game == game]
        books = sorted(books, key=lambda book: -book.accepted)[:_LINES]
        for what, counts in (("moves", [book.lengths for book in books]), ("cards", [book.weaves for book in books])):
            lines = tuple(
                Line(book.rules, tuple((float(number), share) for number, share in survival(one)))
                for book, one in zip(books, counts, strict=True)
                if len(one) > 1
            )
            if lines:
                title = f"{game}: games that last" if what == "moves" else f"{game}: longest weaves"
                panels.append(Panel(title, lines))
    return chart("How long games and weaves are", "moves, or cards lifted", panels)
