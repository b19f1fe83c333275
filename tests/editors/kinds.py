"""What the reader takes every piece of a text for: the measure of lexers and of the grammars of editors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lark import Token, Tree

from leoni_replay.notation.reader import parse, read
from leoni_replay.notation.scan import scanner
from leoni_replay.notation.split import split
from leoni_replay.notation.text_files import open_text
from leoni_replay.notation.transcript import Claim, Comment, Item, MoveItem, Number, Tag, Time, Transcript, Variation
from tests.larks import lark

ROOT = Path(__file__).parent.parent.parent
ALL = sorted((ROOT / "transcripts").rglob("*.moves"))
#: times, misplays, and cards put right by hand
OF_THE_TABLE = ("time.verified", "misplay-counts.irregular", "set-row.irregular")
#: every kind of token stands in these
FEW = [
    path
    for path in ALL
    if path.stem
    in ("annotated", "anna-won", "labyrinth-wikipedia", "mcneely-labyrinth", "dick-rug-deal", *OF_THE_TABLE)
    or path.relative_to(ROOT / "transcripts").parts == ("rejected", "martha", "C402.moves")
]


class Piece(NamedTuple):
    """A piece of a file: from where to where in its text, and its kind."""

    start: int
    end: int
    kind: str


def text_of(path: Path) -> str:
    """A transcript as the reader sees it, line ends and all."""
    with open_text(path) as stream:
        return stream.read().removeprefix("\ufeff")


def pieces(path: Path) -> list[Piece]:
    """The tokens of a file, as far as each of its games is right, with the parts of tags, moves and claims."""
    text, tokens = text_of(path), []
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    with open_text(path) as stream:
        for raw in split(stream, str(path)):
            offset = starts[raw.line - 1]
            assert text[offset : offset + len(raw.text)] == raw.text
            transcript = parse(raw)
            tokens += [Piece(a + offset, b + offset, kind) for a, b, kind in _game(transcript)]
    return sorted(set(tokens))


def _game(transcript: Transcript) -> Iterator[Piece]:
    text = transcript.text
    for node in transcript.head:
        yield from _tag(node, text) if isinstance(node, Tag) else _item(node, text)
    for item in [*transcript.items, *transcript.epilogue]:
        yield from _item(item, text)
    if transcript.result is not None and transcript.draft is None:
        yield Piece(transcript.result.start, transcript.result.end, "result")


def _tag(tag: Tag, text: str) -> Iterator[Piece]:
    yield Piece(tag.start, tag.start + 1, "bracket")
    name = text.index(tag.name, tag.start)
    yield Piece(name, name + len(tag.name), "name")
    yield Piece(tag.value_start - 1, text.rindex('"', tag.start, tag.end) + 1, "value")
    yield Piece(tag.end - 1, tag.end, "bracket")


def _item(item: Item, text: str) -> Iterator[Piece]:
    start, end = item.start, item.end
    if isinstance(item, Comment):
        yield Piece(start, end, "comment")
    elif isinstance(item, Number):
        yield Piece(start, end, "number")
    elif isinstance(item, Time):
        yield Piece(start, end, "time")
    elif isinstance(item, MoveItem) and item.command.how == "set":
        yield Piece(start, end, "setting")
    elif isinstance(item, MoveItem):
        if item.command.how:
            yield Piece(start, start + len("misplay"), "result")
            start += len(re.match(r"misplay\s+", text[start:end])[0])  # type: ignore[index]
        yield from _move(text[start:end], start)
    elif isinstance(item, Claim):
        yield Piece(start, start + 2, "brace")
        yield from _claim(text[start + 2 : end - 1], start + 2)
        yield Piece(end - 1, end, "brace")
    elif isinstance(item, Variation):
        if text[start] == "(" and text[end - 1] == ")":
            yield Piece(start, start + 1, "parenthesis")
            yield Piece(end - 1, end, "parenthesis")
        for inner in item.items:
            yield from _item(inner, text)


def _move(token: str, offset: int) -> Iterator[Piece]:
    match = scanner().move(token)
    assert match is not None, token
    for name in ("alone", "source", "card", "path", "dest", "shown", "mark"):
        if match[name]:
            yield Piece(offset + match.start(name), offset + match.end(name), name)


def _claim(inside: str, offset: int) -> Iterator[Piece]:
    tree = lark().parse(inside, start="claim")
    assert isinstance(tree, Tree)
    for token in tree.scan_values(lambda value: isinstance(value, Token)):
        start, end = token.start_pos + offset, token.end_pos + offset
        if token.type == "MOVE":
            yield from _move(str(token), start)
        else:
            yield Piece(start, end, _CLAIM.get(token.type, "word"))


_CLAIM = {
    "PLACE": "place",
    "DEAL": "place",
    "COLON": "colon",
    "CARD": "card",
    "DOWN_CARD": "card",
    "GAP": "none",
    "EMPTY": "none",
    "COUNT": "count",
    "HEX": "hex",
}

#: every kind there is
KINDS = {
    "bracket", "name", "value", "comment", "number", "result", "parenthesis", "brace", "colon", "word", "place",
    "none", "count", "hex", "alone", "source", "card", "path", "dest", "shown", "mark", "time", "setting",
}  # fmt: skip

__all__ = ["ALL", "FEW", "KINDS", "ROOT", "Piece", "pieces", "read", "text_of"]
