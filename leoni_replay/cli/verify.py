"""``leoni verify``."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, NamedTuple

import typer

from leoni_replay import phrases
from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import (
    OK,
    REJECTED,
    USAGE,
    command,
    exit_on_sigterm,
    fail,
    note,
    point_to,
    report_unread,
    results,
)
from leoni_replay.cli.options import Dask, Format, Jobs, Output, Paths, Quiet, RulesOption, number, option
from leoni_replay.cli.progress import watched
from leoni_replay.diagnostics import NO_GAME, Diagnostic
from leoni_replay.files.find_games import is_database
from leoni_replay.files.verify_paths import verify_paths
from leoni_replay.record.verdict import Verdict
from leoni_replay.report import Reporter, Summary, reporter
from leoni_replay.show.terminal import Terminal
from leoni_replay.text import visible

Codes = Annotated[
    list[str] | None,
    option(
        "Report and count only these codes: M203,H or M.", "CODES", names=("--select",), complete=shell_completion.codes
    ),
]
NoCodes = Annotated[
    list[str] | None, option("Leave these codes out.", "CODES", names=("--ignore",), complete=shell_completion.codes)
]

#: The formats of the table of rule books.
_TABLES = ("text", "json", "jsonl")
_FOR_PEOPLE = ("text", "concise")


class VerifyOptions(NamedTuple):
    """Options for checks and reports."""

    format: Annotated[Format, typer.Option(envvar="LEONI_FORMAT", help="How to print the verdicts.")] = "text"
    rules: RulesOption = None
    all_rules: Annotated[bool, option("Check every game under every rule book and print a table.")] = False
    fix: Annotated[bool, option("Correct games whose correction is certain.")] = False
    diff: Annotated[bool, option("Show what --fix would change, without changing anything.")] = False
    strict: Annotated[bool, option("Fail on warnings, unknown cards and misplays too.")] = False
    select: Codes = None
    ignore: NoCodes = None
    max_errors: Annotated[int, number(help="Stop after N rejected games (0: never).")] = 0
    quiet: Quiet = False
    jobs: Jobs = 1
    dask: Dask = None
    exit_zero: Annotated[bool, option("Exit with 0 even if games are rejected.")] = False
    stats: Annotated[bool, option("End with counts of games, moves and diagnostics.")] = False

    def reporter(self, terminal: Terminal) -> Reporter:
        """Return the reporter of the chosen format."""
        return reporter(
            self.format,
            terminal.write,
            ascii=terminal.ascii,
            color=terminal.color,
            width=terminal.width,
            quiet=self.quiet,
            cut=terminal.tty,
            strict=self.strict,
        )


@command(wrong="a game is rejected, a file has none, or an archive has a wrong verdict")
def verify(paths: Paths, ask: VerifyOptions, out: Output) -> None:
    """Check recorded games against the rules.

    Give files, or folders to check every .moves and .moves.gz file in them and their subfolders (hidden ones, such as
    .git, are skipped). If you give an archive, leoni judges its records again and reports only wrong verdicts; --fix
    corrects them.

    A game is verified, consistent (no errors, but some cards are unknown), irregular (it has misplays, or cards put
    right by hand) or rejected.
    """
    wanted = CodeFilter(_codes(ask.select), _codes(ask.ignore))
    others = {"strict", "select", "ignore", "max_errors", "stats", "dask"}
    run: Callable[[list[str], Terminal], int] = partial(_verify, ask=ask, wanted=wanted)
    written = OK
    if any(map(is_database, paths)):
        from leoni_replay.cli.archive import verify_archives  # start-up time

        _refuse_combinations("an archive", ask, others | {"diff", "rules", "all_rules"})
        run = partial(verify_archives, make=ask._replace(quiet=False).reporter, jobs=ask.jobs, fix=ask.fix)
    elif ask.all_rules:
        _refuse_combinations("--all-rules", ask, others | {"fix", "diff", "rules"})
        if ask.format not in _TABLES:
            fail(f"--all-rules has no --format {ask.format}: there are {', '.join(_TABLES)}")
        run = partial(_all_rules, format=ask.format)
    elif ask.diff:
        from leoni_replay.cli.fixing import show_fixes  # start-up time

        _refuse_combinations("--diff", ask, others | {"quiet"})
        if ask.format != "text":
            fail(f"--diff has no --format {ask.format}: it prints a patch")
        run = partial(show_fixes, rules=ask.rules)
    elif ask.fix:
        from leoni_replay.cli.fixing import write_fixes  # start-up time

        written = write_fixes(paths, ask.rules)
    with results(out) as terminal:
        status = max(written, run(paths, terminal))
    raise typer.Exit(OK if status == REJECTED and ask.exit_zero else status)


def _refuse_combinations(what: str, ask: VerifyOptions, others: set[str]) -> None:
    """Check that none of the options is given that cannot be combined with this one."""
    given = [name for name in VerifyOptions._fields if name in others and getattr(ask, name)]
    for other in given:
        fail(f"{what} and --{other.replace('_', '-')} cannot be used together")


class CodeFilter(NamedTuple):
    """Codes, or the beginnings of codes: ``M203``, ``M2``, ``M``. Nothing selected means everything."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def reports(self, code: str) -> bool:
        """Whether diagnostics of this code are wanted: of the selected and ignored prefixes, the longest match decides;
        if equal, the code is ignored."""
        ignored = _longest(self.ignore, code)
        return _longest(self.select, code) > ignored if self.select else not ignored

    def of(self, verdict: Verdict) -> Verdict:
        """Return a verdict with only the wanted diagnostics. Its status stays the same."""
        if not verdict.diagnostics or not (self.select or self.ignore):
            return verdict
        return verdict._replace(diagnostics=tuple([one for one in verdict.diagnostics if self.reports(one.code)]))


