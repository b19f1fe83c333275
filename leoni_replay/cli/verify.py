"""``leoni verify``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from leoni_replay.cli.common import OK, REJECTED, USAGE, app, check_rules, fail, terminal_for
from leoni_replay.cli.options import Ascii, Color, ColorOption, Format, Paths, RulesOption

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


@app.command()
def verify(
    paths: Paths,
    output_format: Annotated[
        Format, typer.Option("--output-format", envvar="LEONI_OUTPUT_FORMAT", help="How to print the verdicts.")
    ] = Format.full,
    rules: RulesOption = None,
    all_rules: Annotated[bool, typer.Option("--all-rules", help="A table: every game under every rule book.")] = False,
    max_errors: Annotated[int, typer.Option("--max-errors", min=0, help="Stop after so many (0: never).")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No line for a game that verifies.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=256, help="Processes (0: one a core).")] = 1,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 even if games are rejected.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Count games, moves and diagnostics at the end.")] = False,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Check recorded games against the rules.

    Exit status: 0 no game rejected, 1 some game rejected, 2 a path could not be read or the command was wrong.
    """
    from leoni_replay.cli.progress import watched
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.files.stats import Stats
    from leoni_replay.files.verify import verify_paths
    from leoni_replay.report import Summary, reporter

    check_rules(rules)
    terminal = terminal_for(ascii, color)
    jobs = jobs or os.cpu_count() or 1
    if all_rules:
        if rules is not None:
            fail("--all-rules and --rules exclude each other")
        _all_rules(paths, terminal, exit_zero)
    out = reporter(
        output_format.value,
        terminal.write,
        ascii=terminal.ascii,
        color=terminal.color,
        width=terminal.width,
        quiet=quiet,
    )
    summary, counted = Summary(), Stats()
    unread = stopped = False
    out.begin()
    # Only this format has room for what would have made a record right.
    hints = output_format == Format.full
    with watched(verify_paths(paths, rules=rules, jobs=jobs, hints=hints)) as found:
        for item in found:
            if isinstance(item, Diagnostic):
                summary.add_problem(item)
                counted.problem(item)
                unread = unread or item.code != "F603"
                out.file_problem(item)
                continue
            summary.add(item)
            if stats:
                counted.add(item)
            out.verdict(item)
            if max_errors and summary.rejected >= max_errors:
                stopped = True
                break
    out.end(summary)
    if stopped:
        games = "game" if summary.rejected == 1 else "games"
        sys.stderr.write(f"leoni: stopped after {summary.rejected} rejected {games} (--max-errors)\n")
    if stats:
        # Formats for machines keep standard output to themselves.
        human = output_format in (Format.full, Format.concise)
        (sys.stdout if human else sys.stderr).write(counted.text())
    if unread:
        raise typer.Exit(USAGE)
    raise typer.Exit(REJECTED if (summary.rejected or summary.problems) and not exit_zero else OK)


def _all_rules(paths: list[str], terminal: Terminal, exit_zero: bool) -> NoReturn:
    """Print which rule books allow which games. Every game must be legal under one of them."""
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.files.allrules import all_rules
    from leoni_replay.show.allrules import show_rows
    from leoni_replay.text import visible

    unread = illegal = False
    rows = []
    for item in all_rules(paths):
        if isinstance(item, Diagnostic):
            sys.stderr.write(f"leoni: {visible(item.file)}: {item.message}\n")
            unread = unread or item.code != "F603"
            illegal = illegal or item.code == "F603"
        else:
            illegal = illegal or not item.legal
            rows.append(item)
    show_rows(rows, terminal)
    raise typer.Exit(USAGE if unread else REJECTED if illegal and not exit_zero else OK)
