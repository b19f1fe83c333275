"""``leoni select``: the query and the output, which ``leoni archive find`` shares."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn, TypeVar

import typer

from leoni_replay.cli.common import (
    OK,
    USAGE,
    command,
    fail,
    note,
    open_output,
    print_files,
    print_refusal,
    report_unread,
    with_options,
)
from leoni_replay.cli.options import Jobs, Output, Quiet, Selected, WhereOption, number, option
from leoni_replay.cli.progress import show_progress
from leoni_replay.collecting.finding import (
    Criteria,
    Repeat,
    count_by,
    fields_in,
    find_in_archive,
    find_in_files,
    orders_in,
    repeats,
    sort_key,
    sort_records,
    without_repeats,
)
from leoni_replay.collecting.position_patterns import digest
from leoni_replay.collecting.record_facts import FIELDS, NoField, QueryError
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import Folder, PathExists
from leoni_replay.files.find_games import is_database, reason_of
from leoni_replay.notation.text_files import short_text
from leoni_replay.phrases import number_in, pluralize
from leoni_replay.show.terminal import open_terminal, print_rows
from leoni_replay.text import csv_line

if TYPE_CHECKING:
    from leoni_replay.collecting.archive import Archive
    from leoni_replay.collecting.record_facts import Facts, Value
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


def refuse_query(error: QueryError) -> NoReturn:
    """Say what is wrong with a condition or a pattern, and end the command."""
    terminal = open_terminal(file=sys.stderr)
    print_refusal(error.diagnostic, terminal, terminal.color)
    raise typer.Exit(USAGE) from None


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

    def read_criteria(self) -> Criteria:
        """Return which records to find; invalid parts end the command."""
        if self.columns is not None and self.format not in ("table", "csv"):
            fail("--columns needs --format table or csv, because only these have columns")
        if self.by is not None and self.format != "counts":
            fail("--by needs --format counts")
        try:
            digests = frozenset(map(digest, self.digest or ()))
        except ValueError as error:
            fail(f"--digest: {error}")
        layout = None
        if self.layout is not None:
            try:
                layout = short_text(self.layout), self.layout
            except OSError as error:
                fail(f"{self.layout}: this file cannot be read: {reason_of(error)}")
        criteria = Criteria(self.where, digests, layout, self.begins)
        try:
            criteria.check()
        except QueryError as error:
            refuse_query(error)
        except ValueError as error:
            fail(f"--begins: {error}")
        return criteria

    def arrange(self, records: Iterator[Facts]) -> Iterator[Facts]:
        """Return the records found: deduplicated, sorted and limited."""
        if self.unique and self.duplicates:
            fail("--unique and --duplicates cannot be used together")
        if self.unique:
            records = without_repeats(records)
        elif self.duplicates:
            records = map(_note_repeat, repeats(records))
        if self.sort is not None:
            records = sort_records(records, read_fields("--sort", self.sort, orders_in))
        return islice(records, self.limit) if self.limit else records

    def write(self, records: Iterator[Facts], terminal: Terminal, problems: Problems) -> None:
        """Write the records found, in the format that the user has chosen; problems are reported."""
        match self.format:
            case "moves":
                for number, text in enumerate(problems.writable_texts(records)):
                    terminal.write_utf8(("\n" if number else "") + text)
            case "count":
                terminal.write(f"{sum(1 for _ in records)}\n")
            case "counts":
                self._write_counts(records, terminal)
            case "jsonl" | "json":
                from leoni_replay.report.json_lines import Objects

                objects = Objects(terminal.write, terminal.ascii, self.format)
                for facts in records:
                    objects.add(facts.as_dict())
                objects.end()
            case "csv" | "table":
                self._write_columns(records, terminal)

    def _write_counts(self, records: Iterator[Facts], terminal: Terminal) -> None:
        """Write how many records there are for each combination of the values of some fields."""
        by = read_fields("--by", self.by or "game,rules,result", fields_in)
        counts = count_by(records, by)
        values_in_order = sorted(counts, key=lambda values: [*map(sort_key, by, values)])
        titles = [*(field.name for field in by), "records"]
        are_numbers = [*(field.number for field in by), True]
        rows = [[*values, counts[values]] for values in values_in_order]
        print_rows(titles, rows, are_numbers, terminal)

    def _write_columns(self, records: Iterator[Facts], terminal: Terminal) -> None:
        """Write a row for each record, as CSV or as a table."""
        columns = read_fields("--columns", self.columns or _COLUMNS[self.format], fields_in)
        titles = [field.name for field in columns]
        # A tag isn't aligned as a number.
        are_numbers = [field.number and field.name in FIELDS for field in columns]
        # Where a position was searched for, each record has the move that led to it.
        has_move = bool(self.digest or self.layout is not None)
        if has_move:
            titles.append("at")
            are_numbers.append(True)

        def row_of(facts: Facts) -> list[Value]:
            """Return the values of a record, in the order of the columns."""
            values = [field.value(facts) for field in columns]
            return [*values, facts.at] if has_move else values

        rows = map(row_of, records)
        if self.format == "table":
            print_rows(titles, rows, are_numbers, terminal)
            return
        terminal.write(csv_line(titles))
        for row in rows:
            terminal.write(csv_line(row))


def read_fields(option: str, text: str, read: Callable[[str], list[T]]) -> list[T]:
    """Return the fields that an option names; an unknown field ends the command."""
    try:
        return read(text)
    except NoField as error:
        fail("; ".join([f"{option}: {error}", *error.help]))


def note_other_judges(archive: Archive) -> None:
    """Print a note if the archive has verdicts by another version of the judge."""
    records = archive.count_by_other_judges()
    if records:
        were, verdicts = ("was", "its verdict is") if records == 1 else ("were", "their verdicts are")
        note(
            f"{archive.name}: {pluralize(records, 'record')} {were} judged by another version of leoni, and {verdicts} "
            f"shown as stored; `leoni verify {archive.name} --fix` judges again"
        )


class Problems:
    """Reports on standard error what could not be read or written, and remembers the exit status."""

    def __init__(self) -> None:
        self.status: int = OK

    def records_among(self, items: Iterable[Facts | Diagnostic]) -> Iterator[Facts]:
        """Yield the records found, and report the problems."""
        for item in items:
            if isinstance(item, Diagnostic):
                self.report(item)
            else:
                yield item

    def report(self, problem: Diagnostic) -> None:
        """Report a diagnostic."""
        self.status = max(self.status, report_unread(problem))

    def writable_texts(self, records: Iterable[Facts]) -> Iterator[str]:
        """Yield the texts of the records that can be written, and report the others."""
        for facts in records:
            if reason := facts.unwritable:
                note(f"{facts.file}: game {facts.number} is not written: {reason}")
                self.status = USAGE
            else:
                yield facts.text


def write_split(records: Iterator[Facts], by: str, folder: str, force: bool, problems: Problems) -> Iterator[str]:
    """Write records to several files in a folder.

    Args:
        records: the records.
        by: how many records each file gets, or the field by whose value they are divided.
        folder: the folder.
        force: whether existing files may be replaced.
        problems: reports records that cannot be written.

    Yields:
        The paths of the files.
    """
    games_per_file = number_in(by)
    if games_per_file is None and by.isdigit():
        fail(f"--split: {by[:20]} is not a possible number of games for a file")
    if games_per_file:
        named_texts = _name_by_number(problems.writable_texts(records), games_per_file)
    else:
        named_texts = _name_by_field(records, by, problems)
    names_in_use: set[str] = set()
    try:
        with Folder(Path(folder), replace=force) as files:
            for name, text in named_texts:
                is_begun = name in names_in_use
                if not is_begun and len(names_in_use) == _MOST_FILES and not games_per_file:
                    fail(f"--split: there are more than {_MOST_FILES} files to write")
                with files.open(f"{name}.moves", append=is_begun) as stream:
                    stream.write(f"\n{text}" if is_begun else text)
                names_in_use.add(name)
            yield from files.put_into_place()
    except PathExists as error:
        fail(with_options(error))


def _name_by_number(texts: Iterator[str], games_per_file: int) -> Iterator[tuple[str, str]]:
    """Yield the texts of records, each with the name of its file: 0001, 0002 …"""
    for index, text in enumerate(texts):
        yield f"{index // games_per_file + 1:04}", text


def _name_by_field(records: Iterator[Facts], by: str, problems: Problems) -> Iterator[tuple[str, str]]:
    """Yield the texts of records, each after the name of its file, which is made from the value of a field.

    Args:
        records: the records.
        by: the name of the field.
        problems: reports records that cannot be written.
    """
    fields = read_fields("--split", by, fields_in)
    if len(fields) != 1:
        fail("--split: give the number of games for each file, or one field")
    (field,) = fields
    names: dict[str, str] = {}
    for facts in records:
        for text in problems.writable_texts([facts]):
            value = str(field.value(facts))
            if value not in names:
                names[value] = _unused_name(file_name(value), names.values())
            yield names[value], text


def _unused_name(name: str, used_names: Iterable[str]) -> str:
    """Return a name, numbered if others have it already; capitals make no difference, because some disks ignore
    them."""
    used = {used_name.lower() for used_name in used_names}
    numbered, number = name, 1
    while numbered.lower() in used:
        number += 1
        numbered = f"{name}-{number}"
    return numbered


def file_name(value: str) -> str:
    """Return a file name for a value: letters, digits and hyphens, and no device name of Windows."""
    if value == "*":
        return "unfinished"
    words = "".join(char if char.isascii() and char.isalnum() else " " for char in value.replace("'", "")).split()
    name = "-".join(words)[:60].lower() or "other"
    return f"{name}-1" if _DEVICE.fullmatch(name) else name


def _note_repeat(repeat: Repeat) -> Facts:
    """Say which record a repeat repeats, and return the repeat."""
    facts = repeat.facts
    note(f"{facts.file}, game {facts.number} is the same game as {repeat.first_file}, game {repeat.first_number}")
    return facts


@command(failure="a file has no game")
def select(
    paths: Annotated[
        list[str], typer.Argument(metavar="FILES|DIRS|DB|-...", help="Records, folders, archives, or - for stdin.")
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
    --where 'status != "rejected"'. `leoni explain conditions` lists the conditions and fields.
    """
    if split is not None and out.output in (None, "-"):
        fail("--split writes several files: name their folder with -o")
    if split is not None and query.format != "moves":
        fail("--split always writes records: leave --format out")
    criteria = query.read_criteria()
    if query.format in ("moves", "count") and query.sort is None and (split is None or split.isdecimal()):
        # The output doesn't depend on what happened in the games.
        criteria = criteria._replace(needs_events=False)
    problems = Problems()
    files: list[str] = []
    with show_progress(_find(paths, criteria, query.jobs)) as items:
        records = query.arrange(problems.records_among(items))
        if split is not None and out.output is not None:
            files = [*write_split(records, split, out.output, out.force, problems)]
        else:
            with open_output(out) as terminal:
                query.write(records, terminal, problems)
    print_files(files, quiet)
    raise typer.Exit(problems.status)


def _find(paths: list[str], criteria: Criteria, jobs: int) -> Iterator[Facts | Diagnostic]:
    """Yield the matching records of files, folders and archives, in their order."""
    for are_archives, neighbours in groupby(paths, is_database):
        if not are_archives:
            yield from find_in_files(neighbours, criteria, jobs)
            continue
        from leoni_replay.collecting.archive import Archive
        from leoni_replay.files.database import DatabaseError

        for path in neighbours:
            try:
                with contextlib.closing(Archive(path)) as archive:
                    note_other_judges(archive)
                    yield from find_in_archive(archive, criteria, jobs)
            except DatabaseError as error:
                fail(str(error))
