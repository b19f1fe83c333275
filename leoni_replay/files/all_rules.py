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


class Tried(NamedTuple):
    """The verdict on a record under some rules: the error, and the number of misplays and settings by hand."""

    refused: Diagnostic | None
    irregular: int

    @property
    def legal(self) -> bool:
        """Whether these rules allow the whole game. They don't allow a misplay, though a record may have it."""
        return self.refused is None and not self.irregular


@dataclass(frozen=True, slots=True)
class Book:
    """The verdict of one rule book on a record, and for every other single reading the same (only if the record names
    no rules)."""

    tried: Tried
    readings: dict[str, Tried] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One game under every rule book of its kind (and under ``own``, if its own rules are none of them)."""

    file: str
    number: int
    game: str | None
    own: str | None
    books: dict[str, Book]

    @property
    def legal(self) -> bool:
        """Whether the game is legal under some rule book, or under its own rules."""
        return any(book.tried.legal for book in self.books.values())

    @property
    def accepted(self) -> bool:
        """Whether the game is legal or irregular under some rule book, or under its own rules."""
        return any(book.tried.refused is None for book in self.books.values())


def all_rules(paths: Iterable[str]) -> Iterator[Row | Diagnostic]:
    """Check every game under every rule book of its kind.

    Yields:
        One row per game, and a diagnostic for each path that could not be read or holds no game.
    """
    for item in games_in(paths):
        if isinstance(item, Diagnostic):
            yield item
            continue
        transcript = parse(item)
        name, own = transcript.value("Game"), transcript.value("Rules")
        all_books = GAMES[name].all_books if name is not None and name in GAMES else ()
        books = {book: Book(_tried(transcript, book), _readings(transcript, book, own)) for book in all_books}
        # A record with overrides has rules that are no book's.
        if not all_books or own not in (*all_books, None):
            books["own"] = Book(_tried(transcript, None))
        yield Row(transcript.file, transcript.number, name, own, books)


def _readings(transcript: Transcript, book: str, own: str | None) -> dict[str, Tried]:
    """Return the verdicts on a record that names no rules, under every single reading that a book does not take."""
    if own is not None:
        return {}
    name = transcript.value("Game")
    assert name is not None
    there = GAMES[name].book(book)
    verdicts = {}
    for point in there.points.values():
        for reading in point.readings:
            text = f"{book}; {point.id}={reading}"
            if reading != there.choices[point.id].reading and _possible(name, text):
                verdicts[f"{point.id}={reading}"] = _tried(transcript, text)
    return verdicts


def _possible(name: str, rules: str) -> bool:
    try:
        make_game(name, rules)
    except RulesError:
        return False
    return True


def _tried(transcript: Transcript, rules: str | None) -> Tried:
    replayed = replay(transcript, rules=rules, hints=False)
    return Tried(replayed.error, len(replayed.irregular) if replayed.accepted else 0)
