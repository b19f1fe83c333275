"""``leoni convert``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from leoni_replay.cli.common import OK, REJECTED, app, check_rules, fail, terminal_for
from leoni_replay.cli.options import Ascii, Color, Open, RulesOption, To


@app.command()
def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A transcript, or - for stdin.")],
    to: Annotated[To | None, typer.Option("--to", help="The format; by default that of the name behind -o.")] = None,
    out: Annotated[
        str | None, typer.Option("-o", "--output", metavar="PATH", help="A file or a folder; - for stdout.")
    ] = None,
    game: Annotated[int | None, typer.Option("--game", min=1, help="Only this game of the file.")] = None,
    at: Annotated[int | None, typer.Option("--at", min=0, metavar="MOVE", help="The move to draw (svg).")] = None,
    rules: RulesOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    four_colours: Annotated[bool, typer.Option("--four-colours", help="A colour for each suit (svg).")] = False,
    open: Open = False,
    ascii: Ascii = False,
) -> None:
    """Turn recorded games into replays: pages, pictures, Markdown, text, JSON or CSV.

    Many games of a file make a folder of pages or pictures, or one file in every other format.
    """
    from leoni_replay.files.convert import ConvertError
    from leoni_replay.files.convert import convert as run
    from leoni_replay.files.reading import why
    from leoni_replay.show.formats import SUFFIXES, format_called
    from leoni_replay.text import visible

    check_rules(rules)
    if to is None:
        known = {suffix: To(name) for name, suffix in SUFFIXES.items()}
        suffix = "" if out is None else out[out.rfind(".") :] if "." in out else ""
        if suffix not in known:
            fail(f"say what to convert to: --to {', '.join(SUFFIXES)}")
        to = known[suffix]
    try:
        made = format_called(to.value, at=at, four_colours=four_colours, ascii=ascii, open=open)
        done = run(file, made, out, game=game, rules=rules, force=force)
    except ConvertError as error:
        fail(f"{file}: {error}")
    except OSError as error:
        fail(f"{error.filename or file}: cannot be read or written: {why(error)}")
    if done.text is not None:
        terminal_for(ascii, Color.never).write_utf8(done.text)
    for path in done.written:
        sys.stdout.write(f"{visible(path)}\n")
    sys.stdout.flush()
    for found in done.rejected:
        at_move = f", move {found.move}" if found.move else ""
        where = f"{visible(file)}: game {found.game}{at_move}"
        sys.stderr.write(f"leoni: {where} is rejected: {found.code}: {visible(found.message)}\n")
    raise typer.Exit(REJECTED if done.rejected else OK)
