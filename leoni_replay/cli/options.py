"""The choices and options that the commands of the command line share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from leoni_replay.cli import completing


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
    """What stands on cards that are drawn."""

    figures = "figures"
    plain = "plain"


class Theme(StrEnum):
    """The colours of pictures."""

    light = "light"
    dark = "dark"


class To(StrEnum):
    """The formats of ``convert``."""

    html = "html"
    svg = "svg"
    markdown = "markdown"
    text = "text"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    solvitaire = "solvitaire"
    fc_solve = "fc-solve"


class From(StrEnum):
    """The formats of ``import``."""

    pysol = "pysol"
    json = "json"
    jsonl = "jsonl"
    solvitaire = "solvitaire"
    fc_solve = "fc-solve"


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
    """Who plays the games that are sampled."""

    random = "random"
    weighted = "weighted"
    greedy = "greedy"
    greedy_without_reversal = "greedy-without-reversal"
    sensible = "sensible"
    solver = "solver"


Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES|DIRS|-...", help="Transcripts, folders (not the hidden ones in them), or - for stdin."
    ),
]
OnePath = Annotated[str, typer.Argument(metavar="FILE|DIR|-", help="A transcript, a folder, or - for stdin.")]
OneGame = Annotated[
    int | None, typer.Option("--game", min=1, help="Only this game, counted through the file or the folder.")
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Letters for suits (chosen by itself where symbols fail).")]
Open = Annotated[bool, typer.Option("--open", help="Show the faces of cards that lie face down.")]
ColorOption = Annotated[Color, typer.Option("--color", help="When to use colour; NO_COLOR is heeded.")]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="BOOK",
        help="A rule book, with overrides: 'mcneely; L4=ends-deal'.",
        autocompletion=completing.books,
    ),
]
GameOption = Annotated[
    str,
    typer.Option("--game", metavar="NAME", help="A game of the table (leoni games).", autocompletion=completing.games),
]
OutputFile = Annotated[
    str | None,
    typer.Option("--output-file", metavar="PATH", help="A file for the results, written whole or not at all."),
]
SimpleFormat = Annotated[Simple, typer.Option("--output-format", help="Text to read, or JSON.")]
Nodes = Annotated[
    int, typer.Option("--nodes", min=0, metavar="N", help="Look at so many tables at most (0: no limit).")
]
Seconds = Annotated[float, typer.Option("--seconds", min=0, metavar="S", help="Take so long at most (0: no limit).")]
Memory = Annotated[
    int, typer.Option("--memory", min=1, max=1 << 20, metavar="MB", help="Remember tables in so many million bytes.")
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="NAMES", help="Prunings that are not to be used (bound,crossing), or all."),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Share the work out on a cluster: the address of its scheduler."),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, max=256, help="Processes (0: one a core).")]
WhereOption = Annotated[
    str | None,
    typer.Option("--where", "-w", metavar="CONDITION", help="Only records for which this holds: 'moves > 100'."),
]
Digests = Annotated[
    list[str] | None,
    typer.Option(
        "--digest", metavar="DIGEST", help="Only records in which this table was reached (or one of several)."
    ),
]
LayoutFile = Annotated[
    str | None,
    typer.Option(
        "--layout", metavar="FILE", help="Only records in which such a table was reached; ?? is any card, * any number."
    ),
]
Begins = Annotated[
    str | None, typer.Option("--begins", metavar="MOVES", help="Only records that begin with these moves.")
]
Unique = Annotated[bool, typer.Option("--unique", help="Of the same play only the first record.")]
Duplicates = Annotated[bool, typer.Option("--duplicates", help="Of the same play all records but the first.")]
SortOption = Annotated[
    str | None,
    typer.Option("--sort", metavar="FIELDS", help="In this order: moves, or -moves,Date (- greatest first)."),
]
Limit = Annotated[int, typer.Option("--limit", min=0, metavar="N", help="No more than so many (0: all).")]
Columns = Annotated[str | None, typer.Option("--columns", metavar="FIELDS", help="What a table or CSV shows.")]
By = Annotated[str | None, typer.Option("--by", metavar="FIELDS", help="What counts are by (Game,Rules,result).")]
