"""``leoni rules``, ``leoni games`` and ``leoni explain``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, NamedTuple

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import OK, REJECTED, command, fail, open_output, point_to, write_as
from leoni_replay.cli.options import Output, SimpleFormat, option
from leoni_replay.explain import codes, title
from leoni_replay.games import GAMES
from leoni_replay.show import objects, rule_books
from leoni_replay.show.checked_book import check_book, checked_object, show_checked
from leoni_replay.show.explained import Nothing, markdown_for, show_markdown
from leoni_replay.show.objects import games_object
from leoni_replay.show.rule_books import show_games
from leoni_replay.show.terminal import Terminal


@command(failure="--check finds the book incomplete")
def rules(
    books: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOOK]...",
            help="A rule book, with overrides if you like; two with --diff.",
            autocompletion=shell_completion.books,
        ),
    ] = None,
    game: Annotated[
        str | None, option("The game (default: the first with such a book).", "NAME", complete=shell_completion.games)
    ] = None,
    diff: Annotated[bool, option("Show where two books differ.")] = False,
    check: Annotated[bool, option("Check a rule book of your own; BOOK is its file.")] = False,
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Print the rules of a game, and its rule books.

    Without BOOK, or with a game in its place, list the rule books of a game.
    """
    names = books or []
    _check_arguments(names, game, diff, check)
    # A game in place of a book: its books are listed.
    names_game = len(names) == 1 and names[0] in GAMES and game is None
    try:
        if check:
            printout = _checked_book(names[0])
        elif diff:
            printout = _difference(names[0], names[1], game)
        elif names and not names_game:
            printout = _book(names[0], game)
        else:
            printout = _books_of(names[0] if names else game or next(iter(GAMES)))
    except ValueError as error:
        fail(str(error))
    with open_output(out) as terminal:
        write_as(format, terminal, printout.make_object, printout.show)
        if printout.problem:
            point_to(terminal, printout.problem)
    raise typer.Exit(REJECTED if printout.problem else OK)


class _Printout(NamedTuple):
    """What ``leoni rules`` prints: as an object of JSON, or as text, and what is wrong with it, if anything is."""

    make_object: Callable[[], object]
    show: Callable[[Terminal], object]
    problem: str = ""


def _check_arguments(names: list[str], game: str | None, diff: bool, check: bool) -> None:
    """Fail if the arguments of ``leoni rules`` do not go together."""
    if check:
        if len(names) != 1 or diff or game is not None:
            fail("--check takes the file of a rule book and nothing else")
        if names[0] == "-":
            fail("--check needs a file, not -: a record names a rule book by its file")
    elif diff and len(names) != 2:
        fail("--diff compares two rule books")
    elif not diff and len(names) > 1:
        fail("one rule book is printed at a time; --diff compares two")


def _checked_book(file: str) -> _Printout:
    checked = check_book(file)
    problem = f"{file}: this rule book is incomplete" if checked.faults else ""
    return _Printout(partial(checked_object, checked), partial(show_checked, checked), problem)


def _difference(first_name: str, second_name: str, game: str | None) -> _Printout:
    first, second = rule_books.two_rules(first_name, second_name, game)
    points = rule_books.compare_points(first, second)
    return _Printout(
        partial(objects.difference_object, first, second, *points), partial(rule_books.show_diff, first, second)
    )


def _book(name: str, game: str | None) -> _Printout:
    rules_to_print = rule_books.rules_of(name, game)
    return _Printout(partial(objects.rules_object, rules_to_print), partial(rule_books.show_book, rules_to_print))


def _books_of(game: str) -> _Printout:
    name = rule_books.declaration_of(game).name
    return _Printout(partial(objects.books_object, name), partial(rule_books.show_books, name))


@command()
def games(format: SimpleFormat = "text", out: Output = Output()) -> None:
    """List the games and their rule books."""
    with open_output(out) as terminal:
        write_as(format, terminal, games_object, show_games)


@command()
def explain(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[WHAT]",
            help="A diagnostic (M203), a point (L4), a clause ('wikipedia 7'), players, conditions, moves, or a word "
            "of the glossary.",
            autocompletion=shell_completion.topics,
        ),
    ] = None,
    out: Output = Output(),
) -> None:
    """Explain a diagnostic, a rule or a word.

    Without WHAT, list all diagnostics.
    """
    if what is not None:
        try:
            text = markdown_for(what)
        except Nothing as error:
            fail(str(error))
    with open_output(out) as terminal:
        if what is None:
            terminal.write("".join(f"{code}  {title(code)}\n" for code in codes()))
        else:
            show_markdown(text, terminal)
