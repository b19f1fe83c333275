"""``leoni verify``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from leoni_replay.cli import completing
from leoni_replay.cli.common import OK, REJECTED, USAGE, app, check_rules, fail, results
from leoni_replay.cli.options import Ascii, Color, ColorOption, Dask, Format, OutputFile, Paths, RulesOption

if TYPE_CHECKING:
    from leoni_replay.report.chosen import Chosen
    from leoni_replay.show.terminal import Terminal

Codes = Annotated[
    list[str] | None,
    typer.Option("--select", metavar="CODES", help="Only these codes: M203,H or M.", autocompletion=completing.codes),
]
NoCodes = Annotated[
    list[str] | None,
    typer.Option("--ignore", metavar="CODES", help="All but these codes.", autocompletion=completing.codes),
]

#: The formats of a table of rule books.
_TABLES = (Format.full, Format.json, Format.jsonl)


@app.command()
def verify(
    paths: Paths,
    output_format: Annotated[
        Format, typer.Option("--output-format", envvar="LEONI_OUTPUT_FORMAT", help="How to print the verdicts.")
    ] = Format.full,
    output_file: OutputFile = None,
    rules: RulesOption = None,
    all_rules: Annotated[bool, typer.Option("--all-rules", help="A table: every game under every rule book.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings and unknown cards are failures too.")] = False,
    select: Codes = None,
    ignore: NoCodes = None,
    max_errors: Annotated[int, typer.Option("--max-errors", min=0, help="Stop after so many (0: never).")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No line for a game that verifies.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=256, help="Processes (0: one a core).")] = 1,
    dask: Dask = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 even if games are rejected.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Count games, moves and diagnostics at the end.")] = False,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Check recorded games against the rules.

    Of a folder all files are checked that end in .moves or .moves.gz, also in folders below, but not in hidden ones
    (.git). --select and --ignore say which findings are reported and count; a game is rejected all the same.

    Exit status: 0 no game rejected, 1 some game rejected, 2 a path could not be read or the command was wrong.
    """
    check_rules(rules)
    if all_rules:
        others: dict[str, object] = {
            "--strict": strict,
            "--select": select,
            "--ignore": ignore,
            "--max-errors": max_errors,
        }
        for option, given in (others | {"--stats": stats, "--rules": rules, "--dask": dask}).items():
            if given:
                fail(f"--all-rules and {option} exclude each other")
        if output_format not in _TABLES:
            fail(f"--all-rules has no --output-format {output_format}: there are {', '.join(_TABLES)}")
        with results(ascii, color, output_file) as terminal:
            status = _all_rules(paths, terminal, output_format)
    else:
        wanted = _chosen(select, ignore)
        with results(ascii, color, output_file) as terminal:
            status = _verify(
                paths, terminal, output_format, rules, wanted, strict, max_errors, quiet, jobs, stats, dask
            )
    raise typer.Exit(OK if status == REJECTED and exit_zero else status)


def _chosen(select: list[str] | None, ignore: list[str] | None) -> Chosen:
    """The findings that are wanted."""
    from leoni_replay.report.chosen import Chosen, chosen

    if not select and not ignore:
        return Chosen()
    from leoni_replay.explain import codes

    try:
        return chosen(select or (), ignore or (), codes())
    except ValueError as error:
        fail(str(error))


def _verify(
    paths: list[str],
    terminal: Terminal,
    output_format: Format,
    rules: str | None,
    wanted: Chosen,
    strict: bool,
    max_errors: int,
    quiet: bool,
    jobs: int,
    stats: bool,
    cluster: str | None,
) -> int:
    """Print the verdicts; the exit status."""
    from leoni_replay.cli.progress import watched
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.files.stats import Stats
    from leoni_replay.files.verify import verify_paths
    from leoni_replay.report import Summary, reporter

    out = reporter(
        output_format.value,
        terminal.write,
        ascii=terminal.ascii,
        color=terminal.color,
        width=terminal.width,
        quiet=quiet,
        cut=terminal.tty,
        strict=strict,
    )
    summary, counted = Summary(strict=strict), Stats()
    unread = stopped = False
    out.begin()
    # Only a line a finding has no room for what would have made a record right.
    hints = output_format != Format.concise
    checked = verify_paths(paths, rules=rules, jobs=jobs or os.cpu_count() or 1, hints=hints, cluster=cluster)
    with watched(checked) as found:
        for item in found:
            if isinstance(item, Diagnostic):
                # What could not be read was not checked: that is never left out.
                missed = item.code != "F603"
                unread = unread or missed
                if missed or wanted.takes(item.code):
                    summary.add_problem(item)
                    counted.problem(item)
                    out.file_problem(item)
                continue
            verdict = wanted.of(item)
            summary.add(verdict)
            if stats:
                counted.add(verdict)
            out.verdict(verdict)
            if max_errors and summary.failed >= max_errors:
                stopped = True
                break
    out.end(summary)
    if stopped:
        games = "game" if summary.failed == 1 else "games"
        sys.stderr.write(f"leoni: stopped after {summary.failed} rejected {games} (--max-errors)\n")
    if stats:
        # Formats for machines keep the results to themselves.
        human = output_format in (Format.full, Format.concise)
        (terminal.stream if human else sys.stderr).write(counted.text())
    return USAGE if unread else REJECTED if summary.failed or summary.problems else OK


def _all_rules(paths: list[str], terminal: Terminal, output_format: Format) -> int:
    """Print which rule books allow which games; the exit status. Every game must be legal under one of them."""
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.files.allrules import Row, all_rules
    from leoni_replay.report.json_lines import Objects
    from leoni_replay.text import visible

    unread = illegal = False
    rows: list[Row] = []
    objects = None if output_format is Format.full else Objects(terminal.write, terminal.ascii, output_format.value)
    for item in all_rules(paths):
        if isinstance(item, Diagnostic):
            sys.stderr.write(f"leoni: {visible(item.file)}: {item.message}\n")
            unread = unread or item.code != "F603"
            illegal = illegal or item.code == "F603"
            continue
        illegal = illegal or not item.legal
        if objects is None:
            rows.append(item)
        else:
            from leoni_replay.show.objects import all_rules_object

            objects.add(all_rules_object(item))
    if objects is not None:
        objects.end()
    else:
        from leoni_replay.show.allrules import show_rows

        show_rows(rows, terminal)
    return USAGE if unread else REJECTED if illegal else OK
