"""The command line: the only room that prints. Commands import what they need when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from leoni_replay.cli.common import app


def run() -> None:
    """Run the command line.

    Raises:
        OSError: the output cannot be written.
    """
    from leoni_replay.show.terminal import prepare_streams

    prepare_streams()
    app(prog_name="leoni")


def _print_version(asked: bool) -> None:
    if asked:
        from leoni_replay import __version__

        typer.echo(f"leoni-replay {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


# In the order in which the help lists them.
from leoni_replay.cli import verify, replay, examine, convert, fmt, books  # noqa: E402, F401, I001
