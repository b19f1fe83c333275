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
from leoni_replay.lsp.points import target_at
from leoni_replay.notation.transcript import MoveItem
from leoni_replay.notation.writer import token
from leoni_replay.record.nearest import nearest
from leoni_replay.record.result import Replay, result_word
from leoni_replay.text import visible_text


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


def corrections(game: CachedGame, start: int, end: int) -> list[Correction]:
    """Return the fixes for a span of a game's text, likeliest first.

    Args:
        game: the game; slips are searched for if that hasn't been done.
        start: where the span begins in its text.
        end: where it ends.
    """
    all_corrections: list[Correction] = []
    for diagnostic in game.verdict(hints=True).diagnostics:
        first, last = offsets(game, diagnostic.span)
        if first > end or start > last:
            continue
        fixes = [_correction(game, diagnostic, fix) for fix in diagnostic.fixes]
        changes_of_fixes = {correction.changes for correction in fixes}
        all_corrections += fixes
        for suggestion in _suggestions(game.replay, diagnostic, first, last):
            if suggestion.changes not in changes_of_fixes:
                all_corrections.append(suggestion)
    return all_corrections


def certain_correction(game: CachedGame) -> Correction | None:
    """Return the only correction that makes a rejected game right, which ``leoni verify --fix`` writes."""
    for diagnostic in game.verdict(hints=True).diagnostics:
        for fix in diagnostic.fixes:
            if fix.only:
                return _correction(game, diagnostic, fix)
    return None


def offsets(game: CachedGame, span: Span) -> tuple[int, int]:
    """Return the offsets of a diagnostic's span in the text of its game."""
    transcript = game.replay.transcript
    if not span.line:
        return 0, 0
    return transcript.offset(span.line, span.column), transcript.offset(span.end_line, span.end_column)


def _correction(game: CachedGame, diagnostic: Diagnostic, fix: Fix) -> Correction:
    """Return a fix of a diagnostic as changes of the game's text."""
    changes = tuple([Change(*offsets(game, edit.span), edit.text) for edit in fix.edits])
    title = fix.message[:1].upper() + fix.message[1:]
    return Correction(visible_text(title), diagnostic, changes, fix.only)


# -- suggestions in the help of a message -----------------------------------------------------------------------------


def _suggestions(replay: Replay, diagnostic: Diagnostic, start: int, end: int) -> Iterator[Correction]:
    """Yield corrections for a diagnostic that nobody has tried out: what its help suggests.

    Args:
        replay: the game.
        diagnostic: the diagnostic.
        start: the offset at which its span begins.
        end: the offset at which it ends.
    """
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
    end = len(text.rstrip())
    # After a line comment the rest of the line belongs to the comment.
    line_start = text.rfind("\n", 0, end) + 1
    separator = "\n" if ";" in text[line_start:end] else " "
    yield Correction(f"End the game with {word}", diagnostic, (Change(end, end, f"{separator}{word}"),))


def _legal_moves(replay: Replay, diagnostic: Diagnostic, start: int, end: int) -> Iterator[Correction]:
    """Yield corrections that replace a refused move by a legal one, the nearest first.

    Args:
        replay: the game.
        diagnostic: the diagnostic about the move.
        start: where the move begins in the text of the game.
        end: where it ends.
    """
    target = target_at(replay, start)
    if not replay.dealt or target is None or target.point is None or (target.start, target.end) != (start, end):
        # The diagnostic is not about a move at which the position is known.
        return
    item, position = getattr(target.thing, "item", None), target.point.position
    if isinstance(item, MoveItem) and not position.doubtful():
        for move in nearest(position, item.command):
            text = token(move, item.mark)
            yield Correction(f"Write {text}, which is legal here", diagnostic, (Change(start, end, text),))


# -- leoni fmt ---------------------------------------------------------------------------------------------------------


def formatting_changes(document: Document, start: int, end: int) -> Iterator[Change]:
    """Yield the changes that ``leoni fmt`` makes to the games in a span of a document's text. A rejected game stays as
    it is.

    Args:
        document: the file.
        start: where the span begins in its text.
        end: where it ends.
    """
    text, count = document.lines.plain, len(document.sections)
    for section in document.around(start, end):
        new_text = section.game.formatted_text
        if new_text is None:
            continue
        section_end = section.end
        if section.number < count:
            new_text += "\n"
        else:
            # There is no line after the last game.
            section_end = len(text)
        yield from _differences(text[section.start : section_end], new_text, section.start)


def _differences(old: str, new: str, start: int) -> Iterator[Change]:
    """Yield the changes that make one text of another, line by line.

    Args:
        old: the old text.
        new: the new text.
        start: the offset at which the old text begins in its document.
    """
    if old == new:
        return
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    offsets_of_lines = [start]
    for line in old_lines:
        offsets_of_lines.append(offsets_of_lines[-1] + len(line))
    matcher = SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            replacement = "".join(new_lines[new_start:new_end])
            yield Change(offsets_of_lines[old_start], offsets_of_lines[old_end], replacement)
