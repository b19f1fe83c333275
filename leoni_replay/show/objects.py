"""What commands print about rules, games and tables, as data for other programs. Each has a schema in ``schemas/``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from leoni_replay.cards import TEXT
from leoni_replay.diagnostics import Clause
from leoni_replay.games import GAMES, Rules, load_fragments, make_game
from leoni_replay.games.rules import FACTS, RuleBook
from leoni_replay.games.sheet import sheet

if TYPE_CHECKING:
    from leoni_replay.examining.findings import Finding
    from leoni_replay.files.all_rules import BookVerdict, Row, RulesVerdict
    from leoni_replay.record.examination import Difference, Examination, Proof


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


def examination_object(examination: Examination) -> dict[str, Any]:
    """Return an examination as JSON: ``leoni examine``."""
    replay, position = examination.replay, examination.position
    transcript = replay.transcript
    return {
        "file": transcript.file,
        "number": transcript.number,
        "game": transcript.value("Game"),
        "rules": replay.rules,
        "deal": transcript.value("Deal"),
        "sound": examination.sound,
        "move": None if position is None else examination.number,
        "table": None if position is None else position.text.splitlines(),
        "not_listed": examination.unlisted_lines,
        "findings": list(map(_finding_object, examination.findings)),
        "diagnostics": [diagnostic.as_dict() for diagnostic in examination.diagnostics],
        "claims": list(map(_proof_object, examination.proofs)),
        "available": _cards(examination.free),
        "legal": list(examination.moves),
        "readings": list(map(_reading_object, examination.differences)),
    }


def _finding_object(finding: Finding) -> dict[str, Any]:
    """Return what was found in a position."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "places": list(finding.places),
        "clause": None if finding.clause is None else finding.clause.label,
        "source": None if finding.clause is None else finding.clause.citation,
    }


def _proof_object(proof: Proof) -> dict[str, Any]:
    """Return a claim, and whether it holds."""
    return {
        "text": proof.text,
        "line": proof.span.line,
        "column": proof.span.column,
        "move": proof.move,
        "variation": proof.in_variation,
        "holds": proof.holds,
        "truth": proof.truth or None,
    }


def _reading_object(difference: Difference) -> dict[str, Any]:
    """Return what would be available or legal under another reading."""
    return {
        "reading": difference.reading,
        "title": difference.title,
        "also_available": _cards(difference.more_free),
        "not_available": _cards(difference.less_free),
        "also_legal": list(difference.more_moves),
        "not_legal": list(difference.fewer_moves),
    }


def _cards(cards: Iterable[tuple[str, int]]) -> list[dict[str, str]]:
    """Return cards with their places."""
    return [{"place": place, "card": TEXT[card]} for place, card in cards]
