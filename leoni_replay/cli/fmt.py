"""``leoni fmt``."""

from __future__ import annotations

from typing import Annotated

import typer

from leoni_replay.cli.common import (
    OK,
    PLAIN,
    REJECTED,
    USAGE,
    command,
    fail,
    note,
    print_refusal,
    printable_diff,
    report_unread,
    terminal_for,
)
from leoni_replay.cli.options import Paths, Quiet, RulesOption, option
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import CannotWrite
from leoni_replay.files.find_games import files_in, unreadable_file
from leoni_replay.files.rewrite import rewrite
from leoni_replay.text import visible_text


@command(failure="a game is rejected or a file has none, or a file would change")
def fmt(
    files: Paths,
    check: Annotated[bool, option("Exit with 1 if a file would change, without changing anything.")] = False,
    diff: Annotated[bool, option("Show what would change, without changing anything.")] = False,
    short: Annotated[bool, option("Write every move in its short form.")] = False,
    record_digest: Annotated[bool, option("Add the tag RecordDigest where all cards are known.")] = False,
    quiet: Quiet = False,
    rules: RulesOption = None,
) -> None:
    """Rewrite records in their canonical form.

    That means long moves, move numbers and lines of even length; nothing is lost. leoni rewrites files in place;
    standard input goes to standard output. It does not change a file with a rejected game.
    """
    if record_digest and rules is not None:
        fail("--record-digest and --rules cannot be used together: the digest is that of a record under its own rules")
    terminal = terminal_for(PLAIN)
    status = OK
    for file in files_in(files):
        if isinstance(file, Diagnostic):
            status = max(status, report_unread(file))
            continue
        try:
            outcome = rewrite(
                file, write=not (check or diff), diff=diff, short=short, digest=record_digest, rules=rules
            )
        except BrokenPipeError:
            raise
        except OSError as error:
            note(str(error) if isinstance(error, CannotWrite) else f"{file}: {unreadable_file(file, error).message}")
            status = USAGE
            continue
        refusal = outcome.refusal
        if refusal is not None:
            advice = f" ({refusal.code}: leoni verify says why)"
            if not quiet:
                print_refusal(refusal, terminal)
                advice = ""
            note(f"{refusal.file} is left as it is{advice}")
        elif diff:
            terminal.write("".join(printable_diff(outcome.diff)))
        elif outcome.status == "changed" and (check or (file != "-" and not quiet)):
            terminal.write(f"{'would change' if check else 'changed'} {visible_text(file)}\n")
        if outcome.status == "refused" or (outcome.status == "changed" and (check or diff)):
            status = max(status, REJECTED)
    raise typer.Exit(status)
