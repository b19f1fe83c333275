"""The choices and options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from leoni_replay.cli import completing
from leoni_replay.text import visible


class Color(StrEnum):
    """When to use colour."""

    auto = "auto"
    always = "always"
    never = "never"


class Format(StrEnum):
    """The formats of ``verify``."""

    full = "full"
    concise = "concise"
    json = "json"
    jsonl = "jsonl"
    github = "github"
    sarif = "sarif"
    junit = "junit"


class Simple(StrEnum):
    """The formats of ``rules``, ``games`` and ``explain``."""

    full = "full"
    json = "json"


class Listed(StrEnum):
    """The formats of ``examine``, ``solve``, and of ``verify --all-rules``."""

    full = "full"
    json = "json"
    jsonl = "jsonl"


class ReviewFormat(StrEnum):
    """The formats of ``review``."""

    full = "full"
    markdown = "markdown"
    html = "html"
    json = "json"
    jsonl = "jsonl"


class DealFormat(StrEnum):
    """The formats of ``deal``."""

    table = "table"
    json = "json"
    layout = "layout"


class Faces(StrEnum):
    """How drawn cards look."""

    figures = "figures"
    plain = "plain"


class Theme(StrEnum):
    """The colours of pictures."""

    light = "light"
    dark = "dark"
    auto = "auto"


class Positions(StrEnum):
    """Which positions the JSON of ``convert`` contains."""

    every = "every"
    chapters = "chapters"


def format_read(name: str) -> str:
    """A format of ``import`` by its name.

    Raises:
        BadParameter: there is no such format.
    """
    from leoni_replay.exchange.reading import OURS, formats

    return name if name in OURS else _one_of(formats(), name)


def format_written(name: str) -> str:
    """A format of ``convert`` by its name.

    Raises:
        BadParameter: there is no such format.
    """
    from leoni_replay.show.formats import SUFFIXES, formats

    return name if name in SUFFIXES else _one_of(formats(), name)


def _one_of(names: list[str], name: str) -> str:
    if name in names:
        return name
    raise typer.BadParameter(f"{name!r} is not one of {', '.join(map(repr, names))}.")


class Selected(StrEnum):
    """The formats of ``select`` and ``archive find``."""

    records = "records"
    how_many = "count"
    counts = "counts"
    table = "table"
    csv = "csv"
    jsonl = "jsonl"
    json = "json"


class Want(StrEnum):
    """Which sampled games to keep."""

    any = "any"
    won = "won"
    lost = "lost"


class Player(StrEnum):
    """The players of sampled games."""

    random = "random"
    weighted = "weighted"
    greedy = "greedy"
    greedy_without_reversal = "greedy-without-reversal"
    sensible = "sensible"
    solver = "solver"


def number(*names: str, help: str, least: int = 0, most: int | None = None, kind: type[int | float] = int) -> Any:
    """An option that takes a number.

    Args:
        names: the option as it is typed.
        help: what it does.
        least, most: its limits.
        kind: float for seconds, int for any other number.
    """

    def read(text: str) -> int | float:
        try:
            value = kind(text)
            if value != value:
                raise ValueError(text)
        except ValueError:
            what = "number" if kind is float else "whole number"
            raise typer.BadParameter(f"`{visible(text)}` is not a {what}") from None
        if value < least:
            raise typer.BadParameter(f"`{visible(text)}` is too small: it must be at least {least}")
        if most is not None and value > most:
            raise typer.BadParameter(f"`{visible(text)}` is too large: it must be at most {most:,}")
        return value

    return typer.Option(*names, parser=read, metavar="SECONDS" if kind is float else "N", help=help)


Paths = Annotated[
    list[str],
    typer.Argument(metavar="FILES|DIRS|-...", help="Transcripts, folders, or - for stdin."),
]
OnePath = Annotated[str, typer.Argument(metavar="FILE|DIR|-", help="A transcript, a folder, or - for stdin.")]
OneGame = Annotated[int | None, number("--game", least=1, help="Only the Nth game of the file or folder.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters for suits (the default where symbols cannot be shown).")]
Open = Annotated[bool, typer.Option("--open", help="Show the faces of cards that lie face down.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="With --web: print the address, and open no browser.")]
ColorOption = Annotated[Color, typer.Option("--color", help="When to use colour (NO_COLOR turns it off).")]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="BOOK",
        help="The rule book, with overrides: 'mcneely; L4=ends-deal'.",
        autocompletion=completing.books,
    ),
]
GameOption = Annotated[
    str,
    typer.Option("--game", metavar="NAME", help="The game; `leoni games` lists them.", autocompletion=completing.games),
]
OutputFile = Annotated[
    str | None,
    typer.Option("--output-file", metavar="PATH", help="Write the results to PATH (all or nothing)."),
]
SimpleFormat = Annotated[Simple, typer.Option("--output-format", help="Plain text or JSON.")]
Nodes = Annotated[int, number("--nodes", help="Search at most N positions (0: no limit).")]
Seconds = Annotated[float, number("--seconds", kind=float, help="Stop the search after SECONDS (0: no limit).")]
Memory = Annotated[int, number("--memory", least=1, most=1 << 20, help="Memory for visited positions, in MB.")]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="NAMES", help="Prunings to turn off: bound, crossing, or all."),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Use the Dask cluster whose scheduler is at ADDRESS."),
]
Jobs = Annotated[int, number("--jobs", "-j", most=256, help="Number of processes (0: one per core).")]
WhereOption = Annotated[
    str | None,
    typer.Option("--where", "-w", metavar="CONDITION", help="Only records that meet this condition: 'moves > 100'."),
]
Digests = Annotated[
    list[str] | None,
    typer.Option("--digest", metavar="DIGEST", help="Only records that reach this position (or one of several)."),
]
LayoutFile = Annotated[
    str | None,
    typer.Option(
        "--layout", metavar="FILE", help="Only records that reach such a position; ?? is any card, * any number."
    ),
]
Begins = Annotated[
    str | None, typer.Option("--begins", metavar="MOVES", help="Only records that begin with these moves.")
]
Unique = Annotated[bool, typer.Option("--unique", help="Keep only the first of games with the same record digest.")]
Duplicates = Annotated[
    bool, typer.Option("--duplicates", help="Keep all but the first of games with the same record digest.")
]
SortOption = Annotated[
    str | None,
    typer.Option("--sort", metavar="FIELDS", help="Sort by these fields: moves, or -moves,Date (-: greatest first)."),
]
Limit = Annotated[int, number("--limit", help="At most N records (0: all).")]
Columns = Annotated[str | None, typer.Option("--columns", metavar="FIELDS", help="The columns of a table or CSV.")]
By = Annotated[str | None, typer.Option("--by", metavar="FIELDS", help="Count by these fields (Game,Rules,result).")]
