"""``leoni lsp``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from leoni_replay.cli.common import OK, REJECTED, app, fail


@app.command()
def lsp(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="On standard input and output, as it is anyway: some editors say so.")
    ] = False,
) -> None:
    """Serve an editor: the Language Server Protocol on standard input and output.

    Editors start it themselves. What it finds is what verify finds, as you type.
    """
    from importlib.util import find_spec

    if find_spec("pygls") is None:
        fail("the language server needs pygls: pip install 'leoni-replay[lsp]'")
    if sys.stdin is None or sys.stdout is None:
        fail("an editor talks to the language server on standard input and output, and one of them is closed")
    if sys.stdin.isatty():
        sys.stderr.write("leoni: an editor is waited for on standard input: editors start this themselves\n")
    from leoni_replay import __version__
    from leoni_replay.serving.server import serve

    raise typer.Exit(OK if serve(__version__) else REJECTED)
