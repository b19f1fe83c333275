"""The table of games: every game by its name, with its rule books, made only when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from leoni_replay.games.base import Game
from leoni_replay.games.rules import Rules, RulesError, load_book, load_fragments, parse_rules

__all__ = ["GAMES", "Entry", "Game", "Rules", "RulesError", "load_book", "load_fragments", "make_game"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the table: its name, the name of its rule book files, its books (default first), and its class, as
    ``module.Class`` of this package."""

    name: str
    slug: str
    books: tuple[str, ...]
    made_by: str

    def make(self, rules: Rules) -> Game:
        """The game under some rules; its module is imported only now."""
        module, _, name = self.made_by.partition(".")
        made: Game = getattr(import_module(f"leoni_replay.games.{module}"), name)(self.name, rules)
        return made


GAMES = {
    entry.name: entry
    for entry in (
        Entry("Leoni's Own", "leonis-own", ("wikipedia", "gamerules", "mcneely"), "weaving.Weaving"),
        Entry("Weaver's", "weavers", ("weavers",), "weaving.Weaving"),
        Entry("Labyrinth", "labyrinth", ("mcneely", "wikipedia", "pgc"), "labyrinth.Labyrinth"),
        Entry("Martha", "martha", ("mcneely",), "martha.Martha"),
        Entry("Anna", "anna", ("dick-1898",), "anna.Anna"),
        Entry("The Reversal", "reversal", ("dick-1898",), "reversal.Reversal"),
        Entry("The Japanese Rug", "rug", ("dick-1898",), "rug.Rug"),
    )
}


def check_rules(text: str) -> None:
    """See whether rules that are to replace those of records are the rules of any game.

    Raises:
        RulesError: no game has such a book, or the book no such point or reading.
    """
    name = text.partition(";")[0].strip()
    homes = [entry for entry in GAMES.values() if name in entry.books]
    if not homes:
        every = dict.fromkeys(book for entry in GAMES.values() for book in entry.books)
        raise RulesError("book", f"there is no rule book `{name}`", every)
    refused = []
    for entry in homes:
        try:
            make_game(entry.name, text)
        except RulesError as error:
            refused.append(error)
        else:
            return
    raise refused[0]


@lru_cache(maxsize=256)
def make_game(name: str, rules: str | None = None) -> Game:
    """A game under the rules that a ``Rules`` tag asks for. It holds no position, so that records may share it.

    Args:
        name: a name of the table of games.
        rules: a book and overrides (``"wikipedia; L4=ends-weave"``); None for the game's default book.

    Raises:
        KeyError: no such game.
        RulesError: rules that do not exist or cannot work together.
    """
    entry = GAMES[name]
    return entry.make(parse_rules(rules if rules is not None else entry.books[0], entry.slug, entry.books))
