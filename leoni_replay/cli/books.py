"""``leoni rules``, ``leoni games`` and ``leoni explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from leoni_replay.cli import completing
from leoni_replay.cli.common import OK, REJECTED, command, fail, results, write_object
from leoni_replay.cli.options import Output, Simple, SimpleFormat, option
from leoni_replay.explain import codes, title
from leoni_replay.games import GAMES
from leoni_replay.show import books, objects
from leoni_replay.show.books import show_games
from leoni_replay.show.checked_book import check_book, checked_object, show_checked
from leoni_replay.show.explained import Nothing, markdown_for, show_markdown
from leoni_replay.show.objects import games_object


@command(wrong="--check finds the book incomplete")
def rules(
    named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOOK]...",
            help="A rule book, with overrides if you like; two with --diff.",
            autocompletion=completing.books,
        ),
    ] = None,
    game: Annotated[
        str | None, option("The game (default: the first with such a book).", "NAME", complete=completing.games)
    ] = None,
    diff: Annotated[bool, option("Show where two books differ.")] = False,
    check: Annotated[bool, option("Check a rule book of your own; BOOK is its file.")] = False,
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Print the rules of a game on one screen, and its rule books.

    Without BOOK, the rule books of a game are listed.
    """
    given = named or []
    if check:
        if len(given) != 1 or diff or game is not None:
            fail("--check takes the file of a rule book and nothing else")
        if given[0] == "-":
            fail("--check needs a file, not -: a record names a rule book by its file")
        raise typer.Exit(_check(given[0], format, out))
    if len(given) != 2 if diff else len(given) > 1:
        fail("--diff compares two rule books" if diff else "one rule book is printed at a time; --diff compares two")
    book = given[0] if given else None
    try:
        if diff:
            two = books.two_rules(given[0], given[1], game)
        elif book is not None:
            one = books.rules_of(book, game)
        else:
            declared = books.declared_as(game or next(iter(GAMES)))
    except ValueError as error:
        fail(str(error))
    with results(out) as terminal:
        if format == "json":
            if diff:
                value = objects.difference_object(*two, *books.parting(*two))
            else:
                value = objects.books_object(declared.name) if book is None else objects.rules_object(one)
            write_object(terminal, value)
        elif diff:
            books.show_diff(terminal, *two)
        elif book is not None:
            books.show_book(terminal, one)
        else:
            books.show_books(terminal, declared.name)


def _check(file: str, format: Simple, out: Output) -> int:
    """Print the errors of a rule book, and return the exit status."""
    try:
        checked = check_book(file)
    except ValueError as error:
        fail(str(error))
    with results(out) as terminal:
        if format == "json":
            write_object(terminal, checked_object(checked))
        else:
            show_checked(checked, terminal)
    return REJECTED if checked.wrong else OK


@command()
def games(format: SimpleFormat = "text", out: Output = Output()) -> None:
    """List the games and their rule books."""
    with results(out) as terminal:
        if format == "json":
            write_object(terminal, games_object())
        else:
            show_games(terminal)


@command()
def explain(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[WHAT]",
            help="A diagnostic (M203), a point (L4), a clause ('wikipedia 7'), or a word of the glossary.",
            autocompletion=completing.explained,
        ),
    ] = None,
    out: Output = Output(),
) -> None:
    """Explain a diagnostic, a rule or a word.

    Without WHAT, all diagnostics are listed.
    """
    if what is not None:
        try:
            text = markdown_for(what)
        except Nothing as nothing:
            fail(str(nothing))
    with results(out) as terminal:
        if what is None:
            terminal.write("".join(f"{code}  {title(code)}\n" for code in codes()))
        else:
            show_markdown(text, terminal)
