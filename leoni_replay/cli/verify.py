"""``leoni verify``."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from leoni_replay.cli import completing
from leoni_replay.cli.common import (
    OK,
    REJECTED,
    USAGE,
    app,
    check_rules,
    ended_when_asked,
    fail,
    note,
    results,
    terminal_for,
)
from leoni_replay.cli.options import Ascii, Color, ColorOption, Dask, Format, OutputFile, Paths, RulesOption, number
from leoni_replay.cli.progress import watched
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.reading import is_database, why
from leoni_replay.files.stats import Stats
from leoni_replay.files.verify import verify_paths
from leoni_replay.report import Summary, reporter
from leoni_replay.report.chosen import Chosen, chosen
from leoni_replay.text import visible

if TYPE_CHECKING:
    from leoni_replay.files.resume import Kept
    from leoni_replay.record.verdict import Verdict
    from leoni_replay.show.terminal import Terminal

Codes = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="CODES", help="Report only these codes: M203,H or M.", autocompletion=completing.codes
    ),
]
NoCodes = Annotated[
    list[str] | None,
    typer.Option("--ignore", metavar="CODES", help="Do not report these codes.", autocompletion=completing.codes),
]

#: The formats of the table of rule books.
_TABLES = (Format.full, Format.json, Format.jsonl)
_FOR_PEOPLE = (Format.full, Format.concise)


@app.command()
def verify(
    paths: Paths,
    output_format: Annotated[
        Format, typer.Option("--output-format", envvar="LEONI_OUTPUT_FORMAT", help="The format of the verdicts.")
    ] = Format.full,
    output_file: OutputFile = None,
    rules: RulesOption = None,
    all_rules: Annotated[
        bool, typer.Option("--all-rules", help="Check every game under every rule book; print a table.")
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Correct a game where only one correction is possible.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change; change nothing.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Treat warnings, unknown cards and misplays as errors.")
    ] = False,
    select: Codes = None,
    ignore: NoCodes = None,
    max_errors: Annotated[int, number("--max-errors", help="Stop after N rejected games (0: never).")] = 0,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file is saved (needs the extra watch).")
    ] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Also report likely errors after the first one.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing for games that verify.")] = False,
    jobs: Annotated[int, number("--jobs", "-j", most=256, help="Number of processes (0: one per core).")] = 1,
    dask: Dask = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="FILE", help="Save progress in FILE; run the same command again to continue."),
    ] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 even if games are rejected.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Count games, moves and diagnostics at the end.")] = False,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Check recorded games against the rules.

    In a folder, every .moves and .moves.gz file is checked, also in subfolders, but not in hidden ones (.git). --select
    and --ignore choose which findings are reported and counted; a game with any error is still rejected.

    In an archive (leoni archive), every record is judged again. Only verdicts that are stored wrongly are reported, and
    then the exit status is 1. --fix stores the right ones.

    A game with misplays, or with cards put right by hand, is irregular: it is neither verified nor rejected.

    Exit status: 0 no game was rejected, 1 a game was rejected, 2 a path could not be read or the command was wrong.
    """
    check_rules(rules)
    ask = _Ask(
        output_format=output_format,
        rules=rules,
        wanted=_chosen(select, ignore),
        strict=strict,
        max_errors=max_errors,
        quiet=quiet,
        jobs=jobs or os.cpu_count() or 1,
        stats=stats,
        cluster=dask,
        keep_going=keep_going,
        resume=resume,
    )
    corrects: dict[str, object] = {"--fix": fix, "--diff": diff}
    others: dict[str, object] = {
        "--strict": strict,
        "--select": select,
        "--ignore": ignore,
        "--max-errors": max_errors,
        "--keep-going": keep_going,
        "--stats": stats,
        "--dask": dask,
        "--resume": resume,
    }
    if any(map(is_database, paths)):
        from leoni_replay.cli.archived import verify_archives

        _alone("an archive", others | {"--diff": diff, "--rules": rules, "--all-rules": all_rules, "--watch": watch})
        with results(ascii, color, output_file) as terminal:
            status = verify_archives(paths, terminal, output_format, jobs or os.cpu_count() or 1, fix)
        raise typer.Exit(OK if status == REJECTED and exit_zero else status)
    if watch:
        once = {
            "--all-rules": all_rules,
            "--dask": dask,
            "--resume": resume,
            "--output-file": output_file,
            "--exit-zero": exit_zero,
        }
        _alone("--watch", once | corrects)
        if output_format not in _FOR_PEOPLE:
            fail(f"--watch has no --output-format {output_format}: there are {', '.join(_FOR_PEOPLE)}")
        from leoni_replay.cli import watch as watching

        watching.see_watchable(paths)
        verify_now = partial(_verify, ask=ask, errors_first=True)
        watching.watch(paths, terminal_for(ascii, color), verify_now)
    if all_rules:
        _alone("--all-rules", others | corrects | {"--rules": rules})
        if output_format not in _TABLES:
            fail(f"--all-rules has no --output-format {output_format}: there are {', '.join(_TABLES)}")
        with results(ascii, color, output_file) as terminal:
            status = _all_rules(paths, terminal, output_format)
    elif diff:
        from leoni_replay.cli.fixing import show_fixes

        _alone("--diff", others | {"--quiet": quiet})
        if output_format is not Format.full:
            fail(f"--diff has no --output-format {output_format}: it prints a patch")
        with results(ascii, color, output_file) as terminal:
            status = show_fixes(paths, rules, terminal)
    else:
        written = OK
        if fix:
            from leoni_replay.cli.fixing import write_fixes

            written = write_fixes(paths, rules)
        with results(ascii, color, output_file) as terminal:
            status = max(written, _verify(paths, terminal, ask))
    raise typer.Exit(OK if status == REJECTED and exit_zero else status)


