"""``leoni verify --fix`` on files: write the correction of a rejected game into its file, if only one correction makes
it right."""

from __future__ import annotations

import contextlib
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from leoni_replay.diagnostics import Diagnostic, Edit, Fix
from leoni_replay.files.atomic import scratch
from leoni_replay.files.reading import games_of
from leoni_replay.files.rewrite import bytes_of, differences, put_in_place
from leoni_replay.record.judge import judge


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
        CannotWrite: it cannot be written; it is unchanged.
    """
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(bytes_of(file))
        text = io.TextIOWrapper(old, encoding="utf-8", errors="surrogateescape", newline="")
        stack.callback(text.detach)
        fixed = _fixed(text, "<stdin>" if file == "-" else file, rules)
        if not fixed.corrections or not (write or diff):
            return fixed
        # The new text is completed first, and then replaces the old one in one step.
        new = stack.enter_context(scratch())
        edits = [edit for fix in fixed.corrections.values() for edit in fix.edits]
        text.seek(0)
        for line in corrected(text, edits):
            new.write(line.encode("utf-8", "surrogateescape"))
        if write:
            new.seek(0)
            put_in_place(file, new)
        return Fixed(fixed.corrections, fixed.left, differences(old, new, file, "corrected") if diff else ())


def _fixed(text: io.TextIOWrapper, name: str, rules: str | None) -> Fixed:
    """The corrections for the games of a text."""
    fixed = Fixed({}, [])
    for raw in games_of(text, name):
        if isinstance(raw, Diagnostic) or judge(raw, rules, hints=False).status != "rejected":
            continue
        fixes = [fix for diagnostic in judge(raw, rules).diagnostics for fix in diagnostic.fixes if fix.only]
        if fixes:
            fixed.corrections[raw.number] = fixes[0]
        else:
            fixed.left.append(raw.number)
    return fixed


def corrected(lines: Iterable[str], edits: Iterable[Edit]) -> Iterator[str]:
    """The lines of a file, from its first, with edits applied; no edit extends beyond its line."""
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
