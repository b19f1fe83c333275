"""What commands print about rules, games and tables, as data for other programs. Each has a schema in ``schemas/``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from leoni_replay.diagnostics import Clause
from leoni_replay.games import GAMES, Rules, load_fragments, make_game
from leoni_replay.games.rules import FACTS, RuleBook
from leoni_replay.games.sheet import sheet

if TYPE_CHECKING:
    from leoni_replay.files.all_rules import BookVerdict, Row, RulesVerdict


def games_object() -> dict[str, Any]:
    """Return the table of games: ``leoni games``."""
    games = [
        {
            "name": game.name,
            "packs": make_game(game.name).packs,
            "books": [book_object(game.book(name)) for name in game.all_books],
        }
        for game in GAMES.values()
    ]
    return {"games": games, "fragments": [fragment._asdict() for fragment in load_fragments()]}


def book_object(book: RuleBook) -> dict[str, Any]:
    """Return a rule book in a few words."""
    return {
        "name": book.reference,
        "title": book.title,
        "about": book.about,
        "default": GAMES[book.game].books[0] == book.name,
        "sources": dict(book.sources),
        **book.bases._asdict(),
        "rules": sum(book.bases),
        "odds": book.odds or None,
        **{key: dict(book.facts).get(key) for key in FACTS},
    }


def books_object(game: str) -> dict[str, Any]:
    """Return the rules of a game on one screen, and its rule books: ``leoni rules``."""
    books = [book_object(GAMES[game].book(name)) for name in GAMES[game].all_books]
    return {"game": game, "sheet": _sheet(make_game(game).rules), "books": books}


def _sheet(rules: Rules) -> list[dict[str, Any]]:
    """Return the rules on one screen, part by part."""
    return [{"head": part.head, "lines": list(part.lines)} for part in sheet(rules)]


def rules_object(rules: Rules) -> dict[str, Any]:
    """Return the clauses of a rule book and the readings that are in force: ``leoni rules BOOK``."""
    points = [
        {
            "id": point.id,
            "title": point.title,
            "reading": rules[point.id],
            "text": rules.reading(point.id).text,
            "citation": rules.reading(point.id).citation,
            "basis": rules.reading(point.id).basis,
            "letter": rules.book.choices[point.id].letter or None,
            "unread": rules.book.choices[point.id].unread or None,
            "readings": dict(point.readings),
        }
        for point in rules.book.points.values()
    ]
    unread = dict(rules.book.unread)
    clauses = [
        {"id": number, "name": clause.name, **_clause(clause), "unread": unread.get(number)}
        for number, clause in rules.book.clauses.items()
    ]
    return {
        "game": rules.book.game,
        "rules": str(rules),
        "letter": rules.letter,
        "book": book_object(rules.book),
        "sheet": _sheet(rules),
        "clauses": clauses,
        "points": points,
    }


def _clause(clause: Clause) -> dict[str, Any]:
    """Return the text of a clause or a reading, with its source."""
    return {"text": clause.text, "citation": clause.citation, "basis": clause.basis}


def difference_object(
    first: Rules, second: Rules, differing_points: Iterable[str], common_points: Sequence[str]
) -> dict[str, Any]:
    """Return how two rule books differ, as JSON: ``leoni rules --diff``.

    Args:
        first: the first book, with its overrides.
        second: the second.
        differing_points: the points on which they take different readings.
        common_points: all points that both have.
    """
    return {
        "books": [{"game": rules.book.game, "rules": str(rules)} for rules in (first, second)],
        "points": len(common_points),
        "differences": [
            {
                "id": point,
                "title": first.book.points[point].title,
                "readings": [{"reading": rules[point], **_clause(rules.reading(point))} for rules in (first, second)],
            }
            for point in differing_points
        ],
    }


def all_rules_object(row: Row) -> dict[str, Any]:
    """Return a game under every rule book: ``leoni verify --all-rules``."""

    return {
        "file": row.file,
        "number": row.number,
        "game": row.game,
        "rules": row.own,
        "legal": row.legal,
        "books": {name: _book_verdict_object(verdict) for name, verdict in row.books.items()},
    }


def _book_verdict_object(book_verdict: BookVerdict) -> dict[str, Any]:
    """Return the verdict of a rule book, and those of its single readings."""
    readings = {reading: _verdict_object(verdict) for reading, verdict in book_verdict.readings.items()}
    return {**_verdict_object(book_verdict.verdict), "readings": readings}


def _verdict_object(verdict: RulesVerdict) -> dict[str, Any]:
    """Return the verdict of some rules."""
    error = None if verdict.error is None else verdict.error.as_dict()
    return {"legal": verdict.legal, "irregular": verdict.irregular, "refused": error}
