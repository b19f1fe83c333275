"""A game's text into a transcript: one pass of one regular expression, and a plain builder.

What follows what is written down in the grammar, and once more here, in the few checks of ``_body``: the price of not
running the LALR parser over every game. The tests hold the two together, on right texts and on wrong ones; what a
wrong text is told comes from the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TextIO

from leoni_replay.commands import Command
from leoni_replay.notation import problems
from leoni_replay.notation.claims import ClaimError, statement
from leoni_replay.notation.files import open_text
from leoni_replay.notation.scan import DEPTH_LIMIT, TOKEN_LIMIT, Scanner, scanner
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.tree import (
    RESULTS,
    Claim,
    Comment,
    Item,
    Move,
    Number,
    Result,
    Tag,
    Transcript,
    Variation,
)

__all__ = ["RawGame", "open_text", "parse", "read", "split"]

#: A NUL, or a byte that is not UTF-8, as ``open_text`` hands it on.
_NOT_TEXT: Final = re.compile("[\x00\ud800-\udfff]")

#: How much of a game that is too long is read.
_BEGINNING: Final = 1 << 16

_ESCAPE: Final = re.compile(r"\\(.)")


class Stop(NamedTuple):
    """Where reading stopped, and why it could not go on."""

    at: int
    reason: problems.Reason
    claim: ClaimError | None = None


def read(stream: TextIO, file: str = "") -> Iterator[Transcript]:
    """The games of a file, one after the other.

    Args:
        stream: the text; best from ``open_text``.
        file: the name for diagnostics.

    Raises:
        OSError: as the stream does. What is wrong with the text is told by each transcript's ``problem``.
    """
    return map(parse, split(stream, file))


def parse(raw: RawGame, *, skip: int = 0) -> Transcript:
    """The transcript of one game's text; if something is wrong with it, what stands before that and the problem.

    Args:
        raw: the text.
        skip: how many items at the beginning are left out: moves and numbers that have been read already.
    """
    text = raw.text
    transcript = Transcript(text, raw.file, raw.number, raw.line, beside=raw.file)
    bad = None
    if "\x00" in text or (not text.isascii() and _NOT_TEXT.search(text)):
        bad = _NOT_TEXT.search(text)
    end = len(text) if bad is None else bad.start()
    if raw.cut:
        # It is refused whatever it holds; its beginning tells whether it is a game at all.
        end = min(end, _BEGINNING)
    stop = _build(transcript, text[:end], skip)
    if bad is not None and (stop is None or problems.reaches(text, stop.at, bad.start())):
        stop = Stop(bad.start(), "binary")
    elif raw.cut and (stop is None or problems.reaches(text, stop.at, end)):
        stop = Stop(0, "cut")
    if stop is not None:
        problem = transcript.problem = problems.problem(transcript, stop.at, stop.reason, stop.claim)
        items = transcript.items
        while items and isinstance(items[-1], Variation) and items[-1].end > problem.start:
            items = items[-1].items
        if items and items[-1].end > problem.start:
            # What was taken for a move is only the beginning of what is wrong.
            items.pop()
    elif transcript.result is None:
        draft = transcript.draft = problems.draft(transcript)
        transcript.result = Result("*", draft.start, draft.end)
    return transcript


def move_after(text: str, begin: int, items: int) -> Move | None:
    """A move of a game of tags, words and a last word.

    Args:
        text: the game's text.
        begin: where its words begin.
        items: how many moves and numbers come before.

    Returns:
        The move; None if it is none, or may go on in the word behind it (``11: 2S^``).
    """
    rest = text[begin:].split(None, items)[items]
    word, following = rest.split(None, 2)[:2]
    scan = scanner()
    move = _plain_move(scan, word)
    if move is None or not (
        following in RESULTS or scan.number.fullmatch(following) or _plain_move(scan, following) is not None
    ):
        return None
    start = len(text) - len(rest)
    return Move(*move, start, start + len(word))


def _build(transcript: Transcript, text: str, skip: int = 0) -> Stop | None:
    """Fill the transcript; tell where it stops short of the text's end."""
    scan = scanner()
    space = scan.space.match(text)
    at = space.end() if space else 0
    match_head = scan.head.match
    head: list[Tag | Comment] = []
    # Comments after the last tag belong to the moves, and a comment shows only in hindsight what it comes after.
    loose: list[Comment] = []
    while match := match_head(text, at):
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if end - start > TOKEN_LIMIT:
            break
        if kind == "TAG":
            head += loose
            loose = []
            value_start, value_end = match.span("value")
            value = text[value_start + 1 : value_end - 1]
            if "\\" in value:
                value = _ESCAPE.sub(r"\1", value)
            head.append(Tag(match["name"], value, start, end, value_start + 1))
        else:
            loose.append(_comment(text, kind, start, end))
        at = match.end()
    transcript.head = head
    has_tag = any(isinstance(node, Tag) for node in head)
    (transcript.items if has_tag else transcript.head).extend(loose)
    if match:
        return Stop(at, "long")
    if at == len(text):
        return None if has_tag else Stop(at, "end")
    if not has_tag:
        return Stop(at, "token")
    if skip and (passed := re.compile(rf"(?:\S+\s+){{{skip}}}").match(text, at)):
        at = passed.end()
    return _body(transcript, text, at)


