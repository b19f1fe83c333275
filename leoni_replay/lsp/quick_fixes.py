"""Changes of a text: the corrections of ``leoni verify --fix``, suggestions of messages, and ``leoni fmt``."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from leoni_replay.diagnostics import (
    NO_RULE_BOOK_NAMED,
    RESULT_MISSING,
    RESULTS_DIFFER,
    Diagnostic,
    Fix,
    Span,
    is_about_move,
)
from leoni_replay.lsp.document import CachedGame, Document
from leoni_replay.lsp.points import pointed_at, result_word
from leoni_replay.notation.transcript import MoveItem
from leoni_replay.notation.writer import token
from leoni_replay.record.nearest import nearest
from leoni_replay.record.result import Replay
from leoni_replay.text import visible


class Change(NamedTuple):
    """A span of a text, and its replacement."""

    start: int
    end: int
    text: str


class Correction(NamedTuple):
    """A fix for a diagnostic: in words, and as changes. ``only`` is set if it is known to be right, because no other
    correction makes the whole game right."""

    title: str
    diagnostic: Diagnostic
    changes: tuple[Change, ...]
    only: bool = False


def corrections(kept: CachedGame, start: int, end: int) -> list[Correction]:
    """Return the fixes for a span of a game's text, likeliest first.

    Args:
        kept: the game; slips are searched for if that hasn't been done.
        start: where the span begins in its text.
        end: where it ends.
    """
    made: list[Correction] = []
    for diagnostic in kept.verdict(hints=True).diagnostics:
        first, last = offsets(kept, diagnostic.span)
        if first <= end and start <= last:
            fixed = [_fixed(kept, diagnostic, fix) for fix in diagnostic.fixes]
            changes = {one.changes for one in fixed}
            made += [*fixed, *(one for one in _helped(kept, diagnostic, first, last) if one.changes not in changes)]
    return made


def certain(kept: CachedGame) -> Correction | None:
    """Return the only correction that makes a rejected game right, which ``leoni verify --fix`` writes."""
    for diagnostic in kept.verdict(hints=True).diagnostics:
        for fix in diagnostic.fixes:
            if fix.only:
                return _fixed(kept, diagnostic, fix)
    return None


def offsets(kept: CachedGame, span: Span) -> tuple[int, int]:
    """Return the offsets of a diagnostic's span in the text of its game."""
    transcript = kept.replay.transcript
    if not span.line:
        return 0, 0
    return transcript.offset(span.line, span.column), transcript.offset(span.end_line, span.end_column)


def _fixed(kept: CachedGame, diagnostic: Diagnostic, fix: Fix) -> Correction:
    changes = tuple([Change(*offsets(kept, edit.span), edit.text) for edit in fix.edits])
    return Correction(visible(fix.message[:1].upper() + fix.message[1:]), diagnostic, changes, fix.only)


# -- suggestions in the help of a message -----------------------------------------------------------------------------


def _helped(kept: CachedGame, diagnostic: Diagnostic, start: int, end: int) -> Iterator[Correction]:
    replay = kept.replay
    if diagnostic.code == NO_RULE_BOOK_NAMED:
        yield from _rule_book(replay, diagnostic)
    elif diagnostic.code == RESULT_MISSING or _is_drafts_result(replay, diagnostic):
        yield from _result(replay, diagnostic)
    elif is_about_move(diagnostic.code):
        yield from _legal_moves(replay, diagnostic, start, end)


def _is_drafts_result(replay: Replay, diagnostic: Diagnostic) -> bool:
    """Whether a draft has a ``Result`` tag, but no result word."""
    return diagnostic.code == RESULTS_DIFFER and replay.transcript.draft is not None


def _rule_book(replay: Replay, diagnostic: Diagnostic) -> Iterator[Correction]:
    """Yield the default rule book, under which the game was read."""
    tag = replay.transcript.tag("Game")
    if replay.dealt and tag is not None:
        book = f'[Rules "{replay.game.rules.book.name}"]'
        yield Correction(f"Write {book}", diagnostic, (Change(tag.end, tag.end, f"\n{book}"),))


def _result(replay: Replay, diagnostic: Diagnostic) -> Iterator[Correction]:
    """Yield the result word that a draft lacks: the one that the rules give, or the one for an unfinished game."""
    if not replay.dealt:
        return
    text, word = replay.transcript.text, result_word(replay, replay.at(replay.moves))
    at = len(text.rstrip())
    # After a line comment the rest of the line belongs to the comment.
    line = text.rfind("\n", 0, at) + 1
    before = "\n" if ";" in text[line:at] else " "
    yield Correction(f"End the game with {word}", diagnostic, (Change(at, at, f"{before}{word}"),))


def _legal_moves(replay: Replay, diagnostic: Diagnostic, start: int, end: int) -> Iterator[Correction]:
    """Yield the legal moves nearest to a refused move."""
    pointed = pointed_at(replay, start)
    if not replay.dealt or pointed is None or (pointed.start, pointed.end) != (start, end) or pointed.before is None:
        return
    item = getattr(pointed.what, "item", None)
    if isinstance(item, MoveItem) and not pointed.before.position.doubtful():
        for move in nearest(pointed.before.position, item.command):
            written = token(move, item.mark)
            yield Correction(f"Write {written}, which is legal here", diagnostic, (Change(start, end, written),))


# -- leoni fmt ---------------------------------------------------------------------------------------------------------


def rewritten(document: Document, start: int, end: int) -> Iterator[Change]:
    """Yield the changes that ``leoni fmt`` makes to the games in a span of a document's text. A rejected game stays as
    it is.

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


def _differences(old: str, new: str, start: int) -> Iterator[Change]:
    if old == new:
        return
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    begins = [start]
    for line in before:
        begins.append(begins[-1] + len(line))
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield Change(begins[a], begins[b], "".join(after[c:d]))
