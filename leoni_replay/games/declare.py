"""How a game is declared: the one thing that the rest of the house has to know of it."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from leoni_replay.games import user_books
from leoni_replay.games.bookcheck import Wrong, book_of
from leoni_replay.games.game import Game
from leoni_replay.games.rules import FOLDER, RuleBook, Rules, RulesError, load_book, no_book

#: the straight apostrophe, and those that text processors and phones put in its place
_NO_APOSTROPHES = str.maketrans(dict.fromkeys("'’‘ʼ′´`"))


class Pysol(NamedTuple):
    """A game that PySolFC has as well: its number there, and which place each of its stacks is, in their order there;
    a stack that is empty in play is none."""

    number: int
    places: tuple[str, ...]


class Declaration(NamedTuple):
    """A game: its name, its rule books (default first), and what tells it.

    ``game`` is the class that tells it, whose ``core`` is the class that says what is legal. ``examined`` and
    ``unknown`` name what other rooms know of it, as ``module:name``: what follows from its tables alone, and how its
    moves name cards that are not known. Both may be left out: then what holds of every game without weaving is taken.
    ``folder`` holds its rule books, ``<slug>.<book>.toml``; ``order`` is where the game stands in the table of games;
    ``pysol`` is what PySolFC calls the same game, so that its saved games can be read. ``forced`` are the readings, by
    point, under which nothing hangs on what is played, so that every player wins the same deals.
    """

    name: str
    books: tuple[str, ...]
    game: type[Game[Any]]
    examined: str = ""
    unknown: str = "leoni_replay.unknown.naming:PatienceNames"
    order: int = 0
    folder: Path = FOLDER
    pysol: Pysol | None = None
    forced: tuple[tuple[str, str], ...] = ()

    @property
    def slug(self) -> str:
        """The game's name in the names of its rule books."""
        return slug_of(self.name)

    @property
    def all_books(self) -> tuple[str, ...]:
        """Its rule books, and those in the folders of users.

        Raises:
            RulesError: such a folder cannot be read, or a book in it has a name that is taken.
        """
        return (*self.books, *user_books.books_in_folders(self.slug, self.books))

    def book(self, name: str, beside: str | None = None) -> RuleBook:
        """One of its rule books, held to the readings that its table implements, or a user's book of it.

        Args:
            name: the book's name, one of the package in any case, or ``file:PATH``.
            beside: the file of the record that names it, empty for one from no file; None if whoever runs the program
                does.

        Raises:
            RulesError: there is no such book, it is not whole, or it takes a reading that no code knows.
        """
        if user_books.is_file(name):
            return self._own_book(user_books.read_book_file(name, beside))
        # Also where a book of the package is asked for: a folder with another book of its name is an error.
        book_file = user_books.find_book_file(name, self.slug, self.books)
        if book_file is not None:
            return self._own_book(book_file)
        own = next((own for own in self.books if own.lower() == name.lower()), None)
        if own is None:
            raise no_book(name, " for this game", self.all_books)
        return _book(self, own)

    def _own_book(self, book_file: user_books.BookFile) -> RuleBook:
        book, wrong = self.checked(book_file)
        if wrong:
            first, *others = wrong
            more = f" (and {len(others)} more)" if others else ""
            raise RulesError(
                "unsound",
                f"the rule book {book_file.called} is not whole: {first}{more}",
                advice=(f"leoni rules --check {book_file.file} lists what is wrong with it",),
            )
        return book

    def checked(self, book_file: user_books.BookFile) -> tuple[RuleBook, list[Wrong]]:
        """A user's book of this game, and what is wrong with it.

        Raises:
            RulesError: it is a book of another game.
        """
        said = book_file.data.get("game")
        if not isinstance(said, str) or slug_of(said) != self.slug:
            other = (
                f"of {' '.join(said.split())[:60]}" if isinstance(said, str) and said.isprintable() else "of no game"
            )
            raise RulesError("book", f"{book_file.called} is a rule book {other}, not of {self.name}")
        return _checked(self, book_file.called, book_file.digest, book_file.text)

    def make(self, rules: Rules) -> Game[Any]:
        """The game under some rules.

        Raises:
            RulesError: readings that cannot work together.
        """
        return self.game(self.name, rules)


@lru_cache(maxsize=64)
def _checked(declaration: Declaration, called: str, digest: str, text: str) -> tuple[RuleBook, list[Wrong]]:
    like = _book(declaration, declaration.books[0])
    book, wrong = book_of(tomllib.loads(text), called, like, digest)
    if not wrong:
        try:
            declaration.make(Rules(book))
        except RulesError as error:
            wrong = [Wrong("readings", error.message)]
    return book, wrong


@lru_cache(maxsize=64)
def _book(declaration: Declaration, name: str) -> RuleBook:
    return load_book(declaration.slug, name, declaration.game.core.READINGS, declaration.folder)


def slug_of(name: str) -> str:
    """The name of a game as a part of the names of files: small letters, no article, no apostrophe."""
    letters = name.lower().translate(_NO_APOSTROPHES)
    words = "".join(char if char.isalnum() else " " for char in letters).split()
    return "-".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)