def _alone(option: str, others: dict[str, object]) -> None:
    """Check that no option is given that cannot be combined with this one."""
    for other, given in others.items():
        if given:
            fail(f"{option} and {other} cannot be used together")


def _chosen(select: list[str] | None, ignore: list[str] | None) -> Chosen:
    """The filter for diagnostics."""
    if not select and not ignore:
        return Chosen()
    from leoni_replay.explain import codes

    try:
        return chosen(select or (), ignore or (), codes())
    except ValueError as error:
        fail(str(error))


class _Ask(NamedTuple):
    """The options of the command."""

    output_format: Format
    rules: str | None
    wanted: Chosen
    strict: bool
    max_errors: int
    quiet: bool
    jobs: int
    stats: bool
    cluster: str | None
    keep_going: bool
    resume: str | None


def _verify(paths: list[str], terminal: Terminal, ask: _Ask, *, errors_first: bool = False) -> int:
    """Print the verdicts, and return the exit status."""
    out = reporter(
        ask.output_format.value,
        terminal.write,
        ascii=terminal.ascii,
        color=terminal.color,
        width=terminal.width,
        quiet=ask.quiet,
        cut=terminal.tty,
        strict=ask.strict,
    )
    summary, counted = Summary(strict=ask.strict), Stats()
    unread = stopped = False
    out.begin()
    # Only the concise format has no room for hints.
    hints = ask.output_format != Format.concise
    kept = _kept(ask)
    checked = verify_paths(
        paths,
        rules=ask.rules,
        jobs=ask.jobs,
        hints=hints,
        cluster=ask.cluster,
        keep_going=ask.keep_going,
        say=note,
        kept=kept,
    )
    if errors_first:
        checked = (item for item in sorted(checked, key=_weight))
    # However this block is left, the worker processes are ended.
    with ended_when_asked(), kept or contextlib.nullcontext(), contextlib.closing(checked), watched(checked) as items:
        for item in items:
            if isinstance(item, Diagnostic):
                # A path that could not be read was not checked: its diagnostic is never ignored.
                missed = item.code != "F603"
                unread = unread or missed
                if missed or ask.wanted.takes(item.code):
                    summary.add_problem(item)
                    counted.problem(item)
                    out.file_problem(item)
                continue
            verdict = ask.wanted.of(item)
            summary.add(verdict)
            if ask.stats:
                counted.add(verdict)
            out.verdict(verdict)
            if ask.max_errors and summary.failed >= ask.max_errors:
                stopped = True
                break
    out.end(summary)
    if stopped:
        games = "game" if summary.failed == 1 else "games"
        sys.stderr.write(f"leoni: stopped after {summary.failed} rejected {games} (--max-errors)\n")
    if ask.stats:
        # Machine formats contain only the results.
        human = ask.output_format in _FOR_PEOPLE
        (terminal.stream if human else sys.stderr).write(counted.text())
    return USAGE if unread else REJECTED if summary.failed or summary.problems else OK


def _kept(ask: _Ask) -> Kept | None:
    """The verdicts of an earlier run, if ``--resume`` is given."""
    if ask.resume is None:
        return None
    from leoni_replay.files.resume import Kept, NotKept

    try:
        return Kept(ask.resume, [ask.rules, ask.keep_going], note)
    except NotKept as error:
        fail(str(error))
    except OSError as error:
        fail(f"{ask.resume}: cannot be read and written: {why(error)}")


def _weight(item: Verdict | Diagnostic) -> int:
    """A sort key: errors first, then warnings, then the rest."""
    diagnostics = [item] if isinstance(item, Diagnostic) else item.diagnostics
    return 0 if any(one.severity == "error" for one in diagnostics) else 1 if diagnostics else 2


def _all_rules(paths: list[str], terminal: Terminal, output_format: Format) -> int:
    """Print which rule books allow which games, and return the exit status. Every game must be legal
    under one of them."""
    from leoni_replay.files.allrules import Row, all_rules
    from leoni_replay.report.json_lines import Objects

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
