"""``leoni fmt`` in an editor: what changes in the text, line by line, so that nothing else moves."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from leoni_replay.lsp.document import Document


class Rewritten(NamedTuple):
    """A stretch of a document's text as the reader reads it, and what goes in its place."""

    start: int
    end: int
    text: str


def rewritten(document: Document, start: int, end: int) -> Iterator[Rewritten]:
    """What ``leoni fmt`` changes in the games that a stretch of a document's text touches. A rejected game stays as it
    is.

    Args:
        document: the file.
        start: where the stretch begins, in its text as the reader reads it.
        end: where it ends.
    """
    plain, count = document.lines.plain, len(document.games)
    for placed in document.around(start, end):
        made = placed.game.formatted
        if made is None:
            continue
        # Behind the last game no line is left.
        stop = placed.end if placed.number < count else len(plain)
        new = made if placed.number == count else f"{made}\n"
        yield from _differences(plain[placed.start : stop], new, placed.start)


def _differences(old: str, new: str, start: int) -> Iterator[Rewritten]:
    if old == new:
        return
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    begins = [start]
    for line in before:
        begins.append(begins[-1] + len(line))
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield Rewritten(begins[a], begins[b], "".join(after[c:d]))