def _longest(beginnings: Iterable[str], code: str) -> int:
    return max((len(begin) for begin in beginnings if code.startswith(begin)), default=0)


def _codes(texts: list[str] | None) -> tuple[str, ...]:
    """Return the codes of ``--select`` or ``--ignore``, or their beginnings: in any case, separated by commas."""
    if not texts:
        return ()
    from leoni_replay.explain import codes  # start-up time

    parts = [part.strip().upper() for text in texts for part in text.split(",")]
    for part in parts:
        if not part or not any(code.startswith(part) for code in codes()):
            fail(f"there is no diagnostic {part or '(nothing)'}; leoni explain lists them all")
    return tuple(parts)


def _verify(paths: list[str], terminal: Terminal, ask: VerifyOptions, wanted: CodeFilter) -> int:
    """Print the verdicts, and return the exit status."""
    out = ask.reporter(terminal)
    summary, counted = Summary(strict=ask.strict), _Stats()
    unread = stopped = False
    out.begin()
    checked = verify_paths(
        paths,
        rules=ask.rules,
        jobs=ask.jobs,
        # Only the concise format has no room for hints.
        hints=ask.format != "concise",
        cluster=ask.dask,
        log=note,
    )
    # However this block is left, the worker processes are ended.
    with exit_on_sigterm(), contextlib.closing(checked), watched(checked) as items:
        for item in items:
            if isinstance(item, Diagnostic):
                # A path that could not be read was not checked: its diagnostic is never ignored.
                missed = item.code != NO_GAME
                unread = unread or missed
                if missed or wanted.reports(item.code):
                    summary.add_problem(item)
                    counted.problem(item)
                    out.file_problem(item)
                continue
            verdict = wanted.of(item)
            summary.add(verdict)
            if ask.stats:
                counted.add(verdict)
            out.verdict(verdict)
            if ask.max_errors and summary.failed >= ask.max_errors:
                stopped = True
                break
    out.end(summary)
    if stopped:
        note(f"stopped after {phrases.counted(summary.failed, 'rejected game')} (--max-errors)")
    if ask.stats:
        # Machine formats contain only the results.
        (terminal.stream if ask.format in _FOR_PEOPLE else sys.stderr).write(counted.text())
    status = USAGE if unread else REJECTED if summary.failed or summary.problems else OK
    if status:
        point_to(terminal, summary.text())
    return status


def _all_rules(paths: list[str], terminal: Terminal, format: Format) -> int:
    """Print which rule books allow which games; return 0 only if every game is legal under one of them."""
    from leoni_replay.files.all_rules import Row, all_rules  # start-up time
    from leoni_replay.report.json_lines import Objects  # start-up time
    from leoni_replay.show.all_rules_table import show_rows  # start-up time
    from leoni_replay.show.objects import all_rules_object  # start-up time

    status = OK
    rows: list[Row] = []
    objects = None if format == "text" else Objects(terminal.write, terminal.ascii, format)
    for item in all_rules(paths):
        if isinstance(item, Diagnostic):
            status = max(status, report_unread(item))
            continue
        status = max(status, OK if item.accepted else REJECTED)
        if objects is None:
            rows.append(item)
        else:
            objects.add(all_rules_object(item))
    if objects is not None:
        objects.end()
    else:
        show_rows(rows, terminal)
    if status == REJECTED:
        point_to(terminal, "not every game is legal under a rule book")
    return status


class _Stats:
    """Counts over a run: games and moves, by game and rules, and diagnostics by code."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.moves = 0
        self.kinds: dict[str, Counter[str]] = {}
        self.codes: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """Count a game."""
        self.moves += verdict.moves
        kind = f"{verdict.game or 'unknown game'}, {verdict.rules or 'default rules'}"
        self.kinds.setdefault(kind, Counter())[verdict.result or verdict.status] += 1
        self.codes.update(diagnostic.code for diagnostic in verdict.diagnostics)

    def problem(self, diagnostic: Diagnostic) -> None:
        """Count the diagnostic of a path that was not checked."""
        self.codes[diagnostic.code] += 1

    def text(self) -> str:
        """Return the counts, one per line."""
        games = sum(count.total() for count in self.kinds.values())
        seconds = time.perf_counter() - self.started
        lines = [f"{phrases.counted(games, 'game')}, {phrases.counted(self.moves, 'move')} in {seconds:.1f} s"]
        for kind in sorted(self.kinds):
            count = self.kinds[kind]
            parts = [f"{count[word]} {name}" for word, name in _WORDS if count[word]]
            lines.append(f"  {visible(kind)}: {count.total()} ({', '.join(parts)})")
        lines += [f"  {code}: {number}" for code, number in sorted(self.codes.items())]
        return "\n".join(lines) + "\n"


_WORDS = (("won", "won"), ("lost", "lost"), ("conceded", "conceded"), ("*", "unfinished"), ("rejected", "rejected"))
