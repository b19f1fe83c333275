"""``leoni examine`` and ``leoni book-report``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from leoni_replay.cli.common import OK, REJECTED, command, fail, open_output, point_to, report_unread
from leoni_replay.cli.options import Listed, Output, RulesOption, number, option
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.examples import books_with_odds, examine_examples, own_examples
from leoni_replay.files.find_games import games_in_file, reason_of
from leoni_replay.games import RulesError
from leoni_replay.notation.reader import parse
from leoni_replay.odds.measured import Measurement, load_measurements, own_measurements
from leoni_replay.phrases import pluralize
from leoni_replay.record.examination import examine as examine_record
from leoni_replay.report.json_lines import Objects
from leoni_replay.show import book_report as reports
from leoni_replay.show.examined import show


@command(failure="something is impossible, a claim fails, or the file has no game")
def examine(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for stdin.")],
    game: Annotated[int | None, number(least=1, help="Only the Nth game of the file.")] = None,
    at: Annotated[int | None, number(help="Examine the position after move N.")] = None,
    rules: RulesOption = None,
    format: Annotated[Listed, option("Plain text or JSON.")] = "text",
    out: Output = Output(),
) -> None:
    """Say what follows from a position alone.

    It lists what is impossible, what is certain, and what is legal. Without --at, leoni examines a layout as written,
    and a dealt game at its end. It tests every claim of the record.
    """
    count = unsound = 0
    with open_output(out) as terminal:
        objects = None if format == "text" else Objects(terminal.write, terminal.ascii, format)
        for raw in games_in_file(file):
            if isinstance(raw, Diagnostic):
                raise typer.Exit(report_unread(raw))
            if game is not None and raw.number != game:
                continue
            count += 1
            try:
                examination = examine_record(parse(raw), rules=rules, at=at)
            except IndexError as error:
                fail(f"{file}: game {raw.number}: {error}")
            if objects is not None:
                objects.add(examination.as_dict())
            else:
                if count > 1:
                    terminal.write("\n\n")
                show(examination, terminal)
            if not examination.sound:
                unsound += 1
        if not count:
            fail(f"{file}: there is no game {game} in this file")
        if objects is not None:
            objects.end()
    if unsound:
        point_to(terminal, f"something is impossible, or a claim fails, in {unsound} of {pluralize(count, 'game')}")
    raise typer.Exit(REJECTED if unsound else OK)


@command("book-report")
def book_report(
    folder: Annotated[
        str | None,
        typer.Argument(metavar="[DIR]", help="A folder of examples (default: those that come with `leoni`)."),
    ] = None,
    odds: Annotated[
        list[str] | None, option("Odds that you measured yourself (leoni odds --format json); repeatable.", "FILE")
    ] = None,
    format: Annotated[Literal["text", "markdown", "html"], option("The format of the table.")] = "text",
    out: Output = Output(),
) -> None:
    """Compare the claims of rule books with the facts.

    Each example is a record that makes the book's claims. A claimed chance of winning is compared with how often each
    player wins; it is wrong if even the solver wins less often, or even random play more often. With DIR, leoni takes
    the rule books of the examples, and those in --rules-dir.
    """
    examples_folder = folder or own_examples()
    try:
        examples = examine_examples(examples_folder)
    except OSError as error:
        path = error.filename or examples_folder
        kind = "folder" if path == examples_folder else "file"
        fail(f"{path}: this {kind} cannot be read: {reason_of(error)}")
    if not examples:
        fail(f"{examples_folder}: there are no records in this folder")
    try:
        books = books_with_odds(examples, all_books=folder is None)
        rows = reports.rows(examples, books, _load_files(odds) if odds else own_measurements())
    except RulesError as error:
        fail(str(error))
    with open_output(out) as terminal:
        if format == "text":
            reports.show(rows, terminal)
        elif format == "markdown":
            terminal.write_utf8(reports.markdown(rows))
        else:
            terminal.write_utf8(reports.page(rows))


def _load_files(files: list[str]) -> list[Measurement]:
    """Return the odds in some files; a file that is missing ends the command."""
    measurements: list[Measurement] = []
    for file in files:
        try:
            measurements += load_measurements(file)
        except FileNotFoundError:
            fail(f"{file}: there is no such file")
    return measurements
