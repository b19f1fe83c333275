"""What there is: ``leoni rules``, ``leoni games`` and ``leoni explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from leoni_replay.cli.common import app, fail, terminal_for
from leoni_replay.cli.options import Ascii, Color, ColorOption, GameOption


@app.command()
def rules(
    book: Annotated[
        str | None, typer.Argument(metavar="[BOOK]", help="A rule book, with overrides if you like.")
    ] = None,
    game: GameOption = "Leoni's Own",
    diff: Annotated[tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="Where two books part.")] = None,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Print the clauses and readings of a rule book, with their sources."""
    from leoni_replay.show.books import show_book, show_books, show_diff

    terminal = terminal_for(ascii, color)
    try:
        if diff is not None:
            show_diff(terminal, game, *diff)
        elif book is not None:
            show_book(terminal, game, book)
        else:
            show_books(terminal, game)
    except ValueError as error:
        fail(str(error))


@app.command()
def games(ascii: Ascii = False, color: ColorOption = Color.auto) -> None:
    """Print the table of games with their rule books."""
    from leoni_replay.show.books import show_games

    show_games(terminal_for(ascii, color))


@app.command()
def explain(
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", help="A diagnostic code, as in M203.")] = None,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Explain a diagnostic code; without one, list them all."""
    from leoni_replay.cards import to_letters
    from leoni_replay.explain import codes, page, title

    terminal = terminal_for(ascii, color)
    if code is None:
        for each in codes():
            terminal.write(f"{each}  {title(each)}\n")
        return
    if code.upper() not in codes():
        fail(f"there is no diagnostic {code}; leoni explain lists them all")
    text = page(code.upper())
    terminal.write(to_letters(text) if terminal.ascii else text)
