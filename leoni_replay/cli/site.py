"""``leoni site``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from leoni_replay.cli.common import command, fail, print_files
from leoni_replay.cli.options import Force, Quiet, option
from leoni_replay.files.atomic import Folder, naming_errors
from leoni_replay.site.pages import site_files
from leoni_replay.site.pyodide import pyodide as read_pyodide


@command(uses_books=False)
def site(
    folder: Annotated[str, option("The folder for the pages.", "DIR", names=("-o", "--output"))],
    pyodide: Annotated[
        str | None, option("A folder with the npm package pyodide; by default npm fetches it.", "DIR")
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Write pages to play and check on, for a web server.

    play.html is the board of `leoni play --web`, check.html says what `leoni verify` says. Python and the rules run in
    the reader's browser; nothing has to be installed, and any server that sends files will do. The pages load about 5
    MB once, and then work without a network. They include games that installed packages add.
    """
    if folder == "-":
        fail("-o -: pages make several files: name a folder")
    contents = site_files(read_pyodide(None if pyodide is None else Path(pyodide)))
    with Folder(Path(folder), replace=force) as files:
        for name, content in contents.items():
            files.open(name).close()
            with naming_errors(Path(folder) / name):
                files.temporary_path(name).write_bytes(content)
        print_files(files.put_into_place(), quiet)
