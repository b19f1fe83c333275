"""``leoni import``."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import partial
from io import BufferedReader
from typing import Annotated, BinaryIO, NamedTuple

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import (
    OK,
    PLAIN,
    REJECTED,
    USAGE,
    check_can_name_book,
    command,
    fail,
    note,
    print_files,
    report_unread,
    results,
)
from leoni_replay.cli.options import PROSE, Into, Quiet, RulesOption, format_read, option
from leoni_replay.cli.progress import counting
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.exchange.detect import ENDINGS, ImportedGame, format_of, formats, import_games, read_formats
from leoni_replay.files.atomic import CannotWrite
from leoni_replay.files.find_games import games_in_file, no_game, reason_of
from leoni_replay.games import GAMES
from leoni_replay.notation.reader import parse
from leoni_replay.notation.text_files import open_bytes, short_text
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import closest, listed
from leoni_replay.text import visible


class Prose(NamedTuple):
    """Options for pages of books."""

    game: Annotated[
        str | None, option("With --from prose: the game of the page.", "NAME", complete=shell_completion.games)
    ] = None
    table: Annotated[str | None, option("With --from prose: continue the record in FILE.", "FILE")] = None
    rest_empty: Annotated[bool, option("With --from prose: places that the page leaves out are empty.")] = False
    top_first: Annotated[bool, option("With --from prose: piles are printed with their top card first.")] = False


@command("import", wrong="a game is refused, or a part of a page cannot be read")
def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES|-...", help="Files that other programs wrote, or - for stdin.")
    ],
    origin: Annotated[
        str | None,
        typer.Option(
            "--from",
            parser=format_read,
            metavar="<pysol|json|jsonl|solvitaire|fc-solve|prose>",
            autocompletion=shell_completion.formats_read,
            help="The format (default: from the file names). Installed games can add others.",
        ),
    ] = None,
    rules: RulesOption = None,
    into: Into = Into(),
    quiet: Quiet = False,
    prose: Prose = Prose(),
) -> None:
    """Turn games of other programs and books into records.

    It reads saved games of PySolFC, the JSON of `leoni convert`, boards of solvers, and with --from prose pages
    of books: tables, moves in words, and claims. Nothing in a file is ever run. Messages on standard error name
    everything that a record cannot hold, and say how each sentence of a page was read.
    """
    table = _check_prose(prose, rules) if origin == PROSE else None
    if origin != PROSE and prose != Prose():
        fail("--game, --table, --rest-empty and --top-first are for pages of books: add --from prose")
    chosen = [origin if origin else format_of(file) for file in files]
    for file, kind in zip(files, chosen, strict=True):
        if kind is None:
            endings = ", ".join([*(ending for ending, _ in ENDINGS), *(one.suffix for one in read_formats())])
            endings_known = f"it is recognised from names ending in {endings}"
            fail(f"{file}: give the format with --from: {', '.join(formats())} ({endings_known})")
    check_can_name_book(rules, into.output)
    status, written = OK, 0

    def take(file: str, one: ImportedGame, write: Callable[[str], object]) -> None:
        nonlocal status, written
        name = f"{file}: "
        if one.record is None:
            status = max(status, REJECTED)
            note(f"{name}game {one.number} is refused: {one.refusal}")
            return
        write(("\n" if written else "") + dumps(one.record))
        written += 1
        for loss in () if quiet else one.losses:
            note(f"{name}game {one.number}: left out: {loss}")

    total, before = _size(files, chosen), 0
    with contextlib.ExitStack() as stack, counting() as counted:
        write = stack.enter_context(results(PLAIN._replace(**into._asdict()))).write_utf8
        for file, kind in zip(files, chosen, strict=True):
            try:
                if kind == PROSE:
                    record, read = _read_page(file, prose, rules, table)
                    status = max(status, OK if read else REJECTED)
                    if record is not None:
                        write(("\n" if written else "") + dumps(record))
                        written += 1
                    continue
                with contextlib.nullcontext(open_bytes(file)) if file == "-" else open(file, "rb") as stream:
                    assert kind is not None
                    there = not isinstance(stream, BufferedReader) or bool(stream.peek(1))
                    games = import_games(stream, kind, rules) if there else iter(())
                    none = True
                    for one in counted(games, total, partial(_read_so_far, stream, kind, before)):
                        none = False
                        take(file, one, write)
                    if none:
                        status = max(status, report_unread(no_game(file)))
                    before += os.path.getsize(file) if total else 0
            except CannotWrite:
                raise
            except OSError as error:
                note(f"{file}: cannot be read: {reason_of(error)}")
                status = USAGE
        if not written:
            # No game was imported, so no file is written.
            raise typer.Exit(status)
    print_files([into.output] if into.output not in (None, "-") else [], quiet)
    raise typer.Exit(status)


def _check_prose(prose: Prose, rules: str | None) -> Transcript | None:
    """Check the options for pages of books; return the record of --table."""
    if prose.table is None:
        if prose.game is None:
            fail(f"give the game of the page with --game: {', '.join(GAMES)}; or the record of its table with --table")
        if prose.game not in GAMES:
            near = closest(prose.game, GAMES)
            fail(f"there is no game `{visible(prose.game)}`: {f'did you mean {near}?' if near else listed([*GAMES])}")
        return None
    if prose.rest_empty or rules is not None:
        fail("the record of --table has its rules and all its places: leave --rules and --rest-empty out")
    records = []
    for raw in games_in_file(prose.table):
        if isinstance(raw, Diagnostic):
            raise typer.Exit(report_unread(raw))
        records.append(parse(raw))
    if len(records) != 1:
        fail(f"{visible(prose.table)}: a file with one game is needed here; there are {len(records)}")
    return records[0]


def _read_page(file: str, prose: Prose, rules: str | None, table: Transcript | None) -> tuple[Transcript | None, bool]:
    """Return the record of a page, and whether everything that looks like a move was read."""
    from leoni_replay.prose.reading import read_prose  # start-up time

    try:
        page = read_prose(
            short_text(file),
            game=prose.game,
            rules=rules,
            record=table,
            rest_empty=prose.rest_empty,
            top_first=prose.top_first,
            citation="" if file == "-" else os.path.basename(file),
        )
    except ValueError as error:
        fail(f"{visible(file)}: {error}")
    for part in page.parts:
        note(f"{visible(file)}:{part}")
    return page.record, not page.unread


def _size(files: list[str], kinds: list[str | None]) -> int | None:
    """Return the bytes of all files; None if they don't say how long it takes."""
    if (len(files) > 1 or kinds == ["jsonl"]) and all(map(os.path.isfile, files)):
        return sum(map(os.path.getsize, files))
    return None


def _read_so_far(stream: BinaryIO, kind: str, before: int) -> int:
    """Return the bytes of the files before, and of this one: only lines of JSON are read as the games are taken."""
    return before + (stream.tell() if kind == "jsonl" else 0)
