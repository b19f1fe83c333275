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
    PLAIN,
    REJECTED,
    app,
    command,
    describe_exit_statuses,
    exit_on_sigterm,
    fail,
    note,
    open_output,
    point_to,
    print_files,
    terminal_for,
    write_as,
)
from leoni_replay.cli.options import Force, Jobs, Output, Quiet, WhereOption, option
from leoni_replay.cli.parameters import SomeCommands
from leoni_replay.cli.progress import progress_line, show_progress
from leoni_replay.cli.select import Problems, Query, note_other_judges, refuse_query
from leoni_replay.collecting.adding import add as add_to
from leoni_replay.collecting.adding import index, verify_archive
from leoni_replay.collecting.archive import AddCounts, Archive
from leoni_replay.collecting.exporting import ExportFormat, export_lines, export_parquet, write_lines
from leoni_replay.collecting.finding import find_in_archive
from leoni_replay.collecting.record_facts import Facts, QueryError
from leoni_replay.collecting.statistics import statistics
from leoni_replay.collecting.where import sql_of
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import is_database
from leoni_replay.phrases import pluralize
from leoni_replay.report import Reporter, Summary
from leoni_replay.show.archived import picture, show_statistics
from leoni_replay.show.terminal import Terminal

archive_app: typer.Typer = typer.Typer(
    cls=SomeCommands,
    help="Store records with their verdicts, and search them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog=describe_exit_statuses("an added record is rejected"),
)
app.add_typer(archive_app, name="archive")

Database = Annotated[str, typer.Argument(metavar="DB", help="The archive, an SQLite file.")]


@command(into=archive_app, failure="an added record is rejected, or a file has no game")
def add(
    db: Database,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="FILES|DIRS|-...", help="Records, folders, or - for stdin.")
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
    problems, counts = Problems(), AddCounts()
    start = time.monotonic()
    try:
        with Archive(db, write=True) as archive, progress_line() as tell:
            for item in add_to(archive, paths or (), jobs):
                if isinstance(item, Diagnostic):
                    problems.report(item)
                else:
                    counts = item
                    tell(pluralize(counts.games, "game"))
            seconds = time.monotonic() - start
            newly_indexed = _index(archive, positions, jobs, tell, quiet)
            total = archive.count()
    except KeyboardInterrupt:
        note(f"stopped; run the same command again to continue ({pluralize(counts.new, 'record')} added)")
        raise typer.Exit(INTERRUPTED) from None
    if not quiet:
        sys.stdout.write(_summary(counts, total, newly_indexed) + "\n")
        if counts.games:
            rate = counts.games / max(seconds, 1e-3)
            note(f"{pluralize(counts.games, 'game')} in {seconds:.1f} s, {rate:,.0f} a second")
    elif counts.rejected:
        note(f"{db}: {pluralize(counts.rejected, 'game')} rejected (leoni verify says why)")
    raise typer.Exit(max(problems.status, REJECTED if counts.rejected else OK))


def _summary(counts: AddCounts, total: int, newly_indexed: int) -> str:
    """Return in words what was added to an archive.

    Args:
        counts: the numbers of records read, by what became of them.
        total: the number of records that the archive has now.
        newly_indexed: the number of records whose positions were stored.
    """
    text = f"{pluralize(counts.new, 'record')} added"
    if counts.rejected:
        text += f" ({counts.rejected:,} rejected)"
    if counts.repeated:
        text += f", {counts.repeated:,} {'was' if counts.repeated == 1 else 'were'} there already"
    if counts.judged_again:
        changes = f"{pluralize(counts.changed, 'verdict')} changed" if counts.changed else "no verdict changed"
        text += f", {counts.judged_again:,} judged again ({changes})"
    text += f"; the archive has {total:,}"
    if newly_indexed:
        text += f"; the positions of {newly_indexed:,} are kept now"
    return text


def _index(archive: Archive, create: bool, jobs: int, tell: Callable[[str], None], quiet: bool) -> int:
    """Index the positions of the records that are not indexed yet.

    Args:
        archive: the archive.
        create: whether to create its index if it has none; otherwise nothing is done then.
        jobs: the number of processes.
        tell: receives a text that says how far it is.
        quiet: whether to leave out how fast it went.

    Returns:
        The number of records indexed.
    """
    if create:
        archive.create_position_index()
    if not archive.has_position_index:
        return 0
    start = time.monotonic()
    count = index(archive, jobs, lambda records: tell(f"positions of {pluralize(records, 'record')}"))
    if count and not quiet:
        seconds = max(time.monotonic() - start, 1e-3)
        note(f"positions of {pluralize(count, 'record')} in {seconds:.1f} s, {count / seconds:,.0f} a second")
    return count


