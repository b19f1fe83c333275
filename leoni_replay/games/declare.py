"""The declaration of a game: all that the rest of the package needs to know about it."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.games import user_books
from leoni_replay.games.bookcheck import BookFault, book_of, extend_data, load_book
from leoni_replay.games.faults import bad_book, not_made, package_of
from leoni_replay.games.game import Game, check_game
from leoni_replay.games.rules import FOLDER, RuleBook, Rules, RulesError, data_in, no_book
from leoni_replay.phrases import join_words

#: the folder of the sheets of the package's games: what a first-time player needs
SHEETS: Final = FOLDER.with_name("sheets")
#: the straight apostrophe, and those that word processors and phones put in its place
_NO_APOSTROPHES = str.maketrans(dict.fromkeys("'’‘ʼ′´`"))


class Pysol(NamedTuple):
    """The game in PySolFC: its numbers there; the place of each of its stacks, in PySolFC's order (none for a stack
    that is empty in play); and the rule book that it plays by, if it is not the default one."""

    numbers: tuple[int, ...]
    places: tuple[str, ...]
    book: str | None = None


class ForeignFormat(NamedTuple):
    """A format of another program in which the game is read (``leoni import``) or written (``leoni convert``).

    Attributes:
        name: its name, for ``--from`` and ``--format``.
        suffix: what its files' names end with.
        read: ``module:function`` from the text of a file and a rule book (None for the default one) to a
            ``Transcript``; empty if it is only written.
        write: ``module:function`` from a ``Replay`` to its text; empty if it is only read. Both raise
            ``leoni_replay.exchange.errors.CannotImport`` with the reason if they cannot.
    """

    name: str
    suffix: str
    read: str = ""
    write: str = ""


class Declaration(NamedTuple):
    """The declaration of a game: its name, its rule books (default first), and its class.

    ``game`` is the class that describes the game; its ``core`` is the class that decides what is legal. ``examined``
    and ``unknown`` name code, as ``module:name``: a function that yields what follows from a position alone
    (``Finding``, from a ``VisiblePosition``), and a class for how moves name unknown cards, a subclass of
    ``OpenNames``, which asks the table of the game. Neither has to be given.
    ``folder`` holds the rule books, ``<slug>.<book>.toml``. ``sheets`` holds the rules on one screen, ``<slug>.toml``;
    without it, the clauses stand in for them. ``order`` is the game's place in the list of games.
    ``pysol`` describes the same game in PySolFC, so that its saved games can be read. ``forced`` lists readings, by
    point, under which the choice of moves has no effect, so that every player wins the same deals. ``formats`` are
    other programs' formats for this game alone. ``aliases`` are other names of the game, each with the rule book that
    it means; empty for the default one.
    """

    name: str
    books: tuple[str, ...]
    game: type[Game[Any]]
    examined: str = ""
    unknown: str = "leoni_replay.unknown.identify_own_games:OpenNames"
    order: int = 0
    folder: Path = FOLDER
    sheets: Path = SHEETS
    pysol: Pysol | None = None
    forced: tuple[tuple[str, str], ...] = ()
    formats: tuple[ForeignFormat, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()

    @property
    def slug(self) -> str:
        """The game's name in the file names of its rule books."""
        return slug_of(self.name)

    @property
    def all_books(self) -> tuple[str, ...]:
        """The game's own rule books, and those in the user's folders.

        Raises:
            RulesError: a folder cannot be read, or a book in it has a name that is taken.
        """
        return (*self.books, *user_books.books_in_folders(self.slug, self.books))

    def book(self, name: str, record_file: str | None = None) -> RuleBook:
        """Load one of the game's rule books, checked against the readings that the code implements, or a user's book.

        Args:
            name: the book's name (in any case for a book of the package), or ``file:PATH``.
            record_file: the file of the record that names it, empty for a record without a file; None if the user of
                the program names it.

        Raises:
            RulesError: there is no such book, it is incomplete, or it takes a reading that the code doesn't implement.
        """
        if user_books.is_file(name):
            return self._user_book(user_books.read_book_file(name, record_file))
        # Check the folders even if a book of the package is requested: another book of its name there is an error.
        book_file = user_books.find_book_file(name, self.slug, self.books)
        if book_file is not None:
            return self._user_book(book_file)
        for own_name in self.books:
            if own_name.lower() == name.lower():
                return _book(self, own_name)
        raise no_book(name, " for this game", self.all_books)

    def _user_book(self, book_file: user_books.BookFile) -> RuleBook:
        """Return a user's book.

        Raises:
            RulesError: it has errors.
        """
        book, errors = self.check_book(book_file)
        if errors:
            first, *others = errors
            more = f" (and {len(others)} more)" if others else ""
            raise RulesError(
                "unsound",
                f"the rule book {book_file.name} is incomplete: {first}{more}",
                advice=(f"leoni rules --check {book_file.file} lists what is wrong with it",),
            )
        return book

    def check_book(self, book_file: user_books.BookFile) -> tuple[RuleBook, list[BookFault]]:
        """Check a user's book of this game; return it with its errors.

        Raises:
            RulesError: it is a book of another game.
        """
        game_name = book_file.data.get("game")
        if not isinstance(game_name, str) or slug_of(game_name) != self.slug:
            of_game = "of no game"
            if isinstance(game_name, str) and game_name.isprintable():
                of_game = f"of {' '.join(game_name.split())[:60]}"
            raise RulesError("book", f"{book_file.name} is a rule book {of_game}, not of {self.name}")
        return _check_book(self, book_file.name, book_file.digest, book_file.text)

    def check(self) -> None:
        """Check that the game can be made under its default rule book.

        Raises:
            RulesError: it cannot.
        """
        self.make(Rules(_book(self, self.books[0])))

    def make(self, rules: Rules) -> Game[Any]:
        """Make the game under the given rules.

        Raises:
            RulesError: the readings cannot be combined, or the code of a game from outside is wrong.
        """
        rules.check()
        if is_built_in_class(self.game):
            return self.game(self.name, rules)
        try:
            game = self.game(self.name, rules)
            check_game(game)
        except RulesError:
            raise
        # The code of another package may raise anything.
        except Exception as error:
            raise not_made(self.name, package_of(self.game.__module__), error) from error
        return game


