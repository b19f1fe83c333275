"""``leoni rules``, ``leoni games`` and ``leoni explain``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

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
    if len(names) == 1 and names[0] in GAMES and game is None and not check:
        # A game in place of a book: list its books.
        game, names = names[0], []
    if check:
        if len(names) != 1 or diff or game is not None:
            fail("--check takes the file of a rule book and nothing else")
        if names[0] == "-":
            fail("--check needs a file, not -: a record names a rule book by its file")
    elif diff and len(names) != 2:
        fail("--diff compares two rule books")
    elif not diff and len(names) > 1:
        fail("one rule book is printed at a time; --diff compares two")
    make_object: Callable[[], object]
    status = OK
    try:
        if check:
            checked = check_book(names[0])
            make_object, show = partial(checked_object, checked), partial(show_checked, checked)
            status = REJECTED if checked.faults else OK
        elif diff:
            first, second = rule_books.two_rules(names[0], names[1], game)
            make_object = partial(objects.difference_object, first, second, *rule_books.compare_points(first, second))
            show = partial(rule_books.show_diff, first, second)
        elif names:
            rules_to_print = rule_books.rules_of(names[0], game)
            make_object = partial(objects.rules_object, rules_to_print)
            show = partial(rule_books.show_book, rules_to_print)
        else:
            game_name = rule_books.declaration_of(game or next(iter(GAMES))).name
            make_object = partial(objects.books_object, game_name)
            show = partial(rule_books.show_books, game_name)
    except ValueError as error:
        fail(str(error))
    with open_output(out) as terminal:
        write_as(format, terminal, make_object, show)
        if status:
            point_to(terminal, f"{names[0]}: this rule book is incomplete")
    raise typer.Exit(status)


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
