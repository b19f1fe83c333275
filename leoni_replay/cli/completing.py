"""What a shell offers when Tab is pressed: games, rule books, codes, deals.

Names that a shell would have to quote are offered in the spelling without apostrophe and blank, which means the same.
A completion that cannot be found (a folder of rule books that cannot be read) is none, and no message.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

#: a name, and what is said of it
Offer = tuple[str, str]

#: what stands before the colon of a deal; the rest nobody can know
_DEALS: Final = (
    ("seed:", "any text: seed:1884"),
    ("pysol:", "a game number of PySolFC: pysol:12345"),
)


def games(incomplete: str) -> list[Offer]:
    """The games of the table, however they are begun: capitals and the article make no difference to their names."""
    from leoni_replay.games import GAMES

    typed = incomplete.lower()
    return [
        # What is typed stays: some shells leave out what does not begin with it.
        (incomplete + name[len(typed) :], game.name)
        for game in GAMES.values()
        for name in ([game.slug, f"the-{game.slug}"] if typed and game.name.startswith("The ") else [game.slug])
        if name.startswith(typed)
    ]


def books(ctx: Any, incomplete: str) -> list[Offer]:
    """Rule books: those of the game that is asked for, or that the command takes by itself, else those of all games."""
    from leoni_replay.games import GAMES, RulesError

    book, semicolon, last = incomplete.rpartition(";")
    if semicolon:
        # Whoever is there has typed a quotation mark.
        offered = f"{book}; letter"
        return [(offered, "to the letter of the source")] if "letter".startswith(last.strip()) else []
    wanted = ctx.params.get("game")
    homes = [GAMES[wanted]] if isinstance(wanted, str) and wanted in GAMES else list(GAMES.values())
    games_of: dict[str, list[str]] = {}
    for game in homes:
        try:
            names = game.all_books
        except RulesError:
            names = game.books
        for name in names:
            if name.startswith(incomplete):
                games_of.setdefault(name, []).append(game.name)
    return [(name, ", ".join(of)) for name, of in games_of.items()]


def codes(incomplete: str) -> list[Offer]:
    """Codes of diagnostics, also behind others and a comma."""
    from leoni_replay.explain import codes as all_codes
    from leoni_replay.explain import title

    before, comma, last = incomplete.rpartition(",")
    return [(f"{before}{comma}{code}", title(code)) for code in all_codes() if code.startswith(last)]


def deals(incomplete: str) -> list[Offer]:
    """How deals begin."""
    return [(name, said) for name, said in _DEALS if name.startswith(incomplete)]


def explained(incomplete: str) -> list[Offer]:
    """What can be explained: codes, points, words of the glossary."""
    return [*codes(incomplete), *_points(incomplete), *_words(incomplete)] if "," not in incomplete else []


def _points(incomplete: str) -> Iterator[Offer]:
    from leoni_replay.games import GAMES

    titles: dict[str, str] = {}
    for game in GAMES.values():
        for point in game.book(game.books[0]).points.values():
            titles.setdefault(point.id, point.title)
    yield from ((point, title) for point, title in titles.items() if point.startswith(incomplete))


def _words(incomplete: str) -> Iterator[Offer]:
    from leoni_replay.explain import glossary

    for word in glossary():
        if word.startswith(incomplete) and word.isalpha():
            yield word, "a word of the glossary"


def players(incomplete: str) -> list[Offer]:
    """Who plays sampled games."""
    from leoni_replay.search.players import PLAYERS

    return [(name, "") for name in PLAYERS if name.startswith(incomplete)]
