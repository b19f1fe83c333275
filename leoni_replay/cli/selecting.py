"""What ``select`` and ``archive find`` share: the query, and the output."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from leoni_replay.cli.common import USAGE, fail, note
from leoni_replay.cli.options import Selected
from leoni_replay.collecting.facts import facts_object
from leoni_replay.collecting.fields import FIELDS, NoField
from leoni_replay.collecting.picking import counted_by, fields_named, once, ordered, orders_named
from leoni_replay.collecting.tables import PatternError, digest
from leoni_replay.collecting.wanted import Wanted
from leoni_replay.collecting.where import WhereError
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import Folder, PlaceTaken
from leoni_replay.report.base import Options
from leoni_replay.report.frame import frame
from leoni_replay.report.json_lines import Objects
from leoni_replay.show import selected
from leoni_replay.show.terminal import open_terminal
from leoni_replay.text import visible
from leoni_replay.words import counted, number_in

if TYPE_CHECKING:
    from leoni_replay.collecting.archive import Archive
    from leoni_replay.collecting.facts import Facts
    from leoni_replay.collecting.fields import Field
    from leoni_replay.show.terminal import Terminal

_COLUMNS = "file,number,Game,Rules,status,result,moves"
_BY = "Game,Rules,result"
#: the maximum number of files that ``--split`` writes at once
_MOST_FILES = 1000
#: names of devices on Windows, whatever follows the dot
_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")


class Asked(NamedTuple):
    """How to pick and write the records found."""

    output_format: Selected
    unique: bool = False
    duplicates: bool = False
    sort: str | None = None
    limit: int = 0
    columns: str | None = None
    by: str | None = None


def wanted_records(where: str | None, digests: list[str] | None, layout: str | None, begins: str | None) -> Wanted:
    """The query; invalid parts end the command."""
    try:
        given = frozenset(digest(one) for one in digests or ())
    except ValueError as error:
        fail(f"--digest: {error}")
    table = None
    if layout is not None:
        try:
            table = (sys.stdin.read() if layout == "-" else Path(layout).read_text(encoding="utf-8"), layout)
        except (OSError, UnicodeDecodeError) as error:
            fail(f"{layout}: this file cannot be read: {getattr(error, 'strerror', None) or error}")
    wanted = Wanted(where, given, table, begins)
    try:
        wanted.check()
    except (WhereError, PatternError) as error:
        _refuse(error.diagnostic)
    except ValueError as error:
        fail(f"--begins: {error}")
    return wanted


def _refuse(problem: Diagnostic) -> NoReturn:
    """End with exit status 2, and show the error in its place."""
    terminal = open_terminal(file=sys.stderr)
    sys.stderr.write(frame(problem, Options(ascii=terminal.ascii, color=terminal.color, width=terminal.width)))
    raise typer.Exit(USAGE)


def fields(option: str, text: str) -> list[Field]:
    """The fields that an option names."""
    try:
        return fields_named(text)
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
    """Reports on standard error what could not be read, and remembers whether there was anything."""

    def __init__(self) -> None:
        self.unread = False

    def taken(self, items: Iterator[Facts | Diagnostic]) -> Iterator[Facts]:
        """The records found, without the problems."""
        for one in items:
            if isinstance(one, Diagnostic):
                self.say(one.file, one.message)
                # A file without a game could be read.
                self.unread = self.unread or one.code != "F603"
            else:
                yield one

    def say(self, file: str, message: str) -> None:
        """Print the problem of a file."""
        sys.stderr.write(f"leoni: {visible(file)}: {visible(message)}\n")


def picked(records: Iterator[Facts], asked: Asked) -> Iterator[Facts]:
    """The records found: deduplicated, sorted and limited as requested."""
    if asked.unique and asked.duplicates:
        fail("--unique and --duplicates cannot be used together")
    if asked.unique or asked.duplicates:
        records = once(records, asked.duplicates)
    if asked.sort is not None:
        try:
            records = ordered(records, orders_named(asked.sort))
        except NoField as error:
            fail("; ".join([f"--sort: {error}", *error.help]))
    return islice(records, asked.limit) if asked.limit else records


def write(records: Iterator[Facts], asked: Asked, reached: bool, terminal: Terminal, problems: Problems) -> None:
    """Write the records found. ``reached`` is set if a position was searched for, so that each record has the move that
    led to it."""
    match asked.output_format:
        case Selected.records:
            first = True
            for text in _texts(records, problems):
                terminal.write_utf8(("" if first else "\n") + text)
                first = False
        case Selected.how_many:
            terminal.write(f"{sum(1 for _ in records)}\n")
        case Selected.counts:
            by = fields("--by", asked.by or _BY)
            counts = counted_by(records, by)
            rows = sorted(counts.items(), key=lambda row: [(value is None, value or 0) for value in row[0]])
            titles = [*(one.name for one in by), "records"]
            numbers = [*(one.number for one in by), True]
            selected.show_table(titles, [[*values, count] for values, count in rows], numbers, terminal)
        case Selected.jsonl | Selected.json:
            objects = Objects(terminal.write, terminal.ascii, asked.output_format.value)
            for facts in records:
                objects.add(facts_object(facts))
            objects.end()
        case _:
            columns = fields("--columns", asked.columns or _COLUMNS)
            titles = [*(one.name for one in columns), *(["at"] if reached else [])]
            shown = (selected.cells(facts, columns, reached) for facts in records)
            if asked.output_format is Selected.csv:
                terminal.write(selected.csv_line(titles))
                for row in shown:
                    terminal.write(selected.csv_line(row))
            else:
                numbers = [*(one.number and one.name in FIELDS for one in columns), *([True] if reached else [])]
                selected.show_table(titles, shown, numbers, terminal)


def _texts(records: Iterator[Facts], problems: Problems) -> Iterator[str]:
    """The texts of the records that can be written."""
    for facts in records:
        if why := facts.unwritable:
            problems.say(facts.file, f"game {facts.number} is not written: {why}")
            problems.unread = True
        else:
            yield facts.text


def split(records: Iterator[Facts], by: str, folder: str, force: bool, problems: Problems) -> Iterator[str]:
    """Write records to several files in a folder, by number or by a field; return the names of the files."""
    begun: set[str] = set()
    games = number_in(by)
    if games is None and by.isdigit():
        fail(f"--split: {by[:20]} is not a number of games that a file can have")
    try:
        with Folder(Path(folder), replace=force) as into:
            for name, text in _by_number(records, games, problems) if games else _by_field(records, by, problems):
                if name not in begun and len(begun) == _MOST_FILES and not games:
                    fail(f"--split: there are more than {_MOST_FILES} files to write")
                with into.open(f"{name}.moves", more=name in begun) as stream:
                    stream.write("\n" * (name in begun) + text)
                begun.add(name)
            yield from into.put()
    except PlaceTaken as error:
        fail(str(error))


def _by_number(records: Iterator[Facts], games: int, problems: Problems) -> Iterator[tuple[str, str]]:
    for number, text in enumerate(_texts(records, problems)):
        yield f"{number // games + 1:04}", text


def _by_field(records: Iterator[Facts], by: str, problems: Problems) -> Iterator[tuple[str, str]]:
    asked = fields("--split", by)
    if len(asked) != 1:
        fail("--split: say how many games a file has, or one field")
    one = asked[0]
    names: dict[str, str] = {}
    for facts in records:
        for text in _texts(iter([facts]), problems):
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
    """A file name for a value: letters, digits and hyphens, and no device name of Windows."""
    if value == "*":
        return "unfinished"
    words = "".join(char if char.isascii() and char.isalnum() else " " for char in value.replace("'", "")).split()
    name = "-".join(words)[:60].lower() or "other"
    return f"{name}-1" if _DEVICE.fullmatch(name) else name
