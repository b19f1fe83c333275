"""``leoni select``: the query and the output, which ``leoni archive find`` shares."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from leoni_replay.cli.common import OK, USAGE, command, fail, note, print_files, print_refusal, report_unread, results
from leoni_replay.cli.options import Jobs, Output, Quiet, Selected, WhereOption, number, option
from leoni_replay.cli.progress import watched
from leoni_replay.collecting.finding import (
    Criteria,
    counted_by,
    fields_named,
    find_in_archive,
    find_in_files,
    ordered,
    orders_named,
    rank,
    without_duplicates,
)
from leoni_replay.collecting.position_patterns import digest
from leoni_replay.collecting.record_facts import FIELDS, NoField, QueryError, facts_object
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import Folder, PathExists
from leoni_replay.files.find_games import is_database, reason_of
from leoni_replay.notation.text_files import short_text
from leoni_replay.phrases import counted, number_in
from leoni_replay.show.terminal import open_terminal, print_rows
from leoni_replay.text import csv_line

if TYPE_CHECKING:
    from leoni_replay.collecting.archive import Archive
    from leoni_replay.collecting.record_facts import Facts
    from leoni_replay.show.terminal import Terminal


T = TypeVar("T")

#: the columns, unless others are named
_COLUMNS = {
    "table": "file,number,game,rules,label,result,moves",
    "csv": "file,number,game,rules,status,result,moves,label",
}
#: the maximum number of files that ``--split`` writes at once
_MOST_FILES = 1000
#: names of devices on Windows, whatever follows the dot
_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")


class Query(NamedTuple):
    """The records to find, and the form of the output."""

    where: WhereOption = None
    digest: Annotated[
        list[str] | None,
        option("Reaches this position. Repeat it to allow several.", "DIGEST"),
    ] = None
    layout: Annotated[
        str | None,
        option("Reaches a position like this; ?? is any card, * any cards.", "FILE"),
    ] = None
    begins: Annotated[str | None, option("Begins with these moves.", "MOVES")] = None
    format: Annotated[Selected, option("Print the records, a count, or their fields.")] = "moves"
    columns: Annotated[str | None, option("Which fields to print in a table or CSV.", "FIELDS")] = None
    by: Annotated[str | None, option("With counts: count by these fields.", "FIELDS")] = None
    unique: Annotated[bool, option("Print identical games once.")] = False
    duplicates: Annotated[bool, option("Print only the repeats of identical games.")] = False
    sort: Annotated[
        str | None,
        option("Sort by these fields. A - puts the greatest first: -moves,Date.", "FIELDS"),
    ] = None
    limit: Annotated[int, number(help="Print at most N records (0: all).")] = 0
    jobs: Jobs = 1

    def wanted(self) -> Criteria:
        """Return the records to find; invalid parts end the command."""
        if self.columns is not None and self.format not in ("table", "csv"):
            fail("--columns needs --format table or csv, because only these have columns")
        if self.by is not None and self.format != "counts":
            fail("--by needs --format counts")
        try:
            digests = frozenset(digest(one) for one in self.digest or ())
        except ValueError as error:
            fail(f"--digest: {error}")
        table = None
        if self.layout is not None:
            try:
                table = short_text(self.layout), self.layout
            except OSError as error:
                fail(f"{self.layout}: this file cannot be read: {reason_of(error)}")
        wanted = Criteria(self.where, digests, table, self.begins)
        try:
            wanted.check()
        except QueryError as error:
            terminal = open_terminal(file=sys.stderr)
            print_refusal(error.diagnostic, terminal, terminal.color)
            raise typer.Exit(USAGE) from None
        except ValueError as error:
            fail(f"--begins: {error}")
        return wanted

    def picked(self, records: Iterator[Facts]) -> Iterator[Facts]:
        """Return the records found: deduplicated, sorted and limited."""
        if self.unique and self.duplicates:
            fail("--unique and --duplicates cannot be used together")
        if self.unique or self.duplicates:
            records = without_duplicates(records, self.duplicates)
        if self.sort is not None:
            records = ordered(records, fields("--sort", self.sort, orders_named))
        return islice(records, self.limit) if self.limit else records

    def write(self, records: Iterator[Facts], terminal: Terminal, problems: Problems) -> None:
        """Write the records found."""
        match self.format:
            case "moves":
                for number, text in enumerate(problems.texts(records)):
                    terminal.write_utf8(("\n" if number else "") + text)
            case "count":
                terminal.write(f"{sum(1 for _ in records)}\n")
            case "counts":
                by = fields("--by", self.by or "game,rules,result", fields_named)
                counts = counted_by(records, by)
                ranked = sorted(counts.items(), key=lambda row: [*map(rank, by, row[0])])
                titles = [*(one.name for one in by), "records"]
                numbers = [*(one.number for one in by), True]
                print_rows(titles, [[*values, count] for values, count in ranked], numbers, terminal)
            case "jsonl" | "json":
                from leoni_replay.report.json_lines import Objects

                objects = Objects(terminal.write, terminal.ascii, self.format)
                for facts in records:
                    objects.add(facts_object(facts))
                objects.end()
            case "csv" | "table":
                # Where a position was searched for, each record has the move that led to it.
                reached = bool(self.digest or self.layout is not None)
                columns = fields("--columns", self.columns or _COLUMNS[self.format], fields_named)
                titles = [*(one.name for one in columns), *(["at"] if reached else [])]
                rows = ([*(one.value(facts) for one in columns), *([facts.at] if reached else [])] for facts in records)
                if self.format == "csv":
                    terminal.write(csv_line(titles))
                    for row in rows:
                        terminal.write(csv_line(row))
                else:
                    numbers = [*(one.number and one.name in FIELDS for one in columns), *([True] if reached else [])]
                    print_rows(titles, rows, numbers, terminal)


def fields(option: str, text: str, read: Callable[[str], list[T]]) -> list[T]:
    """Return the fields that an option names."""
    try:
        return read(text)
    except NoField as error:
        fail("; ".join([f"{option}: {error}", *error.help]))


def tell_of_other_judges(archive: Archive) -> None:
    """Print a note if the archive has verdicts by another version of the judge."""
    if records := archive.judged_otherwise():
        were, they = ("was", "its verdict is") if records == 1 else ("were", "their verdicts are")
        note(
            f"{archive.name}: {counted(records, 'record')} {were} judged by another version of leoni, and {they} shown "
            f"as stored; `leoni verify {archive.name} --fix` judges again"
        )


class Problems:
    """Reports on standard error what could not be read or written, and remembers the exit status."""

    def __init__(self) -> None:
        self.status = OK

    def taken(self, items: Iterable[Facts | Diagnostic]) -> Iterator[Facts]:
        """Yield the records found, without the problems."""
        for one in items:
            if isinstance(one, Diagnostic):
                self.report(one)
            else:
                yield one

    def report(self, problem: Diagnostic) -> None:
        """Report a diagnostic."""
        self.status = max(self.status, report_unread(problem))

    def texts(self, records: Iterable[Facts]) -> Iterator[str]:
        """Yield the texts of the records that can be written."""
        for facts in records:
            if why := facts.unwritable:
                note(f"{facts.file}: game {facts.number} is not written: {why}")
                self.status = USAGE
            else:
                yield facts.text


def write_split(records: Iterator[Facts], by: str, folder: str, force: bool, problems: Problems) -> Iterator[str]:
    """Write records to several files in a folder, by number or by a field; return the names of the files."""
    begun: set[str] = set()
    games = number_in(by)
    if games is None and by.isdigit():
        fail(f"--split: {by[:20]} is not a possible number of games for a file")
    try:
        with Folder(Path(folder), replace=force) as into:
            for name, text in _by_number(records, games, problems) if games else _by_field(records, by, problems):
                if name not in begun and len(begun) == _MOST_FILES and not games:
                    fail(f"--split: there are more than {_MOST_FILES} files to write")
                with into.open(f"{name}.moves", more=name in begun) as stream:
                    stream.write("\n" * (name in begun) + text)
                begun.add(name)
            yield from into.put()
    except PathExists as error:
        fail(str(error))


def _by_number(records: Iterator[Facts], games: int, problems: Problems) -> Iterator[tuple[str, str]]:
    for before, text in enumerate(problems.texts(records)):
        yield f"{before // games + 1:04}", text


def _by_field(records: Iterator[Facts], by: str, problems: Problems) -> Iterator[tuple[str, str]]:
    asked = fields("--split", by, fields_named)
    if len(asked) != 1:
        fail("--split: give the number of games for each file, or one field")
    one = asked[0]
    names: dict[str, str] = {}
    for facts in records:
        for text in problems.texts([facts]):
            value = str(one.value(facts))
            if value not in names:
                name = file_name(value)
                taken = {other.lower() for other in names.values()}
                number = 1
                while (unlike := name if number == 1 else f"{name}-{number}").lower() in taken:
                    number += 1
                names[value] = unlike
            yield names[value], text


def file_name(value: str) -> str:
    """Return a file name for a value: letters, digits and hyphens, and no device name of Windows."""
    if value == "*":
        return "unfinished"
    words = "".join(char if char.isascii() and char.isalnum() else " " for char in value.replace("'", "")).split()
    name = "-".join(words)[:60].lower() or "other"
    return f"{name}-1" if _DEVICE.fullmatch(name) else name


@command(wrong="a file has no game")
def select(
    paths: Annotated[
        list[str], typer.Argument(metavar="FILES|DIRS|DB|-...", help="Transcripts, folders, archives, or - for stdin.")
    ],
    query: Query = Query(),
    split: Annotated[
        str | None,
        typer.Option(
            "--split",
            metavar="N|FIELD",
            help="Write a file for every N games, or for every value of FIELD, into -o DIR.",
        ),
    ] = None,
    out: Output = Output(),
    quiet: Quiet = False,
) -> None:
    """Select recorded games by tags, moves and positions.

    Each option narrows the choice further. Games are verified as they are read; rejected ones count too, unless you say
    --where 'status != "rejected"'. docs/program/collections.md lists the conditions and fields.
    """
    if split is not None and out.output in (None, "-"):
        fail("--split writes several files: name their folder with -o")
    if split is not None and query.format != "moves":
        fail("--split always writes records: leave --format out")
    wanted = query.wanted()
    if query.format in ("moves", "count") and query.sort is None and (split is None or split.isdecimal()):
        # The output doesn't depend on what happened in the games.
        wanted = wanted._replace(counted=False)
    problems = Problems()
    files: list[str] = []
    with watched(_records(paths, wanted, query.jobs)) as items:
        chosen = query.picked(problems.taken(items))
        if split is not None and out.output is not None:
            files = [*write_split(chosen, split, out.output, out.force, problems)]
        else:
            with results(out) as terminal:
                query.write(chosen, terminal, problems)
    print_files(files, quiet)
    raise typer.Exit(problems.status)


def _records(paths: list[str], wanted: Criteria, jobs: int) -> Iterator[Facts | Diagnostic]:
    """Yield the matching records of files, folders and archives, in their order."""
    for database, some in groupby(paths, is_database):
        if not database:
            yield from find_in_files(some, wanted, jobs)
            continue
        from leoni_replay.collecting.archive import Archive
        from leoni_replay.files.database import DatabaseError

        for path in some:
            try:
                with contextlib.closing(Archive(path)) as archive:
                    tell_of_other_judges(archive)
                    yield from find_in_archive(archive, wanted, jobs)
            except DatabaseError as error:
                fail(str(error))
