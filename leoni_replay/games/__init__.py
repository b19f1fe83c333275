"""The games. Each is declared once, in a module of its own, and made when it is asked for.

The game's name gives the name of its module (``The Japanese Rug`` is ``japanese_rug``) and of its rule books
(``rulebooks/japanese-rug.*.toml``). There is no list of games: every declared game is available.

An installed package adds games by entry points of the group ``leoni.games``. Each is named as the game's name is
written in file names: ``toll-gate = "toll_gate:GAME"``. They are searched only if a name is not one of ours, or if all
games are listed.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from leoni_replay.arguments import check_text, check_type
from leoni_replay.games import user_books
from leoni_replay.games.declare import Declaration, ForeignFormat, slug_of
from leoni_replay.games.faults import GameFault, note_package, words
from leoni_replay.games.game import Game
from leoni_replay.games.places import COMMON, Vocabulary, load
from leoni_replay.games.rules import FOLDER, RuleBook, Rules, RulesError, load_fragments, no_book, parse_rules
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import join_words

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GAMES",
    "Declaration",
    "ForeignFormat",
    "Game",
    "GameFault",
    "RuleBook",
    "Rules",
    "RulesError",
    "Vocabulary",
    "add_game",
    "check_folders",
    "check_rules",
    "foreign_formats",
    "games_with_book",
    "installed_games",
    "is_built_in",
    "load_fragments",
    "make_game",
    "unknown_book",
    "vocabulary_of",
]


class _Games(Mapping[str, Declaration]):
    """Every game by its name, in the order in which they are shown.

    A name may be written as people type it: case, the article, and the kind of apostrophe (or its absence) do not
    matter (``weavers``, ``LEONI’S OWN``, ``japanese-rug``).
    """

    def __init__(self) -> None:
        #: the games that programs have added, by name
        self._added_games: dict[str, Declaration] = {}

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"

    def add(self, declaration: Declaration) -> None:
        """Add a game: see :func:`add_game`."""
        vocabulary_of.cache_clear()
        note_package(declaration.game.__module__, declaration.name)
        load(declaration.game.vocabulary)
        if declaration.name not in self:
            self._added_games[declaration.name] = declaration
        elif self[declaration.name] != declaration:
            raise LeoniError(f"there is another game of the name {declaration.name}")

    def __getitem__(self, name: str) -> Declaration:
        """Return a game by its name, in any case: one that was added, one of this package (perhaps by another name), or
        one of an installed package.

        Raises:
            KeyError: there is no such game.
        """
        if not isinstance(name, str):
            raise KeyError(name)
        slug = slug_of(name)
        for declaration in self._added_games.values():
            if declaration.slug == slug:
                return declaration
        for find in (_own_game, _game_with_alias, _installed_game):
            found_declaration = find(slug)
            if found_declaration is not None:
                return found_declaration
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all games: those of this package, those that were added, those of installed packages."""
        # The names of the files of rule books begin with that of their game.
        slugs = {path.name.partition(".")[0] for path in FOLDER.glob("*.*.toml")}
        own_games = [game for game in map(_own_game, slugs) if game is not None]
        yield from (game.name for game in sorted(own_games, key=lambda game: game.order))
        yield from self._added_games
        # A game that cannot be loaded raises its error when it is requested by name.
        for point in installed_games():
            game = _installed_game(point.name)
            if game is not None and game.name not in self._added_games:
                yield game.name

    def __len__(self) -> int:
        return len(list(iter(self)))


#: a longer name cannot be a module, and few file systems accept it
_LONGEST = 64


def _module(slug: str) -> str:
    """Return the module of this package that may hold a game, without importing it; empty if none."""
    module = slug.replace("-", "_")
    fits = module.isidentifier() and len(module) <= _LONGEST
    return module if fits and Path(__file__).with_name(f"{module}.py").exists() else ""


@lru_cache(maxsize=64)
def _own_game(slug: str) -> Declaration | None:
    """Return the game in a module of this package; None if there is none."""
    module = _module(slug)
    declaration = getattr(import_module(f"{__name__}.{module}"), "GAME", None) if module else None
    return declaration if isinstance(declaration, Declaration) else None


#: other games that are easily taken for one of ours, by their names, and what they are
_OTHER_GAMES: Mapping[str, str] = {
    "thirteen-packs": "it is PySolFC's Lara's Game, which it also calls Leoni's Own: another game than ours",
    "laras-game": "PySolFC also calls it Leoni's Own, but it is another game than ours",
    "carpet": "it is another game than The Japanese Rug, which is also called Indian Carpet",
    "persian-rug": "it is another game than The Japanese Rug",
}


@lru_cache(maxsize=64)
def _game_with_alias(slug: str) -> Declaration | None:
    """Return the game of this package for which a name is an alias; None if it is none. An alias may mean a certain
    rule book, which then comes first, so that it is the default."""
    for own_slug in dict.fromkeys(path.name.partition(".")[0] for path in FOLDER.glob("*.*.toml")):
        game = _own_game(own_slug)
        if game is None:
            continue
        for alias, book in game.aliases:
            if slug_of(alias) == slug:
                books = (book, *game.books) if book else game.books
                return game._replace(books=tuple(dict.fromkeys(books)))
    return None


@cache
def _entry_points() -> dict[str, list[EntryPoint]]:
    """Return the entry points of installed packages that add games, by name."""
    from importlib.metadata import entry_points  # Few runs look for them, and it takes as long as to check a game.

    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group="leoni.games"):
        points.setdefault(point.name, []).append(point)
    return points


