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
from leoni_replay.notation.reader import parse
from leoni_replay.notation.text_files import is_compressed, open_bytes
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one file: it was in canonical form; it was not (and now is, if writing was requested); or it
    holds a rejected game or no game, and is unchanged. ``diff`` has the changed lines, if requested."""

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
        refusal = _format(text, file, new, short, digest, rules)
        text.detach()
        if refusal is not None:
            return Outcome("refused", refusal)
        old.seek(0)
        new.seek(0)
        same = _same(old, new)
        new.seek(0)
        if file == "-" and write:
            sys.stdout.flush()
            shutil.copyfileobj(new, sys.stdout.buffer)
        elif write and not same:
            put_in_place(file, new)
        if same:
            return Outcome("same")
        lines: tuple[str, ...] = ()
        if diff:
            lines = differences(old, new, file, "formatted")
        return Outcome("changed", None, lines)


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


def differences(old: IO[bytes], new: IO[bytes], file: str, what: str) -> tuple[str, ...]:
    """Return the lines of a patch to the new text of a file; ``what`` names the change in its header."""
    old.seek(0)
    new.seek(0)
    before = old.read().decode("utf-8", "surrogateescape").splitlines(keepends=True)
    after = new.read().decode("utf-8", "surrogateescape").splitlines(keepends=True)
    return tuple(difflib.unified_diff(before, after, file, f"{file} ({what})"))


def _format(text: TextIO, name: str, out: IO[bytes], short: bool, digest: bool, rules: str | None) -> Diagnostic | None:
    """Write the games of a text in canonical form; return the first error, if any."""
    for i, raw in enumerate(games_of(text, name)):
        if isinstance(raw, Diagnostic):
            return raw
        replayed = replay(parse(raw), rules=rules)
        if not replayed.accepted:
            return next(diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity == "error")
        out.write((("\n" if i else "") + dumps([respell(replayed, short=short, digest=digest)])).encode())
    return None


def _same(old: IO[bytes], new: IO[bytes]) -> bool:
    size = 1 << 16
    while True:
        a, b = old.read(size), new.read(size)
        if a != b:
            return False
        if not a:
            return True


def put_in_place(file: str, new: IO[bytes]) -> None:
    """Replace a file in one step, following links and keeping its permissions.

    Raises:
        CannotWrite: it cannot be written; it is unchanged.
    """
    with naming_errors(file):
        _put(os.path.realpath(file), new)


def _put(target: str, new: IO[bytes]) -> None:
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "this file is read-only")
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".leoni-")
    try:
        with os.fdopen(handle, "wb") as raw:
            if is_compressed(target):
                with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
                    shutil.copyfileobj(new, packed)
            else:
                shutil.copyfileobj(new, raw)
        shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


@dataclass(frozen=True, slots=True)
class Fixed:
    """The outcome for one file: the corrections by game number, the numbers of rejected games with no correction or
    several, and the lines of the patch, if requested."""

    corrections: dict[int, Fix]
    left: list[int]
    diff: tuple[str, ...] = ()


def fix_file(file: str, *, write: bool, diff: bool = False, rules: str | None = None) -> Fixed:
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
        fixed = _fixed(text, file, rules)
        if not fixed.corrections or not (write or diff):
            return fixed
        # The new text is completed first, and then replaces the old one in one step.
        new = stack.enter_context(scratch_file())
        edits = [edit for fix in fixed.corrections.values() for edit in fix.edits]
        text.seek(0)
        for line in apply_edits(text, edits):
            new.write(line.encode("utf-8", "surrogateescape"))
        if write:
            new.seek(0)
            put_in_place(file, new)
        return Fixed(fixed.corrections, fixed.left, differences(old, new, file, "corrected") if diff else ())


def _fixed(text: io.TextIOWrapper, name: str, rules: str | None) -> Fixed:
    """Return the corrections for the games of a text."""
    fixed = Fixed({}, [])
    for raw in games_of(text, name):
        if isinstance(raw, Diagnostic):
            raise NoGame(name)
        if judge(raw, rules, hints=False).status != "rejected":
            continue
        fixes = [fix for diagnostic in judge(raw, rules).diagnostics for fix in diagnostic.fixes if fix.only]
        if fixes:
            fixed.corrections[raw.number] = fixes[0]
        else:
            fixed.left.append(raw.number)
    return fixed


def apply_edits(lines: Iterable[str], edits: Iterable[Edit]) -> Iterator[str]:
    """Yield the lines of a file, from its first, with edits applied; no edit extends beyond its line."""
    of_line: dict[int, list[Edit]] = defaultdict(list)
    for edit in edits:
        of_line[edit.span.line].append(edit)
    for number, line in enumerate(lines, 1):
        # A byte order mark takes no column.
        mark = number == 1 and line.startswith("\ufeff")
        for edit in sorted(of_line.get(number, ()), reverse=True):
            start, end = edit.span.column - 1 + mark, edit.span.end_column - 1 + mark
            line = line[:start] + edit.text + line[end:]
        yield line
