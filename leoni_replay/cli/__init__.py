"""The command line, the only package that prints. The module of a command is imported when the command is used.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from leoni_replay import version
from leoni_replay.cli.common import USAGE, app
from leoni_replay.show.terminal import prepare_streams


def run() -> None:
    """Run the command line.

    Raises:
        OSError: the output cannot be written.
    """
    prepare_streams()
    app(prog_name="leoni")


def _print_version(is_set: bool) -> None:
    """Print the version, and end, if ``--version`` is set."""
    if is_set:
        typer.echo(version())
        raise typer.Exit


#: The output of `leoni` alone.
START = """\
leoni plays, checks and shows recorded games of patience. Try:

  leoni play                              play Leoni's Own; the game is saved as you go
  leoni play --game martha                play another game (`leoni games` lists them)
  leoni sample > game.moves               get a recorded game to try the rest with
  leoni verify game.moves                 check it against the rules
  leoni replay --step game.moves          step through it
  leoni convert game.moves -o game.html   make a page of it that you can share
  leoni review game.moves                 find out where it was lost
  leoni solve --deal seed:1884            find out whether a deal can be won

`leoni --help` lists all commands, `leoni COMMAND --help` explains one.
"""


@app.callback(invoke_without_command=True)
def _options(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Print what to try, and end with the status for a wrong command, if no command is given."""
    if ctx.invoked_subcommand is None:
        sys.stdout.write(START)
        raise typer.Exit(USAGE)
