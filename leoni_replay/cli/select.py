"""``leoni select``."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from leoni_replay.cli.common import command, fail, results
from leoni_replay.cli.options import Output
from leoni_replay.cli.progress import watched
from leoni_replay.cli.selecting import Problems, Query, tell_of_other_judges
from leoni_replay.cli.selecting import split as write_split
from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.finding import find_in_archive, find_in_files
from leoni_replay.files.database import DatabaseError
from leoni_replay.files.reading import is_database
from leoni_replay.text import visible

if TYPE_CHECKING:
    from leoni_replay.collecting.facts import Facts
    from leoni_replay.collecting.finding import Wanted
    from leoni_replay.diagnostics import Diagnostic


@command()
def select(
    paths: Annotated[
        list[str], typer.Argument(metavar="FILES|DIRS|DB|-...", help="Transcripts, folders, archives, or - for stdin.")
    ],
    query: Query = Query(),
    split: Annotated[
        str | None,
        typer.Option(
            "--split", metavar="N|FIELD", help="Write files of N games each, or one per value of FIELD (-o DIR)."
        ),
    ] = None,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="DIR", help="The folder for --split.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist (--split).")] = False,
    out: Output = Output(),
) -> None:
    """Select recorded games by their tags, moves and positions.

    Every game is verified as it is read. Rejected games are selected too; their status says so. docs/collections.md
    describes the conditions and fields.

    Exit status: 0 everything was read, 2 a path could not be read or the command was wrong.
    """
    if (split is None) != (output is None):
        fail("--split and -o go together: --split says how, -o says where to")
    if split is not None and query.output_format != "records":
        fail("--split writes records: it has no --output-format")
    wanted = query.wanted()
    if query.output_format in ("records", "count") and query.sort is None and (split is None or split.isdecimal()):
        # The output doesn't depend on what happened in the games.
        wanted = wanted._replace(counted=False)
    problems = Problems()
    files: list[str] = []
    with watched(_records(paths, wanted, query.jobs)) as items:
        chosen = query.picked(problems.taken(items))
        if split is not None and output is not None:
            files = [*write_split(chosen, split, output, force, problems)]
        else:
            with results(out) as terminal:
                query.write(chosen, terminal, problems)
    sys.stdout.write("".join(f"{visible(path)}\n" for path in files))
    raise typer.Exit(problems.status)


def _records(paths: list[str], wanted: Wanted, jobs: int) -> Iterator[Facts | Diagnostic]:
    """The matching records of files, folders and archives, in their order."""
    for database, some in groupby(paths, is_database):
        if not database:
            yield from find_in_files(some, wanted, jobs)
            continue
        for path in some:
            try:
                with contextlib.closing(Archive(path)) as archive:
                    tell_of_other_judges(archive)
                    yield from find_in_archive(archive, wanted, jobs)
            except DatabaseError as error:
                fail(str(error))
