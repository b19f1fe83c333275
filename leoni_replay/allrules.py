"""``leoni verify --all-rules``: every game under every rule book of its kind, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from leoni_replay.checking import games_in
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.games import GAMES
from leoni_replay.notation import parse
from leoni_replay.replaying import replay


@dataclass(frozen=True, slots=True)
class Row:
    """One game: for every rule book of its kind (and ``own``, if its own rules are none of them), the code that refuses
    it and the move, or None if it is legal."""

    file: str
    game: int
    name: str | None
    own: str | None
    books: dict[str, str | None]

    @property
    def legal(self) -> bool:
        """Whether some rule book, or its own rules, allow the game."""
        return None in self.books.values()


def all_rules(paths: Iterable[str]) -> Iterator[Row | Diagnostic]:
    """Check every game under every rule book of its kind.

    Yields:
        A row a game, and a diagnostic for each path that could not be read or holds no game.
    """
    for item in games_in(paths):
        if isinstance(item, Diagnostic):
            yield item
            continue
        transcript = parse(item)
        name = transcript.value("Game")
        books: dict[str, str | None] = {}
        known = GAMES[name].books if name in GAMES else ()
        # A record with overrides has rules that are no book's.
        for book in (*known, "own") if transcript.value("Rules") not in (*known, None) or not known else known:
            done = replay(transcript, rules=None if book == "own" else book, hints=False)
            errors = [found for found in done.diagnostics if found.severity == "error"]
            where = f" at {errors[0].move}" if errors and errors[0].move else ""
            books[book] = f"{errors[0].code}{where}" if errors else None
        yield Row(transcript.file, transcript.number, name, transcript.value("Rules"), books)
