"""``leoni import``."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from leoni_replay.cli import completing
from leoni_replay.cli.common import OK, PLAIN, REJECTED, USAGE, check_rules, command, fail, note, terminal_for
from leoni_replay.cli.options import Force, RulesOption, format_read, option
from leoni_replay.cli.progress import counting
from leoni_replay.exchange.reading import ENDINGS, Taken, format_of, formats, read_formats, taken
from leoni_replay.files.atomic import CannotWrite, whole_file
from leoni_replay.files.reading import why
from leoni_replay.notation import dumps
from leoni_replay.text import visible


@command("import")
def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES|-...", help="Files that other programs wrote, or - for stdin.")
    ],
    origin: Annotated[
        str | None,
        typer.Option(
            "--from",
            parser=format_read,
            metavar="<pysol|json|jsonl|solvitaire|fc-solve>",
            autocompletion=completing.formats_read,
            help="The format (default: from the file names). Games from outside add others.",
        ),
    ] = None,
    out: Annotated[str, option("Write all records to PATH, or - for stdout.", "PATH", names=("-o", "--output"))] = "-",
    rules: RulesOption = None,
    force: Force = False,
) -> None:
    """Turn other programs' games into records.

    It reads saved games of PySolFC, the JSON of `leoni convert`, and boards of solvers. Nothing in a file is ever
    run. A message on standard error names everything that a record cannot hold.

    Exit status: 0 all games were imported, 1 a game was refused, 2 a file could not be read or the command was wrong.
    """
    check_rules(rules)
    chosen = [origin if origin else format_of(file) for file in files]
    for file, kind in zip(files, chosen, strict=True):
        if kind is None:
            endings = ", ".join([*(ending for ending, _ in ENDINGS), *(one.suffix for one in read_formats())])
            endings_known = f"it is recognised from names ending in {endings}"
            fail(f"{file}: give the format with --from: {', '.join(formats())} ({endings_known})")
    status, written = OK, 0

    def take(file: str, one: Taken, write: Callable[[str], object]) -> None:
        nonlocal status, written
        name = f"{'<stdin>' if file == '-' else file}: "
        if one.record is None:
            status = max(status, REJECTED)
            note(f"{name}game {one.number} is refused: {one.refused}")
            return
        write(("\n" if written else "") + dumps(one.record))
        written += 1
        for lost in one.lost:
            note(f"{name}game {one.number}: left out: {lost}")

    total, before = _size(files, chosen), 0
    with contextlib.ExitStack() as stack, counting() as counted:
        if out == "-":
            write: Callable[[str], object] = terminal_for(PLAIN).write_utf8
        else:
            write = stack.enter_context(whole_file(Path(out), replace=force)).write
        for file, kind in zip(files, chosen, strict=True):
            try:
                with contextlib.nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
                    assert kind is not None
                    games = taken(stream, kind, rules)
                    for one in counted(games, total, partial(_read_so_far, stream, kind, before)):
                        take(file, one, write)
                    before += os.path.getsize(file) if total else 0
            except CannotWrite:
                raise
            except OSError as error:
                note(f"{file}: cannot be read: {why(error)}")
                status = USAGE
        if not written:
            # No game was imported, so no file is written.
            raise typer.Exit(status)
    if out != "-":
        sys.stdout.write(f"{visible(out)}\n")
    raise typer.Exit(status)


def _size(files: list[str], kinds: list[str | None]) -> int | None:
    """The bytes of all files; None if they do not tell how long it takes."""
    if (len(files) > 1 or kinds == ["jsonl"]) and all(map(os.path.isfile, files)):
        return sum(map(os.path.getsize, files))
    return None


def _read_so_far(stream: BinaryIO, kind: str, before: int) -> int:
    """The bytes of the files before, and of this one: only lines of JSON are read as the games are taken."""
    return before + (stream.tell() if kind == "jsonl" else 0)
