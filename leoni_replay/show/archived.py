"""``leoni archive stats``: tables, bars, and a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from leoni_replay.collecting.record_facts import Value
from leoni_replay.collecting.statistics import Book, Statistics, spread, survival
from leoni_replay.phrases import pluralize
from leoni_replay.show.chart import Line, Panel, chart
from leoni_replay.show.terminal import Bar, bar_lines, print_rows

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

#: the most rows of a histogram
_ROWS: Final = 12
#: the most lines of a panel, which are told apart by their dashes
_LINES: Final = 4
#: the results of records, with their titles
_RESULTS: Final = {"won": "won", "lost": "lost", "conceded": "conceded", "*": "unfinished", "rejected": "rejected"}


def show_statistics(statistics: Statistics, terminal: Terminal) -> None:
    """Print the statistics of an archive: a line of totals, a table with a row for each rule book, and histograms of
    how long its games and its longest weaves are."""
    size = f", {statistics.size / statistics.records:,.0f} bytes each" if statistics.records else ""
    with_positions = "with positions" if statistics.positions else "without positions"
    terminal.write(
        f"{_large_count(statistics.records, 'record')}, {_large_count(statistics.plays, 'play')} "
        f"({statistics.repeated:,} recorded again), {statistics.size:,} bytes{size}, {with_positions}\n"
    )
    if not statistics.records:
        return
    terminal.write("\n")
    books = [book for book in statistics.books if book.accepted]
    results = [result for result in _RESULTS if result != "conceded" or any(book.results[result] for book in books)]
    titles = ["game", "rules", "records", *(_RESULTS[result] for result in results), "moves", "middle", "longest weave"]
    are_numbers = [title not in ("game", "rules") for title in titles]
    print_rows(titles, [_row(book, results) for book in books], are_numbers, terminal)
    rejected_records = sum(book.records for book in statistics.books if not book.accepted)
    if rejected_records:
        terminal.write(f"{_large_count(rejected_records, 'record')} under other games and rules, all rejected\n")
    for book in books:
        for unit, counts in (("moves", book.lengths), ("cards that the longest weave lifted", book.weaves)):
            if len(counts) > 1:
                terminal.write_lines(["", f"{book.game}, {book.rules}: {unit}", *_histogram(counts, terminal)])


def _large_count(number: int, word: str) -> str:
    """Return a number of things, with commas between thousands."""
    return pluralize(number, word).replace(str(number), f"{number:,}", 1)


def _row(book: Book, results: Sequence[str]) -> list[Value]:
    """Return the row of a rule book: its records by their results, how long games are, and the longest weave."""
    result_counts = [f"{book.results[result]:,}" for result in results]
    lengths, weaves = spread(book.lengths), spread(book.weaves)
    moves: list[Value] = ["", ""]
    if lengths:
        shortest, middle, longest = lengths
        moves = [f"{shortest}-{longest}", middle]
    longest_weave: Value = ""
    if weaves:
        # Nothing is shown for a game without weaves.
        _, _, most_cards = weaves
        longest_weave = most_cards or ""
    return [book.game, book.rules, f"{book.records:,}", *result_counts, *moves, longest_weave]


def _histogram(counts: Counter[int], terminal: Terminal) -> list[str]:
    """Return the lines of a histogram, whose numbers are in ranges of the same width.

    Args:
        counts: how often each number occurs.
        terminal: where the lines go.
    """
    least, greatest, width = min(counts), max(counts), 1
    # Widths are 1, 2, 5, 10, 20, 40 and so on: the first that gives few enough ranges.
    while (greatest - least) // width + 1 > _ROWS:
        width = {1: 2, 2: 5, 5: 10}[width] if width < 10 else width * 2
    bars: list[Bar] = []
    for low in range(least // width * width, greatest + 1, width):
        count = sum(counts.get(number, 0) for number in range(low, low + width))
        bars.append(Bar(low, low + width - 1, count))
    return bar_lines(bars, terminal)


def picture(statistics: Statistics) -> str:
    """Draw how long games last, and how long their longest weaves are. Returns an SVG document, two panels a game."""
    panels: list[Panel] = []
    for game in dict.fromkeys(book.game for book in statistics.books):
        # A panel has room for a few books: those with the most records.
        books = [book for book in statistics.books if book.game == game]
        books = sorted(books, key=lambda book: -book.accepted)[:_LINES]
        lengths = {book.rules: book.lengths for book in books}
        weaves = {book.rules: book.weaves for book in books}
        for title, counts_under in ((f"{game}: games that last", lengths), (f"{game}: longest weaves", weaves)):
            lines = [_line(rules, counts) for rules, counts in counts_under.items() if len(counts) > 1]
            if lines:
                panels.append(Panel(title, tuple(lines)))
    return chart("How long games and weaves are", "moves, or cards lifted", panels)


def _line(rules: str, counts: Counter[int]) -> Line:
    """Return the line for some rules: for every number the share of those that are at least as great."""
    return Line(rules, tuple((float(number), share) for number, share in survival(counts)))