def _body(transcript: Transcript, text: str, at: int) -> Stop | None:
    """The moves, the result and what comes after it."""
    scan = scanner()
    moves, command = scan.moves, scan.command
    items = transcript.items
    append = items.append
    open_items: list[list[Item]] = []
    open_variations: list[Variation] = []
    stop: Stop | None = None
    tokens = scan.body.finditer(text, _plain(scan, text, at, items))
    for match in tokens:
        kind = match.lastgroup
        if kind == "MOVE":
            token = match["MOVE"]
            start = match.start()
            end = start + len(token)
            move = moves.get(token)
            if move is None:
                if end - start > TOKEN_LIMIT:
                    stop = Stop(start, "long")
                    break
                move = command(token)
            append(Move(move[0], move[1], start, end))
        elif kind == "NUMBER":
            start, end = match.span(kind)
            if isinstance(_last(items), Number):
                stop = Stop(start, "token")
                break
            append(Number(int(text[start : end - 1]), start, end))
        elif kind == "COMMENT" or kind == "LINE_COMMENT" or kind == "CLAIM":
            start, end = match.span(kind)
            if end - start > TOKEN_LIMIT:
                stop = Stop(start, "long")
                break
            if kind != "CLAIM":
                append(_comment(text, kind, start, end))
                continue
            try:
                append(_claim(text, start, end))
            except ClaimError as error:
                stop = Stop(start, "claim", error)
                break
        elif kind == "LPAR":
            start = match.start()
            if not isinstance(_last(items), Move | Variation):
                stop = Stop(start, "token")
                break
            if len(open_variations) == DEPTH_LIMIT:
                stop = Stop(start, "deep")
                break
            variation = Variation([], start, start + 1)
            append(variation)
            open_variations.append(variation)
            open_items.append(items)
            items = variation.items
            append = items.append
        elif kind == "RPAR":
            if not open_variations or not isinstance(_last(items), Move | Variation):
                stop = Stop(match.start(), "token")
                break
            open_variations.pop().end = match.start() + 1
            items = open_items.pop()
            append = items.append
        elif kind == "RESULT" and not open_variations and not isinstance(_last(items), Number):
            transcript.result = Result(match[kind], *match.span(kind))
            break
        else:
            stop = Stop(match.start(), "token")
            break
    else:
        if open_variations or isinstance(_last(items), Number):
            stop = Stop(len(text), "end")
    if stop is None:
        return _epilogue(transcript, text, tokens)
    for variation, outer in zip(reversed(open_variations), reversed(open_items), strict=True):
        variation.end = stop.at
        if not variation.items:
            outer.pop()
    return stop


def _plain(scan: Scanner, text: str, at: int, items: list[Item]) -> int:
    """Read moves and numbers that have only white space between them: most games are nothing else, and it takes half
    the time. Tells where something else begins."""
    moves, find, append = scan.moves, text.find, items.append
    numbered = False
    for word in scan.white.split(text[at:]):
        move = moves.get(word)
        if move is None:
            if len(word) > TOKEN_LIMIT:
                break
            if word[-1:] == "." and not numbered and scan.number.fullmatch(word):
                start = find(word, at)
                at = start + len(word)
                append(Number(int(word[:-1]), start, at))
                numbered = True
                continue
            move = _plain_move(scan, word)
            if move is None:
                break
        start = find(word, at)
        at = start + len(word)
        append(Move(move[0], move[1], start, at))
        numbered = False
    space = scan.space.match(text, at)
    return space.end() if space else at


def _plain_move(scan: Scanner, word: str) -> tuple[Command, str] | None:
    """The command and the mark of a move; None if the word is none."""
    move = scan.moves.get(word)
    if move is None and "~" in word:
        move = scan.woven(word)
    if move is None and (match := scan.move.fullmatch(word)):
        move = scan.learn(match)
    return move


def _epilogue(transcript: Transcript, text: str, tokens: Iterator[re.Match[str]]) -> Stop | None:
    for match in tokens:
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if kind not in ("COMMENT", "LINE_COMMENT", "CLAIM"):
            return Stop(start, "token")
        if end - start > TOKEN_LIMIT:
            return Stop(start, "long")
        if kind != "CLAIM":
            transcript.epilogue.append(_comment(text, kind, start, end))
            continue
        try:
            transcript.epilogue.append(_claim(text, start, end))
        except ClaimError as error:
            return Stop(start, "claim", error)
    return None


def _last(items: list[Item]) -> Item | None:
    """The last of the items that is not a note."""
    for item in reversed(items):
        if not isinstance(item, Comment | Claim):
            return item
    return None


def _comment(text: str, kind: str, start: int, end: int) -> Comment:
    if kind == "COMMENT":
        return Comment(text[start + 1 : end - 1], "{", start, end)
    return Comment(text[start + 1 : end], ";", start, end)


def _claim(text: str, start: int, end: int) -> Claim:
    inside = text[start + 2 : end - 1]
    return Claim(statement(inside), inside, start, end)
