"""Shell completion: games, rule books, codes, deals.

Names that a shell would have to quote are offered in the spelling without apostrophe and space, which means the same.
If completion fails (a folder of rule books cannot be read), nothing is offered and no message is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from leoni_replay import explain
from leoni_replay.games import GAMES, RulesError

#: a name, and its description
Offer = tuple[str, str]

#: the schemes of a deal; what follows the colon is free
_DEALS: Final = (("seed:", "any text: seed:1884"), ("pysol:", "a game number of PySolFC: pysol:12345"))


def games(incomplete: str) -> list[Offer]:
    """Return the matching games; case and the article don't matter."""
    typed = incomplete.lower()
    return [
        # What was typed stays, because some shells drop completions that don't begin with it.
        (incomplete + name[len(typed) :], game.name)
        for game in GAMES.values()
        for name in ([game.slug, f"the-{game.slug}"] if typed and game.name.startswith("The ") else [game.slug])
        if name.startswith(typed)
    ]


def formats_read(incomplete: str) -> list[Offer]:
    """Return the matching formats of ``import``."""
    from leoni_replay.exchange.detect import formats  # start-up time

    return [(name, "") for name in (*formats(), "prose") if name.startswith(incomplete)]


def formats_written(incomplete: str) -> list[Offer]:
    """Return the matching formats of ``convert``."""
    from leoni_replay.show.formats import formats  # start-up time

    return [(name, "") for name in formats() if name.startswith(incomplete)]


def books(ctx: Any, incomplete: str) -> list[Offer]:
    """Return the rule books of the game given, or of the command's default game, or otherwise of all games."""
    book, semicolon, last = incomplete.rpartition(";")
    if semicolon:
        # Then the user has typed a quotation mark.
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
    """Return the codes of diagnostics, also in a comma-separated list."""
    before, comma, last = incomplete.rpartition(",")
    return [(f"{before}{comma}{code}", explain.title(code)) for code in explain.codes() if code.startswith(last)]


def deals(incomplete: str) -> list[Offer]:
    """Return the schemes of deals."""
    return [(name, said) for name, said in _DEALS if name.startswith(incomplete)]


def explained(incomplete: str) -> list[Offer]:
    """Return the codes, points and words of the glossary."""
    return [*codes(incomplete), *_points(incomplete), *_words(incomplete)] if "," not in incomplete else []


def _points(incomplete: str) -> Iterator[Offer]:
    titles: dict[str, str] = {}
    for game in GAMES.values():
        for point in game.book(game.books[0]).points.values():
            titles.setdefault(point.id, point.title)
    yield from ((point, title) for point, title in titles.items() if point.startswith(incomplete))


def _words(incomplete: str) -> Iterator[Offer]:
    for word in explain.glossary():
        if word.startswith(incomplete) and word.isalpha():
            yield word, "a word of the glossary"


def players(incomplete: str) -> list[Offer]:
    """Return the players of sampled games."""
    from leoni_replay.search.players import PLAYERS  # start-up time

    return [(name, "") for name in PLAYERS if name.startswith(incomplete)]
