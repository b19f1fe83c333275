"""``leoni new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leoni_replay.cli import completing
from leoni_replay.cli.common import app, fail, terminal_for
from leoni_replay.cli.options import Color, Open, RulesOption


@app.command()
def new(
    game: Annotated[
        str,
        typer.Argument(metavar="[GAME]", help="A game of the table (leoni games).", autocompletion=completing.games),
    ] = "Leoni's Own",
    deal: Annotated[
        str | None,
        typer.Option(
            "--deal",
            metavar="DEAL",
            help="seed:TEXT or pysol:NUMBER; without it, a seed is drawn.",
            autocompletion=completing.deals,
        ),
    ] = None,
    physical: Annotated[
        bool, typer.Option("--physical", help="Dealt on a real table: a layout to fill in, with ?? for every card.")
    ] = False,
    rules: RulesOption = None,
    open: Open = False,
    output_file: Annotated[
        str | None, typer.Option("--output-file", metavar="PATH", help="A new file; one that is there stays as it is.")
    ] = None,
) -> None:
    """Write a record to begin with: the tags, the table as it is dealt, and no move yet."""
    from leoni_replay.notation import dumps
    from leoni_replay.record.draft import draft

    if physical and deal is not None:
        fail("--physical and --deal exclude each other: what is dealt on a real table has no number")
    try:
        text = dumps(draft(game, deal, rules, physical=physical, open=open))
    except ValueError as error:
        fail(str(error))
    if output_file is None:
        terminal_for(False, Color.never).write_utf8(text)
        return
    from leoni_replay.files.whole import PlaceTaken, whole_file

    try:
        with whole_file(Path(output_file), replace=False) as stream:
            stream.write(text)
    except PlaceTaken:
        fail(f"{output_file}: this file is there already, and is left as it is")
