"""Writes points.csv (all points with their readings), letter.csv (where the books depart from it), and sources.csv.

python docs/games/make.py
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from leoni_replay.games import GAMES
from leoni_replay.games.rules import CONJECTURE

HERE = Path(__file__).parent
MARKS = {"stated": "", "inferred": " (I)", "departs": " (D)"}


def points() -> Iterator[list[str]]:
    """Every reading, with the books that take it."""
    yield ["game", "point", "about", "reading", "what it says", "books"]
    for game, declared in GAMES.items():
        books = {name: declared.book(name) for name in declared.books}
        for point in next(iter(books.values())).points.values():
            for reading, text in point.readings.items():
                choices = {name: book.choices[point.id] for name, book in books.items()}
                takes = [f"{name}{MARKS[one.basis]}" for name, one in choices.items() if one.reading == reading]
                takes += [f"– ({CONJECTURE})"] * (reading == point.conjecture)
                yield [game, point.id, point.title, reading, text, ", ".join(takes)]


def letter() -> Iterator[list[str]]:
    """Every point and clause at which a book departs from the letter of its source."""
    yield ["game", "book", "point", "about", "the book", "to the letter"]
    for game, declared in GAMES.items():
        for name in declared.books:
            book = declared.book(name)
            for point, choice in book.choices.items():
                if choice.basis == "departs":
                    letter = choice.letter or f"– ({choice.unread})"
                    yield [game, name, point, book.points[point].title, choice.reading, letter]
            for number, text in book.unread:
                yield [game, name, f"clause {number}", book.clauses[number].name, "–", f"– ({text})"]


def sources() -> Iterator[list[str]]:
    """Every book with what it says of its source."""
    yield ["game", "book", "source", "by", "seen", "also called", "odds"]
    for game, declared in GAMES.items():
        for name in declared.books:
            book = declared.book(name)
            facts = dict(book.facts)
            by = ", ".join(facts[fact] for fact in ("author", "year") if facts[fact] != "not given")
            yield [game, name, book.title, by, facts["seen"], facts.get("names", ""), book.odds]


FILES = {"points.csv": points, "letter.csv": letter, "sources.csv": sources}


def written(rows: Iterator[list[str]]) -> str:
    """The rows as a file."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()


if __name__ == "__main__":
    for file, rows in FILES.items():
        (HERE / file).write_text(written(rows()), encoding="utf-8")
