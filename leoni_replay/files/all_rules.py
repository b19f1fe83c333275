"""``leoni verify --all-rules``: check every game under every rule book of its kind. A record that names no rules is
also checked under every single reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import games_in
from leoni_replay.games import GAMES, RulesError, make_game
from leoni_replay.notation.reader import parse
from leoni_replay.notation.transcript import Transcript
from leoni_replay.record.replay import replay


class RulesVerdict(NamedTuple):
    """The verdict on a record under some rules.

    Attributes:
        error: why they reject it; None if they accept it.
        irregular: the number of misplays and settings by hand.
    """

    error: Diagnostic | None
    irregular: int

    @property
    def legal(self) -> bool:
        """Whether these rules allow the whole game. They don't allow a misplay, though a record may have one."""
        return self.error is None and not self.irregular


@dataclass(frozen=True, slots=True)
class BookVerdict:
    """The verdict of one rule book on a record, and the verdicts with each single reading that it doesn't take (only if
    the record names no rules)."""

    verdict: RulesVerdict
    readings: dict[str, RulesVerdict] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One game under every rule book of its kind (and under ``own``, if its own rules are none of them)."""

    file: str
    number: int
    game: str | None
    own: str | None
    books: dict[str, BookVerdict]

    @property
    def legal(self) -> bool:
        """Whether the game is legal under some rule book, or under its own rules."""
        return any(book.verdict.legal for book in self.books.values())

    @property
    def accepted(self) -> bool:
        """Whether the game is legal or irregular under some rule book, or under its own rules."""
        return any(book.verdict.error is None for book in self.books.values())


def all_rules(paths: Iterable[str]) -> Iterator[Row | Diagnostic]:
    """Check every game under every rule book of its kind.

    Args:
        paths: files, folders, or ``-`` for standard input.

    Yields:
        One row per game, and a diagnostic for each path that could not be read or holds no game.
    """
    for item in games_in(paths):
        if isinstance(item, Diagnostic):
            yield item
            continue
        transcript = parse(item)
        game, own_rules = transcript.value("Game"), transcript.value("Rules")
        all_books = GAMES[game].all_books if game is not None and game in GAMES else ()
        verdicts: dict[str, BookVerdict] = {}
        for book in all_books:
            assert game is not None
            readings = _verdicts_by_reading(transcript, game, book) if own_rules is None else {}
            verdicts[book] = BookVerdict(_verdict(transcript, book), readings)
        # A record with overrides has rules that are no book's: they are tried too, and so are those of an unknown game.
        if not all_books or own_rules not in (*all_books, None):
            verdicts["own"] = BookVerdict(_verdict(transcript, None))
        yield Row(transcript.file, transcript.number, game, own_rules, verdicts)


def _verdicts_by_reading(transcript: Transcript, game: str, book_name: str) -> dict[str, RulesVerdict]:
    """Return the verdicts on a record under a rule book with one of its readings replaced, for every reading that the
    book does not take: by the override (``L4=ends-deal``).

    Args:
        transcript: the record, which names no rules.
        game: the name of its game.
        book_name: the name of the book.
    """
    book = GAMES[game].book(book_name)
    verdicts: dict[str, RulesVerdict] = {}
    for point in book.points.values():
        for reading in point.readings:
            override = f"{point.id}={reading}"
            rules = f"{book_name}; {override}"
            if reading != book.choices[point.id].reading and _is_possible(game, rules):
                verdicts[override] = _verdict(transcript, rules)
    return verdicts


def _is_possible(game: str, rules: str) -> bool:
    """Whether a game can be played under these rules: some overrides contradict each other."""
    try:
        make_game(game, rules)
    except RulesError:
        return False
    return True


def _verdict(transcript: Transcript, rules: str | None) -> RulesVerdict:
    """Replay a record under some rules (None: its own), and return their verdict."""
    replayed = replay(transcript, rules=rules, hints=False)
    return RulesVerdict(replayed.error, len(replayed.irregular) if replayed.accepted else 0)
