"""The command line: the only room that prints. Commands import what they need when they run."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated

import typer

from leoni_replay.cli.common import USAGE, app


def run() -> None:
    """Run the command line.

    Raises:
        OSError: the output cannot be written.
    """
    from leoni_replay.show.terminal import prepare_streams

    prepare_streams()
    load(sys.argv[1] if len(sys.argv) > 1 else "")
    app(prog_name="leoni")


#: the module of every command, in the order in which the help lists them
MODULES = {
    "verify": "verify",
    "play": "play",
    "replay": "replay",
    "deal": "replay",
    "why": "why",
    "examine": "examine",
    "book-report": "examine",
    "solve": "solve",
    "review": "review",
    "convert": "convert",
    "import": "importing",
    "new": "new",
    "fmt": "fmt",
    "sample": "fmt",
    "select": "select",
    "rules": "books",
    "games": "books",
    "explain": "books",
    "lsp": "lsp",
    # Commands with commands of their own come last.
    "odds": "odds",
    "archive": "archive",
}


def load(command: str) -> None:
    """Load a command: it takes longer to build them all than to check a game. Any other word loads them all."""
    modules = [MODULES[command]] if command in MODULES else dict.fromkeys(MODULES.values())
    for module in modules:
        import_module(f"{__name__}.{module}")


def _print_version(asked: bool) -> None:
    if asked:
        from leoni_replay import version

        typer.echo(version())
        raise typer.Exit


#: What `leoni` alone says.
START = """\
leoni plays, checks and shows recorded games of patience. Try:

  leoni play                              play Leoni's Own; the game is saved as you go
  leoni play --game martha                play another game (`leoni games` lists them)
  leoni sample > game.moves               get a recorded game to try the rest with
  leoni verify game.moves                 check it against the rules
  leoni replay --step game.moves          step through it
  leoni convert game.moves --to html      make a page of it that you can share
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
    if ctx.invoked_subcommand is None:
        sys.stdout.write(START)
        raise typer.Exit(USAGE)
