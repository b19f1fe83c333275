"""``leoni archive``, and ``leoni verify`` for archives."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Literal

import typer

from leoni_replay.cli.common import (
    INTERRUPTED,
    OK,
    REJECTED,
    app,
    command,
    exit_on_sigterm,
    exits,
    fail,
    note,
    point_to,
    print_files,
    results,
    write_as,
)
from leoni_replay.cli.options import Force, Jobs, Output, Quiet, WhereOption, option
from leoni_replay.cli.progress import telling, watched
from leoni_replay.cli.select import Problems, Query, tell_of_other_judges
from leoni_replay.collecting.adding import add as add_to
from leoni_replay.collecting.adding import index, verify_archive
from leoni_replay.collecting.archive import Added, Archive
from leoni_replay.collecting.exporting import export_lines, export_parquet
from leoni_replay.collecting.finding import find_in_archive
from leoni_replay.collecting.record_facts import Facts
from leoni_replay.collecting.statistics import statistics, statistics_object
from leoni_replay.collecting.where import Sql
from leoni_replay.collecting.where import where as read_where
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import is_database
from leoni_replay.phrases import counted
from leoni_replay.report import Reporter, Summary
from leoni_replay.show.archived import picture, show_statistics
from leoni_replay.show.terminal import Terminal

archive_app = typer.Typer(
    help="Store records with their verdicts, and search them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=exits("an added record is rejected"),
)
app.add_typer(archive_app, name="archive")

Database = Annotated[str, typer.Argument(metavar="DB", help="The archive, an SQLite file.")]


@command(into=archive_app, wrong="an added record is rejected, or a file has no game")
def add(
    db: Database,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="FILES|DIRS|-...", help="Transcripts, folders, or - for stdin.")
    ] = None,
    positions: Annotated[
        bool, option("Store the positions too, so that they are found at once.", names=("--index",))
    ] = False,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> None:
    """Verify games and add them to an archive.

    leoni creates the archive if it does not exist, and stores rejected records too. It skips records that the archive
    already has, so after an interruption you can run the same command again; but it judges them again if another
    version of leoni judged them. With --index, it stores the positions of all records from then on, also of those added
    before.
    """
    if not paths and not positions:
        fail("say what to add: files, folders, or - for standard input")
    problems, added = Problems(), Added()
    began = time.monotonic()
    try:
        with Archive(db, write=True) as archive, telling() as tell:
            for item in add_to(archive, paths or (), jobs):
                if isinstance(item, Diagnostic):
                    problems.report(item)
                else:
                    added = item
                    tell(counted(added.games, "game"))
            seconds = time.monotonic() - began
            indexed = _index(archive, positions, jobs, tell)
            total = archive.count()
    except KeyboardInterrupt:
        note(f"stopped; run the same command again to continue ({counted(added.new, 'record')} added)")
        raise typer.Exit(INTERRUPTED) from None
    rejected = f" ({added.rejected:,} rejected)" if added.rejected else ""
    there = f", {added.repeated:,} {'was' if added.repeated == 1 else 'were'} there already" if added.repeated else ""
    changed = counted(added.changed, "verdict") + " changed" if added.changed else "no verdict changed"
    again = f", {added.again:,} judged again ({changed})" if added.again else ""
    kept = f"; the positions of {indexed:,} are kept now" if indexed else ""
    if not quiet:
        sys.stdout.write(
            f"{counted(added.new, 'record')} added{rejected}{there}{again}; the archive has {total:,}{kept}\n"
        )
    elif added.rejected:
        note(f"{db}: {counted(added.rejected, 'game')} rejected (leoni verify says why)")
    if added.games and not quiet:
        note(f"{counted(added.games, 'game')} in {seconds:.1f} s, {added.games / max(seconds, 1e-3):,.0f} a second")
    raise typer.Exit(max(problems.status, REJECTED if added.rejected else OK))


def _index(archive: Archive, wanted: bool, jobs: int, tell: Callable[[str], None]) -> int:
    """Index the positions of records, if this archive has an index or shall get one; return the number of records."""
    if wanted:
        archive.keep_positions()
    if not archive.keeps_positions:
        return 0
    began = time.monotonic()
    indexed = index(archive, jobs, lambda records: tell(f"positions of {counted(records, 'record')}"))
    if indexed:
        seconds = max(time.monotonic() - began, 1e-3)
        note(f"positions of {counted(indexed, 'record')} in {seconds:.1f} s, {indexed / seconds:,.0f} a second")
    return indexed


@command(into=archive_app)
def find(db: Database, query: Query = Query(format="table"), out: Output = Output()) -> None:
    """Search the records of an archive.

    If the archive has an index (--index), leoni looks up a position by its digest or by a complete layout. Otherwise it
    replays the games.
    """
    wanted, problems = query.wanted(), Problems()
    with (
        _opened(db) as archive,
        results(out) as terminal,
        watched(find_in_archive(archive, wanted, query.jobs)) as records,
    ):
        query.write(query.picked(records), terminal, problems)
    raise typer.Exit(problems.status)


@command(into=archive_app)
def stats(
    db: Database,
    where: WhereOption = None,
    format: Annotated[Literal["text", "json", "svg"], option("Text, JSON, or a picture.")] = "text",
    out: Output = Output(),
) -> None:
    """Summarise an archive: results, lengths and weaves."""
    Query(where).wanted()
    with _opened(db) as archive:
        figures = statistics(archive, _condition(where))
    show = show_statistics if format == "text" else lambda figures, terminal: terminal.write(picture(figures))
    with results(out) as terminal:
        write_as(format, terminal, partial(statistics_object, figures), partial(show, figures))


@command(into=archive_app)
def export(
    db: Database,
    output: Annotated[str, option("A file; for parquet, a folder.", "FILE", names=("-o", "--output"))],
    format: Annotated[Literal["moves", "jsonl", "parquet"], option("Records, their fields, or columns.")] = "parquet",
    where: WhereOption = None,
    force: Force = False,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> None:
    """Export the records of an archive for other programs.

    Parquet is a folder with games.parquet (the fields of each record) and moves.parquet (every move of every accepted
    record, with the digest of the position after it), for pandas, polars and DuckDB. It needs the extra `data`.
    """
    wanted = Query(where).wanted()
    with _opened(db) as archive, watched(find_in_archive(archive, wanted), archive.count(_condition(where))) as records:
        if format == "parquet":
            written = export_parquet(records, output, jobs, force)
        else:
            written = export_lines(records, output, force, records=format == "moves")
    print_files(written, quiet)


def _condition(where: str | None) -> Sql:
    return read_where(where).sql if where is not None else Sql("1")


@contextlib.contextmanager
def _opened(path: str) -> Iterator[Archive]:
    """Open an archive, and say if another version of the judge has judged its records."""
    with Archive(path) as archive:
        tell_of_other_judges(archive)
        yield archive


def verify_archives(
    paths: list[str], terminal: Terminal, make: Callable[[Terminal], Reporter], jobs: int, fix: bool
) -> int:
    """Judge the records of archives again, print which stored verdicts are wrong with the reporter that ``make`` makes,
    and return the exit status."""
    for path in paths:
        if not is_database(path):
            fail(f"{path}: this file is not an archive: verify archives and transcripts one after the other")
    out = make(terminal)
    summary = Summary()
    wrong = 0
    out.begin()
    with exit_on_sigterm(), watched(_judged(paths, jobs, fix)) as items:
        for item in items:
            if isinstance(item, Diagnostic):
                wrong += 1
                out.file_problem(item)
            else:
                summary.count(item.label, item.result, item.legal_moves)
    verdicts = counted(wrong, "stored verdict")
    summary.archived = (
        (("warning", f"{verdicts} corrected") if fix else ("error", f"{verdicts} wrong"))
        if wrong
        else ("", "every stored verdict is right")
    )
    out.end(summary)
    if wrong:
        point_to(terminal, summary.archived[1])
    return REJECTED if wrong and not fix else OK


def _judged(paths: list[str], jobs: int, fix: bool) -> Iterator[Facts | Diagnostic]:
    for path in paths:
        with Archive(path, write=fix) as archive:
            yield from verify_archive(archive, jobs, fix=fix)
            if fix and archive.keeps_positions:
                # Records with a new verdict must be indexed again.
                index(archive, jobs)