@lru_cache(maxsize=64)
def _installed_game(slug: str) -> Declaration | None:
    """Return the game that an installed package adds; None if there is none.

    Raises:
        RulesError: it cannot be loaded, or two packages add it.
    """
    points = _entry_points().get(slug, [])
    if not points:
        return None
    packages = join_words([point.dist.name if point.dist else point.value for point in points])
    if len(points) > 1:
        raise RulesError("game", f"the packages {packages} both add the game `{slug}`: remove one of them")
    try:
        declaration = points[0].load()
    # Another package may raise anything.
    except Exception as error:
        why = error if isinstance(error, ImportError) else words(error)
        message = f"the game `{slug}` of the package {packages} cannot be loaded: {why}"
        raise RulesError("game", message) from error
    if not isinstance(declaration, Declaration) or declaration.slug != slug:
        what = f"the game `{declaration.slug}`" if isinstance(declaration, Declaration) else "no declaration of a game"
        raise RulesError("game", f"the package {packages} adds the game `{slug}`, but {points[0].value} is {what}")
    note_package(declaration.game.__module__, declaration.name, packages)
    load(declaration.game.vocabulary)
    declaration.check()
    return declaration


def installed_games() -> Iterator[EntryPoint]:
    """Yield the entry points of installed packages that add games, without those that cannot be loaded."""
    for slug, points in _entry_points().items():
        with contextlib.suppress(RulesError):
            if not _module(slug) and _installed_game(slug) is not None:
                yield points[0]


@lru_cache(maxsize=256)
def vocabulary_of(name: str | None) -> Vocabulary:
    """Return the names of the places of a game; those of our own games if there is no such game."""
    if name is None or _module(slug_of(name)):
        return COMMON
    try:
        declaration = GAMES.get(name)
    except RulesError:
        declaration = None
    return COMMON if declaration is None else declaration.game.vocabulary


def foreign_formats() -> dict[str, ForeignFormat]:
    """Return the formats of other programs that the declarations of games add, by their names."""
    return {format.name: format for game in GAMES.values() for format in game.formats}


def is_built_in(name: str) -> bool:
    """Whether a game belongs to this package."""
    return _own_game(slug_of(name)) is not None


GAMES = _Games()
"""All games by name, each loaded on first use."""


def add_game(declaration: Declaration) -> None:
    """Add a game from outside the package. From then on it is read, replayed and shown like every other.

    Raises:
        LeoniError: there already is a game of this name.
    """
    GAMES.add(declaration)


def check_rules(text: str) -> None:
    """Check that rules given in place of those in records are valid for at least one game.

    Raises:
        RulesError: no game has such a book, or the book has no such point or reading.
    """
    name = text.partition(";")[0].strip()
    games = games_with_book(name)
    if not games:
        raise unknown_book(name)
    errors = []
    for game in games:
        try:
            make_game(game.name, text)
        except RulesError as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def unknown_book(name: str) -> RulesError:
    """Return the error for a name that is no rule book of any game; the name of a game leads to its books."""
    if name and name in GAMES:
        return no_book(name, f": {GAMES[name].name} is a game", GAMES[name].all_books)
    return no_book(name, "", dict.fromkeys(book for game in GAMES.values() for book in game.all_books))


def check_folders() -> None:
    """Check that every rule book in the user's folders is named after an existing game.

    Raises:
        RulesError: one is not, or a folder cannot be read.
    """
    for slug, file in user_books.files_in_folders():
        if slug not in GAMES:
            raise RulesError("file", f"{file}: there is no game `{slug}`", [game.slug for game in GAMES.values()], slug)


def games_with_book(name: str) -> list[Declaration]:
    """Return the games that have a rule book of this name, which the user of the program has given.

    Raises:
        RulesError: it is a user's book that cannot be read.
    """
    if user_books.is_file(name):
        book_file = user_books.read_book_file(name, None)
        game_name = book_file.data.get("game")
        if not isinstance(game_name, str) or game_name not in GAMES:
            raise RulesError("game", f"{book_file.name} is a rule book for an unknown game", GAMES)
        return [GAMES[game_name]]
    bare_name = user_books.unpinned(name)[0]
    # A book of the package has no digest after its name; whether its name is in upper or lower case doesn't matter.
    return [
        game
        for game in GAMES.values()
        if (bare_name in game.all_books and bare_name not in game.books) or name.lower() in game.books
    ]


def make_game(name: str, rules: str | None = None, record_file: str | None = None) -> Game[Any]:
    """Make a game under the rules of a ``Rules`` tag. It holds no position, so records may share it.

    Args:
        name: the name of a game, in any case.
        rules: a book and overrides (``"wikipedia; L4=ends-weave"``), which may be a user's book
            (``"file:my-book.toml"``); None for the game's default book.
        record_file: the file of the record, empty for a record without a file: the record may name books beside it.
            None if the user of the program gives the rules.

    Raises:
        RulesError: there is no such game, or the rules do not exist or cannot be combined.
    """
    check_type(name, str, "a game is given by its name")
    check_text(rules=rules, record_file=record_file)
    game = GAMES.get(name)
    if game is None:
        explanation = _OTHER_GAMES.get(slug_of(name))
        if explanation is not None:
            raise RulesError("game", f"there is no game `{name}`: {explanation}", GAMES)
        raise RulesError("game", f"there is no game `{name}`", GAMES, name)
    text = game.books[0] if rules is None else rules
    if user_books.is_file(text.lstrip()) or user_books.folders():
        return game.make(parse_rules(text, lambda book: game.book(book, record_file)))
    return _make_cached(game, text)


@lru_cache(maxsize=256)
def _make_cached(game: Declaration, rules: str) -> Game[Any]:
    """Make a game under the rules of a book of the package, once: such a book never changes."""
    return game.make(parse_rules(rules, game.book))
