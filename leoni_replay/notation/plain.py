"""The text of a plain game cut into its tags and words, without building a transcript: most games are nothing but tags,
moves and numbers, and are played as fast as they are read.

A text that is not plain loses nothing: its words are numbers up to the first that is no plain move, and from there on
the reader takes over.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from leoni_replay.notation.codes import codes
from leoni_replay.notation.scan import PLAIN_TAGS, TOKEN_LIMIT, scanner

#: what begins a part of a move: a word of its own for those who play it
PARTS: Final = "~#+,"


class Plain(NamedTuple):
    """A game's tags, its words, their numbers as far as they are remembered, and its last word."""

    #: with the quotation marks about their values
    tags: dict[str, str]
    words: list[str]
    codes: list[int | None]
    result: str


def plain(text: str) -> Plain | None:
    """The tags and words of a game's text; None if it does not begin with tags, or holds what no plain game does."""
    if not text.isascii() or "\0" in text:
        return None
    scan = scanner()
    head = scan.plain_tags.match(text)
    if head is not None:
        tags = dict(zip(PLAIN_TAGS, head.groups(), strict=True))
    else:
        head = scan.tags.match(text)
        if head is None:
            return None
        pairs = scan.tag.findall(head[0])
        tags = dict(pairs)
        if len(tags) != len(pairs):
            return None
    # Of the white space that Python knows the notation has some alone.
    body = text[head.end() :].replace("\n", " ")
    if "\\" in head[0] or head.end() > TOKEN_LIMIT or not body.isprintable():
        return None
    for sign in PARTS:
        if sign in body:
            if f" {sign}" in body:
                # A part is written without a space before it.
                return None
            body = body.replace(sign, f" {sign}")
    words = body.split()
    if not words:
        return None
    result = words.pop()
    return Plain(tags, words, codes(words), result)
