"""``leoni examine`` and ``leoni book-report``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from leoni_replay.cli.common import OK, REJECTED, check_rules, command, fail, results
from leoni_replay.cli.options import Listed, Output, RulesOption, number, option
from leoni_replay.examining.examination import examine as run
from leoni_replay.files.examples import examine_examples, own_examples
from leoni_replay.files.reading import NoGame, why
from leoni_replay.notation import load
from leoni_replay.odds.measured import MEASURED, Measured, load_measured
from leoni_replay.report.json_lines import Objects
from leoni_replay.show import book_report as written
from leoni_replay.show.examined import show
from leoni_replay.show.objects import examination_object


@command(wrong="something is impossible, a claim fails, or the file has no game")
def examine(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A transcript, or - for stdin.")],
    game: Annotated[int | None, number(least=1, help="Only the Nth game of the file.")] = None,
    at: Annotated[int | None, number(help="Examine the position after move N.")] = None,
    rules: RulesOption = None,
    format: Annotated[Listed, option("Plain text or JSON.")] = "text",
    out: Output = Output(),
) -> None:
    """Say what follows from a position alone.

    It lists what is impossible, what is certain, and what is legal. Without --at, a layout is examined as written,
    and a dealt game at its end. Every claim of the record is tested.
    """
    check_rules(rules)
    number, sound = 0, True
    with results(out) as terminal:
        objects = None if format == "text" else Objects(terminal.write, terminal.ascii, format)
        try:
            for transcript in load(file):
                if game is not None and transcript.number != game:
                    continue
                number += 1
                try:
                    examination = run(transcript, rules=rules, at=at)
                except IndexError as error:
                    fail(f"{file}: game {transcript.number}: {error}")
                if objects is not None:
                    objects.add(examination_object(examination))
                else:
                    if number > 1:
                        terminal.write("\n\n")
                    show(examination, terminal)
                sound = sound and examination.sound
        except OSError as error:
            fail(f"{file}: this file cannot be read: {why(error)}")
        if not number:
            if not game:
                raise NoGame(file)
            fail(f"{file}: there is no game {game} in this file")
        if objects is not None:
            objects.end()
    raise typer.Exit(OK if sound else REJECTED)


@command("book-report")
def book_report(
    folder: Annotated[
        str | None,
        typer.Argument(metavar="[DIR]", help="A folder of examples (default: those that come with `leoni`)."),
    ] = None,
    odds: Annotated[str | None, option("Measured odds (docs/odds/results.jsonl).", "FILE")] = None,
    format: Annotated[Literal["text", "markdown", "html"], option("The format of the table.")] = "text",
    out: Output = Output(),
) -> None:
    """Compare the claims of rule books with the facts.

    Each example is a record that makes the book's claims. Claims about the odds are compared with those that were
    measured (--odds).
    """
    folder = folder or own_examples()
    try:
        examples = examine_examples(folder)
    except OSError as error:
        place = error.filename or folder
        what = "folder" if place == folder else "file"
        fail(f"{place}: this {what} cannot be read: {why(error)}")
    if not examples:
        fail(f"{folder}: there are no transcripts in this folder")
    measured: list[Measured] = []
    try:
        measured = load_measured(odds or MEASURED)
    except FileNotFoundError:
        if odds is not None:
            fail(f"{odds}: there is no such file")
    with results(out) as terminal:
        if format == "text":
            written.show(examples, terminal, measured)
        else:
            make = written.markdown if format == "markdown" else written.page
            terminal.write_utf8(make(examples, measured))
