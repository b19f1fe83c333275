"""``leoni verify --fix`` and ``--diff``: correct rejected games, or show the corrections."""

from __future__ import annotations

from collections.abc import Iterator

from leoni_replay.cli.common import OK, REJECTED, USAGE, fail, note, point_to, printable_diff, report_unread
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import CannotWrite
from leoni_replay.files.find_games import NoGame, files_in, no_game, unreadable_file
from leoni_replay.files.rewrite import FixOutcome, fix_file
from leoni_replay.phrases import pluralize
from leoni_replay.show.terminal import Terminal


def write_fixes(paths: list[str], rules: str | None) -> int:
    """Correct files, and return the exit status. Unreadable paths are left to the check that follows."""
    if "-" in paths:
        fail("--fix cannot write to standard input: use --diff to see what it would change")
    status = OK
    for file, outcome in _fix_files(paths, rules, write=True):
        if isinstance(outcome, CannotWrite):
            note(str(outcome))
            status = USAGE
        elif isinstance(outcome, FixOutcome):
            for game, fix in outcome.corrections.items():
                note(f"{file}, game {game}: corrected in the file: {fix.message}")
    return status


def show_fixes(paths: list[str], terminal: Terminal, rules: str | None) -> int:
    """Print the corrections as a patch, and return the exit status."""
    status = OK
    for file, outcome in _fix_files(paths, rules, write=False):
        if isinstance(outcome, Diagnostic):
            status = max(status, report_unread(outcome))
        elif isinstance(outcome, FixOutcome):
            terminal.write("".join(printable_diff(outcome.diff)))
            for game in outcome.uncorrected:
                note(f"{file}: game {game} is rejected, and no correction is certain")
            if outcome.corrections:
                point_to(terminal, f"{file}: {pluralize(len(outcome.corrections), 'game')} can be corrected")
            if outcome.corrections or outcome.uncorrected:
                status = max(status, REJECTED)
    return status


def _fix_files(
    paths: list[str], rules: str | None, *, write: bool
) -> Iterator[tuple[str, FixOutcome | CannotWrite | Diagnostic]]:
    """Correct the rejected games of files, or only make patches for them.

    Args:
        paths: the files and folders.
        rules: rules to use instead of the records' own.
        write: whether to write the files; otherwise the outcomes have patches.

    Yields:
        Each file with its outcome, or with why it could not be read or written.
    """
    for file in files_in(paths):
        if isinstance(file, Diagnostic):
            yield file.file, file
            continue
        try:
            yield file, fix_file(file, write=write, diff=not write, rules=rules)
        except NoGame:
            yield file, no_game(file)
        except CannotWrite as error:
            yield file, error
        except OSError as error:
            yield file, unreadable_file(file, error)
