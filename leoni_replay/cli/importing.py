"""``leoni import``."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Set
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal, NamedTuple

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
    open_output,
    page_advice,
    print_files,
    report_unread,
)
from leoni_replay.cli.options import PROSE, Into, Quiet, RulesOption, import_format, option
from leoni_replay.cli.progress import item_counter
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.exchange.detect import ENDINGS, OURS, ImportedGame, format_of, formats, import_games, read_formats
from leoni_replay.files.atomic import CannotWrite
from leoni_replay.files.find_games import games_in_file, no_game, reason_of
from leoni_replay.games import GAMES
from leoni_replay.notation.reader import parse
from leoni_replay.notation.text_files import open_bytes, short_text
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps, text_with_claims_apart
from leoni_replay.phrases import closest_name, join_words
from leoni_replay.report.json_lines import Objects
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from leoni_replay.prose.chapters import PageChapter
    from leoni_replay.prose.parts import Part
    from leoni_replay.prose.reading import ReadPage


class Prose(NamedTuple):
    """Options for pages of books."""

    game: Annotated[
        str | None,
        option("With --from prose: the game, if the page doesn't name it.", "NAME", complete=shell_completion.games),
    ] = None
    table: Annotated[str | None, option("With --from prose: continue the record in FILE.", "FILE")] = None
    rest_empty: Annotated[bool, option("With --from prose: places that the page leaves out are empty.")] = False
    top_first: Annotated[bool, option("With --from prose: piles are printed with their top card first.")] = False
    format: Annotated[
        Literal["moves", "json"], option("With --from prose: print records, or JSON with every part of each page.")
    ] = "moves"


@command("import", failure="a game is refused, or a part of a page cannot be read")
def import_(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES|-...", help="Files that other programs wrote, or - for stdin.")
    ],
    origin: Annotated[
        str | None,
        typer.Option(
            "--from",
            parser=import_format,
            metavar=f"<{'|'.join([*OURS, PROSE])}>",
            autocompletion=shell_completion.import_formats,
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
    record_to_continue = _check_prose(prose, rules) if origin == PROSE else None
    if origin != PROSE and prose != Prose():
        fail("--game, --table, --rest-empty, --top-first and --format are for pages of books: add --from prose")
    format_by_file = [(file, origin or _format_by_name(file)) for file in files]
    check_can_name_book(rules, into.output)
    total_size = _total_size(format_by_file)
    size_before = 0
    with contextlib.ExitStack() as stack, item_counter() as show_progress:
        terminal = stack.enter_context(open_output(PLAIN._replace(**into._asdict())))
        objects = Objects(terminal.write_utf8, terminal.ascii, "json") if prose.format == "json" else None
        importer = _Importer(terminal.write_utf8, quiet, objects)
        for file, format in format_by_file:
            try:
                if format == PROSE:
                    importer.add_page(file, _read_page(file, prose, rules, record_to_continue, quiet))
                    continue
                with contextlib.nullcontext(open_bytes(file)) if file == "-" else open(file, "rb") as stream:
                    is_empty = isinstance(stream, BufferedReader) and not stream.peek(1)
                    games = iter(()) if is_empty else import_games(stream, format, rules)
                    completed = partial(_progress_in_bytes, stream, format, size_before)
                    importer.add_games(file, show_progress(games, total_size, completed))
                if total_size:
                    size_before += os.path.getsize(file)
            except CannotWrite:
                raise
            except OSError as error:
                note(f"{file}: cannot be read: {reason_of(error)}")
                importer.status = USAGE
        if objects is not None:
            objects.end()
        elif not importer.records:
            # No game was imported, so no file is written.
            raise typer.Exit(importer.status)
    print_files([into.output] if into.output not in (None, "-") else [], quiet)
    raise typer.Exit(importer.status)


class _Importer:
    """Writes imported games as records, and reports what is wrong with them.

    Attributes:
        status: the exit status so far.
        records: the number of records written.
    """

    def __init__(self, write: Callable[[str], object], quiet: bool, objects: Objects | None) -> None:
        self._write = write
        self._quiet = quiet
        #: writes pages as JSON; None if their records are written
        self._objects = objects
        self.status = OK
        self.records = 0

    def add_games(self, file: str, games: Iterable[ImportedGame]) -> None:
        """Write the games of a file, and say what is lost of them or why they are refused."""
        is_empty = True
        for game in games:
            is_empty = False
            if game.record is None:
                self.status = max(self.status, REJECTED)
                note(f"{file}: game {game.number} is refused: {game.refusal}")
                continue
            self._add_text(dumps(game.record))
            if not self._quiet:
                for loss in game.losses:
                    note(f"{file}: game {game.number}: left out: {loss}")
        if is_empty:
            self.status = max(self.status, report_unread(no_game(file)))

    def add_page(self, file: str, page: ReadPage) -> None:
        """Write the records of a page of a book, or the page as JSON. If nothing but its table was read, no record is
        written: ``leoni verify`` would find nothing wrong with it."""
        if page.unread:
            self.status = max(self.status, REJECTED)
        if self._objects is not None:
            self._objects.add(page.as_dict(file))
            return
        if _has_only_table(page):
            note(f"{visible_text(file)}: only the table was read, so no record is written")
            return
        for chapter in page.chapters:
            self._add_text(text_with_claims_apart(chapter.record))

    def _add_text(self, record_text: str) -> None:
        self._write(("\n" if self.records else "") + record_text)
        self.records += 1


def _format_by_name(file: str) -> str:
    """Return the format that the name of a file shows; the command ends if it shows none."""
    format = format_of(file)
    if format is None:
        endings = [*(ending for ending, _ in ENDINGS), *(read_format.suffix for read_format in read_formats())]
        endings_known = f"it is recognised from names ending in {', '.join(endings)}"
        if advice := page_advice(file):
            fail(advice)
        fail(f"{file}: give the format with --from: {', '.join([*formats(), PROSE])} ({endings_known})")
    return format


def _check_prose(prose: Prose, rules: str | None) -> Transcript | None:
    """Check the options for pages of books; return the record of --table."""
    if prose.table is None:
        if prose.game is not None and prose.game not in GAMES:
            close = closest_name(prose.game, GAMES)
            advice = f"did you mean {close}?" if close else join_words([*GAMES])
            fail(f"there is no game `{visible_text(prose.game)}`: {advice}")
        return None
    if prose.rest_empty or rules is not None:
        fail("the record of --table has its rules and all its places: leave --rules and --rest-empty out")
    records = []
    for raw in games_in_file(prose.table):
        if isinstance(raw, Diagnostic):
            raise typer.Exit(report_unread(raw))
        records.append(parse(raw))
    if len(records) != 1:
        fail(f"{visible_text(prose.table)}: a file with one game is needed here; there are {len(records)}")
    return records[0]


def _read_page(file: str, prose: Prose, rules: str | None, record: Transcript | None, quiet: bool) -> ReadPage:
    """Read a page of a book, and say on standard error how each sentence was read; the command ends if the page cannot
    be read at all.

    Args:
        file: the file of the page.
        prose: the options for pages.
        rules: the rule book; None for the default one.
        record: the record that the page continues; None if it begins with a table of its own.
        quiet: whether only what is wrong is said.
    """
    from leoni_replay.prose.reading import read_prose  # start-up time
    from leoni_replay.prose.unread_parts import how_to_be_read  # start-up time

    try:
        page = read_prose(
            short_text(file),
            game=prose.game,
            rules=rules,
            record=record,
            rest_empty=prose.rest_empty,
            top_first=prose.top_first,
            citation="" if file == "-" else os.path.basename(file),
        )
    except ValueError as error:
        advice = "" if record or prose.game else f" (--game: {', '.join(GAMES)}; --table: a file with the record)"
        fail(f"{visible_text(file)}: {error}{advice}")
    for line in _page_lines(page, quiet):
        note(f"{visible_text(file)}:{line}")
    advice = how_to_be_read(page.parts) if page.record is not None else ""
    if advice and not quiet:
        note(f"{visible_text(file)}: {advice}")
    return page


def _has_only_table(page: ReadPage) -> bool:
    """Whether a page has sentences that say something of its table, and none of them was read."""
    kinds_of_parts = {part.kind for part in page.parts}
    about_table = {"table", "warning", "wrong", "aside", "unread"}
    return page.record is not None and "unread" in kinds_of_parts and kinds_of_parts <= about_table


def _page_lines(page: ReadPage, quiet: bool) -> Iterator[str]:
    """Yield how each part of a page was read, and each of its chapters, in a line each; where a part is all that a
    chapter has, or its heading, one line says both.

    Args:
        page: the page.
        quiet: whether only parts that were not read, and what is wrong, are named.
    """
    from leoni_replay.prose.unread_parts import with_each_cause_once  # start-up time

    if quiet:
        yield from map(str, with_each_cause_once(page.unread))
        return
    chapters = [*page.chapters] if len(page.chapters) > 1 else []
    headings = {part.text for part in page.parts if part.kind == "aside"}
    for part in with_each_cause_once(page.parts):
        chapter = next((chapter for chapter in chapters if _is_said_by(chapter, part, headings)), None)
        if chapter is None:
            yield str(part)
            continue
        chapters.remove(chapter)
        if part.kind == "aside":
            yield chapter.headline(part.line)
        else:
            yield str(part if chapter.verdict in part.why else part._replace(why=chapter.verdict))
    yield from map(str, chapters)


def _is_said_by(chapter: PageChapter, part: Part, headings: Set[str]) -> bool:
    """Whether a part of a page is the heading of a chapter; or if it has none, its only sentence."""
    if chapter.title in headings:
        return part.kind == "aside" and part.text == chapter.title
    return part.kind == chapter.kind and chapter.sentences == (part.text,) and part.line in chapter.move_lines


def _total_size(format_by_file: list[tuple[str, str]]) -> int | None:
    """Return the size of all files in bytes, for showing progress; None if it doesn't show how much is left to do: a
    single file is read as a whole, except JSON lines."""
    files = [file for file, _ in format_by_file]
    formats = [format for _, format in format_by_file]
    if (len(files) > 1 or formats == ["jsonl"]) and all(map(os.path.isfile, files)):
        return sum(map(os.path.getsize, files))
    return None


def _progress_in_bytes(stream: BinaryIO, format: str, size_before: int) -> int:
    """Return the bytes read of the files before and of this one: only lines of JSON are read one game at a time."""
    return size_before + (stream.tell() if format == "jsonl" else 0)
