"""``leoni lsp``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from leoni_replay import __version__
from leoni_replay.cli.common import OK, REJECTED, command, fail, note
from leoni_replay.cli.options import option
from leoni_replay.installation import command_to_add


@command(failure="the editor ends without saying so")
def lsp(stdio: Annotated[bool, option("Accepted for editors that pass it; nothing changes.")] = False) -> None:
    """Start the language server, for editors.

    Editors start it for you. It reports what `leoni verify` reports, as you type.
    """
    try:
        from leoni_replay.lsp.server import serve  # an extra
    except ImportError as error:
        # There is none, or an older one.
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        fail(f"the language server needs pygls 2: {command_to_add('lsp')}")
    if sys.__stdin__ is None or sys.stdout is None:
        fail("an editor talks to the language server on standard input and output, and one of them is closed")
    if sys.stdin.isatty():
        note("an editor is waited for on standard input: editors start this themselves")
    raise typer.Exit(OK if serve(__version__) else REJECTED)
