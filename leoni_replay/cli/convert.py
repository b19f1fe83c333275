"""``leoni convert``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import (
    OK,
    PLAIN,
    REJECTED,
    command,
    fail,
    format_of,
    name_options,
    note,
    print_files,
    terminal_for,
    with_options,
)
from leoni_replay.cli.options import (
    Into,
    OneGame,
    Open,
    Paths,
    Quiet,
    RulesOption,
    convert_format,
    number,
    option,
)
from leoni_replay.cli.progress import item_counter
from leoni_replay.files.atomic import CannotWrite
from leoni_replay.files.convert import ConvertError
from leoni_replay.files.convert import convert as convert_games
from leoni_replay.files.find_games import reason_of
from leoni_replay.layout import Faces, Theme
from leoni_replay.leoni_error import LeoniError
from leoni_replay.show.data import JsonPositions
from leoni_replay.show.formats import SUFFIXES, endings, formats, make_format
from leoni_replay.show.picture_width import picture_width

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic


def _check_width(context: typer.Context, width: str | None) -> str | None:
    """Check the width of a picture."""
    if width is not None and not context.resilient_parsing:
        try:
            picture_width(width)
        except LeoniError as error:
            raise typer.BadParameter(str(error)) from None
    return width


class ConvertOptions(NamedTuple):
    """The options of the formats."""

    at: Annotated[
        int | None,
        number(help="The position after move N (pictures, boards)."),
    ] = None
    first: Annotated[int | None, number(help="Begin an animation at move N (pictures).")] = None
    last: Annotated[int | None, number(help="End the animation at move N (pictures).")] = None
    strip: Annotated[bool, option("Draw the positions side by side instead (pictures).")] = False
    four_colours: Annotated[bool, option("Draw each suit in a colour of its own (pictures).")] = False
    faces: Annotated[
        Faces | None,
        option("Court cards with figures, or plain for smaller files (pages, pictures, table)."),
    ] = None
    theme: Annotated[
        Theme | None,
        option("The colours of the picture; auto follows the reader's system, paper is for print (pictures)."),
    ] = None
    size: Annotated[
        str | None,
        option("The width, in pixels or with a unit: 110mm, 4.5in (pictures).", "WIDTH", check=_check_width),
    ] = None
    marks: Annotated[
        bool | None,
        option("Highlight the last move (the default, except on paper) (pictures).", names=("--marks/--no-marks",)),
    ] = None
    arrow: Annotated[bool, option("Draw arrows for the last move (pictures).")] = False
    caption: Annotated[str | None, option("The words under the picture (pictures).", "TEXT")] = None
    figure: Annotated[int | None, number(least=1, help="The number of the figure (pictures).")] = None
    narrow: Annotated[bool, option("Draw the picture for a narrow screen (pictures).")] = False
    shared: Annotated[bool, option("Put what all pages share into one file beside them (html).")] = False
    pictures: Annotated[bool, option("Draw the tables as pictures, in a folder with the text (markdown).")] = False
    open: Open = False
    indent: Annotated[int | None, number(most=8, help="Indent JSON by N spaces (default: one game per line).")] = None
    positions: Annotated[
        JsonPositions | None,
        option("Write all positions, or only where a chapter begins (json, jsonl)."),
    ] = None
    ascii: Annotated[bool, option("Letters for suits (text).")] = False


@command(failure="a game is rejected, or a file has none")
def convert(
    files: Paths,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            parser=convert_format,
            metavar=f"<{'|'.join(SUFFIXES)}>",
            autocompletion=shell_completion.convert_formats,
            help="The format (default: by the suffix of the output).",
        ),
    ] = None,
    game: OneGame = None,
    rules: RulesOption = None,
    into: Into = Into(),
    quiet: Quiet = False,
    options: ConvertOptions = ConvertOptions(),
) -> None:
    """Turn recorded games into pages, pictures, text or data.

    Several games make a folder of pages, pictures or boards; every other format puts them in one file. leoni
    converts all records in a folder, except those in hidden folders. Boards are input for other solvers.
    """
    format_name = format or format_of(into.output, formats(), endings())
    if not format_name:
        fail(f"say what to convert to, for example --format html for pages: --format {', '.join(SUFFIXES)}")

    def report_error(diagnostic: Diagnostic) -> None:
        path = diagnostic.file
        if len(files) == 1:
            path = os.path.join(files[0], path) if os.path.isdir(files[0]) else files[0]
        move = f", move {diagnostic.move}" if diagnostic.move else ""
        rejection = f": game {diagnostic.number}{move} is rejected" if diagnostic.number else ""
        note(f"{path}{rejection}: {diagnostic.code}: {diagnostic.message}")

    try:
        with item_counter() as show_progress:
            conversion = convert_games(
                files,
                make_format(format_name, warn=lambda message: note(name_options(message)), **options._asdict()),
                into.output,
                game=game,
                rules=rules,
                force=into.force,
                output=terminal_for(PLAIN._replace(ascii=options.ascii)).write_bytes,
                on_error=report_error,
                suffixes=SUFFIXES.values(),
                show_progress=show_progress,
            )
    except ConvertError as error:
        fail(f"{', '.join(files)}: {with_options(error)}")
    except CannotWrite:
        raise
    except OSError as error:
        fail(f"{error.filename or files[0]}: cannot be read: {reason_of(error)}")
    print_files(conversion.files, quiet)
    raise typer.Exit(REJECTED if conversion.rejections else OK)
