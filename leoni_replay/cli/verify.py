"""``leoni verify``."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
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
    open_output,
    page_advice,
    point_to,
    report_unread,
)
from leoni_replay.cli.options import Dask, Format, Jobs, Output, Paths, Quiet, RulesOption, number, option
from leoni_replay.cli.progress import show_progress
from leoni_replay.diagnostics import NO_GAME, OUTSIDE_THE_GAME, Diagnostic
from leoni_replay.files.find_games import is_database
from leoni_replay.files.verify_paths import verify_paths
from leoni_replay.record.verdict import Verdict
from leoni_replay.report import Reporter, Summary, reporter
from leoni_replay.show.terminal import Terminal
from leoni_replay.text import visible_text

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
_ALL_RULES_FORMATS = ("text", "json", "jsonl")
#: The formats that people read; statistics follow the results there.
_FOR_PEOPLE = ("text", "concise")
#: The most files without tags of which it is said that they look like pages of books.
_PAGES = 5


class VerifyOptions(NamedTuple):
    """Options for checks and reports."""

    format: Annotated[Format, typer.Option(envvar="LEONI_FORMAT", help="How to print the verdicts.")] = "text"
    rules: RulesOption = None
    all_rules: Annotated[bool, option("Check every game under every rule book and print a table.")] = False
    fix: Annotated[bool, option("Write certain corrections into the files themselves.")] = False
    diff: Annotated[bool, option("Show what --fix would change, and change nothing.")] = False
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


@command(failure="a game is rejected, a file has none, or an archive has a wrong verdict")
def verify(paths: Paths, options: VerifyOptions, out: Output) -> None:
    """Check recorded games against the rules.

    Give files, or folders to check every .moves and .moves.gz file in them and their subfolders (hidden ones, such as
    .git, are skipped). If you give an archive, leoni judges its records again and reports only wrong verdicts; --fix
    corrects them.

    With --fix, leoni first writes each correction that is certain into the file that has the game, says so on standard
    error, and then checks the files. It asks nothing; --diff (also with --fix) shows the corrections as a patch
    instead.

    A game is verified, consistent (no errors, but some cards are unknown), irregular (it has misplays, or cards put
    right by hand) or rejected.
    """
    code_filter = CodeFilter(_read_codes(options.select), _read_codes(options.ignore))
    # These are only for the ordinary check.
    excluded = {"strict", "select", "ignore", "max_errors", "stats", "dask"}
    run: Callable[[list[str], Terminal], int] = partial(_verify, options=options, code_filter=code_filter)
    fix_status = OK
    if any(map(is_database, paths)):
        from leoni_replay.cli.archive import verify_archives  # start-up time

        _refuse_combinations("an archive", options, excluded | {"diff", "rules", "all_rules"})
        make_reporter = options._replace(quiet=False).reporter
        run = partial(verify_archives, make_reporter=make_reporter, jobs=options.jobs, fix=options.fix)
    elif options.all_rules:
        _refuse_combinations("--all-rules", options, excluded | {"fix", "diff", "rules"})
        if options.format not in _ALL_RULES_FORMATS:
            fail(f"--all-rules has no --format {options.format}: there are {', '.join(_ALL_RULES_FORMATS)}")
        run = partial(_verify_under_all_rules, format=options.format)
    elif options.diff:
        from leoni_replay.cli.fixing import show_fixes  # start-up time

        _refuse_combinations("--diff", options, excluded | {"quiet"})
        if options.format != "text":
            fail(f"--diff has no --format {options.format}: it prints a patch")
        run = partial(show_fixes, rules=options.rules)
    elif options.fix:
        from leoni_replay.cli.fixing import write_fixes  # start-up time

        fix_status = write_fixes(paths, options.rules)
    with open_output(out) as terminal:
        status = max(fix_status, run(paths, terminal))
    raise typer.Exit(OK if status == REJECTED and options.exit_zero else status)


def _refuse_combinations(feature: str, options: VerifyOptions, excluded: set[str]) -> None:
    """Check that no option is used that cannot be combined with a feature of the command."""
    for name in VerifyOptions._fields:
        if name in excluded and getattr(options, name):
            fail(f"{feature} and --{name.replace('_', '-')} cannot be used together")


class CodeFilter(NamedTuple):
    """Codes, or the beginnings of codes: ``M203``, ``M2``, ``M``. Nothing selected means everything."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def reports(self, code: str) -> bool:
        """Whether diagnostics of this code are reported: of the selected and ignored prefixes, the longest match
        decides; if equal, the code is ignored."""
        ignored_length = _longest_match(self.ignore, code)
        if not self.select:
            return ignored_length == 0
        return _longest_match(self.select, code) > ignored_length

    def apply(self, verdict: Verdict) -> Verdict:
        """Return a verdict with only the diagnostics to report. Its status stays the same."""
        if not verdict.diagnostics or not (self.select or self.ignore):
            return verdict
        reported = [diagnostic for diagnostic in verdict.diagnostics if self.reports(diagnostic.code)]
        return replace(verdict, diagnostics=tuple(reported))


