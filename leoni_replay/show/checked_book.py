"""``leoni rules --check``: a user's rule book, point by point and clause by clause, beside the nearest other one."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from leoni_replay.games import RuleBook, Rules, homes_of
from leoni_replay.games.bookcheck import Wrong
from leoni_replay.games.user_books import SCHEME, BookFile, is_file, read_book_file
from leoni_replay.phrases import counted, listed
from leoni_replay.show.objects import difference_object
from leoni_replay.show.rule_books import parting, show_diff
from leoni_replay.text import shown

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


class CheckedBook(NamedTuple):
    """A rule book of a user: what is wrong with it, each with its line (0 if it has none), the book of the package that
    is nearest to it, and the clauses that differ from it."""

    book_file: BookFile
    book: RuleBook
    wrong: list[tuple[int, Wrong]]
    nearest: RuleBook
    clauses: list[str]


def check_book(path: str) -> CheckedBook:
    """Check the file of a rule book.

    Raises:
        RulesError: it cannot be read, or is of no game.
    """
    name = path if is_file(path) else f"{SCHEME}{path}"
    book_file = read_book_file(name, None)
    # As a record beside it names it.
    book_file = book_file._replace(called=f"{SCHEME}{os.path.basename(book_file.file)}")
    (game,) = homes_of(name)
    book, wrong = game.checked(book_file)
    nearest = min(map(game.book, game.books), key=lambda other: _distance(book, other))
    return CheckedBook(
        book_file, book, [(_line(book_file.text, one.where), one) for one in wrong], nearest, _clauses(book, nearest)
    )


def _distance(book: RuleBook, other: RuleBook) -> tuple[int, int]:
    parted = [
        point
        for point, choice in other.choices.items()
        if point not in book.choices or book.choices[point].reading != choice.reading
    ]
    return len(parted), len(_clauses(book, other))


def _clauses(book: RuleBook, other: RuleBook) -> list[str]:
    """Return the numbers of the clauses that differ in another book, or that only one of the two has."""
    numbers = dict.fromkeys([*book.clauses, *other.clauses])
    return [number for number in numbers if _clause_text(book, number) != _clause_text(other, number)]


def _clause_text(book: RuleBook, number: str) -> str:
    return book.clauses[number].text if number in book.clauses else ""


def _line(text: str, where: str) -> int:
    """Return the line of what is wrong; 0 where nothing stands for it."""
    room, _, name = where.partition(".")
    own = re.escape(name.partition(".")[0])
    key = re.escape(room)
    if name:
        looked = rf'^\s*id\s*=\s*"{own}"' if room == "clauses" else rf'^\s*(?:\[{key}\.)?"?{own}"?\s*[=\]]'
    else:
        looked = rf'^\s*(?:\[+{key}|"?{key}"?\s*=)'
    match = re.search(looked, text, re.M)
    return text.count("\n", 0, match.end()) + 1 if match else 0


def show_checked(checked: CheckedBook, terminal: Terminal) -> None:
    """Print what is wrong with a book; if nothing is, its size and where it differs from the nearest one."""
    book_file, book, wrong, nearest, clauses = checked
    for line, one in wrong:
        place = f"{book_file.file}:{line}" if line else book_file.file
        terminal.console().print(Text(shown(f"{place}: {one}", terminal.ascii)), soft_wrap=True)
    if wrong:
        terminal.say()
        terminal.say(f"{counted(len(wrong), 'thing')} to correct", "bold")
        return
    terminal.say(f"{book_file.file} is complete: {book.game}, {book.title}", "bold")
    contents = f"{counted(len(book.points), 'point')}, {counted(len(book.clauses), 'clause')}"
    terminal.say(f"{contents}: {book.bases}; verdicts name the book: {book.reference}")
    terminal.say()
    show_diff(Rules(book), Rules(nearest), terminal)
    if clauses:
        terminal.say()
        terminal.say(f"Clauses that differ from those of {nearest.name}: {listed(clauses)}.")


def checked_object(checked: CheckedBook) -> dict[str, Any]:
    """Return a check as data."""
    book_file, book, wrong, nearest, clauses = checked
    own, other = Rules(book), Rules(nearest)
    return {
        "file": book_file.file,
        "game": book.game,
        "whole": not wrong,
        "rules": book.reference,
        "wrong": [{"where": one.where, "line": line or None, "message": one.message} for line, one in wrong],
        "nearest": nearest.name,
        "points": None if wrong else difference_object(own, other, *parting(own, other))["differences"],
        "clauses": None if wrong else clauses,
    }