@command(into=archive_app)
def find(db: Database, query: Query = Query(format="table"), out: Output = Output()) -> None:
    """Search the records of an archive.

    If the archive has an index (--index), leoni looks up a position by its digest or by a complete layout. Otherwise it
    replays the games.
    """
    criteria, problems = query.read_criteria(), Problems()
    with (
        _open_archive(db) as archive,
        open_output(out) as terminal,
        show_progress(find_in_archive(archive, criteria, query.jobs)) as records,
    ):
        query.write(query.arrange(records), terminal, problems)
    raise typer.Exit(problems.status)


@command(into=archive_app)
def stats(
    db: Database,
    where: WhereOption = None,
    format: Annotated[Literal["text", "json", "svg"], option("Text, JSON, or a picture.")] = "text",
    out: Output = Output(),
) -> None:
    """Summarise an archive: results, lengths and weaves."""
    try:
        condition = sql_of(where)
    except QueryError as error:
        refuse_query(error)
    with _open_archive(db) as archive:
        figures = statistics(archive, condition)
    with open_output(out) as terminal:
        if format == "svg":
            terminal.write(picture(figures))
        else:
            write_as(format, terminal, figures.as_dict, partial(show_statistics, figures))


@command(into=archive_app)
def export(
    db: Database,
    output: Annotated[str, option("A file, or -; for parquet, a folder.", "FILE", names=("-o", "--output"))],
    format: Annotated[ExportFormat, option("Records, their fields, or columns.")] = "parquet",
    where: WhereOption = None,
    force: Force = False,
    jobs: Jobs = 1,
    quiet: Quiet = False,
) -> None:
    """Export the records of an archive for other programs.

    Parquet is a folder with games.parquet (the fields of each record) and moves.parquet (every move of every accepted
    record, with the digest of the position after it), for pandas, polars and DuckDB. It needs the extra `data`.
    """
    if output == "-" and format == "parquet":
        fail("-o -: parquet makes several files: name a folder, or choose --format moves or jsonl")
    criteria = Query(where).read_criteria()
    with _open_archive(db) as archive:
        total = None if criteria.needs_positions else archive.count(sql_of(where))
        with show_progress(find_in_archive(archive, criteria), total) as records:
            if output == "-":
                write_lines(records, terminal_for(PLAIN).write_utf8, as_text=format == "moves")
                paths = []
            elif format == "parquet":
                paths = export_parquet(records, output, jobs=jobs, replace=force)
            else:
                paths = export_lines(records, output, as_text=format == "moves", replace=force)
    print_files(paths, quiet)


@contextlib.contextmanager
def _open_archive(path: str) -> Iterator[Archive]:
    """Open an archive, and say if another version of the judge has judged its records."""
    with Archive(path) as archive:
        note_other_judges(archive)
        yield archive


def verify_archives(
    paths: list[str], terminal: Terminal, make_reporter: Callable[[Terminal], Reporter], jobs: int, fix: bool
) -> int:
    """Judge the records of archives again, and report which stored verdicts are wrong.

    Args:
        paths: the archives.
        terminal: where the report goes.
        make_reporter: makes the reporter for a terminal.
        jobs: the number of processes.
        fix: whether to replace wrong verdicts.

    Returns:
        The exit status.
    """
    for path in paths:
        if not is_database(path):
            fail(f"{path}: this file is not an archive: verify archives and records one after the other")
    reporter = make_reporter(terminal)
    summary = Summary()
    wrong_verdicts = 0
    reporter.begin()
    with exit_on_sigterm(), show_progress(_judge_again(paths, jobs, fix)) as items:
        for item in items:
            if isinstance(item, Diagnostic):
                wrong_verdicts += 1
                reporter.file_problem(item)
            else:
                summary.count(item.label, item.result, item.legal_moves)
    verdicts = pluralize(wrong_verdicts, "stored verdict")
    if not wrong_verdicts:
        summary.archived = "", "every stored verdict is right"
    elif fix:
        summary.archived = "warning", f"{verdicts} corrected"
    else:
        summary.archived = "error", f"{verdicts} wrong"
    reporter.end(summary)
    if wrong_verdicts:
        point_to(terminal, summary.archived[1])
    return REJECTED if wrong_verdicts and not fix else OK


def _judge_again(paths: list[str], jobs: int, fix: bool) -> Iterator[Facts | Diagnostic]:
    """Yield the facts about each record of some archives, and a diagnostic for each wrong verdict, which ``fix``
    corrects."""
    for path in paths:
        with Archive(path, write=fix) as archive:
            yield from verify_archive(archive, jobs, fix=fix)
            if fix and archive.has_position_index:
                # Records with a new verdict must be indexed again.
                index(archive, jobs)
