"""``leoni new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leoni_replay.cli import completing
from leoni_replay.cli.common import PLAIN, command, fail, terminal_for
from leoni_replay.cli.options import NewDeal, Open, RulesOption
from leoni_replay.files.atomic import PlaceTaken, whole_file
from leoni_replay.notation import dumps
from leoni_replay.record.draft import draft


@command()
def new(
    game: Annotated[
        str,
        typer.Argument(metavar="[GAME]", help="The game; `leoni games` lists them.", autocompletion=completing.games),
    ] = "Leoni's Own",
    deal: NewDeal = None,
    physical: Annotated[
        bool,
        typer.Option("--physical", help="For a game on a real table: a layout to fill in, with ?? for every card."),
    ] = False,
    rules: RulesOption = None,
    open: Open = False,
    output_file: Annotated[
        str | None,
        typer.Option("--output-file", metavar="PATH", help="Write the record to PATH, which must not exist."),
    ] = None,
) -> None:
    """Write the beginning of a record: its tags and its deal."""
    if physical and deal is not None:
        fail("--physical and --deal cannot be used together: a deal on a real table has no name")
    try:
        text = dumps(draft(game, deal, rules, physical=physical, open=open))
    except ValueError as error:
        fail(str(error))
    if output_file is None:
        terminal_for(PLAIN).write_utf8(text)
        return
    try:
        with whole_file(Path(output_file), replace=False) as stream:
            stream.write(text)
    except PlaceTaken:
        fail(f"{output_file}: this file is there already, and is left as it is")
