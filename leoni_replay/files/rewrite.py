"""``leoni fmt`` and ``leoni verify --fix`` on files: a file is replaced in one step, or left alone."""

from __future__ import annotations

import contextlib
import difflib
import gzip
import io
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Literal, TextIO

from leoni_replay.diagnostics import Diagnostic, Edit, Fix
from leoni_replay.files.atomic import naming_errors, scratch_file
from leoni_replay.files.find_games import NoGame, games_of
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.reader import parse
from leoni_replay.notation.text_files import is_compressed, open_bytes
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import fault_diagnostic, replay


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one file.

    Attributes:
        status: it was in canonical form; it was not (and now is, if writing was requested); or it holds a rejected game
            or no game, and is unchanged.
        refusal: the error in it, if it is refused.
        diff: the changed lines, if requested.
    """

    status: Literal["same", "changed", "refused"]
    refusal: Diagnostic | None = None
    diff: tuple[str, ...] = ()


def rewrite(
    file: str,
    *,
    write: bool,
    diff: bool = False,
    short: bool = False,
    digest: bool = False,
    rules: str | None = None,
) -> Outcome:
    """Put a file in canonical form.

    Args:
        file: its path; ``-`` reads standard input and, if ``write`` is set, writes standard output.
        write: whether to change anything.
        diff: whether to return the changed lines.
        short: write the shortest moves instead of the longest.
        digest: add a tag with the record digest to each record.
        rules: rules to use instead of the records' own.

    Raises:
        OSError: it cannot be read or (:class:`CannotWrite`) written; then it is unchanged.
    """
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(bytes_of(file))
        # The new text is completed first, and then replaces the old one in one step.
        new = stack.enter_context(scratch_file())
        text = io.TextIOWrapper(old, encoding="utf-8", errors="surrogateescape")
        refusal = _format(text, file, new, short=short, digest=digest, rules=rules)
        text.detach()
        if refusal is not None:
            return Outcome("refused", refusal)
        old.seek(0)
        new.seek(0)
        is_same = _have_same_content(old, new)
        new.seek(0)
        if file == "-" and write:
            sys.stdout.flush()
            shutil.copyfileobj(new, sys.stdout.buffer)
        elif write and not is_same:
            put_in_place(file, new)
        if is_same:
            return Outcome("same")
        return Outcome("changed", diff=differences(old, new, file, "formatted") if diff else ())


def bytes_of(file: str) -> IO[bytes]:
    """Return the content of a file as a stream that can be read twice."""
    if file != "-" and not is_compressed(file):
        return open_bytes(file)
    copy = scratch_file()
    # Standard input must stay open: it may be named twice.
    with contextlib.nullcontext(open_bytes(file)) if file == "-" else open_bytes(file) as stream:
        shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def differences(old: IO[bytes], new: IO[bytes], file: str, change: str) -> tuple[str, ...]:
    """Return the lines of a patch to the new text of a file; ``change`` says in its header what happened to it."""
    old.seek(0)
    new.seek(0)
    old_lines = old.read().decode("utf-8", "surrogateescape").splitlines(keepends=True)
    new_lines = new.read().decode("utf-8", "surrogateescape").splitlines(keepends=True)
    return tuple(difflib.unified_diff(old_lines, new_lines, file, f"{file} ({change})"))


def _format(
    text: TextIO, name: str, out: IO[bytes], *, short: bool, digest: bool, rules: str | None
) -> Diagnostic | None:
    """Write the games of a text in canonical form, up to the first game that is rejected.

    Args:
        text: the text.
        name: the name of its file.
        out: receives the new text.
        short: write the shortest moves instead of the longest.
        digest: add a tag with the record digest to each record.
        rules: rules to use instead of the records' own.

    Returns:
        The error of that game, or the diagnostic for a text without a game; None if all games are written.
    """
    for index, raw in enumerate(games_of(text, name)):
        if isinstance(raw, Diagnostic):
            return raw
        replayed = replay(parse(raw), rules=rules)
        if not replayed.accepted:
            return next(diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity == "error")
        space = "\n" if index else ""
        try:
            with program_faults():
                record_text = dumps([respell(replayed, short=short, digest=digest)])
        except ProgramFault as fault:
            return fault_diagnostic(replayed.transcript, fault)
        out.write((space + record_text).encode())
    return None


def _have_same_content(old: IO[bytes], new: IO[bytes]) -> bool:
    """Whether two streams have the same content from their current places on."""
    size = 1 << 16
    while True:
        old_bytes, new_bytes = old.read(size), new.read(size)
        if old_bytes != new_bytes:
            return False
        if not old_bytes:
            return True


def put_in_place(file: str, new: IO[bytes]) -> None:
    """Replace a file in one step, following links and keeping its permissions.

    Raises:
        CannotWrite: it cannot be written; it is unchanged.
    """
    with naming_errors(file):
        _replace(os.path.realpath(file), new)


def _replace(target: str, new: IO[bytes]) -> None:
    """Replace a file that is no link, compressed if its name says so.

    Raises:
        OSError: it cannot be written; it is unchanged.
    """
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "this file is read-only")
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".leoni-")
    try:
        with os.fdopen(handle, "wb") as raw:
            if is_compressed(target):
                with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as compressor:
                    shutil.copyfileobj(new, compressor)
            else:
                shutil.copyfileobj(new, raw)
        shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


@dataclass(frozen=True, slots=True)
class FixOutcome:
    """The outcome for one file.

    Attributes:
        corrections: the corrections by game number.
        uncorrected: the numbers of the rejected games with no correction, or with several.
        diff: the lines of the patch, if requested.
    """

    corrections: dict[int, Fix]
    uncorrected: list[int]
    diff: tuple[str, ...] = ()


def fix_file(file: str, *, write: bool, diff: bool = False, rules: str | None = None) -> FixOutcome:
    """Correct the rejected games of a file that have exactly one correction. Everything else in the file stays the
    same, byte for byte.

    Args:
        file: its path; ``-`` is standard input, which can only be read.
        write: whether to write the file.
        diff: whether to return the changed lines as a patch.
        rules: rules to use instead of the records' own.

    Raises:
        OSError: it cannot be read.
        NoGame: it has no game.
        CannotWrite: it cannot be written; it is unchanged.
    """
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(bytes_of(file))
        text = io.TextIOWrapper(old, encoding="utf-8", errors="surrogateescape", newline="")
        stack.callback(text.detach)
        outcome = _find_corrections(text, file, rules)
        if not outcome.corrections or not (write or diff):
            return outcome
        # The new text is completed first, and then replaces the old one in one step.
        new = stack.enter_context(scratch_file())
        edits = [edit for fix in outcome.corrections.values() for edit in fix.edits]
        text.seek(0)
        for line in apply_edits(text, edits):
            new.write(line.encode("utf-8", "surrogateescape"))
        if write:
            new.seek(0)
            put_in_place(file, new)
        patch = differences(old, new, file, "corrected") if diff else ()
        return FixOutcome(outcome.corrections, outcome.uncorrected, patch)


def _find_corrections(text: io.TextIOWrapper, name: str, rules: str | None) -> FixOutcome:
    """Return the corrections for the rejected games of a text, as far as exactly one makes a game right.

    Args:
        text: the text.
        name: the name of its file.
        rules: rules to use instead of the records' own.

    Raises:
        NoGame: it has no game.
    """
    outcome = FixOutcome({}, [])
    for raw in games_of(text, name):
        if isinstance(raw, Diagnostic):
            raise NoGame(name)
        if judge(raw, rules, hints=False).status != "rejected":
            continue
        fixes = [fix for diagnostic in judge(raw, rules).diagnostics for fix in diagnostic.fixes if fix.only]
        if fixes:
            outcome.corrections[raw.number] = fixes[0]
        else:
            outcome.uncorrected.append(raw.number)
    return outcome


def apply_edits(lines: Iterable[str], edits: Iterable[Edit]) -> Iterator[str]:
    """Yield the lines of a file, from its first, with edits applied; no edit extends beyond its line."""
    edits_of_line: dict[int, list[Edit]] = defaultdict(list)
    for edit in edits:
        edits_of_line[edit.span.line].append(edit)
    for number, line in enumerate(lines, 1):
        # Columns count from 1. But a byte order mark takes none, so after it column 1 is the second character.
        first_column = 0 if number == 1 and line.startswith("\ufeff") else 1
        # From the last to the first, so that the columns of the others stay right.
        for edit in sorted(edits_of_line.get(number, ()), reverse=True):
            start, end = edit.span.column - first_column, edit.span.end_column - first_column
            line = line[:start] + edit.text + line[end:]
        yield line