def _longest_match(prefixes: tuple[str, ...], code: str) -> int:
    """Return the length of the longest prefix that a code begins with; 0 if there is none."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=0)


def _read_codes(texts: list[str] | None) -> tuple[str, ...]:
    """Return the codes of ``--select`` or ``--ignore``, or their beginnings: in any case, separated by commas."""
    if not texts:
        return ()
    from leoni_replay.explain import codes  # start-up time

    parts = [part.strip().upper() for text in texts for part in text.split(",")]
    for part in parts:
        if not part or not any(code.startswith(part) for code in codes()):
            fail(f"there is no diagnostic {part or '(nothing)'}; leoni explain lists them all")
    return tuple(parts)


def _verify(paths: list[str], terminal: Terminal, options: VerifyOptions, code_filter: CodeFilter) -> int:
    """Check the games of files and folders, and print the verdicts.

    Args:
        paths: the files and folders.
        terminal: where the verdicts go.
        options: the options of the command.
        code_filter: which diagnostics to report.

    Returns:
        The exit status.
    """
    reporter = options.reporter(terminal)
    summary, statistics = Summary(strict=options.strict), _Statistics()
    has_unreadable_path = False
    reached_max_errors = False
    reporter.begin()
    verdicts = verify_paths(
        paths,
        rules=options.rules,
        jobs=options.jobs,
        # Only the concise format has no room for hints.
        hints=options.format != "concise",
        cluster=options.dask,
        log=note,
    )
    is_for_people = options.format in _FOR_PEOPLE
    # What to type for each file without tags, if it looks like a page of a book; otherwise an empty text.
    advice: dict[str, str] = {}
    # However this block is left, the worker processes are ended.
    with exit_on_sigterm(), contextlib.closing(verdicts), show_progress(verdicts) as items:
        for item in items:
            if _lacks_tags(item):
                if item.file not in advice and len(advice) < _PAGES:
                    advice[item.file] = page_advice(item.file)
                # That a page of a book has no tags would only puzzle people, who read what to type.
                if is_for_people and advice.get(item.file):
                    continue
            if isinstance(item, Diagnostic):
                # A path that could not be read was not checked: its diagnostic is never ignored.
                is_unreadable = item.code != NO_GAME
                has_unreadable_path = has_unreadable_path or is_unreadable
                if is_unreadable or code_filter.reports(item.code):
                    summary.add_problem(item)
                    statistics.add_problem(item)
                    reporter.file_problem(item)
                continue
            verdict = code_filter.apply(item)
            summary.add(verdict)
            if options.stats:
                statistics.add(verdict)
            reporter.verdict(verdict)
            if options.max_errors and summary.failed >= options.max_errors:
                reached_max_errors = True
                break
    page_notes = [text for text in advice.values() if text]
    has_only_pages = is_for_people and bool(page_notes) and not (summary.games or summary.problems)
    if not has_only_pages:
        reporter.end(summary)
    for text in page_notes:
        note(text)
    if reached_max_errors:
        note(f"stopped after {phrases.pluralize(summary.failed, 'rejected game')} (--max-errors)")
    if options.stats:
        # Machine formats contain only the results.
        stream = terminal.stream if is_for_people else sys.stderr
        stream.write(statistics.text())
    status = OK
    if has_unreadable_path:
        status = USAGE
    elif summary.failed or summary.problems or (is_for_people and page_notes):
        status = REJECTED
    if status and not has_only_pages:
        point_to(terminal, summary.text())
    return status


def _lacks_tags(item: Verdict | Diagnostic) -> bool:
    """Whether a file has no game, or one that does not begin with its tags: it may be a page of a book."""
    if isinstance(item, Diagnostic):
        return item.code == NO_GAME
    return item.game is None and bool(item.diagnostics) and item.diagnostics[0].code == OUTSIDE_THE_GAME


def _verify_under_all_rules(paths: list[str], terminal: Terminal, format: Format) -> int:
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


class _Statistics:
    """Counts over a run.

    Attributes:
        start: when it began, in seconds.
        moves: the number of moves.
        results: the number of games with each result (or status, if rejected), by game and rules.
        codes: the number of diagnostics with each code.
    """

    def __init__(self) -> None:
        self.start = time.perf_counter()
        self.moves = 0
        self.results: dict[str, Counter[str]] = {}
        self.codes: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """Count a game."""
        self.moves += verdict.moves
        game_and_rules = f"{verdict.game or 'unknown game'}, {verdict.rules or 'default rules'}"
        self.results.setdefault(game_and_rules, Counter())[verdict.result or verdict.status] += 1
        self.codes.update(diagnostic.code for diagnostic in verdict.diagnostics)

    def add_problem(self, diagnostic: Diagnostic) -> None:
        """Count the diagnostic of a path that was not checked."""
        self.codes[diagnostic.code] += 1

    def text(self) -> str:
        """Return the counts, one per line."""
        games = sum(counts.total() for counts in self.results.values())
        seconds = time.perf_counter() - self.start
        lines = [f"{phrases.pluralize(games, 'game')}, {phrases.pluralize(self.moves, 'move')} in {seconds:.1f} s"]
        for game_and_rules, counts in sorted(self.results.items()):
            parts = [f"{counts[result]} {word}" for result, word in _RESULT_WORDS.items() if counts[result]]
            lines.append(f"  {visible_text(game_and_rules)}: {counts.total()} ({', '.join(parts)})")
        lines += [f"  {code}: {count}" for code, count in sorted(self.codes.items())]
        return "\n".join(lines) + "\n"


#: The words for the results of games, and for rejected ones, in the order in which they are printed.
_RESULT_WORDS = {
    "won": "won",
    "lost": "lost",
    "conceded": "conceded",
    "*": "unfinished",
    "rejected": "rejected",
}
