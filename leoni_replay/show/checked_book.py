"""``leoni rules --check``: a user's rule book, point by point and clause by clause, beside the nearest other one."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from leoni_replay.games import GAMES, RuleBook, Rules, RulesError, games_with_book
from leoni_replay.games.book_numbers import number_doubts
from leoni_replay.games.bookcheck import BookFault
from leoni_replay.games.user_books import SCHEME, BookFile, is_file, read_book_file
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.show.objects import difference_object
from leoni_replay.show.rule_books import compare_points, show_diff
from leoni_replay.text import terminal_text

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


class CheckedBook(NamedTuple):
    """A rule book of a user, and what was found in it.

    Attributes:
        book_file: its file.
        book: the book.
        faults: what is wrong with it, each with its line (0 if it has none).
        nearest: the book of the package that is nearest to it.
        clauses: the numbers of the clauses that differ from those of that book.
        doubts: the numbers in its clauses that its readings contradict, each with its line.
    """

    book_file: BookFile
    book: RuleBook
    faults: list[tuple[int, BookFault]]
    nearest: RuleBook
    clauses: list[str]
    doubts: list[tuple[int, BookFault]]


def check_book(path: str) -> CheckedBook:
    """Check the file of a rule book.

    Raises:
        RulesError: it cannot be read, or is of no game.
    """
    name = path if is_file(path) else f"{SCHEME}{path}"
    book_file = read_book_file(name, None)
    # As a record beside it names it.
    book_file = book_file._replace(name=f"{SCHEME}{os.path.basename(book_file.file)}")
    (game,) = games_with_book(name)
    book, faults = game.check_book(book_file)
    nearest = min(map(game.book, game.books), key=lambda own_book: _distance(book, own_book))
    return CheckedBook(
        book_file=book_file,
        book=book,
        faults=[(_line_number(book_file.text, fault.where), fault) for fault in faults],
        nearest=nearest,
        clauses=_differing_clauses(book, nearest),
        doubts=[(_line_number(book_file.text, doubt.where), doubt) for doubt in _doubts(book, faults)],
    )


def _doubts(book: RuleBook, faults: list[BookFault]) -> list[BookFault]:
    """Return the numbers in the clauses of a book that its readings contradict; none if the book cannot be used."""
    if faults:
        return []
    try:
        return number_doubts(book, GAMES[book.game].make(Rules(book)))
    except RulesError:
        return []


def _distance(book: RuleBook, other_book: RuleBook) -> tuple[int, int]:
    """Return how many points and how many clauses differ in two books."""
    differing_points = [
        point
        for point, choice in other_book.choices.items()
        if point not in book.choices or book.choices[point].reading != choice.reading
    ]
    return len(differing_points), len(_differing_clauses(book, other_book))


def _differing_clauses(book: RuleBook, other_book: RuleBook) -> list[str]:
    """Return the numbers of the clauses that differ in two books, or that only one of them has."""
    numbers = dict.fromkeys([*book.clauses, *other_book.clauses])
    return [number for number in numbers if _clause_text(book, number) != _clause_text(other_book, number)]


def _clause_text(book: RuleBook, number: str) -> str:
    """Return the text of a clause; empty if the book doesn't have it."""
    return book.clauses[number].text if number in book.clauses else ""


def _line_number(text: str, where: str) -> int:
    """Return the line of what is wrong; 0 where nothing stands for it.

    Args:
        text: the text of the file.
        where: the key in it, or the section and the name of an entry: ``title``, ``clauses.7``.
    """
    section, _, rest = where.partition(".")
    key, entry = re.escape(section), re.escape(rest.partition(".")[0])
    if not rest:
        pattern = rf'^\s*(?:\[+{key}|"?{key}"?\s*=)'
    elif section == "clauses":
        pattern = rf'^\s*id\s*=\s*"{entry}"'
    else:
        pattern = rf'^\s*(?:\[{key}\.)?"?{entry}"?\s*[=\]]'
    match = re.search(pattern, text, re.M)
    return text.count("\n", 0, match.end()) + 1 if match else 0


def show_checked(checked: CheckedBook, terminal: Terminal) -> None:
    """Print what is wrong with a book; if nothing is, its size and where it differs from the nearest one."""
    book_file, book, faults, nearest, clauses, doubts = checked
    for line, fault in [*faults, *doubts]:
        where = f"{book_file.file}:{line}" if line else book_file.file
        kind = "" if faults else "warning: "
        terminal.console().print(Text(terminal_text(f"{where}: {kind}{fault}", terminal.ascii)), soft_wrap=True)
    if faults:
        terminal.say()
        terminal.say(f"{pluralize(len(faults), 'thing')} to correct", "bold")
        return
    terminal.say(f"{book_file.file} is complete: {book.game}, {book.title}", "bold")
    contents = f"{pluralize(len(book.points), 'point')}, {pluralize(len(book.clauses), 'clause')}"
    terminal.say(f"{contents}: {book.bases}; verdicts name the book: {book.reference}")
    terminal.say()
    show_diff(Rules(book), Rules(nearest), terminal)
    if clauses:
        terminal.say()
        terminal.say(f"Clauses that differ from those of {nearest.name}: {join_words(clauses)}.")


def checked_object(checked: CheckedBook) -> dict[str, Any]:
    """Return a check as data."""
    book_file, book, faults, nearest, clauses, doubts = checked
    differences = None
    if not faults:
        rules, nearest_rules = Rules(book), Rules(nearest)
        points = compare_points(rules, nearest_rules)
        differences = difference_object(rules, nearest_rules, *points)["differences"]
    return {
        "file": book_file.file,
        "game": book.game,
        "whole": not faults,
        "rules": book.reference,
        "wrong": [{"where": fault.where, "line": line or None, "message": fault.message} for line, fault in faults],
        "warnings": [{"where": doubt.where, "line": line or None, "message": doubt.message} for line, doubt in doubts],
        "nearest": nearest.name,
        "points": differences,
        "clauses": None if faults else clauses,
    }
