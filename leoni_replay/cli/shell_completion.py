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
    lower = incomplete.lower()
    offers: list[Offer] = []
    for game in GAMES.values():
        spellings = [game.slug]
        if lower and game.name.startswith("The "):
            spellings.append(f"the-{game.slug}")
        for spelling in spellings:
            if spelling.startswith(lower):
                # What was typed stays, because some shells drop completions that don't begin with it.
                offers.append((incomplete + spelling[len(lower) :], game.name))
    return offers


def import_formats(incomplete: str) -> list[Offer]:
    """Return the matching formats of ``import``."""
    from leoni_replay.exchange.detect import formats  # start-up time

    return [(name, "") for name in (*formats(), "prose") if name.startswith(incomplete)]


def convert_formats(incomplete: str) -> list[Offer]:
    """Return the matching formats of ``convert``."""
    from leoni_replay.show.formats import formats  # start-up time

    return [(name, "") for name in formats() if name.startswith(incomplete)]


def books(ctx: Any, incomplete: str) -> list[Offer]:
    """Return the rule books of the game given, or of the command's default game, or otherwise of all games."""
    book, semicolon, override = incomplete.rpartition(";")
    if semicolon:
        # Then the user has typed a quotation mark.
        if not "letter".startswith(override.strip()):
            return []
        return [(f"{book}; letter", "to the letter of the source")]
    # An option that is still without its value keeps the arguments before it from being read.
    game_name = next((word for word in ctx.args if word in GAMES), ctx.params.get("game"))
    games = [GAMES[game_name]] if isinstance(game_name, str) and game_name in GAMES else list(GAMES.values())
    game_names_of: dict[str, list[str]] = {}
    for game in games:
        try:
            names = game.all_books
        except RulesError:
            names = game.books
        for name in names:
            if name.startswith(incomplete):
                game_names_of.setdefault(name, []).append(game.name)
    return [(name, ", ".join(game_names)) for name, game_names in game_names_of.items()]


def codes(incomplete: str) -> list[Offer]:
    """Return the codes of diagnostics, also in a comma-separated list."""
    earlier_codes, comma, last = incomplete.rpartition(",")
    return [(f"{earlier_codes}{comma}{code}", explain.title(code)) for code in explain.codes() if code.startswith(last)]


def deals(incomplete: str) -> list[Offer]:
    """Return the schemes of deals."""
    return [(scheme, example) for scheme, example in _DEALS if scheme.startswith(incomplete)]


def topics(incomplete: str) -> list[Offer]:
    """Return the codes, points, topics of the help and words of the glossary."""
    if "," in incomplete:
        return []
    return [*codes(incomplete), *_points(incomplete), *_topics(incomplete), *_glossary_words(incomplete)]


def _points(incomplete: str) -> Iterator[Offer]:
    """Yield the matching points of all games, with their titles."""
    titles: dict[str, str] = {}
    for game in GAMES.values():
        for point in game.book(game.books[0]).points.values():
            titles.setdefault(point.id, point.title)
    for point_id, title in titles.items():
        if point_id.startswith(incomplete):
            yield point_id, title


def _topics(incomplete: str) -> Iterator[Offer]:
    """Yield the matching topics of the help."""
    for topic in explain.topics():
        if topic.startswith(incomplete):
            yield topic, "a topic of the help"


def _glossary_words(incomplete: str) -> Iterator[Offer]:
    """Yield the matching words of the glossary; words with a space or a sign would have to be quoted."""
    for word in explain.glossary():
        if word.startswith(incomplete) and word.isalpha():
            yield word, "a word of the glossary"


def players(incomplete: str) -> list[Offer]:
    """Return the players of sampled games."""
    from leoni_replay.search.players import PLAYERS  # start-up time

    return [(name, "") for name in PLAYERS if name.startswith(incomplete)]