@lru_cache(maxsize=64)
def _check_book(declaration: Declaration, name: str, digest: str, text: str) -> tuple[RuleBook, list[BookFault]]:
    """Make a rule book from a text, and list its errors: see :meth:`Declaration.check_book`."""
    default_book = _book(declaration, declaration.books[0])
    data, errors_of_base = _with_base(declaration, tomllib.loads(text))
    book, errors = book_of(data, name, default_book, digest)
    errors = [*errors_of_base, *errors]
    if not errors:
        try:
            # Any reading will do for a point that is left open.
            readings = {point: next(iter(book.points[point].readings)) for point in book.open_points}
            declaration.make(Rules(book, readings))
        except RulesError as error:
            errors = [BookFault("readings", error.message)]
    return book, errors


def _with_base(declaration: Declaration, data: dict[str, Any]) -> tuple[dict[str, Any], list[BookFault]]:
    """Return the data of a user's rule book with what it leaves to the book that it extends, and what is wrong with the
    name of that book."""
    if "extends" not in data:
        return data, []
    base, faults = data["extends"], []
    if base not in declaration.books:
        books = join_words(declaration.books, "or")
        faults.append(BookFault("extends", f"a book extends one of {declaration.name}: {books}"))
        base = declaration.books[0]
    return extend_data(data_in(declaration.folder, f"{declaration.slug}.{base}.toml"), data), faults


@lru_cache(maxsize=64)
def _book(declaration: Declaration, name: str) -> RuleBook:
    """Load a rule book of a game by its exact name.

    Raises:
        RulesError: it has errors.
    """
    try:
        return load_book(declaration.slug, name, declaration.game.core.READINGS, declaration.folder)
    except Exception as error:
        if is_built_in_class(declaration.game) or isinstance(error, RulesError):
            raise
        raise bad_book(declaration.name, package_of(declaration.game.__module__), name, error) from error


def is_built_in_class(game: type[Game[Any]]) -> bool:
    """Whether a class of games belongs to this package."""
    return game.__module__.partition(".")[0] == __name__.partition(".")[0]


def slug_of(name: str) -> str:
    """Return the name of a game in file names: lower case, no article, no apostrophe."""
    letters = name.lower().translate(_NO_APOSTROPHES)
    words = "".join(char if char.isalnum() else " " for char in letters).split()
    return "-".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)
