"""``leoni fmt`` in an editor: the changes line by line, so that everything else stays in place."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from leoni_replay.lsp.document import Document


class Rewritten(NamedTuple):
    """A span of a document's text, and its replacement."""

    start: int
    end: int
    text: str


def rewritten(document: Document, start: int, end: int) -> Iterator[Rewritten]:
    """The changes that ``leoni fmt`` makes to the games in a span of a document's text. A rejected game stays as it is.

    Args:
        document: the file.
        start: where the span begins in its text.
        end: where it ends.
    """
    plain, count = document.lines.plain, len(document.games)
    for placed in document.around(start, end):
        made = placed.game.formatted
        if made is None:
            continue
        # There is no line after the last game.
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
