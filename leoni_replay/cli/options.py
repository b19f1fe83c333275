"""The choices and options that several commands share."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.games import check_rules
from leoni_replay.text import visible_text

Color = Literal["auto", "always", "never"]
#: The formats of most commands, of commands that go through many games, of ``verify``, and of ``select``.
Simple = Literal["text", "json"]
Listed = Literal["text", "json", "jsonl"]
Format = Literal["text", "concise", "json", "jsonl", "github", "sarif", "junit"]
#: The format of pages of books, which needs a game or a table besides.
PROSE = "prose"
Selected = Literal["moves", "count", "counts", "table", "csv", "jsonl", "json"]


def import_format(name: str) -> str:
    """Return the format of ``import`` with this name.

    Raises:
        BadParameter: there is no such format.
    """
    from leoni_replay.exchange.detect import OURS, formats  # start-up time

    if name not in OURS and name != PROSE:
        check_choice(name, [*formats(), PROSE])
    return name


def convert_format(name: str) -> str:
    """Return the format of ``convert`` with this name.

    Raises:
        BadParameter: there is no such format.
    """
    from leoni_replay.show.formats import SUFFIXES, formats  # start-up time

    if name not in SUFFIXES:
        check_choice(name, formats())
    return name


def check_choice(name: str, names: Sequence[str]) -> None:
    """Check that a name is one of several.

    Raises:
        BadParameter: it is not.
    """
    if name not in names:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, names))}.")


def _check_rules(context: typer.Context, rules: str | None) -> str | None:
    """Check rules: rules that no game has are an error of the command, not of any record."""
    if rules is not None and not context.resilient_parsing:
        check_rules(rules)
    return rules


def option(
    help: str,
    metavar: str | None = None,
    *,
    names: tuple[str, ...] = (),
    complete: Callable[..., Any] | None = None,
    check: Callable[..., Any] | None = None,
) -> Any:
    """Return an option that is a flag, a choice or a text.

    Args:
        help: what it does.
        metavar: what stands for its value in the help.
        names: the option as it is typed; by default the name of its parameter.
        complete: the completions of its value for a shell.
        check: takes the context and the value, and returns the value.
    """
    return typer.Option(*names, help=help, metavar=metavar, autocompletion=complete, callback=check)


def number(
    *names: str, help: str, least: int = 0, most: int = sys.maxsize, kind: type[int | float] = int, zero: int = 0
) -> Any:
    """Return an option that takes a number.

    Args:
        names: the option as it is typed; by default the name of its parameter.
        help: what it does.
        least, most: its limits.
        kind: float for seconds, int for any other number.
        zero: what 0 stands for.
    """

    def read(text: str) -> int | float:
        """Return the number that was typed; anything else is an error of the command."""
        try:
            value = kind(text)
            if math.isnan(value):
                raise ValueError(text)
        except ValueError:
            expected = "number" if kind is float else "whole number"
            raise typer.BadParameter(f"`{visible_text(text)}` is not a {expected}") from None
        if value < least:
            raise typer.BadParameter(f"`{visible_text(text)}` is too small: it must be at least {least}")
        if value > most:
            raise typer.BadParameter(f"`{visible_text(text)}` is too large: it must be at most {most:,}")
        return value or zero

    return typer.Option(*names, parser=read, metavar="SECONDS" if kind is float else "N", help=help)


def deal_option(verb: str) -> Any:
    """Return the option `--deal`; the verb says what the command does with a deal: "Solve"."""
    return option(
        f"{verb} a deal: seed:TEXT, pysol:NUMBER, or a layout.",
        "DEAL",
        names=("--deal",),
        complete=shell_completion.deals,
    )


def game_of_deal_option(help_with_file: str) -> Any:
    """Return the option `--game` beside `--deal`: the name of its game, or the number of a game in a file.

    Args:
        help_with_file: what it does with a file: "With files, solve only the Nth game."
    """
    return option(f"The game of --deal. {help_with_file}", "NAME|N", complete=shell_completion.games)


Paths = Annotated[list[str], typer.Argument(metavar="FILES|DIRS|-...", help="Records, folders, or - for stdin.")]
OnePath = Annotated[str, typer.Argument(metavar="FILE|DIR|-", help="A record, a folder, or - for stdin.")]
OneGame = Annotated[int | None, number("--game", least=1, help="Only the Nth game of the file or folder.")]
NumberOfGame = Annotated[int, number("--game", least=1, help="The number of the game in the file or folder.")]
Open = Annotated[bool, option("Show the faces of cards that lie face down.")]
Plain = Annotated[bool, option("Plain lines for a screen reader: cards by name, and after a move only what changed.")]
Step = Annotated[bool, option("Step through the game: Enter, b, a number, q.")]
NoBrowser = Annotated[bool, option("With --web: print the address, and open no browser.")]
Quiet = Annotated[bool, option("Print only what is wrong.", names=("-q", "--quiet"))]
Force = Annotated[bool, option("Replace files that exist, and create folders that do not.")]
_RULES_HELP: Final = "The rule book, with overrides: 'mcneely; L4=ends-deal'."
#: Rules for records, whatever their games.
RulesOption = Annotated[str | None, option(_RULES_HELP, "BOOK", complete=shell_completion.books, check=_check_rules)]
#: Rules for the game that the command names. Making that game checks them, and a refusal lists the books of that game.
RulesOfGame = Annotated[str | None, option(_RULES_HELP, "BOOK", complete=shell_completion.books)]
GameOption = Annotated[str, option("The game; `leoni games` lists them.", "NAME", complete=shell_completion.games)]
Player = Annotated[
    str, option("Who plays; `leoni explain players` describes the players.", "NAME", complete=shell_completion.players)
]
NewDeal = Annotated[
    str | None, option("seed:TEXT or pysol:NUMBER; a new seed by default.", "DEAL", complete=shell_completion.deals)
]
SimpleFormat = Annotated[Simple, option("Plain text or JSON.")]
Dask = Annotated[str | None, option("Use the Dask cluster whose scheduler is at ADDRESS.", "ADDRESS")]
SearchDatabase = Annotated[
    str | None, option("Save results in FILE; run the same command again to continue.", "FILE", names=("--db",))
]
Jobs = Annotated[
    int, number("--jobs", "-j", most=256, zero=os.cpu_count() or 1, help="Number of processes (0: one per core).")
]
OutputFile = Annotated[
    str | None, option("Write the result to FILE (-: standard output).", "FILE", names=("-o", "--output"))
]
Ascii = Annotated[bool, option("Letters for suits (the default where symbols cannot be shown).")]
WhereOption = Annotated[
    str | None, option("Only records that meet this condition: 'moves > 100'.", "CONDITION", names=("--where", "-w"))
]


class Into(NamedTuple):
    """The file that a command writes."""

    output: OutputFile = None
    force: Force = False


class Output(NamedTuple):
    """The file, the format and the look of results."""

    output: OutputFile = None
    force: Force = False
    ascii: Ascii = False
    color: Annotated[Color, option("When to use colour (NO_COLOR turns it off).")] = "auto"
