"""How a game is declared: the one thing that the rest of the house has to know of it."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from leoni_replay.games.game import Game
from leoni_replay.games.rules import FOLDER, RuleBook, Rules, load_book

#: the straight apostrophe, and those that text processors and phones put in its place
_NO_APOSTROPHES = str.maketrans(dict.fromkeys("'’‘ʼ′´`"))


class Declaration(NamedTuple):
    """A game: its name, its rule books (default first), and what tells it.

    ``game`` is the class that tells it, whose ``core`` is the class that says what is legal. ``examined`` and
    ``unknown`` name what other rooms know of it, as ``module:name``: what follows from its tables alone, and how its
    moves name cards that are not known. Both may be left out: then what holds of every game without weaving is taken.
    ``folder`` holds its rule books, ``<slug>.<book>.toml``; ``order`` is where the game stands in the table of games.
    """

    name: str
    books: tuple[str, ...]
    game: type[Game[Any]]
    examined: str = ""
    unknown: str = "leoni_replay.unknown.naming:PatienceNames"
    order: int = 0
    folder: Path = FOLDER

    @property
    def slug(self) -> str:
        """The game's name in the names of its rule books."""
        return slug_of(self.name)

    def book(self, name: str) -> RuleBook:
        """One of its rule books, held to the readings that its table implements.

        Raises:
            RulesError: the book is not whole, or takes a reading that no code knows.
        """
        return _book(self, name)

    def make(self, rules: Rules) -> Game[Any]:
        """The game under some rules.

        Raises:
            RulesError: readings that cannot work together.
        """
        return self.game(self.name, rules)


@lru_cache(maxsize=64)
def _book(declaration: Declaration, name: str) -> RuleBook:
    return load_book(declaration.slug, name, declaration.game.core.READINGS, declaration.folder)


def slug_of(name: str) -> str:
    """The name of a game as a part of the names of files: small letters, no article, no apostrophe."""
    letters = name.lower().translate(_NO_APOSTROPHES)
    words = "".join(char if char.isalnum() else " " for char in letters).split()
    return "-".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


def named(reference: str) -> Any:
    """What ``module:name`` refers to."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
